"""A Sudoku variant as SudokuPad draws it: from the data of f-puzzles to shapes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from cluewright.exchange.sudoku.blocks import Block, drawn_as, elements_of, library_blocks
from cluewright.exchange.sudoku.elements import box_shape
from cluewright.models.documents import FpuzzlesElement
from cluewright.models.errors import CluewrightError, Problem

Data = dict[str, Any]
Point = tuple[float, float]

#: The side of a cell, in the units of the drawing.
CELL: Final = 50
#: Colours that the reader knows again.
GREY: Final = "#CFCFCF"
BLUE: Final = "#34BBE6"
WHITE: Final = "#FFFFFF"
BLACK: Final = "#000000"
#: How thick grey lines are: one with a bulb, and one without.
BULB_LINE: Final = 21
GREY_LINE: Final = 16
#: Marks a shape that no rule of a rulebook speaks of; SudokuPad passes it over.
LOOK_ONLY: Final = "decoration"
#: Circles of this size lie under the digits.
_WIDE: Final = 0.75

#: Rules that are only switched on, in SudokuPad's words.
GLOBAL: Final = {"antiknight": "antiknight", "antiking": "antiking", "nonconsecutive": "nonconsecutive"} | {
    "disjointgroups": "disjoint"
}


def drawing_from_fpuzzles(data: Data, blocks: Iterable[Block]) -> Data:
    """The drawing with its rules as text; the blocks of the puzzle's rulebooks say how its elements are drawn."""
    return _Drawing(data, dict(elements_of([*library_blocks(), *blocks]))).drawing


class _Drawing:
    def __init__(self, data: Data, elements: Mapping[str, FpuzzlesElement]) -> None:
        self.data = data
        self.size = int(data["size"])
        about = {"title": data.get("title"), "author": data.get("author"), "rules": data.get("ruleset")}
        self.drawing: Data = {"cellSize": CELL, "metadata": {key: value for key, value in about.items() if value}}
        if data.get("solution"):
            self.drawing["metadata"]["solution"] = _digits(data["solution"])
        self.drawing["cells"] = [[_cell(cell) for cell in row] for row in data["grid"]]
        self.drawing["regions"] = self._regions()
        for key in ("lines", "arrows", "cages", "underlays", "overlays"):
            self.drawing[key] = []
        self._rules()
        for key, element in elements.items():
            entries = data.get(key) or ()
            kind = "none" if element.look else drawn_as(element)
            if entries and kind not in _KINDS and not element.look:
                raise CluewrightError(Problem(f"SudokuPad has no sign for the clues '{element.layer}'"))
            for entry in entries if kind in _KINDS else ():
                _KINDS[kind](self, entry)
        for key, draw in _DECORATION.items():
            for entry in data.get(key) or ():
                draw(self, entry)

    def _regions(self) -> list[list[list[int]]]:
        height, width = box_shape(self.size)
        found: dict[object, list[list[int]]] = {}
        for r, row in enumerate(self.data["grid"]):
            for c, cell in enumerate(row):
                region = cell.get("region", r // height * height + c // width)
                if region is not None:
                    found.setdefault(region, []).append([r, c])
        return list(found.values())

    def _rules(self) -> None:
        switched = [word for key, word in GLOBAL.items() if self.data.get(key)]
        switched += [f"anti{key}" for key in self.data.get("negative") or ()]
        if switched:
            self.drawing["global"] = switched
        for key in ("antiknight", "antiking"):
            if self.data.get(key):
                self.drawing["metadata"][key] = True
        ends = {"diagonal+": [[0, self.size], [self.size, 0]], "diagonal-": [[0, 0], [self.size, self.size]]}
        for key, points in ends.items():
            if self.data.get(key):
                self.drawing["lines"].append({"color": BLUE, "thickness": 2, "wayPoints": points})

    # ------------------------------------------------------------ shapes

    def _shape(self, layer: str, centre: Point, size: float, fill: str, border: str, **more: object) -> None:
        shape = {"center": list(centre), "width": size, "height": size, "backgroundColor": fill, "borderColor": border}
        self.drawing[layer].append(shape | more)

    def _line(self, entry: Data, colour: str, thickness: int) -> list[list[Point]]:
        lines = [[_middle(name) for name in line] for line in entry["lines"]]
        for points in lines:
            way = [list(point) for point in points]
            self.drawing["lines"].append({"color": colour, "thickness": thickness, "wayPoints": way})
        return lines

    # ------------------------------------------------------------ lines

    def _grey_line(self, entry: Data) -> None:
        self._line(entry, GREY, GREY_LINE)

    def _bulb(self, entry: Data) -> None:
        for points in self._line(entry, GREY, BULB_LINE):
            self._shape("underlays", points[0], 0.85, GREY, GREY, rounded=True)

    def _coloured(self, entry: Data) -> None:
        self._line(entry, str(entry["outlineC"]), round(float(entry["width"]) * CELL))
        if "fromConstraint" not in entry:
            for line in self.drawing["lines"][-len(entry["lines"]) :]:
                line[LOOK_ONLY] = True

    def _ends(self, entry: Data) -> None:
        for points in self._line(entry, GREY, 2):
            for end in (points[0], points[-1]):
                self._shape("overlays", end, 0.8, WHITE, GREY, rounded=True)

    def _headed(self, entry: Data) -> None:
        for line in entry["lines"]:
            way = [list(_middle(name)) for name in line]
            arrow = {"color": "#A1A1A1", "thickness": 5, "headLength": 0.3, "wayPoints": way}
            self.drawing["arrows"].append(arrow)
        self._shape("overlays", _middle(entry["cells"][0]), 0.83, WHITE, "#A1A1A1", rounded=True)

    # ------------------------------------------------------------ what is only looked at

    def _plain_circle(self, entry: Data) -> None:
        self._plain("overlays" if entry["width"] < _WIDE else "underlays", entry, rounded=True)

    def _plain_rectangle(self, entry: Data) -> None:
        self._plain("underlays", entry, rounded=False)

    def _plain(self, layer: str, entry: Data, rounded: bool) -> None:
        text: Data = {"text": entry["value"], "fontSize": 16} if entry.get("value") else {}
        size, fill, border = entry["width"], entry["baseC"], entry["outlineC"]
        self._shape(layer, _centre(entry["cells"]), size, fill, border, rounded=rounded, **text, **{LOOK_ONLY: True})

    def _plain_text(self, entry: Data) -> None:
        row, column = centre = _centre(entry["cells"])
        if not (0 < row < self.size and 0 < column < self.size):
            raise CluewrightError(Problem(f"SudokuPad has no sign for '{entry['value']}' outside the grid"))
        self._text(centre, entry["value"], round(CELL * float(entry["size"])))
        self.drawing["overlays"][-1][LOOK_ONLY] = True

    def _plain_cage(self, entry: Data) -> None:
        cells = [_whole(name) for name in entry["cells"]]
        self.drawing["cages"].append({"cells": cells, "unique": False, "value": entry["value"], LOOK_ONLY: True})

    # ------------------------------------------------------------ numbers outside

    def _slanted(self, entry: Data) -> None:
        r, c = _middle(entry["cell"])
        down, right = (-1 if "U" in entry["direction"] else 1), (-1 if "L" in entry["direction"] else 1)
        way = [[r + 0.3 * down, c + 0.3 * right], [r + 0.48 * down, c + 0.48 * right]]
        self.drawing["arrows"].append({"color": BLACK, "thickness": 2, "headLength": 0.2, "wayPoints": way})
        self._text((r, c), entry["value"], 28)

    def _text(self, centre: Point, text: str, size: int) -> None:
        self._shape("overlays", centre, 0.25, WHITE, WHITE, rounded=False, text=text, fontSize=size)

    def _beside(self, entry: Data) -> None:
        self._text(_middle(entry["cell"]), entry["value"], 32)

    # ------------------------------------------------------------ cells

    def _cage(self, entry: Data) -> None:
        cage: Data = {"cells": [_whole(name) for name in entry["cells"]], "unique": True}
        if entry.get("value"):
            cage |= {"value": entry["value"], "sum": int(entry["value"])}
        self.drawing["cages"].append(cage)

    def _extra_region(self, entry: Data) -> None:
        cells = [_whole(name) for name in entry["cells"]]
        self.drawing["cages"].append({"cells": cells, "unique": True, "style": "extraregion"})

    def _filled(self, entry: Data) -> None:
        for name in (name for listed in entry.values() for name in listed):
            self._shape("underlays", _middle(name), 1, GREY, GREY, rounded=False)

    def _round(self, entry: Data) -> None:
        self._shape("underlays", _middle(entry["cell"]), 0.7, GREY, GREY, rounded=True)

    def _square(self, entry: Data) -> None:
        self._shape("underlays", _middle(entry["cell"]), 0.7, GREY, GREY, rounded=False)

    def _white(self, entry: Data) -> None:
        self._shape("overlays", _centre(entry["cells"]), 0.3, WHITE, BLACK, rounded=True)

    def _black(self, entry: Data) -> None:
        self._shape("overlays", _centre(entry["cells"]), 0.3, BLACK, BLACK, rounded=True)

    def _sign(self, entry: Data) -> None:
        self._text(_centre(entry["cells"]), entry["value"], 21)

    def _digits_around(self, entry: Data) -> None:
        text = " ".join(map(str, entry["values"]))
        self._shape("overlays", _centre(entry["cells"]), 0.7, WHITE, BLACK, rounded=True, text=text, fontSize=14)


_KINDS: Final[Mapping[str, Callable[[_Drawing, Data], None]]] = {
    "line": _Drawing._grey_line,
    "bulb": _Drawing._bulb,
    "ends": _Drawing._ends,
    "headed": _Drawing._headed,
    "cage": _Drawing._cage,
    "region": _Drawing._extra_region,
    "filled": _Drawing._filled,
    "round": _Drawing._round,
    "square": _Drawing._square,
    "white": _Drawing._white,
    "black": _Drawing._black,
    "sign": _Drawing._sign,
    "corner": _Drawing._digits_around,
    "beside": _Drawing._beside,
    "diagonal": _Drawing._slanted,
}

#: What f-puzzles has only to look at.
_DECORATION: Final[Mapping[str, Callable[[_Drawing, Data], None]]] = {
    "line": _Drawing._coloured,
    "circle": _Drawing._plain_circle,
    "rectangle": _Drawing._plain_rectangle,
    "text": _Drawing._plain_text,
    "cage": _Drawing._plain_cage,
}


def _digits(solution: list[int]) -> str:
    """A solution as SudokuPad compares it: one sign for each cell."""
    if max(solution) > 9:
        raise CluewrightError(Problem("SudokuPad compares solutions of single digits only"))
    return "".join(map(str, solution))


def _cell(cell: Data) -> Data:
    return {"value": cell["value"]} if cell.get("given") else {}


def _whole(name: str) -> list[int]:
    r, c = re.findall(r"\d+", name)
    return [int(r) - 1, int(c) - 1]


def _middle(name: str) -> Point:
    r, c = _whole(name)
    return r + 0.5, c + 0.5


def _centre(names: Iterable[str]) -> Point:
    points = [_middle(name) for name in names]
    return sum(r for r, _ in points) / len(points), sum(c for _, c in points) / len(points)
