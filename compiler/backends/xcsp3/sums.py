"""Comparisons of sums as `sum` and `count`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.backends.xcsp3.atoms import atom_values, atom_var
from cluewright.compiler.backends.xcsp3.templates import Template
from cluewright.compiler.ir import Expr, Relation, Value, Var

#: Shorter sums are conditions in words.
FEW_TERMS: Final = 3
_OPERATORS: Final = {"<=": "le", ">=": "ge", "==": "eq", "!=": "ne"}
_TURNED: Final = {"<=": ">=", "==": "==", "!=": "!="}


def sum_template(factors: Sequence[int], relation: Relation, bound: int) -> Template:
    """factor * variable + ... <relation> bound."""
    operator: str = relation
    if all(factor < 0 for factor in factors):
        factors, operator, bound = [-factor for factor in factors], _TURNED[relation], -bound
    coefficients = [("coeffs", " ".join(map(str, factors)))] if any(factor != 1 for factor in factors) else []
    condition = f"({_OPERATORS[operator]},{bound})"
    return Template("sum", None, (("list", "%..."), *coefficients, ("condition", condition)))


def only_values(terms: Sequence[tuple[int, Expr]], relation: Relation, bound: int) -> dict[Expr, int] | None:
    """The value of each term where only the least or the greatest sum will do."""
    if not terms or relation == "!=":
        return None
    least = {var: var.lo if factor > 0 else var.hi for factor, var in terms}
    most = {var: var.hi if factor > 0 else var.lo for factor, var in terms}
    if sum(factor * least[var] for factor, var in terms) == bound:
        return least
    if relation == "==" and sum(factor * most[var] for factor, var in terms) == bound:
        return most
    return None


def counting(node: ir.Compare) -> tuple[Template, list[Var]] | None:
    """`count`, where all terms but at most one ask for the same values of a variable."""
    asking = [(factor, term) for factor, term in node.terms if not isinstance(term, Var)]
    rest = [(factor, term) for factor, term in node.terms if isinstance(term, Var)]
    wanted = {atom_values(term) for _, term in asking}
    factors = {factor for factor, _ in asking}
    if len(wanted) != 1 or None in wanted or len(factors) != 1 or len(asking) < 2 or len(rest) > 1:
        return None
    (values,), (factor,) = wanted, factors
    counted = [atom_var(term) for _, term in asking]
    if values is None or abs(factor) != 1 or len(set(counted)) < len(counted) or (rest and rest[0][0] != -factor):
        return None
    limit: Value = ir.add_all((node.bound * factor, *(var for _, var in rest)))
    if isinstance(limit, Expr) and not isinstance(limit, Var):
        return None
    operator = _OPERATORS[node.relation if factor > 0 else _TURNED[node.relation]]
    condition = f"({operator},{'%0' if isinstance(limit, Var) else limit})"
    listed = ("list", "%..."), ("values", " ".join(map(str, sorted(values)))), ("condition", condition)
    return Template("count", None, listed), [limit, *counted] if isinstance(limit, Var) else counted
