"""What cannot be said by graph variables: they have nodes, and one edge at most between two of them."""

from __future__ import annotations

from cluewright.compiler import ir
from cluewright.compiler.ir import Expr, Graph
from cluewright.compiler.lowering.planar import sides_of


def cannot_say(node: Expr) -> bool:
    """Whether a constraint has to be encoded for a target with graph variables."""
    if isinstance(node, ir.Loop) and sides_of(node.graph) is not None:
        return True  # as the border between two connected sides it was found far sooner
    if isinstance(node, (ir.Loop, ir.Acyclic)):
        return _has_twin_edges(node.graph)
    return False


def _has_twin_edges(graph: Graph) -> bool:
    return len(set(map(frozenset, graph.edges))) < len(graph.edges)
