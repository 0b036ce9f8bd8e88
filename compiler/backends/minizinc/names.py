"""Identifiers of a MiniZinc model: every layer and every family of auxiliary variables becomes an array."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_
from typing import Final

from cluewright.compiler.backends import naming
from cluewright.compiler.backends.naming import Array, simple
from cluewright.compiler.ir import Var
from cluewright.compiler.model import UnknownLayer, spell

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


class Names(naming.Names):
    """The arrays of a file, and what every variable is called."""

    reserved = RESERVED

    @staticmethod
    def plain(wanted: str) -> str:
        """It begins with a letter."""
        return simple(wanted).lstrip("_0123456789") or "unknown"

    def spelled(self, array: Array, position: int) -> str:
        """`x[1,4]`."""
        row, column = divmod(position, array.size[-1])
        return f"{array.name}[{row + 1},{column + 1}]" if len(array.size) == 2 else f"{array.name}[{position + 1}]"

    def notes(self, layer: UnknownLayer, size: tuple[int, ...]) -> tuple[str, ...]:
        """Which value is which word, and in a list, which element is where."""
        words = ", ".join(f"{value} = {word}" for value, word in sorted(layer.words.items()))
        order = ", ".join(spell(element) for element in layer.variables) if len(size) == 1 else ""
        return tuple(head + text for head, text in (("values: ", words), ("in this order: ", order)) if text)

    def array_of(self, var: Var) -> Array:
        """The array that a variable is in."""
        return self.places[var][0]

    def stretch(self, variables: Sequence[Var]) -> str | None:
        """Variables as a whole array, a row or a column of one, or None if they are none of these."""
        array, first = self.places[variables[0]]
        members, width = array.variables, array.size[-1]
        row, column = divmod(first, width)
        if len(array.size) == 1:
            return array.name if _are(variables, members) else None
        if _are(variables, members[row * width : (row + 1) * width]):
            return f"{array.name}[{row + 1},..]"
        return f"{array.name}[..,{column + 1}]" if _are(variables, members[column::width]) else None


def _are(variables: Sequence[Var], members: Sequence[Var]) -> bool:
    return len(variables) == len(members) and all(map(is_, variables, members))
