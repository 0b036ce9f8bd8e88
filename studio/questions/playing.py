"""What a solver asks: how the board looks, whether it is right so far, for help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cluewright import api
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.pictures.pencil import working_marks
from cluewright.pictures.picture import picture
from cluewright.presenters.explaining import Hinted, WhyTold
from cluewright.presenters.setting import Judged
from cluewright.studio.answers import completed, read_notes, read_values
from cluewright.studio.opened import Opened
from cluewright.studio.shown import told

if TYPE_CHECKING:
    from cluewright.studio.questions import Tell


def draw(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """The board with an answer and pencil marks."""
    return {"svg": board(opened.sketch, given)}


def board(puzzle: CompiledPuzzle, given: dict[str, Any]) -> str:
    """The same as SVG."""
    answer, notes = read_values(puzzle, given.get("answer")), read_notes(puzzle, given.get("notes"))
    left = {var: [answer[var]] if var in answer else notes.get(var, var.domain) for var in puzzle.model.variables}
    known, marks = working_marks(puzzle, left)
    return picture(puzzle, known, format="svg", pencil=marks, titled=False)


def judge(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """What is wrong so far, in sentences, and where."""
    puzzle = opened.meant()
    judgement = api.judge(puzzle, read_values(puzzle, given.get("answer")), timeout=10.0)
    return {"verdict": judgement.verdict, **told(Judged(judgement))}


def finish(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Whether the answer is whole and every rule holds: any solution will do."""
    puzzle = opened.meant()
    filled, missing = completed(puzzle, read_values(puzzle, given.get("answer")))
    if missing:
        return {"finished": False, "missing": missing}
    judgement = api.judge(puzzle, filled, timeout=10.0)
    return {"finished": judgement.verdict in ("correct", "correct so far"), "missing": 0}


def hint(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Help, no more than the level allows."""
    puzzle = opened.meant()
    level = int(given.get("level") or 1)
    found = api.hint(puzzle, read_values(puzzle, given.get("answer")), level=level, timeout=_seconds(given))
    return {"level": level, "mistake": found.mistake, **told(Hinted(found))}


def why(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Why a place is what it is, step by step."""
    puzzle = opened.meant()
    answer = read_values(puzzle, given.get("answer"))
    found = api.why(puzzle, str(given.get("at")), answer=answer or None, timeout=_seconds(given))
    steps = [{"text": step.text(), "svg": step.picture(titled=False)} for step in found.steps]
    return {"steps": steps, **told(WhyTold(found, streamed=True))}


def _seconds(given: dict[str, Any]) -> float:
    return float(given.get("seconds") or 30.0)
