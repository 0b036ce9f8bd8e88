"""How a search can end other than with an answer."""

from __future__ import annotations

from collections.abc import Sequence

from cluewright.compiler.model import Constraint
from cluewright.models.errors import CluewrightError, Problem


class TimeUp(Exception):  # noqa: N818 - it is an outcome, not a fault
    """The deadline passed before the question was decided."""


class WrongAnswer(AssertionError):  # noqa: N818
    """A solver made an answer that breaks a constraint: a fault of the encoding or the solver, never shown."""

    def __init__(self, broken: Sequence[Constraint], solver: str = "the solver") -> None:
        self.broken = list(broken)
        super().__init__(f"an answer of {solver} breaks: " + "; ".join(str(c) for c in self.broken[:3]))


class SolverMissing(CluewrightError):  # noqa: N818
    """A solver is not installed."""

    def __init__(self, name: str, how_to_install: str) -> None:
        self.name = name
        super().__init__(Problem(f"the solver '{name}' is not installed", hint=how_to_install))


class SolverFailed(CluewrightError):  # noqa: N818
    """A solver crashed, ran out of memory or said something that is not an answer."""

    def __init__(self, name: str, message: str) -> None:
        self.name = name
        super().__init__(Problem(f"{name} failed: {message}"))
