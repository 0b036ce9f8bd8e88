"""Mending a puzzle: clues to add where it has several solutions, clues to drop where it has none."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from cluewright.compiler.elements import Element, Group, Text
from cluewright.compiler.evaluate import violations
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Constraint, Model, spell
from cluewright.compiler.values import ValueSpec, parse_values
from cluewright.models.edits import REMOVED, ClueKey
from cluewright.models.errors import CluewrightError, LanguageError
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.results import Verdict
from cluewright.setting.clues import Clue
from cluewright.setting.conflict import find_conflict
from cluewright.setting.hitting import HittingSets
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.sat import SatEngine

#: If no solution is wanted in particular, so many are tried.
MOST_SOLUTIONS: Final = 20
#: How long to look for the reason why there is no solution, of the whole time.
_CONFLICT_SECONDS: Final = 10.0
#: So many sets of clues are tried one after the other.
MOST_TRIED: Final = 600
#: Clues without an upper limit are tried up to this.
_HIGHEST: Final = 12


@dataclass
class Repair:
    """What is wrong with a puzzle and what would help."""

    verdict: Verdict
    #: For several solutions: clues to add, or None if no set was found ...
    added: list[Clue] | None = None
    #: ... and the solution that they make unique.
    solution: dict[Var, int] | None = None
    #: For no solution: constraints that cannot hold together, and clues to drop.
    conflict: list[Constraint] = field(default_factory=list)
    dropped: list[Clue] | None = None
    #: What the dropped clues would have to be, where a solution says so.
    instead: dict[Clue, Any] = field(default_factory=dict)
    #: Whether no smaller set would do; otherwise none of the set can be left out, as far as time allowed.
    smallest: bool = False
    #: The puzzle with the change made.
    repaired: LoadedPuzzle | None = None
    #: Why nothing was found.
    reason: str = ""
    seconds: float = 0.0


def repair(
    puzzle: CompiledPuzzle, *, solution: Mapping[Var, int] | None = None, timeout: float | None = None
) -> Repair:
    """Find the smallest change that leaves exactly one solution (the wanted one), or any at all if there is none."""
    started = time.monotonic()
    deadline = None if timeout is None else started + timeout
    result = Repair(Verdict.UNKNOWN)
    try:
        with SatEngine(puzzle.model, deadline=deadline) as engine:
            found = engine.solve(deadline=deadline)
            if found is None:
                result.verdict = Verdict.NONE
            else:
                engine.block(found)
                result.verdict = Verdict.UNIQUE if engine.solve(deadline=deadline) is None else Verdict.SEVERAL
        if found is None:
            _Dropping(puzzle, result, deadline).run()
        elif result.verdict is Verdict.SEVERAL:
            _Adding(puzzle, result, deadline).run(solution)
    except TimeUp:
        result.reason = result.reason or "the time was up"
    result.seconds = time.monotonic() - started
    return result


def _edited(loaded: LoadedPuzzle, edits: Mapping[ClueKey, Any]) -> LoadedPuzzle:
    return replace(loaded, edits=replace(loaded.edits, clues={**loaded.edits.clues, **edits}))


def _fixing_layers(puzzle: CompiledPuzzle) -> list[str]:
    return [name for name in puzzle.clues if name in puzzle.model.unknowns]


# ---------------------------------------------------------------- several solutions: clues to add


class _Adding:
    def __init__(self, puzzle: CompiledPuzzle, result: Repair, deadline: float | None) -> None:
        self.puzzle = puzzle
        self.result = result
        self.deadline = deadline

    def run(self, wanted: Mapping[Var, int] | None) -> None:
        if _fixing_layers(self.puzzle):
            self.fix_unknowns(wanted)
        else:
            self.add_computed(dict(wanted) if wanted is not None else self.some_solution())
        if self.result.added is None and not self.result.reason:
            self.result.reason = "no clues that can be added at free places make the solution unique"

    def some_solution(self) -> dict[Var, int]:
        with SatEngine(self.puzzle.model, deadline=self.deadline) as engine:
            found = engine.solve(deadline=self.deadline)
        assert found is not None
        return found

    def accept(self, clues: list[Clue], solution: Mapping[Var, int]) -> None:
        self.result.added = clues
        self.result.solution = dict(solution)
        edits = {clue.key: clue.value for clue in clues}
        self.result.repaired = _edited(self.puzzle.loaded, edits)

    # ------------------------------------------------------------ clues that fix an unknown

    def fix_unknowns(self, wanted: Mapping[Var, int] | None) -> None:
        free: dict[Var, tuple[str, Any]] = {}
        for name in _fixing_layers(self.puzzle):
            carriers = self.carriers(name)
            for element, var in self.puzzle.model.unknowns[name].variables.items():
                if element not in self.puzzle.clues[name] and spell(element) in carriers:
                    free[var] = (name, element)
        if wanted is not None:
            self.result.smallest = self.fix_for(dict(wanted), free)
            return
        complete = exact = True
        solutions = self.some_solutions()
        for number, solution in enumerate(solutions):
            if number >= MOST_SOLUTIONS:
                complete = False
                break
            if self.result.added is not None and len(self.result.added) <= 1:
                break  # fewer than one cannot do
            exact = self.fix_for(solution, free) and exact
        self.result.smallest = exact and (complete or len(self.result.added or ()) == 1)

    def carriers(self, layer: str) -> set[str]:
        """The names of the elements that a layer of clues ranges over: those where an added clue is accepted."""
        variables = self.puzzle.model.unknowns[layer].variables
        edits = {(layer, spell(element)): var.domain[0] for element, var in variables.items()}
        return {spell(element) for element in compile_puzzle(_edited(self.puzzle.loaded, edits)).clues[layer]}

    def some_solutions(self) -> Iterator[dict[Var, int]]:
        with SatEngine(self.puzzle.model, deadline=self.deadline) as engine:
            while (found := engine.solve(deadline=self.deadline)) is not None:
                yield found
                engine.block(found)

    def fix_for(self, wanted: dict[Var, int], free: dict[Var, tuple[str, Any]]) -> bool:
        """The smallest set for one solution, if it beats the best so far; whether that was decided."""
        engine = SatEngine(self.puzzle.model, deadline=self.deadline)
        sets: HittingSets[Var] = HittingSets(list(free))
        try:
            engine.block(wanted)
            if self.result.added is None:
                first = self.some_fixing(engine, wanted, free)
                if first is None:
                    return True  # no set of clues tells this solution from another one
                self.accept([self.fixing_clue(var, wanted, free) for var in first], wanted)
            while True:
                best = len(self.result.added or ())
                chosen = sets.smallest(self.deadline, below=best)
                if chosen is None:
                    return True
                other = engine.solve([(var, wanted[var]) for var in chosen], self.deadline)
                if other is None:
                    self.accept([self.fixing_clue(var, wanted, free) for var in chosen], wanted)
                    continue
                differing = self.few_differences(engine, wanted, other, free)
                if not differing:
                    return True
                sets.add(differing)
        finally:
            engine.close()
            sets.close()

    def few_differences(
        self, engine: SatEngine, wanted: dict[Var, int], other: dict[Var, int], free: Iterable[Var]
    ) -> list[Var]:
        """Where another solution differs; one that differs in fewer places says more, so a few are tried."""
        agreed = [(var, wanted[var]) for var in free if other[var] == wanted[var]]
        differing = [var for var in free if other[var] != wanted[var]]
        for var in differing[:8]:
            if len(differing) > 1 and var in set(differing):
                nearer = engine.solve([*agreed, (var, wanted[var])], self.deadline)
                if nearer is not None:
                    agreed = [(v, wanted[v]) for v in free if nearer[v] == wanted[v]]
                    differing = [v for v in free if nearer[v] != wanted[v]]
        return differing

    def some_fixing(
        self, engine: SatEngine, wanted: dict[Var, int], free: Mapping[Var, tuple[str, Any]]
    ) -> list[Var] | None:
        """Clues of which none can be left out: all of them, then what the engine needed, then one by one."""
        literals = {engine.literal(var, wanted[var]): var for var in free}
        if engine.solve(list(literals), self.deadline) is not None:
            return None
        needed = [lit for lit in literals if lit in set(engine.core())]
        for literal in list(needed):
            rest = [lit for lit in needed if lit != literal]
            if literal in needed and engine.solve(rest, self.deadline) is None:
                core = set(engine.core())
                needed = [lit for lit in rest if lit in core]
        return [literals[lit] for lit in needed]

    @staticmethod
    def fixing_clue(var: Var, wanted: Mapping[Var, int], free: Mapping[Var, tuple[str, Any]]) -> Clue:
        layer, element = free[var]
        return Clue(layer, element, wanted[var], fixes=True)

    # ------------------------------------------------------------ other clues, computed from the solution

    def add_computed(self, wanted: dict[Var, int]) -> None:
        """Clues that the wanted solution satisfies, added while another solution is left; then the needless dropped."""
        names = [var.name for var in self.puzzle.model.variables]
        values = [wanted[var] for var in self.puzzle.model.variables]
        options = list(self.options(names, values))
        if not options:
            names_of_layers = ", ".join(self.puzzle.clues) or "none"
            self.result.reason = (
                f"no clue of this puzzle ({names_of_layers}) could be computed from a solution at a free place; "
                "only single values on cells, links and outside are tried"
            )
            return
        chosen: list[tuple[Clue, CompiledPuzzle]] = []
        while (other := self.other_solution([c for c, _ in chosen], names, values)) is not None:
            taken = {id(clue) for clue, _ in chosen}
            left = [o for o in options if id(o[0]) not in taken]
            helpful = next((o for o in left if _breaks(o[1], other)), None)
            if helpful is None:
                return
            chosen.append(helpful)
        kept = [clue for clue, _ in chosen]
        self.accept(kept, wanted)
        for clue in list(kept):
            rest = [c for c in kept if c is not clue]
            if self.other_solution(rest, names, values) is None:
                kept = rest
                self.accept(kept, wanted)
        self.result.smallest = len(kept) == 1

    def other_solution(self, clues: list[Clue], names: list[str], values: list[int]) -> list[int] | None:
        """A solution with these clues added that is not the wanted one."""
        changed = compile_puzzle(_edited(self.puzzle.loaded, {c.key: c.value for c in clues}))
        variables = changed.model.variables
        assert [var.name for var in variables] == names
        with SatEngine(changed.model, deadline=self.deadline) as engine:
            engine.block(dict(zip(variables, values, strict=True)))
            found = engine.solve(deadline=self.deadline)
        return None if found is None else [found[var] for var in variables]

    def options(self, names: list[str], values: list[int]) -> Iterator[tuple[Clue, CompiledPuzzle]]:
        """Every free element with the value that the wanted solution gives it."""
        for name, layer in self.puzzle.clues.items():
            spec = self.value_spec(name)
            if spec is None or any(isinstance(v, Group) for v in layer.values()):
                continue
            for element in self.elements_of(name):
                given = layer.get(element)
                if element in layer and not (isinstance(given, str) and spec.ranges):
                    continue
                # a word such as `?` may become a number
                for value in _possible_values(spec) if given is None else _possible_numbers(spec):
                    _check_time(self.deadline)
                    clue = Clue(name, element, value)
                    changed = self.with_clue(clue)
                    if changed is None or [v.name for v in changed.model.variables] != names:
                        continue
                    if not _breaks(changed, values):
                        if len(changed.model.constraints) != len(self.puzzle.model.constraints):
                            yield clue, changed  # otherwise it says nothing
                        break

    def with_clue(self, clue: Clue) -> CompiledPuzzle | None:
        try:
            return compile_puzzle(_edited(self.puzzle.loaded, {clue.key: clue.value}))
        except CluewrightError:
            return None

    def value_spec(self, layer: str) -> ValueSpec | None:
        for loaded in reversed(self.puzzle.loaded.rulebooks):
            if layer in loaded.rulebook.clues:
                try:
                    spec = parse_values(loaded.rulebook.clues[layer].values, self.known_number)
                except (LanguageError, ValueError, TypeError):
                    return None
                return None if spec.is_list or spec.is_regions or spec.is_any else spec
        return None

    def known_number(self, text: str) -> int:
        """A number, or a parameter that is one."""
        parts = [loaded.rulebook.parameters for loaded in self.puzzle.loaded.rulebooks]
        for part in (self.puzzle.loaded.puzzle.parameters, *reversed(parts)):
            if text.strip() in part:
                return int(part[text.strip()])
        return int(text)

    def elements_of(self, layer: str) -> list[Element]:
        """The cells or places outside that may carry a clue; lists of groups are the setter's own."""
        board = self.puzzle.board
        if board is None:
            return []
        books = [loaded.rulebook for loaded in self.puzzle.loaded.rulebooks]
        over = {book.clues[layer].over.strip() for book in books if layer in book.clues}
        if over == {"cells"}:
            return list(board.cells)
        if over == {"outside"}:
            return [place for places in board.outside.values() for place in places]
        if over in ({"links"}, {"neighbours"}):
            return list(board.links)
        return []


def _possible_values(spec: ValueSpec) -> list[Any]:
    return [True] if spec.is_bool else [*_possible_numbers(spec), *(Text(word) for word in spec.words)]


def _possible_numbers(spec: ValueSpec) -> list[int]:
    ends = [(low, low + _HIGHEST if high is None else min(high, low + _HIGHEST)) for low, high in spec.ranges]
    return [number for low, high in ends for number in range(low, high + 1)]


def _breaks(puzzle: CompiledPuzzle, values: list[int]) -> bool:
    return bool(violations(puzzle.model, dict(zip(puzzle.model.variables, values, strict=True)), limit=1))


def _check_time(deadline: float | None) -> None:
    if deadline is not None and time.monotonic() > deadline:
        raise TimeUp


# ---------------------------------------------------------------- no solution: clues to drop


class _Dropping:
    """The smallest set of clues without which there is a solution."""

    def __init__(self, puzzle: CompiledPuzzle, result: Repair, deadline: float | None) -> None:
        self.puzzle = puzzle
        self.result = result
        self.deadline = deadline
        self.removal: dict[Clue, list[Any]] = {}
        self.fixing_engine: SatEngine | None = None
        self.literals: dict[Clue, int] = {}

    def run(self) -> None:
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
            if self.fixing_engine is not None:
                self.fixing_engine.close()

    def search(self) -> None:
        """Clues that fix unknowns only exclude solutions, so conflicts tell which to drop; others may do anything."""
        clues = list(self.removal)
        only_fixing = all(clue.fixes for clue in clues)
        if not only_fixing and self.try_few(clues):
            return
        if self.solution_without(clues) is None:
            self.result.reason = "no clues were found that could be dropped to make it solvable"
            if only_fixing:
                self.result.reason = "the rules contradict each other, whatever these clues are"
            return
        sets: HittingSets[Clue] = HittingSets(clues)
        try:
            while (dropped := sets.smallest(self.deadline)) is not None:
                solution = self.solution_without(dropped)
                if solution is not None:
                    self.accept({clue: self.removal[clue][0] for clue in dropped}, solution, smallest=only_fixing)
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
                    changed = self.compiled({c.key: v for c, v in zip(chosen, values, strict=True)})
                    solution = None if changed is None else _solve(changed.model, self.deadline)
                    if solution is not None:
                        self.accept(dict(zip(chosen, values, strict=True)), solution, smallest=True)
                        return True
        return False

    def accept(self, dropped: dict[Clue, Any], solution: dict[Var, int], *, smallest: bool) -> None:
        self.result.dropped = list(dropped)
        self.result.smallest = smallest
        self.result.repaired = _edited(self.puzzle.loaded, {clue.key: value for clue, value in dropped.items()})
        found = {var.name: value for var, value in solution.items()}
        for clue, value in dropped.items():
            if clue.fixes:
                layer = self.puzzle.model.unknowns[clue.layer]
                number = found[layer.variables[clue.element].name]
                self.result.instead[clue] = layer.words.get(number, number)
            elif value is not REMOVED:
                self.result.instead[clue] = value

    def note(self, clue: Clue) -> None:
        """How a clue can go: it is taken away, or a word such as `?` stands there instead."""
        if clue.fixes:
            self.removal[clue] = [REMOVED]
            return
        names = [var.name for var in self.puzzle.model.variables]
        options: list[Any] = [REMOVED]
        for loaded in reversed(self.puzzle.loaded.rulebooks):
            if clue.layer in loaded.rulebook.clues and not isinstance(clue.value, tuple):
                words = parse_values(loaded.rulebook.clues[clue.layer].values, lambda text: 0).words
                options += [Text(word) for word in words if word != clue.value]
                break
        possible = []
        for option in options:
            changed = self.compiled({clue.key: option})
            if changed is not None and [var.name for var in changed.model.variables] == names:
                possible.append(option)
        if possible:
            self.removal[clue] = possible

    def compiled(self, edits: Mapping[ClueKey, Any]) -> CompiledPuzzle | None:
        _check_time(self.deadline)
        try:
            return compile_puzzle(_edited(self.puzzle.loaded, edits))
        except CluewrightError:
            return None

    def solution_without(self, dropped: Iterable[Clue]) -> dict[Var, int] | None:
        """A solution of the puzzle without these clues."""
        gone = set(dropped)
        if all(clue.fixes for clue in self.removal):
            engine = self.engine()
            return engine.solve([lit for clue, lit in self.literals.items() if clue not in gone], self.deadline)
        changed = self.compiled({clue.key: self.removal[clue][0] for clue in gone})
        if changed is None:
            return None
        return _solve(changed.model, self.deadline)

    def engine(self) -> SatEngine:
        """The puzzle without clues; clues that fix an unknown are assumptions."""
        if self.fixing_engine is None:
            changed = self.compiled(dict.fromkeys((clue.key for clue in self.removal), REMOVED))
            assert changed is not None
            self.fixing_engine = SatEngine(changed.model, deadline=self.deadline)
            variables = {var.name: var for var in changed.model.variables}
            for clue in self.removal:
                name = self.puzzle.model.unknowns[clue.layer].variables[clue.element].name
                self.literals[clue] = self.fixing_engine.literal(variables[name], int(clue.value))
        return self.fixing_engine

    def conflict_among(self, kept: list[Clue], everything: list[Clue]) -> list[Clue]:
        """Clues among the kept ones that already exclude every solution, as few as it is easy to find."""
        if all(clue.fixes for clue in everything):
            core = set(self.engine().core())
            needed = {clue for clue in kept if self.literals[clue] in core}
            if self.solution_without(c for c in everything if c not in needed) is None:
                kept = [clue for clue in kept if clue in needed]
        chosen = list(kept)
        for clue in list(chosen):
            rest = [c for c in chosen if c is not clue]
            keeping = set(rest)
            if self.solution_without(c for c in everything if c not in keeping) is None:
                chosen = rest
        return chosen


def _solve(model: Model, deadline: float | None) -> dict[Var, int] | None:
    with SatEngine(model, deadline=deadline) as engine:
        return engine.solve(deadline=deadline)
