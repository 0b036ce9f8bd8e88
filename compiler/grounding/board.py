"""The board of a puzzle; where its size is not given it shows in the clues."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from cluewright.compiler import ir
from cluewright.compiler.boards import (
    Board,
    Step,
    graph_board,
    hexagon_grid,
    hexagon_pyramid,
    square_grid,
    subgrid_board,
    triangle_grid,
    triangle_shape,
)
from cluewright.compiler.clues import split_entries
from cluewright.compiler.program import Program
from cluewright.compiler.scope import Scope
from cluewright.compiler.syntax import Snippet
from cluewright.compiler.textgrid import read_rows
from cluewright.compiler.values import is_list_of
from cluewright.models.documents import BoardSpec, SubGrids
from cluewright.models.errors import CluewrightError, LanguageError
from cluewright.models.source import Document, Path


class _Entry(NamedTuple):
    """One key of `board:` and where it stands."""

    value: Any
    document: Document
    path: Path


def make_board(program: Program, clues: Mapping[str, Any], scope: Scope) -> Board | None:
    """The board that all parts of a program describe together, if there is one. Sizes may be parameters."""
    maker = _BoardMaker(program, clues, scope)
    if not maker.said:
        return None
    try:
        return maker.build()
    except LanguageError as error:
        last = next(reversed(maker.said.values()))
        raise CluewrightError(last.document.problem(error.message, last.path, error.hint)) from None


class _BoardMaker:
    def __init__(self, program: Program, clues: Mapping[str, Any], scope: Scope) -> None:
        self.program = program
        self.clues = clues
        self.scope = scope
        self.said: dict[str, _Entry] = {}
        for book in program.books:
            board = book.content.board
            for name in BoardSpec.model_fields if board is not None else ():
                if board is not None and name in board.model_fields_set:
                    entry = _Entry(getattr(board, name), book.document, (*book.path, "board", name))
                    self.check_size(name, entry)
                    self.said[name] = entry

    def check_size(self, name: str, after: _Entry) -> None:
        """A size that is a parameter is changed there, since the rules speak of the parameter too."""
        before = self.said.get(name)
        said = str(before.value) if before else ""
        if not before or said not in self.program.parameters or name not in ("rows", "columns", "side"):
            return
        if after.value is None:
            return
        old, new = self.number(before), self.number(after)
        if old != new:
            message = f"the rules give this board {old} {name}, by the parameter '{said}', not {new}"
            hint = (
                f"change it with `parameters: {{{said}: {new}, ...}}`; `cluewright new` shows what else changes with it"
            )
            raise CluewrightError(after.document.problem(message, after.path, hint))

    def get(self, name: str) -> Any:
        return self.said[name].value if name in self.said else None

    def number(self, entry: _Entry) -> int:
        return ir.number(self.scope.evaluate(Snippet(str(entry.value), entry.document, entry.path)))

    def size(self, name: str) -> int | None:
        return None if self.get(name) is None else self.number(self.said[name])

    def build(self) -> Board:
        kind = self.get("grid") or "square"
        if kind == "graph" or self.get("nodes"):
            return self.graph()
        if self.get("grids"):
            return self.sub_grids(*self.said["grids"])
        if kind == "square":
            return self.square()
        if kind == "triangle" and self.get("shape"):
            return triangle_shape([line.rstrip() for line in self.get("shape").splitlines() if line.strip()])
        side = self.size("side")
        rows = 0 if side is not None else len(self.cell_rows())
        if kind == "hex" and self.get("outline") == "triangle":
            return hexagon_pyramid(rows if side is None else side)
        if kind == "hex":
            return hexagon_grid((rows + 1) // 2 if side is None else side)
        return triangle_grid(rows if side is None else side)

    def graph(self) -> Board:
        edges: list[tuple[str, str]] = []
        for edge in self.get("edges") or []:
            ends = edge.split("-", 1) if isinstance(edge, str) else list(map(str, edge))
            if len(ends) != 2:
                raise LanguageError("an edge is written `a-b` or [a, b]")
            edges.append((ends[0], ends[1]))
        return graph_board([str(n) for n in self.get("nodes") or []], edges)

    def sub_grids(self, spec: SubGrids, document: Document, path: Path) -> Board:
        height = self.number(_Entry(spec.rows, document, (*path, "rows")))
        width = self.number(_Entry(spec.columns, document, (*path, "columns")))
        return subgrid_board([_place(name) for name in spec.at], height, width)

    def square(self) -> Board:
        rows, columns = self.size("rows"), self.size("columns")
        holes: set[Step] = set()
        if self.get("shape") is not None:
            lines = [line for line in self.get("shape").splitlines() if line.strip()]
            signs = [line.split() if " " in line.strip() else list(line.strip()) for line in lines]
            rows, columns = rows or len(signs), columns or max(map(len, signs), default=0)
            holes |= {(r, c) for r, row in enumerate(signs, 1) for c, sign in enumerate(row, 1) if sign in "#x~"}
            holes |= {(r, c) for r, row in enumerate(signs, 1) for c in range(len(row) + 1, columns + 1)}
            holes |= {(r, c) for r in range(len(signs) + 1, rows + 1) for c in range(1, columns + 1)}
        if rows is None or columns is None:
            inferred = self.inferred_size()
            rows, columns = rows or inferred[0], columns or inferred[1]
        if rows is None or columns is None:
            raise LanguageError("the size of the board is not given", hint="board: {rows: 10, columns: 10}")
        if self.get("holes"):
            full = square_grid(rows, columns)
            holes |= {(c.row, c.column) for c in full.cell_list(self.get("holes"))}
        board = square_grid(rows, columns, frozenset(holes))
        board.frame = tuple(self.get("frame") or ())
        return board

    def inferred_size(self) -> tuple[int | None, int | None]:
        """The size of the board as it shows in the clues."""
        rows = self.cell_rows()
        if rows:
            return len(rows), max(len(row) for row in rows)
        lengths: dict[str, int] = {}
        for name, data in self.clues.items():
            if not isinstance(data, dict) or name not in self.program.clues:
                continue
            is_list = is_list_of(self.program.clues[name].spec.values)
            for key, value in data.items():
                lengths[str(key)] = len(value if isinstance(value, list) else split_entries(str(value), is_list))
        down = lengths.get("rows") or lengths.get("left") or lengths.get("right")
        across = lengths.get("columns") or lengths.get("top") or lengths.get("bottom")
        return down, across

    def cell_rows(self) -> list[Any]:
        """The rows of the first clue grid over cells."""
        for name, data in self.clues.items():
            declared = self.program.clues.get(name)
            if declared is None or declared.spec.over.strip() != "cells":
                continue
            if isinstance(data, str):
                return read_rows(data)
            if isinstance(data, list) and all(isinstance(row, list) for row in data):
                return data
        return []


def _place(name: str) -> Step:
    match = re.fullmatch(r"r(\d{1,6})c(\d{1,6})", name.strip())
    if match is None:
        raise LanguageError(f"'{name}' is not a cell", hint="cells are written like r3c4")
    return int(match[1]), int(match[2])
