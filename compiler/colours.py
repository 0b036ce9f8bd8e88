"""What follows where a set of nodes of a planar graph and its complement are both connected.

The two colours cannot alternate four times around a face or around the outside: a path between two nodes of one colour,
closed through the face, would separate the two nodes of the other colour, and in a plane their path would have to
cross it. The fact is stated here once; clauses and other engines say it each in their own way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import combinations
from typing import Final, TypeVar

from cluewright.compiler.automata import Automaton
from cluewright.compiler.ir import Graph

#: Longer faces are treated like the outside: by counting changes on the walk around them.
SHORT_FACE: Final = 6
#: Words of two colours that change at most twice; a state is the first colour and the number of changes.
TWO_CHANGES: Final = Automaton(
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

Sides = TypeVar("Sides")


def both_connected(
    sides: Iterable[Sides], graph: Callable[[Sides], Graph], key: Callable[[Sides, bool], Hashable]
) -> Iterator[tuple[Sides, Sides]]:
    """The pairs of connected sets of which one is the complement of the other, on a graph with a drawing; the later one
    comes first. `key(side, denied)` tells a set or its complement from others on the same graph."""
    waiting: dict[tuple[int, Hashable], Sides] = {}
    for side in sides:
        where = graph(side)
        if not where.faces and where.outer is None:
            continue
        other = waiting.get((id(where), key(side, True)))
        if other is None:
            waiting[id(where), key(side, False)] = side
        else:
            yield side, other


def around(graph: Graph) -> Iterator[tuple[int, ...]]:
    """Nodes in a circle: four that do not alternate between the colours, or more that change at most twice."""
    for face in graph.faces:
        if len(set(face)) < len(face):
            continue
        if len(face) > SHORT_FACE:
            yield face
        else:
            yield from combinations(face, 4)
    if graph.outer is not None and len(graph.outer) >= 4 and len(set(graph.outer)) == len(graph.outer):
        yield graph.outer
