"""Inner numbers of an answer set program: `value(7,V)`, derived by rules from the numbers they are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.backends.asp.program import Program
from cluewright.compiler.backends.asp.terms import Digits, Number, equals, negated, options, possible, size_of
from cluewright.compiler.ir import Expr
from cluewright.models.errors import LimitError

#: Most pairs of values that one rule for a number may ground to.
VALUE_LIMIT: Final = 1_000_000


def _absolute(p: Program, node: ir.Absolute) -> Digits:
    made = _made(p, node.lo, node.hi)
    for body, value in options(p.number(node.arg), "V"):
        p.rule(made.at(abs(value) if isinstance(value, int) else f"|{value}|"), body)
    return made


def _extreme(p: Program, node: ir.Minimum | ir.Maximum) -> Digits:
    made = _made(p, node.lo, node.hi)
    word = "#min" if isinstance(node, ir.Minimum) else "#max"
    found = [option for arg in node.args for option in options(p.number(arg), "V")]
    parts = [f"{value} : {', '.join(body)}" if body else str(value) for body, value in found]
    p.rule(made.at("M"), [f"M = {word} {{ {'; '.join(parts)} }}"])
    return made


def _element(p: Program, node: ir.Element) -> Digits:
    made = _made(p, node.lo, node.hi)
    index = p.number(node.index)
    for place in sorted(set(possible(index))):
        for body, value in options(p.number(node.items[place]), "V"):
            p.rule(made.at(value), [equals(index, place), *body])
    return made


def _choose(p: Program, node: ir.Choose) -> Digits:
    made = _made(p, node.lo, node.hi)
    condition = p.literal(node.condition)
    for literal, choice in ((condition, node.then), (negated(condition), node.other)):
        for body, value in options(p.number(choice), "V"):
            p.rule(made.at(value), [literal, *body])
    return made


def _product(p: Program, node: ir.Product) -> Number:
    return _combine(p, node, p.number(node.left), p.number(node.right), "*", lambda a, b: a * b)


def _made(p: Program, low: int, high: int) -> Digits:
    return Digits(f"value({p.new()},", range(low, high + 1))


def _divided(p: Program, node: ir.Quotient | ir.Remainder) -> Digits:
    """Shifted to where the value is not negative, since the program's own division rounds towards zero."""
    made = _made(p, node.lo, node.hi)
    divisor = node.right
    for body, value in options(p.number(node.left), "V"):
        if isinstance(value, int):
            p.rule(made.at(value // divisor if isinstance(node, ir.Quotient) else value % divisor), body)
            continue
        steps = max(0, -(node.left.lo // divisor))
        shifted = f"({value}+{steps * divisor})" if steps else value
        if isinstance(node, ir.Quotient):
            p.rule(made.at(f"{shifted}/{divisor}-{steps}" if steps else f"{shifted}/{divisor}"), body)
        else:
            p.rule(made.at(f"{shifted}\\{divisor}"), body)
    return made


def _linear(p: Program, node: ir.Linear) -> Number:
    """One term after the other is added to a partial sum."""
    total: Number = node.constant
    for factor, inner in node.terms:
        total = _combine(p, None, total, p.number(inner), f"+{factor}*", _scaled_sum(factor))
    return total


def _combine(
    p: Program, node: Expr | None, left: Number, right: Number, sign: str, combine: Callable[[int, int], int]
) -> Number:
    if isinstance(left, int) and isinstance(right, int):
        return combine(left, right)
    if size_of(left) * size_of(right) > VALUE_LIMIT:
        raise LimitError(f"a number made of {size_of(left)} times {size_of(right)} pairs of values is too large")
    if node is None:
        corners = [combine(a, b) for a in _ends(left) for b in _ends(right)]
        made = _made(p, min(corners), max(corners))
    else:
        made = _made(p, node.lo, node.hi)
    for body, x in options(left, "X"):
        for other, y in options(right, "Y"):
            value = combine(x, y) if isinstance(x, int) and isinstance(y, int) else f"{x}{sign}{y}"
            p.rule(made.at(value), [*body, *other])
    return made


def _scaled_sum(factor: int) -> Callable[[int, int], int]:
    return lambda a, b: a + factor * b


def _ends(number: Number) -> tuple[int, int]:
    values = possible(number)
    return values[0], values[-1]


#: What derives which number.
NUMBERS: Final[dict[type[Expr], Callable[[Program, Any], Number]]] = {
    ir.Linear: _linear,
    ir.Product: _product,
    ir.Quotient: _divided,
    ir.Remainder: _divided,
    ir.Absolute: _absolute,
    ir.Minimum: _extreme,
    ir.Maximum: _extreme,
    ir.Element: _element,
    ir.Choose: _choose,
}
