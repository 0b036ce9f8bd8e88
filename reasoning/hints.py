"""Help in levels: never more than was asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from cluewright.models.showing import Brief, Told
from cluewright.pictures.marks import Marked
from cluewright.pictures.picture import PictureFormat
from cluewright.pictures.view import View
from cluewright.reasoning.facts import Known
from cluewright.reasoning.telling import ToldStep, board
from cluewright.reasoning.words import Words, quoted, without_asides
from cluewright.setting.judging import Judgement

#: What each level tells.
LEVELS: Final = {
    1: "is there a mistake?",
    2: "where to look",
    3: "which rules to use there",
    4: "the whole step",
}
#: A step that speaks of more cells than these is looked for where it ends.
_AREA: Final = 12

_NO_STEP: Final = {
    "solved": "everything is known already",
    "open": "nothing more is forced: the puzzle has several solutions",
    "time": "no step was found in time",
}


@dataclass(repr=False)
class Hint(Brief, Told):
    """What helps next. All that can be asked of it keeps to its level."""

    level: int
    judgement: Judgement
    #: The board that it is about.
    known: Known = field(repr=False)
    words: Words = field(repr=False)
    #: How the search for a step ended; empty if there was none.
    ending: str = ""
    _found: ToldStep | None = field(default=None, repr=False)

    @property
    def mistake(self) -> bool | None:
        """Whether the board is wrong; None if that was not decided in time."""
        return {"wrong": True, "unknown": None}.get(self.judgement.verdict, False)

    @property
    def step(self) -> ToldStep | None:
        """The whole step, if it may be told."""
        return self._found if self.level >= 4 else None

    def rules(self) -> list[dict[str, str]]:
        """The rules to use and where, if they may be told."""
        if self._found is None or self.level < 3:
            return []
        used = [reason.constraint for reason in self._found.step.reasons]
        found = dict.fromkeys((each.rule.sentence, self.words.names.where(each)) for each in used)
        return [{"rule": rule, "where": place} for rule, place in found]

    def look(self) -> list[Any]:
        """Where to look, if that may be told: cells of facts, rules and conclusions alike, in the order of the
        board, so that nothing shows which are which."""
        if self._found is None or self.level < 2:
            return []
        marks = self._found.marks()
        area = self._cells([element for elements in marks.values() for element in elements])
        return area if len(area) <= _AREA else self._cells(marks["conclusion"] or marks["premise"])

    def _cells(self, elements: list[Any]) -> list[Any]:
        """The cells of elements, or the dots; without a board the elements themselves."""
        if self.words.puzzle.board is None:
            return list(dict.fromkeys(elements))
        view = View(self.words.puzzle.board)
        found = {cell for element in elements for cell in view.cells(element)}
        if not found:  # lines between dots
            dots = {part for element in elements for part in (element if isinstance(element, tuple) else (element,))}
            return [corner for corner in self.words.puzzle.board.corners if corner in dots]
        return [cell for cell in self.words.puzzle.board.cells if cell in found]

    def text(self) -> str:
        """The help in words; what is wrong with a wrong board is in the judgement."""
        if self.mistake is not False:
            return ""
        if self.level == 1:
            return "There is no mistake so far."
        if self._found is None:
            return f"There is no step to tell: {_NO_STEP.get(self.ending, self.ending)}."
        if self.step is not None:
            return self.step.text()
        lines = [f"Look at {self.words.places(self.look())}."]
        if self.level >= 3:
            lines.append("Use:")
            places: dict[str, list[str]] = {}
            for rule in self.rules():
                places.setdefault(rule["rule"], []).extend([rule["where"]] if rule["where"] else [])
            lines += [f"  - {quoted(without_asides(sentence), where)}" for sentence, where in places.items()]
        return "\n".join(lines)

    def data(self) -> dict[str, Any]:
        """The same for scripts."""
        data: dict[str, Any] = {"level": self.level, "mistake": self.mistake}
        if self.level >= 2:
            data |= {"ending": self.ending, "look": [str(element) for element in self.look()]}
        if self.level >= 3:
            data["rules"] = self.rules()
        if self.level >= 4:
            data["step"] = None if self.step is None else self.step.data()
        return data

    def marks(self) -> Marked:
        """What to mark on the board."""
        return self.look() if self.step is None else self.step.marks()

    def picture(self, format: PictureFormat = "svg", *, colour: bool = False) -> str:
        """The board with what may be shown."""
        known = self.known if self.step is None else self.step.known
        return board(self.words.puzzle, known, self.marks(), format=format, colour=colour)
