"""What makes a puzzle better: clues it can do without, clues it lacks, rules that follow from others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cluewright import api
from cluewright.models.progress import Progress
from cluewright.notation.changed import changed_text
from cluewright.presenters.base import Presenter
from cluewright.presenters.clues import CluesAsked
from cluewright.presenters.setting import Repaired, RulesAsked
from cluewright.studio.opened import Opened
from cluewright.studio.shown import told

if TYPE_CHECKING:
    from cluewright.studio.questions import Tell


def clues(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Which clues are superfluous; if wanted, a minimal set of them."""
    minimal, symmetric = bool(given.get("minimal")), bool(given.get("symmetric"))
    result = api.clues(
        opened.meant(), minimal=minimal, symmetric=symmetric, timeout=_seconds(given), progress=_watch(tell)
    )
    return _with_text(CluesAsked(result))


def repair(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Clues that would make the solution unique, or those to drop if there is none."""
    result = api.repair(opened.meant(), timeout=_seconds(given), progress=_watch(tell))
    return _with_text(Repaired(result))


def rules(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Which rules follow from the others."""
    found = api.implied_rules(opened.meant(), timeout=_seconds(given), progress=_watch(tell))
    return told(RulesAsked(found, opened.meant()))


def _with_text(presenter: Presenter) -> dict[str, Any]:
    """With the puzzle that it proposes."""
    changed = presenter.changed()
    return {**told(presenter), "proposed": None if changed is None else changed_text(changed)}


def _watch(tell: Tell) -> Any:
    def watch(progress: Progress) -> None:
        tell({"doing": progress.doing, "done": progress.done, "total": progress.total, "note": progress.note})

    return watch


def _seconds(given: dict[str, Any]) -> float:
    return float(given.get("seconds") or 30.0)
