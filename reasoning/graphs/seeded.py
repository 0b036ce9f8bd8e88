"""Groups that grow from seeds, on a half-filled board: what would join two, what is full, what must still grow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cluewright.compiler import ir
from cluewright.compiler.cnf import FALSE, Encoder
from cluewright.compiler.model import Constraint
from cluewright.reasoning.atoms import Atom
from cluewright.reasoning.graphs.base import Clause, Source, Truth, reach


class SeededSource(Source):
    """Every piece of active nodes has exactly one seed and that seed's size."""

    def __init__(self, encoder: Encoder, constraint: Constraint, graph: ir.SeededGroups) -> None:
        super().__init__(encoder, constraint, graph.graph)
        self.nodes = self.named(graph.nodes)
        self.exprs = graph.nodes
        self.seeds = graph.seeds
        self.adjacent = [list(dict.fromkeys(n for n, _ in row)) for row in self.graph.adjacent]
        #: The seeds beside each node: no group but theirs can hold it.
        self.beside = [{n for n in row if n in self.seeds} for row in self.adjacent]

    @staticmethod
    def takes(graph: ir.SeededGroups) -> bool:
        """Whether anything is known of such groups."""
        return all(size is None or size > 0 for size in graph.seeds.values())

    def static(self) -> Iterator[Atom]:
        for seed in self.seeds:
            if self.exprs[seed] is not True:
                yield Atom("rule", self.constraint, self.exprs[seed])

    def forced(self, truth: Truth) -> Iterator[Clause]:
        state = [True if n in self.seeds else truth[lit] for n, lit in enumerate(self.nodes)]
        piece_of, pieces = self._pieces(state)
        for piece in pieces:
            yield from self._judge(piece)
        for node, known in enumerate(state):
            if known is None:
                beside = {piece_of[n]: None for n in self.adjacent[node] if n in piece_of}
                if beside:
                    yield from self._judge([node, *(n for number in beside for n in pieces[number])])
        for seed, size in self.seeds.items():
            if size is not None:
                yield from self._must_grow(seed, size, state)
        for piece in pieces:
            if self.seeds.keys().isdisjoint(piece):
                yield from self._must_meet(piece[0], state)
        yield from self._too_far(state)

    def _pieces(self, state: list[bool | None]) -> tuple[dict[int, int], list[list[int]]]:
        """The pieces of active nodes."""
        active = {n for n, known in enumerate(state) if known}
        piece_of: dict[int, int] = {}
        pieces: list[list[int]] = []
        for start in sorted(active):
            if start not in piece_of:
                piece = list(reach(self.adjacent, start, active))
                piece_of.update(dict.fromkeys(piece, len(pieces)))
                pieces.append(piece)
        return piece_of, pieces

    def _judge(self, together: list[int]) -> Iterator[Clause]:
        """Nodes that would be one piece: it has one seed at most, and not more nodes than that."""
        members = set(together)
        seeds = [n for n in together if n in self.seeds]
        if len(seeds) > 1:
            tree = reach(self.adjacent, together[0], members)
            way = sorted({n for seed in seeds[:2] for n in _way(tree, seed)})
            yield self.clause("would join", self._inactive(way), {"component": way})
        for seed in seeds[:1]:
            size = self.seeds[seed]
            if size is not None and len(together) > size:
                tree = reach(self.adjacent, together[0], members)
                way = _way(tree, seed)
                chosen = way if len(way) > size else self._joined([*way, *tree], size + 1, tree)
                yield self.clause("overgrowth", self._inactive(chosen), {"component": sorted(chosen)}, size)

    def _inactive(self, nodes: Iterable[int]) -> list[int]:
        """One of these is inactive; no seed is."""
        return [-self.nodes[n] for n in nodes if n not in self.seeds]

    @staticmethod
    def _joined(wanted: list[int], number: int, tree: dict[int, int]) -> list[int]:
        """The first so many nodes, each with its way to the root: still one piece."""
        chosen: dict[int, None] = {}
        for node in wanted:
            way = [n for n in _way(tree, node) if n not in chosen]
            if len(chosen) + len(way) <= number:
                chosen.update(dict.fromkeys(way))
        return list(chosen)

    def _can_hold(self, seed: int, free: Iterable[int]) -> set[int]:
        """The nodes that the group of a seed might hold."""
        return {n for n in free if (n == seed or n not in self.seeds) and self.beside[n] <= {seed}}

    def _must_grow(self, seed: int, size: int, state: list[bool | None]) -> Iterator[Clause]:
        """A group that would have too little room without a node needs it."""
        can = self._can_hold(seed, [n for n, known in enumerate(state) if known is not False])
        room = reach(self.adjacent, seed, can)
        if len(room) < size:
            yield self._growth(seed, size, set(room), None)
            return
        for node in room:
            if state[node] is None:
                rest = reach(self.adjacent, seed, can, size, without=node)
                if len(rest) < size:
                    yield self._growth(seed, size, set(rest), node)

    def _growth(self, seed: int, size: int, room: set[int], need: int | None) -> Clause:
        border = sorted(self._can_hold(seed, {n for node in room for n in self.adjacent[node]} - room - {need}))
        literals = [self.nodes[n] for n in (*border, *([] if need is None else [need]))]
        return self.clause("growth", literals, {"component": sorted(room), "boundary": border}, size)

    def _must_meet(self, start: int, state: list[bool | None]) -> Iterator[Clause]:
        """A piece without a seed has to reach one."""
        free = {n for n, known in enumerate(state) if known is not False}
        room = reach(self.adjacent, start, free)
        if self.seeds.keys().isdisjoint(room):
            yield self._meeting(start, set(room))
            return
        for node in room:
            if state[node] is None:
                rest = reach(self.adjacent, start, free, without=node)
                if self.seeds.keys().isdisjoint(rest):
                    yield self._meeting(start, set(rest))

    def _meeting(self, start: int, room: set[int]) -> Clause:
        border = sorted({n for node in room for n in self.adjacent[node]} - room)
        literals = [-self.nodes[start], *(self.nodes[n] for n in border)]
        return self.clause("seed cut", literals, {"component": sorted(room), "witnesses": (start,)})

    def _too_far(self, state: list[bool | None]) -> Iterator[Clause]:
        """What no group reaches is inactive."""
        if any(size is None for size in self.seeds.values()):
            return
        everywhere = set(range(len(self.nodes)))
        walls = {n for n, known in enumerate(state) if known is False}
        held = self._held(everywhere - walls)
        for node in sorted(everywhere - walls - held):
            if self.nodes[node] != FALSE:
                closed = set(walls)
                for wall in sorted(walls):  # is it needed?
                    if node not in self._held(everywhere - closed | {wall}):
                        closed.discard(wall)
                literals = [-self.nodes[node], *(self.nodes[n] for n in sorted(closed))]
                yield self.clause("too far", literals, {"component": (node,), "boundary": sorted(closed)})

    def _held(self, free: set[int]) -> set[int]:
        """The nodes that some group can reach."""
        held: set[int] = set()
        for seed, size in self.seeds.items():
            assert size is not None
            held.update(_within(self.adjacent, seed, size - 1, self._can_hold(seed, free)))
        return held


def _way(tree: dict[int, int], node: int) -> list[int]:
    """From a node to the root of a search."""
    way = [node]
    while tree[way[-1]] != way[-1]:
        way.append(tree[way[-1]])
    return way


def _within(adjacent: list[list[int]], start: int, steps: int, allowed: set[int]) -> Iterable[int]:
    distance = {start: 0}
    queue = [start]
    for node in queue:
        if distance[node] < steps:
            for other in adjacent[node]:
                if other in allowed and other not in distance:
                    distance[other] = distance[node] + 1
                    queue.append(other)
    return distance
