"""A rulebook that was checked alone."""

from __future__ import annotations

from dataclasses import dataclass

from cluewright.laboratory.rulebook import RulebookCheck
from cluewright.presenters.base import Presenter
from cluewright.presenters.exits import Exit
from cluewright.presenters.words import number_of


@dataclass
class RulebookChecked(Presenter):
    """What was checked, and what was not."""

    result: RulebookCheck

    @property
    def exit_code(self) -> Exit:
        return Exit.OK if self.result.puzzles else Exit.UNKNOWN

    def data(self) -> dict[str, object]:
        result = self.result
        return {
            "rulebook": result.name,
            "rules": result.rules,
            "extends": result.extends,
            "puzzles": result.puzzles,
            "solved": result.solved,
            "addresses": result.addresses if result.has_address else None,
            "refused": dict(result.refused),
            "unchecked": self._unchecked(),
            "seconds": round(result.seconds, 6),
        }

    def text(self) -> str:
        result = self.result
        verdict = "no mistake found" if result.puzzles else "its rules were not tried"
        extends = f", with those of {', '.join(result.extends)}" if result.extends else ""
        lines = [
            f"the rulebook {result.name}: {verdict}",
            f"  document:  read; {number_of(result.rules, 'rule')}{extends}",
            f"  rules:     written out in {number_of(result.puzzles, 'tiny puzzle')}, {result.solved} with a solution",
            f"  drawing:   {number_of(result.puzzles, 'puzzle')} drawn as text and as SVG",
        ]
        if result.has_address:
            lines.append(f"  puzz.link: {number_of(result.addresses, 'address')} written, and read as the same puzzle")
        if result.elements:
            lines.append(f"  f-puzzles: {number_of(result.elements, 'element')}, read but not tried")
        return "\n".join([*lines, "Not checked:", *(f"  - {what}" for what in self._unchecked())])

    def _unchecked(self) -> list[str]:
        result = self.result
        never = [name for name in result.layers if name not in result.given]
        found = [f"clues of {', '.join(never)}: none of the tiny puzzles has any"] if never else []
        found += [f"{number_of(n, 'made-up puzzle')} that cannot be: {why}" for why, n in result.refused.most_common(3)]
        if result.misread:
            found.append(f"{number_of(len(result.misread), 'address')} did not come back: {result.misread[0]}")
        elif result.has_address and not result.addresses:
            found.append("its addresses: none of the tiny puzzles could be written as one")
        return [*found, "whether the rules mean what they say: read them, and try `cluewright rules FILE --prove`"]
