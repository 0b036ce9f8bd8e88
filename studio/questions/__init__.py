"""Everything the page can ask, by name. A question gets the open puzzle, what the page says, and whom to tell how far
it is; it answers with plain data. None of them knows how questions and answers travel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cluewright.studio.opened import Opened
from cluewright.studio.questions import choosing, editing, verdicts

Tell = Callable[[dict[str, Any]], None]
Question = Callable[[Opened, dict[str, Any], Tell], dict[str, Any]]

#: Answered at once, one after the other.
QUICK: Final[dict[str, Question]] = {
    "open": editing.open_puzzle,
    "edit": editing.edit,
    "stamp": editing.stamp,
}

#: Answered by a process of their own, which a new edit ends.
SLOW: Final[dict[str, Question]] = {
    "genres": choosing.genres,
    "pictures": choosing.pictures,
    "example": choosing.example,
    "verdict": verdicts.verdict,
}

#: How long a question may take where the page does not say.
SECONDS: Final = {"verdict": 20.0, "pictures": 120.0}

#: Those that run other programs.
PROGRAMS: Final = frozenset({"compare"})
