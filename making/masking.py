"""Given values are masked one after the other: the tuned masking of "Ease and Toil", for all puzzles in which values
differ.

A strategy says which value goes next. Where that leads nowhere any more, a few values come back, chosen by the same
strategies, and the best mask is kept. Two things differ from what was published. Its test for a single solution takes
branches with several solutions for branches with none; here it is proved. And its classes of the ease are on another
scale than its definition, so that only the ends of its levels are used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from cluewright.compiler.ground import CompiledPuzzle, compile_changed
from cluewright.compiler.ir import Var
from cluewright.making.differing import Differing
from cluewright.making.recipe import Recipe, impossible
from cluewright.making.wishes import clue_count
from cluewright.models.edits import REMOVED
from cluewright.models.loading import LoadedPuzzle
from cluewright.setting.clue import Clue, changes, given_clues
from cluewright.setting.symmetry import Symmetry
from cluewright.solvers.sat import SatEngine

#: So many values come back before the next attempt.
_BACK: Final = (1, 2, 3)

#: Values that the symmetry takes to each other go together.
Orbit = tuple[Var, ...]
#: Which of some orbits is next; the flag says whether they go or come back.
Strategy = Callable[[list[Orbit], bool], Orbit | None]


@dataclass(frozen=True)
class Tuning:
    """A level: which strategies choose, how often one tries, and where one stops."""

    strategies: tuple[str, ...]
    attempts: int
    #: So many failures in a row end an attempt.
    failures: int
    #: An ease that is low enough.
    enough: float
    #: With a higher ease every value that is left is tried once more.
    cleanup: float
    #: Every so many failures in a row (none too) one more random choice is among the strategies.
    rate: int = 0
    #: Whether only what singles solve counts.
    by_singles: bool = True


_TRIMMING: Final = ("values", "low", "group", "dependents")
#: Published for Sudoku: the strategies, attempts, failures and ends of each level.
TUNINGS: Final = {
    "mask": Tuning(("random",), 0, 0, 0.0, 0.0, by_singles=False),
    "mask-easy": Tuning(("high",), 1, 5, 0.32, 0.4, 0),
    "mask-medium": Tuning(("random",), 5, 2, 0.28, 0.28, 40),
    "mask-hard": Tuning(_TRIMMING, 10, 3, 0.2, 0.2, 10),
    "mask-evil": Tuning((*_TRIMMING, *("low",) * 6), 100, 3, 0.0, 0.0, 10, by_singles=False),
}
_ANNEALERS: Final = ("random", *_TRIMMING)


class Masking:
    """A solution of which as much is masked as a level wants."""

    def __init__(
        self,
        recipe: Recipe,
        full: CompiledPuzzle,
        solution: Mapping[Var, int],
        chance: Random,
        tuning: Tuning,
        *,
        symmetry: str = "none",
        deadline: float | None = None,
        least: int = 0,
    ) -> None:
        """At least so many clues are left. Raises CluewrightError if the puzzle gives no values, or none of its rules
        says that they differ."""
        self._full = full
        self._chance = chance
        self._tuning = tuning
        self._deadline = deadline
        layers = full.model.unknowns
        self._clues: dict[Var, Clue] = {
            layers[clue.layer].variables[clue.element]: clue for clue in given_clues(full) if clue.fixes
        }
        if not self._clues:
            raise impossible(recipe, "none of its clues gives a value away that could be masked")
        self._bare = compile_changed(full, changes(dict.fromkeys(self._clues.values(), REMOVED)))
        named = {var.name: var for layer in self._bare.model.unknowns.values() for var in layer.variables.values()}
        self._solution = {named[var.name]: value for var, value in solution.items()}
        self._own = {named[var.name]: clue for var, clue in self._clues.items()}
        self.differing = Differing(self._bare, self._own)
        self._least = least - (clue_count(full) - len(self._own))
        if not self.differing.groups:
            raise impossible(recipe, "none of its rules says that values differ, so that candidates cannot be counted")
        self._orbits = self._in_orbits(symmetry)
        self.given = {var: self._solution[var] for var in self._own}
        self._failed = Counter[Var]()
        self._last: Orbit | None = None
        #: The ease after the first attempt, and at the end.
        self.first = self.ease = 1.0
        with SatEngine(self._bare.model, deadline=deadline) as self._engine:
            self._engine.block(dict(self._solution))
            self._mask()

    @property
    def loaded(self) -> LoadedPuzzle:
        """The puzzle with what is left."""
        masked = [clue for var, clue in self._own.items() if var not in self.given]
        return self._full.loaded.edited(changes(dict.fromkeys(masked, REMOVED)))

    def _in_orbits(self, symmetry: str) -> list[Orbit]:
        if self._full.board is None:
            return [(var,) for var in self._own]
        by_element: dict[object, list[Var]] = {}
        for var, clue in self._own.items():
            by_element.setdefault(clue.element, []).append(var)
        orbits = Symmetry(self._full.board, symmetry).orbits(by_element)
        return [tuple(var for element in orbit for var in by_element[element]) for orbit in orbits]

    # ------------------------------------------------------------ the search

    def _mask(self) -> None:
        best = dict(self.given)
        named = self._strategies()
        chosen = [strategy for name in self._tuning.strategies for strategy in named[name]]
        back = [strategy for name in _ANNEALERS for strategy in named[name]]
        for attempt in range(self._tuning.attempts):
            self._attempt(chosen, named["random"])
            ease = self.differing.ease(self.given)
            if attempt == 0:
                self.first = ease
            if ease < self.ease:
                best, self.ease = dict(self.given), ease
            else:
                self.given = dict(best)
            if attempt + 1 < self._tuning.attempts:
                self._come_back(back)
        self.given = best
        self._clean_up()

    def _attempt(self, strategies: list[Strategy], more: list[Strategy]) -> None:
        """Values go until too many in a row cannot, or it is hard enough."""
        failures = 0
        while failures < self._tuning.failures and self.differing.ease(self.given) > self._tuning.enough:
            left = self._there()
            orbit = self._chance.choice(strategies)(left, True) if left else None
            if self._tuning.rate and failures % self._tuning.rate == 0:
                strategies += more
            if orbit is None:
                return
            if self._goes(orbit, by_singles=self._tuning.by_singles):
                self._failed[orbit[0]] = failures = 0
            else:
                self._failed[orbit[0]] += 1
                failures += 1

    def _clean_up(self) -> None:
        """Once more all that is left, one after the other."""
        orbits = self._there()
        if not self._tuning.attempts:
            self._chance.shuffle(orbits)
        self.ease = self.differing.ease(self.given)
        for orbit in orbits if self.ease > self._tuning.cleanup else ():
            if self.ease <= self._tuning.enough:
                return
            if self._goes(orbit, by_singles=False):
                self.ease = self.differing.ease(self.given)

    def _come_back(self, strategies: list[Strategy]) -> None:
        for _ in range(self._chance.choice(_BACK)):
            gone = [orbit for orbit in self._orbits if orbit[0] not in self.given]
            orbit = self._chance.choice(strategies)(gone, False) if gone else None
            for var in orbit or ():
                self.given[var] = self._solution[var]

    def _there(self) -> list[Orbit]:
        return [orbit for orbit in self._orbits if orbit[0] in self.given]

    def _goes(self, orbit: Orbit, *, by_singles: bool) -> bool:
        """Mask it, if the solution stays the only one; otherwise leave it."""
        left = {var: value for var, value in self.given.items() if var not in set(orbit)}
        if len(left) < self._least:
            return False
        if by_singles and len(self._own) == len(self._solution):
            goes = self.differing.is_solved_by_singles(left)
        else:
            goes = self._engine.solve(list(left.items()), self._deadline) is None
        if goes:
            self.given = left
        return goes

    # ------------------------------------------------------------ which is next

    def _strategies(self) -> dict[str, list[Strategy]]:
        """The strategies by name; there is one for each kind of groups."""
        return {
            "random": [lambda orbits, goes: self._chance.choice(orbits)],
            "low": [self._by(lambda orbit: -self._choices(orbit) - self._persistence(orbit))],
            "high": [self._by(lambda orbit: self._choices(orbit) + 1 / self._persistence(orbit))],
            "dependents": [self._by(lambda orbit: self._dependents(orbit) + 1 / self._persistence(orbit))],
            "values": [self._trim_values],
            "group": [self._trimmed(groups) for groups in self.differing.kinds.values()],
        }

    def _persistence(self, orbit: Orbit) -> int:
        return 1 + self._failed[orbit[0]]

    def _choices(self, orbit: Orbit) -> int:
        return sum(self.differing.candidates(self.given, var).bit_count() for var in orbit)

    def _dependents(self, orbit: Orbit) -> int:
        groups = [group for group in self.differing.groups if not set(orbit).isdisjoint(group)]
        return sum(len(self._given_in(group)) for group in groups)

    def _given_in(self, group: Iterable[Var]) -> list[Var]:
        return [var for var in group if var in self.given]

    def _by(self, score: Callable[[Orbit], float]) -> Strategy:
        """The best by a score (by chance, if several are), but not the same twice in a row."""

        def best(orbits: list[Orbit], goes: bool) -> Orbit:
            others = [orbit for orbit in orbits if orbit is not self._last] or orbits
            scores = [score(orbit) for orbit in others]
            most = max(scores)
            self._last = self._chance.choice([orbit for orbit, its in zip(others, scores, strict=True) if its == most])
            return self._last

        return best

    def _trimmed(self, groups: list[list[Var]]) -> Strategy:
        """One of the group in which most is given (or least, for what comes back)."""

        def trim(orbits: list[Orbit], goes: bool) -> Orbit | None:
            of = {var: orbit for orbit in orbits for var in orbit}
            owner = {var: orbit for orbit in self._orbits for var in orbit}

            def weight(group: list[Var]) -> float:
                return sum(1 + 1 / self._persistence(owner[var]) for var in self._given_in(group))

            scores = [weight(group) for group in groups]
            wanted = max(scores) if goes else min(scores)
            group = self._chance.choice([g for g, its in zip(groups, scores, strict=True) if its == wanted])
            found = [of[var] for var in group if var in of]
            return self._chance.choice(found) if found else None

        return trim

    def _trim_values(self, orbits: list[Orbit], goes: bool) -> Orbit:
        """One of those with the value that is there most often."""
        weights: dict[int, float] = {}
        for orbit in orbits:
            for var in orbit:
                value = self._solution[var]
                weights[value] = weights.get(value, 0.0) + 1 / self._persistence(orbit)
        value = max(weights, key=lambda each: weights[each])
        return self._chance.choice([orbit for orbit in orbits if any(self._solution[var] == value for var in orbit)])
