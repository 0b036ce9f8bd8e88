"""The named ways to make a puzzle: masking, filling and false friends."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import cluewright
from cluewright.making.differing import Differing
from cluewright.making.filling import Filling
from cluewright.making.recipe import recipe_of
from cluewright.models.errors import CluewrightError
from cluewright.models.results import Verdict
from cluewright.setting.symmetry import Symmetry


@pytest.mark.parametrize(
    ("level", "least", "most"),
    [("mask-easy", 0.2, 0.4), ("mask-medium", 0.15, 0.28), ("mask-hard", 0.1, 0.2), ("mask-evil", 0.0, 0.2)],
)
def test_masks_are_as_hard_as_their_level(level: str, least: float, most: float) -> None:
    (made,) = cluewright.generate("sudoku", way=level, seed=2)
    assert cluewright.check(made.text, solver="cp-sat").verdict is Verdict.UNIQUE
    unknowns = made.puzzle.model.unknowns["digit"].variables
    ease = Differing(made.puzzle, unknowns.values()).ease(made.puzzle.given())
    assert least < ease <= most


def test_the_ease_is_that_of_the_rating() -> None:
    (made,) = cluewright.generate("sudoku", "4x4", way="mask", seed=1)
    differing = Differing(made.puzzle, made.puzzle.model.unknowns["digit"].variables.values())
    assert differing.ease(made.puzzle.given()) == pytest.approx(cluewright.rate(made.text).ease["exponential"])


def test_singles_solve_only_what_has_one_solution() -> None:
    """Random boards: with singles to the end there is one solution, and givens that clash are none."""
    chance = Random(1)
    bare = cluewright.compile("puzzle: sudoku\nparameters: {size: 4, box: [2, 2]}\n")
    unknowns = list(bare.model.unknowns["digit"].variables.values())
    differing = Differing(bare, unknowns)
    solved: Counter[bool] = Counter()
    answers = cluewright.solve(bare, limit=288).answers
    for _ in range(200):
        answer = chance.choice(answers)
        given = {var: answer[var] for var in chance.sample(unknowns, chance.randint(4, 9))}
        agreeing = sum(all(other[var] == value for var, value in given.items()) for other in answers)
        by_singles = differing.is_solved_by_singles(given)
        solved[by_singles] += 1
        assert not by_singles or agreeing == 1
    assert min(solved.values()) > 20


def test_the_symmetry_of_a_mask() -> None:
    (made,) = cluewright.generate("sudoku", "6x6", way="mask-evil", seed=1, symmetry="half-turn")
    given = {(cell.row, cell.column) for cell in made.puzzle.clues["digit"]}
    assert given == {(7 - row, 7 - column) for row, column in given}


@pytest.mark.parametrize("way", ["fill", "fill-clean", "fill-sides"])
def test_clues_are_built_and_stripped(way: str) -> None:
    (made,) = cluewright.generate("skyscrapers", "4x4", way=way, seed=4)
    assert cluewright.check(made.text, solver="cp-sat").verdict is Verdict.UNIQUE
    sides = Counter(str(place).rstrip("0123456789") for place in made.puzzle.clues["seen"])
    assert sum(sides.values()) <= 12
    if way == "fill-sides":
        assert sides["top"] < max(sides.values())
    else:
        assert bool(made.puzzle.clues["digit"]) <= (way == "fill")
        assert max(sides.values()) - min(sides[side] for side in ("top", "left", "bottom", "right")) <= 2


def test_values_are_shown_until_strategies_suffice() -> None:
    (made,) = cluewright.generate("skyscrapers", "4x4", way="fill", seed=1, by="strategies=Naked single,Place stair")
    assert made.puzzle.clues["digit"]
    path = cluewright.solve_by_strategies(made.puzzle, ["Naked single", "Place stair"])
    assert path.ending == "solved"


def test_what_is_filled_and_masked_keeps_symmetry_and_number() -> None:
    (made,) = cluewright.generate("skyscrapers", "5x5", way="fill", seed=1, symmetry="half-turn")
    assert made.puzzle.board is not None
    known = Symmetry(made.puzzle.board, "half-turn")
    given = {place for layer in made.puzzle.clues.values() for place in layer}
    assert len(given) < 25
    assert not known.uneven(given)
    (masked,) = cluewright.generate("sudoku", way="mask", seed=1, clues="30")
    assert len(masked.puzzle.clues["digit"]) == 30


def test_values_are_shown_as_if_each_time_it_was_begun_anew() -> None:
    """What is known before a value is shown is kept; as many are shown as without that."""
    recipe = recipe_of("skyscrapers", "5x5")
    for seed in range(6):
        full = cluewright.compile(next(cluewright.generate("skyscrapers", "5x5", way="fill-clean", seed=seed)).text)
        solution = cluewright.check(full).answers[0]
        named = {var.name: value for var, value in solution.items()}
        digits = {cell.name: named[f"digit[{cell.name}]"] for cell in full.model.unknowns["digit"].variables}
        seen = {place.name: value for place, value in full.clues["seen"].items()}
        puzzle = cluewright.compile(recipe.text({"digit": digits, "seen": seen}, 5, 5))
        values = {var: named[var.name] for var in puzzle.model.variables}
        chance = Random(seed)
        with Filling(recipe, puzzle, values, chance, strategies=("Naked single", "Try"), deadline=None) as filling:
            number = filling.fill()
            assert filling.is_solvable
            assert 0 <= number < 25


def test_false_friends_are_relations_that_the_solution_does_not_need() -> None:
    (made,) = cluewright.generate("raatsel", way="language-friends", seed=1)
    belongs = made.puzzle.loaded.puzzle.parameters["belongs"]
    answer = {var.name: made.checked.answers[0][var] for var in made.puzzle.model.variables}
    assert len(answer) == 37
    assert sum(map(len, belongs.values())) == 7 * 6 + 6 * 4 + 10
    assert cluewright.check(made.text).verdict is Verdict.UNIQUE


@pytest.mark.parametrize(
    ("genre", "way", "told"),
    [
        ("slitherlink", "mask", "none of its clues gives a value away"),
        ("takuzu", "mask", "none of its rules says that values differ"),
        ("sudoku", "fill", "no clues about several unknowns"),
        ("sudoku", "merge", "no areas that could be merged"),
        ("sudoku", "structure", "no rooms, cages"),
        ("sudoku", "language", "not made of words"),
        ("akari", "language-friends", "no relations of words"),
        ("sudoku", "pattern", "needs a pattern"),
        ("zebra", "mask", "told by sentences"),
        ("sudoku", "maskk", "did you mean"),
    ],
)
def test_a_rulebook_that_is_not_made_for_a_way_is_told_why(genre: str, way: str, told: str) -> None:
    with pytest.raises(CluewrightError, match=told):
        next(cluewright.generate(genre, way=way, seed=1))
