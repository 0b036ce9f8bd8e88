"""A puzzle without a solution: clues that contradict each other, and the smallest set to drop."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from cluewright.compiler.elements import Group, Seq, Text
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.values import parse_values
from cluewright.models.edits import REMOVED, ClueKey
from cluewright.models.errors import CluewrightError
from cluewright.setting.clues import Clue
from cluewright.setting.conflict import find_conflict
from cluewright.setting.fewest import minimal
from cluewright.setting.hitting import HittingSets
from cluewright.setting.locality import local_constraints
from cluewright.setting.offers import Offers, added, edited
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.sat import SatEngine

if TYPE_CHECKING:
    from cluewright.setting.repair import Repair

#: How long to look for the reason why there is no solution, of the whole time.
_CONFLICT_SECONDS: Final = 10.0
#: So many sets of clues are tried one after the other.
MOST_TRIED: Final = 600


class Dropping:
    """The smallest set of clues without which there is a solution."""

    def __init__(self, puzzle: CompiledPuzzle, result: Repair, deadline: float | None) -> None:
        self.puzzle = puzzle
        self.result = result
        self.deadline = deadline
        self.names = [var.name for var in puzzle.model.variables]
        self.local = local_constraints(puzzle)
        #: What may stand in place of each clue, the weakest first.
        self.removal: dict[Clue, list[Any]] = {}
        #: The puzzle in which the clues that can be assumed are off, and what to assume for each.
        self.engine: SatEngine | None = None
        self.assumed: dict[Clue, list[int]] = {}

    def run(self) -> None:
        """The contradiction, then the clues to drop."""
        left = None if self.deadline is None else max(0.0, self.deadline - time.monotonic())
        seconds = _CONFLICT_SECONDS if left is None else min(_CONFLICT_SECONDS, left / 2)
        self.result.conflict = find_conflict(self.puzzle.model, timeout=seconds, most=None)
        for name, layer in self.puzzle.clues.items():
            for element, value in layer.items():
                if not isinstance(value, Group):
                    self.note(Clue(name, element, value, fixes=name in self.puzzle.model.unknowns))
        try:
            self.search()
        finally:
            if self.engine is not None:
                self.engine.close()

    def can_assume(self, clue: Clue) -> bool:
        """Whether a clue only excludes solutions and changes nothing else."""
        return clue.fixes or clue.key in self.local

    def search(self) -> None:
        """Of clues that only exclude solutions, conflicts tell which to drop; others may do anything."""
        clues = list(self.removal)
        simple = all(map(self.can_assume, clues))
        if not simple and self.try_few(clues):
            return
        if self.solution_without(clues) is None:
            self.result.reason = "no clues were found that could be dropped to make it solvable"
            if simple:
                self.result.reason = "the rules contradict each other, whatever these clues are"
            return
        sets: HittingSets[Clue] = HittingSets(clues)
        try:
            while (dropped := sets.smallest(self.deadline)) is not None:
                solution = self.solution_without(dropped)
                if solution is not None:
                    self.accept({clue: self.removal[clue][0] for clue in dropped}, solution, smallest=simple)
                    return
                sets.add(self.conflict_among([c for c in clues if c not in set(dropped)], clues))
        finally:
            sets.close()

    def try_few(self, clues: list[Clue]) -> bool:
        """One clue, then two, then three, as long as that is a matter of some hundreds of tries."""
        for size in (1, 2, 3):
            if math.comb(len(clues), size) > MOST_TRIED:
                return False
            for chosen in itertools.combinations(clues, size):
                for values in itertools.product(*(self.removal[clue] for clue in chosen)):
                    changed = self.compiled(dict(zip(chosen, values, strict=True)))
                    solution = None if changed is None else self.solve(changed)
                    if solution is not None:
                        self.accept(dict(zip(chosen, values, strict=True)), solution, smallest=True)
                        return True
        return False

    def accept(self, dropped: dict[Clue, Any], solution: dict[Var, int], *, smallest: bool) -> None:
        """Note what was found, and what a solution says about the dropped clues."""
        self.result.dropped = list(dropped)
        self.result.smallest = smallest
        self.result.repaired = edited(self.puzzle.loaded, self.changes(dropped))
        found = {var.name: value for var, value in solution.items()}
        for clue, value in dropped.items():
            if clue.fixes:
                layer = self.puzzle.model.unknowns[clue.layer]
                number = found[layer.variables[clue.element].name]
                self.result.instead[clue] = bool(number) if layer.is_bool else layer.words.get(number, number)
            elif value is not REMOVED:
                self.result.instead[clue] = value if clue.part is None else value[clue.part]
        local = {clue.key: clue for clue in dropped if not clue.fixes and clue.key in self.local}
        if local:
            repaired = compile_puzzle(self.result.repaired)
            offers = Offers(repaired, self.deadline)
            for offer in offers.local_clues([found[var.name] for var in repaired.model.variables], set(local)):
                self.result.instead[local[offer.key]] = offer.value

    @staticmethod
    def changes(dropped: Mapping[Clue, Any]) -> dict[ClueKey, Any]:
        """What to change so that these clues are gone."""
        return added(replace(clue, value=value) for clue, value in dropped.items())

    def note(self, clue: Clue) -> None:
        """How a clue can go: it is taken away, or a word such as `?` stands there or in one of its entries instead."""
        if self.can_assume(clue):
            self.removal[clue] = [REMOVED]
            return
        words = [Text(word) for word in self.words(clue.layer)]
        if not isinstance(clue.value, tuple):
            self.note_options(clue, [REMOVED, *(word for word in words if word != clue.value)])
        elif not self.note_options(clue, [REMOVED]):
            for part, item in enumerate(clue.value):
                weaker = [Seq(w if i == part else v for i, v in enumerate(clue.value)) for w in words if w != item]
                self.note_options(replace(clue, part=part), weaker)

    def words(self, layer: str) -> list[str]:
        """The words among the values of a layer."""
        for loaded in reversed(self.puzzle.loaded.rulebooks):
            if layer in loaded.rulebook.clues:
                return parse_values(loaded.rulebook.clues[layer].values, lambda text: 0).words
        return []

    def note_options(self, clue: Clue, options: list[Any]) -> bool:
        """Keep those that leave the puzzle about the same unknowns; whether there are any."""
        possible = []
        for option in options:
            changed = self.compiled({clue: option})
            if changed is not None and [var.name for var in changed.model.variables] == self.names:
                possible.append(option)
        if possible:
            self.removal[clue] = possible
        return bool(possible)

    def compiled(self, dropped: Mapping[Clue, Any]) -> CompiledPuzzle | None:
        """The puzzle with other clues, if it is one."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise TimeUp
        try:
            return compile_puzzle(edited(self.puzzle.loaded, self.changes(dropped)))
        except CluewrightError:
            return None

    def solve(self, puzzle: CompiledPuzzle) -> dict[Var, int] | None:
        """Some solution."""
        with SatEngine(puzzle.model, deadline=self.deadline) as engine:
            return engine.solve(deadline=self.deadline)

    def solution_without(self, dropped: Iterable[Clue]) -> dict[Var, int] | None:
        """A solution of the puzzle without these clues."""
        gone = set(dropped)
        if all(map(self.can_assume, self.removal)):
            engine = self.engine = self.engine or self.make_engine()
            kept = [literal for clue, literals in self.assumed.items() if clue not in gone for literal in literals]
            return engine.solve(kept, self.deadline)
        changed = self.compiled({clue: self.removal[clue][0] for clue in gone})
        return None if changed is None else self.solve(changed)

    def make_engine(self) -> SatEngine:
        """The puzzle in which all clues are off."""
        changed = self.compiled({clue: REMOVED for clue in self.removal if clue.fixes})
        assert changed is not None
        local = local_constraints(changed)
        guarded = {position for positions in local.values() for position in positions}
        engine = SatEngine(changed.model, deadline=self.deadline, selectors=guarded)
        variables = {var.name: var for var in changed.model.variables}
        for clue in self.removal:
            if clue.fixes:
                name = self.puzzle.model.unknowns[clue.layer].variables[clue.element].name
                self.assumed[clue] = [engine.literal(variables[name], int(clue.value))]
            else:
                self.assumed[clue] = [engine.selectors[position] for position in local[clue.key]]
        return engine

    def conflict_among(self, kept: list[Clue], everything: list[Clue]) -> list[Clue]:
        """Clues among the kept ones that already exclude every solution, as few as it is easy to find."""
        if self.engine is not None:
            literals = {literal: clue for clue in kept for literal in self.assumed[clue]}
            for some in minimal(self.engine, list(literals), self.deadline):
                found = dict.fromkeys(literals[literal] for literal in some)
            return list(found)
        chosen = list(kept)
        for clue in list(chosen):
            rest = [c for c in chosen if c is not clue]
            keeping = set(rest)
            if self.solution_without(c for c in everything if c not in keeping) is None:
                chosen = rest
        return chosen
