"""Of what kind the places of a layer are, as far as its `over` says so by itself: cells, sides, regions, ..."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

#: Names of lists of places, and the kinds of places in them.
_LISTS: Final = {
    **{name: frozenset({name}) for name in ("cells", "sides", "corners", "links", "outside", "rows", "columns")},
    "lines": frozenset({"rows", "columns"}),
    "groups": frozenset({"groups"}),
    "paths": frozenset({"groups"}),
}
#: Functions of a layer whose value has the places of that layer.
_SOME_OF: Final = ("numbered", "sorted")
#: Definitions that name each other are followed so far.
_DEEPEST: Final = 8


def place_kinds_of(over: str, named: Mapping[str, str], deepest: int = _DEEPEST) -> frozenset[str]:
    """The kinds of places that an `over` or `each` ranges over; none if that takes more than reading. `named` are what
    definitions say, and the `over` of layers, by name."""
    for text in (over, f"[0 for {over}]"):  # `cells`, or `c in cells if c in dot`
        try:
            tree = ast.parse(f"({text})", mode="eval").body
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            continue
        loops = tree.generators if text is not over and isinstance(tree, ast.ListComp) else []
        return _kinds(loops[0].iter if len(loops) == 1 else tree, named, deepest)
    return frozenset()


def _kinds(tree: ast.expr, named: Mapping[str, str], deepest: int) -> frozenset[str]:
    if not deepest:
        return frozenset()
    match tree:
        case ast.Name(name) if name in named:
            return place_kinds_of(named[name], named, deepest - 1)
        case ast.Name(name):
            return _LISTS.get(name, frozenset())
        case ast.Call(ast.Name("regions"), [_]):
            return frozenset({"regions"})
        case ast.Call(ast.Name(name), [inner]) if name in _SOME_OF:
            return _kinds(inner, named, deepest - 1)
        case ast.Subscript(inner, ast.Slice()) | ast.Compare(_, [ast.In()], [inner]):
            return _kinds(inner, named, deepest - 1)
        case ast.BinOp(left, ast.Add(), right):
            parts = [_kinds(part, named, deepest - 1) for part in (left, right)]
            return parts[0] | parts[1] if all(parts) else frozenset()
        case ast.GeneratorExp(ast.Name(shown), [loop]) | ast.ListComp(ast.Name(shown), [loop]):
            is_same = isinstance(loop.target, ast.Name) and loop.target.id == shown
            return _kinds(loop.iter, named, deepest - 1) if is_same else frozenset()
        case _:
            return frozenset()
