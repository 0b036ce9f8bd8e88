"""What asking a solver yields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import Any, Final

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

    def __repr__(self) -> str:
        few = [f"{unknown}: {value}" for unknown, value in islice(self.items(), _FEW)]
        return f"<Solution {', '.join(few)}{f', ... {len(self)} unknowns' if len(self) > _FEW else ''}>"


@dataclass(repr=False)
class SolveResult(Brief, Told):
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


@dataclass(repr=False)
class CheckResult(Brief, Told):
    """The verdict on a puzzle, with up to two solutions as evidence."""

    verdict: Verdict
    solver: str
    seconds: float
    answers: list[dict[Any, int]] = field(default_factory=list)
    statistics: dict[str, Any] = field(default_factory=dict)


@dataclass(repr=False)
class CountResult(Brief):
    """How many solutions there are; at least so many if not complete."""

    count: int
    complete: bool
    solver: str
    seconds: float
