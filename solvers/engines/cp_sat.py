"""CP-SAT: one model, solved again after each answer is forbidden, and after lemmas about graphs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
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
#: A search with more conflicts than this is hard: it gets what graph constraints have to say beyond the necessary.
HARD_SEARCH: Final = 1_500


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
        """Different answers until there are no more. One that violates a graph constraint is none: it is answered with
        lemmas, and the search goes on."""
        from cluewright.compiler.backends.cpsat import CpSatModel  # late: OR-Tools may be missing

        started = time.monotonic()

        lowered = lower(model, TARGETS["cp-sat"], self.encodings)
        built = CpSatModel(lowered)
        statistics.update(
            variables=len(built.cp.proto.variables),
            constraints=len(built.cp.proto.constraints),
            seconds_build=time.monotonic() - started,
            seconds_solve=0.0,
            conflicts=0,
            nodes=0,
            rounds=0,
        )
        while (solution := self._next(built, deadline, statistics)) is not None:
            answer = built.values(model.variables, solution)
            if not built.lemmas.learn(solution):
                yield answer
                built.forbid(answer)
            built.hint(answer)
            if statistics["conflicts"] > HARD_SEARCH:
                built.lemmas.strengthen()

    def _next(self, built: CpSatModel, deadline: float | None, statistics: Statistics) -> Sequence[int] | None:
        """The value of every variable of the CpModel; None if there is no solution."""
        from ortools.sat.python import cp_model  # late: it may be missing

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = self.settings["workers"]
        for name, value in PARAMETERS.items():
            setattr(solver.parameters, name, value)
        if built.lemmas.generators:  # a round is short, and the next one starts from the beginning
            solver.parameters.cp_model_presolve = False
        started = time.monotonic()
        if deadline is not None:
            if started >= deadline:
                raise TimeUp
            solver.parameters.max_time_in_seconds = deadline - started
        status = solver.solve(built.cp)
        statistics["seconds_solve"] += time.monotonic() - started
        statistics["conflicts"] += solver.num_conflicts
        statistics["nodes"] += solver.num_branches
        statistics["rounds"] += 1
        if status == cp_model.INFEASIBLE:
            return None
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return list(solver.response_proto.solution)
        if status == cp_model.MODEL_INVALID:
            raise SolverFailed(self.name, built.cp.validate() or "it does not accept the model")
        if deadline is not None:  # its clock and ours differ a little
            raise TimeUp
        raise SolverFailed(self.name, f"it stopped without a verdict ({solver.solution_info()})")


ENGINE = CpSat
