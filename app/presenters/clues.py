"""Which clues a puzzle needs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.results import Verdict
from cluewright.presenters.base import Presenter, View, about
from cluewright.presenters.clue_words import clue_data, entry_text
from cluewright.presenters.exits import Exit
from cluewright.presenters.words import number_of
from cluewright.setting.clue import Clue, given_clues
from cluewright.setting.clues import ClueFinding, CluesResult

_NOT_ASKED = {
    Verdict.NONE: "there is no solution; `cluewright repair` says why",
    Verdict.SEVERAL: "there are several solutions; this asks about puzzles with one. "
    "`cluewright repair` says what to add",
    Verdict.UNKNOWN: "whether the solution is unique was not decided in time",
}


@dataclass
class CluesAsked(Presenter):
    """Superfluous clues, what each holds back, and a minimal set."""

    result: CluesResult

    @property
    def exit_code(self) -> Exit:
        if self.result.verdict in (Verdict.NONE, Verdict.SEVERAL):
            return Exit.NO
        return Exit.OK if self.result.complete and not self._undecided() else Exit.UNKNOWN

    def changed(self) -> LoadedPuzzle | None:
        return self.result.reduced

    @cached_property
    def _reduced(self) -> CompiledPuzzle | None:
        return None if self.result.reduced is None else compile_puzzle(self.result.reduced)

    def views(self) -> list[View]:
        if self._reduced is not None:
            return [View(self._reduced)]
        marked = [clue.element for clue in self.result.superfluous()]
        return [] if self.result.puzzle is None else [View(self.result.puzzle, marked=marked)]

    def data(self) -> dict[str, object]:
        result = self.result
        data: dict[str, object] = {
            "verdict": result.verdict,
            "complete": result.complete and not self._undecided(),
            "clues": [_finding_data(finding) for finding in result.findings],
            "structure": [clue_data(clue) for clue in result.structure],
        }
        if self._undecided():
            data["undecided"] = [clue_data(clue) for clue in self._undecided()]
        if result.minimal is not None:
            replaced = {c: {"replacement": entry_text(c, value)} for c, value in result.replaced.items()}
            data["minimal"] = [clue_data(clue) | replaced.get(clue, {}) for clue in result.minimal]
            data["minimal_complete"] = result.minimal_complete
        return {**data, "seconds": round(result.seconds, 6)}

    def _undecided(self) -> list[Clue]:
        """The clues that were not asked about before the time was up."""
        result = self.result
        if result.verdict is not Verdict.UNIQUE or result.puzzle is None:
            return []
        told = {finding.clue.key for finding in result.findings if finding.superfluous is not None}
        told |= {clue.key for clue in result.structure}
        return [clue for clue in given_clues(result.puzzle) if clue.key not in told]

    def text(self) -> str:
        result = self.result
        if result.verdict in _NOT_ASKED:
            return about(result.puzzle, _NOT_ASKED[result.verdict], result.seconds)
        if not result.findings and not result.structure and not self._undecided():
            told = "exactly one solution, and no clues to ask about; --rules asks about the rules"
            return about(result.puzzle, told, result.seconds)
        lines = [*self._superfluous(), *self._replaceable(), *self._held_back(), *self._time(), *self._board()]
        if result.minimal is not None:
            lines += self._minimal(result.minimal)
        return about(result.puzzle, "\n".join([*lines, " "]), result.seconds)

    def _superfluous(self) -> list[str]:
        spare, undecided = self.result.superfluous(), self._undecided()
        asked = [f for f in self.result.findings if f.superfluous is not None] if undecided else self.result.findings
        so_far = " so far" if undecided else ""
        return [
            f"{len(spare)} of {len(asked)} clues are superfluous{so_far}, each alone",
            *(f"  - {clue}" for clue in spare),
        ]

    def _replaceable(self) -> list[str]:
        found = [f for f in self.result.findings if f.replacement is not None]
        lines = [
            f"  - {f.clue}: by {entry_text(f.clue, f.replacement)}{', which says less' if f.says_less else ''}"
            for f in found
        ]
        return ["Without these the solution is lost, but each alone can be replaced:", *lines] if lines else []

    def _held_back(self) -> list[str]:
        lines = []
        for finding in self.result.findings:
            if finding.held_back is not None:
                more = "" if finding.held_back_complete else "at least "
                other = finding.counted_with
                instead = "" if other is None else f" (with {entry_text(finding.clue, other)} instead)"
                lines.append(f"  - {finding.clue}: {more}{finding.held_back}{instead}")
        return ["Further solutions without each clue:", *lines] if lines else []

    def _time(self) -> list[str]:
        undecided = self._undecided()
        return [f"The time was up: {number_of(len(undecided), 'clue')} not decided."] if undecided else []

    def _board(self) -> list[str]:
        board = self.result.structure
        few = ", ".join(map(str, board[:6])) + (", ..." if len(board) > 6 else "")
        return [f"{len(board)} more cannot be taken away without changing the board: {few}"] if board else []

    def _minimal(self, minimal: list[Clue]) -> list[str]:
        result = self.result
        state = "none of these alone can be left out" + (" symmetrically" if result.symmetric else "")
        state = state if result.minimal_complete else "the time was up, fewer may do"
        structure = set(result.structure)
        kept = [clue for clue in minimal if clue not in structure]
        board = f", besides the {len(structure)} of the board" if structure else ""
        if not kept:
            return [f"No clue is needed{board}"]
        words = f", {len(result.replaced)} of them replaced as shown" if result.replaced else ""
        instead = {clue: f": {entry_text(clue, value)}" for clue, value in result.replaced.items()}
        return [
            f"{len(kept)} of {len(result.findings)} clues suffice{board}{words} ({state}):",
            *(f"  - {clue}{instead.get(clue, '')}" for clue in kept),
        ]


def _finding_data(finding: ClueFinding) -> dict[str, object]:
    entry = {**clue_data(finding.clue), "superfluous": finding.superfluous}
    if finding.replacement is not None:
        entry |= {"replacement": entry_text(finding.clue, finding.replacement), "says_less": finding.says_less}
    if finding.held_back is not None:
        entry |= {"held_back": finding.held_back, "held_back_complete": finding.held_back_complete}
    if finding.counted_with is not None:
        entry["counted_with"] = entry_text(finding.clue, finding.counted_with)
    return entry
