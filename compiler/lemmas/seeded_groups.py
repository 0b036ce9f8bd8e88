"""Groups that grow from seeds: who owns a node, limited by distance, and how soon the seed reaches it."""

from __future__ import annotations

from typing import Final

from cluewright.compiler.cnf import FALSE, TRUE, Encoder, Truths
from cluewright.compiler.cnf.sums import require_count
from cluewright.compiler.ir import SeededGroups
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
        distance = self._distances(seed, size, beside)
        owns = {node: self.encoder.new() for node in distance}
        owns[seed] = TRUE if not self.prefix else self.encoder.new()
        self.require([owns[seed]])
        self.owns[seed] = owns
        if size is None:
            self.lazy.append(seed)
            return
        require_count(
            self.encoder, [lit for lit in owns.values() if lit != TRUE], "==", size - (not self.prefix), self.prefix
        )
        if sum(size - steps for steps in distance.values()) > LEVEL_LIMIT:
            self.lazy.append(seed)
        else:
            self._levels(seed, size, distance, owns)

    def _distances(self, seed: int, size: int | None, beside: dict[int, set[int]]) -> dict[int, int]:
        """Steps from the seed through nodes that could be in its group: none beside another seed."""
        reach = len(self.nodes) if size is None else size - 1
        distance = {seed: 0}
        queue = [seed]
        for node in queue:
            if distance[node] == reach:
                continue
            for other in self.adjacent[node]:
                if other in distance or other in self.seeds or self.nodes[other] == FALSE:
                    continue
                if beside.get(other, set()) <= {seed}:
                    distance[other] = distance[node] + 1
                    queue.append(other)
        return distance

    def _levels(self, seed: int, size: int, distance: dict[int, int], owns: dict[int, int]) -> None:
        """reached[node, k]: the seed reaches the node in at most k steps inside its group."""
        reached: dict[tuple[int, int], int] = {}
        clause = self.encoder.clause
        for node, steps in distance.items():
            if node == seed:
                continue
            for level in range(steps, size - 1):
                reached[node, level] = self.encoder.new()
            reached[node, size - 1] = owns[node]
            for level in range(steps, size - 1):
                clause([-reached[node, level], reached[node, level + 1]])
        for (node, level), literal in reached.items():
            before = [
                owns[seed] if other == seed else reached[other, level - 1]
                for other in self.adjacent[node]
                if distance.get(other, size) <= level - 1
            ]
            clause([-literal, *before])

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
