"""Opening a puzzle and changing it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cluewright.models.errors import CluewrightError, Problem
from cluewright.studio import describing
from cluewright.studio.opened import Opened
from cluewright.studio.reshaping import reshaped
from cluewright.studio.sources import example_text, is_name, source_text

if TYPE_CHECKING:
    from cluewright.studio.questions import Tell


def open_puzzle(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """A text, an address, or a genre with a size."""
    source = str(given.get("source") or "")
    text = source_text(source, given.get("size"))
    if not text:
        return {"text": ""}
    opened.load(text, keep=bool(given.get("keep")))
    if not opened.is_drawable and is_name(source):  # nothing can be seen of an empty one
        opened.load(example_text(source) or text)
    return describing.described(opened)


def edit(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Other clues in some layers, given as data. The picture comes first, then what it means."""
    layers = given.get("layers")
    if not isinstance(layers, dict):
        raise CluewrightError(Problem("an edit names layers"))
    opened.draft(layers)
    svg = describing.drawn(opened)
    tell({"svg": svg})
    opened.settle(layers)
    after = describing.state(opened)
    if opened.sketch.shapes:  # what is drawn may follow from the clues
        svg = describing.drawn(opened)
    return {**after, "svg": svg, "clues": {name: after["clues"].get(name) for name in layers}}


def reshape(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """The text of the puzzle turned, mirrored, or on a board of another size."""
    size = re.fullmatch(r"\s*(\d{1,3})\s*(?:[xX]\s*(\d{1,3}))?\s*", str(given.get("size") or ""))
    wanted = (int(size[1]), int(size[2] or size[1])) if size else None
    return {"text": reshaped(opened.sketch, str(given.get("way")), wanted)}


def stamp(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """The stamps of a value that has no button."""
    name, unknown = str(given.get("layer")), bool(given.get("unknown"))
    return {"stamps": describing.stamp(opened, name, given.get("value"), unknown=unknown)}
