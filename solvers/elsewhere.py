"""A search in a process of its own, asked for one answer at a time. It can be ended whatever it is doing, and if it
dies, nobody dies with it."""

from __future__ import annotations

import contextlib
import pickle
import time
from collections.abc import Generator
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Final

from cluewright.compiler.model import Model
from cluewright.models.errors import CluewrightError
from cluewright.solvers.engine import Engine, Statistics
from cluewright.solvers.forked import Forked
from cluewright.solvers.here import Values, found_here
from cluewright.solvers.outcomes import OutOfMemory, SolverFailed, TimeUp

#: Seconds that a solver is given beyond its deadline.
GRACE: Final = 0.5


def found_elsewhere(
    engine: Engine, model: Model, deadline: float | None, statistics: Statistics
) -> Generator[Values, None, None]:
    """What the solver finds. The model is inherited by forking; only values travel through the pipe."""
    ours, theirs = Pipe()

    def work() -> bytes:
        ours.close()
        _serve(theirs, engine, model, deadline)
        return b""

    child = Forked(work)
    theirs.close()
    try:
        while True:
            values = _next(ours, engine, deadline, statistics)
            if values is None:
                return
            yield values
    except (EOFError, ConnectionError, pickle.UnpicklingError):
        raise SolverFailed(engine.name, f"its process died without a word{child.how_it_ended()}") from None
    finally:
        child.end()
        ours.close()


def _next(pipe: Connection, engine: Engine, deadline: float | None, statistics: Statistics) -> Values | None:
    pipe.send(None)
    if not pipe.poll(None if deadline is None else max(0.0, deadline + GRACE - time.monotonic())):
        raise TimeUp
    reply = pipe.recv()
    statistics.update(reply["statistics"])
    if reply["error"] is not None:
        raise reply["error"]
    values: Values | None = reply["values"]
    return values


def _serve(pipe: Connection, engine: Engine, model: Model, deadline: float | None) -> None:
    """In the child: find one answer for each request."""
    statistics: Statistics = {}
    search = found_here(engine, model, deadline, statistics)
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            pipe.recv()
            values, error = None, None
            try:
                values = next(search, None)
            except (CluewrightError, TimeUp) as failure:
                error = failure
            except MemoryError:
                error = OutOfMemory(engine.name, "not enough memory")
            except RecursionError:
                error = SolverFailed(engine.name, "the puzzle is nested too deeply for it")
            pipe.send({"values": values, "error": error, "statistics": statistics})
