"""Nodes and edges of a graph by name, both ways."""

from __future__ import annotations

from functools import cached_property

from cluewright.compiler.ir import Graph


class GraphNames:
    """A node is called as on the board, an edge after its ends: `r1c1-r1c2`; a second edge between them is `...#2`."""

    def __init__(self, graph: Graph) -> None:
        self.nodes = graph.names
        self.edges = self._edge_names(graph)

    @staticmethod
    def _edge_names(graph: Graph) -> tuple[str, ...]:
        names: dict[str, None] = {}
        for a, b in graph.edges:
            stem = name = f"{graph.names[a]}-{graph.names[b]}"
            number = 1
            while name in names:
                number += 1
                name = f"{stem}#{number}"
            names[name] = None
        return tuple(names)

    @cached_property
    def node_index(self) -> dict[str, int]:
        """From a node's name to its index."""
        return {name: index for index, name in enumerate(self.nodes)}

    @cached_property
    def edge_index(self) -> dict[str, int]:
        """From an edge's name to its index."""
        return {name: index for index, name in enumerate(self.edges)}
