"""How little steps can cost: bounds that were proved on one board and hold on later ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from cluewright.reasoning.hitting import bits, mask


@dataclass(eq=False)
class Counterexample:
    """An answer of some of the rules, as numbers whose ones stand for atoms and literals."""

    #: The atoms that it may break, of the first so many.
    broken: int
    atoms: int
    #: The literals of facts that are false in it.
    wrong: int


class Proved(NamedTuple):
    """No step to a conclusion costs less, as long as no part of a rule is found around it, nothing new is known where
    facts were compared, and nothing around it that is false in a counterexample that it rests on."""

    bound: int
    around: int
    compared: int
    examples: tuple[Counterexample, ...]


class News:
    """What was found out since bounds were proved."""

    def __init__(self, told: int, found: Mapping[int, int], places: Mapping[int, int], literals: int) -> None:
        #: The unknowns of which more is known, and those about which there may be new steps, by their least cost.
        self._told = told
        self._found = found
        #: The unknown that each new fact speaks of, by the place of its literal, and all these places.
        self._places = places
        self._literals = literals
        self._refuted: dict[Counterexample, int] = {}

    def leave(self, proved: Proved) -> bool:
        """Whether a bound still holds."""
        if any(proved.bound > floor and proved.around & unknowns for floor, unknowns in self._found.items()):
            return False
        return not proved.around & self._told or not (
            proved.compared & self._told or any(self._refuted_at(each) & proved.around for each in proved.examples)
        )

    def _refuted_at(self, example: Counterexample) -> int:
        """The unknowns of which something new is false in an example."""
        found = self._refuted.get(example)
        if found is None:
            wrong = example.wrong & self._literals
            found = self._refuted[example] = mask(self._places[place] for place in bits(wrong))
        return found
