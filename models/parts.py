"""Parts of documents: light classes that know what they may say.

pydantic explains the mistakes in a document and makes the JSON Schema, from the same annotations. It is imported only
then, because that takes longer than solving most puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar, Final, Self, cast, dataclass_transform

_MISSING: Final = object()


class FieldInfo:
    """What may stand under one key of a part."""

    __slots__ = ("annotation", "default", "default_factory", "description")

    def __init__(self, default: object, default_factory: Callable[[], object] | None, description: str | None) -> None:
        self.annotation: object = None
        self.default = default
        self.default_factory = default_factory
        self.description = description

    @property
    def is_required(self) -> bool:
        """Whether the key must be there."""
        return self.default is _MISSING and self.default_factory is None

    def get_default(self) -> object:
        """The value where the key is not there."""
        return self.default if self.default_factory is None else self.default_factory()


def Field(  # noqa: N802 - it reads like the class it makes
    *, default: object = _MISSING, default_factory: Callable[[], object] | None = None, description: str | None = None
) -> Any:
    """Describe a key; without a default it is required."""
    return FieldInfo(default, default_factory, description)


class Convert:
    """In an annotation: the value as it is written is converted by a function first."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[[object], object]) -> None:
        self.function = function

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> object:
        from pydantic_core import core_schema  # late: a quick start

        return core_schema.no_info_before_validator_function(self.function, handler(source))

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> object:
        """For editors: a list of one may stand without brackets, a number or truth value without quotes, and a name
        for a table that has nothing else in it."""
        schema = handler(core)
        if schema.get("type") == "array":
            return {"anyOf": [schema["items"], schema]}
        if schema.get("type") == "string":
            return {**schema, "type": ["string", "number", "boolean"]}
        return {"anyOf": [{"type": "string"}, schema]} if "$ref" in schema or "properties" in schema else schema


class Limits:
    """In an annotation of text: how long it may be, and a pattern for all of it."""

    __slots__ = ("max_length", "pattern")

    def __init__(self, *, max_length: int | None = None, pattern: str | None = None) -> None:
        self.max_length = max_length
        self.pattern = pattern

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> object:
        from pydantic_core import core_schema  # late: a quick start

        return core_schema.str_schema(max_length=self.max_length, pattern=self.pattern)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(Field,))
class Part:
    """Base of all parts: the annotations of a class are its keys. The names of its members are those of pydantic."""

    model_fields: ClassVar[dict[str, FieldInfo]] = {}
    #: The keys that were given.
    model_fields_set: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        cls.model_fields = {}
        for name, annotation in cls.__annotations__.items():
            default = cls.__dict__.get(name, _MISSING)
            field = default if isinstance(default, FieldInfo) else FieldInfo(default, None, None)
            field.annotation = annotation
            cls.model_fields[name] = field

    def __init__(self, **given: object) -> None:
        for name, field in self.model_fields.items():
            self.__dict__[name] = given[name] if name in given else field.get_default()
        self.__dict__["model_fields_set"] = frozenset(given)

    def model_copy(self, *, update: Mapping[str, object]) -> Self:
        """The same with other values for some keys."""
        given = {name: self.__dict__[name] for name in self.model_fields if name in self.model_fields_set}
        return type(self)(**{**given, **update})

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} does not change")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __repr__(self) -> str:
        given = (f"{name}={self.__dict__[name]!r}" for name in self.model_fields if name in self.model_fields_set)
        return f"{type(self).__name__}({', '.join(given)})"

    def model_dump(self, *, exclude_none: bool = False) -> dict[str, object]:
        """The part as plain data."""
        values = {name: self.__dict__[name] for name in self.model_fields}
        return {n: _plain(v, exclude_none) for n, v in values.items() if not (exclude_none and v is None)}

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> object:
        """Checked like a model with the same fields, whose values then make the part."""
        from pydantic_core import core_schema  # late: a quick start

        def make(checked: Any) -> Part:
            return cls(**{name: getattr(checked, name) for name in checked.model_fields_set})

        return core_schema.no_info_after_validator_function(make, handler.generate_schema(_model(cast(Any, cls))))


@cache
def _model(part: type[Part]) -> object:
    """The part as a model of pydantic. Unknown keys are errors, so that a misspelt one is found."""
    import pydantic  # late: a quick start

    fields: dict[str, Any] = {}
    for name, field in part.model_fields.items():
        if field.default_factory is not None:
            info = pydantic.Field(default_factory=field.default_factory, description=field.description)
        else:
            default = ... if field.is_required else field.default
            info = pydantic.Field(default=default, description=field.description)
        fields[name] = (field.annotation, info)
    config = pydantic.ConfigDict(extra="forbid")
    return pydantic.create_model(part.__name__, __config__=config, __doc__=part.__doc__, **fields)


def _plain(value: object, exclude_none: bool) -> object:
    if isinstance(value, Part):
        return value.model_dump(exclude_none=exclude_none)
    if isinstance(value, dict):
        return {key: _plain(item, exclude_none) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item, exclude_none) for item in value]
    return value
