"""A board between two worlds: values by layer and place, before they become a puzzle or a line of text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from cluewright.models.errors import CluewrightError, Place, Problem

#: Rows and columns that a board from another program may have; it is refused before anything is made of it.
MAX_SIDE: Final = 1000
MAX_CELLS: Final = 40_000

Values = dict[str, Any]


@dataclass
class Sheet:
    """What stands on a board: clues, the drawn answer, and settings."""

    rows: int
    columns: int
    clues: dict[str, Values] = field(default_factory=dict)
    answer: dict[str, Values] = field(default_factory=dict)
    parameters: dict[str, Any] = field(default_factory=dict)
    #: Cells that do not exist.
    holes: dict[str, bool] = field(default_factory=dict)

    def layer(self, part: str, name: str) -> Values:
        """The values of one layer, to read or to fill."""
        if part == "holes":
            return self.holes
        return (self.answer if part == "answer" else self.clues).setdefault(name, {})


def bad_input(message: str, file: str, hint: str | None = None) -> CluewrightError:
    """An error about a text that came from elsewhere."""
    return CluewrightError(Problem(message, Place(file), hint))


class DecodeError(Exception):
    """What is wrong with an address or a board; the reader adds where it came from."""


class EncodeError(Exception):
    """Why a puzzle cannot be written in this format."""
