"""The live verdict: none, one or several solutions, and what that means for each place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cluewright import api
from cluewright.compiler.elements import Element, Group
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import Constraint, spell
from cluewright.models.results import Verdict
from cluewright.pictures.comparison import two_solutions
from cluewright.pictures.pencil import pencil_marks
from cluewright.pictures.picture import picture
from cluewright.presenters.words import rule_data
from cluewright.studio.opened import Opened

if TYPE_CHECKING:
    from cluewright.studio.questions import Tell


def verdict(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """The verdict as soon as it is known; then what is forced (if wanted), where solutions differ, what contradicts."""
    puzzle = opened.meant()
    seconds = float(given.get("seconds") or 20.0)
    result = api.check(puzzle, timeout=seconds)
    found: dict[str, Any] = {"verdict": result.verdict.value, "seconds": result.seconds, "solver": result.solver}
    if result.verdict is Verdict.NONE:
        tell(found)
        conflict = api.conflict(puzzle, timeout=min(seconds, 5.0))
        found |= {"conflict": rule_data(conflict), "places": conflict_places(conflict)}
        found["svg"] = picture(puzzle, None, format="svg", titled=False, marked=_elements(conflict))
    elif result.verdict is not Verdict.UNKNOWN:
        found["solution"] = picture(puzzle, result.answers[0], format="svg", titled=False)
        if result.verdict is Verdict.SEVERAL:
            found["differs"] = two_solutions(puzzle, *result.answers[:2], format="svg", titled=False)
        tell(found)
        if given.get("forced"):
            found["svg"] = _forced(puzzle, seconds)
    return found


def _forced(puzzle: CompiledPuzzle, seconds: float) -> str:
    """The board with what every solution has, and what is possible elsewhere."""
    found = api.candidates(puzzle, timeout=seconds)
    forced, notes = pencil_marks(puzzle, found.possible, found.open)
    return picture(puzzle, forced, format="svg", titled=False, pencil=notes)


def conflict_places(constraints: list[Constraint]) -> list[str]:
    """The names of the places that contradict each other."""
    return list(dict.fromkeys(spell(element) for element in _elements(constraints)))


def _elements(constraints: list[Constraint]) -> list[Any]:
    found: list[Any] = []
    for constraint in constraints:
        places = [v for v in constraint.values if isinstance(v, (Element, tuple))]
        found += [v for v in places if not isinstance(v, Group)] or places
    return found
