"""Where the clues of a new puzzle should stand: a picture made of characters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cluewright.compiler.boards import Board
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import spell
from cluewright.models.errors import CluewrightError, Problem
from cluewright.setting.clue import given_clues
from cluewright.setting.symmetry import Symmetry

#: What stands where no clue is wanted, as in the grids of a puzzle file.
_NONE = "."


@dataclass(frozen=True)
class Pattern:
    """The names of the cells that should carry a clue, and of those that should not."""

    wanted: frozenset[str]
    unwanted: frozenset[str]

    def missing(self, puzzle: CompiledPuzzle) -> list[Any]:
        """The cells that should carry a clue and do not."""
        given = {clue.element for clue in given_clues(puzzle)}
        cells = () if puzzle.board is None else puzzle.board.cells
        return [cell for cell in cells if cell.name in self.wanted and cell not in given]

    def demand(self, board: Board, symmetry: str, most: int | None) -> None:
        """Raise CluewrightError if it has not got a symmetry, or more than so many clues."""
        if most is not None and len(self.wanted) > most:
            hint = f"there are {len(self.wanted)}; draw fewer, or leave --clues out"
            raise CluewrightError(Problem(f"the pattern has more clues than {most}", hint=hint))
        for orbit in Symmetry(board, symmetry).orbits(board.cells):
            names = [spell(cell) for cell in orbit]
            given = [name for name in names if name in self.wanted]
            if 0 < len(given) < len(names):
                bare = next(name for name in names if name not in self.wanted)
                hint = f"there is a clue at {given[0]} and none at {bare}; draw one, or leave --symmetry out"
                raise CluewrightError(Problem(f"the pattern has not got the symmetry '{symmetry}'", hint=hint))


def _size(signs: list[str]) -> str:
    """How large a drawing is, in words."""
    lengths = {len(line) for line in signs}
    if not lengths:
        return "there is nothing in it"
    return f"it is {len(signs)}x{lengths.pop()}" if len(lengths) == 1 else "its lines differ in length"


def pattern_of(drawn: str, board: Board) -> Pattern:
    """A pattern on a board; raises CluewrightError if the two do not fit."""
    lines = ["".join(line.split()) for line in drawn.splitlines()]
    signs = [line for line in lines if line]
    if not any(board.grid_size):
        raise CluewrightError(Problem("a pattern needs a board of rows and columns"))
    if [*map(len, signs)] != [board.columns] * board.rows:
        hint = f"draw {board.rows} lines of {board.columns} signs each, with {_NONE} where there is no clue"
        raise CluewrightError(Problem(f"the pattern does not fit the board: {_size(signs)}", hint=hint))
    drawn_at = {cell.name: signs[cell.row - 1][cell.column - 1] for cell in board.cells}
    wanted = frozenset(name for name, sign in drawn_at.items() if sign != _NONE)
    return Pattern(wanted, frozenset(drawn_at) - wanted)
