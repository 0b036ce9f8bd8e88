"""Steps of a pzprv3 board that are one line each: a number, letters, or a text that says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cluewright.exchange.pzpr.sheet import DecodeError, Sheet
from cluewright.exchange.pzpr.word_steps import Lines


@dataclass
class SettingLine:
    """A line with a number for a parameter of the puzzle."""

    name: str

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """The whole line."""
        if lines.ended:
            return
        text = lines.next().strip()
        if not text.isascii() or not text.isdigit() or len(text) > 9:
            raise DecodeError(f"'{text}' is not a number for '{self.name}'")
        sheet.parameters[self.name] = int(text)

    def encode(self, sheet: Sheet) -> list[str]:
        """The whole line."""
        return [str(sheet.parameters[self.name])]


@dataclass
class ConstantLine:
    """A line that says nothing about the puzzle."""

    text: str

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """Passed over."""
        if not lines.ended:
            lines.next()

    def encode(self, sheet: Sheet) -> list[str]:
        """Always the same."""
        return [self.text]


def read_flags(letters: str, flags: Mapping[str, Mapping[str, object]], sheet: Sheet, expected: str = "") -> None:
    """Letters that set parameters."""
    for letter in letters:
        if letter not in flags and letter not in expected:
            raise DecodeError(f"the letter '{letter}' in front is not known")
        sheet.parameters.update(flags.get(letter, {}))


def set_flags(flags: Mapping[str, Mapping[str, object]], parameters: Mapping[str, object]) -> str:
    """The letters that say how the parameters are set."""
    return "".join(
        letter for letter, set_ in flags.items() if set_ and all(parameters.get(n) == v for n, v in set_.items())
    )


@dataclass
class FlagLine:
    """A line of letters that set parameters."""

    flags: Mapping[str, Mapping[str, object]]
    #: Whether the line is there only if a letter is.
    optional: bool = False

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """The whole line."""
        if lines.ended or (self.optional and not set(lines.lines[lines.at]) <= self.flags.keys()):
            return
        read_flags(lines.next(), self.flags, sheet)

    def encode(self, sheet: Sheet) -> list[str]:
        """The whole line."""
        letters = set_flags(self.flags, sheet.parameters)
        return [] if self.optional and not letters else [letters]
