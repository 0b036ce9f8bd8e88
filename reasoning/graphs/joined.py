"""Connectivity by edges that may be missing, on a half-filled board: what lies cut off, and what the only way leads
over."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from cluewright.compiler import ir
from cluewright.compiler.cnf import FALSE, Encoder
from cluewright.compiler.model import Constraint
from cluewright.reasoning.graphs.base import Clause, Source, Truth, reach
from cluewright.reasoning.graphs.connected import articulations
from cluewright.reasoning.graphs.lines import bridges


class _Board(NamedTuple):
    """What is known: the nodes that are active, those that can be, and for each of these its ways out."""

    truth: Truth
    active: list[int]
    possible: set[int]
    usable: list[list[tuple[int, int]]]
    near: list[list[int]]


class JoinedSource(Source):
    """Active edges join the active nodes to one piece."""

    def __init__(self, encoder: Encoder, constraint: Constraint, graph: ir.Connected) -> None:
        super().__init__(encoder, constraint, graph.graph)
        self.nodes = self.named(graph.nodes)
        self.edges = self.named(graph.edges or ())

    @staticmethod
    def takes(graph: ir.Connected) -> bool:
        """Whether edges may be missing."""
        return graph.edges is not None

    def forced(self, truth: Truth) -> Iterator[Clause]:
        board = self._seen(truth)
        if board.active:
            main = set(reach(board.near, board.active[0], board.possible))
            yield from self._cut_off(board, main)
            yield from self._only_ways(board, main)

    def _seen(self, truth: Truth) -> _Board:
        possible = {i for i, lit in enumerate(self.nodes) if truth[lit] is not False}
        usable = [
            [(n, e) for n, e in row if n in possible and truth[self.edges[e]] is not False] if node in possible else []
            for node, row in enumerate(self.graph.adjacent)
        ]
        active = [i for i, lit in enumerate(self.nodes) if truth[lit] is True]
        active.sort(key=lambda node: self.graph.names[node][-1:].isdigit())  # what is no place says best what is joined
        return _Board(truth, active, possible, usable, [[n for n, _ in row] for row in usable])

    def _cut_off(self, board: _Board, main: set[int]) -> Iterator[Clause]:
        """What no way joins with an active node is inactive; two active ones apart are a contradiction."""
        apart = None
        left = board.possible - main
        while left:
            part = reach(board.near, min(left), board.possible)
            left -= part.keys()
            inside = [n for n in board.active if n in part]
            apart = next(iter(inside), apart)
            for each in inside[:1] or part:
                yield self._cut(board, part, each, board.active[0])
        if apart is not None:  # no active node is any better than another
            yield self._cut(board, main, board.active[0], apart)

    def _only_ways(self, board: _Board, main: set[int]) -> Iterator[Clause]:
        """Without this edge or this node, active nodes would be apart."""
        if len(board.active) < 2:
            return
        root = board.active[0]
        for _, side in bridges(root, board.usable, {}):
            for part in (side, main - side):
                yield from self._between(board, part, main)
        for node in sorted(set(articulations(board.near, root, board.possible, set(board.active)))):
            for start in board.near[node]:
                part = set(reach(board.near, start, board.possible, without=node))
                yield from self._between(board, part, main, node)

    def _between(self, board: _Board, part: set[int], main: set[int], node: int = -1) -> Iterator[Clause]:
        inside = next((n for n in board.active if n in part), None)
        outside = next((n for n in board.active if n in main and n not in part and n != node), None)
        if inside is not None and outside is not None:
            atom, clause = self._cut(board, part, inside, outside, node)
            if not any(board.truth[literal] for literal in clause):
                yield atom, clause

    def _cut(self, board: _Board, part: Collection[int], witness: int, anchor: int, through: int = -1) -> Clause:
        """One of two active nodes is in the part and the other is not: some edge leads out of it, to an active node.
        Either of these two can stand for both, so that is taken which is known, or asked for."""
        members = set(part)
        exits: list[int] = []
        ends: list[int] = []
        for n, e in [way for node in sorted(members) for way in self.graph.adjacent[node] if way[0] not in members]:
            node, edge = self.nodes[n], self.edges[e]
            if FALSE not in (node, edge):
                by_node = n == through or board.truth[node] is False or board.truth[edge] is True
                exits.append(node if by_node else edge)
                ends.append(n)
        literals = [-self.nodes[witness], -self.nodes[anchor], *exits]
        roles = {"component": sorted(members), "boundary": sorted(set(ends)), "witnesses": (witness, anchor)}
        return self.clause("cut", literals, roles)
