"""Steps of an address: each reads its part of the text into a sheet, and writes it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from cluewright.exchange.pzpr.forms import SIGNS, UNTOLD, from_base, to_base
from cluewright.exchange.pzpr.places import inner_neighbour, is_upright, place_set, places, rooms_in_order
from cluewright.exchange.pzpr.sheet import DecodeError, EncodeError, Sheet
from cluewright.exchange.pzpr.targets import Entry, Target, get_walls, has_values, is_nothing, put_walls, write_place


class UrlStep(Protocol):
    """One part of an address."""

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Read from here; the place where the next part starts."""

    def encode(self, sheet: Sheet) -> str:
        """The text of this part."""


@dataclass
class Optional:
    """A part that may be missing: nothing is written where there is nothing at all."""

    step: UrlStep

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Nothing, if the address ends or goes on with a slash."""
        return at if text[at : at + 1] in ("", "/") else self.step.decode(text, at, sheet)

    def encode(self, sheet: Sheet) -> str:
        """Nothing, if none of its layers has a value."""
        return self.step.encode(sheet) if has_values(self.step, sheet) else ""


def step_places(over: str, room: str | None, sheet: Sheet) -> Sequence[str]:
    """The places of a step; rooms are places too."""
    if over == "rooms":
        assert room is not None
        return rooms_in_order(sheet.clues.get(room, {}), places("cells", sheet.rows, sheet.columns))
    return places(over, sheet.rows, sheet.columns)


@dataclass
class Stream:
    """Values one after the other; letters from `gap` to z stand for 1, 2, ... places without one."""

    over: str
    entries: Sequence[Entry]
    gap: str = ""
    room: str | None = None
    #: A sign for a single place without a value, where there are no gaps.
    blank: str = ""
    #: Only places that have (or whose cell inside the board has no) value of this layer.
    where: Target | None = None
    unless: Target | None = None
    #: Whether values that have no text here are left out, because they are written elsewhere.
    partial: bool = False
    #: A sign between two values that follow each other directly.
    between: str = ""
    #: Whether nothing is written behind the last value.
    open_end: bool = False
    #: Whether a gap behind a value counts one more, so that two values never run together.
    spaced: bool = False
    #: A sign in front of a hexadecimal digit that counts a gap.
    counter: str = ""

    def _places(self, sheet: Sheet) -> Sequence[str]:
        listed = step_places(self.over, self.room, sheet)
        if self.where is not None:
            listed = [place for place in listed if place in self.where.values(sheet)]
        if self.unless is not None:
            listed = [place for place in listed if inner_neighbour(place) not in self.unless.values(sheet)]
        return listed

    def _entries(self, place: str, sheet: Sheet) -> Sequence[Entry]:
        """What may stand at a place."""
        return self.entries

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Value by value, gap by gap."""
        listed = self._places(sheet)
        i = 0
        is_behind = False  # a value, whose gap counts one more if values are spaced
        while i < len(listed):
            if at >= len(text):
                if self.open_end:
                    break
                missing = f"{len(listed) - i} of {len(listed)} {self.over} are missing"
                raise DecodeError(f"it ends too early: {missing}", at)
            for entry in self._entries(listed[i], sheet):
                found = entry.form.read(text, at)
                if found is not None:
                    if is_behind:
                        raise DecodeError(f"'{text[at]}' follows a value without a gap", at)
                    entry.put(sheet, listed[i], found[0])
                    at, i = found[1], i + 1
                    is_behind = self.spaced
                    if self.between and text.startswith(self.between, at) and i < len(listed):
                        at += len(self.between)
                    break
            else:
                gap, at = self._gap(text, at)
                i += gap - is_behind
                is_behind = False
        if i > len(listed):
            raise DecodeError(f"it speaks of more {self.over} than the board has", at - 1)
        return at

    def _gap(self, text: str, at: int) -> tuple[int, int]:
        """How many places are empty, and where the text goes on."""
        sign = text[at]
        if self.blank and sign == self.blank:
            return 1, at + 1
        if self.counter and sign == self.counter:
            return from_base(text[at + 1 : at + 2], 16), at + 2
        if self.gap and sign in SIGNS and sign >= self.gap:
            return int(sign, 36) - int(self.gap, 36) + 1, at + 1
        raise DecodeError(f"'{sign}' cannot stand here", at)

    def encode(self, sheet: Sheet) -> str:
        """With the longest gaps that a letter can say."""
        parts: list[str] = []
        empty = 0
        before = ""
        longest = 36 - int(self.gap, 36) if self.gap else 15 if self.counter else 1
        texts = [self._text(sheet, place) for place in self._places(sheet)]
        while self.open_end and texts and not texts[-1]:
            texts.pop()
        for text in texts:
            if text and before:
                parts.append(self.between)
            before = text
            if not text:
                empty += 1
            if empty and (text or empty == longest):
                parts.append(self._gap_text(empty))
                empty = 0
            parts.append(text)
            empty += bool(text and self.spaced)
        return "".join(parts) + (self._gap_text(empty) if empty > bool(before and self.spaced) else "")

    def _text(self, sheet: Sheet, place: str) -> str:
        try:
            return write_place(self._entries(place, sheet), sheet, place)
        except EncodeError:
            if self.partial:
                return ""
            raise

    def _gap_text(self, length: int) -> str:
        if self.gap:
            return to_base(int(self.gap, 36) + length - 1, 36)
        if self.counter and (length > 1 or not self.blank):
            return self.counter + to_base(length, 16)
        if self.blank:
            return self.blank
        raise EncodeError(f"it needs a clue at each of the {self.over}")


@dataclass
class Run(Stream):
    """Values at places of several kinds, with gaps that go on from one kind to the next."""

    #: The kinds of places in order, each with what may stand there.
    parts: Sequence[tuple[str, Sequence[Entry]]] = ()

    def _entries(self, place: str, sheet: Sheet) -> Sequence[Entry]:
        return next(entries for over, entries in self.parts if place in place_set(over, sheet.rows, sheet.columns))


@dataclass
class Packed:
    """Few values: a digit says which one, and how many places without one follow; letters after the digits are gaps."""

    over: str
    target: Target
    values: Sequence[object]
    untold: object = UNTOLD
    #: How many digits there are.
    digits: int = 16
    #: Whether the places after the last value are counted, rather than as many as possible.
    exact: bool = False

    @property
    def most(self) -> int:
        """How many empty places can follow."""
        return self.digits // len(self.values) - 1

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Digit by digit."""
        listed = places(self.over, sheet.rows, sheet.columns)
        found = self.target.values(sheet)
        i = 0
        while i < len(listed):
            if at >= len(text):
                raise DecodeError(f"it ends too early: {len(listed) - i} of {len(listed)} {self.over} are missing")
            sign = text[at]
            at += 1
            if sign.isascii() and sign.isalpha() and sign.islower() and int(sign, 36) >= self.digits:
                i += int(sign, 36) - self.digits + 1
                if i > len(listed):
                    raise DecodeError(f"it speaks of more {self.over} than the board has")
                continue
            if sign == "." and self.untold is not None:
                found[listed[i]] = self.untold
                i += 1
                continue
            follow, value = divmod(from_base(sign, self.digits), len(self.values))
            if follow > self.most:
                raise DecodeError(f"'{sign}' cannot stand here")
            found[listed[i]] = self.values[value]
            i += 1 + follow
        return at

    def encode(self, sheet: Sheet) -> str:
        """After a value the gap to the next one, as far as it fits."""
        listed = places(self.over, sheet.rows, sheet.columns)
        found = self.target.values(sheet)
        parts: list[str] = []
        i = empty = 0
        while i < len(listed):
            value = found.get(listed[i])
            if is_nothing(value):
                empty += 1
                i += 1
            if empty and (empty == 36 - self.digits or i == len(listed) or not is_nothing(found.get(listed[i]))):
                parts.append(to_base(self.digits - 1 + empty, 36))
                empty = 0
            if is_nothing(value):
                continue
            if value == self.untold:
                parts.append(".")
                i += 1
                continue
            if value not in self.values:
                raise EncodeError(f"{self.target.name} {value} at {listed[i]} cannot be written in this format")
            near = next((k for k in range(self.most) if not is_nothing(found.get(_at(listed, i + 1 + k)))), None)
            last = min(self.most, len(listed) - i - 1) if self.exact else self.most
            follow = last if near is None else near
            parts.append(to_base(self.values.index(value) + follow * len(self.values), 36))
            i += 1 + follow
        return "".join(parts)


def _at(listed: Sequence[str], i: int) -> str:
    return listed[i] if i < len(listed) else ""


@dataclass
class Digits:
    """Each place is a digit in a small base; several of them make one sign."""

    over: str
    target: Target
    #: By the digit; 0 stands for nothing.
    values: dict[int, object]
    base: int
    together: int
    #: The first letter of those that stand for signs in which there is nothing.
    gap: str | None = None

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Sign by sign."""
        listed = places(self.over, sheet.rows, sheet.columns)
        found = self.target.values(sheet)
        passed = 0
        for start in range(0, len(listed), self.together):
            if passed:
                passed -= 1
                continue
            if at >= len(text) and self.gap is not None and len(listed) - start <= self.together:
                break  # older addresses leave out a last sign of nothing
            if at >= len(text):
                raise DecodeError(f"it ends too early: {len(listed) - start} of {len(listed)} {self.over} are missing")
            if self.gap is not None and self.gap <= text[at] <= "z":
                passed = ord(text[at]) - ord(self.gap)
                at += 1
                continue
            code = from_base(text[at], self.base**self.together)
            at += 1
            for k, place in enumerate(listed[start : start + self.together]):
                digit = code // self.base ** (self.together - 1 - k) % self.base
                if digit and digit not in self.values:
                    raise DecodeError(f"'{text[at - 1]}' cannot stand here", at - 1)
                if digit:
                    found[place] = self.values[digit]
        return at

    def encode(self, sheet: Sheet) -> str:
        """Sign by sign."""
        listed = places(self.over, sheet.rows, sheet.columns)
        found = self.target.values(sheet)
        digits = [self._digit(found.get(place), place) for place in listed]
        digits += [0] * (-len(digits) % self.together)
        signs = []
        for start in range(0, len(digits), self.together):
            code = 0
            for digit in digits[start : start + self.together]:
                code = code * self.base + digit
            signs.append(to_base(code, 36))
        return "".join(signs) if self.gap is None else _with_gaps(signs, self.gap)

    def _digit(self, value: object, place: str) -> int:
        if is_nothing(value):
            return 0
        for digit, meant in self.values.items():
            if meant == value:
                return digit
        raise EncodeError(f"{self.target.name} {value} at {place} cannot be written in this format")


def _with_gaps(signs: list[str], gap: str) -> str:
    """The signs, with one letter for as many zeros in a row as it can stand for."""
    longest = ord("z") - ord(gap) + 1
    parts: list[str] = []
    for sign, run in groupby(signs):
        length = len(list(run))
        full, rest = divmod(length, longest)
        zeros = "z" * full + (chr(ord(gap) + rest - 1) if rest else "")
        parts.append(zeros if sign == "0" else sign * length)
    return "".join(parts)


@dataclass
class Borders:
    """A bit for each side inside the board: first those between left and right, then those between up and down."""

    target: Target
    #: rooms, links or sides: what the borders mean.
    over: str
    #: Whether nothing is written where there is no border, and nothing may stand there.
    optional: bool = False
    #: A truth over links for borders that separate nothing, because they lie inside a room.
    inner: Target | None = None

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """The two blocks of bits."""
        upright = sheet.rows * (sheet.columns - 1)
        listed = places("sides", sheet.rows, sheet.columns)
        walls: set[str] = set()
        if not (self.optional and at >= len(text)):
            for block in (listed[:upright], listed[upright:]):
                for start in range(0, len(block), 5):
                    if at >= len(text):
                        raise DecodeError("it ends in the middle of the borders")
                    code = from_base(text[at], 32)
                    at += 1
                    walls.update(side for k, side in enumerate(block[start : start + 5]) if code >> (4 - k) & 1)
        put_walls(self.target, self.over, walls, sheet, self.inner)
        return at

    def encode(self, sheet: Sheet) -> str:
        """The two blocks of bits."""
        walls = get_walls(self.target, self.over, sheet)
        if self.inner is not None:
            walls |= get_walls(self.inner, "links", sheet)
        if self.optional and not walls:
            return ""
        upright = sheet.rows * (sheet.columns - 1)
        listed = places("sides", sheet.rows, sheet.columns)
        signs = []
        for block in (listed[:upright], listed[upright:]):
            for start in range(0, len(block), 5):
                bits = [side in walls for side in block[start : start + 5]]
                signs.append(to_base(sum(bit << (4 - k) for k, bit in enumerate(bits)), 32))
        return "".join(signs)


@dataclass
class Marks:
    """Marked places: before each one the number of places that are not, in base 36; a dot for 36 of them."""

    over: str
    target: Target
    value: object = True
    #: Whether the places after the last mark are counted too.
    tail: bool = True
    #: A sign for as many places without a mark as it counts, instead of the dot.
    long: str = ""
    #: Whether other values are left out, because they are written elsewhere.
    partial: bool = False

    @property
    def _most(self) -> int:
        return int(self.long, 36) if self.long else 36

    def _value(self, place: str) -> object:
        """What a mark says; of a side perhaps by the way it runs."""
        if not isinstance(self.value, Mapping):
            return self.value
        return self.value["upright" if is_upright(place) else "level"]

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Mark by mark."""
        listed = places(self.over, sheet.rows, sheet.columns)
        found = self.target.values(sheet)
        i = 0
        while i < len(listed) and at < len(text) and text[at] != "/":
            if text[at] == (self.long or "."):
                i += self._most
            else:
                i += from_base(text[at], 36)
                if i < len(listed):
                    found[listed[i]] = self._value(listed[i])
                elif i > len(listed):
                    raise DecodeError(f"it speaks of more {self.over} than the board has")
                i += 1
            at += 1
        return at

    def encode(self, sheet: Sheet) -> str:
        """Mark by mark."""
        found = self.target.values(sheet)
        parts: list[str] = []
        empty = 0
        for place in places(self.over, sheet.rows, sheet.columns):
            value = found.get(place)
            if value == self._value(place):
                parts.append(to_base(empty, 36))
                empty = 0
                continue
            if not is_nothing(value) and not self.partial:
                raise EncodeError(f"{self.target.name} {value} at {place} cannot be written in this format")
            empty += 1
            if empty == self._most:
                parts.append(self.long or ".")
                empty = 0
        return "".join(parts) + (to_base(empty, 36) if empty and self.tail else "")


@dataclass
class Setting:
    """A number for a parameter of the puzzle, up to the next slash."""

    name: str

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """All digits up to a slash."""
        end = text.find("/", at)
        end = len(text) if end < 0 else end
        digits = text[at:end]
        if not digits.isascii() or not digits.isdigit() or len(digits) > 9:
            raise DecodeError(f"'{digits}' is not a number for '{self.name}'")
        sheet.parameters[self.name] = int(digits)
        return end

    def encode(self, sheet: Sheet) -> str:
        """The digits."""
        return str(sheet.parameters[self.name])


@dataclass
class Constant:
    """A text that always stands here."""

    text: str

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Nothing but the text may stand here."""
        if not text.startswith(self.text, at):
            if at >= len(text):
                return at
            raise DecodeError(f"'{text[at : at + len(self.text)]}' stands where '{self.text}' is expected")
        return at + len(self.text)

    def encode(self, sheet: Sheet) -> str:
        """The text."""
        return self.text
