"""Why an unknown must be something, or cannot be it: the steps that lead there, and no others."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Final

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import walk
from cluewright.reasoning.checking import checked
from cluewright.reasoning.explain import explain, forced
from cluewright.reasoning.facts import Fact, Known, fact
from cluewright.reasoning.reasoner import Reasoner
from cluewright.reasoning.steps import Path, Step
from cluewright.solvers.outcomes import TimeUp

#: So many steps are made to find a value.
NEAR: Final = 12
#: How much effort a proof may take on the way there: nobody sees these steps.
LITTLE: Final = 60_000
#: A single step that costs no more than this is told instead of the way there.
SHORT: Final = 120
#: A step to a value that costs less than this is told at once: the only value of a cell in three lines of nine.
PLAIN: Final = 160
#: So many seconds a step may still be checked when the time is up.
GRACE: Final = 1.0


def why(
    puzzle: CompiledPuzzle, asked: Fact, start: Mapping[Var, int] | None = None, *, deadline: float | None = None
) -> Path:
    """The steps that lead to a fact or, if that is not so, to its opposite; none if neither is forced."""
    started = time.monotonic()
    given = {**puzzle.given(), **(start or {})}
    path = Path(Known.of(puzzle.model, (fact(*item) for item in given.items() if item[0] is not asked.var)))
    path.puzzle = puzzle
    path.known = path.start.copy()
    try:
        _answer(puzzle, asked, path, {v: n for v, n in (start or {}).items() if v is not asked.var}, deadline)
    except TimeUp:
        path.ending = "time"
    path.seconds = time.monotonic() - started
    return path


def _answer(puzzle: CompiledPuzzle, asked: Fact, path: Path, start: Mapping[Var, int], deadline: float | None) -> None:
    goals = forced(puzzle.model, start, deadline)
    if goals is None:
        path.ending = explain(puzzle, start, steps=0, deadline=deadline).ending
        return
    target = next((each for each in (asked, asked.denied()) if each in goals), None)
    if target is None:
        path.ending = "open"
        return
    with Reasoner(puzzle, path.start.copy(), goals, deadline) as reasoner:
        path.steps = _reach(reasoner, target)
    path.ending = "solved"


def _reach(reasoner: Reasoner, target: Fact) -> list[Step]:
    """The steps from a board to something that is forced."""
    direct = reasoner.directly(target, SHORT)
    return _followed(reasoner, target) if direct is None else [direct]


def _followed(reasoner: Reasoner, target: Fact) -> list[Step]:
    """The same, one small step after the other."""
    reasoner.together = False
    steps = []
    for step in reasoner.steps():
        steps.append(step)
        if any(target.follows_from(new) for new in step.conclusions):
            break
    return needed(steps, target)


def needed(steps: Sequence[Step], target: Fact) -> list[Step]:
    """The steps on which a fact rests, each with what is needed of it."""
    kept: list[Step] = []
    wanted = {target}
    for step in reversed(steps):
        used = tuple(new for new in step.conclusions if any(each.follows_from(new) for each in wanted))
        if used:
            kept.append(step if len(used) == len(step.conclusions) else _part(step, used))
            wanted.update(step.facts)
    return kept[::-1]


def _part(step: Step, used: tuple[Fact, ...]) -> Step:
    """A part of a step in which several parts of rules force something, each by itself."""
    about = {new.var for new in used}
    reasons = tuple(r for r in step.reasons if not about.isdisjoint(walk([r.constraint.expr])))
    return checked(replace(step, reasons=reasons, conclusions=used))


def next_value(
    puzzle: CompiledPuzzle, start: Mapping[Var, int] | None = None, *, deadline: float | None = None
) -> Path:
    """One step to something that can be written on the board. A step that only crosses out candidates is of no use to
    whoever has not pencilled them in; it is given only if nothing else is near."""
    return explain(puzzle, start, steps=1, deadline=deadline, first=_at_once, then=_to_a_value, hasty=True)


def _at_once(reasoner: Reasoner) -> Step | None:
    """A step to a value that shows soon."""
    return reasoner.value_nearby(PLAIN)


def _to_a_value(path: Path, reasoner: Reasoner) -> None:
    """Goes on from the first step of a path to something that can be written on the board."""
    first = path.steps[0]
    if any(new.holds for new in first.conclusions):
        return
    path.known, path.steps = reasoner.known.copy(), []
    reasoner.patience = LITTLE
    with suppress(TimeUp):
        path.steps = _nearest(reasoner, path.start) or []
    if not path.steps:  # the first step is better than none
        path.steps = [checked(first, time.monotonic() + GRACE)]


def _nearest(reasoner: Reasoner, board: Known) -> list[Step] | None:
    """The way to the first value that is found, as one step, if it is short, or else to the first thing that one has to
    think about; a step to a value is always checked."""
    steps = []
    for step in islice(reasoner.steps(), NEAR - 1):
        steps.append(step)
        if any(new.holds for new in step.conclusions):
            break
    thoughts = [step.conclusions[0] for step in steps if len(step.what_if) > 1]
    values = [new for step in steps for new in step.conclusions if new.holds]
    for target in dict.fromkeys((*values[:1], *thoughts[:1])):
        reasoner.restart(board.copy())
        if (direct := reasoner.directly(target, SHORT)) is not None:
            return [direct]
        if not thoughts or target is thoughts[0]:
            found = _followed(reasoner, target)
            if not any(step.what_if for step in found[:-1]):
                return found if len(found) == 1 else [_gathered(found, board)]
    return None


def _gathered(steps: Sequence[Step], board: Known) -> Step:
    """Several steps as one."""
    facts = tuple(dict.fromkeys(told for step in steps for told in step.facts if board.has(told)))
    reasons = tuple({(r.constraint, r.text): r for step in steps for r in step.reasons}.values())
    cost = sum(step.cost for step in steps)
    return checked(Step(facts, reasons, steps[-1].conclusions, cost, strategy=steps[-1].strategy))
