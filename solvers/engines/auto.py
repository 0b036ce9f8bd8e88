"""Choosing a solver: the default one first, and another when it has not decided after a while.

Most puzzles are decided before anything else could begin, so the rules are read only when they are needed: `auto` is
hardly slower than the default solver on what that can do.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Final

from cluewright.compiler.model import Model
from cluewright.models.folders import user_folder
from cluewright.solvers.builtin import DEFAULT
from cluewright.solvers.contract import found_by
from cluewright.solvers.engine import Answer, Engine, Statistics
from cluewright.solvers.here import Values
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.patience import soon
from cluewright.solvers.registry import get_solver

#: Seconds for the default solver before the rules that come with cluewright are asked; the rules say the same.
PATIENCE: Final = 3
REASON: Final = "it decides most puzzles at once"


class Auto(Engine):
    """Chooses, and says why in the statistics."""

    name = "auto"
    kind = "any"
    stops_itself = True

    def search(self, model: Model, deadline: float | None, statistics: Statistics) -> Iterator[Answer]:
        """Answers of the solver that decides first."""
        if (user_folder("XDG_CONFIG_HOME", ".config") / "selection.yaml").is_file():
            from cluewright.solvers.choosing import by_rules  # late: a quick start

            found = by_rules(model, deadline, statistics)
        else:
            found = self._default_first(model, deadline, statistics)
        variables = model.variables
        return (dict(zip(variables, values, strict=True)) for values in found)

    def versions(self) -> dict[str, str]:
        """Those of all solvers that the rules may choose."""
        from cluewright.solvers.choosing import versions  # late: a quick start

        return versions()

    @staticmethod
    def _default_first(model: Model, deadline: float | None, statistics: Statistics) -> Generator[Values, None, None]:
        statistics.update(chosen=DEFAULT, reason=REASON)
        patience = soon(PATIENCE)
        known: list[Values] = []
        try:
            for values in found_by(get_solver(DEFAULT), model, min(patience, deadline or patience), statistics):
                known.append(values)
                yield values
            return
        except TimeUp:
            if deadline is not None and deadline <= patience:
                raise
        from cluewright.solvers.choosing import following  # late: a quick start

        for values in following(model, DEFAULT, deadline, statistics):
            if values not in known:
                yield values


ENGINE = Auto
