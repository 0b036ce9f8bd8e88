"""Steps of a pzprv3 board: each reads some lines into a sheet, and writes them again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeVar

from cluewright.exchange.pzpr.places import (
    CELL,
    cell,
    head_cells,
    places,
    rooms_in_order,
    side_rows,
    split_into_rooms,
    width,
)
from cluewright.exchange.pzpr.sheet import DecodeError, EncodeError, Sheet
from cluewright.exchange.pzpr.targets import (
    Entry,
    Target,
    counted_rooms,
    get_walls,
    has_values,
    is_nothing,
    put_of_room,
    put_walls,
    read_place,
    write_place,
)

_Place = TypeVar("_Place")

#: Notes of a solver, which are no part of an answer.
NOTES: Final = ("+", "-", "=", "%", "-1", "-2")


class Lines:
    """The lines of a board, read one after the other; after the last one everything is empty."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.at = 0

    @property
    def ended(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.lines)

    def next(self) -> str:
        """The next line."""
        self.at += 1
        return self.lines[self.at - 1]

    def words(self, expected: int) -> list[str] | None:
        """The words of the next line, which must be as many as expected; None after the last line."""
        if self.ended:
            return None
        words = self.next().split()
        if len(words) != expected:
            raise DecodeError(f"line {self.at} of the board has {len(words)} entries, expected {expected}")
        return words

    def placed(self, rows: Iterable[Sequence[_Place]]) -> Iterator[tuple[_Place, str]]:
        """Each place of the rows with its word, up to the last line."""
        for row in rows:
            words = self.words(len(row))
            if words is None:
                return
            yield from zip(row, words, strict=True)


def written(rows: Iterable[Sequence[_Place]], word: Callable[[_Place], str]) -> list[str]:
    """Lines as pzpr.js writes them: a blank after the word of every place."""
    return ["".join(f"{word(place)} " for place in row) for row in rows]


class WordStep(Protocol):
    """Some lines of a board."""

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """Read the lines."""

    def encode(self, sheet: Sheet) -> list[str]:
        """Write the lines."""


def decode_lines(steps: Sequence[WordStep], lines: Lines, sheet: Sheet) -> None:
    """Read all parts of a board."""
    for step in steps:
        step.decode(lines, sheet)
    sheet.settle()


@dataclass
class Optional:
    """Lines at the end of a board that may be missing: nothing is written where there is nothing at all."""

    step: WordStep

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """Behind the last line everything is empty."""
        if not lines.ended:
            self.step.decode(lines, sheet)

    def encode(self, sheet: Sheet) -> list[str]:
        """Nothing, if none of its layers has a value."""
        return self.step.encode(sheet) if has_values(self.step, sheet) else []


@dataclass
class Compact:
    """A sign for each place, without blanks between them."""

    over: str
    entries: Sequence[Entry]
    empty: str = "."

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """Row by row."""
        for row in _rows(self.over, sheet):
            if lines.ended:
                break
            signs = lines.next()
            if len(signs) != len(row):
                raise DecodeError(f"line {lines.at} of the board has {len(signs)} signs, expected {len(row)}")
            for place, sign in zip(row, signs, strict=True):
                read_word(self.entries, self.empty, (), sign, place, sheet)

    def encode(self, sheet: Sheet) -> list[str]:
        """Row by row."""
        rows = _rows(self.over, sheet)
        return ["".join(write_place(self.entries, sheet, place, self.empty) for place in row) for row in rows]


def _rows(over: str, sheet: Sheet) -> list[list[str]]:
    rows, columns = sheet.rows, sheet.columns
    if over in ("links", "sides", "all_sides"):
        return side_rows(rows, columns, "-" if over == "links" else "|", over == "all_sides")
    listed, per_row = places(over, rows, columns), width(over, columns)
    return [list(listed[i : i + per_row]) for i in range(0, len(listed), per_row)] if per_row else []


#: A clue that leaves the answer open.
OPEN: Final = "?"


@dataclass
class Grid:
    """A word for each place."""

    over: str
    entries: Sequence[Entry]
    empty: str = "."
    ignore: Sequence[str] = ()
    #: A clue that tells the answer where it stands, so that nothing is written there.
    given: Target | None = None
    #: What the values of that clue mean for the answer, if they are not the answer themselves.
    meanings: Mapping[object, object] = field(default_factory=dict)
    #: Whether sides on the edge of the board mean something, and those beside holes.
    edge: bool = True
    holes: bool = True

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """Row by row; holes may be read later."""
        if not self.holes:
            sheet.later.append(lambda: self._forget(sheet))
        for place, word in lines.placed(_rows(self.over, sheet)):
            left_open = word == self.empty and self._clue(sheet, place) == OPEN
            if not left_open and (self.edge or place.count("c") != 1):
                read_word(self.entries, self.empty, self.ignore, word, place, sheet)
        if self.given is not None:
            for place in self.given.values(sheet):
                value = self._clue(sheet, place)
                if value != OPEN:
                    self.entries[0].targets[0].values(sheet)[place] = value

    def _forget(self, sheet: Sheet) -> None:
        """Take back what is drawn between a hole and its neighbour."""
        for target in self.entries[0].targets:
            values = target.values(sheet)
            for place in [place for place in values if any(name in sheet.holes for name in re.split("[|-]", place))]:
                del values[place]

    def encode(self, sheet: Sheet) -> list[str]:
        """Row by row."""
        return written(_rows(self.over, sheet), lambda place: self._word(sheet, place))

    def _word(self, sheet: Sheet, place: str) -> str:
        if self._clue(sheet, place) not in (None, OPEN):
            return self.empty
        return write_place(self.entries, sheet, place, self.empty)

    def _clue(self, sheet: Sheet, place: str) -> object:
        """What the clue at a place says about the answer; None where there is none."""
        value = None if self.given is None else self.given.values(sheet).get(place)
        return self.meanings.get(value, value)


def read_word(entries: Sequence[Entry], empty: str, ignore: Sequence[str], word: str, place: str, sheet: Sheet) -> None:
    """Read one word by the first form that knows it; small candidates in brackets are a solver's notes."""
    word = word.partition("[")[0] or empty
    if not read_place(entries, sheet, place, word) and word != empty and word not in ignore:
        raise DecodeError(f"'{word}' cannot stand at {place}")


@dataclass
class Rooms:
    """The number of rooms, and then the number of its room for every cell."""

    target: Target
    #: Words for cells that belong to no room.
    entries: Sequence[Entry] = ()
    empty: str = "."
    ignore: Sequence[str] = ()
    #: A clue of cells that are rooms of their own and have no number.
    alone: Target | None = None

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """Cells side by side with the same number are in the same room."""
        if lines.ended:
            put_walls(self.target, "rooms", set(), sheet, alone=self.alone)
            return
        lines.next()
        numbers: dict[str, str] = {}
        for row in _rows("cells", sheet):
            words = lines.words(len(row))
            for place, word in zip(row, words or ["0"] * len(row), strict=True):
                if word.isdigit():
                    numbers[place] = word
                else:
                    read_word(self.entries, self.empty, self.ignore, word, place, sheet)

        if self.alone is None:
            self._keep(numbers, sheet, {})
        else:
            alone = self.alone
            sheet.later.insert(0, lambda: self._keep(numbers, sheet, alone.values(sheet)))

    def _keep(self, numbers: Mapping[str, str], sheet: Sheet, alone: Mapping[str, object]) -> None:
        numbered = {place: number for place, number in numbers.items() if is_nothing(alone.get(place))}

        def is_wall(side: str) -> bool:
            first, second = side.split("|")
            return numbered.get(first, first if alone else "") != numbered.get(second, second if alone else "")

        rooms = split_into_rooms(sheet.rows, sheet.columns, is_wall)
        kept = {place: room for place, room in rooms.items() if place in numbered or not is_nothing(alone.get(place))}
        self.target.values(sheet).update(kept)

    def encode(self, sheet: Sheet) -> list[str]:
        """Rooms are numbered in the order of their first cells."""
        get_walls(self.target, "rooms", sheet)
        room = counted_rooms(self.target.values(sheet), self.alone.values(sheet) if self.alone else {})
        order = rooms_in_order(room, places("cells", sheet.rows, sheet.columns))
        numbers = {letter: str(i) for i, letter in enumerate(order)}

        def word(place: str) -> str:
            return numbers[room[place]] if place in room else write_place(self.entries, sheet, place, self.empty)

        return [str(len(order)), *written(_rows("cells", sheet), word)]


@dataclass
class RoomClues:
    """Clues of rooms: each is written in one cell of its room. Lists of a room in several cells are one list."""

    room: Target
    entry: Entry
    empty: str = "."
    ignore: Sequence[str] = ()
    #: Words that are about the cell, not about its room.
    others: Sequence[Entry] = ()

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """The clue may stand in any cell of the room; rooms may be read later."""
        words = dict(lines.placed(_rows("cells", sheet)))
        clues = {
            place: word
            for place, word in words.items()
            if word != self.empty and not read_place(self.others, sheet, place, word)
        }
        if self.room.values(sheet):
            self._keep(clues, sheet)
        else:
            sheet.later.append(lambda: self._keep(clues, sheet))

    def _keep(self, clues: Mapping[str, str], sheet: Sheet) -> None:
        rooms = self.room.values(sheet)
        for place, word in clues.items():
            values = self.entry.form.read_word(word)
            if values is None or place not in rooms:
                raise DecodeError(f"'{word}' cannot stand at {place}")
            put_of_room(self.entry, sheet, rooms[place], values)

    def encode(self, sheet: Sheet) -> list[str]:
        """In the cell where pzpr.js expects it."""
        rooms = self.room.values(sheet)
        heads = {place: letter for letter, place in head_cells(rooms).items()}

        def word(place: str) -> str:
            clue = write_place([self.entry], sheet, heads[place]) if place in heads else ""
            other = write_place(self.others, sheet, place)
            if clue and other:
                raise EncodeError(f"'{clue}' and '{other}' cannot both stand at {place}")
            return clue or other or self.empty

        return written(_rows("cells", sheet), word)


@dataclass
class BorderWords:
    """A word for each side inside the board, where borders make rooms."""

    target: Target
    #: A truth over links for borders that separate nothing, because they lie inside a room.
    inner: Target | None = None
    #: The word of a border, and that for none.
    sign: str = "1"
    empty: str = "0"
    #: A clue of cells that are rooms of their own, with borders or without.
    alone: Target | None = None
    #: Words for sides that are no borders of rooms, and for borders that say more.
    others: Sequence[Entry] = ()
    both: Sequence[Entry] = ()
    #: What these words are about: sides or links.
    places: str = "sides"

    def _named(self, side: str) -> str:
        return side.replace("|", "-") if self.places == "links" else side

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """Words that nobody knows say nothing."""
        walls: set[str] = set()
        for side, word in lines.placed(_rows("sides", sheet)):
            if word == self.sign or read_place(self.both, sheet, self._named(side), word):
                walls.add(side)
            else:
                read_place(self.others, sheet, self._named(side), word)
        put_walls(self.target, "rooms", walls, sheet, self.inner, self.alone)

    def encode(self, sheet: Sheet) -> list[str]:
        """A word for nothing where there is none."""
        walls = get_walls(self.target, "rooms", sheet)
        if self.inner is not None:
            walls |= get_walls(self.inner, "links", sheet)

        def word(side: str) -> str:
            if side in walls:
                return write_place(self.both, sheet, self._named(side), self.sign)
            return write_place(self.others, sheet, self._named(side), self.empty)

        return written(_rows("sides", sheet), word)


@dataclass
class Framed:
    """The board with the places outside it: above and to the left, or on all four sides."""

    over: str
    #: What stands outside, from the outermost rows and columns inwards; there may be several at the top and left.
    rings: Sequence[Sequence[Entry]]
    cells: Sequence[Entry]
    empty: str = "."
    ignore: Sequence[str] = ()
    corner: str = "."
    #: Clues at the left, if they are written differently, and the word for no clue.
    left: Sequence[Entry] | None = None
    no_clue: str = "."

    @property
    def entries(self) -> list[Entry]:
        """All that may stand outside."""
        return [entry for ring in self.rings for entry in ring]

    def _rows(self, sheet: Sheet) -> list[list[tuple[int, str]]]:
        """Places with the number of their ring; corners of the frame are empty names."""
        rows, columns, rings = sheet.rows, sheet.columns, range(len(self.rings))
        names = ("column", "row") if self.over == "columns_rows" else ("top", "left")
        corner = [(0, "") for _ in rings]
        top = [[*corner, *((i, f"{names[0]}{c}") for c in range(1, columns + 1))] for i in rings]
        left = [[(i, f"{names[1]}{r}") for i in rings] for r in range(1, rows + 1)]
        inner = [[*left[r - 1], *((0, cell(r, c)) for c in range(1, columns + 1))] for r in range(1, rows + 1)]
        if self.over != "outside":
            return [*top, *inner]
        bottom = [(0, ""), *((0, f"bottom{c}") for c in range(1, columns + 1)), (0, "")]
        return [[*top[0], (0, "")], *([*row, (0, f"right{r}")] for r, row in enumerate(inner, 1)), bottom]

    def _entries(self, ring: int, place: str) -> tuple[Sequence[Entry], str]:
        """How a place is written, and the word for nothing there."""
        if CELL.fullmatch(place):
            return self.cells, self.empty
        return (self.left if self.left is not None and place.startswith("left") else self.rings[ring]), self.no_clue

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """Row by row, with the frame; a clue that a solver has crossed out has a letter in front."""
        for (ring, place), word in lines.placed(self._rows(sheet)):
            if place:
                if not CELL.fullmatch(place) and word[1:].isdigit():
                    word = word.removeprefix("c")
                read_word(*self._entries(ring, place), self.ignore, word, place, sheet)

    def encode(self, sheet: Sheet) -> list[str]:
        """Row by row, with the frame."""

        def word(slot: tuple[int, str]) -> str:
            place = slot[1]
            entries, empty = self._entries(*slot)
            return write_place(entries, sheet, place, empty) if place else self.corner

        return written(self._rows(sheet), word)


@dataclass
class Notes:
    """Words that are no part of the puzzle nor of its answer."""

    over: str
    empty: str

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """Passed over."""
        for row in _rows(self.over, sheet):
            lines.words(len(row))

    def encode(self, sheet: Sheet) -> list[str]:
        """None are written."""
        return written(_rows(self.over, sheet), lambda place: self.empty)
