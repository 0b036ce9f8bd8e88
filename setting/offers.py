"""Clues that could be added: free places with the value that a wanted solution gives them."""

from __future__ import annotations

import itertools
import time
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from cluewright.compiler.elements import Group, Seq, Text
from cluewright.compiler.evaluate import evaluate, violations
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.model import spell
from cluewright.compiler.values import ValueSpec, parse_values
from cluewright.formats.rulebooks import puzzle_sentences
from cluewright.models.documents import Puzzle, Rulebook
from cluewright.models.edits import ClueKey
from cluewright.models.errors import CluewrightError, LanguageError
from cluewright.models.loading import LoadedPuzzle
from cluewright.setting.clues import Clue
from cluewright.setting.locality import local_constraints, local_layers
from cluewright.solvers.outcomes import TimeUp

#: Numbers without an upper limit are tried up to this far above the lowest; less far where each takes its time.
_HIGHEST: Final = 100
_HIGHEST_ALONE: Final = 20
#: Lists are tried from short to long, so many of them.
_MOST_LISTS: Final = 400


@dataclass(frozen=True)
class Place:
    """An element that could carry a clue, or a better one: a word such as `?` may become a number."""

    layer: str
    element: Any
    #: What stands there now, and which entry of it is in question, if it is a list.
    given: Any = None
    part: int | None = None

    @property
    def key(self) -> ClueKey:
        """How edits name it."""
        return (self.layer, spell(self.element))

    def with_value(self, value: Any) -> Any:
        """The clue that stands there if this value is put in."""
        if self.part is None:
            return value
        return Seq(value if i == self.part else item for i, item in enumerate(self.given))


@dataclass
class Offers:
    """Everything that could be added to a puzzle with a wanted solution."""

    puzzle: CompiledPuzzle
    deadline: float | None
    #: Why some layers offer nothing.
    reasons: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.specs: dict[str, ValueSpec] = {}
        self.places: dict[str, list[Place]] = {}
        self.local = local_layers(self.puzzle.loaded)
        for layer in self.puzzle.clues:
            if layer not in self.puzzle.model.unknowns:
                self._survey(layer)

    def _survey(self, layer: str) -> None:
        """Find the free places of a layer, or say why there are none."""
        spec = self._value_spec(layer)
        given = self.puzzle.clues[layer]
        if spec is None or spec.is_any:
            self.reasons.append(f"{layer}: its values are not limited, so none can be made up")
        elif spec.is_regions or any(isinstance(value, Group) for value in given.values()):
            self.reasons.append(f"{layer}: areas are part of the board")
        else:
            self._find_places(layer, spec, given)

    def _find_places(self, layer: str, spec: ValueSpec, given: Mapping[Any, Any]) -> None:
        free = [Place(layer, element) for element in self.puzzle.places.get(layer, ()) if element not in given]
        better = [place for element, value in given.items() for place in _better(layer, element, value, spec)]
        if free or better:
            self.specs[layer], self.places[layer] = spec, free + better
        elif not self.puzzle.places.get(layer):
            open_ = f"; list a group with {spec.words[0]} and its value is found" if spec.words and spec.ranges else ""
            self.reasons.append(f"{layer}: which groups of cells carry a clue is the setter's choice{open_}")
        else:
            self.reasons.append(f"{layer}: every place has its clue")

    def _value_spec(self, layer: str) -> ValueSpec | None:
        for loaded in reversed(self.puzzle.loaded.rulebooks):
            if layer in loaded.rulebook.clues:
                try:
                    return parse_values(loaded.rulebook.clues[layer].values, self._known_number)
                except (LanguageError, ValueError, TypeError):
                    return None
        return None

    def _known_number(self, text: str) -> int:
        """A number, or a parameter that is one."""
        parts = [loaded.rulebook.parameters for loaded in self.puzzle.loaded.rulebooks]
        for part in (self.puzzle.loaded.puzzle.parameters, *reversed(parts)):
            if text.strip() in part:
                return int(part[text.strip()])
        return int(text)

    # ------------------------------------------------------------ layers whose clues touch no others

    def local_clues(self, values: list[int], keys: Container[ClueKey] | None = None) -> list[Clue]:
        """The value of every free place of the local layers (or of those among `keys`)."""
        found: list[Clue] = []
        for layer, places in self.places.items():
            if layer in self.local:
                whole = [p for p in places if p.part is None and (keys is None or p.key in keys)]
                found += self._local_clues(layer, whole, values)
        return found

    def _local_clues(self, layer: str, places: list[Place], values: list[int]) -> Iterator[Clue]:
        """Each possible value is tried at all places at once."""
        left = {place.key: place for place in places}
        for value in self._possible(layer):
            asked = {key: place for key, place in left.items() if place.given is None or isinstance(value, int)}
            if asked:
                _check_time(self.deadline)
                for place in self._fitting(layer, asked, value, values):
                    del left[place.key]
                    yield Clue(layer, place.element, value)

    def _fitting(self, layer: str, asked: Mapping[ClueKey, Place], value: Any, values: list[int]) -> list[Place]:
        """The places where a value agrees with the solution and says something."""
        others = frozenset(puzzle_sentences(self.puzzle.loaded)) - self._sentences(layer)
        try:
            changed = compile_puzzle(edited(self.puzzle.loaded, dict.fromkeys(asked, value), others))
        except CluewrightError:
            return []
        solution = dict(zip(changed.model.variables, values, strict=True))
        constraints, found = changed.model.constraints, []
        for key, positions in local_constraints(changed).items():
            if key in asked and positions and all(evaluate(constraints[i].expr, solution) for i in positions):
                found.append(asked[key])
        return found

    def _sentences(self, layer: str) -> frozenset[str]:
        """The rules that may read a layer, itself or by a definition."""
        parts: list[Rulebook | Puzzle] = [loaded.rulebook for loaded in self.puzzle.loaded.rulebooks]
        parts.append(self.puzzle.loaded.puzzle)
        keys = [str(key) for part in parts for key, text in part.define.items() if layer in str(text)]
        readers = [layer, *(key.split("(")[0].strip() for key in keys)]
        specs = [spec for part in parts for spec in part.constraints]
        return frozenset(spec.rule for spec in specs if any(r in f"{spec.each} {spec.holds}" for r in readers))

    def _possible(self, layer: str) -> Iterator[Any]:
        """Values to try, in order."""
        spec = self.specs[layer]
        if not spec.is_list:
            yield from _possible_values(spec)
            return
        lines = [place.element for place in self.places[layer] if isinstance(place.element, Group)]
        highest = max(map(len, lines), default=9)
        single = [value for value in _possible_values(spec) if not isinstance(value, int) or value <= highest]
        lists = itertools.chain.from_iterable(itertools.product(single, repeat=n) for n in itertools.count(1))
        yield from map(Seq, itertools.islice(lists, _MOST_LISTS))

    # ------------------------------------------------------------ all other layers

    def other_clues(self, values: list[int], first: Container[str]) -> Iterator[tuple[Clue, CompiledPuzzle]]:
        """The same for the other layers, with the puzzle that each clue makes: they are tried one by one, those at the
        elements named in `first` before the others."""
        for layer, found in self.places.items():
            if layer in self.local:
                continue
            guesses = self._guessed(layer, [place for place in found if place.part is not None], values)
            for place in sorted(found, key=lambda place: (place.given is None, spell(place.element) not in first)):
                if place.part is None and self.specs[layer].is_list:
                    continue
                possible = self._single_values(place, values) if place.part is None else guesses[place]
                for value in possible:
                    changed = self._agreeing(place, value, values)
                    if changed is not None:
                        yield Clue(layer, place.element, place.with_value(value), place.part), changed
                        break

    def _single_values(self, place: Place, values: list[int]) -> list[Any]:
        """What to try at a place. Where not even a word such as `?` fits the solution, a number will not."""
        spec = self.specs[place.layer]
        numbers = _possible_numbers(spec, _HIGHEST_ALONE)
        if place.given is not None or not spec.words:
            return numbers or _possible_values(spec)
        words = [word for word in map(Text, spec.words) if self._agreeing(place, word, values) is not None]
        return [*numbers, *words] if words else []

    def _agreeing(self, place: Place, value: Any, values: list[int]) -> CompiledPuzzle | None:
        """The puzzle with a clue added, if it is about the same unknowns and the solution is still one."""
        _check_time(self.deadline)
        changed = self._changed({place.key: place.with_value(value)})
        names = [var.name for var in self.puzzle.model.variables]
        if changed is None or [var.name for var in changed.model.variables] != names or breaks(changed, values):
            return None
        return changed

    def _guessed(self, layer: str, parts: list[Place], values: list[int]) -> dict[Place, list[Any]]:
        """Entries of lists, with the numbers that break no rule about their element if all entries get them at once."""
        guesses: dict[Place, list[Any]] = {place: [] for place in parts}
        for number in _possible_numbers(self.specs[layer]) if parts else ():
            for part in {place.part for place in parts}:
                _check_time(self.deadline)
                asked = [place for place in parts if place.part == part]
                changed = self._changed({place.key: place.with_value(number) for place in asked})
                if changed is None or len(changed.model.variables) != len(values):
                    continue
                solution = dict(zip(changed.model.variables, values, strict=True))
                broken = {spell(v) for c in violations(changed.model, solution) for v in c.values}
                for place in asked:
                    if spell(place.element) not in broken:
                        guesses[place].append(number)
        return guesses

    def _changed(self, changes: Mapping[ClueKey, Any]) -> CompiledPuzzle | None:
        try:
            return compile_puzzle(edited(self.puzzle.loaded, changes))
        except CluewrightError:
            return None


def _better(layer: str, element: Any, value: Any, spec: ValueSpec) -> Iterator[Place]:
    """Words that a number could take the place of."""
    if not spec.ranges:
        return
    if isinstance(value, tuple):
        for part, item in enumerate(value):
            if isinstance(item, str):
                yield Place(layer, element, value, part)
    elif isinstance(value, str):
        yield Place(layer, element, value)


def _possible_values(spec: ValueSpec, highest: int = _HIGHEST) -> list[Any]:
    return [True] if spec.is_bool else [*_possible_numbers(spec, highest), *(Text(word) for word in spec.words)]


def _possible_numbers(spec: ValueSpec, highest: int = _HIGHEST) -> list[int]:
    ends = [(low, low + highest if high is None else min(high, low + _HIGHEST)) for low, high in spec.ranges]
    return [number for low, high in ends for number in range(low, high + 1)]


def added(clues: Iterable[Clue]) -> dict[ClueKey, Any]:
    """What to change so that these clues are there; entries of one list come together."""
    changes: dict[ClueKey, Any] = {}
    for clue in clues:
        value = clue.value
        if clue.part is not None and clue.key in changes:
            value = Seq(value[i] if i == clue.part else item for i, item in enumerate(changes[clue.key]))
        changes[clue.key] = value
    return changes


def edited(
    loaded: LoadedPuzzle, changes: Mapping[ClueKey, Any], left_out: frozenset[str] = frozenset()
) -> LoadedPuzzle:
    """The puzzle with clues changed and rules left out."""
    edits = loaded.edits
    return replace(loaded, edits=replace(edits, clues={**edits.clues, **changes}, rules=edits.rules | left_out))


def breaks(puzzle: CompiledPuzzle, values: list[int]) -> bool:
    """Whether values of the unknowns, in order, are no solution; what an unknown can be may depend on clues."""
    answer = dict(zip(puzzle.model.variables, values, strict=True))
    return any(v not in var.domain for var, v in answer.items()) or bool(violations(puzzle.model, answer, limit=1))


def _check_time(deadline: float | None) -> None:
    if deadline is not None and time.monotonic() > deadline:
        raise TimeUp
