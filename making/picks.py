"""What chance takes of several things: the same as long as the same is offered, and symmetric where it can be."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any

from cluewright.compiler.boards import Board
from cluewright.compiler.model import spell
from cluewright.setting.symmetry import Symmetry


class Picks:
    """Remembers what was taken."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._taken: dict[Hashable, Any] = {}

    def clear(self) -> None:
        """Forget everything: chance takes what it likes once more."""
        self._taken.clear()

    def one_of(self, what: str, offered: Any) -> Any:
        """One of several."""
        if len(offered) == 1:
            return offered[0]
        return self._taken.setdefault((what, str(offered)), self._chance.choice(offered))

    def place_of(self, layer: str, offered: Sequence[str], moves: Sequence[Mapping[str, str]]) -> str:
        """One of several places. Where they are moved to other places that are offered, the one is moved to the
        other; where they are moved to each other, one that stays is taken, if there is one."""
        moves = [move for move in moves if all(place in move for place in offered)]
        if len(offered) == 1 or not moves:
            return str(self.one_of(layer, offered))
        whole = frozenset(offered)
        moved = [(move, frozenset(move[place] for place in offered)) for move in moves]
        middle = [place for place in offered if all(move[place] == place for move, places in moved if places == whole)]
        chosen = self._taken.setdefault((layer, whole), self._chance.choice(middle or offered))
        for move, places in moved:
            self._taken.setdefault((layer, places), move[chosen])
        return str(chosen)


def moves_of(board: Board | None, symmetry: str) -> list[dict[str, str]]:
    """Where a symmetry takes cells, by their names."""
    if board is None or symmetry == "none":
        return []
    known = Symmetry(board, symmetry)
    return [{spell(cell): spell(image) for cell, image in move.items()} for move in known.images(board.cells)]
