"""Clues that could be added: free places with the value that a wanted solution gives them."""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cluewright.compiler.elements import Group, Seq, Text
from cluewright.compiler.evaluate import evaluate, violations
from cluewright.compiler.ground import CompiledPuzzle, compile_changed
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Constraint, spell
from cluewright.compiler.values import ValueSpec
from cluewright.models.edits import ClueKey
from cluewright.models.errors import CluewrightError
from cluewright.setting.clue import Clue, check_time, effort, is_word, value_spec
from cluewright.setting.locality import entangled_layers, local_constraints
from cluewright.setting.weakening import follow, implies, transplanted

#: Numbers without an upper limit are tried up to this far above the lowest; less far where each takes its time.
_HIGHEST: Final = 100
_HIGHEST_ALONE: Final = 20
#: If there are no more values than this, all are tried.
_ALWAYS_TRIED: Final = 30
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

    def with_value(self, value: object) -> object:
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
        program = self.puzzle.program
        self.local = program.local_layers.keys() - entangled_layers(program)
        #: How many values of a layer were tried for every solution, if not all.
        self.reach: dict[str, int] = {}
        #: What it took to make puzzles that were tried.
        self.effort = 0
        #: Whether every value in place of a word says at least what the word says.
        self.all_covered = True
        self._said: dict[tuple[str, Any], dict[ClueKey, list[Constraint]]] = {}
        self._given = local_constraints(self.puzzle)
        for layer in self.puzzle.clues:
            if layer not in self.puzzle.model.unknowns:
                self._survey(layer)

    def _survey(self, layer: str) -> None:
        """Find the free places of a layer, or say why there are none."""
        spec = value_spec(self.puzzle, layer)
        given = self.puzzle.clues[layer]
        if spec is None or spec.is_any:
            self.reasons.append(f"{layer}: its values are not limited, so none can be made up")
        elif spec.is_regions or any(isinstance(value, Group) for value in given.values()):
            self.reasons.append(f"{layer}: areas are part of the board")
        else:
            self._find_places(layer, spec, given)

    def _find_places(self, layer: str, spec: ValueSpec, given: Mapping[object, object]) -> None:
        free = [Place(layer, element) for element in self.puzzle.places.get(layer, ()) if element not in given]
        better = [place for element, value in given.items() for place in _better(layer, element, value, spec)]
        if free or better:
            self.specs[layer], self.places[layer] = spec, free + better
        elif not self.puzzle.places.get(layer):
            open_ = f"; list a group with {spec.words[0]} and its value is found" if spec.words and spec.ranges else ""
            self.reasons.append(f"{layer}: which groups of cells carry a clue is the setter's choice{open_}")
        else:
            self.reasons.append(f"{layer}: every place has its clue")

    # ------------------------------------------------------------ layers whose clues touch no others

    def local_clues(self, values: list[int], keys: Container[ClueKey] | None = None) -> list[Clue]:
        """The first value of every free place of the local layers (or of those among `keys`) that says something."""
        found: dict[ClueKey, Clue] = {}
        for clue in self.fitting(values, keys):
            found.setdefault(clue.key, clue)
        return list(found.values())

    def fitting(self, values: list[int], keys: Container[ClueKey] | None = None) -> dict[Clue, list[Constraint]]:
        """Every clue at a free place of a local layer that agrees with a solution and says something, with its
        constraints over the unknowns of the puzzle; numbers before words, low ones first."""
        solution = dict(zip(self.puzzle.model.variables, values, strict=True))
        found: dict[Clue, list[Constraint]] = {}
        for layer, places in self.places.items():
            if layer in self.local:
                whole = {p.key: p for p in places if p.part is None and (keys is None or p.key in keys)}
                found |= self._fitting(layer, whole, solution)
        return found

    def _fitting(
        self, layer: str, places: Mapping[ClueKey, Place], solution: dict[Var, int]
    ) -> dict[Clue, list[Constraint]]:
        """Values are tried at all places at once; if there are many, until every place has one."""
        found: dict[Clue, list[Constraint]] = {}
        left = set(places)
        possible = self.possible(layer)
        for number, value in enumerate(possible):
            if number >= _ALWAYS_TRIED and not left:
                self.reach[layer] = min(number, self.reach.get(layer, number))
                break
            for key, own in self._own_constraints(layer, value).items():
                if key in places and own and all(evaluate(c.expr, solution) for c in own):
                    left.discard(key)
                    found[Clue(layer, places[key].element, value)] = own
        return dict(sorted(found.items(), key=lambda item: is_word(item[0].value)))

    def _own_constraints(self, layer: str, value: object) -> dict[ClueKey, list[Constraint]]:
        """What a value says at each place, over the unknowns of the puzzle. Where a word stands that says something
        itself, the value is no offer unless that follows from it: then the word need not go first."""
        if (layer, value) in self._said:
            return self._said[layer, value]
        check_time(self.deadline)
        asked = {p.key for p in self.places[layer] if p.part is None and (p.given is None or type(value) is int)}
        program = self.puzzle.program
        reading = {statement.spec.rule for statement in program.statements_reading(layer)}
        others = frozenset(statement.spec.rule for statement in program.statements) - reading
        said: dict[ClueKey, list[Constraint]] = {}
        changed = self._changed(dict.fromkeys(asked, value), others)
        for key, positions in ({} if changed is None else local_constraints(changed)).items():
            if changed is not None and key in asked:
                own = [changed.model.constraints[position] for position in positions]
                said[key] = transplanted(own, changed, self.puzzle)
                if not self._covers(said[key], key):
                    del said[key]
        self._said[layer, value] = said
        return said

    def _covers(self, own: list[Constraint], key: ClueKey) -> bool:
        """Whether a new value says all that the word does which stands there now."""
        before = [self.puzzle.model.constraints[position] for position in self._given.get(key, ())]
        if not before or not own:
            return True
        unknowns = self.puzzle.model.unknowns
        covers = follow(before, own) or implies(
            unknowns, [c.expr for c in own], [c.expr for c in before], self.deadline
        )
        self.all_covered = self.all_covered and bool(covers)
        return bool(covers)

    def possible(self, layer: str) -> list[Any]:
        """Values to try, in order: words first, since they are few."""
        spec = self.specs[layer]
        if not spec.is_list:
            highest = _HIGHEST if layer in self.local else _HIGHEST_ALONE
            return sorted(_possible_values(spec, highest), key=lambda value: not is_word(value))
        lines = [place.element for place in self.places[layer] if isinstance(place.element, Group)]
        longest = max(map(len, lines), default=9)
        single = [value for value in _possible_values(spec) if not isinstance(value, int) or value <= longest]
        lists = itertools.chain.from_iterable(itertools.product(single, repeat=n) for n in itertools.count(1))
        return list(map(Seq, itertools.islice(lists, _MOST_LISTS)))

    def extent(self, layer: str) -> str:
        """Which values of a layer were looked at: `all`, or what a claim has to be limited to."""
        spec = self.specs[layer]
        if spec.is_bool:
            return "yes"
        possible = self.possible(layer)
        tried = possible[: self.reach.get(layer, len(possible))]
        if spec.is_list:
            return f"{len(tried)} short lists"
        numbers = [value for value in tried if not is_word(value)]
        limited = len(tried) < len(possible) or any(high is None or high - low > _HIGHEST for low, high in spec.ranges)
        return f"{min(numbers)}..{max(numbers)}" if limited and numbers else "all"

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
        numbers = possible_numbers(spec, _HIGHEST_ALONE)
        if place.given is not None or not spec.words:
            return numbers or _possible_values(spec)
        words = [word for word in map(Text, spec.words) if self._agreeing(place, word, values) is not None]
        return [*numbers, *words] if words else []

    def _agreeing(self, place: Place, value: object, values: list[int]) -> CompiledPuzzle | None:
        """The puzzle with a clue added, if it is about the same unknowns and the solution is still one."""
        check_time(self.deadline)
        changed = self._changed({place.key: place.with_value(value)})
        names = [var.name for var in self.puzzle.model.variables]
        if changed is None or [var.name for var in changed.model.variables] != names or breaks(changed, values):
            return None
        return changed

    def _guessed(self, layer: str, parts: list[Place], values: list[int]) -> dict[Place, list[object]]:
        """Entries of lists, with the numbers that break no rule about their element if all entries get them at once."""
        guesses: dict[Place, list[Any]] = {place: [] for place in parts}
        for number in possible_numbers(self.specs[layer]) if parts else ():
            for part in {place.part for place in parts}:
                check_time(self.deadline)
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

    def _changed(
        self, changes: Mapping[ClueKey, object], left_out: frozenset[str] = frozenset()
    ) -> CompiledPuzzle | None:
        try:
            changed = compile_changed(self.puzzle, changes, left_out)
        except CluewrightError:
            return None
        self.effort += effort(changed)
        return changed


def _better(layer: str, element: object, value: object, spec: ValueSpec) -> Iterator[Place]:
    """Words that a number could take the place of."""
    if not spec.ranges:
        return
    if isinstance(value, tuple):
        for part, item in enumerate(value):
            if isinstance(item, str):
                yield Place(layer, element, value, part)
    elif isinstance(value, str):
        yield Place(layer, element, value)


def _possible_values(spec: ValueSpec, highest: int = _HIGHEST) -> list[object]:
    return [True] if spec.is_bool else [*possible_numbers(spec, highest), *(Text(word) for word in spec.words)]


def possible_numbers(spec: ValueSpec, highest: int = _HIGHEST) -> list[int]:
    """Numbers to try."""
    ends = [(low, low + highest if high is None else min(high, low + _HIGHEST)) for low, high in spec.ranges]
    return [number for low, high in ends for number in range(low, high + 1)]


def breaks(puzzle: CompiledPuzzle, values: list[int]) -> bool:
    """Whether values of the unknowns, in order, are no solution; what an unknown can be may depend on clues."""
    answer = dict(zip(puzzle.model.variables, values, strict=True))
    return any(v not in var.domain for var, v in answer.items()) or bool(violations(puzzle.model, answer, limit=1))
