"""Connectivity on a half-filled board: what lies cut off, and what the only way leads through."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.cnf import FALSE, Encoder
from cluewright.compiler.model import Constraint
from cluewright.reasoning.graphs.base import Clause, Source, Truth, reach

#: So many cuts are remembered, of parts with no more nodes.
_MOST_CUTS: Final = 5_000
_SMALL: Final = 200


class ConnectedSource(Source):
    """The active nodes form one piece."""

    def __init__(self, encoder: Encoder, constraint: Constraint, graph: ir.Connected) -> None:
        super().__init__(encoder, constraint, graph.graph)
        self.nodes = self.named(graph.nodes)
        self.adjacent = [[n for n, _ in row if self.nodes[n] != FALSE] for row in self.graph.adjacent]
        #: Cuts by their part and two active nodes: on boards that differ little most are the same.
        self._cuts: dict[tuple[frozenset[int], int, int], Clause] = {}

    @staticmethod
    def takes(graph: ir.Connected) -> bool:
        """Whether anything finer is known of such a rule."""
        return graph.edges is None

    def forced(self, truth: Truth) -> Iterator[Clause]:
        active = [i for i, lit in enumerate(self.nodes) if truth[lit] is True]
        if not active:
            return
        possible = {i for i, lit in enumerate(self.nodes) if truth[lit] is not False}
        yield from self._cut_off(active, possible)
        yield from self._only_ways(active, possible)

    def _cut_off(self, active: list[int], possible: set[int]) -> Iterator[Clause]:
        """What no way connects with an active node is inactive; two active ones apart are a contradiction."""
        anchor = active[0]
        reached = reach(self.adjacent, anchor, possible)
        apart = None
        seen: set[int] = set()
        for node in sorted(possible):
            if node in reached or node in seen:
                continue
            part = reach(self.adjacent, node, possible)
            seen.update(part)
            inside = [n for n in active if n in part]
            apart = next(iter(inside), apart)
            for each in inside[:1] or part:
                yield self._cut(part, each, anchor)
        if apart is not None:  # no active node is any better than another
            yield self._cut(reached, anchor, apart)

    def _only_ways(self, active: list[int], possible: set[int]) -> Iterator[Clause]:
        """Without this node, active ones would be apart."""
        if len(active) < 2:
            return
        open_nodes = set(articulations(self.adjacent, active[0], possible, set(active)))
        for node in sorted(open_nodes):
            for start in [other for other in self.adjacent[node] if other in possible]:
                side = reach(self.adjacent, start, possible, without=node)
                inside = [n for n in active if n in side]
                outside = [n for n in active if n not in side and n != node]
                if inside and outside:
                    yield self._cut(side, inside[0], outside[0])

    def _cut(self, part: Iterable[int], witness: int, anchor: int) -> Clause:
        """One of two active nodes is in the part and the other is not: something on the border is active."""
        inside = frozenset(part)
        known = self._cuts.get((inside, witness, anchor))
        if known is not None:
            return known
        border = self._border(inside, anchor)
        literals = [-self.nodes[witness], -self.nodes[anchor], *(self.nodes[n] for n in border)]
        clause = self.clause(
            "cut", literals, {"component": sorted(inside), "boundary": border, "witnesses": (witness, anchor)}
        )
        if len(inside) <= _SMALL:
            if len(self._cuts) >= _MOST_CUTS:
                self._cuts.clear()
            self._cuts[inside, witness, anchor] = clause
        return clause

    def _border(self, part: frozenset[int], anchor: int) -> list[int]:
        """The nodes beside the part from which the anchor can be reached without touching the part again."""
        border = {n for node in part for n in self.adjacent[node] if n not in part}
        if anchor in border:
            return sorted(border)
        seen = {anchor}
        queue = [anchor]
        met: set[int] = set()
        for node in queue:
            for other in self.adjacent[node]:
                if other in border:
                    met.add(other)
                elif other not in seen and other not in part:
                    seen.add(other)
                    queue.append(other)
        return sorted(met)


def articulations(
    adjacent: Sequence[Sequence[int]], root: int, possible: Container[int], active: Container[int]
) -> Iterator[int]:
    """The inactive-so-far nodes through which active ones are connected, by one depth-first search."""
    order: dict[int, int] = {root: 0}
    low: dict[int, int] = {root: 0}
    below: dict[int, int] = {}
    stack: list[tuple[int, int, Iterator[int]]] = [(root, -1, iter(adjacent[root]))]
    while stack:
        node, parent, links = stack[-1]
        for other in links:
            if other not in possible:
                continue
            if other not in order:
                order[other] = low[other] = len(order)
                stack.append((other, node, iter(adjacent[other])))
                break
            if other != parent:
                low[node] = min(low[node], order[other])
        else:
            stack.pop()
            below[node] = below.get(node, 0) + (node in active)
            if parent >= 0:
                low[parent] = min(low[parent], low[node])
                below[parent] = below.get(parent, 0) + below[node]
                if low[node] >= order[parent] and below[node] and parent not in active:
                    yield parent
