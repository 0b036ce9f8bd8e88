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
    from cluewright.compiler.backends.choco.clauses import Proof


#: Whoever decides which nodes belong together finds out sooner than whoever decides on the unknowns alone.
GROUPS: Final = (EqualGroups, SeededGroups, JoinedGroups)
#: After so many failures a puzzle with groups is hard: Choco begins again with clauses, and learns one from each.
#: Short searches are better without, and so are lists that have more than a few answers by now.
PATIENCE: Final = 100
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
        if "groups" not in self.encodings and any(isinstance(c.expr, EqualGroups) for c in model.constraints):
            yield from self._learning(model, [], deadline, statistics)
            return
        started = time.monotonic()
        lowered = lower(model, TARGETS["choco"], self.encodings)
        built = _built(lowered)
        statistics["variables"], statistics["constraints"] = len(built.made), built.posted
        statistics["seconds_build"] = time.monotonic() - started
        unknowns, known = model.variables, list[Answer]()
        everywhere = any(isinstance(constraint.expr, GROUPS) for constraint in model.constraints)
        patience = PATIENCE if everywhere and "groups" not in self.encodings else None
        built.search_for(unknowns, _left(deadline), everywhere)
        while (found := self._next(built, deadline, patience, statistics)) is not False:
            if found is None or (not everywhere and not built.is_settled()):
                if found is None and len(known) < FEW:
                    yield from self._learning(model, known, deadline, statistics)
                    return
                everywhere, patience = True, None
                built = _built(lowered, known)
                built.search_for(unknowns, _left(deadline), everywhere)
                continue
            known.append(built.values(unknowns))
            yield known[-1]

    def _learning(
        self, model: Model, known: list[Answer], deadline: float | None, statistics: Statistics
    ) -> Iterator[Answer]:
        """All other answers, by clauses: hunted, until a proof says that there is none."""
        with _quiet():
            from cluewright.compiler.backends.choco.clauses import Clauses, Hunt, Proof  # late: it may be missing

        started = time.monotonic()
        clauses, said = Clauses(model), set[tuple[int, ...]]()
        for old in known:
            said.update(map(tuple, clauses.forbid(old)))
        search: Proof = Hunt(clauses, None)
        statistics["seconds_build"] = statistics.get("seconds_build", 0.0) + time.monotonic() - started
        while True:
            statistics["variables"], statistics["constraints"] = clauses.encoder.top, len(clauses.known)
            if not self._asked(search, deadline, statistics):
                if not isinstance(search, Hunt):
                    return
                search = Proof(clauses)
                continue
            truths = search.found()
            new = clauses.learn(truths)
            answer = None if new else clauses.read(truths)
            if answer is not None:
                new = clauses.forbid(answer)
            fresh = said.isdisjoint(map(tuple, new))
            said.update(map(tuple, new))
            if fresh and answer is not None:
                yield answer
            if fresh and isinstance(search, Hunt) and search.top == clauses.encoder.top:
                search.go_on(truths, new)
            elif fresh or isinstance(search, Hunt):
                search = Hunt(clauses, truths)
            else:
                raise SolverFailed(self.name, "it gave an answer that a clause forbids")

    def _asked(self, search: Proof, deadline: float | None, statistics: Statistics) -> bool:
        """Whether there is one more answer, as far as this search knows."""
        started, failures = time.monotonic(), search.solver.get_fail_count()
        with _quiet():
            found = search.next(deadline)
        statistics["seconds_solve"] = statistics.get("seconds_solve", 0.0) + time.monotonic() - started
        statistics["conflicts"] = statistics.get("conflicts", 0) + search.solver.get_fail_count() - failures
        if found is None:
            if deadline is None:
                raise SolverFailed(self.name, "it stopped without a verdict")
            raise TimeUp
        return found

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


def _built(lowered: Model, known: Iterable[Answer] = ()) -> ChocoModel:
    """Choco's model of a lowered one, without the answers that are known."""
    with _quiet():
        from cluewright.compiler.backends.choco import ChocoModel  # late: it may be missing

        built = ChocoModel(lowered)
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
