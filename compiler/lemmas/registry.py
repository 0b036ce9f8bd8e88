"""Which class treats which graph constraint."""

from __future__ import annotations

from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.cnf import Encoder
from cluewright.compiler.lemmas.acyclic import AcyclicLemmas
from cluewright.compiler.lemmas.base import GraphLemmas
from cluewright.compiler.lemmas.connected import ConnectedLemmas
from cluewright.compiler.lemmas.equal_groups import EqualGroupLemmas
from cluewright.compiler.lemmas.joined_groups import JoinedGroupLemmas
from cluewright.compiler.lemmas.lines import LoopLemmas, PathLemmas
from cluewright.compiler.lemmas.matched import MatchedLemmas
from cluewright.compiler.lemmas.seeded_groups import SeededGroupLemmas
from cluewright.compiler.lemmas.separated import SeparatedLemmas
from cluewright.compiler.lemmas.twin_groups import TwinGroupLemmas

_CLASSES: Final[dict[type[ir.GraphConstraint], Any]] = {
    ir.Connected: ConnectedLemmas,
    ir.Loop: LoopLemmas,
    ir.Path: PathLemmas,
    ir.Acyclic: AcyclicLemmas,
    ir.Separated: SeparatedLemmas,
    ir.Matched: MatchedLemmas,
    ir.EqualGroups: EqualGroupLemmas,
    ir.SeededGroups: SeededGroupLemmas,
    ir.JoinedGroups: JoinedGroupLemmas,
    ir.TwinGroups: TwinGroupLemmas,
}


def lemmas_for(encoder: Encoder, constraint: ir.GraphConstraint, guard: int | None) -> GraphLemmas:
    """The lemma generator of a graph constraint."""
    generator: GraphLemmas = _CLASSES[constraint.__class__](encoder, constraint, guard)
    return generator
