"""Parts of graph rules, found on half-filled boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.cnf import Encoder
from cluewright.compiler.model import Constraint
from cluewright.reasoning.graphs.base import Source
from cluewright.reasoning.graphs.connected import ConnectedSource
from cluewright.reasoning.graphs.equal import EqualSource
from cluewright.reasoning.graphs.lines import LoopSource
from cluewright.reasoning.graphs.seeded import SeededSource

_SOURCES: Final[Mapping[type, Callable[..., Source]]] = {
    ir.Connected: ConnectedSource,
    ir.Loop: LoopSource,
    ir.SeededGroups: SeededSource,
    ir.EqualGroups: EqualSource,
}


def source_of(encoder: Encoder, constraint: Constraint) -> Source | None:
    """Where the atoms of a constraint come from, if it is a rule about a graph of which parts are known."""
    expr = constraint.expr
    made = _SOURCES.get(expr.__class__)
    is_known = made is not None and getattr(made, "takes", lambda _: True)(expr)
    return made(encoder, constraint, expr) if made is not None and is_known else None


__all__ = ["Source", "source_of"]
