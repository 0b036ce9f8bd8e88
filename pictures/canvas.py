"""A sheet of characters with joined lines, for pictures on the terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from cluewright.pictures.palette import terminal_code

THIN, THICK, DOUBLE = 1, 2, 3

_UP, _RIGHT, _DOWN, _LEFT = range(4)

_WEIGHTS: Final = {"LIGHT": THIN, "SINGLE": THIN, "HEAVY": THICK, "DOUBLE": DOUBLE}
_ARMS: Final = {
    "UP": (_UP,),
    "RIGHT": (_RIGHT,),
    "DOWN": (_DOWN,),
    "LEFT": (_LEFT,),
    "VERTICAL": (_UP, _DOWN),
    "HORIZONTAL": (_LEFT, _RIGHT),
}

#: What to write without box-drawing characters: across and down, by weight.
_PLAIN: Final = {THIN: ("-", "|"), THICK: ("=", "#"), DOUBLE: ("=", '"')}

#: Plain stand-ins for the other characters of the pictures.
PLAIN_CHARACTERS: Final = str.maketrans(
    {"○": "o", "●": "@", "•": "*", "★": "*", "✶": "*", "×": "x", "◆": "+", "■": "#", "□": "#", "·": "."}
    | {"█": "#", "░": ":", "▓": "%", "∧": "^", "∨": "v", "╱": "/", "╲": "\\", "│": "|", "─": "-", "┃": "|"}
    | {
        "☼": "*",
        "◍": "o",
        "▒": "%",
        "✓": "y",
        "→": ">",
        "←": "<",
        "↑": "^",
        "↓": "v",
        "↘": "\\",
        "↖": "\\",
        "↙": "/",
        "↗": "/",
        "━": "=",
        "☾": "(",
        "┊": ":",
        "┈": "-",
        "◤": "F",
        "◥": "7",
        "◣": "L",
        "◢": "J",
    }
)


class Ink(NamedTuple):
    """How a character is written; tones are names of the palette, empty for the terminal's own."""

    tone: str = ""
    is_bold: bool = False
    is_reversed: bool = False


def printable(text: str) -> str:
    """Text without control characters, which could do anything to a terminal."""
    return "".join(character if character.isprintable() else "?" for character in text)


@cache
def _box_characters() -> dict[tuple[int, ...], str]:
    """Box-drawing characters by the weights of their four arms, read from their Unicode names."""
    found: dict[tuple[int, ...], str] = {}
    for code in range(0x2500, 0x2580):
        words = unicodedata.name(chr(code)).removeprefix("BOX DRAWINGS ").split()
        if any(word not in _WEIGHTS and word not in _ARMS and word != "AND" for word in words):
            continue
        arms = [0, 0, 0, 0]
        weight = 0
        for part in " ".join(words).split(" AND "):
            weight = next((_WEIGHTS[word] for word in part.split() if word in _WEIGHTS), weight)
            for word in part.split():
                for arm in _ARMS.get(word, ()):
                    arms[arm] = weight
        found.setdefault(tuple(arms), chr(code))
    return found


def box_character(arms: Iterable[int], unicode: bool = True) -> str:
    """The character whose arms (up, right, down, left) have these weights, or the nearest one."""
    wanted = tuple(arms)
    if not unicode:
        up, right, down, left = wanted
        if (up or down) and (left or right):
            return "+"
        return _PLAIN[max(wanted)][1 if up or down else 0]
    table = _box_characters()
    return table.get(wanted) or table[tuple(min(arm, THICK) for arm in wanted)]


class Canvas:
    """Characters by (line, column), either of which may be negative; lines are joined when it is rendered."""

    def __init__(self) -> None:
        self._characters: dict[tuple[int, int], tuple[str, Ink]] = {}
        self._arms: dict[tuple[int, int], list[int]] = {}
        self._arm_inks: dict[tuple[int, int], Ink] = {}
        self._grounds: dict[tuple[int, int], str] = {}
        self._texts: set[tuple[int, int]] = set()

    def put(self, line: int, column: int, character: str, ink: Ink) -> None:
        """Write one character over whatever is there, except text."""
        if (line, column) not in self._texts:
            self._characters[line, column] = (character, ink)

    def text(self, line: int, column: int, text: str, ink: Ink) -> bool:
        """Write a text unless another one is in its way."""
        places = [(line, column + i) for i in range(len(text))]
        if any(place in self._texts for place in places):
            return False
        for place, character in zip(places, text, strict=True):
            self._characters[place] = (character, ink)
        self._texts.update(places)
        return True

    def ground(self, line: int, column: int, tone: str) -> None:
        """Set the background of one character."""
        self._grounds[line, column] = tone

    def is_free(self, line: int, column: int) -> bool:
        """Whether nothing has been written here."""
        return (line, column) not in self._characters and (line, column) not in self._arms

    def rule(self, start: tuple[int, int], end: tuple[int, int], weight: int, ink: Ink) -> None:
        """A straight line between two places, joined with the lines it meets."""
        (line0, column0), (line1, column1) = sorted((start, end))
        if line0 != line1 and column0 != column1:
            return
        ahead, back = (_DOWN, _UP) if column0 == column1 else (_RIGHT, _LEFT)
        length = max(line1 - line0, column1 - column0)
        for i in range(length + 1):
            place = (line0 + i, column0) if ahead == _DOWN else (line0, column0 + i)
            arms = self._arms.setdefault(place, [0, 0, 0, 0])
            if weight >= max(arms):
                self._arm_inks[place] = ink
            if i < length:
                arms[ahead] = max(arms[ahead], weight)
            if i > 0:
                arms[back] = max(arms[back], weight)

    def render(self, colour: bool, unicode: bool) -> list[str]:
        """The lines of the sheet, without blanks at their ends."""
        places = self._characters.keys() | self._arms.keys() | (self._grounds.keys() if colour else set())
        if not places:
            return []
        lines = range(min(line for line, _ in places), max(line for line, _ in places) + 1)
        left = min(column for _, column in places)
        rights: dict[int, int] = {}
        for line, column in places:
            rights[line] = max(rights.get(line, left), column)
        return [self._line(line, range(left, rights.get(line, left - 1) + 1), colour, unicode) for line in lines]

    def _line(self, line: int, columns: range, colour: bool, unicode: bool) -> str:
        parts: list[str] = []
        codes = ""
        for column in columns:
            character, ink = self._at((line, column), unicode)
            wanted = _codes(ink, self._grounds.get((line, column), "")) if colour else ""
            if wanted != codes:
                parts.append(f"\x1b[0;{wanted}m" if wanted else "\x1b[0m")
                codes = wanted
            parts.append(character)
        return "".join(parts) + "\x1b[0m" if codes else "".join(parts).rstrip()

    def _at(self, place: tuple[int, int], unicode: bool) -> tuple[str, Ink]:
        if place in self._characters:
            character, ink = self._characters[place]
            return (character if unicode else character.translate(PLAIN_CHARACTERS)), ink
        arms = self._arms.get(place)
        if arms and any(arms):
            return box_character(arms, unicode), self._arm_inks[place]
        return " ", Ink()


def _codes(ink: Ink, ground: str) -> str:
    codes = []
    if ink.is_bold:
        codes.append("1")
    if ink.is_reversed:
        codes.append("7")
    if ink.tone:
        codes.append(f"38;5;{terminal_code(ink.tone)}")
    if ground:
        codes.append(f"48;5;{terminal_code(ground)}")
    return ";".join(codes)
