"""XCSP3 files mean what the model means: read back by an independent reader and searched exhaustively."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from backend_models import by_brute_force, forms, model_of, values_over
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_sat_encodings import numbers, truths_over
from xcsp3_reader import Instance

from cluewright.compiler import ir
from cluewright.compiler.automata import Automaton
from cluewright.compiler.backends.xcsp3 import Xcsp3Document, mini, scopes, write_xcsp3
from cluewright.compiler.elements import Cell
from cluewright.compiler.lowering import TARGETS, lower
from cluewright.compiler.model import Model, Rule, UnknownLayer
from cluewright.solvers.xcsp3_output import parse_instantiation

FAST = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


def compiled(model: Model) -> Xcsp3Document:
    return write_xcsp3(lower(model, TARGETS["xcsp3"]))


def by_file(model: Model, small: bool = False) -> set[tuple[int, ...]]:
    document = write_xcsp3(lower(model, TARGETS["xcsp3-mini"]), mini=True) if small else compiled(model)
    instance = Instance(document.to_bytes())
    assert set(instance.domains) == set(document.names)
    names = [document.identifier(var) for var in model.variables]
    return {tuple(values[name] for name in names) for values in instance.solutions()}


def check(variables: list[ir.Var], *exprs: ir.Value) -> None:
    model = model_of(variables, *exprs)
    assert by_file(model) == by_file(model, small=True) == by_brute_force(model)


def check_all_forms(variables: list[ir.Var], expr: ir.Value) -> None:
    for model in forms(variables, expr):
        assert by_file(model) == by_file(model, small=True) == by_brute_force(model)


@pytest.fixture(params=[2000, 6], ids=["tables", "no tables"])
def table_rows(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once with tables for small scopes, once with everything taken apart."""
    monkeypatch.setattr(scopes, "TABLE_ROWS", request.param)
    monkeypatch.setattr(mini, "_MOST_ROWS", request.param // 2)
    monkeypatch.setattr(scopes, "WHOLE_VARIABLES", 4 if request.param > 6 else 1)


@FAST
@given(st.data())
def test_random_expressions(table_rows: None, data: st.DataObject) -> None:
    variables = data.draw(numbers(3))
    check(variables, data.draw(truths_over(variables)), data.draw(truths_over(variables)))


@FAST
@given(st.data())
def test_numeric_value_exactly(table_rows: None, data: st.DataObject) -> None:
    variables = data.draw(numbers(2))
    value = data.draw(values_over(variables))
    low, high = ir.low(value), ir.high(value)
    result = ir.Var("r", range(max(low, -40) - 1, min(high, 40) + 2))
    check([*variables, result], ir.equal(result, value))


@FAST
@given(st.data(), st.sampled_from(["<=", "==", "!="]), st.integers(-8, 12))
def test_linear(table_rows: None, data: st.DataObject, relation: ir.Relation, bound: int) -> None:
    variables = data.draw(numbers(3))
    factors = data.draw(st.lists(st.integers(-3, 3), min_size=3, max_size=3))
    total = ir.add_all(ir.scale(v, f) for v, f in zip(variables, factors, strict=True))
    check_all_forms(variables, ir.compare(total, relation, bound))


@FAST
@given(st.data(), st.sampled_from(["<=", "==", "!="]), st.integers(-1, 4), st.booleans())
def test_counting(table_rows: None, data: st.DataObject, relation: ir.Relation, bound: int, free: bool) -> None:
    variables = data.draw(numbers(3))
    wanted = data.draw(st.integers(-3, 5))
    atom = data.draw(st.sampled_from([ir.equal, ir.at_most]))
    sign = data.draw(st.sampled_from([1, -1]))
    atoms = [atom(var, wanted) for var in variables]
    if data.draw(st.booleans()):
        atoms = [ir.negate(a) for a in atoms]
    limit: ir.Value = variables[0] if free else bound
    check(variables, ir.compare(ir.scale(ir.add_all(atoms), sign), relation, ir.scale(limit, sign)))


@FAST
@given(st.data(), st.sets(st.integers(-3, 5), max_size=2))
def test_all_different(table_rows: None, data: st.DataObject, excepted: set[int]) -> None:
    variables = data.draw(numbers(3))
    items = st.one_of(st.sampled_from(variables), st.integers(-3, 5))
    args = tuple(data.draw(st.lists(items, max_size=4)))
    check_all_forms(variables, ir.AllDifferent(args, frozenset(excepted)))


@FAST
@given(st.data(), st.booleans())
def test_table(table_rows: None, data: st.DataObject, positive: bool) -> None:
    variables = data.draw(numbers(2))
    b = ir.Var("c", (0, 1))
    cell = st.one_of(st.none(), st.integers(-1, 3))
    rows = data.draw(st.lists(st.tuples(cell, cell, cell, cell, cell), max_size=6))
    args = (*variables, data.draw(st.integers(-1, 3)), ir.negate(b), data.draw(st.sampled_from([*variables, b])))
    check_all_forms([*variables, b], ir.Table(args, tuple(rows), positive))


@FAST
@given(st.data(), st.booleans())
def test_regular(table_rows: None, data: st.DataObject, same: bool) -> None:
    variables = data.draw(numbers(3))
    if same:
        variables = [ir.Var(var.name, (0, 1, 3)) for var in variables]
    states = data.draw(st.integers(1, 3))
    state = st.integers(0, states - 1)
    transitions = data.draw(st.dictionaries(st.tuples(state, st.integers(-3, 5)), state, min_size=4, max_size=30))
    accepting = frozenset(data.draw(st.sets(state)))
    automaton = Automaton(states=states, start=0, accepting=accepting, transitions=transitions)
    args = (
        tuple(data.draw(st.lists(st.sampled_from([*variables, 1]), max_size=3)))
        if data.draw(st.booleans())
        else tuple(variables)
    )
    check_all_forms(variables, ir.Regular(args, automaton))


@FAST
@given(st.data(), st.booleans())
def test_lex_and_distinct_lists(table_rows: None, data: st.DataObject, strict: bool) -> None:
    variables = data.draw(numbers(3))
    items = st.one_of(st.sampled_from(variables), st.integers(-1, 3))
    left = data.draw(st.lists(items, max_size=3))
    right = data.draw(st.lists(items, min_size=len(left), max_size=len(left)))
    check_all_forms(variables, ir.Lex(tuple(left), tuple(right), strict))
    check_all_forms(variables, ir.DistinctLists((tuple(left), tuple(right), tuple(reversed(left)))))


def test_constants_and_unused_unknowns() -> None:
    x = ir.Var("x", range(3))
    check([x], False)
    check([x])
    check([], True)
    check([x], ir.equal(x, 1), ir.equal(x, 2))


def test_long_chains_stay_shallow_and_short() -> None:
    """Chains of conditions share their tails; neither recursion nor size explodes."""
    variables = [ir.Var(f"x{i}", (0, 1)) for i in range(1500)]
    chain: ir.Value = True
    exprs: list[ir.Value] = []
    for var in variables:
        exprs.append(ir.disj((ir.And((var, chain)) if isinstance(chain, ir.Expr) else var, *variables[:2])))
        chain = ir.And((ir.negate(var), chain)) if isinstance(chain, ir.Expr) else ir.negate(var)  # type: ignore[arg-type]
    content = compiled(model_of(variables, *exprs)).to_bytes()
    assert content is not None
    assert len(content) < 1_500_000


def test_large_products_stay_expressions() -> None:
    variables = [ir.Var(f"x{i}", range(1, 30)) for i in range(6)]
    total: ir.Value = 1
    for var in variables:
        total = ir.multiply(total, var)
    content = compiled(model_of(variables, ir.equal(total, 12_600))).to_bytes()
    assert content is not None
    assert b"mul(" in content


@pytest.mark.parametrize("name", ["add", "1st", "größe", "x y", "if"])
def test_identifiers_are_valid_and_different(name: str) -> None:
    model = model_of([ir.Var("a", (0, 1))])
    layer = model.unknowns.pop("x")
    for key in (name, name + " ", "rank"):
        model.unknowns[key] = type(layer)(key, "elements", {0: ir.Var("b", (0, 1)), 1: ir.Var("c", (1, 4))})
    instance = Instance(compiled(model).to_bytes())
    assert len(instance.shapes) == 3
    assert len(list(instance.solutions())) == 64


def test_the_file_is_the_same_every_time() -> None:
    def content() -> Any:
        x = [ir.Var(f"x{i}", range(4)) for i in range(4)]
        exprs = [ir.AllDifferent((a, b, ir.add(a, b)), frozenset({0, 2})) for a, b in itertools.combinations(x, 2)]
        return compiled(model_of(x, *exprs)).to_bytes()

    assert content() == content()


def test_what_differs_in_numbers_only_is_one_group() -> None:
    """Sums and conditions with their numbers among the arguments; a sum that leaves no choice is no sum."""
    x = [ir.Var(f"x{i}", range(1, 5)) for i in range(8)]
    sums = [ir.equal(ir.add_all(x[i : i + 4]), 8 + i) for i in range(3)]
    pairs = [ir.equal(ir.add(x[i], ir.scale(x[i + 1], -1)), 1 + i // 2) for i in (0, 2)]
    forced = ir.equal(ir.add_all(x[5:]), 3)
    model = model_of(x, *sums, *pairs, forced)
    text = compiled(model).to_bytes().decode()
    assert "<condition> (eq,%0) </condition>" in text
    assert "<args>8 x[0..3]</args>" in text
    assert "<intension> eq(%0,add(%1,%2)) </intension>" in text
    assert text.count("<group>") == 2
    assert "<list> x[5..7] </list>\n<values> 1 1 1 </values>" in text
    assert by_file(model) == by_file(model, small=True) == by_brute_force(model)


def test_sums_of_two_are_said_like_the_longer_ones_of_their_rule() -> None:
    """Sums of two and of more are one group, which cosoco reads sooner than conditions."""
    x = [ir.Var(f"x{i}", range(1, 4)) for i in range(6)]
    total = [
        (">", ir.negate(ir.at_most(ir.add_all(x[:2]), 3)), "(ge,%0)", "<args>4 x[0] x[1]</args>"),
        ("==", ir.equal(ir.add_all(x[:2]), 3), "(eq,%0)", "<args>3 x[0] x[1]</args>"),
        ("<=", ir.at_most(ir.add_all(x[:2]), 4), "(le,%0)", "<args>4 x[0] x[1]</args>"),
        ("!=", ir.compare(ir.add_all(x[:2]), "!=", 4), "(ne,%0)", "<args>4 x[0] x[1]</args>"),
    ]
    longer = {
        ">": ir.negate(ir.at_most(ir.add_all(x[2:]), 6)),
        "==": ir.equal(ir.add_all(x[2:]), 8),
        "<=": ir.at_most(ir.add_all(x[2:]), 7),
        "!=": ir.compare(ir.add_all(x[2:]), "!=", 7),
    }
    for relation, pair, condition, args in total:
        model = model_of(x, pair, longer[relation])
        text = compiled(model).to_bytes().decode()
        assert f"<condition> {condition} </condition>" in text
        assert args in text
        assert "intension" not in text
        assert by_file(model) == by_file(model, small=True) == by_brute_force(model)
        assert "intension" in compiled(model_of(x, pair)).to_bytes().decode()


def test_boards_with_holes_are_rectangles_without_some_cells() -> None:
    cells = [
        Cell(f"r{r}c{c}", i, r, c, ()) for i, (r, c) in enumerate([(1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3)])
    ]
    model = model_of([])
    variables = {cell: ir.Var(cell.name, range(3)) for cell in cells}
    model.unknowns["n"] = UnknownLayer("n", "cell", variables)
    x = list(variables.values())
    model.add(ir.AllDifferent(tuple(x[1:4])), Rule("A row."))
    model.add(ir.AllDifferent((x[0], x[2], x[4])), Rule("A column."))
    model.add(ir.less(x[4], x[5]), Rule("A pair."))
    document = compiled(model)
    text = document.to_bytes().decode()
    assert '<array id="n" size="[3][3]"' in text
    assert '<domain for="n[0][1] n[1][] n[2][1] n[2][2]"> 0..2 </domain>' in text
    assert "<args>n[1][]</args>" in text or "<allDifferent> n[1][] </allDifferent>" in text
    assert "n[][1]" in text
    assert by_file(model) == by_file(model, small=True) == by_brute_force(model)
    by_ace = "<instantiation> <list> n[][] </list> <values> * 0 * 0 1 2 * 2 1 </values> </instantiation>"
    by_others = by_ace.replace(" * 0 * 0 1 2 * 2 1 ", " 0 0 1 2 2 1 ")
    for said in (by_ace, by_others):
        assert list(parse_instantiation(said, list(document.names)).values()) == [0, 0, 1, 2, 2, 1]
    for wrong in (by_ace.replace("* 0 *", "1 0 *"), by_ace.replace("* 0 *", "0 *")):
        with pytest.raises(ValueError, match="value"):
            parse_instantiation(wrong, list(document.names))


def test_long_tables_are_conditions_where_words_say_it() -> None:
    x, y, b = ir.Var("x", range(16)), ir.Var("y", range(16)), ir.Var("b", (0, 1))
    model = model_of([x, y, b], ir.disj((ir.negate(b), ir.equal(x, y))), ir.equal(x, 3))
    text = compiled(model).to_bytes().decode()
    assert "conflicts" not in text
    assert "or(not(" in text
    assert by_file(model) == by_file(model, small=True) == by_brute_force(model)


def test_rows_and_columns_that_differ_are_a_matrix() -> None:
    cells = [Cell(f"r{r}c{c}", 0, r, c, ()) for r in (1, 2, 3) for c in (1, 2, 3)]
    variables = {cell: ir.Var(cell.name, range(1, 4)) for cell in cells}
    x = list(variables.values())
    model = model_of([])
    model.unknowns["n"] = UnknownLayer("n", "cell", variables)
    lists = [x[0:3], x[3:6], x[6:9], x[0::3], x[1::3], x[2::3], [x[0], x[4], x[8]]]
    rule = Rule("They differ.")
    for listed in lists:
        model.add(ir.AllDifferent(tuple(listed)), rule)
    text = compiled(model).to_bytes().decode()
    assert "<matrix> n[][] </matrix>" in text
    assert text.count("allDifferent>") == 4
    assert by_file(model) == by_file(model, small=True) == by_brute_force(model)
    assert len(by_brute_force(model)) == 6
    without = model_of([])
    without.unknowns.update(model.unknowns)
    for constraint in model.constraints[1:]:
        without.add(constraint.expr, rule)
    assert "<matrix>" not in compiled(without).to_bytes().decode()
    assert by_file(without) == by_brute_force(without)


def test_lists_that_differ_are_no_group() -> None:
    """cosoco reads no group of them, and strangers may give it the file."""
    x = [ir.Var(f"x{i}", range(2)) for i in range(12)]
    differ = [ir.DistinctLists(tuple((x[i], x[i + 1]) for i in range(start, start + 6, 2))) for start in (0, 6)]
    model = model_of(x, *differ, ir.equal(x[0], 1), ir.equal(x[6], x[0]))
    text = compiled(model).to_bytes().decode()
    assert len(re.findall(r"<allDifferent>\s*<list>", text)) == 2
    assert not re.search(r"<group>\s*<allDifferent>\s*<list>", text)
    assert by_file(model) == by_file(model, small=True) == by_brute_force(model)
