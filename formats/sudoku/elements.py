"""What f-puzzles calls the elements of a Sudoku variant, and the rulebooks and clue layers they belong to here."""

from __future__ import annotations

from typing import Final

#: Rules that are only switched on.
FLAGS: Final = {"antiknight": "anti-knight", "antiking": "anti-king", "disjointgroups": "sudoku-dg"}

#: Lines through cells: (rulebook, layer).
LINES: Final = {
    "thermometer": ("thermometer", "thermometer"),
    "palindrome": ("palindrome", "palindrome"),
    "betweenline": ("between-lines", "between"),
    "renban": ("renban", "renban"),
}

#: Marks in single cells: (rulebook, layer, value).
CELLS: Final = {
    "odd": ("odd-even", "parity", "odd"),
    "even": ("odd-even", "parity", "even"),
    "minimum": ("extremes", "extreme", "-"),
    "maximum": ("extremes", "extreme", "+"),
}

#: Rulebooks that only add regions, and the definitions that list them.
EXTRA_REGIONS: Final = {
    "windoku": "panes",
    "asterisk": "asterisk",
    "girandola": "girandola",
    "centre-dot": "centres",
}

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
