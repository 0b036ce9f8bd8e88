"""What the rules of a program stand on: a board, clues and unknowns, and the values of names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cluewright.compiler.boards import Board
from cluewright.compiler.elements import Layer, Seq
from cluewright.compiler.grounding.board import make_board
from cluewright.compiler.grounding.constraints import MAX_CONSTRAINTS, Partly, ground, ground_partly
from cluewright.compiler.grounding.layers import ClueLayers, check_layers, edited
from cluewright.compiler.grounding.names import (
    check_names,
    declare_element_words,
    declare_functions,
    declare_named,
    declare_parameters,
    declare_words,
)
from cluewright.compiler.grounding.unknowns import Unknowns, fix_given
from cluewright.compiler.kinds import Vocabulary
from cluewright.compiler.model import Constraint, Model, UnknownLayer
from cluewright.compiler.operators import Budget, items
from cluewright.compiler.program import Program, Statement
from cluewright.compiler.scope import Scope
from cluewright.compiler.syntax import Snippet
from cluewright.models.drawing import drawing_problems
from cluewright.models.errors import CluewrightError, Problem
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.records import field, record


@record(frozen=False, eq=False)
class Setup:
    """One puzzle while it is grounded, and afterwards for questions about the same puzzle with other clues."""

    program: Program
    loaded: LoadedPuzzle
    budget: Budget
    vocabulary: Vocabulary
    scope: Scope
    board: Board | None
    #: The clues as the puzzle gives them, and as edits change them.
    given: dict[str, Layer]
    clues: dict[str, Layer]
    #: The elements that may carry a clue of each layer.
    places: dict[str, Seq]
    unknowns: dict[str, UnknownLayer]
    warnings: list[Problem]
    #: How many words had a number before any rule was looked at.
    words: int
    #: The constraints of the rules that are grounded already.
    grounded: dict[Statement, list[Constraint]] = field(default_factory=dict)
    #: The rules of which only some instances have to be grounded again.
    partly: dict[Statement, Partly] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.scope.owners += 1

    def __del__(self) -> None:
        self.scope.release()

    @classmethod
    def make(cls, program: Program, loaded: LoadedPuzzle, budget: Budget) -> Setup:
        """All that comes before the rules."""
        check_layers(program, loaded)
        vocabulary = Vocabulary()
        scope = Scope(budget, vocabulary)
        declare_parameters(program, scope)
        board = make_board(program, loaded.puzzle.clues, scope)
        clues = ClueLayers(program, loaded, scope, board)
        unknowns = Unknowns(program, scope, vocabulary)
        clues.declare()
        unknowns.declare()
        declare_functions(scope, board, budget, vocabulary)
        unknowns.read_specs()
        specs = [clues.spec(name) for name in program.clues]
        declare_words(scope, list(unknowns.specs.values()), specs, board, vocabulary)
        declare_named(program, scope)
        declare_element_words(program, scope)
        check_names(program, scope)
        clues.read_all()
        scope.resolve(program.unknowns)
        warnings = [*loaded.warnings, *clues.warnings]
        return cls(
            program=program,
            loaded=loaded,
            budget=budget,
            vocabulary=vocabulary,
            scope=scope,
            board=board,
            given=clues.given,
            clues=clues.found,
            places=clues.places,
            unknowns=unknowns.found,
            warnings=warnings,
            words=vocabulary.size,
        )

    def changed(self, loaded: LoadedPuzzle, layers: set[str]) -> Setup | None:
        """The same for a puzzle in which clues of some layers are different, with the constraints of all rules that
        do not read them. None if more may change than what definitions and rules say."""
        program = self.program
        named = [layer for layer in layers if layer not in program.unknowns]  # the others are not read by their name
        clues = {
            name: edited(self.given[name], self.places[name], loaded.edits) if name in layers else layer
            for name, layer in self.clues.items()
        }
        values_only = all(_has_same_elements(self.clues[name], clues[name]) for name in named)
        above = all(program.is_above(name, values_only=values_only) for name in named)
        if self.vocabulary.size != self.words or not above:
            return None
        readers = program.readers(named, values_only=values_only)
        scope = self.scope.changed({name: clues[name] for name in named}, readers)
        changed = set(program.statements_reading(*named, values_only=values_only))
        unknowns, others = self._renewed_unknowns(scope, readers)
        if others & program.words_of_setup:
            return None
        whole = set(program.statements_reading(*others))
        grounded = {s: constraints for s, constraints in self.grounded.items() if s not in changed | whole}
        elements = frozenset(e for name in named for e in _differing(self.clues[name], clues[name]))
        from cluewright.compiler.instances import first_variable  # late: only questions about other clues

        partly: dict[Statement, Partly] = {}
        for statement in (changed - whole) & self.grounded.keys():
            variable = first_variable(program, statement, frozenset(named), values_only=values_only)
            if variable is not None:
                partly[statement] = Partly(variable, elements, self.grounded[statement])
        return replace(
            self, loaded=loaded, scope=scope, clues=clues, unknowns=unknowns, grounded=grounded, partly=partly
        )

    def _renewed_unknowns(
        self, scope: Scope, readers: frozenset[str]
    ) -> tuple[dict[str, UnknownLayer], frozenset[str]]:
        """The unknowns in a scope in which some names have other values, and the names of those that are others now,
        with the definitions that read them: these have no value any more."""
        program = self.program
        affected: list[str] = []
        while len(found := program.unknowns_reading(readers | program.readers(affected))) > len(affected):
            affected = found
        if not affected:
            return self.unknowns, frozenset()
        unknowns = Unknowns(program, scope, self.vocabulary).renewed(self.unknowns, affected)
        others = [name for name in affected if unknowns[name] is not self.unknowns[name]]
        reading = program.readers(others)
        scope.forget(reading - unknowns.keys())
        return (unknowns if others else self.unknowns), reading

    def make_model(self) -> Model:
        """Ground the rules that are not grounded yet."""
        model = Model(self.unknowns)
        fix_given(model, self.clues, self.loaded.document)
        for statement in self.program.statements:
            if statement.spec.rule not in self.loaded.edits.rules:
                if statement not in self.grounded:
                    most = MAX_CONSTRAINTS - len(model.constraints)
                    before = self.partly.get(statement)
                    self.grounded[statement] = (
                        ground(statement, self.scope, most)
                        if before is None
                        else ground_partly(statement, self.scope, most, before)
                    )
                model.constraints += self.grounded[statement]
        self.partly = {}
        return model

    def drawn_shapes(self) -> dict[str, Seq]:
        """The definitions that `draw` mentions."""
        shapes: dict[str, Seq] = {}
        problems: list[Problem] = []
        for book in self.program.books:
            problems.extend(drawing_problems(book.content.draw, book.document, book.path))
            for name in book.content.draw:
                if name not in self.program.clues and name not in self.program.unknowns:
                    where = Snippet(str(name), book.document, (*book.path, "draw", name), is_key=True)
                    shapes[name] = Seq(items(self.scope.evaluate(where)))
        if problems:
            raise CluewrightError(*problems)
        return shapes


def _has_same_elements(before: Layer, after: Layer) -> bool:
    """Whether two layers of clues are alike for whoever asks only what is in them; false means: not there."""
    return len(before) == len(after) and all(
        one is other and (before[one] is False) == (after[other] is False)
        for one, other in zip(before, after, strict=True)
    )


def _differing(before: Layer, after: Layer) -> Iterator[object]:
    """The elements at which two layers of clues are not the same."""
    return (e for e in {**before, **after} if e not in before or e not in after or before[e] is not after[e])
