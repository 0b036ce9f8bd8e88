"""How far a question is: one shape for whoever asks and wants to watch."""

from __future__ import annotations

from collections.abc import Callable

from cluewright.models.records import record
from cluewright.models.showing import Brief


@record(repr=False)
class Progress(Brief):
    """One report; some are told once for a step, others many times in a second."""

    #: What is going on: "solving", "questioning the clues".
    doing: str
    #: How much of it is done, of how much; None if nobody knows how much there is.
    done: int = 0
    total: int | None = None
    #: Seconds that the rest will take, where that can be estimated.
    left: float | None = None
    #: A few words more: which runs are being made.
    note: str = ""
    #: What is known already, where the answer grows: `Candidates`, the `Row` of a comparison.
    so_far: object = None


#: Whoever watches.
Watch = Callable[[Progress], None]


def unwatched(progress: Progress) -> None:
    """Nobody watches."""
