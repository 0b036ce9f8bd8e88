"""New puzzles: their files, or what they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cluewright.making.generate import Made
from cluewright.presenters.base import Presenter, View
from cluewright.presenters.exits import Exit
from cluewright.presenters.words import number_of


@dataclass
class Generated(Presenter):
    """Some new puzzles."""

    #: How many were wanted, and how many of them were there already.
    wanted: int
    there: int = 0
    made: list[Made] = field(default_factory=list)
    #: Where they were written.
    files: list[str] = field(default_factory=list)
    #: Whether somebody stopped it.
    stopped: bool = False

    @property
    def missing(self) -> int:
        """How many puzzles were not made."""
        return self.wanted - self.there - len(self.made)

    @property
    def exit_code(self) -> Exit:
        if self.stopped:
            return Exit.INTERRUPTED
        return Exit.UNKNOWN if self.missing else Exit.OK

    def data(self) -> list[dict[str, Any]]:
        return [
            {"name": made.name, "puzzle": made.text, "verdict": made.checked.verdict, "seconds": round(made.seconds, 6)}
            | ({} if made.rating is None else {"level": made.rating.level, "score": made.rating.score})
            | ({"file": file} if file else {})
            for made, file in zip(self.made, self.files or [""] * len(self.made), strict=True)
        ]

    def views(self) -> list[View]:
        return [View(made.puzzle, number=number, aside=True) for number, made in enumerate(self.made, 1)]

    def text(self) -> str:
        lines = self.files or [made.text.rstrip("\n") for made in self.made]
        if self.there:
            lines = [*lines, f"{number_of(self.there, 'puzzle')} had been made before"]
        if self.missing:
            why = "interrupted" if self.stopped else "no try led to what was wished in time"
            lines = [*lines, f"{number_of(self.missing, 'puzzle')} not made: {why}"]
        return "\n".join(lines)
