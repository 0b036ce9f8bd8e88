"""Difficulty, fun and appeal as published for Skyscrapers (Cocx 2004), for every rulebook with strategies.

Weights and scales are data. Nobody has validated them beyond five people with twenty puzzles, who agreed on difficulty,
less on fun, and hardly on looks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from cluewright.compiler.elements import Element
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.models.showing import Brief
from cluewright.reasoning.data import own_data
from cluewright.reasoning.usage import Usage

#: Levels of players.
PLAYERS: Final = (1, 2, 3, 4, 5)
#: In how many groups puzzles are put.
GROUPS: Final = 3


@dataclass(frozen=True, repr=False)
class Appeal(Brief):
    """Three numbers from 0 to 1, and what they are made of."""

    difficulty: float
    #: For the player that was asked for.
    fun: float
    #: None if clues have no place on a board.
    appeal: float | None
    parts: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """For scripts."""
        return {name: None if value is None else round(value, 4) for name, value in self.numbers().items()}

    def numbers(self) -> dict[str, float | None]:
        """The three by name."""
        return {"difficulty": self.difficulty, "fun": self.fun, "appeal": self.appeal}


def find_appeal(puzzle: CompiledPuzzle, usage: Usage, player: int = 3) -> Appeal:
    """Judge a puzzle that strategies solve, for a player of a level from 1 to 5."""
    wish = (player - PLAYERS[0]) / (PLAYERS[-1] - PLAYERS[0])
    strategies = puzzle.program.strategies
    supposes = any(strategies[name].suppose is not None for name in usage.used)
    together = sorted({each.spec.cost for each in strategies.values() if each.together is not None})
    at_large = any(
        strategies[name].together is not None and strategies[name].spec.cost > together[0] for name in usage.used
    )
    difficulty = {
        "size": _scaled("size", usage.open),
        "bare": _bare(puzzle),
        "steps": _scaled("steps", len(usage.steps)),
        "different": _scaled("different", len(usage.used)),
        "share": len(usage.used) / max(1, usage.available),
        "alternation": usage.alternation,
        "what_if": float(supposes),
        "at_large": float(at_large),
    }
    hard = _mean("difficulty", difficulty)
    perceived = {
        "closed": 1 - usage.opening / max(1, usage.open),
        "bare": difficulty["bare"],
        "size": difficulty["size"],
    }
    fun = {
        "harmless": 1 - max(0.0, hard - _mean("perceived", perceived)),
        "match": 1 - abs(hard - wish),
        "no_what_if": 1 - difficulty["what_if"],
        "length": 1 - abs(difficulty["steps"] - wish),
    }
    looks = _looks(puzzle)
    parts = {"difficulty": difficulty, "perceived": perceived, "fun": fun, "appeal": looks}
    return Appeal(hard, _mean("fun", fun), _mean("appeal", looks) if looks else None, parts)


def groups(values: Sequence[float], number: int = GROUPS) -> list[int]:
    """The group of each value, from 1 on: the two groups whose means are closest are joined until so many are left."""
    found: list[list[float]] = [[value] for value in sorted(set(values))]
    counts = Counter(values)

    def mean(group: list[float]) -> float:
        return sum(value * counts[value] for value in group) / sum(counts[value] for value in group)

    while len(found) > number:
        means = [mean(group) for group in found]
        _, at = min((after - before, i) for i, (before, after) in enumerate(pairwise(means)))
        found[at : at + 2] = [found[at] + found[at + 1]]
    return [next(number for number, group in enumerate(found, 1) if value in group) for value in values]


def _mean(name: str, parts: Mapping[str, float]) -> float:
    weights: dict[str, int] = own_data("appeal.yaml")[name]
    return sum(weights[part] * value for part, value in parts.items()) / sum(weights.values())


def _scaled(name: str, number: int) -> float:
    half: int = own_data("appeal.yaml")["halves"][name]
    return number / (number + half)


def _bare(puzzle: CompiledPuzzle) -> float:
    """The share of the places without a clue, where a layer has any."""
    layers = [(len(puzzle.places[name]), len(clues)) for name, clues in puzzle.clues.items() if name in puzzle.places]
    places = sum(all_ for all_, there in layers if there)
    return 1 - sum(there for all_, there in layers if there) / places if places else 0.0


def _looks(puzzle: CompiledPuzzle) -> dict[str, float]:
    """How evenly clues are spread over the sides of the board, and how varied they are; nothing if it has no sides."""
    clues = [(element, value) for layer in puzzle.clues.values() for element, value in layer.items()]
    sides = _sides(puzzle, [element for element, _ in clues])
    if not any(sides):
        return {}
    different = len({str(value) for _, value in clues})
    variety = (different - 1) / (len(clues) - 1) if len(clues) > 1 else 0.0
    return {"balance": 1 - (max(sides) - min(sides)) / max(sides), "variety": abs(2 * variety - 1)}


def _sides(puzzle: CompiledPuzzle, elements: Iterable[object]) -> list[int]:
    """How many elements stand on each side: outside the board, or inside in this half of it."""
    board = puzzle.board
    if board is None:
        return []
    outside = {place: number for number, places in enumerate(board.outside.values()) for place in places}
    xs, ys = zip(*(point for cell in board.cells for point in cell.points), strict=True)
    middle, centre = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    sides = [0, 0, 0, 0]
    for element in elements:
        if element in outside:
            sides[outside[element]] += 1
        elif isinstance(element, Element) and element.points:
            x, y = (sum(of) / len(of) for of in zip(*element.points, strict=True))
            for number, offset in enumerate((x - middle, middle - x, y - centre, centre - y)):
                sides[number] += offset > 0
    return sides
