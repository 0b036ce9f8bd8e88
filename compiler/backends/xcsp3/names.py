"""Identifiers of an XCSP3 file: every layer and every family of auxiliary variables becomes an array."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from operator import is_
from typing import Final

from cluewright.compiler.backends import naming
from cluewright.compiler.backends.naming import Array, simple
from cluewright.compiler.ir import Var
from cluewright.compiler.model import UnknownLayer, spell

#: Words of XCSP3 expressions, which no array may be called.
_RESERVED: Final = frozenset(
    "neg abs sqr add sub mul div mod pow dist min max lt le ge gt ne eq set in notin not and or xor iff imp if "
    "card union inter diff sdiff hull djoint subset subseq supseq supset convex".split()
)
#: A list is shortened to `x[0..4]` from this length on.
_SHORTEN_FROM: Final = 3


class Names(naming.Names):
    """The identifiers of an XCSP3 file."""

    reserved = _RESERVED

    @staticmethod
    def plain(wanted: str) -> str:
        """It begins with a letter."""
        name = simple(wanted)
        return name if re.match(r"[A-Za-z]", name) else "v" + name

    def spelled(self, array: Array, position: int) -> str:
        """`x[0][3]`."""
        row, column = divmod(position, array.size[-1])
        return f"{array.name}[{row}][{column}]" if len(array.size) == 2 else f"{array.name}[{position}]"

    def size(self, layer: UnknownLayer) -> tuple[int, ...]:
        """A single row or column is a list."""
        size = super().size(layer)
        return size if min(size) > 1 else (len(layer.variables),)

    def notes(self, layer: UnknownLayer, size: tuple[int, ...]) -> tuple[str, ...]:
        """What it is over, which value is which word, and where everything is: a stranger can draw an answer."""
        words = ", ".join(f"{value} is {word}" for value, word in sorted(layer.words.items()))
        elements = [spell(element) for element in layer.variables]
        if len(size) == 2:
            order = f"[0][0] is {elements[0]}, [{size[0] - 1}][{size[1] - 1}] is {elements[-1]}"
        else:
            order = "in this order " + ", ".join(elements)
        return ("; ".join(part for part in (f"{layer.name} of {layer.kind}", words, order) if part),)

    def listed(self, variables: Sequence[Var]) -> str:
        """The identifiers of a list of variables, in order; neighbours in an array are written as a range."""
        if len(variables) < _SHORTEN_FROM:
            return " ".join(map(self.text.__getitem__, variables))
        column = self._column(variables)
        if column is not None:
            return column
        parts: list[str] = []
        start = 0
        while start < len(variables):
            end = self._run_end(variables, start)
            if end - start < _SHORTEN_FROM:
                end = start + 1
                parts.append(self.text[variables[start]])
            else:
                parts.append(self._range(variables[start], end - start))
            start = end
        return " ".join(parts)

    def _column(self, variables: Sequence[Var]) -> str | None:
        """`x[][3]` where the list is a whole column."""
        array, index = self.places[variables[0]]
        size = array.size
        if len(size) < 2 or size[0] != len(variables) or index >= size[1]:
            return None
        return f"{array.name}[][{index}]" if all(map(is_, array.variables[index :: size[1]], variables)) else None

    def _run_end(self, variables: Sequence[Var], start: int) -> int:
        """Where a run of neighbours in one line of one array ends."""
        array, index = self.places[variables[start]]
        width = array.size[-1]
        longest = min(width - index % width, len(variables) - start)
        length = 1
        while length < longest and array.variables[index + length] is variables[start + length]:
            length += 1
        return start + length

    def _range(self, var: Var, length: int) -> str:
        array, index = self.places[var]
        row, column = divmod(index, array.size[-1])
        inner = "" if length == array.size[-1] else f"{column}..{column + length - 1}"
        return f"{array.name}[{row}][{inner}]" if len(array.size) == 2 else f"{array.name}[{inner}]"


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
