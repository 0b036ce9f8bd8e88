"""What solvers there are: their kind, whether they are found, and a self-test."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.model import Model, Rule, UnknownLayer
from cluewright.solvers.base import SOLVERS, get_solver
from cluewright.solvers.configured import configured_solvers
from cluewright.solvers.isolated import start

_PIP_ENGINES: Final = "pip install 'cluewright[engines]'"
_JAVA: Final = f"{_PIP_ENGINES}, and Java (apt install default-jre-headless)"
_MINIZINC: Final = "apt install minizinc flatzinc"


@dataclass(frozen=True)
class Entry:
    """A known solver."""

    kind: str
    install: str
    version: Callable[[], str | None]


def _package(name: str) -> Callable[[], str | None]:
    def find() -> str | None:
        try:
            return version(name)
        except PackageNotFoundError:
            return None

    return find


def _jar(marker: str) -> Callable[[], str | None]:
    def find() -> str | None:
        from importlib.util import find_spec
        from pathlib import Path

        spec = find_spec("pycsp3")
        if spec is None or spec.origin is None or shutil.which("java") is None:
            return None
        jars = sorted((Path(spec.origin).parent / "solvers" / marker).glob("*.jar"))
        return re.sub(r"^[a-zA-Z-]+", "", jars[-1].stem) if jars else None

    return find


def _gecode() -> str | None:
    if shutil.which("minizinc") is None or shutil.which("fzn-gecode") is None:
        return None
    done = subprocess.run(["minizinc", "--solvers"], capture_output=True, text=True, check=False, timeout=20)
    words = [line.split() for line in done.stdout.splitlines() if line.strip().startswith("Gecode ")]
    return words[0][1] if words else "?"


KNOWN: Final[dict[str, Entry]] = {
    "sat": Entry("SAT", "part of cluewright", _package("python-sat")),
    "cp-sat": Entry("LCG", _PIP_ENGINES, _package("ortools")),
    "clingo": Entry("ASP", _PIP_ENGINES, _package("clingo")),
    "ace": Entry("CP", _JAVA, _jar("ace")),
    "choco": Entry("CP", _JAVA, _jar("choco")),
    "gecode": Entry("CP", _MINIZINC, _gecode),
}


@dataclass(frozen=True)
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
    for name in [n for n in (*SOLVERS, *configured_solvers()) if n != "auto"]:
        entry = KNOWN.get(name, Entry("XCSP3", "configured by you", lambda: "?"))
        number = entry.version()
        state = f"missing: {entry.install}" if number is None else self_test(name) if test else "found"
        found.append(Found(name, entry.kind, number, state))
    return found


def self_test(name: str) -> str:
    """Whether a solver gets the verdict on a tiny puzzle right: three different numbers in ascending order."""
    variables = {i: ir.Var(f"x[{i}]", range(1, 4)) for i in range(3)}
    model = Model({"x": UnknownLayer("x", "elements", variables)})
    rule = Rule("A self-test.")
    model.add(ir.AllDifferent(tuple(variables.values())), rule)
    model.add(ir.less(variables[0], variables[1]), rule)
    model.add(ir.less(variables[1], variables[2]), rule)
    outcome = start(model, get_solver(name), "check", timeout=30).result()
    if outcome.status in ("missing", "error"):
        return f"{outcome.status}: {outcome.message}"
    return "ok" if outcome.verdict == "unique" and outcome.values == [[1, 2, 3]] else f"wrong: {outcome.verdict}"
