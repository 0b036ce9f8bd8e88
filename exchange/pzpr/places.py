"""The places of a square board in the order in which pzpr.js writes them, by the names that cluewright uses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

#: Lists of places by name; each takes the number of rows and columns.
_LISTS: dict[str, Callable[[int, int], list[str]]] = {}

CELL: Final = re.compile(r"r(\d+)c(\d+)")


def place_kinds() -> list[str]:
    """The names of all lists of places."""
    return list(_LISTS)


@lru_cache(maxsize=32)
def places(kind: str, rows: int, columns: int) -> tuple[str, ...]:
    """All places of a kind, in order; several kinds have a plus between them."""
    return tuple(place for one in kind.split("+") for place in _LISTS[one](rows, columns))


@lru_cache(maxsize=32)
def place_set(kind: str, rows: int, columns: int) -> frozenset[str]:
    """The same, to ask whether a place is one of them."""
    return frozenset(places(kind, rows, columns))


def width(kind: str, columns: int) -> int:
    """How many places stand in a row of text, for those kinds that form one rectangle."""
    return {"cells": columns, "corners": columns + 1, "inner_corners": columns - 1, "centres": 2 * columns - 1}[kind]


def cell(row: int, column: int) -> str:
    """The name of a cell; both count from 1."""
    return f"r{row}c{column}"


def cell_at(name: str) -> tuple[int, int]:
    """Row and column of a cell."""
    found = CELL.fullmatch(name)
    assert found is not None
    return int(found[1]), int(found[2])


def natural(name: str) -> list[int]:
    """A key by which names of places sort as their numbers do."""
    return [int(number) for number in re.findall(r"[0-9]+", name)]


def side_rows(rows: int, columns: int, join: str = "|", border: bool = False) -> list[list[str]]:
    """The sides (or links) as rows of text: first those between left and right, then those between up and down."""

    def beside(row: int, column: int) -> str:
        if column == 0:
            return f"{cell(row, 1)}{join}left"
        return f"{cell(row, column)}{join}{cell(row, column + 1) if column < columns else 'right'}"

    def below(row: int, column: int) -> str:
        if row == 0:
            return f"{cell(1, column)}{join}up"
        return f"{cell(row, column)}{join}{cell(row + 1, column) if row < rows else 'down'}"

    first, last = (0, 1) if border else (1, 0)
    upright = [[beside(r, c) for c in range(first, columns + last)] for r in range(1, rows + 1)]
    level = [[below(r, c) for c in range(1, columns + 1)] for r in range(first, rows + last)]
    return upright + level


def _kind(name: str) -> Callable[[Callable[[int, int], list[str]]], None]:
    def register(function: Callable[[int, int], list[str]]) -> None:
        _LISTS[name] = function

    return register


@_kind("cells")
def _cells(rows: int, columns: int) -> list[str]:
    return [cell(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)]


@_kind("corners")
def _corners(rows: int, columns: int) -> list[str]:
    return [f"p{r}q{c}" for r in range(1, rows + 2) for c in range(1, columns + 2)]


@_kind("inner_corners")
def _inner_corners(rows: int, columns: int) -> list[str]:
    return [f"p{r}q{c}" for r in range(2, rows + 1) for c in range(2, columns + 1)]


@_kind("links")
def _links(rows: int, columns: int) -> list[str]:
    return [name for row in side_rows(rows, columns, "-") for name in row]


@_kind("links_by_cell")
def _links_by_cell(rows: int, columns: int) -> list[str]:
    """From each cell but the last the link to the right and the one down, also where there is none."""

    def beside(row: int, column: int) -> list[str]:
        right = cell(row, column + 1) if column < columns else "right"
        down = cell(row + 1, column) if row < rows else "down"
        return [f"{cell(row, column)}-{right}", f"{cell(row, column)}-{down}"]

    return [link for name in places("cells", rows, columns)[:-1] for link in beside(*cell_at(name))]


@_kind("sides")
def _sides(rows: int, columns: int) -> list[str]:
    return [name for row in side_rows(rows, columns) for name in row]


@_kind("upright_sides")
def _upright_sides(rows: int, columns: int) -> list[str]:
    """Those inside the board that lie between a left and a right cell."""
    return [name for name in places("sides", rows, columns) if is_upright(name)]


@_kind("level_sides")
def _level_sides(rows: int, columns: int) -> list[str]:
    """Those inside the board that lie between an upper and a lower cell."""
    return [name for name in places("sides", rows, columns) if not is_upright(name)]


@_kind("all_sides")
def _all_sides(rows: int, columns: int) -> list[str]:
    """In an address those inside the board come first, then the edge: top, bottom, left, right."""
    return [*places("sides+edge", rows, columns)]


@_kind("edge")
def _edge(rows: int, columns: int) -> list[str]:
    """The sides on the edge of the board."""
    edge = [f"{cell(1, c)}|up" for c in range(1, columns + 1)]
    edge += [f"{cell(rows, c)}|down" for c in range(1, columns + 1)]
    edge += [f"{cell(r, 1)}|left" for r in range(1, rows + 1)]
    return edge + [f"{cell(r, columns)}|right" for r in range(1, rows + 1)]


@_kind("outside")
def _outside(rows: int, columns: int) -> list[str]:
    sides = {"top": columns, "bottom": columns, "left": rows, "right": rows}
    return [f"{side}{i}" for side, length in sides.items() for i in range(1, length + 1)]


@_kind("top_left")
def _top_left(rows: int, columns: int) -> list[str]:
    return [f"top{i}" for i in range(1, columns + 1)] + [f"left{i}" for i in range(1, rows + 1)]


@_kind("columns_rows")
def _columns_rows(rows: int, columns: int) -> list[str]:
    """Columns and rows, for clues that belong to a whole line."""
    return [f"column{i}" for i in range(1, columns + 1)] + [f"row{i}" for i in range(1, rows + 1)]


@_kind("columns")
def _columns(rows: int, columns: int) -> list[str]:
    return [f"column{i}" for i in range(1, columns + 1)]


@_kind("rows")
def _rows(rows: int, columns: int) -> list[str]:
    return [f"row{i}" for i in range(1, rows + 1)]


@_kind("top")
def _top(rows: int, columns: int) -> list[str]:
    return [f"top{i}" for i in range(1, columns + 1)]


@_kind("left")
def _left(rows: int, columns: int) -> list[str]:
    return [f"left{i}" for i in range(1, rows + 1)]


@_kind("centres")
def _centres(rows: int, columns: int) -> list[str]:
    """The middles of cells and sides, and inner corners, row by row: where something symmetric can turn."""
    return [_centre(y, x) for y in range(1, 2 * rows) for x in range(1, 2 * columns)]


def _centre(y: int, x: int) -> str:
    row, column = (y + 1) // 2, (x + 1) // 2
    if y % 2 and x % 2:
        return cell(row, column)
    if y % 2:
        return f"{cell(row, column)}|{cell(row, column + 1)}"
    if x % 2:
        return f"{cell(row, column)}|{cell(row + 1, column)}"
    return f"p{row + 1}q{column + 1}"


def is_upright(side: str) -> bool:
    """Whether a side (or link) lies between a left and a right cell, not between an upper and a lower one."""
    first, second = re.split(r"[|-]", side)
    return second in ("left", "right") or first.partition("c")[0] == second.partition("c")[0]


def inner_neighbour(place: str) -> str:
    """The cell beside a place outside the board, at the top or at the left; other places are themselves."""
    for side, name in (("top", "r1c{}"), ("left", "r{}c1")):
        if place.startswith(side):
            return name.format(place.removeprefix(side))
    return place


# ---------------------------------------------------------------- rooms


def room_letters(number: int) -> str:
    """a to z, then aa, ab, ..."""
    text = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        text = chr(ord("a") + letter) + text
    return text


def split_into_rooms(rows: int, columns: int, is_wall: Callable[[str], bool]) -> dict[str, str]:
    """The room of every cell; walls are asked for by the name of a side, rooms are in the order of first cells."""
    room: dict[str, str] = {}
    count = 0
    for start in places("cells", rows, columns):
        if start in room:
            continue
        name = room_letters(count)
        count += 1
        stack = [start]
        room[start] = name
        while stack:
            row, column = cell_at(stack.pop())
            for r, c in ((row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)):
                if 1 <= r <= rows and 1 <= c <= columns and cell(r, c) not in room:
                    first, second = sorted(((row, column), (r, c)))
                    if not is_wall(f"{cell(*first)}|{cell(*second)}"):
                        room[cell(r, c)] = name
                        stack.append(cell(r, c))
    return room


def walls_of(rows: int, columns: int, room: Mapping[str, str]) -> set[str]:
    """The sides between different rooms; a cell without a room is a room of its own."""
    return {
        side for side in places("sides", rows, columns) if len({room.get(name, name) for name in side.split("|")}) == 2
    }


def rooms_in_order(room: Mapping[str, str], cells: Iterable[str]) -> list[str]:
    """The names of the rooms, in the order of their first cells."""
    return list(dict.fromkeys(room[name] for name in cells if name in room))


def head_cells(room: Mapping[str, str]) -> dict[str, str]:
    """Where the number of each room is written: the upper cell of its leftmost column."""
    heads: dict[str, str] = {}
    for name, letter in room.items():
        row, column = cell_at(name)
        if letter not in heads or (column, row) < cell_at(heads[letter])[::-1]:
            heads[letter] = name
    return heads
