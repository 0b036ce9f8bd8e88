"""Why no puzzle came about, in words."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import inf
from typing import Final

from cluewright.making.wishes import Tried, Wishes
from cluewright.reasoning.rating import Rating

#: What a board has before clues are taken away, by the way to make it.
_WITH: Final = dict.fromkeys(("strip", "structure", "language"), " even with all its clues")
#: So many names are told.
_MOST_NAMES: Final = 4


@dataclass
class Why:
    """What became of the tries so far."""

    #: How many boards had a solution, and how many of these had only one, with all their clues.
    begun: int = 0
    whole: int = 0
    #: The layers of unknowns that were not decided by all clues of a board, where that was last so.
    left: Collection[str] = ()
    #: The layers whose places were last not symmetric, where they should be.
    uneven: Collection[str] = ()
    #: Whether a puzzle was as wished only because nothing was left to do.
    is_idle: bool = False
    #: The fewest clues that a puzzle had, where there should be fewer.
    fewest: int | None = None
    #: How a puzzle that came nearest stood to the wishes.
    nearest: Tried | None = None

    def come(self, found: Tried) -> None:
        """A puzzle that is not as wished."""
        distance = inf if self.nearest is None else self.nearest.distance
        if found.rating is not None and found.rating.complete and found.distance < distance:
            self.nearest = found

    def left_with(self, clues: int) -> None:
        """A puzzle that has too many clues at least."""
        self.fewest = clues if self.fewest is None else min(self.fewest, clues)

    def text(self, wishes: Wishes, *, in_time: bool) -> str:
        """In words; `in_time` if all tries were made."""
        late = "" if in_time else "the time was up: "
        if not self.begun and self.uneven:
            return late + self.not_even(wishes)
        if not self.begun:
            return late + ("its rules have no solution on these boards" if in_time else "no board had a solution yet")
        if not self.whole:
            where = " with clues where the pattern has them" if wishes.pattern else _WITH.get(wishes.way, "")
            names = ", ".join(f"'{name}'" for name in sorted(self.left)[:_MOST_NAMES])
            more = f" (what is not decided is {names})" if names else ""
            return f"{late}every board had several solutions{where}{more}"
        return f"{late}no try led to what is wished{self._near(wishes)}"

    def not_even(self, wishes: Wishes) -> str:
        """Which layers have not got the symmetry that is wished."""
        names = " and ".join(f"'{name}'" for name in self.uneven)
        return f"the places of {names} do not come in the symmetry '{wishes.symmetry}'"

    def so_far(self, board: int) -> str:
        """How far the search is, for whoever watches."""
        rating = self._rating
        near = "" if rating is None else f", nearest: level {rating.level}, score {rating.score}"
        return f"board {board}{near}" if board else ""

    @property
    def _rating(self) -> Rating | None:
        rating = None if self.nearest is None else self.nearest.rating
        return None if rating is None or rating.score is None else rating

    def _near(self, wishes: Wishes) -> str:
        if self.is_idle:
            return " but puzzles with nothing left to do"
        if self.fewest is not None:
            return f" (at least {self.fewest} clues were left)"
        rating = self._rating
        if rating is None:
            return ""
        nearest = "one" if wishes.level is None else "the nearest"  # nobody knows how near an expression is
        return f" ({nearest} was of level {rating.level}, score {rating.score})"
