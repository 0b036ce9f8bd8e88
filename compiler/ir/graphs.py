"""Graphs and the constraints on sets of their nodes and edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from cluewright.compiler.ir.declaring import declared
from cluewright.compiler.ir.numbers import Value
from cluewright.compiler.ir.truths import Truth

#: The ways to turn and mirror a shape: a place (r, c) goes to (a*r + b*c, d*r + e*c).
TURNS: Final = tuple(turn for s in (1, -1) for t in (1, -1) for turn in ((s, 0, 0, t), (0, s, t, 0)))


class Graph:
    """A fixed undirected graph; nodes and edges are addressed by their index."""

    __slots__ = ("adjacent", "edges", "faces", "names", "outer")

    def __init__(
        self,
        names: Sequence[str],
        edges: Sequence[tuple[int, int]],
        faces: Sequence[tuple[int, ...]] = (),
        outer: tuple[int, ...] | None = None,
    ) -> None:
        #: What a node is called (`r3c4`); unique.
        self.names: tuple[str, ...] = tuple(names)
        #: Endpoints of each edge, two different nodes; two edges may have the same ends.
        self.edges: tuple[tuple[int, int], ...] = tuple(edges)
        if any(a == b for a, b in self.edges):
            raise ValueError("an edge joins two different nodes")
        #: For each node its (neighbour, edge index) pairs.
        self.adjacent: tuple[tuple[tuple[int, int], ...], ...] = self._adjacency()
        #: Inner faces of a planar drawing, as cycles of nodes, where known.
        self.faces: tuple[tuple[int, ...], ...] = tuple(faces)
        #: The walk once around the outside of a planar drawing, where known (a simple cycle of nodes).
        self.outer = outer

    def _adjacency(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        lists: list[list[tuple[int, int]]] = [[] for _ in self.names]
        for index, (a, b) in enumerate(self.edges):
            lists[a].append((b, index))
            lists[b].append((a, index))
        return tuple(tuple(row) for row in lists)

    def restricted(self, members: Sequence[int]) -> Graph:
        """The graph of these nodes alone, in this order."""
        index = {node: number for number, node in enumerate(members)}
        edges = [(index[a], index[b]) for a, b in self.edges if a in index and b in index]
        return Graph([self.names[node] for node in members], edges)

    def within(self, start: int, steps: int, allowed: Callable[[int], bool] = lambda node: True) -> list[int]:
        """The nodes at most so many steps away by way of allowed ones, the nearest first."""
        distance = {start: 0}
        found = [start]
        for node in found:  # grows on the way
            if distance[node] < steps:
                for other, _ in self.adjacent[node]:
                    if other not in distance and allowed(other):
                        distance[other] = distance[node] + 1
                        found.append(other)
        return found


#: Of a condition without the opposite.
NOT_DENIED: Final = "can be required, but not denied"


@declared
class GraphConstraint(Truth):
    """Base of the constraints on graphs. They may be asserted or implied, but negated only where they have a denial."""

    #: What it says, in an error message: ".. can be required, but not denied".
    says: ClassVar[str] = "a graph rule"

    graph: Graph

    @property
    def denial(self) -> GraphConstraint | None:
        """The constraint that holds exactly where this one does not, if there is one."""
        return None


@declared
class Connected(GraphConstraint):
    """The active nodes form one connected piece (or there are none).

    An edge joins its ends when both are active and, where `edges` is given, the edge is active too.
    An active edge with an inactive end joins nothing and is allowed.
    """

    says = "that a set is connected"

    nodes: tuple[Value, ...]
    edges: tuple[Value, ...] | None = None

    @property
    def denial(self) -> GraphConstraint:
        """Several pieces."""
        return Separated(self.graph, self.nodes, self.edges)


@declared
class Separated(GraphConstraint):
    """The active nodes form at least two pieces; or where `ends` are given, these two are active and lie in different
    pieces. Edges join as in Connected."""

    says = "that two things lie apart"

    nodes: tuple[Value, ...]
    edges: tuple[Value, ...] | None = None
    ends: tuple[int, int] | None = None

    @property
    def denial(self) -> GraphConstraint | None:
        """One piece, if no ends are given."""
        return Connected(self.graph, self.nodes, self.edges) if self.ends is None else None


@declared
class Loop(GraphConstraint):
    """The active edges form exactly one simple cycle (at least one edge is active)."""

    says = "that the lines form one loop"

    edges: tuple[Value, ...]


@declared
class Path(GraphConstraint):
    """The active edges form exactly one simple open path with at least one edge (between `ends` where given)."""

    says = "that the lines form one path"

    edges: tuple[Value, ...]
    ends: tuple[int, int] | None = None


@declared
class Acyclic(GraphConstraint):
    """The active nodes and edges contain no cycle. An edge counts when it and both its ends are active;
    None stands for 'all active'."""

    says = "that there is no cycle"

    nodes: tuple[Value, ...] | None
    edges: tuple[Value, ...] | None


@declared
class EqualGroups(GraphConstraint):
    """Neighbouring nodes with equal labels belong together; every node's group has the size `sizes` gives it
    (None: any size)."""

    says = "that equal neighbours form groups of given sizes"

    labels: tuple[Value, ...]
    sizes: tuple[Value | None, ...]


@declared
class SeededGroups(GraphConstraint):
    """Every connected piece of active nodes contains exactly one seed and has that seed's size
    (None: any size). Every seed is active. `seeds` maps node index to size."""

    says = "that groups grow from seeds"

    nodes: tuple[Value, ...]
    seeds: dict[int, int | None]


@declared
class JoinedGroups(GraphConstraint):
    """Groups are the pieces connected by active edges; an edge inside a group is always active (no border ends
    inside a group); every node's group has the size `sizes` gives it (None: any size)."""

    says = "that joined neighbours form groups"

    edges: tuple[Value, ...]
    sizes: tuple[Value | None, ...]


@declared
class TwinGroups(GraphConstraint):
    """Groups are the pieces connected by active edges, as in JoinedGroups. Each has one connected part inside the set
    `first` and one outside it, and the two have the same shape, turned or mirrored if need be."""

    says = "that groups consist of two parts of one shape"

    edges: tuple[Value, ...]
    first: frozenset[int]
    #: Row and column of every node.
    places: tuple[tuple[int, int], ...]


@declared
class Matched(GraphConstraint):
    """The active nodes can be put into pairs along edges, each node into exactly one. The graph has two sides, and
    every edge joins one side to the other."""

    says = "that things can be paired off"

    nodes: tuple[Value, ...]
