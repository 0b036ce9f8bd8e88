"""No conclusion is shown that the engine does not confirm: a strategy that concludes something false is a mistake."""

from __future__ import annotations

from collections.abc import Iterable

from cluewright.compiler.model import Model, spell
from cluewright.models.errors import CluewrightError, Problem
from cluewright.reasoning.facts import Fact, Known
from cluewright.reasoning.strategies.evaluation import Instance
from cluewright.solvers.sat import SatEngine


class Unsound(CluewrightError):  # noqa: N818 - it says what the strategy is
    """A strategy concluded something that does not follow from the rules."""


class Checker:
    """Asks whether conclusions hold in all solutions that the board at the start allows."""

    def __init__(self, model: Model, start: Known, deadline: float | None = None) -> None:
        self._deadline = deadline
        self._engine = SatEngine(model, deadline=deadline)
        self._assumed = [
            -self._engine.literal(var, v) for var, left in start.candidates.items() for v in var.domain if v not in left
        ]

    def check(self, instance: Instance, facts: Iterable[Fact]) -> None:
        """Raises Unsound, with a solution in which the first wrong conclusion is false."""
        for each in facts:
            literal = self._engine.literal(each.var, each.value)
            denied = [*self._assumed, -literal if each.holds else literal]
            if self._engine.solve(denied, self._deadline) is not None:
                where = ", ".join(
                    f"{name} = {spell(value)}"
                    for name, value in zip(dict.fromkeys(instance.strategy.bound), instance.values, strict=True)
                )
                word = "is" if each.holds else "is not"
                raise Unsound(
                    Problem(
                        f"the strategy '{instance.name}' concludes {each.var.name} {word} {each.value}"
                        f"{where and f' ({where})'}, which does not follow from the rules",
                        instance.strategy.place,
                        "`cluewright rules GENRE --strategies` looks for the smallest board where it fails",
                    )
                )

    def close(self) -> None:
        """Free the engine."""
        self._engine.close()
