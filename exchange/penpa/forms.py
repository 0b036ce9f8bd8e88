"""How the value of a clue is drawn at one place: each form reads a mark and makes marks of a value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cluewright.exchange.penpa.canvas import WAYS, At, is_middle, opposite
from cluewright.exchange.penpa.drawing import Mark

#: What is read from a mark that belongs here but says nothing.
NOTHING: Final = ()
#: Values for the layers of a form; None for one that gets none.
Values = tuple[Any, ...]

#: Penpa's numbers of the colours that shade a cell; the others only decorate. Black is what we draw.
SHADES: Final = (4, 1, 3, 8)
#: Other colours of cells.
COLOURS: Final = (2, 5, 6, 7, 9, 10, 11, 12)
#: What the suffix of a number with an arrow stands for.
_ARROWS: Final = {"0": "up", "1": "left", "2": "right", "3": "down"}
_BLACK, _WHITE = 1, 4
#: Corners of a cell for small texts.
_UPPER_LEFT, _UPPER_RIGHT, _LOWER_LEFT = 0, 1, 2


@dataclass(frozen=True)
class Form:
    """One way to draw values. Forms of a lower rank look at a mark first."""

    rank = 3
    #: What such a mark is called in an error.
    parts = ("text",)

    def read(self, mark: Mark, beside: list[Mark]) -> Values | None:
        """What a mark says, given all marks at its place; None if it is nothing of this form."""
        raise NotImplementedError

    def suits(self, mark: Mark, name: str) -> bool:
        """Whether such a mark can stand at the place of this name."""
        return True

    def draw(self, at: At, values: Values) -> list[Mark] | None:
        """The marks for these values; None if they cannot be drawn so."""
        raise NotImplementedError


@dataclass(frozen=True)
class Text(Form):
    """A number or word, in the middle of a cell or small in its corner; on a corner or side of the grid."""

    table: Mapping[str, Any] = field(default_factory=dict)
    small: bool = False
    style: int = _BLACK

    @property
    def rank(self) -> int:  # type: ignore[override]
        """Those that are only small are looked for first."""
        return 2 if self.small else 3

    def read(self, mark: Mark, beside: list[Mark]) -> Values | None:
        """The number, or what the table says."""
        if mark.part not in ("small",) if self.small else mark.part not in ("text", "small", "list"):
            return None
        return self.value(mark.value[0] if mark.part == "small" else mark.value)

    def value(self, text: str) -> Values | None:
        """What a text says."""
        if text in self.table:
            found = self.table[text]
            return NOTHING if found is None else (found,)
        return (number(text),) if text else None

    def text(self, value: object) -> str:
        """The text for a value."""
        return next((text for text, other in self.table.items() if _same(other, value) and text), str(value))

    def draw(self, at: At, values: Values) -> list[Mark] | None:
        """One text."""
        if isinstance(values[0], list) or (isinstance(values[0], bool) and values[0] not in self.table.values()):
            return None
        text = self.text(values[0])
        return [Mark("small", at, (text, _UPPER_LEFT)) if self.small else Mark("text", at, text, style=self.style)]


@dataclass(frozen=True)
class TextList(Text):
    """A list of signs in a cell, as around a clue of Tapa."""

    rank = 2

    def value(self, text: str) -> Values | None:
        """Each sign is a value."""
        signs = [sign for sign in text if not sign.isspace()]
        return ([number(sign) for sign in signs],) if signs else super().value(text)

    def draw(self, at: At, values: Values) -> list[Mark] | None:
        """All signs in one text."""
        signs = [str(value) for value in values[0]] if isinstance(values[0], list) else []
        part = "list" if is_middle(at) else "text"
        return [Mark(part, at, "".join(signs))] if signs and all(len(sign) == 1 for sign in signs) else None


@dataclass(frozen=True)
class Block(Text):
    """A black cell, with a number or without."""

    rank = 1
    #: The value of a black cell without a number.
    bare: object = True

    def read(self, mark: Mark, beside: list[Mark]) -> Values | None:
        """The number on a black cell, or the black cell itself."""
        is_dark = any(other.part == "surface" and other.value in SHADES for other in beside)
        texts = [other for other in beside if other.part in ("text", "small")]
        if mark.part == "surface":
            return None if not is_dark else (NOTHING if texts else (self.bare,))
        found = super().read(mark, beside) if is_dark else None
        return (self.bare,) if is_dark and mark in texts and mark.value in ("", ("", _UPPER_LEFT)) else found

    def draw(self, at: At, values: Values) -> list[Mark] | None:
        """A black cell and a white number."""
        ground = [Mark("surface", at, SHADES[0])]
        is_bare = values == (self.bare,) and isinstance(values[0], bool) == isinstance(self.bare, bool)  # 1 is not true
        return ground if is_bare else [*ground, *(super().draw(at, values) or [])]


@dataclass(frozen=True)
class Halves(Form):
    """A black cell with a small number in its lower left for a sum below and in its upper right for one across: a list
    of both, or a value for each of two layers."""

    rank = 1
    is_split: bool = False

    def read(self, mark: Mark, beside: list[Mark]) -> Values | None:
        """Both sums of the cell, once."""
        is_dark = any(other.part == "surface" and other.value in SHADES for other in beside)
        is_dark |= any(other.part == "shape" and other.value[0] == "kakuro" for other in beside)
        if mark.part not in ("surface", "shape", "small") or not is_dark:
            return None
        sums = {other.value[1]: number(other.value[0]) for other in beside if other.part == "small" and other.value[0]}
        if sums.keys() - {_LOWER_LEFT, _UPPER_RIGHT} or (self.is_split and not sums):
            return None
        if mark != next(other for other in beside if other.part in ("surface", "shape", "small")):
            return NOTHING
        if self.is_split:
            return sums.get(_LOWER_LEFT), sums.get(_UPPER_RIGHT)
        return ([sums.get(_LOWER_LEFT, ""), sums.get(_UPPER_RIGHT, "")],)

    def draw(self, at: At, values: Values) -> list[Mark] | None:
        """A cell in two halves."""
        corners = zip((_LOWER_LEFT, _UPPER_RIGHT), values if self.is_split else values[0], strict=False)
        texts = [Mark("small", at, (str(total), corner)) for corner, total in corners if total not in ("", None)]
        return [Mark("shape", at, ("kakuro", 1)), *texts]


@dataclass(frozen=True)
class Directed(Form):
    """A number with an arrow: a direction for one layer and a number for another."""

    rank = 1
    table: Mapping[str, Any] = field(default_factory=dict)

    def read(self, mark: Mark, beside: list[Mark]) -> Values | None:
        """Direction and number; either may be missing."""
        if mark.part != "directed":
            return None
        text, _, way = mark.value.partition("_")
        if way not in (*_ARROWS, ""):
            return None
        shown = self.table.get(text, number(text)) if text or way else None
        return _ARROWS.get(way), (None if shown == "" else shown)

    def draw(self, at: At, values: Values) -> list[Mark] | None:
        """One text."""
        way = next((sign for sign, name in _ARROWS.items() if name == values[0]), "")
        text = "" if values[1] is None else str(values[1])
        return [Mark("directed", at, f"{text}_{way}" if way else text)]


@dataclass(frozen=True)
class Shape(Form):
    """A shape of Penpa+ for each value."""

    rank = 2
    name: str = ""
    numbers: Mapping[Any, tuple[int, ...]] = field(default_factory=dict)
    #: How many numbers there are in all for shapes that are made of several strokes.
    strokes: int = 0

    def read(self, mark: Mark, beside: list[Mark]) -> Values | None:
        """What this shape stands for; sizes and colours of a shape are the same to us."""
        if mark.part != "shape" or family(mark.value[0]) != family(self.name):
            return None
        return next(((value,) for value, numbers in self.numbers.items() if mark.value[1] in numbers), None)

    def draw(self, at: At, values: Values) -> list[Mark] | None:
        """The first shape for the value."""
        found = next((numbers for value, numbers in self.numbers.items() if _same(value, values[0])), None)
        if not found:
            return None
        strokes = [int(i == found[0]) for i in range(self.strokes)]
        return [Mark("shape", at, (self.name, strokes or found[0]))]


@dataclass(frozen=True)
class OnBlack(Shape):
    """A shape on a black cell."""

    rank = 1

    def read(self, mark: Mark, beside: list[Mark]) -> Values | None:
        """What the shape stands for; the black cell below it says nothing more."""
        if not any(other.part == "surface" and other.value in SHADES for other in beside):
            return None
        if mark.part == "surface":
            return NOTHING if any(super(OnBlack, self).read(other, beside) for other in beside) else None
        return super().read(mark, beside)

    def draw(self, at: At, values: Values) -> list[Mark] | None:
        """A black cell and the shape."""
        shape = super().draw(at, values)
        return None if shape is None else [Mark("surface", at, SHADES[0]), *shape]


@dataclass(frozen=True)
class OnEdge(Shape):
    """Shapes with a direction on the edge of the grid that point into it, or out of it: a truth."""

    rank = 1
    is_inward: bool = True

    def read(self, mark: Mark, beside: list[Mark]) -> Values | None:
        """True where there is such a shape."""
        return None if super().read(mark, beside) is None else (True,)

    def suits(self, mark: Mark, name: str) -> bool:
        """On the edge, and pointing the right way; the name of a side says on which edge it lies."""
        edge, found = name.partition("|")[2], super().read(mark, [])
        return found is not None and edge in WAYS and self._way(edge) == found[0]

    def _way(self, edge: str) -> str:
        return opposite(edge) if self.is_inward else edge

    def draw(self, at: At, values: Values) -> list[Mark] | None:
        """An arrow that points the right way."""
        edge = ("up" if at[0] == 1 else "down") if at[0] % 2 else ("left" if at[1] == 1 else "right")
        return super().draw(at, (self._way(edge),))


@dataclass(frozen=True)
class Surface(Form):
    """A coloured cell."""

    rank = 2
    colours: Mapping[Any, tuple[int, ...]] = field(default_factory=lambda: {True: SHADES})

    def read(self, mark: Mark, beside: list[Mark]) -> Values | None:
        """What a colour stands for."""
        if mark.part != "surface":
            return None
        return next(((value,) for value, colours in self.colours.items() if mark.value in colours), None)

    def draw(self, at: At, values: Values) -> list[Mark] | None:
        """A cell of the first colour for the value; nothing for a value without a colour."""
        for value, colours in self.colours.items():
            if _same(value, values[0]):
                return [Mark("surface", at, colours[0])] if colours else []
        return None


@dataclass(frozen=True)
class Stroke(Form):
    """A thick border or a line where the value is true."""

    rank = 2
    part: str = "border"

    def read(self, mark: Mark, beside: list[Mark]) -> Values | None:
        """True where it is drawn."""
        return (True,) if mark.part == self.part else None

    def draw(self, at: At, values: Values) -> list[Mark] | None:
        """A stroke for what is true; of a number above one, a double line."""
        double = isinstance(values[0], int) and values[0] > 1
        return [Mark(self.part, at, True, style=30 if double else 2)]


@dataclass(frozen=True)
class Arms(Form):
    """Half lines from the middle of a cell in the directions that a list names."""

    rank = 2

    def read(self, mark: Mark, beside: list[Mark]) -> Values | None:
        """All directions of the cell, once."""
        if mark.part != "half":
            return None
        ways = [other.value for other in beside if other.part == "half"]
        return (ways,) if mark.value == ways[0] else NOTHING

    def draw(self, at: At, values: Values) -> list[Mark] | None:
        """A half line for each direction."""
        return [Mark("half", at, way) for way in values[0]]


def number(text: str) -> Any:
    """A number if it looks like one, otherwise the text."""
    return int(text) if re.fullmatch(r"\d{1,6}", text) else text


def family(name: str) -> str:
    """The name of a shape without its size and colour."""
    return re.sub(r"(_[A-Z]+\+?)+$", "", name)


def _same(one: object, other: object) -> bool:
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def tupled(given: Any) -> tuple[int, ...]:
    """One number or several; none for null."""
    return () if given is None else tuple(given) if isinstance(given, Iterable) else (int(given),)
