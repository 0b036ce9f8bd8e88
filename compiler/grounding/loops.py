"""`each` becomes code: a function of nested loops, in the innermost of which something is said."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from cluewright.compiler.scope import Scope
from cluewright.compiler.syntax import Parsed, Rewriter

#: A function that chooses from what the first loop of a rule runs over.
CHOSEN: Final = "__chosen"


class LoopWriter:
    """Writes functions that loop over `each`; conditions that may be unknown are kept as guards."""

    def __init__(self, loops: Sequence[tuple[Parsed, ast.comprehension]], scope: Scope) -> None:
        self.scope = scope
        self.loops: list[tuple[Parsed, ast.comprehension]] = []
        self.guards: list[ast.expr] = []
        self._unknown = frozenset(scope.unknown)
        self._bound: frozenset[str] = frozenset()
        self._fresh = 0
        for parsed, loop in loops:
            self._add_loop(parsed, loop)

    def _add_loop(self, parsed: Parsed, loop: ast.comprehension) -> None:
        rewriter = self.rewriter(parsed)
        made: list[ast.comprehension] = []
        rewriter.loop(loop, made, self.guards)
        self._unknown, self._bound, self._fresh = rewriter.unknown, rewriter.bound, rewriter.fresh
        self.loops.extend((parsed, each) for each in made)

    def rewriter(self, parsed: Parsed) -> Rewriter:
        """What rewrites an expression inside the loops."""
        rewriter = self.scope.rewriter(parsed)
        rewriter.unknown, rewriter.bound, rewriter.fresh = self._unknown, self._bound, self._fresh
        return rewriter

    def keep(self, parsed: Parsed, body: ast.stmt, parts: Sequence[tuple[Parsed, ast.AST]] = ()) -> None:
        """Compile the function `__ground(__emit)` and keep it under the name of an expression. Other expressions of
        which something is in the body are named, so that an error finds its way to the right text."""
        for number, (_, loop) in reversed(list(enumerate(self.loops))):
            for condition in reversed(loop.ifs):
                body = ast.If(condition, [body], [])
            over = loop.iter
            if number == 0 and isinstance(loop.target, ast.Name):  # some instances may be enough
                over = ast.copy_location(ast.Call(ast.Name(CHOSEN, ast.Load()), [over], []), over)
            body = ast.For(loop.target, over, [body], [])
        arguments = ast.arguments(posonlyargs=[], args=[ast.arg("__emit")], kwonlyargs=[], kw_defaults=[], defaults=[])
        module = ast.Module([ast.FunctionDef("__ground", arguments, [body], [])], [])
        ast.fix_missing_locations(module)
        roots: list[tuple[Parsed, Sequence[ast.AST]]]
        roots = [(each, (loop.target, loop.iter, *loop.ifs)) for each, loop in self.loops]
        roots += [(each, (root,)) for each, root in parts]
        _spread_lines([nodes for _, nodes in roots])
        self.scope.keep(parsed, module, [each for each, _ in roots])


def _spread_lines(roots: Sequence[Sequence[ast.AST]]) -> None:
    """Give the code of each expression a line number of its own, so that an error is traced to the right text."""
    for number, nodes in enumerate(roots, 2):
        for root in nodes:
            for node in ast.walk(root):
                if hasattr(node, "lineno"):
                    node.lineno = node.end_lineno = number  # type: ignore[attr-defined]
