"""Choosing a solver by looking at the model, and racing two when it is not clear which is better."""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from cluewright.compiler.model import Model
from cluewright.solvers.builtin import DEFAULT
from cluewright.solvers.contract import found_by
from cluewright.solvers.engine import Answer, Engine, Statistics
from cluewright.solvers.features import features
from cluewright.solvers.here import Values
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.registry import get_solver
from cluewright.solvers.selection import Choice, Chosen, choose, current_selection

if TYPE_CHECKING:
    from cluewright.solvers.isolated import Outcome

_FALLBACK: Final = Choice(solver=DEFAULT)


class Auto(Engine):
    """Chooses, and says why in the statistics."""

    name = "auto"
    kind = "any"
    stops_itself = True

    def search(self, model: Model, deadline: float | None, statistics: Statistics) -> Iterator[Answer]:
        """Answers of the solver that decides first."""
        chosen = choose(current_selection(), features(model))
        if chosen.seconds is None:
            chosen = _installed(chosen)
        statistics["reason"] = chosen.reason
        statistics["chosen"] = " and ".join(_spelled(choice) for choice in chosen.choices)
        if len(chosen.choices) == 1:
            found = found_by(_solver(chosen.choices[0]), model, deadline, statistics)
        elif chosen.seconds is not None:
            statistics["chosen"] = _spelled(chosen.choices[0])
            found = self._in_turn(model, chosen, deadline, statistics)
        else:
            found = self._race(model, chosen.choices, deadline, statistics)
        variables = model.variables
        return (dict(zip(variables, values, strict=True)) for values in found)

    def versions(self) -> dict[str, str]:
        """Those of all solvers that the rules may choose."""
        rules = current_selection()
        choices = [rules.otherwise.use, rules.otherwise.then]
        for rule in rules.rules:
            choices += [rule.use, rule.then, *(rule.race or ())]
        found: dict[str, str] = {}
        for name in sorted({choice.solver for choice in choices if choice is not None}):
            found.update(get_solver(name).versions())
        return found

    def _in_turn(
        self, model: Model, chosen: Chosen, deadline: float | None, statistics: Statistics
    ) -> Generator[Values, None, None]:
        """The first solver within its seconds (more on a machine that is busy with other things), then the second."""
        first, second = chosen.choices
        busy = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
        patience = time.monotonic() + (chosen.seconds or 0.0) * busy
        if deadline is not None and deadline <= patience:
            yield from found_by(_solver(first), model, deadline, statistics)
            return
        known: list[Values] = []
        try:
            for values in found_by(_solver(_installed(Chosen((first,), "")).choices[0]), model, patience, statistics):
                known.append(values)
                yield values
            return
        except TimeUp:
            last = _installed(Chosen((second,), chosen.reason))  # looked for now: most puzzles need no second solver
            statistics.update(reason=last.reason, chosen=f"{_spelled(last.choices[0])} (after {_spelled(first)})")
        for values in found_by(_solver(last.choices[0]), model, deadline, statistics):
            if values not in known:
                yield values

    def _race(
        self, model: Model, choices: Sequence[Choice], deadline: float | None, statistics: Statistics
    ) -> Generator[Values, None, None]:
        """The first two answers by a race; anything beyond by the winner alone."""
        from cluewright.solvers.isolated import race, start  # late: a quick start

        timeout = None if deadline is None else max(deadline - time.monotonic(), 0.01)
        solvers = {choice.solver: _solver(choice) for choice in choices}
        outcome = race([start(model, solver, "check", timeout=timeout) for solver in solvers.values()], _decided)
        statistics.update(outcome.statistics)
        yield from outcome.values
        if outcome.complete:
            return
        if len(outcome.values) < 2:
            raise TimeUp
        for values in found_by(solvers[outcome.solver], model, deadline, statistics):
            if values not in outcome.values:
                yield values


def _installed(chosen: Chosen) -> Chosen:
    """The choice without solvers that are not installed; the embedded engine always is."""
    found = tuple(choice for choice in chosen.choices if get_solver(choice.solver).missing() is None)
    if found == chosen.choices:
        return chosen
    absent = " and ".join(c.solver for c in chosen.choices if c not in found)
    return Chosen(found or (_FALLBACK,), f"{chosen.reason} ({absent} would be used, but is not installed)")


def _solver(choice: Choice) -> Engine:
    return get_solver(choice.solver, choice.encodings, choice.options)


def _spelled(choice: Choice) -> str:
    said = " ".join(f"{kind}={name}" for kind, name in choice.encodings.items())
    return f"{choice.solver} {said}".strip()


def _decided(outcome: Outcome) -> bool:
    return outcome.verdict in ("unique", "none", "several")


ENGINE = Auto
