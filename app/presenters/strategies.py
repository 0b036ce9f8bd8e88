"""How far strategies get, and which of them hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from cluewright.laboratory.strategies import StrategiesTried, Verdict
from cluewright.notation.plain import plain_candidates, plain_layers
from cluewright.pictures.pencil import pencil_marks
from cluewright.presenters.base import Presenter, View, about
from cluewright.presenters.exits import Exit
from cluewright.presenters.words import number_of
from cluewright.reasoning.steps import Path
from cluewright.reasoning.strategies.states import state_text
from cluewright.reasoning.telling import step_data
from cluewright.reasoning.words import Words


@dataclass
class ByStrategies(Presenter):
    """A puzzle solved by strategies alone, or the board where they got stuck."""

    path: Path

    @property
    def exit_code(self) -> Exit:
        return {"solved": Exit.OK, "time": Exit.UNKNOWN}.get(self.path.ending, Exit.NO)

    def views(self) -> list[View]:
        known, puzzle = self.path.known, self.path.puzzle
        if known is None:
            return []
        values, notes = pencil_marks(puzzle, {var: set(left) for var, left in known.candidates.items()}, {})
        return [View(puzzle, values, pencil=notes)]

    def data(self) -> dict[str, Any]:
        path, known = self.path, self.path.known
        assert known is not None
        words = Words(path.puzzle)
        return {
            "status": path.ending,
            "strategies": dict(self._used()),
            "cost": sum(step.cost for step in path.steps),
            "rounds": path.rounds,
            "steps": [step_data(step, words) for step in path.steps],
            "candidates": plain_candidates(path.puzzle, known.candidates),
            "state": state_text(path.puzzle.model, known),
            "seconds": round(path.seconds, 6),
        }

    def text(self) -> str:
        lines = [f"  {count:4} {name}" for name, count in self._used().most_common()]
        return "\n".join([about(self.path.puzzle, self._ending(), self.path.seconds), *lines])

    def _used(self) -> Counter[str]:
        return Counter(str(step.strategy) for step in self.path.steps)

    def _ending(self) -> str:
        path, known = self.path, self.path.known
        assert known is not None
        steps = number_of(len(path.steps), "step")
        if path.ending == "solved":
            return f"solved by strategies alone, in {steps}"
        if path.ending == "contradiction":
            return f"no solution: the strategies lead to a contradiction after {steps}"
        left = sum(len(values) != 1 for values in known.candidates.values())
        why = "the time was up" if path.ending == "time" else "no strategy says more"
        return f"{why} after {steps}; {left} of {number_of(len(known.candidates), 'unknown')} still open"


@dataclass
class StrategiesJudged(Presenter):
    """Which strategies of a rulebook hold on tiny boards, and a counterexample for each that does not."""

    tried: StrategiesTried

    @property
    def exit_code(self) -> Exit:
        words = {verdict.word for verdict in self.tried.verdicts.values()}
        if "refuted" in words:
            return Exit.NO
        return Exit.UNKNOWN if "untried" in words or not words else Exit.OK

    def views(self) -> list[View]:
        found = [v.counterexample for v in self.tried.verdicts.values() if v.counterexample is not None]
        views: list[View] = []
        for each in found:
            values, notes = pencil_marks(each.puzzle, {v: set(left) for v, left in each.known.candidates.items()}, {})
            views.append(View(each.puzzle, values, pencil=notes, number=2 * len(views) + 1))
            views.append(View(each.puzzle, each.solution, number=len(views) + 1))
        return views

    def data(self) -> dict[str, Any]:
        return {
            "rules": self.tried.genre,
            "puzzles": self.tried.puzzles,
            "shipped": self.tried.shipped,
            "strategies": [_verdict_data(verdict) for verdict in self.tried.verdicts.values()],
            "refused": dict(self.tried.refusals.most_common(3)),
        }

    def text(self) -> str:
        tried = self.tried
        if not tried.puzzles:
            return f"{tried.genre}: no tiny puzzle of these rules could be made, so nothing is proved"
        if not tried.verdicts:
            return f"{tried.genre}: these rules have no strategies"
        kinds = {"tiny": tried.puzzles - tried.shipped, "shipped": tried.shipped}
        told = " and ".join(number_of(many, f"{kind} puzzle") for kind, many in kinds.items() if many)
        lines = [f"{tried.genre}: strategies on {told}"]
        for verdict in tried.verdicts.values():
            lines.append(f"  {verdict.word:8} {verdict.name}: {_evidence(verdict)}")
        return "\n".join(lines)


def _evidence(verdict: Verdict) -> str:
    found = verdict.counterexample
    if found is None:
        boards = number_of(verdict.boards, "board")
        return f"proved on {boards}, fires on {verdict.fires}" if verdict.fires else f"never fires on {boards}"
    where = ", ".join(f"{name} = {value}" for name, value in found.bindings.items())
    return (
        f"concludes something false{f' at {where}' if where else ''}: see the candidates, and the solution below them"
    )


def _verdict_data(verdict: Verdict) -> dict[str, Any]:
    data = {"name": verdict.name, "cost": verdict.cost, "verdict": verdict.word, "boards": verdict.boards}
    found = verdict.counterexample
    if found is None:
        return data | {"fires": verdict.fires}
    return data | {
        "where": found.bindings,
        "candidates": plain_candidates(found.puzzle, found.known.candidates),
        "solution": plain_layers(found.puzzle, found.solution),
    }
