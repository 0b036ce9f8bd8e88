"""What f-puzzles has besides the elements that rulebooks know."""

from __future__ import annotations

from typing import Final

#: What says nothing about the solution; a reader only mentions it.
DECORATION: Final = {
    "text": "texts",
    "line": "lines",
    "rectangle": "rectangles or coloured cells",
    "circle": "circles",
    "cage": "cages without a rule",
    "fogofwar": "fog",
    "foglight": "fog",
    "triggereffect": "effects",
    "picture": "picture in the background",
}

#: Settings of the other program.
SETTINGS: Final = frozenset(
    "highlightConflicts solution disabledlogic truecandidatesoptions successMessage metadata activeConstraints".split()
)


def box_shape(size: int) -> tuple[int, int]:
    """The height and width of the boxes that f-puzzles draws if it is not told otherwise."""
    height = next(h for h in range(int(size**0.5), 0, -1) if size % h == 0)
    return height, size // height
