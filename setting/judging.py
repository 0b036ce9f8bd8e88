"""Judging an answer: which rules does it break, and can a partial one still be completed?"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from cluewright.compiler.evaluate import evaluate, violations
from cluewright.compiler.ir import Expr, Var
from cluewright.compiler.model import Constraint, Model, walk
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.sat import SatEngine


@dataclass
class Judgement:
    """What is right and wrong about an answer."""

    #: Whether every unknown has a value.
    full: bool
    #: Rules that the given values already break.
    broken: list[Constraint] = field(default_factory=list)
    #: Whether the given values can be completed to a solution; None if that was not decided in time.
    completable: bool | None = None
    #: Where they cannot: a smallest set of entries that cannot stand together under the rules, as far as time allowed.
    blamed: list[Var] = field(default_factory=list)

    @property
    def correct(self) -> bool:
        """A full answer that breaks nothing, or a partial one that is right so far."""
        return not self.broken and bool(self.completable)


def judge(model: Model, answer: dict[Var, int], *, timeout: float | None = 10.0) -> Judgement:
    """Judge a full or partial answer by the meaning of the rules; a partial one also by the engine."""
    if len(answer) == len(model.variables):
        broken = violations(model, answer)
        return Judgement(True, broken, not broken)
    result = Judgement(False, _broken_so_far(model, answer))
    deadline = None if timeout is None else time.monotonic() + timeout
    try:
        with SatEngine(model, deadline=deadline) as engine:
            _try_to_complete(engine, answer, result, deadline)
    except TimeUp:
        pass
    return result


def _broken_so_far(model: Model, answer: dict[Var, int]) -> list[Constraint]:
    """The constraints that speak of given values only, and are false."""
    undecided: set[Expr] = {var for var in model.variables if var not in answer}
    for node in walk(c.expr for c in model.constraints):
        if any(isinstance(child, Expr) and child in undecided for child in node.children()):
            undecided.add(node)
    decided = [c for c in model.constraints if not isinstance(c.expr, Expr) or c.expr not in undecided]
    return [c for c in decided if not evaluate(c.expr, answer)]


def _try_to_complete(engine: SatEngine, answer: dict[Var, int], result: Judgement, deadline: float | None) -> None:
    entries = {engine.literal(var, value): var for var, value in answer.items()}
    literals = list(entries)
    if engine.solve(literals, deadline) is not None:
        result.completable = True
        return
    result.completable = False
    core = set(engine.core())
    blamed = [lit for lit in literals if lit in core]
    result.blamed = [entries[lit] for lit in blamed]
    for literal in list(blamed):  # drop entries one by one while the rest is still impossible
        rest = [lit for lit in blamed if lit != literal]
        if literal in blamed and engine.solve(rest, deadline) is None:
            core = set(engine.core())
            blamed = [lit for lit in rest if lit in core]
            result.blamed = [entries[lit] for lit in blamed]
