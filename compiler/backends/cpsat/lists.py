"""Constraints on lists and tours that OR-Tools knows, where they are required outright."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ortools.sat.python import cp_model

from cluewright.compiler import ir
from cluewright.compiler.backends.cpsat.building import Builder, Literal
from cluewright.compiler.ir import Expr, Value
from cluewright.compiler.lowering.decompose import list_codes
from cluewright.models.errors import LimitError

#: Numbers with more values are not told apart value by value.
MAX_VALUES: Final = 100_000


def _distinct_lists(m: Builder, node: ir.DistinctLists) -> None:
    """Each list is a number in a base that has room for its items."""
    lows, weights, size = list_codes(node)
    codes = []
    for row in node.lists:
        code = m.cp.new_int_var(0, size - 1, "")
        terms = [m.number(item) - low for item, low in zip(row, lows, strict=True)]
        m.cp.add(cp_model.LinearExpr.weighted_sum(terms, weights) == code)
        codes.append(code)
    m.cp.add_all_different(codes)


def _all_different(m: Builder, node: ir.AllDifferent) -> None:
    if not node.excepted:
        m.cp.add_all_different([m.affine(arg) for arg in node.args])
        return
    holders: dict[int, list[Literal]] = {}
    for arg in node.args:
        for value in _possible(arg):
            if value not in node.excepted:
                holders.setdefault(value, []).append(m.equal(arg, value))
    for literals in holders.values():
        if len(literals) > 1:
            m.cp.add_at_most_one(literals)


def _table(m: Builder, node: ir.Table) -> None:
    complete = [tuple(v for v in row if v is not None) for row in node.rows if None not in row]
    if len(complete) < len(node.rows):
        _one_row(m, node.args, node.rows)
        return
    args = [m.affine(arg) for arg in node.args]
    add = m.cp.add_allowed_assignments if node.positive else m.cp.add_forbidden_assignments
    add(args, complete)


def _one_row(m: Builder, args: Sequence[Value], rows: Sequence[tuple[int | None, ...]]) -> None:
    """A literal for every starred row; a value that no chosen row allows is excluded."""
    selectors: list[Literal] = []
    support: list[dict[int, list[Literal]]] = [{v: [] for v in _possible(arg)} for arg in args]
    for row in rows:
        selector = m.cp.new_bool_var("")
        selectors.append(selector)
        parts = [m.equal(a, v) for a, v in zip(args, row, strict=True) if v is not None]
        m.cp.add_bool_and(parts).only_enforce_if(selector)
        for held, value in zip(support, row, strict=True):
            for supported in held if value is None else (value,):
                held[supported].append(selector)
    m.cp.add_bool_or(selectors)
    for arg, held in zip(args, support, strict=True):
        for value, chosen in held.items():
            if len(chosen) < len(rows):
                m.clause([*chosen, m.negated(m.equal(arg, value))])


def _regular(m: Builder, node: ir.Regular) -> None:
    automaton = node.automaton
    letters = {value for arg in node.args for value in _possible(arg)}
    moves = [(s, value, t) for (s, value), t in automaton.transitions.items() if value in letters]
    if not moves or not automaton.accepting:
        m.clause([])
        return
    args = [m.affine(arg) for arg in node.args]
    m.cp.add_automaton(args, automaton.start, sorted(automaton.accepting), moves)


def _circuit(m: Builder, node: ir.Circuit) -> None:
    count = len(node.successors)
    arcs: list[tuple[int, int, Literal]] = []
    staying: list[Literal] = []
    for place, successor in enumerate(node.successors):
        literals = {value: m.equal(successor, value) for value in _possible(successor)}
        m.clause([literal for value, literal in literals.items() if 0 <= value < count])
        arcs += [(place, value, literal) for value, literal in literals.items() if 0 <= value < count]
        staying.append(literals.get(place, m.false))
    m.clause([m.negated(literal) for literal in staying])
    m.cp.add_circuit(arcs)


def _loop(m: Builder, node: ir.Loop) -> None:
    """Every active edge is run along in exactly one direction; a node off the loop has an arc to itself."""
    graph = node.graph
    edges = [m.literal(edge) for edge in node.edges]
    arcs: list[tuple[int, int, Literal]] = []
    for index, (a, b) in enumerate(graph.edges):
        if edges[index] is m.false:
            continue
        forth, back = m.cp.new_bool_var(""), m.cp.new_bool_var("")
        m.cp.add(forth + back == edges[index])
        arcs += [(a, b, forth), (b, a, back)]
    for place, near in enumerate(graph.adjacent):
        off = m.cp.new_bool_var("")
        arcs.append((place, place, off))
        # It follows, but the solver does not see it: none or two of the edges here are active.
        touching = [edges[edge] for _, edge in near]
        m.cp.add(cp_model.LinearExpr.sum([*touching, off, off]) == 2)
    m.clause(edges)
    m.cp.add_circuit(arcs)


def _possible(arg: Value) -> Sequence[int]:
    values = ir.values(arg)
    if len(values) >= MAX_VALUES and isinstance(values, range):
        raise LimitError(f"a number in {values[0]}..{values[-1]} has too many values to tell them apart")
    return values


#: What builds which constraint.
LISTS: Final[dict[type[Expr], Callable[[Builder, Any], None]]] = {
    ir.AllDifferent: _all_different,
    ir.Table: _table,
    ir.Regular: _regular,
    ir.DistinctLists: _distinct_lists,
    ir.Circuit: _circuit,
    ir.Loop: _loop,
}
