"""Constraints on lists and tours that Choco knows, where they are required outright."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pychoco

from cluewright.compiler import ir
from cluewright.compiler.backends.choco.building import Builder, Variable
from cluewright.compiler.ir import Expr


def _all_different(m: Builder, node: ir.AllDifferent) -> None:
    if not node.excepted:
        m.post(m.choco.all_different([m.held(arg) for arg in node.args]))
        return
    holders: dict[int, list[Variable]] = {}
    for arg in node.args:
        for value in ir.values(arg):
            if value not in node.excepted:
                holders.setdefault(value, []).append(m.truth(m.equal(arg, value)))
    for truths in holders.values():
        if len(truths) > 1:
            m.post(m.choco.sum(truths, "<=", 1))


def _table(m: Builder, node: ir.Table) -> None:
    args = [m.held(arg) for arg in node.args]
    anything = min(map(ir.low, node.args)) - 1  # stands for any value, so it must be none of them
    rows = [[anything if value is None else value for value in row] for row in node.rows]
    starred = any(None in row for row in node.rows)
    m.post(m.choco.table(args, rows, feasible=node.positive, uvalue=anything if starred else None))


def _regular(m: Builder, node: ir.Regular) -> None:
    automaton = node.automaton
    letters = {value for arg in node.args for value in ir.values(arg)}
    moves = [(s, value, t) for (s, value), t in automaton.transitions.items() if value in letters]
    if not moves or not automaton.accepting:
        m.clause([])
        return
    machine = pychoco.FiniteAutomaton()
    for _ in range(automaton.states):
        machine.add_state()
    for s, value, t in moves:
        machine.add_transition(s, t, value)
    machine.set_initial_state(automaton.start)
    machine.set_final(*sorted(automaton.accepting))
    m.post(m.choco.regular([m.held(arg) for arg in node.args], machine))


def _lex(m: Builder, node: ir.Lex) -> None:
    add = m.choco.lex_less if node.strict else m.choco.lex_less_eq
    m.post(add([m.held(arg) for arg in node.left], [m.held(arg) for arg in node.right]))


def _circuit(m: Builder, node: ir.Circuit) -> None:
    count = len(node.successors)
    if count < 2:
        m.clause([])
        return
    successors = [m.held(successor) for successor in node.successors]
    for successor in successors:
        m.post(m.choco.arithm(successor, ">=", 0))
        m.post(m.choco.arithm(successor, "<=", count - 1))
    m.post(m.choco.sub_circuit(successors, 0, m.fresh(2, count)))


#: What builds which constraint.
LISTS: Final[dict[type[Expr], Callable[[Builder, Any], None]]] = {
    ir.AllDifferent: _all_different,
    ir.Table: _table,
    ir.Regular: _regular,
    ir.Lex: _lex,
    ir.Circuit: _circuit,
}
