"""Steps of an address in which a sign says something about several places: digits, bits, borders, distances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from cluewright.exchange.pzpr.forms import from_base, to_base
from cluewright.exchange.pzpr.places import is_upright, places
from cluewright.exchange.pzpr.sheet import DecodeError, EncodeError, Sheet
from cluewright.exchange.pzpr.targets import Entry, Target, get_walls, is_nothing, put_walls, read_place, write_place


@dataclass
class Packed:
    """Few values: a digit says which one, and how many places without one follow; letters after the digits are gaps."""

    over: str
    #: Their forms have a digit for each value, and perhaps a dot.
    entries: Sequence[Entry]
    #: How many values there may be.
    base: int
    #: How many digits there are.
    digits: int = 16
    #: Whether the places after the last value are counted, rather than as many as possible.
    exact: bool = False

    @property
    def most(self) -> int:
        """How many empty places can follow."""
        return self.digits // self.base - 1

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Digit by digit."""
        listed = places(self.over, sheet.rows, sheet.columns)
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
            if sign == "." and read_place(self.entries, sheet, listed[i], sign):
                i += 1
                continue
            follow, digit = divmod(from_base(sign, self.digits), self.base)
            if follow > self.most or not read_place(self.entries, sheet, listed[i], to_base(digit, 36)):
                raise DecodeError(f"'{sign}' cannot stand here", at - 1)
            i += 1 + follow
        return at

    def encode(self, sheet: Sheet) -> str:
        """After a value the gap to the next one, as far as it fits."""
        texts = [write_place(self.entries, sheet, place) for place in places(self.over, sheet.rows, sheet.columns)]
        parts: list[str] = []
        i = empty = 0
        while i < len(texts):
            text = texts[i]
            if not text:
                empty += 1
                i += 1
            if empty and (empty == 36 - self.digits or i == len(texts) or texts[i]):
                parts.append(to_base(self.digits - 1 + empty, 36))
                empty = 0
            if not text:
                continue
            if text == ".":
                parts.append(text)
                i += 1
                continue
            near = next((k for k, after in enumerate(texts[i + 1 : i + 1 + self.most]) if after), None)
            last = min(self.most, len(texts) - i - 1) if self.exact else self.most
            follow = last if near is None else near
            parts.append(to_base(from_base(text, 36) + follow * self.base, 36))
            i += 1 + follow
        return "".join(parts)


@dataclass
class Digits:
    """Each place is a digit in a small base, 0 for nothing; several of them make one sign."""

    over: str
    #: Their forms have a digit for each value.
    entries: Sequence[Entry]
    base: int
    together: int
    #: The first letter of those that stand for signs in which there is nothing.
    gap: str | None = None
    #: Whether a bit stands for the absence of a value.
    inverted: bool = False

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Sign by sign."""
        listed = places(self.over, sheet.rows, sheet.columns)
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
                digit = 1 - digit if self.inverted else digit
                if digit and not read_place(self.entries, sheet, place, to_base(digit, 36)):
                    raise DecodeError(f"'{text[at - 1]}' cannot stand here", at - 1)
        return at

    def encode(self, sheet: Sheet) -> str:
        """Sign by sign."""
        listed = places(self.over, sheet.rows, sheet.columns)
        digits = [from_base(write_place(self.entries, sheet, place, "0"), 36) for place in listed]
        digits = [1 - digit for digit in digits] if self.inverted else digits
        digits += [0] * (-len(digits) % self.together)
        signs = []
        for start in range(0, len(digits), self.together):
            code = 0
            for digit in digits[start : start + self.together]:
                code = code * self.base + digit
            signs.append(to_base(code, 36))
        return "".join(signs) if self.gap is None else _with_gaps(signs, self.gap)


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
    #: A clue of cells that are rooms of their own, with borders or without.
    alone: Target | None = None
    #: What stands before optional borders, so that something else may follow where there are none.
    before: str = ""

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """The two blocks of bits."""
        upright = sheet.rows * (sheet.columns - 1)
        listed = places("sides", sheet.rows, sheet.columns)
        walls: set[str] = set()
        is_there = text.startswith(self.before, at) if self.before else not (self.optional and at >= len(text))
        if is_there:
            at += len(self.before)
            for block in (listed[:upright], listed[upright:]):
                for start in range(0, len(block), 5):
                    if at >= len(text):
                        raise DecodeError("it ends in the middle of the borders")
                    code = from_base(text[at], 32)
                    at += 1
                    walls.update(side for k, side in enumerate(block[start : start + 5]) if code >> (4 - k) & 1)
        put_walls(self.target, self.over, walls, sheet, self.inner, self.alone)
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
        return self.before + "".join(signs)


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
