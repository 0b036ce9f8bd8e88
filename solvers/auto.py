"""Choosing a solver by looking at the model, and racing two when it is not clear which is better."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Any, Final

from cluewright.compiler.model import Model
from cluewright.solvers.base import Answer, Solver
from cluewright.solvers.features import features
from cluewright.solvers.isolated import Outcome, race, start
from cluewright.solvers.options import configured_solver
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.selection import Choice, Chosen, choose, current_selection

#: Packages of embedded solvers; others are looked for by the catalogue.
_PACKAGES: Final = {"sat": "pysolvers", "cp-sat": "ortools", "clingo": "clingo"}
_FALLBACK: Final = Choice(solver="sat")


class AutoSolver:
    """Chooses, and says why in the statistics."""

    name = "auto"

    def answers(self, model: Model, deadline: float | None, statistics: dict[str, Any]) -> Iterator[Answer]:
        """Answers of the solver that decides first."""
        chosen = _installed(choose(current_selection(), features(model)))
        names = [choice.solver for choice in chosen.choices]
        statistics["reason"] = chosen.reason
        statistics["chosen"] = " and ".join(_spelled(choice) for choice in chosen.choices)
        self.name = f"auto ({names[0]})"
        if len(names) == 1:
            yield from _solver(chosen.choices[0]).answers(model, deadline, statistics)
            return
        yield from self._race(model, chosen.choices, deadline, statistics)

    def _race(
        self, model: Model, choices: Sequence[Choice], deadline: float | None, statistics: dict[str, Any]
    ) -> Iterator[Answer]:
        """The first two answers by a race; anything beyond by the winner alone."""
        timeout = None if deadline is None else max(deadline - time.monotonic(), 0.01)
        solvers = {choice.solver: _solver(choice) for choice in choices}
        outcome = race([start(model, solver, "check", timeout=timeout) for solver in solvers.values()], _decided)
        statistics.update(outcome.statistics)
        self.name = f"auto ({outcome.solver})"
        first = outcome.answers(model)
        yield from first
        if outcome.complete:
            return
        if len(first) < 2:
            raise TimeUp
        seen = {tuple(answer.values()) for answer in first}
        for answer in solvers[outcome.solver].answers(model, deadline, statistics):
            if tuple(answer[var] for var in model.variables) not in seen:
                yield answer


def _installed(chosen: Chosen) -> Chosen:
    """The choice without solvers that are not installed; the embedded engine always is."""
    found = tuple(choice for choice in chosen.choices if _is_installed(choice.solver))
    if found == chosen.choices:
        return chosen
    absent = " and ".join(c.solver for c in chosen.choices if c not in found)
    return Chosen(found or (_FALLBACK,), f"{chosen.reason} ({absent} would be used, but is not installed)")


def _is_installed(name: str) -> bool:
    if name in _PACKAGES:
        return find_spec(_PACKAGES[name]) is not None
    from cluewright.solvers.catalogue import KNOWN

    return name not in KNOWN or KNOWN[name].version() is not None


def _solver(choice: Choice) -> Solver:
    return configured_solver(choice.solver, choice.encodings, choice.options)


def _spelled(choice: Choice) -> str:
    said = " ".join(f"{kind}={name}" for kind, name in choice.encodings.items())
    return f"{choice.solver} {said}".strip()


def _decided(outcome: Outcome) -> bool:
    return outcome.verdict in ("unique", "none", "several")
