"""From the data of f-puzzles to a puzzle of ours: which elements occur decides which rulebooks it follows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from cluewright.exchange.sudoku.blocks import NEGATIVE, Block, choose, library_block
from cluewright.exchange.sudoku.elements import DECORATION, SETTINGS, box_shape
from cluewright.models.documents import FpuzzlesElement
from cluewright.models.errors import CluewrightError, Place, Problem, all_problems
from cluewright.models.loading import beside
from cluewright.notation.puzzle_text import puzzle_text

MAX_SIZE: Final = 36
_USUAL_SIZE: Final = 9
_DIAGONALS: Final = ("diagonal+", "diagonal-")

_CELL: Final = re.compile(r"R(-?\d{1,3})C(-?\d{1,3})")
_MARKS: Final = {
    **dict.fromkeys(("c", "cArray", "highlight"), "colours of cells"),
    **dict.fromkeys(("centerPencilMarks", "cornerPencilMarks", "givenPencilMarks", "candidates"), "pencil marks"),
}

Data = dict[str, Any]


class _Unfit(Exception):  # noqa: N818 - never leaves this module
    """What is wrong with one element."""


class Reader:
    """Reads one puzzle; everything that has no counterpart is reported together."""

    def __init__(self, data: Data, file: str) -> None:
        self.data = data
        self.file = file
        self.problems: list[str] = []
        #: What is left out because it says nothing about the solution.
        self.left_out: Counter[str] = Counter()
        self.rulebooks: list[str] = []
        self.parameters: Data = {}
        self.clues: Data = {}
        self.size = self._size()
        #: The rulebook of the usual grid.
        self.base = library_block(lambda spec: spec.box)

    def text(self) -> str:
        """The puzzle as YAML."""
        self._grid()
        self._elements()
        if self.problems:
            raise all_problems(self.problems, Place(self.file))
        names = self.rulebooks or [self.base.rules]
        yaml = puzzle_text(
            names if len(names) > 1 else names[0],
            rows=self.size,
            columns=self.size,
            parameters=self.parameters,
            clues=self.clues,
            title=self._words("title"),
            author=self._words("author"),
            about=self._words("ruleset"),
        )
        return self._remarks() + yaml

    def _remarks(self) -> str:
        if not self.left_out:
            return ""
        listed = ", ".join(f"{count} {what}" for what, count in sorted(self.left_out.items()))
        return f"# Decoration that is left out: {listed}. If a rule speaks of it, add that rule by hand.\n"

    def _words(self, key: str) -> str | None:
        value = self.data.get(key)
        return " ".join(value.split())[:900] if isinstance(value, str) and value.strip() else None

    # ------------------------------------------------------------ the grid

    def _size(self) -> int:
        size, grid = self.data.get("size"), self.data.get("grid")
        is_square = isinstance(grid, list) and all(isinstance(row, list) and len(row) == len(grid) for row in grid)
        if not is_square or type(size) is not int or size != len(grid or ()) or not 1 <= size <= MAX_SIZE:
            message = f"a grid of `size` rows and columns is expected, up to {MAX_SIZE}"
            raise CluewrightError(Problem(message, Place(self.file)))
        return size

    def _cells(self) -> Iterator[tuple[str, Data]]:
        for r, row in enumerate(self.data["grid"], 1):
            for c, cell in enumerate(row, 1):
                yield f"r{r}c{c}", cell if isinstance(cell, dict) else {}

    def _grid(self) -> None:
        digits: Data = {}
        for name, cell in self._cells():
            for key, value in cell.items():
                if key in _MARKS:
                    self.left_out[_MARKS[key]] += bool(value)
                elif key not in ("value", "given", "region"):
                    self.problems.append(f"cell {name}: '{key}' is not supported")
            if cell.get("given"):
                value = cell.get("value")
                if not isinstance(value, int) or isinstance(value, bool):
                    self.problems.append(f"cell {name}: the given '{str(value)[:20]}' is no number")
                else:
                    digits[name] = value
        self._regions()
        if digits:
            self.clues[str(self.base.spec.given)] = digits

    def _regions(self) -> None:
        height, width = box_shape(self.size)
        regions: Data = {}
        for i, (name, cell) in enumerate(self._cells()):
            row, column = divmod(i, self.size)
            region = cell.get("region", row // height * height + column // width)
            regions[name] = region if region is None or isinstance(region, int) else str(region)
        spec = self.base.spec
        if self.size != _USUAL_SIZE:
            self.parameters[str(spec.size)] = self.size
        if all(region is None for region in regions.values()):
            self.parameters[str(spec.box)] = [1, self.size]  # boxes that are rows add no rule
            return
        boxes = {n: i // self.size // height * height + i % self.size // width for i, n in enumerate(regions)}
        if len({(regions[n], boxes[n]) for n in regions}) == len(set(boxes.values())) == len(set(regions.values())):
            if self.size != _USUAL_SIZE:
                self.parameters[str(spec.box)] = [height, width]
            return
        sizes = Counter(regions.values())
        if None in sizes or set(sizes.values()) != {self.size}:
            self.problems.append(f"regions must cover the grid and have {self.size} cells each")
            return
        letters = {region: _letters(i) for i, region in enumerate(sizes)}
        irregular = library_block(lambda spec: spec.region)
        self.rulebooks.append(irregular.rules)
        self.clues[str(irregular.spec.region)] = {name: letters[region] for name, region in regions.items()}

    # ------------------------------------------------------------ elements

    def _elements(self) -> None:
        self._single_diagonal()
        about = ("size", "grid", "title", "author", "ruleset", "negative", *SETTINGS)
        found = [key for key, entries in self.data.items() if entries and key not in about]
        blocks, unknown = choose(found + [NEGATIVE + name for name in self._negative()], beside(self.file))
        for key in unknown:
            if key in DECORATION:
                self._decoration(key)
            elif key.startswith(NEGATIVE):
                self.problems.append(f"the negative rule for '{key.removeprefix(NEGATIVE)[:20]}' is not supported")
            else:
                self.problems.append(f"'{key[:40]}' of f-puzzles is not supported")
        for block in blocks:
            self._block(block)

    def _single_diagonal(self) -> None:
        """One diagonal without the other is an extra region."""
        given = [key for key in _DIAGONALS if self.data.get(key)]
        if len(given) != 1:
            return
        rows = range(1, self.size + 1)
        cells = [f"R{r}C{r if given == ['diagonal-'] else self.size + 1 - r}" for r in rows]
        others = self.data.get("extraregion") or []
        self.data = {**self.data, given[0]: False}
        self.data["extraregion"] = [*(others if isinstance(others, list) else [others]), {"cells": cells}]

    def _negative(self) -> list[str]:
        found = self.data.get("negative") or []
        return [str(key) for key in found] if isinstance(found, list) else [str(found)]

    def _block(self, block: Block) -> None:
        self.rulebooks.append(block.rules)
        for name, parameter in block.spec.switches.items():
            if isinstance(parameter, str):
                self.parameters[parameter] = bool(self.data.get(name))
        for name, parameter in block.spec.negative.items():
            self.parameters[parameter] = name in self._negative()
        for key, element in block.spec.elements.items():
            entries = self.data.get(key) or []
            for number, entry in enumerate(entries if isinstance(entries, list) else [entries], 1):
                try:
                    if not isinstance(entry, dict):
                        raise _Unfit("an object is expected")
                    _FORMS[element.form](self, element, entry)
                except _Unfit as unfit:
                    self.problems.append(f"{key} {number}: {unfit}")

    def _decoration(self, key: str) -> None:
        """Decoration is counted, unless it only shows an element that is read anyway."""
        entries = self.data[key]
        for entry in entries if isinstance(entries, list) else [entries]:
            shown = entry.get("fromConstraint") if isinstance(entry, dict) else None
            if not (isinstance(shown, str) and self.data.get(shown.replace(" ", "").lower())):
                self.left_out[DECORATION[key]] += 1

    def _add(self, element: FpuzzlesElement, cells: list[str], value: object = None) -> None:
        """A clue on a group of cells."""
        text = " ".join(cells)
        self.clues.setdefault(element.layer, []).append(text if value is None else {"cells": text, "value": value})

    def _put(self, element: FpuzzlesElement, place: str, value: object) -> None:
        """A clue on one thing."""
        table = self.clues.setdefault(element.layer, {})
        if table.get(place, value) != value:
            raise _Unfit(f"{place} has two different marks")
        table[place] = value

    def _inside(self, names: object) -> list[str]:
        """Names of cells of the grid, in our spelling."""
        if not isinstance(names, list) or not names:
            raise _Unfit("a list of cells is expected")
        places = [_place(name) for name in names]
        for r, c in places:
            if not (1 <= r <= self.size and 1 <= c <= self.size):
                raise _Unfit(f"R{r}C{c} is outside the grid")
        return [f"r{r}c{c}" for r, c in places]

    # ------------------------------------------------------------ forms

    def _line(self, element: FpuzzlesElement, entry: Data) -> None:
        for line in _lines(entry):
            self._add(element, self._inside(line))

    def _mark(self, element: FpuzzlesElement, entry: Data) -> None:
        self._put(element, self._inside([entry.get("cell")])[0], element.value)

    def _cage(self, element: FpuzzlesElement, entry: Data) -> None:
        value = entry.get("value")
        self._add(element, self._inside(entry.get("cells")), element.value if value in (None, "") else _number(value))

    def _headed(self, element: FpuzzlesElement, entry: Data) -> None:
        circle = self._inside(entry.get("cells"))
        if len(circle) > 1:
            raise _Unfit(f"a circle of {len(circle)} cells is not supported")
        for line in _lines(entry):
            cells = self._inside(line)
            self._add(element, cells if cells[0] == circle[0] else circle + cells)

    def _region(self, element: FpuzzlesElement, entry: Data) -> None:
        self._add(element, self._inside(entry.get("cells")))

    def _halves(self, element: FpuzzlesElement, entry: Data) -> None:
        first, second = (self._inside(entry.get(field)) for field in element.lists)
        if len(first) != len(second):
            raise _Unfit("the two shapes differ in size")
        pairs = [(a, b) for a, b in zip(first, second, strict=True) if a != b]
        if len({cell for pair in pairs for cell in pair}) < 2 * len(pairs):
            raise _Unfit("shapes that overlap are not supported")
        self._add(element, [a for a, _ in pairs] + [b for _, b in pairs])

    def _pair(self, element: FpuzzlesElement, entry: Data) -> None:
        """Between two cells: a sign of its own, or a dot that may have its usual number in it."""
        cells = sorted(map(_place, self._inside(entry.get("cells"))))
        if len(cells) != 2 or abs(cells[0][0] - cells[1][0]) + abs(cells[0][1] - cells[1][1]) != 1:
            raise _Unfit("two neighbouring cells are expected")
        place = "-".join(f"r{r}c{c}" for r, c in cells)
        written = entry.get("value")
        if element.values:
            sign = str(written).upper()
            if sign not in element.values:
                raise _Unfit(f"the sign '{sign[:10]}' is not supported")
            self._put(element, place, sign)
            return
        if str(written or element.number) != str(element.number):
            raise _Unfit(f"a dot with the number {str(written)[:10]} is not supported")
        self._put(element, place, element.value)

    def _corner(self, element: FpuzzlesElement, entry: Data) -> None:
        cells = [_place(name) for name in self._inside(entry.get("cells"))]
        r, c = max(cells)
        values = entry.get("values")
        if sorted(cells) != [(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)]:
            raise _Unfit("four cells around a corner are expected")
        if not isinstance(values, list) or not values:
            raise _Unfit("a list of digits is expected")
        self._put(element, f"p{r}q{c}", [_number(value) for value in values])

    def _beside(self, element: FpuzzlesElement, entry: Data) -> None:
        r, c = self._off_grid(entry)
        self._put(element, f"row{r}" if 1 <= r <= self.size else f"column{c}", _number(entry.get("value")))

    def _outside(self, element: FpuzzlesElement, entry: Data) -> None:
        r, c = self._off_grid(entry)
        upright = f"left{r}" if c < 1 else f"right{r}"
        place = upright if 1 <= r <= self.size else f"top{c}" if r < 1 else f"bottom{c}"
        self._put(element, place, _number(entry.get("value")))

    def _off_grid(self, entry: Data) -> tuple[int, int]:
        """A place that looks along a row or column."""
        r, c = _place(entry.get("cell"))
        if (1 <= r <= self.size) == (1 <= c <= self.size):
            raise _Unfit("a place beside a row or column is expected")
        return r, c

    def _diagonal(self, element: FpuzzlesElement, entry: Data) -> None:
        self._add(element, self._inside(entry.get("cells")), _number(entry.get("value")))


_FORMS: Final[dict[str, Callable[[Reader, FpuzzlesElement, Data], None]]] = {
    "line": Reader._line,
    "mark": Reader._mark,
    "cage": Reader._cage,
    "headed": Reader._headed,
    "region": Reader._region,
    "halves": Reader._halves,
    "pair": Reader._pair,
    "corner": Reader._corner,
    "beside": Reader._beside,
    "outside": Reader._outside,
    "diagonal": Reader._diagonal,
}


def _place(name: object) -> tuple[int, int]:
    found = _CELL.fullmatch(name.upper()) if isinstance(name, str) else None
    if found is None:
        raise _Unfit(f"'{str(name)[:20]}' is no cell")
    return int(found[1]), int(found[2])


def _lines(entry: Data) -> list[object]:
    lines = entry.get("lines")
    if not isinstance(lines, list) or not lines:
        raise _Unfit("a list of lines is expected")
    return lines


def _number(value: object) -> int:
    if isinstance(value, bool) or not re.fullmatch(r"[0-9]{1,6}", str(value).strip()):
        raise _Unfit(f"'{str(value)[:20]}' is no number")
    return int(str(value))


def _letters(i: int) -> str:
    return chr(65 + i) if i < 26 else f"R{i}"
