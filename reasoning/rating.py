"""How hard a puzzle is: a vector of numbers, a score, a level, and the reason in words."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.work import seldom_collected
from cluewright.models.results import CheckResult, Verdict
from cluewright.models.showing import Brief, Told
from cluewright.reasoning.ease import choices, ease
from cluewright.reasoning.rounds import NESTED, SEARCH, WHAT_IF, Round, Rounds
from cluewright.reasoning.weights import weights
from cluewright.solvers.outcomes import TimeUp

#: A round is narrow if there are so many times more open places than those where something follows.
NARROW: Final = 8

_UNRATED: Final = {
    Verdict.NONE: "there is no solution",
    Verdict.SEVERAL: "there are several solutions",
    Verdict.UNKNOWN: "the time was up before the number of solutions was decided",
}


@dataclass(repr=False)
class Rating(Brief, Told):
    """How hard a puzzle is, if it has exactly one solution and the time was enough."""

    verdict: Verdict
    rounds: list[Round] = field(default_factory=list)
    #: Whether the rounds lead to the solution; otherwise the time was up.
    complete: bool = False
    #: How many unknowns had how many candidates at the start (none if all have two values).
    choices: dict[int, int] = field(default_factory=dict)
    #: WNEF by its weights, where there are such unknowns.
    ease: dict[str, float] = field(default_factory=dict)
    #: Published measures by name, where the rulebook has strategies.
    measures: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def hardest(self) -> int:
        """The cost of the hardest round."""
        return max((each.cost for each in self.rounds), default=0)

    @property
    def crux(self) -> tuple[Var, ...]:
        """What the hardest round is about."""
        return max(self.rounds, key=lambda each: each.cost).about if self.rounds else ()

    @property
    def average(self) -> float:
        """What the dearest step costs that leads to an unknown, on average over all of them: much, if a hard one is
        needed early."""
        dearest = total = 0
        for each, left in zip(self.rounds, [each.open for each in self.rounds[1:]] + [0], strict=False):
            dearest = max(dearest, each.cost)
            total += dearest * (each.open - left)
        return total / self.rounds[0].open if self.rounds else 0.0

    @property
    def slowest(self) -> float:
        """The highest effort of a round."""
        return max((each.effort for each in self.rounds), default=0.0)

    @property
    def effort(self) -> float:
        """The efforts of all rounds."""
        return sum(each.effort for each in self.rounds)

    @property
    def cost(self) -> int:
        """The costs of all rounds."""
        return sum(each.cost for each in self.rounds)

    @property
    def narrowest(self) -> int | None:
        """The fewest places in which something could be found, while more was open."""
        return min((each.places for each in self.rounds if each.places < each.open), default=None)

    @property
    def what_ifs(self) -> int:
        """How many rounds need a what-if."""
        return sum(each.kind == WHAT_IF for each in self.rounds)

    @property
    def nested(self) -> int:
        """How many rounds need what-ifs inside a what-if."""
        return sum(each.kind == NESTED for each in self.rounds)

    @property
    def links(self) -> int | None:
        """By how many parts of rules, one after the other, the longest what-if fails; None if there is none."""
        return max((each.links for each in self.rounds if each.links is not None), default=None)

    @property
    def searched(self) -> int:
        """How many unknowns are left to search."""
        return sum(each.places for each in self.rounds if each.kind == SEARCH)

    @property
    def score(self) -> float | None:
        """Higher is harder; None if there is no rating."""
        return self.least_score if self.complete else None

    @property
    def least_score(self) -> float:
        """What the rounds so far come to: each further one can only add to it."""
        return weights().score({name: getattr(self, name) for name in weights().parts})

    @property
    def level(self) -> int | None:
        """From 1 to 5; None if there is no rating."""
        return None if self.score is None else weights().level(self.score)

    @property
    def reason(self) -> str:
        """What makes it hard, in words, or why there is no rating."""
        if self.complete:
            return "; ".join(self._causes())
        return _UNRATED.get(self.verdict, "the time was up")

    def _causes(self) -> Iterator[str]:
        if self.searched:
            yield f"in round {len(self.rounds)} nothing short of a search helps: {self.searched} unknowns are open"
        if self.nested:
            yield f"{self.nested} round{'s need' if self.nested > 1 else ' needs'} what-ifs inside a what-if"
        if self.what_ifs:
            need = "1 round needs a what-if" if self.what_ifs == 1 else f"{self.what_ifs} rounds need a what-if"
            yield need if self.links is None else f"{need} of up to {self.links} link{'s' * (self.links > 1)}"
        if not (self.searched or self.nested or self.what_ifs):
            number = len(self.rounds)
            rounds = "1 round, in which" if number == 1 else f"{number} rounds, in each of which"
            yield f"{rounds} single parts of rules are enough" if number else "nothing is open"
        number, narrow = max(
            enumerate(self.rounds, 1), key=lambda item: item[1].open / item[1].places, default=(0, None)
        )
        if narrow is not None and narrow.places * NARROW <= narrow.open:
            where = "one place" if narrow.places == 1 else f"{narrow.places} places"
            yield f"in round {number} something follows in {where} only, of {narrow.open} that are open"

    def vector(self) -> dict[str, Any]:
        """The numbers behind the score."""
        return {
            "hardest": self.hardest,
            "average": round(self.average, 2),
            "slowest": round(self.slowest, 2),
            "effort": round(self.effort, 2),
            "cost": self.cost,
            "rounds": len(self.rounds),
            "narrowest": self.narrowest,
            "what_ifs": self.what_ifs,
            "links": self.links,
            "nested": self.nested,
            "searched": self.searched,
            "choices": self.choices,
            "ease": {name: round(value, 6) for name, value in self.ease.items()},
            **self.measures,
        }


@seldom_collected
def rate(
    puzzle: CompiledPuzzle, checked: CheckResult, *, deadline: float | None = None, most: float | None = None
) -> Rating:
    """Rate a puzzle of which it is known how many solutions it has; not to the end where the score gets as high as
    `most`."""
    started = time.monotonic()
    rating = Rating(checked.verdict)
    rating.puzzle = puzzle
    if checked.verdict is Verdict.UNIQUE:
        try:
            with Rounds(puzzle, checked.answers[0], weights(), deadline) as rounds:
                rating.choices = choices(rounds.pool, rounds.singles, rounds.known, rounds.goals)
                rating.ease = ease(rating.choices, max(map(len, (var.domain for var in puzzle.model.variables))))
                for each in rounds:
                    rating.rounds.append(each)
                    if most is not None and rating.least_score >= most:
                        break
                else:
                    rating.complete = True
        except TimeUp:
            pass
    rating.seconds = checked.seconds + time.monotonic() - started
    return rating
