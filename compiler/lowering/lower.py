"""Lowering: a model is taken through the passes of a target until it says only what the target takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cluewright.compiler.lowering.automata import unroll
from cluewright.compiler.lowering.clauses import split
from cluewright.compiler.lowering.encode import encode
from cluewright.compiler.lowering.implied import add_implied
from cluewright.compiler.lowering.known import fold_known
from cluewright.compiler.lowering.tables import clean_tables
from cluewright.compiler.lowering.targets import USUAL, Target
from cluewright.compiler.lowering.views import read_views
from cluewright.compiler.model import Model

#: From a model to the same puzzle, nearer to what the target takes.
Pass = Callable[[Model, Target, Mapping[str, str]], Model]

PASSES: Final[dict[str, Pass]] = {
    "known": fold_known,
    "implied": add_implied,
    "views": read_views,
    "encode": encode,
    "automata": unroll,
    "split": split,
    "tables": clean_tables,
}


def lower(model: Model, target: Target, encodings: Mapping[str, str] | None = None) -> Model:
    """The same puzzle in the constraints that the target takes; auxiliary variables are in `auxiliary`."""
    chosen = {**USUAL, **target.encodings, **(encodings or {})}
    target = target.without(encodings or ())  # whoever chooses an encoding means it
    for name in target.passes:
        model = PASSES[name](model, target, chosen)
    return model
