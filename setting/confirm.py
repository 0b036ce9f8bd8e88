"""Other engines are asked for the same verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.models.results import CheckResult, Status, Verdict
from cluewright.solvers.compare import Row, compare
from cluewright.solvers.engine import Engine
from cluewright.solvers.isolated import Outcome


def confirm(
    puzzle: CompiledPuzzle,
    result: CheckResult,
    solvers: Sequence[str | Engine],
    *,
    file: str = "puzzle",
    timeout: float | None = 60.0,
    report: Callable[[Row], None] = lambda row: None,
) -> Row:
    """The verdict at hand beside those of other solvers; `Row.disagrees` is the loudest error there is."""
    row = compare(
        puzzle,
        file,
        [s for s in solvers if result.solver not in (s, getattr(s, "name", s))],
        "check",
        timeout=timeout,
        report=report,
    )
    status = {Verdict.NONE: Status.UNSATISFIABLE, Verdict.UNKNOWN: Status.UNKNOWN}.get(result.verdict, Status.SATISFIED)
    values = [[answer[var] for var in puzzle.model.variables] for answer in result.answers]
    decided = result.verdict in (Verdict.UNIQUE, Verdict.NONE)
    own = Outcome(result.solver, status, result.verdict, decided, values, result.seconds)
    return Row(file, {result.solver: own, **row.outcomes})
