"""What is forced: for every unknown the values that occur in some solution."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model
from cluewright.models.showing import Brief, Told
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.sat import SatEngine


@dataclass(repr=False)
class Candidates(Brief, Told):
    """The values that each unknown takes in some solution, as far as they are known."""

    #: Values that surely occur in a solution.
    possible: dict[Var, set[int]]
    #: Values not yet decided; empty when complete.
    open: dict[Var, set[int]] = field(default_factory=dict)
    #: Whether there is any solution; None if that was not decided in time.
    solvable: bool | None = None
    seconds: float = 0.0

    @property
    def complete(self) -> bool:
        """Whether every value was decided."""
        return self.solvable is not None and not any(self.open.values())

    def forced(self) -> dict[Var, int]:
        """The unknowns that have one value in all solutions."""
        return {
            var: next(iter(values))
            for var, values in self.possible.items()
            if len(values) == 1 and not self.open.get(var)
        }


def candidates(
    model: Model,
    *,
    timeout: float | None = None,
    report: Callable[[Candidates], None] = lambda found: None,
    judged: bool = True,
) -> Candidates:
    """Every solution found rules many values in at once; what is left is asked for value by value, on one engine.
    `report` is told after each solution; whoever only compares puzzles need not have the solutions `judged`."""
    started = time.monotonic()
    deadline = None if timeout is None else started + timeout
    found = Candidates({var: set() for var in model.variables}, {var: set(var.domain) for var in model.variables})
    try:
        with SatEngine(model, deadline=deadline, judged=judged) as engine:
            _search(engine, found, deadline, report)
    except TimeUp:
        pass
    found.seconds = time.monotonic() - started
    return found


def _search(engine: SatEngine, found: Candidates, deadline: float | None, report: Callable[[Candidates], None]) -> None:
    answer = engine.solve(deadline=deadline)
    found.solvable = answer is not None
    while answer is not None:
        _note(found, answer)
        report(found)
        wanted = [(var, value) for var, values in found.open.items() for value in values]
        if not wanted:
            return
        # Ask for any undecided value at once, and rather for many; only when none is possible are all of them ruled out
        # together.
        goal = engine.encoder.new()
        literals = [engine.literal(var, value) for var, value in wanted]
        engine.add_clause([-goal, *literals])
        engine.prefer_literals(literals)
        answer = engine.solve([goal], deadline)
        engine.add_clause([-goal])
    for values in found.open.values():
        values.clear()


def _note(found: Candidates, answer: dict[Var, int]) -> None:
    for var, value in answer.items():
        found.possible[var].add(value)
        found.open[var].discard(value)
