"""CP-SAT, in this process: one model, solved again after each answer is forbidden.

The solver searches in a thread of its own while this one watches the clock and listens to Ctrl-C; both stop the
search. Building the model is stopped between two constraints.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from cluewright.compiler.evaluate import violations
from cluewright.compiler.lowering import TARGETS, lower
from cluewright.compiler.model import Model
from cluewright.solvers.outcomes import SolverFailed, SolverMissing, TimeUp, WrongAnswer

if TYPE_CHECKING:
    from cluewright.compiler.backends.cpsat import CpSatModel

#: Threads that search side by side, unless the user wants more. Two of them were slower than one: they share the work
#: among strategies of which the best one for puzzles is only one.
WORKERS: Final = 1
#: Puzzles have nothing to optimise and few symmetries: relaxations, symmetry detection and probing took more time on
#: them than they saved.
PARAMETERS: Final = {"linearization_level": 0, "symmetry_level": 0, "cp_model_probing_level": 0}
#: How often the clock is read while the solver searches, in seconds.
LOOK_UP: Final = 0.02


class CpSatSolver:
    """OR-Tools CP-SAT; `encodings` chooses how graph constraints are said."""

    name = "cp-sat"

    def __init__(self, encodings: Mapping[str, str] | None = None, workers: int | None = None) -> None:
        self.encodings = dict(encodings or {})
        self.workers = workers or WORKERS

    def answers(self, model: Model, deadline: float | None, statistics: dict[str, Any]) -> Iterator[dict[Any, int]]:
        """Different answers until there are no more."""
        if find_spec("ortools") is None:
            raise SolverMissing(self.name, "pip install 'cluewright[engines]'")
        from cluewright.compiler.backends.cpsat import CpSatModel

        started = time.monotonic()

        def tick() -> None:
            if deadline is not None and time.monotonic() > deadline:
                raise TimeUp

        lowered = lower(model, TARGETS["cp-sat"], self.encodings)
        tick()
        built = CpSatModel(lowered, tick)
        statistics["variables"] = len(model.variables) + len(lowered.auxiliary)
        statistics["constraints"] = len(lowered.constraints)
        statistics["seconds_build"] = time.monotonic() - started
        while True:
            answer = self._search(built, model, deadline, statistics)
            if answer is None:
                return
            broken = violations(model, answer)
            if broken:
                raise WrongAnswer(broken, self.name)
            yield answer
            built.forbid(answer)
            built.hint(answer)

    def _search(
        self, built: CpSatModel, model: Model, deadline: float | None, statistics: dict[str, Any]
    ) -> dict[Any, int] | None:
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = self.workers
        for name, value in PARAMETERS.items():
            setattr(solver.parameters, name, value)
        if hasattr(solver.parameters, "catch_sigint_signal"):
            solver.parameters.catch_sigint_signal = False  # Ctrl-C is ours
        started = time.monotonic()
        if deadline is not None:
            if started >= deadline:
                raise TimeUp
            solver.parameters.max_time_in_seconds = deadline - started
        status = _solve(solver, built.cp, deadline)
        statistics["seconds_solve"] = statistics.get("seconds_solve", 0.0) + time.monotonic() - started
        statistics["conflicts"] = statistics.get("conflicts", 0) + solver.num_conflicts
        statistics["nodes"] = statistics.get("nodes", 0) + solver.num_branches
        if status == cp_model.INFEASIBLE:
            return None
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return {
                var: made if isinstance(made, int) else solver.value(made)
                for var, made in ((var, built.variables[var]) for var in model.variables)
            }
        if status == cp_model.MODEL_INVALID:
            raise SolverFailed(self.name, built.cp.validate() or "it does not accept the model")
        if deadline is not None:  # its clock and ours differ a little
            raise TimeUp
        raise SolverFailed(self.name, f"it stopped without a verdict ({solver.solution_info()})")


def _solve(solver: Any, model: Any, deadline: float | None) -> Any:
    """Run the solver in a thread, so that this one can be interrupted."""
    outcome: list[Any] = []

    def run() -> None:
        try:
            outcome.append(solver.solve(model))
        except BaseException as error:
            outcome.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(LOOK_UP)
            if deadline is not None and time.monotonic() > deadline:
                solver.stop_search()
    except BaseException:
        while thread.is_alive():
            solver.stop_search()
            thread.join(LOOK_UP)
        raise
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]
