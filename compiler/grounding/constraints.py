"""Rules become constraints: `each` and `holds` are compiled into one function, which is run and emits them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.elements import Element
from cluewright.compiler.grounding.loops import CHOSEN, LoopWriter
from cluewright.compiler.kinds import TRUTH
from cluewright.compiler.model import Constraint, Rule
from cluewright.compiler.operators import Budget
from cluewright.compiler.program import Statement
from cluewright.compiler.scope import Scope
from cluewright.models.errors import LimitError
from cluewright.models.records import record

MAX_CONSTRAINTS: Final = 600_000
#: Constraints that are told to the budget together.
AT_ONCE: Final = 16

#: Takes a constraint and the values of the loop variables.
Emit = Callable[[Any, tuple[Any, ...]], None]


def ground(statement: Statement, scope: Scope, most: int) -> list[Constraint]:
    """The constraints of a rule, so many at most."""
    for parsed, bound in statement.expressions():
        scope.require(parsed, bound)
    rule = statement.rule
    if not all(scope.has_code(parsed) for parsed in statement.holds):
        _write(statement, scope, rule.names)
    constraints: list[Constraint] = []
    for parsed in statement.holds:
        namespace: dict[str, Any] = {}
        exec(scope.codes[id(parsed)], scope.values, namespace)  # checked by the white list of `syntax`
        with scope.blame(parsed):
            namespace["__ground"](_emitter(rule, constraints, most, scope.budget))
    return constraints


@record
class Partly:
    """The constraints of a rule before some clues changed, and the elements at which it has to look again."""

    variable: str
    elements: frozenset[object]
    constraints: list[Constraint]


def ground_partly(statement: Statement, scope: Scope, most: int, before: Partly) -> list[Constraint]:
    """The constraints of a rule, most of which are there already."""
    order: list[object] = []

    def chosen(found: Sequence[object]) -> Sequence[object]:
        """The elements to look at: all of them, unless each comes once and is nothing but itself."""
        if len(set(found)) == len(found) and all(isinstance(e, Element) and e.kind != "direction" for e in found):
            order.extend(found)
            return [element for element in found if element in before.elements]
        return found

    usual, scope.values[CHOSEN] = scope.values[CHOSEN], chosen
    try:
        made = ground(statement, scope, most)
    finally:
        scope.values[CHOSEN] = usual
    if not order:
        return made
    at: dict[object, list[Constraint]] = {}
    for element, constraint in _by_element(before.variable, before.constraints):
        if element not in before.elements:
            at.setdefault(element, []).append(constraint)
    for element, constraint in _by_element(before.variable, made):
        at.setdefault(element, []).append(constraint)
    return [constraint for element in order for constraint in at.get(element, ())]


def _by_element(variable: str, constraints: list[Constraint]) -> Iterator[tuple[object, Constraint]]:
    """Each constraint with what a loop variable stands for in it."""
    position = constraints[0].rule.names.index(variable) if constraints else 0
    return ((constraint.values[position], constraint) for constraint in constraints)


def _emitter(rule: Rule, constraints: list[Constraint], most: int, budget: Budget) -> Emit:
    append, earn = constraints.append, budget.earn
    told = 0

    def emit(expr: Any, values: tuple[Any, ...]) -> None:
        nonlocal told
        if expr is True:
            return
        if len(constraints) >= told:
            told += AT_ONCE
            earn(AT_ONCE)
        if expr.__class__ is ir.Or:
            append(Constraint(expr, rule, values))
        elif expr.__class__ is ir.And:
            for part in expr.args:
                append(Constraint(part, rule, values))
        elif isinstance(expr, ir.Expr):
            append(Constraint(expr if expr.kind is TRUTH else ir.truth(expr), rule, values))
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
