"""New puzzles: their files, or what they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cluewright.presenters.base import Presenter
from cluewright.presenters.exits import Exit
from cluewright.presenters.words import number_of

#: So many reasons are told why puzzles were not made.
_MOST_REASONS = 3


def file_text(heading: str, made: Mapping[str, Any]) -> str:
    """A new puzzle as a file, with how it was made and, if that is known, how hard it is."""
    rated = f"# level {made['level']} of 5, score {made['score']}: {made['reason']}\n" if made.get("level") else ""
    return f"{heading}\n{rated}{made['puzzle']}"


@dataclass
class Generated(Presenter):
    """Some new puzzles, as plain data: `puzzle` is the text of each that was made, `error` says why one cannot
    be, `why` why none was found in time."""

    #: How many were wanted, and how many of them were there already.
    wanted: int
    there: int = 0
    #: How they are made, as it is typed: what is printed says it in its first line.
    heading: str = ""
    made: list[dict[str, Any]] = field(default_factory=list)
    #: Whether somebody stopped it.
    stopped: bool = False

    @property
    def _ready(self) -> list[dict[str, Any]]:
        return [made for made in self.made if "puzzle" in made]

    @property
    def _missing(self) -> int:
        return self.wanted - self.there - len(self._ready)

    def _told(self, key: str) -> list[str]:
        return list(dict.fromkeys(made[key] for made in self.made if key in made))

    @property
    def _errors(self) -> list[str]:
        return self._told("error")

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
        lines = [(made.get("file") or file_text(self.heading, made)).rstrip("\n") for made in self._ready]
        if self.there:
            lines.append(f"{number_of(self.there, 'puzzle')} had been made before")
        return "\n".join(lines)

    def alarms(self) -> list[str]:
        """Beside the puzzles, which may go to a file."""
        if not self._missing:
            return []
        why = "interrupted" if self.stopped else "; ".join([*self._errors, *self._told("why")][:_MOST_REASONS])
        return [f"{number_of(self._missing, 'puzzle')} not made: {why}"]
