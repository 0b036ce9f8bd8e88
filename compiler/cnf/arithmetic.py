"""Numbers that are computed from other numbers: products, remainders, extremes, choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.cnf.base import FALSE, TRUE
from cluewright.compiler.cnf.gates import BOTH, GateWriter
from cluewright.compiler.cnf.numbers import Num
from cluewright.models.errors import LimitError

#: Most pairs of values of a product.
PRODUCT_LIMIT: Final = 250_000


def computed(encoder: GateWriter, node: ir.Expr) -> Num:
    """A number that is neither a variable nor a sum nor a truth value."""
    num = encoder.num
    if isinstance(node, ir.Product):
        return product(encoder, num(node.left), num(node.right))
    if isinstance(node, ir.Quotient):
        return quotient(encoder, num(node.left), node.right)
    if isinstance(node, ir.Remainder):
        divisor = node.right
        return image(encoder, num(node.left), lambda v: v % divisor)
    if isinstance(node, ir.Absolute):
        return image(encoder, num(node.arg), abs)
    if isinstance(node, ir.Minimum):
        return minimum(encoder, [num(arg) for arg in node.args])
    if isinstance(node, ir.Maximum):
        return maximum(encoder, [num(arg) for arg in node.args])
    if isinstance(node, ir.Element):
        index = num(node.index)
        return selected(encoder, [(index.equals(i), num(node.items[i])) for i in index.values])
    if isinstance(node, ir.Choose):
        condition = encoder.literal(node.condition, BOTH)
        options = [(condition, node.then), (-condition, node.other)]
        return selected(encoder, [(lit, num(v)) for lit, v in options if lit != FALSE])
    raise TypeError(f"no encoding for {node.__class__.__name__}")


def image(encoder: GateWriter, arg: Num, function: Callable[[int], int]) -> Num:
    """function(arg), for any function of one number."""
    sources: dict[int, list[int]] = {}
    for value in arg.values:
        sources.setdefault(function(value), []).append(value)
    if len(sources) == 1:
        return Num(encoder, tuple(sources))
    values = sorted(sources)
    if len(values) == 2:
        literal = _one_of(encoder, arg, sources[values[1]], sources[values[0]])
        return Num(encoder, values, [-literal], [-literal, literal])
    return Num(encoder, values, None, [encoder.gate_or([arg.equals(v) for v in sources[value]]) for value in values])


def _one_of(encoder: GateWriter, arg: Num, inside: list[int], outside: list[int]) -> int:
    """The literal of 'arg is one of inside', by whichever side is shorter."""
    if len(outside) < len(inside):
        return -encoder.gate_or([arg.equals(v) for v in outside])
    return encoder.gate_or([arg.equals(v) for v in inside])


def quotient(encoder: GateWriter, arg: Num, divisor: int) -> Num:
    """arg // divisor: order literals of the argument under other values, no clause at all."""
    values = sorted({value // divisor for value in arg.values})
    order = [arg.at_most((value + 1) * divisor - 1) for value in values[:-1]]
    return Num(encoder, values, order)


def product(encoder: GateWriter, left: Num, right: Num) -> Num:
    """left * right, pair of values by pair of values."""
    if len(left.values) == 1:
        left, right = right, left
    if len(right.values) == 1:
        factor = right.values[0]
        return left.view(factor, 0) if factor else Num(encoder, (0,))
    if left.values == right.values == (0, 1):
        return Num.of_literal(encoder, encoder.gate_and([left.equals(1), right.equals(1)]))
    if len(left.values) * len(right.values) > PRODUCT_LIMIT:
        raise LimitError(f"a product of numbers with {len(left.values)} and {len(right.values)} values is too large")
    pairs: dict[int, tuple[set[int], set[int]]] = {}
    for a in left.values:
        for b in right.values:
            sides = pairs.setdefault(a * b, (set(), set()))
            sides[0].add(a)
            sides[1].add(b)
    result = Num(encoder, sorted(pairs))
    clause = encoder.clause
    for a in left.values:
        not_a = -left.equals(a)
        for b in right.values:
            clause([not_a, -right.equals(b), result.equals(a * b)])
    for value, (lefts, rights) in pairs.items():
        not_value = -result.equals(value)
        clause([not_value, *(left.equals(a) for a in lefts)])
        clause([not_value, *(right.equals(b) for b in rights)])
    return result


def maximum(encoder: GateWriter, args: Sequence[Num]) -> Num:
    """The greatest of the arguments: it is <= v exactly when all are."""
    least = max(arg.values[0] for arg in args)
    values = sorted({v for arg in args for v in arg.values if v >= least})
    order = [encoder.gate_and([arg.at_most(value) for arg in args]) for value in values[:-1]]
    return Num(encoder, values, order)


def minimum(encoder: GateWriter, args: Sequence[Num]) -> Num:
    """The least of the arguments."""
    return maximum(encoder, [arg.view(-1, 0) for arg in args]).view(-1, 0)


def selected(encoder: GateWriter, options: Sequence[tuple[int, Num]]) -> Num:
    """The number beside the one literal that is true (exactly one of the literals is)."""
    if len(options) == 1:
        return options[0][1]
    makers: dict[int, list[int]] = {}
    for literal, number in options:
        for value in number.values:
            makers.setdefault(value, []).append(literal)
    if len(makers) == 1:
        return Num(encoder, tuple(makers))
    values = sorted(makers)
    if all(len(number.values) == 1 for _, number in options):
        if len(values) == 2:
            literal = encoder.gate_or(makers[values[1]])
            return Num(encoder, values, [-literal], [-literal, literal])
        return Num(encoder, values, None, [encoder.gate_or(makers[value]) for value in values])
    result = Num(encoder, values)
    clause = encoder.clause
    for literal, number in options:
        present = set(number.values)
        for value in values:
            equal = result.equals(value)
            if value in present:
                other = number.equals(value)
                clause([-literal, -other, equal])
                if other != TRUE:
                    clause([-literal, other, -equal])
            else:
                clause([-literal, -equal])
    return result
