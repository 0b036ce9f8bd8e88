"""A puzzle made smaller, piece by piece, for as long as it shows the same fault."""

from __future__ import annotations

import copy
import re
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import yaml

from cluewright.laboratory.random.random_puzzles import written

#: Where an expression falls into parts.
_JOINTS: Final = re.compile(
    r" and | or | implies | iff | not in | in | if | else | for |==|!=|<=|>=|<|>| \+ | - | \* | // | % |,|\.\."
)
_SIMPLE: Final = ("true", "false", "0", "1", "[]")
_OPEN: Final = {"(": ")", "[": "]", "{": "}"}

Path = tuple[str | int, ...]


def shrink(text: str, same: Callable[[str], bool], seconds: float = 60.0) -> str:
    """The smallest text that was found within the time for which `same` still holds."""
    documents = [d for d in yaml.safe_load_all(text) if d]
    deadline = time.monotonic() + seconds
    improved = True
    while improved:
        improved = False
        for smaller in _smaller(documents):
            if time.monotonic() > deadline:
                return _text(documents)
            if same(_text(smaller)):
                documents, improved = smaller, True
                break
    return _text(documents)


def _text(documents: list[Any]) -> str:
    return "---\n".join(written(document) for document in documents)


def _smaller(documents: list[object]) -> Iterator[list[object]]:
    """The same documents with one thing less: whole entries first, parts of expressions last."""
    paths = list(_paths(documents))
    for path in paths:
        if len(path) > 1 and path[-1] not in ("rule", "holds", "puzzle", "rules", "over", "values"):
            smaller = copy.deepcopy(documents)
            holder = _at(smaller, path[:-1])
            del holder[path[-1]]
            yield smaller
    for path in paths:
        value = _at(documents, path)
        if path[-1] == "holds" and isinstance(value, list) and len(value) == 1:
            yield _with(documents, path, value[0])
        elif isinstance(value, str) and _is_expression(path):
            for text in _simpler(value):
                yield _with(documents, path, text)


def _is_expression(path: Path) -> bool:
    return bool({"holds", "each", "define"} & set(path))


def _paths(data: object, path: Path = ()) -> Iterator[Path]:
    entries: Any = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in entries:
        yield (*path, name)
        yield from _paths(value, (*path, name))


def _at(data: Any, path: Path) -> Any:
    for part in path:
        data = data[part]
    return data


def _with(documents: list[object], path: Path, value: object) -> list[object]:
    changed = copy.deepcopy(documents)
    _at(changed, path[:-1])[path[-1]] = value
    return changed


def _simpler(text: str) -> Iterator[str]:
    """The expression with one of its parts put in place of a larger one, or replaced by something simple."""
    parts = sorted(set(_parts(text)), key=lambda part: part[0] - part[1])
    for start, end in parts:
        whole = text[start:end]
        inner = [(a, b) for a, b in parts if start <= a and b <= end and (a, b) != (start, end)]
        for a, b in sorted(inner, key=lambda part: part[1] - part[0]):
            yield text[:start] + text[a:b] + text[end:]
        for simple in _SIMPLE:
            if len(simple) < len(whole):
                yield text[:start] + simple + text[end:]
        if text[end : end + 1] == ",":
            yield text[:start] + text[end + 1 :].lstrip()
        elif text[:start].rstrip().endswith(","):
            yield text[:start].rstrip()[:-1] + text[end:]


def _parts(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """The parts of an expression between joints and brackets, as places in the text."""
    end = len(text) if end is None else end
    if start < end:
        yield start, end
    cuts, depth, opened = [start], 0, start
    quote = ""
    i = start
    while i < end:
        sign = text[i]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        elif sign in _OPEN:
            opened = i + 1 if depth == 0 else opened
            depth += 1
        elif sign in _OPEN.values():
            depth -= 1
            if depth == 0:
                yield from _parts(text, opened, i)
        elif depth == 0 and (joint := _JOINTS.match(text, i)):
            cuts += [i, joint.end()]
            i = joint.end()
            continue
        i += 1
    cuts.append(end)
    if len(cuts) > 2:
        for a, b in zip(cuts[::2], cuts[1::2], strict=True):
            piece = text[a:b]
            left = a + len(piece) - len(piece.lstrip())
            right = left + len(piece.strip())
            if left < right:
                yield from _parts(text, left, right)
