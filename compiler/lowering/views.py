"""A pass: how many heights of a list stand out above all those before them, told by one automaton that reads the list.

Said by numbers it takes an unknown and a comparison for every place, and a solver sees no more of it than one place at
a time; an automaton is seen as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import eq, le, ne
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.automata import Automaton, minimal
from cluewright.compiler.ir import Compare, Expr, Maximum, Regular, Value, Var
from cluewright.compiler.lowering.targets import Target
from cluewright.compiler.model import Constraint, Model

#: An automaton with more moves is not worth reading.
MAX_MOVES: Final = 50_000

_HOLDS: Final = {"<=": le, "==": eq, "!=": ne}


def read_views(model: Model, _target: Target, _encodings: Mapping[str, str]) -> Model:
    """The model with an automaton in the place of every required count of what stands out."""
    constraints = [
        constraint if (made := _read(constraint.expr)) is None else Constraint(made, constraint.rule, constraint.values)
        for constraint in model.constraints
    ]
    return Model(model.unknowns, constraints, model.auxiliary)


def _read(expr: Value) -> Value | None:
    denied = isinstance(expr, ir.Not)
    node = expr.arg if isinstance(expr, ir.Not) else expr
    if not isinstance(node, Compare) or len({factor for factor, _ in node.terms}) != 1:
        return None
    line = _line([term for _, term in node.terms])
    if line is None:
        return None
    factor, holds, heights = node.terms[0][0], _HOLDS[node.relation], line[0].domain
    most = min(len(line), len(heights))
    counts = frozenset(n for n in range(1, most + 1) if holds(factor * (n - 1), node.bound) != denied)
    if len(heights) ** 2 * (max(counts, default=0) + 1) > MAX_MOVES:
        return None
    return Regular(tuple(line), standing_out(heights, counts)) if counts else False


def _line(terms: Sequence[Expr]) -> list[Var] | None:
    """The different unknowns, all with the same values, of which each term says that the next one stands out."""
    line: list[Var] = []
    tallest: Expr | None = None
    for term in terms:
        if not isinstance(term, Compare) or term.relation != "<=" or term.bound != -1 or len(term.terms) != 2:
            return None
        (plus, before), (minus, height) = term.terms
        if (plus, minus) != (1, -1) or not isinstance(height, Var):
            return None
        if tallest is None and isinstance(before, Var):
            line.append(before)
        elif tallest is None or not _is_maximum(before, tallest, line[-1]):
            return None
        tallest = before
        line.append(height)
    return line if len(set(line)) == len(line) and len({var.domain for var in line}) == 1 else None


def _is_maximum(node: Expr, tallest: Expr, height: Var) -> bool:
    return isinstance(node, Maximum) and len(node.args) == 2 and node.args[0] is tallest and node.args[1] is height


@lru_cache(maxsize=1024)
def standing_out(heights: tuple[int, ...], counts: frozenset[int]) -> Automaton:
    """Lists of these heights in which so many stand out. A state is the tallest so far and how many stood out."""
    most = max(counts)
    numbers = {(-1, 0): 0}
    states = [(-1, 0)]
    rows: list[dict[int, int]] = []
    for tallest, seen in states:  # grows while it is walked
        row: dict[int, int] = {}
        for letter in range(len(heights)):
            state = (letter, seen + 1) if letter > tallest else (tallest, seen)
            if state[1] > most:
                continue
            if state not in numbers:
                numbers[state] = len(states)
                states.append(state)
            row[letter] = numbers[state]
        rows.append(row)
    accepting = {number for (_, seen), number in numbers.items() if seen in counts}
    return minimal(rows, accepting, {height: letter for letter, height in enumerate(heights)})
