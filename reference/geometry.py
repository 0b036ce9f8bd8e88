"""The names and functions of boards."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final

from cluewright.reference.boards import Board, Point
from cluewright.reference.elements import Cell, Corner, Edge, Group, Link, Place, Side, fail, named_group, spell
from cluewright.reference.evaluate import describe, items, number
from cluewright.reference.functions import members

_ON_SQUARES: Final = "at shift distance knight_apart boxes windows rectangles placements".split()


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
            "piece": lambda c, cells: self.piece(cell_of(c), members(cells)),
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
        found = self.board.side_between.get(frozenset((cell_of(a), cell_of(b))))
        return found or fail(f"{spell(a)} and {spell(b)} share no side")

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
        height, width = max(r for r, _ in self.board.places), max(c for _, c in self.board.places)
        sizes = [(h, w) for h in range(1, height + 1) for w in range(1, width + 1)]
        found = (g for h, w in sizes if area is None or h * w == number(area) for g in self.blocks(h, w))
        around = [g for g in found if containing is None or cell_of(containing) in g]
        barred = [cell_of(cell) for cell in members(without) if cell is not containing]
        return tuple(g for g in around if not any(cell in g for cell in barred))

    def placements(self, shape: object, turn: object = True, mirror: object = True) -> tuple[Group, ...]:
        rows = shape.split("/") if isinstance(shape, str) else []
        points = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign not in ". "]
        if not points:
            fail("the shape has no cells")
        shapes = [points] + ([[(r, -c) for r, c in points]] if mirror else [])
        if turn:
            shapes = [turned for one in shapes for turned in turns(one)]
        found = {frozenset(cells): cells for one in shapes for cells in self.laid(one)}
        laid = sorted(sorted(self.board.order[cell] for cell in cells) for cells in found)
        return tuple(named_group(self.board.cells[i] for i in indices) for indices in laid)

    def piece(self, start: Cell, cells: tuple[object, ...]) -> tuple[Cell, ...]:
        inside = set(cells)
        if start not in inside:
            return ()
        found, queue = {start: None}, deque([start])
        while queue:
            for cell in self.board.neighbours[queue.popleft()]:
                if cell in inside and cell not in found:
                    found[cell] = None
                    queue.append(cell)
        return tuple(found)


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
