"""Graph constraints on the SAT engine: the answers are those of brute force, and every lemma holds in all of them."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from backend_models import RULE, bits, by_brute_force, grid, model_of

from cluewright.compiler import ir
from cluewright.compiler.cnf import truths_of
from cluewright.compiler.lemmas import Lemma, equal_groups
from cluewright.compiler.lemmas.implied import add_implied_rules
from cluewright.compiler.model import Model, UnknownLayer
from cluewright.solvers.sat import SatEngine


def engine_of(model: Model) -> SatEngine:
    """An engine that was told everything, as in a long search, and in which every value has its literal before a lemma
    asks for it: so two of them have the same ones."""
    engine = SatEngine(model)
    engine._strengthen(None)
    for var in model.variables:
        engine.encoder.num(var).direct()
    return engine


def check(variables: list[ir.Var], *exprs: ir.Value, start: Callable[[Model], SatEngine] = engine_of) -> int:
    """Compare with brute force; every lemma must hold in every true answer. Returns the number of answers."""
    model = model_of(variables, *exprs)
    expected = by_brute_force(model)
    found = set()
    with start(model) as engine:
        while (answer := engine.solve()) is not None:
            found.add(tuple(answer[var] for var in variables))
            engine.block(answer)
        lemmas = list(engine.lemmas)
    assert found == expected
    if start is engine_of:
        _check_lemmas(model, expected, [lemma.clause for lemma in lemmas])
    for lemma in lemmas:
        assert lemma.kind
        assert lemma.named()
    return len(expected)


def _check_lemmas(model: Model, answers: set[tuple[int, ...]], clauses: list[tuple[int, ...]]) -> None:
    """Clauses over auxiliary variables are checked as well: an answer must have a completion that satisfies all."""
    with engine_of(model) as engine:
        for clause in clauses:
            engine.add_clause(clause)
        for values in answers:
            pairs = list(zip(model.variables, values, strict=True))
            assert engine.solve(pairs) is not None


def samples(seed: int, count: int) -> list[random.Random]:
    return [random.Random(seed * 1000 + i) for i in range(count)]


def test_connected_nodes() -> None:
    nodes = bits(12)
    check(nodes, ir.Connected(grid(3, 4), tuple(nodes)))
    with_root: list[ir.Value] = [*nodes]
    with_root[5] = True
    with_root[3] = False
    check([n for i, n in enumerate(nodes) if i not in (3, 5)], ir.Connected(grid(3, 4), tuple(with_root)))


def test_connected_edges() -> None:
    graph = grid(2, 3)
    nodes, edges = bits(6, "n"), bits(7, "e")
    check([*nodes, *edges], ir.Connected(graph, tuple(nodes), tuple(edges)))
    check(edges, ir.Connected(graph, (True,) * 6, tuple(edges)))


def test_connected_when_implied() -> None:
    nodes, switch = bits(9), ir.Var("switch", (0, 1))
    check([*nodes, switch], ir.implies(switch, ir.Connected(grid(3, 3), tuple(nodes))))


def test_two_connected_colours_add_implied_rules() -> None:
    for rows, columns in ((3, 4), (3, 3), (2, 5)):
        nodes = bits(rows * columns)
        graph = grid(rows, columns)
        others = tuple(ir.negate(n) for n in nodes)
        check(nodes, ir.Connected(graph, tuple(nodes)), ir.Connected(graph, others))
    model = Model({"x": UnknownLayer("x", "cells", dict(enumerate(nodes)))})
    model.add(ir.Connected(graph, tuple(nodes)), RULE)
    model.add(ir.Connected(graph, others), RULE)
    with SatEngine(model) as engine:
        assert add_implied_rules(engine.encoder, engine._generators) == 1


def test_loop() -> None:
    edges = bits(17)
    assert check(edges, ir.Loop(grid(3, 4), tuple(edges))) == 40
    ladder = bits(13)
    check(ladder, ir.Loop(grid(2, 5), tuple(ladder)))


def test_loop_with_constants_and_guard() -> None:
    edges, switch = bits(12), ir.Var("switch", (0, 1))
    check([*edges, switch], ir.implies(switch, ir.Loop(grid(3, 3), tuple(edges))))
    fixed: list[ir.Value] = [*edges]
    fixed[0], fixed[7] = True, False
    check([e for i, e in enumerate(edges) if i not in (0, 7)], ir.Loop(grid(3, 3), tuple(fixed)))


def test_path() -> None:
    edges = bits(12)
    graph = grid(3, 3)
    check(edges, ir.Path(graph, tuple(edges)))
    check(edges, ir.Path(graph, tuple(edges), (0, 8)))
    check(edges, ir.Path(graph, tuple(edges), (3, 4)))
    check(edges, ir.Path(graph, tuple(edges), (4, 4)))


def test_several_loops_are_cut() -> None:
    """A wide board where two far cells must lie on the loop."""
    graph = grid(5, 8)
    edges = bits(len(graph.edges))
    model = Model({"x": UnknownLayer("x", "links", dict(enumerate(edges)))})
    model.add(ir.Loop(graph, tuple(edges)), RULE)
    for node in (0, 7, 32, 39):
        model.add(ir.equal(ir.add_all(edges[e] for _, e in graph.adjacent[node]), 2), RULE)
    model.add(ir.compare(ir.add_all(edges), "<=", 22), RULE)
    with SatEngine(model) as engine:
        assert engine.solve() is not None
    model.add(ir.compare(ir.add_all(edges), "<=", 20), RULE)
    with SatEngine(model) as engine:
        assert engine.solve() is None
        assert engine.lemmas


@pytest.mark.parametrize("faces", [True, False])
def test_acyclic(faces: bool) -> None:
    graph = grid(3, 3)
    if not faces:
        graph = ir.Graph(graph.names, graph.edges)
    nodes, edges = bits(9, "n"), bits(12, "e")
    check(nodes, ir.Acyclic(graph, tuple(nodes), None))
    check(edges, ir.Acyclic(graph, None, tuple(edges)))
    small = grid(2, 3)
    check([*nodes[:6], *edges[:7]], ir.Acyclic(small, tuple(nodes[:6]), tuple(edges[:7])))
    check(nodes[:1], ir.Acyclic(small, None, None))
    double = ir.Graph(["a", "b", "c"], [(0, 1), (0, 1), (1, 2)])
    check(edges[:3], ir.Acyclic(double, None, tuple(edges[:3])))


def test_equal_groups_label_is_size() -> None:
    graph = grid(3, 3)
    labels = [ir.Var(f"x{i}", (1, 2, 3)) for i in range(9)]
    check(labels, ir.EqualGroups(graph, tuple(labels), tuple(labels)))
    clued: list[ir.Value] = [*labels]
    clued[0], clued[4] = 3, 4
    check([v for i, v in enumerate(labels) if i not in (0, 4)], ir.EqualGroups(graph, tuple(clued), tuple(clued)))


def test_lemmas_of_another_engine_are_recalled() -> None:
    """Each engine begins with what the ones before learnt about the same graph, with other possible labels and with
    sizes of their own, and has the same answers as by brute force."""
    graph = grid(2, 4)
    learnt: list[Lemma] = []
    recalled: list[list[int]] = []

    def start(model: Model) -> SatEngine:
        engine = engine_of(model)
        sink, engine.encoder.add = engine.encoder.add, recalled.append
        before = len(recalled)
        engine.recall(learnt)
        engine.encoder.add = sink
        for clause in recalled[before:]:
            sink(clause)
        return engine

    for chance in samples(5, 14):
        labels = [ir.Var(f"x{i}", chance.sample(range(1, 6), chance.randint(2, 4))) for i in range(8)]
        sizes: list[ir.Value | None] = [*labels]
        if chance.random() < 0.3:
            sizes = [chance.choice([None, label, 2]) for label in labels]
        groups = ir.EqualGroups(graph, tuple(labels), tuple(sizes))
        check(labels, groups, start=start)
        with engine_of(model_of(labels, groups)) as engine:
            while (answer := engine.solve()) is not None:
                engine.block(answer)
            learnt += engine.lemmas
    assert len(recalled) > 100


def test_known_groups() -> None:
    """Where label and size are known, ownership is said from the start: alone, beside an equal one, under a guard."""
    graph = grid(3, 4)
    switch = ir.Var("switch", (0, 1))
    for rng in samples(2, 12):
        labels: list[ir.Value] = [rng.choice((1, 2, 3, 4, 5)) for _ in range(12)]
        unknown = rng.sample(range(12), 6)
        for i in unknown:
            labels[i] = ir.Var(f"x{i}", rng.choice(((1, 3, 4), (2, 3, 5), (1, 2, 3))))
        variables = [label for label in labels if isinstance(label, ir.Var)]
        groups = ir.EqualGroups(graph, tuple(labels), tuple(labels))
        check(variables, groups)
        check([*variables, switch], ir.implies(switch, groups))
        colours: list[ir.Value] = [ir.Var(f"c{i}", (0, 1)) if i in unknown else rng.choice((0, 1)) for i in range(12)]
        sizes = tuple(rng.choice((None, 3, 4)) for _ in range(12))
        check([c for c in colours if isinstance(c, ir.Var)], ir.EqualGroups(graph, tuple(colours), sizes))


@pytest.mark.parametrize("start", [engine_of, SatEngine])
@pytest.mark.parametrize("small", [1, 2, 3])
def test_large_sizes(monkeypatch: pytest.MonkeyPatch, small: int, start: Callable[[Model], SatEngine]) -> None:
    """Sizes told apart in binary: all answers are those of brute force, with lemmas of one and of many large sizes."""
    monkeypatch.setattr(equal_groups, "SMALL_SIZES", small)
    monkeypatch.setattr(equal_groups, "MANY_SIZES", 1)
    labels = [ir.Var(f"x{i}", range(1, 6)) for i in range(6)]
    switch = ir.Var("switch", (0, 1))

    def groups(graph: ir.Graph, *among: ir.Value) -> ir.Value:
        return ir.EqualGroups(graph, among, among)

    assert check(labels[:5], groups(grid(1, 5), *labels[:5]), start=start) == 7
    check(labels, groups(grid(2, 3), *labels), start=start)
    check([*labels[:3], *labels[4:]], groups(grid(2, 3), *labels[:3], 2, *labels[4:]), start=start)
    check(labels[:5], groups(grid(1, 5), *labels[:5]), ir.less(labels[0], labels[2]), start=start)
    check([*labels[:4], switch], ir.implies(switch, groups(grid(2, 2), *labels[:4])), start=start)
    check(labels[:4], groups(grid(1, 4), labels[0], *(ir.add(label, -1) for label in labels[1:4])), start=start)
    check(labels[:4], groups(grid(1, 4), *labels[:4]), groups(grid(2, 2), *labels[3::-1]), start=start)


def test_equal_groups_other_sizes() -> None:
    graph = grid(2, 4)
    for rng in samples(1, 12):
        labels = [ir.Var(f"x{i}", rng.choice([(0, 1), (1, 2), (0, 1, 2)])) for i in range(8)]
        extra = ir.Var("s", (1, 2, 3, 4))
        choices = [[None, None, 2, 3, 4, extra, ir.add(label, 1)] for label in labels]
        sizes: list[ir.Value | None] = [rng.choice(options) for options in choices]
        check([*labels, extra], ir.EqualGroups(graph, tuple(labels), tuple(sizes)))
    labels = bits(8)
    check(labels, ir.EqualGroups(graph, tuple(labels), (None,) * 8))
    check(labels, ir.EqualGroups(graph, tuple(labels), (4,) * 8))


def _seeded(graph: ir.Graph, seeds: dict[int, int | None]) -> Callable[[list[ir.Var]], ir.Value]:
    return lambda nodes: ir.SeededGroups(graph, tuple(nodes), seeds)


@pytest.mark.parametrize(
    "seeds",
    [
        {},
        {0: 3},
        {0: 3, 11: 2},
        {0: 3, 1: 2},
        {0: None, 11: None},
        {5: None},
        {0: 1, 6: 4},
        {2: 0},
        {0: None, 10: 3},
        {0: 12},
        {0: 13},
        {0: 5, 3: None, 8: 1},
    ],
)
@pytest.mark.parametrize("level_limit", [10_000, 0])
def test_seeded_groups(seeds: dict[int, int | None], level_limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cluewright.compiler.lemmas.seeded_groups.LEVEL_LIMIT", level_limit)
    nodes = bits(12)
    check(nodes, _seeded(grid(3, 4), seeds)(nodes))
    check(nodes, _seeded(grid(3, 4), seeds)(nodes), start=SatEngine)


@pytest.mark.parametrize("level_limit", [10_000, 0])
def test_seeded_groups_when_implied(level_limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cluewright.compiler.lemmas.seeded_groups.LEVEL_LIMIT", level_limit)
    nodes, switch = bits(9), ir.Var("switch", (0, 1))
    for seeds in ({0: 3, 8: 2}, {0: None, 8: 2}):
        check([*nodes, switch], ir.implies(switch, _seeded(grid(3, 3), seeds)(nodes)))


def test_joined_groups() -> None:
    graph = grid(3, 3)
    edges = bits(12)
    check(edges, ir.JoinedGroups(graph, tuple(edges), (None,) * 9))
    check(edges, ir.JoinedGroups(graph, tuple(edges), (3,) * 9))
    for rng in samples(2, 10):
        size = ir.Var("s", (1, 2, 3, 4))
        sizes = tuple(rng.choice([None, None, None, 2, 3, 4, size]) for _ in range(9))
        check([*edges, size], ir.JoinedGroups(graph, tuple(edges), sizes))
    bare = ir.Graph(graph.names, graph.edges)
    check(edges, ir.JoinedGroups(bare, tuple(edges), (None,) * 9))


@pytest.mark.parametrize("first", [{0, 1, 4, 5}, {0, 1, 2, 3}, {0, 2, 5, 7}, {0, 3, 4, 7}, {0, 1}, set()])
def test_twin_groups(first: set[int]) -> None:
    edges, switch = bits(10), ir.Var("switch", (0, 1))
    places = tuple((n // 4, n % 4) for n in range(8))
    twins = ir.TwinGroups(grid(2, 4), tuple(edges), frozenset(first), places)
    check(edges, twins)
    check([*edges, switch], ir.implies(switch, twins))


def test_separated() -> None:
    nodes, switch = bits(9), ir.Var("switch", (0, 1))
    small = grid(2, 3)
    check(nodes, ir.Separated(grid(3, 3), tuple(nodes)))
    check(nodes, ir.Separated(grid(3, 3), tuple(nodes), None, (0, 8)))
    check([*nodes, switch], ir.iff(switch, ir.Connected(grid(3, 3), tuple(nodes))))
    edges = bits(13)
    check(edges, ir.Separated(small, tuple(edges[:6]), tuple(edges[6:])))
    check([*edges, switch], ir.implies(switch, ir.Separated(small, tuple(edges[:6]), tuple(edges[6:]), (1, 3))))


def test_matched() -> None:
    nodes, switch = bits(9), ir.Var("switch", (0, 1))
    check(nodes, ir.Matched(grid(3, 3), tuple(nodes)))
    check([*nodes[:8], switch], ir.implies(switch, ir.Matched(grid(2, 4), tuple(nodes[:8]))))
    star = ir.Graph(list("abcde"), [(0, 1), (0, 2), (3, 1), (3, 4), (4, 3)])
    check(nodes[:5], ir.Matched(star, tuple(nodes[:5])))


def test_lemmas_name_their_nodes() -> None:
    graph = grid(1, 5)
    nodes = bits(5)
    model = Model({"x": UnknownLayer("x", "cells", dict(enumerate(nodes)))})
    model.add(ir.Connected(graph, tuple(nodes)), RULE)
    with SatEngine(model) as engine:
        a, b, c, d, e = (engine.encoder.literal(n) for n in nodes)
        true = {abs(lit): lit for lit in (a, b, -c, d, e)}
        model_literals = [true.get(var, var) for var in range(1, engine.encoder.top + 1)]
        (lemma, *_) = engine._generators[0].violated(truths_of(model_literals, engine.encoder.top))
        assert lemma.kind == "cut"
        assert set(lemma.named()["boundary"]) == {"r1c3"}
        assert len(lemma.named()["witnesses"]) == 2
