"""Which kinds of places the parts of a block write: a layer over others would be lost without a word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from cluewright.exchange.pzpr.indexes import PointsLine, PointsText
from cluewright.exchange.pzpr.line_lists import ListLines, ListText
from cluewright.exchange.pzpr.nested import NestedText, NestedWords
from cluewright.exchange.pzpr.packed_steps import Borders
from cluewright.exchange.pzpr.segments import Segments
from cluewright.exchange.pzpr.targets import Entry, Target
from cluewright.exchange.pzpr.url_steps import RoomCells, Run
from cluewright.exchange.pzpr.word_steps import BorderWords, Framed, RoomClues, Rooms

Kinds = frozenset[str]

_CELLS: Final = frozenset({"cells"})
_LINES: Final = frozenset({"rows", "columns"})
#: Lists of places by the kind of places in them, where their name does not say it.
_KINDS: Final[dict[str, Kinds]] = {
    "inner_corners": frozenset({"corners"}),
    "links_by_cell": frozenset({"links"}),
    **dict.fromkeys(("upright_sides", "level_sides", "all_sides", "edge"), frozenset({"sides"})),
    **dict.fromkeys(("top_left", "top", "left"), frozenset({"outside"})),
    "columns_rows": _LINES,
    "centres": frozenset({"cells", "sides", "corners"}),
    "rooms": frozenset({"regions"}),
}


def kinds_of_places(over: str) -> Kinds:
    """The kinds of places in a list of them, or in several with a plus between them."""
    return frozenset().union(*(_KINDS.get(one, frozenset({one})) for one in over.split("+")))


def covered(step: Any) -> Iterator[tuple[Target, Kinds]]:
    """The layers that a step is about, each with the kinds of places at which it writes them."""
    step = getattr(step, "step", step)  # one that may be missing
    match step:
        case Run():
            for over, entries in step.parts:
                yield from _at(entries, kinds_of_places(over))
        case RoomCells():
            yield from _at(step.entries, kinds_of_places("rooms"))
        case Framed():
            yield from _at([*step.entries, *(step.left or ())], kinds_of_places(step.over))
            yield from _at(step.cells, _CELLS)
        case ListText() | ListLines():
            yield step.target, _LINES
            yield from _at([*getattr(step, "cells", ()), *getattr(step, "told", ())], _CELLS)
        case Rooms():
            yield step.target, _CELLS
            yield from _at(step.entries, _CELLS)
        case RoomClues():
            yield from _at([step.entry], kinds_of_places("rooms"))
            yield from _at(step.others, _CELLS)
        case Borders() | BorderWords():
            over = getattr(step, "over", "rooms")
            yield step.target, _CELLS if over == "rooms" else kinds_of_places(over)
            for more in ("others", "both"):
                yield from _at(getattr(step, more, ()), kinds_of_places(getattr(step, "places", "sides")))
            if step.inner is not None:
                yield step.inner, frozenset({"links"})
        case PointsText() | PointsLine() | NestedText() | NestedWords():
            yield from ((target, _CELLS) for target in step.targets)
        case Segments():
            return  # pairs of corners, which have no name of their own
        case _ if hasattr(step, "over"):
            kinds = kinds_of_places(step.over)
            yield from _at(getattr(step, "entries", ()), kinds)
            if hasattr(step, "target"):
                yield step.target, kinds


def _at(entries: Any, kinds: Kinds) -> Iterator[tuple[Target, Kinds]]:
    """The layers of entries, some of which may be about some places only."""
    entry: Entry
    for entry in entries:
        here = kinds & kinds_of_places(entry.only) if entry.only else kinds
        yield from ((target, here) for target in entry.targets)
