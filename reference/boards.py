"""Boards: cells that are polygons, laid side by side, or the nodes of a graph.

Everything follows from the corners of the cells: two cells that have two corners in common share the side between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from cluewright.reference.elements import Cell, Corner, Element, Group, Link, Place, Side, fail

#: Where a corner lies: down and across.
Point = tuple[int, int]
#: How far a step goes: down and across.
Step = tuple[int, int]


@dataclass
class Polygon:
    """A cell, where it lies, and its sides in order: the name of each and its two corners."""

    cell: Cell
    at: Point
    sides: list[tuple[str, Point, Point]]


@dataclass
class Board:
    """All parts of a board, in their order."""

    cells: tuple[Cell, ...]
    links: tuple[Link, ...]
    sides: tuple[Side, ...] = ()
    corners: tuple[Corner, ...] = ()
    #: Rows, columns, rises and falls.
    families: Mapping[str, tuple[Group, ...]] = field(default_factory=dict)
    places: Mapping[Point, Cell] = field(default_factory=dict)
    directions: Mapping[str, Step] = field(default_factory=dict)
    diagonal_directions: Mapping[str, Step] = field(default_factory=dict)
    outside: tuple[Place, ...] = ()
    diagonal_lines: tuple[Group, ...] = ()
    diagonals: tuple[Group, ...] = ()
    grids: tuple[Group, ...] = ()
    is_square: bool = False
    #: Rows and columns of a square board; the last of them may be without cells.
    size: Point = (0, 0)

    @cached_property
    def where(self) -> dict[Cell, Point]:
        """The place of every cell."""
        return {cell: point for point, cell in self.places.items()}

    @cached_property
    def order(self) -> dict[Cell, int]:
        """The position of every cell in the list of cells."""
        return {cell: i for i, cell in enumerate(self.cells)}

    @cached_property
    def link_between(self) -> dict[frozenset[Element], Link]:
        """Links by their cells."""
        return {frozenset(link.ends): link for link in self.links}

    @cached_property
    def side_between(self) -> dict[frozenset[Cell], Side]:
        """Inner sides by their cells."""
        return {frozenset(side.cells): side for side in self.sides if len(side.cells) == 2}

    @cached_property
    def neighbours(self) -> dict[Cell, tuple[Cell, ...]]:
        """The cells beside each cell."""
        return self._related((a, b) for link in self.links for a, b in [link.ends])

    @cached_property
    def touching(self) -> dict[Cell, tuple[Cell, ...]]:
        """The cells that share a side or a corner with each cell."""
        by_corner = ((a, b) for corner in self.corners for a in corner.cells for b in corner.cells if a is not b)
        return self._related([*((a, b) for link in self.links for a, b in [link.ends]), *by_corner])

    def _related(self, pairs: Iterable[tuple[Element, Element]]) -> dict[Cell, tuple[Cell, ...]]:
        found: dict[Cell, set[Cell]] = {cell: set() for cell in self.cells}
        for a, b in pairs:
            if isinstance(a, Cell) and isinstance(b, Cell):
                found[a].add(b)
                found[b].add(a)
        return {cell: tuple(sorted(others, key=self.order.__getitem__)) for cell, others in found.items()}

    @property
    def lines(self) -> tuple[Group, ...]:
        """The lines of all families."""
        return tuple(line for family in self.families.values() for line in family)

    def ray(self, cell: Cell, direction: str) -> tuple[Cell, ...]:
        """The cells seen from a cell, up to the edge or a hole."""
        step = self.directions.get(direction) or self.diagonal_directions.get(direction)
        if step is None:
            fail(f"'{direction}' is not a direction of this board")
        found: list[Cell] = []
        y, x = self.where[cell]
        while (next_cell := self.places.get((y := y + step[0], x := x + step[1]))) is not None:
            found.append(next_cell)
        return tuple(found)

    @cached_property
    def names(self) -> dict[str, Element | Group]:
        """The parts that have a name in expressions."""
        parts: list[Element | Group] = [*self.cells, *self.corners, *self.lines, *self.outside]
        return {part.name: part for part in parts}


def lay(polygons: Sequence[Polygon], corner_name: str) -> Board:
    """The board of these cells, without lines and directions."""
    points = sorted({point for polygon in polygons for _, a, b in polygon.sides for point in (a, b)})
    corners = {point: Corner(corner_name.format(y=point[0], x=point[1])) for point in points}
    owners: dict[tuple[Point, Point], list[Polygon]] = {}
    for polygon in polygons:
        for _, a, b in polygon.sides:
            owners.setdefault((min(a, b), max(a, b)), []).append(polygon)
    sides: dict[tuple[Point, Point], Side] = {}
    for polygon in polygons:
        for name, a, b in polygon.sides:
            ends = (min(a, b), max(a, b))
            if ends not in sides:
                cells = tuple(owner.cell for owner in owners[ends])
                across = cells[1].name if len(cells) == 2 else name
                sides[ends] = Side(f"{cells[0].name}|{across}", (corners[ends[0]], corners[ends[1]]), cells)
    for point, corner in corners.items():
        corner.cells = tuple(p.cell for p in polygons if any(point in (a, b) for _, a, b in p.sides))
        corner.sides = tuple(side for ends, side in sides.items() if point in ends)
    cells = tuple(polygon.cell for polygon in polygons)
    order = {cell: i for i, cell in enumerate(cells)}
    inner = [side.cells for side in sides.values() if len(side.cells) == 2]
    pairs = sorted(((a, b) for a, b in inner), key=lambda pair: (order[pair[0]], order[pair[1]]))
    links = tuple(Link(f"{a.name}-{b.name}", (a, b)) for a, b in pairs)
    places = {polygon.at: polygon.cell for polygon in polygons}
    return Board(cells, links, tuple(sides.values()), tuple(corners.values()), places=places)


def graph(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> Board:
    """The nodes are the cells, the edges are the links."""
    cells = {name: Cell(name) for name in nodes}
    if len(cells) != len(nodes):
        fail("a node of the graph stands there twice")
    order = {name: i for i, name in enumerate(nodes)}
    links: dict[tuple[str, str], Link] = {}
    for edge in edges:
        for name in edge:
            if name not in cells:
                fail(f"the graph has no node '{name}'")
        a, b = sorted(edge, key=order.__getitem__)
        links[a, b] = Link(f"{a}-{b}", (cells[a], cells[b]))
    listed = sorted(links, key=lambda pair: (order[pair[0]], order[pair[1]]))
    return Board(tuple(cells.values()), tuple(links[pair] for pair in listed))


def families(cells: Iterable[tuple[Cell, int]], name: str, backwards: bool = False) -> tuple[Group, ...]:
    """Cells put into lines by a number that is the same all along a line."""
    lines: dict[int, list[Cell]] = {}
    for cell, number in cells:
        lines.setdefault(number, []).append(cell)
    return tuple(
        Group(f"{name}{i}", lines[number]) for i, number in enumerate(sorted(lines, reverse=backwards), start=1)
    )
