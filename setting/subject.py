"""What a certificate is about, for whoever has to decide whether that is the puzzle they mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.models.documents import ConstraintSpec
from cluewright.models.loading import LoadedRulebook, find_rulebook
from cluewright.models.showing import Brief
from cluewright.pictures.picture import picture


@dataclass(frozen=True, repr=False)
class SubjectRule(Brief):
    """A rule: its sentence, where it comes from, and what it really demands."""

    sentence: str
    #: The rulebook, or "" for a rule of the puzzle itself.
    genre: str
    #: Whether it is the rule of a library rulebook: then its sentence has been read by others.
    known: bool
    each: str
    holds: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Subject(Brief):
    """A puzzle as a reader knows it."""

    title: str
    #: The rulebooks that it follows, each with whether the library has the same one.
    genres: dict[str, bool]
    #: Every rule; two may have the same sentence.
    rules: list[SubjectRule]
    #: How many constraints the rules and clues give, and how many unknowns there are.
    constraints: int
    unknowns: int
    #: The board with its clues.
    picture: str

    @property
    def genre_text(self) -> str:
        """The genres in one line."""
        notes = {True: "as in the library", False: "not as in the library: read its rules"}
        return ", ".join(f"{name} ({notes[same]})" for name, same in self.genres.items())


def subject_of(puzzle: CompiledPuzzle) -> Subject:
    """What there is to see of a puzzle."""
    loaded = puzzle.loaded
    genres = {book.rulebook.rules: _is_in_library(book) for book in loaded.rulebooks}
    rules = [_rule(spec, name, genres[name]) for book in loaded.rulebooks for name, spec in _named(book)]
    return Subject(
        puzzle.title,
        genres,
        rules + [_rule(spec, "", False) for spec in loaded.puzzle.constraints],
        len(puzzle.model.constraints),
        len(puzzle.model.variables),
        picture(puzzle, None, format="text"),
    )


def _named(book: LoadedRulebook) -> Iterator[tuple[str, ConstraintSpec]]:
    return ((book.rulebook.rules, spec) for spec in book.rulebook.constraints)


def _rule(spec: ConstraintSpec, genre: str, known: bool) -> SubjectRule:
    return SubjectRule(spec.rule, genre, known, spec.each or "", tuple(map(str, spec.holds)))


def _is_in_library(book: LoadedRulebook) -> bool:
    """Whether the library has the same rulebook, not only one of this name."""
    known = find_rulebook(book.rulebook.rules)
    return known is not None and known.rulebook.model_dump() == book.rulebook.model_dump()
