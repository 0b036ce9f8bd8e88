"""How far apart two numbers are: said of their values, without a number for the distance."""

from __future__ import annotations

from cluewright.compiler import ir
from cluewright.compiler.cnf.base import Prefix
from cluewright.compiler.cnf.gates import GateWriter
from cluewright.compiler.cnf.sums import DIRECT_LIMIT


def distance(expr: ir.Expr) -> ir.Linear | None:
    """Of "two numbers are so far apart": their sum or difference, if it is worth saying so by pairs of values."""
    if expr.__class__ is not ir.Equals or expr.arg.__class__ is not ir.Absolute:
        return None
    inner = expr.arg.arg
    if inner.__class__ is not ir.Linear or len(inner.terms) != 2:
        return None
    return inner if all(term.hi - term.lo < DIRECT_LIMIT for _, term in inner.terms) else None


def require_apart(encoder: GateWriter, inner: ir.Linear, value: int, positive: bool, prefix: Prefix) -> None:
    """prefix or abs(inner) == value (or not so)."""
    (a, first), (b, second) = inner.terms
    sides = encoder.num(first).view(a, inner.constant), encoder.num(second).view(b, 0)
    sums = sorted({value, -value})
    if not positive:
        one, other = sides
        for v in one.values:
            for total in sums:
                encoder.clause([*prefix, -one.equals(v), -other.equals(total - v)])
        return
    for one, other in (sides, sides[::-1]):
        for v in one.values:
            encoder.clause([*prefix, -one.equals(v), *[other.equals(total - v) for total in sums]])
