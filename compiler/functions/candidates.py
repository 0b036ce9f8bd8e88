"""Functions by which strategies look at a board: the candidates that are left for each unknown.

Whether a value is left may itself be unknown: then `can(x, v)` is a truth value like any other, and a strategy becomes
a statement about all boards at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cluewright.compiler import ir
from cluewright.compiler.elements import Element, Seq, Text
from cluewright.compiler.ir import Expr, Value, Var
from cluewright.compiler.kinds import TRUTH
from cluewright.compiler.operators import Guarded, code_of, collect_guarded, collect_guarded_set, equal, items
from cluewright.models.errors import LanguageError

#: For every unknown its candidates, each with the condition under which it is left: most often true.
Sight = Mapping[Var, Mapping[int, Value]]


class CandidateFunctions:
    """What a strategy can ask; `sight` is the board that it looks at."""

    def __init__(self) -> None:
        self.sight: Sight = {}
        #: Whether it is certain of all candidates that they are left.
        self.is_certain = False

    def can(self, unknown: Any, value: Any = True) -> Value:
        """Whether a value is still possible."""
        left = self._left(unknown)
        if isinstance(value, Expr):
            return ir.disj(ir.conj((condition, equal(value, _shown(unknown, v)))) for v, condition in left.items())
        return left.get(_number(unknown, value), False)

    def known(self, unknown: Any, value: Any = None) -> Value:
        """Whether only one value (this one) is left; of a list, whether that holds for all."""
        if isinstance(unknown, tuple):
            return ir.conj(self.known(each, value) for each in unknown)
        left = self._left(unknown)
        if value is None:
            if self.is_certain:
                return len(left) == 1 and len(left.values()) == 1
            return ir.equal(ir.add_all(left.values()), 1)
        if isinstance(value, Expr):
            return ir.conj((self.known(unknown), self.can(unknown, value)))
        number = _number(unknown, value)
        condition = left.get(number, False)
        if condition is False or (self.is_certain and len(left) != 1):
            return False
        if self.is_certain:
            return len(left.items()) == 1
        return ir.conj((condition, *(ir.negate(c) for v, c in left.items() if v != number)))

    def candidates(self, unknown: Any) -> Seq | Guarded:
        """The values that are left; of a list, those that are left for any of them."""
        if isinstance(unknown, tuple):
            return collect_guarded_set([entry for each in unknown for entry in self._entries(each)])
        return collect_guarded(self._entries(unknown))

    def _entries(self, unknown: Any) -> list[tuple[Any, Value]]:
        return [(_shown(unknown, v), condition) for v, condition in self._left(unknown).items()]

    def value(self, unknown: Any) -> Any:
        """The value of an unknown that is known."""
        left = self._left(unknown)
        if len(left) == 1:
            return _shown(unknown, next(iter(left)))
        if not any(isinstance(condition, Expr) for condition in left.values()):
            raise LanguageError("this unknown is not known yet", hint="ask known(...) first")
        if unknown.kind.has_words:
            return _first(left.items(), unknown)
        return ir.add_all(ir.scale(condition, v) for v, condition in left.items())

    def open(self, value: Any, unknowns: Any) -> Value:
        """Whether a value is not yet placed among these unknowns."""
        if self.is_certain and value.__class__ is int:  # asked very often
            lefts = [self._left(each) for each in items(unknowns)]
            return not any(left.get(value) and len(left) == 1 for left in lefts)
        return ir.conj(ir.negate(self.known(each, value)) for each in items(unknowns))

    def lowest(self, unknown: Any) -> Any:
        """The least number that is left."""
        return _first(sorted(self._left(unknown).items()), unknown)

    def highest(self, unknown: Any) -> Any:
        """The greatest number that is left."""
        return _first(sorted(self._left(unknown).items(), reverse=True), unknown)

    def _left(self, unknown: Any) -> Mapping[int, Value]:
        left = self.sight.get(unknown) if unknown.__class__ is Var else None
        if left is None:
            raise LanguageError(
                f"candidates are those of an unknown, not of {ir.describe(unknown)}", hint="write for example digit[c]"
            )
        return left


def _number(unknown: Var, value: Any) -> int:
    """The number that stands for a value in the model."""
    if value.__class__ is int:
        return int(value)
    if isinstance(value, str) or (isinstance(value, Element) and value.kind == "direction"):
        return code_of(str(value), unknown)
    return ir.number(value)


def _shown(unknown: Var, number: int) -> Any:
    """A value as the language has it: a truth value, a word or a number."""
    if unknown.kind is TRUTH:
        return bool(number)
    if unknown.kind.has_words:
        codes: dict[str, int] = unknown.kind.vocabulary.codes  # type: ignore[attr-defined]
        return next((Text(word) for word, code in codes.items() if code == number), number)
    return number


def _first(left: Iterable[tuple[int, Value]], unknown: Var) -> Any:
    """The first number whose condition holds."""
    *before, (result, last) = list(left) or [(0, False)]
    if not before and not isinstance(last, Expr):
        return _shown(unknown, result) if last else _nothing()
    if before and before[0][1] is True:
        return _shown(unknown, before[0][0])
    chosen: Value = result
    for number, condition in reversed(before):
        chosen = ir.choose(condition, number, chosen, unknown.kind)
    return chosen


def _nothing() -> Any:
    raise LanguageError("nothing is left for this unknown")
