"""What asking a solver yields."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


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


@dataclass
class SolveResult:
    """Solutions of a puzzle; an answer maps every unknown to its value."""

    status: Status
    solver: str
    seconds: float
    #: Answers in the order they were found, each checked by the evaluator.
    answers: list[dict[Any, int]] = field(default_factory=list)
    #: Whether there are surely no further solutions.
    complete: bool = False
    statistics: dict[str, Any] = field(default_factory=dict)


@dataclass
class CheckResult:
    """The verdict on a puzzle, with up to two solutions as evidence."""

    verdict: Verdict
    solver: str
    seconds: float
    answers: list[dict[Any, int]] = field(default_factory=list)
    statistics: dict[str, Any] = field(default_factory=dict)


@dataclass
class CountResult:
    """How many solutions there are; at least so many if not complete."""

    count: int
    complete: bool
    solver: str
    seconds: float
