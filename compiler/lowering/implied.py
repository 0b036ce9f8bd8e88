"""Rules that follow from two constraints together: they cost little and save much search.

Where a set of nodes and its complement are both connected on a planar board, the two colours cannot alternate four
times around a face or around the outside: a path between two nodes of one colour, closed through the face, would
separate the two nodes of the other colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.automata import Automaton
from cluewright.compiler.ir import Connected, Expr, Value, Var
from cluewright.compiler.model import Constraint

#: Longer faces are treated like the outside: by counting changes on the walk around them.
SHORT_FACE: Final = 6
#: Words of two colours that change at most twice; a state is the first colour and the number of changes.
_TWO_CHANGES: Final = Automaton(
    states=7,
    start=0,
    accepting=frozenset(range(7)),
    transitions={
        key: state
        for state, keys in enumerate(
            (
                (),
                ((0, 0), (1, 0)),
                ((1, 1), (2, 1)),
                ((2, 0), (3, 0)),
                ((0, 1), (4, 1)),
                ((4, 0), (5, 0)),
                ((5, 1), (6, 1)),
            )
        )
        for key in keys
    },
)


def two_colours(constraints: Sequence[Constraint]) -> Iterator[tuple[Constraint, Value]]:
    """What the required pairs of connected colours imply, each with the constraint it stems from."""
    waiting: dict[tuple[object, ...], Connected] = {}
    for constraint in constraints:
        node = constraint.expr
        if not isinstance(node, Connected) or node.edges is not None:
            continue
        if not node.graph.faces and node.graph.outer is None:
            continue
        other = waiting.get((id(node.graph), *map(_key, map(ir.negate, node.nodes))))
        if other is None:
            waiting[id(node.graph), *map(_key, node.nodes)] = node
        else:
            plain = max((node, other), key=lambda side: sum(isinstance(n, Var) for n in side.nodes))
            for expr in _around(plain):
                yield constraint, expr


def _key(value: Value) -> object:
    return id(value) if isinstance(value, Expr) else bool(value)


def _around(node: Connected) -> Iterator[Value]:
    graph, nodes = node.graph, node.nodes
    for face in graph.faces:
        if len(set(face)) < len(face):
            continue
        if len(face) > SHORT_FACE:
            yield _at_most_two_changes([nodes[n] for n in face])
            continue
        for corners in combinations(face, 4):
            a, b, c, d = (nodes[n] for n in corners)
            yield ir.disj((ir.negate(a), b, ir.negate(c), d))
            yield ir.disj((a, ir.negate(b), c, ir.negate(d)))
    if graph.outer is not None and len(graph.outer) >= 4 and len(set(graph.outer)) == len(graph.outer):
        yield _at_most_two_changes([nodes[n] for n in graph.outer])


def _at_most_two_changes(word: Sequence[Value]) -> Value:
    if all(isinstance(letter, Var) for letter in word):
        return ir.Regular(tuple(word), _TWO_CHANGES)
    changes = [ir.negate(ir.iff(a, b)) for a, b in pairwise(word)]
    return ir.at_most(ir.add_all(changes), 2)
