"""A puzzle with several solutions: clues to add so that one is left."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from cluewright.compiler.evaluate import evaluate
from cluewright.compiler.ground import CompiledPuzzle, compile_changed
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Constraint, spell
from cluewright.models.edits import ClueKey
from cluewright.setting.clue import MOST_EFFORT, Clue, added, compile_edited, effort, is_word, value_spec
from cluewright.setting.fewest import fewest, minimal
from cluewright.setting.offers import Offers, breaks, possible_numbers
from cluewright.setting.remedy import Repair
from cluewright.setting.variant import Variant
from cluewright.solvers.sat import SatEngine

#: If no solution is wanted in particular, so many are tried, ...
MOST_SOLUTIONS: Final = 20
#: ... and no further one after so many seconds.
_ENOUGH_SECONDS: Final = 5.0
#: So many sets of clues that may change anything are tried one after the other.
MOST_TRIED: Final = 600


class Adding:
    """Looks for the fewest clues; whatever is found is noted in the result at once."""

    def __init__(
        self, puzzle: CompiledPuzzle, result: Repair, deadline: float | None, tried: Callable[[int], None]
    ) -> None:
        self.puzzle = puzzle
        self.result = result
        self.deadline = deadline
        self.tried = tried
        self.offers = Offers(puzzle, deadline)

    def run(self, wanted: Mapping[Var, int] | None) -> None:
        """Clues that can be assumed first: of these the fewest can be found. Then all others, if they are few."""
        everywhere = self.assume(dict(wanted)) if wanted is not None else self.for_any()
        few = self.result.added
        if few is None:
            for solution in [wanted] if wanted is not None else itertools.islice(self.some_solutions(), MOST_SOLUTIONS):
                self.one_by_one(dict(solution))
                if self.result.added is not None or self.offers.effort > MOST_EFFORT:
                    break
        all_tried = self.try_others(wanted)
        self.claim(everywhere, all_tried, by_assumption=few is not None and self.result.added is few)
        if self.result.added is None:
            self.result.reason = self.result.reason or self.why_not()

    def claim(self, everywhere: bool, all_tried: bool, *, by_assumption: bool) -> None:
        """Say no more than was proved: `everywhere` is about all solutions (or the wanted one) and clues that can be
        assumed, `all_tried` about sets with others, `by_assumption` about this solution."""
        result = self.result
        if result.added is None:
            return
        if len(result.added) == 1:  # and none at all does not do
            result.smallest = True
            return
        assumed = [*self.fixing_layers(), *(layer for layer in self.offers.specs if layer in self.offers.local)]
        looked_at = [*assumed, *self.other_layers()] if all_tried else assumed
        if not self.offers.all_covered or not (all_tried or by_assumption):
            return
        result.smallest = everywhere
        result.smallest_here = everywhere or by_assumption
        if result.smallest_here:
            result.among = {layer: self.extent(layer) for layer in looked_at}
            layers = self.puzzle.clues
            result.among_all = set(layers) == set(looked_at) and set(result.among.values()) == {"all"}

    def extent(self, layer: str) -> str:
        """Which values of a layer were looked at."""
        unknowns = self.puzzle.model.unknowns.get(layer)
        if unknowns is not None:
            return "yes" if unknowns.is_bool else "all"
        return self.offers.extent(layer)

    def why_not(self) -> str:
        """What stands in the way."""
        if not self.puzzle.clues:
            return "this puzzle has no clues that could be added, only rules"
        free = [*self.fixing_layers(), *self.offers.specs]
        said = [f"no clues at free places were found that make the solution unique ({', '.join(free)})"] if free else []
        return "; ".join([*said, *self.offers.reasons])

    def for_any(self) -> bool:
        """The fewest clues over several solutions; whether these were all, or one clue is enough."""
        started = time.monotonic()
        for number, solution in enumerate(self.some_solutions()):
            if number >= MOST_SOLUTIONS or (number and time.monotonic() > started + _ENOUGH_SECONDS):
                return False
            if self.result.added is not None and len(self.result.added) <= 1:
                break
            self.assume(solution)
        return True

    def some_solutions(self) -> Iterator[dict[Var, int]]:
        """Solutions, one after the other."""
        with SatEngine(self.puzzle.model, deadline=self.deadline) as engine:
            while (found := engine.solve(deadline=self.deadline)) is not None:
                yield found
                engine.block(found)

    def accept(self, clues: list[Clue], solution: Mapping[Var, int]) -> None:
        """Note what was found."""
        self.result.added = clues
        self.result.solution = dict(solution)
        self.result.repaired = self.puzzle.loaded.edited(added(clues))

    # ------------------------------------------------------------ clues that can be assumed

    def fixing_layers(self) -> list[str]:
        """The layers whose clues fix an unknown."""
        return [name for name in self.puzzle.clues if name in self.puzzle.model.unknowns]

    def assume(self, wanted: dict[Var, int]) -> bool:
        """The smallest set for one solution, if it beats the best so far; that is always decided."""
        values = [wanted[var] for var in self.puzzle.model.variables]
        offered = {**dict.fromkeys(self.fixing_clues(wanted), ()), **self.offers.fitting(values)}
        if offered:
            choice = _Choice(self.puzzle, offered, wanted, self.deadline)
            try:
                if self.result.added is None:
                    for some in choice.some():
                        self.accept(some, wanted)
                few = choice.fewest(None if self.result.added is None else len(self.result.added))
                if few is not None:
                    self.accept(few, wanted)
            finally:
                choice.close()
        return True

    def fixing_clues(self, wanted: Mapping[Var, int]) -> Iterator[Clue]:
        """Every free unknown that a clue could fix."""
        for name in self.fixing_layers():
            layer = self.puzzle.model.unknowns[name]
            for element, var in self.free_unknowns(name):
                if wanted[var] or not layer.is_bool:  # that there is nothing is no clue
                    yield Clue(name, element, layer.said(wanted[var]), fixes=True)

    def free_unknowns(self, layer: str) -> Iterator[tuple[object, Var]]:
        """The unknowns that a clue could fix and none does."""
        places = set(self.puzzle.places.get(layer, ()))
        for element, var in self.puzzle.model.unknowns[layer].variables.items():
            if element in places and element not in self.puzzle.clues[layer]:
                yield element, var

    # ------------------------------------------------------------ other clues

    def one_by_one(self, wanted: dict[Var, int]) -> None:
        """Clues that the wanted solution satisfies, added while another solution is left; then the needless dropped."""
        values = [wanted[var] for var in self.puzzle.model.variables]
        if self.offers.local.issuperset(self.offers.places):
            return
        chosen = self.offers.local_clues(values)
        known: list[tuple[Clue, CompiledPuzzle]] = []
        pending: Iterator[tuple[Clue, CompiledPuzzle]] | None = None
        while (other := self.other_solution(chosen, values)) is not None:
            pending = pending or self.offers.other_clues(values, self.differing(values, other))
            helpful = next((offer for offer in known if breaks(offer[1], other)), None)
            while helpful is None:
                offer = next(pending, None)
                if offer is None:
                    return
                known.append(offer)
                helpful = offer if breaks(offer[1], other) else None
            known.remove(helpful)
            chosen.append(helpful[0])
        self.accept(chosen, wanted)
        for clue in list(chosen):
            rest = [c for c in chosen if c is not clue]
            if self.other_solution(rest, values) is None:
                chosen = rest
                self.accept(chosen, wanted)

    def differing(self, values: list[int], other: list[int]) -> set[str]:
        """The names of the elements whose unknowns differ."""
        layers = self.puzzle.model.unknowns.values()
        elements = [element for layer in layers for element in layer.variables]
        return {spell(e) for e, one, two in zip(elements, values, other, strict=True) if one != two}

    def other_solution(self, clues: list[Clue], values: list[int]) -> list[int] | None:
        """A solution with these clues added that is not the wanted one."""
        changed = compile_changed(self.puzzle, added(clues))
        self.offers.effort += effort(changed)
        variables = changed.model.variables
        with SatEngine(changed.model, deadline=self.deadline) as engine:
            engine.block(dict(zip(variables, values, strict=True)))
            found = engine.solve(deadline=self.deadline)
        return None if found is None else [found[var] for var in variables]

    # ------------------------------------------------------------ everything, if that is little

    def other_layers(self) -> list[str]:
        """The layers whose clues may change anything."""
        return [
            layer for layer, spec in self.offers.specs.items() if layer not in self.offers.local and not spec.is_list
        ]

    def try_others(self, wanted: Mapping[Var, int] | None) -> bool:
        """Every set with a clue of these layers in it that is smaller than the best so far, in the order of size, as
        long as that is a matter of some hundreds; whether all were tried."""
        others = set(self.other_layers())
        enough = None if self.deadline is None else (time.monotonic() + self.deadline) / 2
        self.offers.effort = 0
        tried, same_board = 0, True
        options = list(self.options())
        for size in range(1, len(options) + 1) if others else ():
            for places in itertools.combinations(options, size):
                if self.result.added is not None and len(self.result.added) <= size:
                    return same_board
                if not any(clues[0].layer in others for clues in places):
                    continue
                for clues in itertools.product(*places):
                    tried += 1
                    if tried > MOST_TRIED or self.offers.effort > MOST_EFFORT:
                        return False
                    if enough is not None and time.monotonic() > enough:
                        return False
                    same_board = self.try_set(list(clues), wanted) and same_board
                    self.tried(tried)
        return same_board

    def options(self) -> Iterator[list[Clue]]:
        """For every free place all clues that could stand there."""
        for name in self.fixing_layers():
            layer = self.puzzle.model.unknowns[name]
            for element, var in self.free_unknowns(name):
                spec = value_spec(self.puzzle, name)
                more = [] if spec is None else possible_numbers(spec)  # what is possible may depend on other clues
                values = [True] if layer.is_bool else dict.fromkeys((*map(layer.said, var.domain), *more))
                yield [Clue(name, element, value, fixes=True) for value in values]
        for name, places in self.offers.places.items():
            if name in self.offers.local or name in self.other_layers():
                for place in places:
                    values = self.offers.possible(name)
                    fitting = [v for v in values if place.given is None or not is_word(v)]
                    if place.part is None and fitting:
                        yield [Clue(name, place.element, value) for value in fitting]

    def try_set(self, clues: list[Clue], wanted: Mapping[Var, int] | None) -> bool:
        """Note these clues if they leave one solution; False if that is a puzzle about other unknowns."""
        changed = compile_edited(self.puzzle, added(clues), self.deadline)
        variables = self.puzzle.model.variables
        if changed is None:
            return True
        self.offers.effort += effort(changed)
        if [v.name for v in changed.model.variables] != [v.name for v in variables]:
            return False
        with SatEngine(changed.model, deadline=self.deadline) as engine:
            found = engine.solve(deadline=self.deadline)
            if found is None:
                return True
            solution = dict(zip(variables, found.values(), strict=True))
            engine.block(found)
            if wanted in (None, solution) and engine.solve(deadline=self.deadline) is None:
                self.accept(clues, solution)
        return True


class _Choice:
    """One engine in which each clue is a literal, and the wanted solution is forbidden."""

    def __init__(
        self,
        puzzle: CompiledPuzzle,
        offered: Mapping[Clue, Sequence[Constraint]],
        wanted: dict[Var, int],
        deadline: float | None,
    ) -> None:
        self.deadline = deadline
        self.variant = Variant(puzzle, (), deadline, offered)
        self.offered = offered
        self.variant.engine.block(wanted)
        self.clues = {literal: clue for clue, literal in self.variant.literals.items()}
        by_place: dict[ClueKey, list[int]] = {}
        for literal, clue in self.clues.items():
            by_place.setdefault(clue.key, []).append(literal)
        self.by_place = list(by_place.values())

    def close(self) -> None:
        self.variant.close()

    def some(self) -> Iterator[list[Clue]]:
        """A set that will do, with the first or with the last value of each place, then fewer."""
        for chosen in (0, -1):
            for some in minimal(self.variant.engine, [place[chosen] for place in self.by_place], self.deadline):
                yield [self.clues[literal] for literal in some]

    def fewest(self, below: int | None) -> list[Clue] | None:
        apart = [pair for place in self.by_place for pair in itertools.combinations(place, 2)]
        few = fewest(self.variant.engine, list(self.clues), self.holds, self.deadline, below, apart)
        return None if few is None else [self.clues[literal] for literal in few]

    def holds(self, solution: dict[Var, int], literal: int) -> bool:
        clue = self.clues[literal]
        if clue.fixes:
            number = self.variant.puzzle.model.unknowns[clue.layer].number(clue.value)
            return solution[self.variant.variables[clue.key]] == number
        return all(evaluate(constraint.expr, solution) for constraint in self.offered[clue])
