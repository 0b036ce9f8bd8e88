"""Which clues does a puzzle need? Superfluous ones, what each holds back, and a minimal set.

A clue is superfluous if the puzzle without it has the same only solution. Leaving a clue out may also add constraints
("cells without a number hold 1"), so nothing follows from one set of clues for another one, except where all clues in
question only exclude solutions.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.work import seldom_collected
from cluewright.models.edits import REMOVED
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.results import Verdict
from cluewright.models.showing import Brief, Told
from cluewright.setting.clue import Clue
from cluewright.setting.reduction import Reduction, by_place, orbits, shrink
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


@seldom_collected
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
    if most is None and reduction.has_known_other(changed, changed):
        return False
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
    groups = orbits(reduction.puzzle, everything) if symmetric else by_place(everything)
    only_exclude = all(map(reduction.variants.is_assumed, everything))
    superfluous = set(result.superfluous())
    if only_exclude:  # then a clue that is needed stays needed
        groups = [group for group in groups if superfluous.issuperset(group)]
    # What may well go is asked first: a clue is asked about once more when others have gone since it was refused.
    groups.sort(key=lambda group: not superfluous.issuperset(group))
    changed: dict[Clue, Any] = {}
    refused: dict[int, int] = {}
    changes = 0

    def is_open(number: int) -> bool:
        return refused.get(number) != changes and any(changed.get(clue) is not REMOVED for clue in groups[number])

    result.minimal = everything
    try:
        while waiting := [number for number in range(len(groups)) if is_open(number)]:
            for number in filter(is_open, waiting):
                if shrink(reduction, groups[number], groups, changed, symmetric):
                    changes += 1
                    result.minimal = [clue for clue in everything if changed.get(clue) is not REMOVED]
                else:
                    refused[number] = changes
                report(number + 1, len(groups))
            if only_exclude:
                break
        result.minimal_complete = True
    finally:
        result.replaced = {clue: value for clue, value in changed.items() if value is not REMOVED}
        result.reduced = reduction.without(changed)
