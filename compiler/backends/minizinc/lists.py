"""Global constraints as MiniZinc calls them, with what has to be included for each."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.backends.minizinc.patterns import pattern
from cluewright.compiler.backends.minizinc.printing import Printer
from cluewright.compiler.ir import Expr, Value

#: The values of a pattern are shifted if they span at most so many numbers, else numbered one by one.
MAX_SPAN: Final = 100


def required(p: Printer, root: Value) -> list[str]:
    """What must hold, each part as one MiniZinc constraint without the keyword."""
    if not isinstance(root, Expr):
        return ["true" if root else "false"]
    p.prepare(root)
    if type(root) in _GLOBALS:
        return _GLOBALS[type(root)](p, root)
    return [p.printed(root).condition.text]


def matrix(rows: Sequence[Sequence[object]]) -> str:
    """`[|1, 2 |3, 4|]`."""
    return "[|" + " |".join(", ".join(map(str, row)) for row in rows) + "|]"


def _all_different(p: Printer, node: ir.AllDifferent) -> list[str]:
    if not node.excepted:
        p.includes.add("all_different.mzn")
        return [f"all_different({p.taken(node.args, blocks=True)})"]
    if node.excepted == {0}:
        p.includes.add("alldifferent_except_0.mzn")
        return [f"alldifferent_except_0({p.numbers(node.args)})"]
    p.includes.add("alldifferent_except.mzn")
    values = ", ".join(map(str, sorted(node.excepted)))
    return [f"alldifferent_except({p.numbers(node.args)}, {{{values}}})"]


def _table(p: Printer, node: ir.Table) -> list[str]:
    """Tables of one shape, which are many on a board, share their rows."""
    name = p.tables.get(id(node.rows))
    if name is None:
        kind = f"array[1..{len(node.rows)}, 1..{len(node.args)}] of int"
        name = p.tables[id(node.rows)] = p.parameter("rows", kind, matrix(node.rows))
    p.includes.add("table.mzn")
    return [f"table({p.numbers(node.args)}, {name})"]


def _is(p: Printer, arg: Value, value: int) -> str:
    text = p.text(arg)
    if text.is_bool and value in (0, 1):
        return text.operand if value == 1 else f"not {text.operand}"
    return f"({text.operand} = {value})"


# ---------------------------------------------------------------- patterns, orders, tours


def _regular(p: Printer, node: ir.Regular) -> list[str]:
    automaton = node.automaton
    if not automaton.accepting:
        return ["false"]
    values = sorted({value for arg in node.args for value in ir.values(arg)})
    if values[-1] - values[0] <= MAX_SPAN:
        values = list(range(values[0], values[-1] + 1))
        said = pattern(p, node, values)
        if said is not None:
            return [said]
        word = _moved(p, node.args, 1 - values[0])
    else:
        word = "[" + ", ".join(_numbered(p, arg, values) for arg in node.args) + "]"
    steps = automaton.transitions
    rows = [[steps.get((state, value), -1) + 1 for value in values] for state in range(automaton.states)]
    table = p.parameter("pattern", f"array[1..{len(rows)}, 1..{len(values)}] of int", matrix(rows))
    final = ", ".join(str(state + 1) for state in sorted(automaton.accepting))
    p.includes.add("regular.mzn")
    return [f"regular({word}, {len(rows)}, {len(values)}, {table}, {automaton.start + 1}, {{{final}}})"]


def _moved(p: Printer, args: Sequence[Value], step: int) -> str:
    """The list with a constant added to every item."""
    if step == 0:
        return p.numbers(args)
    return f"[v {'+' if step > 0 else '-'} {abs(step)} | v in {p.numbers(args)}]"


def _numbered(p: Printer, arg: Value, values: Sequence[int]) -> str:
    """The place of an item's value among the values, from 1."""
    place = {value: index + 1 for index, value in enumerate(values)}
    if not isinstance(arg, Expr):
        return str(place[int(arg)])
    return " + ".join(f"{place[value]} * {_is(p, arg, value)}" for value in ir.values(arg))


def _lex(p: Printer, node: ir.Lex) -> list[str]:
    name = "lex_less" if node.strict else "lex_lesseq"
    p.includes.add(f"{name}.mzn")
    return [f"{name}({p.numbers(node.left)}, {p.numbers(node.right)})"]


def _distinct_lists(p: Printer, node: ir.DistinctLists) -> list[str]:
    return [
        f"exists(i in 1..{len(a)}) ({p.numbers(a)}[i] != {p.numbers(b)}[i])"
        for a, b in itertools.combinations(node.lists, 2)
    ]


def _circuit(p: Printer, node: ir.Circuit) -> list[str]:
    last = len(node.successors) - 1
    p.includes.add("subcircuit.mzn")
    following = p.numbers(node.successors)
    return [
        f"subcircuit(array1d(0..{last}, {following}))",
        f"exists(i in 1..{last + 1}) ({following}[i] != i - 1)",
    ]


_GLOBALS: Final[dict[type[Expr], Callable[[Printer, Any], list[str]]]] = {
    ir.AllDifferent: _all_different,
    ir.Table: _table,
    ir.Regular: _regular,
    ir.Lex: _lex,
    ir.DistinctLists: _distinct_lists,
    ir.Circuit: _circuit,
}
