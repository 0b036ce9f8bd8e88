"""Pairs: a crowd of nodes that share too few possible partners."""

from __future__ import annotations

from cluewright.compiler.cnf import Encoder, Truths
from cluewright.compiler.ir import Matched
from cluewright.compiler.lemmas.base import GraphLemmas, Lemma


class MatchedLemmas(GraphLemmas):
    """The active nodes can be paired off. By Hall's theorem they cannot exactly if some crowd of active nodes without
    edges between them has fewer active neighbours than members."""

    def __init__(self, encoder: Encoder, constraint: Matched, guard: int | None) -> None:
        super().__init__(encoder, constraint, guard)
        self.constraint = constraint
        self.nodes = [encoder.literal(node) for node in constraint.nodes]
        self.adjacent = [list(dict.fromkeys(other for other, _ in row)) for row in self.graph.adjacent]

    def static(self) -> None:
        for node, others in enumerate(self.adjacent):
            self.require([-self.nodes[node], *(self.nodes[other] for other in others)])

    def violated(self, truths: Truths) -> list[Lemma]:
        if self.idle(truths):
            return []
        active = [truths[lit] == lit for lit in self.nodes]
        partner: dict[int, int] = {}
        crowds = [self._place(node, active, partner) for node, on in enumerate(active) if on and node not in partner]
        return [self._lemma(crowd, active) for crowd in crowds if crowd]

    def _place(self, start: int, active: list[bool], partner: dict[int, int]) -> list[int]:
        """Pair the node, moving others if need be; if that fails, the crowd around it that has too few partners."""
        asked: dict[int, int] = {}
        crowd = [start]
        for node in crowd:
            for other in self.adjacent[node]:
                if not active[other] or other in asked:
                    continue
                asked[other] = node
                if other in partner:
                    crowd.append(partner[other])
                    continue
                free: int | None = other
                while free is not None:  # hand partners on, back to the start
                    giver = asked[free]
                    following = partner.get(giver)
                    partner[free], partner[giver] = giver, free
                    free = following if giver != start else None
                return []
        return crowd

    def _lemma(self, crowd: list[int], active: list[bool]) -> Lemma:
        around = dict.fromkeys(other for node in crowd for other in self.adjacent[node])
        exits = [other for other in around if not active[other]]
        literals = [-self.nodes[node] for node in crowd] + [self.nodes[other] for other in exits]
        roles = (("crowd", tuple(crowd)), ("exits", tuple(exits)))
        return Lemma("crowd", self.clause(literals), self.constraint, roles)
