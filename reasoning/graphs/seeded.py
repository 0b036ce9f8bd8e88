"""Groups that grow from seeds, on a half-filled board: what would join two, what is full, what must still grow."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

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
        #: The nodes that the group of each seed might hold: none that another seed lies beside; and those that it
        #: reaches on an empty board, where its size is known.
        self.can_hold = {seed: self._near_no_other(seed) for seed in self.seeds}
        self.can_reach = {
            seed: set(_within(self.adjacent, seed, size - 1, self.can_hold[seed]))
            for seed, size in self.seeds.items()
            if size is not None
        }

    def _near_no_other(self, seed: int) -> set[int]:
        others = self.seeds.keys() - {seed}
        return {n for n, row in enumerate(self.adjacent) if n not in others and others.isdisjoint(row)}

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
        free = {n for n, known in enumerate(state) if known is not False}
        for seed, size in self.seeds.items():
            if size is not None:
                yield from self._must_grow(seed, size, state, free)
        for piece in pieces:
            if self.seeds.keys().isdisjoint(piece):
                yield from self._must_meet(piece[0], state, free)
        yield from self._too_far(free)

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

    def _must_grow(self, seed: int, size: int, state: list[bool | None], free: set[int]) -> Iterator[Clause]:
        """A group that would have too little room without a node needs it."""
        can = self.can_hold[seed] & free
        room = reach(self.adjacent, seed, can, size)
        if len(room) < size:
            yield self._growth(seed, size, set(room), None)
            return
        for node in [*room][:size]:  # these are enough: without any other one they are all still there
            if state[node] is None:
                rest = reach(self.adjacent, seed, can, size, without=node)
                if len(rest) < size:
                    yield self._growth(seed, size, set(rest), node)

    def _growth(self, seed: int, size: int, room: set[int], need: int | None) -> Clause:
        border = sorted({n for node in room for n in self.adjacent[node]} & self.can_hold[seed] - room - {need})
        literals = [self.nodes[n] for n in (*border, *([] if need is None else [need]))]
        return self.clause("growth", literals, {"component": sorted(room), "boundary": border}, size)

    def _must_meet(self, start: int, state: list[bool | None], free: set[int]) -> Iterator[Clause]:
        """A piece without a seed has to reach one."""
        room = reach(self.adjacent, start, free)
        nearest = next((n for n in room if n in self.seeds), None)
        if nearest is None:
            yield self._meeting(start, set(room))
            return
        for node in reversed(_way(room, nearest)):  # what lies beside one way is no obstacle
            if state[node] is None:
                rest = reach(self.adjacent, start, free, without=node)
                if self.seeds.keys().isdisjoint(rest):
                    yield self._meeting(start, set(rest))

    def _meeting(self, start: int, room: set[int]) -> Clause:
        border = sorted({n for node in room for n in self.adjacent[node]} - room)
        literals = [-self.nodes[start], *(self.nodes[n] for n in border)]
        return self.clause("seed cut", literals, {"component": sorted(room), "witnesses": (start,)})

    def _too_far(self, free: set[int]) -> Iterator[Clause]:
        """What no group reaches is inactive."""
        if any(size is None for size in self.seeds.values()):
            return
        everywhere = set(range(len(self.nodes)))
        held = {n for seed in self.seeds for n in self._held(seed, free)}
        for node in sorted(free - held):
            if self.nodes[node] != FALSE:
                near = [seed for seed in self.seeds if node in self.can_reach[seed]]
                closed = everywhere - free
                for wall in sorted(closed):  # is it needed?
                    opened = everywhere - closed | {wall}
                    if not any(node in self._held(seed, opened) for seed in near):
                        closed.discard(wall)
                literals = [-self.nodes[node], *(self.nodes[n] for n in sorted(closed))]
                yield self.clause("too far", literals, {"component": (node,), "boundary": sorted(closed)})

    def _held(self, seed: int, free: set[int]) -> Collection[int]:
        """The nodes that the group of a seed can reach."""
        size = self.seeds[seed]
        assert size is not None
        return _within(self.adjacent, seed, size - 1, self.can_reach[seed] & free)


def _way(tree: dict[int, int], node: int) -> list[int]:
    """From a node to the root of a search."""
    way = [node]
    while tree[way[-1]] != way[-1]:
        way.append(tree[way[-1]])
    return way


def _within(adjacent: list[list[int]], start: int, steps: int, allowed: set[int]) -> Collection[int]:
    distance = {start: 0}
    queue = [start]
    for node in queue:
        if distance[node] < steps:
            for other in adjacent[node]:
                if other in allowed and other not in distance:
                    distance[other] = distance[node] + 1
                    queue.append(other)
    return distance
