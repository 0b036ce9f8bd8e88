"""How far strategies get, and which of them hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from cluewright.notation.plain import plain_candidates
from cluewright.pictures.pencil import pencil_marks
from cluewright.presenters.base import Presenter, View, about
from cluewright.presenters.exits import Exit
from cluewright.presenters.words import number_of
from cluewright.reasoning.facts import Fact
from cluewright.reasoning.steps import Path
from cluewright.reasoning.strategies.states import state_text


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
        steps = [
            {
                "strategy": step.strategy,
                "cost": step.cost,
                "facts": [self._told(each) for each in step.facts],
                "conclusions": [self._told(each) for each in step.conclusions],
            }
            for step in path.steps
        ]
        return {
            "status": path.ending,
            "strategies": dict(self._used()),
            "cost": sum(step.cost for step in path.steps),
            "steps": steps,
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

    def _told(self, each: Fact) -> str:
        layers = self.path.puzzle.model.unknowns.values()
        layer = next(layer for layer in layers if each.var in layer.variables.values())
        value = layer.words.get(each.value, each.value)
        shown = str(bool(value)).lower() if layer.is_bool else value
        return f"{each.var.name} {'is' if each.holds else 'is not'} {shown}"
