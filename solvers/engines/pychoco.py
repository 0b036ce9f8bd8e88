"""Choco as a library, without Java and without files: graphs are variables of it, with propagators of their own."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from cluewright.compiler.ir import EqualGroups, JoinedGroups, SeededGroups
from cluewright.compiler.lowering import TARGETS, lower
from cluewright.compiler.model import Model
from cluewright.solvers.engine import PIP, Answer, Engine, Statistics
from cluewright.solvers.outcomes import SolverFailed, TimeUp

if TYPE_CHECKING:
    from cluewright.compiler.backends.choco import ChocoModel


#: Whoever decides which nodes belong together finds out sooner than whoever decides on the unknowns alone.
GROUPS: Final = (EqualGroups, SeededGroups, JoinedGroups)
#: After so many failures a puzzle with groups is hard: Choco begins again and learns from each. It cannot go on after
#: an answer then, so short searches are better without, and so are lists that have more than a few answers by now.
PATIENCE: Final = 500
FEW: Final = 20


class PyChoco(Engine):
    """Choco by way of pychoco. Its library must be loaded in the process that uses it, not in the one that forks it."""

    name = "pychoco"
    kind = "CP"
    install = PIP
    package = "pychoco"
    target = "choco"
    largest = 21_474_836  # what it promises to compute without overflow

    def missing(self) -> str | None:
        """It is no module to be imported beforehand."""
        return None if find_spec("pychoco") else self.install

    def search(self, model: Model, deadline: float | None, statistics: Statistics) -> Iterator[Answer]:
        """Different answers until there are no more: each is forbidden when it was found."""
        started = time.monotonic()
        lowered = lower(model, TARGETS["choco"], self.encodings)
        built = _built(lowered)
        statistics["variables"], statistics["constraints"] = len(built.made), built.posted
        statistics["seconds_build"] = time.monotonic() - started
        unknowns, known = model.variables, list[Answer]()
        everywhere = any(isinstance(constraint.expr, GROUPS) for constraint in model.constraints)
        patience = PATIENCE if everywhere and _can_learn(lowered) else None
        built.search_for(unknowns, _left(deadline), everywhere)
        while (found := self._next(built, deadline, patience, statistics)) is not False:
            if found is None or (not everywhere and not built.is_settled()):
                # Nothing is found yet: learn from failures, or decide on all there is.
                everywhere, learning, patience = True, found is None and len(known) < FEW, None
                built = _built(lowered, known, learning)
                built.search_for(unknowns, _left(deadline), everywhere)
                continue
            known.append(built.values(unknowns))
            yield known[-1]
            if built.learning:  # its answers differ in what is not asked for, too
                built = _built(lowered, known, learning=True)
                built.search_for(unknowns, _left(deadline), everywhere)

    def _next(
        self, built: ChocoModel, deadline: float | None, patience: int | None, statistics: Statistics
    ) -> bool | None:
        """Whether there is one more answer; None if it lost patience, which is for all answers together."""
        started = time.monotonic()
        failures = built.solver.get_fail_count()
        with _quiet():
            found = built.solver.solve(fail_limit=patience)
        statistics["seconds_solve"] = statistics.get("seconds_solve", 0.0) + time.monotonic() - started
        statistics["conflicts"] = statistics.get("conflicts", 0) + built.solver.get_fail_count() - failures
        if not found and built.solver.get_search_state() != "TERMINATED":
            if patience is not None and built.solver.get_fail_count() >= patience:
                return None
            if deadline is None:
                raise SolverFailed(self.name, "it stopped without a verdict")
            raise TimeUp
        return bool(found)


def _can_learn(lowered: Model) -> bool:
    with _quiet():
        from cluewright.compiler.backends.choco import can_learn  # late: it may be missing

        return can_learn(lowered)


def _built(lowered: Model, known: Iterable[Answer] = (), learning: bool = False) -> ChocoModel:
    """Choco's model of a lowered one, without the answers that are known."""
    with _quiet():
        from cluewright.compiler.backends.choco import ChocoModel  # late: it may be missing

        built = ChocoModel(lowered, learning)
        for answer in known:
            built.forbid(answer)
        return built


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """If its library dies, it writes pages of machine code for nobody to read. The contract says that it died."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else deadline - time.monotonic()


ENGINE = PyChoco
