"""A pass: rules that follow from two constraints together are added; they cost little and save much search."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import pairwise

from cluewright.compiler import ir
from cluewright.compiler.colours import TWO_CHANGES, around, both_connected
from cluewright.compiler.ir import Connected, Expr, Value, Var
from cluewright.compiler.lowering.targets import Target
from cluewright.compiler.model import Constraint, Model


def add_implied(model: Model, _target: Target, _encodings: Mapping[str, str]) -> Model:
    """The model with what its required pairs of connected colours imply, at the end."""
    sides = [(c, c.expr) for c in model.constraints if isinstance(c.expr, Connected) and c.expr.edges is None]
    added: list[Constraint] = []
    for (constraint, node), (_, other) in both_connected(sides, lambda side: side[1].graph, _key):
        plain = max((node, other), key=lambda side: sum(isinstance(n, Var) for n in side.nodes))
        added += [Constraint(expr, constraint.rule, constraint.values) for expr in _rules(plain) if expr is not True]
    return Model(model.unknowns, [*model.constraints, *added], model.auxiliary) if added else model


def _key(side: tuple[Constraint, Connected], denied: bool) -> Hashable:
    nodes = map(ir.negate, side[1].nodes) if denied else side[1].nodes
    return tuple(id(node) if isinstance(node, Expr) else bool(node) for node in nodes)


def _rules(node: Connected) -> Iterator[Value]:
    for circle in around(node.graph):
        word = [node.nodes[n] for n in circle]
        if len(word) == 4:
            a, b, c, d = word
            yield ir.disj((ir.negate(a), b, ir.negate(c), d))
            yield ir.disj((a, ir.negate(b), c, ir.negate(d)))
        else:
            yield _at_most_two_changes(word)


def _at_most_two_changes(word: Sequence[Value]) -> Value:
    if all(isinstance(letter, Var) for letter in word):
        return ir.Regular(tuple(word), TWO_CHANGES)
    changes = [ir.negate(ir.iff(a, b)) for a, b in pairwise(word)]
    return ir.at_most(ir.add_all(changes), 2)
