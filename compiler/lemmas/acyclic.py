"""No cycles: every cycle of an answer is forbidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cluewright.compiler.cnf import TRUE, Encoder, Truths
from cluewright.compiler.ir import Acyclic
from cluewright.compiler.lemmas.base import GraphLemmas, Lemma

#: Most cycles that one answer is charged with.
CYCLES_AT_ONCE: Final = 200
#: Faces up to this length are forbidden from the start.
SHORT_FACE: Final = 6


class AcyclicLemmas(GraphLemmas):
    """The active part of the graph is a forest."""

    def __init__(self, encoder: Encoder, constraint: Acyclic, guard: int | None) -> None:
        super().__init__(encoder, constraint, guard)
        self.constraint = constraint
        count = len(self.graph.names)
        nodes, edges = constraint.nodes, constraint.edges
        self.nodes = [TRUE] * count if nodes is None else [encoder.literal(n) for n in nodes]
        self.edges = [TRUE] * len(self.graph.edges) if edges is None else [encoder.literal(e) for e in edges]

    def static(self) -> None:
        between: dict[tuple[int, int], int] = {}
        for edge, (a, b) in enumerate(self.graph.edges):
            between[a, b] = between[b, a] = edge
        for face in self.graph.faces:
            if 3 <= len(face) <= SHORT_FACE and len(set(face)) == len(face):
                links = [between.get((a, b)) for a, b in zip(face, (*face[1:], face[0]), strict=True)]
                known = [edge for edge in links if edge is not None]
                if len(known) == len(face):
                    self.require(self._denial(face, known))

    def _denial(self, nodes: Sequence[int], edges: Sequence[int]) -> list[int]:
        return [-self.nodes[n] for n in nodes] + [-self.edges[e] for e in edges]

    def violated(self, truths: Truths) -> list[Lemma]:
        if self.idle(truths):
            return []
        inside = [truths[lit] == lit for lit in self.nodes]
        joins = [truths[lit] == lit for lit in self.edges]
        parent: list[int] = [-2] * len(inside)
        via: list[int] = [-1] * len(inside)
        depth = [0] * len(inside)
        used = [False] * len(joins)
        cycles: list[tuple[list[int], list[int]]] = []
        for start, yes in enumerate(inside):
            if not yes or parent[start] != -2:
                continue
            parent[start] = -1
            queue = [start]
            for node in queue:
                for other, edge in self.graph.adjacent[node]:
                    if used[edge] or not joins[edge] or not inside[other]:
                        continue
                    used[edge] = True
                    if parent[other] == -2:
                        parent[other], via[other], depth[other] = node, edge, depth[node] + 1
                        queue.append(other)
                    else:
                        cycles.append(_close(node, other, edge, parent, via, depth))
        cycles.sort(key=lambda cycle: len(cycle[0]))
        return [
            Lemma(
                "cycle",
                self.clause(self._denial(nodes, edges)),
                self.constraint,
                (("cycle", tuple(nodes)),),
                (("cycle edges", tuple(edges)),),
            )
            for nodes, edges in cycles[:CYCLES_AT_ONCE]
        ]


def _close(
    a: int, b: int, edge: int, parent: list[int], via: list[int], depth: list[int]
) -> tuple[list[int], list[int]]:
    """The cycle that an edge closes with the search tree."""
    nodes, edges = {a: None, b: None}, [edge]
    while a != b:
        if depth[a] < depth[b]:
            a, b = b, a
        edges.append(via[a])
        a = parent[a]
        nodes[a] = None
    return list(nodes), edges
