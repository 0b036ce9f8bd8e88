"""The judge against naive formulations: every node type, every graph constraint, and whole models."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise, permutations, product

import pytest
from helpers import SOON
from hypothesis import given, settings
from hypothesis import strategies as st

from cluewright.compiler import ir
from cluewright.compiler.automata import compile_pattern
from cluewright.compiler.evaluate import evaluate, violations
from cluewright.compiler.ir import Expr, Graph, Value, Var
from cluewright.compiler.model import Model, Rule, UnknownLayer

X, Y, Z = Var("x", range(-3, 4)), Var("y", range(-3, 4)), Var("z", range(-3, 4))
P, Q, R = (Var(name, (0, 1)) for name in "pqr")
I = Var("i", range(3))  # noqa: E741

numbers = st.integers(-3, 3)
truths = st.integers(0, 1)

#: Each node beside what it means for plain numbers x, y, z, truths p, q, r and an index i.
Meaning = Callable[[int, int, int, int, int, int, int], object]
NODES: list[tuple[Value, Meaning]] = [
    (X, lambda x, y, z, p, q, r, i: x),
    (ir.Linear(((2, X), (-3, Y)), 7), lambda x, y, z, p, q, r, i: 7 + 2 * x - 3 * y),
    (ir.Product(X, Y), lambda x, y, z, p, q, r, i: x * y),
    (ir.Quotient(X, 2), lambda x, y, z, p, q, r, i: x // 2),
    (ir.Remainder(X, 3), lambda x, y, z, p, q, r, i: x % 3),
    (ir.Absolute(X), lambda x, y, z, p, q, r, i: x if x >= 0 else -x),
    (ir.Minimum((X, 1, Y)), lambda x, y, z, p, q, r, i: sorted([x, y, 1])[0]),
    (ir.Maximum((X, Y, -1)), lambda x, y, z, p, q, r, i: sorted([x, y, -1])[-1]),
    (ir.Element(I, (X, 9, Y)), lambda x, y, z, p, q, r, i: {0: x, 1: 9, 2: y}[i]),
    (ir.Choose(P, X, -9), lambda x, y, z, p, q, r, i: x if p == 1 else -9),
    (ir.Equals(X, 2), lambda x, y, z, p, q, r, i: x == 2),
    (ir.AtMost(X, 1), lambda x, y, z, p, q, r, i: not x > 1),
    (ir.Not(P), lambda x, y, z, p, q, r, i: p == 0),
    (ir.And((P, Q, R)), lambda x, y, z, p, q, r, i: p + q + r == 3),
    (ir.Or((P, Q, R)), lambda x, y, z, p, q, r, i: p + q + r > 0),
    (ir.Compare(((2, X), (1, Y)), "<=", 3), lambda x, y, z, p, q, r, i: x + x + y <= 3),
    (ir.Compare(((1, X), (-1, Y)), "==", 1), lambda x, y, z, p, q, r, i: x == y + 1),
    (ir.Compare(((1, X), (-1, Y)), "!=", 1), lambda x, y, z, p, q, r, i: x != y + 1),
    (ir.AllDifferent((X, Y, Z, 2)), lambda x, y, z, p, q, r, i: all(a != b for a, b in combinations((x, y, z, 2), 2))),
    (
        ir.AllDifferent((X, Y, Z), frozenset({0, 1})),
        lambda x, y, z, p, q, r, i: all(a != b or a in (0, 1) for a, b in combinations((x, y, z), 2)),
    ),
    (ir.Table((X, Y), ((1, 2), (0, None))), lambda x, y, z, p, q, r, i: (x == 1 and y == 2) or x == 0),
    (
        ir.Table((X, Y, 1), ((None, 2, 1), (0, 0, 0)), positive=False),
        lambda x, y, z, p, q, r, i: y != 2,
    ),
    (
        ir.Regular((X, Y, 1, Z), compile_pattern("0* 1+ 2*", range(-3, 4))),
        lambda x, y, z, p, q, r, i: [x, y, z] == sorted([x, y, z]) and x >= 0 and y <= 1 <= z <= 2,
    ),
    (ir.Lex((X, Y), (Y, 1), True), lambda x, y, z, p, q, r, i: x < y or (x == y and y < 1)),
    (ir.Lex((X, Y), (Y, 1), False), lambda x, y, z, p, q, r, i: x < y or (x == y and y <= 1)),
    (
        ir.DistinctLists(((X, Y), (Y, Z), (0, 0))),
        lambda x, y, z, p, q, r, i: not ((x == y and y == z) or (x == 0 and y == 0) or (y == 0 and z == 0)),
    ),
]


@pytest.mark.parametrize(("node", "meaning"), NODES, ids=lambda x: type(x).__name__ if isinstance(x, Expr) else "")
@settings(max_examples=60, deadline=None)
@given(x=numbers, y=numbers, z=numbers, p=truths, q=truths, r=truths, i=st.integers(0, 2))
def test_every_node_means_what_it_says(
    node: Value, meaning: Meaning, x: int, y: int, z: int, p: int, q: int, r: int, i: int
) -> None:
    result = evaluate(node, {X: x, Y: y, Z: z, P: p, Q: q, R: r, I: i})
    assert type(result) is int
    assert result == int(meaning(x, y, z, p, q, r, i))  # type: ignore[call-overload]


@settings(deadline=None)
@given(x=numbers, y=numbers, p=truths)
def test_built_expressions_agree_with_python(x: int, y: int, p: int) -> None:
    values = {X: x, Y: y, P: p}
    assert evaluate(ir.less(X * 2 - Y, Y + 1), values) == (2 * x - y < y + 1)
    assert evaluate(ir.iff(P, ir.equal(X, Y)), values) == ((p == 1) == (x == y))
    assert evaluate(ir.implies(ir.at_most(X, Y), ir.negate(P)), values) == (x > y or p == 0)
    assert evaluate(ir.compare(-3 * X, "<=", Y * Y), values) == (-3 * x <= y * y)


def test_constants_are_their_value() -> None:
    assert evaluate(7, {}) == 7
    assert evaluate(True, {}) == 1
    assert type(evaluate(False, {})) is int


def test_missing_value_is_an_error() -> None:
    with pytest.raises(ValueError, match="y has no value"):
        evaluate(X + Y, {X: 1})


def test_index_out_of_range_is_an_error() -> None:
    with pytest.raises(ValueError, match="position -1"):
        evaluate(ir.Element(I, (1, 2, 3)), {I: -1})


def test_deep_chains_do_not_recurse() -> None:
    chain: Value = X
    for _ in range(20_000):
        chain = ir.remainder(ir.add(chain, 1), 1000)
    assert evaluate(chain, {X: 0}) == 0
    assert evaluate(chain, {X: 3}) == 3


def test_shared_parts_are_judged_once() -> None:
    """60 levels of a node used twice: 2**60 steps if they were not shared."""
    node: Value = P
    for _ in range(60):
        assert isinstance(node, Expr)
        node = ir.Or((ir.And((node, Q)), ir.And((node, R))))
    assert evaluate(node, {P: 1, Q: 0, R: 1}) == 1


# ---------------------------------------------------------------- graphs


def grid(rows: int, columns: int) -> Graph:
    cells = list(product(range(rows), range(columns)))
    index = {cell: number for number, cell in enumerate(cells)}
    edges = [(index[a], index[b]) for a, b in combinations(cells, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    return Graph([f"r{r + 1}c{c + 1}" for r, c in cells], edges)


TRIANGLES = Graph("abcde", [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)])
DOUBLED = Graph("abc", [(0, 1), (0, 1), (1, 2)])
GRAPHS = [grid(2, 3), grid(3, 3), TRIANGLES, DOUBLED, Graph("ab", []), grid(1, 1)]


@st.composite
def graphs_with(draw: st.DrawFn, node_values: int = 1) -> tuple[Graph, list[int], list[int]]:
    """A graph with values for its nodes (0..node_values) and truths for its edges."""
    graph = draw(st.sampled_from(GRAPHS))
    nodes, edges = len(graph.names), len(graph.edges)
    node_list = draw(st.lists(st.integers(0, node_values), min_size=nodes, max_size=nodes))
    return graph, node_list, draw(st.lists(truths, min_size=edges, max_size=edges))


def variables(values: Sequence[int]) -> tuple[tuple[Var, ...], dict[Var, int]]:
    made = tuple(Var(f"v{index}", range(-1, 12)) for index in range(len(values)))
    return made, dict(zip(made, values, strict=True))


def closure(size: int, pairs: Iterable[tuple[int, int]]) -> list[list[bool]]:
    """Who reaches whom, by Warshall's algorithm."""
    reach = [[a == b for b in range(size)] for a in range(size)]
    for a, b in pairs:
        reach[a][b] = reach[b][a] = True
    for k, a, b in product(range(size), repeat=3):
        reach[a][b] = reach[a][b] or (reach[a][k] and reach[k][b])
    return reach


def cycles(graph: Graph) -> set[frozenset[int]]:
    """The edge sets of all simple cycles, by trying every order of every set of nodes."""
    found: set[frozenset[int]] = set()
    for size in range(2, len(graph.names) + 1):
        for first, *rest in combinations(range(len(graph.names)), size):
            for order in permutations(rest):
                if order[0] <= order[-1]:
                    found |= set(_edge_sets(graph, [first, *order, first]))
    return found


def paths(graph: Graph) -> dict[frozenset[int], set[int]]:
    """The edge sets of all simple paths, with their two ends."""
    return {
        edges: {order[0], order[-1]}
        for size in range(2, len(graph.names) + 1)
        for order in permutations(range(len(graph.names)), size)
        for edges in _edge_sets(graph, order)
    }


def _edge_sets(graph: Graph, walk: Sequence[int]) -> Iterator[frozenset[int]]:
    """Each way to take the walk along different edges."""
    options = [[i for i, ends in enumerate(graph.edges) if set(ends) == {a, b}] for a, b in pairwise(walk)]
    for choice in product(*options):
        if len(set(choice)) == len(choice):
            yield frozenset(choice)


SMALL = [grid(2, 3), TRIANGLES, DOUBLED, Graph("ab", []), grid(1, 1)]


@pytest.mark.parametrize("graph", SMALL)
def test_loop_is_a_simple_cycle(graph: Graph) -> None:
    allowed = cycles(graph)
    for values in product((0, 1), repeat=len(graph.edges)):
        edges, assignment = variables(values)
        active = frozenset(i for i, on in enumerate(values) if on)
        assert evaluate(ir.Loop(graph, edges), assignment) == (active in allowed), values


@pytest.mark.parametrize("graph", SMALL)
def test_path_is_a_simple_path(graph: Graph) -> None:
    allowed = paths(graph)
    for values in product((0, 1), repeat=len(graph.edges)):
        edges, assignment = variables(values)
        active = frozenset(i for i, on in enumerate(values) if on)
        assert evaluate(ir.Path(graph, edges), assignment) == (active in allowed), values
        for ends in combinations(range(len(graph.names)), 2):
            expected = allowed.get(active) == set(ends)
            assert evaluate(ir.Path(graph, edges, ends), assignment) == expected
            assert evaluate(ir.Path(graph, edges, ends[::-1]), assignment) == expected


def test_loops_of_a_board_are_counted() -> None:
    """The loops on a board of 2x2 squares (3x3 points) and of 1x3 squares."""
    for graph, expected in ((grid(3, 3), 13), (grid(2, 4), 6)):
        edges, _ = variables(range(len(graph.edges)))
        loop = ir.Loop(graph, edges)
        count = sum(
            evaluate(loop, dict(zip(edges, values, strict=True))) for values in product((0, 1), repeat=len(edges))
        )
        assert count == expected


@settings(max_examples=300, deadline=None)
@given(graphs_with(), st.booleans())
def test_connected_means_all_reach_all(case: tuple[Graph, list[int], list[int]], with_edges: bool) -> None:
    graph, on, edge_on = case
    nodes, assignment = variables(on)
    edges, more = variables(edge_on)
    pairs = [
        (a, b) for (a, b), e in zip(graph.edges, edge_on, strict=True) if on[a] and on[b] and (e or not with_edges)
    ]
    reach = closure(len(on), pairs)
    expected = all(reach[a][b] for a, b in product(range(len(on)), repeat=2) if on[a] and on[b])
    node = ir.Connected(graph, nodes, edges if with_edges else None)
    assert evaluate(node, assignment | more) == expected
    assert evaluate(ir.negate(node), assignment | more) == (not expected)


@pytest.mark.parametrize("graph", SMALL)
@pytest.mark.parametrize(("with_nodes", "with_edges"), [(True, False), (False, True), (True, True), (False, False)])
def test_acyclic_means_no_cycle_is_active(graph: Graph, with_nodes: bool, with_edges: bool) -> None:
    forbidden = cycles(graph)
    node_choices = product((0, 1), repeat=len(graph.names)) if with_nodes else [(1,) * len(graph.names)]
    for on in node_choices:
        for edge_on in list(product((0, 1), repeat=len(graph.edges)))[:: 3 if with_nodes else 1]:
            nodes, assignment = variables(on)
            edges, more = variables(edge_on)
            active = {i for i, (a, b) in enumerate(graph.edges) if on[a] and on[b] and (edge_on[i] or not with_edges)}
            node = ir.Acyclic(graph, nodes if with_nodes else None, edges if with_edges else None)
            assert evaluate(node, assignment | more) == (not any(cycle <= active for cycle in forbidden))
            if not with_edges:
                break


@settings(max_examples=300, deadline=None)
@given(graphs_with(node_values=3), st.data())
def test_equal_groups_have_their_sizes(case: tuple[Graph, list[int], list[int]], data: st.DataObject) -> None:
    graph, labels, _ = case
    count = len(labels)
    reach = closure(count, [(a, b) for a, b in graph.edges if labels[a] == labels[b]])
    true_sizes = [sum(row) for row in reach]
    sizes = [data.draw(st.sampled_from([true_sizes[n], true_sizes[n], None, labels[n]])) for n in range(count)]
    expected = all(size is None or size == true for size, true in zip(sizes, true_sizes, strict=True))
    nodes, assignment = variables(labels)
    as_unknown = [nodes[n] if sizes[n] == labels[n] else sizes[n] for n in range(count)]
    assert evaluate(ir.EqualGroups(graph, nodes, tuple(sizes)), assignment) == expected
    assert evaluate(ir.EqualGroups(graph, nodes, tuple(as_unknown)), assignment) == expected


@settings(max_examples=400, deadline=None)
@given(graphs_with(), st.data())
def test_seeded_groups_have_one_seed_each(case: tuple[Graph, list[int], list[int]], data: st.DataObject) -> None:
    graph, on, _ = case
    count = len(on)
    reach = closure(count, [(a, b) for a, b in graph.edges if on[a] and on[b]])
    pieces = {frozenset(b for b in range(count) if reach[a][b]) for a in range(count) if on[a]}
    plausible = {data.draw(st.sampled_from(sorted(piece))): len(piece) for piece in sorted(pieces, key=sorted)}
    changes = data.draw(st.dictionaries(st.integers(0, count - 1), st.none() | st.integers(1, 4), max_size=1))
    seeds: dict[int, int | None] = {**plausible, **changes}
    expected = all(on[seed] for seed in seeds) and all(
        [seeds[s] in (None, len(piece)) for s in seeds if s in piece] == [True] for piece in pieces
    )
    nodes, assignment = variables(on)
    assert evaluate(ir.SeededGroups(graph, nodes, seeds), assignment) == expected


@settings(max_examples=400, deadline=None)
@given(graphs_with(node_values=2), st.booleans(), st.data())
def test_joined_groups_hold_all_their_edges(
    case: tuple[Graph, list[int], list[int]], consistent: bool, data: st.DataObject
) -> None:
    graph, labels, edge_on = case
    if consistent:
        edge_on = [int(labels[a] == labels[b]) for a, b in graph.edges]
    count = len(graph.names)
    reach = closure(count, [ends for ends, on in zip(graph.edges, edge_on, strict=True) if on])
    true_sizes = [sum(row) for row in reach]
    sizes = [data.draw(st.sampled_from([true, true, true, None, 2])) for true in true_sizes]
    expected = all(on or not reach[a][b] for on, (a, b) in zip(edge_on, graph.edges, strict=True)) and all(
        size in (None, true) for size, true in zip(sizes, true_sizes, strict=True)
    )
    edges, assignment = variables(edge_on)
    assert evaluate(ir.JoinedGroups(graph, edges, tuple(sizes)), assignment) == expected


def test_separated_against_reachability() -> None:
    graph = grid(2, 3)
    for active in product((0, 1), repeat=6):
        on = [n for n, yes in enumerate(active) if yes]
        reach = {n: {n} for n in on}
        for _ in on:
            for a, b in graph.edges:
                if a in reach and b in reach:
                    reach[a] |= reach[b]
                    reach[b] |= reach[a]
        nodes, assignment = variables(list(active))
        apart = [(a, b) for a in on for b in on if b not in reach[a]]
        assert evaluate(ir.Separated(graph, nodes), assignment) == bool(apart)
        assert evaluate(ir.negate(ir.Connected(graph, nodes)), assignment) == bool(apart)
        assert evaluate(ir.Separated(graph, nodes, None, (0, 5)), assignment) == ((0, 5) in apart)


def test_matched_against_every_choice_of_edges() -> None:
    graph = grid(2, 4)
    possible: set[frozenset[int]] = set()
    for size in range(5):
        for pairs in combinations(graph.edges, size):
            ends = [end for pair in pairs for end in pair]
            if len(set(ends)) == len(ends):
                possible.add(frozenset(ends))
    for active in product((0, 1), repeat=8):
        nodes, assignment = variables(list(active))
        expected = frozenset(n for n, on in enumerate(active) if on) in possible
        assert evaluate(ir.Matched(graph, nodes), assignment) == expected


@pytest.mark.parametrize("first", [{0, 1, 2}, {0, 1, 5}, {0, 2, 4}, {0, 1, 3}, {1, 2, 3}])
def test_twin_groups_look_alike(first: set[int]) -> None:
    """Against every way to name the groups of the cells, and every movement of the board."""
    graph = grid(2, 3)
    places = [(n // 3, n % 3) for n in range(6)]
    turns = [(s, t, swap) for s in (1, -1) for t in (1, -1) for swap in (False, True)]
    moves = [(*turn, down, right) for turn in turns for down in range(-4, 5) for right in range(-4, 5)]

    def moved(cell: tuple[int, int], move: tuple[int, ...]) -> tuple[int, int]:
        r, c = (cell[1], cell[0]) if move[2] else cell
        return (move[0] * r + move[3], move[1] * c + move[4])

    def is_one_piece(part: list[int]) -> bool:
        reach = closure(6, [(a, b) for a, b in graph.edges if a in part and b in part])
        return bool(part) and all(reach[part[0]][n] for n in part)

    found = 0
    for names in product(range(3), repeat=6):
        groups = [[n for n in range(6) if names[n] == name] for name in range(3)]
        parts = [([n for n in g if n in first], [n for n in g if n not in first]) for g in groups if g]
        expected = all(
            is_one_piece(one)
            and is_one_piece(two)
            and is_one_piece([*one, *two])
            and any({moved(places[n], move) for n in one} == {places[n] for n in two} for move in moves)
            for one, two in parts
        )
        edges, assignment = variables([int(names[a] == names[b]) for a, b in graph.edges])
        if not all(is_one_piece(group) for group in groups if group):
            continue  # then the edges do not say what the names say
        node = ir.TwinGroups(graph, edges, frozenset(first), tuple(places))
        assert evaluate(node, assignment) == expected
        found += expected
    assert found


def test_graph_constraints_take_constants() -> None:
    graph = grid(2, 2)
    assert evaluate(ir.Loop(graph, (1, 1, P, 1)), {P: 1}) == 1
    assert evaluate(ir.Connected(graph, (1, 0, P, 1)), {P: 0}) == 0
    assert evaluate(ir.Connected(graph, (0, 0, 0, P)), {P: 0}) == 1


# ---------------------------------------------------------------- models


def latin_row() -> tuple[Model, dict[str, Var]]:
    """Three cells with the digits 1..3, all different, the first at most 2; and a free number."""
    cells = {f"r1c{column}": Var(f"digit[r1c{column}]", (1, 2, 3)) for column in (1, 2, 3)}
    total = Var("total", (0, 10))
    model = Model(
        {
            "digit": UnknownLayer("digit", "cells", dict(cells)),
            "total": UnknownLayer("total", "elements", {("a", 1): total}),
        }
    )
    different = Rule("No digit occurs twice.", names=("c", "d"))
    for a, b in combinations(cells, 2):
        model.add(ir.negate(ir.equal(cells[a], cells[b])), different, (a, b))
    model.add(ir.at_most(cells["r1c1"], 2), Rule("The first digit is small."))
    model.add(ir.equal(total, 10), Rule("The total is ten."))
    return model, {**cells, "total": total}


def test_no_violations() -> None:
    model, v = latin_row()
    assert violations(model, {v["r1c1"]: 2, v["r1c2"]: 1, v["r1c3"]: 3, v["total"]: 10}) == []


def test_violations_come_in_order_with_bindings() -> None:
    model, v = latin_row()
    assignment = {v["r1c1"]: 3, v["r1c2"]: 1, v["r1c3"]: 3, v["total"]: 0}
    broken = violations(model, assignment)
    assert [str(c) for c in broken] == [
        "No digit occurs twice. [c = r1c1, d = r1c3]",
        "The first digit is small.",
        "The total is ten.",
    ]
    assert broken[0].bindings == {"c": "r1c1", "d": "r1c3"}
    assert broken[0] is model.constraints[1]
    assert violations(model, assignment, limit=1) == broken[:1]
    assert violations(model, assignment, limit=0) == []


def test_false_constraint_is_violated() -> None:
    model = Model()
    model.add(False, Rule("The clues contradict each other."))
    assert [str(c) for c in violations(model, {})] == ["The clues contradict each other."]


def test_value_outside_its_domain_is_reported_first() -> None:
    model, v = latin_row()
    assignment = {v["r1c1"]: 7, v["r1c2"]: 3, v["r1c3"]: 3, v["total"]: 5}
    broken = violations(model, assignment)
    assert [str(c) for c in broken] == [
        "digit at r1c1 takes one of its values. [value = 7]",
        "total at (a, 1) takes one of its values. [value = 5]",
        "No digit occurs twice. [c = r1c2, d = r1c3]",
    ]
    assert violations(model, assignment, limit=1)[0].rule.sentence == "digit at r1c1 takes one of its values."


def test_variables_beyond_the_unknowns_keep_their_domain_too() -> None:
    model = Model()
    helper = Var("helper", (0, 1))
    model.add(ir.negate(helper), Rule("No help."))
    assert [c.rule.sentence for c in violations(model, {helper: 2})] == ["helper takes one of its values."]


def test_unknown_without_value_is_an_error() -> None:
    model, v = latin_row()
    with pytest.raises(ValueError, match="digit at r1c3 has no value"):
        violations(model, {v["r1c1"]: 1, v["r1c2"]: 2, v["total"]: 10})


def test_big_boards_are_judged_quickly() -> None:
    size = 60
    cells = {(r, c): Var(f"shaded[r{r}c{c}]", (0, 1)) for r, c in product(range(size), repeat=2)}
    model = Model({"shaded": UnknownLayer("shaded", "cells", dict(cells), is_bool=True)})
    rule = Rule("No two shaded cells touch.", names=("a", "b"))
    for (r, c), var in cells.items():
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1), (2, 0), (0, 2)):
            other = cells.get((r + dr, c + dc))
            if other is not None:
                model.add(ir.disj((ir.negate(var), ir.negate(other))), rule, ((r, c), (r + dr, c + dc)))
    model.add(ir.Connected(grid(size, size), tuple(ir.negate(var) for var in cells.values())), Rule("White connects."))
    assert len(model.constraints) > 20_000
    assignment = {var: int(r % 3 == 0 and c % 3 == 0) for (r, c), var in cells.items()}
    start = time.perf_counter()
    assert violations(model, assignment) == []
    assert time.perf_counter() - start < SOON
