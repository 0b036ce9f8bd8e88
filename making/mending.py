"""A puzzle with several solutions is changed little by little until one is left."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.making.dressing import Dressing
from cluewright.making.moves import Moves
from cluewright.making.places import Middle, middle
from cluewright.making.recipe import Layers
from cluewright.models.errors import CluewrightError
from cluewright.setting.candidates import candidates
from cluewright.solvers.outcomes import TimeUp

#: The solution is changed within so many cells around a place that is not decided.
_NEAR: Final = (2, 3, 4)
#: Points of a board are so far apart as two cells.
_CELL: Final = 2

#: Makes a bare puzzle from what is made first; None if that is none.
Dress = Callable[[Layers], Dressing | None]


@dataclass
class Board:
    """A dressed puzzle, what it was made from, and the unknowns that are not decided."""

    layers: Layers
    dressing: Dressing
    solution: dict[Var, int]
    puzzle: CompiledPuzzle
    left: list[Var]


class Mending:
    """Changes the random solution, or what was made first; what is worse is dropped."""

    def __init__(self, dress: Dress, moves: Moves, chance: Random, deadline: float | None) -> None:
        self._dress = dress
        self._moves = moves
        self._chance = chance
        self._deadline = deadline
        #: Why the last clues made no puzzle.
        self.error: str | None = None

    def begun(self, layers: Layers) -> Board | None:
        """A board with a random solution."""
        dressing = self._dress(layers)
        return None if dressing is None else self._board(layers, dressing, dressing.seeds.solution())

    def mended(self, board: Board, tries: int) -> Board | None:
        """A board with one solution, if so many changes lead to it."""
        for _ in range(tries):
            if not board.left:
                return board
            other = self._changed(board, self._chance.choice(board.left))
            if other is not None and len(other.left) <= len(board.left):
                board = other
        return None if board.left else board

    def moved(self, board: Board) -> Board | None:
        """A board that differs anywhere."""
        return self._changed(board, self._chance.choice(board.puzzle.model.variables))

    def _changed(self, board: Board, near: Var) -> Board | None:
        centre = middle(_element(board.puzzle, near))
        if centre is not None and self._moves and self._chance.random() < 0.5:
            return self._restructured(board, centre)
        fixed = {} if centre is None else self._far_from(centre, board)
        return self._board(board.layers, board.dressing, board.dressing.seeds.solution(fixed))

    def _restructured(self, board: Board, centre: Middle) -> Board | None:
        layers = self._moves.changed(board.layers, centre)
        dressing = None if layers is None else self._dress(layers)
        if layers is None or dressing is None:
            return None
        like = {var.name: value for var, value in board.solution.items()}
        return self._board(layers, dressing, dressing.seeds.solution(like=like))

    def _board(self, layers: Layers, dressing: Dressing, solution: dict[Var, int] | None) -> Board | None:
        if solution is None:
            return None
        try:
            puzzle = dressing.dressed(solution)
        except CluewrightError as error:  # clues that make no puzzle together
            self.error = error.problems[0].message
            return None
        self.error = None
        left = undecided(puzzle, self._deadline)
        return None if left is None else Board(layers, dressing, solution, puzzle, left)

    def _far_from(self, centre: Middle, board: Board) -> dict[Var, int]:
        """What stays: the solution, except around a place."""
        reach = _CELL * self._chance.choice(_NEAR)
        return {var: value for var, value in board.solution.items() if not _is_near(board.dressing, var, centre, reach)}


def undecided(puzzle: CompiledPuzzle, deadline: float | None = None) -> list[Var] | None:
    """The unknowns that differ between solutions; None if there is no solution."""
    found = candidates(
        puzzle.model, timeout=None if deadline is None else max(0.0, deadline - time.monotonic()), judged=False
    )
    if not found.complete:
        raise TimeUp
    if not found.solvable:
        return None
    return [var for var, values in found.possible.items() if len(values) > 1]


def _is_near(dressing: Dressing, var: Var, centre: Middle, reach: float) -> bool:
    place = dressing.middles.get(var)
    return place is not None and max(abs(place[0] - centre[0]), abs(place[1] - centre[1])) <= reach


def _element(puzzle: CompiledPuzzle, var: Var) -> object:
    layers = puzzle.model.unknowns.values()
    return next(element for layer in layers for element, other in layer.variables.items() if other is var)
