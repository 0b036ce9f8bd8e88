"""Global constraints as MiniZinc calls them, with what has to be included for each."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.backends.minizinc_expressions import Printer
from cluewright.compiler.ir import Expr, Value

#: A table with stars is written out in full up to so many rows; MiniZinc knows no stars.
MAX_ROWS: Final = 1000
#: The values of a pattern are shifted if they span at most so many numbers, else numbered one by one.
MAX_SPAN: Final = 100


def required(p: Printer, root: Value) -> list[str]:
    """What must hold, each part as one MiniZinc constraint without the keyword."""
    if not isinstance(root, Expr):
        return ["true" if root else "false"]
    p.prepare(root)
    if isinstance(root, ir.And):
        return [p.text(arg).condition.text for arg in root.args]
    if type(root) in _GLOBALS:
        return _GLOBALS[type(root)](p, root)
    return [p.printed(root).condition.text]


def matrix(rows: Sequence[Sequence[object]]) -> str:
    """`[|1, 2 |3, 4|]`."""
    return "[|" + " |".join(", ".join(map(str, row)) for row in rows) + "|]"


def _all_different(p: Printer, node: ir.AllDifferent) -> list[str]:
    if len(node.args) < 2:
        return []
    if not node.excepted:
        p.includes.add("all_different.mzn")
        return [f"all_different({p.numbers(node.args)})"]
    if node.excepted == {0}:
        p.includes.add("alldifferent_except_0.mzn")
        return [f"alldifferent_except_0({p.numbers(node.args)})"]
    p.includes.add("alldifferent_except.mzn")
    values = ", ".join(map(str, sorted(node.excepted)))
    return [f"alldifferent_except({p.numbers(node.args)}, {{{values}}})"]


# ---------------------------------------------------------------- tables


def _table(p: Printer, node: ir.Table) -> list[str]:
    """Tables of one shape, which are many on a board, are looked at once."""
    if not node.positive:
        return [_no_row(p, node.args, row) for row in node.rows if _possible(node.args, row)]
    shape = tuple(_values(arg) for arg in node.args)
    key = (id(node.rows), shape)
    found = p.tables.get(key)
    if found is None:
        found = p.tables[key] = _rows_of(p, node)
    if isinstance(found, str):
        return [f"table({p.numbers(node.args)}, {found})"]
    if not found:
        return ["false"]
    if any(all(cell is None for cell in row) for row in found):
        return []
    return [f"exists([{', '.join(_fits(p, node.args, row) for row in found)}])"]


def _rows_of(p: Printer, node: ir.Table) -> str | list[tuple[int | None, ...]]:
    """The name of the parameter that holds the rows; the rows themselves, where that is impossible."""
    rows = [row for row in node.rows if _possible(node.args, row)]
    if not rows or any(all(cell is None for cell in row) for row in rows):
        return rows
    full = _without_stars(node.args, rows)
    if full is None:
        return rows
    p.includes.add("table.mzn")
    return p.parameter("rows", f"array[1..{len(full)}, 1..{len(node.args)}] of int", matrix(full))


def _values(arg: Value) -> Sequence[int]:
    if not isinstance(arg, Expr):
        return (int(arg),)
    return arg.domain if isinstance(arg, ir.Var) else range(arg.lo, arg.hi + 1)


def _possible(args: Sequence[Value], row: Sequence[int | None]) -> bool:
    return all(cell is None or cell in _values(arg) for arg, cell in zip(args, row, strict=True))


def _without_stars(args: Sequence[Value], rows: Sequence[Sequence[int | None]]) -> list[tuple[int, ...]] | None:
    """The rows with every star replaced by every value, or None if there would be too many."""
    total = 0
    for row in rows:
        size = 1
        for arg, cell in zip(args, row, strict=True):
            size *= 1 if cell is not None else len(_values(arg))
        total += size
        if total > MAX_ROWS and size > 1:
            return None
    choices = [[_values(a) if c is None else (c,) for a, c in zip(args, row, strict=True)] for row in rows]
    return list(dict.fromkeys(full for choice in choices for full in itertools.product(*choice)))


def _fits(p: Printer, args: Sequence[Value], row: Sequence[int | None]) -> str:
    return " /\\ ".join(_match(p, a, c, "=") for a, c in zip(args, row, strict=True) if c is not None) or "true"


def _no_row(p: Printer, args: Sequence[Value], row: Sequence[int | None]) -> str:
    return " \\/ ".join(_match(p, a, c, "!=") for a, c in zip(args, row, strict=True) if c is not None) or "false"


def _match(p: Printer, arg: Value, cell: int, sign: str) -> str:
    text = p.text(arg)
    if text.is_bool and cell in (0, 1):
        return text.operand if (cell == 1) == (sign == "=") else f"not {text.operand}"
    return f"({text.operand} {sign} {cell})"


# ---------------------------------------------------------------- patterns, orders, tours


def _regular(p: Printer, node: ir.Regular) -> list[str]:
    automaton = node.automaton
    if not node.args or not automaton.accepting:
        return ["true" if automaton.start in automaton.accepting and not node.args else "false"]
    values = sorted({value for arg in node.args for value in _values(arg)})
    if values[-1] - values[0] <= MAX_SPAN:
        values = list(range(values[0], values[-1] + 1))
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
    return " + ".join(f"{place[value]} * {_match(p, arg, value, '=')}" for value in _values(arg))


def _lex(p: Printer, node: ir.Lex) -> list[str]:
    if not node.left:
        return ["false"] if node.strict else []
    name = "lex_less" if node.strict else "lex_lesseq"
    p.includes.add(f"{name}.mzn")
    return [f"{name}({p.numbers(node.left)}, {p.numbers(node.right)})"]


def _distinct_lists(p: Printer, node: ir.DistinctLists) -> list[str]:
    if len(node.lists) < 2:
        return []
    if not node.lists[0]:
        return ["false"]
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
