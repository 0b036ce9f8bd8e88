"""Strategies become functions of a board: `each`, `when` and `then` in one loop, as `each` and `holds` of a rule."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any, cast

from cluewright.compiler import ir
from cluewright.compiler.functions.candidates import CandidateFunctions, Sight
from cluewright.compiler.functions.numbers import all_
from cluewright.compiler.grounding.loops import LoopWriter
from cluewright.compiler.grounding.names import maker
from cluewright.compiler.grounding.setup import Setup
from cluewright.compiler.grounding.stopping import STOPPING, Stopping
from cluewright.compiler.ir import Value
from cluewright.compiler.operators import Guarded
from cluewright.compiler.program import SIGHTS, Strategy
from cluewright.compiler.recall import Reading, Recall
from cluewright.compiler.syntax import Parsed
from cluewright.compiler.work import charged_to
from cluewright.models.errors import CluewrightError

#: Takes the condition under which an instance fires and what follows then, both to be looked at where they are needed,
#: and the values of the loop variables.
Emit = Callable[[Callable[[], Value], Callable[[], tuple[Any, ...]], tuple[Any, ...]], None]


class Sighted:
    """The strategies of a grounded puzzle. All of them look at the same board."""

    def __init__(self, setup: Setup) -> None:
        self.program, self._budget = setup.program, setup.budget
        self._functions = CandidateFunctions()
        program = self.program
        self._hidden = hidden = {
            *program.parameters,
            *program.clues,
            *program.unknowns,
            *program.elements,
            *program.definitions,
        }
        own = {name: getattr(self._functions, name) for name in SIGHTS if name not in hidden}
        scope = self._scope = setup.scope.changed(own, ())
        scope.unknown = {*scope.unknown, *own, *self.program.sights}
        scope.functions = {*scope.functions, *(n for n, d in self.program.sights.items() if d.parameters is not None)}
        scope.codes = dict(scope.codes)  # those that are added live no longer than this
        scope.pending.update({name: maker(definition) for name, definition in self.program.sights.items()})
        self._made: dict[Strategy, Callable[[Emit], None]] = {}
        self._conditions: dict[Strategy, list[Parsed]] = {}

    def check(self) -> None:
        """Read all strategies; raises CluewrightError for the first mistake."""
        for definition in map(self.program.sights.__getitem__, sorted(self._once)):
            parsed = definition.parsed
            if parsed is not None and (problems := self._scope.check_names(parsed, definition.parameters or ())):
                raise CluewrightError(*problems)
        for strategy in self.program.strategies.values():
            if strategy.follows:
                self._function(strategy)

    def run(self, strategy: Strategy, sight: Sight, emit: Emit) -> None:
        """Emit all instances of a strategy that may fire on a board."""
        function = self._function(strategy)
        self._look_at(sight)
        with charged_to(self._budget.spend), self._scope.blame(strategy.said[-1]):
            function(emit)

    def look(self, strategy: Strategy, values: tuple[Any, ...], sight: Sight) -> None:
        """Look once more at what an instance saw, for a board that remembers what is read."""
        self._look_at(sight)
        names = strategy.bound
        if strategy not in self._conditions:
            self._conditions[strategy] = list(_conditions(strategy))
        with charged_to(self._budget.spend):
            for parsed in self._conditions[strategy]:
                self._scope.function(parsed, list(dict.fromkeys(names)))(*values)

    def looks_once(self, strategy: Strategy) -> bool:
        """Whether a strategy uses values that are read from a board once, whatever is looked at afterwards."""
        names = (node.id for parsed, _ in strategy.expressions() for node, _ in parsed.names)
        return not self._once.isdisjoint(names)

    @cached_property
    def _once(self) -> set[str]:
        sights = self.program.sights
        found = {name for name, definition in sights.items() if definition.parameters is None}
        while more := {n for n, definition in sights.items() if not found.isdisjoint(definition.reads)} - found:
            found |= more
        return found

    def _look_at(self, sight: Sight) -> None:
        self._budget.renew()
        self._functions.sight = sight
        self._functions.is_certain = all(c is True for left in sight.values() for c in left.values())
        if not self.program.sights:
            return
        recall, is_reading = self._scope.recall, hasattr(sight, "read")
        if recall is None or not is_reading or self._once:  # what they remember was read from another board
            recall = self._scope.recall = Recall(cast("Reading", sight)) if is_reading else None
            for name in self.program.sights:
                self._scope.values.pop(name, None)
            self._scope.resolve(self.program.sights)
        if recall is not None:
            recall.turn_to(cast("Reading", sight), sight)

    def _function(self, strategy: Strategy) -> Callable[[Emit], None]:
        if strategy not in self._made:
            for parsed, bound in strategy.expressions():
                self._scope.require(parsed, {*bound, *self._once})  # those need a board, and get one when it is there
            namespace: dict[str, Any] = {}
            self._scope.values.update(STOPPING)
            if not self._scope.has_code(strategy.said[-1]):  # not even of another puzzle with the same rulebook
                _write(strategy, LoopWriter(strategy.loops, self._scope), self._hidden)
            exec(self._scope.codes[id(strategy.said[-1])], self._scope.values, namespace)  # checked by `syntax`
            self._made[strategy] = namespace["__ground"]
        return self._made[strategy]


def concluded(said: tuple[Any, ...]) -> Value:
    """What an instance concludes as one statement: a list means all of its items."""
    return ir.conj(all_(each) if isinstance(each, (tuple, Guarded)) else ir.truth_value(each) for each in said)


def _write(strategy: Strategy, writer: LoopWriter, hidden: Collection[str]) -> None:
    """Make the code of a strategy; what is emitted comes with the values of the loop variables."""
    parts: list[tuple[Parsed, ast.AST]] = [
        (p, Stopping(hidden).visit(writer.rewriter(p).rewrite(p.tree))) for p in strategy.said
    ]
    first = parts[0][0]
    rewriter = writer.rewriter(first)
    condition: ast.expr = ast.copy_location(ast.Constant(True), first.tree)
    if strategy.when is not None:
        condition = rewriter.call("__truth", first.tree, parts[0][1])  # type: ignore[arg-type]
    for guard in reversed(writer.guards):
        condition = rewriter.call("__and", first.tree, guard, rewriter.later(condition))
    conclusions = [tree for parsed, tree in parts if parsed is not strategy.when]
    then = rewriter.later(ast.copy_location(ast.Tuple(conclusions, ast.Load()), first.tree))  # type: ignore[arg-type]
    names = tuple(dict.fromkeys(strategy.bound))
    values = ast.Tuple([ast.Name(name, ast.Load()) for name in names], ast.Load())
    call = ast.Call(ast.Name("__emit", ast.Load()), [rewriter.later(condition), then, values], [])
    writer.keep(strategy.said[-1], ast.copy_location(ast.Expr(call), first.tree), parts)


def _conditions(strategy: Strategy) -> Iterator[Parsed]:
    """All that an instance reads: what it ranges over, and what it must see."""
    for parsed, loop in strategy.loops:
        for part in (loop.iter, *loop.ifs):
            yield replace(parsed, tree=part)
    if strategy.when is not None:
        yield strategy.when
