"""Clues as assumptions: a puzzle in one engine in which clues come and go without grounding it again.

A clue with the name of an unknown does nothing but fix it, and a clue of a local layer has constraints of its own: both
only exclude solutions. All others may change anything, so for them another variant is made.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.interning import Interned
from cluewright.compiler.ir import GraphConstraint, Value, Var
from cluewright.compiler.model import Constraint, Model, UnknownLayer, spell, walk
from cluewright.models.edits import REMOVED, ClueKey
from cluewright.models.errors import Place
from cluewright.setting.clue import Clue, changes, compile_edited
from cluewright.setting.locality import local_constraints
from cluewright.solvers.sat import SatEngine

if TYPE_CHECKING:
    from cluewright.compiler.lemmas import Lemma


class SharedEngine:
    """One engine for puzzles over the same unknowns that have most constraints in common: what some of them demand is
    encoded once, when first asked for, and has a literal that switches it on."""

    def __init__(self, unknowns: dict[str, UnknownLayer], common: Iterable[Constraint], deadline: float | None) -> None:
        self.unknowns = unknowns
        self.deadline = deadline
        self.variables = {
            (name, spell(element)): var for name, layer in unknowns.items() for element, var in layer.variables.items()
        }
        self.engine = SatEngine(Model(unknowns, list(common)), deadline=deadline)
        self._interned = Interned()
        self._selectors: dict[Value, int] = {}
        self._literals: dict[Clue, int] = {}

    def selector(self, constraint: Constraint) -> int:
        """The literal that switches a constraint on."""
        form = self._interned(constraint.expr)
        if form not in self._selectors:
            self._selectors[form] = self.engine.add_constraint(constraint, self.deadline)
        return self._selectors[form]

    def literal(self, clue: Clue) -> int:
        """The literal of a clue; one that fixes an unknown does so if it is assumed."""
        if clue not in self._literals:
            literal = self._literals[clue] = self.engine.encoder.new()
            if clue.fixes:
                var = self.variables.get(clue.key)  # what is unknown may depend on other clues
                given = [] if var is None else [self.engine.literal(var, self.unknowns[clue.layer].number(clue.value))]
                self.engine.add_clause([-literal, *given])
        return self._literals[clue]


class Variant:
    """A puzzle in an engine, and a literal for each clue: what the clue says holds if the literal is assumed."""

    def __init__(
        self,
        puzzle: CompiledPuzzle,
        assumed: Iterable[Clue],
        deadline: float | None,
        offered: Mapping[Clue, Sequence[Constraint]] | None = None,
        engines: Engines | None = None,
    ) -> None:
        """Of the clues in `assumed`, those that fix an unknown must not be in the puzzle, the others must be.
        `offered` are clues that are not there, with their constraints over the unknowns of the puzzle. Without
        `engines` to share it has an engine of its own."""
        self.puzzle = puzzle
        self.deadline = deadline
        self.clues = list(assumed)
        self.constraints = list(puzzle.model.constraints)
        #: The clues that each constraint which comes and goes stems from: it holds if all of them are there.
        self.owners: dict[int, list[Clue]] = {}
        own = local_constraints(puzzle) if any(not clue.fixes for clue in self.clues) else {}
        for clue in self.clues:
            for position in () if clue.fixes else own[clue.key]:
                self.owners.setdefault(position, []).append(clue)
        for clue, stated in (offered or {}).items():
            self.clues.append(clue)
            for constraint in stated:
                self.owners[len(self.constraints)] = [clue]
                self.constraints.append(constraint)
        self._engines = Engines() if engines is None else engines
        self._is_alone = engines is None
        self._found: SharedEngine | None = None
        #: The literal of each clue, as soon as there is an engine.
        self.literals: dict[Clue, int] = {}
        #: What is to be assumed besides, so that the engine speaks of this puzzle.
        self.always: list[int] = []

    @property
    def _shared(self) -> SharedEngine:
        """Made when first needed: some variants are not even asked."""
        if self._found is None or not self._engines.holds(self._found):
            self._found = self._joined()
        return self._found

    def _joined(self) -> SharedEngine:
        free = [i for i in range(len(self.constraints)) if i not in self.owners]
        lasting = [i for i in free if self._engines.is_common(self.constraints[i])]
        special = [self.constraints[i].expr for i in set(free) - set(lasting)]
        shares = self._engines.may_share(self.puzzle)
        shares = shares and not any(map(self._engines.has_graphs, special))  # else lemmas of all for each
        common = [self.constraints[i] for i in (lasting if shares else free)]
        shared = self._engines.of(self.puzzle, common, self.deadline, shares)
        self.literals = {clue: shared.literal(clue) for clue in self.clues}
        here = shared.engine.encoder.new()
        self.always = [] if self._is_alone else [here]
        if self._is_alone:
            shared.engine.add_clause([here])
        done = set(lasting if shares else free)
        for position, constraint in enumerate(self.constraints):
            if position not in done:
                owners = [-self.literals[clue] for clue in self.owners.get(position, ())]
                shared.engine.add_clause([-here, *owners, shared.selector(constraint)])
        return shared

    @property
    def engine(self) -> SatEngine:
        """The engine, to be asked with `always` among the assumptions."""
        return self._shared.engine

    @property
    def variables(self) -> dict[ClueKey, Var]:
        """The unknowns by the name of their layer and their element."""
        return self._shared.variables

    def close(self) -> None:
        """Free an engine of its own."""
        self._engines.close()

    def solve(self, kept: Iterable[Clue], extra: Sequence[int] = ()) -> dict[Var, int] | None:
        """Some solution with these clues; literals of the engine may be assumed besides."""
        engine = self.engine
        return engine.solve([*self.always, *extra, *(self.literals[clue] for clue in kept)], self.deadline)

    def core(self) -> set[Clue]:
        """After `solve` found nothing: the clues that this rests on."""
        used = set(self.engine.core())
        return {clue for clue, literal in self.literals.items() if literal in used}


class Engines:
    """The engines of variants, one for those over the same unknowns; the last few are kept."""

    _MOST_KEPT = 2
    _MOST_RECALLED = 400

    def __init__(self, puzzle: CompiledPuzzle | None = None, changeable: Iterable[Place] = ()) -> None:
        #: The unknowns that most variants of a puzzle have.
        self._unknowns = None if puzzle is None else puzzle.model.unknowns
        #: Where the rules stand that do not demand the same in all variants.
        self._changeable = frozenset(changeable)
        self._kept: list[SharedEngine] = []
        self._with_graphs: dict[Value, bool] = {}
        #: What the last engines learnt: the next one is about nearly the same puzzle.
        self._learnt: deque[Lemma] = deque(maxlen=self._MOST_RECALLED)

    def may_share(self, puzzle: CompiledPuzzle) -> bool:
        """Whether other variants may be over the same unknowns. Otherwise everything can be said once and for all, and
        what is known makes the rest shorter."""
        return puzzle.model.unknowns is self._unknowns

    def has_graphs(self, expr: Value) -> bool:
        """Whether something in a constraint is about a graph."""
        if expr not in self._with_graphs:
            self._with_graphs[expr] = any(isinstance(node, GraphConstraint) for node in walk([expr]))
        return self._with_graphs[expr]

    def is_common(self, constraint: Constraint) -> bool:
        """Whether all variants over the same unknowns have a constraint."""
        return constraint.rule.place not in self._changeable

    def of(
        self, puzzle: CompiledPuzzle, common: Sequence[Constraint], deadline: float | None, shares: bool
    ) -> SharedEngine:
        """An engine for a puzzle, which has these constraints in common with all others over its unknowns if it shares
        the engine with them."""
        unknowns = puzzle.model.unknowns
        found = next((e for e in self._kept if shares and e.unknowns is unknowns), None)
        if found is None:
            while len(self._kept) >= self._MOST_KEPT:
                self._kept.pop(0).engine.close()
            if self._kept:
                self._learnt.extend(self._kept[-1].engine.lemmas)
            found = SharedEngine(unknowns if shares else dict(unknowns), common, deadline)
            found.engine.recall(self._learnt)
        else:
            self._kept.remove(found)
        self._kept.append(found)
        return found

    def holds(self, shared: SharedEngine) -> bool:
        """Whether an engine is still there."""
        return shared in self._kept

    def close(self) -> None:
        """Free them all."""
        while self._kept:
            self._kept.pop().engine.close()


class Variants:
    """A puzzle and what becomes of it when clues change; the last few engines are kept."""

    _MOST_KEPT = 2

    def __init__(
        self, puzzle: CompiledPuzzle, clues: Sequence[Clue], deadline: float | None, *, same_unknowns: bool = False
    ) -> None:
        """With `same_unknowns` a puzzle about other unknowns is none."""
        self.puzzle = puzzle
        self.deadline = deadline
        self._same_unknowns = same_unknowns
        local = local_constraints(puzzle)
        #: The clues that only exclude solutions.
        self.assumed = [clue for clue in clues if clue.part is None and (clue.fixes or clue.key in local)]
        self._plain = set(self.assumed)
        self._off = {clue: REMOVED for clue in self.assumed if clue.fixes}
        self._kept: dict[tuple[tuple[ClueKey, Any], ...], Variant | None] = {}
        others = {clue.layer for clue in clues if clue not in self._plain}
        changeable = (statement.place for statement in puzzle.program.statements_reading(*others))
        self._engines = Engines(puzzle, changeable)

    def __enter__(self) -> Variants:
        return self

    def __exit__(self, *_: object) -> None:
        self._kept.clear()
        self._engines.close()

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
            del self._kept[next(iter(self._kept))]
        changed_too = {**edits, **changes(self._off)}
        compiled = compile_edited(self.puzzle, changed_too, self.deadline, same_unknowns=self._same_unknowns)
        found = None if compiled is None else Variant(compiled, self.assumed, self.deadline, engines=self._engines)
        self._kept[key] = found
        return found
