"""Which solvers there are. Each is found where it is: in a file of `solvers/engines`, in another package that names it
among its entry points, in the user's configuration, or behind MiniZinc."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final

from cluewright.compiler import ir
from cluewright.compiler.model import Model, Rule, UnknownLayer
from cluewright.models.errors import CluewrightError, Problem, did_you_mean
from cluewright.models.records import record
from cluewright.solvers.builtin import AUTO, built_in
from cluewright.solvers.engine import Engine
from cluewright.solvers.outcomes import FAILED

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

#: The group of entry points in which other packages name their engines.
GROUP: Final = "cluewright.engines"


def all_names() -> list[str]:
    """The names of all solvers that can be named without asking MiniZinc."""
    from cluewright.solvers.configured import configured_solvers  # late: a quick start

    return list(dict.fromkeys([*built_in(), *_installed(), *configured_solvers()]))


def get_solver(
    solver: str | Engine, encodings: Mapping[str, str] | None = None, options: Mapping[str, object] | None = None
) -> Engine:
    """A solver by its name (or one that is at hand) with these encodings and options."""
    engine = _named(solver) if isinstance(solver, str) else solver
    if not isinstance(engine, Engine):
        hint = "a solver is its name, or an object of a class that is derived from cluewright.solvers.base.Engine"
        raise CluewrightError(Problem(f"{type(engine).__name__} is no solver", hint=hint))
    return engine.changed(encodings or {}, options or {}) if encodings or options else engine


def _named(name: str) -> Engine:
    if name in built_in():
        return _made(name, import_module(f"cluewright.solvers.engines.{name.replace('-', '_')}").ENGINE)
    found = _installed()
    if name in found:
        return _load(name, found[name])
    from cluewright.solvers.configured import configured_solvers  # late: a quick start

    added = configured_solvers()
    if name in added:
        from cluewright.solvers.xcsp3 import configured  # late: the embedded engine has no use for it

        return configured(name, added[name])
    from cluewright.solvers.minizinc import MiniZincEngine, found_solvers  # late: asked last

    if name in found_solvers():
        return MiniZincEngine(name)
    known = all_names()
    hint = did_you_mean(name, known) or f"solvers are {', '.join(known)}"
    raise CluewrightError(Problem(f"there is no solver '{name}'", hint=hint))


def _installed() -> dict[str, EntryPoint]:
    """Engines of other packages: entry points by name."""
    from importlib.metadata import entry_points  # late: it takes longer than a small puzzle

    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _load(name: str, entry: EntryPoint) -> Engine:
    try:
        return _made(name, entry.load())
    except CluewrightError:
        raise
    except Exception as error:
        message = f"the solver '{name}' cannot be loaded from {entry.value}: {type(error).__name__}: {error}"
        raise CluewrightError(Problem(message)) from error


def _made(name: str, found: object) -> Engine:
    engine = found() if isinstance(found, type) else found
    if not isinstance(engine, Engine):
        raise CluewrightError(Problem(f"what is installed as the solver '{name}' is not derived from Engine"))
    return engine


# ---------------------------------------------------------------- a survey


@record
class Found:
    """A solver on this machine."""

    name: str
    kind: str
    version: str | None
    #: "ok", or what is wrong, or how to install it.
    state: str


def survey(test: bool = True) -> list[Found]:
    """All known solvers, each tried on a tiny puzzle."""
    found = []
    for name in all_names():
        if name == AUTO:
            continue
        try:
            engine = get_solver(name)
        except CluewrightError as error:
            found.append(Found(name, "-", None, f"error: {error}"))
            continue
        found.append(Found(name, engine.kind, engine.version(), _state(engine, test)))
    return found


def _state(engine: Engine, test: bool) -> str:
    how_to_install = engine.missing()
    if how_to_install is not None:
        return f"missing: {how_to_install}"
    return self_test(engine) if test else "found"


def self_test(engine: Engine) -> str:
    """Whether a solver gets the verdict on a tiny puzzle right: three different numbers in ascending order."""
    from cluewright.solvers.isolated import start  # late: only a survey needs it

    variables = {i: ir.Var(f"x[{i}]", range(1, 4)) for i in range(3)}
    model = Model({"x": UnknownLayer("x", "elements", variables)})
    rule = Rule("A self-test.")
    model.add(ir.AllDifferent(tuple(variables.values())), rule)
    model.add(ir.less(variables[0], variables[1]), rule)
    model.add(ir.less(variables[1], variables[2]), rule)
    outcome = start(model, engine, "check", timeout=30).result()
    if outcome.status in FAILED:
        return f"{outcome.status}: {outcome.message}"
    return "ok" if outcome.verdict == "unique" and outcome.values == [[1, 2, 3]] else f"wrong: {outcome.verdict}"
