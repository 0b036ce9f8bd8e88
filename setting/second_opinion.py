"""What the reference interpreter says about an answer: a second reading of the rules, which knows neither the compiler
nor the engines. It is slow, so it is asked in a process of its own and within a time limit."""

from __future__ import annotations

import json
import select
import sys
import time
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Constraint, spell
from cluewright.models.errors import CluewrightError, Problem
from cluewright.notation.plain import plain_value
from cluewright.reference import Reference, TooMuch
from cluewright.solvers.forked import Forked

#: What it may take to judge one answer, in seconds, and how many values may be tried to find all solutions.
SECONDS: Final = 20.0
STEPS: Final = 20_000
#: It reads expressions by recursion, which the compiler does not.
_DEPTH: Final = 20_000


@dataclass(frozen=True)
class Opinion:
    """What it found, as far as it came in time."""

    #: The sentences of broken rules; None if it was not ready in time.
    broken: list[str] | None = None
    #: How many solutions there are (2 stands for more than one); None if there was too much to try.
    solutions: int | None = None
    #: Values tried until that was clear.
    steps: int = 0
    #: What it has to say against the puzzle or the answer itself.
    complaint: str = ""
    seconds: float = field(default=0.0, compare=False)


class OpinionsDiffer(CluewrightError):  # noqa: N818
    """Two readings of the same rules contradict each other: one of them is wrong, and nobody can know which."""

    def __init__(self, puzzle: CompiledPuzzle, ours: Collection[str], opinion: Opinion) -> None:
        theirs = opinion.complaint or _told(opinion.broken or ())
        super().__init__(
            Problem(
                f"{puzzle.title}: THE EVALUATOR AND THE REFERENCE INTERPRETER DISAGREE about this answer. "
                f"By the evaluator {_told(ours)}; by the reference interpreter {theirs}",
                hint="this is a defect: please report it with the puzzle and the answer",
            )
        )


def _told(sentences: Collection[str]) -> str:
    return "it breaks: " + " ".join(sorted(sentences)) if sentences else "it breaks no rule"


def ask_reference(
    puzzle: CompiledPuzzle, answer: Mapping[Var, int], *, seconds: float = SECONDS, steps: int | None = None
) -> Opinion:
    """Its opinion about a full answer and, if it may try so many values, about the number of solutions."""
    started = time.monotonic()
    spelled = {
        layer.name: {spell(element): plain_value(layer, answer[var]) for element, var in layer.variables.items()}
        for layer in puzzle.model.unknowns.values()
    }
    child = Forked(lambda: json.dumps(asdict(_asked(puzzle, spelled))).encode())
    found = _result(child, started + seconds)
    if found is not None and found.broken == [] and steps is not None:
        left = seconds - (time.monotonic() - started)
        counting = Forked(lambda: json.dumps(asdict(_counted(puzzle, spelled, steps))).encode())
        found = _result(counting, time.monotonic() + left) or found
    return Opinion(**{**asdict(found or Opinion()), "seconds": time.monotonic() - started})


def confirm_judgement(
    puzzle: CompiledPuzzle, answer: Mapping[Var, int], broken: Collection[Constraint], seconds: float
) -> bool:
    """Whether the same rules are broken by the second reading; False if it was not ready in time. Raises OpinionsDiffer
    if it says something else."""
    opinion = ask_reference(puzzle, answer, seconds=seconds)
    ours = {constraint.rule.sentence for constraint in broken}
    if opinion.complaint or (opinion.broken is not None and set(opinion.broken) != ours):
        raise OpinionsDiffer(puzzle, ours, opinion)
    return opinion.broken is not None


def _result(child: Forked, deadline: float) -> Opinion | None:
    try:
        while not child.read():
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            select.select([child.pipe], [], [], left)
        return Opinion(**json.loads(child.data))
    except (ValueError, TypeError):  # it died, out of memory
        return None
    finally:
        child.end()


def _asked(puzzle: CompiledPuzzle, answer: dict[str, dict[str, Any]]) -> Opinion:
    sys.setrecursionlimit(_DEPTH)
    try:
        return Opinion(list(dict.fromkeys(broken.rule for broken in Reference(puzzle.loaded).broken(answer))))
    except CluewrightError as error:
        return Opinion([], complaint=str(error))


def _counted(puzzle: CompiledPuzzle, answer: dict[str, dict[str, object]], steps: int) -> Opinion:
    """The number of solutions; the answer must be the first of them, and so is known to be one."""
    sys.setrecursionlimit(_DEPTH)
    try:
        found = list(Reference(puzzle.loaded).solutions(limit=2, steps=steps))
    except TooMuch:
        return Opinion([], None, steps)
    except CluewrightError as error:
        return Opinion([], complaint=str(error))
    if len(found) == 1 and found[0] != answer:
        return Opinion([], complaint="the only solution is another one")
    return Opinion([], len(found), steps)
