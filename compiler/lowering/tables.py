"""A pass: tables are cleaned, so that a writer meets only such as mean something.

Every column is an unknown, every row is there once and fits the values of its columns, and there is at least one.
'Any value' in a row is written out as far as the target wants it; where it may not stand, plain logic takes over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from cluewright.compiler import ir
from cluewright.compiler.ir import Expr, Table, Value
from cluewright.compiler.lowering.decompose import table as plain_logic
from cluewright.compiler.lowering.targets import Target
from cluewright.compiler.model import Constraint, Model, walk

Row = tuple[int | None, ...]
Rows = tuple[Row, ...]


def clean_tables(model: Model, target: Target, _encodings: Mapping[str, str]) -> Model:
    """The model with clean tables, inside other expressions too where the target takes them there."""
    cleaner = _Cleaner(target)
    roots = [constraint.expr for constraint in model.constraints]
    new: dict[Expr, Value] = {}
    changed: Callable[[Value], Value] = lambda value: new.get(value, value) if isinstance(value, Expr) else value  # noqa: E731
    if Table in target.anywhere:
        for node in walk(roots):
            made = cleaner.clean(node) if isinstance(node, Table) else ir.rebuild(node, changed) if new else node
            if made is not node:
                new[node] = made
    else:
        new = {root: cleaner.clean(root) for root in roots if isinstance(root, Table)}
    constraints = [
        constraint if made is constraint.expr else Constraint(made, constraint.rule, constraint.values)
        for constraint, made in zip(model.constraints, map(changed, roots), strict=True)
        if made is not True
    ]
    return Model(model.unknowns, constraints, model.auxiliary)


class _Cleaner:
    def __init__(self, target: Target) -> None:
        self.target = target
        #: Clean rows (or whether some row always fits) by the old ones and the columns: tables of one shape share their
        #: rows, which writers rely on. The old rows are kept, so that no others take their place in memory.
        self.known: dict[tuple[int, bool, tuple[Sequence[int], ...]], tuple[Rows, Rows | bool, bool]] = {}

    def clean(self, node: Table) -> Value:
        columns = tuple(map(ir.values, node.args))
        key = (id(node.rows), node.positive, columns)
        if key not in self.known:
            rows = self.rows(node, columns)
            self.known[key] = node.rows, rows, self.takes(rows, node.positive)
        _, rows, taken = self.known[key]
        if isinstance(rows, bool):
            return rows == node.positive
        table = Table(tuple(arg for arg in node.args if isinstance(arg, Expr)), rows, node.positive)
        return table if taken else plain_logic(table)

    def takes(self, rows: Rows | bool, positive: bool) -> bool:
        """Whether the target takes such a table."""
        starred = not isinstance(rows, bool) and any(None in row for row in rows)
        return (positive or self.target.forbids) and (not starred or positive in self.target.stars)

    def rows(self, node: Table, columns: tuple[Sequence[int], ...]) -> Rows | bool:
        open_columns = [i for i, arg in enumerate(node.args) if isinstance(arg, Expr)]
        sets = [column if isinstance(column, range) else frozenset(column) for column in columns]
        fitting = (row for row in node.rows if all(v is None or v in held for v, held in zip(row, sets, strict=True)))
        rows = tuple(dict.fromkeys(tuple(row[i] for i in open_columns) for row in fitting))
        if not rows or (None,) * len(open_columns) in rows:
            return bool(rows)
        if node.positive and any(None in row for row in rows):
            return written_out(rows, [columns[i] for i in open_columns], self.target.written_out) or rows
        return rows


def written_out(rows: Rows, columns: Sequence[Sequence[int]], limit: int) -> Rows | None:
    """The rows with every value in the place of 'any value', or None if there would be too many."""
    total = 0
    for row in rows:
        size = 1
        for value, column in zip(row, columns, strict=True):
            size *= len(column) if value is None else 1
        total += size
        if total > limit:
            return None
    choices = ([c if v is None else (v,) for v, c in zip(row, columns, strict=True)] for row in rows)
    return tuple(dict.fromkeys(full for choice in choices for full in product(*choice)))
