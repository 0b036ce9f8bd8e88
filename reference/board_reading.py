"""The board of a puzzle: what its rulebooks and the puzzle say, or the size of its clues."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from cluewright.models.documents import BoardSpec, ClueSpec
from cluewright.models.loading import LoadedPuzzle
from cluewright.reference.boards import Board, Point, graph
from cluewright.reference.clues import drawing, grid_rows, listed_cells, series_entries
from cluewright.reference.elements import fail
from cluewright.reference.evaluate import number
from cluewright.reference.shapes import hexagon_board, pyramid_board, square_board, triangle_board, triangle_rows

#: Gives the value of an expression that uses parameters only.
Evaluate = Callable[[str], Any]


def read_board(loaded: LoadedPuzzle, clues: Mapping[str, ClueSpec], evaluate: Evaluate) -> Board | None:
    """The board, or None for a puzzle without one."""
    specs = [r.rulebook.board for r in loaded.rulebooks if r.rulebook.board] + [loaded.puzzle.board]
    said: dict[str, Any] = {}
    for spec in specs:
        if isinstance(spec, BoardSpec):
            said |= {key: getattr(spec, key) for key in spec.model_fields_set}
    said = {key: value for key, value in said.items() if value is not None}
    if not said and not any(r.rulebook.board for r in loaded.rulebooks) and loaded.puzzle.board is None:
        return None
    match said.get("grid", "square"):
        case "graph":
            return graph([str(node) for node in said.get("nodes", [])], [_edge(e) for e in said.get("edges", [])])
        case "hex":
            make = pyramid_board if said.get("outline") == "triangle" else hexagon_board
            return make(number(evaluate(said["side"]))) if "side" in said else fail("the board has no side")
        case "triangle":
            if "shape" in said:
                return triangle_board(said["shape"].splitlines())
            side = said["side"] if "side" in said else fail("the board has no side")
            return triangle_board(triangle_rows(number(evaluate(side))))
    return _square(said, loaded.puzzle.clues, clues, evaluate)


def _edge(edge: str | list[str]) -> tuple[str, str]:
    a, b = (part.strip() for part in edge.split("-")) if isinstance(edge, str) else map(str, edge)
    return a, b


def _square(said: dict[str, Any], given: Mapping[str, Any], clues: Mapping[str, ClueSpec], evaluate: Evaluate) -> Board:
    if "grids" in said:
        spec = said["grids"]
        height, width = number(evaluate(spec.rows)), number(evaluate(spec.columns))
        starts = [tuple(map(int, re.findall(r"\d+", name))) for name in spec.at]
        grids = [[(r + y, c + x) for y in range(height) for x in range(width)] for r, c in starts]
        return square_board([point for grid in grids for point in grid], grids)
    if "shape" in said:
        rows = grid_rows(said["shape"])
        height, width = len(rows), max(map(len, rows), default=0)
        if "rows" in said:
            height = number(evaluate(said["rows"]))
        if "columns" in said:
            width = number(evaluate(said["columns"]))
        drawn = {(r, c): sign for r, row in enumerate(rows, 1) for c, sign in enumerate(row, 1)}
        places = [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]
        points = [place for place in places if drawn.get(place, "#") not in "#x~"]
        if "holes" in said:
            holes = {(c.row, c.column) for c in listed_cells(said["holes"], square_board(places, []))}
            points = [place for place in points if place not in holes]
        return square_board(points, [], (height, width))
    height_text, width_text = said.get("rows"), said.get("columns")
    if height_text is None or width_text is None:
        inferred = _size_of_clues(given, clues)
        height = inferred[0] if height_text is None else number(evaluate(height_text))
        width = inferred[1] if width_text is None else number(evaluate(width_text))
    else:
        height, width = number(evaluate(height_text)), number(evaluate(width_text))
    points = [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]
    if "holes" in said:
        holes = {(c.row, c.column) for c in listed_cells(said["holes"], square_board(points, []))}
        points = [point for point in points if point not in holes]
    return square_board(points, [], (height, width))


def _size_of_clues(given: Mapping[str, object], clues: Mapping[str, ClueSpec]) -> Point:
    """The size of the first grid among the clues, or the lengths of lists beside the board."""
    lengths: dict[str, int] = {}
    for name, data in given.items():
        over = clues[name].over if name in clues else ""
        if isinstance(data, dict):
            lengths |= {key: _length(data[key], clues[name].values) for key in _BESIDE if key in data}
        elif over not in ("groups", "paths") and (isinstance(data, str) or _is_rows(data)):
            for kind, size in _PICTURES.items():
                if re.search(rf"\b{kind}\b", over):
                    return size(data)
    height = next((lengths[key] for key in ("rows", "left", "right") if key in lengths), None)
    width = next((lengths[key] for key in ("columns", "top", "bottom") if key in lengths), None)
    if height is None or width is None:
        fail("the board has no size, and no clue tells it")
    return height, width


def _is_rows(data: object) -> bool:
    return isinstance(data, list) and bool(data) and all(isinstance(row, list) for row in data)


def _grid_size(data: object) -> Point:
    rows = grid_rows(data)
    return len(rows), max(map(len, rows), default=0)


def _corner_size(data: object) -> Point:
    height, width = _grid_size(data)
    return height - 1, width - 1


def _drawing_size(data: object) -> Point:
    lines = drawing(data)
    return (len(lines) + 1) // 2, (max(map(len, lines), default=0) + 1) // 2


def _border_size(data: object) -> Point:
    lines = drawing(data)
    return len(lines) // 2, max(map(len, lines), default=0) // 2


_BESIDE = ("rows", "columns", "left", "right", "top", "bottom")
_PICTURES: dict[str, Callable[[object], Point]] = {
    "links": _drawing_size,
    "sides": _border_size,
    "corners": _corner_size,
    "cells": _grid_size,
}


def _length(data: object, values: object) -> int:
    """How many entries a list beside the board has."""
    if isinstance(data, list):
        return len(data)
    return len(series_entries(data, is_list=isinstance(values, list) and len(values) == 1, signs=True))
