"""Rules become constraints: `each` and `holds` are compiled into one function, which is run and emits them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.grounding.loops import LoopWriter
from cluewright.compiler.model import Constraint, Rule
from cluewright.compiler.operators import Budget
from cluewright.compiler.program import Statement
from cluewright.compiler.scope import Scope
from cluewright.models.errors import LimitError

MAX_CONSTRAINTS: Final = 600_000

#: Takes a constraint and the values of the loop variables.
Emit = Callable[[Any, tuple[Any, ...]], None]


def ground(statement: Statement, scope: Scope, most: int) -> list[Constraint]:
    """The constraints of a rule, so many at most."""
    for parsed, bound in statement.expressions():
        scope.require(parsed, bound)
    rule = Rule(statement.spec.rule, tuple(dict.fromkeys(statement.bound)), statement.place)
    if not all(scope.has_code(parsed) for parsed in statement.holds):
        _write(statement, scope, rule.names)
    constraints: list[Constraint] = []
    for parsed in statement.holds:
        namespace: dict[str, Any] = {}
        exec(scope.codes[id(parsed)], scope.values, namespace)  # checked by the white list of `syntax`
        with scope.blame(parsed):
            namespace["__ground"](_emitter(rule, constraints, most, scope.budget))
    return constraints


def _emitter(rule: Rule, constraints: list[Constraint], most: int, budget: Budget) -> Emit:
    append, earn = constraints.append, budget.earn

    def emit(expr: Any, values: tuple[Any, ...]) -> None:
        if expr is True:
            return
        earn(1)
        if expr.__class__ is ir.Or:
            append(Constraint(expr, rule, values))
        elif expr.__class__ is ir.And:
            for part in expr.args:
                append(Constraint(part, rule, values))
        elif isinstance(expr, ir.Expr):
            append(Constraint(ir.truth(expr), rule, values))
        elif not ir.truth_constant(expr):
            append(Constraint(False, rule, values))
        if len(constraints) > most:
            raise LimitError(f"this puzzle has more than {MAX_CONSTRAINTS} constraints")

    return emit


def _write(statement: Statement, scope: Scope, names: tuple[str, ...]) -> None:
    """Make the code of every expression of `holds`; what is emitted comes with the values of these names."""
    writer = LoopWriter(statement.loops, scope)
    for parsed in statement.holds:
        rewriter = writer.rewriter(parsed)
        holds = rewriter.rewrite(parsed.tree)
        for guard in reversed(writer.guards):
            holds = rewriter.call("__implies", parsed.tree, guard, rewriter.later(holds))
        values = ast.Tuple([ast.Name(name, ast.Load()) for name in names], ast.Load())
        call = ast.Call(ast.Name("__emit", ast.Load()), [holds, values], [])
        writer.keep(parsed, ast.copy_location(ast.Expr(call), parsed.tree))
