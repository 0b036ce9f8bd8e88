"""Functions on boards: lines of sight, shapes, distances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.boards import SQUARE, Board, Direction, Step
from cluewright.compiler.elements import Cell, Edge, Element, Group, Layer, Relation, Seq
from cluewright.compiler.functions.cost import small
from cluewright.compiler.operators import Budget, items, known_members
from cluewright.compiler.work import PER_STEP, charge
from cluewright.models.errors import LanguageError

#: Steps that a block of cells takes, and how many of its cells are put in place in one further step.
_BLOCK: Final = 6
_QUICK: Final = 6


class BoardFunctions:
    """What can be asked about the cells of a board."""

    def __init__(self, board: Board, budget: Budget) -> None:
        self._board = board
        self._budget = budget

    @small
    def ray(self, cell: Any, direction: Any) -> Seq:
        """The cells seen from a cell in a direction, nearest first, without the cell itself."""
        return self._board.ray(cell, direction)

    @small
    def shift(self, cell: Any, rows: int, columns: int) -> Seq:
        """The cell so many rows down and columns to the right, as a list of one or, off the board, of none."""
        self._needs_square("shift")
        self._cell(cell)
        found = self._board.shifted(cell, ir.number(rows), ir.number(columns))
        return Seq((found,)) if found else Seq()

    @small
    def row(self, cell: object) -> int:
        """The number of the cell's row, from 1."""
        return self._counted(cell).row

    @small
    def column(self, cell: object) -> int:
        """The number of the cell's column, from 1."""
        return self._counted(cell).column

    @small
    def at(self, row: int, column: int) -> Seq:
        """The cell in a row and column, as a list of one or, off the board, of none."""
        self._needs_square("at")
        found = self._board.at.get((ir.number(row), ir.number(column)))
        return Seq((found,)) if found else Seq()

    def _cell(self, cell: object) -> Cell:
        if not isinstance(cell, Cell):
            raise LanguageError(f"expected a cell, not {ir.describe(cell)}")
        return cell

    def _counted(self, cell: object) -> Cell:
        """A cell in a row and column: on a graph there are none."""
        if not self._board.lines:
            raise LanguageError("this board has no rows and columns")
        return self._cell(cell)

    def _needs_square(self, name: str) -> None:
        if self._board.kind is not SQUARE:
            raise LanguageError(f"{name}(...) is for square grids")

    @small
    def distance(self, first: object, second: object) -> int:
        """Steps from cell to cell along rows and columns."""
        self._needs_square("distance")
        if first.__class__ is Cell and second.__class__ is Cell:  # asked very often
            return abs(first.row - second.row) + abs(first.column - second.column)
        a, b = self._cell(first), self._cell(second)
        return abs(a.row - b.row) + abs(a.column - b.column)

    @small
    def knight_apart(self, first: object, second: object) -> bool:
        """Whether a chess knight moves from one cell to the other."""
        self._needs_square("knight_apart")
        a, b = self._cell(first), self._cell(second)
        return {abs(a.row - b.row), abs(a.column - b.column)} == {1, 2}

    @small
    def next(self, cell: Any, direction: Any) -> Seq:
        """The cell beside a cell in a direction, as a list of one or, at the edge or a hole, of none."""
        ahead = self._board.ray(cell, direction)
        return ahead[:1] if len(ahead) > 1 else ahead

    @small
    def ring(self, cell: Any) -> Seq:
        """The places around a cell, clockwise, each a list of one cell or, off the board, of none."""
        around = self._board.around
        if not around:
            raise LanguageError("this board has no directions")
        return Seq(self.next(cell, direction) for direction in around)

    @small
    def opposite(self, direction: Any) -> Direction:
        """The direction back."""
        return self._board.turned_round(self._board.direction(direction))

    @small
    def direction(self, first: Any, second: Any) -> Direction:
        """The direction from one cell to another on the same line, be there holes between them or not."""
        return self._board.course(self._cell(first), self._cell(second))[0]

    def between(self, first: Any, second: Any) -> Seq:
        """The cells strictly between two cells on one line."""
        direction, steps = self._board.course(self._cell(first), self._cell(second))
        ray = self._board.ray(first, direction)
        if len(ray) >= steps:
            return Seq(ray[: steps - 1])
        (row, column), (down, right) = self._board.where[first], direction.step
        places = ((row + k * down, column + k * right) for k in range(1, steps))
        return Seq(self._board.at[place] for place in places if place in self._board.at)

    def crosses(self, first: object, second: object) -> bool:
        """Whether two straight connections between cells meet inside."""
        return not set(self._inside(first)).isdisjoint(self._inside(second))

    def _inside(self, connection: object) -> Seq:
        """The cells that two connections have in common where they meet."""
        ends = items(connection)
        return self.between(ends[0], ends[1])

    @small
    def view(self, place: Any) -> Seq:
        """The cells that a place outside the grid looks at, nearest first."""
        found = self._board.outside_lines.get(place)
        if found is None:
            raise LanguageError(f"{place} is not a place outside the grid")
        return found

    @small
    def link(self, first: object, second: object) -> Edge:
        """The link between two neighbouring cells."""
        return self._shared(self._board.links, first, second, "link")

    @small
    def side(self, first: Any, second: Any) -> Edge:
        """The side that two neighbouring cells share, or the side of a cell in a direction."""
        if isinstance(second, (Direction, str)):
            return self._board.side_towards(self._cell(first), self._board.direction(second))
        return self._shared(self._board.sides, first, second, "side")

    def _shared(self, relation: Relation, first: object, second: object, what: str) -> Edge:
        common = [edge for edge in relation(first) if edge in relation(second)]
        if not common:
            raise LanguageError(f"{first} and {second} share no {what}")
        return common[0]  # type: ignore[no-any-return]

    def ends(self, edge: Any) -> Seq:
        """The two ends of a side (corners) or link (cells)."""
        return Seq(edge)

    def boxes(self, shape: object, group: object = None) -> Seq:
        """The board (or a group of cells) cut into boxes of [rows, columns], from the top left."""
        self._needs_square("boxes")
        size = [ir.number(n) for n in items(shape)]
        if len(size) != 2 or min(size) < 1:
            raise LanguageError("the size of a box is [rows, columns], both at least 1")
        height, width = size
        charge(2 * PER_STEP * len(self._board.cells if group is None else items(group)))
        return self._board.boxes(height, width, None if group is None else items(group))

    def windows(self, rows: int, columns: int) -> Seq:
        """Every block of so many rows and columns of cells, at every place where it fits."""
        self._needs_square("windows")
        return Seq(self._blocks(ir.number(rows), ir.number(columns), self._board.cells))

    def _blocks(self, height: int, width: int, corners: Iterable[Cell]) -> Iterator[Group]:
        if height < 1 or width < 1:
            raise LanguageError("a block has at least one row and one column")
        board, spend = self._board, self._budget.spend
        for corner in corners:
            row, column = board.where[corner]
            spend(_BLOCK + height * width // _QUICK)
            if (row + height - 1, column + width - 1) not in board.at:
                continue
            cells: list[Cell] = []
            for here in range(row, row + height):
                line = self._rows.get(here, {})
                start = line.get(column)
                if start is None or line.get(column + width - 1) != start + width - 1:
                    break
                cells += self._cells_in_order[start : start + width]
            else:
                name = f"{cells[0]}-{cells[-1]}" if board.kind is SQUARE and len(cells) > 1 else None
                yield board.group(cells, "rectangle", name)

    @cached_property
    def _rows(self) -> dict[int, dict[int, int]]:
        """For each row the positions of its cells in reading order, by column: cells side by side have numbers one
        after the other."""
        rows: dict[int, dict[int, int]] = {}
        for position, cell in enumerate(self._cells_in_order):
            row, column = self._board.where[cell]
            rows.setdefault(row, {})[column] = position
        return rows

    @cached_property
    def _cells_in_order(self) -> list[Cell]:
        return sorted(self._board.cells, key=lambda cell: self._board.where[cell])

    def rectangles(self, area: object = None, containing: object = None, without: object = ()) -> Seq:
        """Every rectangle of cells, of a given area, around a given cell and without others if these are named."""
        self._needs_square("rectangles")
        board = self._board
        barred = {board.where[self._cell(cell)] for cell in known_members(without)} if without != () else set()
        around = None if containing is None else board.where[self._cell(containing)]
        if around is not None:
            corners = self._corners_around(around, barred - {around}, area)
        else:
            corners = self._corners(barred, area)
        found: list[Group] = []
        for (height, width), places in sorted(corners.items()):
            ordered = sorted((board.at[place] for place in places), key=lambda cell: cell.index)
            found.extend(self._blocks(height, width, ordered))
        return Seq(found)

    def _corners_around(self, around: Step, barred: set[Step], area: object) -> dict[Step, list[Step]]:
        """For each height and width the top left corners of rectangles around a place."""
        corners: dict[Step, list[Step]] = {}
        row, column = around
        spans: dict[int, tuple[int, int]] = {}
        for step in (-1, 1):
            left, right = 1, self._board.columns
            here = row
            while (here, column) in self._board.at and (here, column) not in barred:
                self._budget.spend(1)
                left = self._reach(here, column, -1, left, barred)
                right = self._reach(here, column, 1, right, barred)
                spans[here] = (left, right)
                here += step
        for top in range(row, min(spans, default=row + 1) - 1, -1):
            for bottom in range(row, max(spans) + 1):
                left, right = max(spans[top][0], spans[bottom][0]), min(spans[top][1], spans[bottom][1])
                height = bottom - top + 1
                for first in range(column, left - 1, -1):
                    for last in self._lasts(first, column, right, height, area):
                        corners.setdefault((height, last - first + 1), []).append((top, first))
        return corners

    def _corners(self, barred: set[Step], area: object) -> dict[Step, list[Step]]:
        """For each height and width the top left corners of rectangles."""
        corners: dict[Step, list[Step]] = {}
        board = self._board
        for row, column in map(board.where.__getitem__, board.cells):
            right, here = board.columns, row
            while (here, column) in board.at and (here, column) not in barred:
                right = self._reach(here, column, 1, right, barred)
                height = here - row + 1
                for last in self._lasts(column, column, right, height, area):
                    corners.setdefault((height, last - column + 1), []).append((row, column))
                here += 1
        return corners

    def _lasts(self, first: int, column: int, right: int, height: int, area: object) -> Iterable[int]:
        """The last columns of rectangles of a height that begin at one column and reach another."""
        self._budget.spend(1)
        if area is None:
            self._budget.spend(2 * max(0, right - column + 1))  # each is found and listed
            return range(column, right + 1)
        wanted = ir.number(area)
        last = first + wanted // height - 1
        return (last,) if wanted % height == 0 and column <= last <= right else ()

    def _reach(self, row: int, column: int, step: int, limit: int, barred: set[Step]) -> int:
        """The last column up to a limit that cells of a row reach from a column on."""
        board, here = self._board, column
        while here != limit and (row, here + step) in board.at and (row, here + step) not in barred:
            here += step
        self._budget.spend(1 + abs(here - column) // _QUICK)
        return here

    def regions(self, layer: object) -> Seq:
        """The regions of a letter grid, in the order of their first cells."""
        if not isinstance(layer, Layer) or layer.is_unknown:
            raise LanguageError("regions(...) takes a layer of regions")
        return Seq(dict.fromkeys(layer.values()))

    @cached_property
    def _diagonal_lines(self) -> Seq:
        """Made once, so that a line is the same element wherever it is listed."""
        lines: dict[tuple[object, ...], Group] = {}
        listed: list[Group] = []
        for name, step in (("downright", (1, 1)), ("downleft", (1, -1))):
            for start in self._board.cells:
                row, column = self._board.where[start]
                if (row - step[0], column - step[1]) not in self._board.at:
                    cells = (start, *self._board.ray(start, self._board.directions[name]))
                    named = Group("diagonal", f"diagonal {cells[0]}-{cells[-1]}", len(lines), cells)
                    listed.append(lines.setdefault(cells, named))
        return Seq(listed)

    def _main_diagonals(self, lines: Seq) -> Seq:
        longest = min(self._board.rows, self._board.columns)
        return Seq(d for d in lines if len(d) == longest) if self._board.rows == self._board.columns else Seq()

    def makers(self) -> dict[str, Callable[[], object]]:
        """The board's own names, lists of elements and directions, each made when first needed."""
        board = self._board
        found: dict[str, Callable[[], object]] = {
            "cells": lambda: board.cells,
            "sides": lambda: board.sides,
            "corners": lambda: board.corners,
            "links": lambda: board.links,
            "neighbours": lambda: board.neighbours,
            "touching": lambda: board.touching,
            "diagonal_neighbours": lambda: board.diagonal_neighbours,
            "grids": lambda: board.grids,
            "outside": lambda: Seq(place for side in board.outside.values() for place in side),
            "lines": lambda: Seq(line for family in board.lines.values() for line in family),
        }
        for listed, directions in board.listed_directions.items():
            found[listed] = partial(_same, directions)
        for direction in board.directions.values():
            found[direction.name] = partial(_same, direction)
        for family, lines in board.lines.items():
            found[f"{family}s"] = partial(Relation.make, f"{family}s", lines, self._splitter(family))
        if board.kind is SQUARE:
            found["diagonal_lines"] = lambda: self._diagonal_lines
            found["diagonals"] = lambda: self._main_diagonals(self._diagonal_lines)
        return found

    def names(self) -> dict[str, object]:
        """The board's own names with their values."""
        return {name: make() for name, make in self.makers().items()}

    def _splitter(self, family: str) -> Any:
        def split(group: Element) -> Seq | None:
            if isinstance(group, Group):
                charge(len(group))
            return self._board.lines_of(family, group.cells) if isinstance(group, Group) else None

        return split


def _same(thing: object) -> object:
    return thing
