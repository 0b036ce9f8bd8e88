"""Expressions of few variables: their values in all rows at once, so that they can be written as tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.backends.depth import DEPTH_AT_ONCE
from cluewright.compiler.backends.xcsp3.spelling import Speller
from cluewright.compiler.backends.xcsp3.templates import Template, table_of
from cluewright.compiler.ir import Expr, Value, Var

#: A condition on so few combinations of values is written as a table.
TABLE_ROWS: Final = 2000
#: Larger expressions are taken apart: with more variables, or deeper.
WHOLE_VARIABLES: Final = 4
DEPTH: Final = 6


def small_scope(expr: Expr, known: dict[Expr, Var]) -> bool:
    """Whether the variables of an expression have few combinations of values (and it contains no global constraint)."""
    rows = 1
    seen: set[Expr] = set()
    stack = [expr]
    while stack:
        node = stack.pop()
        node = known.get(node, node)
        if node in seen:
            continue
        seen.add(node)
        if isinstance(node, Var):
            rows *= len(node.domain)
        if rows > TABLE_ROWS or len(seen) > TABLE_ROWS or (type(node) not in _COLUMNS and node.__class__ is not Var):
            return False
        stack.extend(child for child in node.children() if isinstance(child, Expr))
    return len(seen) <= DEPTH_AT_ONCE or not _is_deep(expr, known)


def _is_deep(root: Expr, known: dict[Expr, Var]) -> bool:
    """Whether an expression has more levels than are left to recursion."""
    heights: dict[Expr, int] = {}
    stack = [root]
    while stack:
        node = stack[-1]
        below = [known.get(c, c) for c in node.children() if isinstance(c, Expr)]
        waiting = [c for c in below if c not in heights]
        if waiting:
            stack.extend(waiting)
            continue
        heights[stack.pop()] = 1 + max((heights[c] for c in below), default=0)
    return heights[root] > DEPTH_AT_ONCE


def is_whole(expr: Expr, known: Mapping[Expr, Var], variables: int | None = WHOLE_VARIABLES) -> bool:
    """Whether an expression is simple enough for one intension constraint, about so many variables at most."""
    found: set[Expr] = set()
    stack: list[tuple[Expr, int]] = [(expr, 0)]
    while stack:
        node, depth = stack.pop()
        node = known.get(node, node)
        if isinstance(node, Var):
            found.add(node)
        if isinstance(node, ir.Element) or depth > DEPTH or (variables is not None and len(found) > variables):
            return False
        joins = type(node) if isinstance(node, (ir.And, ir.Or)) else None  # such in such are written as one
        stack.extend(
            (child, depth + (type(child) is not joins)) for child in node.children() if isinstance(child, Expr)
        )
    return True


class Scopes:
    """What is known of expressions of few variables, once for all of the same shape."""

    def __init__(self, known: Mapping[Expr, Var]) -> None:
        #: Nodes that have a variable of their own.
        self.known = known
        self._templates: dict[tuple[object, ...], Template | bool] = {}
        self._values: dict[tuple[object, ...], list[int]] = {}

    def template(self, expr: Expr) -> tuple[Template | bool, tuple[Var, ...]]:
        """A table of the rows in which the expression is true (whether it always is), and its variables."""
        key, variables = self._shape(expr)
        if key not in self._templates:
            self._templates[key] = table_of(*truth_table(expr, variables, self.known))
        return self._templates[key], variables

    def values(self, expr: Expr) -> list[int]:
        """The values that the expression takes."""
        key, variables = self._shape(expr)
        if key not in self._values:
            self._values[key] = sorted(set(truth_table(expr, variables, self.known)[1]))
        return self._values[key]

    def _shape(self, expr: Expr) -> tuple[tuple[object, ...], tuple[Var, ...]]:
        speller = Speller(self.known)
        text = speller.spell(expr)
        return (text, *(var.domain for var in speller.variables)), speller.variables


def truth_table(
    expr: Expr, variables: Sequence[Var], known: Mapping[Expr, Var]
) -> tuple[list[tuple[int, ...]], list[int]]:
    """Every row of values of the variables, and the value of the expression in each."""
    rows = list(product(*(var.domain for var in variables)))
    columns: dict[Expr, list[int]] = {var: [row[i] for row in rows] for i, var in enumerate(variables)}

    def column(value: Value) -> list[int]:
        if not isinstance(value, Expr):
            return [int(value)] * len(rows)
        own = known.get(value)
        value = value if own is None or own not in columns else own  # where it is written out, so are its parts
        found = columns.get(value)
        if found is None:
            found = columns[value] = _COLUMNS[type(value)](value, column)
        return found

    return rows, column(expr)


_Column = Callable[[Value], list[int]]


def _total(terms: Sequence[tuple[int, Expr]], constant: int, column: _Column) -> list[int]:
    scaled = [column(term) if c == 1 else [c * v for v in column(term)] for c, term in terms]
    return [constant + sum(values) for values in zip(*scaled, strict=True)]


def _compared(node: ir.Compare, column: _Column) -> list[int]:
    totals = _total(node.terms, -node.bound, column)
    if node.relation == "<=":
        return [int(total <= 0) for total in totals]
    wanted = node.relation == "=="
    return [int((total == 0) is wanted) for total in totals]


def _folded(fold: Callable[[Sequence[int]], int]) -> Callable[[Any, _Column], list[int]]:
    return lambda e, column: [int(fold(v)) for v in zip(*map(column, e.args), strict=True)]


_COLUMNS: Final[dict[type[Expr], Callable[[Any, _Column], list[int]]]] = {
    ir.Linear: lambda e, column: _total(e.terms, e.constant, column),
    ir.Product: lambda e, column: [a * b for a, b in zip(column(e.left), column(e.right), strict=True)],
    ir.Quotient: lambda e, column: [v // e.right for v in column(e.left)],
    ir.Remainder: lambda e, column: [v % e.right for v in column(e.left)],
    ir.Absolute: lambda e, column: [abs(v) for v in column(e.arg)],
    ir.Minimum: _folded(min),
    ir.Maximum: _folded(max),
    ir.Choose: lambda e, column: [
        then if condition else other
        for condition, then, other in zip(column(e.condition), column(e.then), column(e.other), strict=True)
    ],
    ir.Element: lambda e, column: [
        items[index] for index, *items in zip(column(e.index), *map(column, e.items), strict=True)
    ],
    ir.Equals: lambda e, column: [int(v == e.value) for v in column(e.arg)],
    ir.AtMost: lambda e, column: [int(v <= e.value) for v in column(e.arg)],
    ir.Not: lambda e, column: [1 - v for v in column(e.arg)],
    ir.And: _folded(all),
    ir.Or: _folded(any),
    ir.Compare: _compared,
}
