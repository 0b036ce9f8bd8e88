"""Parts of graph rules, found on half-filled boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.cnf import Encoder
from cluewright.compiler.model import Constraint
from cluewright.reasoning.graphs.base import Source
from cluewright.reasoning.graphs.connected import ConnectedSource
from cluewright.reasoning.graphs.equal import EqualSource
from cluewright.reasoning.graphs.joined import JoinedSource
from cluewright.reasoning.graphs.lines import LoopSource
from cluewright.reasoning.graphs.pairs import MatchedSource
from cluewright.reasoning.graphs.rings import AcyclicSource
from cluewright.reasoning.graphs.seeded import SeededSource

_SOURCES: Final[Mapping[type, tuple[Any, ...]]] = {
    ir.Connected: (ConnectedSource, JoinedSource),
    ir.Loop: (LoopSource,),
    ir.Acyclic: (AcyclicSource,),
    ir.Matched: (MatchedSource,),
    ir.SeededGroups: (SeededSource,),
    ir.EqualGroups: (EqualSource,),
}


def source_of(encoder: Encoder, constraint: Constraint) -> Source | None:
    """Where the atoms of a constraint come from, if it is a rule about a graph of which parts are known."""
    graph = constraint.expr
    made = next((each for each in _SOURCES.get(graph.__class__, ()) if each.takes(graph)), None)
    return None if made is None else made(encoder, constraint, graph)


__all__ = ["Source", "source_of"]
