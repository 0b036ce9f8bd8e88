"""clingo, in this process: the program is grounded, then answers are enumerated over the shown atoms.

The search runs beside this thread, which watches the clock and listens to Ctrl-C. Grounding cannot be stopped from
outside, so it runs in a thread as well: when the time is up it is left behind to end by itself. Its work is in
proportion to the text of the program and the pairs of values in it, which `write_asp` bounds.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from typing import Any, Final

from cluewright.compiler.backends.asp import AspDocument, write_asp
from cluewright.compiler.evaluate import violations
from cluewright.compiler.model import Model
from cluewright.solvers.outcomes import SolverFailed, SolverMissing, TimeUp, WrongAnswer

#: How often the clock is read, in seconds.
LOOK_UP: Final = 0.02
OPTIONS: Final = ("--models=0", "--project=show", "--warn=none")


class ClingoSolver:
    """The answer set solver clingo."""

    name = "clingo"

    def __init__(self, encodings: Mapping[str, str] | None = None, options: tuple[str, ...] = ()) -> None:
        self.encodings = dict(encodings or {})
        self.options = options

    def answers(self, model: Model, deadline: float | None, statistics: dict[str, Any]) -> Iterator[dict[Any, int]]:
        """Different answers until there are no more; the solver itself never shows one twice."""
        if find_spec("clingo") is None:
            raise SolverMissing(self.name, "pip install 'cluewright[engines]'")
        started = time.monotonic()

        def tick() -> None:
            if deadline is not None and time.monotonic() > deadline:
                raise TimeUp

        document = write_asp(model, self.encodings, tick=tick)
        statistics["variables"], statistics["constraints"] = document.size
        statistics["bytes"] = len(document.text)
        statistics["seconds_build"] = time.monotonic() - started
        started = time.monotonic()
        control = self._ground(document, deadline)
        statistics["seconds_solve"] = time.monotonic() - started  # the solver's own work, though not yet its search
        for answer in self._enumerate(control, document, model, deadline, statistics):
            broken = violations(model, answer)
            if broken:
                raise WrongAnswer(broken, self.name)
            yield answer

    def _ground(self, document: AspDocument, deadline: float | None) -> Any:
        import clingo

        words: list[str] = []
        outcome: list[BaseException] = []
        control = clingo.Control([*OPTIONS, *self.options], logger=lambda _, text: words.append(text))

        def run() -> None:
            try:
                control.add("base", [], document.text)
                control.ground([("base", [])])
            except BaseException as error:
                outcome.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(LOOK_UP)
            if deadline is not None and time.monotonic() > deadline:
                raise TimeUp
        if outcome:
            raise SolverFailed(self.name, " ".join(words[-3:]) or str(outcome[0]))
        return control

    def _enumerate(
        self, control: Any, document: AspDocument, model: Model, deadline: float | None, statistics: dict[str, Any]
    ) -> Iterator[dict[Any, int]]:
        variables = model.variables
        handle = control.solve(yield_=True, async_=True)
        try:
            while True:
                handle.resume()
                started = time.monotonic()
                try:
                    while not handle.wait(LOOK_UP):
                        if deadline is not None and time.monotonic() > deadline:
                            raise TimeUp
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


def _note(control: Any, statistics: dict[str, Any]) -> None:
    try:
        solving = control.statistics["solving"]["solvers"]
    except (KeyError, RuntimeError):
        return
    statistics["conflicts"] = int(solving["conflicts"])
    statistics["nodes"] = int(solving["choices"])
