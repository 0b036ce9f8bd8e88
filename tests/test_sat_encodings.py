"""Every node of the model as clauses: the answers are exactly those that brute force finds."""

from __future__ import annotations

import itertools
import random
import time

import pytest
from backend_models import by_brute_force, forms, model_of, values_over
from helpers import SOON
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cluewright.compiler import ir
from cluewright.compiler.automata import Automaton, blocks_automaton
from cluewright.compiler.cnf.chains import as_chain
from cluewright.compiler.model import Model
from cluewright.models.errors import LanguageError
from cluewright.solvers.sat import SatEngine, TimeUp

FAST = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def by_engine(model: Model) -> set[tuple[int, ...]]:
    found: set[tuple[int, ...]] = set()
    with SatEngine(model) as engine:
        while (answer := engine.solve()) is not None:
            values = tuple(answer[var] for var in model.variables)
            assert values not in found
            found.add(values)
            engine.block(answer)
    return found


def check(variables: list[ir.Var], *exprs: ir.Value) -> None:
    model = model_of(variables, *exprs)
    assert by_engine(model) == by_brute_force(model)


def check_all_forms(variables: list[ir.Var], expr: ir.Value) -> None:
    for model in forms(variables, expr):
        assert by_engine(model) == by_brute_force(model)


domains = st.sets(st.integers(-3, 5), min_size=1, max_size=4)


@st.composite
def numbers(draw: st.DrawFn, count: int) -> list[ir.Var]:
    return [ir.Var(f"x{i}", draw(domains)) for i in range(count)]


def truths_over(variables: list[ir.Var]) -> st.SearchStrategy[ir.Value]:
    """Random truth values."""
    number = values_over(variables)
    leaves = st.one_of(
        st.builds(ir.equal, number, number),
        st.builds(ir.at_most, number, number),
        st.builds(ir.less, number, number),
        st.booleans(),
    )

    def extend(inner: st.SearchStrategy[ir.Value]) -> st.SearchStrategy[ir.Value]:
        some = st.lists(inner, min_size=1, max_size=3)
        return st.one_of(
            st.builds(ir.conj, some),
            st.builds(ir.disj, some),
            st.builds(ir.negate, inner),
            st.builds(ir.iff, inner, inner),
            st.builds(lambda items, k: ir.equal(ir.add_all(items), k), some, st.integers(0, 3)),
        )

    return st.recursive(leaves, extend, max_leaves=6)


@FAST
@given(st.data())
def test_random_expressions(data: st.DataObject) -> None:
    variables = data.draw(numbers(3))
    check(variables, data.draw(truths_over(variables)), data.draw(truths_over(variables)))


@FAST
@given(st.data())
def test_numeric_value_exactly(data: st.DataObject) -> None:
    variables = data.draw(numbers(3))
    value = data.draw(values_over(variables))
    low, high = ir.low(value), ir.high(value)
    result = ir.Var("r", range(max(low, -40) - 1, min(high, 40) + 2))
    check([*variables, result], ir.equal(result, value))


relations = st.sampled_from(["<=", "==", "!="])


@FAST
@given(st.data(), relations, st.integers(-8, 12))
def test_linear(data: st.DataObject, relation: ir.Relation, bound: int) -> None:
    variables = data.draw(numbers(4))
    factors = data.draw(st.lists(st.integers(-3, 3), min_size=4, max_size=4))
    total = ir.add_all(ir.scale(v, f) for v, f in zip(variables, factors, strict=True))
    check_all_forms(variables, ir.compare(total, relation, bound))


@settings(FAST, max_examples=40)
@given(st.integers(1, 10), relations, st.integers(-1, 11), st.data())
def test_cardinality(count: int, relation: ir.Relation, bound: int, data: st.DataObject) -> None:
    variables = [ir.Var(f"b{i}", (0, 1)) for i in range(count)]
    signs = data.draw(st.lists(st.booleans(), min_size=count, max_size=count))
    items = [v if s else ir.negate(v) for v, s in zip(variables, signs, strict=True)]
    expr = ir.compare(ir.add_all(items), relation, bound)
    check(variables, expr)
    check(variables, ir.negate(expr))
    if count <= 7:
        check_all_forms(variables, expr)


@FAST
@given(st.data(), relations, st.sampled_from([-3, -1, 1, 2]), st.integers(-7, 9))
def test_counts_of_statements(data: st.DataObject, relation: ir.Relation, weight: int, bound: int) -> None:
    """Statements that weigh the same: some say the same or the opposite by other words, some are known beforehand."""
    variables = data.draw(numbers(3))
    value = st.integers(-3, 5)
    pairs = [ir.at_most(ir.add(variables[0], variables[1]), data.draw(value)), ir.less(variables[1], variables[2])]
    single = [make(v, data.draw(value)) for v in variables for make in (ir.equal, ir.at_most)]
    items = data.draw(st.lists(st.sampled_from([*pairs, *single, *map(ir.negate, single)]), min_size=1, max_size=6))
    expr = ir.compare(ir.scale(ir.add_all(items), weight), relation, bound)
    check_all_forms(variables, expr)
    check(variables, expr, data.draw(st.sampled_from(single)), ir.negate(data.draw(st.sampled_from(single))))


@FAST
@given(st.data(), st.integers(0, 9), st.sampled_from([(1, -1), (1, 1), (2, -1), (-1, 3)]), st.integers(-2, 2))
def test_distances(data: st.DataObject, value: int, factors: tuple[int, int], offset: int) -> None:
    variables = data.draw(numbers(3))
    apart = [
        ir.equal(ir.absolute(ir.add_all([offset, ir.scale(a, factors[0]), ir.scale(b, factors[1])])), value)
        for a, b in itertools.combinations(variables, 2)
    ]
    check_all_forms(variables, apart[0])
    check(variables, ir.disj([apart[0], ir.negate(apart[1])]), ir.at_most(ir.add_all(apart), 2))


def test_wide_sums_use_layers() -> None:
    """SEND + MORE = MONEY: partial sums would be far too many."""
    letters = {c: ir.Var(c, range(10)) for c in "SENDMORY"}

    def word(text: str) -> ir.Value:
        return ir.add_all(ir.scale(letters[c], 10**i) for i, c in enumerate(reversed(text)))

    model = model_of(
        list(letters.values()),
        ir.equal(ir.add(word("SEND"), word("MORE")), word("MONEY")),
        ir.AllDifferent(tuple(letters.values())),
        ir.negate(ir.equal(letters["S"], 0)),
        ir.negate(ir.equal(letters["M"], 0)),
    )
    assert by_engine(model) == {(9, 5, 6, 7, 1, 0, 8, 2)}


@pytest.mark.parametrize("relation", ["<=", "==", "!="])
def test_layered_sum_is_exact(relation: ir.Relation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cluewright.compiler.cnf.sums.MERGE_LIMIT", 0)
    variables = [ir.Var(f"x{i}", (0, 1, 3)) for i in range(4)]
    total = ir.add_all(ir.scale(v, f) for v, f in zip(variables, (1, 4, -3, 7), strict=True))
    check_all_forms(variables, ir.compare(total, relation, 9))


@pytest.mark.parametrize("relation", ["<=", "==", "!="])
@pytest.mark.parametrize("bound", [-9, -8, 0, 9, 35, 36, 40])
def test_binary_sum_is_exact(relation: ir.Relation, bound: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cluewright.compiler.cnf.sums.MERGE_LIMIT", 0)
    monkeypatch.setattr("cluewright.compiler.cnf.sums.LAYER_LIMIT", 0)
    domains = ((0, 1, 3), (0, 3), (-1, 0, 3), (0, 1, 2, 3))
    variables = [ir.Var(f"x{i}", domain) for i, domain in enumerate(domains)]
    total = ir.add_all(ir.scale(v, f) for v, f in zip(variables, (1, 4, -3, 7), strict=True))
    check_all_forms(variables, ir.compare(total, relation, bound))


def test_a_sum_of_too_many_partial_sums_is_written_in_binary() -> None:
    variables = [ir.Var(f"x{i}", tuple(k**3 for k in range(60))) for i in range(9)]
    total = sum(k**3 for k in range(50, 59))
    with SatEngine(model_of(variables, ir.equal(ir.add_all(variables), total))) as engine:
        assert engine.statistics.clauses < 20_000
        answer = engine.solve()
        assert answer is not None
        assert sum(answer.values()) == total


@FAST
@given(st.data(), st.sets(st.integers(-3, 5), max_size=2))
def test_all_different(data: st.DataObject, excepted: set[int]) -> None:
    variables = data.draw(numbers(4))
    args = (*variables, data.draw(st.integers(-3, 5))) if data.draw(st.booleans()) else tuple(variables)
    check_all_forms(variables, ir.AllDifferent(args, frozenset(excepted)))


@settings(FAST, max_examples=150)
@given(st.data(), st.sampled_from([1, -1, 2]), st.integers(-4, 12), st.sampled_from(["==", "!=", "<="]))
def test_sums_of_different_numbers(data: st.DataObject, factor: int, total: int, relation: ir.Relation) -> None:
    variables = data.draw(numbers(5))
    summed = data.draw(st.lists(st.sampled_from(variables), min_size=3, max_size=4, unique=True))
    different = [ir.AllDifferent(tuple(data.draw(st.permutations(variables))[: data.draw(st.integers(3, 5))]))]
    if data.draw(st.booleans()):
        different.append(ir.AllDifferent(tuple(summed), frozenset({total} if data.draw(st.booleans()) else ())))
    known = data.draw(st.sampled_from(variables))
    given = [ir.equal(known, data.draw(st.sampled_from(known.domain)))] if data.draw(st.booleans()) else []
    compared = ir.compare(ir.add_all([ir.scale(var, factor) for var in summed]), relation, total)
    check(variables, *different, *given, compared)
    check(variables, *different, *given, ir.negate(compared))
    check(variables, *different, ir.disj([compared, ir.equal(variables[0], variables[0].lo)]))
    if not isinstance(compared, ir.Expr):  # known without looking
        return
    model = model_of(variables, *different, compared)
    with SatEngine(model, selectors=[len(model.constraints) - 1]) as engine:
        assert (engine.solve([engine.selectors[-1]]) is not None) == bool(by_brute_force(model))
        assert (engine.solve() is not None) == bool(by_brute_force(model_of(variables, *different)))


def test_all_different_long_list_is_linear() -> None:
    variables = [ir.Var(f"x{i}", range(100)) for i in range(100)]
    with SatEngine(model_of(variables, ir.AllDifferent(tuple(variables)))) as engine:
        assert engine.statistics.clauses < 120_000
        answer = engine.solve()
        assert answer is not None
        assert len(set(answer.values())) == 100


@FAST
@given(st.data(), st.booleans())
def test_table(data: st.DataObject, positive: bool) -> None:
    variables = data.draw(numbers(3))
    cell = st.one_of(st.none(), st.integers(-3, 5))
    rows = data.draw(st.lists(st.tuples(cell, cell, cell, cell), max_size=6))
    args = (*variables, data.draw(st.integers(-3, 5)))
    check_all_forms(variables, ir.Table(args, tuple(rows), positive))


@FAST
@given(st.data())
def test_regular(data: st.DataObject) -> None:
    variables = data.draw(numbers(4))
    states = data.draw(st.integers(1, 4))
    state = st.integers(0, states - 1)
    transitions = data.draw(st.dictionaries(st.tuples(state, st.integers(-3, 5)), state, min_size=4, max_size=30))
    accepting = frozenset(data.draw(st.sets(state)))
    automaton = Automaton(states=states, start=0, accepting=accepting, transitions=transitions)
    check_all_forms(variables, ir.Regular(tuple(variables), automaton))


@FAST
@given(st.data())
def test_chain(data: st.DataObject) -> None:
    """Automata that never come back, with states that wait and states that do not: strings with gaps between them."""
    variables = data.draw(numbers(5))
    transitions: dict[tuple[int, int], int] = {}
    last = data.draw(st.integers(0, 5))
    for state in range(last + 1):
        for value in data.draw(st.sets(st.integers(-3, 5), max_size=6)):
            transitions[state, value] = state
        for value in data.draw(st.sets(st.integers(-3, 5), min_size=1, max_size=6)) if state < last else ():
            transitions[state, value] = state + 1
    automaton = Automaton(last + 1, 0, frozenset([last]), transitions)
    assert as_chain(automaton) is not None
    check_all_forms(variables, ir.Regular(tuple(variables), automaton))


@pytest.mark.parametrize("lengths", [[], [1], [5], [6], [2, 2], [1, 1, 1], [1, 3], [3, 2], [1, None]])
def test_runs(lengths: list[int | None]) -> None:
    variables = [ir.Var(f"x{i}", (0, 1)) for i in range(5)]
    check_all_forms(variables, ir.Regular(tuple(variables), blocks_automaton(lengths)))


@FAST
@given(st.data(), st.booleans())
def test_lex(data: st.DataObject, strict: bool) -> None:
    variables = data.draw(numbers(4))
    items = st.one_of(st.sampled_from(variables), st.integers(-1, 3))
    left = data.draw(st.lists(items, min_size=2, max_size=3))
    right = data.draw(st.lists(items, min_size=len(left), max_size=len(left)))
    check_all_forms(variables, ir.Lex(tuple(left), tuple(right), strict))


@FAST
@given(st.data())
def test_distinct_lists(data: st.DataObject) -> None:
    variables = data.draw(numbers(4))
    items = st.one_of(st.sampled_from(variables), st.integers(-1, 2))
    lists = data.draw(st.lists(st.tuples(items, items), min_size=2, max_size=3))
    check_all_forms(variables, ir.DistinctLists(tuple(lists)))


def test_constant_false_and_unused_unknowns() -> None:
    x = ir.Var("x", range(5))
    assert by_engine(model_of([x], False)) == set()
    assert by_engine(model_of([x])) == {(v,) for v in range(5)}


def test_assumptions_core_and_selectors() -> None:
    x, y = ir.Var("x", range(4)), ir.Var("y", range(4))
    model = model_of([x, y], ir.less(x, y), ir.less(y, x), ir.equal(x, 2))
    with SatEngine(model, selectors=True) as engine:
        first, second, third = engine.selectors
        assert engine.solve() is not None
        assert engine.solve([first, third]) == {x: 2, y: 3}
        assert engine.solve([first, (y, 0)]) is None
        assert engine.solve([first, (y, 9)]) is None
        assert engine.solve([first, second, third]) is None
        assert set(engine.core()) == {first, second}
        assert engine.solve([second, (x, 3)]) is not None


def test_equal_subexpressions_share_one_variable() -> None:
    x, y = ir.Var("x", (0, 1)), ir.Var("y", (0, 1))
    with SatEngine(model_of([x, y])) as engine:
        first = engine.encoder.literal(ir.conj([x, y]))
        assert engine.encoder.literal(ir.conj([y, x])) == first
        assert engine.encoder.literal(ir.negate(ir.disj([ir.negate(x), ir.negate(y)]))) == first
        same = engine.encoder.literal(ir.equal(x, y))
        assert engine.encoder.literal(ir.equal(x, y)) == same


def test_graph_constraints_cannot_be_denied() -> None:
    graph = ir.Graph(["a", "b"], [(0, 1)])
    x, y = ir.Var("x", (0, 1)), ir.Var("y", (0, 1))
    with pytest.raises(LanguageError, match="can be required, but not denied"):
        SatEngine(model_of([x, y], ir.negate(ir.Acyclic(graph, (x, y), None))))


def test_deadline_holds_on_a_hard_problem() -> None:
    """Ten pigeons, nine holes, said pair by pair so that no counting helps."""
    holes = [[ir.Var(f"p{i}h{j}", (0, 1)) for j in range(11)] for i in range(12)]
    exprs: list[ir.Value] = [ir.disj(row) for row in holes]
    for j in range(11):
        for a, b in itertools.combinations(range(12), 2):
            exprs.append(ir.disj([ir.negate(holes[a][j]), ir.negate(holes[b][j])]))
    with SatEngine(model_of([v for row in holes for v in row], *exprs)) as engine:
        started = time.monotonic()
        with pytest.raises(TimeUp):
            engine.solve(deadline=started + 0.5)
        assert time.monotonic() - started < SOON


@pytest.mark.parametrize("seed", range(40))
def test_ladders_with_known_steps(seed: int) -> None:
    """Statements that each imply the one before are one number, also if some are known beforehand."""
    rng = random.Random(seed)
    variables = [ir.Var(f"x{i}", (0, 1)) for i in range(6)]
    terms: list[ir.Value] = []
    for _ in range(rng.choice((1, 2))):
        step: ir.Value = rng.choice(variables)
        terms.append(step)
        for other in rng.sample(variables, rng.randint(1, 4)):
            step = ir.And((step, other))
            terms.append(step)
    given = [x if rng.random() < 0.6 else ir.negate(x) for x in rng.sample(variables, rng.randint(0, 3))]
    total, bound = ir.add_all(terms), rng.randint(0, 5)
    compared = rng.choice((ir.equal(total, bound), ir.less(total, bound), ir.less(bound, total)))
    check(variables, *given, compared)
    check_all_forms(variables, compared)
