"""Groups of two parts of one shape: what a finished part leaves for the other one."""

from __future__ import annotations

from collections import Counter

from cluewright.compiler import ir
from cluewright.compiler.cnf import Encoder, Truths
from cluewright.compiler.lemmas.base import GraphLemmas, Lemma


class TwinGroupLemmas(GraphLemmas):
    """A part that is bordered off from all nodes of its own side has a twin: one of the few sets of its shape beside
    it. Each of these needs some edges joined and others not; if an answer has none of them, one such edge for each
    must change, or the part itself."""

    def __init__(self, encoder: Encoder, constraint: ir.TwinGroups, guard: int | None) -> None:
        super().__init__(encoder, constraint, guard)
        self.constraint = constraint
        self.edges = [encoder.literal(edge) for edge in constraint.edges]
        self.at = {place: node for node, place in enumerate(constraint.places)}
        self.side = [node in constraint.first for node in range(len(constraint.places))]
        self._known: dict[frozenset[int], list[dict[int, bool]]] = {}

    def static(self) -> None:
        """Nobody is alone."""
        for adjacent in self.graph.adjacent:
            self.require([self.edges[e] for _, e in adjacent])

    def violated(self, truths: Truths) -> list[Lemma]:
        if self.idle(truths):
            return []
        joins = [truths[lit] == lit for lit in self.edges]
        seen = [False] * len(self.side)
        lemmas: list[Lemma] = []
        for start, side in enumerate(self.side):
            if seen[start]:
                continue
            seen[start] = True
            part, tree = [start], []
            for node in part:
                for other, edge in self.graph.adjacent[node]:
                    if joins[edge] and not seen[other] and self.side[other] == side:
                        seen[other] = True
                        part.append(other)
                        tree.append(edge)
            missing = [[e for e, joined in twin.items() if joins[e] != joined] for twin in self._twins(frozenset(part))]
            if all(missing):
                lemmas.append(self._lemma(part, tree, _hitting(missing), joins))
        return lemmas

    def _lemma(self, part: list[int], tree: list[int], changes: list[int], joins: list[bool]) -> Lemma:
        members = set(part)
        side = self.side[part[0]]
        leaving = dict.fromkeys(
            e for n in part for other, e in self.graph.adjacent[n] if other not in members and self.side[other] == side
        )
        literals = [
            *(-self.edges[e] for e in tree),
            *(self.edges[e] for e in leaving),
            *(-self.edges[e] if joins[e] else self.edges[e] for e in changes),
        ]
        edges = (
            ("tree", tuple(tree)),
            ("joined", tuple(e for e in changes if not joins[e])),
            ("parted", tuple(e for e in changes if joins[e])),
        )
        return Lemma("twin", self.clause(literals), self.constraint, (("component", tuple(part)),), edges)

    def _twins(self, part: frozenset[int]) -> list[dict[int, bool]]:
        """For every possible twin of a part: the edges that are joined, and that are not, if it is the one."""
        found = self._known.get(part)
        if found is None:
            found = self._known[part] = [self._needs(part, twin) for twin in self._places_for(part)]
        return found

    def _places_for(self, part: frozenset[int]) -> list[frozenset[int]]:
        """The sets of nodes on the other side that have the shape of the part and touch it."""
        side = self.side[min(part)]
        beside = {other for n in part for other, _ in self.graph.adjacent[n] if self.side[other] != side}
        shape = [self.constraint.places[node] for node in sorted(part)]
        found: dict[frozenset[int], None] = {}
        for a, b, d, e in ir.TURNS:
            turned = [(a * r + b * c, d * r + e * c) for r, c in shape]
            for row, column in (self.constraint.places[node] for node in sorted(beside)):
                for r0, c0 in turned:
                    twin = frozenset(self.at.get((r - r0 + row, c - c0 + column), -1) for r, c in turned)
                    if twin not in found and all(node >= 0 and self.side[node] != side for node in twin):
                        found[twin] = None
        return list(found)

    def _needs(self, part: frozenset[int], twin: frozenset[int]) -> dict[int, bool]:
        both = part | twin
        needs = {e: other in both for node in sorted(twin) for other, e in self.graph.adjacent[node]}
        for node in sorted(part):
            needs.update((e, False) for other, e in self.graph.adjacent[node] if other not in both)
        return needs


def _hitting(choices: list[list[int]]) -> list[int]:
    """Few edges, one at least from every list."""
    chosen: list[int] = []
    while choices:
        best = max(Counter(e for choice in choices for e in choice).items(), key=lambda item: (item[1], item[0]))[0]
        chosen.append(best)
        choices = [choice for choice in choices if best not in choice]
    return chosen
