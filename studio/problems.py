"""What is wrong, as data for the page: every message with its place, never a traceback."""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterable
from typing import Any

from cluewright.models.errors import CluewrightError, Problem, TimeUp


def problem_data(problem: Problem) -> dict[str, Any]:
    """One mistake."""
    data: dict[str, Any] = {"message": problem.message, "hint": problem.hint or ""}
    if problem.place is not None:
        data |= {"file": problem.place.file, "line": problem.place.line, "column": problem.place.column}
    return data


def problems_data(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Several."""
    return [problem_data(problem) for problem in problems]


def told_problems(error: BaseException) -> dict[str, Any]:
    """Whatever a question ended with."""
    if isinstance(error, CluewrightError):
        return {"kind": "input", "problems": problems_data(error.problems)}
    if isinstance(error, TimeUp):
        return {"kind": "time", "problems": [{"message": "the time was up", "hint": ""}]}
    if isinstance(error, MemoryError):
        return {"kind": "memory", "problems": [{"message": "this needs too much memory", "hint": ""}]}
    if isinstance(error, RecursionError):
        return {"kind": "input", "problems": [{"message": "this is nested too deeply", "hint": ""}]}
    if os.environ.get("CLUEWRIGHT_DEBUG"):
        traceback.print_exception(error)
    message = f"internal error: {type(error).__name__}: {error}"
    return {"kind": "internal", "problems": [{"message": message[:500], "hint": "please report it"}]}
