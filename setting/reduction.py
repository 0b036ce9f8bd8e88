"""A puzzle with one solution from which clues are taken away: is the solution still the only one?"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from cluewright.compiler.evaluate import violations
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model, spell
from cluewright.models.edits import REMOVED, ClueKey
from cluewright.models.loading import LoadedPuzzle
from cluewright.setting.clue import Clue, changes, given_clues, is_word, other_words
from cluewright.setting.symmetry import Symmetry
from cluewright.setting.variant import Variant, Variants
from cluewright.setting.weakening import Strength


class _Solution:
    """Values of the unknowns of a puzzle: its solution, or one of the same with other clues."""

    def __init__(self, model: Model, values: list[int]) -> None:
        self.values = values
        self._model = model

    @cached_property
    def satisfies(self) -> set[int]:
        """The identities of the constraints of the puzzle itself that are satisfied: many others have them too."""
        known = dict(zip(self._model.variables, self.values, strict=True))
        if any(value not in var.domain for var, value in known.items()):
            return set()
        return set(map(id, self._model.constraints)).difference(map(id, violations(self._model, known)))


def _is_left(broken: list[list[Clue]], changed: Mapping[Clue, object]) -> bool:
    """Whether everything that a solution breaks stems from clues that are changed."""
    return all(any(clue in changed for clue in owners) for owners in broken)


class Reduction:
    """A puzzle with one solution, and the same with other clues: is the solution still the only one?"""

    def __init__(self, puzzle: CompiledPuzzle, solution: Mapping[Var, int], deadline: float | None) -> None:
        self.puzzle = puzzle
        self.deadline = deadline
        self.values = [solution[var] for var in puzzle.model.variables]
        self.clues = given_clues(puzzle)
        self.variants = Variants(puzzle, self.clues, deadline, same_unknowns=True)
        self._solution = _Solution(puzzle.model, self.values)
        #: Another solution that was found when a clue was left out or replaced, for each such clue.
        self._found: dict[Clue, _Solution] = {}
        #: The clues that other solutions contradict, of those that were found when only clues which fix an unknown were
        #: left out: each is a solution again as soon as all of them are.
        self._contradicted: list[frozenset[Clue]] = []
        #: After a proof that the solution is the only one: clues without which the proof works as well.
        self.unused: set[Clue] = set()
        #: For each variant the constraints that the known solution breaks, by the clues they stem from.
        self._broken: WeakKeyDictionary[Variant, list[list[Clue]]] = WeakKeyDictionary()
        self._less: dict[tuple[Clue, Any], bool] = {}

    def __enter__(self) -> Reduction:
        return self

    def __exit__(self, *_: object) -> None:
        self.variants.__exit__()

    def is_same_board(self, changed: Mapping[Clue, object]) -> bool:
        """Whether the puzzle with these clues changed is one, about the same unknowns."""
        return self.variants.of(changed) is not None

    def keeps_solution(self, changed: Mapping[Clue, object]) -> bool:
        """Whether the known solution is one of the puzzle with these clues changed."""
        if all(map(self.variants.is_assumed, changed)):
            return True
        variant = self.variants.of(changed)
        if variant is None:
            return False
        if variant not in self._broken:
            self._broken[variant] = self._broken_by(self._solution, variant)
        return _is_left(self._broken[variant], changed)

    def _broken_by(self, solution: _Solution, variant: Variant) -> list[list[Clue]]:
        """For each constraint that a solution breaks the clues it stems from."""
        model = variant.puzzle.model
        known = dict(zip(model.variables, solution.values, strict=True))
        if any(value not in var.domain for var, value in known.items()):
            return [[]]  # what an unknown can be may depend on clues
        asked = [constraint for constraint in model.constraints if id(constraint) not in solution.satisfies]
        broken = {id(constraint) for constraint in violations(Model(model.unknowns, asked), known)}
        return [variant.owners.get(i, []) for i, c in enumerate(model.constraints) if id(c) in broken]

    def has_known_other(self, changed: Mapping[Clue, object], asked: Iterable[Clue]) -> bool:
        """Whether another solution that was found before, when a clue that is asked about was changed, is one now too.
        (Clues that fix an unknown are no constraints of a variant: with them it could not be judged.)"""
        if any(all(clue in changed for clue in clues) for clues in self._contradicted):
            return all(self.is_left_out(clue, value) for clue, value in changed.items())
        judgeable = not any(clue.fixes for clue in self.variants.assumed)
        found = {self._found[clue] for clue in asked if clue in self._found} if judgeable else ()
        variant = self.variants.of(changed) if found else None
        return variant is not None and any(_is_left(self._broken_by(other, variant), changed) for other in found)

    def is_left_out(self, clue: Clue, value: object) -> bool:
        """Whether a change of a clue is that it says nothing any more, so that no solution is lost."""
        return value is REMOVED and self.variants.is_assumed(clue)

    def _remember(self, changed: Mapping[Clue, object], values: list[int]) -> None:
        """Another solution of the puzzle with these clues changed."""
        self._found |= dict.fromkeys(changed, _Solution(self.puzzle.model, values))
        if all(clue.fixes and self.is_left_out(clue, value) for clue, value in changed.items()):
            differs = {name for name, value, own in zip(self._names, values, self.values, strict=True) if value != own}
            self._contradicted.append(frozenset(clue for clue in changed if clue.key in differs))

    @cached_property
    def _names(self) -> list[ClueKey | None]:
        """How clues name the unknowns they fix."""
        layers = self.puzzle.model.unknowns.items()
        names = {var: (name, spell(element)) for name, layer in layers for element, var in layer.variables.items()}
        return [names.get(var) for var in self.puzzle.model.variables]

    def is_unique(self, changed: Mapping[Clue, object], asked: Iterable[Clue]) -> bool:
        """Whether the known solution is the only one with these clues changed, some of which are asked about."""
        if not self.keeps_solution(changed) or self.has_known_other(changed, asked):
            return False
        others = self.others(changed)
        try:
            return next(others, None) is None
        finally:
            others.close()

    def others(self, changed: Mapping[Clue, object]) -> Generator[dict[Var, int], None, None]:
        """Other solutions of the puzzle with these clues changed, which must be about the same unknowns."""
        variant = self.variants.of(changed)
        assert variant is not None
        self.unused = set()
        engine = variant.engine
        kept = [clue for clue in self.variants.assumed if clue not in changed]
        goal = engine.encoder.new()
        answer: dict[Var, int] | None = dict(zip(variant.puzzle.model.variables, self.values, strict=True))
        try:
            while answer is not None:
                engine.add_clause([-goal, *(-engine.literal(var, value) for var, value in answer.items())])
                answer = variant.solve(kept, [goal])
                if answer is not None:
                    values = [answer[var] for var in variant.puzzle.model.variables]
                    self._remember(changed, values)
                    yield answer
            self.unused = set(self.variants.assumed) - variant.core()
        finally:
            engine.add_clause([-goal])

    def without(self, changed: Mapping[Clue, object]) -> LoadedPuzzle:
        """The puzzle with some clues taken away or replaced."""
        return self.puzzle.loaded.edited(changes(changed))

    # ------------------------------------------------------------ words in place of a clue

    def entries(self, clue: Clue) -> list[Clue]:
        """What can be asked about apart: a clue, or the entries of one that is a list."""
        if not isinstance(clue.value, tuple):
            return [clue]
        return [Clue(clue.layer, clue.element, clue.value, part=i) for i, item in enumerate(clue.value) if item != ""]

    def words(self, clue: Clue) -> list[object]:
        """Words that could stand for a clue, as whole clues."""
        return [clue.saying(word) for word in other_words(self.puzzle, clue)]

    @cached_property
    def strength(self) -> Strength:
        """What the puzzle demands apart from the clues that fix an unknown."""
        plain = self.variants.of({})
        assert plain is not None
        return Strength(plain.puzzle)

    def may_stand(self, clue: Clue, value: object) -> bool:
        """A number may give way to any word, but a word only to one that surely says less."""
        return value is REMOVED or not is_word(clue.said) or self.says_less(clue, value)

    def says_less(self, clue: Clue, value: object) -> bool:
        """Whether it is proved that another value of a clue says less, whatever the other clues are."""
        if (clue, value) not in self._less:
            changed = self.variants.of({clue: value})
            self._less[clue, value] = changed is not None and self.strength.exceeds(changed.puzzle, self.deadline)
        return self._less[clue, value]


# ---------------------------------------------------------------- fewer clues


def shrink(
    reduction: Reduction,
    group: Sequence[Clue],
    groups: Sequence[Sequence[Clue]],
    changed: dict[Clue, object],
    together: bool,
    stay: frozenset[str] = frozenset(),
) -> bool:
    """Take a group away, or put words there; whether that was possible. Clues of the layers `stay` are never taken
    away."""
    for step in _steps(reduction, group, changed, together, stay):
        is_unique = reduction.is_unique({**changed, **step}, step)
        if is_unique and all(reduction.may_stand(*change) for change in step.items()):
            unused = reduction.unused
            changed |= step
            for other in groups:
                if unused.issuperset(other) and not _stays(other, stay):
                    changed |= dict.fromkeys(other, REMOVED)
            return True
    return False


def _stays(group: Sequence[Clue], stay: frozenset[str]) -> bool:
    return any(clue.layer in stay for clue in group)


def _steps(
    reduction: Reduction, group: Sequence[Clue], changed: Mapping[Clue, object], together: bool, stay: frozenset[str]
) -> Iterator[dict[Clue, object]]:
    """The group is taken away; else words stand for those of its clues that still say what they said."""
    if not _stays(group, stay):
        yield dict.fromkeys(group, REMOVED)
    still = [clue for clue in group if clue not in changed and not reduction.variants.is_assumed(clue)]
    options = {clue: words for clue in still if (words := reduction.words(clue))}
    if together and options:
        for number in range(max(map(len, options.values()))):
            yield {clue: words[min(number, len(words) - 1)] for clue, words in options.items()}
    elif not together:
        yield from ({clue: word} for clue, words in options.items() for word in words)


def by_place(clues: Sequence[Clue]) -> list[list[Clue]]:
    """The entries of a list belong together: without the clue all of them are gone."""
    found: dict[tuple[str, Any], list[Clue]] = {}
    for clue in clues:
        found.setdefault((clue.layer, clue.element), []).append(clue)
    return list(found.values())


def orbits(puzzle: CompiledPuzzle, clues: list[Clue], symmetry: str = "half-turn") -> list[list[Clue]]:
    """Clues that a symmetry of the board takes to each other go together, with all entries of a list."""
    if puzzle.board is None:
        return by_place(clues)
    moved = Symmetry(puzzle.board, symmetry)
    groups: list[list[Clue]] = []
    for layer in dict.fromkeys(clue.layer for clue in clues):
        by_element: dict[Any, list[Clue]] = {}
        for clue in clues:
            if clue.layer == layer:
                by_element.setdefault(clue.element, []).append(clue)
        found = ([by_element.get(element, []) for element in orbit] for orbit in moved.orbits(puzzle.clues[layer]))
        groups += [group for parts in found if (group := [clue for part in parts for clue in part])]
    return groups
