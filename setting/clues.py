"""Which clues does a puzzle need? Superfluous ones, what each holds back, and a minimal set.

Taking a clue away can change which rules apply, so the puzzle is grounded again without it. But a clue with the name of
an unknown does nothing but fix it, and a clue of a local layer has constraints of its own: all of those are assumptions
on one engine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cluewright.compiler.elements import Group, Seq, Text
from cluewright.compiler.evaluate import violations
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import spell
from cluewright.models.edits import REMOVED, ClueKey
from cluewright.models.errors import CluewrightError, LanguageError
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.results import Verdict
from cluewright.setting.locality import local_constraints
from cluewright.setting.symmetry import HalfTurn
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.sat import SatEngine


@dataclass(frozen=True, eq=False)
class Clue:
    """One clue of a puzzle, or one entry of a clue that is a list."""

    layer: str
    element: Any
    value: Any
    #: Position in a list, where only this entry is in question.
    part: int | None = None
    #: Whether it fixes an unknown and does nothing else.
    fixes: bool = False

    @property
    def key(self) -> ClueKey:
        """How edits name it."""
        return (self.layer, spell(self.element))

    def __str__(self) -> str:
        place = place_name(self.element)
        if self.part is None:
            return f"{self.layer} {show_value(self.value)} at {place}"
        entry = show_value(self.value[self.part])
        return f"{self.layer} {entry} at {place} (entry {self.part + 1} of {show_value(self.value)})"


@dataclass
class ClueFinding:
    """What is known about one clue."""

    clue: Clue
    #: Whether the solution is unique without it; None if that was not decided in time.
    superfluous: bool | None = None
    #: How many further solutions there are without it (where that was asked), and whether these are all.
    held_back: int | None = None
    held_back_complete: bool = False


@dataclass
class CluesResult:
    """What is known about the clues of a puzzle."""

    verdict: Verdict
    findings: list[ClueFinding] = field(default_factory=list)
    #: Clues that cannot be taken away without making it another puzzle: they are part of the board.
    structure: list[Clue] = field(default_factory=list)
    #: A set of clues that keeps the solution unique, if one was asked for ...
    minimal: list[Clue] | None = None
    #: ... and whether none of them can be left out (otherwise the time was up before that was clear).
    minimal_complete: bool = False
    #: The puzzle with these clues alone.
    reduced: LoadedPuzzle | None = None
    seconds: float = 0.0

    @property
    def complete(self) -> bool:
        """Whether every question was decided in time."""
        decided = all(f.superfluous is not None for f in self.findings)
        return self.verdict is not Verdict.UNKNOWN and decided and (self.minimal is None or self.minimal_complete)

    def superfluous(self) -> list[Clue]:
        """The clues that can be left out, each alone."""
        return [f.clue for f in self.findings if f.superfluous]


def place_name(element: Any) -> str:
    """The name of an element; of a group that the puzzle itself lists also its cells."""
    name = spell(element)
    if not isinstance(element, Group) or element.kind != "group":
        return name
    cells = [spell(cell) for cell in element.cells]
    return f"{name} ({' '.join(cells[:6])}{' ...' if len(cells) > 6 else ''})"


def show_value(value: Any) -> str:
    """A clue's value as text."""
    if isinstance(value, tuple):
        return " ".join(show_value(v) or "-" for v in value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else getattr(value, "name", None) or str(value)


def question_clues(
    puzzle: CompiledPuzzle,
    *,
    minimal: bool = False,
    symmetric: bool = False,
    count: int | None = None,
    timeout: float | None = None,
    report: Callable[[int], None] = lambda done: None,
) -> CluesResult:
    """Ask of every clue whether the puzzle needs it. `count` is how many solutions to count at most for each clue."""
    started = time.monotonic()
    deadline = None if timeout is None else started + timeout
    result = CluesResult(Verdict.UNKNOWN)
    try:
        with SatEngine(puzzle.model, deadline=deadline) as engine:
            solution = engine.solve(deadline=deadline)
            if solution is None:
                result.verdict = Verdict.NONE
                return result
            engine.block(solution)
            result.verdict = Verdict.UNIQUE if engine.solve(deadline=deadline) is None else Verdict.SEVERAL
        if result.verdict is Verdict.UNIQUE:
            with Reduction(puzzle, solution, deadline) as reduction:
                _question_each(reduction, result, count, report)
                if minimal:
                    _minimise(reduction, result, symmetric)
    except TimeUp:
        pass
    finally:
        result.seconds = time.monotonic() - started
    return result


def _question_each(reduction: Reduction, result: CluesResult, count: int | None, report: Callable[[int], None]) -> None:
    questions = result.findings
    for clue in reduction.clues():
        if reduction.can_go(clue):
            questions.append(ClueFinding(clue))
        else:
            result.structure.append(clue)
    spare: set[Clue] = set()
    for number, finding in enumerate(questions, 1):
        if finding.clue in spare:
            finding.superfluous = True
        else:
            others = reduction.others([finding.clue])
            finding.superfluous = next(others, None) is None
            if finding.superfluous:
                spare |= reduction.unused  # what this proof did without
            elif count is not None:
                _count(finding, others, count)
            others.close()
        if count is not None and finding.superfluous:
            finding.held_back, finding.held_back_complete = 0, True
        report(number)


def _count(finding: ClueFinding, others: Iterator[object], most: int) -> None:
    """How many further solutions there are, one of which was already found."""
    finding.held_back = 1
    while finding.held_back < most:
        if next(others, None) is None:
            finding.held_back_complete = True
            return
        finding.held_back += 1


def _minimise(reduction: Reduction, result: CluesResult, symmetric: bool) -> None:
    """Take away clues (or pairs of clues) as long as the solution stays unique."""
    everything = [f.clue for f in result.findings]
    removed: dict[Clue, None] = {}
    result.minimal = [*everything, *result.structure]
    superfluous = set(result.superfluous())
    groups = _orbits(reduction.puzzle, everything) if symmetric else [[c] for c in everything]
    groups = [group for group in groups if superfluous.issuperset(group)]
    try:
        for group in groups:
            if group[0] not in removed and reduction.is_unique([*removed, *group]):
                unused = reduction.unused
                for other in groups:
                    if other is group or unused.issuperset(other):
                        removed |= dict.fromkeys(other)
                result.minimal = [c for c in (*everything, *result.structure) if c not in removed]
        result.minimal_complete = True
    finally:
        result.reduced = reduction.without(removed)


def _orbits(puzzle: CompiledPuzzle, clues: list[Clue]) -> list[list[Clue]]:
    """Clues that a half-turn of the board takes to each other go together, with all entries of a list."""
    if puzzle.board is None:
        return [[clue] for clue in clues]
    turn = HalfTurn(puzzle.board)
    groups: list[list[Clue]] = []
    for layer in dict.fromkeys(clue.layer for clue in clues):
        by_element: dict[Any, list[Clue]] = {}
        for clue in clues:
            if clue.layer == layer:
                by_element.setdefault(clue.element, []).append(clue)
        partners = turn.partners(puzzle.clues[layer])
        done: set[Any] = set()
        for element, found in by_element.items():
            if element not in done:
                partner = partners.get(element, element)
                done |= {element, partner}
                groups.append(found + (by_element.get(partner, []) if partner is not element else []))
    return groups


class Reduction:
    """A puzzle with one solution, and the same with fewer clues: is the solution still the only one?"""

    def __init__(self, puzzle: CompiledPuzzle, solution: Mapping[Var, int], deadline: float | None) -> None:
        self.puzzle = puzzle
        self.deadline = deadline
        self.names = [var.name for var in puzzle.model.variables]
        self.values = [solution[var] for var in puzzle.model.variables]
        #: What stands in place of a clue that is taken away.
        self.weaker: dict[Clue, Any] = {}
        #: After a proof that the solution is unique: clues that it did without. Nothing is known about the others.
        self.unused: set[Clue] = set()
        self._local = local_constraints(puzzle)
        self._engine: SatEngine | None = None
        self._engine_edits: dict[ClueKey, Any] | None = None
        #: What the engine has to assume for a clue that fixes an unknown or is local.
        self._assumed: dict[Clue, list[int]] = {}

    def __enter__(self) -> Reduction:
        return self

    def __exit__(self, *_: object) -> None:
        if self._engine is not None:
            self._engine.close()

    def clues(self) -> Iterator[Clue]:
        """The clues that can be asked about; areas of the board are none."""
        for name, layer in self.puzzle.clues.items():
            fixes = name in self.puzzle.model.unknowns
            for element, value in layer.items():
                if isinstance(value, Group):
                    continue
                whole = Clue(name, element, value, fixes=fixes)
                if fixes or not isinstance(value, tuple) or self.can_go(whole):
                    yield whole
                    continue
                parts = [Clue(name, element, value, part=i) for i, item in enumerate(value) if item != ""]
                possible = [part for part in parts if self.can_go(part)]
                yield from possible or [whole]

    def can_go(self, clue: Clue) -> bool:
        """Whether the puzzle without the clue is still about the same unknowns, with the same solution among others."""
        if self.is_assumed(clue):
            self.weaker[clue] = REMOVED
        if clue not in self.weaker:
            for weaker in self._weaker_values(clue):
                if self._is_comparable({clue.key: weaker}):
                    self.weaker[clue] = weaker
                    break
        return clue in self.weaker

    def is_assumed(self, clue: Clue) -> bool:
        """Whether it can go without changing anything else."""
        return clue.fixes or (clue.part is None and clue.key in self._local)

    def _weaker_values(self, clue: Clue) -> Iterator[Any]:
        """Nothing at all, or else a word such as `?` where the layer has one."""
        words = [Text(word) for word in self._words(clue.layer)]
        if clue.part is not None:
            for word in words:
                if word != clue.value[clue.part]:
                    yield Seq(word if i == clue.part else item for i, item in enumerate(clue.value))
            return
        yield REMOVED
        if not isinstance(clue.value, tuple):
            yield from (word for word in words if word != clue.value)

    def _words(self, layer: str) -> list[str]:
        from cluewright.compiler.values import parse_values

        for loaded in reversed(self.puzzle.loaded.rulebooks):
            spec = loaded.rulebook.clues.get(layer)
            if spec is not None:
                try:
                    return parse_values(spec.values, lambda text: 0).words
                except LanguageError:
                    return []
        return []

    def _is_comparable(self, edits: Mapping[ClueKey, Any]) -> bool:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise TimeUp
        try:
            changed = compile_puzzle(_edited(self.puzzle.loaded, edits))
        except CluewrightError:
            return False
        return self._comparable_solution(changed) is not None

    def _comparable_solution(self, changed: CompiledPuzzle) -> dict[Var, int] | None:
        """The known solution over the unknowns of the changed puzzle, if it still is one."""
        variables = changed.model.variables
        if [var.name for var in variables] != self.names:
            return None
        solution = dict(zip(variables, self.values, strict=True))
        if any(value not in var.domain for var, value in solution.items()):
            return None  # what an unknown can be may depend on clues
        return None if violations(changed.model, solution, limit=1) else solution

    # ------------------------------------------------------------ asking

    def without(self, removed: Iterable[Clue]) -> LoadedPuzzle:
        """The puzzle with some clues taken away."""
        return _edited(self.puzzle.loaded, self._edits(removed))

    def is_unique(self, removed: Collection[Clue]) -> bool:
        """Whether the solution is the only one without these clues; False also if it is no longer one."""
        others = self.others(removed, comparable=False)
        try:
            return next(others, None) is None
        finally:
            others.close()

    def others(self, removed: Collection[Clue], *, comparable: bool = True) -> Generator[dict[Var, int], None, None]:
        """Other solutions of the puzzle without these clues."""
        gone = set(removed)
        engine = self._engine_for(gone)
        self.unused = set()
        if engine is None:
            assert not comparable
            yield {}
            return
        kept = {lit: clue for clue, literals in self._assumed.items() if clue not in gone for lit in literals}
        goal = engine.encoder.new()
        try:
            while (answer := engine.solve([goal, *kept], self.deadline)) is not None:
                yield answer
                literals = [-engine.literal(var, value) for var, value in answer.items()]
                engine.add_clause([-goal, *literals])
            used = {kept[lit] for lit in engine.core() if lit in kept}
            self.unused = {clue for clue in self._assumed if clue not in used}
        finally:
            engine.add_clause([-goal])

    def _edits(self, removed: Iterable[Clue]) -> dict[ClueKey, Any]:
        edits: dict[ClueKey, Any] = {}
        for clue in removed:
            weaker = self.weaker[clue]
            if clue.part is not None and clue.key in edits:
                before = edits[clue.key]
                weaker = Seq(weaker[i] if i == clue.part else item for i, item in enumerate(before))
            edits[clue.key] = weaker
        return edits

    def _engine_for(self, removed: set[Clue]) -> SatEngine | None:
        """An engine without these clues, in which all that can be assumed are off; the known solution is forbidden."""
        edits = self._edits(clue for clue in removed if not self.is_assumed(clue))
        if self._engine is not None and self._engine_edits == edits:
            return self._engine
        if self._engine is not None:
            self._engine.close()
            self._engine = None
        fixing = [clue for clue in self.weaker if clue.fixes]
        changed = compile_puzzle(_edited(self.puzzle.loaded, {**edits, **self._edits(fixing)}))
        solution = self._comparable_solution(changed)
        if solution is None:
            return None
        local = local_constraints(changed)
        guarded = {position for positions in local.values() for position in positions}
        self._engine = engine = SatEngine(changed.model, deadline=self.deadline, selectors=guarded)
        self._engine_edits = edits
        variables = dict(zip(self.names, changed.model.variables, strict=True))
        self._assumed = {}
        for clue in self.weaker:
            if clue.fixes:
                name = self.puzzle.model.unknowns[clue.layer].variables[clue.element].name
                self._assumed[clue] = [engine.literal(variables[name], int(clue.value))]
            elif self.is_assumed(clue):
                self._assumed[clue] = [engine.selectors[position] for position in local[clue.key]]
        engine.block(solution)
        return engine


def _edited(loaded: LoadedPuzzle, edits: Mapping[ClueKey, Any]) -> LoadedPuzzle:
    return replace(loaded, edits=replace(loaded.edits, clues={**loaded.edits.clues, **edits}))
