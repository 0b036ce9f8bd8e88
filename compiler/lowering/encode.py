"""A pass: constraints on graphs and lists that a target does not take are said by such as it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.ir import Expr, GraphConstraint, Value
from cluewright.compiler.lowering import connectivity, grouping, matching, shapes, shores, tours, twins
from cluewright.compiler.lowering.builder import Builder
from cluewright.compiler.lowering.decompose import DECOMPOSITIONS, is_trivial
from cluewright.compiler.lowering.targets import Target
from cluewright.compiler.model import Constraint, Model, blamed, walk
from cluewright.compiler.work import tick
from cluewright.models.errors import LanguageError

#: Where a truth value stands: it is required to be true, or (negated) to be false; 0 stands for both.
POSITIVE: Final = 1
#: So many levels of an expression are rewritten by recursion.
DEPTH_AT_ONCE: Final = 50


def encode(model: Model, target: Target, encodings: Mapping[str, str]) -> Model:
    """The same puzzle in the constraints that the target takes; auxiliary variables are in `auxiliary`."""
    return _Encoding(model, target, encodings).run()


class _Encoding:
    def __init__(self, model: Model, target: Target, encodings: Mapping[str, str]) -> None:
        self.source = model
        self.target = target
        self.builder = Builder(model, encodings)
        self.builder.adapt = self.adapted
        #: Rewritten expressions by node and polarity.
        self.done: dict[tuple[Expr, int], Value] = {}
        #: Global constraints that were taken apart, and graph constraints that got a truth variable.
        self.apart: dict[Expr, Value] = {}

    def run(self) -> Model:
        for constraint in self.source.constraints:
            self.builder.origin = constraint
            tick()
            with blamed(constraint):
                try:
                    self.require(constraint)
                except RecursionError:
                    self.prepare(constraint.expr)
                    self.require(constraint)
        return self.builder.model

    def require(self, constraint: Constraint) -> None:
        expr = constraint.expr
        tables = shapes.tables(expr, self.target.shapes) if isinstance(expr, self.target.shaped) else {}
        self.builder.settled = frozenset(tables)
        for table in tables.values():
            inner = self.rewrite_children(table, 0) if isinstance(table, Expr) else table
            shapes.add(inner, self.builder, starred=True in self.target.stars)
        if not isinstance(expr, Expr):
            self.builder.model.constraints.append(constraint)
        elif type(expr) in self.target.required and not self.target.refuses(expr) and not is_trivial(expr):
            changed = self.rewrite_children(expr, 0)
            kept = constraint if changed is expr else Constraint(changed, constraint.rule, constraint.values)
            self.builder.model.constraints.append(kept)
        elif isinstance(expr, GraphConstraint):
            self.encode(self.rewrite_children(expr, 0))
        else:
            self.builder.add(self.rewrite(expr, POSITIVE))

    def prepare(self, root: Value) -> None:
        """Rewrite a very deep expression from below, a few levels at a time."""
        depth: dict[Expr, int] = {}
        for node in walk([root]):
            below = [depth[child] for child in node.children() if isinstance(child, Expr)]
            depth[node] = 1 + max(below, default=0)
            if depth[node] % DEPTH_AT_ONCE == 0:
                for polarity in (POSITIVE, -POSITIVE, 0):
                    with suppress(LanguageError):  # said again where it matters
                        self.rewrite(node, polarity)

    def rewrite(self, expr: Value, polarity: int) -> Value:
        """The expression with everything that cannot stand inside another one taken apart."""
        if not isinstance(expr, Expr) or (
            isinstance(expr, (ir.Var, ir.Equals, ir.AtMost)) and isinstance(expr_arg(expr), ir.Var)
        ):
            return expr
        if isinstance(expr, GraphConstraint):
            return self.implied(expr, polarity)
        key = (expr, polarity)
        if key not in self.done:
            inner = polarity if isinstance(expr, (ir.And, ir.Or)) else -polarity if isinstance(expr, ir.Not) else 0
            taken_apart = type(expr) in DECOMPOSITIONS and type(expr) not in self.target.anywhere
            self.done[key] = self.plain(expr) if taken_apart else self.rewrite_children(expr, inner)
        return self.done[key]

    def rewrite_children(self, expr: Any, polarity: int) -> Any:
        return ir.rebuild(expr, lambda child: self.rewrite(child, polarity))

    def plain(self, expr: Expr) -> Value:
        """A global constraint in plain logic."""
        if expr not in self.apart:
            inner = self.rewrite_children(expr, 0)
            self.apart[expr] = DECOMPOSITIONS[type(expr)](inner, self.builder)
        return self.apart[expr]

    def adapted(self, expr: Value) -> Value:
        """What an encoding adds, as the target takes it: under a guard it stands inside an implication."""
        taken = self.target.required if self.builder.guard is True else self.target.anywhere
        if isinstance(expr, Expr) and type(expr) in DECOMPOSITIONS and (type(expr) not in taken or is_trivial(expr)):
            return self.plain(expr)
        return expr

    def implied(self, expr: GraphConstraint, polarity: int) -> Value:
        """A graph constraint inside another expression: as it is, or a truth variable that requires it."""
        if polarity != POSITIVE:
            return self.denied(expr, polarity)
        if expr in self.apart:
            return self.apart[expr]
        inner = self.rewrite_children(expr, 0)
        if type(expr) in self.target.anywhere and not self.target.refuses(expr):
            self.apart[expr] = inner
            return self.apart[expr]
        holds = self.builder.truth("holds")
        self.apart[expr] = holds
        outer, self.builder.guard = self.builder.guard, holds
        try:
            self.encode(inner)
        finally:
            self.builder.guard = outer
        return holds

    def denied(self, expr: GraphConstraint, polarity: int) -> Value:
        """A graph constraint where it may have to be false: then its denial holds, if it has one."""
        if (expr, polarity) not in self.done:
            denial = expr.denial
            if denial is None:
                raise LanguageError("a condition on a whole graph can be required, but not denied or counted")
            fails = self.implied(denial, POSITIVE)
            holds = ir.negate(fails)
            if polarity == 0:
                outer, self.builder.guard = self.builder.guard, True
                holds = self.builder.truth("holds")
                self.builder.add(ir.implies(holds, self.implied(expr, POSITIVE)))
                self.builder.add(ir.disj((holds, fails)))
                self.builder.guard = outer
            self.done[expr, polarity] = holds
        return self.done[expr, polarity]

    def encode(self, expr: GraphConstraint) -> None:
        """Say a graph constraint in another way; what that leads to may be a constraint that the target takes."""
        if self.target.neighbours and isinstance(expr, ir.Connected):
            connectivity.add_neighbours(expr, self.builder)
        for part in GRAPHS[type(expr)](expr, self.builder) or ():
            if type(part) in self.target.required and not self.target.refuses(part) and self.builder.guard is True:
                self.builder.add(part)
            else:
                self.encode(part)


#: How to encode a graph constraint; what remains to be encoded is returned.
GRAPHS: Final[dict[type[GraphConstraint], Callable[[Any, Builder], Iterable[GraphConstraint] | None]]] = {
    ir.Connected: connectivity.encode,
    ir.Loop: tours.encode_loop,
    ir.Path: tours.path_as_loop,
    ir.Acyclic: tours.encode_acyclic,
    ir.Separated: shores.encode,
    ir.Matched: matching.encode,
    ir.EqualGroups: grouping.encode,
    ir.SeededGroups: grouping.encode,
    ir.JoinedGroups: grouping.encode,
    ir.TwinGroups: twins.encode,
}


def expr_arg(expr: Expr) -> Value:
    """The variable that an atom speaks of."""
    return expr if isinstance(expr, ir.Var) else expr.arg  # type: ignore[attr-defined]
