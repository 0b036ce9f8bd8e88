"""A puzzle with several solutions: clues to add so that one is left."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from cluewright.compiler.evaluate import evaluate
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Constraint, spell
from cluewright.models.edits import ClueKey
from cluewright.setting.clues import Clue
from cluewright.setting.fewest import fewest, minimal
from cluewright.setting.locality import local_constraints
from cluewright.setting.offers import Offers, added, breaks, edited
from cluewright.solvers.sat import SatEngine

if TYPE_CHECKING:
    from cluewright.setting.repair import Repair

#: If no solution is wanted in particular, so many are tried, ...
MOST_SOLUTIONS: Final = 20
#: ... and no further one after so many seconds.
_ENOUGH_SECONDS: Final = 5.0


class Adding:
    """Looks for the fewest clues; whatever is found is noted in the result at once."""

    def __init__(self, puzzle: CompiledPuzzle, result: Repair, deadline: float | None) -> None:
        self.puzzle = puzzle
        self.result = result
        self.deadline = deadline
        self.offers = Offers(puzzle, deadline)

    def run(self, wanted: Mapping[Var, int] | None) -> None:
        """Clues that can be assumed first: of these the fewest can be found."""
        if wanted is not None:
            self.result.smallest = self.assume(dict(wanted))
        else:
            self.for_any()
        if self.result.added is None:
            self.result.smallest = False
            enough = time.monotonic() + 4 * _ENOUGH_SECONDS
            for solution in [wanted] if wanted is not None else itertools.islice(self.some_solutions(), MOST_SOLUTIONS):
                self.one_by_one(dict(solution))
                if self.result.added is not None or time.monotonic() > enough:
                    break
        if self.result.added is None:
            self.result.reason = self.result.reason or self.why_not()

    def why_not(self) -> str:
        """What stands in the way."""
        if not self.puzzle.clues:
            return "this puzzle has no clues that could be added, only rules"
        free = [*self.fixing_layers(), *self.offers.specs]
        said = [f"no clues at free places were found that make the solution unique ({', '.join(free)})"] if free else []
        return "; ".join([*said, *self.offers.reasons])

    def for_any(self) -> None:
        """The fewest clues over several solutions; fewer than one cannot do."""
        started = time.monotonic()
        complete = exact = True
        for number, solution in enumerate(self.some_solutions()):
            if number >= MOST_SOLUTIONS or (number and time.monotonic() > started + _ENOUGH_SECONDS):
                complete = False
                break
            if self.result.added is not None and len(self.result.added) <= 1:
                break
            exact = self.assume(solution) and exact
        self.result.smallest = exact and (complete or len(self.result.added or ()) == 1)

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
        self.result.repaired = edited(self.puzzle.loaded, added(clues))

    # ------------------------------------------------------------ clues that can be assumed

    def fixing_layers(self) -> list[str]:
        """The layers whose clues fix an unknown."""
        return [name for name in self.puzzle.clues if name in self.puzzle.model.unknowns]

    def assume(self, wanted: dict[Var, int]) -> bool:
        """The smallest set for one solution, if it beats the best so far; whether that was decided."""
        fixing = list(self.fixing_clues(wanted))
        values = [wanted[var] for var in self.puzzle.model.variables]
        local = self.offers.local_clues(values)
        if not fixing and not local:
            return True
        everything = compile_puzzle(edited(self.puzzle.loaded, added(local)))
        choice = _Choice(everything, fixing, local, values, self.deadline)
        try:
            if self.result.added is None:
                for some in choice.minimal():
                    self.accept(some, wanted)
                if self.result.added is None:
                    return True  # no set of these clues tells this solution from another one
            first = self.result.solution == wanted
            few = choice.fewest(below=len(self.result.added))
            if few is not None:
                self.accept(few, wanted)
            self.result.smallest_here = self.result.smallest_here or first or few is not None
            return True
        finally:
            choice.close()

    def fixing_clues(self, wanted: Mapping[Var, int]) -> Iterator[Clue]:
        """Every free unknown that a clue could fix."""
        for name in self.fixing_layers():
            places = set(self.puzzle.places.get(name, ()))
            layer = self.puzzle.model.unknowns[name]
            for element, var in layer.variables.items():
                nothing = layer.is_bool and not wanted[var]  # that there is nothing is no clue
                if element in places and element not in self.puzzle.clues[name] and not nothing:
                    yield Clue(name, element, wanted[var], fixes=True)

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
        self.result.smallest = len(chosen) == 1

    def differing(self, values: list[int], other: list[int]) -> set[str]:
        """The names of the elements whose unknowns differ."""
        layers = self.puzzle.model.unknowns.values()
        elements = [element for layer in layers for element in layer.variables]
        return {spell(e) for e, one, two in zip(elements, values, other, strict=True) if one != two}

    def other_solution(self, clues: list[Clue], values: list[int]) -> list[int] | None:
        """A solution with these clues added that is not the wanted one."""
        changed = compile_puzzle(edited(self.puzzle.loaded, added(clues)))
        variables = changed.model.variables
        with SatEngine(changed.model, deadline=self.deadline) as engine:
            engine.block(dict(zip(variables, values, strict=True)))
            found = engine.solve(deadline=self.deadline)
        return None if found is None else [found[var] for var in variables]


class _Choice:
    """One engine in which each clue is a literal, and the wanted solution is forbidden."""

    def __init__(
        self, puzzle: CompiledPuzzle, fixing: list[Clue], local: list[Clue], values: list[int], deadline: float | None
    ) -> None:
        self.deadline = deadline
        own: dict[ClueKey, list[int]] = local_constraints(puzzle)
        mine = {clue.key for clue in local}
        guarded = {position for key, positions in own.items() if key in mine for position in positions}
        self.engine = SatEngine(puzzle.model, deadline=deadline, selectors=guarded)
        self.clues: dict[int, Clue] = {}
        self.constraints: dict[int, list[Constraint]] = {}
        self.variables: dict[int, Var] = {}
        unknowns = puzzle.model.unknowns
        for clue in fixing:
            var = next(v for e, v in unknowns[clue.layer].variables.items() if spell(e) == spell(clue.element))
            literal = self.engine.literal(var, int(clue.value))
            self.clues[literal], self.variables[literal] = clue, var
        for clue in local:
            literal = self.engine.encoder.new()
            for position in own[clue.key]:
                self.engine.add_clause([-literal, self.engine.selectors[position]])
            self.clues[literal] = clue
            self.constraints[literal] = [puzzle.model.constraints[position] for position in own[clue.key]]
        self.engine.block(dict(zip(puzzle.model.variables, values, strict=True)))

    def close(self) -> None:
        self.engine.close()

    def minimal(self) -> Iterator[list[Clue]]:
        for some in minimal(self.engine, list(self.clues), self.deadline):
            yield [self.clues[literal] for literal in some]

    def fewest(self, below: int) -> list[Clue] | None:
        few = fewest(self.engine, list(self.clues), self.holds, self.deadline, below)
        return None if few is None else [self.clues[literal] for literal in few]

    def holds(self, solution: dict[Var, int], literal: int) -> bool:
        if literal in self.variables:
            return bool(solution[self.variables[literal]] == self.clues[literal].value)
        return all(evaluate(constraint.expr, solution) for constraint in self.constraints[literal])
