"""From a puzzle of ours to the data of f-puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from cluewright.compiler.boards import SQUARE
from cluewright.compiler.elements import Cell, Edge, Element, Group
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.formats.rulebooks import puzzle_sentences
from cluewright.formats.sudoku.elements import CELLS, EXTRA_REGIONS, FLAGS, LINES, box_shape
from cluewright.models.errors import CluewrightError, Problem

Data = dict[str, Any]


def fpuzzles_data(puzzle: CompiledPuzzle) -> Data:
    """The puzzle as f-puzzles describes it."""
    return _Writer(puzzle).data()


class _Writer:
    def __init__(self, puzzle: CompiledPuzzle) -> None:
        self.puzzle = puzzle
        self.names = [entry.rulebook.rules for entry in puzzle.loaded.rulebooks]
        self.problems: list[str] = []
        self.found: Data = {}
        self.size = 0

    def data(self) -> Data:
        self._check()
        about = self.puzzle.loaded.puzzle
        data: Data = {"size": self.size, "title": about.title or "", "author": about.author or ""}
        data["ruleset"] = "\n".join(puzzle_sentences(self.puzzle.loaded))
        data["grid"] = self._grid()
        self._switches()
        for name, layer in self.puzzle.clues.items():
            if name not in ("digit", "region") and len(layer):
                self._layer(name, list(layer.items()))
        self._refuse()
        return data | self.found

    def _refuse(self) -> None:
        if self.problems:
            raise CluewrightError(*(Problem(f"f-puzzles cannot hold this puzzle: {text}") for text in self.problems))

    def _check(self) -> None:
        board, given = self.puzzle.board, self.puzzle.loaded.puzzle
        for name in self.names:
            if name not in _KNOWN:
                self.problems.append(f"it has nothing for the rules of '{name}'")
        if given.constraints or given.unknowns or given.define or self.puzzle.loaded.edits.rules:
            self.problems.append("it has rules of its own")
        if board is None or board.kind is not SQUARE or not len(board.cells) == board.rows**2 == board.columns**2:
            self.problems.append("its board is not a square of square cells")
        else:
            self.size = board.rows
        self._refuse()

    # ------------------------------------------------------------ the grid

    def _grid(self) -> list[list[Data]]:
        digits: Mapping[Any, Any] = self.puzzle.clues.get("digit", {})
        regions = self._regions()
        rows: list[list[Data]] = [[] for _ in range(self.size)]
        assert self.puzzle.board is not None
        for cell in self.puzzle.board.cells:
            entry: Data = {"value": int(digits[cell]), "given": True} if cell in digits else {}
            if regions is not None:
                entry["region"] = regions.get(cell)
            rows[cell.row - 1].append(entry)
        return rows

    def _regions(self) -> dict[Element, int] | None:
        """The number of each cell's region; None if the regions are the usual boxes."""
        assert self.puzzle.board is not None
        boxes = list(self.puzzle.shapes.get("box_cells", ()))
        lines = {frozenset(row) for row in self.puzzle.board.lines["row"]}
        if not boxes or {frozenset(box) for box in boxes} == lines:
            return {}
        usual = self.puzzle.board.boxes(*box_shape(self.size))
        if {frozenset(box) for box in boxes} == {frozenset(box) for box in usual}:
            return None
        return {cell: number for number, box in enumerate(boxes) for cell in box}

    # ------------------------------------------------------------ rules

    def _switches(self) -> None:
        """Rules without clues, and what the absence of marks says."""
        for key, name in FLAGS.items():
            if name in self.names:
                self.found[key] = True
        if "sudoku-x" in self.names:
            self.found |= {"diagonal+": True, "diagonal-": True}
        for name, shape in EXTRA_REGIONS.items():
            if name in self.names:
                groups = list(self.puzzle.shapes[shape])
                for group in [groups] if groups and isinstance(groups[0], Cell) else groups:
                    self._add("extraregion", {"cells": _cells(group)})
        negative = []
        if "kropki-sudoku" in self.names and self._setting("all_black_dots_given"):
            negative.append("ratio")
        if "xv" in self.names and self._setting("all_signs_given"):
            negative.append("xv")
        if negative:
            self.found["negative"] = negative
        white = "kropki-sudoku" in self.names and self._setting("all_white_dots_given")
        if white or "consecutive" in self.names:
            self.found["nonconsecutive"] = True

    def _setting(self, name: str) -> bool:
        given = self.puzzle.loaded.puzzle.parameters
        return bool(given[name]) if name in given else True

    def _add(self, key: str, entry: Data) -> None:
        self.found.setdefault(key, []).append(entry)

    def _layer(self, name: str, items: Iterable[tuple[Any, Any]]) -> None:
        write = _LAYERS.get(name)
        if write is None:
            self.problems.append(f"it has nothing for the clues '{name}'")
            return
        for element, value in items:
            if value is not False:
                write(self, element, value)

    def _sandwich(self, line: Group, value: Any) -> None:
        place = f"R{line.index + 1}C0" if line.kind == "row" else f"R0C{line.index + 1}"
        self._add("sandwichsum", {"cell": place, "value": str(value)})

    def _little_killer(self, group: Group, value: Any) -> None:
        """The place of the clue is one step before the first cell."""
        first, second = group.cells[0], group.cells[min(1, len(group.cells) - 1)]
        down, right = second.row - first.row, second.column - first.column
        whole = self._diagonal(first, down, right)
        if abs(down) != 1 or abs(right) != 1 or whole != list(group.cells):
            self.problems.append(f"the cells from {first} are no whole diagonal")
            return
        entry = {"cell": f"R{first.row - down}C{first.column - right}", "cells": _cells(group)}
        direction = ("U" if down < 0 else "D") + ("L" if right < 0 else "R")
        self._add("littlekillersum", {**entry, "direction": direction, "value": str(value)})

    def _diagonal(self, first: Cell, down: int, right: int) -> list[Cell]:
        assert self.puzzle.board is not None
        if (first.row - down, first.column - right) in self.puzzle.board.at:
            return []
        steps = ((first.row + i * down, first.column + i * right) for i in range(self.size))
        return [self.puzzle.board.at[step] for step in steps if step in self.puzzle.board.at]

    def _quadruple(self, corner: Element, value: Any) -> None:
        assert self.puzzle.board is not None
        cells = self.puzzle.board.cells_of(corner) or ()
        if len(cells) != 4:
            self.problems.append(f"the corner {corner} lies on the edge")
        self._add("quadruple", {"cells": _cells(cells), "values": [int(x) for x in value]})

    def _clone(self, group: Group, value: Any) -> None:
        half = len(group.cells) // 2
        self._add("clone", {"cells": _cells(group.cells[:half]), "cloneCells": _cells(group.cells[half:])})

    def _arrow(self, group: Group, value: Any) -> None:
        self._add("arrow", {"lines": [_cells(group)], "cells": _cells(group.cells[:1])})

    def _cage(self, group: Group, value: Any) -> None:
        self._add("killercage", {"cells": _cells(group)} | ({} if value == "?" else {"value": str(value)}))

    def _renban(self, group: Group, value: Any) -> None:
        """An addition to f-puzzles; where it is missing, the line at least is seen."""
        self._add("renban", {"lines": [_cells(group)]})
        look = {"outlineC": "#F067F0", "width": 0.4, "fromConstraint": "Renban"}
        self._add("line", {"lines": [_cells(group)], **look})

    def _region(self, group: Group, value: Any) -> None:
        self._add("extraregion", {"cells": _cells(group)})

    def _bar(self, link: Edge, value: Any) -> None:
        self._add("difference", {"cells": _cells(link.ends)})

    def _dot(self, link: Edge, value: Any) -> None:
        self._add("difference" if value == "white" else "ratio", {"cells": _cells(link.ends)})

    def _sign(self, link: Edge, value: Any) -> None:
        self._add("xv", {"cells": _cells(link.ends), "value": str(value)})


def _cells(cells: Iterable[Any]) -> list[str]:
    return [f"R{cell.row}C{cell.column}" for cell in cells]


_Write = Callable[[_Writer, Any, Any], None]


def _line(key: str) -> _Write:
    return lambda writer, group, value: writer._add(key, {"lines": [_cells(group)]})


def _mark(keys: dict[str, str]) -> _Write:
    return lambda writer, cell, value: writer._add(keys[str(value)], {"cell": _cells([cell])[0]})


_LAYERS: Final[dict[str, _Write]] = {
    "cage": _Writer._cage,
    "arrow": _Writer._arrow,
    "extra_region": _Writer._region,
    "clone": _Writer._clone,
    "bar": _Writer._bar,
    "dot": _Writer._dot,
    "sign": _Writer._sign,
    "quadruple": _Writer._quadruple,
    "sandwich": _Writer._sandwich,
    "diagonal_sum": _Writer._little_killer,
    **{layer: _line(key) for key, (_, layer) in LINES.items() if key != "renban"},
    "renban": _Writer._renban,
    **{layer: _mark({v: k for k, (_, on, v) in CELLS.items() if on == layer}) for _, layer, _ in CELLS.values()},
}

#: Rulebooks whose rules f-puzzles knows.
_KNOWN: Final = frozenset(
    ["sudoku", "jigsaw", "latin-square", "sudoku-x", "killer", "arrow", "extra-regions", "clone", "consecutive"]
    + ["kropki-sudoku", "xv", "quadruple", "sandwich", "little-killer"]
    + [*FLAGS.values(), *EXTRA_REGIONS]
    + [rulebook for rulebook, *_ in (*LINES.values(), *CELLS.values())]
)
