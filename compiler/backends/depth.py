"""Very deep expressions, cut into pieces that recursion can take.

Chains of thousands of conditions occur ("the first active node is the root"). A back end that builds expressions by
recursion and remembers what it built first builds the nodes named here, from below; then no call goes deep.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from cluewright.compiler.ir import Expr, Var
from cluewright.compiler.model import Constraint, Rule

#: So many levels are left to recursion.
DEPTH_AT_ONCE: Final = 60


def deep_nodes(constraints: Iterable[Constraint]) -> Iterator[tuple[Constraint, list[Expr]]]:
    """Every constraint with the inner nodes to build before it, children first; no node is named twice."""
    depth: dict[Expr, int] = {}
    for constraint in constraints:
        root, found = constraint.expr, list[Expr]()
        if isinstance(root, Expr) and root not in depth and not _is_shallow(root):
            _measure(root, depth, found)
        yield constraint, [node for node in found if node is not root]


def by_rule(constraints: Sequence[Constraint]) -> list[tuple[Rule, list[tuple[Constraint, list[Expr]]]]]:
    """The constraints of every rule, each with the inner nodes to build before it."""
    groups: dict[int, tuple[Rule, list[Constraint]]] = {}
    for constraint in constraints:
        groups.setdefault(id(constraint.rule), (constraint.rule, []))[1].append(constraint)
    deep = iter(deep_nodes(c for _, members in groups.values() for c in members))
    return [(rule, [next(deep) for _ in members]) for rule, members in groups.values()]


def _is_shallow(root: Expr) -> bool:
    """Whether there is nothing but variables two levels down, which is so for most constraints."""
    for child in root.children():
        if child.__class__ is not Var and isinstance(child, Expr):
            for inner in child.children():
                if inner.__class__ is not Var and isinstance(inner, Expr):
                    return False
    return True


def _measure(root: Expr, depth: dict[Expr, int], found: list[Expr]) -> None:
    stack: list[Expr] = [root]
    while stack:
        node = stack[-1]
        if node in depth:
            stack.pop()
            continue
        deepest, waiting = 0, False
        for child in node.children():
            if child.__class__ is Var or not isinstance(child, Expr):
                continue
            known = depth.get(child)
            if known is None:
                stack.append(child)
                waiting = True
            elif known > deepest:
                deepest = known
        if waiting:
            continue
        depth[node] = deepest + 1
        if depth[node] % DEPTH_AT_ONCE == 0:
            found.append(node)
        stack.pop()
