"""One presenter for each result: words, data, pictures, an exit code. They know nothing of terminals or pages."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cluewright.presenters.base import Presenter

#: The presenter of each kind of result, by module and name; imported when first needed.
_HOMES: Final = {
    "SolveResult": ("solving", "Solved"),
    "CheckResult": ("solving", "Checked"),
    "CountResult": ("solving", "Counted"),
    "Pair": ("solving", "Paired"),
    "Row": ("comparing", "of_row"),
    "Candidates": ("setting", "Possible"),
    "Judgement": ("setting", "Judged"),
    "Repair": ("setting", "Repaired"),
    "Explanation": ("explaining", "Explained"),
    "Why": ("explaining", "WhyTold"),
    "Hint": ("explaining", "Hinted"),
    "Rating": ("rating", "of_rating"),
    "CluesResult": ("clues", "CluesAsked"),
    "ProveResult": ("evidence", "Proved"),
    "Verification": ("evidence", "Verified"),
    "RulebookCheck": ("rulebooks", "RulebookChecked"),
}


def presenter(result: object) -> Presenter | None:
    """The presenter of a result of the Python interface, or None if it has none of its own."""
    home = _HOMES.get(type(result).__name__)
    if home is None:
        return None
    module, name = home
    made: Presenter = getattr(import_module(f"cluewright.presenters.{module}"), name)(result)
    return made
