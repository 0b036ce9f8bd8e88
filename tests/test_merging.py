"""Areas that grow together: what comes out can be solved as is wished, and nothing more can be joined."""

from __future__ import annotations

from random import Random

import pytest

import cluewright
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.making.merging import Area, Merging
from cluewright.making.recipe import recipe_of
from cluewright.making.structure import Structures
from cluewright.models.errors import CluewrightError
from cluewright.models.results import Verdict
from cluewright.setting.symmetry import Symmetry

RULES = ("Naked single", "Last place for a digit", "Last cell of a block", "Rest of a line of parts of blocks")


def merging(genre: str, size: str, seed: int, strategies: tuple[str, ...] | None) -> Merging:
    chance = Random(seed)
    recipe = recipe_of(genre, size)
    structures = Structures(recipe, compile_puzzle(recipe.load_board()), chance, "none")
    return Merging(recipe, structures, chance, strategies=strategies, deadline=None)


def areas(puzzle: CompiledPuzzle) -> list[Area]:
    return [frozenset(cell.name for cell in block.cells) for block in puzzle.clues["total"]]


@pytest.mark.parametrize("strategies", [None, RULES])
def test_no_two_areas_can_be_joined_any_more(strategies: tuple[str, ...] | None) -> None:
    made = merging("blocksum", "3x3", 2, strategies)
    puzzle = made.maximal()
    assert cluewright.check(puzzle).verdict is Verdict.UNIQUE
    if strategies is not None:
        assert cluewright.solve_by_strategies(puzzle, list(strategies)).ending == "solved"
    found = areas(puzzle)
    assert made.weight(found) is not None
    for one in found:
        for other in found:
            if any(n in other for c in one for n in made.near[c]) and one is not other:
                assert made.weight([area for area in found if area not in (one, other)] + [one | other]) is None


def test_heavy_puzzles_are_solvable_and_have_no_more_single_cells_than_they_began_with() -> None:
    made = merging("blocksum", "3x3", 2, RULES)
    heavy = made.weight(areas(made.heavy()))
    assert heavy is not None
    assert heavy > (-9, 0)


def test_joining_is_a_way_to_generate() -> None:
    (made,) = cluewright.generate("blocksum", "3x3", seed=1, way="merge")
    assert "digit" not in made.text
    assert cluewright.check(made.text, solver="cp-sat").verdict is Verdict.UNIQUE
    with pytest.raises(CluewrightError, match="no way to make a puzzle"):
        next(cluewright.generate("blocksum", "3x3", way="melt"))


def test_a_genre_without_areas_is_refused() -> None:
    with pytest.raises(CluewrightError, match="no areas"):
        merging("slitherlink", "4x4", 1, None)


@pytest.mark.parametrize(("genre", "layer"), [("killer", "cage"), ("kenken", "cage")])
def test_cages_are_joined_as_well(genre: str, layer: str) -> None:
    (made,) = cluewright.generate(genre, "4x4", seed=2, way="merge")
    cages = made.puzzle.clues[layer]
    assert sorted(cell.name for cage in cages for cell in cage.cells) == sorted(
        cell.name
        for cell in made.puzzle.board.cells  # type: ignore[union-attr]
    )
    assert len(cages) < 12
    assert "digit" not in made.text
    assert cluewright.check(made.text, solver="cp-sat").verdict is Verdict.UNIQUE


def test_no_cage_is_joined_whose_digits_would_repeat() -> None:
    made = merging("killer", "4x4", 1, None)
    alone = [frozenset([cell]) for cell in made.near]
    equal = next(
        (a, b)
        for a in made.near
        for b in made.near
        if a < b and made._solution[f"digit[{a}]"] == made._solution[f"digit[{b}]"]
    )
    assert made.weight(alone) == (-16, 0)
    assert made.weight([area for area in alone if not area & {*equal}] + [frozenset(equal)]) is None


def test_areas_are_joined_with_their_images_and_to_the_number_that_is_wished() -> None:
    (made,) = cluewright.generate("blocksum", "4x4", seed=1, way="merge", symmetry="half-turn", clues="8..")
    assert made.puzzle.board is not None
    (move,) = Symmetry(made.puzzle.board, "half-turn").images(made.puzzle.board.cells)
    found = {frozenset(block.cells) for block in made.puzzle.clues["total"]}
    assert {frozenset(move[cell] for cell in area) for area in found} == found
    assert 8 <= len(found) < 16


def test_areas_whose_clues_do_not_follow_are_refused() -> None:
    with pytest.raises(CluewrightError, match="no clues of its areas follow"):
        merging("suguru", "4x4", 1, None)
