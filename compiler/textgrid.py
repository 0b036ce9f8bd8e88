"""Clue grids as readable text blocks."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from cluewright.models.records import record

_RULER: Final = re.compile(r"[\s|+=-]*")
_RULED: Final = re.compile(r"[-=+]{2}")
_WORD: Final = re.compile(r"[^\s|]+")

#: Signs for 'no clue here'.
EMPTY: Final = (".", "_")


@record
class Token:
    """The place of a sign in a drawing."""

    line: int
    column: int


class Row:
    """The signs of one line of a text block."""

    __slots__ = ("line", "text", "texts")

    def __init__(self, text: str, line: int, texts: list[str]) -> None:
        self.text = text
        self.line = line
        self.texts = texts

    def __len__(self) -> int:
        return len(self.texts)


class Spot(NamedTuple):
    """A sign of a row. Its column is found out when somebody asks: most often because something is wrong."""

    row: Row
    position: int

    @property
    def line(self) -> int:
        """As that of a token."""
        return self.row.line

    @property
    def column(self) -> int:
        """As that of a token."""
        words = list(_WORD.finditer(self.row.text))
        if not words:  # a row of nothing but rulers
            return len(self.row.text) - len(self.row.text.lstrip())
        if len(words) == len(self.row):
            return words[self.position].start()
        return [place for word in words for place in range(*word.span())][self.position]


def read_rows(block: str) -> list[Row]:
    """The rows of a text block. Rulers such as `---+---` and `|` are left out. If the signs of some row are separated
    by blanks they are words; otherwise every character is a sign of its own."""
    rows: list[Row] = []
    are_words = False
    for number, line in enumerate(block.splitlines()):
        if not line.strip() or (_RULER.fullmatch(line) and _RULED.search(line)):
            continue
        are_words = are_words or len(line.replace("|", "").split()) > 1
        rows.append(Row(line, number, line.replace("|", " ").split()))
    if not are_words:
        for row in rows:
            row.texts = [sign for word in row.texts for sign in word]
    return rows


def read_characters(block: str) -> list[str]:
    """The lines of a block whose columns matter, without common indentation."""
    lines = [line.rstrip() for line in block.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return lines
