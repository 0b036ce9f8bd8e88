"""Puzzles that are just being begun: what a rulebook demands of a finished one is not demanded yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cluewright.models.documents import ClueSpec, Rulebook, UnknownSpec
from cluewright.models.loading import LoadedPuzzle, LoadedRulebook


def relaxed(loaded: LoadedPuzzle) -> Iterator[LoadedPuzzle]:
    """The same puzzle by rules that demand less and less: layers may be empty; nothing has to hold, and what is to be
    found does not depend on clues any more; there is nothing to be found."""
    for level in (0, 1, 2):
        yield replace(loaded, rulebooks=tuple(_relaxed(each, level) for each in loaded.rulebooks))


def _relaxed(loaded: LoadedRulebook, level: int) -> LoadedRulebook:
    book = loaded.rulebook
    given = {name: getattr(book, name) for name in book.model_fields_set}
    given["clues"] = {name: _optional(spec) for name, spec in book.clues.items()}
    if level > 0:
        given |= {"constraints": [], "strategies": []}
        given["unknowns"] = {name: _plain(spec) for name, spec in book.unknowns.items()}
    if level > 1:
        given |= {"unknowns": {}, "draw": {name: style for name, style in book.draw.items() if name in book.clues}}
        given["define"] = {}
    return replace(loaded, rulebook=Rulebook(**given))


def _optional(spec: ClueSpec) -> ClueSpec:
    return ClueSpec(**{name: getattr(spec, name) for name in spec.model_fields_set if name != "required"})


def _plain(spec: UnknownSpec) -> UnknownSpec:
    return UnknownSpec(**{**{name: getattr(spec, name) for name in spec.model_fields_set}, "values": "bool"})
