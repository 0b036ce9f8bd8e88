"""Constraints on lists as XCSP3 has them, with what its solvers do not take said in another way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.backends.xcsp3.flattening import Flattener
from cluewright.compiler.backends.xcsp3.templates import Template, automaton_template, rows_template
from cluewright.compiler.ir import Expr, Value, Var

#: So few variables with as many values would become a table of permutations in ACE, which fails if a value of it is not
#: in every domain.
_PERMUTED: Final = 4


def _all_different(f: Flattener, node: ir.AllDifferent) -> None:
    args = [f.variable(arg) for arg in node.args]
    if len(set(args)) < len(args):
        f.require(pairwise_different(args, node.excepted))
    elif len(args) == 2:
        _different_pair(f, args[0], args[1], node.excepted)
    elif node.excepted:
        excepted = " ".join(map(str, sorted(node.excepted)))
        f.post("allDifferent", None, args, ("list", "%..."), ("except", excepted))
    elif len(args) <= _PERMUTED and _uneven_permutation(args):
        for a, b in combinations(args, 2):
            _different_pair(f, a, b, frozenset())
    else:
        f.post("allDifferent", "%...", args)


def _different_pair(f: Flattener, a: Var, b: Var, excepted: frozenset[int]) -> None:
    if not excepted:
        f.post("intension", "ne(%0,%1)", [a, b])
        return
    values = [value for value in a.domain if value not in excepted and value in b.domain]
    if values:
        rows = "".join(f"({value},{value})" for value in values)
        f.post("extension", None, [a, b], ("list", "%0 %1"), ("conflicts", rows))


def _table(f: Flattener, node: ir.Table) -> None:
    columns = [
        (arg.arg, True) if isinstance(arg, ir.Not) and isinstance(arg.arg, Var) else (f.variable(arg), False)
        for arg in node.args
    ]
    order = {var: place for place, var in enumerate(dict.fromkeys(var for var, _ in columns))}
    shape = tuple((order[var], var.domain, flipped) for var, flipped in columns)
    key = (id(node.rows), node.positive, shape)
    template = f.tables.get(key)
    if template is None:
        template = f.tables[key] = rows_template(node, columns)
    if template is False:
        f.never()
    elif template is not True:
        f.block.post(template, list(order))


def _regular(f: Flattener, node: ir.Regular) -> None:
    letters = [f.variable(arg) for arg in node.args]
    if len(letters) == 1:  # ACE fails on an automaton of one step
        automaton = node.automaton
        ends = {v: automaton.transitions.get((automaton.start, v)) for v in letters[0].domain}
        f.require(ir.disj(ir.equal(letters[0], v) for v, end in ends.items() if end in automaton.accepting))
        return
    key = (id(node.automaton), letters[0].domain)
    template = f.tables.get(key)
    if template is None:
        template = f.tables[key] = automaton_template(node.automaton, letters[0].domain)
    if isinstance(template, Template):
        f.block.post(template, letters)
    else:
        f.require(template)


def _lex(f: Flattener, node: ir.Lex) -> None:
    both = [(f.variable(a), f.variable(b)) for a, b in zip(node.left, node.right, strict=True)]
    both = [(a, b) for a, b in both if a is not b]  # what is the same decides nothing, and ACE fails on it alone
    if not both:
        f.require(not node.strict)
        return
    left, right = [a for a, _ in both], [b for _, b in both]
    size = len(left)
    first = " ".join(f"%{i}" for i in range(size))
    second = " ".join(f"%{size + i}" for i in range(size))
    operator = "lt" if node.strict else "le"
    f.post("lex", None, [*left, *right], ("list", first), ("list", second), ("operator", operator))


def _distinct_lists(f: Flattener, node: ir.DistinctLists) -> None:
    lists = [[f.variable(item) for item in row] for row in node.lists]
    size = len(lists[0])
    if size == 1:  # ACE takes no lists of one
        _all_different(f, ir.AllDifferent(tuple(row[0] for row in lists)))
        return
    variables = [var for row in lists for var in row]
    if len(set(variables)) < len(variables):  # nor a variable in two places
        for one, other in combinations(lists, 2):
            f.require(ir.disj(ir.compare(a, "!=", b) for a, b in zip(one, other, strict=True)))
        return
    parts = [("list", " ".join(f"%{row * size + i}" for i in range(size))) for row in range(len(lists))]
    f.post("allDifferent", None, variables, *parts)


def _circuit(f: Flattener, node: ir.Circuit) -> None:
    f.post("circuit", "%...", [f.variable(s) for s in node.successors])


def _uneven_permutation(args: Sequence[Var]) -> bool:
    """Whether there are as many values as variables, but not every variable has all of them."""
    domains = {var.domain for var in args}
    return len(domains) > 1 and len(set().union(*domains)) == len(args)


def pairwise_different(args: Sequence[Var], excepted: frozenset[int]) -> Value:
    """All different, where one variable may stand several times."""
    return ir.conj(
        ir.disj((ir.negate(ir.equal(a, b)), *(ir.equal(a, value) for value in sorted(excepted))))
        for i, a in enumerate(args)
        for b in args[:i]
    )


#: What posts which constraint.
LISTS: Final[dict[type[Expr], Callable[[Flattener, Any], None]]] = {
    ir.AllDifferent: _all_different,
    ir.Table: _table,
    ir.Regular: _regular,
    ir.Lex: _lex,
    ir.DistinctLists: _distinct_lists,
    ir.Circuit: _circuit,
}


def _mini_different(f: Flattener, node: ir.AllDifferent) -> None:
    """The mini track knows no exceptions."""
    if node.excepted:
        f.require(pairwise_different([f.variable(arg) for arg in node.args], node.excepted))
    else:
        _all_different(f, node)


#: The same in the mini track.
MINI_LISTS: Final[dict[type[Expr], Callable[[Flattener, Any], None]]] = {
    ir.AllDifferent: _mini_different,
    ir.Table: _table,
}
