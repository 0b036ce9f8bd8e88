"""From plain data to parts of documents, quickly.

Whatever is not plainly fine is refused and left to `models.checking`, which says what is wrong. Both follow the
annotations of the same classes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin

from cluewright.models.parts import Convert, Limits, Part

_Part = TypeVar("_Part", bound=Part)

#: Turns data into a value, or raises _RefusedError.
_Reader = Callable[[Any], Any]


class _RefusedError(Exception):
    """The data is not plainly fine."""


def read_part(kind: type[_Part], data: object) -> _Part | None:
    """The part that the data describes, or None if something may be wrong with it."""
    try:
        found: _Part = _reader(cast(Any, kind))(data)
    except _RefusedError:
        return None
    return found


@cache
def _reader(annotation: Any) -> _Reader:
    """The function that reads what an annotation allows."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation in (object, Any):
        return lambda data: data
    if annotation in (str, int, bool, None, type(None)):
        return _exactly(type(None) if annotation is None else annotation)
    if origin is list:
        return _list_of(_reader(*arguments))
    if origin is dict:
        return _dict_of(*map(_reader, arguments))
    if origin is Literal:
        return _one_of(arguments)
    if origin in (Union, UnionType):
        return _first_of([_reader(argument) for argument in arguments])
    if origin is Annotated:
        reader = _reader(arguments[0])
        for mark in arguments[1:]:
            reader = _marked(mark, reader)
        return reader
    if issubclass(annotation, Part):
        return _part(annotation)
    raise TypeError(f"a part cannot have a field of type {annotation}")


def _exactly(kind: type) -> _Reader:
    def read(data: object) -> object:
        if type(data) is not kind:
            raise _RefusedError
        return data

    return read


def _one_of(allowed: tuple[object, ...]) -> _Reader:
    def read(data: object) -> object:
        if type(data) is not str or data not in allowed:
            raise _RefusedError
        return data

    return read


def _list_of(item: _Reader) -> _Reader:
    def read(data: object) -> list[object]:
        if type(data) is not list:
            raise _RefusedError
        return [item(entry) for entry in data]

    return read


def _dict_of(key: _Reader, value: _Reader) -> _Reader:
    def read(data: object) -> dict[object, object]:
        if type(data) is not dict:
            raise _RefusedError
        return {key(name): value(entry) for name, entry in data.items()}

    return read


def _first_of(readers: list[_Reader]) -> _Reader:
    """The kinds of data in a union exclude each other, so the first that takes it is the only one."""

    def read(data: object) -> object:
        for reader in readers:
            try:
                return reader(data)
            except _RefusedError:
                continue
        raise _RefusedError

    return read


def _marked(mark: object, reader: _Reader) -> _Reader:
    """A reader that heeds a mark of an annotation."""
    if isinstance(mark, Convert):
        convert = mark.function
        return lambda data: reader(convert(data))
    if isinstance(mark, Limits):
        return _limited(mark, reader)
    raise TypeError(f"an annotation cannot be marked with {mark}")


def _limited(limits: Limits, reader: _Reader) -> _Reader:
    def read(data: object) -> object:
        text = reader(data)
        if limits.max_length is not None and len(text) > limits.max_length:
            raise _RefusedError
        if limits.pattern is not None and not re.fullmatch(limits.pattern, text):
            raise _RefusedError
        return text

    return read


def _part(kind: type[Part]) -> _Reader:
    readers = {name: _reader(field.annotation) for name, field in kind.model_fields.items()}
    required = {name for name, field in kind.model_fields.items() if field.is_required}

    def read(data: object) -> Part:
        if type(data) is not dict or not required <= data.keys() <= readers.keys():
            raise _RefusedError
        return kind(**{name: readers[name](value) for name, value in data.items()})

    return read
