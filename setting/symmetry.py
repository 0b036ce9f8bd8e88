"""The half-turn of a board: which element lies where another one lies after turning the board upside down."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from cluewright.compiler.boards import Board
from cluewright.compiler.elements import Element, Group


class HalfTurn:
    """Elements are recognised by their points; groups, lines and places outside by the cells they stand for."""

    def __init__(self, board: Board) -> None:
        self.board = board
        points = [point for cell in board.cells for point in cell.points]
        xs, ys = [x for x, _ in points] or [0], [y for _, y in points] or [0]
        self.sum = (min(xs) + max(xs), min(ys) + max(ys))

    def partners(self, elements: Iterable[object]) -> dict[object, object]:
        """For each element the one that takes its place; elements without a partner are left out."""
        listed = list(elements)
        by_shape = {shape: e for e in listed if (shape := self._shape(e, turned=False)) is not None}
        found = {}
        for element in listed:
            partner = by_shape.get(self._shape(element, turned=True))
            if partner is not None:
                found[element] = partner
        return found

    def _shape(self, element: object, turned: bool) -> Hashable | None:
        if isinstance(element, Group):
            return self._of_all(element.kind, element.cells, turned)
        if isinstance(element, tuple):
            return self._of_all("tuple", element, turned)
        if not isinstance(element, Element):
            return None
        if element in self.board.outside_lines:
            cells = tuple(self._shape(cell, turned) for cell in self.board.outside_lines[element])
            return ("outside", cells)
        points = element.points
        if not points:
            return None
        return (element.kind, frozenset(self._turn(point) for point in points) if turned else frozenset(points))

    def _of_all(self, kind: str, parts: Iterable[object], turned: bool) -> Hashable | None:
        shapes = frozenset(self._shape(part, turned) for part in parts)
        return None if None in shapes else (kind, shapes)

    def _turn(self, point: tuple[int, int]) -> tuple[int, int]:
        return (self.sum[0] - point[0], self.sum[1] - point[1])
