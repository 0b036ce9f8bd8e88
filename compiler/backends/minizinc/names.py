"""Identifiers of a MiniZinc model: every layer and every family of auxiliary variables becomes an array."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from cluewright.compiler.backends.naming import Identifiers, families, simple
from cluewright.compiler.elements import Cell
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model, UnknownLayer, spell

#: Words of the language and of its library that no array may be called.
RESERVED: Final = frozenset(
    "ann annotation any array bool case constraint default diff div else elseif endif enum false float function if "
    "include in int intersect let list maximize minimize mod not of op opt output par predicate record satisfy set "
    "set_of solve string subset superset symdiff test then true tuple type union var where xor "
    "abs all_different alldifferent among arg_max arg_min array1d array2d bool2int card ceil circuit col complete "
    "count deopt dom exists fix floor forall index_set infinity input_order int_search bool_search iffall join length "
    "lb lex_less lex_lesseq log max min pow product range regular round row seq_search show show2d sort "
    "subcircuit sum table ub xorall first_fail dom_w_deg indomain_min indomain_max indomain".split()
)


@dataclass(frozen=True)
class Array:
    """One array of variables, in the order of the file."""

    name: str
    #: (rows, columns), or (length,).
    size: tuple[int, ...]
    variables: tuple[Var, ...]
    #: Lines to print above the declaration.
    notes: tuple[str, ...] = ()

    @cached_property
    def is_bool(self) -> bool:
        """Whether it is an array of truth values in the file."""
        return all(var.is_binary for var in self.variables)

    @property
    def index_sets(self) -> str:
        """`1..9, 1..9`."""
        return ", ".join(f"1..{length}" for length in self.size)

    def access(self, position: int) -> str:
        """The variable at a position, as it is written in the file."""
        if len(self.size) == 2:
            return f"{self.name}[{position // self.size[1] + 1},{position % self.size[1] + 1}]"
        return f"{self.name}[{position + 1}]"

    def stretch(self, positions: Sequence[int]) -> str | None:
        """Variables as the whole array, a row or a column of it, or None if they are none of these."""
        if len(self.size) == 1:
            return self.name if _are(positions, range(len(self.variables))) else None
        rows, columns = self.size
        row, column = divmod(positions[0], columns)
        if _are(positions, range(row * columns, (row + 1) * columns)):
            return f"{self.name}[{row + 1},..]"
        if _are(positions, range(column, rows * columns, columns)):
            return f"{self.name}[..,{column + 1}]"
        return None


def _are(positions: Sequence[int], numbers: range) -> bool:
    return len(positions) == len(numbers) and list(positions) == list(numbers)


class Names:
    """The arrays of a file, and what every variable is called."""

    def __init__(self, lowered: Model) -> None:
        self.layers: list[Array] = []
        self.families: list[Array] = []
        self.fresh = Identifiers(_plain, RESERVED).fresh
        self._places: dict[Var, tuple[Array, int]] = {}
        self.text: dict[Var, str] = {}
        for layer in lowered.unknowns.values():
            if layer.variables:
                self._register(self._layer(layer), self.layers)
        for family, variables in families(lowered.auxiliary).items():
            self._register(Array(self.fresh(family), (len(variables),), variables), self.families)

    @property
    def arrays(self) -> list[Array]:
        """All arrays: the unknowns, then the auxiliary variables."""
        return [*self.layers, *self.families]

    def array_of(self, var: Var) -> Array:
        """The array that a variable is in."""
        return self._places[var][0]

    def stretch(self, variables: Sequence[Var]) -> str | None:
        """Variables as a whole array, a row or a column of one, or None if they are none of these."""
        array, _ = self._places[variables[0]]
        places = [self._places[var] for var in variables]
        if any(other is not array for other, _ in places):
            return None
        return array.stretch([position for _, position in places])

    def _register(self, array: Array, arrays: list[Array]) -> None:
        arrays.append(array)
        for position, var in enumerate(array.variables):
            self.text[var] = array.access(position)
            self._places[var] = array, position

    def _layer(self, layer: UnknownLayer) -> Array:
        notes = []
        if layer.words:
            notes.append("values: " + ", ".join(f"{value} = {word}" for value, word in sorted(layer.words.items())))
        size: tuple[int, ...] | None = _grid_size(layer.variables)
        if size is None:
            notes.append("in this order: " + ", ".join(spell(element) for element in layer.variables))
            size = (len(layer.variables),)
        return Array(self.fresh(layer.name), size, tuple(layer.variables.values()), tuple(notes))


def _plain(wanted: str) -> str:
    return simple(wanted).lstrip("_0123456789") or "unknown"


def _grid_size(variables: Mapping[Any, Var]) -> tuple[int, int] | None:
    """Rows and columns, if the elements are all the cells of a rectangle from its first corner, row by row."""
    cells = list(variables)
    if not all(isinstance(cell, Cell) for cell in cells):
        return None
    rows, columns = max(cell.row for cell in cells), max(cell.column for cell in cells)
    if [(cell.row, cell.column) for cell in cells] != [
        (r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)
    ]:
        return None
    return rows, columns
