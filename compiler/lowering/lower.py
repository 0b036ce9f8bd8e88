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
        return rebuild(expr, lambda child: self.rewrite(child, polarity))

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


def rebuild(expr: Expr, change: Any) -> Value:
    """The expression with changed children; itself if none changes."""
    children = expr.children()
    changed = [change(child) for child in children]
    if all(new is old for new, old in zip(changed, children, strict=True)):
        return expr
    rebuilt: Value = _REBUILD[type(expr)](expr, changed)
    return rebuilt


_REBUILD: dict[type[Expr], Any] = {
    ir.Not: lambda e, c: ir.negate(c[0]),
    ir.And: lambda e, c: ir.conj(c),
    ir.Or: lambda e, c: ir.disj(c),
    ir.Equals: lambda e, c: ir.equal(c[0], e.value),
    ir.AtMost: lambda e, c: ir.at_most(c[0], e.value),
    ir.Compare: lambda e, c: ir.compare(
        ir.add_all(ir.scale(v, f) for (f, _), v in zip(e.terms, c, strict=True)), e.relation, e.bound
    ),
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
    ir.DistinctLists: lambda e, c: ir.DistinctLists(_cut(c, [len(row) for row in e.lists])),
    ir.Circuit: lambda e, c: ir.Circuit(tuple(c)),
    ir.Connected: lambda e, c: ir.Connected(
        e.graph, tuple(c[: len(e.nodes)]), None if e.edges is None else tuple(c[len(e.nodes) :])
    ),
    ir.Loop: lambda e, c: ir.Loop(e.graph, tuple(c)),
    ir.Path: lambda e, c: ir.Path(e.graph, tuple(c), e.ends),
    ir.Acyclic: lambda e, c: ir.Acyclic(
        e.graph,
        None if e.nodes is None else tuple(c[: len(e.nodes)]),
        None if e.edges is None else tuple(c[len(e.nodes or ()) :]),
    ),
    ir.Matched: lambda e, c: ir.Matched(e.graph, tuple(c)),
    ir.EqualGroups: lambda e, c: ir.EqualGroups(
        e.graph, tuple(c[: len(e.labels)]), _sizes(e.sizes, c[len(e.labels) :])
    ),
    ir.SeededGroups: lambda e, c: ir.SeededGroups(e.graph, tuple(c), e.seeds),
    ir.TwinGroups: lambda e, c: ir.TwinGroups(e.graph, tuple(c), e.first, e.places),
    ir.JoinedGroups: lambda e, c: ir.JoinedGroups(
        e.graph, tuple(c[: len(e.edges)]), _sizes(e.sizes, c[len(e.edges) :])
    ),
}


def _cut(values: list[Value], lengths: list[int]) -> tuple[tuple[Value, ...], ...]:
    rest = iter(values)
    return tuple(tuple(next(rest) for _ in range(length)) for length in lengths)


def _sizes(old: tuple[Value | None, ...], new: list[Value]) -> tuple[Value | None, ...]:
    rest = iter(new)
    return tuple(None if size is None else next(rest) for size in old)
