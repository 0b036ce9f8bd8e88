"""Layered automata: a word is accepted exactly when a path leads through all layers to an accepting state."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from cluewright.compiler.cnf.base import TRUE, ClauseWriter, Prefix
from cluewright.compiler.cnf.numbers import Num
from cluewright.models.errors import LimitError

State = Hashable
#: For each letter: the moves (state, value, next state).
Layers = list[list[tuple[State, int, State]]]


def unroll(
    letters: Sequence[Num],
    start: State,
    step: Callable[[int, State, int], State | None],
    accepts: Callable[[State], bool],
    limit: int | None = None,
) -> Layers | None:
    """The moves that lie on an accepted word (None: no word is accepted, or one layer is empty)."""
    layers: Layers = []
    reached: dict[State, None] = {start: None}  # in order, so that the clauses are the same every time
    total = 0
    for index, letter in enumerate(letters):
        moves: list[tuple[State, int, State]] = []
        following: dict[State, None] = {}
        for state in reached:
            for value in letter.values:
                target = step(index, state, value)
                if target is not None:
                    moves.append((state, value, target))
                    following[target] = None
        total += len(moves)
        if limit is not None and total > limit:
            raise LimitError(f"a constraint over {len(letters)} numbers needs more than {limit} steps")
        layers.append(moves)
        reached = following
    alive = {state for state in reached if accepts(state)}
    for index in range(len(layers) - 1, -1, -1):
        layers[index] = [move for move in layers[index] if move[2] in alive]
        alive = {move[0] for move in layers[index]}
    return layers if start in alive else None


def require_path(writer: ClauseWriter, letters: Sequence[Num], layers: Layers | None, prefix: Prefix) -> None:
    """The letters spell a path through the layers (complete propagation: a value that no path uses is excluded)."""
    if layers is None:
        writer.contradiction(prefix)
        return
    clause = writer.clause
    entry = _entry(writer, prefix)
    literals: dict[State, int] = {}
    final = len(layers) - 1
    for index, (letter, moves) in enumerate(zip(letters, layers, strict=True)):
        outgoing: dict[State, int] = {}
        incoming: dict[State, int] = {}
        for state, _, target in moves:
            outgoing[state] = outgoing.get(state, 0) + 1
            incoming[target] = incoming.get(target, 0) + 1
        if index == 0:
            literals = dict.fromkeys(outgoing, entry)
        last = index == final
        # only at both ends, and for a letter that is known, literals can be constants
        add = clause if index == 0 or last or len(letter.values) == 1 else writer.add
        following = {target: TRUE if last else writer.new() for target in incoming}
        equals = {value: letter.equals(value) for value in letter.values}
        leave: dict[State, list[int]] = {state: [] for state in outgoing}
        arrive: dict[State, list[int]] = {target: [] for target in incoming}
        support: dict[int, list[int]] = {value: [] for value in letter.values}
        for state, value, target in moves:
            source, goal = literals[state], following[target]
            if outgoing[state] == 1:
                move = source
                add([-move, goal])
            elif incoming[target] == 1 and not last:
                move = goal
                add([-move, source])
            else:
                move = writer.new()
                add([-move, source])
                add([-move, goal])
            add([-move, equals[value]])
            leave[state].append(move)
            arrive[target].append(move)
            support[value].append(move)
        for state, options in leave.items():
            if literals[state] not in options:
                add([-literals[state], *options])
        if not last:
            for target, options in arrive.items():
                if following[target] not in options:
                    add([-following[target], *options])
        for value, options in support.items():
            if equals[value] not in options:
                clause([*prefix, -equals[value], *options])
        literals = following


def _entry(writer: ClauseWriter, prefix: Prefix) -> int:
    """A literal that is true unless the prefix is."""
    if not prefix:
        return TRUE
    if len(prefix) == 1:
        return -prefix[0]
    entry = writer.new()
    writer.clause([*prefix, entry])
    return entry
