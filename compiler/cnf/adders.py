"""Sums in binary: weak in propagation, but of a size that always fits; the last resort for sums of many values."""

from __future__ import annotations

from collections.abc import Sequence

from cluewright.compiler.cnf.base import FALSE, ClauseWriter, Prefix
from cluewright.compiler.cnf.numbers import Num

#: Literals of the binary digits of a number that is not negative, the lowest first.
Bits = list[int]


def require_binary(writer: ClauseWriter, parts: Sequence[Num], relation: str, bound: int, prefix: Prefix) -> None:
    """prefix or the sum of the parts <relation> bound, where the relation is `<=` or `==`."""
    bound -= sum(part.values[0] for part in parts)
    if bound < 0:
        writer.contradiction(prefix)
        return
    pending = [_bits_above_least(part) for part in parts]
    while len(pending) > 1:  # in a balanced tree
        pending.append(_add(writer, pending.pop(0), pending.pop(0)))
    total = pending[0]
    width = max(len(total), bound.bit_length())
    total = total + [FALSE] * (width - len(total))
    asked = [bool(bound >> place & 1) for place in range(width)]
    if relation == "==":
        for literal, is_one in zip(total, asked, strict=True):
            writer.clause([*prefix, literal if is_one else -literal])
        return
    for place, is_one in enumerate(asked):
        if not is_one:  # a one here needs a higher place where the bound has a one and the sum a zero
            higher = [-total[above] for above in range(place + 1, width) if asked[above]]
            writer.clause([*prefix, -total[place], *higher])


def _bits_above_least(part: Num) -> Bits:
    """The binary digits of how far a number lies above its least value."""
    writer, least = part.writer, part.values[0]
    bits: Bits = []
    for place in range((part.values[-1] - least).bit_length()):
        with_bit = [bool((value - least) >> place & 1) for value in part.values]
        if len(part.values) == 2:
            bits.append(part.direct()[1] if with_bit[1] else FALSE)
            continue
        bit = writer.new()
        for literal, is_one in zip(part.direct(), with_bit, strict=True):
            writer.clause([-literal, bit if is_one else -bit])
        bits.append(bit)
    return bits


def _add(writer: ClauseWriter, first: Bits, second: Bits) -> Bits:
    """Adds place by place with a carry."""
    carry = FALSE
    total: Bits = []
    for place in range(max(len(first), len(second))):
        digits = [bits[place] for bits in (first, second) if place < len(bits)]
        inputs = [lit for lit in (*digits, carry) if lit != FALSE]
        total.append(_odd(writer, inputs))
        carry = _at_least_two(writer, inputs)
    return total if carry == FALSE else [*total, carry]


def _odd(writer: ClauseWriter, inputs: list[int]) -> int:
    """A literal for 'an odd number of these (at most three)'."""
    if len(inputs) < 2:
        return inputs[0] if inputs else FALSE
    odd = writer.new()
    for chosen in range(1 << len(inputs)):
        differs = [-lit if chosen >> i & 1 else lit for i, lit in enumerate(inputs)]
        writer.clause([*differs, odd if chosen.bit_count() % 2 else -odd])
    return odd


def _at_least_two(writer: ClauseWriter, inputs: list[int]) -> int:
    """A literal for 'at least two of these (at most three)'."""
    if len(inputs) < 2:
        return FALSE
    both = writer.new()
    pairs = [(a, b) for i, a in enumerate(inputs) for b in inputs[i + 1 :]]
    for a, b in pairs:
        writer.clause([-a, -b, both])
    for a, b in pairs if len(inputs) == 3 else [(lit, lit) for lit in inputs]:
        writer.clause([a, b, -both])
    return both
