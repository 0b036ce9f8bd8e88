"""Colours by name, for all painters."""

from __future__ import annotations

import re
from typing import Final

#: Tones that styles use, and the plain colour names that rulebooks may use.
TONES: Final = {
    "white": "#ffffff",
    "black": "#1f1f1f",
    "dark": "#6e6e6e",
    "grey": "#9b9b9b",
    "light": "#dadada",
    "bulb": "#ffd84d",
    "mark": "#ffe48f",
    "rule": "#dcebfb",
    "premise": "#fdeccb",
    "conclusion": "#d3f0d8",
    "tube": "#d2d2d2",
    "clue": "#1a1a1a",
    "answer": "#1d5fc4",
    "line": "#2a8a52",
    "red": "#d64541",
    "orange": "#f08c2e",
    "yellow": "#f5cf3d",
    "green": "#4ba655",
    "blue": "#3f7fd0",
    "purple": "#8e5bb5",
    "pink": "#ec8fb4",
    "brown": "#8a5a35",
    "cyan": "#4fb8c4",
}

#: Pale backgrounds for areas; neighbours in the list are easy to tell apart.
TINTS: Final = ("#fdeaea", "#e9f3fd", "#eef7e6", "#fdf6dc", "#f2ebf9", "#e3f5f3", "#fbeedd", "#ededed")

_HEX: Final = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def hex_colour(tone: str) -> str:
    """The colour of a tone as #rrggbb. What is no colour becomes grey."""
    colour = TONES.get(tone.lower().replace("gray", "grey"), tone)
    if not _HEX.fullmatch(colour):
        return TONES["grey"]
    return colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])


def channels(tone: str) -> tuple[int, int, int]:
    """Red, green and blue of a tone, each 0..255."""
    colour = hex_colour(tone)
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def soft(tone: str) -> str:
    """A pastel of a tone, on which text is easy to read."""
    return "#" + "".join(f"{(channel + 255) // 2:02x}" for channel in channels(tone))


def is_dark(tone: str) -> bool:
    """Whether text on this tone should be white."""
    red, green, blue = channels(tone)
    return 299 * red + 587 * green + 114 * blue < 125_000


def terminal_code(tone: str) -> int:
    """The nearest of the 256 terminal colours."""
    red, green, blue = channels(tone)
    if max(red, green, blue) - min(red, green, blue) < 12:
        step = round((red - 8) / 10)
        return 16 if step < 0 else 231 if step > 23 else 232 + step
    cube = [round(channel / 255 * 5) for channel in (red, green, blue)]
    return 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
