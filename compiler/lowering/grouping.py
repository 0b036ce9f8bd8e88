"""Encodings of partitions into connected groups. Every node names the leader of its group; how it is said that the
group holds together, and how its members are counted, is what the encodings differ in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.ir import Connected, EqualGroups, Graph, JoinedGroups, SeededGroups, Value, Var
from cluewright.compiler.lowering import connectivity
from cluewright.compiler.lowering.builder import Builder
from cluewright.compiler.lowering.connectivity import Reach, Rooted

#: A target that finds groups from every node takes no more pairs of nodes than this.
PAIR_LIMIT: Final = 400_000


@dataclass(frozen=True)
class Groups:
    """Nodes that name the leader of their group; `joined` says for every edge whether it lies inside a group."""

    graph: Graph
    active: list[Value]
    joined: list[Value]
    leader: list[Var]
    #: For every node whether it leads its group.
    roots: list[Value]
    #: For every node how many members its group has at most.
    limits: Sequence[int]
    #: Whether all active neighbours are joined.
    induced: bool = False
    #: What is left to be said: sets that must be connected.
    pieces: list[Connected] = field(default_factory=list)


#: Says that every active node is joined to its leader; gives for each possible leader the size of its group, a number
#: that has a meaning only where the node leads.
Count = Callable[[Groups, Builder], Sequence[Value]]


def encode(constraint: SeededGroups | EqualGroups | JoinedGroups, builder: Builder) -> list[Connected]:
    """Groups of any of the three kinds. What must be connected is returned."""
    name = builder.encodings["groups"]
    seeded, other = MIXED.get(name, (name, name))
    count = ENCODINGS[seeded if isinstance(constraint, SeededGroups) else other]
    if isinstance(constraint, SeededGroups):
        return _encode_seeded(constraint, count, builder)
    if isinstance(constraint, EqualGroups):
        joined = [_same(constraint.labels[a], constraint.labels[b], builder) for a, b in constraint.graph.edges]
        return _encode_groups(constraint.graph, joined, constraint.sizes, count, builder)
    return _encode_groups(constraint.graph, list(constraint.edges), constraint.sizes, count, builder)


def _same(label: Value, other: Value, builder: Builder) -> Value:
    """Whether two labels are equal, as one truth value that many constraints can speak of."""
    equal = ir.equal(label, other)
    if not isinstance(equal, ir.Expr):
        return equal
    same = builder.truth("same")
    builder.add(ir.iff(same, equal))
    return same


def _encode_seeded(constraint: SeededGroups, count: Count, builder: Builder) -> list[Connected]:
    """Seeds lead; an inactive node has nobody as its leader. Groups whose shapes are said have one leader together:
    they touch nobody else."""
    graph, nodes, seeds = constraint.graph, constraint.nodes, constraint.seeds
    nobody = len(graph.names)
    if any(size is not None and size < 1 for size in seeds.values()):
        builder.add(False)  # the seed itself belongs to its group
        return []
    settled = _settled(count, builder)
    leads = {seed: min(settled) if seed in settled else seed for seed in seeds}
    owners = _owners(constraint)
    owner: list[Var] = []
    for node in range(nobody):
        choices = {leads[seed] for seed in owners[node]} | (set() if node in seeds else {nobody})
        owner.append(builder.choice("owner", choices, graph.names[node]))
        builder.add(ir.iff(nodes[node], ir.negate(ir.equal(owner[node], nobody))))
    for a, b in graph.edges:
        builder.add(ir.implies(ir.conj((nodes[a], nodes[b])), ir.equal(owner[a], owner[b])))
    limits = [max((seeds[seed] or nobody for seed in owners[node]), default=1) for node in range(nobody)]
    joined = [ir.conj((nodes[a], nodes[b])) for a, b in graph.edges]
    roots: list[Value] = [node in seeds for node in range(nobody)]
    groups = Groups(graph, list(nodes), joined, owner, roots, limits, induced=True)
    members = count(groups, builder)
    for seed, size in seeds.items():
        if size is not None and seed not in settled:
            builder.add(ir.equal(members[seed], size))
    return groups.pieces


def _owners(constraint: SeededGroups) -> list[set[int]]:
    """For every node the seeds that can reach it, past nodes that are beside no other seed."""
    graph, nodes, seeds = constraint.graph, constraint.nodes, constraint.seeds
    owners: list[set[int]] = [{node} & seeds.keys() for node in range(len(nodes))]
    beside: list[set[int]] = [{other for other, _ in near} & seeds.keys() for near in graph.adjacent]
    for seed, size in seeds.items():
        mine = {seed}
        free = {n for n in range(len(nodes)) if n not in seeds and nodes[n] is not False and beside[n] <= mine}
        for node in graph.within(seed, (size or len(nodes)) - 1, free.__contains__):
            owners[node].add(seed)
    return owners


def _settled(count: Count, builder: Builder) -> frozenset[int]:
    """The nodes whose groups need no leader, because tables have all their shapes."""
    return frozenset() if count is by_pieces or builder.guard is not True else builder.settled


def _encode_groups(
    graph: Graph, joined: list[Value], sizes: tuple[Value | None, ...], count: Count, builder: Builder
) -> list[Connected]:
    """The leader is the first node of its group; a group that has one of the nodes whose shapes are said needs none."""
    nodes = range(len(graph.names))
    limits = [len(nodes) if size is None else max(1, min(ir.high(size), len(nodes))) for size in sizes]
    settled = _settled(count, builder)
    nobody = len(nodes)
    possible = Graph(graph.names, [e for e, same in zip(graph.edges, joined, strict=True) if same is not False])
    leader: list[Var] = []
    companions = _companions(possible, sizes)
    for node in nodes:
        reach: set[int] = set() if node in settled else companions(node)
        choices = {other for other in reach if other <= node and other not in settled}
        if node in settled or not settled.isdisjoint(reach):
            choices.add(nobody)
        leader.append(builder.choice("leader", choices, graph.names[node]))
    for (a, b), same in zip(graph.edges, joined, strict=True):
        agree = ir.equal(leader[a], leader[b])
        builder.add(ir.implies(same, agree) if settled else ir.iff(same, agree))
    roots: list[Value] = [node in settled or ir.equal(leader[node], node) for node in nodes]
    groups = Groups(graph, [True] * len(nodes), joined, leader, roots, limits)
    members = count(groups, builder)
    if all(size is None for size in sizes):
        return groups.pieces
    total: list[Value] = [
        builder.number("size", 1, max(limits), name) if size is None else size
        for size, name in zip(sizes, graph.names, strict=True)
    ]
    for (a, b), same in zip(graph.edges, joined, strict=True):
        builder.add(ir.implies(same, ir.equal(total[a], total[b])))
    for node in nodes:
        if node not in settled:
            builder.add(ir.implies(roots[node], ir.equal(members[node], total[node])))
            builder.add(ir.at_most(members[node], total[node]))
            near = (joined[edge] for _, edge in graph.adjacent[node])
            builder.add(ir.disj((ir.equal(total[node], 1), *near)))  # it follows, but few solvers see it
    return groups.pieces


def _companions(graph: Graph, sizes: Sequence[Value | None]) -> Callable[[int], set[int]]:
    """For a node all that could be in its group: for some size that both can have, on a way of nodes that can have it.
    Sizes that the same nodes can have are looked at once, as the largest of them."""
    count = len(sizes)
    able: dict[int, list[int]] = {size: [] for size in range(1, count + 1)}
    for node, size in enumerate(sizes):
        for value in able if size is None else ir.values(size):
            if value in able:
                able[value].append(node)
    largest = {frozenset(members): size for size, members in able.items() if len(members) >= size}

    def of(node: int) -> set[int]:
        found = {node}
        for members, size in largest.items():
            if node in members:
                found.update(graph.within(node, size - 1, members.__contains__))
        return found

    return of


def by_tree(groups: Groups, builder: Builder) -> list[Var]:
    """Every group is a tree; a node counts itself and those below it. Counts grow towards the leader, so no chain of
    parents can close."""
    nodes = range(len(groups.active))
    limits = groups.limits
    below = [builder.number("below", 0, limit, name) for limit, name in zip(limits, groups.graph.names, strict=True)]
    children: list[list[Value]] = [[] for _ in nodes]
    parents: list[list[Value]] = [[] for _ in nodes]
    for (a, b), same in zip(groups.graph.edges, groups.joined, strict=True):
        if same is False:
            continue
        for child, parent in ((a, b), (b, a)):
            arrow = builder.truth("parent")
            share = builder.number("share", 0, max(0, min(limits[child], limits[parent] - 1)))
            builder.add(ir.implies(arrow, same))
            builder.add(ir.equal(share, ir.choose(arrow, below[child], 0)))
            builder.add(ir.implies(arrow, ir.less(below[child], below[parent])))
            parents[child].append(arrow)
            children[parent].append(share)
    for node, active in enumerate(groups.active):
        builder.add(ir.equal(below[node], ir.add_all((*children[node], active))))
        builder.add(ir.equal(ir.add_all(parents[node]), ir.conj((active, ir.negate(groups.roots[node])))))
    return below


def _by_reach(reach: Reach) -> Count:
    """Every node is joined to its leader as in `connected`; members are those that name the leader."""

    def count(groups: Groups, builder: Builder) -> list[Value]:
        edges = None if groups.induced else tuple(groups.joined)
        tree = Rooted(groups.graph, tuple(groups.active), edges, dict(enumerate(groups.roots)))
        reach(tree, min(max(groups.limits, default=1) - 1, tree.longest_way()), builder)
        return _followers(groups)

    return count


def by_pieces(groups: Groups, builder: Builder) -> list[Value]:
    """Whoever is followed leads, and the followers of every leader are a connected set of their own."""
    for node in range(len(groups.active)):
        if groups.roots[node] is False:
            continue
        members = [place for place, leader in enumerate(groups.leader) if node in leader.domain]
        following = [ir.equal(groups.leader[place], node) for place in members]
        for place, follows in zip(members, following, strict=True):
            if place != node:
                builder.add(ir.implies(follows, groups.roots[node]))
        groups.pieces.append(Connected(groups.graph.restricted(members), tuple(following)))
    return _followers(groups)


def _followers(groups: Groups) -> list[Value]:
    return [
        ir.add_all(ir.equal(leader, node) for leader in groups.leader if node in leader.domain)
        for node in range(len(groups.active))
    ]


def limits(node: EqualGroups | JoinedGroups) -> dict[int, int]:
    """The nodes whose groups matter, each with the size that its group may have at most."""
    count = len(node.graph.names)
    known = {place: min(max(ir.high(s), 0), count) for place, s in enumerate(node.sizes) if s is not None}
    return known if isinstance(node, EqualGroups) else {**dict.fromkeys(range(count), count), **known}


def too_large(node: ir.Expr) -> bool:
    """Whether finding groups from every node would take too many pairs of nodes."""
    if not isinstance(node, EqualGroups | JoinedGroups):
        return False
    found = limits(node)
    return sum(min(len(found), 2 * limit * (limit + 1) + 1) for limit in found.values()) > PAIR_LIMIT


#: Encodings of groups by name.
ENCODINGS: Final[dict[str, Count]] = {
    "tree": by_tree,
    "pieces": by_pieces,
    **{name: _by_reach(reach) for name, reach in connectivity.ENCODINGS.items()},
}

#: Two encodings by one name: of groups from known seeds, and of all others.
MIXED: Final[dict[str, tuple[str, str]]] = {"tree-table": ("table", "tree"), "tree-pieces": ("pieces", "tree")}
