"""Regular patterns over the values of a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from cluewright.compiler import ir
from cluewright.compiler.ir import Expr, Value
from cluewright.compiler.operators import items
from cluewright.compiler.work import charge
from cluewright.models.errors import LanguageError, LimitError

if TYPE_CHECKING:
    from cluewright.compiler.automata import Automaton

#: Most values that one place of a line may have.
MAX_ALPHABET: Final = 20_000


@dataclass(frozen=True)
class Blocks:
    """A nonogram clue as a pattern."""

    automaton: Automaton


class PatternFunctions:
    """`matches` and the patterns it takes."""

    def __init__(self, words: Mapping[str, int]) -> None:
        self._words = words

    def matches(self, line: Any, pattern: Any) -> Value:
        """The values of the line, in order, fit a pattern such as "0* 1{3} 0+ 1 0*"."""
        values = tuple(items(line))
        alphabet: set[int] = set()
        for value in values:
            possible = _possible(value)
            if len(possible) > MAX_ALPHABET:
                raise LimitError(f"a pattern cannot be matched against {len(possible)} possible values")
            charge(len(possible))
            alphabet.update(possible)
        automaton = pattern.automaton if isinstance(pattern, Blocks) else self._compiled(pattern, alphabet)
        if not [v for v in values if isinstance(v, Expr)]:
            return automaton.accepts([int(v) for v in values])
        return ir.Regular(values, automaton)

    def _compiled(self, pattern: Any, alphabet: set[int]) -> Automaton:
        if not isinstance(pattern, str):
            raise LanguageError("a pattern is a text in quotes or blocks(...)")
        from cluewright.compiler.automata import compile_pattern  # few genres have patterns

        return compile_pattern(str(pattern), sorted(alphabet), self._words)

    def blocks(self, lengths: Any, colours: Any = None) -> Blocks:
        """The pattern of a nonogram clue: runs of these lengths in order, apart from each other."""
        numbers = [ir.number(n) for n in items(lengths)]
        values = None if colours is None else [self._value(c) for c in items(colours)]
        if values is not None and len(values) != len(numbers):
            raise LanguageError(f"{len(numbers)} runs have {len(values)} colours")
        from cluewright.compiler.automata import blocks_automaton

        return Blocks(blocks_automaton(numbers, values))

    def _value(self, colour: Any) -> int:
        return self._words[colour] if isinstance(colour, str) and colour in self._words else ir.number(colour)


def _possible(value: Value) -> tuple[int, ...] | range:
    if isinstance(value, ir.Var):
        return value.domain
    return range(ir.low(value), ir.high(value) + 1)
