"""Tiny random puzzles of a given genre: a small board, rooms at random, a few clues at random."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cluewright.compiler.elements import Cell
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.model import spell
from cluewright.laboratory.random.boards import random_board
from cluewright.laboratory.random.chance import Chance
from cluewright.laboratory.random.layers import random_rooms
from cluewright.laboratory.random.random_puzzles import written
from cluewright.models.documents import ClueSpec
from cluewright.models.loading import LoadedPuzzle, load_text

#: Rows and columns of square boards.
SIZES: Final = [(2, 2), (2, 2), (1, 4), (2, 3), (2, 3), (3, 2), (3, 3), (3, 3), (2, 4), (3, 4), (4, 4), (4, 4)]
_WORD: Final = re.compile(r"'([^']*)'|\"([^\"]*)\"|\b([A-Za-z_]+)\b(?!\s*[(\[])")


class Genre:
    """A rulebook of the library or of the user's own, with those that it extends."""

    def __init__(self, name: str, text: str = "", folder: Path | None = None, origin: str = "<text>") -> None:
        self.name = name
        self.text = text
        self.folder = folder
        #: What errors name as the file.
        self.origin = origin
        books = [loaded.rulebook for loaded in self.load({"puzzle": name}).rulebooks]
        self.clues: dict[str, ClueSpec] = {name: spec for book in books for name, spec in book.clues.items()}
        self.parameters: dict[str, Any] = {name: value for book in books for name, value in book.parameters.items()}
        self.board: dict[str, Any] = {}
        for book in books:
            if book.board is not None:
                self.board.update({key: getattr(book.board, key) for key in book.board.model_fields_set})
        self.has_board = any(book.board is not None for book in books)

    def load(self, puzzle: Mapping[str, Any]) -> LoadedPuzzle:
        """A puzzle of the genre from its data."""
        return load_text(self.file(puzzle), self.origin, folder=self.folder)

    def file(self, puzzle: Mapping[str, Any]) -> str:
        """The text of a file with the puzzle, and with the rulebook if it is the user's own."""
        document = written({key: value for key, value in puzzle.items() if value != {}})
        return f"{self.text.rstrip()}\n---\n{document}" if self.text else document

    def tiny(self, seed: int) -> tuple[str, dict[str, Any]]:
        """The size in words and the puzzle; raises CluewrightError where the choices do not go together."""
        chance = Chance(f"{self.name} {seed}")
        puzzle: dict[str, Any] = {"puzzle": self.name}
        size, puzzle["board"] = self._board(chance)
        puzzle["parameters"] = self._parameters(size, chance)
        rows, columns = size
        puzzle["clues"] = {
            name: random_rooms(rows, columns, chance) for name, spec in self.clues.items() if spec.values == "regions"
        }
        compiled = compile_puzzle(self.load(puzzle)) if not self._required() else None
        if compiled is None:
            self._fill(puzzle["clues"], self._required(), None, size, chance)
            compiled = compile_puzzle(self.load(puzzle))
        optional = [name for name in self.clues if name not in puzzle["clues"]]
        some = [] if chance.often(0.3) else chance.some(optional, min(1, len(optional)), len(optional))
        self._fill(puzzle["clues"], some, compiled, size, chance)
        board = compiled.board
        return ("no board" if board is None else f"{len(board.cells)} cells"), puzzle

    def _required(self) -> list[str]:
        return [name for name, spec in self.clues.items() if spec.required and spec.values != "regions"]

    def _board(self, chance: Chance) -> tuple[tuple[int, int], dict[str, Any]]:
        size = chance.one(SIZES)
        if "size" in self.parameters and isinstance(self.parameters["size"], int):
            size = (size[0], size[0])
        board: dict[str, Any] = {}
        grid = self.board.get("grid") or "square"
        if not self.has_board or any(self.board.get(key) for key in ("shape", "holes")):
            return size, {}
        if grid in ("hex", "triangle"):
            return size, ({"side": chance.whole(1, 2)} if self.board.get("side") is None else {})
        if grid == "graph":
            while (plan := random_board(chance)).grid != "graph":
                pass
            return size, plan.declared
        if self.board.get("grids"):
            return size, {"grids": {"rows": 2, "columns": 2, "at": ["r1c1", "r2c2"]}}
        if self.board.get("rows") is None or str(self.board["rows"]).isdigit():
            board = {"rows": size[0], "columns": size[1]}
        return size, board

    def _parameters(self, size: tuple[int, int], chance: Chance) -> dict[str, Any]:
        """Numbers that suit a small board; other parameters stay."""
        found: dict[str, Any] = {}
        side = size[0]
        for name, value in self.parameters.items():
            if isinstance(value, bool):
                if chance.often(0.3):
                    found[name] = not value
            elif isinstance(value, int):
                found[name] = side if name == "size" else min(value, chance.whole(1, 3))
            elif isinstance(value, list) and len(value) == 2 and all(isinstance(item, int) for item in value):
                high = {1: 1, 2: 1, 3: 1, 4: 2}.get(side, 1)
                found[name] = [high, side // high] if chance.often(0.5) else [side // high, high]
            elif isinstance(value, list) and value and all(isinstance(item, int) for item in value):
                found[name] = [1] * chance.whole(1, 2)
            elif isinstance(value, list) and len(value) > 2:
                found[name] = value[: chance.whole(1, 2)]
        return found

    def _fill(
        self,
        clues: dict[str, Any],
        names: Iterable[str],
        compiled: CompiledPuzzle | None,
        size: tuple[int, int],
        chance: Chance,
    ) -> None:
        for name in names:
            spec = self.clues[name]
            places = [] if compiled is None else [spell(e) for e in compiled.places.get(name, ())]
            cells = [f"r{r}c{c}" for r in range(1, size[0] + 1) for c in range(1, size[1] + 1)]
            if compiled is not None and compiled.board is not None:
                cells = [spell(cell) for cell in compiled.board.cells if isinstance(cell, Cell)]
            if spec.over.strip() in ("groups", "paths"):
                clues[name] = [self._group(spec, cells, chance) for _ in range(chance.whole(0, 2))]
            elif compiled is not None and spec.over.strip().startswith("regions("):
                letters = sorted(set("".join(str(clues.get(spec.over.strip()[8:-1], "")).split())))
                clues[name] = {letter: _value(spec.values, chance) for letter in chance.some(letters, 0, 2)}
            else:
                chosen = chance.some(places or cells, 1, 3)
                clues[name] = {place: _value(spec.values, chance) for place in chosen}

    def _group(self, spec: ClueSpec, cells: Sequence[str], chance: Chance) -> Any:
        start = chance.whole(0, max(0, len(cells) - 2))
        chosen = list(cells[start : start + chance.whole(2, 3)])
        return chosen if spec.values in (None, "bool") else {"cells": chosen, "value": _value(spec.values, chance)}


def _value(values: Any, chance: Chance) -> Any:
    """Something that may well be among these values; the compiler says if it is not."""
    if values in (None, "any"):
        return chance.one([1, 2, "a"])
    if values == "bool":
        return chance.often(0.8)
    if isinstance(values, dict):
        return chance.one(list(values.values()))
    if isinstance(values, list):
        if len(values) == 1 and isinstance(values[0], str) and (".." in values[0] or " or " in values[0]):
            return [_value(values[0], chance) for _ in range(chance.whole(1, 2))]
        return chance.one(values)
    text = str(values)
    pool: list[Any] = [a or b or c for a, b, c in _WORD.findall(text) if (a or b or c) not in ("or", "len", "size")]
    if ".." in text and chance.often(0.8):
        low = re.match(r"-?\d+", text)
        start = int(low[0]) if low else 1
        return start + chance.whole(0, 3)
    return chance.one(pool) if pool else chance.whole(0, 3)
