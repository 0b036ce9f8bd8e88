"""Grounding: documents become a program, and a program with a board and clues becomes a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from cluewright.compiler import ir
from cluewright.compiler.boards import Board
from cluewright.compiler.elements import Layer, Seq
from cluewright.compiler.grounding.setup import Setup
from cluewright.compiler.model import Model, UnknownLayer
from cluewright.compiler.operators import Budget
from cluewright.compiler.program import Program
from cluewright.compiler.syntax import Snippet
from cluewright.compiler.work import charged_to, seldom_collected
from cluewright.models.documents import DrawSpec
from cluewright.models.edits import ClueKey
from cluewright.models.errors import CluewrightError, LanguageError, Problem
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.records import field, record
from cluewright.models.showing import Drawn, brief


@record(frozen=False, eq=False)
class CompiledPuzzle(Drawn):
    """A puzzle ready to be solved, drawn and talked about."""

    setup: Setup = field(repr=False)
    model: Model
    #: Known groups of cells that are drawn although they are no layer, such as the boxes of a grid.
    shapes: dict[str, Seq] = field(default_factory=dict)

    @property
    def loaded(self) -> LoadedPuzzle:
        """The documents that it was made from."""
        return self.setup.loaded

    @property
    def program(self) -> Program:
        """What the puzzle says apart from its clues."""
        return self.setup.program

    @property
    def board(self) -> Board | None:
        """The board, if there is one."""
        return self.setup.board

    @property
    def clues(self) -> dict[str, Layer]:
        """The clues of each layer."""
        return self.setup.clues

    @property
    def places(self) -> dict[str, Seq]:
        """The elements that may carry a clue of each layer; none where the puzzle lists groups of cells itself."""
        return self.setup.places

    @property
    def draw(self) -> dict[str, DrawSpec]:
        """How layers are to be drawn, by name."""
        return self.program.draw

    @property
    def warnings(self) -> list[Problem]:
        """What is probably a slip, though it has a meaning."""
        return self.setup.warnings

    def ask(self, snippet: Snippet) -> Any:
        """The value of an expression about the puzzle, for what other programs draw."""
        with charged_to(self.setup.budget.spend):
            return self.setup.scope.evaluate(snippet)

    def __repr__(self) -> str:
        size = f"{len(self.model.variables)} unknowns, {len(self.model.constraints)} constraints"
        return f"<CompiledPuzzle {brief(self.title)}: {self.genre}, {size}>"

    @property
    def title(self) -> str:
        """What to print above the board."""
        return self.loaded.puzzle.title or self.genre

    def given(self) -> dict[ir.Var, int]:
        """The unknowns that a clue fixes."""
        layers = self.model.unknowns.items()
        return {
            layer.variables[e]: layer.number(v) for name, layer in layers for e, v in self.clues.get(name, {}).items()
        }

    def undrawn(self) -> list[ir.Var]:
        """The unknowns of layers that are never drawn: they only help to say a rule."""
        layers = self.model.unknowns.items()
        return [var for name, layer in layers if self.draw.get(name) == "none" for var in layer.variables.values()]

    @property
    def genre(self) -> str:
        """The names of the rulebooks that the puzzle names itself."""
        names = {r.rulebook.rules: r.rulebook.name or r.rulebook.rules for r in self.loaded.rulebooks}
        listed = [e if isinstance(e, str) else e.rules for e in self.loaded.puzzle.puzzle]
        return " + ".join(names.get(name, name) for name in listed)


@seldom_collected
def compile_puzzle(loaded: LoadedPuzzle) -> CompiledPuzzle:
    """Ground a puzzle. Every mistake in it is reported as a CluewrightError."""
    return _ground_all(Program(loaded), loaded)


def set_up(loaded: LoadedPuzzle) -> Setup:
    """What comes before the rules, of a puzzle that may lack clues which it needs: where clues can stand, and so on."""
    books = []
    for book in loaded.rulebooks:
        clues = {name: spec.model_copy(update={"required": False}) for name, spec in book.rulebook.clues.items()}
        books.append(replace(book, rulebook=book.rulebook.model_copy(update={"clues": clues})))
    loaded = replace(loaded, rulebooks=tuple(books))
    budget = Budget()
    with charged_to(budget.spend), _placed(loaded):
        return Setup.make(Program(loaded), loaded, budget)


@seldom_collected
def compile_changed(
    puzzle: CompiledPuzzle,
    clues: Mapping[ClueKey, object],
    left_out: frozenset[str] = frozenset(),
    *,
    same_unknowns: bool = False,
) -> CompiledPuzzle:
    """The puzzle with clues changed (REMOVED: taken away) and rules left out. It is the same as if everything were
    grounded again, but what does not read the changed layers is taken over. With `same_unknowns` a puzzle with other
    unknowns, by their names, is an error."""
    loaded = puzzle.loaded.edited(clues, left_out)
    puzzle.setup.budget.renew()
    with charged_to(puzzle.setup.budget.spend), _placed(loaded):
        setup = puzzle.setup.changed(loaded, {layer for layer, _ in clues})
    if setup is not None:
        if same_unknowns:
            _check_unknowns(puzzle, setup)
        changed = _ground_rules(setup)
        if setup.vocabulary.size == setup.words:
            return changed
    whole = _ground_all(puzzle.program, loaded)
    if same_unknowns:
        _check_unknowns(puzzle, whole.setup)
    return whole


def _check_unknowns(puzzle: CompiledPuzzle, setup: Setup) -> None:
    before, after = puzzle.setup.unknowns, setup.unknowns
    if before is not after and _names(before) != _names(after):
        raise LanguageError("with these clues it is a puzzle about other unknowns")


def _names(unknowns: Mapping[str, UnknownLayer]) -> list[str]:
    return [var.name for layer in unknowns.values() for var in layer.variables.values()]


def _ground_all(program: Program, loaded: LoadedPuzzle) -> CompiledPuzzle:
    budget = Budget()
    with charged_to(budget.spend), _placed(loaded):
        setup = Setup.make(program, loaded, budget)
    return _ground_rules(setup)


def _ground_rules(setup: Setup) -> CompiledPuzzle:
    with charged_to(setup.budget.spend), _placed(setup.loaded):
        return CompiledPuzzle(setup, setup.make_model(), setup.drawn_shapes())


@contextmanager
def _placed(loaded: LoadedPuzzle) -> Iterator[None]:
    """Give a place to a mistake that no expression is to blame for."""
    try:
        yield
    except LanguageError as error:
        raise CluewrightError(loaded.document.problem(error.message, (), error.hint)) from None
