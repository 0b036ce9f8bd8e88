"""From the data of f-puzzles to a puzzle of ours: which elements occur decides which rulebooks it follows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from cluewright.formats.puzzle_text import puzzle_text
from cluewright.formats.sudoku.elements import CELLS, DECORATION, FLAGS, LINES, SETTINGS, box_shape
from cluewright.models.errors import CluewrightError, Place, Problem

MAX_SIZE: Final = 36

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

    def text(self) -> str:
        """The puzzle as YAML."""
        self._grid()
        for key, entries in self.data.items():
            if entries and key not in ("size", "grid", "title", "author", "ruleset", "negative", *SETTINGS):
                self._element(key, entries)
        self._dots()
        if self.problems:
            raise CluewrightError(*(Problem(problem, Place(self.file)) for problem in self.problems))
        names = list(dict.fromkeys(self.rulebooks)) or ["sudoku"]
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
        if not is_square or not isinstance(size, int) or size != len(grid or ()) or not 1 <= size <= MAX_SIZE:
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
            self.clues["digit"] = digits

    def _regions(self) -> None:
        height, width = box_shape(self.size)
        regions: Data = {}
        for i, (name, cell) in enumerate(self._cells()):
            row, column = divmod(i, self.size)
            region = cell.get("region", row // height * height + column // width)
            regions[name] = region if region is None or isinstance(region, int) else str(region)
        if self.size != 9:
            self.parameters["size"] = self.size
        if all(region is None for region in regions.values()):
            self.parameters["box"] = [1, self.size]  # boxes that are rows add no rule
            return
        boxes = {n: i // self.size // height * height + i % self.size // width for i, n in enumerate(regions)}
        if len({(regions[n], boxes[n]) for n in regions}) == len(set(boxes.values())) == len(set(regions.values())):
            if self.size != 9:
                self.parameters["box"] = [height, width]
            return
        sizes = Counter(regions.values())
        if None in sizes or set(sizes.values()) != {self.size}:
            self.problems.append(f"regions must cover the grid and have {self.size} cells each")
            return
        letters = {region: _letters(i) for i, region in enumerate(sizes)}
        self.rulebooks.append("jigsaw")
        self.clues["region"] = {name: letters[region] for name, region in regions.items()}

    # ------------------------------------------------------------ elements

    def _element(self, key: str, entries: Any) -> None:
        if key in FLAGS:
            self.rulebooks.append(FLAGS[key])
        elif key in ("diagonal+", "diagonal-"):
            self._diagonal(key)
        elif key in ("difference", "ratio", "nonconsecutive"):
            return  # read together
        elif key in DECORATION:
            self._decoration(key, entries)
        elif key in LINES or key in CELLS or key in _READERS:
            self._entries(key, entries)
        else:
            self.problems.append(f"'{key[:40]}' of f-puzzles is not supported")

    def _entries(self, key: str, entries: Any) -> None:
        for number, entry in enumerate(entries if isinstance(entries, list) else [entries], 1):
            try:
                if not isinstance(entry, dict):
                    raise _Unfit("an object is expected")
                if key in LINES:
                    self._line(key, entry)
                elif key in CELLS:
                    self._mark(key, entry)
                else:
                    _READERS[key](self, entry)
            except _Unfit as unfit:
                self.problems.append(f"{key} {number}: {unfit}")

    def _decoration(self, key: str, entries: Any) -> None:
        """Decoration is counted, unless it only shows an element that is read anyway."""
        for entry in entries if isinstance(entries, list) else [entries]:
            shown = entry.get("fromConstraint") if isinstance(entry, dict) else None
            if not (isinstance(shown, str) and self.data.get(shown.replace(" ", "").lower())):
                self.left_out[DECORATION[key]] += 1

    def _diagonal(self, key: str) -> None:
        """Both diagonals are a genre of their own; one is an extra region."""
        if self.data.get("diagonal+") and self.data.get("diagonal-"):
            self.rulebooks.append("sudoku-x")
            return
        rows = range(1, self.size + 1)
        cells = [f"r{r}c{r if key == 'diagonal-' else self.size + 1 - r}" for r in rows]
        self._add("extra-regions", "extra_region", " ".join(cells))

    def _add(self, rulebook: str, layer: str, entry: Any) -> None:
        self.rulebooks.append(rulebook)
        self.clues.setdefault(layer, []).append(entry)

    def _put(self, rulebook: str, layer: str, place: str, value: Any) -> None:
        self.rulebooks.append(rulebook)
        table = self.clues.setdefault(layer, {})
        if table.get(place, value) != value:
            raise _Unfit(f"{place} has two different marks")
        table[place] = value

    def _line(self, key: str, entry: Data) -> None:
        rulebook, layer = LINES[key]
        for line in _lines(entry):
            self._add(rulebook, layer, " ".join(self._inside(line)))

    def _mark(self, key: str, entry: Data) -> None:
        rulebook, layer, value = CELLS[key]
        self._put(rulebook, layer, self._inside([entry.get("cell")])[0], value)

    def _inside(self, names: Any) -> list[str]:
        """Names of cells of the grid, in our spelling."""
        if not isinstance(names, list) or not names:
            raise _Unfit("a list of cells is expected")
        places = [_place(name) for name in names]
        for r, c in places:
            if not (1 <= r <= self.size and 1 <= c <= self.size):
                raise _Unfit(f"R{r}C{c} is outside the grid")
        return [f"r{r}c{c}" for r, c in places]

    def _cage(self, entry: Data) -> None:
        value = entry.get("value")
        total = "?" if value in (None, "") else _number(value)
        self._add("killer", "cage", {"cells": " ".join(self._inside(entry.get("cells"))), "value": total})

    def _arrow(self, entry: Data) -> None:
        circle = self._inside(entry.get("cells"))
        if len(circle) > 1:
            raise _Unfit(f"a circle of {len(circle)} cells is not supported")
        for line in _lines(entry):
            cells = self._inside(line)
            self._add("arrow", "arrow", " ".join(cells if cells[0] == circle[0] else circle + cells))

    def _region(self, entry: Data) -> None:
        self._add("extra-regions", "extra_region", " ".join(self._inside(entry.get("cells"))))

    def _clone(self, entry: Data) -> None:
        first, second = self._inside(entry.get("cells")), self._inside(entry.get("cloneCells"))
        if len(first) != len(second):
            raise _Unfit("the two shapes differ in size")
        pairs = [(a, b) for a, b in zip(first, second, strict=True) if a != b]
        if len({cell for pair in pairs for cell in pair}) < 2 * len(pairs):
            raise _Unfit("shapes that overlap are not supported")
        self._add("clone", "clone", " ".join([a for a, _ in pairs] + [b for _, b in pairs]))

    def _sign(self, entry: Data) -> None:
        value = str(entry.get("value")).upper()
        if value not in ("X", "V"):
            raise _Unfit(f"the sign '{value[:10]}' is not supported")
        self._put("xv", "sign", self._pair(entry), value)

    def _pair(self, entry: Data) -> str:
        cells = sorted(map(_place, self._inside(entry.get("cells"))))
        if len(cells) != 2 or abs(cells[0][0] - cells[1][0]) + abs(cells[0][1] - cells[1][1]) != 1:
            raise _Unfit("two neighbouring cells are expected")
        return "-".join(f"r{r}c{c}" for r, c in cells)

    def _quadruple(self, entry: Data) -> None:
        cells = [_place(name) for name in self._inside(entry.get("cells"))]
        r, c = max(cells)
        values = entry.get("values")
        if sorted(cells) != [(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)]:
            raise _Unfit("four cells around a corner are expected")
        if not isinstance(values, list) or not values:
            raise _Unfit("a list of digits is expected")
        self._put("quadruple", "quadruple", f"p{r}q{c}", [_number(value) for value in values])

    def _sandwich(self, entry: Data) -> None:
        r, c = _place(entry.get("cell"))
        beside, below = 1 <= r <= self.size, 1 <= c <= self.size
        if beside == below:
            raise _Unfit("a place beside a row or column is expected")
        self._put("sandwich", "sandwich", f"row{r}" if beside else f"column{c}", _number(entry.get("value")))

    def _little_killer(self, entry: Data) -> None:
        cells = self._inside(entry.get("cells"))
        self._add("little-killer", "diagonal_sum", {"cells": " ".join(cells), "value": _number(entry.get("value"))})

    def _dots(self) -> None:
        """White and black dots, and what the absence of dots and other signs says."""
        apart = bool(self.data.get("nonconsecutive"))
        pairs = {"difference": ("white", 1), "ratio": ("black", 2)}
        given = {key: self.data.get(key) or [] for key in pairs}
        dots = {key: entries if isinstance(entries, list) else [entries] for key, entries in given.items()}
        try:
            if "sign" in self.clues or "xv" in self._negative():
                self.rulebooks.append("xv")
                self.parameters["all_signs_given"] = "xv" in self._negative()
            if not dots["ratio"] and "ratio" not in self._negative() and apart:
                self.rulebooks.append("consecutive")
                for entry in dots["difference"]:
                    self._put("consecutive", "bar", self._dot(entry, "1"), True)
            elif any(dots.values()) or apart or "ratio" in self._negative():
                self.rulebooks.append("kropki-sudoku")
                self.parameters["all_white_dots_given"] = apart
                self.parameters["all_black_dots_given"] = "ratio" in self._negative()
                for key, (colour, number) in pairs.items():
                    for entry in dots[key]:
                        self._put("kropki-sudoku", "dot", self._dot(entry, str(number)), colour)
        except _Unfit as unfit:
            self.problems.append(f"marks between cells: {unfit}")

    def _dot(self, entry: Any, usual: str) -> str:
        if not isinstance(entry, dict):
            raise _Unfit("an object is expected")
        if str(entry.get("value") or usual) != usual:
            raise _Unfit(f"a dot with the number {str(entry['value'])[:10]} is not supported")
        return self._pair(entry)

    def _negative(self) -> list[Any]:
        found = self.data.get("negative") or []
        unknown = [str(key) for key in found if key not in ("xv", "ratio")] if isinstance(found, list) else ["?"]
        if unknown:
            raise _Unfit(f"the negative rule for '{unknown[0][:20]}' is not supported")
        return list(found)


_READERS: Final = {
    "killercage": Reader._cage,
    "arrow": Reader._arrow,
    "extraregion": Reader._region,
    "clone": Reader._clone,
    "xv": Reader._sign,
    "quadruple": Reader._quadruple,
    "sandwichsum": Reader._sandwich,
    "littlekillersum": Reader._little_killer,
}


def _place(name: Any) -> tuple[int, int]:
    found = _CELL.fullmatch(name.upper()) if isinstance(name, str) else None
    if found is None:
        raise _Unfit(f"'{str(name)[:20]}' is no cell")
    return int(found[1]), int(found[2])


def _lines(entry: Data) -> list[Any]:
    lines = entry.get("lines")
    if not isinstance(lines, list) or not lines:
        raise _Unfit("a list of lines is expected")
    return lines


def _number(value: Any) -> int:
    if isinstance(value, bool) or not re.fullmatch(r"\d{1,6}", str(value).strip()):
        raise _Unfit(f"'{str(value)[:20]}' is no number")
    return int(str(value))


def _letters(i: int) -> str:
    return chr(65 + i) if i < 26 else f"R{i}"
