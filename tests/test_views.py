"""What stands out in a list, read by an automaton: by brute force, and on every engine."""

from __future__ import annotations

from itertools import product

import pytest
from backend_models import by_brute_force, by_solver, model_of

from cluewright.compiler import ir
from cluewright.compiler.functions.numbers import visible
from cluewright.compiler.lowering import TARGETS, lower
from cluewright.compiler.lowering.views import standing_out
from cluewright.solvers.base import get_solver
from cluewright.solvers.builtin import AUTO, built_in

READING = [name for name, target in TARGETS.items() if "views" in target.passes]


def heights(count: int, domain: tuple[int, ...] = (1, 2, 4)) -> list[ir.Var]:
    return [ir.Var(f"h{i}", domain) for i in range(count)]


def seen(word: tuple[int, ...]) -> int:
    return sum(all(before < height for before in word[:i]) for i, height in enumerate(word))


@pytest.mark.parametrize("domain", [(1, 2, 3), (-3, 0, 5, 6)])
@pytest.mark.parametrize("counts", [{1}, {2}, {3}, {1, 3}, {2, 3}])
def test_the_automaton(domain: tuple[int, ...], counts: set[int]) -> None:
    automaton = standing_out(domain, frozenset(counts))
    for length in range(1, 5):
        for word in product(domain, repeat=length):
            assert automaton.accepts(word) == (seen(word) in counts)


def said(line: list[ir.Var], number: int) -> list[ir.Value]:
    """Everything that can be said of a number of heights in view."""
    view = visible(line)
    return [
        ir.equal(view, number),
        ir.negate(ir.equal(view, number)),
        ir.at_most(view, number),
        ir.at_most(number, view),
        ir.less(view, number),
        ir.less(number, view),
    ]


@pytest.mark.parametrize("length", [2, 3, 4])
def test_every_relation_becomes_an_automaton(length: int) -> None:
    line = heights(length)
    words = list(product(line[0].domain, repeat=length))
    for number in range(length + 2):
        for expr in said(line, number):
            model = model_of(line, expr)
            lowered = lower(model, TARGETS["xcsp3"])
            if length > 2 and isinstance(expr, ir.Expr):
                assert all(
                    not isinstance(c.expr, ir.Expr) or isinstance(c.expr, ir.Regular) for c in lowered.constraints
                )
            if not lowered.auxiliary:
                expected = by_brute_force(model)
                assert by_brute_force(model_of(line, *(c.expr for c in lowered.constraints))) == expected <= set(words)


def test_what_is_no_such_list_stays_as_it_is() -> None:
    """Other values, the same unknown twice, a given height, another count: the automaton would read something else."""
    a, b, c = heights(3)
    other = ir.Var("other", (0, 1, 2))
    counted = [ir.less(a, b), ir.less(ir.maximum([a, c]), b)]
    for expr in (
        ir.equal(visible([a, b, other]), 2),
        ir.equal(visible([a, b, a]), 2),
        ir.equal(visible([a, 2, b]), 2),
        ir.equal(ir.add_all(counted), 1),
        ir.equal(ir.add_all([visible([a, b, c]), ir.equal(a, 1)]), 2),
        ir.equal(ir.add_all([visible([a, b, c]), visible([c, b, a])]), 4),
    ):
        lowered = lower(model_of([a, b, c, other], expr), TARGETS["xcsp3"])
        assert not any(isinstance(node.expr, ir.Regular) for node in lowered.constraints)


def test_large_lists_are_counted() -> None:
    """An automaton of a hundred heights would be larger than the count."""
    line = heights(6, tuple(range(100)))
    lowered = lower(model_of(line, ir.equal(visible(line), 5)), TARGETS["xcsp3"])
    assert not any(isinstance(node.expr, ir.Regular) for node in lowered.constraints)


@pytest.mark.parametrize("name", [name for name in built_in() if name != AUTO])
def test_views_on_every_engine(name: str) -> None:
    line = heights(4)
    for model in (
        model_of(line, ir.equal(visible(line), 2), ir.equal(visible(line[::-1]), 2)),
        model_of(line, ir.at_most(3, visible(line)), ir.negate(ir.equal(visible(line[::-1]), 2))),
    ):
        expected = by_brute_force(model)
        assert expected
        assert by_solver(model, get_solver(name)) == expected


def test_engines_that_read_views() -> None:
    assert set(READING) == {"xcsp3", "cosoco", "minizinc", "choco"}
