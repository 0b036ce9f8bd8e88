"""The names that expressions of a program may use. They get their values when first needed, so their order is free."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial
from typing import Any

from cluewright.compiler.boards import Board
from cluewright.compiler.elements import Text, constant
from cluewright.compiler.functions import Offered
from cluewright.compiler.functions.geometry import BoardFunctions
from cluewright.compiler.kinds import Vocabulary
from cluewright.compiler.operators import Budget
from cluewright.compiler.program import Named, Program
from cluewright.compiler.scope import Maker, Scope
from cluewright.compiler.syntax import Parsed
from cluewright.compiler.values import ValueSpec
from cluewright.models.errors import CluewrightError, Problem


def declare_parameters(program: Program, scope: Scope) -> None:
    """Parameters are constants."""
    for name, value in program.parameters.items():
        scope.values[name] = constant(value)


def declare_functions(scope: Scope, board: Board | None, budget: Budget, vocabulary: Vocabulary) -> None:
    """The functions of the language and the names of the board; one that is declared hides them."""
    if board is not None:
        for name, make in BoardFunctions(board, budget).makers().items():
            if name not in scope.values:
                scope.pending.setdefault(name, _ignoring_scope(make))
        scope.find_cell = board.cell
        scope.find_named = board.named
    offered = Offered(board, budget, vocabulary)
    for name in offered.bare:
        if name not in scope.pending and name not in scope.values:
            scope.functions.add(name)
            scope.pending[name] = partial(_offer, offered, name)


def _offer(offered: Offered, name: str, scope: Scope) -> object:
    return offered.function(name)


def _ignoring_scope(make: Any) -> Maker:
    return lambda scope: make()


def declare_words(
    scope: Scope, unknowns: list[ValueSpec], clues: list[ValueSpec], board: Board | None, vocabulary: Vocabulary
) -> None:
    """Words in `values:` become names, and those of unknowns get a number."""
    if any(spec.words and spec.ranges for spec in unknowns):
        vocabulary.start = max(n for spec in unknowns for n in spec.numbers()) + 1
    directions = {} if board is None else board.directions
    for word in (word for spec in unknowns for word in spec.words):
        vocabulary.code(word)
        if word in directions:  # as a word it is a direction still, and a value too
            scope.values.setdefault(word, Text(word))
    for word in (word for spec in (*unknowns, *clues) for word in spec.words):
        # a name of the language, of the puzzle or of a part of the board stays what it is
        if word.isidentifier() and word not in scope.pending and not scope.is_element(word):
            scope.values.setdefault(word, Text(word))


def declare_named(program: Program, scope: Scope) -> None:
    """Elements and definitions. A definition hides whatever else has its name."""
    for name, element in program.elements.items():
        scope.functions.discard(name)
        scope.pending[name] = maker(element)
    for name, definition in program.definitions.items():
        scope.values.pop(name, None)
        if definition.parameters is not None:
            scope.functions.add(name)
        else:
            scope.functions.discard(name)
        scope.pending[name] = maker(definition)


def maker(named: Named) -> Maker:
    """How the value or function of a definition is made."""
    if named.parameters is None and not isinstance(named.data, str):
        value = constant(named.data)
        return lambda scope: value

    def make(scope: Scope) -> Any:
        assert named.parsed is not None
        return scope.value(named.parsed) if named.parameters is None else scope.function(named.parsed, named.parameters)

    return make


def declare_element_words(program: Program, scope: Scope) -> None:
    """Words that are listed as elements can be written without quotes: `at(red)`."""
    for name in program.elements:
        scope.resolve([name])
        listed = scope.values[name]
        for word in listed if isinstance(listed, tuple) else ():
            if isinstance(word, Text) and word.isidentifier() and word not in scope.pending:
                scope.values.setdefault(str(word), word)


def check_names(program: Program, scope: Scope) -> None:
    """Parse every expression and look up its names; all mistakes are reported together."""
    problems: list[Problem] = []
    for definition in program.all_definitions:
        problems += _problems_in(scope, _expressions(definition))
    for statement in program.statements:
        problems += _problems_in(scope, statement.expressions())
    if problems:
        raise CluewrightError(*problems)


def _expressions(definition: Named) -> Iterator[tuple[Parsed, Collection[str]]]:
    if definition.parsed is not None:
        yield definition.parsed, definition.parameters or ()


def _problems_in(scope: Scope, expressions: Iterable[tuple[Parsed, Collection[str]]]) -> list[Problem]:
    """Unknown names, up to the first expression that cannot be parsed."""
    problems: list[Problem] = []
    try:
        for parsed, bound in expressions:
            problems += scope.check_names(parsed, bound)
    except CluewrightError as error:
        problems += error.problems
    return problems
