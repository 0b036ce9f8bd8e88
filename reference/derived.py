"""What follows from an answer: the values of expressions when nothing is unknown any more."""

from __future__ import annotations

from cluewright.models.loading import LoadedPuzzle
from cluewright.reference.elements import UnknownLayer, Value, fail, spell
from cluewright.reference.evaluate import items
from cluewright.reference.world import PuzzleWorld


class Derived:
    """A puzzle that is asked about one answer after the other."""

    def __init__(self, loaded: LoadedPuzzle) -> None:
        self._world = PuzzleWorld(loaded)
        layers = [self._world.layer(name) for name in self._world.unknown_specs]
        self._unknowns = [u for layer in layers if isinstance(layer, UnknownLayer) for u in layer.unknowns.values()]

    def take(self, answer: dict[str, dict[str, Value]]) -> None:
        """From now on it is about this answer."""
        for unknown in self._unknowns:
            unknown.value = answer[unknown.layer][unknown.element]

    def pairs(self, each: str, place: str, value: str) -> list[tuple[list[str], object]]:
        """For everything that is listed its places and its value, in order."""
        try:
            found = items(self._world.evaluate(f"[(({place}), ({value})) for {each}]"))
        except RecursionError:
            fail("the expressions of this puzzle are nested too deep")
        return [(_places(place), value) for place, value in found]

    def collected(self, each: str, value: str, at: str | None) -> object:
        """A list of values, or a table of them, as plain data."""
        found = items(self._world.evaluate(f"[(({at or 0}), ({value})) for {each}]"))
        entries = [(place, _plain(said)) for place, said in found]
        return [said for _, said in entries] if at is None else {spell(place): said for place, said in entries}

    def names(self, each: str, names: tuple[str, ...], condition: str) -> list[tuple[str, ...]]:
        """What names stand for, wherever a condition holds."""
        found = items(self._world.evaluate(f"[[{', '.join(names)}] for {each} if {condition}]"))
        return [tuple(spell(item) for item in items(each)) for each in found]


def _plain(value: object) -> object:
    return (
        [_plain(item) for item in value]
        if isinstance(value, tuple)
        else value
        if isinstance(value, int)
        else spell(value)
    )


def _places(found: object) -> list[str]:
    """One place, or all places of a list (a line or a pair that carries a clue is one place)."""
    return [spell(place) for place in found] if type(found) is tuple else [spell(found)]
