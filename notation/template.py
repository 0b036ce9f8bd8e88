"""A commented template for a new puzzle. A line that is commented out is valid where it stands without its sign."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.model import spell
from cluewright.compiler.values import is_list_of
from cluewright.models.documents import ClueSpec
from cluewright.models.errors import CluewrightError, Problem
from cluewright.models.loading import LoadedRulebook, load_rulebook, load_text, with_extended
from cluewright.notation.puzzle_text import quoted
from cluewright.notation.rulebooks import sentences
from cluewright.notation.signs import empty_sign

_MAX_SIDE: Final = 100
_GROUPS: Final = ("groups", "paths")


def template(genre: str, size: str | None) -> str:
    """YAML for an empty puzzle of a genre; `size` is ROWSxCOLUMNS, or the side of a hexagon or triangle."""
    loaded = load_rulebook(genre)
    books = with_extended(loaded)
    kit = Kit.of(books)
    if size is not None:
        kit.resize(size)
    lines = [f"# {loaded.rulebook.name or loaded.rulebook.rules}"]
    for sentence in sentences(loaded):
        lines += textwrap.wrap(sentence, 110, initial_indent="#   - ", subsequent_indent="#     ")
    lines += ["#", "# Solve it with: cluewright solve FILE      Is it unique? cluewright check FILE"]
    head = [f"puzzle: {loaded.rulebook.rules}", "title: My puzzle", "author: me", *kit.parameter_lines()]
    head += kit.board_lines()
    bare = [*head, *kit.clue_lines(None)]
    try:
        example = compile_puzzle(load_text("\n".join(bare), own=books))
    except CluewrightError:  # nothing without some of its clues, so that there is nothing to take examples from
        example = None
    return "\n".join([*lines, *head, *kit.clue_lines(example)]) + "\n"


@dataclass
class Kit:
    """What a genre needs for a puzzle: its rulebook together with those that it extends."""

    name: str
    parameters: dict[str, object] = field(default_factory=dict)
    board: dict[str, Any] = field(default_factory=dict)
    sizes: Mapping[str | int, Mapping[str, object]] = field(default_factory=dict)
    clues: dict[str, ClueSpec] = field(default_factory=dict)
    rows: int = 10
    columns: int = 10
    #: Parameters that are not what they are by default.
    chosen: dict[str, object] = field(default_factory=dict)

    @classmethod
    def of(cls, books: list[LoadedRulebook]) -> Kit:
        kit = cls(books[-1].rulebook.rules)
        for book in (loaded.rulebook for loaded in books):
            kit.parameters |= book.parameters
            kit.clues |= book.clues
            if "sizes" in book.model_fields_set:
                kit.sizes = book.sizes
            if book.board is not None:
                kit.board |= {name: getattr(book.board, name) for name in book.board.model_fields_set}
        usual = 9 if kit.board.get("rows") is not None else 10
        sides = (str(kit.board.get(key)) for key in ("rows", "columns"))
        said = (str(kit.parameters.get(side, side)) for side in sides)  # a side may be a parameter
        kit.rows, kit.columns = (int(number) if number.isdecimal() else usual for number in said)
        if kit.sizes and kit.columns not in kit.sizes:
            kit.rows = kit.columns = max(int(size) for size in kit.sizes)
        return kit

    # ------------------------------------------------------------ sizes

    def choose(self, parameters: Mapping[str, object]) -> None:
        """Set parameters."""
        self.parameters |= parameters
        self.chosen |= parameters

    def resize(self, size: str) -> None:
        """Take a size, which may mean other parameters; one that the genre cannot have is refused."""
        match = re.fullmatch(r"([0-9]{1,4})(?:[xX]([0-9]{1,4}))?", size)
        if match is None or not all(1 <= int(n) <= _MAX_SIDE for n in match.groups() if n):
            hint = f"write ROWSxCOLUMNS, for example 10x10, up to {_MAX_SIDE}"
            raise CluewrightError(Problem(f"'{size}' is not a size", hint=hint))
        self.rows, self.columns = int(match[1]), int(match[2] or match[1])
        if not self.board:
            raise self._refused("it has no board")
        if self.board.get("grids") or self.board.get("nodes") or self.board.get("shape"):
            raise self._refused("its board has a shape of its own")
        if self.sizes:
            if self.rows != self.columns or self.columns not in self.sizes:
                raise self._refused(f"its sizes are {', '.join(f'{n}x{n}' for n in self.sizes)}")
            self.choose(self.sizes[self.columns])
            return
        is_side = self.board.get("grid") in ("hex", "triangle")
        if is_side and self.rows != self.columns:
            raise self._refused("its board has one size only, that of its side")
        wanted = {"side": self.rows} if is_side else {"rows": self.rows, "columns": self.columns}
        for key, number in wanted.items():
            self._settle(self.board.get(key), number)

    def _settle(self, said: str | None, number: int) -> None:
        """What the rulebook says about a size must allow the number: nothing, a parameter, or the number itself."""
        if said is None:
            return
        if said in self.parameters:
            self.choose({said: number})
        elif said != str(number):
            raise self._refused(f"its size is `{said}`")

    def _refused(self, reason: str) -> CluewrightError:
        return CluewrightError(Problem(f"{self.name} has no boards of {self.rows}x{self.columns}", hint=reason))

    # ------------------------------------------------------------ lines

    def parameter_lines(self) -> list[str]:
        """Parameters that make the size are set, others can be changed."""
        if not self.parameters:
            return []
        line = f"parameters: {quoted(self.parameters)}"
        return [line] if self.chosen else [f"# {line}"]

    def board_lines(self) -> list[str]:
        """The size, unless the rulebook or a parameter says it."""
        board = self.board_data()
        return [f"board: {quoted(board)}"] if board else []

    def board_data(self) -> dict[str, object]:
        """What a puzzle has to say about its board."""
        board = self.board
        if not board or any(board.get(key) is not None for key in ("grids", "nodes", "shape", "rows", "side")):
            return {}
        if board.get("grid") in ("hex", "triangle"):
            return {"side": self.rows}
        return {"rows": self.rows, "columns": self.columns}

    def clue_lines(self, example: CompiledPuzzle | None) -> list[str]:
        """Every layer of clues, empty or as an empty grid, with a line to start from."""
        if not self.clues:
            return []
        return ["clues:", *(line for name, spec in self.clues.items() for line in self._layer(name, spec, example))]

    def _layer(self, name: str, spec: ClueSpec, example: CompiledPuzzle | None) -> list[str]:
        over = spec.over.strip()
        remark = f"  # {spec.about}" if spec.about else f"  # values: {spec.values}" if spec.values is not None else ""
        is_square = self.board.get("grid") in (None, "square") and not self.board.get("grids")
        empty = "a" if spec.values == "regions" else empty_sign(spec)  # every cell is in some region
        if over == "cells" and is_square and empty:
            row = " ".join(empty * self.columns)
            return [f"  {name}: |{remark}", *([f"    {row}"] * self.rows)]
        if over == "outside" and empty:
            across, down = (self._entries(spec, empty * number) for number in (self.columns, self.rows))
            sides = (("top", across), ("bottom", across), ("left", down), ("right", down))
            return [f"  {name}:{remark}", *(f"    {side}: {dots}" for side, dots in sides)]
        if over in ("rows + columns", "columns + rows") and empty:
            lines = (("rows", self.rows), ("columns", self.columns))
            return [f"  {name}:{remark}", *(f"    {line}: [{', '.join(empty * number)}]" for line, number in lines)]
        return [f"  {name}:{remark}", *(f"    # {line}" for line in _examples(name, spec, example))]

    @staticmethod
    def _entries(spec: ClueSpec, signs: str) -> str:
        """Signs in a row; where a value is a list, blanks would stand inside of it."""
        return f"[{', '.join(signs)}]" if is_list_of(spec.values) else " ".join(signs)


def _examples(name: str, spec: ClueSpec, puzzle: CompiledPuzzle | None) -> list[str]:
    """A clue as it may be written, where one can be found."""
    value = _example_value(spec)
    if puzzle is None or puzzle.board is None or value is None:
        return []
    if spec.over.strip() in _GROUPS:
        cells = " ".join(spell(cell) for cell in list(puzzle.board.cells)[:2])
        return [f"- {cells}"] if value is True else [f"- {{cells: {cells}, value: {quoted(value)}}}"]
    places = puzzle.places.get(name)
    return [f"{quoted(spell(places[0]))}: {quoted(value)}"] if places else []


def _example_value(spec: ClueSpec) -> object:
    """One of the values of a layer, if its text shows one."""
    values = spec.values
    if values in (None, "any", "bool"):
        return True
    if isinstance(values, list):
        first = str(values[0])
        return [int(first.split("..")[0])] if re.match(r"[0-9]+\.\.", first) else values[0]
    found = re.match(r"-?[0-9]+", str(values))
    return int(found[0]) if found else None
