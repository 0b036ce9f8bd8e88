"""Loops and paths on a half-filled board: degrees, ends that must not meet yet, and dead ends."""

from __future__ import annotations

from collections.abc import Iterator

from cluewright.compiler import ir
from cluewright.compiler.cnf import Encoder
from cluewright.compiler.model import Constraint
from cluewright.reasoning.atoms import Atom
from cluewright.reasoning.graphs.base import Clause, Source, Truth


class LoopSource(Source):
    """The active edges form one loop."""

    def __init__(self, encoder: Encoder, constraint: Constraint, graph: ir.Loop) -> None:
        super().__init__(encoder, constraint, graph.graph)
        self.exprs = graph.edges
        self.edges = self.named(graph.edges)

    def static(self) -> Iterator[Atom]:
        for node, row in enumerate(self.graph.adjacent):
            here = [self.exprs[e] for _, e in row]
            count = ir.add_all(here)
            degree = ir.disj([ir.equal(count, 0), ir.equal(count, 2)])
            if degree is not True:
                measure = "lines" if all(isinstance(edge, ir.Var) for edge in here) else ""
                yield Atom("degree", self.constraint, degree, {"node": (self.graph.names[node],)}, measure=measure)
        yield Atom("some line", self.constraint, ir.disj(list(self.exprs)))

    def forced(self, truth: Truth) -> Iterator[Clause]:
        yield from self._early_loops(truth)
        yield from self._cut_off(truth)

    def _segments(self, truth: Truth) -> list[tuple[list[int], list[int]]]:
        """The pieces of drawn line, as (nodes in order, edges in order); a closed one repeats its first node."""
        drawn: dict[int, list[tuple[int, int]]] = {}
        for edge, (a, b) in enumerate(self.graph.edges):
            if truth[self.edges[edge]] is True:
                drawn.setdefault(a, []).append((b, edge))
                drawn.setdefault(b, []).append((a, edge))
        found = []
        used: set[int] = set()
        ends_first = sorted(drawn, key=lambda node: len(drawn[node]))
        for start in ends_first:
            nodes, edges, node = [start], [], start
            while True:
                step = next(((n, e) for n, e in drawn[node] if e not in used), None)
                if step is None:
                    break
                node, edge = step
                used.add(edge)
                nodes.append(node)
                edges.append(edge)
                if node == start:
                    break
            if edges:
                found.append((nodes, edges))
        return found

    def _early_loops(self, truth: Truth) -> Iterator[Clause]:
        """The ends of a segment do not meet while a line is drawn elsewhere."""
        segments = self._segments(truth)
        for nodes, edges in segments:
            other = next((s[1][0] for s in segments if s[1] is not edges), None)
            if other is None:
                continue
            if nodes[0] == nodes[-1]:
                yield self._loop(nodes, edges, other)
                continue
            for end, edge in self.graph.adjacent[nodes[0]]:
                if end == nodes[-1] and edge not in edges and truth[self.edges[edge]] is not False:
                    yield self._loop(nodes, [*edges, edge], other)

    def _loop(self, nodes: list[int], edges: list[int], outside: int) -> Clause:
        literals = [*(-self.edges[e] for e in edges), -self.edges[outside]]
        told = {"segment": nodes, "elsewhere": self.graph.edges[outside], "start": nodes[:1], "end": nodes[-1:]}
        closing = [-self.edges[edges[-1]]] if nodes[0] != nodes[-1] else []
        return self.clause("early loop", literals, told, denied=closing)

    def _cut_off(self, truth: Truth) -> Iterator[Clause]:
        """An edge over which alone a part is reached belongs to no loop; parts that nothing joins hold no line."""
        usable = [[(n, e) for n, e in row if truth[self.edges[e]] is not False] for row in self.graph.adjacent]
        home: dict[int, int] = {}
        for root in range(len(usable)):
            if root not in home and usable[root]:
                for edge, side in bridges(root, usable, home):
                    yield self._bridge(edge, self._rounded(side, usable))
        drawn = next((e for e, lit in enumerate(self.edges) if truth[lit] is True), None)
        if drawn is None:
            return
        here = home[self.graph.edges[drawn][0]]
        for edge, (a, _) in enumerate(self.graph.edges):
            if truth[self.edges[edge]] is not False and home[a] != here:
                part = self._rounded({n for n, c in home.items() if c == home[a]}, usable)
                yield self._apart(edge, drawn, part)

    def _rounded(self, part: set[int], usable: list[list[tuple[int, int]]]) -> set[int]:
        """The part with nodes that no line can reach, where that makes its border shorter."""
        part = set(part)
        beside = [n for node in part for n, _ in self.graph.adjacent[node] if n not in part and not usable[n]]
        for node in beside:  # grows on the way
            inside = sum(1 for n, _ in self.graph.adjacent[node] if n in part)
            if node not in part and 2 * inside >= len(self.graph.adjacent[node]):
                part.add(node)
                beside += [n for n, _ in self.graph.adjacent[node] if n not in part and not usable[n]]
        return part

    def _crossing(self, part: set[int]) -> list[int]:
        return [e for e, (a, b) in enumerate(self.graph.edges) if (a in part) != (b in part)]

    def _bridge(self, edge: int, part: set[int]) -> Clause:
        """A loop crosses every border an even number of times: not here alone."""
        others = [e for e in self._crossing(part) if e != edge]
        literals = [-self.edges[edge], *(self.edges[e] for e in others)]
        return self.clause("dead end", literals, {"component": sorted(part), "crossing": self.graph.edges[edge]})

    def _apart(self, edge: int, drawn: int, part: set[int]) -> Clause:
        literals = [-self.edges[edge], -self.edges[drawn], *(self.edges[e] for e in self._crossing(part))]
        return self.clause("loop cut", literals, {"component": sorted(part), "elsewhere": self.graph.edges[drawn]})


def bridges(root: int, usable: list[list[tuple[int, int]]], home: dict[int, int]) -> Iterator[tuple[int, set[int]]]:
    """The edges of a component without which it falls apart, each with the nodes beyond it; fills `home`."""
    order: list[int] = [root]
    place = {root: 0}
    low = {root: 0}
    home[root] = root
    stack: list[tuple[int, int, Iterator[tuple[int, int]]]] = [(root, -1, iter(usable[root]))]
    while stack:
        node, via, links = stack[-1]
        for other, edge in links:
            if edge == via:
                continue
            if other not in place:
                place[other] = low[other] = len(order)
                order.append(other)
                home[other] = root
                stack.append((other, edge, iter(usable[other])))
                break
            low[node] = min(low[node], place[other])
        else:
            stack.pop()
            if stack:
                parent = stack[-1][0]
                low[parent] = min(low[parent], low[node])
                if low[node] > place[parent]:
                    yield via, set(order[place[node] :])
