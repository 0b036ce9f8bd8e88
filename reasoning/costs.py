"""What a step costs: the weights are data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cluewright.compiler import ir
from cluewright.reasoning.atoms import Atom
from cluewright.reasoning.data import own_data


def _weights() -> dict[str, Any]:
    return own_data("costs.yaml")


def fact_cost() -> int:
    """What each fact costs."""
    return int(_weights()["fact"])


def whole_cost() -> int:
    """What a graph rule costs of which nothing finer is known."""
    return int(_weights()["other"])


def least_cost() -> int:
    """What any atom costs at least."""
    return int(min(whole_cost(), *_weights()["atoms"].values()))


def atom_cost(atom: Atom) -> int:
    """What an atom costs."""
    is_whole_graph = atom.kind == "rule" and isinstance(atom.expr, ir.GraphConstraint)
    return whole_cost() if is_whole_graph else int(_weights()["atoms"].get(atom.kind, whole_cost()))


def step_cost(atoms: Iterable[Atom], facts: int) -> int:
    """What a step with so many facts costs."""
    return sum(map(atom_cost, atoms)) + facts * fact_cost()
