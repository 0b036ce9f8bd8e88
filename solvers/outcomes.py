"""How a search can end other than with an answer."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final, Self

from cluewright.compiler.model import Constraint
from cluewright.models.errors import CluewrightError, Problem, TimeUp

__all__ = [
    "FAILED",
    "SILENT",
    "GaveUp",
    "OutOfMemory",
    "SolverFailed",
    "SolverMissing",
    "TimeUp",
    "WrongAnswer",
    "check_clock",
]

#: How a run ends that failed: the solver is not there, went wrong, or used too much memory.
FAILED: Final = ("missing", "error", "memory")
#: How a run ends that says nothing about the puzzle.
SILENT: Final = ("unknown", *FAILED)


class GaveUp(TimeUp):
    """A search met more conflicts than it is worth."""


def check_clock(deadline: float | None) -> None:
    """Raises TimeUp when the deadline (of `time.monotonic()`) has passed."""
    if deadline is not None and time.monotonic() > deadline:
        raise TimeUp


class SolverMissing(CluewrightError):  # noqa: N818
    """A solver is not installed."""

    def __init__(self, name: str, how_to_install: str) -> None:
        self.name = name
        super().__init__(Problem(f"the solver '{name}' is not installed", hint=how_to_install))


class SolverFailed(CluewrightError):  # noqa: N818
    """A solver crashed or said something that is not an answer."""

    def __init__(self, name: str, message: str, hint: str | None = None) -> None:
        self.name = name
        super().__init__(Problem(f"{name} failed: {message}", hint=hint))


class OutOfMemory(SolverFailed):
    """A solver used more memory than it may, or than there is."""

    @classmethod
    def beyond(cls, name: str, allowed_mb: int) -> Self:
        """It was stopped because of so many megabytes."""
        return cls(name, f"it used more than {allowed_mb} MB of memory and was stopped")


class WrongAnswer(SolverFailed):
    """A solver made an answer that breaks a constraint, or one twice: a fault of it or of its encoding, never shown."""

    def __init__(self, broken: Sequence[Constraint], solver: str, message: str | None = None) -> None:
        self.broken = list(broken)
        super().__init__(solver, message or "its answer breaks: " + "; ".join(str(c) for c in self.broken[:3]))
