"""Changes to a puzzle that a question asks about, without writing another file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from cluewright.models.records import record


class _Removed:
    def __repr__(self) -> str:
        return "REMOVED"


#: Instead of a value: the clue is taken away.
REMOVED: Final = _Removed()

#: A clue is named by its layer and the name of its element.
ClueKey = tuple[str, str]


@record
class Edits:
    """What to change while the puzzle is grounded, so that everything that depends on it changes too."""

    #: New values of clues, or REMOVED. A clue that is not there yet is added.
    clues: Mapping[ClueKey, object] = field(default_factory=dict)
    #: Sentences of rules that are left out.
    rules: frozenset[str] = frozenset()
