"""Identifiers of an XCSP3 file: every layer and every family of auxiliary variables becomes an array."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
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
    #: Whether the file is one of the mini track.
    mini = False

    @staticmethod
    def plain(wanted: str) -> str:
        """It begins with a letter."""
        name = simple(wanted)
        return name if re.match(r"[A-Za-z]", name) else "v" + name

    def spelled(self, array: Array, position: int) -> str:
        """`x[0][3]`."""
        row, column = divmod(position, array.size[-1])
        return f"{array.name}[{row}][{column}]" if len(array.size) == 2 else f"{array.name}[{position}]"

    def notes(self, layer: UnknownLayer, size: tuple[int, ...]) -> tuple[str, ...]:
        """What it is over, which value is which word, and where everything is: a stranger can draw an answer."""
        words = ", ".join(f"{value} is {word}" for value, word in sorted(layer.words.items()))
        order = _order([spell(element) for element in layer.variables], size)
        return ("; ".join(part for part in (f"{layer.name} of {layer.kind}", words, order) if part),)

    def remarks(self, members: Mapping[Var, str], size: tuple[int, ...]) -> tuple[str, ...]:
        """That it is no part of the answer, and where it belongs."""
        places = list(members.values())
        return ("a helping variable" + ("; " + _order(places, size) if all(places) else ""),)

    def listed(self, variables: Sequence[Var]) -> str:
        """The identifiers of a list of variables, in order; neighbours in an array are written as a range."""
        if len(variables) < _SHORTEN_FROM:
            return " ".join(map(self.text.__getitem__, variables))
        parts: list[str] = []
        start = 0
        while start < len(variables):
            height, width = self._block(variables, start)
            if height * width < _SHORTEN_FROM:
                parts.append(self.text[variables[start]])
                start += 1
            else:
                parts.append(self._range(variables[start], height, width))
                start += height * width
        return " ".join(parts)

    def _block(self, variables: Sequence[Var], start: int) -> tuple[int, int]:
        """Rows and columns of the largest rectangle of an array that a list goes on with, row by row."""
        array, index = self.places[variables[start]]
        across = self._width(array, index, variables, start, array.size[-1] - index % array.size[-1])
        if len(array.size) == 1:
            return 1, across
        sizes = [(self._height(array, index, variables, start, width), width) for width in {1, across}]
        return max(sizes, key=lambda size: size[0] * size[1])

    @staticmethod
    def _width(array: Array, index: int, variables: Sequence[Var], start: int, most: int) -> int:
        """How many neighbours in one line follow each other in the list."""
        longest = min(most, len(variables) - start)
        width = 1
        while width < longest and array.slots[index + width] is variables[start + width]:
            width += 1
        return width

    def _height(self, array: Array, index: int, variables: Sequence[Var], start: int, width: int) -> int:
        """How many lines of the array of this width follow each other in the list."""
        height = 1
        while True:
            below, then = index + height * array.size[-1], start + height * width
            if below >= len(array.slots) or then + width > len(variables) or array.slots[below] is not variables[then]:
                return height
            if self._width(array, below, variables, then, width) < width:
                return height
            height += 1

    def _range(self, var: Var, height: int, width: int) -> str:
        array, index = self.places[var]
        row, column = divmod(index, array.size[-1])
        across = _span(column, width, array.size[-1])
        return array.name + (across if len(array.size) == 1 else _span(row, height, array.size[0]) + across)


def _span(first: int, length: int, whole: int) -> str:
    """`[2]`, `[2..4]`, or `[]` for all."""
    if length == whole and whole > 1:
        return "[]"
    return f"[{first}]" if length == 1 else f"[{first}..{first + length - 1}]"


def _order(places: Sequence[str], size: tuple[int, ...]) -> str:
    """Which element is where."""
    if len(size) == 1:
        return "in this order " + ", ".join(places)
    holes = "" if len(places) == size[0] * size[1] else ", without what is no such cell"
    return f"row by row, [0][0] is r1c1 and [{size[0] - 1}][{size[1] - 1}] is r{size[0]}c{size[1]}{holes}"


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
