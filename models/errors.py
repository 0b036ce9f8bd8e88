"""Errors that a user sees: always a place, a text and, where possible, a suggestion; never a traceback."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cluewright.models.records import record

#: Longer words are not compared: finding a similar one would take too long.
MAX_WORD: Final = 60
#: Of what is wrong with a text from another program, nobody reads more.
MOST_PROBLEMS: Final = 30


@record
class Place:
    """Where something stands in a file; line and column count from 1."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@record
class Problem:
    """One mistake in one place."""

    message: str
    place: Place | None = None
    hint: str | None = None
    #: The offending line of the file, shown below the message.
    excerpt: str | None = None

    def __str__(self) -> str:
        text = f"{self.place}: {self.message}" if self.place else self.message
        return f"{text} ({self.hint})" if self.hint else text


class CluewrightError(Exception):
    """Bad input: one or more problems to be shown to the user."""

    def __init__(self, *problems: Problem | str) -> None:
        self.problems: list[Problem] = [p if isinstance(p, Problem) else Problem(p) for p in problems]
        super().__init__("\n".join(str(p) for p in self.problems))

    def __reduce__(self) -> tuple[object, ...]:
        """However a kind of error is made, it can be sent from one process to another."""
        return _rebuilt, (type(self), self.args, self.__dict__)


def all_problems(messages: Iterable[str], place: Place) -> CluewrightError:
    """Everything that is wrong with something, each once and not without end."""
    listed = list(dict.fromkeys(messages))
    shown = [Problem(message, place) for message in listed[:MOST_PROBLEMS]]
    more = [Problem(f"and {len(listed) - MOST_PROBLEMS} more", place)] if len(listed) > MOST_PROBLEMS else []
    return CluewrightError(*shown, *more)


def _rebuilt(kind: type[CluewrightError], args: tuple[object, ...], content: dict[str, object]) -> CluewrightError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(content)
    return error


class LanguageError(CluewrightError):
    """A mistake found while an expression is evaluated; whoever knows the place adds it."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(Problem(message, hint=hint))
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message


class LimitError(LanguageError):
    """A bound on size or work was exceeded."""


class TimeUp(Exception):  # noqa: N818 - it is an outcome, not a fault
    """The deadline passed before the question was decided."""


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A suggestion for a misspelt word, or None."""
    if len(word) > MAX_WORD:
        return None
    import difflib  # late: most runs find no mistake

    close = difflib.get_close_matches(word, [k for k in known if len(k) <= MAX_WORD], n=1, cutoff=0.6)
    return f"did you mean '{close[0]}'?" if close else None
