"""What is wrong with a puzzle and what would help, as far as it is found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cluewright.compiler.ir import Var
from cluewright.compiler.model import Constraint
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.results import Verdict
from cluewright.models.showing import Brief, Told
from cluewright.setting.clue import Clue


@dataclass(repr=False)
class Repair(Brief, Told):
    """The answer to `repair`; whoever searches notes here at once what it finds."""

    verdict: Verdict
    #: For several solutions: clues to add, or None if no set was found ...
    added: list[Clue] | None = None
    #: ... and the solution that they make unique.
    solution: dict[Var, int] | None = None
    #: For no solution: constraints that cannot hold together, and clues to drop.
    conflict: list[Constraint] = field(default_factory=list)
    dropped: list[Clue] | None = None
    #: What the dropped clues would have to be, where a solution says so.
    instead: dict[Clue, Any] = field(default_factory=dict)
    #: Whether it is proved that no smaller set would do: of clues to drop any, of clues to add those in `among`.
    smallest: bool = False
    #: The same for this solution; for another one perhaps a smaller set of added clues would do.
    smallest_here: bool = False
    #: For each layer that was searched through for a smaller set of clues to add, its values that were looked at ...
    among: dict[str, str] = field(default_factory=dict)
    #: ... and whether these are all clues that can be added at all, so that the claim needs no limit.
    among_all: bool = False
    #: The puzzle with the change made.
    repaired: LoadedPuzzle | None = None
    #: Why nothing was found.
    reason: str = ""
    #: Whether the time was up before everything was tried.
    out_of_time: bool = False
    seconds: float = 0.0
