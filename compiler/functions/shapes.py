"""Functions on shapes: where one fits on the board, and whether two are alike."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.boards import SQUARE, Board, Step
from cluewright.compiler.elements import Cell, Seq
from cluewright.compiler.operators import Budget, known_members
from cluewright.models.errors import LanguageError

_TURNS: Final = 4
_index: Final = attrgetter("index")
MAX_SHAPE: Final = 100
#: The sign of a cell of a shape that is to lie on a given cell.
MARK: Final = "o"


class ShapeFunctions:
    """Shapes on a square grid, which may be turned and mirrored."""

    def __init__(self, board: Board, budget: Budget) -> None:
        self._board = board
        self._budget = budget

    def placements(self, shape: object, turn: bool = True, mirror: bool = True, on: object = None) -> Seq:
        """Every way to lay a shape such as "xxx/x.." on the board, turned and mirrored if allowed; with `on` only those
        whose cell `o` lies on this cell."""
        self._needs_square("placements")
        cells, marks = _drawn(shape)
        if on is not None and (on not in self._board.where or len(marks) != 1):
            raise LanguageError("`on` names the cell that the only o of the shape lies on", hint='write "xox/.x."')
        forms = _forms([*marks, *cells], turn, mirror)
        if on is None:  # a shape hangs on its first cell: the corner of its box may lie in a hole
            forms = list({tuple(_from_first(each)): each for each in forms}.values())
        at = self._board.at
        found: dict[tuple[int, ...], list[Cell]] = {}
        starts = at if on is None else (self._board.where[on],)
        for places in forms:
            self._budget.spend(len(places) * len(starts))
            for row, column in starts:
                laid = [at.get((row + r, column + c)) for r, c in places]
                if None not in laid:
                    laid.sort(key=_index)
                    found[tuple(map(_index, laid))] = laid  # type: ignore[assignment]
        return Seq([self._board.group(found[key], "shape") for key in sorted(found)])

    def same_shape(self, first: object, second: object, turn: bool = True, mirror: bool = True) -> bool:
        """Whether two known sets of cells have one shape, turned and mirrored if allowed."""
        self._needs_square("same_shape")
        one, other = self._places(first), self._places(second)
        self._budget.spend(len(one) + len(other))
        if len(one) != len(other) or not one:
            return len(one) == len(other)
        return _at_origin(one) in map(_at_origin, _forms(other, turn, mirror))

    def _places(self, things: object) -> list[Step]:
        cells = dict.fromkeys(known_members(things))
        for cell in cells:
            if not isinstance(cell, Cell):
                raise LanguageError(f"a shape consists of cells, not of {ir.describe(cell)}")
        return [self._board.where[cell] for cell in cells]  # type: ignore[index]

    def _needs_square(self, name: str) -> None:
        if self._board.kind is not SQUARE:
            raise LanguageError(f"{name}(...) is for square grids")


def form(shape: object) -> tuple[Step, ...]:
    """Equal for shapes that become each other when they are turned and mirrored."""
    cells, marks = _drawn(shape)
    return min(tuple(_from_first(each)) for each in _forms([*marks, *cells], turn=True, mirror=True))


def _drawn(shape: object) -> tuple[list[Step], list[Step]]:
    """The cells of a shape as it is written, and those with a mark."""
    rows = shape.replace("\n", "/").split("/") if isinstance(shape, str) else []
    signs = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row) if sign not in ". "}
    if not 1 <= len(signs) <= MAX_SHAPE:
        raise LanguageError(f'a shape is written like "xxx/x.." and has 1 to {MAX_SHAPE} cells')
    marks = [place for place, sign in signs.items() if sign == MARK]
    return [place for place in signs if place not in marks], marks


def _forms(cells: list[Step], turn: bool, mirror: bool) -> list[list[Step]]:
    """The shape in every allowed position, each as the places seen from its first cell."""
    forms = []
    for flipped in (False, True) if mirror else (False,):
        turned = [(r, -c) for r, c in cells] if flipped else cells
        for _ in range(_TURNS if turn else 1):
            top, left = turned[0]
            forms.append([(r - top, c - left) for r, c in turned])
            turned = [(c, -r) for r, c in turned]
    return list({tuple(sorted(each)): each for each in forms}.values())


def _from_first(cells: list[Step]) -> list[Step]:
    """The places in order, counted from the first of them."""
    first = min(cells)
    return sorted((r - first[0], c - first[1]) for r, c in cells)


def _at_origin(cells: list[Step]) -> list[Step]:
    """The places in order, counted from the top and the left of the shape."""
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return sorted((r - top, c - left) for r, c in cells)
