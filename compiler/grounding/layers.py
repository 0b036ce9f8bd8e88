"""Layers of clues: what values they may have, where they may stand, and reading them from the puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import chain
from typing import Any, Final

from cluewright.compiler.boards import Board
from cluewright.compiler.clues import ClueReader
from cluewright.compiler.elements import Layer, Seq
from cluewright.compiler.model import spell
from cluewright.compiler.operators import items
from cluewright.compiler.program import Declared, Program
from cluewright.compiler.scope import Scope
from cluewright.compiler.syntax import Snippet
from cluewright.compiler.values import ValueSpec, alternatives, check_length, is_list_of, parse_values
from cluewright.models.documents import ClueSpec, UnknownSpec
from cluewright.models.edits import REMOVED, Edits
from cluewright.models.errors import CluewrightError, LanguageError, Problem, did_you_mean
from cluewright.models.loading import LoadedPuzzle

#: Places that the puzzle itself lists: groups in any order, paths from end to end.
_LISTED: Final = ("groups", "paths")


def read_values(declared: Declared[ClueSpec] | Declared[UnknownSpec], program: Program, scope: Scope) -> ValueSpec:
    """The `values:` of a layer; sizes in it may be parameters."""
    path = (*declared.path, "values")
    try:
        values = _named_values(declared.spec.values, program)
        spec = parse_values(values, lambda text: scope.evaluate(Snippet(text, declared.document, path)))
    except LanguageError as error:
        raise CluewrightError(declared.document.problem(error.message, path, error.hint)) from None
    if isinstance(declared.spec, ClueSpec):
        signs = declared.spec.symbols
        spec.symbols.update({str(sign): value for sign, value in signs.items()})
        spec.words.extend(str(v) for v in signs.values() if isinstance(v, str) and v not in spec.words)
    return spec


def _named_values(values: Any, program: Program) -> Any:
    """A name among alternatives is the parameter of this name; that of a definition would become a word."""
    check_length(values)
    if is_list_of(values):
        return [_named_values(values[0], program)]
    if not isinstance(values, str):
        return values
    parts = [part.strip() for part in alternatives(values)]
    for name in parts:
        if name in program.definitions or name in program.elements:
            raise LanguageError(
                f"the definition '{name}' cannot be used here",
                hint=f"write for example `over: c in cells, values: {name}`",
            )
    return " or ".join(f"({name})" if name in program.parameters else name for name in parts)


class ClueLayers:
    """Reads each layer of clues when it is first needed."""

    def __init__(self, program: Program, loaded: LoadedPuzzle, scope: Scope, board: Board | None) -> None:
        self.program = program
        self.loaded = loaded
        self.scope = scope
        self.board = board
        #: The layers as the puzzle gives them, and as edits change them.
        self.given: dict[str, Layer] = {}
        self.found: dict[str, Layer] = {}
        self._specs: dict[str, ValueSpec] = {}
        #: The elements that may carry a clue of each layer.
        self.places: dict[str, Seq] = {}
        self.warnings: list[Problem] = []

    def declare(self) -> None:
        """Let expressions speak of the layers. A name that is that of unknowns too means these."""
        for name in self.program.clues:
            if name not in self.program.unknowns:
                self.scope.pending[name] = partial(self._made, name)

    def spec(self, name: str) -> ValueSpec:
        """The values that clues of a layer may have."""
        if name not in self._specs:
            self._specs[name] = read_values(self.program.clues[name], self.program, self.scope)
        return self._specs[name]

    def read_all(self) -> None:
        """All mistakes in all layers are reported together."""
        problems: list[Problem] = []
        for name in self.program.clues:
            try:
                if name in self.program.unknowns:
                    self.read(name)
                else:
                    self.scope.resolve([name])
            except CluewrightError as error:
                problems.extend(error.problems)
        if problems:
            raise CluewrightError(*problems)

    def _made(self, name: str, scope: Scope) -> Layer:
        return self.read(name)

    def read(self, name: str) -> Layer:
        """The clues of one layer, as the puzzle gives them and as edits change them."""
        if name in self.found:
            return self.found[name]
        declared = self.program.clues[name]
        elements = None
        if declared.spec.over.strip() not in _LISTED:
            where = Snippet(declared.spec.over, declared.document, (*declared.path, "over"))
            elements = Seq(items(self.scope.evaluate(where)))
        document, path = self.loaded.document, ("clues", name)
        whole = any(book.content.draw.get(name) == "cage" for book in self.program.books)
        reader = ClueReader(name, self.spec(name), elements, self.board, document, path, whole)
        layer = reader.read(self.loaded.puzzle.clues.get(name))
        self.warnings += reader.warnings
        if declared.spec.required and not layer:
            hint = declared.spec.about or "this genre cannot do without them"
            raise CluewrightError(document.problem(f"the clues '{name}' are empty", path, hint, key=True))
        self.places[name] = Seq() if elements is None else elements
        self.given[name] = layer
        self.found[name] = edited(layer, self.places[name], self.loaded.edits)
        return self.found[name]


def edited(layer: Layer, elements: Iterable[Any], edits: Edits) -> Layer:
    """The layer with the clues removed, changed or added that a question wants to be different."""
    wanted = {element: value for (name, element), value in edits.clues.items() if name == layer.name}
    if not wanted:
        return layer
    kept: dict[Any, Any] = dict(layer.items())
    for element in chain(layer, elements):  # new ones come last
        if not wanted:
            break
        name = spell(element)
        if name in wanted:
            kept[element] = wanted.pop(name)
    kept = {element: value for element, value in kept.items() if value is not REMOVED}
    return Layer(layer.name, layer.kind, kept, is_unknown=False)


def check_layers(program: Program, loaded: LoadedPuzzle) -> None:
    """The puzzle gives the layers that its rulebooks have, and those that must be there. Asked before anything else: a
    misspelt layer would look like a board without a size."""
    declared, given, document = program.clues, loaded.puzzle.clues, loaded.document
    problems: list[Problem] = []
    for name in given:
        if name not in declared:
            hint = did_you_mean(name, declared) or f"clues are {', '.join(declared) or 'none'}"
            message = f"no rulebook here has clues named '{name}'"
            problems.append(document.problem(message, ("clues", name), hint, key=True))
    for name, layer in declared.items():
        if layer.spec.required and name not in given:
            problems.append(document.problem(f"the clues '{name}' are missing", ("clues",), key=True))
    if problems:
        raise CluewrightError(*problems)
