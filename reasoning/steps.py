"""Steps: which facts and which parts of rules force which new facts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cluewright.compiler.model import Constraint
from cluewright.models.showing import Brief, Told
from cluewright.reasoning.facts import Fact, Known


@dataclass(frozen=True, eq=False, repr=False)
class Reason(Brief):
    """A part of a rule as somebody would quote it."""

    #: What part it is: "rule" for a whole one, else "at most", "cut", "degree", ...
    kind: str
    #: The constraint that it is a part of, with the rule's sentence and its place.
    constraint: Constraint
    #: What this part says here, in words.
    text: str
    #: What to mark on the board: cells, sides, rows, cages, ...
    elements: tuple[Any, ...] = ()
    #: The value or number that it speaks of, where there is one.
    amount: int | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Step(Brief):
    """Facts and reasons that together force the conclusions. Without conclusions they contradict each other."""

    facts: tuple[Fact, ...]
    reasons: tuple[Reason, ...]
    conclusions: tuple[Fact, ...]
    cost: int
    #: Whether no step of these rules is cheaper; otherwise `bound` is the best that was proved.
    cheapest: bool = False
    bound: int = 0
    #: The strategy that it is an instance of.
    strategy: str | None = None
    #: Where that strategy is seen: the digits, cells and lines of each instance.
    pattern: tuple[tuple[Any, ...], ...] = ()
    #: The way to the first conclusion or, without one at its end, from the opposite of that to a contradiction, link by
    #: link, where it is not seen at once.
    what_if: tuple[Step, ...] = ()

    @property
    def is_straight(self) -> bool:
        """Whether it is told without supposing anything."""
        return bool(self.what_if[-1].conclusions) if self.what_if else len(self.reasons) < 2


@dataclass(repr=False)
class Path(Brief, Told):
    """A way through a puzzle, step by step."""

    #: What is known before the first step: givens and, if there was one, the half-filled board.
    start: Known
    steps: list[Step] = field(default_factory=list)
    #: What is known after the last step.
    known: Known | None = None
    #: How it ended: "solved", "open" (nothing more is forced), "contradiction", "stopped" (as asked), "time",
    #: "mistake".
    ending: str = "stopped"
    #: Facts that are forced but were not reached.
    missing: list[Fact] = field(default_factory=list)
    #: By strategies: how often one was applied, wherever it said something.
    rounds: int = 0
    seconds: float = 0.0

    @property
    def complete(self) -> bool:
        """Whether everything that is forced was reached."""
        return self.ending in ("solved", "open", "contradiction")
