"""Expressions of one form are one, and no others."""

from __future__ import annotations

from cluewright.compiler import ir
from cluewright.compiler.interning import Interned


def test_equal_forms_are_one() -> None:
    interned = Interned()
    x, y = ir.Var("x", range(5)), ir.Var("y", range(5))

    def sum_is(bound: int) -> ir.Value:
        return ir.equal(ir.add_all([x, y]), bound)

    assert sum_is(3) is not sum_is(3)
    assert interned(sum_is(3)) is interned(sum_is(3))
    assert interned(sum_is(3)) is not interned(sum_is(4))
    assert interned(ir.conj((sum_is(3), ir.equal(x, 1)))) is interned(ir.conj((sum_is(3), ir.equal(x, 1))))
    assert interned(ir.conj((sum_is(3), ir.equal(x, 1)))) is not interned(ir.conj((sum_is(3), ir.equal(y, 1))))
    assert interned(ir.conj((sum_is(3), ir.equal(x, 1)))) is not interned(ir.disj((sum_is(3), ir.equal(x, 1))))
    assert interned(False) is False


def test_unknowns_are_themselves() -> None:
    one, other = ir.Var("x", range(5)), ir.Var("x", range(5))
    interned = Interned()
    assert interned(ir.equal(one, 2)) is not interned(ir.equal(other, 2))
