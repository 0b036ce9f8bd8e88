"""Puzzles and rulebooks as they are: drawn, listed, described, in other formats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.models.documents import Rulebook
from cluewright.models.loading import LoadedRulebook
from cluewright.notation.rulebooks import (
    describe_rulebook,
    list_rulebooks,
    listed_data,
    puzzle_sentences,
    rulebook_data,
)
from cluewright.presenters.base import Presenter, View
from cluewright.presenters.exits import Exit


@dataclass
class Words(Presenter):
    """What needs no more than to be said: text, and the same for scripts."""

    words: str
    plain: object = None
    code: Exit = Exit.OK

    @property
    def exit_code(self) -> Exit:
        return self.code

    def data(self) -> object:
        return self.plain

    def text(self) -> str:
        return self.words


@dataclass
class Shown(Presenter):
    """A puzzle with its rules."""

    puzzle: CompiledPuzzle

    def views(self) -> list[View]:
        return [View(self.puzzle)]

    def data(self) -> dict[str, object]:
        return {"title": self.puzzle.title, "rules": puzzle_sentences(self.puzzle.loaded)}

    def text(self) -> str:
        return "\n".join(f"{n}. {sentence}" for n, sentence in enumerate(puzzle_sentences(self.puzzle.loaded), 1))


@dataclass
class RulebooksListed(Presenter):
    """Some rulebooks, a line for each."""

    books: Sequence[Rulebook]

    def data(self) -> list[dict[str, object]]:
        return listed_data(list(self.books))

    def text(self) -> str:
        return list_rulebooks(list(self.books))


@dataclass
class RulebookDescribed(Presenter):
    """The rules of a genre."""

    rulebook: LoadedRulebook
    #: Its example without and with the solution, as text.
    example: tuple[str, str] | None = None

    def data(self) -> dict[str, object]:
        return rulebook_data(self.rulebook)

    def text(self) -> str:
        text = describe_rulebook(self.rulebook)
        if self.example is None:
            return text
        return f"{text}\n\nExample:\n\n{self.example[0]}\n\nIts solution:\n\n{self.example[1]}"
