"""Whether what was written is read as the same clues: nothing may be lost without a word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from cluewright.exchange.pzpr.places import natural
from cluewright.exchange.pzpr.sheet import DecodeError, Sheet
from cluewright.exchange.pzpr.step_builder import Declared
from cluewright.exchange.pzpr.targets import is_nothing
from cluewright.exchange.pzpr.url_steps import UrlStep, decode_text
from cluewright.exchange.pzpr.word_steps import Lines, WordStep, decode_lines
from cluewright.models.errors import CluewrightError, Problem

#: A layer whose places are the regions of another one.
_OF_REGIONS: Final = re.compile(r"\s*regions\((\w+)\)\s*")

Clues = dict[str, dict[str, Any]]


class MisreadError(CluewrightError):
    """A puzzle that would be read as another one: what its rulebook says about another program is not enough."""


def read_again(steps: Sequence[UrlStep], text: str, sheet: Sheet) -> Sheet:
    """What a text says that was written from this sheet."""
    again = Sheet(sheet.rows, sheet.columns)
    with _readable():
        decode_text(steps, text, again)
    return again


def read_lines_again(steps: Sequence[WordStep], body: Sequence[str], sheet: Sheet) -> Sheet:
    """What a board says that was written from this sheet."""
    again = Sheet(sheet.rows, sheet.columns)
    with _readable():
        decode_lines(steps, Lines(body), again)
    return again


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except DecodeError as error:
        raise MisreadError(
            Problem(f"this puzzle cannot be written: it could not be read again, since {error}")
        ) from None


def check_same(sheet: Sheet, again: Sheet, declared: Declared) -> None:
    """Refuse to write what would be read as something else."""
    wrong = difference(sheet, again, declared)
    if wrong:
        raise MisreadError(Problem(f"this puzzle cannot be written: {wrong}"))


def difference(sheet: Sheet, again: Sheet, declared: Declared) -> str:
    """What is read differently from what was written; an empty text if nothing is."""
    if set(sheet.holes) != set(again.holes):
        return f"a hole at {min(set(sheet.holes) ^ set(again.holes))} would be read differently"
    return clue_difference(_comparable(sheet, declared), _comparable(again, declared))


def clue_difference(given: Mapping[str, Mapping[str, object]], again: Mapping[str, Mapping[str, object]]) -> str:
    """The first clue that is not the same in both."""
    for name in dict.fromkeys([*given, *again]):
        here, there = given.get(name, {}), again.get(name, {})
        for place in dict.fromkeys([*here, *there]):
            if place not in there:
                return f"{name} {_shown(here[place])} at {place} would be lost"
            if place not in here:
                return f"{name} {_shown(there[place])} would be read at {place}, where there is none"
            if here[place] != there[place]:
                return f"{name} {_shown(here[place])} at {place} would be read as {_shown(there[place])}"
    return ""


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _comparable(sheet: Sheet, declared: Declared) -> Clues:
    """The clues that say something; a region is known by its first cell, since readers give it names of their own."""
    found: Clues = {}
    heads = {name: _heads(sheet.clues.get(name, {})) for name, c in declared.clues.items() if c.values == "regions"}
    for name, values in sheet.clues.items():
        filled = {place: value for place, value in values.items() if not is_nothing(value) and place not in sheet.holes}
        spec = declared.clues.get(name)
        of = _OF_REGIONS.fullmatch(spec.over) if spec is not None else None
        if name in heads:
            filled = {place: heads[name][value] for place, value in filled.items()}
        elif of is not None:
            filled = {heads.get(of[1], {}).get(place, place): value for place, value in filled.items()}
        if filled:
            found[name] = filled
    return found


def _heads(rooms: Mapping[str, Any]) -> dict[str, str]:
    """The first cell of each region."""
    heads: dict[str, str] = {}
    for place in sorted(rooms, key=natural):
        heads.setdefault(rooms[place], place)
    return heads
