"""A way through a puzzle, the cheapest step first."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Constraint, Model, Rule
from cluewright.compiler.work import seldom_collected
from cluewright.reasoning.atoms import Atom
from cluewright.reasoning.costs import step_cost
from cluewright.reasoning.facts import Fact, Known, fact
from cluewright.reasoning.reasoner import HASTE, Reasoner, reason
from cluewright.reasoning.steps import Path, Step
from cluewright.reasoning.strategies.naming import Namer
from cluewright.setting.candidates import candidates
from cluewright.setting.conflict import find_conflict
from cluewright.solvers.outcomes import TimeUp

#: A contradiction of more rules and clues than this is no step that anybody follows.
MOST_REASONS: Final = 12

_ENTRY: Final = Rule("An entry of the half-filled board.")


@seldom_collected
def explain(
    puzzle: CompiledPuzzle,
    start: Mapping[Var, int] | None = None,
    *,
    until: Var | None = None,
    steps: int | None = None,
    deadline: float | None = None,
    watch: Callable[[Step], None] = lambda step: None,
    first: Callable[[Reasoner], Step | None] = lambda reasoner: None,
    then: Callable[[Path, Reasoner], None] = lambda path, reasoner: None,
    hasty: bool = False,
) -> Path:
    """The steps from what is given (or from a half-filled board) as far as anything is forced; `first` may give another
    first step than the cheapest, and `then` may go on after so many steps as are asked for. In haste fewer steps are
    proved to be cheapest, and those that only cross out are not checked: that is left to `then`."""
    started = time.monotonic()
    path = Path(Known.of(puzzle.model, (fact(*item) for item in {**puzzle.given(), **(start or {})}.items())))
    path.puzzle = puzzle
    path.known = path.start.copy()
    try:
        _walk(puzzle, path, dict(start or {}), until, steps, deadline, watch, first, then, hasty)
    except TimeUp:
        path.ending = "time"
    path.seconds = time.monotonic() - started
    return path


def _walk(
    puzzle: CompiledPuzzle,
    path: Path,
    start: dict[Var, int],
    until: Var | None,
    most: int | None,
    deadline: float | None,
    watch: Callable[[Step], None],
    first: Callable[[Reasoner], Step | None],
    then: Callable[[Path, Reasoner], None],
    hasty: bool,
) -> None:
    goals = forced(puzzle.model, start, deadline)
    if goals is None:
        is_wrong = bool(start) and forced(puzzle.model, {}, deadline) is not None
        path.ending = "mistake" if is_wrong else "contradiction"
        if not is_wrong:
            path.steps.append(_contradiction(puzzle, deadline))
            watch(path.steps[-1])
        return
    assert path.known is not None
    path.missing = [goal for goal in goals if not path.known.has(goal)]
    namer = Namer(puzzle, path.known)
    with Reasoner(puzzle, path.known, goals, deadline) as reasoner:
        if hasty:
            reasoner.patience, reasoner.checks_all = HASTE, False
        for found in reasoner.steps(first(reasoner)):
            step = namer.named(found)
            path.steps.append(step)
            watch(step)
            path.missing = [goal for goal in path.missing if not path.known.has(goal)]
            if most is not None and len(path.steps) >= most:
                then(path, reasoner)
                return
            if until is not None and path.known.value(until) is not None:
                return
    path.ending = "solved" if all(len(left) == 1 for left in path.known.candidates.values()) else "open"


def forced(model: Model, start: Mapping[Var, int], deadline: float | None) -> list[Fact] | None:
    """Everything that is forced; None if nothing can be right."""
    entries = [Constraint(ir.equal(var, value), _ENTRY) for var, value in start.items()]
    timeout = None if deadline is None else max(0.0, deadline - time.monotonic())
    found = candidates(Model(model.unknowns, [*model.constraints, *entries]), timeout=timeout)
    if found.solvable is None or not found.complete:
        raise TimeUp
    if not found.solvable:
        return None
    return [
        goal
        for var, values in found.possible.items()
        if len(var.domain) > 1
        for goal in ([fact(var, next(iter(values)))] if len(values) == 1 else [])
        + ([fact(var, v, False) for v in var.domain if v not in values] if len(var.domain) > 2 else [])
    ]


def _contradiction(puzzle: CompiledPuzzle, deadline: float | None) -> Step:
    timeout = 10.0 if deadline is None else max(0.0, deadline - time.monotonic())
    broken = find_conflict(puzzle.model, timeout=timeout, most=MOST_REASONS)
    reasons = tuple(reason(puzzle, Atom("rule", constraint, constraint.expr)) for constraint in broken)
    return Step((), reasons, (), step_cost((Atom("rule", c, c.expr) for c in broken), 0))
