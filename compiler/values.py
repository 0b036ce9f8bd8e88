"""What values a clue or an unknown may have, and how they are written."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.elements import Seq, Text, constant
from cluewright.models.errors import LanguageError, did_you_mean
from cluewright.models.records import field, record

_DOTS: Final = re.compile(r"\.\.")
_OR: Final = re.compile(r"\s+or\s+")
_QUOTED: Final = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_WORD: Final = re.compile(r"[^\W\d][\w-]*")
_COUNTED: Final = re.compile(r"(\d+)([^\d\s]+)")
_NUMBER: Final = re.compile(r"[-+]?\d+")
_TRUE_SIGNS: Final = ("true", "x", "o", "*", "1", "#", "yes")

#: Names of lists of directions, which are values, and the signs that stand for directions.
_DIRECTIONS: Final = ("directions", "diagonal_directions")
_ARROWS: Final = {
    "^": "up",
    "v": "down",
    "<": "left",
    ">": "right",
    "↑": "up",
    "↓": "down",
    "←": "left",
    "→": "right",
    "↗": "upright",
    "↘": "downright",
    "↙": "downleft",
    "↖": "upleft",
}

#: Longest text of a `values:`.
MAX_TEXT: Final = 20_000

#: Evaluates an expression such as `size` to a known value.
Evaluate = Callable[[str], Any]


@record(frozen=False)
class ValueSpec:
    """A set of allowed values: ranges of numbers (open at the top if None) and words."""

    ranges: list[tuple[int, int | None]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    is_list: bool = False
    is_bool: bool = False
    is_regions: bool = False
    is_any: bool = False
    symbols: dict[str, object] = field(default_factory=dict)

    def numbers(self) -> list[int]:
        """All allowed numbers; an open range has none."""
        found: list[int] = []
        for low, high in self.ranges:
            if high is None:
                raise LanguageError("an unknown needs a range with an end, such as 1..9")
            if high - low > 100_000:
                raise LanguageError(f"an unknown cannot have {high - low + 1} values")
            found.extend(range(low, high + 1))
        return found

    def allows(self, number: int) -> bool:
        """Whether a number is in one of the ranges."""
        return any(low <= number and (high is None or number <= high) for low, high in self.ranges)

    def __str__(self) -> str:
        parts = [f"{a}.." if b is None else str(a) if a == b else f"{a}..{b}" for a, b in self.ranges]
        parts += [f"'{word}'" for word in self.words]
        return " or ".join(parts) or "anything"

    def read(self, raw: object) -> object:
        """A value as written in a puzzle, checked."""
        if self.is_list:
            return Seq(self._single(piece) for part in _parts(raw) for piece in self._pieces(part))
        return self._single(raw)

    def _pieces(self, part: object) -> tuple[object, ...]:
        """In a list, `3r` is short for `3 r` where r is a word or sign."""
        match = _COUNTED.fullmatch(part) if isinstance(part, str) and part not in self.words else None
        if match and (match[2] in self.symbols or match[2] in self.words):
            return match.groups()
        return (part,)

    def _single(self, raw: object) -> object:
        raw = raw.strip() if isinstance(raw, str) else raw
        raw = self.symbols.get(str(raw).lower() if isinstance(raw, bool) else str(raw), raw)
        if self.is_bool:
            if str(raw).lower() not in (*_TRUE_SIGNS, "false", "0", "no"):
                raise LanguageError(f"'{raw}' is neither true nor false", hint="mark a place with x")
            return str(raw).lower() in _TRUE_SIGNS
        if isinstance(raw, str) and _NUMBER.fullmatch(raw) and raw not in self.words:
            raw = _whole_number(raw)
        if self.is_any:
            return constant(raw)
        if isinstance(raw, int) and not isinstance(raw, bool):
            if self.allows(raw):
                return raw
            raise LanguageError(f"the value {raw} is out of range: expected {self}")
        if str(raw) in self.words:
            return Text(raw)
        raise LanguageError(
            f"'{raw}' is not a possible value: expected {self}", hint=did_you_mean(str(raw), self.words)
        )


def _whole_number(text: str) -> int:
    """The number that a clue consists of."""
    if len(text) > 11 or abs(int(text)) > ir.MAX_VALUE:
        raise LanguageError(f"a number exceeds {ir.MAX_VALUE}")
    return int(text)


def _parts(raw: object) -> list[Any]:
    if isinstance(raw, list):
        return raw
    if isinstance(raw, int):
        return [raw]
    if "\\" in str(raw):  # as on the halves of a cell that is cut by a diagonal; one of them may be empty
        return [part.strip() for part in str(raw).split("\\")]
    return str(raw).replace(",", " ").split()


def check_length(spec: object) -> None:
    """Refuse what is too long to be looked at."""
    if len(str(spec)) > MAX_TEXT:
        raise LanguageError("this says too much about the possible values")


def parse_values(spec: object, evaluate: Evaluate) -> ValueSpec:
    """Read the `values:` of a clue or an unknown."""
    result = ValueSpec()
    check_length(spec)
    if spec is None:
        result.is_any = True
    elif isinstance(spec, list):
        result.is_list = is_list_of(spec)
        for part in alternatives(spec[0]) if result.is_list else spec:
            _add(result, part, evaluate)
    elif isinstance(spec, dict):
        for symbol, word in spec.items():
            _add(result, word, evaluate)
            result.symbols[str(symbol)] = word
    else:
        for part in alternatives(spec) if isinstance(spec, str) else [spec]:
            _add(result, part, evaluate)
    _check(result)
    return result


def _check(spec: ValueSpec) -> None:
    """Truth values stand alone, and a word that looks like one of the numbers would never be read."""
    if spec.is_bool and (spec.words or spec.ranges != [(0, 1)]):
        raise LanguageError("`bool` cannot be one of several kinds of values", hint="write `values: bool` alone")
    for word in spec.words if spec.ranges else ():
        if _NUMBER.fullmatch(word) and spec.allows(_whole_number(word)):
            raise LanguageError(f"the word '{word}' and the number {word} would look alike")


def is_list_of(spec: object) -> bool:
    """Whether each value is a list: `[1..]`, `["up or down"]`."""
    only = spec[0] if isinstance(spec, list) and len(spec) == 1 else None
    return isinstance(only, str) and (".." in only or len(alternatives(only)) > 1)


def alternatives(text: str) -> list[str]:
    """The parts of a text that `or` stands between."""
    return _split(text, _OR)


def _split(text: str, separator: re.Pattern[str]) -> list[str]:
    """Cut a text at a separator, but not inside brackets or quotes."""
    parts: list[str] = []
    depth = start = 0
    tokens = re.compile(rf"'[^']*'|\"[^\"]*\"|[(\[{{]|[)\]}}]|{separator.pattern}")
    for token in tokens.finditer(text):
        if token[0] in ("(", "[", "{"):
            depth += 1
        elif token[0] in (")", "]", "}"):
            depth -= 1
        elif depth == 0 and token[0][0] not in "'\"":
            parts.append(text[start : token.start()])
            start = token.end()
    return [*parts, text[start:]]


def _add(result: ValueSpec, part: object, evaluate: Evaluate) -> None:
    """Add one alternative: a range, a quoted or bare word, a number, or one of the special words."""
    if isinstance(part, bool):
        raise _lonely_truth()
    text = str(part).strip()
    quoted = _QUOTED.fullmatch(text)
    limits = _split(text, _DOTS)
    if quoted:
        result.words.append(quoted[1] if quoted[1] is not None else quoted[2])
    elif text == "bool":
        result.is_bool = True
        result.ranges.append((0, 1))
    elif text == "regions":
        result.is_regions = True
    elif text in _DIRECTIONS:
        words = [str(direction) for direction in evaluate(text)]
        result.words += words
        result.symbols |= {arrow: word for arrow, word in _ARROWS.items() if word in words}
    elif text in ("any", "words"):
        result.is_any = True
    elif len(limits) == 2 and limits[0].strip():
        low = evaluate(limits[0])
        high = evaluate(limits[1]) if limits[1].strip() else None
        if not isinstance(low, int) or not isinstance(high, (int, type(None))):
            raise LanguageError(f"'{text}' is not a range of known numbers")
        result.ranges.append((low, high))
    elif re.fullmatch(r"[-+]?\d{1,18}", text):
        result.ranges.append((int(text), int(text)))
    elif _WORD.fullmatch(text) or (text and not re.search(r"\s", text) and not re.search(r"[\w(]", text)):
        result.words.append(text)
    else:
        _add_computed(result, evaluate(text), text)


def _add_computed(result: ValueSpec, computed: object, text: str) -> None:
    if isinstance(computed, bool):
        raise _lonely_truth()
    if isinstance(computed, int):
        result.ranges.append((computed, computed))
    elif isinstance(computed, tuple):
        for value in computed:
            _add_computed(result, value, text)
    elif isinstance(computed, str):
        result.words.append(str(computed))
    else:
        raise LanguageError(f"'{text}' does not say which values are possible")


def _lonely_truth() -> LanguageError:
    return LanguageError("a truth value cannot stand among other values", hint="write `values: bool`")
