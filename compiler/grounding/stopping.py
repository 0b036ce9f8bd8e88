"""`any` and `all` of strategies stop as soon as they are decided: less of the board is looked at, and less of what was
seen has to be looked at again when the board changes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator
from typing import Any, Final

from cluewright.compiler.elements import Seq
from cluewright.compiler.functions.numbers import all_, any_
from cluewright.compiler.ir import Value

_COLLECTED: Final = ("__collect", "__collect_chosen")


class Stopping(ast.NodeTransformer):
    """Rewritten code, in which these two take their statements one by one."""

    def __init__(self, hidden: Collection[str]) -> None:
        self._names = {"any", "all"} - set(hidden)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """`any(__collect([... for ...]))` becomes `__any_soon(... for ...)`."""
        self.generic_visit(node)
        if not (isinstance(node.func, ast.Name) and node.func.id in self._names):
            return node
        made = node.args[0] if len(node.args) == 1 and not node.keywords else None
        if not (isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id in _COLLECTED):
            return node
        loop = made.args[0]
        if not isinstance(loop, ast.ListComp):
            return node
        one_by_one = ast.copy_location(ast.GeneratorExp(loop.elt, loop.generators), loop)
        name = ast.copy_location(ast.Name(f"__{node.func.id}_soon", ast.Load()), node)
        return ast.copy_location(ast.Call(name, [one_by_one], []), node)


def _soon(function: Callable[[object], Value], decides: bool) -> Callable[[Iterator[Any]], Value]:
    def stopping(statements: Iterator[Any]) -> Value:
        seen: list[Any] = []
        for each in statements:
            if each is True or each is False:
                if each is decides:
                    return decides
            else:
                seen.append(each)
        return function(Seq(seen))

    return stopping


#: What the code may call then.
STOPPING: Final[dict[str, object]] = {"__any_soon": _soon(any_, True), "__all_soon": _soon(all_, False)}
