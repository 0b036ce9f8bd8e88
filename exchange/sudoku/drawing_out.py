"""A Sudoku variant as SudokuPad draws it: from the data of f-puzzles to shapes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from cluewright.exchange.sudoku.elements import box_shape
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
#: How thick lines of one colour are, by what they mean.
THERMOMETER: Final = 21
PALINDROME: Final = 16

#: Rules that are only switched on, in SudokuPad's words.
GLOBAL: Final = {"antiknight": "antiknight", "antiking": "antiking", "nonconsecutive": "nonconsecutive"} | {
    "disjointgroups": "disjoint"
}


def drawing_from_fpuzzles(data: Data) -> Data:
    """The drawing with its rules as text."""
    return _Drawing(data).drawing


class _Drawing:
    def __init__(self, data: Data) -> None:
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
        for key, draw in _ELEMENTS.items():
            for entry in data.get(key) or ():
                draw(self, entry)
        for key, what in _REFUSED.items():
            if data.get(key):
                raise CluewrightError(Problem(f"SudokuPad has no sign for {what}"))

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

    def _thermometer(self, entry: Data) -> None:
        for points in self._line(entry, GREY, THERMOMETER):
            self._shape("underlays", points[0], 0.85, GREY, GREY, rounded=True)

    def _palindrome(self, entry: Data) -> None:
        self._line(entry, GREY, PALINDROME)

    def _coloured(self, entry: Data) -> None:
        self._line(entry, str(entry["outlineC"]), round(float(entry["width"]) * CELL))

    def _between(self, entry: Data) -> None:
        for points in self._line(entry, GREY, 2):
            for end in (points[0], points[-1]):
                self._shape("overlays", end, 0.8, WHITE, GREY, rounded=True)

    def _arrow(self, entry: Data) -> None:
        for line in entry["lines"]:
            way = [list(_middle(name)) for name in line]
            arrow = {"color": "#A1A1A1", "thickness": 5, "headLength": 0.3, "wayPoints": way}
            self.drawing["arrows"].append(arrow)
        self._shape("overlays", _middle(entry["cells"][0]), 0.83, WHITE, "#A1A1A1", rounded=True)

    def _little_killer(self, entry: Data) -> None:
        r, c = _middle(entry["cell"])
        down, right = (-1 if "U" in entry["direction"] else 1), (-1 if "L" in entry["direction"] else 1)
        way = [[r + 0.3 * down, c + 0.3 * right], [r + 0.48 * down, c + 0.48 * right]]
        self.drawing["arrows"].append({"color": BLACK, "thickness": 2, "headLength": 0.2, "wayPoints": way})
        self._text((r, c), entry["value"], 28)

    def _text(self, centre: Point, text: str, size: int) -> None:
        self._shape("overlays", centre, 0.25, WHITE, WHITE, rounded=False, text=text, fontSize=size)

    def _sandwich(self, entry: Data) -> None:
        self._text(_middle(entry["cell"]), entry["value"], 32)

    def _cage(self, entry: Data) -> None:
        cage: Data = {"cells": [_whole(name) for name in entry["cells"]], "unique": True}
        if entry.get("value"):
            cage |= {"value": entry["value"], "sum": int(entry["value"])}
        self.drawing["cages"].append(cage)

    def _extra_region(self, entry: Data) -> None:
        cells = [_whole(name) for name in entry["cells"]]
        self.drawing["cages"].append({"cells": cells, "unique": True, "style": "extraregion"})

    def _clone(self, entry: Data) -> None:
        for name in (*entry["cells"], *entry["cloneCells"]):
            self._shape("underlays", _middle(name), 1, GREY, GREY, rounded=False)

    def _odd(self, entry: Data) -> None:
        self._shape("underlays", _middle(entry["cell"]), 0.7, GREY, GREY, rounded=True)

    def _even(self, entry: Data) -> None:
        self._shape("underlays", _middle(entry["cell"]), 0.7, GREY, GREY, rounded=False)

    def _white(self, entry: Data) -> None:
        self._shape("overlays", _centre(entry["cells"]), 0.3, WHITE, BLACK, rounded=True)

    def _black(self, entry: Data) -> None:
        self._shape("overlays", _centre(entry["cells"]), 0.3, BLACK, BLACK, rounded=True)

    def _sign(self, entry: Data) -> None:
        self._text(_centre(entry["cells"]), entry["value"], 21)

    def _quadruple(self, entry: Data) -> None:
        text = " ".join(map(str, entry["values"]))
        self._shape("overlays", _centre(entry["cells"]), 0.7, WHITE, BLACK, rounded=True, text=text, fontSize=14)


_REFUSED: Final = {
    "minimum": "cells that are smaller than all around",
    "maximum": "cells that are greater than all around",
    "xsum": "numbers outside that are not sums of a sandwich",
    "skyscraper": "numbers outside that are not sums of a sandwich",
}

_ELEMENTS: Final[Mapping[str, Callable[[_Drawing, Data], None]]] = {
    "clone": _Drawing._clone,
    "thermometer": _Drawing._thermometer,
    "palindrome": _Drawing._palindrome,
    "line": _Drawing._coloured,
    "betweenline": _Drawing._between,
    "arrow": _Drawing._arrow,
    "killercage": _Drawing._cage,
    "extraregion": _Drawing._extra_region,
    "odd": _Drawing._odd,
    "even": _Drawing._even,
    "difference": _Drawing._white,
    "ratio": _Drawing._black,
    "xv": _Drawing._sign,
    "quadruple": _Drawing._quadruple,
    "sandwichsum": _Drawing._sandwich,
    "littlekillersum": _Drawing._little_killer,
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
