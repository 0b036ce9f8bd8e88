"""Constraints on lists: all different, tables, automata, orders."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.cnf.base import FALSE, TRUE, Prefix
from cluewright.compiler.cnf.gates import GateWriter
from cluewright.compiler.cnf.numbers import Num
from cluewright.compiler.cnf.sums import at_least, require_unequal

REJECTED: Final = -1


def require_all_different(encoder: GateWriter, node: ir.AllDifferent, positive: bool, prefix: Prefix) -> None:
    """prefix or all different (or not so)."""
    if positive and len(node.args) == 2:
        first, second = encoder.nums(node.args)
        require_unequal(encoder, first, second, prefix, node.excepted)
        return
    args = encoder.nums(node.args)
    columns = _columns(args, node.excepted)
    if not positive:
        repeated: list[int] = []
        for literals in columns.values():
            if len(literals) > 1:
                twice = encoder.new()
                repeated.append(twice)
                at_least(encoder, literals, 2, (-twice,))
        encoder.clause([*prefix, *repeated])
        return
    bound_to_differ = sum(1 for arg in args if node.excepted.isdisjoint(arg.values))
    if bound_to_differ > len(columns):
        encoder.contradiction(prefix)
        return
    every_value_occurs = bound_to_differ == len(columns)
    for literals in columns.values():
        encoder.at_most_one(literals, prefix)
        if every_value_occurs:
            encoder.clause([*prefix, *literals])


def _columns(args: list[Num], excepted: AbstractSet[int]) -> dict[int, list[int]]:
    """For each value the literals of those that may have it."""
    if len({arg.values for arg in args}) == 1:  # the usual case: columns of one rectangle
        rectangle = zip(*(arg.direct() for arg in args), strict=True)
        pairs = zip(args[0].values, rectangle, strict=True)
        return {value: list(column) for value, column in pairs if value not in excepted}
    columns: dict[int, list[int]] = {}
    for arg in args:
        for value, literal in zip(arg.values, arg.direct(), strict=True):
            if value not in excepted:
                columns.setdefault(value, []).append(literal)
    return columns


def require_table(encoder: GateWriter, node: ir.Table, positive: bool, prefix: Prefix) -> None:
    """prefix or the arguments are one of the rows (or none of them)."""
    args = [encoder.num(arg) for arg in node.args]
    domains = [set(arg.values) for arg in args]
    rows = dict.fromkeys(
        row
        for row in node.rows
        if all(value is None or value in domain for value, domain in zip(row, domains, strict=True))
    )
    if positive != node.positive:
        for row in rows:
            encoder.clause([*prefix, *(-a.equals(v) for a, v in zip(args, row, strict=True) if v is not None)])
        return
    require_one_row(encoder, args, sorted(rows, key=repr), prefix)


def require_one_row(encoder: GateWriter, args: list[Num], rows: list[tuple[int | None, ...]], prefix: Prefix) -> None:
    """prefix or the arguments are one of the rows."""
    clause = encoder.clause
    selectors: list[int] = []
    support: list[dict[int, list[int]]] = [{value: [] for value in arg.values} for arg in args]
    for row in rows:
        stated = [(i, v) for i, v in enumerate(row) if v is not None]
        literals = [args[i].equals(v) for i, v in stated]
        selector = encoder.gate_and(literals) if len(literals) < 2 else encoder.new()
        selectors.append(selector)
        for i, value in enumerate(row):
            for supported in support[i] if value is None else (value,):
                support[i][supported].append(selector)
        if len(literals) >= 2:
            for literal in literals:
                clause([-selector, literal])
    clause([*prefix, *selectors])
    for arg, options in zip(args, support, strict=True):
        for value, chosen in options.items():
            equal = arg.equals(value)
            if equal not in chosen and len(chosen) < len(selectors):
                clause([*prefix, -equal, *chosen])


def require_regular(encoder: GateWriter, node: ir.Regular, positive: bool, prefix: Prefix) -> None:
    """prefix or the automaton accepts the arguments (or rejects them)."""
    letters = [encoder.num(arg) for arg in node.args]
    automaton = node.automaton
    transitions, accepting = automaton.transitions, automaton.accepting
    if not letters:
        if (automaton.start in accepting) != positive:
            encoder.contradiction(prefix)
        return
    from cluewright.compiler.cnf.chains import as_chain, require_chain  # late: most puzzles have no automata
    from cluewright.compiler.cnf.layers import require_path, unroll  # late: most puzzles have no automata

    chain = as_chain(automaton) if positive else None
    if chain is not None:
        require_chain(encoder, letters, chain, prefix)
        return
    if positive:
        find, accepts = transitions.get, accepting.__contains__
        layers = unroll(letters, automaton.start, lambda _, q, v: find((q, v)), accepts)  # type: ignore[arg-type]
    else:
        layers = unroll(
            letters,
            automaton.start,
            lambda _, q, v: transitions.get((q, v), REJECTED),  # type: ignore[arg-type]
            lambda q: q not in accepting,
        )
    require_path(encoder, letters, layers, prefix)


def require_lex(encoder: GateWriter, node: ir.Lex, positive: bool, prefix: Prefix) -> None:
    """prefix or left comes before right (or does not)."""
    left, right, strict = node.left, node.right, node.strict
    if not positive:
        left, right, strict = right, left, not strict
    if not left:
        if strict:
            encoder.contradiction(prefix)
        return
    for index, (a, b) in enumerate(zip(left, right, strict=True)):
        if index == len(left) - 1:
            encoder.require(ir.less(a, b) if strict else ir.at_most(a, b), True, prefix)
            return
        encoder.require(ir.at_most(a, b), True, prefix)
        smaller = encoder.literal(ir.less(a, b), 1)
        if smaller == TRUE:
            return
        equal_so_far = encoder.new()
        encoder.clause([*prefix, smaller, equal_so_far])
        prefix = (-equal_so_far,)


def require_distinct_lists(encoder: GateWriter, node: ir.DistinctLists, positive: bool, prefix: Prefix) -> None:
    """prefix or no two of the lists are equal (or two are)."""
    lists = node.lists
    numbers = [[encoder.num(item) for item in row] for row in lists] if positive else []
    equal_pairs: list[int] = []
    for index, row in enumerate(lists):
        for place, other in enumerate(lists[:index]):
            if positive:
                encoder.clause([*prefix, *map(encoder.difference, numbers[index], numbers[place])])
            else:
                same = encoder.new()
                equal_pairs.append(same)
                for a, b in zip(row, other, strict=True):
                    encoder.require(ir.equal(a, b), True, (-same,))
    if not positive:
        encoder.clause([*prefix, *(lit for lit in equal_pairs if lit != FALSE)])
