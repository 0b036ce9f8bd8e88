"""What several test files share: puzzles from a few words, brute force, and graphs written down from scratch."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import click
import yaml

import cluewright
from cluewright.cli import cli
from cluewright.compiler.evaluate import violations
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import spell
from cluewright.models.loading import library_puzzles

Node = Hashable
Pair = tuple[Any, Any]
Values = tuple[int, ...]

#: Seconds within which anything with a limit of seconds has ended. What does not hold its limit takes minutes; a busy
#: machine must not be taken for that.
SOON = 30

#: A tiny Sudoku with one solution, and what becomes of it without some clues and with a wrong one.
UNIQUE = """
puzzle: sudoku
title: Tiny
parameters: {size: 4, box: [2, 2]}
clues:
  digit: |
    1 . . .
    . . 3 .
    . 4 . .
    . . . 2
"""
SEVERAL = UNIQUE.replace("    . 4 . .\n    . . . 2", "    . . . .\n    . . . .")
NONE = UNIQUE.replace("1 . . .", "1 1 . .")


def all_commands() -> dict[str, click.Command]:
    """The commands of the command line by name."""
    context = click.Context(cli)
    found = {name: cli.get_command(context, name) for name in cli.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


def puzzle_text(
    *holds: str, each: str | None = None, clues: Mapping[str, tuple[Mapping[str, Any], Any]] | None = None, **parts: Any
) -> str:
    """A puzzle and its rulebook as one YAML text. `clues` maps a name to (its declaration, what the puzzle gives);
    everything else goes into the rulebook as it is."""
    rules: dict[str, Any] = {"rules": "example", **{key: value for key, value in parts.items() if value}}
    puzzle: dict[str, Any] = {"puzzle": "example"}
    if clues:
        rules["clues"] = {name: dict(declared) for name, (declared, _) in clues.items()}
        puzzle["clues"] = {name: given for name, (_, given) in clues.items()}
    if holds:
        rules["constraints"] = [{"rule": "It holds.", **({"each": each} if each else {}), "holds": list(holds)}]
    return yaml.safe_dump_all([puzzle, rules], sort_keys=False, width=10_000, allow_unicode=True)


def smallest(genre: str) -> Path:
    """The smallest puzzle of a genre in the library; its file tells that without compiling it."""
    return min(library_puzzles(genre), key=lambda path: (path.stat().st_size, path.name))


def compiled(text: str) -> CompiledPuzzle:
    """A puzzle text, grounded."""
    return cluewright.compile(cluewright.loads(text))


def assignments(puzzle: CompiledPuzzle) -> Iterator[Values]:
    """Every way to give the unknowns values."""
    return product(*(var.domain for var in puzzle.model.variables))


def layers(puzzle: CompiledPuzzle, values: Values) -> dict[str, Any]:
    """An assignment by layer: a list for elements that are numbers, else a map from the element's name."""
    found: dict[str, Any] = {}
    rest = iter(values)
    for name, layer in puzzle.model.unknowns.items():
        by_name = {e: next(rest) for e in layer.variables}
        numbered = all(isinstance(e, int) for e in by_name)
        found[name] = list(by_name.values()) if numbered else {spell(e): v for e, v in by_name.items()}
    return found


def engine_solutions(puzzle: CompiledPuzzle) -> set[Values]:
    """All solutions that the engine finds; each must be found once."""
    result = cluewright.solve(puzzle, limit=None)
    assert result.complete
    found = [tuple(answer[var] for var in puzzle.model.variables) for answer in result.answers]
    assert len(set(found)) == len(found)
    return set(found)


def judged_solutions(puzzle: CompiledPuzzle) -> set[Values]:
    """All assignments that the evaluator accepts."""
    variables = puzzle.model.variables
    return {v for v in assignments(puzzle) if not violations(puzzle.model, dict(zip(variables, v, strict=True)))}


def agrees(text: str, judge: Callable[..., object]) -> int:
    """Brute force by `judge(**layers)`, the engine and the evaluator accept the same assignments; returns how many."""
    puzzle = compiled(text)
    expected = {values for values in assignments(puzzle) if judge(**layers(puzzle, values))}
    assert engine_solutions(puzzle) == expected
    assert judged_solutions(puzzle) == expected
    return len(expected)


# ---------------------------------------------------------------- graphs


def grid_links(rows: int, columns: int) -> dict[str, Pair]:
    """The links of a square board by name, each with the names of its two cells."""
    found: dict[str, Pair] = {}
    for r in range(1, rows + 1):
        for c in range(1, columns + 1):
            for r2, c2 in ((r, c + 1), (r + 1, c)):
                if r2 <= rows and c2 <= columns:
                    found[f"r{r}c{c}-r{r2}c{c2}"] = (f"r{r}c{c}", f"r{r2}c{c2}")
    return found


def grid_sides(rows: int, columns: int) -> dict[str, Pair]:
    """The sides of a square board by name, each with its two corners as (line from the top, line from the left)."""
    found: dict[str, Pair] = {}
    for r in range(1, rows + 1):
        for c in range(1, columns + 1):
            cell = f"r{r}c{c}"
            if r == 1:
                found[f"{cell}|up"] = ((0, c - 1), (0, c))
            if c == 1:
                found[f"{cell}|left"] = ((r - 1, 0), (r, 0))
            found[f"{cell}|r{r}c{c + 1}" if c < columns else f"{cell}|right"] = ((r - 1, c), (r, c))
            found[f"{cell}|r{r + 1}c{c}" if r < rows else f"{cell}|down"] = ((r, c - 1), (r, c))
    return found


def chosen_edges(edges: Mapping[str, Pair], values: Mapping[str, int]) -> list[Pair]:
    """The edges whose value is not 0."""
    assert set(edges) == set(values)
    return [edges[name] for name, value in values.items() if value]


def chosen(values: Mapping[str, int], wanted: int = 1) -> set[str]:
    """The elements that have a value."""
    return {name for name, value in values.items() if value == wanted}


def components(nodes: Iterable[Node], edges: Iterable[Pair]) -> list[set[Any]]:
    """The connected pieces of the nodes, joined by those edges that have both ends among them."""
    piece_of: dict[Node, set[Any]] = {node: {node} for node in nodes}
    for a, b in edges:
        if a in piece_of and b in piece_of and piece_of[a] is not piece_of[b]:
            merged = piece_of[a] | piece_of[b]
            piece_of.update(dict.fromkeys(merged, merged))
    return list({id(piece): piece for piece in piece_of.values()}.values())


def degrees(edges: Iterable[Pair]) -> dict[Node, int]:
    """How many of the edges end at each node that they touch."""
    found: dict[Node, int] = {}
    for edge in edges:
        for end in edge:
            found[end] = found.get(end, 0) + 1
    return found


def is_loop(edges: list[Pair]) -> bool:
    """Whether the edges are one simple cycle."""
    touched = degrees(edges)
    return bool(edges) and set(touched.values()) == {2} and len(components(touched, edges)) == 1


def is_path(edges: list[Pair]) -> bool:
    """Whether the edges are one simple open path."""
    touched = degrees(edges)
    return (
        bool(edges)
        and max(touched.values()) <= 2
        and len(edges) == len(touched) - 1
        and len(components(touched, edges)) == 1
    )


def is_forest(nodes: Iterable[Node], edges: Iterable[Pair]) -> bool:
    """Whether the edges among the nodes contain no cycle."""
    present = set(nodes)
    inside = [e for e in edges if set(e) <= present]
    return len(inside) == len(present) - len(components(present, inside))
