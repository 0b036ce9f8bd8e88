"""A puzzle solved by strategies alone, as far as they go."""

from __future__ import annotations

import time
from collections.abc import Iterable

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.reasoning.facts import Fact, Known, fact
from cluewright.reasoning.reasoner import reason
from cluewright.reasoning.steps import Path, Step
from cluewright.reasoning.strategies.checking import Checker
from cluewright.reasoning.strategies.evaluation import Instance, Strategies
from cluewright.solvers.outcomes import TimeUp


def given_board(puzzle: CompiledPuzzle, facts: Iterable[Fact] = ()) -> Known:
    """The board as it is printed, with whatever else is known."""
    return Known.of(puzzle.model, [*(fact(var, value) for var, value in puzzle.given().items()), *facts])


def solve_by(
    strategies: Strategies,
    start: Known | None = None,
    *,
    timeout: float | None = None,
    checked: bool = True,
    premises: bool = True,
) -> Path:
    """Apply the cheapest strategy that says anything new, wherever it does, until none does. Each conclusion is
    checked by the engine; raises Unsound for one that is false."""
    started = time.monotonic()
    deadline = None if timeout is None else started + timeout
    start = given_board(strategies.puzzle) if start is None else start
    known = start.copy()
    path = Path(start, known=known)
    path.puzzle = strategies.puzzle
    path.ending = "time"
    strategies.stop_at(deadline)
    checker = None
    try:
        checker = Checker(strategies.puzzle.model, start, deadline) if checked else None
        while found := _next(strategies, known):
            before = known.copy()
            path.rounds += 1
            for instance in found:
                new = [each for each in instance.conclusions if known.note(each)]
                if new:
                    if checker is not None:
                        checker.check(instance, new)
                    path.steps.append(step_of(strategies, instance, new, before if premises else None))
            if known.contradicts() is not None:
                break
        path.ending = _ending(known)
    except TimeUp:
        pass
    finally:
        if checker is not None:
            checker.close()
    path.seconds = time.monotonic() - started
    return path


def _next(strategies: Strategies, known: Known) -> list[Instance]:
    for strategy in strategies.chosen:
        if found := strategies.instances(strategy, known):
            return found
    return []


def _ending(known: Known) -> str:
    if known.contradicts() is not None:
        return "contradiction"
    return "solved" if len(known.values()) == len(known.candidates) else "stuck"


def step_of(strategies: Strategies, instance: Instance, new: Iterable[Fact], before: Known | None) -> Step:
    """The instance as a step, with what it saw on the board before."""
    facts = () if before is None else tuple(strategies.premises(instance, before))
    reasons = () if instance.part is None else (reason(strategies.puzzle, instance.part),)
    return Step(facts, reasons, tuple(new), instance.cost, strategy=instance.name)


def reachable(strategies: Strategies, known: Known) -> list[tuple[Instance, Known]]:
    """All boards that one instance of one strategy leads to, each once."""
    found: dict[tuple[tuple[int, ...], ...], tuple[Instance, Known]] = {}
    for strategy in strategies.chosen:
        for instance in strategies.instances(strategy, known):
            after = known.copy()
            for each in instance.conclusions:
                after.note(each)
            found.setdefault(tuple(after.candidates.values()), (instance, after))
    return list(found.values())
