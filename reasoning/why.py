"""Why an unknown must be something, or cannot be it: the steps that lead there, and no others."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Final

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.reasoning.explain import explain, forced
from cluewright.reasoning.facts import Fact, Known, fact
from cluewright.reasoning.reasoner import Reasoner
from cluewright.reasoning.steps import Path, Step
from cluewright.solvers.outcomes import TimeUp

#: A single step that costs no more than this is told instead of the way there.
SHORT: Final = 60


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
    assert path.known is not None
    with Reasoner(puzzle, path.known, goals, deadline) as reasoner:
        direct = reasoner.directly(target)
        if direct is not None and direct.cost <= SHORT:
            path.steps = [direct]
        else:
            path.steps = needed(_until(reasoner, target), target)
    path.ending = "solved"


def _until(reasoner: Reasoner, target: Fact) -> list[Step]:
    steps = []
    for step in reasoner.steps():
        steps.append(step)
        if target in step.conclusions:
            break
    return steps


def needed(steps: Sequence[Step], target: Fact) -> list[Step]:
    """The steps on which a fact rests."""
    kept: list[Step] = []
    wanted = {target}
    for step in reversed(steps):
        if not wanted.isdisjoint(step.conclusions):
            kept.append(step)
            wanted.update(step.facts)
    return kept[::-1]
