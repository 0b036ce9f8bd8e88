"""CP-SAT: one model, solved again after each answer is forbidden."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from cluewright.compiler.lowering import TARGETS, lower
from cluewright.compiler.model import Model
from cluewright.solvers.engine import PIP, Answer, Engine, Statistics
from cluewright.solvers.outcomes import SolverFailed, TimeUp

if TYPE_CHECKING:
    from cluewright.compiler.backends.cpsat import CpSatModel

#: Puzzles have nothing to optimise and few symmetries: relaxations, symmetry detection and probing took more time on
#: them than they saved.
PARAMETERS: Final = {"linearization_level": 0, "symmetry_level": 0, "cp_model_probing_level": 0}


class CpSat(Engine):
    """OR-Tools CP-SAT."""

    name = "cp-sat"
    kind = "LCG"
    install = PIP
    modules = ("ortools.sat.python.cp_model",)
    package = "ortools"
    target = "cp-sat"
    #: Threads that search side by side. Two of them were slower than one: they share the work among strategies of
    #: which the best one for puzzles is only one.
    options: ClassVar = {"workers": 1}

    def search(self, model: Model, deadline: float | None, statistics: Statistics) -> Iterator[Answer]:
        """Different answers until there are no more."""
        from cluewright.compiler.backends.cpsat import CpSatModel  # late: OR-Tools may be missing

        started = time.monotonic()

        lowered = lower(model, TARGETS["cp-sat"], self.encodings)
        built = CpSatModel(lowered)
        statistics["variables"] = len(model.variables) + len(lowered.auxiliary)
        statistics["constraints"] = len(lowered.constraints)
        statistics["seconds_build"] = time.monotonic() - started
        while True:
            answer = self._next(built, model, deadline, statistics)
            if answer is None:
                return
            yield answer
            built.forbid(answer)
            built.hint(answer)

    def _next(self, built: CpSatModel, model: Model, deadline: float | None, statistics: Statistics) -> Answer | None:
        from ortools.sat.python import cp_model  # late: it may be missing

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = self.settings["workers"]
        for name, value in PARAMETERS.items():
            setattr(solver.parameters, name, value)
        started = time.monotonic()
        if deadline is not None:
            if started >= deadline:
                raise TimeUp
            solver.parameters.max_time_in_seconds = deadline - started
        status = solver.solve(built.cp)
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


ENGINE = CpSat
