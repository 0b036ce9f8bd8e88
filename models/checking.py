"""What is wrong with a document: pydantic finds the mistakes, here they get a place and words for puzzlers."""

from __future__ import annotations

import re
from typing import Any, Final, TypeVar, cast, get_args

from pydantic import ValidationError

from cluewright.models.errors import CluewrightError, Problem, did_you_mean
from cluewright.models.parts import Part
from cluewright.models.schema import checker
from cluewright.models.source import FLOW_HINT, Document

#: What to do where YAML read a list or a table instead of a text.
_QUOTED: Final = "put quotes around a text that starts with [ or {"

#: A key that is half of an expression: YAML took it apart at a comma.
_TORN: Final = re.compile(r"[()\[\]=]| (?:in|if|for|and|or) ")

_Part = TypeVar("_Part", bound=Part)


def check_part(kind: type[_Part], document: Document) -> _Part:
    """The part that a document describes; all mistakes are reported together."""
    try:
        found: _Part = checker(cast(Any, kind)).validate_python(document.data)
    except ValidationError as error:
        errors = [e for e in error.errors() if not _is_other_branch(document, e)]
        problems = {(str(p.place), p.message): p for p in (_problem(kind, document, e) for e in errors)}
        raise CluewrightError(*problems.values()) from None
    return found


def _is_other_branch(document: Document, error: Any) -> bool:
    """A puzzle names a rulebook or has it in full: what is written as one is not blamed for not being the other."""
    path = error["loc"]
    if len(path) < 3 or path[0] != "puzzle" or not isinstance(path[1], int):
        return False
    entries = document.data.get("puzzle")
    entry = entries[path[1]] if isinstance(entries, list) else entries
    return bool(path[2] == "str") == isinstance(entry, dict)


def _problem(kind: type[Part], document: Document, error: Any) -> Problem:
    path = error["loc"]
    real = _real_path(document.data, path)
    if error["type"] == "extra_forbidden":
        key = real[-1] if real else "?"
        fields = _fields_at(kind, real[:-1])
        hint = FLOW_HINT if _TORN.search(str(key)) else did_you_mean(str(key), fields) or _expected(fields)
        return document.problem(f"unknown key '{key}'", real, hint, key=True)
    if error["type"] == "missing":
        return document.problem(f"'{path[-1]}' is missing here", real, key=True)
    if error["type"] == "string_pattern_mismatch":
        hint = "write small letters, digits, - and _"
        return document.problem(f"'{error['input']}' is not an identifier", real, hint)
    message = error["msg"].removeprefix("Input should be ").removeprefix("Value error, ")
    shown = error["input"] if isinstance(error["input"], (str, int)) else type(error["input"]).__name__
    torn = error["type"] == "string_type" and isinstance(error["input"], (list, dict))
    return document.problem(f"expected {message}, not '{str(shown)[:40]}'", real, _QUOTED if torn else None)


def _follows(data: object, part: object) -> bool:
    return (isinstance(data, dict) and part in data) or (isinstance(data, list) and isinstance(part, int))


def _real_path(data: Any, path: tuple[Any, ...]) -> tuple[Any, ...]:
    """The path without the parts that name a branch of the schema rather than a key of the file."""
    real: list[object] = []
    for part in path:
        if _follows(data, part):
            real.append(part)
            data = data[part]
    return tuple(real)


def _fields_at(kind: type[Part], path: tuple[object, ...]) -> list[str]:
    """The keys that are allowed at a path, found by following the annotations."""
    current: type[Part] = kind
    for part in path:
        if part in current.model_fields:
            current = _part_in(current.model_fields[part].annotation) or current
    return list(current.model_fields)


def _part_in(annotation: object) -> type[Part] | None:
    """The part that an annotation speaks of, also inside of lists, tables and choices."""
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return annotation
    return next((found for inner in get_args(annotation) if (found := _part_in(inner)) is not None), None)


def _expected(fields: list[str]) -> str:
    return "expected one of " + ", ".join(fields)
