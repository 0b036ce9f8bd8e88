"""Reading YAML with the place of every value.

YAML 1.2 rules decide what is a number or a truth value (`on`, `no` and `010` stay what they look like). Everything is
bounded, so that a hostile file ends in a clear error: size, depth, number of values, expansion of aliases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from cluewright.models.errors import CluewrightError, Place, Problem
from cluewright.models.quick_yaml import yaml
from cluewright.models.records import field, record
from cluewright.models.showing import Brief

MAX_BYTES: Final = 2_000_000
MAX_DEPTH: Final = 40
MAX_NODES: Final = 200_000

Path = tuple[str | int, ...]

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER: Final = re.compile(r"[-+]?[0-9]+")
_WORDS: Final[dict[str, bool | None]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


@record
class Mark:
    """Where a value starts (line and column from 0) and how it is written (plain, quoted, block)."""

    line: int
    column: int
    style: str | None = None


@record(frozen=False, repr=False)
class Document(Brief):
    """One YAML document: plain data and the mark of every key and value."""

    file: str
    lines: list[str]
    data: Any = None
    values: dict[Path, Mark] = field(default_factory=dict)
    keys: dict[Path, Mark] = field(default_factory=dict)
    #: What readers of its expressions have worked out and need not work out again for another puzzle.
    kept: dict[object, Any] = field(default_factory=dict, compare=False)

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "kept": {}}

    def mark(self, path: Path, key: bool = False) -> Mark:
        """The mark of the value (or key) at a path, or of the nearest one around it."""
        tables = (self.keys, self.values) if key else (self.values, self.keys)
        for length in range(len(path), -1, -1):
            for table in tables:
                if path[:length] in table:
                    return table[path[:length]]
        return Mark(0, 0)

    def place(self, path: Path, key: bool = False) -> Place:
        """The place of a value (or key) for an error message."""
        mark = self.mark(path, key)
        return Place(self.file, mark.line + 1, mark.column + 1)

    def text_place(self, path: Path, offset: int) -> Place:
        """The place of a character inside a scalar value (`offset` counts in the value's own text)."""
        mark = self.mark(path)
        if mark.style in ("|", ">"):
            return self._block_place(mark, offset)
        shift = 1 if mark.style in ("'", '"') else 0
        line = self.lines[mark.line] if mark.line < len(self.lines) else ""
        column = mark.column + shift + offset
        return Place(self.file, mark.line + 1, (column if column <= len(line) else mark.column) + 1)

    def _block_place(self, mark: Mark, offset: int) -> Place:
        number = mark.line + 1
        rows = self.lines[number:]
        indent = min((len(r) - len(r.lstrip()) for r in rows[:1] if r.strip()), default=0)
        for row in rows:
            length = len(row) - indent + 1
            if offset < length:
                return Place(self.file, number + 1, indent + offset + 1)
            offset -= max(length, 1)
            number += 1
        return Place(self.file, mark.line + 1, mark.column + 1)

    def excerpt(self, place: Place) -> str | None:
        """The line of the file that a place is on."""
        return self.lines[place.line - 1].rstrip() if 0 < place.line <= len(self.lines) else None

    def problem(self, message: str, path: Path, hint: str | None = None, key: bool = False) -> Problem:
        """A problem at a path of this document."""
        return self.problem_at(message, self.place(path, key), hint)

    def problem_at(self, message: str, place: Place, hint: str | None = None) -> Problem:
        """A problem at a place in this file, with the line shown."""
        return Problem(message, place, hint, self.excerpt(place))


def read_documents(text: str, file: str) -> list[Document]:
    """All YAML documents of a text."""
    if len(text) > MAX_BYTES:
        raise CluewrightError(Problem(f"the file is larger than {MAX_BYTES // 1_000_000} MB", Place(file)))
    lines = text.splitlines()
    try:
        documents = list(_Reader(file, lines, yaml.parse(text, Loader=_LOADER)).documents())
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(error, file, lines) from None
    except yaml.YAMLError as error:
        raise CluewrightError(Problem(f"not readable as YAML: {error}", Place(file))) from None
    except UnicodeError:
        raise CluewrightError(Problem("the file is not UTF-8 text", Place(file))) from None
    return [d for d in documents if d.data is not None]


def _syntax_error(error: yaml.MarkedYAMLError, file: str, lines: list[str]) -> CluewrightError:
    mark = error.problem_mark or error.context_mark
    place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file)
    excerpt = lines[place.line - 1] if place.line <= len(lines) else None
    context = f" {error.context}" if error.context else ""
    return CluewrightError(
        Problem(f"not valid YAML{context}: {error.problem}", place, _syntax_hint(excerpt or "", place.column), excerpt)
    )


def _syntax_hint(line: str, column: int) -> str | None:
    """How to write what gets in the way of YAML most often, in the last value before the column of the error."""
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return "indent with blanks, not with tabs"
    keys = [found.end() for found in re.finditer(r"(?:holds|each|over|values|\)): *", line[:column])]
    starts = keys and line[keys[-1] : keys[-1] + 1] in tuple("[{'\"")
    if starts or re.match(r" *- *(?:[\['\"]|\{(?! *\w+: ))", line):
        return "put quotes around an expression that starts with [, { or a quote"
    if re.search(r"(?:\w|\)): +!", line):
        return NOT_HINT
    if found := re.search(r"(?:\w|\)): +([?*&@%`|>])", line):
        return f'put quotes around a text that starts with {found[1]}: "{found[1]}..."'
    if re.search(r"\{[^{}]*: ", line):
        return FLOW_HINT
    if line.count(": ") > 1:
        return "put quotes around a text with a colon in it"
    return None


#: How to write what YAML takes apart, and what it takes for a tag.
FLOW_HINT: Final = 'inside of { } put quotes around an expression with a comma, colon or bracket: holds: "x[r1c1] == 1"'
NOT_HINT: Final = 'write `not x`, or put quotes around a text that starts with !: "!..."'


class _Reader:
    """Builds plain data from YAML events, recording marks and enforcing the bounds."""

    def __init__(self, file: str, lines: list[str], events: Iterator[object]) -> None:
        self.file = file
        self.lines = lines
        self.events = events
        self.nodes = 0
        self.anchors: dict[str, tuple[object, int]] = {}

    def documents(self) -> Iterator[Document]:
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                self.document = Document(self.file, self.lines)
                self.anchors = {}
                self.document.data = self.value(next(self.events), ())
                yield self.document

    def fail(self, message: str, event: Any, hint: str | None = None) -> CluewrightError:
        mark = event.start_mark
        place = Place(self.file, mark.line + 1, mark.column + 1)
        return CluewrightError(self.document.problem_at(message, place, hint))

    def value(self, event: Any, path: Path) -> object:
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event)
        before = self.nodes
        self.count(1, event)
        if len(path) > MAX_DEPTH:
            raise self.fail(f"nested deeper than {MAX_DEPTH} levels", event)
        style = getattr(event, "style", None)
        self.document.values[path] = Mark(event.start_mark.line, event.start_mark.column, style)
        if isinstance(event, yaml.ScalarEvent):
            result: object = self.scalar(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            result = self.sequence(path)
        else:
            result = self.mapping(path)
        if event.anchor is not None:
            self.anchors[event.anchor] = (result, self.nodes - before)
        return result

    def count(self, nodes: int, event: object) -> None:
        self.nodes += nodes
        if self.nodes > MAX_NODES:
            raise self.fail(f"more than {MAX_NODES} values in one file", event)

    def alias(self, event: Any) -> object:
        if event.anchor not in self.anchors:
            hint = f'put quotes around a text that starts with *: "*{event.anchor}"'
            raise self.fail(f"the alias '*{event.anchor}' has no anchor before it", event, hint)
        result, size = self.anchors[event.anchor]
        self.count(size, event)
        return result

    def scalar(self, event: Any) -> str | int | bool | None:
        text: str = event.value
        if event.tag is not None and event.tag.startswith("!"):
            raise self.fail(f"YAML takes {event.tag} for a tag", event, NOT_HINT)
        if event.style is None or event.style == "":
            if text in _WORDS:
                return _WORDS[text]
            if _INTEGER.fullmatch(text):
                if len(text) > 18:
                    raise self.fail("a number has more than 18 digits", event)
                return int(text)
        return text

    def sequence(self, path: Path) -> list[object]:
        items: list[object] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self.value(event, (*path, len(items))))
        return items

    def mapping(self, path: Path) -> dict[str | int, object]:
        items: dict[str | int, object] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise self.fail("a key must be a simple word or number", event)
            self.count(1, event)
            key = event.value if not _INTEGER.fullmatch(event.value) or len(event.value) > 18 else int(event.value)
            if key in items:
                raise self.fail(f"the key '{key}' stands here twice", event)
            start: Any = event.start_mark
            self.document.keys[(*path, key)] = Mark(start.line, start.column)
            items[key] = self.value(next(self.events), (*path, key))
        return items
