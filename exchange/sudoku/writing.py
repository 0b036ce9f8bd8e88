"""From a puzzle of ours to the data of f-puzzles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from cluewright.compiler.boards import SQUARE
from cluewright.compiler.elements import Cell, Edge, Element, Group
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.exchange.sudoku.blocks import blocks_of
from cluewright.exchange.sudoku.decoration import decoration
from cluewright.exchange.sudoku.elements import box_shape
from cluewright.models.documents import FpuzzlesElement
from cluewright.models.errors import CluewrightError, Problem
from cluewright.notation.rulebooks import puzzle_sentences
from cluewright.pictures.picture import styled

Data = dict[str, Any]


def fpuzzles_data(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None = None) -> Data:
    """The puzzle as f-puzzles describes it, with an answer if there is one."""
    writer = _Writer(puzzle)
    return writer.data() | ({} if answer is None else {"solution": writer.solution(answer)})


class _Writer:
    def __init__(self, puzzle: CompiledPuzzle) -> None:
        self.puzzle = puzzle
        self.specs = [block.spec for block in blocks_of(puzzle.loaded.rulebooks)]
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
        in_grid = {layer for spec in self.specs for layer in (spec.given, spec.region)}
        for name, layer in self.puzzle.clues.items():
            if name not in in_grid and len(layer):
                self._layer(name, list(layer.items()))
        self._refuse()
        return data | self.found

    def solution(self, answer: Mapping[Var, int]) -> list[int]:
        """The digits of an answer, row by row."""
        given = next(spec.given for spec in self.specs if spec.given)
        digits = self.puzzle.model.unknowns[given].variables
        assert self.puzzle.board is not None
        return [answer[digits[cell]] for cell in self.puzzle.board.cells]

    def _refuse(self) -> None:
        if self.problems:
            raise CluewrightError(*(Problem(f"f-puzzles cannot hold this puzzle: {text}") for text in self.problems))

    def _check(self) -> None:
        board = self.puzzle.board
        digits = next((spec.given for spec in self.specs if spec.given), None)
        others = [name for name in self.puzzle.model.unknowns if name != digits]
        if digits is None or others:
            what = ", ".join(f"'{name}'" for name in others) or "no digits"
            self.problems.append(f"only digits can be filled in there, and it asks for {what}")
        if self.puzzle.loaded.edits.rules:
            self.problems.append("rules are left out, and it would go on to have them")
        if board is None or board.kind is not SQUARE or not len(board.cells) == board.rows**2 == board.columns**2:
            self.problems.append("its board is not a square of square cells")
        else:
            self.size = board.rows
        self._refuse()

    # ------------------------------------------------------------ the grid

    def _grid(self) -> list[list[Data]]:
        given = next((spec.given for spec in self.specs if spec.given), None)
        digits: Mapping[object, Any] = self.puzzle.clues.get(given, {}) if given else {}
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
        listed = next((spec.boxes for spec in self.specs if spec.boxes), "")
        boxes = list(self.puzzle.shapes.get(listed, ()))
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
        negative: list[str] = []
        for spec in self.specs:
            for key, needed in spec.switches.items():
                if needed is True or (isinstance(needed, str) and self._setting(needed)):
                    self.found[key] = True
            negative += [key for key, parameter in spec.negative.items() if self._setting(parameter)]
            if spec.extra is not None:
                groups = list(self.puzzle.shapes[spec.extra])
                for group in [groups] if groups and isinstance(groups[0], Cell) else groups:
                    self._add("extraregion", {"cells": _cells(group)})
        if negative:
            self.found["negative"] = negative

    def _setting(self, name: str) -> bool:
        given = self.puzzle.loaded.puzzle.parameters
        return bool(given[name]) if name in given else True

    def _add(self, key: str, entry: Data) -> None:
        self.found.setdefault(key, []).append(entry)

    def _layer(self, name: str, items: Iterable[tuple[object, object]]) -> None:
        """Where several elements share a layer, each clue goes to the one that has its value."""
        elements = [(key, e) for spec in self.specs for key, e in spec.elements.items() if e.layer == name]
        for element, value in items:
            if value is False:
                continue
            fitting = [(key, e) for key, e in elements if len(elements) == 1 or e.value == value]
            if fitting:
                key, known = fitting[0]
                _FORMS[known.form](self, key, known, element, value)
            else:
                self._decorate(name, element, value)

    def _decorate(self, name: str, element: object, value: object) -> None:
        """What has no element is drawn; the rules about it stand in the text."""
        assert self.puzzle.board is not None
        for layer in styled(self.puzzle, name, self.puzzle.clues[name].kind, {element: value}, False, {}):
            for key, entry in decoration(layer, self.puzzle.board) if layer.style != "none" else ():
                self._add(key, entry)

    # ------------------------------------------------------------ forms

    def _line(self, key: str, known: FpuzzlesElement, group: Group, value: object) -> None:
        self._add(key, {"lines": [_cells(group)]})
        if known.look:
            self._add("line", {"lines": [_cells(group)], **known.look, "fromConstraint": key.capitalize()})

    def _mark(self, key: str, known: FpuzzlesElement, cell: Cell, value: object) -> None:
        self._add(key, {"cell": _cells([cell])[0]})

    def _cage(self, key: str, known: FpuzzlesElement, group: Group, value: object) -> None:
        self._add(key, {"cells": _cells(group)} | ({} if value == known.value else {"value": str(value)}))

    def _headed(self, key: str, known: FpuzzlesElement, group: Group, value: object) -> None:
        self._add(key, {"lines": [_cells(group)], "cells": _cells(group.cells[:1])})

    def _region(self, key: str, known: FpuzzlesElement, group: Group, value: object) -> None:
        self._add(key, {"cells": _cells(group)})

    def _halves(self, key: str, known: FpuzzlesElement, group: Group, value: object) -> None:
        half = len(group.cells) // 2
        parts = _cells(group.cells[:half]), _cells(group.cells[half:])
        self._add(key, dict(zip(known.lists, parts, strict=True)))

    def _pair(self, key: str, known: FpuzzlesElement, link: Edge, value: object) -> None:
        self._add(key, {"cells": _cells(link.ends)} | ({"value": str(value)} if known.values else {}))

    def _corner(self, key: str, known: FpuzzlesElement, corner: Element, value: Any) -> None:
        assert self.puzzle.board is not None
        cells = self.puzzle.board.cells_of(corner) or ()
        if len(cells) != 4:
            self.problems.append(f"the corner {corner} lies on the edge")
        self._add(key, {"cells": _cells(cells), "values": [int(x) for x in value]})

    def _beside(self, key: str, known: FpuzzlesElement, line: Group, value: object) -> None:
        place = f"R{line.index + 1}C0" if line.kind == "row" else f"R0C{line.index + 1}"
        self._add(key, {"cell": place, "value": str(value)})

    def _outside(self, key: str, known: FpuzzlesElement, place: Element, value: object) -> None:
        side, number = str(place).rstrip("0123456789"), re.sub(r"\D", "", str(place))
        far = self.size + 1
        spots = {
            "top": f"R0C{number}",
            "bottom": f"R{far}C{number}",
            "left": f"R{number}C0",
            "right": f"R{number}C{far}",
        }
        self._add(key, {"cell": spots[side], "value": str(value)})

    def _diagonal(self, key: str, known: FpuzzlesElement, group: Group, value: object) -> None:
        """The place of the clue is one step before the first cell."""
        first, second = group.cells[0], group.cells[min(1, len(group.cells) - 1)]
        down, right = second.row - first.row, second.column - first.column
        whole = self._whole_diagonal(first, down, right)
        if abs(down) != 1 or abs(right) != 1 or whole != list(group.cells):
            self.problems.append(f"the cells from {first} are no whole diagonal")
            return
        entry = {"cell": f"R{first.row - down}C{first.column - right}", "cells": _cells(group)}
        direction = ("U" if down < 0 else "D") + ("L" if right < 0 else "R")
        self._add(key, {**entry, "direction": direction, "value": str(value)})

    def _whole_diagonal(self, first: Cell, down: int, right: int) -> list[Cell]:
        assert self.puzzle.board is not None
        if (first.row - down, first.column - right) in self.puzzle.board.at:
            return []
        steps = ((first.row + i * down, first.column + i * right) for i in range(self.size))
        return [self.puzzle.board.at[step] for step in steps if step in self.puzzle.board.at]


def _cells(cells: Iterable[Any]) -> list[str]:
    return [f"R{cell.row}C{cell.column}" for cell in cells]


_FORMS: Final[dict[str, Callable[[_Writer, str, FpuzzlesElement, Any, object], None]]] = {
    "line": _Writer._line,
    "mark": _Writer._mark,
    "cage": _Writer._cage,
    "headed": _Writer._headed,
    "region": _Writer._region,
    "halves": _Writer._halves,
    "pair": _Writer._pair,
    "corner": _Writer._corner,
    "beside": _Writer._beside,
    "outside": _Writer._outside,
    "diagonal": _Writer._diagonal,
}
