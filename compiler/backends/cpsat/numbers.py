"""Numbers as linear expressions of OR-Tools."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.backends.cpsat.building import Builder, Number
from cluewright.compiler.ir import Expr


def _linear(m: Builder, node: ir.Linear) -> Number:
    return m.sum(node.terms, node.constant)


def _product(m: Builder, node: ir.Product) -> Number:
    left, right = m.affine(node.left), m.affine(node.right)
    if isinstance(left, int) or isinstance(right, int):
        return left * right
    target = m.fresh(node)
    m.cp.add_multiplication_equality(target, [left, right])
    return target


def _divided(m: Builder, left: Expr, divisor: int) -> Number:
    """Rounded down also below zero, which the solver's own division is not."""
    key = (left, divisor)
    if key not in m.quotients:
        number = m.number(left)
        if isinstance(number, int):
            m.quotients[key] = number // divisor
        else:
            result = m.cp.new_int_var(left.lo // divisor, left.hi // divisor, "")
            m.cp.add_linear_constraint(number - divisor * result, 0, divisor - 1)
            m.quotients[key] = result
    return m.quotients[key]


def _quotient(m: Builder, node: ir.Quotient) -> Number:
    return _divided(m, node.left, node.right)


def _remainder(m: Builder, node: ir.Remainder) -> Number:
    return m.number(node.left) - node.right * _divided(m, node.left, node.right)


def _absolute(m: Builder, node: ir.Absolute) -> Number:
    target = m.fresh(node)
    m.cp.add_abs_equality(target, m.number(node.arg))
    return target


def _minimum(m: Builder, node: ir.Minimum) -> Number:
    target = m.fresh(node)
    m.cp.add_min_equality(target, [m.number(arg) for arg in node.args])
    return target


def _maximum(m: Builder, node: ir.Maximum) -> Number:
    target = m.fresh(node)
    m.cp.add_max_equality(target, [m.number(arg) for arg in node.args])
    return target


def _element(m: Builder, node: ir.Element) -> Number:
    index = m.affine(node.index)
    items = [m.affine(item) for item in node.items]
    if isinstance(index, int):
        return items[index]
    target = m.fresh(node)
    m.cp.add_element(index, items, target)
    return target


def _choose(m: Builder, node: ir.Choose) -> Number:
    condition = m.literal(node.condition)
    then, other = m.number(node.then), m.number(node.other)
    if condition is m.true or condition is m.false:
        return then if condition is m.true else other
    if isinstance(then, int) and isinstance(other, int):
        return (then - other) * condition + other
    target = m.fresh(node)
    m.cp.add(target == then).only_enforce_if(condition)
    m.cp.add(target == other).only_enforce_if(m.negated(condition))
    return target


#: What builds which number.
NUMBERS: Final[dict[type[Expr], Callable[[Builder, Any], Number]]] = {
    ir.Linear: _linear,
    ir.Product: _product,
    ir.Quotient: _quotient,
    ir.Remainder: _remainder,
    ir.Absolute: _absolute,
    ir.Minimum: _minimum,
    ir.Maximum: _maximum,
    ir.Element: _element,
    ir.Choose: _choose,
}
