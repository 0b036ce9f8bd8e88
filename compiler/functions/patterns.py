"""Regular patterns over the values of a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cluewright.compiler import ir
from cluewright.compiler.ir import Expr, Value
from cluewright.compiler.kinds import Kind, Vocabulary
from cluewright.compiler.operators import coded, items, listed
from cluewright.compiler.work import charge
from cluewright.models.errors import LanguageError, LimitError
from cluewright.models.records import record

if TYPE_CHECKING:
    from cluewright.compiler.automata import Automaton

#: Most values that one place of a line may have.
MAX_ALPHABET: Final = 20_000


@record
class Blocks:
    """A nonogram clue as a pattern."""

    automaton: Automaton
    has_words: bool


class PatternFunctions:
    """`matches` and the patterns it takes."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def matches(self, line: object, pattern: object) -> Value:
        """The values of the line, in order, fit a pattern such as "0* 1{3} 0+ 1 0*"."""
        values, kind = coded(listed(line), self._vocabulary)
        alphabet: set[int] = set()
        for value in values:
            possible = _possible(value)
            if len(possible) > MAX_ALPHABET:
                raise LimitError(f"a pattern cannot be matched against {len(possible)} possible values")
            charge(len(possible))
            alphabet.update(possible)
        automaton = pattern.automaton if isinstance(pattern, Blocks) else self._compiled(pattern, alphabet, kind)
        if isinstance(pattern, Blocks) and values and pattern.has_words != kind.has_words:
            raise LanguageError(
                "the line has words and the blocks have numbers" if kind.has_words else "the line has numbers only",
                hint="say which word an empty cell has: blocks(lengths, colours, empty='none')",
            )
        if not [v for v in values if isinstance(v, Expr)]:
            return automaton.accepts([int(v) for v in values])  # type: ignore[arg-type]
        return ir.Regular(tuple(values), automaton)

    def _compiled(self, pattern: object, alphabet: set[int], kind: Kind) -> Automaton:
        if not isinstance(pattern, str):
            raise LanguageError("a pattern is a text in quotes or blocks(...)")
        from cluewright.compiler.automata import compile_pattern  # few genres have patterns

        if not kind.has_words:
            return compile_pattern(str(pattern), alphabet)
        numbers = alphabet.difference(self._vocabulary.codes.values()) if kind.has_numbers else ()
        return compile_pattern(str(pattern), alphabet, self._vocabulary.codes, numbers)

    def blocks(self, lengths: object, colours: object = None, empty: object = 0) -> Blocks:
        """The pattern of a nonogram clue: runs of these lengths in order, apart from each other by empty cells."""
        numbers = [None if isinstance(n, str) and n == "?" else ir.number(n) for n in items(lengths)]
        shades = [1] * len(numbers) if colours is None else list(items(colours))
        if len(shades) != len(numbers):
            raise LanguageError(f"{len(numbers)} runs have {len(shades)} colours")
        if any(isinstance(value, Expr) for value in (empty, *shades)):
            raise LanguageError("the colours of blocks must be known before the puzzle is solved")
        if len({isinstance(value, str) for value in (empty, *shades)}) > 1:
            raise LanguageError(
                "numbers and words do not go together here", hint="say which value an empty cell has: empty=..."
            )
        (gap, *values), kind = coded((empty, *shades), self._vocabulary)
        from cluewright.compiler.automata import blocks_automaton

        return Blocks(blocks_automaton(numbers, values, gap), kind.has_words)  # type: ignore[arg-type]


def _possible(value: Value) -> tuple[int, ...] | range:
    if isinstance(value, ir.Var):
        return value.domain
    return range(ir.low(value), ir.high(value) + 1)
