"""Groups that grow from seeds: who owns a node, limited by distance, and how soon the seed reaches it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cluewright.compiler.cnf import FALSE, Encoder, Truths
from cluewright.compiler.cnf.sums import require_count
from cluewright.compiler.ir import SeededGroups
from cluewright.compiler.lemmas import ownership
from cluewright.compiler.lemmas.base import GraphLemmas, Lemma, pieces

#: Groups with more (node, level) pairs than this are counted and kept together by lemmas: what counts many nodes and
#: tells many levels apart from the start makes a search slow.
LEVEL_LIMIT: Final = 1_000
#: A large group that needs a good part of what it can reach is counted all the same: so many times its size.
TIGHT: Final = 2
#: All active nodes are counted in a long search, if so many partial sums are enough.
COUNT_LIMIT: Final = 20_000


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
        """Ownership, and for groups of moderate size how many and how near its nodes are."""

        def allowed(node: int) -> bool:
            """It could be in the group: it is no other seed, and beside none."""
            return node not in self.seeds and self.nodes[node] != FALSE and beside.get(node, set()) <= {seed}

        most = len(self.nodes) if size is None else size - 1
        distance = ownership.steps_from(seed, most, self.adjacent, allowed)
        owns = self.owns[seed] = ownership.own(self.encoder, seed, distance, self.prefix)
        if size is None:
            self.lazy.append(seed)
            return
        is_small = ownership.levels(size, distance) <= LEVEL_LIMIT
        if is_small or len(distance) <= TIGHT * size:
            ownership.require_size(self.encoder, owns, size, self.prefix)
        if is_small:
            ownership.keep_together(self.encoder, seed, size, owns, distance, self.adjacent)
        else:
            self.lazy.append(seed)

    def strengthen(self) -> None:
        """All groups together have as many nodes as all their sizes."""
        total = 0
        for size in self.seeds.values():
            if size is None:
                return
            total += size
        if len(self.nodes) * min(total, len(self.nodes) - total) <= COUNT_LIMIT:
            require_count(self.encoder, self.nodes, "==", total, self.prefix)

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
        if self.idle(truths):
            return []
        lemmas: list[Lemma] = []
        for seed in self.lazy:
            held = [node for node, literal in self.owns[seed].items() if truths[literal] == literal]
            inside = [False] * len(self.nodes)
            for node in (seed, *held):
                inside[node] = True
            first, *others = pieces((seed, *held), self.adjacent, inside)
            size = self.seeds[seed]
            if size is not None and len(first) < size:
                lemmas += self._growths(seed, first, size)
            elif size is not None and len(first) > size:
                lemmas.append(self._overgrowth(seed, first[: size + 1]))
            for piece in others:
                lemmas += self._cuts(seed, piece)
        return lemmas

    def _growths(self, seed: int, piece: list[int], size: int) -> Iterator[Lemma]:
        """A group that is larger than this piece goes on across its boundary, and across the next ones."""
        while len(piece) < size:
            boundary, exits = self._around(seed, piece)
            roles = (("component", tuple(piece)), ("boundary", tuple(boundary)), ("witnesses", (seed,)))
            yield Lemma("growth", self.clause([-self.owns[seed][seed], *exits]), self.constraint, roles)
            if not exits:
                return
            piece = [*piece, *(n for n in boundary if n in self.owns[seed])]

    def _overgrowth(self, seed: int, piece: list[int]) -> Lemma:
        """A seed does not own more connected nodes than its size."""
        owns = self.owns[seed]
        roles = (("component", tuple(piece)), ("witnesses", (seed,)))
        return Lemma("overgrowth", self.clause(-owns[node] for node in piece), self.constraint, roles)

    def _cuts(self, seed: int, piece: list[int]) -> Iterator[Lemma]:
        """What a seed owns away from it needs an owned node on its boundary."""
        owns = self.owns[seed]
        boundary, exits = self._around(seed, piece)
        for node in piece:
            roles = (("component", tuple(piece)), ("boundary", tuple(boundary)), ("witnesses", (node, seed)))
            yield Lemma("seed cut", self.clause([-owns[node], *exits]), self.constraint, roles)

    def _around(self, seed: int, piece: list[int]) -> tuple[list[int], list[int]]:
        """The nodes around a piece, and the literals of those that the seed can own."""
        members, owns = set(piece), self.owns[seed]
        boundary = [n for n in dict.fromkeys(n for node in piece for n in self.adjacent[node]) if n not in members]
        return boundary, [owns[n] for n in boundary if n in owns]
