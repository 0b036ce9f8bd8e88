"""What solvers of the XCSP3 competitions print: a verdict after `s`, an instantiation after `v`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Final

#: Verdicts of a solver that has none.
NOTHING_FOUND: Final = ("UNKNOWN", "UNSUPPORTED")

_STATUS: Final = re.compile(r"^s\s+(.*?)\s*$", re.MULTILINE)
_TRIPLE: Final = re.compile(r"(-?\d+)(?:x(\d+))?|(\*)(?:x(\d+))?")
_ESCAPES: Final = re.compile(r"\x1b\[[0-9;]*m")
_VALUES: Final = re.compile(r"v(\s|$)")
_INDEX: Final = re.compile(r"\[(\d+)\]")
#: An array with all of its spans, and what is around each of them.
_ARRAY: Final = re.compile(r"\w+(\[(\d+(\.\.\d+)?)?\])+", re.ASCII)
_SPANS: Final = re.compile(r"\]?\[|\]")
_OPEN, _CLOSE = "<instantiation", "</instantiation>"


def parse_output(text: str, names: Collection[str]) -> tuple[str, dict[str, int | None]]:
    """Status and values of a competition solver's output; ValueError for anything that is not as it should be.

    The instantiation may be spread over several `v` lines; if a solver prints several answers, the last one counts.
    A `v` line with values alone has one for each of the names, in their order.
    """
    text = _ESCAPES.sub("", text)
    found = _STATUS.findall(text)
    statuses = {status.upper() for status in found}
    if not statuses:
        raise ValueError("it gave no verdict")
    if len(statuses) > 1:
        raise ValueError(f"it gave several verdicts: {', '.join(sorted(statuses))}")
    status = statuses.pop()
    if status in ("OPTIMUM FOUND", "SATISFIABLE"):
        return "SATISFIABLE", _last_instantiation(text, names)
    if status not in ("UNSATISFIABLE", *NOTHING_FOUND):
        raise ValueError(f"it gave the unknown verdict '{status}'")
    return status, {}


def instantiations(lines: Iterable[str]) -> Iterator[str]:
    """The answers among the lines that a solver prints, each as soon as it is complete."""
    text = ""
    for line in lines:
        if _VALUES.match(line):
            text += line[1:].strip() + "\n"
            if _CLOSE in line:
                yield text.strip()
                text = ""


def _last_instantiation(text: str, names: Collection[str]) -> dict[str, int | None]:
    lines = [line[1:].strip() for line in text.splitlines() if _VALUES.match(line)]
    joined = "\n".join(lines)
    if lines and "<" not in joined:
        return _by_name(list(names), lines[-1])
    start = joined.rfind(_OPEN)
    end = joined.find(_CLOSE, start)
    if start < 0 or end < 0:
        raise ValueError("it said SATISFIABLE but gave no complete instantiation")
    return parse_instantiation(joined[start : end + len(_CLOSE)], names)


def parse_instantiation(text: str, names: Collection[str]) -> dict[str, int | None]:
    """`<instantiation><list> x[] y </list><values> 1 2x3 * </values></instantiation>` as values by identifier."""
    from lxml import etree  # late: it may be missing

    try:
        node = etree.fromstring(text, etree.XMLParser(resolve_entities=False))
    except etree.XMLSyntaxError as error:
        raise ValueError(f"its instantiation is no XML: {error}") from None
    listed, given = node.findtext("list"), node.findtext("values")
    if listed is None or given is None:
        raise ValueError("its instantiation has no list or no values")
    known = frozenset(names)
    identifiers = _expand(listed, known)
    values = _values(given, len(identifiers))
    holes = [name not in known for name in identifiers]
    # ACE gives `*` to places of an array where there is no variable, others leave them out
    if len(values) == len(identifiers):
        if any(value is not None for value, hole in zip(values, holes, strict=True) if hole):
            raise ValueError("it gave a value to a place of an array that is not in the file")
        values = [value for value, hole in zip(values, holes, strict=True) if not hole]
    return _paired([name for name in identifiers if name in known], values)


def _by_name(identifiers: list[str], given: str) -> dict[str, int | None]:
    return _paired(identifiers, _values(given, len(identifiers)))


def _values(given: str, most: int) -> list[int | None]:
    """The values of a list, or some more than there should be at most."""
    values: list[int | None] = []
    for word in given.split():
        match = _TRIPLE.fullmatch(word)
        if match is None:
            raise ValueError(f"'{word[:40]}' is no value")
        value = None if match[3] else int(match[1])
        values += [value] * int(match[2] or match[4] or 1)
        if len(values) > most:
            break
    return values


def _paired(identifiers: list[str], values: list[int | None]) -> dict[str, int | None]:
    if len(identifiers) != len(values):
        raise ValueError(f"its instantiation has {len(identifiers)} variables but another number of values")
    result = dict(zip(identifiers, values, strict=True))
    if len(result) != len(identifiers):
        raise ValueError("its instantiation names a variable twice")
    return result


@lru_cache(maxsize=8)
def _expand(listed: str, names: frozenset[str]) -> list[str]:
    """Identifiers of the file; `x[]` and `x[2][]` stand for all elements, in the order of the file. Places of an array
    that has none in the file are there too."""
    sizes: dict[str, list[int]] = {}
    for name in names:
        places = [int(place) + 1 for place in _INDEX.findall(name)]
        known = sizes.setdefault(name.partition("[")[0], places)
        known[:] = map(max, known, places)
    found: list[str] = []
    for word in listed.split():
        if word in names:
            found.append(word)
            continue
        name, *spans = _SPANS.split(word)[:-1] if _ARRAY.fullmatch(word) else [word]
        size = sizes.get(name, ())
        if not spans or len(spans) != len(size):
            raise ValueError(f"it gave a value to '{word[:40]}', which is not in the file")
        ranges = [_places(span, length) for span, length in zip(spans, size, strict=True)]
        members = [name + "".join(f"[{place}]" for place in spot) for spot in product(*ranges)]
        if names.isdisjoint(members):
            raise ValueError(f"it gave a value to '{word[:40]}', which is not in the file")
        found += members
    return found


def _places(span: str, length: int) -> range:
    """`2`, `2..4`, or nothing for all."""
    first, _, last = span.partition("..")
    return range(int(first), min(int(last or first) + 1, length)) if span else range(length)


def nodes(output: str) -> int:
    """The size of the search, where a solver tells it in a way we know (Choco, ACE)."""
    match = re.search(r"(\d[\d,]*) [Nn]odes", output) or re.search(
        r"^d WRONG DECISIONS\s+(\d[\d,]*)", output, re.MULTILINE
    )
    return int(match[1].replace(",", "")) if match else 0
