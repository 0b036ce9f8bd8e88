"""Where the values of a step go: layers of a sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cluewright.exchange.pzpr.forms import UNTOLD
from cluewright.exchange.pzpr.places import natural, place_set, split_into_rooms, walls_of
from cluewright.exchange.pzpr.sheet import DecodeError, EncodeError, Sheet

#: Of many places, an error names so many.
_MOST_NAMED: Final = 6


@dataclass(frozen=True)
class Target:
    """Where values go: a layer of the clues, of the answer, or the holes of the board."""

    part: str
    name: str

    def values(self, sheet: Sheet) -> dict[str, Any]:
        """The layer on a sheet."""
        return sheet.layer(self.part, self.name)


@dataclass(frozen=True)
class Entry:
    """Layers whose values are written together, and how."""

    targets: tuple[Target, ...]
    form: Any
    #: Places of this kind alone are read by it; empty for all.
    only: str = ""

    def reads_at(self, sheet: Sheet, place: str) -> bool:
        """Whether what stands at this place can be about these layers."""
        return not self.only or place in place_set(self.only, sheet.rows, sheet.columns)

    def put(self, sheet: Sheet, place: str, values: tuple[object, ...]) -> None:
        """Keep what was read."""
        for target, value in zip(self.targets, values, strict=True):
            if value is not None:
                target.values(sheet)[place] = value

    def get(self, sheet: Sheet, place: str) -> tuple[object, ...] | None:
        """What is to be written at a place, or None if there is nothing."""
        values = tuple(target.values(sheet).get(place) for target in self.targets)
        return None if all(is_nothing(value) for value in values) else values

    def is_unsaid(self, values: tuple[object, ...]) -> bool:
        """Whether this is the 0 of an answer for which there is no sign: nothing is drawn."""
        return values == (0,) and self.targets[0].part == "answer" and self.form.write(values) is None


def is_nothing(value: object) -> bool:
    """Whether there is nothing to write; the number 0 is something."""
    return value is None or value is False


def read_place(entries: Sequence[Entry], sheet: Sheet, place: str, text: str) -> bool:
    """Keep what a text at one place says, by the first form that knows it; whether there is one."""
    for entry in entries:
        values = entry.form.read_word(text) if entry.reads_at(sheet, place) else None
        if values is not None:
            entry.put(sheet, place, values)
            return True
    return False


def write_place(entries: Sequence[Entry], sheet: Sheet, place: str, empty: str = "") -> str:
    """The text of the layers at one place, or `empty`. Only one of them can stand there."""
    texts: list[str] = []
    here = {entry.targets for entry in entries if entry.reads_at(sheet, place)}
    for entry in entries:
        values = entry.get(sheet, place)
        if values is None or entry.is_unsaid(values):
            continue
        if entry.targets in here and not entry.reads_at(sheet, place):
            continue  # another entry writes these layers at such places
        text = entry.form.write(values)
        if text is None or (texts and text != empty):
            shown = " and ".join(f"{t.name} {v}" for t, v in zip(entry.targets, values, strict=True))
            also = " beside something else" if texts else ""
            raise EncodeError(f"{shown} at {place}{also} cannot be written in this format")
        if text != empty:
            texts.append(text)
    return texts[0] if texts else empty


def put_of_room(entry: Entry, sheet: Sheet, room: str, values: tuple[object, ...]) -> None:
    """Keep a clue of a room: a list goes on with what it does not have yet, and a question mark always counts."""
    before = entry.get(sheet, room)
    if before is not None:
        values = tuple(_longer(old, new) for old, new in zip(before, values, strict=True))
    entry.put(sheet, room, values)


def _longer(old: object, new: object) -> object:
    if not (isinstance(old, list) and isinstance(new, list)):
        return new
    return [*old, *(item for item in new if item == UNTOLD or item not in old)]


def put_walls(
    target: Target, over: str, walls: set[str], sheet: Sheet, inner: Target | None = None, alone: Target | None = None
) -> None:
    """Keep walls as rooms, or as truths over links or sides. Those that close no room go to `inner` or are wrong. Cells
    with a clue of `alone` are rooms of their own, with a wall around them or not; these may be read later."""
    if over != "rooms":
        links = {side.replace("|", "-") if over == "links" else side: True for side in walls}
        target.values(sheet).update(links)
    elif alone is None:
        _put_rooms(target, walls, sheet, inner, {})
    else:
        sheet.later.insert(0, lambda: _put_rooms(target, walls, sheet, inner, alone.values(sheet)))


def _put_rooms(target: Target, walls: set[str], sheet: Sheet, inner: Target | None, alone: Mapping[str, Any]) -> None:
    def is_wall(side: str) -> bool:
        return side in walls or any(not is_nothing(alone.get(name)) for name in side.split("|"))

    found = target.values(sheet)
    found.update(split_into_rooms(sheet.rows, sheet.columns, is_wall))
    loose = sorted(walls - walls_of(sheet.rows, sheet.columns, found), key=natural)
    if inner is not None:
        put_walls(inner, "links", set(loose), sheet)
    elif loose:
        shown = ", ".join(loose[:_MOST_NAMED]) + (", ..." if len(loose) > _MOST_NAMED else "")
        what = "a border closes" if len(loose) == 1 else f"{len(loose)} borders close"
        raise DecodeError(f"{what} no room, and this genre has no rule for that: {shown}")


def get_walls(target: Target, over: str, sheet: Sheet) -> set[str]:
    """The walls of rooms, or those that are true over links or sides."""
    found = target.values(sheet)
    if over != "rooms":
        return {place.replace("-", "|") for place, value in found.items() if value}
    walls = walls_of(sheet.rows, sheet.columns, found)
    again = split_into_rooms(sheet.rows, sheet.columns, walls.__contains__)
    pairs = {(letter, again[name]) for name, letter in found.items()}
    if len({letter for letter, _ in pairs}) < len(pairs):
        raise EncodeError(f"a region of '{target.name}' is not in one piece, and borders cannot say that")
    return walls


def counted_rooms(room: Mapping[str, str], alone: Mapping[str, Any]) -> dict[str, str]:
    """The rooms of cells, without those that are a room of their own and have no number."""
    return {name: letter for name, letter in room.items() if is_nothing(alone.get(name))}


def entries_of(step: object) -> list[Entry]:
    """All that a step writes as values with a form."""
    step = getattr(step, "step", step)  # one that may be missing
    parts = ("entries", "cells", "told", "left", "others", "both")
    entries = [entry for part in parts for entry in getattr(step, part, None) or ()]
    return entries + ([step.entry] if hasattr(step, "entry") else [])


def targets_of(step: object) -> list[Target]:
    """The layers that a step is about."""
    targets = [target for entry in entries_of(step) for target in entry.targets]
    step = getattr(step, "step", step)
    targets += getattr(step, "targets", [])
    return targets + [target for part in ("target", "inner") if (target := getattr(step, part, None)) is not None]


def has_values(step: object, sheet: Sheet) -> bool:
    """Whether a sheet has anything that this step is about."""
    return any(not is_nothing(value) for target in targets_of(step) for value in target.values(sheet).values())


def layers_of(steps: Sequence[object]) -> set[str]:
    """The layers and parameters that these steps have a place for."""
    found = {target.name for step in steps for target in targets_of(step) if target.part != "answer"}
    return found | {str(getattr(getattr(step, "step", step), "name", "")) for step in steps}
