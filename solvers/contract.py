"""The one place that every answer of every solver goes through before anybody sees it.

Whatever a solver does, what comes out of here has a value for each unknown and for nothing else, satisfies every
constraint by the judgement of the evaluator, and comes once. A solver that does not stop in time is ended.
"""

from __future__ import annotations

import contextlib
import time
from array import array
from collections.abc import Callable, Collection, Generator
from importlib import import_module

from cluewright.compiler.evaluate import violations
from cluewright.compiler.ir import Compare, Expr, Linear, Var
from cluewright.compiler.model import Constraint, Model, walk
from cluewright.compiler.work import seldom_collected
from cluewright.models.results import SolveResult, Status
from cluewright.solvers.engine import Answer, Engine, Statistics
from cluewright.solvers.here import Values, found_here
from cluewright.solvers.outcomes import SolverFailed, SolverMissing, TimeUp, WrongAnswer, check_clock


@seldom_collected
def solve(
    model: Model,
    engine: Engine,
    *,
    limit: int | None = 1,
    timeout: float | None = None,
    found: Callable[[int], None] | None = None,
    keep: bool = True,
    alone: bool = False,
) -> SolveResult:
    """Up to `limit` answers (None: all of them); `found` is told the number of answers so far.

    Without `keep` answers are only counted. `alone` says that this process is the solver's own, and ended from outside.
    """
    deadline = None if timeout is None else time.monotonic() + timeout
    prepare(engine)  # within the time limit, but no work of the solver
    started = time.monotonic()
    result = SolveResult(Status.UNKNOWN, engine.name, 0.0)
    with (
        contextlib.suppress(TimeUp),
        contextlib.closing(answers(engine, model, deadline, result.statistics, alone=alone)) as search,
    ):
        while limit is None or result.count < limit:
            answer = next(search, None)
            if answer is None:
                result.complete = True
                break
            result.count += 1
            if keep:
                result.answers.append(answer)
            if found is not None:
                found(result.count)
    if result.count:
        result.status = Status.SATISFIED
    elif result.complete:
        result.status = Status.UNSATISFIABLE
    result.seconds = time.monotonic() - started
    return result


def prepare(engine: Engine) -> None:
    """Import what a solver needs, so that no clock runs meanwhile; raises SolverMissing if it is not there."""
    how_to_install = engine.missing()
    if how_to_install is not None:
        raise SolverMissing(engine.name, how_to_install)
    for module in engine.modules:
        import_module(module)


def answers(
    engine: Engine, model: Model, deadline: float | None, statistics: Statistics, *, alone: bool = False
) -> Generator[Answer, None, None]:
    """The answers of a solver, each of them judged."""
    variables = model.variables
    first: bytes | None = None
    others: set[bytes] = set()  # their digests: there may be millions
    with contextlib.closing(found_by(engine, model, deadline, statistics, alone=alone)) as search:
        for values in search:
            answer = dict(zip(variables, values, strict=True))
            judge(model, answer, engine.name)
            packed = array("q", values).tobytes()
            if first is None:
                first = packed
            elif packed == first or (digest := _digest(packed)) in others:
                raise WrongAnswer([], engine.name, "it gave the same answer twice")
            else:
                others.add(digest)
            yield answer


def _digest(packed: bytes) -> bytes:
    from hashlib import blake2b  # late: a quick start, and most puzzles have one answer

    return blake2b(packed, digest_size=16).digest()


def judge(model: Model, answer: Answer, solver: str, switched_off: Collection[Constraint] = ()) -> None:
    """Raises WrongAnswer if an answer breaks a constraint, other than those that were switched off for this search."""
    broken = violations(model, answer)
    if broken and switched_off:
        off = set(map(id, switched_off))
        broken = [constraint for constraint in broken if id(constraint) not in off]
    if broken:
        raise WrongAnswer(broken, solver)


def found_by(
    engine: Engine, model: Model, deadline: float | None, statistics: Statistics, *, alone: bool = False
) -> Generator[Values, None, None]:
    """What a solver finds before it is judged: values of the right unknowns, in time, or an error that names it."""
    prepare(engine)
    _check_bounds(engine, model)
    check_clock(deadline)
    if alone or engine.stops_itself:
        return found_here(engine, model, deadline, statistics)
    from cluewright.solvers.elsewhere import found_elsewhere  # late: most searches need no process of their own

    return found_elsewhere(engine, model, deadline, statistics)


def _check_bounds(engine: Engine, model: Model) -> None:
    """Say in our words what a solver cannot do, before it fails in its own or, worse, counts on."""
    most = engine.largest
    if most is None:
        return
    for node in walk([*model.variables, *(c.expr for c in model.constraints)]):
        reach = _reach(node)
        if reach > most:
            what = f"{node.name} can be" if isinstance(node, Var) else "a sum or product of this puzzle can reach"
            message = f"it cannot hold numbers beyond {most}, but {what} {reach}"
            raise SolverFailed(engine.name, message, hint="use smaller numbers or another solver")


def _reach(node: Expr) -> int:
    """The largest number, by amount, that comes up when a node is computed term by term."""
    if isinstance(node, (Linear, Compare)):
        rest = node.constant if isinstance(node, Linear) else node.bound
        return abs(rest) + sum(abs(factor) * max(abs(term.lo), abs(term.hi)) for factor, term in node.terms)
    return max(abs(node.lo), abs(node.hi))
