"""One puzzle, read by everybody: the reference interpreter and the engines, each with all its answers."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from cluewright.compiler.evaluate import violations
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.ir import NOT_DENIED
from cluewright.compiler.model import spell
from cluewright.laboratory.random.chance import Chance
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import LoadedPuzzle, load_text
from cluewright.models.results import Verdict
from cluewright.notation.plain import plain_value
from cluewright.reference import Reference, TooMuch
from cluewright.setting.uniqueness import check
from cluewright.solvers.base import SolverMissing, get_solver, solve

#: An answer as all readers write it: the values of all unknowns in order, each with its kind.
Answer = tuple[str, ...]
REFERENCE: Final = "reference"
DEFAULT: Final = "sat"
#: Seconds that an engine may take for one puzzle, and steps for the reference.
_SECONDS: Final = 20.0
STEPS: Final = 300_000
_REFERENCE_SECONDS: Final = 2.0
#: Engines that start anew for every answer are asked for no more than so many; the default engine for all.
_MOST_ANSWERS: Final = 25
_MOST_ANSWERS_OF: Final = {"clingo": 200, "ace": 4, "choco": 4}
#: Assignments that the evaluator judges as well.
_JUDGED: Final = 4


@dataclass(frozen=True)
class Difference:
    """Two readers that do not agree, or one that broke down."""

    #: What it is about: the name of an engine, "check", "evaluate" or "compile".
    who: str
    expected: str
    got: str

    @property
    def kind(self) -> str:
        """What stays the same while the puzzle shrinks."""
        return f"{self.who}: {'error' if self.got.startswith('error') else 'answers'}"


@dataclass
class Readings:
    """What came of one puzzle."""

    #: compared, refused, too much, disputed (the compiler takes what the reference refuses), different.
    outcome: str
    #: The number of solutions, if known.
    solutions: int | None = None
    #: Engine -> seconds; the engines that finished.
    seconds: dict[str, float] = field(default_factory=dict)
    #: Engines that gave only some of the answers: there were many, the time was up, or they are not installed.
    partly: list[str] = field(default_factory=list)
    refusal: str | None = None
    difference: Difference | None = None
    #: The puzzle and all its answers, as the reference gives them, where it was read.
    puzzle: CompiledPuzzle | None = None
    answers: list[dict[str, dict[str, Any]]] = field(default_factory=list)


class _Refused(Exception):  # noqa: N818 - it is an outcome, not a fault
    """A rule that cannot be said, as shows only when it is written for an engine."""


def read_all(
    text: str,
    engines: Iterable[str],
    *,
    steps: int = STEPS,
    load: Callable[[str], LoadedPuzzle] = load_text,
    seed: int = 0,
) -> Readings:
    """Compare the answers of the reference with those of every engine."""
    found = Readings("compared")
    try:
        loaded = load(text)
        puzzle = compile_puzzle(loaded)
    except CluewrightError as error:
        return Readings("refused", refusal=error.problems[0].message)
    except Exception as error:
        return Readings("different", difference=Difference("compile", "a model or a clean error", _error(error)))
    started = time.perf_counter()
    try:
        with _patience(_REFERENCE_SECONDS):
            found.answers = list(Reference(loaded).solutions(None, steps))
    except TooMuch:
        return Readings("too much")
    except CluewrightError as error:
        return Readings("disputed", refusal=error.problems[0].message)
    except Exception as error:
        return Readings("different", difference=Difference(REFERENCE, "answers or a clean error", _error(error)))
    found.seconds[REFERENCE] = time.perf_counter() - started
    found.puzzle = puzzle
    expected = {_written(answer) for answer in found.answers}
    found.solutions = len(expected)
    try:
        found.difference = _first_difference(puzzle, expected, engines, found, seed)
    except _Refused as error:
        return Readings("refused", refusal=str(error))
    if found.difference is not None:
        found.outcome = "different"
    return found


@contextmanager
def _patience(seconds: float) -> Iterator[None]:
    """TooMuch after so much work of this process: a single step of the reference may be a long one."""

    def enough(*_: object) -> None:
        raise TooMuch

    before = signal.signal(signal.SIGVTALRM, enough)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)  # again and again: a finaliser may swallow the first
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _first_difference(
    puzzle: CompiledPuzzle,
    expected: set[Answer],
    engines: Iterable[str],
    found: Readings,
    seed: int,
) -> Difference | None:
    for engine in engines:
        most = _MOST_ANSWERS_OF.get(engine, _MOST_ANSWERS)
        limit = None if engine == DEFAULT or len(expected) < most else most
        try:
            result = solve(puzzle.model, get_solver(engine), limit=limit, timeout=_SECONDS)
        except SolverMissing:
            found.partly.append(engine)
            continue
        except Exception as error:
            if isinstance(error, CluewrightError) and NOT_DENIED in str(error):
                raise _Refused(error.problems[0].message) from None
            return Difference(engine, _told(expected), _error(error))
        got = [_written(by_layer(puzzle, answer)) for answer in result.answers]
        if len(set(got)) != len(got):
            return Difference(engine, _told(expected), "an answer twice")
        if not set(got) <= expected or (result.complete and set(got) != expected):
            return Difference(engine, _told(expected), _told(set(got)))
        if not result.complete:
            found.partly.append(engine)
            continue
        found.seconds[engine] = result.seconds
    verdict = check(puzzle.model, get_solver(DEFAULT)).verdict
    right = {0: Verdict.NONE, 1: Verdict.UNIQUE}.get(len(expected), Verdict.SEVERAL)
    if verdict is not right:
        return Difference("check", right.value, verdict.value)
    return _judged(puzzle, expected, Chance(f"assignments of {seed}"))


def _judged(puzzle: CompiledPuzzle, expected: set[Answer], chance: Chance) -> Difference | None:
    """The evaluator must accept exactly the answers of the reference."""
    for _ in range(_JUDGED):
        assignment = {variable: chance.one(tuple(variable.domain)) for variable in puzzle.model.variables}
        answer = _written(by_layer(puzzle, assignment))
        try:
            accepted = not violations(puzzle.model, assignment, limit=1)
        except Exception as error:
            return Difference("evaluate", f"a judgement of {' '.join(answer)}", _error(error))
        if accepted != (answer in expected):
            said = ("refused", "accepted")
            return Difference("evaluate", f"{' '.join(answer)} {said[answer in expected]}", said[accepted])
    return None


def by_layer(puzzle: CompiledPuzzle, answer: Mapping[Any, int]) -> dict[str, dict[str, object]]:
    """An answer as the reference writes it."""
    return {
        name: {spell(element): plain_value(layer, answer[variable]) for element, variable in layer.variables.items()}
        for name, layer in puzzle.model.unknowns.items()
    }


def _written(answer: Mapping[str, Mapping[str, Any]]) -> Answer:
    """`True` and 1 are not the same value, nor are 1 and '1'."""
    return tuple(f"{name}[{e}]={value!r}" for name in sorted(answer) for e, value in sorted(answer[name].items()))


def _told(answers: set[Answer]) -> str:
    few = "\n".join("  " + " ".join(answer) for answer in sorted(answers)[:8])
    return f"{len(answers)} solutions" + (f":\n{few}" if few else "") + ("\n  ..." if len(answers) > 8 else "")


def _error(error: Exception) -> str:
    """An error by its class, its words and the last place in the code."""
    places = traceback.extract_tb(error.__traceback__)
    where = f"{places[-1].filename.rsplit('/', 2)[-2]}/{places[-1].filename.rsplit('/', 1)[-1]}" if places else ""
    return f"error {type(error).__name__} in {where}: {str(error)[:200]}"
