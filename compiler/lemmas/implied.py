"""Rules that follow from two constraints together; derived from what they say, never from a genre.

Where a set of nodes and its complement are both connected on a planar board, the two colours cannot alternate four
times around a face or around the outside: a path between two nodes of one colour, closed through the face, would
separate the two nodes of the other colour, and in a plane their path would have to cross it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from cluewright.compiler.cnf import Encoder, Num
from cluewright.compiler.cnf.layers import require_path, unroll
from cluewright.compiler.lemmas.base import GraphLemmas
from cluewright.compiler.lemmas.connected import ConnectedLemmas

#: Longer faces are treated like the outside: by counting changes on the walk around them.
SHORT_FACE: Final = 6


def add_implied_rules(encoder: Encoder, generators: Sequence[GraphLemmas]) -> int:
    """Add the rules of two connected colours wherever they apply; returns to how many pairs they did."""
    waiting: dict[tuple[int, tuple[int, ...]], ConnectedLemmas] = {}
    pairs = 0
    for generator in generators:
        if not isinstance(generator, ConnectedLemmas) or generator.edges is not None:
            continue
        graph = generator.graph
        if not graph.faces and graph.outer is None:
            continue
        other = waiting.get((id(graph), tuple(-lit for lit in generator.nodes)))
        if other is None:
            waiting[id(graph), tuple(generator.nodes)] = generator
        else:
            pairs += 1
            _two_colours(encoder, generator, (*generator.prefix, *other.prefix))
    return pairs


def _two_colours(encoder: Encoder, generator: ConnectedLemmas, prefix: tuple[int, ...]) -> None:
    graph, nodes = generator.graph, generator.nodes
    for face in graph.faces:
        if len(set(face)) != len(face):
            continue
        if len(face) > SHORT_FACE:
            _at_most_two_changes(encoder, [nodes[n] for n in face], prefix)
            continue
        for corners in combinations(face, 4):
            a, b, c, d = (nodes[n] for n in corners)
            encoder.clause([*prefix, -a, b, -c, d])
            encoder.clause([*prefix, a, -b, c, -d])
    if graph.outer is not None and len(graph.outer) >= 4 and len(set(graph.outer)) == len(graph.outer):
        _at_most_two_changes(encoder, [nodes[n] for n in graph.outer], prefix)


def _at_most_two_changes(encoder: Encoder, literals: Sequence[int], prefix: tuple[int, ...]) -> None:
    """Read once around, the word is a...ab...ba...a: each state is (first colour, changes so far)."""
    letters = [Num.of_literal(encoder, lit) for lit in literals]

    def step(index: int, state: object, value: int) -> object | None:
        if not isinstance(state, tuple):
            return (value, 0)
        first, changes = state
        here = first if changes != 1 else 1 - first
        if value != here:
            changes += 1
        return (first, changes) if changes <= 2 else None

    require_path(encoder, letters, unroll(letters, "start", step, lambda _: True), prefix)
