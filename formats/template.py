"""A commented template for a new puzzle."""

from __future__ import annotations

import re
import textwrap

from cluewright.formats.rulebooks import sentences
from cluewright.models.documents import BoardSpec, ClueSpec
from cluewright.models.errors import CluewrightError, Problem
from cluewright.models.loading import LoadedRulebook, load_rulebook

_MAX_SIDE = 100


def template(genre: str, size: str | None) -> str:
    """YAML for an empty puzzle of a genre; `size` is ROWSxCOLUMNS, or the side of a hexagon or triangle."""
    loaded = load_rulebook(genre)
    books = _with_parents(loaded)
    board = _board(books)
    rows, columns = _size(size, board)
    lines = [f"# {loaded.rulebook.name or loaded.rulebook.rules}"]
    for sentence in sentences(loaded):
        lines += textwrap.wrap(sentence, 110, initial_indent="#   - ", subsequent_indent="#     ")
    lines += [
        "#",
        "# Solve it with: cluewright solve FILE      Is it unique? cluewright check FILE",
        f"puzzle: {loaded.rulebook.rules}",
    ]
    lines += ["title: My puzzle", "author: me"]
    lines += _parameters(books)
    lines += _board_lines(board, rows, columns, bool(size))
    clues = {name: spec for book in books for name, spec in book.rulebook.clues.items()}
    if clues:
        lines.append("clues:")
        for name, spec in clues.items():
            lines += _clue_lines(name, spec, board, rows, columns)
    return "\n".join(lines) + "\n"


def _with_parents(loaded: LoadedRulebook) -> list[LoadedRulebook]:
    found: list[LoadedRulebook] = []
    for parent in loaded.rulebook.extends:
        found += _with_parents(load_rulebook(parent))
    return [*found, loaded]


def _board(books: list[LoadedRulebook]) -> dict[str, object]:
    merged: dict[str, object] = {}
    for book in books:
        board: BoardSpec | None = book.rulebook.board
        if board is not None:
            merged.update({name: getattr(board, name) for name in board.model_fields_set})
    return merged


def _size(size: str | None, board: dict[str, object]) -> tuple[int, int]:
    if size is None:
        return (9, 9) if board.get("rows") is not None else (10, 10)
    match = re.fullmatch(r"(\d+)(?:[xX](\d+))?", size)
    if match is None or not 1 <= int(match[1]) <= _MAX_SIDE or not 1 <= int(match[2] or 1) <= _MAX_SIDE:
        raise CluewrightError(
            Problem(f"'{size}' is not a size", hint=f"write ROWSxCOLUMNS, for example 10x10, up to {_MAX_SIDE}")
        )
    return int(match[1]), int(match[2] or match[1])


def _parameters(books: list[LoadedRulebook]) -> list[str]:
    found = {name: value for book in books for name, value in book.rulebook.parameters.items()}
    return (
        ["# parameters that can be changed:", "# parameters:", *(f"#   {n}: {v}" for n, v in found.items())]
        if found
        else []
    )


def _board_lines(board: dict[str, object], rows: int, columns: int, wanted: bool) -> list[str]:
    is_drawn = board.get("shape") and board.get("rows") is None
    if not board or board.get("grids") or board.get("nodes") or is_drawn:
        return []
    if board.get("grid") in ("hex", "triangle"):
        return [f"board: {{side: {rows}}}"]
    if board.get("rows") is not None and not wanted:
        return []
    return [f"board: {{rows: {rows}, columns: {columns}}}"]


def _clue_lines(name: str, spec: ClueSpec, board: dict[str, object], rows: int, columns: int) -> list[str]:
    over = spec.over.strip()
    remark = f"  # {spec.about}" if spec.about else f"  # values: {spec.values}" if spec.values is not None else ""
    is_square = board.get("grid") in (None, "square") and not board.get("grids")
    if over == "cells" and is_square:
        row = " ".join(("a" if spec.values == "regions" else ".") * columns)  # every cell lies in some region
        return [f"  {name}: |{remark}", *([f"    {row}"] * rows)]
    if over == "outside":
        dots = " ".join("." * columns)
        side = " ".join("." * rows)
        return [
            f"  {name}:{remark}",
            f"    top: {dots}",
            f"    bottom: {dots}",
            f"    left: {side}",
            f"    right: {side}",
        ]
    if over in ("groups", "paths"):
        return [f"  {name}: []{remark}", "    # - {cells: r1c1 r1c2, value: ...}"]
    if over in ("rows + columns", "columns + rows"):
        return [
            f"  {name}:{remark}",
            f"    rows: [{', '.join('.' * rows)}]",
            f"    columns: [{', '.join('.' * columns)}]",
        ]
    return [f"  {name}: {{}}{remark}", f"    # over {over}: name: value"]
