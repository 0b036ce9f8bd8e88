"""clingo: the program is grounded, then answers are enumerated over the shown atoms.

Grounding cannot be stopped from inside; the process that it runs in can.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, ClassVar, Final, cast

from cluewright.compiler import ir
from cluewright.compiler.backends.asp import AspDocument, write_asp
from cluewright.compiler.backends.asp.lemmas import Lemmas
from cluewright.compiler.lowering import TARGETS, lower
from cluewright.compiler.model import Model
from cluewright.solvers.engine import PIP, Answer, Engine, Statistics
from cluewright.solvers.outcomes import SolverFailed, check_clock

OPTIONS: Final = ("--models=0", "--project=show", "--warn=none")
#: Groups of equal labels: to follow each from every cell took ten times as long and more.
BY_LEMMAS: Final = frozenset[type[ir.GraphConstraint]]({ir.EqualGroups})
#: What it says where the weights of a sum, one for each value of each term, are too large together.
_TOO_LARGE: Final = "Value too large"
#: Seconds of search between two looks at the clock.
LOOK_UP: Final = 0.1


class Clingo(Engine):
    """The answer set solver clingo."""

    name = "clingo"
    kind = "ASP"
    install = PIP
    modules = ("clingo",)
    target = "asp"
    largest = 2**31 - 2  # its ranges never end at the largest number of a word
    #: Words that are added to its command line.
    options: ClassVar = {"arguments": []}

    def search(self, model: Model, deadline: float | None, statistics: Statistics) -> Iterator[Answer]:
        """Different answers until there are no more; the solver itself never shows one twice."""
        started = time.monotonic()
        document = write_asp(lower(model, TARGETS["asp"], self.encodings), leave=BY_LEMMAS)
        statistics["bytes"] = len(document.text)
        statistics["seconds_build"] = time.monotonic() - started
        started = time.monotonic()
        words: list[str] = []
        try:
            control = self._ground(document, words)
            statistics["seconds_solve"] = time.monotonic() - started  # its own work, though not yet its search
            yield from self._enumerate(control, document, model, deadline, statistics)
        except RuntimeError as error:
            said = " ".join(words[-3:]) or str(error)
            if _TOO_LARGE in said:
                said = "a sum of this puzzle is too large for it; use smaller numbers or another solver"
            raise SolverFailed(self.name, said) from None

    def _ground(self, document: AspDocument, words: list[str]) -> object:
        import clingo  # late: it may be missing

        arguments = [*OPTIONS, *self.settings["arguments"]]
        control = clingo.Control(arguments, logger=lambda _, text: words.append(text))
        control.add("base", [], document.text)
        control.ground([("base", [])])
        if document.left:
            control.register_propagator(cast(Any, Lemmas(document)))  # of the protocol's methods it has those it needs
        return control

    def _enumerate(
        self, control: Any, document: AspDocument, model: Model, deadline: float | None, statistics: Statistics
    ) -> Iterator[Answer]:
        variables = model.variables
        handle = control.solve(yield_=True, async_=True)
        try:
            while True:
                handle.resume()
                started = time.monotonic()
                try:
                    while not handle.wait(LOOK_UP):
                        check_clock(deadline)
                finally:
                    spent = time.monotonic() - started
                    statistics["seconds_solve"] = statistics.get("seconds_solve", 0.0) + spent
                found = handle.model()
                if found is None:
                    if not handle.get().exhausted:
                        raise SolverFailed(self.name, "it stopped without a verdict")
                    return
                try:
                    answer = document.answer(map(str, found.symbols(shown=True)), variables)
                except KeyError as error:
                    raise SolverFailed(self.name, f"its answer makes no sense at {error}") from None
                yield answer
        finally:
            handle.cancel()
            handle.__exit__(None, None, None)
            _note(control, statistics)


def _note(control: Any, statistics: Statistics) -> None:
    try:
        solving = control.statistics["solving"]["solvers"]
        given = control.statistics["problem"]["generator"]
    except (KeyError, RuntimeError):
        return
    statistics["variables"] = int(given["vars"])
    statistics["constraints"] = sum(int(given[f"constraints{kind}"]) for kind in ("", "_binary", "_ternary"))
    statistics["conflicts"] = int(solving["conflicts"])
    statistics["nodes"] = int(solving["choices"])


ENGINE = Clingo
