"""Numbers as variables of Choco."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.backends.choco.building import Builder, Number
from cluewright.compiler.ir import Expr


def _linear(m: Builder, node: ir.Linear) -> Number:
    factors, numbers, rest = m.split(node.terms, node.constant)
    if not numbers:
        return rest
    target = m.fresh(node.lo, node.hi)
    m.post(m.choco.scalar([*numbers, target], [*factors, -1], "=", -rest))
    return target


def _product(m: Builder, node: ir.Product) -> Number:
    target = m.fresh(node.lo, node.hi)
    m.post(m.choco.times(m.held(node.left), m.held(node.right), target))
    return target


def _divided(m: Builder, left: Expr, divisor: int) -> tuple[Number, Number]:
    """Quotient and remainder; rounded down also below zero, which the solver's own division is not."""
    number = m.number(left)
    if isinstance(number, int):
        return divmod(number, divisor)
    result, rest = m.fresh(left.lo // divisor, left.hi // divisor), m.fresh(0, divisor - 1)
    m.post(m.choco.scalar([number, result, rest], [1, -divisor, -1], "=", 0))
    return result, rest


def _absolute(m: Builder, node: ir.Absolute) -> Number:
    target = m.fresh(node.lo, node.hi)
    m.post(m.choco.absolute(target, m.held(node.arg)))
    return target


def _extreme(m: Builder, node: ir.Minimum | ir.Maximum) -> Number:
    target = m.fresh(node.lo, node.hi)
    add = m.choco.min if isinstance(node, ir.Minimum) else m.choco.max
    m.post(add(target, [m.held(arg) for arg in node.args]))
    return target


def _element(m: Builder, node: ir.Element) -> Number:
    target = m.fresh(node.lo, node.hi)
    m.post(m.choco.element(target, [m.held(item) for item in node.items], m.held(node.index)))
    return target


def _choose(m: Builder, node: ir.Choose) -> Number:
    target, condition = m.fresh(node.lo, node.hi), m.literal(node.condition)
    items = [m.held(node.other), m.held(node.then)]
    m.post(m.choco.element(target, items if condition.positive else items[::-1], condition.var))
    return target


#: What builds which number.
NUMBERS: Final[dict[type[Expr], Callable[[Builder, Any], Number]]] = {
    ir.Linear: _linear,
    ir.Product: _product,
    ir.Quotient: lambda m, node: _divided(m, node.left, node.right)[0],
    ir.Remainder: lambda m, node: _divided(m, node.left, node.right)[1],
    ir.Absolute: _absolute,
    ir.Minimum: _extreme,
    ir.Maximum: _extreme,
    ir.Element: _element,
    ir.Choose: _choose,
}
