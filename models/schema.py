"""Rulebooks and puzzles as pydantic sees them: it checks documents and makes the JSON Schema for editors."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from cluewright.models.documents import Puzzle, Rulebook
from cluewright.models.parts import Part


def json_schema(kind: Any = Rulebook | Puzzle, title: str = "cluewright rulebook or puzzle") -> dict[str, object]:
    """The schema of a kind of document; at first, one that accepts rulebooks and puzzles."""
    schema = TypeAdapter(kind).json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = title
    return schema


@cache
def checker(part: type[Part]) -> TypeAdapter[Any]:
    """What turns data into a part, or raises pydantic's ValidationError."""
    return TypeAdapter(part)
