"""What makes the steps of a block has in common: layers, forms, places, and errors with their place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from cluewright.exchange.layer_places import place_kinds_of
from cluewright.exchange.pzpr.covered import covered
from cluewright.exchange.pzpr.forms import FirstOf, Join, Presence, Table, Tuples, Unsaid
from cluewright.exchange.pzpr.places import place_kinds
from cluewright.exchange.pzpr.targets import Entry, Target
from cluewright.models.documents import ClueSpec, UnknownSpec
from cluewright.models.errors import CluewrightError, did_you_mean
from cluewright.models.loading import LoadedRulebook
from cluewright.models.source import Document, Path


@dataclass
class Declared:
    """The layers and parameters of a rulebook, together with those of the rulebooks that it extends."""

    clues: dict[str, ClueSpec] = field(default_factory=dict)
    unknowns: dict[str, UnknownSpec] = field(default_factory=dict)
    parameters: dict[str, object] = field(default_factory=dict)
    #: What its definitions say.
    define: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, rulebooks: Iterable[LoadedRulebook]) -> Declared:
        """All that these rulebooks declare; later ones win."""
        made = cls()
        for loaded in rulebooks:
            made.clues.update(loaded.rulebook.clues)
            made.unknowns.update(loaded.rulebook.unknowns)
            made.parameters.update(loaded.rulebook.parameters)
            made.define.update({k: text for k, text in loaded.rulebook.define.items() if isinstance(text, str)})
        return made

    def place_kinds(self, part: str, name: str) -> frozenset[str]:
        """The kinds of places that a layer of clues or unknowns is over; none if that is not clear."""
        layers = self.unknowns if part == "answer" else self.clues
        return self.kinds_of(layers[name].over) if name in layers else frozenset()

    def kinds_of(self, over: str) -> frozenset[str]:
        """The kinds of places that an `over` or `each` is about; none if that is not clear."""
        return place_kinds_of(over, self._named)

    @cached_property
    def _named(self) -> dict[str, str]:
        layers = {name: spec.over for specs in (self.unknowns, self.clues) for name, spec in specs.items()}
        return {**layers, **self.define}


class StepBuilder:
    """Makes one step of a block, and says what is wrong with it."""

    #: The name of the block, for messages.
    block_name: str
    #: What values look like in the text, by name.
    forms: Mapping[str, Callable[[], object]]
    #: Whether values follow each other with nothing between them.
    is_dense = True

    def __init__(self, declared: Declared, document: Document, path: Path, data: Mapping[str, Any]) -> None:
        self.declared = declared
        self.document = document
        self.path = path
        self.data = data
        self.used: set[str] = set()

    def fail(self, message: str, key: str | None = None, hint: str | None = None) -> CluewrightError:
        """An error in the rulebook, with its place."""
        path = self.path if key is None else (*self.path, key)
        return CluewrightError(self.document.problem(f"{self.block_name}: {message}", path, hint))

    def build(
        self, makers: Mapping[str, Callable[[Any, str], Any]], parts: Sequence[str] = (), general: Sequence[str] = ()
    ) -> object:
        """The step whose kind is one of its keys; `parts` are keys that only belong to another kind, `general` those
        that belong to all."""
        kinds = [key for key in self.data if key in makers and key not in parts]
        if len(kinds) != 1:
            unknown = next((k for k in self.data if k not in makers), "")
            hint = did_you_mean(str(unknown), makers) or f"one of {', '.join(makers)}"
            raise self.fail("a step needs exactly one kind", hint=hint)
        kind = kinds[0]
        self.used.add(kind)
        step = makers[kind](self, kind)
        for key in self.data:
            if key not in self.used and key not in general:
                raise self.fail(f"'{kind}' has no option '{key}'", key)
        return step

    # ------------------------------------------------------------ places

    def check_places(self, made: object, kind: str) -> None:
        """A part that writes other places than those of its layer would write nothing, and say nothing about it."""
        for target, written in covered(made):
            over = self.places_of(target)
            if over and written and not over & written:
                told = f"'{kind}' writes {_listed(written)}, and '{target.name}' is over {_listed(over)}"
                raise self.fail(told, kind, self.part_for(target.name, over))

    def places_of(self, target: Target) -> frozenset[str]:
        """The kinds of places of a layer; none if that is not clear."""
        return self.declared.place_kinds(target.part, target.name)

    def part_for(self, name: str, over: frozenset[str]) -> str:
        """How a layer over these places can be written."""
        return f"a part about {_listed(over)} is needed"

    # ------------------------------------------------------------ parts of a step

    def option(self, key: str, default: Any) -> Any:
        """What a key says, or the default."""
        self.used.add(key)
        return self.data.get(key, default)

    def target(self, name: Any, key: str) -> Target:
        """The layer of clues of this name."""
        clues = self.declared.clues
        if name not in clues:
            raise self.fail(f"there is no layer '{name}'", key, did_you_mean(str(name), clues))
        return Target("clues", str(name))

    def entries(self, key: str) -> list[Entry]:
        """`{layer: form, "layer, layer": form}`."""
        self.used.add(key)
        return self.listed_entries(self.data.get(key, {}), key)

    def listed_entries(self, data: Any, key: str) -> list[Entry]:
        """The entries of a table from layers to forms."""
        if not isinstance(data, dict):
            raise self.fail(f"'{key}' needs a table from layers to forms", key, f"{key}: {{number: hex}}")
        return [self.entry(names, form, key) for names, form in data.items()]

    def entry(self, names: Any, form: Any, key: str) -> Entry:
        """Layers whose values are written together, perhaps at some places only: `layer, layer in cells`."""
        layers, _, only = str(names).partition(" in ")
        if only and only not in place_kinds():
            raise self.fail(f"'{only}' are no places", key, f"one of {', '.join(place_kinds())}")
        targets = tuple(self.target(name.strip(), key) for name in layers.split(","))
        made = self.form(form, key)
        if made.arity != len(targets):
            raise self.fail(f"'{names}': this form has {made.arity} value{'s' if made.arity > 1 else ''}", key)
        return Entry(targets, made, only)

    def form(self, data: Any, key: str) -> Any:
        """A form by its name, a table of signs, or a list of forms."""
        if isinstance(data, dict):
            return self.made_form(data, key)
        if isinstance(data, list):
            return FirstOf([self.form(item, key) for item in data])
        if data not in self.forms:
            raise self.fail(f"there is no form '{data}'", key, f"one of {', '.join(self.forms)}, or a table of signs")
        return self.forms[data]()

    def made_form(self, data: Mapping[Any, Any], key: str) -> object:
        """A table of signs, or a form made of others, which has one key that says how: `{join: [form, form]}`."""
        made, inner = next(iter(data.items()), ("", None))
        if len(data) == 1 and made == "join" and isinstance(inner, list):
            return Join([self.form(item, key) for item in inner], "" if self.is_dense else ",")
        if len(data) == 1 and made == "unsaid":
            return Unsaid(inner)
        if len(data) == 1 and made == "any" and isinstance(inner, dict) and inner:
            return Presence(inner)
        if len(data) == 1 and made == "tuple" and isinstance(inner, dict):
            if len({len(v) if isinstance(v, list) else 0 for v in inner.values()}) != 1:
                raise self.fail("the lists of a tuple must have the same length", key)
            return Tuples(inner)
        try:
            return Table(data)
        except TypeError:  # a list within a list is no value
            raise self.fail(f"there is no form '{made}' here, and it is no sign with a value", key) from None

    def over(self, default: str, allowed: list[str]) -> str:
        """The kind of places that this step is about."""
        over = self.option("over", default)
        if over not in allowed:
            raise self.fail(f"'{over}' are no places here", "over", f"one of {', '.join(allowed)}")
        return str(over)

    def clue(self, key: str) -> Target | None:
        """An option that names a layer of clues, or the holes."""
        name = self.option(key, None)
        if name == "holes" and name not in self.declared.clues:
            return Target("holes", name)
        if name is not None and name not in self.declared.clues:
            raise self.fail(f"there is no clue '{name}'", key, did_you_mean(str(name), self.declared.clues))
        return None if name is None else Target("clues", name)


def _listed(kinds: frozenset[str]) -> str:
    return " and ".join(sorted(kinds))
