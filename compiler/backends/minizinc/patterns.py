"""Automata as MiniZinc has them. Where one says something that a person would say by a few numbers, such as the lengths
of runs, a predicate of the file makes it of these; any other is given step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.automata import Automaton
from cluewright.compiler.backends.minizinc.printing import Printer
from cluewright.compiler.lowering.views import standing_out

#: Longer lists of steps have a name.
LONG: Final = 40

_FOLLOWS: Final = """\
% A word follows steps: where each letter, counted from `low`, leads from state 1, 2, ...; 0 is nowhere.
predicate {name}(array[int] of var int: word, int: low, int: letters, array[int] of int: steps, set of int: ends) =
  let {{ int: states = length(steps) div letters }} in
  regular([v + 1 - low | v in word], states, letters, array2d(1..states, 1..letters, steps), 1, ends);
"""
_RUNS: Final = """\
% The runs of ones in a line have these lengths, in order; 0 is none. States: before each run, after each of its ones.
predicate {name}(array[int] of var int: line, array[int] of int: lengths) =
  let {{
    array[int] of int: n = [l | l in lengths where l > 0];
    set of int: before = {{sum(n[1..i-1]) + i | i in 1..length(n)}};
    set of int: after = {{sum(n[1..i]) + i | i in 1..length(n) - 1}};
    int: last = max(sum(n) + length(n), 1);
  }} in regular([v + 1 | v in line], last, 2, array2d(1..last, 1..2, [
    if v = 0 then if s in before union {{last}} then s elseif s in after then s + 1 else 0 endif
    elseif s in after union {{last}} then 0 else s + 1 endif | s in 1..last, v in 0..1]), 1, {{last}});
"""
_STAND_OUT: Final = """\
% So many values of a line are greater than all before them. States: nothing yet; the greatest and how many so far.
predicate {name}(array[int] of var int: line, int: low, int: n, int: number) =
  regular([v + 1 - low | v in line], n * number + 1, n, array2d(1..n * number + 1, 1..n, [
    if s = 1 then (v - 1) * number + 2 elseif v <= (s - 2) div number + 1 then s
    elseif (s - 2) mod number + 1 < number then (v - 1) * number + (s - 2) mod number + 3 else 0 endif
    | s in 1..n * number + 1, v in 1..n]), 1, {{g * number + 1 | g in 1..n}});
"""


def pattern(p: Printer, node: ir.Regular, values: Sequence[int]) -> str | None:
    """A word of these neighbouring values that an automaton accepts; None if it does not begin in its first state."""
    automaton = node.automaton
    if automaton.start != 0:
        return None
    p.includes.add("regular.mzn")
    lengths = run_lengths(automaton) if list(values) == [0, 1] else None
    if lengths is not None:
        padded = [*lengths, *[0] * (max(longest_runs(p), 1) - len(lengths))]
        name = p.predicate("runs", _RUNS)
        return f"{name}({p.taken(node.args)}, [{', '.join(map(str, padded))}])"
    number = _number_standing_out(automaton, tuple(values))
    if number is not None:
        return f"{p.predicate('stand_out', _STAND_OUT)}({p.taken(node.args)}, {values[0]}, {len(values)}, {number})"
    steps = automaton.transitions
    listed = [steps.get((state, value), -1) + 1 for state in range(automaton.states) for value in values]
    text = "[" + ", ".join(map(str, listed)) + "]"
    if len(listed) > LONG:
        text = p.parameter("pattern", f"array[1..{len(listed)}] of int", text)
    final = ", ".join(str(state + 1) for state in sorted(automaton.accepting))
    name = p.predicate("follows", _FOLLOWS)
    return f"{name}({p.taken(node.args)}, {values[0]}, {len(values)}, {text}, {{{final}}})"


def run_lengths(automaton: Automaton) -> list[int] | None:
    """The lengths of the runs of ones, if it accepts the lines of zeros and ones with just these runs."""
    steps = automaton.transitions
    state, lengths = automaton.start, []
    seen = {state}
    while steps.get((state, 0)) == state and (state, 1) in steps:  # before a run
        lengths.append(0)
        while ((following := steps.get((state, 1))) is not None and (state, 0) not in steps) or lengths[-1] == 0:
            if following is None or following in seen:
                return None
            state = following
            seen.add(state)
            lengths[-1] += 1
        if (state, 1) in steps or (gap := steps.get((state, 0))) is None:
            return None
        if gap != state:  # after a run that is not the last
            if gap in seen:
                return None
            state = gap
            seen.add(state)
            if (state, 1) not in steps:
                return None
    whole = steps.get((state, 0)) == state and (state, 1) not in steps and automaton.accepting == {state}
    return lengths if whole and len(seen) == automaton.states and _only_bits(automaton) else None


def _only_bits(automaton: Automaton) -> bool:
    return all(value in (0, 1) for _, value in automaton.transitions)


def longest_runs(p: Printer) -> int:
    """The most runs of any line, so that all lines have lists of one length."""
    if p.longest is None:
        nodes = [root for root in p.roots if isinstance(root, ir.Regular)]
        p.longest = max((len(run_lengths(node.automaton) or ()) for node in nodes), default=0)
    return p.longest


def _number_standing_out(automaton: Automaton, values: tuple[int, ...]) -> int | None:
    for number in range(1, len(values) + 1):
        if automaton == standing_out(values, frozenset({number})):
            return number
    return None
