"""Clues that f-puzzles has no element for, as shapes to look at: the rules about them stand in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from cluewright.compiler.boards import Board
from cluewright.compiler.elements import Cell, Element, Group
from cluewright.pictures.layers import DrawnLayer
from cluewright.pictures.palette import hex_colour, soft

Data = dict[str, Any]

#: Styles of groups that are lines, and those that are fences.
_LINES: Final = ("path", "thermo", "arrow", "stroke")
_SIGNS: Final = {"star": "★", "cross": "×", "diamond": "◆", "dot": "•", "bulb": "☼", "square": "■"}
#: Not quite grey, white and black: a reader of drawings must not take a shape for one that has a rule.
_GREY: Final = "#CFCFD2"
_INK: Final = "#000003"


def decoration(layer: DrawnLayer, board: Board) -> Iterator[tuple[str, Data]]:
    """The shapes of one layer, each with its name in f-puzzles."""
    for element, value in layer.values.items():
        if layer.hides(value) or value is False:
            continue
        text = "" if value is True else layer.spell(value)
        if isinstance(element, Group) and element.kind not in ("row", "column"):
            yield from _group(layer, element, text)
        else:
            yield from _mark(layer, _around(element, board), value, text)


def _group(layer: DrawnLayer, group: Group, text: str) -> Iterator[tuple[str, Data]]:
    cells = [_name(cell.row, cell.column) for cell in group.cells]
    tone = layer.options.get("tone")
    if layer.style in _LINES:
        colour = _GREY if tone is None else soft(str(tone)).upper()
        yield "line", {"lines": [cells], "outlineC": colour, "width": float(layer.options.get("width", 0.28))}
        if layer.style != "path" and layer.style != "stroke":
            yield "circle", {"cells": cells[:1], "baseC": colour, "outlineC": colour, "width": 0.8, "height": 0.8}
        if text:
            yield "text", {"cells": cells[:1], "value": text, "size": 0.4}
    else:
        yield "cage", {"cells": cells, "value": text}


def _mark(layer: DrawnLayer, cells: list[str], value: object, text: str) -> Iterator[tuple[str, Data]]:
    size = 0.7 if len(cells) == 1 else 0.35
    fill = layer.choose("fill", value)
    if layer.style == "circle":
        colours = {"baseC": _own(hex_colour(fill or "white")), "outlineC": _INK}
        yield "circle", {"cells": cells, **colours, "width": size, "height": size, "value": "" if fill else text}
    elif layer.style in ("shade", "light_shade", "block"):
        tone = layer.choose("colours", value) or str(layer.options.get("tone", "light"))
        yield "rectangle", {"cells": cells, "baseC": soft(tone).upper(), "outlineC": _GREY, "width": 1, "height": 1}
    else:
        sign = layer.choose("symbols", value) or layer.style
        yield "text", {"cells": cells, "value": _SIGNS.get(sign, text or "•"), "size": size}


def _own(colour: str) -> str:
    """A colour that looks the same and is no shade of grey."""
    last = int(colour[5:7], 16)
    return f"{colour[:5]}{last + 3 if last < 253 else last - 3:02x}".upper()


def _around(element: object, board: Board) -> list[str]:
    """The cells in whose middle a mark stands; a place outside the grid is named as a cell there."""
    if isinstance(element, Cell):
        return [_name(element.row, element.column)]
    if isinstance(element, Element) and not isinstance(element, Group) and (cells := board.cells_of(element)):
        return [_name(cell.row, cell.column) for cell in cells]
    side, number = re.sub(r"\d", "", str(element)), int(re.sub(r"\D", "", str(element)) or 0)
    places = {
        **dict.fromkeys(("top", "column"), (0, number)),
        "bottom": (board.rows + 1, number),
        **dict.fromkeys(("left", "row"), (number, 0)),
        "right": (number, board.columns + 1),
    }
    return [_name(*places.get(side, (0, 0)))]


def _name(row: int, column: int) -> str:
    return f"R{row}C{column}"
