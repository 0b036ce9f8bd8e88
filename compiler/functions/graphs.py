"""Functions on graphs: connectivity, loops, paths and groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.boards import SQUARE, Board
from cluewright.compiler.elements import Cell, Edge, Element, Layer, Seq
from cluewright.compiler.ir import Graph, Value
from cluewright.compiler.kinds import Vocabulary
from cluewright.compiler.operators import Guarded, coded, collect_guarded, depends, entries, items, known_members
from cluewright.compiler.work import PER_STEP, charge, pay
from cluewright.models.errors import LanguageError

#: A set of elements as element -> condition.
Members = dict[Any, Value]

#: What no expression can mean.
_NOTHING: Final = object()


class GraphFunctions:
    """Each takes a set of cells, or of edges (sides, links, pairs of elements), whose members may be unknown."""

    def __init__(self, board: Board | None, vocabulary: Vocabulary) -> None:
        self._board = board
        self._vocabulary = vocabulary
        self._index: dict[object, int] = {}
        #: The walls that were asked about last, and what is open between them.
        self._opened: tuple[object, Seq | Guarded] = (_NOTHING, Seq())

    def connected(self, things: object, by: object = None) -> Value:
        """The things form one connected piece: cells by their sides, or anything by the pairs in `by`.
        A set of edges is connected when one can walk along it from any of them to any other. Nothing at all counts
        as connected."""
        members = _members(things)
        if by is None and _are_edges(members):
            graph, edges, _ = self._edge_graph(members)
            touched = [ir.disj(edges[e] for _, e in graph.adjacent[n]) for n in range(len(graph.names))]
            return _node(ir.Connected(graph, tuple(touched), edges))
        if by is None:
            graph, index = self._cell_graph(members)
            return _node(ir.Connected(graph, _spread(graph, index, members)))
        nodes = list(members)
        graph, edges = _explicit_graph(nodes, _members(by))
        return _node(ir.Connected(graph, tuple(members.values()), edges))

    def apart(self, first: Any, second: Any, things: object = None, by: object = None) -> Value:
        """Two cells (or other things, by the pairs in `by`) belong to the set and lie in different pieces of it; all
        cells belong to it if none is named."""
        members = _members(self._need_board().cells if things is None else things)
        if first not in members or second not in members or first == second:
            return False
        if by is None:
            graph, index = self._cell_graph(members)
            return _node(ir.Separated(graph, _spread(graph, index, members), None, (index[first], index[second])))
        nodes = list(members)
        graph, edges = _explicit_graph(nodes, _members(by))
        return _node(ir.Separated(graph, tuple(members.values()), edges, (nodes.index(first), nodes.index(second))))

    def reaches(self, things: object, anchors: object) -> Value:
        """Every cell of the set is connected within the set to a cell that is among the anchors."""
        members = _members(things)
        graph, index = self._cell_graph(members)
        root = len(graph.names)
        anchored = [(index[a], root) for a in known_members(anchors) if a in index]
        extended = Graph([*graph.names, "anchor"], [*graph.edges, *anchored])
        return _node(ir.Connected(extended, (*_spread(graph, index, members), True)))

    def single_loop(self, edges: object) -> Value:
        """The chosen edges form exactly one loop that never touches or crosses itself."""
        graph, chosen, _ = self._edge_graph(_members(edges))
        return _node(ir.Loop(graph, chosen))

    def path(self, edges: object, ends: object = None) -> Value:
        """The chosen edges form exactly one open path, between the two given ends if these are named."""
        graph, chosen, nodes = self._edge_graph(_members(edges))
        if ends is None:
            return _node(ir.Path(graph, chosen))
        named = items(ends)
        if len(named) != 2:
            raise LanguageError(f"a path has two ends, not {len(named)}")
        places = [nodes.index(end) for end in named if end in nodes]
        if len(places) != 2:
            return False  # there is an end that no edge leads to
        return _node(ir.Path(graph, chosen, (places[0], places[1])))

    def acyclic(self, things: object) -> Value:
        """The chosen edges, or the chosen cells with their neighbours, contain no closed ring."""
        members = _members(things)
        if _are_edges(members):
            graph, chosen, _ = self._edge_graph(members)
            return _node(ir.Acyclic(graph, None, chosen))
        graph, index = self._cell_graph(members)
        return _node(ir.Acyclic(graph, _spread(graph, index, members), None))

    def paired(self, things: object, by: object) -> Value:
        """The things can be put into pairs, each into exactly one; `by` lists the possible pairs."""
        members = _members(things)
        graph, conditions = _explicit_graph(list(members), _members(by))
        if any(condition is not True for condition in conditions):
            raise LanguageError("the possible pairs must be known before the puzzle is solved")
        if not _has_two_sides(graph):
            raise LanguageError("things are paired with things of another kind", hint="no ring of odd length in by=...")
        return _node(ir.Matched(graph, tuple(members.values())))

    def islands(self, things: object, seeds: object) -> Value:
        """Every connected piece of the cells contains exactly one of the seeds and has as many cells as it says
        (a seed that is not a number says nothing)."""
        members = _members(things)
        if not isinstance(seeds, Layer) or seeds.is_unknown:
            raise LanguageError("the seeds of islands are a layer of clues")
        given = {seed: seeds[seed] for seed in known_members(seeds)}
        members.update((seed, False) for seed in given if seed not in members)
        graph, index = self._cell_graph(members)
        sizes = {index[seed]: value if value.__class__ is int else None for seed, value in given.items()}
        return _node(ir.SeededGroups(graph, _spread(graph, index, members), sizes))

    def equal_groups(self, labels: object, size: object = None) -> Value:
        """Neighbouring cells with equal labels belong together, and every cell's group has the size that `size`
        gives at the cell (the same layer, another layer, or one number for all)."""
        if not isinstance(labels, Layer):
            raise LanguageError("equal_groups takes a layer of labels")
        graph, index = self._cell_graph(dict.fromkeys(labels, True), exactly=True)
        by_node = {node: cell for cell, node in index.items()}
        cells = [by_node[n] for n in range(len(graph.names))]
        values = _labels([labels[cell] for cell in cells], self._vocabulary)
        return _node(ir.EqualGroups(graph, tuple(values), tuple(_size_at(size, cell) for cell in cells)))

    def piece_size(self, start: Any, things: Any, size: Any, by: object = None) -> Value:
        """The cell belongs to the set, and the connected piece of the set around it has so many cells. Cells are
        connected by their sides, or anything by the known pairs in `by`."""
        members = _members(things)
        graph, index = self._cell_graph(members) if by is None else _known_graph(list(members), _members(by))
        if start not in members:
            return False
        sizes: list[Value | None] = [None] * len(graph.names)
        sizes[index[start]] = ir.numeric(size)
        return ir.conj((members[start], _node(ir.EqualGroups(graph, _spread(graph, index, members), tuple(sizes)))))

    def divided(self, borders: object, size: object = None) -> Value:
        """The borders (sides or links) cut the board into groups, no border ends inside a group, and every cell's
        group has the size that `size` gives at the cell (a layer, or one number for all)."""
        board = self._need_board()
        graph = board.cell_graph()
        charge(2 * PER_STEP * len(board.cells))
        joined = self._joined(_members(borders))
        return _node(ir.JoinedGroups(graph, joined, tuple(_size_at(size, cell) for cell in board.cells)))

    def openings(self, walls: object) -> Seq | Guarded:
        """The pairs of neighbouring cells that no wall (a side or link of the set) stands between."""
        if self._opened[0] is not walls:
            board = self._need_board()
            charge(2 * PER_STEP * len(board.cells))
            pairs = zip(board.neighbours, self._joined(_members(walls)), strict=True)
            self._opened = (walls, collect_guarded(list(pairs)))
        return self._opened[1]

    def twins(self, borders: object, first: object) -> Value:
        """The borders cut the board into groups, and each consists of two connected parts of one shape, turned or
        mirrored if need be: its cells in a known set, and its other cells."""
        board = self._need_board()
        if board.kind is not SQUARE:
            raise LanguageError("shapes can be compared on a square grid only")
        chosen = _members(first)
        if not all(isinstance(cell, Cell) and isinstance(inside, bool) for cell, inside in chosen.items()):
            raise LanguageError("the first part is a set of cells that is known before the puzzle is solved")
        charge(4 * PER_STEP * len(board.cells))
        joined = self._joined(_members(borders))
        inside = frozenset(cell.index for cell, on in chosen.items() if on)
        if 2 * len(inside) != len(board.cells):
            return False  # the parts of all groups together are two halves of the board
        return _node(ir.TwinGroups(board.cell_graph(), joined, inside, tuple((c.row, c.column) for c in board.cells)))

    def _joined(self, members: Members) -> tuple[Value, ...]:
        """For each pair of neighbours whether no border cuts it off: neither the side between them nor their link."""
        board = self._need_board()
        cut: dict[tuple[object, object], Value] = {}
        for border, condition in members.items():
            cells = board.cells.ask(border)
            if cells is None:
                raise LanguageError(f"{border} is not a border between cells")
            if len(cells) == 2:
                first, second = sorted(cells, key=lambda c: c.index)
                cut[first, second] = ir.disj((cut.get((first, second), False), condition))
        return tuple(ir.negate(cut.get(pair, False)) for pair in board.neighbours)

    def _need_board(self) -> Board:
        if self._board is None:
            raise LanguageError("this puzzle has no board", hint="name the connections with by=...")
        return self._board

    def _cell_graph(self, members: Members, exactly: bool = False) -> tuple[Graph, dict[Any, int]]:
        """A graph of cells that has these among its nodes, or exactly these."""
        if not members:
            return Graph((), ()), {}
        board = self._need_board()
        for member in members:
            if not isinstance(member, Cell):
                raise LanguageError(
                    f"expected cells, not {ir.describe(member)}", hint="name the connections with by=..."
                )
        if (len(members) if exactly else 4 * len(members)) < len(board.cells):
            return self._part(list(members))
        charge(PER_STEP * len(board.cells))
        if not self._index:
            self._index = {cell: cell.index for cell in board.cells}
        return board.cell_graph(), self._index

    def _part(self, cells: list[Any]) -> tuple[Graph, dict[object, int]]:
        """The graph of a part of the board."""
        neighbours = self._need_board().neighbours
        pay(16 * PER_STEP * (2 + len(cells)))
        index = {cell: i for i, cell in enumerate(cells)}
        edges = [
            (i, index[other]) for cell, i in index.items() for other in neighbours(cell) if index.get(other, -1) > i
        ]
        return Graph([cell.name for cell in cells], edges), index

    def _edge_graph(self, members: Members) -> tuple[Graph, tuple[Value, ...], Sequence[object]]:
        """The graph that a set of edges lives on, the condition of each of its edges, and the things at its nodes."""
        kinds = {getattr(member, "kind", "pair") for member in members}
        if len(kinds) == 1 and kinds <= {"side", "link"}:
            board, kind = self._need_board(), kinds.pop()
            universe, nodes = (board.sides, board.corners) if kind == "side" else (board.links, board.cells)
            charge(PER_STEP * len(universe))
            return board.edge_graph(kind), tuple(members.get(edge, False) for edge in universe), nodes
        if members and not _are_edges(members):
            raise LanguageError("expected edges: sides, links or pairs of elements")
        ends = list(dict.fromkeys(end for edge in members for end in edge))
        return *_explicit_graph(ends, members), ends


def _members(things: object) -> Members:
    if isinstance(things, Layer) and things.is_unknown:
        return dict(entries(things))  # its elements are known, and none is there twice
    found: Members = {}
    for item, condition in entries(things):
        if not isinstance(item, Element) and depends(item):
            raise LanguageError(
                "what may be in this set must be known before the puzzle is solved",
                hint="write for example x for x in 1..9 if x in [...]",
            )
        found[item] = ir.disj((found[item], condition)) if item in found else condition
    return found


def _are_edges(members: Members) -> bool:
    return bool(members) and all(isinstance(m, Edge) or (isinstance(m, tuple) and len(m) == 2) for m in members)


def _spread(graph: Graph, index: dict[object, int], members: Members) -> tuple[Value, ...]:
    """The condition of every node of the graph; nodes outside the set are inactive."""
    active: list[Value] = [False] * len(graph.names)
    for member, condition in members.items():
        active[index[member]] = condition
    return tuple(active)


def _known_graph(nodes: list[object], edges: Members) -> tuple[Graph, dict[Any, int]]:
    """The given edges between the nodes, all of which are known, and the place of each node."""
    graph, conditions = _explicit_graph(nodes, edges)
    if any(condition is not True for condition in conditions):
        raise LanguageError("the pairs in by=... must be known before the puzzle is solved")
    return graph, {node: i for i, node in enumerate(nodes)}


def _explicit_graph(nodes: list[object], edges: Members) -> tuple[Graph, tuple[Value, ...]]:
    """The given edges between the nodes; a pair that is named twice, in whichever direction, is one edge."""
    index = {node: i for i, node in enumerate(nodes)}
    chosen: dict[tuple[int, int], Value] = {}
    for edge, condition in edges.items():
        if not _are_edges({edge: condition}):
            raise LanguageError(f"expected pairs of things, not {ir.describe(edge)}")
        a, b = edge
        if a == b:
            raise LanguageError(
                f"an edge joins two different things, but this one leads from {ir.describe(a)} to itself",
                hint="leave out pairs of a thing with itself, for example with `if a != b`",
            )
        if a in index and b in index:
            pair = (min(index[a], index[b]), max(index[a], index[b]))
            chosen[pair] = ir.disj((chosen.get(pair, False), condition))
    return Graph(_different(map(str, nodes)), list(chosen)), tuple(chosen.values())


def _different(names: Iterable[str]) -> list[str]:
    """The names, a repeated one with a number: the number 1 and the word '1' are two things."""
    found: dict[str, None] = {}
    for stem in names:
        name, number = stem, 1
        while name in found:
            number += 1
            name = f"{stem}#{number}"
        found[name] = None
    return list(found)


def _has_two_sides(graph: Graph) -> bool:
    """Whether the nodes can be cut into two sides such that every edge runs between them."""
    side: dict[int, bool] = {}
    for start in range(len(graph.names)):
        if start in side:
            continue
        side[start] = True
        queue = [start]
        for node in queue:
            for other, _ in graph.adjacent[node]:
                if other not in side:
                    side[other] = not side[node]
                    queue.append(other)
                elif side[other] == side[node]:
                    return False
    return True


def _labels(values: list[object], vocabulary: Vocabulary) -> list[Value]:
    """Labels as numbers; known ones may be anything that can be told apart, such as regions."""
    if any(isinstance(value, ir.Expr) for value in values):
        return coded(values, vocabulary)[0]
    numbers = {value: number for number, value in enumerate(dict.fromkeys(values))}
    return [numbers[value] for value in values]


def _size_at(size: Any, cell: Element) -> Value | None:
    """The size that a layer or a number asks for at a cell; a layer without a number there asks for none."""
    if not isinstance(size, Layer):
        return None if size is None else ir.numeric(size)
    found = size.get(cell)
    if isinstance(found, ir.Expr):
        if found.kind.has_words:
            raise LanguageError(
                f"the size that '{size.name}' asks for at {cell} may be a word",
                hint="an unknown size must be a number; only a clue may be a word, for any size",
            )
        if found.is_truth:
            raise LanguageError(f"a size is a number, but '{size.name}' is true or false")
        return found
    return found if found.__class__ is int else None


def _node(constraint: ir.GraphConstraint) -> Value:
    """The constraint itself; also when nothing in it is unknown, so that one place decides it: the evaluator."""
    if any(isinstance(child, ir.Expr) for child in constraint.children()):
        return constraint
    from cluewright.compiler.evaluate import evaluate

    return bool(evaluate(constraint, {}))
