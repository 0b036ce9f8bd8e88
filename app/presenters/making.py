"""New puzzles: their files, or what they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cluewright.presenters.base import Presenter
from cluewright.presenters.exits import Exit
from cluewright.presenters.words import number_of


@dataclass
class Generated(Presenter):
    """Some new puzzles, as plain data: `puzzle` is the text of each that was made, `error` says why one cannot be."""

    #: How many were wanted, and how many of them were there already.
    wanted: int
    there: int = 0
    made: list[dict[str, Any]] = field(default_factory=list)
    #: Whether somebody stopped it.
    stopped: bool = False

    @property
    def _ready(self) -> list[dict[str, Any]]:
        return [made for made in self.made if "puzzle" in made]

    @property
    def _missing(self) -> int:
        return self.wanted - self.there - len(self._ready)

    @property
    def _errors(self) -> list[str]:
        return list(dict.fromkeys(made["error"] for made in self.made if "error" in made))

    @property
    def exit_code(self) -> Exit:
        if self.stopped:
            return Exit.INTERRUPTED
        if self._errors:
            return Exit.USAGE
        return Exit.UNKNOWN if self._missing else Exit.OK

    def data(self) -> list[dict[str, Any]]:
        return self.made

    def text(self) -> str:
        lines = [str(made.get("file") or made["puzzle"]).rstrip("\n") for made in self._ready]
        if self.there:
            lines.append(f"{number_of(self.there, 'puzzle')} had been made before")
        return "\n".join(lines)

    def alarms(self) -> list[str]:
        """Beside the puzzles, which may go to a file."""
        if not self._missing:
            return []
        why = "interrupted" if self.stopped else "; ".join(self._errors) or "no try led to what is wished in time"
        return [f"{number_of(self._missing, 'puzzle')} not made: {why}"]
