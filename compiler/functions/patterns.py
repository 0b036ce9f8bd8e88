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
        given = list(items(lengths))
        if any(isinstance(n, str) and n == "*" for n in given):
            return self._loose_blocks(given, colours, empty)
        numbers = [_length(n) for n in given]
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

    def _loose_blocks(self, given: list[object], colours: object, empty: object) -> Blocks:
        """Where a star stands for any number of runs."""
        from cluewright.compiler.automata import ANY_RUNS, compile_pattern, loose_pattern

        if colours is not None:
            raise LanguageError("a star for any number of runs goes with one colour only", hint="leave out colours")
        if isinstance(empty, Expr) or not isinstance(empty, int) or empty == 1:
            raise LanguageError("with a star an empty cell is a number other than 1")
        numbers = [ANY_RUNS if isinstance(n, str) and n == ANY_RUNS else _length(n) for n in given]
        return Blocks(compile_pattern(loose_pattern(numbers, int(empty)), (int(empty), 1)), False)


def _length(value: object) -> int | None:
    """The length of a run, None for any."""
    return None if isinstance(value, str) and value == "?" else ir.number(value)


def _possible(value: Value) -> tuple[int, ...] | range:
    if isinstance(value, ir.Var):
        return value.domain
    return range(ir.low(value), ir.high(value) + 1)
