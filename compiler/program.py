"""A puzzle before its clues are looked at: what it declares, and what each of its expressions reads.

A `Program` is made from documents alone. Every expression is parsed once, when it is first needed, so that the same
program can be grounded with other clues, and whoever asks what depends on a clue need not look at texts.
"""

from __future__ import annotations

import ast
import keyword
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import Final, Generic, TypeVar

from cluewright.compiler.model import Rule
from cluewright.compiler.reading import CHOOSING, LOOKING_UP, is_layer, names_read, reads_only_at
from cluewright.compiler.syntax import Parsed, Snippet, bound_names, names_in, parse, parse_loops
from cluewright.models.documents import ClueSpec, ConstraintSpec, DrawSpec, Puzzle, Rulebook, StrategySpec, UnknownSpec
from cluewright.models.errors import CluewrightError, Place, Problem, did_you_mean
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.records import record
from cluewright.models.source import Document, Path

#: Longer keys are no names.
MAX_KEY: Final = 200

_FUNCTION_KEY: Final = re.compile(r"\s*([^\W\d]\w*)\s*(?:\(([^()]*)\))?\s*")
_WORD: Final = re.compile(r"[^\W\d]\w*")

_Spec = TypeVar("_Spec", ClueSpec, UnknownSpec)
_LoopedSpec = TypeVar("_LoopedSpec", bound=ConstraintSpec | StrategySpec)

#: The functions by which strategies look at the candidates on the board.
SIGHTS: Final = ("can", "known", "candidates", "value", "open", "lowest", "highest")
_RULES_OVER: Final = re.compile(r"\s*rules\s+over\b")


@record
class Book:
    """A rulebook or the puzzle itself, and where it stands."""

    content: Rulebook | Puzzle
    document: Document
    path: Path


@record
class Declared(Generic[_Spec]):
    """A layer of clues or unknowns and where it is declared."""

    spec: _Spec
    document: Document
    path: Path


@record
class Named:
    """A list of `elements` or a value or function of `define`: text is an expression, anything else is itself."""

    name: str
    data: object
    document: Document
    path: Path
    #: The parameters of a function; None of a value.
    parameters: tuple[str, ...] | None = None

    @cached_property
    def parsed(self) -> Parsed | None:
        """The expression, if it is one."""
        if self.parameters is None and not isinstance(self.data, str):
            return None
        return parse(Snippet(str(self.data), self.document, self.path))

    @cached_property
    def reads(self) -> frozenset[str]:
        """The names that it mentions and does not bind itself."""
        return names_read(self._expressions())

    @cached_property
    def reads_values(self) -> frozenset[str]:
        """Those of them of which more counts than what is in them."""
        return names_read(self._expressions(), values_only=True)

    def _expressions(self) -> list[tuple[ast.AST, Iterable[str]]]:
        return [] if self.parsed is None else [(self.parsed.tree, self.parameters or ())]


class Looped(ABC, Generic[_LoopedSpec]):
    """Something that is said of each of several things."""

    def __init__(self, spec: _LoopedSpec, document: Document, path: Path) -> None:
        self.spec = spec
        self.document = document
        self.path = path

    @cached_property
    def loops(self) -> list[tuple[Parsed, ast.comprehension]]:
        """What stands under `each`."""
        return [] if self.spec.each is None else parse_loops(Snippet(self.spec.each, self.document, self._at("each")))

    @property
    @abstractmethod
    def said(self) -> list[Parsed]:
        """What is said of each of them."""

    def _at(self, *keys: str | int) -> Path:
        return (*self.path, *keys)

    def _listed(self, key: str, texts: list[str]) -> list[Parsed]:
        """One expression or several under a key."""
        single = self._at(key, 0) not in self.document.values
        places = [self._at(key) if single else self._at(key, i) for i in range(len(texts))]
        return [parse(Snippet(t, self.document, p)) for t, p in zip(texts, places, strict=True)]

    @cached_property
    def bound(self) -> list[str]:
        """The loop variables in order, one that is bound twice in both places."""
        return [name for _, loop in self.loops for name in bound_names(loop.target)]

    def expressions(self) -> Iterator[tuple[Parsed, list[str]]]:
        """Its expressions, each with the names that are bound around it."""
        bound: list[str] = []
        for parsed, loop in self.loops:
            yield parsed, list(bound)
            bound.extend(bound_names(loop.target))
        for parsed in self.said:
            yield parsed, list(bound)


class Statement(Looped[ConstraintSpec]):
    """A rule: what it ranges over and what it demands."""

    @cached_property
    def place(self) -> Place:
        """Where its sentence stands."""
        return self.document.place((*self.path, "rule"))

    @cached_property
    def rule(self) -> Rule:
        """What its constraints stem from, however often they are grounded."""
        return Rule(self.spec.rule, tuple(dict.fromkeys(self.bound)), self.place)

    @cached_property
    def holds(self) -> list[Parsed]:
        """What stands under `holds`."""
        return self._listed("holds", self.spec.holds)

    @property
    def said(self) -> list[Parsed]:
        """What it demands."""
        return self.holds

    @cached_property
    def reads(self) -> frozenset[str]:
        """The names that it mentions and does not bind itself."""
        return names_read((parsed.tree, bound) for parsed, bound in self.expressions())

    @cached_property
    def reads_values(self) -> frozenset[str]:
        """Those of them of which more counts than what is in them."""
        return names_read(((parsed.tree, bound) for parsed, bound in self.expressions()), values_only=True)

    def reads_at(self, layer: str, functions: dict[str, int], choosing: bool) -> str | None:
        """The loop variable at which the rule reads a layer, if it reads it there alone, itself or by functions that
        read it at their argument of this number. `choosing` says whether CHOOSING means what it always means."""
        over = [loop for _, loop in self.loops if is_layer(loop.iter, layer, choosing)]
        ranging = [loop.target.id for loop in over if isinstance(loop.target, ast.Name)]
        if len(ranging) != 1 or self.bound.count(ranging[0]) != 1:
            return None
        trees: list[ast.AST] = [parsed.tree for parsed in self.holds]
        for _, loop in self.loops:
            trees += loop.ifs
            if loop not in over:
                trees.append(loop.iter)
        return ranging[0] if all(reads_only_at(tree, layer, ranging[0], functions) for tree in trees) else None


class Strategy(Looped[StrategySpec]):
    """An if-then rule over the candidates that are left: where to look, what to see there, what follows."""

    @cached_property
    def place(self) -> Place:
        """Where its name stands."""
        return self.document.place((*self.path, "name"))

    @cached_property
    def when(self) -> Parsed | None:
        """What must be seen."""
        return None if self.spec.when is None else parse(Snippet(self.spec.when, self.document, self._at("when")))

    @cached_property
    def then(self) -> list[Parsed]:
        """What follows; none if it follows from rules `together`."""
        return self._listed("then", self.spec.then)

    @cached_property
    def together(self) -> Parsed | None:
        """The unknowns of which all rules that speak of nothing else are looked at together."""
        text = self.spec.together
        if text is None:
            return None
        snippet = Snippet(text, self.document, self._at("together"))
        opening = _RULES_OVER.match(text)
        if opening is None:
            raise snippet.error("this is not of the form `rules over unknowns`", 0, "write rules over digit[line]")
        return parse(snippet.part(opening.end(), len(text)))

    @cached_property
    def suppose(self) -> Parsed | None:
        """What is tried, and false if it leads to a contradiction."""
        text = self.spec.suppose
        return None if text is None else parse(Snippet(text, self.document, self._at("suppose")))

    @property
    def follows(self) -> list[Parsed]:
        """What follows, in one of three ways; none if single parts of rules say it."""
        spec = self.spec
        ways = [spec.then, spec.together, spec.suppose, spec.suppose is None and spec.parts]
        if sum(map(bool, ways)) != 1:
            raise self._mistake("has either `then` or `together` or `suppose` or `parts`")
        if spec.suppose is None and spec.parts and (spec.each is not None or spec.when is not None):
            raise self._mistake("has `parts`, which are found wherever they are: `each` and `when` have no place there")
        if spec.of is not None and not spec.parts:
            raise self._mistake("has no `parts`, so `of` says nothing")
        return [parsed for parsed in (*self.then, self.together, self.suppose) if parsed is not None]

    @property
    def said(self) -> list[Parsed]:
        """What is seen, and what follows."""
        return ([] if self.when is None else [self.when]) + self.follows

    def _mistake(self, message: str) -> CluewrightError:
        return CluewrightError(self.document.problem(f"the strategy '{self.spec.name}' {message}", self._at("name")))


class Program:
    """The declarations of a puzzle and its rulebooks, in order; those that come later win."""

    def __init__(self, loaded: LoadedPuzzle) -> None:
        """Names that cannot be used and parameters that nobody knows are errors here already."""
        self.books = [Book(entry.rulebook, entry.document, entry.path) for entry in loaded.rulebooks]
        self.books.append(Book(loaded.puzzle, loaded.document, ()))
        self._check_names()
        self.parameters = _parameters(loaded)
        self.clues: dict[str, Declared[ClueSpec]] = {}
        self.unknowns: dict[str, Declared[UnknownSpec]] = {}
        self.elements: dict[str, Named] = {}
        #: All of them, and those that are not hidden by later ones.
        self.all_definitions: list[Named] = []
        self.statements: list[Statement] = []
        self.strategies: dict[str, Strategy] = {}
        self.draw: dict[str, DrawSpec] = {}
        for book in self.books:
            self._add(book)
        self.definitions = {definition.name: definition for definition in self.all_definitions}
        #: What `instances.first_variable` found out.
        self.first_variables: dict[tuple[Statement, frozenset[str], bool], str | None] = {}
        #: Definitions that read the candidates on the board: only strategies know them.
        self.sights = self._sights()
        self.all_definitions = [d for d in self.all_definitions if d.name not in self.sights]
        self.definitions = {name: d for name, d in self.definitions.items() if name not in self.sights}

    def _check_names(self) -> None:
        """Expressions can speak of these; names that start with _ belong to the compiler."""
        problems: list[Problem] = []
        for book in self.books:
            for section in ("parameters", "clues", "unknowns", "elements"):
                for name in getattr(book.content, section):
                    if not is_name(str(name)):
                        message, hint = f"'{str(name)[:MAX_KEY]}' cannot be a name", "names have letters, digits and _"
                        where = (*book.path, section, name)
                        problems.append(book.document.problem(message, where, hint, key=True))
        if problems:
            raise CluewrightError(*problems)

    def _add(self, book: Book) -> None:
        content, document = book.content, book.document
        if isinstance(content, Rulebook):
            for name, clue in content.clues.items():
                self.clues[name] = Declared(clue, document, (*book.path, "clues", name))
        for name, unknown in content.unknowns.items():
            self.unknowns[name] = Declared(unknown, document, (*book.path, "unknowns", name))
        for name, data in content.elements.items():
            self.elements[name] = Named(name, data, document, (*book.path, "elements", name))
        for key, data in content.define.items():
            self.all_definitions.append(_definition(str(key), data, document, (*book.path, "define", key)))
        for i, spec in enumerate(content.constraints):
            self.statements.append(Statement(spec, document, (*book.path, "constraints", i)))
        for i, strategy in enumerate(content.strategies):
            self.strategies[strategy.name] = Strategy(strategy, document, (*book.path, "strategies", i))
        self.draw.update(content.draw)

    def _sights(self) -> dict[str, Named]:
        if not self.strategies:
            return {}
        declared = {*self.parameters, *self.clues, *self.unknowns, *self.elements, *self.definitions}
        found = set(SIGHTS) - declared
        mentions = {name: set(_WORD.findall(str(d.data))) for name, d in self.definitions.items()}
        while new := {name for name, used in mentions.items() if name not in found and used & found}:
            found |= new
        return {name: definition for name, definition in self.definitions.items() if name in found}

    # ------------------------------------------------------------ what reads what

    @cached_property
    def unknown_names(self) -> frozenset[str]:
        """The unknowns, and definitions that mention them, directly or not: their values may contain unknowns."""
        found = set(self.unknowns)
        mentions = {name: _mentioned(definition) for name, definition in self.definitions.items()}
        while new := {name for name, used in mentions.items() if name not in found and used & found}:
            found |= new
        return frozenset(found)

    def readers(self, names: Iterable[str], *, values_only: bool = False) -> frozenset[str]:
        """These names and all definitions that read one of them, directly or not. `values_only` leaves out those that
        only ask what is in a layer."""
        layers = frozenset(names)
        found = set(layers)
        while new := {
            n for n, d in self.definitions.items() if n not in found and self._is_reader(d, found, layers, values_only)
        }:
            found |= new
        return frozenset(found)

    def statements_reading(self, *layers: str, values_only: bool = False) -> list[Statement]:
        """The rules that read a layer, themselves or by a definition."""
        readers = self.readers(layers, values_only=values_only)
        return [s for s in self.statements if self._is_reader(s, readers, frozenset(layers), values_only)]

    def _is_reader(
        self, named: Named | Statement, readers: Collection[str], layers: frozenset[str], values_only: bool
    ) -> bool:
        """Whether a definition or rule reads a layer, or a definition that does."""
        if not values_only or self.hides_functions:
            return not named.reads.isdisjoint(readers)
        return not named.reads_values.isdisjoint(layers) or not named.reads.isdisjoint(set(readers) - layers)

    @cached_property
    def hides_functions(self) -> bool:
        """Whether a function that only looks things up means something else here."""
        return self.declares(LOOKING_UP)

    def declares(self, names: Iterable[str]) -> bool:
        """Whether the puzzle or its rulebooks give one of these names a meaning of their own."""
        declared = (self.parameters, self.clues, self.unknowns, self.elements, self.definitions)
        return any(name in known for name in names for known in declared)

    @cached_property
    def words_of_setup(self) -> frozenset[str]:
        """Every word in what the board, the elements and the places and values of clues are made from: more than the
        names that are read there, never fewer."""
        texts: list[object] = [element.data for element in self.elements.values()]
        texts += [text for d in self.clues.values() for text in (d.spec.over, d.spec.values)]
        texts += [value for book in self.books if book.content.board for value in vars(book.content.board).values()]
        return _words(texts)

    @cached_property
    def words_of_unknowns(self) -> dict[str, frozenset[str]]:
        """The same for each layer of unknowns."""
        return {name: _words((d.spec.over, d.spec.values)) for name, d in self.unknowns.items()}

    def is_apart(self, layer: str) -> bool:
        """Whether clues of a layer change what definitions and rules say, but nothing that these stand on: the board,
        elements, unknowns and other layers."""
        return self.is_above(layer) and not self.unknowns_reading(self.readers([layer]))

    def is_above(self, layer: str, *, values_only: bool = False) -> bool:
        """Whether clues of a layer (or with `values_only`: other values of them) change nothing that unknowns stand on:
        the board, elements and other layers."""
        hidden = layer in self.parameters or layer in self.elements or layer in self.definitions
        return not hidden and not self.readers([layer], values_only=values_only) & self.words_of_setup

    def unknowns_reading(self, names: frozenset[str]) -> list[str]:
        """The layers of unknowns whose places or values may depend on one of these names."""
        return [name for name, words in self.words_of_unknowns.items() if words & names]

    # ------------------------------------------------------------ layers whose clues speak for themselves

    @cached_property
    def local_layers(self) -> dict[str, dict[Statement, str]]:
        """The layers of clues that are read only at the element that a rule ranges over, each with the rules that
        read it and their loop variable that stands for this element."""
        names = (n for n, declared in self.clues.items() if n not in self.unknowns and not declared.spec.required)
        local = {name: self._local_readers(name) for name in names}
        return {name: readers for name, readers in local.items() if readers is not None}

    @cached_property
    def _ruling(self) -> list[Named]:
        """The definitions that rules read, directly or not; strategies and pictures may read others."""
        found = {name for statement in self.statements for name in statement.reads}
        while new := {read for name, d in self.definitions.items() if name in found for read in d.reads} - found:
            found |= new
        return [definition for name, definition in self.definitions.items() if name in found]

    def _local_readers(self, layer: str) -> dict[Statement, str] | None:
        if not self.is_apart(layer):
            return None
        functions: dict[str, int] = {}
        for definition in self._ruling:
            if layer in definition.reads:
                position = _reads_at_parameter(definition, layer)
                if position is None:
                    return None
                functions[definition.name] = position
        if any(definition.reads & functions.keys() for definition in self._ruling):
            return None
        found: dict[Statement, str] = {}
        for statement in self.statements:
            if statement.reads & {layer, *functions}:
                variable = statement.reads_at(layer, functions, not self.declares([CHOOSING]))
                if variable is None:
                    return None
                found[statement] = variable
        return found


def is_name(text: str) -> bool:
    """Whether a word can be the name of something."""
    return text.isidentifier() and not text.startswith("_") and not keyword.iskeyword(text) and len(text) <= MAX_KEY


def _parameters(loaded: LoadedPuzzle) -> dict[str, object]:
    declared: dict[str, object] = {}
    for entry in loaded.rulebooks:
        declared.update(entry.rulebook.parameters)
    for name, value in loaded.puzzle.parameters.items():
        if loaded.rulebooks and name not in declared:
            hint = did_you_mean(name, declared) or f"parameters are {', '.join(declared) or 'none'}"
            raise CluewrightError(
                loaded.document.problem(f"unknown parameter '{name}'", ("parameters", name), hint, key=True)
            )
        declared[name] = value
    return declared


def _definition(key: str, data: object, document: Document, path: Path) -> Named:
    match = _FUNCTION_KEY.fullmatch(key) if len(key) <= MAX_KEY else None
    fault = None
    if match is None:
        fault = f"'{key[:MAX_KEY]}' is neither a name nor a function like f(x, y)"
    elif match[1].startswith("_"):
        fault = f"the name '{match[1]}' starts with _"
    else:
        parameters = None if match[2] is None else tuple(p.strip() for p in match[2].split(",") if p.strip())
        strange = [p for p in parameters or () if not p.isidentifier() or p.startswith("_")]
        if not strange:
            return Named(match[1], data, document, path, parameters)
        fault = f"'{strange[0]}' cannot be the name of a parameter"
    raise CluewrightError(document.problem(fault, path, key=True))


def _mentioned(definition: Named) -> set[str]:
    try:
        return set() if definition.parsed is None else names_in(definition.parsed.tree)
    except CluewrightError:
        return set()  # reported with the other problems


def _words(texts: Iterable[object]) -> frozenset[str]:
    return frozenset(word for text in texts for word in _WORD.findall(str(text)))


def _reads_at_parameter(definition: Named, layer: str) -> int | None:
    """The number of the parameter at which a function reads a layer, if it reads it there alone."""
    for position, parameter in enumerate(definition.parameters or ()):
        if definition.parsed is not None and reads_only_at(definition.parsed.tree, layer, parameter, {}):
            return position
    return None
