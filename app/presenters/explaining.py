"""How one gets there: steps, hints and reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from cluewright.pictures.pencil import working_marks
from cluewright.presenters.base import Presenter, View, about
from cluewright.presenters.exits import Exit
from cluewright.presenters.setting import Judged
from cluewright.presenters.words import number_of, rule_data
from cluewright.reasoning.facts import Known
from cluewright.reasoning.hints import Hint
from cluewright.reasoning.telling import Explanation, ToldStep, Why

#: How marks look on a terminal, for whoever sees them for the first time.
LEGEND: Final = "Marks: {known facts}, :rule:, [new]."

_EXITS: Final = {
    **dict.fromkeys(("solved", "stopped"), Exit.OK),
    **dict.fromkeys(("open", "contradiction", "mistake"), Exit.NO),
    "time": Exit.UNKNOWN,
}


def numbered(step: ToldStep) -> str:
    """A step as one line."""
    return f"{step.number}. {step.text()}"


@dataclass
class Explained(Presenter):
    """The whole way, or as far as it goes."""

    result: Explanation
    #: Whether the steps were shown when they were found.
    streamed: bool = False

    @property
    def exit_code(self) -> Exit:
        return Exit.INTERRUPTED if self.result.interrupted else _EXITS.get(self.result.ending, Exit.UNKNOWN)

    def views(self) -> list[View]:
        result = self.result
        if result.judgement is not None:
            return Judged(result.judgement).views()
        is_shown = self.streamed and bool(result.steps)
        return [_working(result.words.puzzle, result.known, aside=is_shown)]

    def data(self) -> dict[str, Any]:
        result, words = self.result, self.result.words
        data: dict[str, Any] = {
            "steps": [step.data() for step in result.steps],
            "complete": result.complete and not result.interrupted,
            "ending": "interrupted" if result.interrupted else result.ending,
            "open": [_place(result, var) for var in result.open()],
            "missing": [words.data(fact) for fact in result.path.missing],
        }
        if result.judgement is not None:
            data["judgement"] = Judged(result.judgement).data()
        if result.conflict:
            data["conflict"] = rule_data(result.conflict)
        return {**data, "seconds": round(result.path.seconds, 6)}

    def text(self) -> str:
        result = self.result
        steps = [] if self.streamed else [numbered(step) for step in result.steps]
        if result.judgement is not None:
            return "\n".join([*steps, Judged(result.judgement).text()])
        ending = about(result.words.puzzle, self._ending(), result.path.seconds)
        return "\n".join([*steps, ending])

    def _ending(self) -> str:
        result = self.result
        made = number_of(len(result.steps), "step")
        left = number_of(len(result.open()), "unknown")
        if result.interrupted:
            return f"interrupted after {made}; {left} open"
        return {
            "solved": f"solved in {made}",
            "open": f"{made}; nothing more is forced, for there are several solutions: {left} open",
            "contradiction": f"no solution: a contradiction after {made}",
            "stopped": f"{made} as asked; {left} open",
            "time": f"the time was up after {made}; {left} open{self._missing()}",
        }.get(result.ending, f"{result.ending} after {made}")

    def _missing(self) -> str:
        missing = self.result.path.missing
        return f", among them {self.result.words.place_of(missing[0].var)}, which is forced" if missing else ""


@dataclass
class WhyTold(Explained):
    """Why an unknown must be, or cannot be, something."""

    result: Why

    @property
    def exit_code(self) -> Exit:
        if self.result.ending == "stopped" and self.result.fact is None:
            return Exit.NO
        return super().exit_code

    def data(self) -> dict[str, Any]:
        fact, words = self.result.fact, self.result.words
        asked = _place(self.result, self.result.asked)
        return {"asked": asked, "fact": None if fact is None else words.data(fact), **super().data()}

    def _ending(self) -> str:
        result, words = self.result, self.result.words
        place = words.place_of(result.asked)
        if result.ending == "time":
            return f"the time was up before it was clear why {place} is what it is"
        if result.fact is None:
            return f"nothing is forced here: {place} differs between solutions"
        told = words.fact(result.fact)
        return f"{told}, as was known from the start" if not result.steps else f"therefore {told}"


@dataclass
class Hinted(Presenter):
    """Help, of which nobody sees more than was asked for."""

    hint: Hint

    @property
    def exit_code(self) -> Exit:
        if self.hint.mistake is None or self.hint.ending == "time":
            return Exit.UNKNOWN
        return Exit.NO if self.hint.mistake else Exit.OK

    def views(self) -> list[View]:
        hint = self.hint
        if hint.mistake is not False:
            return Judged(hint.judgement).views()
        known = hint.known if hint.step is None else hint.step.known
        return [_working(hint.words.puzzle, known, marked=hint.marks())]

    def data(self) -> dict[str, Any]:
        judgement = {} if self.hint.mistake is False else {"judgement": Judged(self.hint.judgement).data()}
        return {**self.hint.data(), **judgement}

    def text(self) -> str:
        if self.hint.mistake is not False:
            return Judged(self.hint.judgement).text()
        return self.hint.text()


def _working(puzzle: Any, known: Known, **options: Any) -> View:
    """A board that somebody is working on."""
    values, notes = working_marks(puzzle, known.candidates)
    return View(puzzle, values, pencil=notes, **options)


def _place(result: Explanation, var: Any) -> dict[str, Any]:
    layer, element = result.words.home(var)
    return {"layer": layer.name, "at": str(element)}
