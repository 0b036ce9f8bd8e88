"""How puzzles of a genre are made: what its rulebooks say about it, and what follows from the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from cluewright.making.language import Language, language_of, parameters_of
from cluewright.models.documents import (
    ClueSpec,
    ConstraintSpec,
    GenerateSpec,
    Rulebook,
    SeedSpec,
    StructureSpec,
    UnknownSpec,
)
from cluewright.models.errors import CluewrightError, Place, Problem
from cluewright.models.loading import (
    NO_FILE,
    LoadedPuzzle,
    LoadedRulebook,
    any_rulebook,
    load_rulebook,
    load_text,
    validate,
    with_extended,
)
from cluewright.models.source import Document
from cluewright.notation.puzzle_text import puzzle_text
from cluewright.notation.standalone import dumped
from cluewright.notation.template import Kit

#: Values by place, or a list of groups.
Layers = Mapping[str, Any]


@dataclass(frozen=True)
class Recipe:
    """A genre, a size, and how its layers of clues come about."""

    books: tuple[LoadedRulebook, ...]
    kit: Kit
    spec: GenerateSpec
    #: Words and their categories, where puzzles are made of words.
    language: Language | None = None
    #: The level that is wished; 0 if none is.
    level: int = 0

    @property
    def genre(self) -> str:
        """The name of the rulebook."""
        return self.books[-1].rulebook.rules

    @property
    def clues(self) -> dict[str, ClueSpec]:
        """The layers of clues."""
        return self.kit.clues

    @property
    def size(self) -> str:
        """How large its boards are, for a name: nothing, if they have a shape of their own."""
        board = self.kit.board
        if not board or any(board.get(key) for key in ("shape", "grids", "nodes", "side")):
            return ""
        side = board.get("grid") in ("hex", "triangle")
        return f"{self.kit.rows}" if side else f"{self.kit.rows}x{self.kit.columns}"

    @cached_property
    def carried(self) -> str:
        """Rulebooks that would not be found by their names, as documents that a puzzle brings along."""
        lost = [book.document.data for book in self.books if not _is_found(book)]
        return "".join(f"---\n{dumped(data)}" for data in lost)

    def text(
        self,
        layers: Layers,
        rows: int = 0,
        columns: int = 0,
        *,
        rules: Iterable[ConstraintSpec] = (),
        parameters: Mapping[str, object] | None = None,
        **about: str | None,
    ) -> str:
        """A puzzle with these clues, and rules and parameters of its own, as a file; with a size clues are written as
        grids."""
        own = {name: layer for name, layer in layers.items() if name in self.clues}
        given = {name: layer for name, layer in own.items() if layer or self.clues[name].required}
        return puzzle_text(
            self.genre,
            rows=rows,
            columns=columns,
            board=self.kit.board_data(),
            parameters={**self.kit.chosen, **(parameters or {})},
            clues=given,
            declared=self.clues,
            constraints=rules,
            **about,
        )

    def load(
        self,
        layers: Layers,
        rules: Iterable[ConstraintSpec] = (),
        parameters: Mapping[str, object] | None = None,
    ) -> LoadedPuzzle:
        """A puzzle with these clues, and rules and parameters of its own."""
        return load_text(self.text(layers, rules=rules, parameters=parameters), own=list(self.books))

    def load_board(self) -> LoadedPuzzle:
        """The board alone."""
        places = "cells" if self.kit.board else "[1]"
        return self._own(SeedSpec(unknowns={"any_place": UnknownSpec(over=places, values="bool")}), {})

    def load_seed(self, layers: Layers) -> LoadedPuzzle:
        """The puzzle whose random solutions new puzzles are made from: the rules themselves, or what stands in their
        place, with the layers that are made first."""
        return self.load(layers) if self.spec.seed is None else self._own(self.spec.seed, layers)

    def _own(self, seed: SeedSpec, layers: Layers) -> LoadedPuzzle:
        """Other rules on the same board."""
        kit = self.kit
        words = {} if self.language is None else parameters_of(self.language)
        rules: dict[str, Any] = {
            "rules": "seed",
            "parameters": {**kit.parameters, **words, "wished_level": self.level},
            "board": {name: value for name, value in kit.board.items() if value is not None},
            **seed.model_dump(exclude_none=True),
        }
        specs = {**kit.clues, **seed.clues}
        rules["clues"] = {name: specs[name].model_dump(exclude_none=True) for name in layers}
        grids = kit.board.get("grids")
        if grids is not None:
            rules["board"] = {**rules["board"], "grids": grids.model_dump(exclude_none=True)}
        data = {"puzzle": rules["rules"], "board": kit.board_data(), "clues": dict(layers)}
        book = self.book_of("seed")
        # What is wrong with it is shown where it stands.
        written = validate(Rulebook, Document("<seed>", [], rules))
        seed_book = LoadedRulebook(written, book.document, (*book.path, "generate", "seed"))
        return load_text(dumped({key: value for key, value in data.items() if value}), own=[seed_book])

    def book_of(self, part: str) -> LoadedRulebook:
        """The rulebook whose block says this about making puzzles."""
        saying = [b for b in self.books if b.rulebook.generate and part in b.rulebook.generate.model_fields_set]
        return [*self.books[-1:], *saying][-1]

    def place(self, *path: str) -> Place:
        """Where something about making puzzles stands."""
        book = self.book_of(path[0])
        return book.document.place((*book.path, "generate", *path))


def recipe_of(
    genre: str, size: str | None = None, parameters: Mapping[str, object] | None = None, language: str | None = None
) -> Recipe:
    """How to make puzzles of a genre; raises CluewrightError if there is no such genre, size or list of words."""
    loaded = any_rulebook(genre) or load_rulebook(genre)
    books = with_extended(loaded)
    spec = _joined(books)
    kit = Kit.of(books)
    spec = _with_areas(spec, kit.clues)
    kit.choose({**spec.parameters, **(parameters or {})})
    wanted = size or spec.size
    if wanted is not None:
        kit.resize(wanted)
    words = language or spec.language
    return Recipe(tuple(books), kit, spec, None if words is None else language_of(words))


def _joined(books: list[LoadedRulebook]) -> GenerateSpec:
    """What the rulebooks say together; the last word counts."""
    data: dict[str, Any] = {}
    for spec in (book.rulebook.generate for book in books):
        for name in () if spec is None else sorted(spec.model_fields_set):
            value = getattr(spec, name)
            data[name] = {**data.get(name, {}), **value} if isinstance(value, dict) else value
    return GenerateSpec(**data)


def _with_areas(spec: GenerateSpec, clues: Mapping[str, ClueSpec]) -> GenerateSpec:
    """Areas that every puzzle must give can be made first: nothing else could be meant where a rulebook does not say
    how they come about."""
    said = {*spec.structure, *spec.clues}
    needed = [name for name, clue in clues.items() if clue.required and clue.values == "regions" and name not in said]
    if not needed or spec.seed is not None:
        return spec
    areas = {name: StructureSpec(way="regions") for name in needed}
    return spec.model_copy(update={"structure": {**areas, **spec.structure}})


def _is_found(book: LoadedRulebook) -> bool:
    found = any_rulebook(book.rulebook.rules)
    return found is not None and found.document.data == book.document.data


def said_of(error: CluewrightError) -> str:
    """The first thing that is wrong with a puzzle. Where it stands in a text that nobody wrote does not matter."""
    problem = error.problems[0]
    unwritten = problem.place is not None and problem.place.file == NO_FILE
    return str(replace(problem, place=None) if unwritten else problem)


def impossible(recipe: Recipe, why: str, *, hint: str | None = None) -> CluewrightError:
    """Why no puzzle of this genre can be made."""
    hint = hint or "a `generate:` block of the rulebook says how its clues come about, see docs/generating.md"
    return CluewrightError(Problem(f"no {recipe.genre} can be made: {why}", hint=hint))
