"""Connectivity on a half-filled board: what lies cut off, and what the only way leads through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cluewright.compiler import ir
from cluewright.compiler.cnf import FALSE, Encoder
from cluewright.compiler.lemmas.connected import ConnectedLemmas
from cluewright.compiler.model import Constraint
from cluewright.reasoning.graphs.base import Clause, Source, Truth


class ConnectedSource(Source):
    """The active nodes form one piece."""

    def __init__(self, encoder: Encoder, constraint: Constraint, graph: ir.Connected) -> None:
        super().__init__(encoder, constraint, graph.graph, ConnectedLemmas(encoder, graph, None))
        self.nodes = self.named(graph.nodes)
        edges = None if graph.edges is None else self.named(graph.edges)
        self.links = [
            [(n, FALSE if edges is None else edges[e]) for n, e in row if self.nodes[n] != FALSE]
            for row in self.graph.adjacent
        ]
        self.has_edges = edges is not None

    def forced(self, truth: Truth) -> Iterator[Clause]:
        if self.has_edges:  # only what the lemmas of full answers say
            return
        active = [i for i, lit in enumerate(self.nodes) if truth[lit] is True]
        if not active:
            return
        possible = [truth[lit] is not False for lit in self.nodes]
        yield from self._cut_off(active, possible)
        yield from self._only_ways(active, possible)

    def _reach(self, start: int, possible: list[bool], without: int = -1) -> set[int]:
        """The nodes that can still be connected with one."""
        seen = {start}
        queue = [start]
        for node in queue:
            for other, _ in self.links[node]:
                if other != without and other not in seen and possible[other]:
                    seen.add(other)
                    queue.append(other)
        return seen

    def _cut_off(self, active: list[int], possible: list[bool]) -> Iterator[Clause]:
        """What no way connects with an active node is inactive; two active ones apart are a contradiction."""
        anchor = active[0]
        reached = self._reach(anchor, possible)
        seen: set[int] = set()
        for node, can in enumerate(possible):
            if not can or node in reached or node in seen:
                continue
            part = self._reach(node, possible)
            seen |= part
            inside = [n for n in active if n in part]
            for each in inside[:1] or part:
                yield self._cut(part, each, anchor)

    def _only_ways(self, active: list[int], possible: list[bool]) -> Iterator[Clause]:
        """Without this node, active ones would be apart."""
        if len(active) < 2:
            return
        open_nodes = set(self._articulations(active[0], possible, set(active)))
        for node in sorted(open_nodes):
            for start in {other for other, _ in self.links[node] if possible[other]}:
                side = self._reach(start, possible, without=node)
                inside = [n for n in active if n in side]
                outside = [n for n in active if n not in side and n != node]
                if inside and outside:
                    yield self._cut(side, inside[0], outside[0])

    def _articulations(self, root: int, possible: list[bool], active: set[int]) -> Iterator[int]:
        """The inactive-so-far nodes through which active ones are connected, by one depth-first search."""
        order: dict[int, int] = {root: 0}
        low: dict[int, int] = {root: 0}
        below: dict[int, int] = {}
        stack: list[tuple[int, int, Iterator[tuple[int, int]]]] = [(root, -1, iter(self.links[root]))]
        while stack:
            node, parent, links = stack[-1]
            for other, _ in links:
                if not possible[other]:
                    continue
                if other not in order:
                    order[other] = low[other] = len(order)
                    stack.append((other, node, iter(self.links[other])))
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

    def _cut(self, part: Iterable[int], witness: int, anchor: int) -> Clause:
        """One of two active nodes is in the part and the other is not: something on the border is active."""
        border = self._border(set(part), anchor)
        literals = [-self.nodes[witness], -self.nodes[anchor], *(self.nodes[n] for n in border)]
        return self.clause(
            "cut", literals, {"component": sorted(part), "boundary": border, "witnesses": (witness, anchor)}
        )

    def _border(self, part: set[int], anchor: int) -> list[int]:
        """The nodes beside the part from which the anchor can be reached without touching the part again."""
        border = {n for node in part for n, _ in self.links[node] if n not in part}
        if anchor in border:
            return sorted(border)
        seen = {anchor}
        queue = [anchor]
        met: set[int] = set()
        for node in queue:
            for other, _ in self.links[node]:
                if other in border:
                    met.add(other)
                elif other not in seen and other not in part:
                    seen.add(other)
                    queue.append(other)
        return sorted(met)
