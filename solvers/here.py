"""A search in this process: values in the order of the model, or an error that names the solver."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator
from operator import index
from typing import Final

from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model
from cluewright.compiler.work import until
from cluewright.models.errors import CluewrightError
from cluewright.solvers.engine import Answer, Engine, Statistics
from cluewright.solvers.outcomes import SolverFailed, TimeUp

#: What a solver found: the values of the unknowns, in the order of the model.
Values = list[int]
_END: Final = object()


def found_here(
    engine: Engine, model: Model, deadline: float | None, statistics: Statistics
) -> Generator[Values, None, None]:
    """Search in this process. Whatever a solver's own code raises is a failure of the solver."""
    variables = model.variables
    try:
        with contextlib.closing(_as_generator(engine.search(model, deadline, statistics))) as search:
            while True:
                with until(deadline):
                    answer = next(search, _END)
                if answer is _END:
                    return
                yield _values(engine, variables, answer)
    except (CluewrightError, TimeUp, MemoryError, RecursionError):
        raise
    except Exception as error:
        raise SolverFailed(engine.name, f"{type(error).__name__}: {error}") from error


def _as_generator(search: Iterator[Answer]) -> Generator[Answer, None, None]:
    """A generator can be closed; other iterators need not be."""
    return search if isinstance(search, Generator) else (answer for answer in search)


def _values(engine: Engine, variables: list[Var], answer: object) -> Values:
    """The values in order; an answer has one for each unknown, and nothing else."""
    if not isinstance(answer, dict):
        raise SolverFailed(engine.name, f"{_short(answer)} is not an answer")
    absent = [var for var in variables if var not in answer]
    if absent:
        raise SolverFailed(engine.name, f"its answer has no value for {absent[0].name}")
    if len(answer) != len(variables):
        others = [key for key in answer if key not in set(variables)]
        raise SolverFailed(engine.name, f"its answer has a value for {_short(others[0])}, which is not asked for")
    try:
        return [index(answer[var]) for var in variables]
    except TypeError:
        wrong = next(var for var in variables if not hasattr(answer[var], "__index__"))
        raise SolverFailed(engine.name, f"{_short(answer[wrong])} is no value for {wrong.name}") from None


def _short(value: object) -> str:
    return f"'{str(value)[:60]}'"
