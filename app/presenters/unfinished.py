"""What was being done when the time was up, how far it had come, and what would help."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cluewright.models.records import record
from cluewright.presenters.words import number_of

GROUNDING: Final = "grounding"
ENCODING: Final = "encoding"
SEARCHING: Final = "searching"

#: So many rounds of lemmas with fewer conflicts than this in each: the engine learns what connects, it hardly searches.
_FEW_CONFLICTS: Final = 20
_MANY_ROUNDS: Final = 50

#: What an engine counts, in the order in which it is told.
_COUNTS: Final = {"clauses": "clause", "rounds": "round", "lemmas": "lemma", "conflicts": "conflict"}


@record
class Unfinished:
    """A question that was not decided."""

    statistics: Mapping[str, object]
    #: The solutions that were found until then, and the solver that looked for them.
    found: int = 0
    solver: str = "sat"

    @property
    def doing(self) -> str:
        """One of `grounding`, `encoding` and `searching`."""
        return str(self.statistics.get("doing", SEARCHING))

    def data(self) -> dict[str, object]:
        """For scripts."""
        known = {name: value for name, value in self.statistics.items() if name != "doing"}
        return {"doing": self.doing, "statistics": known, "help": self.help()}

    def lines(self) -> list[str]:
        """For people."""
        return [f"It was {self._activity()}{self._extent()}.", f"What may help: {self.help()}."]

    def _activity(self) -> str:
        if self.doing == GROUNDING:
            return "writing out the rules"
        if self.doing == ENCODING:
            return "handing the puzzle to the solver"
        return "looking for a solution" if not self.found else "proving that there is no other solution"

    def _extent(self) -> str:
        told = [number_of(self._count(name), word) for name, word in _COUNTS.items() if self._count(name)]
        return f" ({', '.join(told)} so far)" if told else ""

    def _count(self, name: str) -> int:
        value = self.statistics.get(name)
        if isinstance(value, Mapping):
            return sum(number for number in value.values() if isinstance(number, int))
        return value if isinstance(value, int) else 0

    def help(self) -> str:
        """What to try next."""
        if self.doing == GROUNDING:
            return "a longer --timeout, or rules that loop over fewer things"
        other = "`--solver auto`" if self.solver == "sat" else "another --solver"
        if self.doing == ENCODING:
            return f"a longer --timeout, or {other}: not every engine writes the rules out as far"
        rounds = self._count("rounds")
        if rounds > _MANY_ROUNDS and self._count("conflicts") < _FEW_CONFLICTS * rounds:
            return f"a longer --timeout (each round of lemmas rules more out), more clues, or {other}"
        more = "more clues, so that less is left to search" if self.found else "more clues"
        return f"a longer --timeout, {other}, or {more}"
