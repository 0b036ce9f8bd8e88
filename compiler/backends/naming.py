"""Names in files: identifiers that nothing else has, and arrays of unknowns and of auxiliary variables."""

from __future__ import annotations

import itertools
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from cluewright.compiler.elements import Cell
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model, UnknownLayer

#: A rectangle with so many times as many places as cells is no way to lay them out.
MOST_ROOM: Final = 3
_CELL: Final = re.compile(r"r(\d+)c(\d+)")


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


def families(auxiliary: Iterable[Var]) -> dict[str, dict[Var, str]]:
    """Auxiliary variables by what they are called, without their numbers, each with the place that it belongs to."""
    found: dict[str, dict[Var, str]] = {}
    for var in auxiliary:
        name, _, place = var.name.partition("@")
        found.setdefault(re.sub(r"_\d+$", "", name), {})[var] = place
    return found


@dataclass(frozen=True)
class Array:
    """One array of variables, in the order of the file."""

    name: str
    #: (rows, columns), or (length,).
    size: tuple[int, ...]
    #: The variable in each place, row by row; None where the board has a hole.
    slots: tuple[Var | None, ...]
    #: What to say about it.
    notes: tuple[str, ...] = ()

    @cached_property
    def variables(self) -> tuple[Var, ...]:
        """Those that there are."""
        return tuple(var for var in self.slots if var is not None)

    @cached_property
    def has_holes(self) -> bool:
        """Whether some places have no variable."""
        return len(self.variables) < len(self.slots)

    @cached_property
    def lines(self) -> tuple[tuple[Var, ...], ...]:
        """All rows and columns, if it has both and no holes."""
        if len(self.size) == 1 or self.has_holes:
            return ()
        height, width = self.size
        rows = [self.variables[r * width : (r + 1) * width] for r in range(height)]
        return (*rows, *(self.variables[c::width] for c in range(width)))

    @cached_property
    def is_bool(self) -> bool:
        """Whether all its variables are truth values."""
        return all(var.is_binary for var in self.variables)


def laid_out(members: Mapping[Var, object], widest: int = MOST_ROOM) -> tuple[tuple[int, ...], tuple[Var | None, ...]]:
    """Size and places of an array of variables that belong to elements: a rectangle with holes if these are cells of
    more than one row and column and fill a fair share of it, otherwise a list."""
    cells = {spot: var for var, element in members.items() if (spot := _spot(element)) is not None}
    rows, columns = (max((spot[i] for spot in cells), default=0) for i in (0, 1))
    if len(cells) < len(members) or min(rows, columns) < 2 or rows * columns > widest * len(cells):
        return (len(members),), tuple(members)
    whole = itertools.product(range(1, rows + 1), range(1, columns + 1))
    return (rows, columns), tuple(cells.get(spot) for spot in whole)


def _spot(element: object) -> tuple[int, int] | None:
    """Row and column of a cell, also of one that is known by its name."""
    if isinstance(element, Cell):
        return element.row, element.column
    match = _CELL.fullmatch(element) if isinstance(element, str) else None
    return (int(match[1]), int(match[2])) if match else None


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
                size, slots = laid_out({var: element for element, var in layer.variables.items()})
                self._add(Array(self.fresh(layer.name), size, slots, self.notes(layer, size)), self.layers)
        for family, members in families(auxiliary).items():
            size, slots = laid_out(members)
            self._add(Array(self.fresh(family), size, slots, self.remarks(members, size)), self.families)

    def _add(self, array: Array, arrays: list[Array]) -> None:
        arrays.append(array)
        for position, var in enumerate(array.slots):
            if var is not None:
                self.places[var] = array, position
                self.text[var] = self.spelled(array, position)

    @property
    def arrays(self) -> list[Array]:
        """All arrays: the unknowns, then the auxiliary variables."""
        return [*self.layers, *self.families]

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

    def remarks(self, members: Mapping[Var, str], size: tuple[int, ...]) -> tuple[str, ...]:
        """What to say about an array of auxiliary variables."""
        return ()
