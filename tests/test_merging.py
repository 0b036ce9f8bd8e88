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
