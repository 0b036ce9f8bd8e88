"""The embedded engine: clauses and lemmas in CaDiCaL, asked again after each answer is forbidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from cluewright.compiler.model import Model
from cluewright.solvers.engine import Answer, Engine, Statistics
from cluewright.solvers.guesses import guesses
from cluewright.solvers.sat import SatEngine


class Sat(Engine):
    """CaDiCaL with the lemmas of graph constraints."""

    name = "sat"
    kind = "SAT"
    install = "pip install python-sat"
    modules = ("pysolvers",)
    package = "python-sat"
    stops_itself = True

    def search(self, model: Model, deadline: float | None, statistics: Statistics) -> Iterator[Answer]:
        """Answers of one incremental engine, after those that were guessed. Whoever asks judges them."""
        statistics["doing"] = "encoding"
        guessed: list[Answer] = []
        for guess in guesses(model, deadline):
            guessed.append(guess)
            statistics["guessed"] = len(guessed)
            yield guess
        with SatEngine(model, deadline=deadline, judged=False) as engine:
            for guess in guessed:
                engine.block(guess)
            statistics["doing"] = "searching"
            while True:
                try:
                    answer = engine.solve(deadline=deadline)
                finally:
                    statistics.update(asdict(engine.statistics))
                if answer is None:
                    return
                yield answer
                engine.block(answer)


ENGINE = Sat
