"""Rulebooks and puzzles as pydantic sees them: it checks documents and makes the JSON Schema for editors."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import pydantic
from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, TypeAdapter
from pydantic_core import CoreSchema, core_schema

from cluewright.models.documents import Puzzle, Rulebook
from cluewright.models.parts import FieldInfo, Part


def json_schema(kind: Any = Rulebook | Puzzle, title: str = "cluewright rulebook or puzzle") -> dict[str, Any]:
    """The schema of a kind of document; at first, one that accepts rulebooks and puzzles."""
    schema = TypeAdapter(kind).json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = title
    return schema


@cache
def checker(part: type[Part]) -> TypeAdapter[Any]:
    """What turns data into a part, or raises pydantic's ValidationError."""
    return TypeAdapter(part)


def core_schema_of(part: type[Part], handler: GetCoreSchemaHandler) -> CoreSchema:
    """How pydantic checks a part: like a model with the same fields, whose values then make the part."""

    def make(checked: BaseModel) -> Part:
        return part(**{name: getattr(checked, name) for name in checked.model_fields_set})

    return core_schema.no_info_after_validator_function(make, handler.generate_schema(_model(cast(Any, part))))


@cache
def _model(part: type[Part]) -> type[BaseModel]:
    """Unknown keys are errors, so that a misspelt one is found."""
    fields: dict[str, Any] = {name: (field.annotation, _field(field)) for name, field in part.model_fields.items()}
    return pydantic.create_model(part.__name__, __config__=ConfigDict(extra="forbid"), __doc__=part.__doc__, **fields)


def _field(field: FieldInfo) -> Any:
    if field.is_required:
        return pydantic.Field(description=field.description)
    if field.default_factory is not None:
        return pydantic.Field(default_factory=field.default_factory, description=field.description)
    return pydantic.Field(default=field.default, description=field.description)
