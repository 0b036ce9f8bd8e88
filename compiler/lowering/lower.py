"""Lowering: whatever a target does not know is rewritten into what it knows."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.ir import Expr, GraphConstraint, Value
from cluewright.compiler.lowering import connectivity, grouping, matching, tours, twins
from cluewright.compiler.lowering.builder import Builder
from cluewright.compiler.lowering.decompose import DECOMPOSITIONS
from cluewright.compiler.lowering.implied import two_colours
from cluewright.compiler.lowering.targets import USUAL, Target
from cluewright.compiler.model import Constraint, Model, blamed, walk
from cluewright.compiler.work import tick
from cluewright.models.errors import LanguageError

#: Where a truth value stands: it is required to be true, or (negated) to be false; 0 stands for both.
POSITIVE: Final = 1
#: So many levels of an expression are rewritten by recursion.
DEPTH_AT_ONCE: Final = 50


def lower(model: Model, target: Target, encodings: Mapping[str, str] | None = None) -> Model:
    """The same puzzle in the constraints that the target takes; auxiliary variables are in `auxiliary`."""
    return _Lowering(model, target, {**USUAL, **target.encodings, **(encodings or {})}).run()


class _Lowering:
    def __init__(self, model: Model, target: Target, encodings: Mapping[str, str]) -> None:
        self.source = model
        self.target = target
        self.encodings = encodings
        self.builder = Builder(model)
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
        for constraint, expr in two_colours(self.source.constraints):
            self.builder.origin = constraint
            self.require(Constraint(expr, constraint.rule, constraint.values))
        return self.builder.model

    def require(self, constraint: Constraint) -> None:
        expr = constraint.expr
        if not isinstance(expr, Expr):
            self.builder.model.constraints.append(constraint)
        elif type(expr) in self.target.required:
            changed = self.rewrite_children(expr, 0)
            kept = constraint if changed is expr else Constraint(changed, constraint.rule, constraint.values)
            self.builder.model.constraints.append(kept)
        elif isinstance(expr, GraphConstraint):
            self.encode(self.rewrite_children(expr, 0), guarded=False)
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
        apart = isinstance(expr, Expr) and type(expr) in DECOMPOSITIONS and type(expr) not in taken
        return self.plain(expr) if apart else expr  # type: ignore[arg-type]

    def implied(self, expr: GraphConstraint, polarity: int) -> Value:
        """A graph constraint inside another expression: as it is, or a truth variable that requires it."""
        if polarity != POSITIVE:
            raise LanguageError("a condition on a whole graph can be required, but not denied or counted")
        if expr in self.apart:
            return self.apart[expr]
        inner = self.rewrite_children(expr, 0)
        if type(expr) in self.target.anywhere:
            self.apart[expr] = inner
            return self.apart[expr]
        holds = self.builder.truth("holds")
        self.apart[expr] = holds
        outer, self.builder.guard = self.builder.guard, holds
        try:
            self.encode(inner, guarded=True)
        finally:
            self.builder.guard = outer
        return holds

    def encode(self, expr: GraphConstraint, guarded: bool) -> None:
        if isinstance(expr, ir.Path):
            expr = tours.path_as_loop(expr, self.builder)
        if isinstance(expr, ir.Connected):
            connectivity.encode(expr, self.encodings["connected"], self.builder)
        elif isinstance(expr, ir.Loop):
            self.encode_loop(expr, guarded)
        elif isinstance(expr, ir.Acyclic):
            tours.encode_acyclic(expr, self.builder)
        elif isinstance(expr, ir.Matched):
            matching.encode(expr, self.builder)
        elif isinstance(expr, ir.SeededGroups | ir.EqualGroups | ir.JoinedGroups):
            grouping.encode(expr, self.encodings["groups"], self.builder)
        elif isinstance(expr, ir.TwinGroups):
            for part in twins.encode(expr, self.builder):
                self.encode(part, guarded)
        else:
            raise AssertionError(type(expr))

    def encode_loop(self, expr: ir.Loop, guarded: bool) -> None:
        name = self.encodings["loop"]
        if ir.Loop in self.target.required and not guarded:
            self.builder.add(expr)
        else:
            tours.ENCODINGS["rank" if guarded and name in tours.UNGUARDED else name](expr, self.builder)


def expr_arg(expr: Expr) -> Value:
    """The variable that an atom speaks of."""
    return expr if isinstance(expr, ir.Var) else expr.arg  # type: ignore[attr-defined]
