"""Clue grids as readable text blocks."""

from __future__ import annotations

import re
from typing import Final

from cluewright.models.records import record

_RULER: Final = re.compile(r"[\s|+=-]*")

#: Signs for 'no clue here'.
EMPTY: Final = (".", "_")


@record
class Token:
    """A sign or number in a text block, with its place in the block."""

    text: str
    line: int
    column: int


def read_tokens(block: str) -> list[list[Token]]:
    """The rows of a text block. Rulers such as `---+---` and `|` are left out. If the signs of some row are separated
    by blanks they are words; otherwise every character is a sign of its own."""
    rows: list[list[Token]] = []
    for number, line in enumerate(block.splitlines()):
        if not line.strip() or (_RULER.fullmatch(line) and re.search(r"[-=+]{2}", line)):
            continue
        rows.append([Token(m[0], number, m.start()) for m in re.finditer(r"[^\s|]+", line)])
    lines = block.splitlines()
    if any(len(lines[row[0].line].replace("|", "").split()) > 1 for row in rows if row):
        return rows
    return [[Token(c, t.line, t.column + i) for t in row for i, c in enumerate(t.text)] for row in rows]


def read_characters(block: str) -> list[str]:
    """The lines of a block whose columns matter, without common indentation."""
    lines = [line.rstrip() for line in block.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return lines
