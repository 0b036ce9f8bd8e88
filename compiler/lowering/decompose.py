"""Global constraints as plain logic, for places where a target cannot take them whole (under `not`, `or`, ...)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.ir import AllDifferent, Circuit, DistinctLists, Expr, Lex, Regular, Table, Value
from cluewright.compiler.lowering.builder import Builder

#: The largest number that may stand for a list of items.
MAX_CODE: Final = 1 << 55


def all_different(node: AllDifferent, _builder: Builder) -> Value:
    """Every pair differs or has an excepted value."""
    apart: list[Value] = []
    for i, a in enumerate(node.args):
        for b in node.args[:i]:
            apart.append(ir.disj((ir.negate(ir.equal(a, b)), *(ir.equal(a, value) for value in node.excepted))))
    return ir.conj(apart)


def table(node: Table, _builder: Builder | None = None) -> Value:
    """One of the rows fits."""
    rows = [
        ir.conj(ir.equal(arg, value) for arg, value in zip(node.args, row, strict=True) if value is not None)
        for row in node.rows
    ]
    fits = ir.disj(rows)
    return fits if node.positive else ir.negate(fits)


def lex(node: Lex, _builder: Builder) -> Value:
    """At the first difference the left side is smaller."""
    result: Value = not node.strict
    for a, b in reversed(list(zip(node.left, node.right, strict=True))):
        result = ir.disj((ir.less(a, b), ir.conj((ir.equal(a, b), result))))
    return result


def distinct_lists(node: DistinctLists, _builder: Builder | None = None) -> Value:
    """Every pair of lists differs somewhere."""
    return ir.conj(
        ir.disj(ir.negate(ir.equal(x, y)) for x, y in zip(a, b, strict=True))
        for i, a in enumerate(node.lists)
        for b in node.lists[:i]
    )


def list_codes(node: DistinctLists) -> tuple[list[int], list[int], int]:
    """Each list as a number in a base that has room for its items: the least value and the weight of each place, and
    how many numbers there are."""
    columns = list(zip(*node.lists, strict=True))
    lows = [min(map(ir.low, column)) for column in columns]
    weights = [1]
    for low, column in zip(lows, columns, strict=True):
        weights.append(weights[-1] * (max(map(ir.high, column)) - low + 1))
    size = weights.pop()
    return lows, weights, size


def too_long(node: Expr) -> bool:
    """Whether lists are too long to be told apart by such numbers."""
    return isinstance(node, DistinctLists) and list_codes(node)[2] > MAX_CODE


def is_trivial(node: Expr) -> bool:
    """Whether a constraint speaks of too little for a solver's own one; plain logic knows what becomes of it."""
    if isinstance(node, DistinctLists):
        return len(node.lists) < 2 or not node.lists[0]
    if isinstance(node, AllDifferent):
        return len(node.args) < 2
    return not (node.left if isinstance(node, Lex) else node.args if isinstance(node, Regular) else True)


def regular(node: Regular, builder: Builder) -> Value:
    """States follow from the values, with one more state for 'rejected'; the last one must accept."""
    automaton = node.automaton
    rejected = automaton.states
    state: Value = automaton.start
    for arg in node.args:
        following = builder.number("state", 0, rejected)
        builder.add(step_table(automaton, state, arg, following))
        state = following
    return ir.disj(ir.equal(state, accepting) for accepting in sorted(automaton.accepting))


def step_table(automaton: Any, state: Value, arg: Value, following: Value) -> Value:
    """(state, value, next state) as a table."""
    rejected = automaton.states
    states = [state] if not isinstance(state, Expr) else range(rejected + 1)
    rows = []
    for before in states:
        for value in ir.values(arg):
            after = automaton.transitions.get((before, value), rejected)
            rows.append(
                [n for n, part in ((before, state), (value, arg), (after, following)) if isinstance(part, Expr)]
            )
    parts = tuple(part for part in (state, arg, following) if isinstance(part, Expr))
    return Table(parts, tuple(tuple(row) for row in rows))


def circuit(node: Circuit, builder: Builder) -> Value:
    """Nobody is named twice as a successor, and places are numbered along the tour, from the first node on it."""
    successors = node.successors
    count = len(successors)
    touring = [ir.negate(ir.equal(successor, node)) for node, successor in enumerate(successors)]
    parts: list[Value] = [ir.disj(touring)]
    place = [builder.number("place", 0, count - 1) for _ in successors]
    before: Value = False  # whether some earlier node is on the tour
    for number, tours in enumerate(touring):
        follows = builder.truth("follows")
        builder.add(ir.iff(follows, ir.conj((tours, before))))
        parts.append(ir.disj((follows, ir.equal(place[number], 0))))
        arriving = [ir.equal(other, number) for other in successors]
        parts.append(ir.equal(ir.add_all(arriving), 1))
        for other, arrives in enumerate(arriving):
            if other != number:
                step = ir.equal(place[number], ir.add(place[other], 1))
                parts.append(ir.disj((ir.negate(ir.conj((arrives, follows))), step)))
        if number + 1 < count:
            seen = builder.truth("begun")
            builder.add(ir.iff(seen, ir.disj((before, tours))))
            before = seen
    for successor in successors:
        parts.append(ir.conj((ir.at_most(0, successor), ir.less(successor, count))))
    return ir.conj(parts)


#: How to take a global constraint apart.
DECOMPOSITIONS: Final[dict[type[Expr], Callable[[Any, Builder], Value]]] = {
    AllDifferent: all_different,
    Table: table,
    Lex: lex,
    DistinctLists: distinct_lists,
    Regular: regular,
    Circuit: circuit,
}
