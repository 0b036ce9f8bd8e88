"""Steps of a description that puzz.link does not have: each reads its part into a sheet, and writes it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from cluewright.exchange.pzpr.places import cell, cell_at, places, room_letters
from cluewright.exchange.pzpr.sheet import DecodeError, EncodeError, Sheet
from cluewright.exchange.pzpr.targets import Entry, Target, get_walls, is_nothing, put_walls, write_place
from cluewright.exchange.pzpr.url_steps import UrlStep
from cluewright.exchange.sgt.forms import Number

#: So many empty places a z stands for.
_Z: Final = 25
_ALPHABET: Final = "abcdefghijklmnopqrstuvwxy"


@dataclass
class Jumps:
    """Marked places by the number of places before each: a for none, b for one; z for 25 without a mark.

    With a sign for zero, a stands for one. Capital letters stand for a second value.
    """

    over: str
    target: Target
    values: Sequence[object]
    zero: str = ""
    #: Whether the places after the last mark are counted too, as if there were a mark behind the board.
    ends: bool = False

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Mark by mark."""
        listed = places(self.over, sheet.rows, sheet.columns)
        found = self.target.values(sheet)
        marks, at = self.marks(text, at, len(listed))
        found.update({listed[i]: value for i, value in marks})
        return at

    def marks(self, text: str, at: int, count: int) -> tuple[list[tuple[int, object]], int]:
        """The numbers of the marked places with their values, and where the next part starts."""
        marks: list[tuple[int, object]] = []
        i = 0
        while at < len(text) and text[at] != ",":
            sign = text[at]
            skips = sign.lower() == "z"
            i += _Z if skips else self._distance(sign, at)
            at += 1
            if i == count and self.ends and not skips:
                return marks, at
            if i + (not skips) > count:
                raise DecodeError(f"it speaks of more {self.over} than the board has", at - 1)
            if not skips:
                marks.append((i, self.values[sign.isupper()]))
                i += 1
        if self.ends:
            raise DecodeError(f"it ends too early, after {i} of {count} {self.over}", at)
        return marks, at

    def _distance(self, sign: str, at: int) -> int:
        if sign == self.zero:
            return 0
        if sign.lower() not in _ALPHABET or (sign.isupper() and len(self.values) < 2):
            raise DecodeError(f"'{sign}' cannot stand here", at)
        return _ALPHABET.index(sign.lower()) + bool(self.zero)

    def encode(self, sheet: Sheet) -> str:
        """Mark by mark."""
        found = self.target.values(sheet)
        listed = places(self.over, sheet.rows, sheet.columns)
        return self.text([self._value(found.get(place), place) for place in listed])

    def _value(self, value: object, place: str) -> int | None:
        if is_nothing(value):
            return None
        if value not in self.values:
            raise EncodeError(f"{self.target.name} {value} at {place} cannot be written in this format")
        return self.values.index(value)

    def text(self, marks: Sequence[int | None]) -> str:
        """The text for the number of a value, or None, at every place."""
        parts: list[str] = []
        empty = 0
        longest = _Z - 1 + bool(self.zero)
        for mark in [*marks, 0] if self.ends else marks:
            if mark is None:
                empty += 1
                continue
            skips = max(empty - longest + _Z - 1, 0) // _Z
            empty -= skips * _Z
            sign = self.zero if self.zero and not empty else _ALPHABET[empty - bool(self.zero)]
            word = "z" * skips + sign
            parts.append(word.upper() if mark else word)
            empty = 0
        return "".join(parts)


class Walls(Jumps):
    """Regions by their walls: those between left and right by rows, then those between up and down by columns."""

    def _sides(self, sheet: Sheet) -> list[str]:
        """All sides in the order of this format."""
        rows, columns = sheet.rows, sheet.columns
        listed = [f"{cell(r, c)}|{cell(r, c + 1)}" for r in range(1, rows + 1) for c in range(1, columns)]
        return listed + [f"{cell(r, c)}|{cell(r + 1, c)}" for c in range(1, columns + 1) for r in range(1, rows)]

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Wall by wall."""
        sides = self._sides(sheet)
        marks, at = self.marks(text, at, len(sides))
        put_walls(self.target, "rooms", {sides[i] for i, _ in marks}, sheet)
        return at

    def encode(self, sheet: Sheet) -> str:
        """Wall by wall."""
        walls = get_walls(self.target, "rooms", sheet)
        return self.text([0 if side in walls else None for side in self._sides(sheet)])


@dataclass
class Runs:
    """Regions by how many sides in a row have no wall, have one, have none, ...: those between up and down by rows,
    then those between left and right by columns. z is 25 and goes on. A first side without a wall stands for none."""

    target: Target

    def _sides(self, sheet: Sheet) -> list[str]:
        rows, columns = sheet.rows, sheet.columns
        listed = [f"{cell(r, c)}|{cell(r + 1, c)}" for r in range(1, rows) for c in range(1, columns + 1)]
        return listed + [f"{cell(r, c)}|{cell(r, c + 1)}" for c in range(1, columns) for r in range(1, rows + 1)]

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Run by run."""
        sides = ["", *self._sides(sheet)]
        walls: set[str] = set()
        i, is_wall = 0, False
        while i < len(sides):
            if at >= len(text):
                raise DecodeError("it ends too early, in its borders", at)
            goes_on = text[at] == "z"
            run = _Z if goes_on else _ALPHABET.find(text[at]) + 1
            if not run or i + run > len(sides):
                raise DecodeError(f"'{text[at]}' cannot stand here", at)
            walls |= set(sides[i : i + run]) if is_wall else set()
            i, at, is_wall = i + run, at + 1, is_wall == goes_on
        put_walls(self.target, "rooms", walls, sheet)
        return at

    def encode(self, sheet: Sheet) -> str:
        """Run by run."""
        walls = get_walls(self.target, "rooms", sheet)
        parts: list[str] = []
        for _, run in groupby(["", *self._sides(sheet)], walls.__contains__):
            more, length = divmod(len([*run]) - 1, _Z)
            parts.append("z" * more + _ALPHABET[length])
        return "".join(parts)


@dataclass
class Listed:
    """A text for every place, with a sign between two of them; it is empty where there is nothing."""

    over: str
    entries: Sequence[Entry]
    between: str
    #: What an empty text stands for.
    nothing: object = None
    #: Whether no text may be empty.
    full: bool = False
    #: The text where there is nothing.
    blank: str = ""

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Place by place."""
        listed = places(self.over, sheet.rows, sheet.columns)
        for i, place in enumerate(listed):
            if i:
                if not text.startswith(self.between, at):
                    left = f"{len(listed) - i} of {len(listed)} numbers are missing"
                    raise DecodeError(f"'{text[at]}' cannot stand here" if at < len(text) else left, at)
                at += len(self.between)
            at = self._read(text, at, sheet, place)
        return at

    def _read(self, text: str, at: int, sheet: Sheet, place: str) -> int:
        for entry in self.entries:
            found = entry.form.read(text, at)
            if found is not None:
                entry.put(sheet, place, found[0])
                return int(found[1])
        if self.full or not text.startswith(self.blank, at):
            raise DecodeError(f"the number at {place} is missing", at)
        if self.nothing is not None:
            self.entries[0].put(sheet, place, (self.nothing,))
        return at + len(self.blank)

    def encode(self, sheet: Sheet) -> str:
        """Place by place."""
        texts = []
        for place in places(self.over, sheet.rows, sheet.columns):
            is_empty = self.nothing is not None and self.entries[0].get(sheet, place) == (self.nothing,)
            text = "" if is_empty else write_place(self.entries, sheet, place)
            if not text and (self.full or (self.nothing is not None and not is_empty)):
                raise EncodeError(f"there is no number at {place}, and this format needs one")
            texts.append(text or self.blank)
        return self.between.join(texts)


#: A cell's neighbours by the letters of this format.
_TOWARDS: Final = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


@dataclass
class Compared:
    """For every cell its number (0 for none), letters for the neighbours that are less, and a comma."""

    entries: Sequence[Entry]
    #: Signs on the link to a cell after this one, where that is greater or less.
    less: object
    greater: object

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Cell by cell."""
        numbers, signs = (entry.targets[0].values(sheet) for entry in self.entries)
        for place in places("cells", sheet.rows, sheet.columns):
            found = Number().read(text, at)
            if found is None:
                raise DecodeError(f"the number of {place} is missing", at)
            (number,), at = found
            if number:
                numbers[place] = number
            while text[at : at + 1] in _TOWARDS:
                link, sign = self._link(place, text[at], sheet) or ("", "")
                if not link or signs.get(link, sign) != sign:
                    raise DecodeError(f"'{text[at]}' cannot stand here", at)
                signs[link] = sign
                at += 1
            if not text.startswith(",", at):
                raise DecodeError(f"a comma is missing after {place}", at)
            at += 1
        return at

    def _link(self, place: str, letter: str, sheet: Sheet) -> tuple[str, object] | None:
        """The link to a neighbour, and its sign if that is less."""
        row, column = cell_at(place)
        r, c = row + _TOWARDS[letter][0], column + _TOWARDS[letter][1]
        if not (1 <= r <= sheet.rows and 1 <= c <= sheet.columns):
            return None
        if (r, c) > (row, column):
            return f"{place}-{cell(r, c)}", self.greater
        return f"{cell(r, c)}-{place}", self.less

    def encode(self, sheet: Sheet) -> str:
        """Cell by cell."""
        numbers, signs = (entry.targets[0].values(sheet) for entry in self.entries)
        parts = []
        for place in places("cells", sheet.rows, sheet.columns):
            links = {letter: self._link(place, letter, sheet) for letter in _TOWARDS}
            letters = [letter for letter, link in links.items() if link is not None and signs.get(link[0]) == link[1]]
            parts.append(f"{numbers.get(place) or 0}{''.join(letters)},")
        return "".join(parts)


#: Which half of a domino a cell is, and where the other half lies; an asterisk is a cell by itself.
_HALVES: Final = {"L": (0, 1), "R": (0, -1), "T": (1, 0), "B": (-1, 0)}
_ALONE: Final = "*"


@dataclass
class Dominoes:
    """Areas of two cells by a letter for every cell: the left, right, top or bottom one."""

    target: Target

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Letter by letter."""
        listed = places("cells", sheet.rows, sheet.columns)
        letters = dict(zip(listed, text[at : at + len(listed)], strict=False))
        if len(letters) < len(listed):
            raise DecodeError(f"{len(listed) - len(letters)} of {len(listed)} cells are missing", len(text))
        found = self.target.values(sheet)
        for number, (place, letter) in enumerate(letters.items()):
            other = self._other(place, letter)
            if letter != _ALONE and (letter not in _HALVES or self._other(other, letters.get(other, "")) != place):
                raise DecodeError(f"'{letter}' at {place} is no half of a domino", at + number)
            found.setdefault(place, room_letters(len(set(found.values()))))
            found.setdefault(other, found[place])
        return at + len(listed)

    @staticmethod
    def _other(place: str, letter: str) -> str:
        """The other half."""
        if letter not in _HALVES:
            return place
        (row, column), (down, right) = cell_at(place), _HALVES[letter]
        return cell(row + down, column + right)

    def encode(self, sheet: Sheet) -> str:
        """Letter by letter."""
        area = self.target.values(sheet)
        sizes = Counter(area.values())
        return "".join(self._letter(place, area, sizes) for place in places("cells", sheet.rows, sheet.columns))

    def _letter(self, place: str, area: Mapping[str, object], sizes: Mapping[object, int]) -> str:
        of = area.get(place)
        if sizes[of] == 1:
            return _ALONE
        halves = [letter for letter in _HALVES if area.get(self._other(place, letter)) == of]
        if of is None or sizes[of] > 2 or not halves:
            raise EncodeError(f"the area of {place} is no domino")
        return halves[0]


@dataclass
class Optional:
    """A part behind a comma that is left out where it says nothing."""

    step: UrlStep
    entries: Sequence[Entry]

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """The part, if there is a comma."""
        return self.step.decode(text, at + 1, sheet) if text.startswith(",", at) else at

    def encode(self, sheet: Sheet) -> str:
        """The part, if there is anything to write."""
        said = any(target.values(sheet) for entry in self.entries for target in entry.targets)
        return f",{self.step.encode(sheet)}" if said else ""
