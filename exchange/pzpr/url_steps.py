"""Steps of an address: each reads its part of the text into a sheet, and writes it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from cluewright.exchange.pzpr.forms import SIGNS, from_base, to_base
from cluewright.exchange.pzpr.places import head_cells, inner_neighbour, place_set, places, rooms_in_order
from cluewright.exchange.pzpr.sheet import DecodeError, EncodeError, Sheet
from cluewright.exchange.pzpr.targets import (
    Entry,
    Target,
    counted_rooms,
    has_values,
    is_nothing,
    put_of_room,
    write_place,
)


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
    #: More layers: where one of them has a value, the part is written too.
    also: Sequence[Target] = ()

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Nothing, if the address ends or goes on with a slash."""
        return at if text[at : at + 1] in ("", "/") else self.step.decode(text, at, sheet)

    def encode(self, sheet: Sheet) -> str:
        """Nothing, if none of its layers has a value."""
        also = any(not is_nothing(value) for target in self.also for value in target.values(sheet).values())
        return self.step.encode(sheet) if also or has_values(self.step, sheet) else ""


def decode_text(steps: Sequence[UrlStep], text: str, sheet: Sheet) -> int:
    """Read all parts of a text; the place where they end."""
    at = 0
    for step in steps:
        at = step.decode(text, at, sheet)
    sheet.settle()
    return at


def step_places(over: str, room: str | None, sheet: Sheet, alone: Target | None = None) -> Sequence[str]:
    """The places of a step; rooms are places too, except those that are alone."""
    if over == "rooms":
        assert room is not None
        sheet.settle()
        rooms = counted_rooms(sheet.clues.get(room, {}), alone.values(sheet) if alone else {})
        return rooms_in_order(rooms, places("cells", sheet.rows, sheet.columns))
    return places(over, sheet.rows, sheet.columns)


@dataclass
class Stream:
    """Values one after the other; letters from `gap` to z stand for 1, 2, ... places without one."""

    over: str
    entries: Sequence[Entry]
    gap: str = ""
    room: str | None = None
    #: A sign for a single place without a value.
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
    #: The last sign of those that stand for a gap.
    gap_end: str = "z"
    #: A clue of cells that are rooms of their own and are not counted.
    alone: Target | None = None
    #: A sign behind the last value, or instead of the last empty place, where no gap stands there.
    end: str = ""

    def _places(self, sheet: Sheet) -> Sequence[str]:
        listed = step_places(self.over, self.room, sheet, self.alone)
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
            if self.end and text.startswith(self.end, at):
                break
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
        return at + len(self.end) if self.end and text.startswith(self.end, at) else at

    def _gap(self, text: str, at: int) -> tuple[int, int]:
        """How many places are empty, and where the text goes on."""
        sign = text[at]
        if self.blank and sign == self.blank:
            return 1, at + 1
        if self.counter and sign == self.counter:
            return from_base(text[at + 1 : at + 2], 16), at + 2
        if self.gap and sign in SIGNS and self.gap <= sign <= self.gap_end:
            return int(sign, 36) - int(self.gap, 36) + 1, at + 1
        raise DecodeError(f"'{sign}' cannot stand here", at)

    def encode(self, sheet: Sheet) -> str:
        """With the longest gaps that a letter can say."""
        parts: list[str] = []
        empty = 0
        before = ""
        longest = int(self.gap_end, 36) + 1 - int(self.gap, 36) if self.gap else 15 if self.counter else 1
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
        least = bool(self.end or (before and self.spaced))
        return "".join(parts) + (self._gap_text(empty) if empty > least else self.end)

    def _text(self, sheet: Sheet, place: str) -> str:
        try:
            return write_place(self._entries(place, sheet), sheet, place)
        except EncodeError:
            if self.partial:
                return ""
            raise

    def _gap_text(self, length: int) -> str:
        if self.blank and length == 1:
            return self.blank
        if self.gap:
            return to_base(int(self.gap, 36) + length - 1, 36)
        if self.counter:
            return self.counter + to_base(length, 16)
        raise EncodeError(f"it needs a clue at each of the {self.over}")


@dataclass
class Run(Stream):
    """Values at places of several kinds, with gaps that go on from one kind to the next."""

    #: The kinds of places in order, each with what may stand there.
    parts: Sequence[tuple[str, Sequence[Entry]]] = ()

    def _entries(self, place: str, sheet: Sheet) -> Sequence[Entry]:
        return next(entries for over, entries in self.parts if place in place_set(over, sheet.rows, sheet.columns))


@dataclass
class RoomCells(Stream):
    """Values of rooms that stand in cells: in any cell of their room, of which lists may have several."""

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Cell by cell; rooms may be read later."""
        spread = Sheet(sheet.rows, sheet.columns)
        end = super().decode(text, at, spread)
        sheet.later.append(lambda: self._keep(spread, sheet))
        return end

    def _keep(self, spread: Sheet, sheet: Sheet) -> None:
        assert self.room is not None
        rooms = sheet.clues.get(self.room, {})
        for entry in self.entries:
            for place in places("cells", sheet.rows, sheet.columns):
                values = entry.get(spread, place)
                if values is not None:
                    put_of_room(entry, sheet, rooms[place], values)

    def encode(self, sheet: Sheet) -> str:
        """In the first cell of each room."""
        assert self.room is not None
        spread = Sheet(sheet.rows, sheet.columns)
        for letter, place in head_cells(sheet.clues.get(self.room, {})).items():
            for entry in self.entries:
                entry.put(spread, place, entry.get(sheet, letter) or (None,) * len(entry.targets))
        return super().encode(spread)


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
