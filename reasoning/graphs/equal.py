"""Groups of equal numbers that are their sizes, on a half-filled board: what is full, and what has room to grow."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.cnf import Encoder
from cluewright.compiler.model import Constraint
from cluewright.reasoning.atoms import Atom
from cluewright.reasoning.graphs.base import Clause, Source, Truth, reach

#: The answers to so many questions are kept.
MOST_KEPT: Final = 2_000


class EqualSource(Source):
    """Neighbouring nodes with equal numbers form groups of that size."""

    def __init__(self, encoder: Encoder, constraint: Constraint, graph: ir.EqualGroups) -> None:
        super().__init__(encoder, constraint, graph.graph)
        self.labels = graph.labels
        self.adjacent = [list(dict.fromkeys(n for n, _ in row)) for row in self.graph.adjacent]
        #: For each value the literals of "this node has it", by node.
        self.having: dict[int, dict[int, int]] = {}
        for node, label in enumerate(graph.labels):
            for value in ir.values(label):
                (literal,) = self.named([ir.equal(label, value)])
                self.having.setdefault(value, {})[node] = literal
        #: What follows where some nodes can have a number and some have it: what-ifs ask the same again and again.
        self._kept: dict[tuple[int, frozenset[int], frozenset[int]], list[Clause]] = {}

    @staticmethod
    def takes(graph: ir.EqualGroups) -> bool:
        """Whether anything finer is known of such groups."""
        return all(size is label for size, label in zip(graph.sizes, graph.labels, strict=True))

    def static(self) -> Iterator[Atom]:
        for value, nodes in self.having.items():
            if not 1 <= value <= len(self.labels):
                for node in nodes:
                    yield Atom("rule", self.constraint, ir.negate(ir.equal(self.labels[node], value)))

    def forced(self, truth: Truth) -> Iterator[Clause]:
        for value, having in self.having.items():
            if 1 <= value <= len(self.labels):
                can = frozenset([n for n, lit in having.items() if truth[lit] is not False])
                has = frozenset([n for n in can if truth[having[n]]])
                yield from self._of_value(value, can, has)

    def _of_value(self, value: int, can: frozenset[int], has: frozenset[int]) -> list[Clause]:
        """What follows for one number."""
        key = (value, can, has)
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = list(self._found(value, can, has))
        return self._kept[key]

    def _found(self, value: int, can: AbstractSet[int], has: AbstractSet[int]) -> Iterator[Clause]:
        having = self.having[value]
        seen: set[int] = set()
        for node in sorted(has):
            if node not in seen:
                piece = reach(self.adjacent, node, has)
                seen.update(piece)
                if len(piece) > value:
                    yield self._too_large(list(piece)[: value + 1], value, having)
                elif len(piece) < value:
                    yield from self._grows(node, value, can, has)
        rooms = self._rooms(can)
        for node in sorted(can - has):
            joined = [node] if has.isdisjoint(self.adjacent[node]) else list(reach(self.adjacent, node, has))
            if len(joined) > value:
                yield self._too_large(joined[: value + 1], value, having)
            elif len(rooms[node]) < value:
                yield self._too_little(node, value, having, rooms[node])

    def _rooms(self, can: AbstractSet[int]) -> dict[int, set[int]]:
        """For each node all those that it is connected with."""
        rooms: dict[int, set[int]] = {}
        for node in can:
            if node not in rooms:
                room = set(reach(self.adjacent, node, can))
                rooms.update(dict.fromkeys(room, room))
        return rooms

    def _grows(self, node: int, value: int, can: AbstractSet[int], has: AbstractSet[int]) -> Iterator[Clause]:
        having = self.having[value]
        room = reach(self.adjacent, node, can)
        if len(room) < value:
            yield self._too_little(node, value, having, set(room))
            return
        for other in room:
            if other not in has:
                rest = reach(self.adjacent, node, can, value, without=other)
                if len(rest) < value:
                    yield self._too_little(node, value, having, set(rest))

    def _too_large(self, nodes: list[int], value: int, having: dict[int, int]) -> Clause:
        return self.clause("overgrowth", [-having[n] for n in nodes], {"component": sorted(nodes)}, value)

    def _too_little(self, node: int, value: int, having: dict[int, int], room: set[int]) -> Clause:
        """If a node has the value, then one on the border of too small a room has it as well."""
        border = sorted(n for n in {n for each in room for n in self.adjacent[each]} - room if n in having)
        literals = [-having[node], *(having[n] for n in border)]
        return self.clause("growth", literals, {"component": sorted(room), "boundary": border}, value)
