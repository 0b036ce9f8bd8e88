"""Words that a shell completes: genres, solvers, formats, encodings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Known(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A word of a list that is only made when a shell asks for it; other words are for the command to judge."""

    name = "word"

    def __init__(self, words: Callable[[], Iterable[str]], separator: str | None = None) -> None:
        self.words = words
        #: What stands between several words in one.
        self.separator = separator

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """What may be meant."""
        from click.shell_completion import CompletionItem  # late: a quick start

        before, found, last = incomplete.rpartition(self.separator) if self.separator else ("", "", incomplete)
        return [CompletionItem(before + found + word) for word in self.words() if word.startswith(last)]


def _genres() -> list[str]:
    from cluewright.models.loading import rulebook_ids  # late: a quick start

    return rulebook_ids()


def _solvers() -> list[str]:
    from cluewright.solvers.registry import all_names  # late: a quick start

    return [*all_names(), "all"]


def _formats() -> list[str]:
    from cluewright.exchange.formats import writers  # late: a quick start

    return writers()


def _encodings() -> list[str]:
    from cluewright.compiler.lowering import CHOICES  # late: a quick start

    return [f"{kind}={name}" for kind, names in CHOICES.items() for name in names]


GENRE: Final = Known(_genres)
SOLVER: Final = Known(_solvers)
SOLVERS: Final = Known(_solvers, ",")
FORMAT: Final = Known(_formats)
ENCODING: Final = Known(_encodings)
