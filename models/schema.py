"""The JSON Schema of rulebooks and puzzles, for editors."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from cluewright.models.documents import Puzzle, Rulebook


def json_schema() -> dict[str, Any]:
    """One schema that accepts either kind of document."""
    schema = TypeAdapter(Rulebook | Puzzle).json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "cluewright rulebook or puzzle"
    return schema
