"""Does one clue say less than another? Proved from what the two puzzles do not share, whatever else is given."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from cluewright.compiler import ir
from cluewright.compiler.backends.json_model import model_data
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.interning import Interned
from cluewright.compiler.ir import Expr, Value, Var
from cluewright.compiler.model import Constraint, Model, Rule, UnknownLayer, walk
from cluewright.models.errors import Place
from cluewright.solvers.sat import SatEngine

_WANTED = Rule("What is asked for.")
#: Constraints by their origin and what they say.
_Told = dict[tuple[Place | None, str, Value | str], Constraint]


class Strength:
    """What a puzzle demands, to be compared with the same puzzle in which a clue is changed."""

    def __init__(self, puzzle: CompiledPuzzle) -> None:
        self.puzzle = puzzle
        self._ranges = _ranges(puzzle)
        self._interned = Interned()

    def exceeds(self, weaker: CompiledPuzzle, deadline: float | None) -> bool:
        """Whether it is proved that every solution is one of `weaker` too, with any further constraints on both, and
        that not all assignments which `weaker` allows are allowed here."""
        if _ranges(weaker) != self._ranges:
            return False
        stated, asked = self._apart(weaker)
        more = [constraint.expr for text, constraint in stated.items() if text not in asked]
        new = [constraint for text, constraint in asked.items() if text not in stated]
        less = [constraint.expr for constraint in transplanted(new, weaker, self.puzzle)]
        unknowns = self.puzzle.model.unknowns
        return implies(unknowns, more, less, deadline) is True and implies(unknowns, less, more, deadline) is False

    def _apart(self, other: CompiledPuzzle) -> tuple[_Told, _Told]:
        """What is stated here and in another puzzle; what they share is in neither or in both."""
        both = [self.puzzle.model.constraints, other.model.constraints]
        shared = {id(constraint) for constraint in both[0]} & {id(constraint) for constraint in both[1]}
        here, there = ([c for c in constraints if id(c) not in shared] for constraints in both)
        if other.model.unknowns is not self.puzzle.model.unknowns:
            return _by_text(here), _by_text(there)
        return self._by_form(here), self._by_form(there)

    def _by_form(self, constraints: Iterable[Constraint]) -> _Told:
        return {(c.rule.place, str(c), self._interned(c.expr)): c for c in constraints}


def implies(
    unknowns: dict[str, UnknownLayer], premises: Sequence[Value], conclusion: Sequence[Value], deadline: float | None
) -> bool | None:
    """Whether all assignments that satisfy the premises satisfy the conclusion; None if that cannot be asked."""
    if any(isinstance(node, ir.GraphConstraint) for node in walk(conclusion)):
        return None  # it cannot be denied
    broken = ir.negate(ir.conj(conclusion))
    if not isinstance(broken, Expr) and not broken:
        return True
    wanted = [expr for expr in (*premises, broken) if expr is not True]
    with SatEngine(
        Model(_mentioned(unknowns, wanted), [Constraint(expr, _WANTED) for expr in wanted]), deadline=deadline
    ) as engine:
        return engine.solve(deadline=deadline) is None


def _mentioned(unknowns: dict[str, UnknownLayer], wanted: Sequence[Value]) -> dict[str, UnknownLayer]:
    """The unknowns that something is said of: all others can be anything."""
    found = {node for node in walk(wanted) if isinstance(node, Var)}
    kept = {name: {e: var for e, var in layer.variables.items() if var in found} for name, layer in unknowns.items()}
    return {name: replace(layer, variables=kept[name]) for name, layer in unknowns.items() if kept[name]}


def follow(wanted: Iterable[Constraint], given: Iterable[Constraint]) -> bool:
    """Whether constraints are among others, by their origin and text."""
    return _by_text(wanted).keys() <= _by_text(given).keys()


def transplanted(constraints: Iterable[Constraint], source: CompiledPuzzle, target: CompiledPuzzle) -> list[Constraint]:
    """Constraints of one puzzle over the unknowns of another one that has the same unknowns."""
    listed = list(constraints)
    new: dict[Expr, Value] = dict(zip(source.model.variables, target.model.variables, strict=True))
    for node in walk(constraint.expr for constraint in listed):
        if not isinstance(node, Var):
            new[node] = ir.rebuild(node, lambda child: new.get(child, child) if isinstance(child, Expr) else child)
    return [Constraint(new[c.expr] if isinstance(c.expr, Expr) else c.expr, c.rule, c.values) for c in listed]


def _ranges(puzzle: CompiledPuzzle) -> list[tuple[str, tuple[int, ...]]]:
    return [(var.name, var.domain) for var in puzzle.model.variables]


def _by_text(constraints: Iterable[Constraint]) -> _Told:
    """Each constraint by its origin and its text, which is the same for equal expressions over unknowns of the same
    names. The origin counts: what one clue says does not belong to another one that happens to say the same."""
    return {
        (c.rule.place, str(c), json.dumps(model_data(Model({}, [Constraint(c.expr, _WANTED)])))): c for c in constraints
    }
