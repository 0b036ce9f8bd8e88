"""A puzzle without a solution: clues that contradict each other, and the smallest set to drop."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from cluewright.compiler.elements import Seq
from cluewright.compiler.ground import CompiledPuzzle, compile_changed
from cluewright.compiler.ir import Var
from cluewright.models.edits import REMOVED
from cluewright.setting.clue import MOST_EFFORT, Clue, changes, effort, given_clues, other_words
from cluewright.setting.conflict import find_conflict
from cluewright.setting.fewest import minimal
from cluewright.setting.hitting import HittingSets
from cluewright.setting.offers import Offers
from cluewright.setting.remedy import Repair
from cluewright.setting.variant import Variant, Variants

#: How long to look for the reason why there is no solution, of the whole time.
_CONFLICT_SECONDS: Final = 10.0
#: So many puzzles with other clues are tried one after the other.
MOST_TRIED: Final = 600
#: A clue with more than so many entries is not tried with words in all of them.
_MOST_ENTRIES: Final = 4


class Dropping:
    """The smallest set of clues to leave out (or to put a word such as `?` for) so that there is a solution.

    For clues that only exclude solutions, contradictions tell which to drop. The others may do anything, so that every
    choice among them is another puzzle, tried in the order of size.
    """

    def __init__(
        self, puzzle: CompiledPuzzle, result: Repair, deadline: float | None, tried: Callable[[int], None]
    ) -> None:
        self.puzzle = puzzle
        self.result = result
        self.deadline = deadline
        self.tried = tried
        self.clues = given_clues(puzzle)
        #: The smallest change so far, and a solution that it allows.
        self.best: dict[Clue, Any] | None = None
        self.solution: dict[Var, int] = {}
        #: What it took to make puzzles that were tried.
        self.effort = 0

    def run(self) -> None:
        """The contradiction, then the clues to drop."""
        left = None if self.deadline is None else max(0.0, self.deadline - time.monotonic())
        seconds = _CONFLICT_SECONDS if left is None else min(_CONFLICT_SECONDS, left / 2)
        self.result.conflict = find_conflict(self.puzzle.model, timeout=seconds)
        with Variants(self.puzzle, self.clues, self.deadline) as variants:
            self.search(variants)

    def search(self, variants: Variants) -> None:
        """All choices in the order of size, as long as that is a matter of some hundreds; then any that helps."""
        others = [clue for clue in self.clues if not variants.is_assumed(clue)]
        options = {clue: list(self.options(clue)) for clue in others}
        complete = all(len(clue.value) <= _MOST_ENTRIES for clue in others if isinstance(clue.value, tuple))
        half = None if self.deadline is None else (time.monotonic() + self.deadline) / 2
        for tried, changed in enumerate(_choices(options)):
            if self.best is not None and len(changed) >= len(self.best):
                break
            late = half is not None and time.monotonic() > half
            if tried >= MOST_TRIED or (self.effort > MOST_EFFORT and len(changed) > 1) or late:
                complete = False
                break
            self.try_choice(variants, changed)
            self.tried(tried + 1)
        if self.best is None and not complete:
            self.try_all(variants, options)
        self.result.smallest = complete and self.best is not None
        if self.best is None:
            self.result.reason = "no clues were found that could be dropped to make it solvable"
            if complete:
                self.result.reason = "the rules contradict each other, whatever clues are dropped"

    def options(self, clue: Clue) -> Iterator[object]:
        """What may stand for a clue: nothing, or a word such as `?`, of a list in any of its entries."""
        yield REMOVED
        if not isinstance(clue.value, tuple):
            yield from other_words(self.puzzle, clue)
        elif len(clue.value) <= _MOST_ENTRIES:
            entries = [Clue(clue.layer, clue.element, clue.value, part=i) for i in range(len(clue.value))]
            possible = [[entry.said, *other_words(self.puzzle, entry)] for entry in entries]
            yield from itertools.islice(map(Seq, itertools.product(*possible)), 1, None)

    def try_choice(self, variants: Variants, changed: Mapping[Clue, object]) -> None:
        """With these clues changed: the fewest others to drop, if that is less than the best so far."""
        variant = variants.of(changed)
        self.effort += 0 if variant is None else effort(variant.puzzle)
        if variant is None or variant.solve(()) is None:
            return
        below = None if self.best is None else len(self.best) - len(changed)
        found = self.fewest(variant, variants.assumed, below)
        if found is not None:
            self.accept(variant, {**changed, **dict.fromkeys(found, REMOVED)})

    def try_all(self, variants: Variants, options: Mapping[Clue, list[object]]) -> None:
        """All clues that change more than solutions at once, in each way; then as many as possible are put back."""
        most = max(map(len, options.values()))
        for number in range(most):
            changed = {clue: values[min(number, len(values) - 1)] for clue, values in options.items()}
            self.try_choice(variants, changed)
            if self.best is None:
                continue
            for clue in list(changed):
                fewer = {other: value for other, value in changed.items() if other is not clue}
                before = len(self.best)
                self.try_choice(variants, fewer)
                if len(self.best) < before:
                    changed = fewer
            return

    def fewest(self, variant: Variant, clues: list[Clue], below: int | None) -> list[Clue] | None:
        """The fewest clues without which there is a solution; None if that takes `below` or more."""
        sets: HittingSets[Clue] = HittingSets(clues)
        try:
            while (dropped := sets.smallest(self.deadline, below)) is not None:
                gone = set(dropped)
                kept = [clue for clue in clues if clue not in gone]
                solution = variant.solve(kept)
                if solution is not None:
                    self.solution = solution
                    return dropped
                sets.add(_contradiction(variant, kept))
            return None
        finally:
            sets.close()

    def accept(self, variant: Variant, dropped: dict[Clue, object]) -> None:
        """Note what was found, and what a solution says about the dropped clues."""
        self.best = dropped
        result = self.result
        result.dropped, result.instead = list(dropped), {}
        result.repaired = self.puzzle.loaded.edited(changes(dropped))
        found = {var.name: value for var, value in self.solution.items()}
        local: dict[Any, Clue] = {}
        for clue, value in dropped.items():
            if clue.fixes:
                layer = variant.puzzle.model.unknowns[clue.layer]
                if clue.key in variant.variables:
                    number = self.solution[variant.variables[clue.key]]
                    result.instead[clue] = layer.said(number)
            elif value is not REMOVED:
                result.instead[clue] = value
            elif clue in variant.literals:
                local[clue.key] = clue
        if local:
            repaired = compile_changed(self.puzzle, changes(dropped))
            offers = Offers(repaired, self.deadline)
            for offer in offers.local_clues([found[var.name] for var in repaired.model.variables], set(local)):
                result.instead.setdefault(local[offer.key], offer.value)


def _choices(options: Mapping[Clue, list[object]]) -> Iterator[dict[Clue, object]]:
    """Every way to change clues, few of them first."""
    for size in range(len(options) + 1):
        for chosen in itertools.combinations(options, size):
            for values in itertools.product(*(options[clue] for clue in chosen)):
                yield dict(zip(chosen, values, strict=True))


def _contradiction(variant: Variant, kept: Iterable[Clue]) -> list[Clue]:
    """Clues among the kept ones that already exclude every solution, as few as it is easy to find."""
    by_literal = {variant.literals[clue]: clue for clue in kept}
    found: list[int] = []
    for some in minimal(variant.engine, list(by_literal), variant.deadline, variant.always):
        found = some
    return [by_literal[literal] for literal in found]
