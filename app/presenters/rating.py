"""How hard puzzles are: one in words, several as a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NotRequired, TypedDict

from cluewright.models.results import Verdict
from cluewright.presenters.base import Presenter
from cluewright.presenters.exits import Exit
from cluewright.presenters.words import number_of, visible
from cluewright.reasoning.rating import Rating

#: The columns of CSV; those of the vector that are tables have a column for each of their rows.
_COLUMNS: Final = ("file", "title", "verdict", "level", "score", "reason")


class Row(TypedDict):
    """What is known of a puzzle."""

    #: What scripts read.
    entry: dict[str, Any]
    #: Why it could not be read, and what is probably a slip in it, for people.
    errors: NotRequired[list[str]]
    warnings: NotRequired[list[str]]
    picture: NotRequired[str]


def told_of(rating: Rating) -> dict[str, Any]:
    """A rating for scripts."""
    return {
        "title": None if rating.puzzle is None else rating.puzzle.title,
        "verdict": rating.verdict,
        "score": rating.score,
        "level": rating.level,
        "reason": rating.reason,
        **(rating.vector() if rating.complete else {}),
        "seconds": round(rating.seconds, 6),
    }


@dataclass
class Rated(Presenter):
    """Some puzzles with their ratings."""

    entries: list[Row]
    as_csv: bool = False
    #: How many were left when somebody stopped it.
    missing: int = 0
    _worst: tuple[Exit, ...] = field(default=(Exit.USAGE, Exit.UNKNOWN, Exit.NO), repr=False)

    @property
    def exit_code(self) -> Exit:
        codes = {_exit_code(entry) for entry in self.entries}
        if self.missing:
            return Exit.INTERRUPTED
        return next((code for code in self._worst if code in codes), Exit.OK)

    def data(self) -> list[dict[str, Any]]:
        return [row["entry"] for row in self.sorted()]

    def text(self) -> str:
        if self.as_csv:
            return self._csv()
        if len(self.entries) == 1 and not self.missing:
            return _one(self.entries[0]["entry"])
        lines = ["level  score  puzzle"]
        for entry in self.data():
            score = entry["score"]
            shown = "-" if score is None else f"{score:.1f}"
            lines.append(f"{entry['level'] or '-':>5}  {shown:>5}  {visible(entry['file'])}: {entry['reason']}")
        if self.missing:
            lines.append(f"interrupted: {number_of(self.missing, 'puzzle')} not rated")
        return "\n".join(lines)

    def sorted(self) -> list[Row]:
        """The easiest first, what has no rating last; those alike by name."""
        return sorted(self.entries, key=_order)

    def _csv(self) -> str:
        from cluewright.laboratory.report.cells import csv_text  # late: only this form needs it

        rows = [flat(data) for data in self.data()]
        rest = dict.fromkeys(name for row in rows for name in row if name not in _COLUMNS)
        names = [*_COLUMNS, *rest]
        return csv_text([names, *([row.get(name) for name in names] for row in rows)]).rstrip("\n")


def of_rating(rating: Rating) -> Rated:
    """One rating alone."""
    return Rated([{"entry": {"file": "", **told_of(rating)}}])


def _exit_code(row: Row) -> Exit:
    """How it would end alone."""
    entry = row["entry"]
    if row.get("errors"):
        return Exit.USAGE
    if entry["verdict"] in (Verdict.NONE, Verdict.SEVERAL):
        return Exit.NO
    return Exit.UNKNOWN if entry["score"] is None else Exit.OK


def _order(row: Row) -> tuple[bool, float, str]:
    score = row["entry"]["score"]
    return score is None, score or 0.0, row["entry"]["file"]


def _one(entry: Mapping[str, Any]) -> str:
    if "title" not in entry:
        return f"unknown: {entry['reason']}"
    found = f"level {entry['level']} of 5, score {entry['score']}" if entry["score"] is not None else "no rating"
    head = "" if entry["title"] is None else f"{entry['title']}: "
    lines = [f"{head}{found}: {entry['reason']} ({entry['seconds']:.2f} s)"]
    if "orders" in entry:
        lines.append(f"Orders: {entry['orders']['words']}")
    return "\n".join(lines)


def flat(data: Mapping[str, Any]) -> dict[str, Any]:
    """A row without tables in it: a number has a column of its own, a histogram and a list are one word."""
    found: dict[str, Any] = {}
    for name, value in data.items():
        if isinstance(value, dict) and all(str(key).isdigit() for key in value):
            found[name] = " ".join(f"{n}:{number}" for n, number in value.items())
        elif isinstance(value, dict):
            found.update({f"{name}_{key}": each for key, each in flat(value).items()})
        elif isinstance(value, list):
            found[name] = ", ".join("" if each is None else str(each) for each in value)
        else:
            found[name] = value
    return found
