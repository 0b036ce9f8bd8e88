"""Which clues does a puzzle need? Superfluous ones, what each holds back, and a minimal set.

A clue is superfluous if the puzzle without it has the same only solution. Leaving a clue out may also add constraints
("cells without a number hold 1"), so nothing follows from one set of clues for another one, except where all clues in
question only exclude solutions.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from cluewright.compiler.evaluate import violations
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model
from cluewright.models.edits import REMOVED
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.results import Verdict
from cluewright.models.showing import Brief, Told
from cluewright.setting.clue import Clue, changes, given_clues, is_word, other_words
from cluewright.setting.symmetry import HalfTurn
from cluewright.setting.variant import Variant, Variants
from cluewright.setting.weakening import Strength
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.sat import SatEngine

#: Told how many questions are answered, of how many.
Report = Callable[[int, int], None]


@dataclass(repr=False)
class ClueFinding(Brief):
    """What is known about one clue."""

    clue: Clue
    #: Whether the same solution is the only one without it; None if that was not decided in time.
    superfluous: bool | None = None
    #: If the solution is lost without it: a word that can stand there instead, with the same only solution ...
    replacement: Any = None
    #: ... and whether it is proved that this word says less, whatever the other clues are.
    says_less: bool = False
    #: How many further solutions there are without it (where that was asked), and whether these are all.
    held_back: int | None = None
    held_back_complete: bool = False
    #: What stands in its place when these are counted, if it cannot be left out.
    counted_with: Any = None


@dataclass(repr=False)
class CluesResult(Brief, Told):
    """What is known about the clues of a puzzle."""

    verdict: Verdict
    findings: list[ClueFinding] = field(default_factory=list)
    #: Clues that cannot be taken away without making it another puzzle: they are part of the board.
    structure: list[Clue] = field(default_factory=list)
    #: A set of clues that keeps the solution unique, if one was asked for, ...
    minimal: list[Clue] | None = None
    #: ... words that stand in place of some of them, ...
    replaced: dict[Clue, Any] = field(default_factory=dict)
    #: ... and whether none of them alone can be left out or replaced by a word (otherwise the time was up).
    minimal_complete: bool = False
    #: Whether clues that a half-turn takes to each other went or stayed together.
    symmetric: bool = False
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


def question_clues(
    puzzle: CompiledPuzzle,
    *,
    minimal: bool = False,
    symmetric: bool = False,
    count: int | None = None,
    timeout: float | None = None,
    report: Report = lambda done, total: None,
) -> CluesResult:
    """Ask of every clue whether the puzzle needs it. `count` is how many solutions to count at most for each clue."""
    started = time.monotonic()
    deadline = None if timeout is None else started + timeout
    result = CluesResult(Verdict.UNKNOWN, symmetric=symmetric)
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
                    _minimise(reduction, result, symmetric, report)
    except TimeUp:
        pass
    finally:
        result.seconds = time.monotonic() - started
    return result


class Reduction:
    """A puzzle with one solution, and the same with other clues: is the solution still the only one?"""

    def __init__(self, puzzle: CompiledPuzzle, solution: Mapping[Var, int], deadline: float | None) -> None:
        self.puzzle = puzzle
        self.deadline = deadline
        self.values = [solution[var] for var in puzzle.model.variables]
        self.clues = given_clues(puzzle)
        self.variants = Variants(puzzle, self.clues, deadline, same_unknowns=True)
        #: Constraints that the solution surely satisfies.
        self._satisfied = set(map(id, puzzle.model.constraints))
        #: After a proof that the solution is the only one: clues without which the proof works as well.
        self.unused: set[Clue] = set()
        #: For each variant the constraints that the known solution breaks, by the clues they stem from.
        self._broken: WeakKeyDictionary[Variant, list[list[Clue]]] = WeakKeyDictionary()
        self._less: dict[tuple[Clue, Any], bool] = {}

    def __enter__(self) -> Reduction:
        return self

    def __exit__(self, *_: object) -> None:
        self.variants.__exit__()

    def is_same_board(self, changed: Mapping[Clue, object]) -> bool:
        """Whether the puzzle with these clues changed is one, about the same unknowns."""
        return self.variants.of(changed) is not None

    def keeps_solution(self, changed: Mapping[Clue, object]) -> bool:
        """Whether the known solution is one of the puzzle with these clues changed."""
        if all(map(self.variants.is_assumed, changed)):
            return True
        variant = self.variants.of(changed)
        if variant is None:
            return False
        if variant not in self._broken:
            self._broken[variant] = self._broken_by_solution(variant)
        return all(any(clue in changed for clue in owners) for owners in self._broken[variant])

    def _broken_by_solution(self, variant: Variant) -> list[list[Clue]]:
        model = variant.puzzle.model
        known = dict(zip(model.variables, self.values, strict=True))
        if any(value not in var.domain for var, value in known.items()):
            return [[]]  # what an unknown can be may depend on clues
        asked = [constraint for constraint in model.constraints if id(constraint) not in self._satisfied]
        broken = {id(constraint) for constraint in violations(Model(model.unknowns, asked), known)}
        return [variant.owners.get(i, []) for i, c in enumerate(model.constraints) if id(c) in broken]

    def is_unique(self, changed: Mapping[Clue, object]) -> bool:
        """Whether the known solution is the only one with these clues changed."""
        if not self.keeps_solution(changed):
            return False
        others = self.others(changed)
        try:
            return next(others, None) is None
        finally:
            others.close()

    def others(self, changed: Mapping[Clue, object]) -> Generator[dict[Var, int], None, None]:
        """Other solutions of the puzzle with these clues changed, which must be about the same unknowns."""
        variant = self.variants.of(changed)
        assert variant is not None
        self.unused = set()
        engine = variant.engine
        kept = [clue for clue in self.variants.assumed if clue not in changed]
        goal = engine.encoder.new()
        answer: dict[Var, int] | None = dict(zip(variant.puzzle.model.variables, self.values, strict=True))
        try:
            while answer is not None:
                engine.add_clause([-goal, *(-engine.literal(var, value) for var, value in answer.items())])
                answer = variant.solve(kept, [goal])
                if answer is not None:
                    yield answer
            self.unused = set(self.variants.assumed) - variant.core()
        finally:
            engine.add_clause([-goal])

    def without(self, changed: Mapping[Clue, object]) -> LoadedPuzzle:
        """The puzzle with some clues taken away or replaced."""
        return self.puzzle.loaded.edited(changes(changed))

    # ------------------------------------------------------------ words in place of a clue

    def entries(self, clue: Clue) -> list[Clue]:
        """What can be asked about apart: a clue, or the entries of one that is a list."""
        if not isinstance(clue.value, tuple):
            return [clue]
        return [Clue(clue.layer, clue.element, clue.value, part=i) for i, item in enumerate(clue.value) if item != ""]

    def words(self, clue: Clue) -> list[object]:
        """Words that could stand for a clue, as whole clues."""
        return [clue.saying(word) for word in other_words(self.puzzle, clue)]

    @cached_property
    def strength(self) -> Strength:
        """What the puzzle demands apart from the clues that fix an unknown."""
        plain = self.variants.of({})
        assert plain is not None
        return Strength(plain.puzzle)

    def may_stand(self, clue: Clue, value: object) -> bool:
        """A number may give way to any word, but a word only to one that surely says less."""
        return value is REMOVED or not is_word(clue.said) or self.says_less(clue, value)

    def says_less(self, clue: Clue, value: object) -> bool:
        """Whether it is proved that another value of a clue says less, whatever the other clues are."""
        if (clue, value) not in self._less:
            changed = self.variants.of({clue: value})
            self._less[clue, value] = changed is not None and self.strength.exceeds(changed.puzzle, self.deadline)
        return self._less[clue, value]


# ---------------------------------------------------------------- each alone


def _question_each(reduction: Reduction, result: CluesResult, count: int | None, report: Report) -> None:
    spare: set[Clue] = set()
    for number, clue in enumerate(reduction.clues, 1):
        changed = {clue: REMOVED}
        if clue in spare:
            finding = ClueFinding(clue, superfluous=True)
            result.findings.append(finding)
        elif reduction.keeps_solution(changed):
            finding = ClueFinding(clue)
            result.findings.append(finding)
            finding.superfluous = _ask(reduction, finding, changed, count)
            if finding.superfluous and reduction.variants.is_assumed(clue):
                spare |= reduction.unused  # what this proof did without; with the clue it holds all the more
        else:
            _question_words(reduction, result, clue, count)
        for finding in result.findings:
            if count is not None and finding.superfluous:
                finding.held_back, finding.held_back_complete = 0, True
        report(number, len(reduction.clues))


def _question_words(reduction: Reduction, result: CluesResult, clue: Clue, count: int | None) -> None:
    """A clue without which the solution is lost: can a word stand there instead?"""
    same_board = reduction.is_same_board({clue: REMOVED})
    found: list[ClueFinding] = []
    for entry in reduction.entries(clue):
        finding = ClueFinding(entry)
        words = [v for v in reduction.words(entry) if reduction.keeps_solution({entry: v})]
        words = [value for value in words if reduction.may_stand(entry, value)]
        if words:
            found.append(finding)
            result.findings.append(finding)
        for value in words:
            if _ask(reduction, finding, {entry: value}, count):
                finding.replacement, finding.says_less = value, reduction.says_less(entry, value)
                break
        finding.superfluous = False
    if not found and same_board:
        result.findings.append(ClueFinding(clue, superfluous=False))
    elif not found:
        result.structure.append(clue)


def _ask(reduction: Reduction, finding: ClueFinding, changed: Mapping[Clue, object], most: int | None) -> bool:
    """Whether the solution is the only one with this change; otherwise how many further ones there are."""
    others = reduction.others(changed)
    try:
        if next(others, None) is None:
            return True
        value = changed[finding.clue]
        if most is not None and finding.held_back is None:
            finding.counted_with = None if value is REMOVED else value
            _count(finding, others, most)
        return False
    finally:
        others.close()


def _count(finding: ClueFinding, others: Iterator[object], most: int) -> None:
    """How many further solutions there are, one of which was already found."""
    finding.held_back = 1
    while finding.held_back < most:
        if next(others, None) is None:
            finding.held_back_complete = True
            return
        finding.held_back += 1


# ---------------------------------------------------------------- a minimal set


def _minimise(reduction: Reduction, result: CluesResult, symmetric: bool, report: Report) -> None:
    """Take away clues (or pairs of clues) as long as the solution stays the only one."""
    everything = [finding.clue for finding in result.findings] + result.structure
    groups = _orbits(reduction.puzzle, everything) if symmetric else _by_place(everything)
    only_exclude = all(map(reduction.variants.is_assumed, everything))
    if only_exclude:  # then a clue that is needed stays needed
        superfluous = set(result.superfluous())
        groups = [group for group in groups if superfluous.issuperset(group)]
    changed: dict[Clue, Any] = {}
    result.minimal = everything
    try:
        again = True
        while again:
            again = False
            for number, group in enumerate(groups, 1):
                if any(changed.get(clue) is not REMOVED for clue in group):
                    again = _shrink(reduction, group, groups, changed, symmetric) or again
                    result.minimal = [clue for clue in everything if changed.get(clue) is not REMOVED]
                report(number, len(groups))
            again = again and not only_exclude
        result.minimal_complete = True
    finally:
        result.replaced = {clue: value for clue, value in changed.items() if value is not REMOVED}
        result.reduced = reduction.without(changed)


def _shrink(
    reduction: Reduction,
    group: Sequence[Clue],
    groups: Sequence[Sequence[Clue]],
    changed: dict[Clue, object],
    together: bool,
) -> bool:
    """Take a group away, or put words there; whether that was possible."""
    for step in _steps(reduction, group, changed, together):
        if reduction.is_unique({**changed, **step}) and all(reduction.may_stand(*change) for change in step.items()):
            unused = reduction.unused
            changed |= step
            for other in groups:
                if unused.issuperset(other):
                    changed |= dict.fromkeys(other, REMOVED)
            return True
    return False


def _steps(
    reduction: Reduction, group: Sequence[Clue], changed: Mapping[Clue, object], together: bool
) -> Iterator[dict[Clue, object]]:
    """The group is taken away; else words stand for those of its clues that still say what they said."""
    yield dict.fromkeys(group, REMOVED)
    still = [clue for clue in group if clue not in changed and not reduction.variants.is_assumed(clue)]
    options = {clue: words for clue in still if (words := reduction.words(clue))}
    if together and options:
        for number in range(max(map(len, options.values()))):
            yield {clue: words[min(number, len(words) - 1)] for clue, words in options.items()}
    elif not together:
        yield from ({clue: word} for clue, words in options.items() for word in words)


def _by_place(clues: Sequence[Clue]) -> list[list[Clue]]:
    """The entries of a list belong together: without the clue all of them are gone."""
    found: dict[tuple[str, Any], list[Clue]] = {}
    for clue in clues:
        found.setdefault((clue.layer, clue.element), []).append(clue)
    return list(found.values())


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
