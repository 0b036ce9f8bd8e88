"""What is marked on a picture, by the part it plays. Every painter shows the differences, also without colours."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from cluewright.models.records import record

#: Elements to mark: some, or some for each part that they play.
Marked = Collection[object] | Mapping[str, Collection[object]]


@record
class Mark:
    """How a part looks. Its name is also the tone of its ground and the look of its lines."""

    #: Around what stands in a cell, and on a side or link, where characters are all there is.
    brackets: str
    sign: str
    #: The look of the frame around each cell, if it has one, and how far inside of it that is.
    frame: str = ""
    inset: float = 0.0
    #: Whether a terminal with colours writes the brackets all the same.
    is_always_written: bool = True


#: All parts, in the order in which they cover each other.
MARKS: Final = {
    "mark": Mark("[]", "*", is_always_written=False),
    "rule": Mark("::", ":"),
    "premise": Mark("{}", "o", "premise_frame", 0.13),
    "conclusion": Mark("[]", "*", "conclusion_frame", 0.05),
}

FRAMES: Final = tuple(mark.frame for mark in MARKS.values() if mark.frame)


def by_part(marked: Marked) -> dict[str, Collection[object]]:
    """The marked elements of each part, in the order of `MARKS`."""
    parts = marked if isinstance(marked, Mapping) else {"mark": marked}
    return {name: parts[name] for name in MARKS if name in parts}
