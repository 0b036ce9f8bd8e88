"""No rings, on a half-filled board: an edge between two nodes that are joined already would close one."""

from __future__ import annotations

from collections.abc import Iterator

from cluewright.compiler import ir
from cluewright.compiler.cnf import Encoder
from cluewright.compiler.model import Constraint
from cluewright.reasoning.graphs.base import Clause, Source, Truth


class AcyclicSource(Source):
    """The active edges form no ring."""

    def __init__(self, encoder: Encoder, constraint: Constraint, graph: ir.Acyclic) -> None:
        super().__init__(encoder, constraint, graph.graph)
        self.edges = self.named(graph.edges or ())

    @staticmethod
    def takes(graph: ir.Acyclic) -> bool:
        """Whether anything finer is known of such a rule."""
        return graph.nodes is None and graph.edges is not None

    def forced(self, truth: Truth) -> Iterator[Clause]:
        trees: dict[int, dict[int, tuple[int, int]]] = {}
        for edge, (a, b) in enumerate(self.graph.edges):
            if truth[self.edges[edge]] is not False:
                tree = trees.get(a) or self._tree(a, truth, trees)
                if b in tree and edge not in (tree[a][1], tree[b][1]):
                    way, used = _ring(tree, a, b)
                    yield self.clause("cycle", [-self.edges[e] for e in (*used, edge)], {"cycle": way})

    def _tree(
        self, root: int, truth: Truth, trees: dict[int, dict[int, tuple[int, int]]]
    ) -> dict[int, tuple[int, int]]:
        """All that is joined with a node: each with the node and the edge by which it was reached."""
        tree = {root: (root, -1)}
        queue = [root]
        for node in queue:
            trees[node] = tree
            for other, edge in self.graph.adjacent[node]:
                if other not in tree and truth[self.edges[edge]] is True:
                    tree[other] = (node, edge)
                    queue.append(other)
        return tree


def _ring(tree: dict[int, tuple[int, int]], one: int, other: int) -> tuple[list[int], list[int]]:
    """The nodes and edges of the way between two nodes of a tree."""
    nodes: list[list[int]] = []
    for node in (one, other):
        way = [node]
        while tree[way[-1]][1] >= 0:
            way.append(tree[way[-1]][0])
        nodes.append(way)
    first, second = nodes
    while len(first) > 1 and len(second) > 1 and first[-2] == second[-2]:
        first.pop()
        second.pop()
    edges = [tree[node][1] for node in (*first[:-1], *second[:-1])]
    return [*first, *second[-2::-1]], edges
