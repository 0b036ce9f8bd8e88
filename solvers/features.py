"""What can be counted in a model without solving it: the choice of a solver looks at nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.model import Model, walk

#: Sums that can take more values than this are what the SAT engine is weakest at.
_WIDE_SUM: Final = 60


@dataclass(frozen=True)
class Features:
    """Counts; all of them are whole numbers, so that rules about them are short."""

    #: Unknowns, their values together, and the most values of one.
    unknowns: int = 0
    values: int = 0
    widest: int = 0
    constraints: int = 0
    #: Constraints and parts of constraints of each kind.
    graphs: int = 0
    loops: int = 0
    groups: int = 0
    differences: int = 0
    patterns: int = 0
    tables: int = 0
    sums: int = 0
    wide_sums: int = 0
    products: int = 0


#: Feature by kind of node.
_KINDS: Final[dict[type[ir.Expr], str]] = {
    ir.Loop: "loops",
    ir.Path: "loops",
    ir.EqualGroups: "groups",
    ir.SeededGroups: "groups",
    ir.JoinedGroups: "groups",
    ir.AllDifferent: "differences",
    ir.DistinctLists: "differences",
    ir.Regular: "patterns",
    ir.Table: "tables",
    ir.Compare: "sums",
    ir.Product: "products",
}


def features(model: Model) -> Features:
    """Count what matters in a model."""
    counts = dict.fromkeys((*_KINDS.values(), "graphs", "wide_sums"), 0)
    for node in walk(c.expr for c in model.constraints):
        kind = _KINDS.get(type(node))
        if kind is not None:
            counts[kind] += 1
        if isinstance(node, ir.GraphConstraint):
            counts["graphs"] += 1
        elif isinstance(node, ir.Compare):
            counts["wide_sums"] += _is_wide(node)
    sizes = [len(var.domain) for var in model.variables]
    return Features(len(sizes), sum(sizes), max(sizes, default=0), len(model.constraints), **counts)


def _is_wide(node: ir.Compare) -> bool:
    width = sum(abs(factor) * (term.hi - term.lo) for factor, term in node.terms)
    return width > _WIDE_SUM and not all(term.is_binary for _, term in node.terms)
