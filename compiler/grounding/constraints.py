"""Rules become constraints: `each` and `holds` are compiled into one function, which is run and emits them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.model import Constraint, Rule
from cluewright.compiler.operators import Budget
from cluewright.compiler.program import Statement
from cluewright.compiler.scope import Scope
from cluewright.compiler.syntax import Parsed, Rewriter
from cluewright.models.errors import LimitError

MAX_CONSTRAINTS: Final = 600_000

#: Takes a constraint and the values of the loop variables.
Emit = Callable[[Any, tuple[Any, ...]], None]


def ground(statement: Statement, scope: Scope, most: int) -> list[Constraint]:
    """The constraints of a rule, so many at most."""
    for parsed, bound in statement.expressions():
        scope.require(parsed, bound)
    rule = Rule(statement.spec.rule, tuple(dict.fromkeys(statement.bound)), statement.place)
    if any(id(parsed) not in scope.codes for parsed in statement.holds):
        _Writer(statement, scope).write(rule.names)
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


class _Writer:
    """Writes the functions that loop over `each` and emit `holds`."""

    def __init__(self, statement: Statement, scope: Scope) -> None:
        self.statement = statement
        self.scope = scope
        self.loops: list[tuple[Parsed, ast.comprehension]] = []
        self.guards: list[ast.expr] = []
        self.unknown = frozenset(scope.unknown)
        self.bound: frozenset[str] = frozenset()
        self.fresh = 0

    def write(self, names: tuple[str, ...]) -> None:
        """Make the code of every expression of `holds`; what is emitted comes with the values of these names."""
        for parsed, loop in self.statement.loops:
            self._add_loop(parsed, loop)
        for parsed in self.statement.holds:
            module = self._function(self._body(parsed, names))
            _spread_lines(self.loops)
            self.scope.keep(parsed, module, [loop_parsed for loop_parsed, _ in self.loops])

    def _add_loop(self, parsed: Parsed, loop: ast.comprehension) -> None:
        rewriter = self._rewriter(parsed)
        made: list[ast.comprehension] = []
        rewriter.loop(loop, made, self.guards)
        self.unknown, self.bound, self.fresh = rewriter.unknown, rewriter.bound, rewriter.fresh
        self.loops.extend((parsed, each) for each in made)

    def _rewriter(self, parsed: Parsed) -> Rewriter:
        rewriter = self.scope.rewriter(parsed)
        rewriter.unknown, rewriter.bound, rewriter.fresh = self.unknown, self.bound, self.fresh
        return rewriter

    def _body(self, parsed: Parsed, names: tuple[str, ...]) -> ast.stmt:
        rewriter = self._rewriter(parsed)
        holds = rewriter.rewrite(parsed.tree)
        for guard in reversed(self.guards):
            holds = rewriter.call("__implies", parsed.tree, guard, rewriter.later(holds))
        values = ast.Tuple([ast.Name(name, ast.Load()) for name in names], ast.Load())
        call = ast.Call(ast.Name("__emit", ast.Load()), [holds, values], [])
        return ast.copy_location(ast.Expr(call), parsed.tree)

    def _function(self, body: ast.stmt) -> ast.Module:
        for _, loop in reversed(self.loops):
            for condition in reversed(loop.ifs):
                body = ast.If(condition, [body], [])
            body = ast.For(loop.target, loop.iter, [body], [])
        arguments = ast.arguments(posonlyargs=[], args=[ast.arg("__emit")], kwonlyargs=[], kw_defaults=[], defaults=[])
        return ast.fix_missing_locations(ast.Module([ast.FunctionDef("__ground", arguments, [body], [])], []))


def _spread_lines(loops: list[tuple[Parsed, ast.comprehension]]) -> None:
    """Give the code of each loop a line number of its own, so that an error is traced to the right text."""
    for number, (_, loop) in enumerate(loops, 2):
        for root in (loop.target, loop.iter, *loop.ifs):
            for node in ast.walk(root):
                if hasattr(node, "lineno"):
                    node.lineno = node.end_lineno = number  # type: ignore[attr-defined]
