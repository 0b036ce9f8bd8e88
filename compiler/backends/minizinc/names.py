"""Identifiers of a MiniZinc model: every layer and every family of auxiliary variables becomes an array."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import is_
from typing import Final

from cluewright.compiler.backends import naming
from cluewright.compiler.backends.minizinc.loops import running_names
from cluewright.compiler.backends.naming import Array, simple
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model, UnknownLayer, spell

#: Words of the language and of its library that no array may be called.
RESERVED: Final = frozenset(
    "ann annotation any array bool case constraint default diff div else elseif endif enum false float function if "
    "include in int intersect let list maximize minimize mod not of op opt output par predicate record satisfy set "
    "set_of solve string subset superset symdiff test then true tuple type union var where xor "
    "abs all_different alldifferent among arg_max arg_min array1d array2d bool2int card ceil circuit col complete "
    "count deopt dom exists fix floor forall index_set infinity input_order int_search bool_search iffall join length "
    "lb lex_less lex_lesseq log max min pow product range regular round row reverse seq_search show show2d sort "
    "subcircuit sum table ub xorall first_fail dom_w_deg indomain_min indomain_max indomain".split()
)

#: Shorter lists are written out.
SHORTEST: Final = 3


class Names(naming.Names):
    """The arrays of a file, and what every variable is called."""

    reserved = RESERVED

    def __init__(self, model: Model, auxiliary: Iterable[Var]) -> None:
        super().__init__(model, auxiliary)
        #: What is used in loops.
        self.running = running_names(self.fresh)
        #: What stands for each element of a list in turn.
        self.walker = self.fresh("each")

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
        """Variables as a whole array, a row or a column of one, also from behind, or None if they are none of these."""
        return self._line(variables) or (f"reverse({turned})" if (turned := self._line(variables[::-1])) else None)

    def _line(self, variables: Sequence[Var]) -> str | None:
        array, first = self.places[variables[0]]
        members, width = array.slots, array.size[-1]
        row, column = divmod(first, width)
        if len(array.size) == 1:
            return array.name if _are(variables, members) else None
        if _are(variables, members[row * width : (row + 1) * width]):
            return f"{array.name}[{row + 1},..]"
        return f"{array.name}[..,{column + 1}]" if _are(variables, members[column::width]) else None

    def part(self, variables: Sequence[Var], *, blocks: bool = False) -> str | None:
        """As `stretch`, or part of a row or column, or (`blocks`) a rectangle row by row: its places are not numbered
        from 1, so it stands only where a list is taken as a whole."""
        whole = self.stretch(variables)
        if whole is not None and not whole.startswith("reverse"):
            return whole
        array, first = self.places[variables[0]]
        width, count = array.size[-1], len(variables)
        row, column = divmod(first, width)
        if len(array.size) == 1:
            inside = _are(variables, array.slots[first : first + count])
            return f"{array.name}[{first + 1}..{first + count}]" if inside else None
        if column + count <= width and _are(variables, array.slots[first : first + count]):
            return f"{array.name}[{row + 1},{column + 1}..{column + count}]"
        if _are(variables, array.slots[first : first + width * count : width]):
            return f"{array.name}[{row + 1}..{row + count},{column + 1}]"
        return self._rectangle(array, first, variables) if blocks else None

    @staticmethod
    def _rectangle(array: Array, first: int, variables: Sequence[Var]) -> str | None:
        width = array.size[-1]
        row, column = divmod(first, width)
        across = 1
        while across < len(variables) and column + across < width and variables[across] is array.slots[first + across]:
            across += 1
        down, left = divmod(len(variables), across)
        places = [first + i * width + j for i in range(down) for j in range(across)]
        if left or across < 2 or places[-1] >= len(array.slots):
            return None
        if not _are(variables, [array.slots[place] for place in places]):
            return None
        return f"{array.name}[{row + 1}..{row + down},{column + 1}..{column + across}]"


def _are(variables: Sequence[Var], members: Sequence[Var | None]) -> bool:
    return len(variables) == len(members) and all(map(is_, variables, members))
