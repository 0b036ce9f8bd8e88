"""Text from outside in files that other programs run: a spreadsheet must not calculate it, a browser not execute it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

#: With these a formula begins; the wide forms count in some spreadsheets.
_FORMULA: Final = tuple("=+-@\t\r\n＝＋－＠")
_NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)
#: What has a meaning in Markdown, or in the HTML that it may contain.
_MARKDOWN: Final = re.compile(r"[\\`*\[\]|]")
_ENTITIES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV. Numbers stay numbers; other text that a spreadsheet would take for a formula gets a `'` before it,
    which it takes for "this is text"."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows([_inert(cell) for cell in row] for row in rows)
    return stream.getvalue()


def _inert(cell: object) -> object:
    if not isinstance(cell, str) or len(cell) < 2 or not cell.startswith(_FORMULA) or _NUMBER.fullmatch(cell):
        return cell
    return f"'{cell}"


def markdown_text(text: str) -> str:
    """Text that Markdown shows as it is, in one line."""
    shown = "".join(_ENTITIES.get(letter, letter) for letter in " ".join(text.split()))
    return _MARKDOWN.sub(lambda found: f"\\{found[0]}", shown)
