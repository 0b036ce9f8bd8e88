"""Numbers and conditions as MiniZinc text, node by node."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.backends.minizinc.names import SHORTEST
from cluewright.compiler.backends.minizinc.printing import Printer, Text
from cluewright.compiler.ir import Expr, Value

#: From so many operands on, `sum([...])` is written instead of `a + b + ...`.
LONG: Final = 6


# ---------------------------------------------------------------- numbers


def _total(p: Printer, terms: Sequence[tuple[int, Expr]], constant: int) -> Text:
    """constant + sum of terms, all coefficients positive."""
    if not terms:
        return Text(str(constant), False, constant >= 0)
    if len(terms) == 1 and terms[0][0] == 1 and constant == 0:
        return p.text(terms[0][1])
    plain = [t for f, t in terms if f == 1]
    part = p.part(plain, least=2 if p.outermost else SHORTEST) if len(plain) == len(terms) else None
    if part is not None:
        text = f"sum({part.number})"
    elif len(terms) >= LONG:
        text = _long_total(p, terms)
    else:
        text = " + ".join(p.number(t).operand if f == 1 else f"{f} * {p.number(t).operand}" for f, t in terms)
    if constant:
        text += f" {'+' if constant > 0 else '-'} {abs(constant)}"
    return Text(text, False, atomic=(part is not None or len(terms) >= LONG) and not constant)


def _long_total(p: Printer, terms: Sequence[tuple[int, Expr]]) -> str:
    if all(f == 1 for f, _ in terms):
        return f"sum({p.numbers([t for _, t in terms])})"
    parts = (p.number(t).number if f == 1 else f"{f} * {p.number(t).operand}" for f, t in terms)
    return f"sum([{', '.join(parts)}])"


def _linear(p: Printer, node: ir.Linear) -> Text:
    positive = [(f, t) for f, t in node.terms if f > 0]
    negative = [(-f, t) for f, t in node.terms if f < 0]
    if not negative:
        return _total(p, positive, node.constant)
    start = _total(p, positive, node.constant) if positive or node.constant else Text("0", False)
    return Text(f"{start.text} - {_bracketed(_total(p, negative, 0), negative)}", False, False)


def _bracketed(total: Text, terms: Sequence[tuple[int, Expr]]) -> str:
    return total.operand if len(terms) > 1 or total.atomic else total.text if terms[0][0] != 1 else total.operand


def _product(p: Printer, node: ir.Product) -> Text:
    return Text(f"{p.number(node.left).operand} * {p.number(node.right).operand}", False, False)


def _shifted(p: Printer, arg: Expr, divisor: int) -> tuple[str, int]:
    """The argument raised by a multiple of the divisor so that it is never negative (MiniZinc rounds towards zero), and
    that multiple."""
    if arg.lo >= 0:
        return p.number(arg).operand, 0
    times = -(arg.lo // divisor)
    return f"({p.number(arg).operand} + {times * divisor})", times


def _quotient(p: Printer, node: ir.Quotient) -> Text:
    raised, times = _shifted(p, node.left, node.right)
    return Text(f"{raised} div {node.right}" + (f" - {times}" if times else ""), False, False)


def _remainder(p: Printer, node: ir.Remainder) -> Text:
    return Text(f"{_shifted(p, node.left, node.right)[0]} mod {node.right}", False, False)


def _element(p: Printer, node: ir.Element) -> Text:
    index = p.number(node.index)
    return Text(f"{p.numbers(node.items)}[{index.operand} + 1]", False)


def _choose(p: Printer, node: ir.Choose) -> Text:
    condition, then, other = p.text(node.condition).condition, p.text(node.then), p.text(node.other)
    if then.is_bool and other.is_bool:
        return Text(f"if {condition.text} then {then.text} else {other.text} endif", True)
    then, other = p.number(node.then), p.number(node.other)
    return Text(f"if {condition.text} then {then.number} else {other.number} endif", False)


# ---------------------------------------------------------------- truth values


def _relation(p: Printer, terms: Sequence[tuple[int, Expr]], sign: str, bound: int) -> Text:
    """sum of terms <sign> bound, with every term on the side where its coefficient is positive."""
    left = [(f, t) for f, t in terms if f > 0]
    right = [(-f, t) for f, t in terms if f < 0]
    if not left:
        left, right, bound, sign = right, [], -bound, _TURNED[sign]
    if right and bound == -1 and sign in ("<=", ">"):
        bound, sign = 0, {"<=": "<", ">": ">="}[sign]
    ours, theirs = _total(p, left, 0), _total(p, right, bound)
    if right and bound < 0:
        ours, theirs = _total(p, left, -bound), _total(p, right, 0)
    if right and ours.is_bool and theirs.is_bool and sign in _LOGIC:
        sign = _LOGIC[sign]
    elif not p.outermost:
        ours, theirs = ours.chosen, theirs.chosen
    return Text(
        f"{ours.operand if ours.is_bool else ours.text} {sign} {theirs.operand if theirs.is_bool else theirs.text}",
        True,
        False,
    )


_TURNED: Final = {"<=": ">=", ">": "<", "=": "=", "!=": "!="}
#: Comparisons of two truth values.
_LOGIC: Final = {"=": "<->", "<=": "->"}
_DENIED: Final = {"<=": ">", "==": "!=", "!=": "="}
_SIGN: Final = {"<=": "<=", "==": "=", "!=": "!="}


def _compare(p: Printer, node: ir.Compare) -> Text:
    return _relation(p, node.terms, _SIGN[node.relation], node.bound)


def _not(p: Printer, node: ir.Not) -> Text:
    arg = node.arg
    if p.single(arg):
        if isinstance(arg, ir.Equals):
            return _relation(p, [(1, arg.arg)], "!=", arg.value)
        if isinstance(arg, ir.AtMost):
            return _relation(p, [(1, arg.arg)], ">", arg.value)
        if isinstance(arg, ir.Compare):
            return _relation(p, arg.terms, _DENIED[arg.relation], arg.bound)
    return Text(f"not {p.text(arg).condition.operand}", True, False)


def _is_part(p: Printer, args: Sequence[Value]) -> bool:
    """Whether truth values are part of a line of an array."""
    part = p.part(args)
    return part is not None and part.is_bool


def _and(p: Printer, node: ir.And) -> Text:
    args = list(dict.fromkeys(node.args))
    if len(args) >= LONG or _is_part(p, args):
        return Text(f"forall({p.conditions(args)})", True)
    return Text(" /\\ ".join(p.text(arg).condition.operand for arg in args), True, False)


def _or(p: Printer, node: ir.Or) -> Text:
    args = list(dict.fromkeys(node.args))
    if len(args) >= LONG or _is_part(p, args):
        return Text(f"exists({p.conditions(args)})", True)
    denied = [arg for arg in args if isinstance(arg, ir.Not) and p.single(arg)]
    if len(args) == 2 and len(denied) == 1:
        other = args[1] if args[0] is denied[0] else args[0]
        return Text(f"{p.text(denied[0].arg).condition.operand} -> {p.text(other).condition.operand}", True, False)
    return Text(" \\/ ".join(p.text(arg).condition.operand for arg in args), True, False)


#: What prints which kind of node.
EXPRESSIONS: Final[dict[type[Expr], Callable[[Printer, Any], Text]]] = {
    ir.Linear: _linear,
    ir.Product: _product,
    ir.Quotient: _quotient,
    ir.Remainder: _remainder,
    ir.Absolute: lambda p, node: Text(f"abs({p.number(node.arg).number})", False),
    ir.Minimum: lambda p, node: Text(f"min({p.numbers(node.args)})", False),
    ir.Maximum: lambda p, node: Text(f"max({p.numbers(node.args)})", False),
    ir.Element: _element,
    ir.Choose: _choose,
    ir.Equals: lambda p, node: _relation(p, [(1, node.arg)], "=", node.value),
    ir.AtMost: lambda p, node: _relation(p, [(1, node.arg)], "<=", node.value),
    ir.Compare: _compare,
    ir.Not: _not,
    ir.And: _and,
    ir.Or: _or,
}
