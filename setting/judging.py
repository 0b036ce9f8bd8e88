"""Judging an answer: which rules does it break, and can a partial one still be completed?"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from cluewright.compiler.evaluate import evaluate, violations
from cluewright.compiler.ir import Expr, Var
from cluewright.compiler.model import Constraint, Model, walk
from cluewright.models.showing import Brief, Told
from cluewright.setting.fewest import fewest, minimal
from cluewright.setting.least_broken import least_broken
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.sat import SatEngine

#: How long to look for the smallest set to blame, once there is a minimal one.
SMALLEST_SECONDS: Final = 10.0
#: How long to look for the completion that breaks the fewest rules.
NAMING_SECONDS: Final = 5.0


@dataclass(repr=False)
class Judgement(Brief, Told):
    """What is right and wrong about an answer."""

    #: Whether every unknown has a value, or every one that is drawn has and the others follow.
    full: bool
    #: Rules that the given values already break.
    broken: list[Constraint] = field(default_factory=list)
    #: Where none is broken yet, but every completion breaks some: what the one breaks that breaks the fewest rules.
    at_best: list[Constraint] = field(default_factory=list)
    #: Whether the given values can be completed to a solution; None if that was not decided in time.
    completable: bool | None = None
    #: Where they cannot: the entries to blame.
    blamed: list[Var] = field(default_factory=list)
    #: Whether each blamed entry is impossible by itself. Otherwise the blamed ones cannot stand together.
    alone: bool = False
    #: Whether no smaller set of entries is to blame. Otherwise the time was up before that was clear.
    smallest: bool = False
    #: The puzzle has no solution at all, so no answer can be right.
    unsolvable: bool = False
    #: What was judged.
    answer: Mapping[Var, int] = field(default_factory=dict)
    #: Whether the reference interpreter found the same rules broken; None if it was not asked or not ready in time.
    confirmed: bool | None = None

    @property
    def correct(self) -> bool:
        """A full answer that breaks nothing, or a partial one that is right so far."""
        return not self.broken and bool(self.completable)

    @property
    def verdict(self) -> str:
        """In a word or three."""
        if self.broken or self.completable is False:
            return "wrong"
        if self.completable is None:
            return "unknown"
        return "correct" if self.full else "correct so far"


def judge(
    model: Model, answer: dict[Var, int], *, undrawn: Collection[Var] = (), timeout: float | None = 10.0
) -> Judgement:
    """Judge a full or partial answer by the meaning of the rules; a partial one also by the engine. Where only unknowns
    are open that nobody draws, an answer that can be completed is as good as full."""
    if len(answer) == len(model.variables):
        broken = violations(model, answer)
        result = Judgement(True, broken, completable=not broken)
    else:
        result = Judgement(False, _broken_so_far(model, answer))
    if result.completable:
        return result
    deadline = None if timeout is None else time.monotonic() + timeout
    try:
        with SatEngine(model, deadline=deadline) as engine:
            _try_to_complete(engine, answer, result, deadline)
        result.full = result.full or (bool(result.completable) and {*answer, *undrawn} >= {*model.variables})
    except TimeUp:
        pass
    if result.completable is False and not result.broken:
        result.at_best = _broken_at_best(model, answer, deadline)
    return result


def _broken_at_best(model: Model, answer: dict[Var, int], deadline: float | None) -> list[Constraint]:
    """What the best completion breaks; nothing if it was not found in time."""
    limit = time.monotonic() + NAMING_SECONDS
    possible = {var: value for var, value in answer.items() if value in var.domain}
    try:
        best = least_broken(model, possible, limit if deadline is None else min(limit, deadline))
    except TimeUp:
        return []
    return [] if best is None else violations(model, best)


def _broken_so_far(model: Model, answer: dict[Var, int]) -> list[Constraint]:
    """The constraints that speak of given, possible values only, and are false."""
    answer = {var: value for var, value in answer.items() if value in var.domain}
    undecided: set[Expr] = {var for var in model.variables if var not in answer}
    for node in walk(c.expr for c in model.constraints):
        if any(isinstance(child, Expr) and child in undecided for child in node.children()):
            undecided.add(node)
    decided = [c for c in model.constraints if not isinstance(c.expr, Expr) or c.expr not in undecided]
    return [c for c in decided if not evaluate(c.expr, answer)]


def _try_to_complete(engine: SatEngine, answer: dict[Var, int], result: Judgement, deadline: float | None) -> None:
    entries = {engine.literal(var, value): var for var, value in answer.items()}
    literals = list(entries)
    if not result.full:
        if engine.solve(literals, deadline) is not None:
            result.completable = True
            return
        result.completable = False
    if engine.solve(deadline=deadline) is None:
        result.unsolvable = True
        return
    impossible = _impossible_alone(engine, answer, deadline)
    if impossible:
        result.blamed, result.alone, result.smallest = impossible, True, True
        return
    for some in minimal(engine, literals, deadline):
        result.blamed = [entries[literal] for literal in some]
    limit = time.monotonic() + SMALLEST_SECONDS
    few = fewest(
        engine,
        literals,
        lambda solution, literal: solution[entries[literal]] == answer[entries[literal]],
        limit if deadline is None else min(deadline, limit),
        below=len(result.blamed),
    )
    if few is not None:
        result.blamed = [entries[literal] for literal in few]
    result.smallest = True


def _impossible_alone(engine: SatEngine, answer: dict[Var, int], deadline: float | None) -> list[Var]:
    """The entries that no solution has; every solution that is found acquits several at once."""
    suspects = dict(answer)
    while suspects:
        goal = engine.encoder.new()
        engine.add_clause([-goal, *(engine.literal(var, value) for var, value in suspects.items())])
        solution = engine.solve([goal], deadline)
        engine.add_clause([-goal])
        if solution is None:
            break
        suspects = {var: value for var, value in suspects.items() if solution[var] != value}
    return list(suspects)
