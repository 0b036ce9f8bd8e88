"""A puzzle whose clues were changed by a question, as the text of a file: all else stays as it was written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from cluewright.compiler.elements import Group
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.model import spell
from cluewright.models.errors import CluewrightError, Problem
from cluewright.models.loading import LoadedPuzzle, load_text
from cluewright.notation.puzzle_text import layer_lines
from cluewright.notation.standalone import dumped

_INDENT: Final = 2


def changed_text(loaded: LoadedPuzzle) -> str:
    """The text of the puzzle with its changes made; raises CluewrightError if they cannot be written down."""
    if loaded.edits.rules:
        raise CluewrightError(Problem("a puzzle without some of its rules cannot be written to a file"))
    if not loaded.edits.clues:
        return "\n".join(loaded.document.lines).strip("\n") + "\n"
    made = compile_puzzle(loaded)
    layers = {name: _written(made, name) for name in dict.fromkeys(layer for layer, _ in loaded.edits.clues)}
    for text in (_replaced(made, layers), _dumped(loaded, layers)):
        if text is not None and _is_same(text, made):
            return text
    raise CluewrightError(Problem("this change of the puzzle cannot be written to a file"))


def with_layers(puzzle: CompiledPuzzle, layers: Mapping[str, object]) -> str:
    """The text of a puzzle with other clues in these layers, given as data; all else stays as it was written. What the
    new clues mean is not looked at, except that the board stays as large as it is."""
    sized = puzzle.board is None or _says_size(puzzle)
    replaced = _replaced(puzzle, layers)
    if replaced is not None and not sized:
        rows, columns = puzzle.board.grid_size  # type: ignore[union-attr]
        head = re.search(r"^clues *:", replaced, re.MULTILINE)
        size = f"board: {{rows: {rows}, columns: {columns}}}\n"
        replaced = replaced[: head.start()] + size + replaced[head.start() :] if head else None
    return replaced if replaced is not None else _dumped(puzzle.loaded, layers)


def _says_size(puzzle: CompiledPuzzle) -> bool:
    """Whether the size of the board is said, and not taken from the clues."""
    specs = [puzzle.loaded.puzzle.board, *(loaded.rulebook.board for loaded in puzzle.loaded.rulebooks)]
    return any(
        getattr(spec, key) is not None
        for spec in specs
        if spec is not None
        for key in ("rows", "side", "shape", "nodes")
    )


def _is_same(text: str, puzzle: CompiledPuzzle) -> bool:
    """Whether a text is read as this puzzle."""
    try:
        again = compile_puzzle(load_text(text, puzzle.loaded.document.file))
    except CluewrightError:
        return False
    return clue_names(again) == clue_names(puzzle)


def clue_names(puzzle: CompiledPuzzle) -> dict[str, dict[str, str]]:
    """Clues by name, so that those of two puzzles can be compared; regions are known by their cells."""
    return {
        name: {_name(element): _name(value) for element, value in layer.items()}
        for name, layer in puzzle.clues.items()
        if layer
    }


def _name(thing: object) -> str:
    return " ".join(map(str, thing.cells)) if isinstance(thing, Group) else spell(thing)


# ---------------------------------------------------------------- a layer


def clue_data(puzzle: CompiledPuzzle) -> dict[str, object]:
    """All clues of a puzzle as data of a file."""
    return {name: _written(puzzle, name) for name, layer in puzzle.clues.items() if layer}


def _written(puzzle: CompiledPuzzle, name: str) -> object:
    """The clues of a layer as data of a file."""
    layer = puzzle.clues[name]
    words = puzzle.model.unknowns[name].words if name in puzzle.model.unknowns else {}
    if layer.kind == "group":
        return [_group(element, value) for element, value in layer.items()]
    is_bool = name in puzzle.model.unknowns and puzzle.model.unknowns[name].is_bool
    return {spell(e): bool(v) if is_bool else _plain(words.get(v, v) if words else v) for e, v in layer.items()}


def _group(group: Group, value: object) -> object:
    cells = " ".join(map(spell, group.cells))
    return cells if value is True else {"cells": cells, "value": _plain(value)}


def _plain(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value if isinstance(value, (bool, int)) else str(value)


# ---------------------------------------------------------------- a text


def _replaced(puzzle: CompiledPuzzle, layers: Mapping[str, object]) -> str | None:
    """The file with the lines of these layers replaced; None if they do not stand on lines of their own."""
    document, board = puzzle.loaded.document, puzzle.board
    lines = list(document.lines)
    size = (0, 0) if board is None else board.grid_size
    head = document.keys.get(("clues",))
    places = sorted((document.mark(("clues", name), key=True).line, name) for name in layers)
    for _, name in reversed(places):  # from the end, so that the lines above stay where they are
        key = document.keys.get(("clues", name))
        declared = puzzle.program.clues.get(name)
        new = layer_lines(name, layers[name], *size, declared.spec if declared else None)
        if key is None and head is not None and not lines[head.line].split(":", 1)[1].strip():
            indent = re.match(r" *", lines[head.line])[0] + " " * _INDENT  # type: ignore[index]
            lines[head.line + 1 : head.line + 1] = [indent + line.removeprefix("  ") for line in new]
        elif key is None or lines[key.line][: key.column].strip():
            return None
        else:
            indent = " " * key.column
            end = key.line + 1
            below = (indent + " ", indent + "- ")  # a list may stand as far left as its key
            while end < len(lines) and (not lines[end].strip() or lines[end].startswith(below)):
                end += 1
            while not lines[end - 1].strip():
                end -= 1
            lines[key.line : end] = [indent + line.removeprefix("  ") for line in new]
    return "\n".join(lines).strip("\n") + "\n"


def _dumped(loaded: LoadedPuzzle, layers: Mapping[str, object]) -> str:
    """The documents of the file, written anew."""
    data = dict(loaded.document.data)
    data["clues"] = {**(data.get("clues") or {}), **layers}
    file = loaded.document.file
    others = [r.document.data for r in loaded.rulebooks if not r.path and r.document.file == file]
    return dumped(*others, data)
