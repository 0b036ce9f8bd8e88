"""What `auto` does by rules: one solver, two in turn, or two in a race."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Final

from cluewright.compiler.model import Model
from cluewright.solvers.builtin import DEFAULT
from cluewright.solvers.contract import found_by
from cluewright.solvers.engine import Engine, Statistics
from cluewright.solvers.features import features
from cluewright.solvers.here import Values
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.patience import soon
from cluewright.solvers.registry import get_solver
from cluewright.solvers.selection import Choice, Chosen, choose, current_selection

if TYPE_CHECKING:
    from cluewright.solvers.isolated import Outcome

_FALLBACK: Final = Choice(solver=DEFAULT)


def by_rules(model: Model, deadline: float | None, statistics: Statistics) -> Generator[Values, None, None]:
    """What the solver finds that the rules choose."""
    chosen = choose(current_selection(), features(model))
    if chosen.seconds is not None:
        return _in_turn(model, chosen, deadline, statistics)
    chosen = _installed(chosen)
    statistics["reason"] = chosen.reason
    statistics["chosen"] = " and ".join(_spelled(choice) for choice in chosen.choices)
    if len(chosen.choices) == 1:
        return found_by(_solver(chosen.choices[0]), model, deadline, statistics)
    return _raced(model, chosen.choices, deadline, statistics)


def following(
    model: Model, first: str, deadline: float | None, statistics: Statistics
) -> Generator[Values, None, None]:
    """Who goes on by the rules when the first solver has not decided."""
    chosen = choose(current_selection(), features(model))
    return _second(model, first, Chosen(chosen.choices[-1:], chosen.reason), deadline, statistics)


def versions() -> dict[str, str]:
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
    model: Model, chosen: Chosen, deadline: float | None, statistics: Statistics
) -> Generator[Values, None, None]:
    """The first solver within its seconds, then the second."""
    (first,) = _installed(Chosen(chosen.choices[:1], "")).choices
    statistics.update(chosen=_spelled(first), reason=chosen.reason)
    patience = soon(chosen.seconds or 0)
    known: list[Values] = []
    try:
        for values in found_by(_solver(first), model, min(patience, deadline or patience), statistics):
            known.append(values)
            yield values
        return
    except TimeUp:
        if deadline is not None and deadline <= patience:
            raise
    second = Chosen(chosen.choices[1:], chosen.reason)
    for values in _second(model, _spelled(first), second, deadline, statistics):
        if values not in known:
            yield values


def _second(
    model: Model, first: str, chosen: Chosen, deadline: float | None, statistics: Statistics
) -> Generator[Values, None, None]:
    chosen = _installed(chosen)
    statistics.update(reason=chosen.reason, chosen=f"{_spelled(chosen.choices[0])} (after {first})")
    return found_by(_solver(chosen.choices[0]), model, deadline, statistics)


def _raced(
    model: Model, choices: Sequence[Choice], deadline: float | None, statistics: Statistics
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
