"""The names and functions of boards."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final

from cluewright.reference.boards import Board, Point
from cluewright.reference.elements import Cell, Corner, Edge, Group, Link, Place, Side, fail, named_group, spell
from cluewright.reference.evaluate import describe, items, number
from cluewright.reference.functions import members

_ON_SQUARES: Final = "at shift distance knight_apart boxes windows rectangles placements same_shape inside".split()


def cell_of(value: object) -> Cell:
    """A cell and nothing else."""
    return value if isinstance(value, Cell) else fail(f"expected a cell, not {describe(value)}")


class Geometry:
    """What can be said about one board."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def values(self) -> dict[str, object]:
        """The names that are lists, and those of single parts."""
        board = self.board
        pairs = tuple(link.ends for link in board.links)
        touching = _pairs(board, board.touching)
        values: dict[str, Any] = {
            "cells": board.cells,
            "sides": board.sides,
            "corners": board.corners,
            "links": board.links,
            "neighbours": pairs,
            "touching": touching,
            "diagonal_neighbours": tuple(pair for pair in touching if pair not in set(pairs)),
            "rows": (),
            "columns": (),
            **board.families,
            "lines": board.lines,
            "diagonal_lines": board.diagonal_lines,
            "diagonals": board.diagonals,
            "outside": board.outside,
            "directions": tuple(board.directions),
            "diagonal_directions": tuple(board.diagonal_directions),
            "grids": board.grids,
        }
        return {**{d: d for d in (*board.directions, *board.diagonal_directions)}, **values, **board.names}

    def functions(self) -> dict[str, Callable[..., object]]:
        """Everything that is called with parentheses."""
        board = self.board
        return {
            "cells": self.cells,
            "sides": self.sides,
            "corners": self.corners,
            "links": lambda c: tuple(link for link in board.links if cell_of(c) in link.ends),
            "neighbours": lambda c: board.neighbours[cell_of(c)],
            "touching": lambda c: board.touching[cell_of(c)],
            "diagonal_neighbours": self.diagonal_neighbours,
            **{family: self.cutter(family) for family in board.families},
            "row": lambda c: self.counted(c).row,
            "column": lambda c: self.counted(c).column,
            "ray": lambda c, direction: board.ray(cell_of(c), direction),
            "direction": self.direction,
            "between": self.between,
            "crosses": lambda a, b: bool(set(self.between(*items(a))) & set(self.between(*items(b)))),
            "view": lambda place: place.view if isinstance(place, Place) else fail("expected a place outside"),
            "link": self.link,
            "side": self.side,
            "ends": lambda x: x.ends if isinstance(x, Edge) else fail(f"{spell(x)} has no ends"),
            "next": lambda c, direction: board.ray(cell_of(c), direction)[:1],
            "ring": self.ring,
            "opposite": self.opposite,
            "ways": self.ways,
            "piece": self.piece,
            "pieces": self.pieces,
            "within": self.within,
            "openings": self.openings,
            "regions": lambda layer: tuple(dict.fromkeys(layer.clues[c] for c in board.cells if c in layer.clues)),
        }

    def square_functions(self) -> dict[str, Callable[..., object]]:
        """Those that make sense on square grids only."""
        if not self.board.is_square:
            return dict.fromkeys(_ON_SQUARES, lambda *_, **__: fail("this is for square grids"))
        return {
            "at": lambda row, column: self.at(number(row), number(column)),
            "shift": self.shift,
            "distance": lambda a, b: sum(_apart(cell_of(a), cell_of(b))),
            "knight_apart": lambda a, b: sorted(_apart(cell_of(a), cell_of(b))) == [1, 2],
            "boxes": self.boxes,
            "windows": lambda rows, columns: tuple(self.blocks(number(rows), number(columns))),
            "rectangles": self.rectangles,
            "placements": self.placements,
            "same_shape": self.same_shape,
            "inside": self.inside,
        }

    def counted(self, value: object) -> Cell:
        """A cell in a row and column."""
        return cell_of(value) if self.board.families else fail("this board has no rows and columns")

    # ------------------------------------------------------------ parts of parts

    def cells(self, x: object) -> tuple[Cell, ...]:
        if isinstance(x, Group | Link):
            return tuple(items(x))
        return x.cells if isinstance(x, Side | Corner) else fail(f"{spell(x)} has no cells")

    def sides(self, x: object) -> tuple[Side, ...]:
        if isinstance(x, Cell):
            return tuple(side for side in self.board.sides if x in side.cells)
        return x.sides if isinstance(x, Corner) else fail(f"{spell(x)} has no sides")

    def corners(self, x: object) -> tuple[object, ...]:
        if isinstance(x, Cell):
            return tuple(corner for corner in self.board.corners if x in corner.cells)
        return x.ends if isinstance(x, Side) else fail(f"{spell(x)} has no corners")

    def diagonal_neighbours(self, c: Any) -> tuple[Cell, ...]:
        beside = self.board.neighbours[cell_of(c)]
        return tuple(x for x in self.board.touching[c] if x not in beside)

    def cutter(self, family: str) -> Callable[[object], tuple[Group, ...]]:
        """`rows(g)` and the like: a group of cells cut into lines."""

        def cut(group: object) -> tuple[Group, ...]:
            cells = items(group)
            lines = [[c for c in cells if c in line] for line in self.board.families[family]]
            met = sorted((line for line in lines if line), key=lambda line: cells.index(line[0]))
            return tuple(named_group(line, self.board.is_square) for line in met)

        return cut

    def link(self, a: object, b: object) -> Link:
        found = self.board.link_between.get(frozenset((cell_of(a), cell_of(b))))
        return found or fail(f"{spell(a)} and {spell(b)} share no link")

    def side(self, a: object, b: object) -> Side:
        if isinstance(b, str):
            return self.side_towards(cell_of(a), b)
        found = self.board.side_between.get(frozenset((cell_of(a), cell_of(b))))
        return found or fail(f"{spell(a)} and {spell(b)} share no side")

    def side_towards(self, cell: Cell, direction: str) -> Side:
        """The side of a cell in a direction: beyond it lies the next cell, or the name of the side says so."""
        for beyond in self.board.ray(cell, direction)[:1]:
            return self.side(cell, beyond)
        found = [side for side in self.sides(cell) if side.name == f"{cell.name}|{direction}"]
        return found[0] if found else fail(f"{cell.name} has no side {direction}")

    # ------------------------------------------------------------ from place to place

    def at(self, row: int, column: int) -> tuple[Cell, ...]:
        return tuple(c for c in self.board.cells if (c.row, c.column) == (row, column))

    def shift(self, c: Any, rows: Any, columns: Any) -> tuple[Cell, ...]:
        return self.at(cell_of(c).row + number(rows), c.column + number(columns))

    def direction(self, a: object, b: object) -> str:
        (y, x), (v, w) = self.board.where[cell_of(a)], self.board.where[cell_of(b)]
        for name, (down, across) in {**self.board.directions, **self.board.diagonal_directions}.items():
            steps = (v - y) // down if down else (w - x) // across
            if steps > 0 and (v - y, w - x) == (steps * down, steps * across):
                return name
        return fail(f"{spell(a)} and {spell(b)} do not lie on one line")

    def between(self, a: Any, b: Any) -> tuple[Cell, ...]:
        name = self.direction(a, b)
        step = {**self.board.directions, **self.board.diagonal_directions}[name]
        found: list[Cell] = []
        y, x = self.board.where[a]
        while (point := (y := y + step[0], x := x + step[1])) != self.board.where[b]:
            if point in self.board.places:
                found.append(self.board.places[point])
        return tuple(found)

    def opposite(self, direction: object) -> str:
        steps = {**self.board.directions, **self.board.diagonal_directions}
        if direction not in steps:
            fail(f"{describe(direction)} is not a direction")
        down, across = steps[str(direction)]
        return next(name for name, step in steps.items() if step == (-down, -across))

    def ring(self, c: object) -> tuple[tuple[Cell, ...], ...]:
        """Clockwise from the right: directions are listed in this order, and diagonal ones lie between two of them."""
        straight, diagonal = list(self.board.directions), list(self.board.diagonal_directions)
        if not straight:
            fail("this board has no directions")
        around = [name for pair in zip(straight, diagonal, strict=True) for name in pair] if diagonal else straight
        return tuple(self.board.ray(cell_of(c), name)[:1] for name in around)

    # ------------------------------------------------------------ lines

    def ways(self, line: object, c: object) -> tuple[str, ...]:
        drawn = members(line)
        beside = [(name, self.board.ray(cell_of(c), name)[:1]) for name in self.board.directions]
        return tuple(name for name, next_to in beside for x in next_to if self.link(c, x) in drawn)

    def inside(self, c: object, loop: object) -> bool:
        """Walk to the left, through the middles of cells if the loop runs along sides, and just above them if it runs
        through cells, and count."""
        cell, drawn = cell_of(c), members(loop)
        if any(not isinstance(edge, Edge) for edge in drawn):
            fail("a loop consists of sides or links")
        if any(isinstance(edge, Link) and cell in edge.ends for edge in drawn):
            return False
        crossed = 0
        for edge in drawn:
            if isinstance(edge, Side):
                (p, q), (y, x) = (_numbers(corner.name) for corner in edge.ends)
                crossed += q == x and min(p, y) == cell.row and q <= cell.column
            elif isinstance(edge, Link):
                above, below = sorted((end.row, end.column) for end in edge.ends if isinstance(end, Cell))
                crossed += above[1] == below[1] < cell.column and below[0] == cell.row
        return crossed % 2 == 1

    def openings(self, walls: object) -> tuple[tuple[Cell, Cell], ...]:
        closed = set()
        for wall in members(walls):
            if not isinstance(wall, Side | Link):
                fail(f"{spell(wall)} is not a border between cells")
            closed.add(frozenset(wall.cells if isinstance(wall, Side) else wall.ends))
        return tuple(link.ends for link in self.board.links if frozenset(link.ends) not in closed)  # type: ignore[misc]

    # ------------------------------------------------------------ groups

    def boxes(self, shape: object, group: object = None) -> tuple[Group, ...]:
        height, width = (number(n) for n in items(shape))
        if height < 1 or width < 1:
            fail("a box has at least one row and one column")
        cells = self.board.cells if group is None else items(group)
        top, left = (1, 1) if group is None else (min(c.row for c in cells), min(c.column for c in cells))
        found: dict[Point, list[Cell]] = {}
        for cell in cells:
            found.setdefault(((cell.row - top) // height, (cell.column - left) // width), []).append(cell)
        return tuple(map(named_group, found.values()))

    def blocks(self, rows: int, columns: int) -> Iterable[Group]:
        """Every block of that size, where all its cells exist."""
        if rows < 1 or columns < 1:
            fail("a block has at least one row and one column")
        shape = [(r, c) for r in range(rows) for c in range(columns)]
        return (named_group(cells) for cells in self.laid(shape))

    def laid(self, shape: list[Point]) -> Iterable[tuple[Cell, ...]]:
        """A shape at every place where it fits, in the order of its top left places."""
        places = self.board.places
        top, left = min(r for r, _ in shape), min(c for _, c in shape)
        height, width = max((r for r, _ in places), default=0), max((c for _, c in places), default=0)
        for r in range(1, height + 1):
            for c in range(1, width + 1):
                points = [(r + y - top, c + x - left) for y, x in sorted(shape)]
                if all(point in places for point in points):
                    yield tuple(places[point] for point in points)

    def rectangles(self, area: object = None, containing: object = None, without: object = ()) -> tuple[Group, ...]:
        height, width = self.board.size
        sizes = [(h, w) for h in range(1, height + 1) for w in range(1, width + 1)]
        found = (g for h, w in sizes if area is None or h * w == number(area) for g in self.blocks(h, w))
        around = [g for g in found if containing is None or cell_of(containing) in g]
        barred = [cell_of(cell) for cell in members(without) if cell is not containing]
        return tuple(g for g in around if not any(cell in g for cell in barred))

    def placements(
        self, shape: object, turn: object = True, mirror: object = True, on: object = None
    ) -> tuple[Group, ...]:
        rows = shape.split("/") if isinstance(shape, str) else []
        points = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign not in ". "]
        if not points:
            fail("the shape has no cells")
        marked = [(r, c) for r, c in points if rows[r][c] == "o"]
        if on is not None and len(marked) != 1:
            fail("a shape that lies on a cell has one o")
        # the mark comes first, and stays first however the shape is turned
        seen_from = [*marked, *(point for point in points if point not in marked)]
        found: dict[frozenset[Cell], None] = {}
        for form in positions(seen_from, turn, mirror):
            for r, c in self.board.places if on is None else [self.board.where[cell_of(on)]]:
                laid = [self.board.places.get((r + y - form[0][0], c + x - form[0][1])) for y, x in form]
                if None not in laid:
                    found[frozenset(cell for cell in laid if cell)] = None
        ordered = sorted(sorted(self.board.order[cell] for cell in cells) for cells in found)
        return tuple(named_group(self.board.cells[i] for i in indices) for indices in ordered)

    def same_shape(self, first: object, second: object, turn: object = True, mirror: object = True) -> bool:
        one, other = ([(cell_of(c).row, cell_of(c).column) for c in members(part)] for part in (first, second))
        if not one or not other:
            return one == other
        return any(_moved_to_corner(one) == _moved_to_corner(form) for form in positions(other, turn, mirror))

    def piece(self, c: object, cells: object = None, by: object = None) -> tuple[Any, ...]:
        inside: set[Any] = set(self.board.cells if cells is None else members(cells))
        start: Any = cell_of(c) if cells is None or by is None else c
        if start not in inside:
            return ()
        found, queue = {start: None}, deque([start])
        while queue:
            for cell in self.beside(queue.popleft(), by):
                if cell in inside and cell not in found:
                    found[cell] = None
                    queue.append(cell)
        return tuple(found)

    def beside(self, cell: Any, by: object) -> Iterable[Any]:
        """The cells that a cell is joined with, in the order of the board: its neighbours, or by pairs; then what is no
        cell, in the order of the pairs."""
        if by is None:
            return self.board.neighbours[cell]
        others = [x for pair in members(by) if cell in items(pair) for x in items(pair) if x != cell]
        return sorted(dict.fromkeys(others), key=lambda x: self.board.order.get(x, len(self.board.cells)))

    def pieces(self, cells: object = None, by: object = None) -> tuple[Group, ...]:
        inside = self.board.cells if cells is None else members(cells)
        found = {frozenset(self.piece(c, inside, by)) for c in inside}
        ordered = sorted(sorted(map(self.board.order.__getitem__, piece)) for piece in found)
        return tuple(named_group([self.board.cells[i] for i in piece], self.board.is_square) for piece in ordered)

    def within(self, c: object, steps: object, cells: object = None) -> tuple[Cell, ...]:
        start = cell_of(c)
        passable = {start, *(self.board.cells if cells is None else members(cells))}
        steps = number(steps)
        if steps < 0:
            fail("a number of steps is not less than 0")
        reached = {start}
        for _ in range(min(steps, len(self.board.cells))):
            reached |= {there for here in reached & passable for there in self.board.neighbours[here]}
        return tuple(sorted(reached, key=self.board.order.__getitem__))


def positions(points: list[Point], turn: object, mirror: object) -> list[list[Point]]:
    """A shape as it lies, turned and mirrored if allowed."""
    shapes = [points, [(r, -c) for r, c in points]] if mirror else [points]
    return [turned for one in shapes for turned in turns(one)] if turn else shapes


def _moved_to_corner(points: list[Point]) -> list[Point]:
    top, left = min(r for r, _ in points), min(c for _, c in points)
    return sorted((r - top, c - left) for r, c in points)


def _numbers(corner: str) -> Point:
    """Down and across, of a corner of a square grid."""
    down, across = corner.removeprefix("p").split("q")
    return int(down), int(across)


def turns(points: list[Point]) -> list[list[Point]]:
    """A shape turned by no, one, two and three quarters."""
    return [
        points,
        [(c, -r) for r, c in points],
        [(-r, -c) for r, c in points],
        [(-c, r) for r, c in points],
    ]


def _apart(a: Cell, b: Cell) -> tuple[int, int]:
    return abs(a.row - b.row), abs(a.column - b.column)


def _pairs(board: Board, related: dict[Cell, tuple[Cell, ...]]) -> tuple[tuple[Cell, Cell], ...]:
    return tuple((a, b) for a in board.cells for b in related[a] if board.order[a] < board.order[b])
