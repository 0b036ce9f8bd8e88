"""Everything that the expressions of one puzzle can speak of, worked out when it is first needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from cluewright.models.documents import ClueSpec, Puzzle, Rulebook, UnknownSpec
from cluewright.models.edits import REMOVED
from cluewright.models.loading import LoadedPuzzle
from cluewright.reference import patterns, syntax
from cluewright.reference.board_reading import read_board
from cluewright.reference.clues import read_clues, read_groups
from cluewright.reference.elements import (
    ClueLayer,
    Layer,
    Reads,
    Unknown,
    UnknownLayer,
    fail,
    plain,
    spell,
)
from cluewright.reference.evaluate import Evaluator, Reader, Scope, bind, items, names_of, truth
from cluewright.reference.functions import FUNCTIONS, STREAMS
from cluewright.reference.geometry import Geometry
from cluewright.reference.graphs import GraphFunctions
from cluewright.reference.values import Domain, read_domain, words_of

_HEADING: Final = re.compile(r"\s*([^\W\d]\w*)\s*(?:\(([\w\s,]*)\))?\s*")


class PuzzleWorld:
    """The names of a puzzle: its own come before those of the language, and words come last."""

    def __init__(self, loaded: LoadedPuzzle) -> None:
        self.loaded = loaded
        self.reads = Reads()
        self.reader = Reader(self)
        self.evaluators: dict[tuple[str, frozenset[str]], Evaluator] = {}
        self.open: list[str] = []
        self.unknown_count = 0
        self.layers: dict[str, Layer] = {}
        self.clue_layers: dict[str, ClueLayer] = {}

        books = [r.rulebook for r in loaded.rulebooks]
        puzzle = loaded.puzzle
        parts: list[Rulebook | Puzzle] = [*books, puzzle]
        self.parameters = {name: plain(value) for book in books for name, value in book.parameters.items()}
        for name, value in puzzle.parameters.items():
            if name not in self.parameters:
                fail(f"no rulebook has the parameter '{name}'")
            self.parameters[name] = plain(value)
        self.elements: dict[str, Any] = {name: value for part in parts for name, value in part.elements.items()}
        self.clue_specs: dict[str, ClueSpec] = {name: spec for book in books for name, spec in book.clues.items()}
        self.unknown_specs: dict[str, UnknownSpec] = {n: s for part in parts for n, s in part.unknowns.items()}
        self.definitions: dict[str, tuple[tuple[str, ...] | None, Any]] = {}
        for part in parts:
            for heading, body in part.define.items():
                name, parameters = _heading(heading)
                self.definitions[name] = (parameters, body)
        self.words = self._words()
        for name in puzzle.clues:
            if name not in self.clue_specs:
                fail(f"no rulebook has the clue '{name}'")
        for name, spec in self.clue_specs.items():
            if spec.required and name not in puzzle.clues:
                fail(f"the clue '{name}' must be given")

        self.board = None
        self.language: dict[str, Any] = {}
        self.functions: dict[str, Callable[..., Any]] = {
            **FUNCTIONS,
            "matches": patterns.matches,
            "blocks": patterns.blocks,
        }
        self.board = read_board(loaded, self.clue_specs, self.evaluate)
        if self.board is not None:
            geometry = Geometry(self.board)
            self.language = geometry.values()
            self.functions |= geometry.functions()
            self.functions |= geometry.square_functions()
        self.functions |= GraphFunctions(self.board).functions()

    def _words(self) -> set[str]:
        specs: list[ClueSpec | UnknownSpec] = [*self.clue_specs.values(), *self.unknown_specs.values()]
        words = {word for spec in specs for word in words_of(spec.values)}
        words |= {str(w) for spec in self.clue_specs.values() for w in spec.symbols.values()}
        return words

    # ------------------------------------------------------------ expressions

    def evaluate(self, text: str, scope: Scope | None = None) -> object:
        """The value of an expression."""
        return self.evaluator(text, frozenset(scope or ()))(scope or {})

    def evaluator(self, text: str, local: frozenset[str]) -> Evaluator:
        """The function that gives the value of an expression with these variables."""
        if (text, local) not in self.evaluators:
            self.evaluators[text, local] = self.reader.evaluator(syntax.parse(text), local)
        return self.evaluators[text, local]

    def value(self, name: str) -> Callable[[], object]:
        """What gives the value of a name."""
        if name in self.definitions:
            return self._definition(name)
        if name in self.unknown_specs or name in self.clue_specs:
            return lambda: self.layer(name)
        if name in self.elements:
            return self._once(name, lambda: self._element_list(name))
        known = self.parameters if name in self.parameters else self.language
        if name in known:
            found = known[name]
            return lambda: found
        if name in self.words or name in self._element_words():
            return lambda: name
        return fail(f"unknown name '{name}'")

    def function(self, name: str) -> tuple[Callable[..., object], bool]:
        """A function, and whether its last argument is taken item by item."""
        if name in self.definitions:
            parameters, body = self.definitions[name]
            if parameters is not None:
                return self._function(name, parameters, body), False
        if name in STREAMS:
            return _checked(name, STREAMS[name]), True
        if name in self.functions:
            return _checked(name, self.functions[name]), False
        return fail(f"unknown function '{name}'")

    def _element_words(self) -> set[str]:
        """Words in the lists of elements are names, too."""
        found: set[str] = set()
        for name in self.elements:
            if name not in self.open:
                for item in self._once(name, lambda name=name: self._element_list(name))():  # type: ignore[misc]
                    found |= {part for part in (item if isinstance(item, tuple) else (item,)) if isinstance(part, str)}
        return found

    def _element_list(self, name: str) -> tuple[object, ...]:
        text = self.elements[name]
        return items(self.evaluate(text) if isinstance(text, str) else plain(text))

    def _definition(self, name: str) -> Callable[[], object]:
        parameters, body = self.definitions[name]
        if parameters is not None:
            fail(f"'{name}' is a function")
        if not isinstance(body, str):
            value = plain(body)
            return lambda: value
        return self._once(name, lambda: self.evaluate(body))

    def _once(self, name: str, work: Callable[[], object]) -> Callable[[], Any]:
        """The value of something with a name; kept if it read no unknown."""
        found: list[Any] = []

        def get() -> object:
            if found:
                return found[0]
            before = self.reads.count
            with self._opened(name):
                value = work()
            if self.reads.count == before:
                found.append(value)
            return value

        return get

    def _function(self, name: str, parameters: tuple[str, ...], body: object) -> Callable[..., object]:
        local = frozenset(parameters)
        kept: dict[Any, Any] = {}

        def call(*arguments: object, **options: object) -> object:
            if len(arguments) != len(parameters) or options:
                fail(f"{name}() takes {len(parameters)} values")
            key = (arguments, tuple(map(type, arguments)))
            try:
                if key in kept:
                    return kept[key]
            except TypeError:  # a table cannot be a key
                return self.evaluate(str(body), dict(zip(parameters, arguments, strict=True)))
            before = self.reads.count
            with self._opened(name):
                value = self.evaluator(str(body), local)(dict(zip(parameters, arguments, strict=True)))
            if self.reads.count == before:
                kept[key] = value
            return value

        return call

    @contextmanager
    def _opened(self, name: str) -> Iterator[None]:
        """While something is worked out; it cannot need itself."""
        if name in self.open:
            fail(f"'{name}' is defined by itself")
        self.open.append(name)
        try:
            yield
        finally:
            self.open.pop()

    # ------------------------------------------------------------ layers

    def layer(self, name: str) -> Layer:
        """A layer of unknowns or, if there is none of that name, of clues."""
        if name not in self.layers:
            if name in self.unknown_specs and name not in self.open:
                with self._opened(name):
                    self.layers[name] = self._unknowns(name, self.unknown_specs[name])
            else:
                return self.clues(name)
        return self.layers[name]

    def clues(self, name: str) -> ClueLayer:
        """The clues of a layer."""
        if name not in self.clue_layers:
            with self._opened(f"clues {name}"):
                self.clue_layers[name] = ClueLayer(name, self._clues(name, self.clue_specs[name]))
        return self.clue_layers[name]

    def _clues(self, name: str, spec: ClueSpec) -> dict[object, object]:
        given = self.loaded.puzzle.clues.get(name)
        edits = {element: value for (layer, element), value in self.loaded.edits.clues.items() if layer == name}
        if given is None and not edits:
            return {}
        domain = read_domain(spec.values, self.evaluate, self._is_name)
        domain.symbols |= {str(sign): value for sign, value in spec.symbols.items()}
        if spec.over in ("groups", "paths"):
            found = read_groups(name, given or [], domain, self.board)
            over: tuple[Any, ...] = tuple(found)
        else:
            over = items(self.evaluate(spec.over))
            found = {} if given is None else read_clues(name, given, over, domain, self.board)
        if not edits:
            return found
        changed = {element: edits.get(spell(element), found.get(element, REMOVED)) for element in over}
        return {element: plain(value) for element, value in changed.items() if value is not REMOVED}

    def _unknowns(self, name: str, spec: UnknownSpec) -> UnknownLayer:
        unknowns: dict[Any, Unknown] = {}
        spelled: set[str] = set()
        is_bool = True
        for element, domain in self._domains(spec):
            if element in unknowns:
                continue
            if spell(element) in spelled:
                fail(f"two elements of '{name}' are called '{spell(element)}'")
            spelled.add(spell(element))
            is_bool = is_bool and domain.is_bool
            unknowns[element] = Unknown(name, spell(element), domain.choices(), self.unknown_count)
            self.unknown_count += 1
        layer = UnknownLayer(name, unknowns, is_bool if unknowns else spec.values == "bool")
        layer.reads = self.reads
        return layer

    def _domains(self, spec: UnknownSpec) -> Iterator[tuple[object, Domain]]:
        """Each element with its values."""
        if not syntax.is_loop(spec.over):
            domain = read_domain(spec.values, self.evaluate, self._is_name)
            for element in items(self.evaluate(spec.over)):
                yield element, domain
            return
        (loop,) = syntax.parse_loops(spec.over)
        local = frozenset(names_of(loop.target))
        source = self.reader.stream(loop.source, frozenset(), items)
        conditions = [self.reader.evaluator(condition, local) for condition in loop.conditions]
        for element in source({}):
            scope: Scope = {}
            bind(scope, loop.target, element)
            if all(truth(condition(scope)) for condition in conditions):
                yield element, read_domain(spec.values, lambda text, s=scope: self.evaluate(text, s), self._is_name)  # type: ignore[misc]

    def _is_name(self, word: str) -> bool:
        return word in self.parameters or word in self.elements or word in self.definitions


def _heading(text: str) -> tuple[str, tuple[str, ...] | None]:
    """The name of a definition and, for a function, its parameters."""
    match = _HEADING.fullmatch(str(text))
    if match is None:
        fail(f"cannot read the definition '{text}'")
    parameters = match[2]
    return match[1], None if parameters is None else tuple(p.strip() for p in parameters.split(",") if p.strip())


def _checked(name: str, function: Callable[..., object]) -> Callable[..., object]:
    """The function; a wrong number of values is a mistake in the puzzle."""

    def call(*arguments: object, **options: object) -> object:
        try:
            return function(*arguments, **options)
        except TypeError as error:
            return fail(f"{name}() cannot take these values: {error}")

    return call
