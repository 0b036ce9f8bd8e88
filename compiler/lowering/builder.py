"""Builds a lowered model: the constraints of a puzzle rewritten with auxiliary variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from cluewright.compiler import ir
from cluewright.compiler.ir import Expr, Value, Var
from cluewright.compiler.model import Constraint, Model
from cluewright.compiler.work import tick


class Builder:
    """Collects auxiliary variables and constraints; every new constraint keeps the origin of the one it stems from."""

    def __init__(self, source: Model, encodings: Mapping[str, str]) -> None:
        self.model = Model(unknowns=source.unknowns)
        #: The encoding to use for each kind of graph constraint.
        self.encodings = encodings
        self.origin: Constraint | None = None
        #: Where set, what is added only has to hold when this is true.
        self.guard: Value = True
        #: What becomes of an expression that is added; it may stand under the guard.
        self.adapt: Callable[[Value], Value] = lambda expr: expr
        #: Expressions that are required as they stand, in order, so that encodings can rely on them.
        self.asserted: dict[Expr, None] = {c.expr: None for c in source.constraints if isinstance(c.expr, Expr)}
        #: Nodes of the group constraint at hand of which tables say all shapes that their groups can have.
        self.settled: frozenset[int] = frozenset()
        self._numbers: dict[str, int] = {}

    def truth(self, name: str, place: str = "") -> Var:
        """A new auxiliary truth variable."""
        return self.number(name, 0, 1, place)

    def number(self, name: str, low: int, high: int, place: str = "") -> Var:
        """A new auxiliary number in low..high."""
        return self.choice(name, range(low, high + 1), place)

    def choice(self, name: str, domain: Iterable[int], place: str = "") -> Var:
        """A new auxiliary number with the given values; files say to which place on the board it belongs."""
        count = self._numbers[name] = self._numbers.get(name, 0) + 1
        var = Var(f"{name}_{count}" + (f"@{place}" if place else ""), domain)
        self.model.auxiliary.append(var)
        if self.guard is not True:  # where nothing is required, there is one way only to fill it in
            self._append(ir.disj((self.guard, ir.equal(var, var.lo))))
        return var

    def add(self, expr: Value) -> None:
        """Require an expression."""
        adapted = self.adapt(expr)
        self._append(adapted if self.guard is True else ir.implies(self.guard, adapted))

    def _append(self, expr: Value) -> None:
        assert self.origin is not None
        tick()
        if expr is not True:
            self.model.constraints.append(Constraint(expr, self.origin.rule, self.origin.values))
