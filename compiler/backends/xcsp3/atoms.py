"""Simple forms of expressions: conditions on one variable, literals, comparisons of sums."""

from __future__ import annotations

from collections.abc import Iterable

from cluewright.compiler import ir
from cluewright.compiler.ir import Expr, Value, Var


def is_atom(expr: Value) -> bool:
    """Whether an expression is a variable or a condition on one variable's value."""
    if isinstance(expr, ir.Not):
        expr = expr.arg
    if isinstance(expr, (ir.Equals, ir.AtMost)):
        expr = expr.arg
    return not isinstance(expr, Expr) or isinstance(expr, Var)


def fixed_value(atom: Expr) -> tuple[Var, int] | None:
    """The variable and its value, where an atom says what value it has."""
    if isinstance(atom, Var):
        return atom, 1
    if isinstance(atom, ir.Equals) and isinstance(atom.arg, Var):
        return atom.arg, atom.value
    if isinstance(atom, ir.Not) and isinstance(atom.arg, Var):
        return atom.arg, 0
    return None


def is_literal(expr: Value) -> bool:
    """Whether an expression is a variable, perhaps denied."""
    return isinstance(expr, Var) or (isinstance(expr, ir.Not) and isinstance(expr.arg, Var))


def atom_var(atom: Expr) -> Var:
    """The variable that an atom speaks of."""
    inner = atom.arg if isinstance(atom, ir.Not) else atom
    return inner.arg  # type: ignore[attr-defined, no-any-return]


def atom_values(term: Expr) -> frozenset[int] | None:
    """The values that a condition on one (not two-valued) variable asks for."""
    inner = term.arg if isinstance(term, ir.Not) else term
    if not isinstance(inner, (ir.Equals, ir.AtMost)) or not isinstance(inner.arg, Var):
        return None
    if isinstance(inner, ir.Equals):
        chosen = {inner.value}
    else:
        chosen = {value for value in inner.arg.domain if value <= inner.value}
    return frozenset(set(inner.arg.domain) - chosen if isinstance(term, ir.Not) else chosen)


def condition(term: Value) -> tuple[Var, frozenset[int]] | None:
    """The variable and the values that a term asks for, if it speaks of a single variable."""
    inner = term.arg if isinstance(term, ir.Not) else term
    if isinstance(inner, Var):
        return inner, frozenset((0,) if isinstance(term, ir.Not) else (1,))
    found = atom_values(term) if isinstance(term, Expr) else None
    return None if found is None else (atom_var(term), found)  # type: ignore[arg-type]


def as_linear(expr: Expr) -> ir.Compare | None:
    """A comparison of sums, also when it is denied."""
    if isinstance(expr, ir.Compare):
        return expr
    if isinstance(expr, ir.Not) and isinstance(expr.arg, ir.Compare):
        node = expr.arg
        if node.relation == "<=":  # not (t <= b) is -t <= -b - 1
            return ir.Compare(tuple((-c, term) for c, term in node.terms), "<=", -node.bound - 1)
        return ir.Compare(node.terms, "!=" if node.relation == "==" else "==", node.bound)
    return None


def disjunction(args: Iterable[Value]) -> Expr:
    """One of them, as one node."""
    parts = [arg for arg in args if isinstance(arg, Expr)]
    return parts[0] if len(parts) == 1 else ir.Or(tuple(parts))


def negated(literal: Expr) -> Expr:
    """not literal."""
    negation = ir.negate(literal)
    assert isinstance(negation, Expr)
    return negation
