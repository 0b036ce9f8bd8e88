"""Expressions that are true or false, of numbers and of lists; those of graphs are in `graphs`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from cluewright.compiler.ir.declaring import declared
from cluewright.compiler.ir.numbers import Expr, Value
from cluewright.compiler.kinds import TRUTH

if TYPE_CHECKING:
    from cluewright.compiler.automata import Automaton

Relation = Literal["<=", "==", "!="]


#: What holds where a relation does not.
DENIED: Final[dict[str, str]] = {"<=": ">", "==": "!=", "!=": "=="}


class Truth(Expr):
    """Base of every node that is a truth value by its nature."""

    __slots__ = ()

    kind = TRUTH
    limits = (0, 1)


@declared
class Equals(Truth):
    """arg == value."""

    arg: Expr
    value: int


@declared
class AtMost(Truth):
    """arg <= value."""

    arg: Expr
    value: int


@declared
class Not(Truth):
    """not arg; arg is a truth value and never itself a Not."""

    arg: Expr


@declared
class And(Truth):
    """All of the arguments (two or more truth values)."""

    args: tuple[Expr, ...]


@declared
class Or(Truth):
    """At least one of the arguments (two or more truth values)."""

    args: tuple[Expr, ...]


@declared
class Compare(Truth):
    """sum of coefficient * term  <relation>  bound; two or more terms or a coefficient that does not divide."""

    terms: tuple[tuple[int, Expr], ...]
    relation: Relation
    bound: int


@declared
class AllDifferent(Truth):
    """No two arguments are equal, unless both have one of the excepted values."""

    args: tuple[Value, ...]
    excepted: frozenset[int] = frozenset()


@declared
class Table(Truth):
    """The tuple of arguments is one of the rows (positive) or none of them; None in a row fits any value."""

    args: tuple[Value, ...]
    rows: tuple[tuple[int | None, ...], ...]
    positive: bool = True


@declared
class Regular(Truth):
    """The word of the arguments' values is accepted by a deterministic automaton."""

    args: tuple[Value, ...]
    automaton: Automaton


@declared
class Lex(Truth):
    """left comes before right in lexicographic order (strictly, or equal to it); equal lengths."""

    left: tuple[Value, ...]
    right: tuple[Value, ...]
    strict: bool


@declared
class DistinctLists(Truth):
    """No two of the lists (of equal length) are equal."""

    lists: tuple[tuple[Value, ...], ...]


@declared
class Circuit(Truth):
    """The successors lead from node to node in exactly one closed tour of at least two nodes; a node that is its own
    successor stays out of it. Only lowered models contain it."""

    successors: tuple[Value, ...]
