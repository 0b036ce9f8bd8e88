"""Text files of janko.at: grids of words, which go to the layers of clues that have their places.

Which layer a grid belongs to follows from what the rulebook declares: regions for `areas`, cells (or the regions around
them, or corners) for `problem`, rows and columns for labels. Only signs that are not spelled as ours are told by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cluewright.exchange.penpa.blocks import accepts, is_listed
from cluewright.exchange.pzpr.places import places, room_letters
from cluewright.exchange.pzpr.sheet import MAX_CELLS, MAX_SIDE, bad_input
from cluewright.exchange.pzpr.step_builder import Declared
from cluewright.models.documents import ClueSpec
from cluewright.models.loading import LoadedRulebook, beside, library_rulebooks, load_rulebook, with_extended
from cluewright.notation.puzzle_text import puzzle_text

_SECTIONS: Final = ("problem", "areas", "clabels", "rlabels", "solution", "moves")
#: Sections that are no part of the puzzle, and lines that say nothing about it.
_PASSED_OVER: Final = ("solution", "moves")
_ABOUT: Final = frozenset(
    "begin end puzzle author title source info difficulty date mail copyright licence license unit solver".split()
)
_SIZES: Final = ("size", "rows", "cols")
_NOTHING: Final = ("-", ".")
_START: Final = re.compile(r"^\s*\[?begin\]?\s*\d*\s*$", re.IGNORECASE | re.MULTILINE)
_PROBLEM: Final = re.compile(r"^\s*\[?(?:problem|areas)\]?\s*$", re.IGNORECASE | re.MULTILINE)
#: Arrows are spelled as points of the compass, alone or beside a number: `1e`.
_COMPASS: Final = {"n": "up", "e": "right", "s": "down", "w": "left"}
_NUMBER_AND_ARROW: Final = re.compile(r"([0-9]{1,6}|\?)([nesw])|([nesw])([0-9]{1,6}|\?)")
_HEAD: Final = re.compile(r"\[?(\w+)\]?(?:\s+(.*))?")


def is_janko(text: str) -> bool:
    """Whether there is a puzzle of janko.at in a text; it may be the page that holds it."""
    return _START.search(text) is not None and _PROBLEM.search(text) is not None


@dataclass
class _File:
    """The lines of a file, sorted by what they are."""

    about: dict[str, str] = field(default_factory=dict)
    grids: dict[str, list[list[str]]] = field(default_factory=dict)


def _parsed(text: str) -> _File:
    start = _START.search(text)
    found, section = _File(), ""
    for line in text[start.start() if start else 0 :].splitlines():
        words = line.split()
        head = _HEAD.fullmatch(line.strip())
        name = head[1].casefold() if head else ""
        if not words or name == "begin":
            continue
        if name == "end":
            break
        if len(words) == 1 and name in _SECTIONS:
            section = name
            found.grids[name] = []
        elif section:
            found.grids[section].append(words)
        elif head:
            found.about[name] = (head[2] or "").strip()
    return found


def read(text: str, file: str = "<janko>", genre: str | None = None) -> str:
    """The puzzle as YAML, of the genre that the file names or of the given one. What has no place is an error."""
    parsed = _parsed(text)
    name = genre or parsed.about.get("puzzle", "")
    if not name:
        raise bad_input("this file does not say which genre it is", file, "say it with --genre NAME")
    return _Reading(parsed, _rulebooks(name, file), file).text()


def _rulebooks(name: str, file: str) -> list[LoadedRulebook]:
    for loaded in library_rulebooks("janko:"):
        spec = loaded.rulebook.janko
        if spec is not None and name.casefold() in map(str.casefold, spec.names):
            return with_extended(loaded)
    return with_extended(load_rulebook(name, beside(file)))


class _Reading:
    def __init__(self, parsed: _File, rulebooks: list[LoadedRulebook], file: str) -> None:
        self.parsed = parsed
        self.file = file
        self.rulebook = rulebooks[-1].rulebook
        self.declared = Declared.of(rulebooks)
        self.rows, self.columns = self._size()
        self.clues: dict[str, dict[str, Any]] = {}
        self.parameters: dict[str, object] = {}
        self.signs: Mapping[str, Mapping[str, object]] = self.rulebook.janko.signs if self.rulebook.janko else {}

    def fail(self, message: str) -> Exception:
        return bad_input(f"this {self.rulebook.rules} of janko.at cannot be read: {message}", self.file)

    def text(self) -> str:
        self._settings()
        for name, grid in self.parsed.grids.items():
            if name not in _PASSED_OVER:
                getattr(self, f"_{name}")(grid)
        board = {} if "size" in self.declared.parameters else {"rows": self.rows, "columns": self.columns}
        return puzzle_text(
            self.rulebook.rules,
            rows=self.rows,
            columns=self.columns,
            board=board,
            parameters=self.parameters,
            clues=self.clues,
            declared=self.declared.clues,
            title=self.parsed.about.get("title"),
            author=self.parsed.about.get("author"),
        )

    def _size(self) -> tuple[int, int]:
        about = self.parsed.about
        grid = self.parsed.grids.get("areas") or self.parsed.grids.get("problem") or []
        rows, columns = str(len(grid)), str(len(grid[0]) if grid else 0)
        rows, columns = about.get("size", about.get("rows", rows)), about.get("size", about.get("cols", columns))
        sizes = [int(text) if re.fullmatch(r"[0-9]{1,4}", text) else 0 for text in (rows, columns)]
        if not all(0 < size <= MAX_SIDE for size in sizes) or sizes[0] * sizes[1] > MAX_CELLS:
            raise self.fail(f"a board of {rows[:9]} rows and {columns[:9]} columns is none")
        return sizes[0], sizes[1]

    def _settings(self) -> None:
        """Lines that are parameters of ours; others may change the rules."""
        for key, value in self.parsed.about.items():
            if key in self.declared.parameters and value.isascii() and value.isdigit():
                self.parameters[key] = int(value)
            elif key not in _ABOUT and key not in _SIZES:
                raise self.fail(f"the line '{key[:20]}' is not known")
        if {"size", "box"} <= self.declared.parameters.keys() and self.rows != self.declared.parameters["size"]:
            from cluewright.exchange.sudoku.elements import box_shape  # late: few puzzles need it

            self.parameters = {"size": self.rows, "box": list(box_shape(self.rows))}
        elif "size" in self.declared.parameters:
            self.parameters["size"] = self.rows

    # ------------------------------------------------------------ grids

    def _areas(self, grid: list[list[str]]) -> None:
        layer = next((name for name, spec in self.declared.clues.items() if spec.values == "regions"), None)
        if layer is None:
            raise self.fail("it has areas")
        letters: dict[str, str] = {}
        for place, word in self._placed("areas", grid, "cells"):
            if word not in _NOTHING:
                letters.setdefault(word, room_letters(len(letters)))
                self.clues.setdefault(layer, {})[place] = letters[word]

    def _problem(self, grid: list[list[str]]) -> None:
        kind = "corners" if len(grid) == self.rows + 1 else "cells"
        areas = self.parsed.grids.get("areas")
        if areas is not None and "areas" not in self.clues:
            self._areas(areas)
        for place, word in self._placed("problem", grid, kind):
            if word not in _NOTHING:
                self._put(place, word, kind)

    def _clabels(self, grid: list[list[str]]) -> None:
        self._labels(grid, "column")

    def _rlabels(self, grid: list[list[str]]) -> None:
        self._labels(grid, "row")

    def _labels(self, grid: list[list[str]], line: str) -> None:
        count = self.columns if line == "column" else self.rows
        if len(grid) != 1 or len(grid[0]) != count:
            raise self.fail(f"labels of {count} {line}s in one line are expected")
        for number, word in enumerate(grid[0], 1):
            if word not in _NOTHING:
                self._put(f"{line}{number}", word, f"{line}s")

    def _placed(self, name: str, grid: list[list[str]], kind: str) -> Iterator[tuple[str, str]]:
        width = self.columns + (kind == "corners")
        height = self.rows + (kind == "corners")
        if len(grid) != height or any(len(row) != width for row in grid):
            raise self.fail(f"its '{name}' is not a grid of {height} rows and {width} columns")
        return zip(places(kind, self.rows, self.columns), (word for row in grid for word in row), strict=True)

    def _put(self, place: str, word: str, kind: str) -> None:
        """A word goes to the only layer that has its place and its value, a number with an arrow to two of them."""
        found = self._layers(place, word, kind)
        both = _NUMBER_AND_ARROW.fullmatch(word)
        if not found and both is not None:
            halves = [self._layers(place, half, kind) for half in both.groups() if half]
            found = [half[0] for half in halves if len(half) == 1]
            found = found if len({name for name, _, _ in found}) == 2 else []
        elif len(found) > 1:
            raise self.fail(f"'{word[:20]}' at {place} could be two clues")
        if not found:
            raise self.fail(f"'{word[:20]}' at {place} is no clue")
        for name, spot, value in found:
            if self.clues.setdefault(name, {}).setdefault(spot, value) != value:
                raise self.fail(f"there are two clues '{name}' at {spot}")

    def _layers(self, place: str, word: str, kind: str) -> list[tuple[str, str, object]]:
        """The layers that a word at a place can belong to, with what they call the place and the value."""
        return [
            (name, spot, value)
            for name, spec in self.declared.clues.items()
            if (spot := self._spot(spec, place, kind)) is not None
            and (value := self._value(name, spec, word)) is not None
        ]

    def _spot(self, spec: ClueSpec, place: str, kind: str) -> str | None:
        """What the layer calls a place: the place itself, or the region around it."""
        over = re.fullmatch(r"regions\((\w+)\)", spec.over.strip())
        if over is not None:
            return self.clues.get(over[1], {}).get(place) if kind == "cells" else None
        return place if kind in re.findall(r"\w+", spec.over) and spec.values != "regions" else None

    def _value(self, name: str, spec: ClueSpec, word: str) -> object | None:
        if word in self.signs.get(name, {}):
            return self.signs[name][word]
        value: object = int(word) if re.fullmatch(r"[0-9]{1,6}", word) else word
        if is_listed(spec) or spec.values == "bool":
            return None
        if not accepts(spec, value) and word in _COMPASS and accepts(spec, _COMPASS[word]):
            return _COMPASS[word]
        return value if accepts(spec, value) else None
