"""What a parsed expression reads, as far as its text shows."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from cluewright.compiler.syntax import bound_names, free_names, walk

#: Functions that look things up in what they are given second, and ask for no values there.
LOOKING_UP: Final = frozenset({"until", "stretches"})
#: A function that chooses among the elements of a layer, each by its own clue.
CHOOSING: Final = "numbered"


def names_read(trees: Iterable[tuple[ast.AST, Iterable[str]]], *, values_only: bool = False) -> frozenset[str]:
    """The names that expressions mention, apart from those that are bound around or inside them. `values_only` leaves
    out those of which only counts what is in them."""
    found: set[str] = set()
    for tree, bound in trees:
        entered = set(map(id, looked_up(tree))) if values_only else ()
        found.update(node.id for node in free_names(tree, bound) if id(node) not in entered)
    return frozenset(found)


def looked_up(tree: ast.AST) -> Iterator[ast.AST]:
    """Where nothing is asked but what is in something: after `in`, and in functions such as `until`."""
    for node in walk(tree):
        if isinstance(node, ast.comprehension):
            yield node.iter
        elif isinstance(node, ast.Compare):
            yield from (
                c for op, c in zip(node.ops, node.comparators, strict=True) if isinstance(op, (ast.In, ast.NotIn))
            )
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in LOOKING_UP:
            yield from node.args[1:]


def reads_only_at(tree: ast.AST, layer: str, variable: str, functions: dict[str, int]) -> bool:
    """Whether a layer is read at a variable alone, directly or by functions that read it at their argument."""
    allowed: set[int] = set()
    for node in walk(tree):
        if isinstance(node, ast.comprehension) and variable in bound_names(node.target):
            return False
        if isinstance(node, ast.Subscript) and is_name_of(node.value, layer) and is_name_of(node.slice, variable):
            allowed.add(id(node.value))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
            position = functions[node.func.id]
            if not node.keywords and position < len(node.args) and is_name_of(node.args[position], variable):
                allowed.add(id(node.func))
    names = (node for node in walk(tree) if isinstance(node, ast.Name) and node.id in (layer, *functions))
    return all(id(node) in allowed for node in names)


def is_layer(node: ast.AST, layer: str, choosing: bool) -> bool:
    """Whether a loop runs over the elements of a layer, or over some that their own clues choose."""
    if choosing and isinstance(node, ast.Call) and is_name_of(node.func, CHOOSING) and len(node.args) == 1:
        node = node.args[0]
    return is_name_of(node, layer)


def is_name_of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
