"""A pass: what is required is required part by part, and negations stand inside.

"a and b" becomes two constraints, "not (a or b)" too, and "not (a and b)" becomes "not a or not b": so no writer meets
a conjunction, or a denied gate, that must hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cluewright.compiler import ir
from cluewright.compiler.ir import Value
from cluewright.compiler.lowering.targets import Target
from cluewright.compiler.model import Constraint, Model


def split(model: Model, _target: Target, _encodings: Mapping[str, str]) -> Model:
    """The model with its constraints in parts."""
    constraints: list[Constraint] = []
    for constraint in model.constraints:
        kind = constraint.expr.__class__
        if kind is ir.And or kind is ir.Not:
            for part in parts(constraint.expr):
                same = part is constraint.expr
                constraints.append(constraint if same else Constraint(part, constraint.rule, constraint.values))
        else:
            constraints.append(constraint)
    return Model(model.unknowns, constraints, model.auxiliary)


def parts(root: Value) -> Iterator[Value]:
    """Expressions that are all true exactly when the root is; none of them is known to be true."""
    stack: list[Value] = [root]
    while stack:
        expr = stack.pop()
        if isinstance(expr, ir.And):
            stack.extend(reversed(expr.args))
        elif isinstance(expr, ir.Not) and isinstance(expr.arg, ir.Or):
            stack.extend(ir.negate(arg) for arg in reversed(expr.arg.args))
        elif isinstance(expr, ir.Not) and isinstance(expr.arg, ir.And):
            yield ir.disj(map(ir.negate, expr.arg.args))
        elif expr is not True:
            yield expr
