"""Does one clue say less than another? Proved from what the two puzzles do not share, whatever else is given."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from cluewright.compiler import ir
from cluewright.compiler.backends.json_model import model_data
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Expr, Value, Var
from cluewright.compiler.model import Constraint, Model, Rule, UnknownLayer, walk
from cluewright.models.errors import Place
from cluewright.solvers.sat import SatEngine

_WANTED = Rule("What is asked for.")


class Strength:
    """What a puzzle demands, to be compared with the same puzzle in which a clue is changed."""

    def __init__(self, puzzle: CompiledPuzzle) -> None:
        self.puzzle = puzzle
        self._ranges = _ranges(puzzle)
        self._texts = _by_text(puzzle.model.constraints)

    def exceeds(self, weaker: CompiledPuzzle, deadline: float | None) -> bool:
        """Whether it is proved that every solution is one of `weaker` too, with any further constraints on both, and
        that not all assignments which `weaker` allows are allowed here."""
        if _ranges(weaker) != self._ranges:
            return False
        asked = _by_text(weaker.model.constraints)
        more = [constraint.expr for text, constraint in self._texts.items() if text not in asked]
        new = [constraint for text, constraint in asked.items() if text not in self._texts]
        less = [constraint.expr for constraint in transplanted(new, weaker, self.puzzle)]
        unknowns = self.puzzle.model.unknowns
        return implies(unknowns, more, less, deadline) is True and implies(unknowns, less, more, deadline) is False


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
    with SatEngine(Model(unknowns, [Constraint(expr, _WANTED) for expr in wanted]), deadline=deadline) as engine:
        return engine.solve(deadline=deadline) is None


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


def _by_text(constraints: Iterable[Constraint]) -> dict[tuple[Place | None, str, str], Constraint]:
    """Each constraint by its origin and its text, which is the same for equal expressions over unknowns of the same
    names. The origin counts: what one clue says does not belong to another one that happens to say the same."""
    return {
        (c.rule.place, str(c), json.dumps(model_data(Model({}, [Constraint(c.expr, _WANTED)])))): c for c in constraints
    }
