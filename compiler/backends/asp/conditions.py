"""Truth values of an answer set program: gates, bounds and comparisons of sums."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.backends.asp.lists import told_apart
from cluewright.compiler.backends.asp.program import Program
from cluewright.compiler.backends.asp.terms import (
    FALSE,
    TRUE,
    Digits,
    Number,
    negated,
    options,
    possible,
    size_of,
    times,
)

#: Two numbers are compared pair by pair up to so many pairs, beyond that by a sum.
PAIR_LIMIT: Final = 400
_SIGNS: Final = {"<=": "<=", ">": ">", "==": "=", "!=": "!="}


def both(p: Program, node: ir.And) -> str:
    literals = [p.literal(arg) for arg in node.args]
    if FALSE in literals:
        return FALSE
    head = f"holds({p.new()})"
    p.rule(head, literals)
    return head


def either(p: Program, node: ir.Or) -> str:
    literals = [p.literal(arg) for arg in node.args]
    if TRUE in literals:
        return TRUE
    head = f"holds({p.new()})"
    for literal in literals:
        p.rule(head, [literal])
    return head if any(literal != FALSE for literal in literals) else FALSE


def at_most(p: Program, node: ir.AtMost) -> str:
    number = p.number(node.arg)
    if not isinstance(number, Digits):
        return _select(p, number, lambda v: v <= node.value)
    if not any(v <= node.value for v in number.values):
        return FALSE
    head = f"holds({p.new()})"
    p.rule(head, [number.at("V"), f"V <= {node.value}"])
    return head


def _select(p: Program, number: int | str, accepts: Callable[[int], bool]) -> str:
    if isinstance(number, int):
        return TRUE if accepts(number) else FALSE
    return {(True, True): TRUE, (False, False): FALSE, (True, False): negated(number), (False, True): number}[
        accepts(0), accepts(1)
    ]


def compare(p: Program, node: ir.Compare) -> str:
    pair = _pair(p, node)
    if pair is not None:
        bodies = _pair_bodies(p, pair, node.relation, node.bound)
        if not bodies:
            return FALSE
        head = f"holds({p.new()})"
        for body in bodies:
            p.rule(head, body)
        return head
    total, bound = _sum(p, node)
    head = f"holds({p.new()})"
    p.rule(head, [f"{total} {_SIGNS[node.relation]} {bound}"])
    return head


def require_compare(p: Program, node: ir.Compare, positive: bool) -> None:
    pair = _pair(p, node)
    wrong = ir.DENIED[node.relation] if positive else node.relation
    if pair is not None:
        (f, first), (g, second) = pair
        if wrong == "==" and f == -g and node.bound == 0 and told_apart(p, [first, second]):
            return
        if wrong == "!=" and not all(isinstance(number, (int, str)) for _, number in pair):
            p.forbid([negated(p.literal(node))])
            return
        for body in _pair_bodies(p, pair, wrong, node.bound):
            p.forbid(body)
        return
    total, bound = _sum(p, node)
    p.forbid([f"{total} {_SIGNS[wrong]} {bound}"])


def _pair(p: Program, node: ir.Compare) -> list[tuple[int, Number]] | None:
    """The two terms of a comparison that is short enough to be made pair by pair."""
    if len(node.terms) != 2:
        return None
    terms = [(factor, p.number(term)) for factor, term in node.terms]
    return terms if size_of(terms[0][1]) * size_of(terms[1][1]) <= PAIR_LIMIT else None


def _pair_bodies(p: Program, pair: list[tuple[int, Number]], relation: str, bound: int) -> list[list[str]]:
    """Bodies of which one holds exactly when the comparison does."""
    (f, first), (g, second) = pair
    if relation == "==" and f == -g and bound % f == 0 and isinstance(first, Digits) and isinstance(second, Digits):
        offset = bound // f  # first - second == offset
        if not {v + offset for v in second.values}.intersection(first.values):
            return []
        return [[first.at(f"V+{offset}" if offset > 0 else f"V-{-offset}" if offset else "V"), second.at("V")]]
    bodies = []
    for body, x in options(first, "X"):
        for other, y in options(second, "Y"):
            if isinstance(x, int) and isinstance(y, int):
                if _holds(f * x + g * y, relation, bound):
                    bodies.append([*body, *other])
            else:
                sums = {f * a + g * b for a in possible(first, x) for b in possible(second, y)}
                if any(_holds(total, relation, bound) for total in sums):
                    bodies.append([*body, *other, f"{times(f, x)}+{times(g, y)} {_SIGNS[relation]} {bound}"])
    return bodies


def _sum(p: Program, node: ir.Compare) -> tuple[str, int]:
    """The left side as an aggregate, and what it is compared with."""
    bound = node.bound
    numbers: list[tuple[int, Number]] = []
    for factor, inner in node.terms:
        number = p.number(inner)
        if number in (TRUE, FALSE):
            number = int(number == TRUE)
        if isinstance(number, int):
            bound -= factor * number
        else:
            numbers.append((factor, number))
    if all(factor == 1 and isinstance(number, str) for factor, number in numbers):
        parts = [f"{index} : {number}" for index, (_, number) in enumerate(numbers)]
        return f"#count {{ {'; '.join(parts)} }}", bound
    parts = []
    for index, (factor, number) in enumerate(numbers):
        for body, value in options(number, "V"):
            if value != 0:
                weight = times(factor, value) if isinstance(value, str) else str(factor * value)
                parts.append(f"{weight},{index} : {', '.join(body)}")
    return f"#sum {{ {'; '.join(parts)} }}", bound


def _holds(total: int, relation: str, bound: int) -> bool:
    return {"<=": total <= bound, ">": total > bound, "==": total == bound, "!=": total != bound}[relation]
