"""Symmetries of a board: which element lies where another one lies after the board is turned or mirrored."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Final, TypeVar, cast

from cluewright.compiler.boards import Board
from cluewright.compiler.elements import Cell, Element, Group
from cluewright.models.errors import CluewrightError, Problem, did_you_mean

Point = tuple[float, float]
_E = TypeVar("_E")
#: A point and the lowest and highest coordinates of the board: where the point goes.
_Move = Callable[[float, float, Point, Point], Point]

_MOVES: Final[dict[str, _Move]] = {
    "half-turn": lambda x, y, low, high: (low[0] + high[0] - x, low[1] + high[1] - y),
    "left-right": lambda x, y, low, high: (low[0] + high[0] - x, y),
    "top-bottom": lambda x, y, low, high: (x, low[1] + high[1] - y),
    "diagonal": lambda x, y, low, high: (low[0] + y - low[1], low[1] + x - low[0]),
    "antidiagonal": lambda x, y, low, high: (high[0] - (y - low[1]), high[1] - (x - low[0])),
    "quarter-turn": lambda x, y, low, high: (high[0] - (y - low[1]), low[1] + x - low[0]),
}
#: What people ask for, and the moves that it is made of.
SYMMETRIES: Final[dict[str, tuple[str, ...]]] = {
    "none": (),
    **{name: (name,) for name in _MOVES},
    "both-mirrors": ("left-right", "top-bottom"),
    "both-diagonals": ("diagonal", "antidiagonal"),
    "full": ("quarter-turn", "left-right"),
}


def demand_known(name: str) -> None:
    """Raises CluewrightError if there is no such symmetry."""
    if name not in SYMMETRIES:
        hint = did_you_mean(name, SYMMETRIES) or f"choose from {', '.join(SYMMETRIES)}"
        raise CluewrightError(Problem(f"'{name}' is no symmetry", hint=hint))


class Symmetry:
    """Elements are recognised by their points; groups, lines and places outside by the cells they stand for."""

    def __init__(self, board: Board, name: str = "half-turn") -> None:
        """Raises CluewrightError if there is no such symmetry."""
        demand_known(name)
        self.board = board
        self.name = name
        self._framed = bool(board.frame)
        points = [point for cell in _inside(board) for point in cell.points] or [(0, 0)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self._low, self._high = (min(xs), min(ys)), (max(xs), max(ys))
        self._moves = [_MOVES[move] for move in SYMMETRIES[name]]

    def demand(self) -> None:
        """Raise CluewrightError if the board has not got the symmetry."""
        for move in self._moves:
            if len(self._partners(self.board.cells, move)) < len(self.board.cells):
                raise CluewrightError(Problem(f"the board has not got the symmetry '{self.name}'"))

    def orbits(self, elements: Iterable[object]) -> list[list[object]]:
        """Elements that take each other's places, in the order of the first of each."""
        listed = list(elements)
        tables = [self._partners(listed, move) for move in self._moves]
        found: list[list[object]] = []
        done: set[object] = set()
        for element in listed:
            if element in done:
                continue
            orbit = [element]
            done.add(element)
            for member in orbit:
                for partner in [table[member] for table in tables if member in table]:
                    if partner not in done:
                        done.add(partner)
                        orbit.append(partner)
            found.append(orbit)
        return found

    def uneven(self, elements: Iterable[object]) -> set[object]:
        """Elements whose orbit is not complete: somewhere in it, nothing lies where the symmetry leads."""
        listed = list(elements)
        tables = [self._partners(listed, move) for move in self._moves]
        orbits = self.orbits(listed)
        return {e for orbit in orbits if any(m not in table for m in orbit for table in tables) for e in orbit}

    def images(self, elements: Sequence[_E]) -> list[dict[_E, _E]]:
        """Where each of the elements goes, for every way to combine the moves but staying."""
        tables = [cast("dict[_E, _E]", self._partners(elements, move)) for move in self._moves]
        stays = {element: element for element in elements}
        found = [stays]
        for known in found:
            for table in tables:
                moved = {element: table[known[element]] for element in elements}
                if moved not in found:
                    found.append(moved)
        return found[1:]

    def points(self, point: Point) -> list[Point]:
        """Where a point goes, itself included."""
        found = [point]
        for known in found:
            for move in self._moves:
                moved = self._moved(known, move) if self._is_inside(known) else known
                if moved not in found:
                    found.append(moved)
        return found

    def _partners(self, listed: Iterable[object], move: _Move) -> dict[object, object]:
        """For each element the one whose place it takes; elements without a partner are left out."""
        shapes = {element: self._shape(element, None) for element in listed}
        by_shape = {shape: element for element, shape in shapes.items() if shape is not None}
        moved = ((element, by_shape.get(self._shape(element, move))) for element in shapes)
        return {element: partner for element, partner in moved if partner is not None}

    def _shape(self, element: object, move: _Move | None) -> Hashable | None:
        if isinstance(element, Group):
            return self._of_all("group", element.cells, move)
        if isinstance(element, tuple):
            return self._of_all("tuple", element, move)
        if not isinstance(element, Element):
            return None
        if element in self.board.outside_lines:
            cells = tuple(self._shape(cell, move) for cell in self.board.outside_lines[element])
            return ("outside", cells)
        points = element.points
        if not points:
            return None
        moves = move is not None and all(map(self._is_inside, points))
        return (element.kind, frozenset(self._moved(p, move) for p in points) if move and moves else frozenset(points))

    def _of_all(self, kind: str, parts: Iterable[object], move: _Move | None) -> Hashable | None:
        shapes = frozenset(self._shape(part, move) for part in parts)
        return None if None in shapes else (kind, shapes)

    def _moved(self, point: Point, move: _Move) -> Point:
        return move(*point, self._low, self._high)

    def _is_inside(self, point: Point) -> bool:
        """Whether a point takes part: all do but those of a frame."""
        between = zip(self._low, point, self._high, strict=True)
        return not self._framed or all(low <= at <= high for low, at, high in between)


def _inside(board: Board) -> list[Cell]:
    """The cells that are no part of a frame."""
    edges = [cell for side in board.frame for cell in _first_line(board, side)]
    return [cell for cell in board.cells if cell not in edges] if edges else list(board.cells)


def _first_line(board: Board, side: str) -> list[Cell]:
    row, column = (1 if side == "top" else board.rows), (1 if side == "left" else board.columns)
    is_row = side in ("top", "bottom")
    return [cell for cell in board.cells if (cell.row == row if is_row else cell.column == column)]
