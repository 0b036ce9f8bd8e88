"""Clues as assumptions: a puzzle in one engine in which clues come and go without grounding it again.

A clue with the name of an unknown does nothing but fix it, and a clue of a local layer has constraints of its own: both
only exclude solutions. All others may change anything, so for them another variant is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Constraint, Model, spell
from cluewright.models.edits import REMOVED, ClueKey
from cluewright.setting.clue import Clue, changes, compile_edited
from cluewright.setting.locality import local_constraints
from cluewright.solvers.sat import SatEngine


class Variant:
    """One engine, and a literal for each clue: what the clue says holds if the literal is assumed."""

    def __init__(
        self,
        puzzle: CompiledPuzzle,
        assumed: Iterable[Clue],
        deadline: float | None,
        offered: Mapping[Clue, Sequence[Constraint]] | None = None,
    ) -> None:
        """Of the clues in `assumed`, those that fix an unknown must not be in the puzzle, the others must be.
        `offered` are clues that are not there, with their constraints over the unknowns of the puzzle."""
        self.puzzle = puzzle
        self.deadline = deadline
        clues = list(assumed)
        constraints = list(puzzle.model.constraints)
        #: The clues that each constraint which comes and goes stems from: it holds if all of them are there.
        self.owners: dict[int, list[Clue]] = {}
        own = local_constraints(puzzle) if any(not clue.fixes for clue in clues) else {}
        for clue in clues:
            for position in () if clue.fixes else own[clue.key]:
                self.owners.setdefault(position, []).append(clue)
        for clue, stated in (offered or {}).items():
            clues.append(clue)
            for constraint in stated:
                self.owners[len(constraints)] = [clue]
                constraints.append(constraint)
        self.model = Model(puzzle.model.unknowns, constraints)
        self.variables = {
            (name, spell(element)): var
            for name, layer in puzzle.model.unknowns.items()
            for element, var in layer.variables.items()
        }
        self.clues = clues
        #: The literal of each clue, as soon as there is an engine.
        self.literals: dict[Clue, int] = {}

    @cached_property
    def engine(self) -> SatEngine:
        """Made when first needed: some variants are not even asked."""
        engine = SatEngine(self.model, deadline=self.deadline, selectors=self.owners)
        self.literals = {clue: engine.encoder.new() for clue in self.clues}
        for position, owners in self.owners.items():
            engine.add_clause([*(-self.literals[clue] for clue in owners), engine.selectors[position]])
        for clue in self.clues:
            if clue.fixes:
                var = self.variables.get(clue.key)  # what is unknown may depend on other clues
                given = [] if var is None else [engine.literal(var, int(clue.value))]
                engine.add_clause([-self.literals[clue], *given])
        return engine

    def close(self) -> None:
        """Free the engine."""
        if "engine" in self.__dict__:
            self.engine.close()

    def solve(self, kept: Iterable[Clue], extra: Sequence[int] = ()) -> dict[Var, int] | None:
        """Some solution with these clues; literals of the engine may be assumed besides."""
        engine = self.engine
        return engine.solve([*extra, *(self.literals[clue] for clue in kept)], self.deadline)

    def core(self) -> set[Clue]:
        """After `solve` found nothing: the clues that this rests on."""
        used = set(self.engine.core())
        return {clue for clue, literal in self.literals.items() if literal in used}


class Variants:
    """A puzzle and what becomes of it when clues change; the last few engines are kept."""

    _MOST_KEPT = 2

    def __init__(self, puzzle: CompiledPuzzle, clues: Sequence[Clue], deadline: float | None) -> None:
        self.puzzle = puzzle
        self.deadline = deadline
        local = local_constraints(puzzle)
        #: The clues that only exclude solutions.
        self.assumed = [clue for clue in clues if clue.part is None and (clue.fixes or clue.key in local)]
        self._plain = set(self.assumed)
        self._off = {clue: REMOVED for clue in self.assumed if clue.fixes}
        self._kept: dict[tuple[tuple[ClueKey, Any], ...], Variant | None] = {}

    def __enter__(self) -> Variants:
        return self

    def __exit__(self, *_: object) -> None:
        for variant in self._kept.values():
            if variant is not None:
                variant.close()
        self._kept.clear()

    def is_assumed(self, clue: Clue) -> bool:
        """Whether a clue only excludes solutions and changes nothing else."""
        return clue in self._plain

    def of(self, changed: Mapping[Clue, object]) -> Variant | None:
        """The puzzle in which these clues have other values (those that are assumed do not count); None if that is
        no puzzle."""
        edits = changes({clue: value for clue, value in changed.items() if clue not in self._plain})
        key = tuple(sorted(edits.items(), key=lambda item: item[0]))
        if key in self._kept:
            self._kept[key] = self._kept.pop(key)  # now it is the last one used
            return self._kept[key]
        while len(self._kept) >= self._MOST_KEPT:
            oldest = self._kept.pop(next(iter(self._kept)))
            if oldest is not None:
                oldest.close()
        compiled = compile_edited(self.puzzle, {**edits, **changes(self._off)}, self.deadline)
        self._kept[key] = found = None if compiled is None else Variant(compiled, self.assumed, self.deadline)
        return found
