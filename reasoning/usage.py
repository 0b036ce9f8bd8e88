"""Which strategies a puzzle asks for: how often each, in which share, and how often one has to change."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.work import seldom_collected
from cluewright.models.showing import Brief
from cluewright.reasoning.strategies.evaluation import Strategies
from cluewright.reasoning.strategies.solving import solve_by


@dataclass(frozen=True, repr=False)
class Usage(Brief):
    """How strategies alone fare: always the cheapest that says anything, wherever it does."""

    #: The strategy of each step, and what it costs.
    steps: list[str] = field(default_factory=list)
    cost: int = 0
    #: How it ended: `solved`, `stuck` or `time`.
    ending: str = "stuck"
    #: How many strategies there are.
    available: int = 0
    #: Of the symbols that were open, how many; and those that were written before anything but the cheapest was used.
    open: int = 0
    opening: int = 0

    @property
    def used(self) -> dict[str, int]:
        """How often each strategy was used, the most frequent first."""
        return dict(Counter(self.steps).most_common())

    @property
    def alternation(self) -> float:
        """In which share of the steps the strategy is another than in the step before."""
        changes = sum(one != two for one, two in pairwise(self.steps))
        return changes / (len(self.steps) - 1) if len(self.steps) > 1 else 0.0

    def data(self) -> dict[str, Any]:
        """For scripts."""
        total = len(self.steps)
        return {
            "ending": self.ending,
            "steps": total,
            "cost": self.cost,
            "used": self.used,
            "share": {name: round(number / total, 4) for name, number in self.used.items()},
            "alternation": round(self.alternation, 4),
        }


@seldom_collected
def find_usage(puzzle: CompiledPuzzle, *, timeout: float | None = None) -> Usage | None:
    """Solve by strategies, as far as they go; None if the rulebook has none."""
    strategies = Strategies(puzzle)
    if not strategies.chosen:
        return None
    path = solve_by(strategies, timeout=timeout, checked=False, premises=False)
    first = next((n for n, step in enumerate(path.steps) if step.cost > path.steps[0].cost), len(path.steps))
    written = {each.var for step in path.steps[:first] for each in step.conclusions if each.holds}
    return Usage(
        [step.strategy or "" for step in path.steps],
        sum(step.cost for step in path.steps),
        path.ending,
        len(strategies.chosen),
        sum(len(left) > 1 for left in path.start.candidates.values()),
        len(written),
    )
