"""Tiny random puzzles of a given genre: a small board, rooms at random, a few clues at random."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from cluewright.compiler.boards import HEX, NO_GRID, SQUARE
from cluewright.compiler.elements import Cell
from cluewright.compiler.evaluate import violations
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle, set_up
from cluewright.compiler.grounding.setup import Setup
from cluewright.compiler.model import spell
from cluewright.compiler.program import Program
from cluewright.compiler.values import alternatives
from cluewright.laboratory.bench.generate import random_answer
from cluewright.laboratory.random.boards import random_board
from cluewright.laboratory.random.chance import Chance
from cluewright.laboratory.random.layers import random_rooms
from cluewright.laboratory.random.random_puzzles import written
from cluewright.models.documents import ClueSpec
from cluewright.models.edits import Edits
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import LoadedPuzzle, load_text
from cluewright.notation.plain import plain_value

#: Rows and columns of square boards.
SIZES: Final = [(2, 2), (2, 2), (1, 4), (2, 3), (2, 3), (3, 2), (3, 3), (3, 3), (2, 4), (3, 4), (4, 4), (4, 4)]
#: Boards that are tried until one has an answer.
_BOARDS: Final = 5
#: Places of a layer that are tried, and values at each of them.
_MOST_PLACES: Final = 40
_CANDIDATES: Final = 6
_QUOTED: Final = re.compile(r"'[^']*'|\"[^\"]*\"")
_BARE: Final = re.compile(r"[^\W\d][\w-]*")
_NUMBER: Final = re.compile(r"-?\d+")
_RANGE: Final = re.compile(r"([^'\"]*)\.\.([^'\"]*)")
#: Grids by name, for the directions that they have.
_KINDS: Final = {kind.name: kind for kind in (SQUARE, HEX)}

#: Values by layer and spelled element.
Answer = dict[str, dict[str, Any]]


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
        self.parameters: dict[str, object] = {name: value for book in books for name, value in book.parameters.items()}
        self.board: dict[str, object] = {}
        for book in books:
            if book.board is not None:
                self.board.update({key: getattr(book.board, key) for key in book.board.model_fields_set})
        self.grid = str(self.board.get("grid") or "square")
        self.has_board = any(book.board is not None for book in books)

    def load(self, puzzle: Mapping[str, object]) -> LoadedPuzzle:
        """A puzzle of the genre from its data."""
        return load_text(self.file(puzzle), self.origin, folder=self.folder)

    def file(self, puzzle: Mapping[str, object]) -> str:
        """The text of a file with the puzzle, and with the rulebook if it is the user's own."""
        document = written({key: value for key, value in puzzle.items() if value != {}})
        return f"{self.text.rstrip()}\n---\n{document}" if self.text else document

    def tiny(self, seed: int) -> tuple[str, dict[str, object]]:
        """The size in words and the puzzle; raises CluewrightError where the choices do not go together.

        Most puzzles get clues that hold in a random answer, so that there is a solution; some get one at random.
        """
        chance = Chance(f"{self.name} {seed}")
        for _ in range(_BOARDS):
            puzzle = self._without_clues(chance)
            clues = puzzle["clues"]
            compiled = compile_puzzle(self.load(puzzle))
            optional = [name for name in self.clues if name not in clues]
            answer = self._answer(puzzle, optional, seed)
            if answer is not None or chance.often(0.1):
                break
        places = {name: self._places(name, compiled, clues) for name in optional}
        if answer is not None:
            clues.update(self._fitting(puzzle, answer, places, chance))
        if optional and chance.often(0.25 if answer is not None else 0.7):
            name = chance.one(optional)
            added = self._at_random(name, places[name], chance)
            clues[name] = (
                [*clues.get(name, []), *added] if isinstance(added, list) else {**clues.get(name, {}), **added}
            )
        board = compiled.board
        return ("no board" if board is None else f"{len(board.cells)} cells"), puzzle

    def _without_clues(self, chance: Chance) -> dict[str, Any]:
        """A puzzle with a board, and with no other clues than it must have; these are random ones."""
        puzzle: dict[str, Any] = {"puzzle": self.name}
        (rows, columns), puzzle["board"] = self._board(chance)
        puzzle["parameters"] = self._parameters((rows, columns), chance)
        rooms = [name for name, spec in self.clues.items() if spec.values == "regions"]
        side = puzzle["board"].get("side") if self.grid == "hex" else None
        puzzle["clues"] = {
            name: random_rooms(rows, columns, chance) if side is None else _hexagonal_rooms(side, chance)
            for name in rooms
        }
        squares = [f"r{r}c{c}" for r in range(1, rows + 1) for c in range(1, columns + 1)]
        for name in self._required():
            # Where cells are among the places of a layer, clues in cells alone fit a tiny board most often.
            is_over_cells = self.clues[name].over.split("+")[0].strip() == "cells" and self.grid == "square"
            places = squares if is_over_cells else self._places(name, set_up(self.load(puzzle)), puzzle["clues"])
            puzzle["clues"][name] = self._at_random(name, places, chance)
        return puzzle

    def _answer(self, puzzle: Mapping[str, object], optional: Iterable[str], seed: int) -> Answer | None:
        """An answer to what is there, if need be only to the rules that read none of the clues to come."""
        loaded = self.load(puzzle)
        program = Program(loaded)
        only_clues = [name for name in optional if name not in program.unknowns]
        reading = {statement.spec.rule for name in only_clues for statement in program.statements_reading(name)}
        for left_out in (frozenset[str](), frozenset(reading)):
            compiled = compile_puzzle(replace(loaded, edits=Edits(rules=left_out)))
            found = random_answer(compiled.model, seed)
            if found is not None:
                return {
                    name: {spell(e): plain_value(layer, found[v]) for e, v in layer.variables.items()}
                    for name, layer in compiled.model.unknowns.items()
                }
        return None

    def _fitting(
        self, puzzle: Mapping[str, Any], answer: Answer, places: Mapping[str, Sequence[str]], chance: Chance
    ) -> dict[str, object]:
        """Some clues that hold in the answer; where rules speak of missing clues, as many as that takes."""
        broken = self._broken(puzzle, answer)
        found: dict[str, object] = {}
        if broken is None:
            return found
        names = (
            list(places)
            if broken
            else []
            if chance.often(0.2)
            else chance.some(list(places), min(1, len(places)), len(places))
        )
        for name in names:
            most = len(places[name]) if broken else chance.whole(1, 6)
            for place in chance.some(places[name], most, most)[:_MOST_PLACES]:
                for value in self._candidates(name, place, answer, chance):
                    tried = {**found, name: self._with(name, found.get(name), place, value)}
                    now = self._broken({**puzzle, "clues": {**puzzle["clues"], **tried}}, answer)
                    if now is not None and (now < broken or now == 0):
                        found, broken = tried, now
                        break
        return found

    def _broken(self, puzzle: Mapping[str, object], answer: Answer) -> int | None:
        """How many constraints the answer breaks; None if this is no puzzle, or one of other unknowns."""
        try:
            model = compile_puzzle(self.load(puzzle)).model
            values = {
                variable: layer.number(answer[name][spell(element)])
                for name, layer in model.unknowns.items()
                for element, variable in layer.variables.items()
            }
        except (CluewrightError, KeyError):
            return None
        return len(violations(model, values))

    def _required(self) -> list[str]:
        return [name for name, spec in self.clues.items() if spec.required and spec.values != "regions"]

    def _board(self, chance: Chance) -> tuple[tuple[int, int], dict[str, object]]:
        size = chance.one(SIZES)
        if "size" in self.parameters and isinstance(self.parameters["size"], int):
            size = (size[0], size[0])
        board: dict[str, object] = {}
        if not self.has_board or any(self.board.get(key) for key in ("shape", "holes")):
            return size, {}
        if self.grid in ("hex", "triangle"):
            return size, ({"side": chance.whole(1, 2)} if self.board.get("side") is None else {})
        if self.grid == "graph":
            while (plan := random_board(chance)).grid != "graph":
                pass
            return size, plan.declared
        if self.board.get("grids"):
            return size, {"grids": {"rows": 2, "columns": 2, "at": ["r1c1", "r2c2"]}}
        if self.board.get("rows") is None or str(self.board["rows"]).isdigit():
            board = {"rows": size[0], "columns": size[1]}
        return size, board

    def _parameters(self, size: tuple[int, int], chance: Chance) -> dict[str, object]:
        """Numbers that suit a small board; other parameters stay."""
        found: dict[str, object] = {}
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

    def _places(self, name: str, compiled: CompiledPuzzle | Setup, clues: Mapping[str, object]) -> list[str]:
        """Where a clue may stand; for groups and paths, the cells of each of some groups."""
        over = self.clues[name].over.strip()
        if over.startswith("regions("):
            return sorted(set("".join(str(clues.get(over[8:-1], "")).split())))
        if over not in ("groups", "paths"):
            return [spell(element) for element in compiled.places.get(name, ())]
        cells = [spell(cell) for cell in compiled.board.cells if isinstance(cell, Cell)] if compiled.board else []
        return [" ".join(cells[i : i + size]) for size in (2, 3) for i in range(len(cells) - size + 1)]

    def _at_random(self, name: str, places: Sequence[str], chance: Chance) -> Any:
        """A few clues that may well contradict each other."""
        given: object = {}
        for place in chance.some(places, 1, 3):
            given = self._with(name, given, place, _value(self.clues[name].values, chance, self.grid))
        return given

    def _with(self, name: str, given: Any, place: str, value: Any) -> object:
        """The clues of a layer and one more."""
        spec = self.clues[name]
        if spec.over.strip() in ("groups", "paths"):
            return [*(given or []), place if spec.values in (None, "bool") else {"cells": place, "value": value}]
        return {**(given or {}), place: value}

    def _candidates(self, name: str, place: str, answer: Answer, chance: Chance) -> list[object]:
        """Values that a clue may have here; where it fixes an unknown, the only right one."""
        if place in answer.get(name, {}):
            return [answer[name][place]]
        drawn = [_value(self.clues[name].values, chance, self.grid) for _ in range(_CANDIDATES)]
        return [value for i, value in enumerate(drawn) if value not in drawn[:i]]


def _value(values: object, chance: Chance, grid: str = "square") -> object:
    """Something that may well be among these values; the compiler says if it is not."""
    if values in (None, "any"):
        return chance.one([1, 2, "a"])
    if values == "bool":
        return chance.often(0.8)
    if isinstance(values, dict):
        return chance.one(list(values.values()))
    if isinstance(values, list):
        if len(values) == 1 and isinstance(values[0], str) and (".." in values[0] or " or " in values[0]):
            return [_value(values[0], chance, grid) for _ in range(chance.whole(1, 2))]
        return chance.one(values)
    parts = [part.strip() for part in alternatives(str(values))]
    words = [word for part in parts for word in _words(part, grid)]
    limits = next((found for part in parts if (found := _RANGE.fullmatch(part))), None)
    if limits is not None and (chance.often(0.8) or not words):
        low = int(limits[1]) if _NUMBER.fullmatch(limits[1]) else 1
        high = int(limits[2]) if _NUMBER.fullmatch(limits[2]) else low + 3
        return chance.whole(low, max(low, min(high, low + 3)))
    return chance.one(words) if words else chance.whole(0, 3)


def _words(part: str, grid: str) -> list[object]:
    """The values that one of several alternatives stands for: none, if it has to be computed."""
    if part in ("directions", "diagonal_directions"):
        kind = _KINDS.get(grid, NO_GRID)
        return [*(kind.directions if part == "directions" else kind.diagonals)]
    if _NUMBER.fullmatch(part):
        return [int(part)]
    return [part[1:-1]] if _QUOTED.fullmatch(part) else [part] if part != "size" and _BARE.fullmatch(part) else []


def _hexagonal_rooms(side: int, chance: Chance) -> str:
    """One room, or two: the first cells in reading order and the others hang together wherever they are parted."""
    lengths = [*range(side, 2 * side), *range(2 * side - 2, side - 1, -1)]
    first = chance.whole(1, sum(lengths))
    letters = iter("A" * first + "B" * (sum(lengths) - first))
    return "".join("".join(next(letters) for _ in range(length)) + "\n" for length in lengths)
