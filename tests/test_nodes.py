"""Nodes by declaration: what a class says of its fields is all that is needed."""

from __future__ import annotations

import pytest
from backend_models import graph_cases, node_cases

from cluewright.compiler import ir
from cluewright.compiler.evaluate import _MEANING
from cluewright.compiler.model import walk


def test_every_node_has_a_meaning() -> None:
    assert {*ir.KINDS, ir.Var} - {ir.GraphConstraint} == set(_MEANING)


def test_parts_are_the_arguments_and_children_are_among_them() -> None:
    roots = [expr for _, expr in node_cases().values()]
    roots += [c.expr for model in graph_cases().values() for c in model.constraints]
    for node in walk(roots):
        if isinstance(node, ir.Var):
            continue
        again = type(node)(*node.parts())
        assert again is not node
        assert list(map(id, again.children())) == list(map(id, node.children()))
        assert again.parts() == node.parts()
        assert (again.lo, again.hi, again.kind) == (node.lo, node.hi, node.kind)


def test_rebuilding_folds_constants_and_keeps_what_is_unchanged() -> None:
    a, b, x = ir.Var("a", (0, 1)), ir.Var("b", (0, 1)), ir.Var("x", range(5))
    both = ir.And((a, b))
    assert ir.rebuild(both, lambda child: child) is both
    assert ir.rebuild(both, lambda child: True if child is a else child) is b
    assert ir.rebuild(ir.Linear(((2, x), (3, a)), 1), lambda child: 1) == 6
    groups = ir.EqualGroups(ir.Graph("pq", [(0, 1)]), (x, a), (None, x))
    changed = ir.rebuild(groups, lambda child: b if child is x else child)
    assert isinstance(changed, ir.EqualGroups)
    assert changed.sizes[0] is None
    assert changed.sizes[1] is b


def test_nodes_show_themselves_shortly() -> None:
    a, x = ir.Var("a", (0, 1)), ir.Var("x", range(5))
    assert repr(ir.Or((a, ir.Equals(x, 3)))) == "Or((a, Equals(x, 3)))"
    deep: ir.Value = a
    for _ in range(10_000):
        deep = ir.Or((ir.And((ir.Not(a), a)), deep))  # type: ignore[arg-type]
    assert len(repr(deep)) < 1000


def test_children_of_an_unknown_form_are_refused() -> None:
    with pytest.raises(TypeError, match="children of type"):
        ir.declared(type("Odd", (ir.Truth,), {"__annotations__": {"args": "dict[str, Value]"}}))
