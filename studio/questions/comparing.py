"""Solvers side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cluewright import api
from cluewright.models.progress import Progress
from cluewright.solvers.compare import Row, row_data
from cluewright.solvers.registry import survey
from cluewright.studio.opened import Opened

if TYPE_CHECKING:
    from cluewright.studio.questions import Tell


def solvers(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Which there are."""
    found = survey(test=False)
    return {"solvers": [{"name": each.name, "version": each.version} for each in found]}


def compare(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """A row as soon as a solver has answered."""
    puzzle = opened.meant()
    names = [each.name for each in survey(test=False) if each.version is not None]
    chosen = [name for name in given.get("solvers") or names if name in names]

    def watch(progress: Progress) -> None:
        if isinstance(progress.so_far, Row):
            tell({**row_data(progress.so_far, puzzle)})

    seconds = float(given.get("each") or 20.0)
    row = api.compare(puzzle, chosen, timeout=seconds, progress=watch)
    return {**row_data(row, puzzle), "disagrees": row.disagrees}
