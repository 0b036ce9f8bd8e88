"""A puzzle with several solutions is changed little by little until one is left."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, KeysView, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Final

from cluewright.compiler.ground import CompiledPuzzle, compile_changed
from cluewright.compiler.ir import Var
from cluewright.compiler.model import spell
from cluewright.making.dressing import Dressing
from cluewright.making.evenness import evened, uneven_layers
from cluewright.making.moves import Moves
from cluewright.making.pattern import Pattern
from cluewright.making.places import Middle, middle, nearest
from cluewright.making.recipe import Layers, said_of
from cluewright.models.edits import REMOVED
from cluewright.models.errors import CluewrightError
from cluewright.setting.candidates import candidates
from cluewright.setting.clue import changes, given_clues
from cluewright.setting.symmetry import Symmetry
from cluewright.solvers.outcomes import TimeUp

#: The solution is changed within so many cells around a place that is not decided.
_NEAR: Final = (1, 2, 3, 4)
#: How often as little as possible is changed there, and not all of it; and on the way to a harder board: most others
#: have not one solution, or are no harder.
_SMALL_CHANGES: Final = (0.5, 0.9)
#: How often as little as possible is changed where solutions are symmetric: it is not symmetric then.
_SMALL_EVEN: Final = 0.2
#: How often what was made first is changed, where there is something else that could be; and on that way.
_OTHER_STRUCTURES: Final = (0.5, 0.15)
#: How often a board that is too hard is changed somewhere else than where it is hardest.
_ANYWHERE: Final = 0.3
#: Points of a board are so far apart as two cells.
_CELL: Final = 2
#: A clue that is missing is as bad as so many unknowns that are not decided.
_MISSING: Final = 4
#: Something that is worse by so much is taken at first in one of three cases.
_HEAT: Final = 3.0
_WARMTH: Final = 0.5
#: So many clues of a pattern get other values at once, of the nearest to a place.
_OTHER_VALUES: Final = (1, 2, 3)
_NEAREST: Final = 12

#: Makes a bare puzzle from what is made first; None if that is none.
Dress = Callable[[Layers], Dressing | None]


@dataclass
class Board:
    """A dressed puzzle, what it was made from, and the places where something is not decided or a clue is missing."""

    layers: Layers
    dressing: Dressing
    solution: dict[Var, int]
    puzzle: CompiledPuzzle
    left: list[object]
    #: The layers of unknowns that are not decided.
    open: frozenset[str] = frozenset()


class Mending:
    """Changes the random solution, or what was made first; what is worse is dropped."""

    def __init__(
        self,
        dress: Dress,
        moves: Moves,
        chance: Random,
        deadline: float | None,
        pattern: Pattern | None = None,
        *,
        symmetry: str = "none",
        fixed: Collection[str] = (),
    ) -> None:
        """The places of clues should have a symmetry; those of `fixed` layers stay where they are."""
        self._symmetry = symmetry
        self._fixed = fixed
        #: Whether clues went or were refused because their partners could not be there, and solutions are symmetric if
        #: they can be.
        self._lonely = self._is_even = False
        #: Whether there was a random solution of the last board that was begun.
        self.is_solvable = True
        #: The layers of the last board that were not symmetric.
        self.uneven: list[str] = []
        self._dress = dress
        self._pattern = pattern
        self._moves = moves
        self._chance = chance
        self._deadline = deadline
        #: Why the last clues made no puzzle.
        self.error: str | None = None

    def begun(self, layers: Layers) -> Board | None:
        """A board with a random solution."""
        dressing = self._dress(layers)
        if dressing is None:
            return None
        solution = self._solution(dressing)
        self.is_solvable = solution is not None
        begun = self._board(layers, dressing, solution)
        if self._is_even or not self._lonely:
            return begun
        self._is_even = True  # clues were lost; where the solution is symmetric, none is
        return self.begun(layers)

    def _solution(self, dressing: Dressing, fixed: Mapping[Var, int] | None = None) -> dict[Var, int] | None:
        board = dressing.seeds.puzzle.board
        if self._is_even and board is not None:
            return dressing.seeds.even_solution(Symmetry(board, self._symmetry), fixed)
        return dressing.seeds.solution(fixed)

    def mended(self, board: Board, tries: int) -> Board | None:
        """A board with one solution, if changes lead to it; so many in a row may lead to nothing better."""
        number, least = 0, len(board.left)
        while board.left and number < tries:
            other = self._changed(board, self._chance.choice(board.left))
            number += 1
            if other is not None and self._is_taken(len(other.left) - len(board.left), (number - 1) / tries):
                board = other
                if self._pattern is None and len(board.left) < least:
                    number, least = 0, len(board.left)
        return None if board.left else board

    def _is_taken(self, worse: int, done: float) -> bool:
        """Whether a change is taken that makes so much worse. A little may be, to get out of a dead end; the places of
        a pattern leave so few ways that it may be more, at first."""
        heat = _WARMTH if self._pattern is None else _HEAT * (1 - done)
        return worse <= 0 or self._chance.random() < exp(-worse / heat)

    def moved(self, board: Board, crux: Sequence[Var] = (), *, little: bool = False) -> Board | None:
        """A board that differs where it is hard, if that is known, or anywhere; as little as possible, if so wished."""
        elements = _elements(board.puzzle)
        hard = [elements[var] for var in crux if var in elements]
        anywhere = not hard or self._chance.random() < _ANYWHERE
        where = list(elements.values()) if anywhere else hard
        return self._changed(board, self._chance.choice(where), finer=bool(hard), little=little)

    def _changed(self, board: Board, near: object, *, finer: bool = False, little: bool = False) -> Board | None:
        centre = middle(near)
        share = _OTHER_STRUCTURES[little] if not board.dressing.is_plain else 1.0
        if centre is not None and self._moves and self._chance.random() < share:
            return self._restructured(board, centre, finer)
        seeds = board.dressing.seeds
        if self._pattern is not None and not board.dressing.is_seeded:
            solution = seeds.like(self._with_other_clues(self._pattern, board, centre))
        else:
            fixed = {} if centre is None else self._far_from(centre, board)
            is_small = self._chance.random() < (_SMALL_EVEN if self._is_even else _SMALL_CHANGES[little])
            solution = seeds.neighbour(board.solution, fixed) if is_small else self._solution(board.dressing, fixed)
        if solution == board.solution:
            return None
        return self._board(board.layers, board.dressing, solution)

    def _with_other_clues(self, pattern: Pattern, board: Board, centre: Middle | None) -> CompiledPuzzle:
        """The puzzle without a few clues of the pattern, for which its other solutions may have other values."""
        there = [clue for clue in given_clues(board.puzzle) if spell(clue.element) in pattern.wanted]
        near = nearest(there, centre, lambda clue: clue.element)[:_NEAREST]
        chosen = self._chance.sample(near, min(len(near), self._chance.choice(_OTHER_VALUES)))
        return compile_changed(board.puzzle, changes(dict.fromkeys(chosen, REMOVED)))

    def _restructured(self, board: Board, centre: Middle, finer: bool) -> Board | None:
        layers = self._moves.changed(board.layers, centre, finer=finer)
        dressing = None if layers is None else self._dress(layers)
        if layers is None or dressing is None:
            return None
        like = {var.name: value for var, value in board.solution.items()}
        return self._board(layers, dressing, dressing.seeds.solution(like=like))

    def _board(self, layers: Layers, dressing: Dressing, solution: dict[Var, int] | None) -> Board | None:
        self.uneven = []
        if solution is None:
            return None
        try:
            full = dressing.dressed(solution)
            puzzle = evened(full, self._symmetry, self._fixed)
        except CluewrightError as error:  # clues that make no puzzle together
            self.error = said_of(error)
            return None
        self.error = None
        self.uneven = uneven_layers(puzzle, self._symmetry)
        self._lonely = puzzle is not full or bool(self.uneven)
        if self.uneven:
            return None
        several = _several(puzzle, self._deadline)
        if several is None:
            return None
        elements, unknowns = _elements(puzzle), puzzle.model.unknowns
        left = [elements[var] for var in several]
        names = frozenset(name for name in unknowns if not several.isdisjoint(unknowns[name].variables.values()))
        missing = [] if self._pattern is None else self._pattern.missing(puzzle)
        return Board(layers, dressing, solution, puzzle, left + missing * _MISSING, names)

    def _far_from(self, centre: Middle, board: Board) -> dict[Var, int]:
        """What stays: the solution, except around a place."""
        reach = _CELL * self._chance.choice(_NEAR)
        known = board.dressing.seeds.puzzle.board
        centres = Symmetry(known, self._symmetry).points(centre) if self._is_even and known is not None else [centre]
        near = {var for var in board.solution if any(_is_near(board.dressing, var, each, reach) for each in centres)}
        return {var: value for var, value in board.solution.items() if var not in near}


def undecided(puzzle: CompiledPuzzle, deadline: float | None = None) -> list[object] | None:
    """The elements whose unknowns differ between solutions; None if there is no solution."""
    several = _several(puzzle, deadline)
    if several is None:
        return None
    elements = _elements(puzzle)
    return [elements[var] for var in several]


def _several(puzzle: CompiledPuzzle, deadline: float | None) -> KeysView[Var] | None:
    """The unknowns that differ between solutions, in order; None if there is no solution."""
    found = candidates(
        puzzle.model, timeout=None if deadline is None else max(0.0, deadline - time.monotonic()), judged=False
    )
    if not found.complete:
        raise TimeUp
    if not found.solvable:
        return None
    return {var: values for var, values in found.possible.items() if len(values) > 1}.keys()


def _is_near(dressing: Dressing, var: Var, centre: Middle, reach: float) -> bool:
    place = dressing.middles.get(var)
    return place is not None and max(abs(place[0] - centre[0]), abs(place[1] - centre[1])) <= reach


def _elements(puzzle: CompiledPuzzle) -> dict[Var, object]:
    """What each unknown is about."""
    layers = puzzle.model.unknowns.values()
    return {var: element for layer in layers for element, var in layer.variables.items()}
