"""What follows from an answer: the values of expressions when nothing is unknown any more."""

from __future__ import annotations

from cluewright.models.loading import LoadedPuzzle
from cluewright.reference.elements import UnknownLayer, Value, fail, spell
from cluewright.reference.evaluate import items
from cluewright.reference.world import PuzzleWorld


class Solved:
    """A puzzle whose unknowns have values."""

    def __init__(self, loaded: LoadedPuzzle, answer: dict[str, dict[str, Value]]) -> None:
        self._world = PuzzleWorld(loaded)
        for name in self._world.unknown_specs:
            layer = self._world.layer(name)
            for unknown in layer.unknowns.values() if isinstance(layer, UnknownLayer) else ():
                unknown.value = answer[name][unknown.element]

    def pairs(self, each: str, place: str, value: str) -> list[tuple[list[str], object]]:
        """For everything that is listed its places and its value, in order."""
        try:
            found = items(self._world.evaluate(f"[(({place}), ({value})) for {each}]"))
        except RecursionError:
            fail("the expressions of this puzzle are nested too deep")
        return [(_places(place), value) for place, value in found]


def _places(found: object) -> list[str]:
    """One place, or all places of a list (a line or a pair that carries a clue is one place)."""
    return [spell(place) for place in found] if type(found) is tuple else [spell(found)]
