"""What setters ask: what is forced, what is wrong with an answer, which clues and rules are needed, what would help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from cluewright.compiler.elements import Element, Group
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.model import spell
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.results import Verdict
from cluewright.notation.plain import plain_candidates, plain_layers, plain_value
from cluewright.pictures.pencil import pencil_marks
from cluewright.presenters.base import Presenter, View, about
from cluewright.presenters.clue_words import clue_text, known_clue_data
from cluewright.presenters.exits import Exit
from cluewright.presenters.words import conflict_lines, rule_data, rule_lines
from cluewright.setting.candidates import Candidates
from cluewright.setting.clue import Clue, show_value
from cluewright.setting.judging import Judgement
from cluewright.setting.repair import Repair
from cluewright.setting.rules import RuleFinding


@dataclass
class Possible(Presenter):
    """The values that occur in some solution."""

    found: Candidates

    @property
    def exit_code(self) -> Exit:
        if self.found.solvable is False:
            return Exit.NO
        return Exit.OK if self.found.complete else Exit.UNKNOWN

    def views(self) -> list[View]:
        puzzle = self.found.puzzle
        if puzzle is None:
            return []
        forced, notes = pencil_marks(puzzle, self.found.possible, self.found.open)
        return [View(puzzle, forced, pencil=notes)]

    def data(self) -> dict[str, object]:
        found, puzzle = self.found, self.found.puzzle
        data: dict[str, object] = {"complete": found.complete, "solvable": found.solvable}
        data |= {"candidates": plain_candidates(puzzle, found.possible), "seconds": round(found.seconds, 6)}
        return data if found.complete else data | {"undecided": plain_candidates(puzzle, found.open)}

    def text(self) -> str:
        return about(self.found.puzzle, self._forced(), self.found.seconds)

    def _forced(self) -> str:
        found = self.found
        if found.solvable is None:
            return "nothing is known: the time was up before a solution was found"
        if not found.solvable:
            return "there is no solution, so no value is possible"
        text = f"{len(found.forced())} of {len(found.possible)} unknowns are forced"
        if found.complete:
            return text
        left = sum(len(values) for values in found.open.values())
        are = "value is" if left == 1 else "values are"
        return f"{text} so far; the time was up, and {left} {are} not decided (?)"


@dataclass
class Judged(Presenter):
    """What is right and wrong about an answer."""

    judgement: Judgement

    @property
    def exit_code(self) -> Exit:
        return {"wrong": Exit.NO, "unknown": Exit.UNKNOWN}.get(self.judgement.verdict, Exit.OK)

    def views(self) -> list[View]:
        judgement = self.judgement
        return [] if judgement.puzzle is None else [View(judgement.puzzle, judgement.answer, self._faulty())]

    def _faulty(self) -> list[object]:
        """The entries to blame, and the places where rules are broken."""
        blamed = set(self.judgement.blamed)
        layers = self.judgement.puzzle.model.unknowns.values()
        found = [e for layer in layers for e, var in layer.variables.items() if var in blamed]
        for constraint in self.judgement.broken:
            places = [v for v in constraint.values if isinstance(v, (Element, tuple))]
            found += [v for v in places if not isinstance(v, Group)] or places  # a line only if nothing in it is named
        return found

    def _entries(self) -> list[tuple[str, str, object]]:
        """The entries to blame: layer, place and value."""
        blamed, answer = set(self.judgement.blamed), self.judgement.answer
        return [
            (layer.name, spell(element), plain_value(layer, answer[var]))
            for layer in self.judgement.puzzle.model.unknowns.values()
            for element, var in layer.variables.items()
            if var in blamed and var in answer
        ]

    def data(self) -> dict[str, object]:
        judgement = self.judgement
        return {
            "verdict": judgement.verdict,
            "full": judgement.full,
            "confirmed": judgement.confirmed,
            "completable": judgement.completable,
            "broken": rule_data(judgement.broken),
            "broken_at_best": rule_data(judgement.at_best),
            "blamed": [{"layer": layer, "at": at, "value": value} for layer, at, value in self._entries()],
            "blamed_alone": judgement.alone,
            "smallest": judgement.smallest,
        }

    def text(self) -> str:
        puzzle = self.judgement.puzzle
        return ("" if puzzle is None else f"{puzzle.title}: ") + "\n".join(self._lines())

    def _lines(self) -> list[str]:
        judgement = self.judgement
        told = {
            "correct": "correct",
            "correct so far": "correct so far: it can be completed",
            "unknown": "unknown: no rule is broken yet, but whether it can be completed was not decided in time",
        }
        if judgement.verdict in told:
            return [told[judgement.verdict]]
        lines = ["wrong: the puzzle has no solution at all" if judgement.unsolvable else "wrong"]
        if judgement.broken:
            lines += ["Broken rules:", *rule_lines(judgement.broken, judgement.puzzle)]
        if judgement.at_best:
            lines += ["However it is completed, a rule is broken, at best:"]
            lines += rule_lines(judgement.at_best, judgement.puzzle)
        entries = [f"  - {layer} {show_value(value)} at {at}" for layer, at, value in self._entries()]
        if entries:
            size = "no smaller set is to blame" if judgement.smallest else "the time was up, perhaps fewer are to blame"
            lines.append("No solution has:" if judgement.alone else f"These entries cannot stand together ({size}):")
        return lines + entries


@dataclass
class RulesAsked(Presenter):
    """Which rules follow from the others."""

    findings: Sequence[RuleFinding]
    puzzle: CompiledPuzzle | None = None

    @property
    def exit_code(self) -> Exit:
        return Exit.UNKNOWN if any(f.implied is None for f in self.findings) else Exit.OK

    def views(self) -> list[View]:
        return [] if self.puzzle is None else [View(self.puzzle, aside=True)]

    def data(self) -> dict[str, object]:
        return {"rules": [_rule_data(finding) for finding in self.findings]}

    def text(self) -> str:
        return "\n".join(f"{f.number}. {f.sentence}\n   {_rule_text(f)}" for f in self.findings)


def _rule_data(finding: RuleFinding) -> dict[str, object]:
    found = finding.counterexample
    return {
        "number": finding.number,
        "rule": finding.sentence,
        "implied": finding.implied,
        "vacuous": finding.vacuous,
        "counterexample": None if found is None else plain_layers(finding.puzzle, found),
    }


def _rule_text(finding: RuleFinding) -> str:
    if finding.implied is None:
        return "not decided in time"
    if finding.vacuous:
        return "says nothing in this puzzle"
    if finding.implied:
        return "follows from the others and the clues"
    return "is needed: a solution of all others breaks it"


@dataclass
class Repaired(Presenter):
    """What would help."""

    result: Repair

    @property
    def exit_code(self) -> Exit:
        if self.result.verdict is Verdict.UNIQUE or self.result.repaired is not None:
            return Exit.OK
        return Exit.UNKNOWN if self.result.out_of_time else Exit.NO

    def changed(self) -> LoadedPuzzle | None:
        return self.result.repaired

    @cached_property
    def _shown(self) -> CompiledPuzzle | None:
        """The puzzle with the change made, or as it is."""
        repaired = self.result.repaired
        return self.result.puzzle if repaired is None else compile_puzzle(repaired)

    def views(self) -> list[View]:
        shown = self._shown
        if shown is None:
            return []
        names = {str(clue.element) for clue in self.result.added or self.result.dropped or ()}
        places = [e for layer in shown.clues.values() for e in layer if str(e) in names]
        places += [e for layer in shown.model.unknowns.values() for e in layer.variables if str(e) in names]
        return [View(shown, marked=places)]

    def data(self) -> dict[str, object]:
        result = self.result
        return {
            "verdict": result.verdict,
            "add": self._listed(result.added),
            "drop": self._listed(result.dropped),
            "smallest": result.smallest,
            "smallest_here": result.smallest_here or result.smallest,
            "among": {} if result.among_all else result.among,
            "conflict": rule_data(result.conflict),
            "solution": None if result.solution is None else plain_layers(result.puzzle, result.solution),
            "reason": result.reason,
            "seconds": round(result.seconds, 6),
        }

    def _listed(self, clues: list[Clue] | None) -> list[dict[str, object]] | None:
        return None if clues is None else [known_clue_data(self.result.puzzle, clue) for clue in clues]

    def text(self) -> str:
        result = self.result
        if result.verdict is Verdict.UNIQUE:
            return about(result.puzzle, "nothing to repair: exactly one solution", result.seconds)
        if result.verdict is Verdict.UNKNOWN:
            told = "unknown: the time was up before the number of solutions was decided"
            return about(result.puzzle, told, result.seconds)
        lines = self._adding() if result.verdict is Verdict.SEVERAL else self._dropping()
        if result.reason:
            lines.append(f"Note: {result.reason}.")
        return about(result.puzzle, "\n".join([*lines, " "]), result.seconds)

    def _adding(self) -> list[str]:
        result = self.result
        lines = ["several solutions"]
        if result.added is not None:
            lines.append("Adding these makes the solution unique" + self._size() + ":")
            lines += [f"  - {clue_text(result.puzzle, clue)}" for clue in result.added]
        return lines

    def _dropping(self) -> list[str]:
        result = self.result
        lines = ["no solution", *conflict_lines(result.conflict, result.puzzle)]
        if result.dropped is not None:
            lines.append("Dropping these makes it solvable" + self._size() + ":")
            lines += [f"  - {clue_text(result.puzzle, clue)}{self._instead(clue)}" for clue in result.dropped]
        return lines

    def _instead(self, clue: Clue) -> str:
        if clue not in self.result.instead:
            return ""
        value = show_value(self.result.instead[clue]) or "nothing"
        return f" (a solution then has {value})" if clue.fixes else f" ({value} instead)"

    def _size(self) -> str:
        """No more than was proved."""
        result = self.result
        if not result.smallest and not result.smallest_here:
            return " (perhaps fewer would do)"
        limits = [layer if extent == "all" else f"{layer} ({extent})" for layer, extent in result.among.items()]
        among = f" among {', '.join(limits)}" if limits and not result.among_all else ""
        here = "" if result.smallest else " for this solution; for another one perhaps"
        return f" (no smaller set{among} does{here})"
