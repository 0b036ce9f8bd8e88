"""A puzzle with several solutions is changed little by little until one is left."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from cluewright.compiler.elements import Element, Group
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.making.dressing import Dressing
from cluewright.models.errors import CluewrightError
from cluewright.setting.candidates import candidates

#: The solution is changed within so many cells around a place that is not decided.
_NEAR: Final = (2, 3, 4)
#: Points of a board are so far apart as two cells.
_CELL: Final = 2


def undecided(puzzle: CompiledPuzzle, timeout: float | None = None) -> list[Var] | None:
    """The unknowns that differ between solutions; None if there is no solution."""
    found = candidates(puzzle.model, timeout=timeout)
    if not found.solvable:
        return None
    return [var for var, values in found.possible.items() if len(values) > 1]


class Mending:
    """A dressed puzzle, its solution, and what is not decided yet."""

    def __init__(self, dressing: Dressing, chance: Random) -> None:
        self._dressing = dressing
        self._chance = chance
        self._places = _places(dressing.seeds.puzzle)
        #: Why the last clues made no puzzle.
        self.error: str | None = None

    def run(self, tries: int) -> CompiledPuzzle | None:
        """A puzzle with one solution, if so many changes lead to it."""
        solution = self._dressing.seeds.solution()
        if solution is None:
            return None
        puzzle, left = self._dressed(solution)
        for _ in range(tries):
            if puzzle is not None and not left:
                return puzzle
            changed = self._dressing.seeds.solution(self._far_from(puzzle, left, solution))
            if changed is None:
                continue
            other, still = self._dressed(changed)
            if other is not None and (puzzle is None or len(still) <= len(left)):
                puzzle, left, solution = other, still, changed
        return puzzle if puzzle is not None and not left else None

    def _dressed(self, solution: Mapping[Var, int]) -> tuple[CompiledPuzzle | None, list[Var]]:
        try:
            puzzle = self._dressing.dressed(solution)
        except CluewrightError as error:  # clues that make no puzzle together
            self.error = error.problems[0].message
            return None, []
        self.error = None
        left = undecided(puzzle)
        return (None, []) if left is None else (puzzle, left)

    def _far_from(self, puzzle: CompiledPuzzle | None, left: list[Var], solution: Mapping[Var, int]) -> dict[Var, int]:
        """What stays: the solution, except around one place that is not decided."""
        if puzzle is None:
            return {}
        where = _places(puzzle)
        centre = where.get(self._chance.choice(left))
        if centre is None:
            return {}
        reach = _CELL * self._chance.choice(_NEAR)
        return {
            var: value
            for var, value in solution.items()
            if (place := self._places.get(var)) is None
            or max(abs(place[0] - centre[0]), abs(place[1] - centre[1])) > reach
        }


def _places(puzzle: CompiledPuzzle) -> dict[Var, tuple[float, float]]:
    """The middle of the element that each unknown is about, where it is on the board."""
    return {
        var: middle
        for layer in puzzle.model.unknowns.values()
        for element, var in layer.variables.items()
        if (middle := _middle(element)) is not None
    }


def _middle(element: object) -> tuple[float, float] | None:
    points = list(_points(element))
    if not points:
        return None
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _points(element: object) -> list[tuple[int, int]]:
    if isinstance(element, Element):
        return list(element.points)
    parts = element.cells if isinstance(element, Group) else element if isinstance(element, tuple) else ()
    return [point for part in parts for point in _points(part)]
