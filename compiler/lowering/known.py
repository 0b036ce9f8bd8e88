"""A pass: graph constraints are told which of their unknowns are given, so that encodings need not speak of these."""

from __future__ import annotations

from collections.abc import Mapping

from cluewright.compiler import ir
from cluewright.compiler.ir import Expr, GraphConstraint, Value, Var
from cluewright.compiler.kinds import NUMBER
from cluewright.compiler.lowering.clauses import parts
from cluewright.compiler.lowering.targets import Target
from cluewright.compiler.model import Constraint, Model


def fold_known(model: Model, _target: Target, _encodings: Mapping[str, str]) -> Model:
    """The model with values for given unknowns inside required graph constraints; what gives them stays required."""
    if not any(isinstance(c.expr, GraphConstraint) for c in model.constraints):
        return model
    known = known_values(model)
    folded: dict[Expr, Value] = {}

    def fold(value: Value) -> Value:
        if not isinstance(value, Expr):
            return value
        if value not in folded:
            folded[value] = known[value] if isinstance(value, Var) and value in known else ir.rebuild(value, fold)
        return folded[value]

    constraints = [
        Constraint(ir.rebuild(c.expr, fold), c.rule, c.values) if isinstance(c.expr, GraphConstraint) else c
        for c in model.constraints
    ]
    return Model(model.unknowns, constraints, model.auxiliary)


def known_values(model: Model) -> dict[Var, int]:
    """The truth values and numbers to which a required constraint gives a value."""
    known: dict[Var, int] = {}
    for constraint in model.constraints:
        for part in parts(constraint.expr) if isinstance(constraint.expr, Expr) else ():
            if isinstance(part, Var):
                known[part] = True
            elif isinstance(part, ir.Not) and isinstance(part.arg, Var):
                known[part.arg] = False
            elif isinstance(part, ir.Equals) and isinstance(part.arg, Var) and part.arg.kind is NUMBER:
                known[part.arg] = part.value
    return known
