"""Choosing a solver by looking at the model, and racing two when it is not clear which is better."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from cluewright.compiler import ir
from cluewright.compiler.model import Model, walk
from cluewright.solvers.base import Answer, get_solver
from cluewright.solvers.isolated import Outcome, race, start
from cluewright.solvers.outcomes import TimeUp

#: Sums that can take more values than this are what the SAT engine is weakest at.
_WIDE_SUM = 60


@dataclass(frozen=True)
class Features:
    """What the choice looks at."""

    unknowns: int
    constraints: int
    graphs: int
    wide_sums: int
    products: int


def features(model: Model) -> Features:
    """Count what matters in a model."""
    graphs = wide = products = 0
    for node in walk(c.expr for c in model.constraints):
        if isinstance(node, ir.GraphConstraint):
            graphs += 1
        elif isinstance(node, ir.Product):
            products += 1
        elif isinstance(node, ir.Compare) and sum(abs(f) * (t.hi - t.lo) for f, t in node.terms) > _WIDE_SUM:
            wide += not all(t.is_truth for _, t in node.terms)
    return Features(len(model.variables), len(model.constraints), graphs, wide, products)


def choose(found: Features) -> tuple[list[str], str]:
    """Solvers to race, and the reason in a sentence."""
    if found.graphs:
        return ["sat"], "connectivity is the SAT engine's strength"
    if found.products or found.wide_sums:
        if find_spec("ortools") is None:
            return ["sat"], "wide sums would suit CP-SAT too, but OR-Tools is not installed"
        return ["sat", "cp-sat"], "wide sums or products: either may be faster, so both run"
    return ["sat"], "small domains without wide sums suit the SAT engine"


class AutoSolver:
    """Chooses, and says why in the statistics."""

    name = "auto"

    def answers(self, model: Model, deadline: float | None, statistics: dict[str, Any]) -> Iterator[Answer]:
        """Answers of the solver that decides first."""
        names, reason = choose(features(model))
        statistics["reason"] = reason
        statistics["chosen"] = " and ".join(names)
        self.name = f"auto ({names[0]})"
        if len(names) == 1:
            yield from get_solver(names[0]).answers(model, deadline, statistics)
            return
        yield from self._race(model, names, deadline, statistics)

    def _race(
        self, model: Model, names: list[str], deadline: float | None, statistics: dict[str, Any]
    ) -> Iterator[Answer]:
        """The first two answers by a race; anything beyond by the winner alone."""
        timeout = None if deadline is None else max(deadline - time.monotonic(), 0.01)
        outcome = race([start(model, get_solver(n), "check", timeout=timeout) for n in names], _decided)
        statistics.update(outcome.statistics)
        self.name = f"auto ({outcome.solver})"
        first = outcome.answers(model)
        yield from first
        if outcome.complete:
            return
        if len(first) < 2:
            raise TimeUp
        seen = {tuple(answer.values()) for answer in first}
        for answer in get_solver(outcome.solver).answers(model, deadline, statistics):
            if tuple(answer[var] for var in model.variables) not in seen:
                yield answer


def _decided(outcome: Outcome) -> bool:
    return outcome.verdict in ("unique", "none", "several")
