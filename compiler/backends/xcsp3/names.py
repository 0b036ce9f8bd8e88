"""Identifiers of an XCSP3 file: every layer and every family of auxiliary variables becomes an array."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cluewright.compiler.backends.naming import Identifiers, families, simple
from cluewright.compiler.elements import Cell
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model, UnknownLayer

#: Words of XCSP3 expressions, which no array may be called.
_RESERVED: Final = frozenset(
    "neg abs sqr add sub mul div mod pow dist min max lt le ge gt ne eq set in notin not and or xor iff imp if "
    "card union inter diff sdiff hull djoint subset subseq supseq supset convex".split()
)
#: A list is shortened to `x[0..4]` from this length on.
_SHORTEN_FROM: Final = 3


@dataclass(frozen=True)
class Array:
    """One array of variables, in the order of the file."""

    name: str
    #: One or two dimensions.
    size: tuple[int, ...]
    variables: tuple[Var, ...]
    note: str | None = None


@dataclass(frozen=True)
class _Position:
    array: Array
    index: int


class Names:
    """The arrays of a file, and the identifier of every variable."""

    def __init__(self, model: Model, auxiliary: Sequence[Var]) -> None:
        self.arrays: list[Array] = []
        self._identifiers = Identifiers(_plain, _RESERVED)
        self.ids: dict[Var, str] = {}
        self._places: dict[Var, _Position] = {}
        for layer in model.unknowns.values():
            if layer.variables:
                self._add_layer(layer)
        for family, members in families(auxiliary).items():
            self._add(Array(self._identifiers.fresh(family), (len(members),), members))

    @property
    def by_id(self) -> dict[str, Var]:
        """The variable of every identifier."""
        return {name: var for var, name in self.ids.items()}

    def _add_layer(self, layer: UnknownLayer) -> None:
        name = self._identifiers.fresh(layer.name)
        note = f"{layer.name} of {layer.kind}"
        if layer.words:
            note += ": " + ", ".join(f"{value} is {word}" for value, word in sorted(layer.words.items()))
        grid = _as_grid(layer.variables)
        if grid is not None:
            self._add(Array(name, (len(grid), len(grid[0])), tuple(var for row in grid for var in row), note))
        else:
            self._add(Array(name, (len(layer.variables),), tuple(layer.variables.values()), note))

    def _add(self, array: Array) -> None:
        self.arrays.append(array)
        width = array.size[-1]
        for index, var in enumerate(array.variables):
            if len(array.size) == 2:
                self.ids[var] = f"{array.name}[{index // width}][{index % width}]"
            else:
                self.ids[var] = f"{array.name}[{index}]"
            self._places[var] = _Position(array, index)

    def listed(self, variables: Sequence[Var]) -> str:
        """The identifiers of a list of variables, in order; neighbours in an array are written as a range."""
        if len(variables) < _SHORTEN_FROM:
            return " ".join(map(self.ids.__getitem__, variables))
        column = self._column(variables)
        if column is not None:
            return column
        parts: list[str] = []
        start = 0
        while start < len(variables):
            end = self._run_end(variables, start)
            if end - start < _SHORTEN_FROM:
                end = start + 1
                parts.append(self.ids[variables[start]])
            else:
                parts.append(self._range(variables[start], end - start))
            start = end
        return " ".join(parts)

    def _column(self, variables: Sequence[Var]) -> str | None:
        """`x[][3]` where the list is a whole column."""
        first = self._places[variables[0]]
        size = first.array.size
        if len(size) < 2 or size[0] != len(variables) or size[1] == 1 or first.index >= size[1]:
            return None
        wanted = first.array.variables[first.index :: size[1]]
        return f"{first.array.name}[][{first.index}]" if all(map(_same, wanted, variables)) else None

    def _run_end(self, variables: Sequence[Var], start: int) -> int:
        """Where a run of neighbours in one line of one array ends."""
        first = self._places[variables[start]]
        members, width = first.array.variables, first.array.size[-1]
        longest = min(width - first.index % width, len(variables) - start)
        length = 1
        while length < longest and members[first.index + length] is variables[start + length]:
            length += 1
        return start + length

    def _range(self, var: Var, length: int) -> str:
        place = self._places[var]
        size = place.array.size
        row, column = divmod(place.index, size[-1])
        inner = "" if length == size[-1] else f"{column}..{column + length - 1}"
        return f"{place.array.name}[{row}][{inner}]" if len(size) == 2 else f"{place.array.name}[{inner}]"


def _plain(wanted: str) -> str:
    name = simple(wanted)
    return name if re.match(r"[A-Za-z]", name) else "v" + name


def _same(a: object, b: object) -> bool:
    return a is b


def _as_grid(variables: dict[Any, Var]) -> list[list[Var]] | None:
    """The variables as rows, where their elements are the cells of a full rectangle."""
    cells = list(variables)
    if not all(isinstance(cell, Cell) for cell in cells):
        return None
    rows, columns = sorted({cell.row for cell in cells}), sorted({cell.column for cell in cells})
    at = {(cell.row, cell.column): var for cell, var in variables.items()}
    if len(at) != len(cells) or len(rows) * len(columns) != len(cells) or len(rows) < 2 or len(columns) < 2:
        return None
    return [[at[row, column] for column in columns] for row in rows]


def spell_values(values: Iterable[int]) -> str:
    """Sorted values as XCSP3 writes them: `0..3 7`."""
    parts: list[str] = []
    run: list[int] = []
    for value in values:
        if run and value == run[-1] + 1:
            run.append(value)
            continue
        parts += _spell_run(run)
        run = [value]
    return " ".join(parts + _spell_run(run))


def _spell_run(run: list[int]) -> list[str]:
    if len(run) > 1:
        return [f"{run[0]}..{run[-1]}"]
    return [str(value) for value in run]
