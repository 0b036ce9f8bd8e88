"""Patterns against Python's own regular expressions, sizes against known minima, errors and limits."""

from __future__ import annotations

import re
import time
from itertools import product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluewright.compiler.automata import Automaton, blocks_automaton, blocks_pattern, compile_pattern, loose_pattern
from cluewright.models.errors import LanguageError, LimitError

ALPHABET = (-1, 0, 12)
LETTER = {-1: "a", 0: "b", 12: "c"}
WORDS = {"red": 12, "pale-blue": 0}
SHORT_WORDS = [word for length in range(6) for word in product(ALPHABET, repeat=length)]

#: A pattern in our syntax beside the same one in Python's.
Twin = tuple[str, str]

atoms = st.sampled_from(
    [
        ("-1", "a"),
        ("0", "b"),
        ("12", "c"),
        ("red", "c"),
        ("pale-blue", "b"),
        (".", "[abc]"),
        ("[-1 red]", "[ac]"),
        ("[^0]", "[^b]"),
        ("[-1..5]", "[ab]"),
        ("[^-1 1..12]", "b"),
        ("[^-1..12]", "[^abc]"),
        ("7", "x"),
        ("()", "(?:)"),
    ]
)
repeats = st.sampled_from(["*", "+", "?", "{0}", "{2}", "{1,2}", "{2,}", "{,2}", "{0,3}"])


def _extend(inner: st.SearchStrategy[Twin]) -> st.SearchStrategy[Twin]:
    parts = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(
        parts.map(lambda ts: (" ".join(f"({a})" for a, _ in ts), "".join(f"(?:{b})" for _, b in ts))),
        parts.map(lambda ts: ("(" + "|".join(a for a, _ in ts) + ")", "(?:" + "|".join(b for _, b in ts) + ")")),
        st.tuples(inner, repeats).map(lambda x: (f"({x[0][0]}){x[1]}", f"(?:{x[0][1]}){x[1].replace('{,', '{0,')}")),
    )


twins = st.recursive(atoms, _extend, max_leaves=8)


def _distinguishable_pairs(automaton: Automaton, alphabet: tuple[int, ...]) -> int:
    """How many pairs of states (with a rejecting sink, -1) some word tells apart, by filling a table."""
    states = [-1, *range(automaton.states)]
    apart = {(p, q) for p in states for q in states if (p in automaton.accepting) != (q in automaton.accepting)}
    while True:
        more = {
            (p, q)
            for p, q in product(states, states)
            if (p, q) not in apart
            and any(
                (automaton.transitions.get((p, v), -1), automaton.transitions.get((q, v), -1)) in apart
                for v in alphabet
            )
        }
        if not more:
            return len(apart) // 2
        apart |= more


@settings(max_examples=300, deadline=None)
@given(twins)
def test_pattern_accepts_what_python_accepts(twin: Twin) -> None:
    automaton = compile_pattern(twin[0], ALPHABET, WORDS)
    expected = re.compile(twin[1])
    for word in SHORT_WORDS:
        text = "".join(LETTER[value] for value in word)
        assert automaton.accepts(word) == (expected.fullmatch(text) is not None), (twin, word)


@settings(max_examples=150, deadline=None)
@given(twins)
def test_automaton_is_minimal_trimmed_and_numbered_breadth_first(twin: Twin) -> None:
    automaton = compile_pattern(twin[0], ALPHABET, WORDS)
    if not automaton.accepting:
        assert automaton == Automaton(1, 0, frozenset(), {})
        return
    if automaton.states <= 15:
        assert _distinguishable_pairs(automaton, ALPHABET) == comb(automaton.states + 1, 2)
    order = [0]
    for state in order:
        for value in sorted(ALPHABET):
            target = automaton.transitions.get((state, value))
            if target is not None and target not in order:
                order.append(target)
    assert order == list(range(automaton.states))
    assert automaton.start == 0


@pytest.mark.parametrize(
    ("pattern", "states"),
    [
        ("", 1),
        (".*", 1),
        ("1 | 1", 2),
        ("(0 | 1)* 1 (0 | 1){4}", 32),
        ("1{7}", 8),
        ("(0 0)*", 2),
        ("0 1 | 1 1", 3),
        ("((1*)*)*", 1),
        ("7", 1),
    ],
)
def test_known_minimal_sizes(pattern: str, states: int) -> None:
    assert compile_pattern(pattern, (0, 1)).states == states


def test_equal_languages_give_equal_automata() -> None:
    assert compile_pattern("1 1*", (0, 1)) == compile_pattern("1+", [1, 0, 1])
    assert hash(compile_pattern("1 1*", (0, 1))) == hash(compile_pattern("1+", (0, 1)))
    assert compile_pattern("1+", (0, 1)) is compile_pattern("1+", (0, 1))


def test_adjacent_digits_are_one_value() -> None:
    assert compile_pattern("12", (1, 2, 12)).accepts([12])
    assert compile_pattern("1 2", (1, 2, 12)).accepts([1, 2])
    assert not compile_pattern("1 2", (1, 2, 12)).accepts([12])


def test_words_have_no_order_and_are_no_numbers() -> None:
    with pytest.raises(LanguageError, match="a range has numbers at both ends"):
        compile_pattern("[low..high]+", range(10), {"low": 3, "high": 5})
    automaton = compile_pattern("[1..9 red]+ 7?", range(10), {"red": 7}, numbers=set(range(10)) - {7})
    assert automaton.accepts([3, 7, 5])
    assert not automaton.accepts([0])
    assert not compile_pattern("7", range(10), {"red": 7}, numbers=set(range(10)) - {7}).accepts([7])


def test_big_ranges_and_alphabets_are_cheap() -> None:
    automaton = compile_pattern("[1..999999999]{3}", range(1000))
    assert automaton.states == 4
    assert not automaton.accepts([1, 0, 1])


@pytest.mark.parametrize(
    ("pattern", "position", "part"),
    [
        ("0* $", 4, "unexpected character '$'"),
        ("0 * *", 5, "cannot be repeated"),
        ("1{2}{3}", 5, "cannot be repeated"),
        ("* 1", 1, "nothing before it"),
        ("(1 | {2})", 6, "nothing before it"),
        ("0 (1", 3, "never closed"),
        ("0 )", 3, "unexpected ')'"),
        ("[0 1", 1, "never closed"),
        ("1 []", 3, "no value"),
        ("[^]", 1, "no value"),
        ("[4..1]", 2, "is empty"),
        ("[1..]", 5, "unexpected ']'"),
        ("[1.2]", 4, "unexpected '2'"),
        ("1{3,2}", 2, "impossible"),
        ("1{}", 2, "no number"),
        ("1{,}", 2, "no number"),
        ("1{-2}", 3, "-2 times"),
        ("1{2", 4, "ends too early"),
        ("1{2 3}", 5, "unexpected '3'"),
        ("0 rad", 3, "unknown value 'rad'"),
        ("1" * 5000, 1, "digits"),
    ],
)
def test_errors_name_the_position(pattern: str, position: int, part: str) -> None:
    with pytest.raises(LanguageError) as caught:
        compile_pattern(pattern, (0, 1), {"red": 1})
    assert caught.value.message.startswith(f"pattern, position {position}: ")
    assert part in caught.value.message


def test_misspelt_word_gets_a_suggestion() -> None:
    with pytest.raises(LanguageError) as caught:
        compile_pattern("geren", (0, 1), {"red": 0, "green": 1})
    assert caught.value.hint == "did you mean 'green'?"


@pytest.mark.parametrize(
    "pattern",
    [
        "(((1{1000}){1000}){1000})",
        "(){999999999}",
        "(1{0}){999999999}",
        "1{,999999999}",
        "(0 | 1)* 1 (0 | 1){30}",
        "(1?){9000}",
        "(" * 10_000,
        "(" * 500 + "1" + ")" * 500,
        "1 " * 30_000,
    ],
)
def test_limits_hold_quickly(pattern: str) -> None:
    start = time.process_time()
    with pytest.raises(LimitError):
        compile_pattern(pattern, (0, 1))
    assert time.process_time() - start < 2


def test_transitions_are_limited() -> None:
    with pytest.raises(LimitError):
        compile_pattern(".{5000}", range(1000))


# ---------------------------------------------------------------- nonogram runs


@st.composite
def coloured_runs(draw: st.DrawFn) -> tuple[list[int | None], list[int] | None]:
    lengths = draw(st.lists(st.none() | st.integers(1, 4), max_size=5))
    colours = draw(st.none() | st.lists(st.sampled_from([-2, 1, 2]), min_size=len(lengths), max_size=len(lengths)))
    return lengths, colours


@settings(deadline=None)
@given(coloured_runs(), st.sampled_from([0, 5]))
def test_blocks_equal_their_pattern(runs: tuple[list[int | None], list[int] | None], blank: int) -> None:
    pattern = blocks_pattern(*runs, blank=blank)
    expected = compile_pattern(pattern, (-2, 0, 1, 2, 5))
    assert numbered(blocks_automaton(*runs, blank=blank)) == numbered(expected), pattern


def numbered(automaton: Automaton) -> tuple[int, frozenset[int], dict[tuple[int, int], int]]:
    """States in the order in which they are reached: two automata that differ in numbers only are the same."""
    order = {automaton.start: 0}
    for state in (queue := [automaton.start]):
        for _, after in sorted((sign, after) for (one, sign), after in automaton.transitions.items() if one == state):
            if after not in order:
                order[after] = len(order)
                queue.append(after)
    transitions = {(order[one], sign): order[after] for (one, sign), after in automaton.transitions.items()}
    return automaton.states, frozenset(order[one] for one in automaton.accepting), transitions


def test_blocks_pattern_is_readable() -> None:
    assert blocks_pattern([4, 2]) == "0* 1{4} 0+ 1{2} 0*"
    assert blocks_pattern([4, 2, 1], [1, 2, 2]) == "0* 1{4} 0* 2{2} 0+ 2{1} 0*"
    assert blocks_pattern([]) == blocks_pattern([0]) == "0*"


@pytest.mark.parametrize("lengths", [[], [0], [1], [3], [1, 1], [2, 1, 3], [5, 4]])
def test_blocks_count(lengths: list[int]) -> None:
    """Runs and gaps in a line of 10: stars and bars."""
    automaton = blocks_automaton(lengths)
    runs = [n for n in lengths if n]
    free = 10 - sum(runs) - max(0, len(runs) - 1)
    expected = comb(free + len(runs), len(runs))
    assert sum(automaton.accepts(word) for word in product((0, 1), repeat=10)) == expected


def test_runs_of_different_colours_may_touch() -> None:
    automaton = blocks_automaton([2, 1, 1], [1, 2, 2])
    assert automaton.accepts([1, 1, 2, 0, 2])
    assert automaton.accepts([0, 1, 1, 0, 2, 0, 2])
    assert not automaton.accepts([1, 1, 2, 2])
    assert not automaton.accepts([1, 0, 1, 2, 0, 2])


@pytest.mark.parametrize(
    ("lengths", "colours", "blank"),
    [([1, 0], None, 0), ([-1], None, 0), ([1], [1, 2], 0), ([1], [0], 0), ([1], None, 1)],
)
def test_bad_blocks_are_refused(lengths: list[int], colours: list[int] | None, blank: int) -> None:
    with pytest.raises(LanguageError):
        blocks_automaton(lengths, colours, blank)
    with pytest.raises(LanguageError):
        blocks_pattern(lengths, colours, blank)


def test_long_blocks_are_limited() -> None:
    with pytest.raises(LimitError):
        blocks_automaton([10**9])


@settings(deadline=None)
@given(st.lists(st.sampled_from([None, 1, 2, "*"]), min_size=1, max_size=5), st.sampled_from([0, 5]))
def test_stars_take_any_runs(lengths: list[int | str | None], blank: int) -> None:
    """Whatever the other clues leave of the runs of a line, however the stars share it."""

    def fits(runs: tuple[int, ...], wanted: tuple[int | str | None, ...]) -> bool:
        if not wanted:
            return not runs
        if wanted[0] == "*":
            return fits(runs, wanted[1:]) or (bool(runs) and fits(runs[1:], wanted))
        return bool(runs) and wanted[0] in (None, runs[0]) and fits(runs[1:], wanted[1:])

    automaton = compile_pattern(loose_pattern(lengths, blank), (blank, 1))
    for word in product((blank, 1), repeat=7):
        runs = tuple(len(run) for run in "".join("x" if v == 1 else " " for v in word).split())
        assert automaton.accepts(word) == fits(runs, tuple(lengths)), (lengths, word)
