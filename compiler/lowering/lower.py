"""Lowering: whatever a target does not know is rewritten into what it knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cluewright.compiler import ir
from cluewright.compiler.ir import Expr, GraphConstraint, Value
from cluewright.compiler.lowering import connectivity, grouping, tours
from cluewright.compiler.lowering.builder import Builder
from cluewright.compiler.lowering.decompose import DECOMPOSITIONS
from cluewright.compiler.lowering.targets import Target
from cluewright.compiler.model import Constraint, Model
from cluewright.models.errors import LanguageError


def lower(model: Model, target: Target, encodings: Mapping[str, str] | None = None) -> Model:
    """The same puzzle in the constraints that the target takes; auxiliary variables are in `auxiliary`."""
    return _Lowering(model, target, {**target.encodings, **(encodings or {})}).run()


class _Lowering:
    def __init__(self, model: Model, target: Target, encodings: Mapping[str, str]) -> None:
        self.source = model
        self.target = target
        self.encodings = encodings
        self.builder = Builder(model)
        self.done: dict[Expr, Value] = {}

    def run(self) -> Model:
        for constraint in self.source.constraints:
            self.builder.origin = constraint
            self.require(constraint)
        return self.builder.model

    def require(self, constraint: Constraint) -> None:
        expr = constraint.expr
        if type(expr) in self.target.required or not isinstance(expr, Expr):
            self.builder.model.constraints.append(constraint)
        elif isinstance(expr, GraphConstraint):
            self.encode(expr, guarded=False)
        elif type(expr) in DECOMPOSITIONS:
            self.builder.add(self.plain(expr))
        else:
            self.builder.add(self.rewrite(expr, positive=True))

    def rewrite(self, expr: Value, positive: bool) -> Value:
        """The expression with everything that cannot stand inside another one taken apart."""
        if not isinstance(expr, Expr) or isinstance(expr, (ir.Var, ir.Equals, ir.AtMost)) and isinstance(expr_arg(expr), ir.Var):
            return expr
        if isinstance(expr, GraphConstraint):
            return self.implied(expr, positive)
        if expr in self.done:
            return self.done[expr]
        result = self.plain(expr) if type(expr) in DECOMPOSITIONS and type(expr) not in self.target.anywhere else expr
        if isinstance(result, Expr):
            result = rebuild(result, lambda child: self.rewrite(child, positive != isinstance(expr, ir.Not)))
        self.done[expr] = result
        return result

    def plain(self, expr: Expr) -> Value:
        return DECOMPOSITIONS[type(expr)](expr, self.builder)

    def implied(self, expr: GraphConstraint, positive: bool) -> Value:
        """A graph constraint inside another expression: a truth variable that requires it."""
        if not positive:
            raise LanguageError("a condition on a whole graph can be required, but not denied or counted")
        if expr in self.done:
            return self.done[expr]
        holds = self.builder.truth("holds")
        self.done[expr] = holds
        outer, self.builder.guard = self.builder.guard, holds
        try:
            self.encode(expr, guarded=True)
        finally:
            self.builder.guard = outer
        return holds

    def encode(self, expr: GraphConstraint, guarded: bool) -> None:
        if isinstance(expr, ir.Path):
            expr = tours.path_as_loop(expr, self.builder)
        if isinstance(expr, ir.Connected):
            connectivity.ENCODINGS[self.encodings.get("connected", "rank")](expr, self.builder)
        elif isinstance(expr, ir.Loop):
            self.encode_loop(expr, guarded)
        elif isinstance(expr, ir.Acyclic):
            tours.encode_acyclic(expr, self.builder)
        else:
            _GROUPS[type(expr)](expr, self.builder)

    def encode_loop(self, expr: ir.Loop, guarded: bool) -> None:
        name = self.encodings.get("loop", "rank")
        if ir.Loop in self.target.required and not guarded:
            self.builder.add(expr)
        else:
            tours.ENCODINGS["rank" if guarded and name == "circuit" else name](expr, self.builder)


_GROUPS: dict[type[Expr], Any] = {
    ir.SeededGroups: grouping.encode_seeded,
    ir.EqualGroups: grouping.encode_equal,
    ir.JoinedGroups: grouping.encode_joined,
}


def expr_arg(expr: Expr) -> Value:
    """The variable that an atom speaks of."""
    return expr if isinstance(expr, ir.Var) else expr.arg  # type: ignore[attr-defined, no-any-return]


def rebuild(expr: Expr, change: Any) -> Value:
    """The expression with changed children; itself if none changes."""
    children = expr.children()
    changed = [change(child) for child in children]
    if all(new is old for new, old in zip(changed, children, strict=True)):
        return expr
    return _REBUILD[type(expr)](expr, changed)


_REBUILD: dict[type[Expr], Any] = {
    ir.Not: lambda e, c: ir.negate(c[0]),
    ir.And: lambda e, c: ir.conj(c),
    ir.Or: lambda e, c: ir.disj(c),
    ir.Equals: lambda e, c: ir.equal(c[0], e.value),
    ir.AtMost: lambda e, c: ir.at_most(c[0], e.value),
    ir.Compare: lambda e, c: ir.compare(ir.add_all(ir.scale(v, f) for (f, _), v in zip(e.terms, c, strict=True)), e.relation, e.bound),
    ir.Linear: lambda e, c: ir.add_all([e.constant, *(ir.scale(v, f) for (f, _), v in zip(e.terms, c, strict=True))]),
    ir.Product: lambda e, c: ir.multiply(c[0], c[1]),
    ir.Quotient: lambda e, c: ir.quotient(c[0], e.right),
    ir.Remainder: lambda e, c: ir.remainder(c[0], e.right),
    ir.Absolute: lambda e, c: ir.absolute(c[0]),
    ir.Minimum: lambda e, c: ir.minimum(c),
    ir.Maximum: lambda e, c: ir.maximum(c),
    ir.Choose: lambda e, c: ir.choose(c[0], c[1], c[2]),
    ir.Element: lambda e, c: ir.element(c[1:], c[0]),
    ir.AllDifferent: lambda e, c: ir.AllDifferent(tuple(c), e.excepted),
    ir.Table: lambda e, c: ir.Table(tuple(c), e.rows, e.positive),
    ir.Regular: lambda e, c: ir.Regular(tuple(c), e.automaton),
    ir.Lex: lambda e, c: ir.Lex(tuple(c[: len(e.left)]), tuple(c[len(e.left) :]), e.strict),
}
