"""What a new puzzle should be like, and whether it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Final

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.making.condition import Condition
from cluewright.models.edits import ClueKey
from cluewright.models.errors import CluewrightError, Problem
from cluewright.models.results import CheckResult
from cluewright.reasoning.rating import Rating, rate
from cluewright.reasoning.strategies.evaluation import Strategies
from cluewright.reasoning.strategies.solving import solve_by
from cluewright.reasoning.weights import weights

#: More clues are needed than there are, fewer, or neither.
TOO_HARD: Final = 1
TOO_EASY: Final = -1
AS_WISHED: Final = 0


@dataclass(frozen=True)
class Wishes:
    """What somebody wants."""

    level: int | None = None
    symmetry: str = "none"
    #: Fewest and most clues.
    clues: tuple[int, int] | None = None
    #: Strategies that must be enough; none named are all of the rulebook.
    strategies: tuple[str, ...] | None = None
    #: Where the clues stand, as a picture made of characters.
    pattern: str | None = None
    #: What should be true of the rating.
    rating: str | None = None
    #: How it comes about.
    way: str = "strip"

    @property
    def are_about_solving(self) -> bool:
        """Whether anything is wished that only solving a puzzle tells."""
        return self.strategies is not None or self.level is not None or self.rating is not None

    @property
    def may_be_too_hard(self) -> bool:
        """Whether a puzzle can be too hard even with all clues it may have: nothing is for the highest level."""
        return self.strategies is not None or (self.level is not None and weights().scores(self.level)[1] < inf)


@dataclass
class Tried:
    """A puzzle, what is known of it, and how it stands to the wishes."""

    fit: int
    rating: Rating | None = None
    #: By how many points the score misses the wished level.
    distance: float = 0.0
    #: Whether it is too hard even with all its clues.
    whole: bool = False
    #: What became of the clues that went or say less, in their order.
    gone: Mapping[ClueKey, object] = field(default_factory=dict)

    @property
    def is_below(self) -> bool:
        """Whether the score is too low with the fewest clues."""
        return self.fit == TOO_EASY and self.distance > 0

    @property
    def crux(self) -> tuple[Var, ...]:
        """Where it is hardest, if that is what is wrong with it."""
        return self.rating.crux if self.rating is not None and self.fit == TOO_HARD else ()


def tried(
    wishes: Wishes, puzzle: CompiledPuzzle, checked: CheckResult, deadline: float | None, *, far: float = 0.0
) -> Tried:
    """How a puzzle with one solution stands to the wishes; the cheapest questions first. How much too hard it is, is
    followed up to so many points and no `far`ther."""
    result = Tried(AS_WISHED)
    for fit in _fits(wishes, puzzle, checked, deadline, far, result):
        if fit == TOO_HARD:  # whatever else is wished, more clues are needed
            result.fit = TOO_HARD
            return result
        result.fit = result.fit or fit
    return result


def _fits(
    wishes: Wishes, puzzle: CompiledPuzzle, checked: CheckResult, deadline: float | None, far: float, result: Tried
) -> Iterator[int]:
    if wishes.clues is not None:
        number = clue_count(puzzle) + len(puzzle.loaded.puzzle.constraints)  # a sentence is a clue, too
        yield TOO_HARD if number < wishes.clues[0] else TOO_EASY if number > wishes.clues[1] else AS_WISHED
    if wishes.strategies is not None:
        path = solve_by(Strategies(puzzle, wishes.strategies or None))
        yield AS_WISHED if path.ending == "solved" else TOO_HARD
    if wishes.level is None and wishes.rating is None:
        return
    begin, end = weights().scores(wishes.level) if wishes.level is not None else (0.0, inf)
    result.rating = rate(puzzle, checked, deadline=deadline, most=end + far)
    if wishes.level is not None:
        score = result.rating.least_score
        result.distance = max(begin - score, score - end, 0.0)
        is_easy = result.rating.complete and score < end  # what could not be rated in time counts as hard
        yield TOO_HARD if not is_easy else TOO_EASY if score < begin else AS_WISHED
    if wishes.rating is not None:  # nobody knows on which side it fails: with more clues there are more to choose from
        is_so = result.rating.complete and Condition(wishes.rating, puzzle).holds(result.rating)
        yield AS_WISHED if is_so else TOO_HARD


def clue_count(puzzle: CompiledPuzzle) -> int:
    """How many clues a puzzle has. Areas that fill the board are none: each cell says in which of them it lies."""
    layers = puzzle.program.clues
    return sum(len(clues) for name, clues in puzzle.clues.items() if layers[name].spec.values != "regions")


def is_given_away(puzzle: CompiledPuzzle) -> bool:
    """Whether clues say the whole solution: nothing is left to do."""
    return all(
        len(var.domain) == 1 or element in puzzle.clues.get(name, ())
        for name, layer in puzzle.model.unknowns.items()
        for element, var in layer.variables.items()
    )


def demand_level(level: int | None) -> None:
    """Raises CluewrightError if there is no such level."""
    most = len(weights().levels)
    if level is not None and level not in range(1, most + 1):
        raise CluewrightError(Problem(f"{level} is no level", hint=f"they are 1 to {most}"))


def clue_range(said: str | int) -> tuple[int, int]:
    """What `--clues` says: a number, or MIN..MAX with one of them left out."""
    match = re.fullmatch(r"([0-9]{1,4})|([0-9]{0,4})\.\.([0-9]{0,4})", str(said).strip())
    if match is None or not any(match.groups()):
        raise CluewrightError(Problem(f"'{said}' is no number of clues", hint="write 24, 20..30, 20.. or ..30"))
    low = int(match[1] or match[2] or 0)
    high = low if match[1] else int(match[3] or 10**6)
    if low > high:
        raise CluewrightError(Problem(f"no number is in {said}", hint=f"write {high}..{low}"))
    return low, high


def strategy_names(said: str) -> tuple[str, ...]:
    """What `--by` says: `strategies`, or `strategies=NAME,NAME`."""
    kind, _, names = said.partition("=")
    if kind.strip() != "strategies":
        raise CluewrightError(Problem(f"'{said}' is no way to solve", hint="write strategies, or strategies=NAME,NAME"))
    return tuple(name.strip() for name in names.split(",") if name.strip())
