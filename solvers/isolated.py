"""A solver's run in a child process of its own: measured, within limits, and killed as a whole if it does not stop.

The model is inherited by forking, so nothing has to be copied; only values travel back through a pipe.
"""

from __future__ import annotations

import json
import resource
import select
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Literal

from cluewright.compiler.model import Model
from cluewright.models.errors import CluewrightError
from cluewright.solvers.contract import solve
from cluewright.solvers.engine import Answer, Engine, Statistics
from cluewright.solvers.family import family_use
from cluewright.solvers.forked import Forked
from cluewright.solvers.outcomes import OutOfMemory, SolverMissing

Task = Literal["solve", "check", "count"]
TASKS: dict[str, int | None] = {"solve": 1, "check": 2, "count": None}

#: A solver that ignores its deadline for so long is killed.
_GRACE = 2.0


@dataclass
class Outcome:
    """What one solver made of one task."""

    solver: str
    #: satisfied, unsatisfiable, unknown (time), or one of `outcomes.FAILED`
    status: str
    #: For `check`: unique, none, several; for `count`: the number; for `solve`: the status again.
    verdict: str = ""
    complete: bool = False
    #: Values of the unknowns, in the model's order, for each answer.
    values: list[list[int]] = field(default_factory=list)
    seconds: float = 0.0
    #: Of all processors and of everything it started, with what was done to build its model.
    cpu_seconds: float = 0.0
    memory_mb: float = 0.0
    statistics: Statistics = field(default_factory=dict)
    message: str = ""

    def answers(self, model: Model) -> list[Answer]:
        """The answers as assignments."""
        return [dict(zip(model.variables, row, strict=True)) for row in self.values]


class Run:
    """A started run; `result` waits for it, `stop` ends it."""

    def __init__(
        self,
        model: Model,
        solver: Engine,
        task: Task,
        timeout: float | None,
        limit: int | None,
        memory_mb: int | None,
        cpu: float | None,
    ) -> None:
        self.solver = solver.name
        self.started = time.monotonic()
        self.deadline = None if timeout is None else self.started + timeout + _GRACE
        self.memory_mb, self.cpu = memory_mb, cpu
        self.peak = self.spent = 0.0
        self.outcome: Outcome | None = None
        self.child = Forked(lambda: _measured(model, solver, task, timeout, limit))

    def poll(self) -> Outcome | None:
        """The outcome if the run has ended or broken a limit."""
        if self.outcome is not None:
            return self.outcome
        if self.child.read():
            self._end(self._parsed())
        elif self.deadline is not None and time.monotonic() > self.deadline:
            self._end(Outcome(self.solver, "unknown", "unknown", message="it did not stop in time and was ended"))
        else:
            self._look()
            if self.memory_mb is not None and self.peak > self.memory_mb:
                self._end(failed(self.solver, OutOfMemory.beyond(self.solver, self.memory_mb)))
            elif self.cpu is not None and self.spent > self.cpu:
                message = f"it was not ready in {self.cpu:g} CPU seconds and was ended"
                self._end(Outcome(self.solver, "unknown", "unknown", message=message))
        return self.outcome

    def _look(self) -> None:
        memory, spent = family_use(self.child.pid)
        self.peak, self.spent = max(self.peak, memory), max(self.spent, spent)

    def result(self) -> Outcome:
        """Wait for the end."""
        try:
            while (outcome := self.poll()) is None:
                select.select([self.child.pipe], [], [], 0.05)
            return outcome
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """End the run and everything it started."""
        if self.outcome is None:
            self._end(Outcome(self.solver, "unknown", "unknown", message="stopped"))

    def _parsed(self) -> Outcome:
        try:
            return Outcome(**json.loads(self.child.data))
        except (ValueError, TypeError):
            return Outcome(self.solver, "error", message="its process died without a word")

    def _end(self, outcome: Outcome) -> None:
        self.child.end()
        outcome.seconds = outcome.seconds or time.monotonic() - self.started
        outcome.memory_mb = max(outcome.memory_mb, self.peak)
        outcome.cpu_seconds = max(outcome.cpu_seconds, self.spent)  # what was killed tells nobody
        self.outcome = outcome


def start(
    model: Model,
    solver: Engine,
    task: Task = "solve",
    *,
    timeout: float | None = None,
    limit: int | None = None,
    memory_mb: int | None = None,
    cpu: float | None = None,
) -> Run:
    """Start a run; `timeout` is on the clock, `cpu` are seconds of all processors."""
    return Run(model, solver, task, timeout, limit if limit is not None else TASKS[task], memory_mb, cpu)


def race(runs: Sequence[Run], decided: Callable[[Outcome], bool]) -> Outcome:
    """The first outcome that decides the task (or the last one, if none does); all other runs are ended."""
    waiting = list(runs)
    last: Outcome | None = None
    try:
        while waiting:
            select.select([run.child.pipe for run in waiting], [], [], 0.05)
            for run in list(waiting):
                outcome = run.poll()
                if outcome is None:
                    continue
                waiting.remove(run)
                last = outcome
                if decided(outcome):
                    return outcome
    finally:
        for run in runs:
            run.stop()
    assert last is not None
    return last


def _measured(model: Model, solver: Engine, task: Task, timeout: float | None, limit: int | None) -> bytes:
    outcome = _outcome(model, solver, task, timeout, limit)
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    outcome.memory_mb = max(used.ru_maxrss for used in usage) / 1000
    outcome.cpu_seconds = sum(used.ru_utime + used.ru_stime for used in usage)
    return json.dumps(asdict(outcome)).encode()


def _outcome(model: Model, solver: Engine, task: Task, timeout: float | None, limit: int | None) -> Outcome:
    try:
        found = solve(model, solver, limit=limit, timeout=timeout, keep=task != "count", alone=True)
    except CluewrightError as error:
        return failed(solver.name, error)
    except MemoryError:
        return failed(solver.name, OutOfMemory(solver.name, "not enough memory"))
    except Exception as error:  # a solver's fault must not look like a verdict
        return Outcome(solver.name, "error", message=f"{type(error).__name__}: {error}")
    kept = found.answers[:2]
    return Outcome(
        solver.name,
        found.status,
        verdict_of(task, found.count, found.complete, limit),
        found.complete,
        [[answer[var] for var in model.variables] for answer in kept],
        found.seconds,
        statistics={k: v for k, v in found.statistics.items() if isinstance(v, (int, float, str, dict))},
    )


def failed(solver: str, error: CluewrightError) -> Outcome:
    """What an error makes of a run."""
    known = {SolverMissing: "missing", OutOfMemory: "memory"}
    return Outcome(solver, known.get(type(error), "error"), message=str(error))


def verdict_of(task: Task, number: int, complete: bool, limit: int | None) -> str:
    """The verdict that engines must agree on."""
    if task == "check":
        if number >= 2:
            return "several"
        return "unknown" if not complete else "unique" if number else "none"
    if task == "count":
        return str(number) if complete else f"{number}+" if limit is not None and number >= limit else "unknown"
    return "satisfied" if number else "unsatisfiable" if complete else "unknown"
