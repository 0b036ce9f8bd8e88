"""Reading an answer, full or partial: what `solve --json` prints, or the same layers as text grids in YAML."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cluewright.compiler.clues import ClueReader
from cluewright.compiler.elements import Seq
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import UnknownLayer
from cluewright.compiler.values import ValueSpec
from cluewright.models.errors import CluewrightError, Place, Problem, did_you_mean
from cluewright.models.source import Document, read_documents


def from_data(puzzle: CompiledPuzzle, data: Mapping[Any, Any], file: str = "<answer>") -> dict[Var, int]:
    """The answer that plain data describes, full or partial."""
    return read_answer(puzzle, json.dumps(data, ensure_ascii=False), file)


def read_answer(puzzle: CompiledPuzzle, text: str, file: str) -> dict[Var, int]:
    """The values that the text gives; unknowns it does not mention are left out."""
    documents = read_documents(text, file)
    if len(documents) != 1 or not isinstance(documents[0].data, dict):
        raise CluewrightError(
            Problem("expected one answer: layers by name", Place(file), "as `cluewright solve --json` prints")
        )
    document = documents[0]
    path: tuple[str | int, ...] = ()
    data = document.data
    if isinstance(data.get("solutions"), list):
        if not data["solutions"]:
            raise CluewrightError(document.problem("there is no solution in this answer", ("solutions",)))
        path, data = ("solutions", 0), data["solutions"][0]
    answer: dict[Var, int] = {}
    for name, given in data.items():
        layer = puzzle.model.unknowns.get(str(name))
        if layer is None:
            hint = did_you_mean(str(name), puzzle.model.unknowns)
            raise CluewrightError(
                document.problem(f"this puzzle has no unknowns named '{name}'", (*path, name), hint, key=True)
            )
        answer.update(_read_layer(puzzle, layer, given, document, (*path, name)))
    return answer


def _read_layer(
    puzzle: CompiledPuzzle, layer: UnknownLayer, given: object, document: Document, path: tuple[str | int, ...]
) -> dict[Var, int]:
    numbers = sorted({value for var in layer.variables.values() for value in var.domain if value not in layer.words})
    spec = ValueSpec(ranges=[(n, n) for n in numbers], words=list(layer.words.values()), is_bool=layer.is_bool)
    reader = ClueReader(layer.name, spec, Seq(layer.variables), puzzle.board, document, path)
    codes = {word: code for code, word in layer.words.items()}
    return {layer.variables[e]: int(codes.get(v, v)) for e, v in reader.read(given).items()}
