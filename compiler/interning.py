"""Expressions that say the same over the same unknowns, told by their form: one stands for all of them."""

from __future__ import annotations

from typing import Any

from cluewright.compiler.ir import Expr, Value, Var
from cluewright.compiler.model import walk


class Interned:
    """The first expression of each form that was met."""

    def __init__(self) -> None:
        self._first: dict[Any, Expr] = {}
        self._of: dict[Expr, Expr] = {}

    def __call__(self, root: Value) -> Value:
        """The first expression of the same form; where that cannot be told, the expression itself."""
        of = self._of
        for node in walk(() if root in of else (root,)):
            if node not in of:
                key = node if isinstance(node, Var) else (type(node), *node.parts(lambda child: of.get(child, child)))
                try:
                    of[node] = self._first.setdefault(key, node)
                except TypeError:  # it has parts that cannot be keys
                    of[node] = node
        return of[root] if isinstance(root, Expr) else root
