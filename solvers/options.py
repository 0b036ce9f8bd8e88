"""A solver with options: what a campaign or a rule of `auto` may set, and how it is set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, cast

from cluewright.models.errors import CluewrightError, Problem, did_you_mean
from cluewright.solvers.base import Solver, get_solver

#: Options by what a solver has: its name there, and the type of its value.
_KNOWN: Final[dict[str, type]] = {"workers": int, "seed": int, "heap_mb": int, "memory_mb": int}
#: Words that are added to the command line of a solver.
_ARGUMENTS: Final = "arguments"


def options_of(solver: Solver) -> dict[str, type]:
    """The options that a solver has, with the type of each."""
    if is_dataclass(solver):
        names = {f.name for f in fields(solver)}
        found = {name: kind for name, kind in _KNOWN.items() if name in names}
        return {**found, _ARGUMENTS: list} if "command" in names else found
    found = {name: kind for name, kind in _KNOWN.items() if hasattr(solver, name)}
    return {**found, _ARGUMENTS: list} if hasattr(solver, "options") else found


def check_options(solver: Solver, options: Mapping[str, Any]) -> None:
    """Raises CluewrightError for an option that the solver does not have."""
    known = options_of(solver)
    for name, value in options.items():
        if name not in known:
            hint = did_you_mean(name, known) or f"options are {', '.join(known) or 'none'}"
            raise CluewrightError(Problem(f"{solver.name} has no option '{name}'", hint=hint))
        if type(value) is not known[name]:
            word = "a number" if known[name] is int else "a list of words"
            raise CluewrightError(Problem(f"the option '{name}' of {solver.name} is {word}"))


def configured_solver(name: str, encodings: Mapping[str, str], options: Mapping[str, Any]) -> Solver:
    """The solver of a run."""
    solver: Any = get_solver(name, encodings)
    check_options(solver, options)
    changes = dict(options)
    words = [str(word) for word in changes.pop(_ARGUMENTS, [])]
    if not is_dataclass(solver):
        for key, value in changes.items():
            setattr(solver, key, value)
        if words:
            solver.options = (*solver.options, *words)
        return _as_solver(solver)
    if words:
        changes["command"] = [*getattr(solver, "command"), *words]  # noqa: B009
    return _as_solver(replace(cast(Any, solver), **changes))


def _as_solver(made: Any) -> Solver:
    found: Solver = made
    return found
