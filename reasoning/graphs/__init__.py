"""Parts of graph rules, found on half-filled boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.cnf import Encoder
from cluewright.compiler.model import Constraint
from cluewright.reasoning.graphs.base import Source
from cluewright.reasoning.graphs.connected import ConnectedSource
from cluewright.reasoning.graphs.lines import LoopSource

_SOURCES: Final[Mapping[type, Callable[..., Source]]] = {
    ir.Connected: ConnectedSource,
    ir.Loop: LoopSource,
}


def source_of(encoder: Encoder, constraint: Constraint) -> Source | None:
    """Where the atoms of a constraint come from, if it is a rule about a graph of which parts are known."""
    made = _SOURCES.get(constraint.expr.__class__)
    return None if made is None else made(encoder, constraint, constraint.expr)


__all__ = ["Source", "source_of"]
