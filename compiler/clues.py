"""Reading the clues of a puzzle: text grids, lists and maps become layers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from cluewright.compiler.boards import SQUARE, Board
from cluewright.compiler.elements import Element, Group, Layer, Seq, spell_all
from cluewright.compiler.model import spell
from cluewright.compiler.textgrid import EMPTY, Row, Spot, Token, read_characters, read_rows
from cluewright.compiler.values import ValueSpec
from cluewright.models.errors import CluewrightError, LanguageError, Place, Problem, did_you_mean
from cluewright.models.records import record
from cluewright.models.source import Document, Path

#: Signs that may stand in a text grid where the board has a hole.
_HOLE_SIGNS: Final = (*EMPTY, "#", "~", "x")


@record(frozen=False)
class ClueReader:
    """Reads one layer of clues; all mistakes in it are collected."""

    name: str
    values: ValueSpec
    #: The elements that may carry a clue, or None where the puzzle lists groups of cells itself.
    elements: Seq | None
    board: Board | None
    document: Document
    path: Path
    #: Whether the cells of a group are drawn as one thing, so that several pieces are probably a slip.
    whole: bool = False

    def __post_init__(self) -> None:
        self.problems: list[Problem] = []
        #: What may be meant as it is, but is more often a slip.
        self.warnings: list[Problem] = []
        #: By what an element or group is given: a sign of a block, or a path in the document.
        self.given: dict[object, Token | Spot | Path] = {}
        self.found: dict[Any, object] = {}
        self.kind = "group" if self.elements is None else kind_of(self.elements)

    def read(self, data: object) -> Layer:
        """The layer, or an error with everything that is wrong in it."""
        try:
            self._read(data)
        except LanguageError as error:
            self._blame(error, self.path)
        if self.problems:
            raise CluewrightError(*self.problems)
        if self.values.is_regions:
            self._make_regions()
        if self.whole or self.values.is_regions:
            self._warn_of_pieces()
        return Layer(self.name, self.kind, self.found, is_unknown=False)

    def _read(self, data: Any) -> None:
        if data is None:
            return
        if self.elements is None:
            self._read_groups(data)
        elif isinstance(data, dict):
            self._read_map(data)
        elif isinstance(data, list):
            self._read_list(data)
        elif self.kind == "cell":
            self._read_grid(str(data))
        elif self.kind in ("link", "side", "corner"):
            self._read_drawing(str(data))
        else:
            self._read_list(str(data).split("\n") if "\n" in str(data).strip() else str(data).split())

    def _blame(self, error: LanguageError, path: Path, place: Place | None = None) -> None:
        where = place or self.document.place(path)
        self.problems.append(self.document.problem_at(f"{self.name}: {error.message}", where, error.hint))

    def _put(self, element: object, raw: object, path: Path, token: Token | Spot | None = None) -> None:
        if self.elements is not None and self._is_nothing(raw):
            return
        try:
            if self.elements is not None and element not in self._members:
                raise LanguageError("here can be no such clue")
            value = raw if self.values.is_regions else self.values.read(raw)
            if element in self.found and self.found[element] != value:
                raise LanguageError(f"{element} is given twice, as {self.found[element]} and as {value}")
            self.found[element] = value
            if token is not None:
                self.given[element] = token
        except LanguageError as error:
            place = None if token is None else self._token_place(token)
            self._blame(LanguageError(f"{error.message} (at {element})", error.hint), path, place)

    def _is_nothing(self, raw: object) -> bool:
        """Whether an entry leaves its place empty; a sign for that may be a value of this layer."""
        return raw is None or (raw in EMPTY and raw not in self.values.words and raw not in self.values.symbols)

    @cached_property
    def _signs_of_nothing(self) -> frozenset[str]:
        return frozenset(sign for sign in EMPTY if self._is_nothing(sign))

    @cached_property
    def _members(self) -> frozenset[object]:
        return frozenset(self.elements or ())

    # ------------------------------------------------------------ text grids

    def _place_of(self, thing: object) -> Place:
        """Where an element or group is given in the file."""
        given = self.given.get(thing, self.path)
        return self._token_place(given) if isinstance(given, (Token, Spot)) else self.document.place(given)

    def _token_place(self, token: Token | Spot) -> Place:
        """Where a token of a block stands in the file."""
        first = self.document.mark(self.path)
        if first.style not in ("|", ">"):
            return self.document.place(self.path)
        number = first.line + 1 + token.line
        line = self.document.lines[number] if number < len(self.document.lines) else ""
        indent = self._indent(first.line + 1)
        return Place(self.document.file, number + 1, min(indent + token.column, len(line)) + 1)

    def _indent(self, first: int) -> int:
        for line in self.document.lines[first:]:
            if line.strip():
                return len(line) - len(line.lstrip())
        return 0

    def _read_grid(self, block: str) -> None:
        assert self.board is not None
        rows = read_rows(block)
        expected = _cells_by_row(self.board)
        if len(rows) != len(expected):
            raise LanguageError(f"the grid has {len(rows)} rows, but the board has {len(expected)}")
        for number, (row, cells) in enumerate(zip(rows, expected, strict=True), 1):
            if len(row) != len(cells):
                message = f"row {number} of the grid has {len(row)} entries, expected {len(cells)}"
                self._blame(LanguageError(message), self.path, self._token_place(Spot(row, 0)))
                continue
            self._read_row(row, cells)

    def _read_row(self, row: Row, cells: Sequence[Element | None]) -> None:
        """Signs for nothing are passed over first of all: there may be thousands."""
        nothing = self._signs_of_nothing
        for position, (text, cell) in enumerate(zip(row.texts, cells, strict=True)):
            if text in nothing:
                continue
            if cell is not None:
                self._put(cell, text, self.path, Spot(row, position))
            elif text not in _HOLE_SIGNS:
                error = LanguageError(f"'{text}' stands where the board has no cell")
                self._blame(error, self.path, self._token_place(Spot(row, position)))

    def _read_drawing(self, block: str) -> None:
        """A drawing for links, sides or corners of a square grid: cells at every other character, signs between."""
        board = self.board
        if board is None or board.kind is not SQUARE:
            raise LanguageError(
                "only a square grid can be drawn with signs between its cells", hint="list them as {name: value}"
            )
        if self.kind == "corner":
            self._read_corners(block)
            return
        lines = read_characters(block)
        shift = 1 if self.kind == "side" else 0
        places = {_drawing_place(element, shift): element for element in self.elements or ()}
        for row, line in enumerate(lines):
            for column, sign in enumerate(line):
                element = places.get((row, column))
                if element is not None and sign != " ":
                    sign = "x" if self.values.is_bool and sign in "-|" else sign  # a line where it is drawn
                    self._put(element, sign, self.path, Token(row, column))
                elif element is None and sign not in " .o+_":
                    error = LanguageError(f"'{sign}' does not stand between two cells")
                    self._blame(error, self.path, self._token_place(Token(row, column)))

    def _read_corners(self, block: str) -> None:
        assert self.board is not None
        rows = read_rows(block)
        corners = {(c.points[0][1] // 2, c.points[0][0] // 2): c for c in self.board.corners}
        if len(rows) != self.board.rows + 1 or any(len(row) != self.board.columns + 1 for row in rows):
            raise LanguageError(f"a grid of corners has {self.board.rows + 1} rows of {self.board.columns + 1} entries")
        for i, row in enumerate(rows):
            self._read_row(row, [corners.get((i, j)) for j in range(len(row))])

    # ------------------------------------------------------------ maps and lists

    def _read_map(self, data: Mapping[Any, Any]) -> None:
        families = self._families()
        for key, value in data.items():
            path = (*self.path, key)
            if key in families:
                self._fill(families[key], value, path)
                continue
            try:
                elements = self._named(str(key))
            except LanguageError as error:
                self.problems.append(self.document.problem(f"{self.name}: {error.message}", path, error.hint, key=True))
                continue
            for element in elements:
                self._put(element, value, path)

    def _families(self) -> dict[object, Seq]:
        """Keys that stand for a whole list of elements: `rows`, `top`, ..."""
        board = self.board
        if board is None:
            return {}
        members = set(self.elements or ())
        found = {f"{family}s": lines for family, lines in board.lines.items()}
        found.update(board.outside)
        return {name: lines for name, lines in found.items() if any(line in members for line in lines)}

    @cached_property
    def _by_name(self) -> dict[str, object]:
        return {spell(e): e for e in self.elements or ()}

    def _named(self, name: str) -> Iterable[object]:
        by_name = self._by_name
        turned = "-".join(reversed(name.split("-")))
        for known in (name, turned, *((name.lower(), turned.lower()) if self.board is not None else ())):
            if known in by_name:  # R1C1 is r1c1
                return [by_name[known]]
        if self.kind == "cell" and self.board is not None:
            return self.board.cell_list(name)
        # in a logic grid, `Ada` is enough for (name, Ada)
        ending = [e for e in by_name.values() if isinstance(e, tuple) and e and spell(e[-1]) == name]
        if len(ending) == 1:
            return ending
        hint = did_you_mean(name, by_name) or f"expected one of {spell_all(list(by_name))}"
        raise LanguageError(f"there is no {self.kind.removesuffix('s')} '{name}'", hint)

    def _fill(self, elements: Seq, data: object, path: Path) -> None:
        entries = data if isinstance(data, list) else split_entries(str(data), self.values.is_list)
        if len(entries) != len(elements):
            self._blame(LanguageError(f"expected {len(elements)} entries, not {len(entries)}"), path)
            return
        for i, (element, raw) in enumerate(zip(elements, entries, strict=True)):
            self._put(element, raw, (*path, i) if isinstance(data, list) else path)

    def _read_list(self, data: list[Any]) -> None:
        if self.kind == "cell" and data and all(isinstance(row, list) for row in data) and not self.values.is_list:
            self._read_rows(data)
        else:
            self._fill(self.elements or Seq(), data, self.path)

    def _read_rows(self, data: list[list[object]]) -> None:
        """Rows of entries. A row has one for each of its cells; its holes may have one too, which says nothing."""
        assert self.board is not None
        rows = _cells_by_row(self.board)
        if len(data) != len(rows):
            raise LanguageError(f"the grid has {len(data)} rows, but the board has {len(rows)}")
        for i, (entries, cells) in enumerate(zip(data, rows, strict=True)):
            there = [cell for cell in cells if cell is not None]
            places = cells if len(entries) == len(cells) else there
            if len(entries) != len(places):
                raise LanguageError(f"row {i + 1} of the grid has {len(entries)} entries, expected {len(there)}")
            for j, (cell, raw) in enumerate(zip(places, entries, strict=True)):
                if cell is not None:
                    self._put(cell, raw, (*self.path, i, j))
                elif raw is not None and raw not in _HOLE_SIGNS:
                    self._blame(LanguageError(f"'{raw}' stands where the board has no cell"), (*self.path, i, j))

    # ------------------------------------------------------------ groups and regions

    def _read_groups(self, data: object) -> None:
        """A list of groups: `{cells: r1c1 r1c2, value: 10}` or just the cells."""
        if not isinstance(data, list):
            raise LanguageError("expected a list of groups of cells", hint="- {cells: r1c1 r1c2, value: 10}")
        for i, entry in enumerate(data):
            path = (*self.path, i)
            try:
                self._read_group(entry, i, path)
            except LanguageError as error:
                self._blame(error, path)

    def _read_group(self, entry: object, number: int, path: Path) -> None:
        if self.board is None:
            raise LanguageError("this puzzle has no board, so there are no cells")
        extra = set(entry) - {"cells", "value"} if isinstance(entry, dict) else set()
        if extra:
            raise LanguageError(f"unknown key '{extra.pop()}'", hint="a group has `cells` and `value`")
        cells = entry.get("cells") if isinstance(entry, dict) else entry
        if not isinstance(cells, (str, list)) or not cells:
            raise LanguageError("a group needs its cells", hint="cells: r1c1 r1c2")
        listed = self.board.cell_list(cells if isinstance(cells, str) else " ".join(map(str, cells)))
        if len(set(listed)) < len(listed):
            raise LanguageError("a group names a cell twice")
        group = Group("group", f"{self.name}{number + 1}", number, listed)
        value = entry.get("value") if isinstance(entry, dict) else None
        if value is None and not (self.values.is_bool or self.values.is_any):
            raise LanguageError(
                f"a group needs its value: expected {self.values}", hint="{cells: r1c1 r1c2, value: ...}"
            )
        self.found[group] = True
        self.given[group] = path
        if value is not None:
            del self.found[group]
            self._put(group, value, path)

    def _make_regions(self) -> None:
        """Letters become groups: equal letters are one region."""
        members: dict[str, list[Element]] = {}
        self.found = {cell: self.found[cell] for cell in self.elements or () if cell in self.found}
        for cell, letter in self.found.items():
            members.setdefault(str(letter), []).append(cell)
        groups = {letter: Group("region", letter, i, cells) for i, (letter, cells) in enumerate(members.items())}
        self.found = {cell: groups[str(letter)] for cell, letter in self.found.items()}

    def _warn_of_pieces(self) -> None:
        """Say which groups are not in one piece: two rooms may have got the same letter."""
        things = self.found.values() if self.values.is_regions else self.found
        for group in dict.fromkeys(thing for thing in things if isinstance(thing, Group)):
            rest = self._rest_after_first_piece(group)
            if rest:
                place = self._place_of(rest[0] if group.kind == "region" else group)
                name = f"region '{group.name}'" if group.kind == "region" else "group"
                message = f"{self.name}: this {name} is not in one piece: {rest[0]} lies apart from {group.cells[0]}"
                hint = "two rooms need two letters" if group.kind == "region" else None
                self.warnings.append(self.document.problem_at(message, place, hint))

    def _rest_after_first_piece(self, group: Group) -> list[Element]:
        assert self.board is not None
        left = dict.fromkeys(group.cells)
        waiting = [group.cells[0]]
        del left[group.cells[0]]
        while waiting:
            for cell in self.board.neighbours(waiting.pop()):
                if cell in left:
                    del left[cell]
                    waiting.append(cell)
        return list(left)


def kind_of(elements: Iterable[object]) -> str:
    """What a list of elements consists of."""
    kinds = {e.kind if isinstance(e, Element) else "elements" for e in elements}
    return (
        kinds.pop()
        if len(kinds) == 1
        else "line"
        if kinds and kinds <= {"row", "column", "rise", "fall"}
        else "elements"
    )


def _cells_by_row(board: Board) -> list[list[Element | None]]:
    """The places of a text grid; None where a square board has a hole."""
    if board.kind is SQUARE:
        return [[board.at.get((r, c)) for c in range(1, board.columns + 1)] for r in range(1, board.rows + 1)]
    return [list(row) for row in board.lines.get("row", [])] if board.lines else [list(board.cells)]


def split_entries(text: str, is_list: bool) -> list[Any]:
    """Entries written in one text: one per line or semicolon for lists of numbers, else one per word."""
    if is_list:
        if re.search(r";\s*;", text):
            raise LanguageError("nothing stands between two semicolons", hint="write . to leave one out")
        return [line.strip() for line in text.replace(";", "\n").split("\n") if line.strip()]
    words = text.split()
    return list(words[0]) if len(words) == 1 and len(words[0]) > 1 else words


def _drawing_place(element: Element, shift: int) -> tuple[int, int]:
    """Row and column of an edge in a drawing: cells stand at even places (odd ones if the border is drawn too)."""
    (x1, y1), (x2, y2) = element.points
    return ((y1 + y2) // 2 - 1 + shift, (x1 + x2) // 2 - 1 + shift)
