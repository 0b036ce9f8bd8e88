"""Pages as PDF and PNG. Typst sets them, with all fonts inside the file; what a puzzle says reaches it as data only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final, Literal

from cluewright.models.errors import CluewrightError, Problem

PaperFormat = Literal["pdf", "png"]

#: Dots of a PNG per inch.
_RESOLUTION: Final = 192


def typeset(template: str, data: object, pictures: Mapping[str, str], format: PaperFormat) -> bytes:
    """A document: the template reads `data.json` and SVG pictures by their names. A PNG has one page."""
    typst = find_typst()
    files = {"main.typ": template, "data.json": json.dumps(data), **pictures}
    encoded = {name: text.encode() for name, text in files.items()}
    try:
        made = typst.compile(encoded, format=format, ppi=_RESOLUTION)
    except typst.TypstError as error:
        raise CluewrightError(Problem(f"the page cannot be set: {error}")) from None
    return bytes(made[0] if isinstance(made, list) else made)


def find_typst() -> Any:
    """The package, or how to get it."""
    try:
        return import_module("typst")  # late: large, and only paper needs it
    except ImportError:
        hint = "pip install 'cluewright[book]'; SVG and HTML need nothing else"
        raise CluewrightError(Problem("PDF and PNG need the package typst, which is missing", hint=hint)) from None
