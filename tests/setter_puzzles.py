"""Random small puzzles that a setter's questions may stumble over, and a referee that tries everything."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import yaml
from helpers import assignments

import cluewright
from cluewright.compiler.elements import Seq, Text
from cluewright.compiler.evaluate import violations
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.models.edits import REMOVED, ClueKey
from cluewright.models.errors import CluewrightError
from cluewright.setting.clue import Clue

#: Unknowns by name with their values: two puzzles with equal solutions are about the same unknowns.
Solution = tuple[tuple[str, int], ...]

#: Each kind of clue: how it is declared, and values to choose from.
LAYERS: dict[str, tuple[dict[str, Any], list[Any]]] = {
    "digit": ({"over": "cells", "values": "1..3"}, [1, 2, 3]),
    "number": ({"over": "cells", "values": "0..3 or '?'"}, [0, 1, 2, 3, "?"]),
    "dot": ({"over": "cells", "values": ["white", "black"]}, ["white", "black"]),
    "free": ({"over": "cells", "values": "bool"}, [True]),
    "low": ({"over": "cells", "values": "1..3"}, [1, 2, 3]),
    "total": ({"over": "cells", "values": "2..5 or '?'"}, [2, 3, 4, 5, "?"]),
    "top": ({"over": "cells", "values": "1..3"}, [2, 3]),
    "pair": ({"over": "cells", "values": ["1..3 or '?'"]}, ["1", "1 2", "? 3", "2 ?", "3 3", "?"]),
    "row": ({"over": "rows", "values": "1..9"}, [2, 3, 4, 5]),
}

#: Rules by the layers they need. Some read a clue at its own place, some all of them, some where there is none.
RULES: list[tuple[set[str], dict[str, Any]]] = [
    ({"number"}, {"each": "c in number if number[c] != '?'", "holds": "sum(digit[row1]) == number[c] + 3"}),
    ({"number"}, {"each": "c in number if number[c] != '?'", "holds": "digit[c] > number[c] or digit[r1c1] == 1"}),
    ({"number"}, {"each": "c in number", "holds": "digit[c] != 2"}),
    ({"number"}, {"each": "c in number if number[c] == '?'", "holds": "digit[c] == 1"}),
    ({"number"}, {"holds": "count(digit[c] == 1 for c in cells) >= len(number) - 1"}),
    ({"dot"}, {"each": "c in dot if dot[c] == 'white'", "holds": "digit[c] <= 2"}),
    ({"dot"}, {"each": "c in dot if dot[c] == 'black'", "holds": "digit[c] == 1"}),
    ({"dot"}, {"each": "c in dot if dot[c] == 'black'", "holds": "digit[c] >= 2"}),
    ({"dot"}, {"each": "c in cells if c not in dot", "holds": "digit[c] >= 2"}),
    ({"free"}, {"holds": "all(digit[c] == 1 for c in cells if c not in free)"}),
    ({"free"}, {"each": "c in cells if c not in free", "holds": "digit[c] <= 2"}),
    ({"free"}, {"each": "c in free", "holds": "digit[c] >= 2"}),
    ({"low"}, {"each": "c in low", "holds": "digit[c] >= low[c]"}),
    ({"low"}, {"each": "c in low, d in cells", "holds": "digit[d] >= low[c] or c == d"}),
    ({"low", "number"}, {"each": "c in low, d in number if number[d] != '?'", "holds": "digit[c] > number[d]"}),
    ({"low", "free"}, {"each": "c in low if c not in free", "holds": "digit[c] == low[c]"}),
    ({"total"}, {"holds": "all(sum(digit[row1]) == total[c] for c in total if total[c] != '?')"}),
    ({"total"}, {"each": "(a, b) in neighbours if a in total or b in total", "holds": "digit[a] != digit[b]"}),
    ({"pair"}, {"each": "c in pair, x in pair[c] if x != '?'", "holds": "digit[c] != x"}),
    ({"pair"}, {"each": "c in cells if c not in pair", "holds": "digit[c] == 2"}),
    ({"pair"}, {"each": "c in pair", "holds": "digit[c] <= len(pair[c])"}),
    ({"row"}, {"each": "r in row", "holds": "sum(digit[r]) == row[r]"}),
    ({"row"}, {"each": "r in row", "holds": "all(digit[c] <= row[r] for c in r)"}),
    (set(), {"each": "(a, b) in neighbours", "holds": "digit[a] != digit[b]"}),
    (set(), {"each": "r in rows", "holds": "all_different(digit[r])"}),
    (set(), {"holds": "connected(c for c in cells if digit[c] >= 2)"}),
    ({"number"}, {"holds": "connected(c for c in cells if digit[c] >= 2 or c in number)"}),
    ({"free"}, {"each": "c in free", "holds": "connected(x for x in cells if digit[x] == 1 or x == c)"}),
]  # fmt: skip


def random_puzzle(chance: random.Random) -> str:
    """A puzzle as YAML text: few cells, one to three kinds of clues, one to four rules."""
    rows, columns = chance.choice([(1, 2), (1, 3), (1, 3), (2, 2)])
    chosen = set(chance.sample([name for name in LAYERS if name not in ("digit", "top")], chance.randint(0, 2)))
    if chance.random() < 0.6 or not chosen:
        chosen.add("digit")
    values: Any = {"over": "cells", "values": "1..3"}
    define = {}
    if chance.random() < 0.15:
        chosen.add("top")
        define = {"highest(c)": "top[c] if c in top else 2"} if chance.random() < 0.7 else {"highest(c)": "top[c]"}
        values = {"over": "c in cells", "values": "1..highest(c)"}
    possible = [rule for needed, rule in RULES if needed <= chosen]
    rules = chance.sample(possible, min(len(possible), chance.randint(1, 4)))
    cells = [f"r{r}c{c}" for r in range(1, rows + 1) for c in range(1, columns + 1)]
    clues: dict[str, Any] = {}
    for name in sorted(chosen):
        places = [f"row{r}" for r in range(1, rows + 1)] if name == "row" else cells
        share = 1.0 if name == "top" else chance.choice([0.2, 0.5, 0.8])
        given = {place: chance.choice(LAYERS[name][1]) for place in places if chance.random() < share}
        if given:
            clues[name] = given
    rulebook = {
        "rules": "random",
        "board": {"rows": rows, "columns": columns},
        "clues": {name: LAYERS[name][0] for name in sorted(chosen)},
        "define": define,
        "unknowns": {"digit": values},
        "constraints": [{"rule": f"Rule {i}.", **rule} for i, rule in enumerate(rules)],
    }
    return yaml.safe_dump_all([{"puzzle": "random", "clues": clues}, rulebook], sort_keys=False, width=10_000)


class Referee:
    """Knows all solutions of a puzzle and of every puzzle with some of its clues changed, by trying everything."""

    def __init__(self, puzzle: CompiledPuzzle) -> None:
        self.puzzle = puzzle
        self._known: dict[Any, frozenset[Solution] | None] = {}

    def solutions(self, changed: Mapping[ClueKey, Any]) -> frozenset[Solution] | None:
        """None if that is no puzzle."""
        before = self.puzzle.loaded.edits
        key = frozenset((place, repr(value)) for place, value in changed.items())
        if key not in self._known:
            loaded = replace(self.puzzle.loaded, edits=replace(before, clues={**before.clues, **changed}))
            try:
                self._known[key] = all_solutions(cluewright.compile(loaded))
            except CluewrightError:
                self._known[key] = None
        return self._known[key]

    def after(self, loaded: Any) -> frozenset[Solution]:
        """The solutions of a puzzle that an answer speaks of."""
        return all_solutions(cluewright.compile(loaded))

    @staticmethod
    def values(layer: str, extent: str = "all") -> list[Any]:
        """The values that a clue of a layer can have, as far as a claim speaks of them."""
        if extent.endswith("lists"):
            singles = [1, 2, 3, Text("?")]
            lists = itertools.chain.from_iterable(itertools.product(singles, repeat=n) for n in itertools.count(1))
            return list(map(Seq, itertools.islice(lists, int(extent.split()[0]))))
        numbers = {"digit": range(1, 4), "number": range(4), "low": range(1, 4), "total": range(2, 6)}
        numbers |= {"top": range(1, 4), "row": range(1, 10)}
        low, high = map(int, extent.split("..")) if ".." in extent else (0, 9)
        words = [Text(value) if isinstance(value, str) else value for value in LAYERS[layer][1]]
        return [
            *(number for number in numbers.get(layer, ()) if low <= number <= high),
            *(value for value in words if not isinstance(value, int) or value is True),
        ]

    @staticmethod
    def weaker(clue: Clue) -> list[Any]:
        """What may stand for a clue that is dropped: nothing or a word, in a list in any of its entries."""
        if isinstance(clue.value, tuple):
            lists = itertools.product(*([item, Text("?")] for item in clue.value))
            return [REMOVED, *map(Seq, lists)]
        return [REMOVED, *(Text(value) for value in LAYERS[clue.layer][1] if isinstance(value, str))]


def all_solutions(puzzle: CompiledPuzzle) -> frozenset[Solution]:
    """Every assignment that breaks nothing."""
    variables = puzzle.model.variables
    return frozenset(
        tuple((var.name, value) for var, value in zip(variables, values, strict=True))
        for values in assignments(puzzle)
        if not violations(puzzle.model, dict(zip(variables, values, strict=True)), limit=1)
    )


def subsets(options: Mapping[ClueKey, list[Any]], size: int) -> Iterator[dict[ClueKey, Any]]:
    """Every way to change so many clues."""
    for keys in itertools.combinations(options, size):
        for values in itertools.product(*(options[key] for key in keys)):
            yield dict(zip(keys, values, strict=True))
