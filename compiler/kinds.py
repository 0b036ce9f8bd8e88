"""The three kinds of values: truth values, numbers and words. They never mix unnoticed.

Inside a model every value is a number, also a word. So an expression remembers of which kind its values are, and the
language asks before it adds, orders or compares.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence


class Kind:
    """What the values of an expression are."""

    __slots__ = ("name",)

    #: Whether a value may be a word.
    has_words = False
    #: Whether a value may be a number; a truth value counts as 1 or 0.
    has_numbers = True

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


TRUTH = Kind("true or false")
NUMBER = Kind("a number")


class WordKind(Kind):
    """Words of a vocabulary, with or without numbers beside them."""

    __slots__ = ("has_numbers", "vocabulary")

    has_words = True

    def __init__(self, vocabulary: Vocabulary, *, has_numbers: bool) -> None:
        super().__init__("something that may be a word" if has_numbers else "a word")
        self.vocabulary = vocabulary
        self.has_numbers = has_numbers


class Vocabulary:
    """The words of one puzzle, each with a number of its own, so that equal words are equal in all layers.

    The numbers start behind every number that stands beside words in one layer, and grow. What stands beside a word
    in an expression is reserved, so that no later word gets the same number.
    """

    def __init__(self, start: int = 0) -> None:
        self.start = start
        self.codes: dict[str, int] = {}
        self.words = WordKind(self, has_numbers=False)
        self.mixed = WordKind(self, has_numbers=True)
        self._numbers: list[int] = []
        self._reserved: set[tuple[int, int]] = set()

    @property
    def size(self) -> int:
        """How much was said of words and of numbers beside them; it only grows."""
        return len(self.codes) + len(self._reserved)

    def code(self, word: str) -> int:
        """The number that stands for a word."""
        if word not in self.codes:
            number = self.start
            for low, high in sorted(self._reserved):
                number = high + 1 if low <= number <= high else number
            self.codes[str(word)] = number
            self._numbers.append(number)
            self.start = number + 1
        return self.codes[word]

    def reserve(self, low: int, high: int) -> None:
        """Numbers that no word may have from now on."""
        self._reserved.add((low, high))

    def within(self, low: int, high: int) -> Sequence[int]:
        """The numbers of words in a range."""
        return self._numbers[bisect_left(self._numbers, low) : bisect_right(self._numbers, high)]
