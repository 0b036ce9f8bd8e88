"""What solvers of the XCSP3 competitions print: a verdict after `s`, an instantiation after `v`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import Final

#: Verdicts of a solver that has none.
NOTHING_FOUND: Final = ("UNKNOWN", "UNSUPPORTED")

_STATUS: Final = re.compile(r"^s\s+(.*?)\s*$", re.MULTILINE)
_TRIPLE: Final = re.compile(r"(-?\d+)(?:x(\d+))?|(\*)(?:x(\d+))?")
_ESCAPES: Final = re.compile(r"\x1b\[[0-9;]*m")
_VALUES: Final = re.compile(r"v(\s|$)")
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
    return _by_name(_expand(listed, frozenset(names)), given)


def _by_name(identifiers: list[str], given: str) -> dict[str, int | None]:
    values: list[int | None] = []
    for word in given.split():
        match = _TRIPLE.fullmatch(word)
        if match is None:
            raise ValueError(f"'{word[:40]}' is no value")
        value = None if match[3] else int(match[1])
        values += [value] * int(match[2] or match[4] or 1)
        if len(values) > len(identifiers):
            break
    if len(identifiers) != len(values):
        raise ValueError(f"its instantiation has {len(identifiers)} variables but another number of values")
    result = dict(zip(identifiers, values, strict=True))
    if len(result) != len(identifiers):
        raise ValueError("its instantiation names a variable twice")
    return result


@lru_cache(maxsize=8)
def _expand(listed: str, names: frozenset[str]) -> list[str]:
    """Identifiers of the file; `x[]` and `x[2][]` stand for all elements, in the order of the file."""
    arrays: dict[str, list[str]] = {}
    for name in _in_file_order(names):
        arrays.setdefault(name.partition("[")[0], []).append(name)
    found: list[str] = []
    for word in listed.split():
        if word in names:
            found.append(word)
            continue
        pattern = re.escape(word).replace(r"\[\]", r"\[\d+\]")
        pattern = re.sub(
            r"\\\[(\d+)\\\.\\\.(\d+)\\\]",
            lambda m: rf"\[(?:{'|'.join(map(str, range(int(m[1]), int(m[2]) + 1)))})\]",
            pattern,
        )
        members = [name for name in arrays.get(word.partition("[")[0], ()) if re.fullmatch(pattern, name)]
        if not members:
            raise ValueError(f"it gave a value to '{word[:40]}', which is not in the file")
        found += members
    return found


def _in_file_order(names: Collection[str]) -> list[str]:
    return sorted(names, key=lambda name: [int(n) for n in re.findall(r"\[(\d+)\]", name)])


def nodes(output: str) -> int:
    """The size of the search, where a solver tells it in a way we know (Choco, ACE)."""
    match = re.search(r"(\d[\d,]*) [Nn]odes", output) or re.search(
        r"^d WRONG DECISIONS\s+(\d[\d,]*)", output, re.MULTILINE
    )
    return int(match[1].replace(",", "")) if match else 0
