"""Clues: every way to write them, read into a value for each element."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from cluewright.reference.boards import Board
from cluewright.reference.elements import Cell, Corner, Element, Group, Link, Side, fail, spell
from cluewright.reference.values import Domain

_RULER: Final = re.compile(r"[-+=]{3,}|[-+=]+\+[-+=]*")
_EMPTY: Final = (".", "_")
_HOLE: Final = (".", "_", "#", "~", "x")
#: Keys that stand for several elements: the beginnings of their names.
_SERIES: Final = {
    "rows": "row",
    "columns": "column",
    "rises": "rise",
    "falls": "fall",
    "top": "top",
    "bottom": "bottom",
    "left": "left",
    "right": "right",
}


def grid_rows(data: Any) -> list[list[Any]]:
    """The entries of a text grid, or of a list of rows."""
    if isinstance(data, list):
        return [list(row) for row in data]
    lines = [line for line in str(data).splitlines() if line.strip() and not _RULER.fullmatch(line.strip())]
    return _entries(lines)


def _entries(lines: list[str]) -> list[list[object]]:
    if any(len(line.split()) > 1 for line in lines):
        return [list(line.replace("|", " ").split()) for line in lines]
    return [list(line.strip().replace("|", "")) for line in lines]


def drawing(data: Any) -> list[str]:
    """The lines of a drawing between cells; blank lines count, save at the end."""
    return str(data).rstrip().splitlines()


def read_clues(name: str, data: Any, over: Sequence[Any], domain: Domain, board: Board | None) -> dict[object, object]:
    """The clues of a layer over known elements, in the order in which they are given."""
    return _LayerReader(name, over, domain, board).read(data)


def read_groups(name: str, data: Any, domain: Domain, board: Board | None) -> dict[object, object]:
    """Groups and paths that the puzzle lists itself; without a value they are just there."""
    found: dict[object, object] = {}
    for i, entry in enumerate(data if isinstance(data, list) else fail(f"'{name}' must be a list of groups"), start=1):
        cells, value = (entry.get("cells"), entry.get("value")) if isinstance(entry, dict) else (entry, None)
        members = listed_cells(cells, board)
        if value is None and not (domain.is_bool or domain.is_any):
            fail(f"group {i} of '{name}' has no value")
        found[Group(f"{name}{i}", members)] = True if value is None else domain.read(value)
    return found


def listed_cells(text: Any, board: Board | None) -> list[Cell]:
    """Cells by name: a text with blanks or commas, with ranges, or a list of such."""
    if isinstance(text, list):
        return [cell for part in text for cell in listed_cells(part, board)]
    if board is None or text is None:
        fail("there are no cells to name here")
    names = {cell.name: cell for cell in board.cells}
    if str(text) in names:
        return [names[str(text)]]
    found: list[Cell] = []
    for token in filter(None, re.split(r"[\s,;]+", str(text).strip())):
        if token in names:
            found.append(names[token])
            continue
        token = token.lower()  # R1C1 is r1c1
        line = re.fullmatch(r"r(\d+)c(\d+)-(\d+)", token)
        if line:
            token = f"r{line[1]}c{line[2]}-r{line[1]}c{line[3]}"
        line = re.fullmatch(r"r(\d+)-(\d+)c(\d+)", token)
        if line:
            token = f"r{line[1]}c{line[3]}-r{line[2]}c{line[3]}"
        block = re.fullmatch(r"r(\d+)-(\d+)c(\d+)-(\d+)", token)
        if block:
            token = f"r{block[1]}c{block[3]}-r{block[2]}c{block[4]}"
        first, _, last = token.partition("-")
        if token in names:
            found.append(names[token])
        elif first in names and last in names:
            found += cell_range(names[first], names[last], board)
        else:
            fail(f"there is no cell '{token}'")
    return found


def cell_range(a: Cell, b: Cell, board: Board) -> list[Cell]:
    """The cells from one to the other along a line, or the rectangle between them."""
    if not board.is_square:
        for line in board.lines:
            if a in line and b in line:
                i, j = line.index(a), line.index(b)
                return list(line[i : j + 1] if i <= j else line[j : i + 1][::-1])
        fail(f"{a.name} and {b.name} do not lie on one line")
    down, across = b.row - a.row, b.column - a.column
    if down == 0 or across == 0 or abs(down) == abs(across):
        steps = max(abs(down), abs(across))
        points = [(a.row + i * _sign(down), a.column + i * _sign(across)) for i in range(steps + 1)]
    else:
        rows = range(min(a.row, b.row), max(a.row, b.row) + 1)
        points = [(r, c) for r in rows for c in range(min(a.column, b.column), max(a.column, b.column) + 1)]
    return [board.places[point] for point in points if point in board.places]


def _turns(key: str) -> list[str]:
    """A link or side may be named from either end."""
    return [key, *(mark.join(reversed(key.split(mark))) for mark in "-|")]


class _LayerReader:
    def __init__(self, name: str, over: Sequence[Any], domain: Domain, board: Board | None) -> None:
        self.name = name
        self.over = over
        self.domain = domain
        self.board = board
        self.elements = {spell(element): element for element in over}
        self.found: dict[object, Any] = {}

    def read(self, data: Any) -> dict[object, object]:
        if isinstance(data, dict):
            self.table(data)
        elif self.is_all(Cell) and not self.is_plain_list(data):
            self.grid(data)
        elif self.is_all(Link) and isinstance(data, str) and self.on_square():
            self.drawn(drawing(data), 0)
        elif self.is_all(Side) and isinstance(data, str) and self.on_square():
            self.drawn(drawing(data), 1)
        elif self.is_all(Corner) and not self.is_plain_list(data) and self.on_square():
            self.corner_grid(data)
        else:
            self.series(self.over, data)
        if self.domain.is_regions:
            return self.regions()
        return self.found

    def on_square(self) -> bool:
        return self.board is not None and self.board.is_square

    def is_all(self, kind: type[Element]) -> bool:
        return bool(self.over) and all(isinstance(element, kind) for element in self.over)

    def is_plain_list(self, data: Any) -> bool:
        """Values one by one, not row by row."""
        if self.board is None or not self.board.families:
            return True
        return isinstance(data, list) and not all(isinstance(row, list) for row in data)

    def put(self, element: Any, written: Any) -> None:
        if written is None or (written in _EMPTY and not self.domain.has(written)):
            return
        value = str(written) if self.domain.is_regions else self.domain.read(written)
        if self.found.setdefault(element, value) != value:
            fail(f"'{self.name}' has two clues at {spell(element)}")

    def regions(self) -> dict[object, object]:
        """Cells with the same letter are one group."""
        letters: dict[str, list[Cell]] = {}
        cells = [cell for cell in self.over if cell in self.found]
        for cell in cells:
            letters.setdefault(self.found[cell], []).append(cell)
        groups = {letter: Group(letter, members) for letter, members in letters.items()}
        return {cell: groups[self.found[cell]] for cell in cells}

    # ------------------------------------------------------------ pictures

    def grid(self, data: Any) -> None:
        assert self.board is not None
        rows = grid_rows(data)
        cells = set(self.over)
        if self.board.is_square:
            height, width = self.board.size
            if len(rows) != height:
                fail(f"the grid of '{self.name}' has {len(rows)} rows, but the board has {height}")
            for r, row in enumerate(rows, start=1):
                places = [self.board.places.get((r, c)) for c in range(1, width + 1)]
                if isinstance(data, list) and len(row) < width:  # holes need no entry in a list
                    places = [place for place in places if place is not None]
                if len(row) != len(places):
                    fail(f"row {r} of the grid of '{self.name}' has {len(row)} entries")
                for place, entry in zip(places, row, strict=True):
                    self.at_place(place, entry, cells)
            return
        lines = self.board.families["rows"]
        if [len(row) for row in rows] != [len(line) for line in lines]:
            fail(f"the grid of '{self.name}' does not have the rows of the board")
        for line, row in zip(lines, rows, strict=True):
            for cell, entry in zip(line, row, strict=True):
                self.at_place(cell, entry, cells)

    def at_place(self, cell: Cell | None, entry: Any, cells: set[Any]) -> None:
        if cell in cells:
            self.put(cell, entry)
        elif entry is not None and entry not in (_HOLE if cell is None else _EMPTY):
            fail(f"there is no cell for '{entry}' of '{self.name}'")

    def corner_grid(self, data: Any) -> None:
        for p, row in enumerate(grid_rows(data), start=1):
            for q, entry in enumerate(row, start=1):
                corner = self.elements.get(f"p{p}q{q}")
                if corner is not None:
                    self.put(corner, entry)
                elif str(entry) not in _HOLE:
                    fail(f"there is no corner for '{entry}' of '{self.name}'")

    def drawn(self, lines: list[str], margin: int) -> None:
        """Cells stand at every other sign (after a margin), clues between them."""
        spots = {self.spot(element, margin): element for element in self.over}
        for y, line in enumerate(lines):
            for x, sign in enumerate(line):
                element = spots.get((y, x))
                if element is None:
                    if sign not in ".o+_ " and not sign.isspace():
                        fail(f"there is no place for '{sign}' in the drawing of '{self.name}'")
                elif sign in "-|" and self.domain.is_bool:
                    self.put(element, "true")
                elif not sign.isspace():
                    self.put(element, sign)

    def spot(self, element: Any, margin: int) -> tuple[int, int]:
        """Where a link or side stands in the drawing."""
        if isinstance(element, Side):
            (p, q), (v, w) = (_numbers(corner.name) for corner in element.ends)
            return p + v - 2, q + w - 2
        a, b = element.ends
        return a.row + b.row - 2 + margin, a.column + b.column - 2 + margin

    # ------------------------------------------------------------ tables and lists

    def table(self, data: dict[Any, Any]) -> None:
        for key, value in data.items():
            known = str(key) if str(key) in self.elements or self.board is None else str(key).lower()
            if known in self.elements:
                self.put(self.elements[known], value)
            elif key in _SERIES and any(name.startswith(_SERIES[key]) for name in self.elements):
                pattern = re.compile(_SERIES[key] + r"\d+")
                self.series([e for name, e in self.elements.items() if pattern.fullmatch(name)], value)
            else:
                for element in self.named(known if any(turn in self.elements for turn in _turns(known)) else str(key)):
                    self.put(element, value)

    def named(self, key: str) -> list[object]:
        """The elements that a key names: several cells, or a link or side the other way round."""
        for turned in _turns(key):
            if turned in self.elements:
                return [self.elements[turned]]
        if any(isinstance(element, Cell) for element in self.over):
            cells = listed_cells(key, self.board)
            if all(cell.name in self.elements for cell in cells):
                return list(cells)
        return fail(f"'{self.name}' can have no clue at '{key}'")

    def series(self, elements: Sequence[Any], data: Any) -> None:
        """One value for each element, in order."""
        if isinstance(data, list):
            values = data
        else:
            values = series_entries(data, is_list=self.domain.parts is not None, signs=elements is not self.over)
        if len(values) != len(elements):
            fail(f"'{self.name}' has {len(values)} values for {len(elements)} elements")
        for element, value in zip(elements, values, strict=True):
            self.put(element, value)


def series_entries(data: Any, is_list: bool, signs: bool) -> list[str]:
    """The entries of a text: lists end at semicolons and line breaks, other values at blanks or, as signs, anywhere."""
    text = str(data).strip()
    if is_list:
        if re.search(r";\s*;", text):
            fail("nothing stands between two semicolons")
        return [part.strip() for part in re.split(r"[;\n]", text) if part.strip()]
    values = text.split()
    return list(values[0]) if signs and len(values) == 1 else values


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _numbers(name: str) -> tuple[int, int]:
    p, q = re.findall(r"\d+", name)
    return int(p), int(q)
