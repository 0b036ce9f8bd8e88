"""Numbers as linear expressions of OR-Tools."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.backends.cpsat.building import Builder, Number
from cluewright.compiler.ir import Expr


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


def _absolute(m: Builder, node: ir.Absolute) -> Number:
    target = m.fresh(node)
    m.cp.add_abs_equality(target, m.number(node.arg))
    return target


def _extreme(m: Builder, node: ir.Minimum | ir.Maximum) -> Number:
    target = m.fresh(node)
    add = m.cp.add_min_equality if isinstance(node, ir.Minimum) else m.cp.add_max_equality
    add(target, [m.number(arg) for arg in node.args])
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
    ir.Linear: lambda m, node: m.sum(node.terms, node.constant),
    ir.Product: _product,
    ir.Quotient: lambda m, node: _divided(m, node.left, node.right),
    ir.Remainder: lambda m, node: m.number(node.left) - node.right * _divided(m, node.left, node.right),
    ir.Absolute: _absolute,
    ir.Minimum: _extreme,
    ir.Maximum: _extreme,
    ir.Element: _element,
    ir.Choose: _choose,
}
