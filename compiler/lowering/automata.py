"""A pass: automata that a target does not take are unrolled, state by state, into tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cluewright.compiler.automata import Automaton
from cluewright.compiler.ir import Regular, Table, Value, Var, values
from cluewright.compiler.lowering.targets import Target
from cluewright.compiler.model import Constraint, Model


def unroll(model: Model, target: Target, _encodings: Mapping[str, str]) -> Model:
    """The model with only such words as the target reads."""
    auxiliary = list(model.auxiliary)
    constraints: list[Constraint] = []
    for constraint in model.constraints:
        node = constraint.expr
        if isinstance(node, Regular) and not _reads(target, node.args):
            steps = _steps(node, auxiliary)
            constraints += [Constraint(expr, constraint.rule, constraint.values) for expr in steps]
        else:
            constraints.append(constraint)
    return Model(model.unknowns, constraints, auxiliary)


def _reads(target: Target, word: Sequence[Value]) -> bool:
    """Whether a target takes an automaton over this word."""
    if target.letters is None:
        return True
    domains = {letter.domain if isinstance(letter, Var) else () for letter in word}
    first = domains.pop()
    in_range = bool(first) and first[0] in target.letters and first[-1] in target.letters
    return in_range and not domains and len(set(word)) == len(word)


def _steps(node: Regular, auxiliary: list[Var]) -> Iterator[Value]:
    """A new state after every letter, by tables of the moves that lie on an accepted word."""
    automaton = node.automaton
    letters = [values(arg) for arg in node.args]
    layers = _reachable(automaton, letters)
    if not layers[-1]:
        yield False
        return
    state: Value = automaton.start
    for letter, held, now, then in zip(node.args, letters, layers, layers[1:], strict=False):
        following = Var(f"state_{len(auxiliary) + 1}", then)
        auxiliary.append(following)
        moves = ((s, value, automaton.transitions.get((s, value))) for s in sorted(now) for value in held)
        rows = tuple((s, value, t) for s, value, t in moves if t in then)
        yield Table((state, letter, following), rows)
        state = following


def _reachable(automaton: Automaton, letters: Sequence[Sequence[int]]) -> list[set[int]]:
    """The states after each letter that lie on a way to an accepting state."""
    layers = [{automaton.start}]
    for held in letters:
        steps = (automaton.transitions.get((state, value)) for state in layers[-1] for value in held)
        layers.append({state for state in steps if state is not None})
    layers[-1] &= automaton.accepting
    for i in range(len(letters) - 1, -1, -1):
        layers[i] = {
            s for s in layers[i] if any(automaton.transitions.get((s, v)) in layers[i + 1] for v in letters[i])
        }
    if not layers[0]:
        layers[-1] = set()
    return layers
