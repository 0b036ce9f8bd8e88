"""Several solvers on the same puzzles, side by side. A disagreement about a verdict is the loudest error there is."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cluewright.compiler.evaluate import violations
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import Model
from cluewright.solvers.base import get_solver
from cluewright.solvers.isolated import Outcome, Task, start

#: Outcomes that say nothing about the puzzle.
_SILENT = ("unknown", "missing", "error")


@dataclass
class Row:
    """All solvers on one puzzle."""

    file: str
    outcomes: dict[str, Outcome] = field(default_factory=dict)

    def verdicts(self) -> dict[str, list[str]]:
        """The solvers behind each verdict; those that did not decide are left out."""
        found: dict[str, list[str]] = {}
        for name, outcome in self.outcomes.items():
            if outcome.status not in _SILENT and outcome.verdict not in ("", "unknown"):
                found.setdefault(outcome.verdict, []).append(name)
        return found

    @property
    def disagrees(self) -> bool:
        """Whether two solvers contradict each other."""
        return len(self.verdicts()) > 1


def compare(
    puzzle: CompiledPuzzle,
    file: str,
    solvers: Sequence[str],
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
    for name in solvers:
        run = start(puzzle.model, get_solver(name), task, timeout=timeout, memory_mb=memory_mb, limit=limit)
        outcome = run.result()
        judge_outcome(puzzle.model, outcome)
        row.outcomes[name] = outcome
        report(row)
    return row


def judge_outcome(model: Model, outcome: Outcome) -> None:
    """Judge the answers once more, outside the process that made them."""
    for answer in outcome.answers(model):
        broken = violations(model, answer, limit=1)
        if broken:
            outcome.status, outcome.verdict, outcome.message = "error", "", f"its answer breaks: {broken[0]}"


def row_data(row: Row, puzzle: CompiledPuzzle) -> dict[str, Any]:
    """A row for scripts."""
    return {
        "file": row.file,
        "agree": not row.disagrees,
        "results": [outcome_data(outcome) for outcome in row.outcomes.values()],
        "puzzle": puzzle.title,
    }


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    """An outcome for scripts: times in seconds, memory in MB."""
    statistics = outcome.statistics
    build = statistics.get("seconds_build", statistics.get("seconds_encode"))
    return {
        "solver": outcome.solver,
        "status": outcome.status,
        "verdict": outcome.verdict,
        "seconds": round(outcome.seconds, 3),
        "seconds_build": None if build is None else round(build, 3),
        "seconds_solve": None if "seconds_solve" not in statistics else round(statistics["seconds_solve"], 3),
        "memory_mb": round(outcome.memory_mb, 1),
        "nodes": statistics.get("nodes", statistics.get("conflicts")),
        "variables": statistics.get("variables"),
        "constraints": statistics.get("constraints", statistics.get("clauses")),
        "message": outcome.message,
    }


def save_disagreement(row: Row, puzzle: CompiledPuzzle, folder: Path) -> Path:
    """Keep everything that is needed to find out who is wrong: the puzzle's text and every answer."""
    from cluewright.formats.plain import plain_layers

    target = folder / f"disagreement-{Path(row.file).stem}"
    target.mkdir(parents=True, exist_ok=True)
    (target / "puzzle.yaml").write_text("\n".join(puzzle.loaded.document.lines) + "\n", encoding="utf-8")
    for name, outcome in row.outcomes.items():
        solutions = [plain_layers(puzzle, answer) for answer in outcome.answers(puzzle.model)]
        text = json.dumps({**outcome_data(outcome), "solutions": solutions}, ensure_ascii=False, indent=1)
        (target / f"{name.replace('/', '_')}.json").write_text(text, encoding="utf-8")
    return target
