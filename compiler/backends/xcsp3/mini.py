"""The mini track of the XCSP3 competitions: files of nothing but extension, sums, comparisons of one or two variables,
products, distances, `allDifferent` and `element`. Whatever else a constraint says gets variables and is said by these.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.backends.xcsp3.atoms import fixed_value, is_atom
from cluewright.compiler.backends.xcsp3.flattening import Flattener
from cluewright.compiler.backends.xcsp3.spelling import Speller
from cluewright.compiler.backends.xcsp3.sums import only_values, sum_template
from cluewright.compiler.backends.xcsp3.templates import spell_rows
from cluewright.compiler.ir import Expr, Relation, Var

#: What a number with more values says of a condition on it is written as two sums instead of a table.
_MOST_ROWS: Final = 2000


class MiniFlattener(Flattener):
    """Flattens into the forms of the mini track."""

    conditions = False

    def _require_atom(self, expr: Expr) -> None:
        """A known value is a condition on it."""
        fixed = fixed_value(expr)
        if fixed is None:
            speller = Speller({})
            self.post("intension", speller.spell(expr), speller.variables)
        elif self._fixed.setdefault(*fixed) != fixed[1]:
            self.never()
        else:
            self.post("intension", f"eq(%0,{fixed[1]})", [fixed[0]])

    def _require_large(self, expr: Expr, linear: ir.Compare | None) -> None:
        self._cut_deep(expr)
        if linear is not None:
            self._linear(linear)
        elif isinstance(expr, ir.Or):
            self._clause(expr.args)
        else:
            self._intension(expr)

    def _clause(self, args: Iterable[Expr]) -> None:
        """One of the variables that stand for them is true."""
        literals = self._alternatives(args)
        if literals is None:
            return
        if len(literals) == 1:
            self._require_one(literals[0])
        elif not self._tabulated(ir.Or(tuple(literals))):
            self._linear(ir.Compare(tuple((-1, literal) for literal in literals), "<=", -1))

    def _intension(self, expr: Expr) -> None:
        """Conditions that are none of sums, clauses and tables: a variable stands for what they speak of."""
        inner = expr.arg if isinstance(expr, ir.Not) else expr
        if is_atom(expr):
            self._require_atom(expr)
        elif isinstance(inner, (ir.Equals, ir.AtMost)):
            made = self.variable(inner.arg)
            holds = ir.equal(made, inner.value) if isinstance(inner, ir.Equals) else ir.at_most(made, inner.value)
            self.require(ir.negate(holds) if isinstance(expr, ir.Not) else holds)
        else:
            self.require(ir.equal(self.variable(inner), int(inner is expr)))

    def _count(self, node: ir.Compare) -> bool:
        return False

    def _sum(self, terms: list[tuple[int, Var]], relation: Relation, bound: int) -> None:
        extreme = only_values(terms, relation, bound)
        if extreme is not None:
            self.require(ir.conj(ir.equal(var, value) for var, value in extreme.items()))
        elif len(terms) > 1:
            self.block.post(sum_template([factor for factor, _ in terms], relation, bound), [var for _, var in terms])
        else:
            self.require(ir.compare(ir.weighted(terms, 0), relation, bound))

    def _define(self, var: Var, expr: Expr) -> None:
        """Post var == expr."""
        if not isinstance(expr, ir.Linear) and self._tabulated(ir.Compare(((1, var), (-1, expr)), "==", 0)):
            return
        if isinstance(expr, ir.Linear):
            self._linear(ir.Compare(((-1, var), *expr.terms), "==", -expr.constant))
        elif isinstance(expr, (ir.Minimum, ir.Maximum)):
            self._extreme(expr, var)
        elif isinstance(expr, ir.Element):
            self._element(expr, var)
        elif isinstance(expr, ir.Choose):
            items = [self.variable(expr.other), self.variable(expr.then)]
            self.post(
                "element",
                None,
                [self.variable(expr.condition), var, *items],
                ("list", "%..."),
                ("index", "%0"),
                ("value", "%1"),
            )
        elif isinstance(expr, ir.Not):
            self._linear(ir.Compare(((1, var), (1, self.variable(expr.arg))), "==", 1))
        elif isinstance(expr, (ir.And, ir.Or)):
            made = [self.variable(arg) for arg in expr.args]
            self._gate(var, ir.And(tuple(made)) if isinstance(expr, ir.And) else ir.Or(tuple(made)))
        elif isinstance(expr, ir.Product):
            self.post("intension", "eq(mul(%0,%1),%2)", [self.variable(expr.left), self.variable(expr.right), var])
        elif isinstance(expr, ir.Absolute):
            self.post("intension", "eq(dist(%0,%1),%2)", [self.variable(expr.arg), self.variable(0), var])
        elif isinstance(expr, (ir.Quotient, ir.Remainder)):
            self._divide(expr, var)
        else:
            self._reify(var, expr)

    def _divide(self, expr: ir.Quotient | ir.Remainder, var: Var) -> None:
        """left == divisor * quotient + remainder, with a remainder that is never negative."""
        left, divisor = self.variable(expr.left), expr.right
        if isinstance(expr, ir.Quotient):
            quotient, rest = var, self._new("rest", range(divisor))
        else:
            quotient, rest = self._new("quotient", range(left.lo // divisor, left.hi // divisor + 1)), var
            self.require(ir.at_most(rest, divisor - 1))
        self._linear(ir.Compare(((1, left), (-divisor, quotient), (-1, rest)), "==", 0))

    def _reify(self, var: Var, expr: Expr) -> None:
        """var says whether a number is as it should be."""
        if isinstance(expr, ir.Compare):
            number = self.variable(ir.add_all(ir.scale(term, c) for c, term in expr.terms))
            relation, bound = expr.relation, expr.bound
        else:
            assert isinstance(expr, (ir.Equals, ir.AtMost))
            number, relation, bound = self.variable(expr.arg), "<=" if isinstance(expr, ir.AtMost) else "==", expr.value
        if len(number.domain) <= _MOST_ROWS:
            rows = [(int(_compared(value, relation, bound)), value) for value in number.domain]
            self.post("extension", None, [var, number], ("list", "%0 %1"), ("supports", spell_rows(rows)))
        elif relation == "<=":
            self._linear(ir.Compare(((1, number), (number.hi - bound, var)), "<=", number.hi))
            self._linear(ir.Compare(((-1, number), (number.lo - bound - 1, var)), "<=", -bound - 1))
        else:
            below, above = ir.AtMost(number, bound - 1), ir.negate(ir.AtMost(number, bound))
            elsewhere = ir.disj((below, above))
            self.require(ir.iff(var, ir.negate(elsewhere) if relation == "==" else elsewhere))

    def _extreme(self, expr: ir.Minimum | ir.Maximum, var: Var) -> None:
        """No argument is beyond it, and one of them reaches it."""
        args = list(dict.fromkeys(self.variable(arg) for arg in expr.args))
        most = isinstance(expr, ir.Maximum)
        for arg in args:
            self.post("intension", "le(%0,%1)", [arg, var] if most else [var, arg])
        self._clause([ir.Compare(((-1, arg), (1, var)) if most else ((1, arg), (-1, var)), "<=", 0) for arg in args])


def _compared(value: int, relation: Relation, bound: int) -> bool:
    return value <= bound if relation == "<=" else (value == bound) is (relation == "==")


__all__ = ["MiniFlattener"]
