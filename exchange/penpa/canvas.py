"""Places on a square grid of Penpa+.

A place is a point of a grid twice as fine: cells have even rows and columns, corners odd ones, and sides lie between.
Penpa+ numbers cells first, then corners, then the middles of sides, with two rows and columns to spare all around.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

#: A place, as (row, column) of the finer grid.
At = tuple[int, int]

#: Two rows and columns more than the margins are numbered, of which those before the grid count here.
_SPARE: Final = 2
#: What Penpa+ numbers one after the other, by what is added to twice the row and column.
_KINDS: Final = ((0, 0), (1, 1), (1, 0), (0, 1))

UP: Final = (-1, 0)
DOWN: Final = (1, 0)
LEFT: Final = (0, -1)
RIGHT: Final = (0, 1)
WAYS: Final = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT}

_CELL: Final = re.compile(r"r(\d+)c(\d+)")
_CORNER: Final = re.compile(r"p(\d+)q(\d+)")
_LINE: Final = re.compile(r"(row|column|top|bottom|left|right)(\d+)")


def cell_at(row: int, column: int) -> At:
    """The middle of a cell."""
    return 2 * row, 2 * column


def cell_name(at: At) -> str:
    """What we call the cell here."""
    return f"r{at[0] // 2}c{at[1] // 2}"


def moved(at: At, way: tuple[int, int], steps: int = 2) -> At:
    """A place some steps of the finer grid further on; two of them lead to the next cell."""
    return at[0] + steps * way[0], at[1] + steps * way[1]


def opposite(way: str) -> str:
    """The name of the direction that leads back."""
    return {"up": "down", "down": "up", "left": "right", "right": "left"}[way]


def is_middle(at: At) -> bool:
    """Whether this is the middle of a cell, inside the grid or outside."""
    return at[0] % 2 == 0 and at[1] % 2 == 0


def ends(side: At) -> tuple[At, At]:
    """The two cells beside a side."""
    way = DOWN if side[0] % 2 else RIGHT
    return moved(side, way, -1), moved(side, way, 1)


@dataclass(frozen=True)
class Canvas:
    """A grid with its margins (above, below, at the left, at the right) and holes."""

    rows: int
    columns: int
    margins: tuple[int, int, int, int] = (0, 0, 0, 0)
    holes: frozenset[At] = field(default=frozenset())

    @property
    def width(self) -> int:
        """Columns that have numbers."""
        return self.columns + self.margins[2] + self.margins[3] + 2 * _SPARE

    @property
    def height(self) -> int:
        """Rows that have numbers."""
        return self.rows + self.margins[0] + self.margins[1] + 2 * _SPARE

    @property
    def count(self) -> int:
        """How many places of a kind there are."""
        return self.width * self.height

    def at(self, index: int) -> At:
        """The place of a number."""
        kind, rest = divmod(index, self.count)
        row, column = divmod(rest, self.width)
        more = _KINDS[kind]
        first, _, left, _ = self.margins
        return 2 * (row + 1 - _SPARE - first) + more[0], 2 * (column + 1 - _SPARE - left) + more[1]

    def index(self, at: At) -> int:
        """The number of a place."""
        more = at[0] % 2, at[1] % 2
        row = (at[0] - more[0]) // 2 - 1 + _SPARE + self.margins[0]
        column = (at[1] - more[1]) // 2 - 1 + _SPARE + self.margins[2]
        return _KINDS.index(more) * self.count + row * self.width + column

    def cells(self) -> Iterator[At]:
        """All cells, row by row."""
        for r in range(1, self.rows + 1):
            yield from (at for c in range(1, self.columns + 1) if (at := cell_at(r, c)) not in self.holes)

    def is_cell(self, at: At) -> bool:
        """Whether there is a cell here."""
        y, x = at
        return is_middle(at) and 2 <= y <= 2 * self.rows and 2 <= x <= 2 * self.columns and at not in self.holes

    def is_visible(self, at: At) -> bool:
        """Whether a place is on the grid or in its margins; what is left of a larger grid may lie further out."""
        top, bottom, left, right = self.margins
        return -2 * top < at[0] < 2 * (self.rows + bottom + 1) and -2 * left < at[1] < 2 * (self.columns + right + 1)

    # ------------------------------------------------------------ names

    def name(self, at: At, kinds: Collection[str]) -> str | None:
        """What we call a place among elements of these kinds (cells, corners, links, ...); None if it is none."""
        y, x = at
        if self.is_cell(at):
            return f"r{y // 2}c{x // 2}" if "cells" in kinds else None
        if is_middle(at):
            return self._outside(at, kinds)
        if y % 2 and x % 2:
            on_board = 0 < y <= 2 * self.rows + 1 and 0 < x <= 2 * self.columns + 1
            return f"p{(y + 1) // 2}q{(x + 1) // 2}" if on_board and "corners" in kinds else None
        return self._side(at, kinds)

    def _side(self, at: At, kinds: Collection[str]) -> str | None:
        names = [self.name(end, ("cells",)) for end in ends(at)]
        if all(names):
            join = "|" if "sides" in kinds else "-" if "links" in kinds else None
            return join and join.join(str(name) for name in names)
        if not any(names) or "sides" not in kinds:
            return None
        is_level = at[0] % 2 == 1
        return (
            f"{names[0]}|{'down' if is_level else 'right'}"
            if names[0]
            else f"{names[1]}|{'up' if is_level else 'left'}"
        )

    def _outside(self, at: At, kinds: Collection[str]) -> str | None:
        y, x = at
        beside, below = 2 <= y <= 2 * self.rows, 2 <= x <= 2 * self.columns
        if beside == below:
            return None
        side = ("left" if x < 2 else "right") if beside else ("top" if y < 2 else "bottom")
        number = (y if beside else x) // 2
        if "outside" in kinds:
            return f"{side}{number}"
        line = "row" if beside else "column"
        return f"{line}{number}" if f"{line}s" in kinds else None


def place_of(name: str, canvas: Canvas) -> At | None:
    """The place that we call so; clues of whole rows and columns stand at the left and above."""
    cell, corner, line = (pattern.fullmatch(name) for pattern in (_CELL, _CORNER, _LINE))
    if cell:
        return cell_at(int(cell[1]), int(cell[2]))
    if corner:
        return 2 * int(corner[1]) - 1, 2 * int(corner[2]) - 1
    if line:
        far = {"bottom": canvas.rows + 1, "right": canvas.columns + 1}.get(line[1], 0)
        number = int(line[2])
        return cell_at(far, number) if line[1] in ("column", "top", "bottom") else cell_at(number, far)
    first, _, second = name.replace("|", "-").partition("-")
    start, end = _CELL.fullmatch(first), _CELL.fullmatch(second)
    if start and second in WAYS:
        return moved(cell_at(int(start[1]), int(start[2])), WAYS[second], 1)
    if start and end:
        return int(start[1]) + int(end[1]), int(start[2]) + int(end[2])
    return None
