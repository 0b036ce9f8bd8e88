"""Steps ready to be told: as a sentence, as data, as a picture of the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from cluewright.compiler.elements import Element
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Constraint, spell
from cluewright.models.errors import CluewrightError, Problem
from cluewright.models.showing import Brief, Told
from cluewright.pictures.marks import Marked
from cluewright.pictures.pencil import working_marks
from cluewright.pictures.picture import PictureFormat, picture
from cluewright.reasoning.facts import Fact, Known
from cluewright.reasoning.steps import Path, Reason, Step
from cluewright.reasoning.words import Words
from cluewright.setting.judging import Judgement


@dataclass(frozen=True, eq=False, repr=False)
class ToldStep(Brief):
    """A step on its board."""

    number: int
    step: Step
    #: What is known before it.
    before: Known = field(repr=False)
    words: Words = field(repr=False)

    @property
    def puzzle(self) -> CompiledPuzzle:
        """The puzzle that it is about."""
        return self.words.puzzle

    @property
    def known(self) -> Known:
        """What is known after it."""
        return self.before.after(self.step.conclusions)

    def text(self) -> str:
        """A sentence or a few: what is known, which rules are used, what follows."""
        return self.words.step(self.step)

    def data(self) -> dict[str, Any]:
        """The same for scripts, with every place."""
        return step_data(self.step, self.words)

    def marks(self) -> dict[str, list[Any]]:
        """The elements to mark, by the part they play."""
        step = self.step
        links = [step, *step.what_if]
        if self.words.is_pattern(step):
            seen = [value for values in step.pattern for value in values if isinstance(value, (Element, tuple))]
            return {"rule": seen, "premise": [], "conclusion": self._elements(step.conclusions)}
        return {
            "rule": rule_elements(reason for link in links for reason in link.reasons),
            "premise": self._elements(step.facts),
            "conclusion": self._elements(step.conclusions),
        }

    def _elements(self, facts: Iterable[Fact]) -> list[Any]:
        return list(dict.fromkeys(self.words.home(fact.var)[1] for fact in facts))

    def picture(self, format: PictureFormat = "svg", *, colour: bool = False, titled: bool = True) -> str:
        """The board after the step: premises, rules and conclusions are marked, each in its way."""
        return board(self.puzzle, self.known, self.marks(), format=format, colour=colour, titled=titled)

    def _repr_svg_(self) -> str:
        return self.picture()


def board(
    puzzle: CompiledPuzzle,
    known: Known,
    marks: Marked = (),
    *,
    format: PictureFormat = "svg",
    colour: bool = False,
    titled: bool = True,
) -> str:
    """A board that somebody is working on."""
    values, notes = working_marks(puzzle, known.candidates)
    return picture(puzzle, values, format=format, colour=colour, marked=marks, pencil=notes, titled=titled)


def rule_elements(reasons: Iterable[Reason]) -> list[Any]:
    """What rules speak of."""
    found: dict[Any, None] = {}
    for reason in reasons:
        places = reason.elements or tuple(v for v in reason.constraint.values if isinstance(v, (Element, tuple)))
        found |= dict.fromkeys(places)
    return list(found)


def step_data(step: Step, words: Words) -> dict[str, Any]:
    """A step for scripts."""
    return {
        "facts": [words.data(fact) for fact in step.facts],
        "rules": [_reason_data(reason) for reason in step.reasons],
        "conclusions": [words.data(fact) for fact in step.conclusions],
        "text": words.step(step),
        "cost": step.cost,
        "cheapest": step.cheapest,
        "bound": step.bound,
        "strategy": step.strategy,
        "what_if": [step_data(link, words) for link in step.what_if],
    }


def _reason_data(reason: Reason) -> dict[str, Any]:
    return {
        "rule": reason.constraint.rule.sentence,
        "where": reason.constraint.bindings,
        "kind": reason.kind,
        "text": reason.text,
        "places": [spell(element) for element in reason.elements],
    }


@dataclass(repr=False)
class Explanation(Brief, Told):
    """How one gets there: steps, and how far they lead."""

    path: Path
    #: How its puzzle is spoken of; None if the rules were not written out in time, so that there is no board either.
    spoken: Words | None = field(repr=False)
    #: What is wrong with the half-filled board that it should have started from.
    judgement: Judgement | None = None
    #: Rules and clues that cannot hold together, if there is no solution.
    conflict: list[Constraint] = field(default_factory=list)
    #: Whether somebody stopped it.
    interrupted: bool = False

    @property
    def words(self) -> Words:
        """How the puzzle is spoken of."""
        if self.spoken is None:
            raise CluewrightError(Problem("the rules were not written out in time", hint="allow more time"))
        return self.spoken

    @cached_property
    def steps(self) -> list[ToldStep]:
        """The steps, each with what is known after it."""
        return list(told(self.path.start, self.path.steps, self.words)) if self.path.steps else []

    @property
    def ending(self) -> str:
        """How it ended: solved, open, contradiction, stopped, time or mistake."""
        return self.path.ending

    @property
    def complete(self) -> bool:
        """Whether everything that is forced was reached."""
        return self.path.complete

    @property
    def known(self) -> Known:
        """What is known at the end."""
        return self.steps[-1].known if self.steps else self.path.start

    def open(self) -> list[Var]:
        """The unknowns that have no value at the end."""
        return [var for var, left in self.known.candidates.items() if len(left) > 1]

    def picture(self, format: PictureFormat = "svg", *, colour: bool = False) -> str:
        """The board at the end."""
        return board(self.words.puzzle, self.known, format=format, colour=colour)


def told(start: Known, steps: Iterable[Step], words: Words) -> Iterator[ToldStep]:
    """Steps with the boards that they lead to."""
    known = start
    for number, step in enumerate(steps, 1):
        yield ToldStep(number, step, known, words)
        known = known.after(step.conclusions)


@dataclass(repr=False)
class Why(Explanation):
    """Why an unknown must be, or cannot be, something."""

    asked: Var = field(kw_only=True)
    #: What is forced, if anything is.
    fact: Fact | None = field(kw_only=True, default=None)
