"""What a drawing of SudokuPad means: from shapes to the data of f-puzzles.

Shapes carry no rules there, so only those are understood that setters use in one sense. Other lines, arrows and texts
are an error; colours are mentioned as decoration.
"""

from __future__ import annotations

import re
from typing import Any, Final

from cluewright.exchange.sudoku.blocks import element_drawn_as, line_colours, negative_elements
from cluewright.exchange.sudoku.drawing_out import GLOBAL, GREY, GREY_LINE, LOOK_ONLY
from cluewright.models.errors import CluewrightError, Place, Problem, all_problems

Data = dict[str, Any]
Point = tuple[float, float]
Spot = tuple[int, int]

_TAG: Final = re.compile(r"(title|author|rules|solution|[a-z]+):\s*(.*)", re.DOTALL)
_ABOUT: Final = ("title", "author", "rules")
_WHITE: Final = ("#FFFFFF", "#FFF", "WHITE")
_BLACK: Final = ("#000000", "#000", "BLACK")


def fpuzzles_from_drawing(drawing: Data, file: str) -> Data:
    """The data of f-puzzles, as far as the drawing can be understood; what cannot is reported together."""
    return _Meaning(drawing, file).data()


class _Meaning:
    def __init__(self, drawing: Data, file: str) -> None:
        self.drawing = drawing
        self.file = file
        self.problems: list[str] = []
        self.found: Data = {}
        grid = drawing.get("cells")
        is_square = isinstance(grid, list) and all(isinstance(row, list) and len(row) == len(grid) for row in grid)
        if not is_square or not grid:
            raise CluewrightError(Problem("a square grid of cells is expected", Place(file)))
        self.grid: list[list[object]] = grid
        self.size = len(grid)
        #: Round shapes in the middle of cells, by cell, and the cells whose circles belong to a line or arrow.
        self.circles: dict[Spot, Data] = {}
        self.used: set[Spot] = set()
        self.texts: dict[Spot, str] = {}

    def data(self) -> Data:
        self._about()
        self._cells()
        for shape in (*self._list("underlays"), *self._list("overlays")):
            self._shape(shape)
        for line in self._list("lines"):
            self._line(line)
        for arrow in self._list("arrows"):
            self._arrow(arrow)
        for cage in self._list("cages"):
            self._cage(cage)
        self._left_over()
        for key, name in (("lines", "line"), ("overlays", "circle"), ("underlays", "circle"), ("cages", "cage")):
            listed = self.drawing.get(key)
            for entry in listed if isinstance(listed, list) else ():
                if isinstance(entry, dict) and entry.get(LOOK_ONLY):
                    self._add(name, {})
        if self.problems:
            raise all_problems(self.problems, Place(self.file))
        return self.found

    def _list(self, key: str) -> list[Data]:
        entries = self.drawing.get(key) or []
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self.problems.append(f"a list of objects is expected for '{key}'")
            return []
        return [entry for entry in entries if not entry.get(LOOK_ONLY)]

    def _add(self, key: str, entry: Data) -> None:
        self.found.setdefault(key, []).append(entry)

    def _add_drawn(self, kind: str, entry: Data, sign: str = "") -> None:
        """An element that is drawn in this way."""
        key = element_drawn_as(kind, sign)
        if key is None:
            self.problems.append(f"no rulebook knows a drawing of the kind '{kind}'")
        else:
            self._add(key, entry)

    # ------------------------------------------------------------ about the puzzle

    def _about(self) -> None:
        self.found |= {"size": self.size, "grid": []}
        about = self.drawing.get("metadata")
        given = dict(about) if isinstance(about, dict) else {}
        for cage in self._list("cages"):
            tag = _TAG.fullmatch(str(cage.get("value") or ""))
            if tag and not cage.get("cells"):
                given.setdefault(tag[1], tag[2])
        for key in _ABOUT:
            value = given.get(key)
            words = " ".join(map(str, value)) if isinstance(value, list) else value
            if isinstance(words, str):
                self.found["ruleset" if key == "rules" else key] = words
        switched = self.drawing.get("global") or []
        words = {str(word) for word in switched} if isinstance(switched, list) else {"?"}
        words |= {key for key in ("antiknight", "antiking") if given.get(key) in (True, "true", 1)}
        for key, word in GLOBAL.items():
            if word in words:
                self.found[key] = True
        self.found["negative"] = [key for key in negative_elements() if f"anti{key}" in words]
        unknown = words - set(GLOBAL.values()) - {f"anti{key}" for key in negative_elements()}
        self.problems += [f"the rule '{word[:30]}' is not supported" for word in sorted(unknown)]
        for key in ("foglight", "fogofwar", "triggereffect"):
            if self.drawing.get(key):
                self.found[key] = [{}]
        if given.get("bgimage") or given.get("background"):
            self.found["picture"] = [{}]

    def _cells(self) -> None:
        regions: dict[Spot, int] = {}
        listed = self.drawing.get("regions")
        for number, region in enumerate(listed if isinstance(listed, list) else []):
            for spot in region if isinstance(region, list) else []:
                regions[_spot(spot)] = number
        for r, row in enumerate(self.grid):
            cells = []
            for c, cell in enumerate(row):
                entry: Data = {"region": regions.get((r, c))}
                value = cell.get("value") if isinstance(cell, dict) else None
                if value not in (None, ""):
                    entry |= {"value": int(value) if re.fullmatch(r"[0-9]{1,9}", str(value)) else value, "given": True}
                if isinstance(cell, dict) and (cell.get("pencilMarks") or cell.get("centremarks")):
                    entry["centerPencilMarks"] = [1]
                cells.append(entry)
            self.found["grid"].append(cells)

    # ------------------------------------------------------------ shapes

    def _shape(self, shape: Data) -> None:
        centre = _point(shape.get("center"))
        text = str(shape.get("text") or "").strip()
        width, height = _size(shape)
        if centre is None:
            self.problems.append("a shape without a place")
            return
        spot = (int(centre[0] // 1), int(centre[1] // 1))
        place = [round(2 * x) % 2 for x in centre]  # 1: in the middle of a cell, 0: on a line
        if place == [1, 1] and not self._is_inside(spot):
            self.texts[spot] = text
        elif place == [1, 1] and not text and shape.get("rounded"):
            self.circles[spot] = shape
        elif place == [1, 1] and not text and max(width, height) < 0.95 and _is_grey(shape):
            self._add_drawn("square", {"cell": _name(spot)})
        elif place == [1, 1] and not text:
            self._add("rectangle", {})
        elif place == [0, 0] and shape.get("rounded") and re.fullmatch(r"(\d\s*)+", text):
            digits = [int(x) for x in re.findall(r"\d", text)]
            self._add_drawn("corner", {"cells": _around(centre), "values": digits})
        elif sum(place) == 1 and text and element_drawn_as("sign", text.upper()) is not None:
            self._add_drawn("sign", {"cells": _beside(centre), "value": text.upper()}, text.upper())
        elif sum(place) == 1 and shape.get("rounded") and max(width, height) < 0.6:
            self._dot(shape, centre, text)
        else:
            self.problems.append(f"the {_look(shape)} at row {centre[0]:g}, column {centre[1]:g} is not understood")

    def _dot(self, shape: Data, centre: Point, text: str) -> None:
        fill = str(shape.get("backgroundColor")).upper()
        kind = "white" if fill in _WHITE else "black" if fill in _BLACK else None
        if kind is None:
            self.problems.append(f"a dot of the colour {fill[:20]} is not understood")
        else:
            self._add_drawn(kind, {"cells": _beside(centre), "value": text})

    def _is_inside(self, spot: Spot) -> bool:
        return 0 <= spot[0] < self.size and 0 <= spot[1] < self.size

    # ------------------------------------------------------------ lines and arrows

    def _line(self, line: Data) -> None:
        corners = self._points(line)
        ends = {tuple(corners[0]), tuple(corners[-1])} if len(corners) == 2 else set()
        if ends == {(0, 0), (self.size, self.size)}:
            self.found["diagonal-"] = True
            return
        if ends == {(0, self.size), (self.size, 0)}:
            self.found["diagonal+"] = True
            return
        way = self._way(corners)
        colour, thickness = str(line.get("color")).upper()[:7], line.get("thickness")
        key = self._line_kind(way, colour, thickness) if len(way) > 1 else None
        if key is None:
            shown = f"from {_name(way[0])} " if way else ""
            self.problems.append(f"the line {shown}of the colour {colour} is not understood")
            return
        self._add(key, {"lines": [[_name(spot) for spot in way]]})

    def _line_kind(self, way: list[Spot], colour: str, thickness: object) -> str | None:
        first = self.circles.get(way[0])
        if first is not None and str(first.get("backgroundColor")).upper()[:7] == colour:
            self.used.add(way[0])
            return element_drawn_as("bulb")
        if first is not None and way[-1] in self.circles:
            self.used |= {way[0], way[-1]}
            return element_drawn_as("ends")
        if (colour, thickness) == (GREY, GREY_LINE):
            return element_drawn_as("line")
        return line_colours().get(colour)

    def _arrow(self, arrow: Data) -> None:
        points = self._points(arrow)
        way = self._way(points)
        if points and not self._is_inside(way[0]):
            self._slanted(points, way[0])
            return
        if len(way) < 2 or way[0] not in self.circles:
            self.problems.append(f"the arrow from {_name(way[0]) if way else 'nowhere'} has no circle")
            return
        self.used.add(way[0])
        self._add_drawn("headed", {"lines": [[_name(spot) for spot in way]], "cells": [_name(way[0])]})

    def _slanted(self, points: list[Point], spot: Spot) -> None:
        down = 1 if points[-1][0] > points[0][0] else -1
        right = 1 if points[-1][1] > points[0][1] else -1
        cells = [(spot[0] + i * down, spot[1] + i * right) for i in range(self.size + 2)]
        names = [_name(cell) for cell in cells if self._is_inside(cell)]
        self._add_drawn("diagonal", {"cells": names, "value": self.texts.pop(spot, "")})

    def _points(self, entry: Data) -> list[Point]:
        given = entry.get("wayPoints")
        points = [_point(point) for point in (given if isinstance(given, list) else [])]
        if None in points:
            self.problems.append("a line or arrow goes through a place that is none")
        return [point for point in points if point is not None]

    def _way(self, points: list[Point]) -> list[Spot]:
        """The cells along a line, which only says where it bends."""
        way: list[Spot] = []
        for r, c in points:
            spot = (int(r // 1), int(c // 1))
            while way and way[-1] != spot and len(way) < 1000:
                last = way[-1]
                way.append((last[0] + _sign(spot[0] - last[0]), last[1] + _sign(spot[1] - last[1])))
            if not way:
                way.append(spot)
        return way

    # ------------------------------------------------------------ cages and what is left

    def _cage(self, cage: Data) -> None:
        spots = cage.get("cells")
        if not isinstance(spots, list) or not spots or cage.get("type") == "disjoint":
            return  # said elsewhere: about the puzzle, or by a rule that is switched on
        entry = {"cells": [_name(_spot(spot)) for spot in spots]}
        value = cage.get("sum", cage.get("value"))
        says_nothing = value in (None, "") and cage.get("unique") is not True
        if cage.get("style") == "extraregion":
            self._add_drawn("region", entry)
        elif cage.get("hidden") and says_nothing:
            return  # cells without a region
        elif cage.get("unique") is False or cage.get("hidden") or says_nothing:
            self._add("cage", {})
        else:
            self._add_drawn("cage", entry | {"value": "" if value is None else value})

    def _left_over(self) -> None:
        """Circles that no line uses mean odd cells; numbers outside stand beside rows and columns."""
        for spot, shape in self.circles.items():
            if spot not in self.used and _is_grey(shape):
                self._add_drawn("round", {"cell": _name(spot)})
            elif spot not in self.used:
                self.problems.append(f"the circle in {_name(spot)} is not understood")
        for spot, text in self.texts.items():
            if text:
                self._add_drawn("beside", {"cell": _name(spot), "value": text})


def _is_grey(shape: Data) -> bool:
    """Whether a shape is filled with a grey that is neither white nor black."""
    found = re.fullmatch(r"#(..)(..)(..)(?:..)?", str(shape.get("backgroundColor")))
    return found is not None and found[1] == found[2] == found[3] and "40" < found[1] < "F8"


def _look(shape: Data) -> str:
    text = str(shape.get("text") or "").strip()
    return f"text '{text[:20]}'" if text else "shape"


def _size(shape: Data) -> Point:
    sides = (shape.get("width", 1), shape.get("height", 1))
    return tuple(float(x) if isinstance(x, int | float) else 1.0 for x in sides)  # type: ignore[return-value]


def _point(data: object) -> Point | None:
    if not isinstance(data, list) or len(data) != 2 or not all(isinstance(x, int | float) for x in data):
        return None
    return (float(data[0]), float(data[1])) if all(abs(x) < 1000 for x in data) else None


def _spot(data: object) -> Spot:
    point = _point(data)
    return (-9, -9) if point is None else (int(point[0]), int(point[1]))


def _name(spot: Spot) -> str:
    return f"R{spot[0] + 1}C{spot[1] + 1}"


def _around(corner: Point) -> list[str]:
    r, c = round(corner[0]), round(corner[1])
    return [_name((r + i, c + j)) for i in (-1, 0) for j in (-1, 0)]


def _beside(middle: Point) -> list[str]:
    """The two cells on either side of the middle of a side."""
    r, c = middle
    is_upright = round(2 * c) % 2 == 0
    first, second = ((r, c - 0.5), (r, c + 0.5)) if is_upright else ((r - 0.5, c), (r + 0.5, c))
    return [_name((int(x[0] // 1), int(x[1] // 1))) for x in (first, second)]


def _sign(x: int) -> int:
    return (x > 0) - (x < 0)
