"""What asking a solver yields."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from itertools import islice
from typing import Any, Final

from cluewright.models.records import field, record
from cluewright.models.showing import Brief, Drawn, Told

#: So many values of a solution are told in a line.
_FEW: Final = 4


class Status(StrEnum):
    """How a search ended."""

    SATISFIED = "satisfied"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"


class Verdict(StrEnum):
    """Whether a puzzle is a puzzle."""

    UNIQUE = "unique"
    NONE = "none"
    SEVERAL = "several"
    UNKNOWN = "unknown"


class Solution(dict[Any, int], Drawn):
    """A value for each unknown. It knows its puzzle, so that it can show itself; otherwise it is a plain dictionary."""

    def __init__(self, values: Mapping[Any, int], puzzle: Any = None) -> None:
        super().__init__(values)
        self.puzzle = puzzle

    def __reduce__(self) -> Any:
        return Solution, (dict(self),)  # other processes get the values alone

    @property
    def plain(self) -> dict[str, Any] | None:
        """As plain data, as `solve --json` prints it; None if it does not know its puzzle."""
        return None if Drawn.ways is None else Drawn.ways.plain(self)

    def __repr__(self) -> str:
        few = [f"{unknown}: {value}" for unknown, value in islice(self.items(), _FEW)]
        return f"<Solution {', '.join(few)}{f', ... {len(self)} unknowns' if len(self) > _FEW else ''}>"


class Answered(Brief, Told):
    """A result with answers, which can be had as plain data too."""

    answers: list[dict[Any, int]]

    @property
    def solutions(self) -> list[dict[str, Any]]:
        """The answers as plain data: rows of values for cell layers, {element name: value} for the others."""
        return [plain for answer in self.answers if isinstance(answer, Solution) and (plain := answer.plain)]

    @property
    def solution(self) -> dict[str, Any] | None:
        """The first answer as plain data, or None if there is none."""
        return next(iter(self.solutions), None)


@record(frozen=False, repr=False)
class SolveResult(Answered):
    """Solutions of a puzzle; an answer maps every unknown to its value."""

    status: Status
    solver: str
    seconds: float
    #: Answers in the order they were found, each checked by the evaluator.
    answers: list[dict[Any, int]] = field(default_factory=list)
    #: Whether there are surely no further solutions.
    complete: bool = False
    statistics: dict[str, Any] = field(default_factory=dict)
    #: How many answers were found, also those that were not kept.
    count: int = 0
    #: How many were wanted at most; None: all.
    limit: int | None = None


@record(frozen=False, repr=False)
class CheckResult(Answered):
    """The verdict on a puzzle, with up to two solutions as evidence."""

    verdict: Verdict
    solver: str
    seconds: float
    answers: list[dict[Any, int]] = field(default_factory=list)
    statistics: dict[str, Any] = field(default_factory=dict)


@record(frozen=False, repr=False)
class CountResult(Brief, Told):
    """How many solutions there are; at least so many if not complete."""

    count: int
    complete: bool
    solver: str
    seconds: float
    #: Where counting was to stop; None: nowhere.
    limit: int | None = None
