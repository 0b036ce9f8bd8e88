"""The unknowns: a variable with its possible values for each element."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.clues import kind_of
from cluewright.compiler.elements import Layer
from cluewright.compiler.grounding.layers import read_values
from cluewright.compiler.kinds import NUMBER, TRUTH, Kind, Vocabulary
from cluewright.compiler.model import Model, Rule, UnknownLayer, spell
from cluewright.compiler.operators import equal, items
from cluewright.compiler.program import Declared, Program, is_name
from cluewright.compiler.scope import Scope
from cluewright.compiler.syntax import Snippet, parse
from cluewright.compiler.values import ValueSpec
from cluewright.models.documents import UnknownSpec
from cluewright.models.errors import CluewrightError, LanguageError, LimitError
from cluewright.models.source import Document

MAX_VARIABLES: Final = 200_000
#: Possible values of all unknowns together.
MAX_VALUES: Final = 4_000_000

#: `c in cells`: unknowns whose values depend on the element.
_LOOP: Final = re.compile(r"\s*([^\W\d]\w*)\s+in\s+(.+)")

#: The possible values of an element.
Domain = Callable[[Any], Iterable[int]]


class Unknowns:
    """Makes each layer of unknowns when it is first needed."""

    def __init__(self, program: Program, scope: Scope, vocabulary: Vocabulary) -> None:
        self.program = program
        self.scope = scope
        self.vocabulary = vocabulary
        self.found: dict[str, UnknownLayer] = {}
        self._values_left = MAX_VALUES
        #: The values of those that have the same for all elements; the others have numbers only.
        self.specs: dict[str, ValueSpec] = {}

    def declare(self) -> None:
        """Let expressions speak of the unknowns, and of definitions that mention them."""
        for name in self.program.unknowns:
            self.scope.pending[name] = partial(self._make, name)
            self.scope.layers.add(name)
        self.scope.unknown |= self.program.unknown_names

    def read_specs(self, names: Iterable[str] | None = None) -> None:
        """Read what can be known before any unknown (or any of these) is made."""
        for name in self.program.unknowns if names is None else names:
            declared = self.program.unknowns[name]
            if not _LOOP.fullmatch(declared.spec.over):
                self.specs[name] = read_values(declared, self.program, self.scope)

    def renewed(self, before: dict[str, UnknownLayer], names: Iterable[str]) -> dict[str, UnknownLayer]:
        """The unknowns after these were made again; those that turn out to be the same are taken over."""
        asked = list(names)
        layers = {name: self.scope.values[name] for name in asked}
        self._values_left -= sum(
            len(var.domain) for n, layer in before.items() if n not in layers for var in layer.variables.values()
        )
        for name in asked:
            self.scope.pending[name] = partial(self._make, name)
        self.read_specs(asked)
        self.scope.forget(asked)
        self.scope.resolve(asked)
        for name, layer in layers.items():
            if _is_same(before[name], self.found[name]):
                self.found[name], self.scope.values[name] = before[name], layer
        return {name: self.found.get(name, layer) for name, layer in before.items()}

    def _make(self, name: str, scope: Scope) -> Layer:
        declared = self.program.unknowns[name]
        try:
            return self._variables(name, declared)
        except LanguageError as error:
            problem = declared.document.problem(error.message, declared.path, error.hint, key=True)
            raise CluewrightError(problem) from None

    def _variables(self, name: str, declared: Declared[UnknownSpec]) -> Layer:
        values = self.specs.get(name, ValueSpec())
        elements, domain_of = self._each(name, declared)
        if len(elements) > MAX_VARIABLES:
            raise LimitError(f"'{name}' would have more than {MAX_VARIABLES} unknowns")
        kind = self._kind(values)
        variables: dict[Any, ir.Var] = {}
        called: dict[str, Any] = {}
        for element in elements:
            text = spell(element)
            if called.setdefault(text, element) != element:
                raise LanguageError(f"two elements of '{name}' are called {text}")
            variable = variables[element] = ir.Var(f"{name}[{text}]", domain_of(element), kind)
            self._values_left -= len(variable.domain)
            if self._values_left < 0:
                raise LimitError(f"the unknowns have more than {MAX_VALUES} possible values together")
        words = {self.vocabulary.code(word): word for word in values.words}
        places = kind_of(elements)
        self.found[name] = UnknownLayer(name, places, variables, words, kind is TRUTH)
        return Layer(name, places, variables, is_unknown=True)

    def _each(self, name: str, declared: Declared[UnknownSpec]) -> tuple[Any, Domain]:
        """The elements, and what each of them can be."""
        over = declared.spec.over
        loop = _LOOP.fullmatch(over)
        if loop and not is_name(loop[1]):
            raise LanguageError(f"'{loop[1]}' cannot be a name")
        text, start = (loop[2], loop.start(2)) if loop else (over, 0)
        path = (*declared.path, "over")
        elements = items(self.scope.evaluate(Snippet(text, declared.document, path, start)))
        return elements, self._computed_domain(declared, loop[1]) if loop else self._common_domain(self.specs[name])

    def _kind(self, values: ValueSpec) -> Kind:
        """Whether an unknown is true or false, a number, a word, or one of the latter two."""
        if not values.words:
            return TRUTH if values.is_bool else NUMBER
        return self.vocabulary.mixed if values.ranges else self.vocabulary.words

    def _common_domain(self, spec: ValueSpec) -> Domain:
        """The same possible values for all elements."""
        if spec.is_regions or spec.is_list:
            raise LanguageError("an unknown has single numbers or words as values")
        numbers = [*spec.numbers(), *map(self.vocabulary.code, spec.words)]
        ends = range(numbers[0], numbers[-1] + 1) if numbers else range(0)
        domain = (
            ends if len(ends) == len(numbers) and numbers == list(ends) else numbers
        )  # of a range all unknowns share one list
        return lambda element: domain

    def _computed_domain(self, declared: Declared[UnknownSpec], variable: str) -> Domain:
        """The possible values of each element, computed from it."""
        parsed = parse(Snippet(str(declared.spec.values), declared.document, (*declared.path, "values")))
        function = self.scope.function(parsed, [variable])

        def domain_at(element: Any) -> Iterable[int]:
            with self.scope.blame(parsed):
                values = items(function(element))
                return values if {int}.issuperset(map(type, values)) else [ir.number(v) for v in values]

        return domain_at


def _is_same(one: UnknownLayer, other: UnknownLayer) -> bool:
    """Whether two layers have the same unknowns."""
    pairs = zip(one.variables.values(), other.variables.values(), strict=False)
    return list(one.variables) == list(other.variables) and all(a.domain == b.domain for a, b in pairs)


def fix_given(model: Model, clues: Mapping[str, Layer], document: Document) -> None:
    """A clue with the name of an unknown fixes it."""
    for name, clue in clues.items():
        layer = model.unknowns.get(name)
        if layer is None:
            continue
        rule = Rule(f"The given {name} stays as it is.", ("at", "value"), document.place(("clues", name), key=True))
        for element, value in clue.items():
            try:
                if element not in layer.variables:
                    raise LanguageError(f"there is no unknown '{name}' at {element}")
                fixed = equal(layer.variables[element], value)
            except LanguageError as error:
                problem = document.problem(error.message, ("clues", name), error.hint, key=True)
                raise CluewrightError(problem) from None
            model.add(fixed, rule, (element, value))
