"""Rules that follow from two constraints together, as clauses; derived from what they say, never from a genre."""

from __future__ import annotations

from collections.abc import Sequence

from cluewright.compiler.cnf import Encoder, Num
from cluewright.compiler.cnf.layers import require_path, unroll
from cluewright.compiler.colours import TWO_CHANGES, around, both_connected
from cluewright.compiler.lemmas.base import GraphLemmas
from cluewright.compiler.lemmas.connected import ConnectedLemmas


def add_implied_rules(encoder: Encoder, generators: Sequence[GraphLemmas]) -> int:
    """Add the rules of two connected colours wherever they apply; returns to how many pairs they did."""
    sides = [each for each in generators if isinstance(each, ConnectedLemmas) and each.edges is None]
    pairs = 0
    for side, other in both_connected(
        sides, lambda each: each.graph, lambda each, denied: tuple(-lit if denied else lit for lit in each.nodes)
    ):
        pairs += 1
        prefix = (*side.prefix, *other.prefix)
        for circle in around(side.graph):
            word = [side.nodes[n] for n in circle]
            if len(word) == 4:
                a, b, c, d = word
                encoder.clause([*prefix, -a, b, -c, d])
                encoder.clause([*prefix, a, -b, c, -d])
            else:
                _at_most_two_changes(encoder, word, prefix)
    return pairs


def _at_most_two_changes(encoder: Encoder, literals: Sequence[int], prefix: tuple[int, ...]) -> None:
    """Read once around, the word is a...ab...ba...a."""
    letters = [Num.of_literal(encoder, lit) for lit in literals]
    steps: dict[object, int] = dict(TWO_CHANGES.transitions)
    layers = unroll(letters, TWO_CHANGES.start, lambda _, state, value: steps.get((state, value)), lambda _: True)
    require_path(encoder, letters, layers, prefix)
