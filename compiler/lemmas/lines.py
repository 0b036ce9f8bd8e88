"""One loop or one path: degrees from the start, cuts around whatever lies apart."""

from __future__ import annotations

from cluewright.compiler.cnf import FALSE, Encoder, Truths
from cluewright.compiler.cnf.sums import require_count
from cluewright.compiler.ir import GraphConstraint, Loop, Path
from cluewright.compiler.lemmas.base import Favourites, GraphLemmas, Lemma


class LineLemmas(GraphLemmas):
    """Edges of which every node has few: the part that loops and paths share."""

    def __init__(self, encoder: Encoder, constraint: Loop | Path, guard: int | None) -> None:
        super().__init__(encoder, constraint, guard)
        self.constraint: GraphConstraint = constraint
        self.edges = [encoder.literal(edge) for edge in constraint.edges]
        self.favourites = Favourites(self.edges)
        self.adjacent = [[(n, e) for n, e in row if self.edges[e] != FALSE] for row in self.graph.adjacent]

    def incident(self, node: int) -> list[int]:
        """The literals of a node's edges."""
        return [self.edges[e] for _, e in self.adjacent[node]]

    def require_zero_or_two(self, literals: list[int], unless: tuple[int, ...] = ()) -> None:
        """No edge here or exactly two."""
        prefix = (*self.prefix, *unless)
        for index, literal in enumerate(literals):
            self.encoder.clause([*prefix, -literal, *literals[:index], *literals[index + 1 :]])
        require_count(self.encoder, literals, "<=", 2, prefix)

    def parts(self, truths: Truths) -> list[tuple[list[int], list[int]]]:
        """The connected parts of the active edges, each as (nodes, edges)."""
        active = [truths[lit] == lit for lit in self.edges]
        ends = self.graph.edges
        seen = [False] * len(self.graph.names)
        found: list[tuple[list[int], list[int]]] = []
        for edge, yes in enumerate(active):
            start = ends[edge][0]
            if not yes or seen[start]:
                continue
            seen[start] = True
            nodes = [start]
            edges: dict[int, None] = {}
            for node in nodes:
                for other, link in self.adjacent[node]:
                    if active[link]:
                        edges[link] = None
                        if not seen[other]:
                            seen[other] = True
                            nodes.append(other)
            found.append((nodes, list(edges)))
        for _, edges_of_part in found:
            self.favourites.note(edges_of_part)
        return found

    def cut(self, part: tuple[list[int], list[int]], outside: int, outside_node: int, known: bool = False) -> Lemma:
        """If an edge of the part and an edge outside are both used, then so is an edge that leaves the part.

        The node set is grown by every pocket that the part closes off from the edge outside: fewer edges leave it.
        """
        nodes, edges = part
        crossing = self._crossing(nodes, outside_node)
        inner = self.favourites.best(edges)
        literals = [-self.edges[inner], *(self.edges[e] for e in crossing)]
        witnesses = (inner,) if known else (inner, outside)
        if not known:
            literals.append(-self.edges[outside])
        return Lemma(
            "loop cut",
            self.clause(literals),
            self.constraint,
            (("component", tuple(nodes)),),
            (("boundary edges", tuple(crossing)), ("witnesses", witnesses)),
        )

    def _crossing(self, nodes: list[int], outside_node: int) -> list[int]:
        """The edges that leave the node set together with the pockets it encloses.

        A search from each neighbour that grows beyond what a cycle of this length can enclose on a square board counts
        as outside; that only makes the set smaller, and any set that leaves out the node outside gives a true lemma.
        """
        members = set(nodes)
        adjacent = self.adjacent
        limit = len(nodes) ** 2 // 16 + 4
        is_outside: dict[int, bool] = {}
        for node in nodes:
            for start, _ in adjacent[node]:
                if start in members or start in is_outside:
                    continue
                seen = {start}
                region = [start]
                outside = False
                for here in region:
                    if here == outside_node or here in is_outside or len(region) > limit:
                        outside = True
                        break
                    for other, _ in adjacent[here]:
                        if other not in members and other not in seen:
                            seen.add(other)
                            region.append(other)
                is_outside.update(dict.fromkeys(seen, outside))
        return [e for node in nodes for other, e in adjacent[node] if is_outside.get(other, False)]


class LoopLemmas(LineLemmas):
    """Exactly one simple cycle."""

    def static(self) -> None:
        for node in range(len(self.adjacent)):
            self.require_zero_or_two(self.incident(node))
        self.require(self.edges)

    def violated(self, truths: Truths) -> list[Lemma]:
        if self.idle(truths):
            return []
        parts = self.parts(truths)
        if len(parts) < 2:
            return []
        main = max(parts, key=lambda part: len(part[1]))
        anchor = self.favourites.best(main[1])
        anchor_node = self.graph.edges[anchor][0]
        lemmas = [self.cut(part, anchor, anchor_node) for part in parts if part is not main]
        if len(parts) == 2:
            other = parts[0] if parts[1] is main else parts[1]
            back = self.favourites.best(other[1])
            lemmas.append(self.cut(main, back, self.graph.edges[back][0]))
        return lemmas


class PathLemmas(LineLemmas):
    """Exactly one simple open path; a piece that is not the path is a cycle, because only two nodes are ends."""

    def __init__(self, encoder: Encoder, constraint: Path, guard: int | None) -> None:
        super().__init__(encoder, constraint, guard)
        self.ends = constraint.ends

    def static(self) -> None:
        if self.ends is not None:
            if self.ends[0] == self.ends[1]:
                self.require([])
                return
            for node in range(len(self.adjacent)):
                if node in self.ends:
                    require_count(self.encoder, self.incident(node), "==", 1, self.prefix)
                else:
                    self.require_zero_or_two(self.incident(node))
            return
        is_end: list[int] = []
        for node in range(len(self.adjacent)):
            literals = self.incident(node)
            if not literals:
                continue
            end = self.encoder.new()
            is_end.append(end)
            require_count(self.encoder, literals, "==", 1, (*self.prefix, -end))
            self.require_zero_or_two(literals, (end,))
        require_count(self.encoder, is_end, "==", 2, self.prefix)

    def violated(self, truths: Truths) -> list[Lemma]:
        if self.idle(truths):
            return []
        parts = self.parts(truths)
        if len(parts) < 2:
            return []
        main = next(part for part in parts if len(part[0]) == len(part[1]) + 1)
        known = self.ends is not None
        if self.ends is not None:
            anchor, anchor_node = main[1][0], self.ends[0]
        else:
            anchor = self.favourites.best(main[1])
            anchor_node = self.graph.edges[anchor][0]
        return [self.cut(part, anchor, anchor_node, known) for part in parts if part is not main]
