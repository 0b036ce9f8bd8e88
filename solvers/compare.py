"""Several solvers on the same puzzles, side by side. A disagreement about a verdict is the loudest error there is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import TypedDict

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import Model
from cluewright.models.showing import Brief, Told
from cluewright.solvers.contract import judge
from cluewright.solvers.engine import Engine
from cluewright.solvers.isolated import Outcome, Task, start
from cluewright.solvers.outcomes import FAILED, SILENT, WrongAnswer
from cluewright.solvers.registry import get_solver


@dataclass(repr=False)
class Row(Brief, Told):
    """All solvers on one puzzle."""

    file: str
    outcomes: dict[str, Outcome] = field(default_factory=dict)

    def verdicts(self) -> dict[str, list[str]]:
        """The solvers behind each verdict; those that did not decide are left out."""
        found: dict[str, list[str]] = {}
        for name, outcome in self.outcomes.items():
            if outcome.status not in SILENT and outcome.verdict not in ("", "unknown"):
                found.setdefault(outcome.verdict, []).append(name)
        return found

    def known_solutions(self) -> int:
        """How many different solutions were seen, whoever found them; wrong answers made their run an error."""
        return len({tuple(row) for o in self.outcomes.values() if o.status not in FAILED for row in o.values})

    @property
    def disagrees(self) -> bool:
        """Whether two solvers contradict each other, or one claims fewer solutions than were seen."""
        verdicts = self.verdicts()
        return len(verdicts) > 1 or any(_most(verdict) < self.known_solutions() for verdict in verdicts)

    def told(self) -> str:
        """A disagreement in one line: who said what."""
        said = "; ".join(f"{verdict}: {', '.join(who)}" for verdict, who in self.verdicts().items())
        seen = self.known_solutions()
        return f"SOLVERS DISAGREE on {self.file}: {said} (different solutions seen: {seen})"


def _most(verdict: str) -> float:
    """How many solutions there can be if a verdict is true."""
    exact = {"none": 0, "unsatisfiable": 0, "unique": 1}
    return exact.get(verdict, int(verdict) if verdict.isdigit() else inf)


def compare(
    puzzle: CompiledPuzzle,
    file: str,
    solvers: Sequence[str | Engine],
    task: Task,
    *,
    timeout: float | None,
    memory_mb: int | None = None,
    limit: int | None = None,
    report: Callable[[Row], None] = lambda row: None,
) -> Row:
    """Run the solvers one after the other, each in a process of its own; `report` is told after each."""
    row = Row(file)
    report(row)
    for solver in solvers:
        engine = get_solver(solver)
        run = start(puzzle.model, engine, task, timeout=timeout, memory_mb=memory_mb, limit=limit)
        outcome = run.result()
        judge_outcome(puzzle.model, outcome)
        row.outcomes[engine.name] = outcome
        report(row)
    return row


def judge_outcome(model: Model, outcome: Outcome) -> None:
    """Judge the answers once more, outside the process that made them."""
    for answer in outcome.answers(model):
        try:
            judge(model, answer, outcome.solver)
        except WrongAnswer as error:
            outcome.status, outcome.verdict, outcome.message = "error", "", str(error)


class OutcomeData(TypedDict):
    """An outcome for scripts: times in seconds, memory in MB; None where a solver does not tell."""

    solver: str
    status: str
    verdict: str
    seconds: float
    seconds_cpu: float | None
    seconds_build: float | None
    seconds_solve: float | None
    memory_mb: float
    nodes: int | None
    variables: int | None
    constraints: int | None
    message: str


class RowData(TypedDict):
    """A row for scripts."""

    file: str
    agree: bool
    results: list[OutcomeData]
    puzzle: str


def row_data(row: Row, puzzle: CompiledPuzzle | None) -> RowData:
    """A row for scripts."""
    return {
        "file": row.file,
        "agree": not row.disagrees,
        "results": [outcome_data(outcome) for outcome in row.outcomes.values()],
        "puzzle": "" if puzzle is None else puzzle.title,
    }


def outcome_data(outcome: Outcome) -> OutcomeData:
    """An outcome for scripts."""
    statistics = outcome.statistics
    build = statistics.get("seconds_build", statistics.get("seconds_encode"))
    return {
        "solver": outcome.solver,
        "status": outcome.status,
        "verdict": outcome.verdict,
        "seconds": round(outcome.seconds, 3),
        "seconds_cpu": round(outcome.cpu_seconds, 3) or None,
        "seconds_build": None if build is None else round(build, 3),
        "seconds_solve": None if "seconds_solve" not in statistics else round(statistics["seconds_solve"], 3),
        "memory_mb": round(outcome.memory_mb, 1),
        "nodes": statistics.get("nodes", statistics.get("conflicts")),
        "variables": statistics.get("variables"),
        "constraints": statistics.get("constraints", statistics.get("clauses")),
        "message": outcome.message,
    }
