"""Groups that grow from seeds: who owns a node, limited by distance, and how soon the seed reaches it."""

from __future__ import annotations

from typing import Final

from cluewright.compiler.cnf import FALSE, Encoder, Truths
from cluewright.compiler.ir import SeededGroups
from cluewright.compiler.lemmas import ownership
from cluewright.compiler.lemmas.base import GraphLemmas, Lemma

#: Groups with more (node, level) pairs than this are kept together by lazy cuts instead of levels.
LEVEL_LIMIT: Final = 12_000


class SeededGroupLemmas(GraphLemmas):
    """Every piece of active nodes has exactly one seed, and that seed's size."""

    def __init__(self, encoder: Encoder, constraint: SeededGroups, guard: int | None) -> None:
        super().__init__(encoder, constraint, guard)
        self.constraint = constraint
        self.nodes = [encoder.literal(node) for node in constraint.nodes]
        self.seeds = constraint.seeds
        self.adjacent = [list(dict.fromkeys(n for n, _ in row)) for row in self.graph.adjacent]
        #: For each seed the literals of "this seed owns the node", for the nodes it can reach.
        self.owns: dict[int, dict[int, int]] = {}
        #: Seeds whose group is not kept together by levels.
        self.lazy: list[int] = []

    def static(self) -> None:
        beside: dict[int, set[int]] = {}
        for seed in self.seeds:
            for other in self.adjacent[seed]:
                beside.setdefault(other, set()).add(seed)
        for seed, size in self.seeds.items():
            self.require([self.nodes[seed]])
            if size is not None and size < 1:
                self.require([])
                return
            self._grow(seed, size, beside)
        self._one_owner()

    def _grow(self, seed: int, size: int | None, beside: dict[int, set[int]]) -> None:
        """Ownership, size and (for groups of moderate size) levels of one seed."""

        def allowed(node: int) -> bool:
            """It could be in the group: it is no other seed, and beside none."""
            return node not in self.seeds and self.nodes[node] != FALSE and beside.get(node, set()) <= {seed}

        most = len(self.nodes) if size is None else size - 1
        distance = ownership.steps_from(seed, most, self.adjacent, allowed)
        owns = self.owns[seed] = ownership.own(self.encoder, seed, distance, self.prefix)
        if size is None:
            self.lazy.append(seed)
            return
        ownership.require_size(self.encoder, owns, size, self.prefix)
        if ownership.levels(size, distance) > LEVEL_LIMIT:
            self.lazy.append(seed)
        else:
            ownership.keep_together(self.encoder, seed, size, owns, distance, self.adjacent)

    def _one_owner(self) -> None:
        """Active means owned, by one seed; active neighbours have the same owner."""
        owners: list[list[int]] = [[] for _ in self.nodes]
        for owns in self.owns.values():
            for node, literal in owns.items():
                owners[node].append(literal)
        for node, active in enumerate(self.nodes):
            self.require([-active, *owners[node]])
            for literal in owners[node]:
                self.require([-literal, active])
            self.encoder.at_most_one(owners[node], self.prefix)
        for owns in self.owns.values():
            for node, literal in owns.items():
                for other in self.adjacent[node]:
                    self.require([-literal, -self.nodes[other], owns.get(other, FALSE)])

    def violated(self, truths: Truths) -> list[Lemma]:
        """Cuts: what a seed owns away from it needs an owned node on its boundary."""
        if self.idle(truths):
            return []
        lemmas: list[Lemma] = []
        for seed in self.lazy:
            owns = self.owns[seed]
            held = {node for node, literal in owns.items() if truths[literal] == literal}
            seen = {seed}
            for start in (seed, *held):
                if start in seen and start != seed:
                    continue
                seen.add(start)
                piece = [start]
                for node in piece:
                    for other in self.adjacent[node]:
                        if other in held and other not in seen:
                            seen.add(other)
                            piece.append(other)
                if start != seed:
                    self._cut(seed, piece, owns, lemmas)
        return lemmas

    def _cut(self, seed: int, piece: list[int], owns: dict[int, int], lemmas: list[Lemma]) -> None:
        members = set(piece)
        boundary = [n for n in dict.fromkeys(n for node in piece for n in self.adjacent[node]) if n not in members]
        exits = [owns[n] for n in boundary if n in owns]
        for node in piece:
            roles = (("component", tuple(piece)), ("boundary", tuple(boundary)), ("witnesses", (node, seed)))
            lemmas.append(Lemma("seed cut", self.clause([-owns[node], *exits]), self.constraint, roles))
