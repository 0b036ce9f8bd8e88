"""Everything the page can ask, by name. A question gets the open puzzle, what the page says, and whom to tell how far
it is; it answers with plain data. None of them knows how questions and answers travel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cluewright.studio.opened import Opened
from cluewright.studio.questions import (
    choosing,
    comparing,
    editing,
    explaining,
    improving,
    inventing,
    making,
    playing,
    sharing,
    verdicts,
)

Tell = Callable[[dict[str, Any]], None]
Question = Callable[[Opened, dict[str, Any], Tell], dict[str, Any]]

#: Answered at once, one after the other.
QUICK: Final[dict[str, Question]] = {
    "open": editing.open_puzzle,
    "edit": editing.edit,
    "reshape": editing.reshape,
    "stamp": editing.stamp,
    "draw": playing.draw,
}

#: Answered by a process of their own, which a new edit ends.
SLOW: Final[dict[str, Question]] = {
    "genres": choosing.genres,
    "pictures": choosing.pictures,
    "example": choosing.example,
    "verdict": verdicts.verdict,
    "clues": improving.clues,
    "repair": improving.repair,
    "rules": improving.rules,
    "judge": playing.judge,
    "finish": playing.finish,
    "hint": playing.hint,
    "why": playing.why,
    "explain": explaining.explain,
    "rate": explaining.rate,
    "heat": explaining.heat,
    "links": sharing.links,
    "whole": sharing.whole,
    "export": sharing.export,
    "generate": making.generate,
    "book": making.book,
    "language": inventing.language,
    "rulebook": inventing.rulebook,
    "solvers": comparing.solvers,
    "compare": comparing.compare,
}

#: How long a question may take where the page does not say.
SECONDS: Final = {
    "verdict": 20.0,
    "pictures": 120.0,
    "generate": 900.0,
    "book": 900.0,
    "compare": 600.0,
    "explain": 300.0,
}

#: Those that run other programs.
PROGRAMS: Final = frozenset({"compare", "solvers"})

#: Those that are not about the open puzzle: they can be asked before there is one, and no edit ends them.
INDEPENDENT: Final = frozenset({"genres", "pictures", "example", "language", "rulebook", "generate", "book", "solvers"})
