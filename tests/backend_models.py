"""Tiny models that between them contain every node, in every position, and every graph constraint."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from hypothesis import strategies as st

from cluewright.compiler import ir
from cluewright.compiler.automata import Automaton
from cluewright.compiler.evaluate import evaluate
from cluewright.compiler.model import Model, Rule, UnknownLayer
from cluewright.solvers.base import Engine
from cluewright.solvers.contract import answers

RULE = Rule("It holds.")
Values = tuple[int, ...]


def model_of(variables: list[ir.Var], *exprs: ir.Value) -> Model:
    model = Model({"x": UnknownLayer("x", "elements", dict(enumerate(variables)))})
    for expr in exprs:
        model.add(expr, RULE)
    return model


def by_brute_force(model: Model) -> set[Values]:
    variables = model.variables
    found = set()
    for values in itertools.product(*(var.domain for var in variables)):
        assignment = dict(zip(variables, values, strict=True))
        if all(evaluate(c.expr, assignment) for c in model.constraints):
            found.add(values)
    return found


def by_solver(model: Model, solver: Engine) -> set[Values]:
    """All answers; none may come twice."""
    found = [tuple(a[var] for var in model.variables) for a in answers(solver, model, None, {}, alone=True)]
    assert len(set(found)) == len(found)
    return set(found)


def grid(rows: int, columns: int) -> ir.Graph:
    def at(r: int, c: int) -> int:
        return r * columns + c

    names = [f"r{r + 1}c{c + 1}" for r in range(rows) for c in range(columns)]
    edges = [(at(r, c), at(r, c + 1)) for r in range(rows) for c in range(columns - 1)]
    edges += [(at(r, c), at(r + 1, c)) for r in range(rows - 1) for c in range(columns)]
    faces = [
        (at(r, c), at(r, c + 1), at(r + 1, c + 1), at(r + 1, c)) for r in range(rows - 1) for c in range(columns - 1)
    ]
    outer = [at(0, c) for c in range(columns)] + [at(r, columns - 1) for r in range(1, rows)]
    outer += [at(rows - 1, c) for c in range(columns - 2, -1, -1)] + [at(r, 0) for r in range(rows - 2, 0, -1)]
    return ir.Graph(names, edges, faces, tuple(outer))


def bits(count: int, name: str = "b") -> list[ir.Var]:
    return [ir.Var(f"{name}{i}", (0, 1)) for i in range(count)]


# ---------------------------------------------------------------- every node


def automaton() -> Automaton:
    """Words over -1..2 in which no 0 follows a 1, and the last letter is not 2."""
    steps = {(0, -1): 0, (0, 0): 0, (0, 1): 1, (0, 2): 2, (1, -1): 0, (1, 1): 1, (1, 2): 2}
    steps |= {(2, -1): 0, (2, 0): 0, (2, 1): 1, (2, 2): 2}
    return Automaton(states=3, start=0, accepting=frozenset({0, 1}), transitions=steps)


def node_cases() -> dict[str, tuple[list[ir.Var], ir.Value]]:
    """A truth value for each kind of node, over few variables with uneven domains."""
    x, y, z = ir.Var("x", (-2, 0, 1, 3)), ir.Var("y", (-1, 0, 2)), ir.Var("z", (0, 1, 2))
    b, c, d = ir.Var("b", (0, 1)), ir.Var("c", (0, 1)), ir.Var("d", (0, 1))
    fixed = ir.Var("fixed", (1,))
    xyz = [x, y, z]
    total = ir.add_all([ir.scale(x, 2), ir.scale(y, -3), z])
    rows: tuple[tuple[int | None, ...], ...] = ((0, None, 1), (3, 2, None), (-2, -1, 0), (1, 7, 1), (None, 0, 2))
    plain = ((0, 0, 1), (3, 2, 0), (-2, -1, 0), (1, 2, 1))
    return {
        "variable": ([b], b),
        "constant": ([b, fixed], ir.conj([b, fixed])),
        "equals": (xyz, ir.equal(ir.absolute(x), 1)),
        "at_most": (xyz, ir.at_most(x, 0)),
        "and": ([b, c, x], ir.conj([b, ir.negate(c), ir.equal(x, 3)])),
        "or": ([b, c, x], ir.disj([b, ir.negate(c), ir.equal(x, 3)])),
        "linear <=": (xyz, ir.at_most(total, 1)),
        "linear ==": (xyz, ir.equal(total, -1)),
        "linear !=": (xyz, ir.compare(total, "!=", 2)),
        "linear with a common factor !=": (
            [b, c, d],
            ir.compare(ir.add_all([ir.scale(term, 4) for term in (b, c, d)]), "!=", 0),
        ),
        "linear with a common factor <=": ([x, z], ir.at_most(ir.add(ir.scale(x, 4), ir.scale(z, -6)), 3)),
        "two terms ==": ([x, y], ir.equal(x, y)),
        "two terms shifted": ([x, y], ir.equal(x, ir.add(y, 1))),
        "two terms <": ([x, y], ir.less(x, y)),
        "iff": ([b, c], ir.iff(b, c)),
        "number and condition": ([x, z], ir.at_most(z, ir.equal(x, 1))),
        "number and shared condition": (
            [b, x, z],
            ir.conj(
                [ir.at_most(z, shared := ir.conj([b, ir.equal(x, 1)])), ir.negate(ir.at_most(shared, ir.add(z, -1)))]
            ),
        ),
        "number and product with a condition": ([x, y, z], ir.at_most(z, ir.multiply(ir.equal(x, 1), y))),
        "number and element at a condition": ([x, z], ir.at_most(z, ir.element([0, 2, 1], ir.equal(x, 1)))),
        "count": ([b, c, x], ir.equal(ir.add_all([b, ir.negate(c), ir.equal(x, 0)]), 2)),
        "product": ([*xyz], ir.at_most(ir.multiply(x, ir.add(y, z)), 2)),
        "product of truths": ([b, c, z], ir.equal(ir.multiply(ir.add(b, z), c), 2)),
        "quotient": ([*xyz], ir.equal(ir.quotient(total, 3), -1)),
        "remainder": ([*xyz], ir.equal(ir.remainder(total, 3), 2)),
        "absolute": ([*xyz], ir.at_most(ir.absolute(total), 4)),
        "minimum": ([*xyz], ir.equal(ir.minimum([x, y, 1]), ir.minimum([z, ir.scale(x, 2)]))),
        "maximum": ([*xyz, b], ir.equal(ir.maximum([x, y, b]), z)),
        "element": ([*xyz], ir.equal(ir.element([x, 2, y], z), ir.element([1, 2, 0], z))),
        "choose": ([*xyz, b], ir.equal(ir.choose(b, x, ir.add(y, z)), 1)),
        "choose constants": ([x, b], ir.equal(ir.choose(b, 3, -2), x)),
        "choose truths": ([b, c, x], ir.choose(ir.equal(x, 0), b, ir.negate(c))),
        "all_different": ([*xyz], ir.AllDifferent((x, y, z))),
        "all_different with others": ([*xyz], ir.AllDifferent((x, ir.add(y, z), 1))),
        "all_different except": ([*xyz], ir.AllDifferent((x, y, z, 0), frozenset({0}))),
        "all_different permutation": (
            [p := ir.Var("p", (1, 2, 3)), q := ir.Var("q", (1, 2, 3)), r := ir.Var("r", (1, 2, 3))],
            ir.AllDifferent((p, q, r)),
        ),
        "table": ([*xyz], ir.Table((x, y, z), plain)),
        "table starred": ([*xyz], ir.Table((x, y, z), rows)),
        "table negative": ([*xyz], ir.Table((x, y, z), plain, positive=False)),
        "table negative starred": ([*xyz], ir.Table((x, y, z), rows, positive=False)),
        "table of others": ([*xyz, b], ir.Table((b, ir.add(y, z), 1), ((1, 2, 1), (0, None, 1), (1, 0, 0)))),
        "table empty": ([*xyz], ir.Table((x, y, z), ())),
        "regular": ([x, y, z, b], ir.Regular((y, z, b, ir.remainder(x, 3)), automaton())),
        "regular nothing": ([b], ir.conj([b, ir.Regular((), automaton())])),
        "lex": ([*xyz, b], ir.Lex((x, b, 1), (z, y, b), strict=False)),
        "lex strict": ([*xyz, b], ir.Lex((x, b, 1), (z, y, b), strict=True)),
        "distinct_lists": ([*xyz, b], ir.DistinctLists(((x, b), (y, 1), (z, 0)))),
        **_repeating_cases(),
    }


def _repeating_cases() -> dict[str, tuple[list[ir.Var], ir.Value]]:
    """Lists that name a thing twice, a thing and its opposite, a known thing, or nothing at all."""
    x, y, k = ir.Var("x", (-1, 0, 2)), ir.Var("y", (0, 1, 2)), ir.Var("k", (1,))
    b, c = ir.Var("b", (0, 1)), ir.Var("c", (0, 1))
    no = ir.negate
    rows: tuple[tuple[int | None, ...], ...] = (
        (0, 0, 1, 1),
        (2, 1, 1, 2),
        (2, None, 1, 2),
        (-1, 0, 0, -1),
        (0, 0, 1, 1),
    )
    return {
        "and twice": ([b, c], ir.And((b, no(c), b))),
        "and opposites": ([b, c], ir.And((b, c, no(b)))),
        "or twice": ([b, c, k], ir.Or((b, no(c), b, k))),
        "or opposites": ([b, c], ir.Or((b, c, no(b)))),
        "count twice": ([b, c, y], ir.equal(ir.add_all([b, c, b, no(c), ir.equal(y, 0), ir.equal(y, 0)]), 2)),
        "count opposites": ([b, c, y], ir.equal(ir.add_all([b, no(b), c]), y)),
        "count of values twice": ([x, y], ir.at_most(2, ir.add_all(ir.equal(v, 2) for v in (x, y, x, 2)))),
        "linear of a known one": ([x, y, k], ir.equal(ir.add_all([x, ir.scale(y, 2), k]), 3)),
        "product of itself": ([x, y], ir.equal(ir.multiply(x, x), ir.multiply(y, ir.scale(y, -1)))),
        "absolute difference of itself": ([x, y], ir.equal(ir.absolute(ir.add(x, ir.scale(y, -1))), y)),
        "minimum twice": ([x, y], ir.equal(ir.minimum([x, y, x, 1, 1]), y)),
        "maximum twice": ([x, y, b], ir.equal(ir.maximum([b, x, no(b), x]), y)),
        "element of its index": ([x, y], ir.equal(ir.element([y, y, 1, x], y), ir.element([x, 0, x], y))),
        "element of one thing": ([b, y], ir.equal(ir.element([b, b, no(b)], y), b)),
        "choose by itself": ([b, x], ir.equal(ir.choose(b, b, x), ir.choose(no(b), x, b))),
        "all_different twice": ([x, y], ir.AllDifferent((x, y, x))),
        "all_different twice except": ([x, y], ir.AllDifferent((x, y, x, 1, 1), frozenset({0, 1}))),
        "all_different opposites": ([b, c, y], ir.AllDifferent((b, no(b), y))),
        "all_different constants": ([x], ir.AllDifferent((x, 1, 0))),
        "all_different constants twice": ([x], ir.AllDifferent((x, 1, 1))),
        "all_different alone": ([x], ir.AllDifferent((x,))),
        "table twice": ([x, y], ir.Table((x, y, 1, x), rows)),
        "table twice negative": ([x, y], ir.Table((x, y, 1, x), rows, positive=False)),
        "table opposites": ([b, y], ir.Table((b, no(b), y), ((0, 1, 2), (1, 1, 0), (1, 0, None)))),
        "regular twice": ([x, y, b], ir.Regular((y, x, y, b, 1, b), automaton())),
        "regular opposites": ([b, c], ir.Regular((b, no(b), c, 0, b), automaton())),
        "lex of itself": ([x, y], ir.Lex((x, y), (x, y), strict=False)),
        "lex of itself strict": ([x, y], ir.Lex((x, y), (x, y), strict=True)),
        "lex turned": ([x, y, b], ir.Lex((x, y, b, 1), (y, x, no(b), 1), strict=True)),
        "distinct_lists of mixed kinds": ([b, x, y], ir.DistinctLists(((b,), (ir.add(y, -1),)))),
        "distinct_lists twice": ([x, y], ir.DistinctLists(((x, y), (y, x), (x, 2)))),
        "distinct_lists the same": ([x, y], ir.DistinctLists(((x, y), (0, 1), (x, y)))),
        "distinct_lists opposites": ([b, c, y], ir.DistinctLists(((b, no(c)), (c, b), (no(b), 1), (y, y)))),
        "distinct_lists of nothing": ([b], ir.disj([b, ir.DistinctLists(((), ()))])),
    }


def deep_model(levels: int) -> Model:
    """A chain of alternating conditions, as deep as there are variables; exactly two of them are free."""
    variables = bits(levels)
    chain: ir.Expr = variables[0]
    for index, var in enumerate(variables[1:], 1):
        chain = ir.And((var, chain)) if index % 2 else ir.Or((ir.Not(var), chain))
    switch = ir.Var("switch", (0, 1))
    return model_of([*variables, switch], ir.iff(switch, chain), *variables[1:-1])


def forms(variables: list[ir.Var], expr: ir.Value) -> Iterator[Model]:
    """Required, denied, as an exact truth value, implied, implying, and counted."""
    switch = ir.Var("switch", (0, 1))
    yield model_of(variables, expr)
    yield model_of(variables, ir.negate(expr))
    yield model_of([*variables, switch], ir.iff(switch, expr))
    yield model_of([*variables, switch], ir.implies(switch, expr))
    yield model_of([*variables, switch], ir.implies(expr, switch))
    yield model_of([*variables, switch], ir.equal(ir.add_all([switch, ir.truth_value(expr), variables[0]]), 1))


# ---------------------------------------------------------------- graphs


def graph_cases() -> dict[str, Model]:
    """Every graph constraint on tiny boards: required, with constants, and under a condition."""
    cases: dict[str, Model] = {}
    square, small = grid(3, 3), grid(2, 3)
    nodes, edges, switch = bits(9, "n"), bits(12, "e"), ir.Var("switch", (0, 1))

    def add(name: str, variables: list[ir.Var], *exprs: ir.Value) -> None:
        cases[name] = model_of(variables, *exprs)

    add("connected", nodes, ir.Connected(square, tuple(nodes)))
    rooted: list[ir.Value] = [*nodes]
    rooted[4], rooted[2] = True, False
    add("connected rooted", [n for i, n in enumerate(nodes) if i not in (2, 4)], ir.Connected(square, tuple(rooted)))
    add("connected clause", nodes, ir.disj([nodes[3], nodes[8]]), ir.Connected(square, tuple(nodes)))
    repeated = ir.disj([nodes[8], nodes[3], nodes[8]])
    add("connected clause twice", nodes, repeated, ir.Connected(square, tuple(nodes)))
    add(
        "connected clause denied",
        nodes,
        ir.negate(ir.conj([ir.negate(n) for n in (*nodes[:2], *nodes[:3])])),
        ir.Connected(square, tuple(nodes)),
    )
    add("connected negated", nodes, ir.Connected(square, tuple(ir.negate(n) for n in nodes)), nodes[4])
    add(
        "connected by edges", [*nodes[:6], *edges[:5]], ir.Connected(small, tuple(nodes[:6]), (*edges[:5], True, False))
    )
    add("two colours", nodes, *(ir.Connected(square, side) for side in (tuple(nodes), tuple(map(ir.negate, nodes)))))
    mixed_nodes = [ir.iff(a, b) for a, b in zip(nodes[:6], edges[:6], strict=True)]
    sides = (tuple(mixed_nodes), tuple(map(ir.negate, mixed_nodes)))
    add("two mixed colours", [*nodes[:6], *edges[:6]], *(ir.Connected(small, side) for side in sides))
    add("connected if", [*nodes, switch], ir.implies(switch, ir.Connected(square, tuple(nodes))))
    both = ir.conj([ir.Connected(small, tuple(nodes[:6])), ir.Acyclic(small, tuple(nodes[:6]), None)])
    add("either", [*nodes[:6], switch], ir.disj([switch, both]))
    add("loop", edges, ir.Loop(square, tuple(edges)))
    add(
        "loop with a clue",
        edges,
        ir.equal(ir.add_all([edges[0], edges[2], edges[6], edges[7]]), 3),
        ir.Loop(square, tuple(edges)),
    )
    fixed: list[ir.Value] = [*edges]
    fixed[0], fixed[7] = True, False
    add("loop fixed", [e for i, e in enumerate(edges) if i not in (0, 7)], ir.Loop(square, tuple(fixed)))
    add("loop if", [*edges, switch], ir.implies(switch, ir.Loop(square, tuple(edges))))
    double = ir.Graph(["a", "b", "c"], [(0, 1), (0, 1), (1, 2), (2, 0)])
    add("loop of two", edges[:4], ir.Loop(double, tuple(edges[:4])))
    add("path", edges, ir.Path(square, tuple(edges)))
    add("path ends", edges, ir.Path(square, tuple(edges), (0, 8)))
    add("path no ends", edges[:7], ir.Path(small, tuple(edges[:7]), (4, 4)))
    add("path if", [*edges[:7], switch], ir.implies(switch, ir.Path(small, tuple(edges[:7]))))
    add("acyclic nodes", nodes, ir.Acyclic(square, tuple(nodes), None))
    add("acyclic edges", edges, ir.Acyclic(square, None, tuple(edges)))
    add("acyclic both", [*nodes[:6], *edges[:5]], ir.Acyclic(small, tuple(nodes[:6]), (*edges[:5], True, True)))
    add("acyclic double", edges[:4], ir.Acyclic(double, None, tuple(edges[:4])))
    add("acyclic if", [*edges[:7], switch], ir.implies(switch, ir.Acyclic(small, None, tuple(edges[:7]))))
    for name, seeds in _SEEDS.items():
        add(f"seeded {name}", nodes, ir.SeededGroups(square, tuple(nodes), dict(seeds)))
    add(
        "seeded if", [*nodes[:6], switch], ir.implies(switch, ir.SeededGroups(small, tuple(nodes[:6]), {0: 2, 5: None}))
    )
    labels = [ir.Var(f"x{i}", (1, 2, 3)) for i in range(6)]
    add("equal labels", labels, ir.EqualGroups(small, tuple(labels), tuple(labels)))
    add("equal any", nodes, ir.EqualGroups(square, tuple(nodes), (None,) * 9))
    for rng in [random.Random(i) for i in range(3)]:
        size = ir.Var("s", (1, 2, 3, 4))
        sizes = tuple(rng.choice([None, 2, 3, 4, size]) for _ in range(9))
        add(f"equal {len(cases)}", [*nodes, size], ir.EqualGroups(square, tuple(nodes), sizes))
        add(f"joined {len(cases)}", [*edges[:7], size], ir.JoinedGroups(small, tuple(edges[:7]), sizes[:6]))
    add("equal if", [*nodes[:6], switch], ir.implies(switch, ir.EqualGroups(small, tuple(nodes[:6]), (2,) * 6)))
    add("joined any", edges, ir.JoinedGroups(square, tuple(edges), (None,) * 9))
    add("joined threes", edges, ir.JoinedGroups(square, tuple(edges), (3,) * 9))
    add("joined if", [*edges[:7], switch], ir.implies(switch, ir.JoinedGroups(small, tuple(edges[:7]), (2,) * 6)))
    add("separated", nodes, ir.Separated(square, tuple(nodes)))
    add("separated ends", nodes, ir.Separated(square, tuple(nodes), None, (0, 8)))
    add("separated iff", [*nodes[:6], switch], ir.iff(switch, ir.Connected(small, tuple(nodes[:6]))))
    add("matched", nodes, ir.Matched(square, tuple(nodes)))
    add("matched if", [*nodes[:6], switch], ir.implies(switch, ir.Matched(small, tuple(nodes[:6]))))
    places = tuple((n // 3, n % 3) for n in range(6))
    for first in ({0, 1, 2}, {0, 1, 5}, {0, 4}):
        twins = ir.TwinGroups(small, tuple(edges[:7]), frozenset(first), places)
        add(f"twins {sorted(first)}", edges[:7], twins)
    add("twins if", [*edges[:7], switch], ir.implies(switch, twins))
    number = ir.Var("k", (0, 1, 2))
    mixed = tuple(ir.disj([ir.equal(number, i % 3), n]) for i, n in enumerate(nodes[:6]))
    add("connected conditions", [number, *nodes[:6]], ir.Connected(small, mixed))
    cases.update(_repeating_graph_cases())
    tabled = tuple(ir.Table((number, n), ((0, 1), (1, 0), (2, None))) for n in nodes[:6])
    add("connected tables", [number, *nodes[:6]], ir.Connected(small, tabled))
    add("seeded tables", [number, *nodes[:6]], ir.SeededGroups(small, (True, *tabled[1:]), {0: 2, 5: None}))
    add("equal tables", [number, *nodes[:6]], ir.EqualGroups(small, (1, *tabled[1:]), (2, *[None] * 5)))
    return cases


def _repeating_graph_cases() -> dict[str, Model]:
    """Nodes and edges under one condition or under opposite ones, double edges, lone nodes, empty graphs; each
    required, and each as a condition."""
    double = ir.Graph(list("abcde"), [(0, 1), (1, 0), (1, 2), (2, 0), (2, 3), (2, 3)])  # e has no edge
    small, nothing, lone = grid(2, 3), ir.Graph([], []), ir.Graph(["a", "b"], [])
    a, b, c, d = variables = bits(4, "v")
    size = ir.Var("s", (0, 1, 2, 3))
    no = ir.negate
    five = (a, no(a), b, b, c)
    six = (a, b, no(a), True, c, d)
    seven = (a, b, a, no(b), True, c, no(c))
    sizes = (2, None, size, None, size)
    places = tuple((n // 3, n % 3) for n in range(6))
    two_sides = ir.Graph(list("abcde"), [(0, 3), (3, 0), (1, 3), (1, 4), (4, 2)])
    constraints: dict[str, ir.GraphConstraint] = {
        "connected double": ir.Connected(double, five),
        "connected by double edges": ir.Connected(double, five, six),
        "connected grid": ir.Connected(small, (a, b, no(a), a, no(b), d)),
        "connected lone": ir.Connected(lone, (a, no(a))),
        "loop double": ir.Loop(double, six),
        "loop grid": ir.Loop(small, seven),
        "path double": ir.Path(double, six),
        "path between": ir.Path(double, six, (0, 2)),
        "path to a lone node": ir.Path(double, six, (0, 4)),
        "path grid": ir.Path(small, seven),
        "acyclic double": ir.Acyclic(double, five, None),
        "acyclic double edges": ir.Acyclic(double, five, six),
        "acyclic grid": ir.Acyclic(small, None, seven),
        "seeded double": ir.SeededGroups(double, five, {0: 2, 4: None}),
        "seeded grid": ir.SeededGroups(small, six, {1: 3, 5: 1}),
        "equal double": ir.EqualGroups(double, (a, size, b, size, 1), sizes),
        "equal grid": ir.EqualGroups(small, (a, a, size, b, size, no(a)), (2, size, size, None, 1, 0)),
        "equal lone": ir.EqualGroups(lone, (a, size), (size, 1)),
        "joined double": ir.JoinedGroups(double, six, sizes),
        "joined grid": ir.JoinedGroups(small, seven, (*sizes, None)),
        "separated double": ir.Separated(double, five, six),
        "separated grid": ir.Separated(small, six, seven, (0, 4)),
        "matched double": ir.Matched(two_sides, five),
        "matched lone": ir.Matched(lone, (a, no(b))),
        "twins grid": ir.TwinGroups(small, seven, frozenset({0, 1, 5}), places),
    }
    graphless = {
        "loop of nothing": ir.Loop(nothing, ()),
        "path of nothing": ir.Path(nothing, ()),
        "connected nothing": ir.Connected(nothing, ()),
        "acyclic nothing": ir.Acyclic(nothing, (), ()),
        "seeded nothing": ir.SeededGroups(nothing, (), {}),
        "joined nothing": ir.JoinedGroups(lone, (), (1, None)),
        "separated nothing": ir.Separated(nothing, ()),
        "matched nothing": ir.Matched(nothing, ()),
    }
    every = [*variables, size]
    found = {f"repeating {name}": model_of(every, node, a) for name, node in constraints.items()}
    for name, node in (constraints | graphless).items():
        found[f"repeating {name} if"] = model_of(every, ir.disj([no(d), node, no(d)]), ir.equal(size, 2))
    return found


_SEEDS: dict[str, dict[int, int | None]] = {
    "none": {},
    "one": {0: 3},
    "two": {0: 3, 8: 2},
    "touching": {0: 3, 1: 2},
    "free": {0: None, 8: None},
    "mixed": {2: None, 6: 3},
    "impossible": {2: 0},
    "whole": {4: 9},
    "too large": {4: 10},
}


# ---------------------------------------------------------------- random models


@st.composite
def random_models(draw: st.DrawFn) -> Model:
    """Two constraints over the whole language: expressions, lists and sometimes a graph."""
    domains = st.sets(st.integers(-3, 4), min_size=1, max_size=3)
    variables = [ir.Var(f"x{i}", draw(domains)) for i in range(2)] + bits(4)
    number = values_over(variables, 4)
    truth = _truths(variables, number)
    exprs = [draw(truth) for _ in range(2)]
    if draw(st.booleans()):
        exprs.append(draw(_graphs(variables, truth)))
    return model_of(variables, *exprs)


def values_over(variables: list[ir.Var], most: int = 5) -> st.SearchStrategy[ir.Value]:
    """Random numeric expressions."""
    leaves = st.one_of(st.sampled_from(variables), st.integers(-3, 4))

    def extend(inner: st.SearchStrategy[ir.Value]) -> st.SearchStrategy[ir.Value]:
        some = st.lists(inner, min_size=1, max_size=3)
        return st.one_of(
            st.builds(ir.add, inner, inner),
            st.builds(ir.scale, inner, st.integers(-3, 3)),
            st.builds(ir.multiply, inner, inner),
            st.builds(ir.quotient, inner, st.integers(1, 4)),
            st.builds(ir.remainder, inner, st.integers(1, 4)),
            st.builds(ir.absolute, inner),
            st.builds(ir.minimum, some),
            st.builds(ir.maximum, some),
            st.builds(lambda i, items: ir.element(items, ir.remainder(i, len(items))), inner, some),
            st.builds(lambda a, b, c, d: ir.choose(ir.at_most(a, b), c, d), inner, inner, inner, inner),
        )

    return st.recursive(leaves, extend, max_leaves=most)


def _truths(variables: list[ir.Var], number: st.SearchStrategy[ir.Value]) -> st.SearchStrategy[ir.Value]:
    args = st.lists(number, min_size=1, max_size=3).map(tuple)
    cell = st.one_of(st.none(), st.integers(-3, 4))
    leaves = st.one_of(
        st.builds(ir.equal, number, number),
        st.builds(ir.at_most, number, number),
        st.sampled_from(variables[2:]),
        st.builds(ir.AllDifferent, args, st.frozensets(st.integers(-1, 2), max_size=2)),
        st.builds(
            ir.Table, st.tuples(number, number), st.lists(st.tuples(cell, cell), max_size=4).map(tuple), st.booleans()
        ),
        st.builds(ir.Regular, args, st.just(automaton())),
        st.builds(ir.Lex, st.tuples(number, number), st.tuples(number, number), st.booleans()),
        st.builds(ir.DistinctLists, st.lists(st.tuples(number, number), min_size=2, max_size=3).map(tuple)),
    )

    def extend(inner: st.SearchStrategy[ir.Value]) -> st.SearchStrategy[ir.Value]:
        some = st.lists(inner, min_size=1, max_size=3)
        return st.one_of(
            st.builds(ir.conj, some),
            st.builds(ir.disj, some),
            st.builds(ir.negate, inner),
            st.builds(ir.iff, inner, inner),
            st.builds(lambda items, k: ir.at_most(ir.add_all(items), k), some, st.integers(0, 2)),
        )

    return st.recursive(leaves, extend, max_leaves=4)


def _graphs(variables: list[ir.Var], truth: st.SearchStrategy[ir.Value]) -> st.SearchStrategy[ir.Value]:
    small = grid(2, 3)
    nodes = st.tuples(*[truth] * 2, *(st.sampled_from([*variables[2:], True, False]) for _ in range(4)))
    edges = st.tuples(truth, *(st.sampled_from([*variables[2:], True, False]) for _ in range(6)))
    sizes = st.tuples(*(st.sampled_from([None, None, 1, 2, 3, variables[0]]) for _ in range(6)))
    labels = st.tuples(*(st.sampled_from([*variables, 0, 1]) for _ in range(6)))
    graph = st.one_of(
        st.builds(lambda n: ir.Connected(small, n), nodes),
        st.builds(lambda n, e: ir.Connected(small, n, e), nodes, edges),
        st.builds(lambda e: ir.Loop(small, e), edges),
        st.builds(lambda e: ir.Path(small, e), edges),
        st.builds(lambda n, e: ir.Acyclic(small, n, e), nodes, edges),
        st.builds(lambda n, k: ir.SeededGroups(small, n, {0: k, 4: None}), nodes, st.integers(1, 4)),
        st.builds(lambda x, s: ir.EqualGroups(small, x, s), labels, sizes),
        st.builds(lambda e, s: ir.JoinedGroups(small, e, s), edges, sizes),
    )
    return st.one_of(graph, st.builds(ir.implies, truth, graph))
