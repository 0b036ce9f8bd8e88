"""Statements about graphs, by plain search."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from cluewright.reference.boards import Board, Point
from cluewright.reference.elements import Cell, Edge, Group, Layer, Link, Side, fail, spell
from cluewright.reference.evaluate import items, number
from cluewright.reference.functions import members
from cluewright.reference.geometry import turns

#: Nodes with their neighbours.
Graph = dict[Any, list[Any]]


def pieces(graph: Graph) -> list[set[object]]:
    """The connected pieces of a graph."""
    left, found = set(graph), []
    for start in graph:
        if start not in left:
            continue
        piece, border = {start}, [start]
        while border:
            for node in graph[border.pop()]:
                if node not in piece:
                    piece.add(node)
                    border.append(node)
        found.append(piece)
        left -= piece
    return found


def graph_of(nodes: Iterable[object], pairs: Iterable[tuple[object, object]]) -> Graph:
    """The graph on these nodes with those of the pairs that join two of them; a pair in both directions is one edge."""
    graph: Graph = {node: [] for node in nodes}
    for a, b in pairs:
        if a in graph and b in graph and b not in graph[a]:
            graph[a].append(b)
            graph[b].append(a)
    return graph


def ends_of(edge: object) -> tuple[object, object]:
    """The two ends of an edge: of a side, a link, or a pair."""
    if isinstance(edge, Edge) or (isinstance(edge, tuple) and not isinstance(edge, Group) and len(edge) == 2):
        a, b = items(edge)
        return fail(f"an edge joins two different things, but {spell(edge)} does not") if a == b else (a, b)
    return fail(f"{spell(edge)} is not an edge")


def edge_graph(edges: Iterable[object]) -> Graph:
    """The ends of the edges and what joins them."""
    pairs = [ends_of(edge) for edge in edges]
    return graph_of([end for pair in pairs for end in pair], pairs)


def is_acyclic(graph: Graph) -> bool:
    """Without rings a graph has as many edges as nodes, less one for each piece."""
    edges = sum(len(nodes) for nodes in graph.values()) // 2
    return edges == len(graph) - len(pieces(graph))


class GraphFunctions:
    """The functions on graphs of one board (None without a board)."""

    def __init__(self, board: Board | None) -> None:
        self.board = board

    def functions(self) -> dict[str, Callable[..., object]]:
        """All of them by name."""
        return {
            "connected": self.connected,
            "apart": self.apart,
            "reaches": self.reaches,
            "single_loop": self.single_loop,
            "path": self.path,
            "acyclic": lambda things: is_acyclic(self.natural(members(things))),
            "paired": self.paired,
            "islands": self.islands,
            "equal_groups": self.equal_groups,
            "piece_size": self.piece_size,
            "divided": lambda borders, size=None: self.divided(borders, size),
            "twins": self.twins,
            "visits": visits,
        }

    def natural(self, things: tuple[object, ...]) -> Graph:
        """Cells with their neighbours, or edges with their ends."""
        if all(isinstance(thing, Cell) for thing in things):
            return self.cell_graph(things)
        return edge_graph(things)

    def cell_graph(self, cells: Iterable[Any]) -> Graph:
        neighbours = self.board.neighbours if self.board else {}
        inside = dict.fromkeys(cells)
        return {cell: [x for x in neighbours[cell] if x in inside] for cell in inside}

    def connected(self, things: object, by: object = None) -> bool:
        found = members(things)
        if by is None:
            return len(pieces(self.natural(found))) <= 1
        return len(pieces(graph_of(found, [ends_of(pair) for pair in members(by)]))) <= 1

    def apart(self, first: object, second: object, things: object = None, by: object = None) -> bool:
        if things is None and self.board is None:
            fail("without a board the things are named")
        found = self.board.cells if things is None and self.board else members(things)
        pairs = [] if by is None else [ends_of(pair) for pair in members(by)]
        graph = self.cell_graph(found) if by is None else graph_of(found, pairs)
        both = [piece for piece in pieces(graph) if first in piece or second in piece]
        return len(both) == 2

    def reaches(self, cells: object, anchors: object) -> bool:
        reached = set(members(anchors))
        return all(piece & reached for piece in pieces(self.cell_graph(members(cells))))

    def single_loop(self, edges: object) -> bool:
        graph = edge_graph(members(edges))
        return len(pieces(graph)) == 1 and all(len(nodes) == 2 for nodes in graph.values())

    def path(self, edges: object, ends: object = None) -> bool:
        graph = edge_graph(members(edges))
        if len(pieces(graph)) != 1 or not is_acyclic(graph) or any(len(nodes) > 2 for nodes in graph.values()):
            return False
        return ends is None or {node for node in graph if len(graph[node]) == 1} == set(items(ends))

    def paired(self, things: object, by: object) -> bool:
        graph = graph_of(members(things), [ends_of(pair) for pair in members(by)])
        return _has_matching(graph)

    def islands(self, cells: Any, seeds: Any) -> bool:
        sizes = {seed: seeds[seed] for seed in members(seeds)}
        graph = self.cell_graph(members(cells))
        if not all(seed in graph for seed in sizes):
            return False
        for piece in pieces(graph):
            inside = [sizes[cell] for cell in piece if cell in sizes]
            if len(inside) != 1 or not _fits(inside[0], len(piece)):
                return False
        return True

    def equal_groups(self, labels: object, size: object = None) -> bool:
        if not isinstance(labels, Layer):
            fail("equal_groups takes a layer of labels")
        values = {cell: labels[cell] for cell in (self.board.cells if self.board else ()) if labels.has(cell)}
        graph = {c: [x for x in near if values[x] == values[c]] for c, near in self.cell_graph(values).items()}
        return all(_fits(_size_at(size, cell), len(piece)) for piece in pieces(graph) for cell in piece)

    def piece_size(self, c: object, cells: object, size: object, by: object = None) -> bool:
        things = members(cells)
        pairs = [] if by is None else [ends_of(pair) for pair in members(by)]
        graph = self.cell_graph(things) if by is None else graph_of(things, pairs)
        found = [piece for piece in pieces(graph) if c in piece]
        return bool(found) and len(found[0]) == number(size)

    def areas(self, borders: object) -> list[set[Any]] | None:
        """The groups that the borders cut the board into; None if a border lies inside a group."""
        if self.board is None:
            fail("without a board nothing can be divided")
        cuts = [self._sides_of(border) for border in members(borders)]
        walls = {frozenset(cells) for cells in cuts if len(cells) == 2}
        near = self.board.neighbours
        graph = {c: [x for x in near[c] if frozenset((c, x)) not in walls] for c in self.board.cells}
        found = pieces(graph)
        return None if any(wall <= area for wall in walls for area in found) else found

    def _sides_of(self, border: object) -> tuple[object, ...]:
        if isinstance(border, Link):
            return border.ends
        return border.cells if isinstance(border, Side) else fail(f"{spell(border)} is not a border between cells")

    def divided(self, borders: object, size: object) -> bool:
        areas = self.areas(borders)
        return areas is not None and all(_fits(_size_at(size, cell), len(area)) for area in areas for cell in area)

    def twins(self, borders: object, first: object) -> bool:
        areas = self.areas(borders)
        marked = set(members(first))
        if areas is None:
            return False
        for area in areas:
            parts = [area & marked, area - marked]
            if any(len(pieces(self.cell_graph(part))) != 1 for part in parts):
                return False
            if _shape(parts[0]) != _shape(parts[1]):
                return False
        return True


def _fits(wanted: object, size: int) -> bool:
    """Whether a group has the size that is asked for; what is not a number asks for nothing."""
    return type(wanted) is not int or wanted == size


def visits(numbers: object, line: object, start: object, stops: object) -> bool:
    """The steps of a line are numbered by the stops before them; see each place for itself."""
    if not isinstance(numbers, Layer):
        fail("the numbers are a layer over sides or links")
    drawn = members(line)
    if any(not isinstance(step, Edge) for step in drawn):
        fail("a line consists of sides or links")
    groups = [items(stop) if isinstance(stop, Group | tuple) else (stop,) for stop in items(stops)]
    places = [place for group in groups for place in group]
    if len(set(places)) < len(places) or start in places:
        fail("stops are different places, and the start is none of them")
    at: dict[object, list[int]] = {}
    for step in drawn:
        for end in ends_of(step):
            at.setdefault(end, []).append(number(numbers[step]))
    if any(number(numbers[step]) != 0 for step in numbers.elements() if step not in drawn):
        return False
    if any(sum(place in at for place in group) != 1 for group in groups):
        return False
    last = len(groups)
    for place, found in at.items():
        if place == start:
            if found != [0] + [last] * (len(found) - 1):
                return False
        elif len(found) == 1:
            if found[0] != last - (place in places):
                return False
        elif any(abs(a - b) != (place in places) for i, a in enumerate(found) for b in found[:i]):
            return False
    return start in at


def _size_at(size: object, cell: object) -> object:
    if isinstance(size, Layer):
        return size[cell] if size.has(cell) else None
    return None if size is None else number(size)


def _has_matching(graph: Graph) -> bool:
    """Whether all nodes can be put into pairs: the first one is tried with each of its neighbours."""
    if not graph:
        return True
    first, *others = graph
    for partner in dict.fromkeys(graph[first]):
        if partner != first:
            rest = [node for node in others if node != partner]
            if _has_matching({node: [x for x in graph[node] if x in rest] for node in rest}):
                return True
    return False


def _shape(cells: Iterable[Cell]) -> Hashable:
    """The same for all shapes that can be turned and mirrored into each other."""
    points: list[Point] = [(cell.row, cell.column) for cell in cells]
    views = [view for one in (points, [(r, -c) for r, c in points]) for view in turns(one)]
    return min(tuple(sorted((r - min(view)[0], c - min(x for _, x in view)) for r, c in view)) for view in views)
