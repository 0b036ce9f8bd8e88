"""The answer of a puzzle as Penpa+ compares it with what a solver has drawn.

Penpa+ lists what was drawn in six parts (shading, lines, borders, walls, numbers, shapes), each sorted as text, and
compares the lists. It looks only at the parts that are switched on, and passes over what was given.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

from cluewright.compiler.elements import Element, Group
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import UnknownLayer, spell
from cluewright.exchange.penpa.blocks import PenpaBlock
from cluewright.exchange.penpa.canvas import DOWN, RIGHT, At, Canvas, ends, moved, place_of
from cluewright.exchange.penpa.drawing import Mark, line_key
from cluewright.exchange.pzpr.sheet import EncodeError
from cluewright.notation.plain import plain_value

SURFACE, LINE, BORDER, _WALL, TEXT, SHAPE = range(6)
#: The switch and the tool of each part.
_PARTS: Final = {
    SURFACE: ("sol_surface", "surface"),
    LINE: ("sol_loopline", "line"),
    BORDER: ("sol_loopedge", "lineE"),
    TEXT: ("sol_number", "number"),
}
#: Shapes that Penpa+ compares: its switch and letter.
_COMPARED: Final = {
    "circle_M": ("sol_circle", "A"),
    "tri": ("sol_tri", "B"),
    "arrow_S": ("sol_arrow", "C"),
    "battleship_B": ("sol_battleship", "D"),
    "star": ("sol_star", "E"),
    "tents": ("sol_tent", "F"),
    "math": ("sol_math", "G"),
    "sun_moon": ("sol_akari", "H"),
}
#: Of one of them, these numbers have another switch and letter.
_MINES: Final = ("sun_moon", (4, 5), "sol_mine", "I")
#: Shapes for our styles of drawing: name and number by value.
_SHAPES: Final = {
    "star": {"star": {True: 1}},
    "bulb": {"sun_moon": {True: 3}},
    "dot": {"circle_M": {True: 2}},
}

Values = dict[object, object]


class Solution:
    """Makes the list that Penpa+ compares with, for answers of one puzzle."""

    def __init__(
        self, puzzle: CompiledPuzzle, block: PenpaBlock, canvas: Canvas, given: Mapping[str, Any], *, framed: bool
    ) -> None:
        self.puzzle = puzzle
        self.block = block
        self.canvas = canvas
        self.given = given
        self.framed = framed
        self.flags: list[str] = []
        self.tool = "surface"
        self.lists: list[set[str]] = [set() for _ in range(6)]

    def text(self, answer: Mapping[Var, int]) -> str:
        """The list as text."""
        for name, layer in self.puzzle.model.unknowns.items():
            values = {
                element: plain_value(layer, answer[var]) for element, var in layer.variables.items() if var in answer
            }
            self._layer(name, layer, values)
        return json.dumps([sorted(part) for part in self.lists], separators=(",", ":"), ensure_ascii=False)

    def _layer(self, name: str, layer: UnknownLayer, values: Values) -> None:
        told = self.block.answer.get(name)
        styles = self.block.style(name) or [(_default(values), {})]
        if told is None and any(style == "none" for style, _ in styles):
            return
        for style, options in [(told, {})] if told is not None else styles:
            draw = self._drawer(style, options)
            if draw is not None:
                hidden = options.get("hide", ())
                hidden = hidden if isinstance(hidden, list) else [hidden]
                given: Mapping[Any, Any] = self.puzzle.clues.get(name, {})
                draw(
                    {
                        e: value
                        for e, value in values.items()
                        if value not in hidden and e not in given and not _is_no(value)
                    }
                )
                return
        raise EncodeError(f"it has no way to compare the answer '{name}'")

    def _drawer(self, style: Any, options: dict[str, Any]) -> Callable[[Values], None] | None:
        table = style if isinstance(style, Mapping) else _SHAPES.get(style)
        if style == "circle" and "fill" in options:
            table = {"circle_M": {value: {"white": 1, "black": 2}[fill] for value, fill in options["fill"].items()}}
        if table is not None:
            return lambda values: self._shapes(table, values)
        drawers = {
            **dict.fromkeys(("shade", "light_shade", "block", "surface"), self._surface),
            **dict.fromkeys(("stroke", "bridge", "domino", "line"), self._strokes),
            **dict.fromkeys(("walls", "outline", "areas", "border"), self._walls),
            **dict.fromkeys(("text", "circle"), self._texts),
        }
        return None if "colours" in options else drawers.get(style)

    def _add(self, part: int, entries: Iterator[str] | list[str]) -> None:
        flag, self.tool = _PARTS[part]
        self._switch(flag)
        self.lists[part].update(entries)

    def _switch(self, flag: str) -> None:
        if flag not in self.flags:
            self.flags.append(flag)

    def _at(self, element: object) -> At:
        at = place_of(spell(element), self.canvas)
        if at is None:
            raise EncodeError(f"it has no place for the answer at {spell(element)}")
        return at

    # ------------------------------------------------------------ parts

    def _surface(self, values: Values) -> None:
        indices = (str(self.canvas.index(self._at(element))) for element in values)
        self._add(SURFACE, [index for index in indices if index not in self.given["surface"]])

    def _texts(self, values: Values) -> None:
        if any(not str(value).isalnum() or not str(value).isascii() for value in values.values()):
            raise EncodeError("it compares only numbers and letters")
        self._add(TEXT, [f"{self.canvas.index(self._at(element))},{value}" for element, value in values.items()])

    def _strokes(self, values: Values) -> None:
        """Lines from cell to cell, once or twice, or along the sides of cells."""
        for element, value in values.items():
            if isinstance(element, tuple):
                sides = [self._between(a, b) for a, b in pairwise(self._way(element))]
            else:
                sides = [self._at(element)]
            if isinstance(element, Element) and element.kind == "side":
                self._add(BORDER, self._borders(sides))
            else:
                times = 1 if isinstance(value, bool) else value
                self._add(LINE, [f"{line_key(self.canvas, Mark('line', side, True))},{times}" for side in sides])

    def _way(self, pair: tuple[object, ...]) -> list[At]:
        """The cells from one to another in its row or column."""
        (y1, x1), (y2, x2) = sorted(self._at(cell) for cell in pair[:2])
        return [(y, x) for y in range(y1, y2 + 1, 2) for x in range(x1, x2 + 1, 2)]

    def _between(self, a: At, b: At) -> At:
        return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2

    def _walls(self, values: Values) -> None:
        """Borders that are true, or that lie between cells of different areas."""
        if all(isinstance(element, Element) and element.kind in ("side", "link") for element in values):
            self._add(BORDER, self._borders([self._at(element) for element in values]))
            return
        area: dict[At, object] = {}
        for element, value in values.items():
            groups = (
                [part for part in element if isinstance(part, (Group, tuple))] if isinstance(element, tuple) else []
            )
            groups += [element] if isinstance(element, Group) else []
            for cell in [cell for group in groups for cell in group] or [element]:
                area[self._at(cell)] = spell(element) if groups else value
        sides = [moved(at, way, 1) for at in area for way in (DOWN, RIGHT)]
        different = [
            side for side in sides if len({area.get(end) for end in ends(side) if self.canvas.is_cell(end)}) == 2
        ]
        self._add(BORDER, self._borders(different))

    def _borders(self, sides: list[At]) -> Iterator[str]:
        """Borders as Penpa+ lists them; it passes over those that are given and, if it is shown, the frame."""
        for side in sides:
            on_frame = not all(map(self.canvas.is_cell, ends(side)))
            key = line_key(self.canvas, Mark("border", side, True))
            if key not in self.given["lineE"] and not (on_frame and self.framed):
                yield f"{key},1"

    def _shapes(self, table: Mapping[str, Any], values: Values) -> None:
        (name, numbers), *_ = table.items()
        flag, letter = _COMPARED[name]
        if name == _MINES[0] and set(numbers.values()) <= set(_MINES[1]):
            _, _, flag, letter = _MINES
        self._switch(flag)
        self.tool = "symbol"
        numbers = {str(value).lower(): number for value, number in numbers.items()}
        for element, value in values.items():
            number = numbers.get(str(value).lower())
            if number is None:
                raise EncodeError(f"it has no shape for the answer '{value}'")
            shown = 1 if name == "star" else number
            self.lists[SHAPE].add(f"{self.canvas.index(self._at(element))},{shown}{letter}")


def _is_no(value: object) -> bool:
    return value is False


def _default(values: Values) -> str:
    """How a layer without a style is drawn."""
    sides = any(isinstance(element, Element) and element.kind in ("side", "link") for element in values)
    truths = all(isinstance(value, bool) for value in values.values())
    return "stroke" if sides else "shade" if truths else "text"
