"""What is written at each place of a terminal picture: symbols, numbers and marks that share a place, as one text."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Final

from cluewright.models.records import field, record
from cluewright.pictures.canvas import Ink
from cluewright.pictures.marks import MARKS
from cluewright.pictures.palette import TONES, is_dark
from cluewright.pictures.primitives import XY, Fill, Line, Scene, Symbol, Text

_SYMBOLS: Final = {
    "dot": "•",
    "star": "★",
    "bulb": "☼",
    "moon": "☾",
    "cross": "×",
    "diamond": "◆",
    "square": "■",
    "slash": "╱",
    "backslash": "╲",
    "bar": "┊",
    "dash": "┈",
    "upper_left": "◤",
    "upper_right": "◥",
    "lower_left": "◣",
    "lower_right": "◢",
}

MARGINS: Final = ("left", "right", "top", "bottom")
_NOT_WRITTEN: Final = ("gap", "corner")

#: Tones that are told apart by their filling; other colours also get a letter where there is no colour.
_PLAIN_TONES: Final = ("white", "black", "dark", "grey", "light", *MARKS)


@record(frozen=False)
class Label:
    """One text around one place."""

    text: str
    ink: Ink
    about: str = ""


@record(frozen=False)
class _Parts:
    symbols: list[Symbol] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    halves: dict[str, Text] = field(default_factory=dict)
    #: The mark of the place, if it has one.
    mark: str = ""
    #: Whether it is a side or a link.
    is_line: bool = False
    is_dark: bool = False
    letter: str = ""


def with_letter(text: Text, colour: bool) -> Text:
    """Where there is no colour, a text that has one gets its first letter."""
    return replace(text, text=text.text + text.tone[0]) if text.tone and not colour else text


def collect_labels(scene: Scene, colour: bool) -> dict[XY, Label]:
    """Everything that is written in the middle of cells and on sides, links and corners."""
    parts: dict[XY, _Parts] = defaultdict(_Parts)
    for p in scene.primitives:
        if isinstance(p, Symbol) and p.shape not in _NOT_WRITTEN and p.role != "mark":
            if scene.kind != "graph" or p.level > 0:
                parts[p.at].symbols.append(p)
        elif isinstance(p, Symbol) and p.role == "mark":
            parts[p.at].mark = p.tone
        elif isinstance(p, Text) and p.slot in ("centre", "edge", "instead"):
            parts[p.home].texts.append(p)
        elif isinstance(p, Text) and p.slot in ("upper_right", "lower_left"):
            parts[p.home].halves[p.slot] = p
        elif isinstance(p, Fill) and p.tone in MARKS:
            parts[p.home].mark = p.tone
        elif isinstance(p, Line) and p.look in MARKS:
            middle = ((p.start[0] + p.end[0]) / 2, (p.start[1] + p.end[1]) / 2)
            parts[middle].mark, parts[middle].is_line = p.look, True
        elif isinstance(p, Fill) and p.level == 0 and is_dark(p.tone):
            parts[p.home].is_dark = True
        elif isinstance(p, Fill) and 0 <= p.level < 20 and p.tone not in _PLAIN_TONES and p.tone in TONES:
            parts[p.home].letter = p.tone[0]
    labels = {place: _label(found, colour) for place, found in parts.items()}
    return {place: label for place, label in labels.items() if label.text}


def _label(parts: _Parts, colour: bool) -> Label:
    words = [text.text.replace("\n", " ") for text in parts.texts]
    if parts.halves:
        words.append(
            "\\".join(half.text if (half := parts.halves.get(s)) else "" for s in ("lower_left", "upper_right"))
        )
    text = "/".join(words)
    for symbol in parts.symbols:
        text = _with_symbol(symbol, text)
    if not text and parts.letter and not colour:
        text = parts.letter
    if parts.mark and parts.is_dark:
        text = f"█{text}"
    if parts.mark and (MARKS[parts.mark].is_always_written or not colour):
        mark = MARKS[parts.mark]
        text = mark.sign if parts.is_line and not text else f"{mark.brackets[0]}{text or ' '}{mark.brackets[1]}"
    return Label(text, _ink(parts), next((t.about for t in parts.texts), ""))


def _with_symbol(symbol: Symbol, text: str) -> str:
    if symbol.shape != "circle":
        return _SYMBOLS.get(symbol.shape, "•") + text
    if is_dark(symbol.tone):
        return "●" + text
    return f"({text})" if text else "◍" if symbol.tone == "grey" else "○"


def _ink(parts: _Parts) -> Ink:
    texts = parts.texts or list(parts.halves.values())
    role = texts[0].role if texts else parts.symbols[0].role if parts.symbols else "clue"
    is_clue = role != "answer"
    if any(text.is_inverted for text in texts):
        return Ink("white", is_clue)
    if parts.mark:
        return Ink("clue" if is_clue else "answer", is_clue or any(text.is_bold for text in texts))
    return Ink("", True) if is_clue else Ink("blue")
