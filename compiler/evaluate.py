"""The independent judge: what an assignment makes of a model, by the meaning of every constraint.

Nothing here is shared with a lowering, so a mistake there cannot hide here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from cluewright.compiler.evaluate_graphs import GRAPHS, Known, values
from cluewright.compiler.ir import (
    Absolute,
    AllDifferent,
    And,
    AtMost,
    Choose,
    Circuit,
    Compare,
    DistinctLists,
    Element,
    Equals,
    Expr,
    Lex,
    Linear,
    Maximum,
    Minimum,
    Not,
    Or,
    Product,
    Quotient,
    Regular,
    Remainder,
    Table,
    Value,
    Var,
)
from cluewright.compiler.model import Assignment, Constraint, Model, Rule, spell, walk


def evaluate(expr: Value, assignment: Assignment) -> int:
    """The value of an expression (truth is 1) where the variables have the assigned values."""
    return _judge(expr, dict(assignment.items()))


def violations(model: Model, assignment: Assignment, limit: int | None = None) -> list[Constraint]:
    """The constraints that the assignment breaks, in order; at most `limit` of them.

    Values outside their domains come first, each as a constraint of its own. A constraint that speaks of such a value
    is not judged, since its parts need not make sense. An unknown without a value is a `ValueError`.
    """
    found = _domain_violations(model, assignment)
    constraints: Iterable[Constraint] = model.constraints
    if found:
        outside = {var for var in assignment if not _in_domain(var, assignment[var])}
        constraints = _unaffected(model.constraints, outside)
    known: Known = dict(assignment.items())
    for constraint in constraints:
        if limit is not None and len(found) >= limit:
            break
        expr = constraint.expr
        meaning = _FLAT.get(expr.__class__)
        try:
            holds = _judge(expr, known) if meaning is None else meaning(expr, known)
        except KeyError:  # an operand is not judged yet
            holds = _judge(expr, known)
        if not holds:
            found.append(constraint)
    return found if limit is None else found[:limit]


def _domain_violations(model: Model, assignment: Assignment) -> list[Constraint]:
    found: list[Constraint] = []
    named: set[Var] = set()
    for layer in model.unknowns.values():
        for element, var in layer.variables.items():
            named.add(var)
            if var not in assignment:
                raise ValueError(f"{layer.name} at {spell(element)} has no value")
            if not _in_domain(var, assignment[var]):
                found.append(_domain_violation(f"{layer.name} at {spell(element)}", assignment[var]))
    for var, value in assignment.items():
        if var not in named and not _in_domain(var, value):
            found.append(_domain_violation(var.name, value))
    return found


def _in_domain(var: Var, value: int) -> bool:
    return var.lo <= value <= var.hi and (len(var.domain) == var.hi - var.lo + 1 or value in var.domain)


def _domain_violation(name: str, value: int) -> Constraint:
    return Constraint(False, Rule(f"{name} takes one of its values.", names=("value",)), (value,))


def _unaffected(constraints: Sequence[Constraint], outside: set[Var]) -> list[Constraint]:
    """The constraints that speak of none of the variables."""
    affected: set[Expr] = set(outside)
    for node in walk(constraint.expr for constraint in constraints):
        if any(child in affected for child in node.children() if isinstance(child, Expr)):
            affected.add(node)
    return [c for c in constraints if not isinstance(c.expr, Expr) or c.expr not in affected]


def _judge(root: Value, known: Known) -> int:
    """The value of the root; a stack instead of recursion, because expressions may be thousands deep."""
    if not isinstance(root, Expr):
        return int(root)
    value = known.get(root)
    if value is not None:
        return value
    stack = [root]
    while stack:
        node = stack[-1]
        if node in known:
            stack.pop()
            continue
        waiting = [child for child in node.children() if isinstance(child, Expr) and child not in known]
        if waiting:
            stack.extend(waiting)
            continue
        known[node] = int(_MEANING[type(node)](node, known))
        stack.pop()
    return known[root]


# ---------------------------------------------------------------- the meaning of each node


def _total(terms: Iterable[tuple[int, Expr]], known: Known) -> int:
    total = 0
    for factor, term in terms:  # faster than a generator
        total += factor * known[term]
    return total


def _var(node: Var, known: Known) -> int:
    raise ValueError(f"{node.name} has no value")


def _element(node: Element, known: Known) -> int:
    index = known[node.index]
    if not 0 <= index < len(node.items):
        raise ValueError(f"position {index} does not exist: there are {len(node.items)} items")
    return values((node.items[index],), known)[0]


def _choose(node: Choose, known: Known) -> int:
    return values((node.then if known[node.condition] else node.other,), known)[0]


def _compare(node: Compare, known: Known) -> bool:
    total = _total(node.terms, known)
    if node.relation == "<=":
        return total <= node.bound
    return (total == node.bound) == (node.relation == "==")


def _all_different(node: AllDifferent, known: Known) -> bool:
    if len(node.args) == 2:
        one, other = node.args
        if isinstance(one, Expr) and isinstance(other, Expr):
            value = known[one]
            return value != known[other] or value in node.excepted
    counting = values(node.args, known)
    if node.excepted:
        counting = [value for value in counting if value not in node.excepted]
    return len(set(counting)) == len(counting)


def _table(node: Table, known: Known) -> bool:
    word = tuple(values(node.args, known))
    fits = word in node.rows or any(
        None in row and all(cell is None or cell == value for cell, value in zip(row, word, strict=True))
        for row in node.rows
    )
    return fits == node.positive


def _lex(node: Lex, known: Known) -> bool:
    left, right = values(node.left, known), values(node.right, known)
    return left < right if node.strict else left <= right


def _distinct_lists(node: DistinctLists, known: Known) -> bool:
    return len({tuple(values(row, known)) for row in node.lists}) == len(node.lists)


def _circuit(node: Circuit, known: Known) -> bool:
    """One tour through all nodes that are not their own successors, found by walking it."""
    following = values(node.successors, known)
    touring = [i for i, j in enumerate(following) if i != j]
    if not touring:
        return False
    seen: list[int] = []
    place = touring[0]
    while place not in seen and 0 <= place < len(following):
        seen.append(place)
        place = following[place]
    return place == touring[0] and sorted(seen) == touring


_MEANING: Final[dict[type[Expr], Callable[[Any, Known], int]]] = {
    Var: _var,
    Linear: lambda node, known: node.constant + _total(node.terms, known),
    Product: lambda node, known: known[node.left] * known[node.right],
    Quotient: lambda node, known: known[node.left] // node.right,
    Remainder: lambda node, known: known[node.left] % node.right,
    Absolute: lambda node, known: abs(known[node.arg]),
    Minimum: lambda node, known: min(values(node.args, known)),
    Maximum: lambda node, known: max(values(node.args, known)),
    Element: _element,
    Choose: _choose,
    Equals: lambda node, known: known[node.arg] == node.value,
    AtMost: lambda node, known: known[node.arg] <= node.value,
    Not: lambda node, known: not known[node.arg],
    And: lambda node, known: all(map(known.__getitem__, node.args)),
    Or: lambda node, known: any(map(known.__getitem__, node.args)),
    Compare: _compare,
    AllDifferent: _all_different,
    Table: _table,
    Regular: lambda node, known: node.automaton.accepts(values(node.args, known)),
    Lex: _lex,
    DistinctLists: _distinct_lists,
    Circuit: _circuit,
    **GRAPHS,
}


def _denied(node: Not, known: Known) -> bool:
    """The opposite of an operand that need not be judged before."""
    value = known.get(node.arg)
    return not (_FLAT[node.arg.__class__](node.arg, known) if value is None else value)


#: Nodes that need all of their operands; mostly these are variables, so that nothing else has to be judged before.
_FLAT: Final[dict[type[object], Callable[[Any, Known], int]]] = {
    **{kind: _MEANING[kind] for kind in (Equals, AtMost, And, Or, Compare, AllDifferent)},
    Not: _denied,
}
