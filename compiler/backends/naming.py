"""Names in files: identifiers that nothing else has, and arrays of unknowns and of auxiliary variables."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from cluewright.compiler.elements import Cell
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model, UnknownLayer


class Identifiers:
    """Hands out names that are not taken; `plain` turns any text into what the language allows as one."""

    def __init__(self, plain: Callable[[str], str], reserved: Iterable[str]) -> None:
        self.plain = plain
        self.taken = set(reserved)

    def fresh(self, wanted: str) -> str:
        """An identifier like the wanted one that nothing else has."""
        base = name = self.plain(wanted)
        number = 1
        while name in self.taken:
            number += 1
            name = f"{base}_{number}"
        self.taken.add(name)
        return name


def simple(text: str) -> str:
    """A text with an underscore for all that is no letter, digit or underscore."""
    return re.sub(r"[^A-Za-z0-9_]", "_", text)


def families(auxiliary: Iterable[Var]) -> dict[str, tuple[Var, ...]]:
    """Auxiliary variables by what they are called, without their numbers."""
    found: dict[str, list[Var]] = {}
    for var in auxiliary:
        found.setdefault(re.sub(r"_\d+$", "", var.name), []).append(var)
    return {family: tuple(members) for family, members in found.items()}


@dataclass(frozen=True)
class Array:
    """One array of variables, in the order of the file."""

    name: str
    #: (rows, columns), or (length,).
    size: tuple[int, ...]
    variables: tuple[Var, ...]
    #: What to say about it.
    notes: tuple[str, ...] = ()

    @cached_property
    def is_bool(self) -> bool:
        """Whether all its variables are truth values."""
        return all(var.is_binary for var in self.variables)


class Names(ABC):
    """The arrays of a file, one for every layer and every family of auxiliary variables, and what each variable is
    called. A language adds how it spells them."""

    #: Words that no array may be called.
    reserved: ClassVar[frozenset[str]]

    def __init__(self, model: Model, auxiliary: Iterable[Var]) -> None:
        self.layers: list[Array] = []
        self.families: list[Array] = []
        self.fresh = Identifiers(self.plain, self.reserved).fresh
        self.places: dict[Var, tuple[Array, int]] = {}
        self.text: dict[Var, str] = {}
        for layer in model.unknowns.values():
            if layer.variables:
                size = self.size(layer)
                variables = tuple(layer.variables.values())
                self._add(Array(self.fresh(layer.name), size, variables, self.notes(layer, size)), self.layers)
        for family, members in families(auxiliary).items():
            self._add(Array(self.fresh(family), (len(members),), members), self.families)

    def _add(self, array: Array, arrays: list[Array]) -> None:
        arrays.append(array)
        for position, var in enumerate(array.variables):
            self.places[var] = array, position
            self.text[var] = self.spelled(array, position)

    @property
    def arrays(self) -> list[Array]:
        """All arrays: the unknowns, then the auxiliary variables."""
        return [*self.layers, *self.families]

    def size(self, layer: UnknownLayer) -> tuple[int, ...]:
        """The dimensions of a layer: two if its elements are all the cells of a rectangle, row by row."""
        return grid_size(list(layer.variables)) or (len(layer.variables),)

    @staticmethod
    @abstractmethod
    def plain(wanted: str) -> str:
        """A text as the language allows it as a name."""

    @abstractmethod
    def spelled(self, array: Array, position: int) -> str:
        """The variable at a position."""

    @abstractmethod
    def notes(self, layer: UnknownLayer, size: tuple[int, ...]) -> tuple[str, ...]:
        """What to say about the array of a layer."""


def grid_size(elements: Sequence[object]) -> tuple[int, int] | None:
    """Rows and columns, if the elements are all the cells of a rectangle from its first corner, row by row."""
    cells = [(cell.row, cell.column) for cell in elements if isinstance(cell, Cell)]
    rows, columns = max(cells, default=(0, 0))
    whole = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    return (rows, columns) if cells == whole and len(cells) == len(elements) else None
