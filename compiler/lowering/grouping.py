"""Encodings of partitions into connected groups: a tree in every group that counts its members towards a leader."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from cluewright.compiler import ir
from cluewright.compiler.ir import EqualGroups, Graph, JoinedGroups, SeededGroups, Value, Var
from cluewright.compiler.lowering.builder import Builder


def _within(graph: Graph, start: int, steps: int, allowed: Callable[[int], bool] = lambda node: True) -> dict[int, int]:
    """Nodes at most so many steps away, with their distance."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        if found[node] < steps:
            for other, _ in graph.adjacent[node]:
                if other not in found and allowed(other):
                    found[other] = found[node] + 1
                    queue.append(other)
    return found


def encode_seeded(constraint: SeededGroups, builder: Builder) -> None:
    """Every active node has an owner, the seed of its island; neighbours share it; trees count members to the seed."""
    graph, nodes = constraint.graph, constraint.nodes
    nobody = len(graph.names)
    owners: dict[int, set[int]] = {node: set() for node in range(nobody)}
    for seed, size in constraint.seeds.items():
        builder.add(nodes[seed])
        for node in _within(graph, seed, (size or nobody) - 1, lambda n: n not in constraint.seeds):
            owners[node].add(seed)
    owner: dict[int, Var] = {}
    for node in range(nobody):
        choices = {node} if node in constraint.seeds else owners[node] | {nobody}
        owner[node] = builder.choice("owner", choices)
        builder.add(ir.iff(nodes[node], ir.negate(ir.equal(owner[node], nobody))))
    for a, b in graph.edges:
        builder.add(ir.implies(ir.conj((nodes[a], nodes[b])), ir.equal(owner[a], owner[b])))
    largest = max((size or nobody for size in constraint.seeds.values()), default=1)
    joined = [ir.conj((nodes[a], nodes[b])) for a, b in graph.edges]
    roots: list[Value] = [node in constraint.seeds for node in range(nobody)]
    members = _count_members(graph, joined, roots, list(nodes), largest, builder)
    for seed, size in constraint.seeds.items():
        if size is not None:
            builder.add(ir.equal(members[seed], size))


def encode_equal(constraint: EqualGroups, builder: Builder) -> None:
    """Neighbours with equal labels share a leader."""
    joined = [ir.equal(constraint.labels[a], constraint.labels[b]) for a, b in constraint.graph.edges]
    _encode_groups(constraint.graph, joined, constraint.sizes, builder)


def encode_joined(constraint: JoinedGroups, builder: Builder) -> None:
    """Neighbours share a leader exactly when no border is between them."""
    _encode_groups(constraint.graph, list(constraint.edges), constraint.sizes, builder)


def _encode_groups(graph: Graph, joined: list[Value], sizes: tuple[Value | None, ...], builder: Builder) -> None:
    """The leader is the first node of its group; every group is a tree below it that counts the members."""
    count = len(graph.names)
    limits = [count if size is None else max(1, min(ir.high(size), count)) for size in sizes]
    largest = max(limits, default=1)
    leader = [
        builder.choice("leader", [other for other in _within(graph, node, limits[node] - 1) if other <= node])
        for node in range(count)
    ]
    for (a, b), same in zip(graph.edges, joined, strict=True):
        builder.add(ir.iff(same, ir.equal(leader[a], leader[b])))
    roots = [ir.equal(leader[node], node) for node in range(count)]
    members = _count_members(graph, joined, roots, [True] * count, largest, builder)
    if all(size is None for size in sizes):
        return
    total: list[Value] = [builder.number("size", 1, largest) if size is None else size for size in sizes]
    for (a, b), same in zip(graph.edges, joined, strict=True):
        builder.add(ir.implies(same, ir.equal(total[a], total[b])))
    for node in range(count):
        builder.add(ir.implies(roots[node], ir.equal(members[node], total[node])))
        builder.add(ir.at_most(members[node], total[node]))


def _count_members(
    graph: Graph,
    joined: list[Value],
    roots: list[Value],
    active: list[Value],
    largest: int,
    builder: Builder,
) -> list[Var]:
    """For every node the number of nodes below it in its group's tree, itself included. Counts grow towards the root,
    so no chain of parents can close."""
    count = len(graph.names)
    below = [builder.number("below", 0, largest) for _ in range(count)]
    children: list[list[Value]] = [[] for _ in range(count)]
    parents: list[list[Value]] = [[] for _ in range(count)]
    for (a, b), same in zip(graph.edges, joined, strict=True):
        if same is False:
            continue
        for child, parent in ((a, b), (b, a)):
            arrow = builder.truth("parent")
            share = builder.number("share", 0, largest)
            builder.add(ir.implies(arrow, same))
            builder.add(ir.equal(share, ir.choose(arrow, below[child], 0)))
            builder.add(ir.implies(arrow, ir.less(below[child], below[parent])))
            parents[child].append(arrow)
            children[parent].append(share)
    for node in range(count):
        builder.add(ir.equal(below[node], ir.add_all((*children[node], active[node]))))
        builder.add(ir.equal(ir.add_all(parents[node]), ir.conj((active[node], ir.negate(roots[node])))))
    return below
