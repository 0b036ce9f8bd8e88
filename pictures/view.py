"""Where things lie: from the elements of a board to places on the picture."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final

from cluewright.compiler.boards import Board
from cluewright.compiler.elements import Cell, Edge, Element, Group, Point
from cluewright.pictures.primitives import XY

#: Radius of the circle that fits into a cell, by kind of grid.
_INNER_RADIUS: Final = {"square": 0.5, "hex": 0.5, "triangle": 0.289, "graph": 0.36}

#: How far from the middle of its last cell a line leaves the grid.
_BORDER_DISTANCE: Final = {**_INNER_RADIUS, "triangle": 0.42}

#: At which end of a line its clue stands (True: before the first cell), so that no two families share a border.
_STARTS_FIRST: Final = {"row": True, "column": True, "rise": True, "fall": False}

_OUTSIDE_STEP: Final = {"top": (0.0, -1.0), "bottom": (0.0, 1.0), "left": (-1.0, 0.0), "right": (1.0, 0.0)}


class View:
    """The places of one board's elements."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.kind = board.kind.name
        self.inner_radius = _INNER_RADIUS[self.kind]
        self._centres = {cell: self._middle(cell, len(board.cells)) for cell in board.cells}
        self._outside = {place: side for side, places in board.outside.items() for place in places}
        self._families = {line: family for family, lines in board.lines.items() for line in lines}
        self._known = {*board.cells, *board.sides, *board.corners, *board.links, *self._outside}
        #: How far the texts beside each line reach already.
        self._taken: dict[Element, float] = defaultdict(float)
        self._edges: dict[str, float] = {}

    def xy(self, point: Point) -> XY:
        """A point of the lattice on the picture."""
        return (point[0] * self.board.kind.scale[0], point[1] * self.board.kind.scale[1])

    def _middle(self, cell: Cell, count: int) -> XY:
        if cell.points:
            corners = [self.xy(point) for point in cell.points]
            return (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
        # Nodes without a grid stand on a circle.
        radius = 0.0 if count == 1 else max(1.2, 0.3 * count)
        angle = 2 * math.pi * cell.index / count - math.pi / 2
        return (round(radius * (1 + math.cos(angle)), 4), round(radius * (1 + math.sin(angle)), 4))

    def knows(self, element: object) -> bool:
        """Whether an element (or every part of a tuple) has a place on the picture; beside a group, as in (2, group), a
        number or a word needs none."""
        if isinstance(element, Group):
            return len(element) > 0 and all(isinstance(c, Cell) and c in self._centres for c in element)
        if isinstance(element, tuple):
            is_placed = any(isinstance(part, Group) for part in element)
            parts = [part for part in element if not (is_placed and isinstance(part, int | str))]
            return len(parts) > 0 and all(self.knows(part) for part in parts)
        return isinstance(element, Element) and element in self._known

    def cells(self, element: object) -> list[Cell]:
        """The cells that an element is, joins or contains, in order and each once."""
        return list(dict.fromkeys(self._walk(element)))

    def _walk(self, element: object) -> Iterator[Cell]:
        if isinstance(element, Cell):
            yield element
        elif isinstance(element, Edge) and element.kind == "side":
            yield from self.board.cells(element)
        elif isinstance(element, Edge | Group | tuple):
            for part in element:
                yield from self._walk(part)

    def outline(self, cell: Cell) -> tuple[XY, ...]:
        """The corners of a cell, clockwise."""
        if cell.points:
            return tuple(self.xy(point) for point in cell.points)
        x, y = self._centres[cell]
        turns = [2 * math.pi * k / 24 for k in range(24)]
        radius = self.inner_radius
        return tuple((round(x + radius * math.cos(a), 4), round(y + radius * math.sin(a), 4)) for a in turns)

    def centre(self, element: object) -> XY:
        """The middle of an element: of the first cell of a group, half way along a side or link."""
        if isinstance(element, Cell):
            return self._centres[element]
        if isinstance(element, Element) and element.kind == "corner":
            return self.xy(element.points[0])
        if element in self._outside:
            return self.beside(element, 0.5)
        if isinstance(element, Group):
            return self._centres[self.top_left(element)]
        if isinstance(element, tuple) and not (len(element) == 2 and all(isinstance(part, Cell) for part in element)):
            return self.centre(element[0])
        (x0, y0), (x1, y1) = self.segment(element)
        return ((x0 + x1) / 2, (y0 + y1) / 2)

    def segment(self, element: object) -> tuple[XY, XY]:
        """The two ends of an element: along a side, between cells or corners, from the first to the last cell."""
        if isinstance(element, Edge) and element.kind == "side":
            return self.xy(element.points[0]), self.xy(element.points[1])
        if isinstance(element, tuple) and len(element) == 2 and all(_is_corner(part) for part in element):
            return self.centre(element[0]), self.centre(element[1])
        cells = self.cells(element)
        if not cells:
            return self.centre(element), self.centre(element)
        return self._centres[cells[0]], self._centres[cells[-1]]

    def border(self, element: object) -> tuple[XY, XY]:
        """The side between the two cells of a link or pair; other elements are their segment."""
        cells = self.cells(element)
        if isinstance(element, Edge) and element.kind != "side" and len(cells) == 2:
            shared = [point for point in cells[0].points if point in cells[1].points]
            if len(shared) == 2:
                return self.xy(shared[0]), self.xy(shared[1])
        return self.segment(element)

    def top_left(self, element: object) -> Cell:
        """The cell of a group where a small label is looked for: the topmost, then the leftmost."""
        return min(self.cells(element), key=lambda cell: (self._centres[cell][1], self._centres[cell][0]))

    def is_beside(self, element: object) -> bool:
        """Whether an element's clue stands outside the grid."""
        return element in self._outside or element in self._families

    def side_of(self, element: object) -> str:
        """The margin in which an element's clue stands; `free` where the grid has slanted lines."""
        if element in self._outside:
            return self._outside[element]
        return {"row": "left", "column": "top"}.get(self._families[element], "free")

    def starts_first(self, element: object) -> bool:
        """Whether a clue stands before the first cell of its line, so that its last number is next to the grid."""
        return _STARTS_FIRST[self._families[element]] if element in self._families else True

    def beside(self, element: Any, distance: float) -> XY:
        """A place outside the grid, at a distance from the border, in line with an element."""
        if element in self._outside:
            cells = self.board.outside_lines[element]
            x, y = self._centres[cells[0]]
            step = _OUTSIDE_STEP[self._outside[element]]
            # All clues of one side stand on one level, whatever holes the grid has.
            edge = self._edge(self._outside[element])
            reach = abs(edge - (x if step[0] else y)) + distance
        else:
            cells = element.cells
            first = self.starts_first(element)
            x, y = self._centres[cells[0] if first else cells[-1]]
            step = self._direction(element, first)
            reach = _BORDER_DISTANCE[self.kind] + distance
            if self.kind == "square":
                edge = self._edge(self.side_of(element))
                reach = abs(edge - (x if step[0] else y)) + distance
        return (round(x + step[0] * reach, 4), round(y + step[1] * reach, 4))

    def _direction(self, line: Group, first: bool) -> XY:
        family = self._families[line]
        if family in ("row", "column"):
            return (-1.0, 0.0) if family == "row" else (0.0, -1.0)
        slope = 3**0.5 / 2
        x = 0.5
        y = -slope if first else slope
        return (x, y)

    def _edge(self, side: str) -> float:
        if side not in self._edges:
            axis = 0 if side in ("left", "right") else 1
            places = [self.xy(corner.points[0])[axis] for corner in self.board.corners]
            self._edges[side] = min(places) if side in ("left", "top") else max(places)
        return self._edges[side]

    def reserve(self, element: Any, length: float) -> float:
        """Take the next stretch beside a line and say where it starts."""
        start = self._taken[element]
        self._taken[element] = start + length
        return start

    def loops(self, cells: Iterable[Cell], inset: float = 0.0) -> tuple[tuple[XY, ...], ...]:
        """The border of a set of cells as closed loops, drawn in by some distance."""
        chosen = list(cells)
        if any(not cell.points for cell in chosen):
            return tuple(self.outline(cell) for cell in chosen)
        return tuple(self._inset(loop, inset) for loop in _border_loops(chosen))

    def _inset(self, loop: list[Point], distance: float) -> tuple[XY, ...]:
        points = [self.xy(point) for point in loop]
        moved = []
        for i, (x, y) in enumerate(points):
            n1 = _inward(points[i - 1], (x, y))
            n2 = _inward((x, y), points[(i + 1) % len(points)])
            spread = 1 + n1[0] * n2[0] + n1[1] * n2[1]
            factor = distance / max(spread, 0.2)
            moved.append((round(x + (n1[0] + n2[0]) * factor, 4), round(y + (n1[1] + n2[1]) * factor, 4)))
        return tuple(moved)


def _border_loops(cells: list[Cell]) -> list[list[Point]]:
    """Outlines run clockwise, so a side inside the set occurs in both directions; what is left is the border."""
    directed: dict[tuple[Point, Point], None] = {}
    for cell in cells:
        for i, end in enumerate(cell.points):
            start = cell.points[i - 1]
            if (end, start) in directed:
                del directed[end, start]
            else:
                directed[start, end] = None
    following: dict[Point, list[Point]] = defaultdict(list)
    for start, end in directed:
        following[start].append(end)
    loops = []
    while directed:
        start, end = next(iter(directed))
        loop: list[Point] = []
        while (start, end) in directed:
            del directed[start, end]
            following[start].remove(end)
            loop.append(start)
            # Where the set touches itself in a point, the sharpest right turn stays with the same cell.
            choices = following[end]
            if not choices:
                break
            chosen = max(choices, key=lambda after: _turn(start, end, after))
            start, end = end, chosen
        loops.append(_without_straight_points(loop))
    return loops


def _turn(before: Point, here: Point, after: Point) -> float:
    """How far one turns right at a point; positive is right (y grows downwards)."""
    one = math.atan2(here[1] - before[1], here[0] - before[0])
    two = math.atan2(after[1] - here[1], after[0] - here[0])
    return (two - one + math.pi) % (2 * math.pi)


def _without_straight_points(loop: list[Point]) -> list[Point]:
    kept = []
    for i, (x, y) in enumerate(loop):
        (px, py), (nx, ny) = loop[i - 1], loop[(i + 1) % len(loop)]
        if (x - px) * (ny - y) != (y - py) * (nx - x):
            kept.append((x, y))
    return kept or loop


def _inward(start: XY, end: XY) -> XY:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    return (-dy / length, dx / length)


def _is_corner(part: object) -> bool:
    return isinstance(part, Element) and part.kind == "corner"
