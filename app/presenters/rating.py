"""How hard puzzles are: one in words, several as a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from cluewright.models.results import Verdict
from cluewright.presenters.base import Presenter, about
from cluewright.presenters.exits import Exit
from cluewright.presenters.words import number_of, visible
from cluewright.reasoning.rating import Rating

#: The columns of CSV; those of the vector that are tables have a column for each of their rows.
_COLUMNS: Final = ("file", "title", "verdict", "level", "score", "reason")
_LATE: Final = "the time was up before the rules were written out"


@dataclass
class Entry:
    """A puzzle and what is known of it."""

    file: str
    rating: Rating | None = None
    #: Why it could not be read.
    problem: str | None = None

    @property
    def exit_code(self) -> Exit:
        """How it would end alone."""
        if self.problem is not None:
            return Exit.USAGE
        if self.rating is None or self.rating.verdict is Verdict.UNKNOWN:
            return Exit.UNKNOWN
        if self.rating.verdict is not Verdict.UNIQUE:
            return Exit.NO
        return Exit.OK if self.rating.complete else Exit.UNKNOWN

    def data(self) -> dict[str, Any]:
        """For scripts."""
        rating = self.rating
        if rating is None:
            reason = self.problem or _LATE
            return {"file": self.file, "verdict": "unknown", "score": None, "level": None, "reason": reason}
        return {
            "file": self.file,
            "title": None if rating.puzzle is None else rating.puzzle.title,
            "verdict": rating.verdict,
            "score": rating.score,
            "level": rating.level,
            "reason": rating.reason,
            **(rating.vector() if rating.complete else {}),
            "seconds": round(rating.seconds, 6),
        }

    @property
    def order(self) -> tuple[bool, float]:
        """The easiest first, what has no rating last."""
        score = None if self.rating is None else self.rating.score
        return score is None, score or 0.0


@dataclass
class Rated(Presenter):
    """Some puzzles with their ratings."""

    entries: list[Entry]
    as_csv: bool = False
    #: How many were left when somebody stopped it.
    missing: int = 0
    _worst: tuple[Exit, ...] = field(default=(Exit.USAGE, Exit.UNKNOWN, Exit.NO), repr=False)

    @property
    def exit_code(self) -> Exit:
        codes = {entry.exit_code for entry in self.entries}
        if self.missing:
            return Exit.INTERRUPTED
        return next((code for code in self._worst if code in codes), Exit.OK)

    def data(self) -> list[dict[str, Any]]:
        return [entry.data() for entry in self._sorted()]

    def text(self) -> str:
        if self.as_csv:
            return self._csv()
        if len(self.entries) == 1 and not self.missing:
            return self._one(self.entries[0])
        lines = ["level  score  puzzle"]
        for entry in self._sorted():
            data = entry.data()
            level, score = (data["level"] or "-", data["score"])
            shown = "-" if score is None else f"{score:.1f}"
            lines.append(f"{level:>5}  {shown:>5}  {visible(entry.file)}: {data['reason']}")
        if self.missing:
            lines.append(f"interrupted: {number_of(self.missing, 'puzzle')} not rated")
        return "\n".join(lines)

    def _sorted(self) -> list[Entry]:
        return sorted(self.entries, key=lambda entry: entry.order)

    @staticmethod
    def _one(entry: Entry) -> str:
        rating = entry.rating
        if rating is None:
            return f"unknown: {_LATE}"
        if rating.score is None:
            return about(rating.puzzle, f"no rating: {rating.reason}", rating.seconds)
        return about(rating.puzzle, f"level {rating.level} of 5, score {rating.score}: {rating.reason}", rating.seconds)

    def _csv(self) -> str:
        from cluewright.laboratory.report.cells import csv_text  # late: only this form needs it

        rows = [_flat(data) for data in self.data()]
        rest = dict.fromkeys(name for row in rows for name in row if name not in _COLUMNS)
        names = [*_COLUMNS, *rest]
        return csv_text([names, *([row.get(name) for name in names] for row in rows)]).rstrip("\n")


def of_rating(rating: Rating) -> Rated:
    """One rating alone."""
    return Rated([Entry("", rating)])


def _flat(data: dict[str, Any]) -> dict[str, Any]:
    """A row without tables in it; a histogram is one word."""
    flat: dict[str, Any] = {}
    for name, value in data.items():
        if name == "choices":
            flat[name] = " ".join(f"{n}:{number}" for n, number in value.items())
        elif isinstance(value, dict):
            flat.update({f"{name}_{key}": each for key, each in value.items()})
        else:
            flat[name] = value
    return flat
