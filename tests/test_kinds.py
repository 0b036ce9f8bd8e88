"""Words, numbers and truth values are three kinds of values that never mix unnoticed."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
import yaml

import cluewright
from cluewright.models.errors import CluewrightError
from cluewright.reference import Reference

#: Layers over the places 1 and 2: words, other words, numbers beside a word, numbers, numbers 0 and 1, truth values.
UNKNOWNS: dict[str, Any] = {
    "w": ["red", "green"],
    "v": ["green", "blue"],
    "d": ["'1'", "'2'"],
    "m": "1..2 or '?'",
    "k": "2..3 or '?' or 'red'",
    "n": "0..2",
    "z": "0..1",
    "t": "bool",
}
VALUES: dict[str, list[Any]] = {
    "w": ["red", "green"],
    "v": ["green", "blue"],
    "d": ["1", "2"],
    "m": [1, 2, "?"],
    "k": [2, 3, "?", "red"],
    "n": [0, 1, 2],
    "z": [0, 1],
    "t": [False, True],
}


def puzzle(rule: str, layers: str, **parts: Any) -> str:
    unknowns = {name: {"over": "places", "values": UNKNOWNS[name]} for name in layers}
    book: dict[str, Any] = {"rules": "kinds", "elements": {"places": [1, 2]}, "unknowns": unknowns}
    book["constraints"] = [{"rule": "The rule.", "holds": rule}]
    return yaml.safe_dump({"puzzle": {**book, **parts}})


def counted(rule: str, layers: str, solver: str = "sat") -> int:
    return cluewright.count(cluewright.loads(puzzle(rule, layers)), solver=solver).count


def expected(judge: Any, layers: str) -> int:
    """How many assignments a plain function accepts; Python tells '1' from 1 by itself."""
    spaces = [itertools.product(VALUES[name], repeat=2) for name in layers]
    return sum(bool(judge(*assignment)) for assignment in itertools.product(*map(list, spaces)))


MEANINGS = [
    ("w[1] == v[1]", "wv", lambda w, v: w[0] == v[0]),
    ("w[1] != v[1] and w[2] == 'green'", "wv", lambda w, v: w[0] != v[0] and w[1] == "green"),
    ("m[1] == n[1]", "mn", lambda m, n: m[0] == n[0]),
    ("m[1] == n[1] + n[2]", "mn", lambda m, n: m[0] == n[0] + n[1]),
    ("m[1] != n[1]", "mn", lambda m, n: m[0] != n[0]),
    ("m[1] == k[1]", "mk", lambda m, k: m[0] == k[0]),
    ("k[1] == w[1]", "kw", lambda k, w: k[0] == w[0]),
    ("m[1] == '?' or m[2] == 2", "m", lambda m: m[0] == "?" or m[1] == 2),
    ("m[1] in [1, '?']", "m", lambda m: m[0] in [1, "?"]),
    ("m[1] in 0..9", "m", lambda m: m[0] in range(10)),
    ("w[1] in ['red', v[1]]", "wv", lambda w, v: w[0] in ["red", v[0]]),
    ("(w[1], n[1]) in [('red', 0), ('green', 2)]", "wn", lambda w, n: (w[0], n[0]) in [("red", 0), ("green", 2)]),
    ("(m[1], n[1]) in [('?', 0), (1, 2), (0, 0)]", "mn", lambda m, n: (m[0], n[0]) in [("?", 0), (1, 2)]),
    ("[w[1], m[1]] == ['red', 1]", "wm", lambda w, m: w[0] == "red" and m[0] == 1),
    ("all_different([w[1], w[2], v[1]])", "wv", lambda w, v: len({w[0], w[1], v[0]}) == 3),
    ("all_different([w[1], w[2], v[1]], ignoring='green')", "wv",
     lambda w, v: len([x for x in (*w, v[0]) if x != "green"]) == len({x for x in (*w, v[0]) if x != "green"})),
    ("all_different([m[1], m[2], k[1]])", "mk", lambda m, k: len({m[0], m[1], k[0]}) == 3),
    ("all_equal([w[1], v[1], 'green'])", "wv", lambda w, v: w[0] == v[0] == "green"),
    ("distinct([[w[1], n[1]], [v[1], n[2]]])", "wvn", lambda w, v, n: (w[0], n[0]) != (v[0], n[1])),
    ("matches([w[1], w[2]], 'red green?')", "w", lambda w: w == ("red", "green")),
    ("matches([k[1], k[2]], '2 [^2]')", "k",
     lambda k: k[0] == 2 and k[1] != 2),
    ("(w[1] if t[1] else v[1]) == 'green'", "wvt", lambda w, v, t: (w[0] if t[0] else v[0]) == "green"),
    ("('red' if t[1] else 'green') == w[1]", "wt", lambda w, t: ("red" if t[0] else "green") == w[0]),
    ("(1 if t[1] else 0) == n[1]", "nt", lambda n, t: int(t[0]) == n[0]),
    ("['red', 'green', 'blue'][n[1]] == v[1]", "nv", lambda n, v: ["red", "green", "blue"][n[0]] == v[0]),
    ("[true, false, true][n[1]] and t[1]", "nt", lambda n, t: n[0] != 1 and t[0]),
    ("z[1] == 1 and t[1]", "zt", lambda z, t: z[0] == 1 and t[0]),
    ("z[1] == t[1]", "zt", lambda z, t: z[0] == t[0]),
    ("t[1] + t[2] == 1 and count(t) == 1", "t", lambda t: sum(t) == 1),
    ("z[1] * z[2] == 1", "z", lambda z: z == (1, 1)),
    ("d[1] == '1'", "d", lambda d: d[0] == "1"),
    ("count(w[p] == 'red' for p in places) == 1", "w", lambda w: w.count("red") == 1),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "layers", "judge"), MEANINGS, ids=[rule for rule, _, _ in MEANINGS])
def test_values_compare_by_kind(rule: str, layers: str, judge: Any) -> None:
    assert counted(rule, layers) == expected(judge, layers)


@pytest.mark.parametrize("solver", ["cp-sat", "clingo"])
def test_values_compare_by_kind_on_other_engines(solver: str) -> None:
    for rule, layers, judge in MEANINGS:
        assert counted(rule, layers, solver) == expected(judge, layers), rule


@pytest.mark.parametrize("solver", ["gecode", "ace", "choco"])
def test_values_compare_by_kind_in_files(solver: str) -> None:
    rules = [(rule, judge) for rule, layers, judge in MEANINGS if layers == "mn"]
    assert counted(" and ".join(f"({rule})" for rule, _ in rules), "mn", solver) == expected(
        lambda m, n: all(judge(m, n) for _, judge in rules), "mn"
    )


MIXTURES = [
    ("d[1] == 1", "d", "a word is never equal to a number"),
    ("w[1] == n[1]", "wn", "a word is never equal to a number"),
    ("n[1] == 'red'", "nw", "the word 'red' is not a value that this unknown can have"),
    ("w[1] == 'yellow'", "w", "the word 'yellow' is not a value that this unknown can have"),
    ("w[1]", "w", "expected something true or false, not a word"),
    ("w[1] and true", "w", "expected something true or false, not a word"),
    ("not w[1]", "w", "expected something true or false, not a word"),
    ("m[1]", "m", "expected something true or false, not something that may be a word"),
    ("z[1]", "z", "expected something true or false, not a number in 0..1"),
    ("z[1] or z[2]", "z", "expected something true or false, not a number in 0..1"),
    ("count(z[p] for p in places) == 1", "z", "expected something true or false, not a number in 0..1"),
    ("t[1] implies z[1]", "tz", "expected something true or false, not a number in 0..1"),
    ("t[1] iff z[1]", "tz", "expected something true or false, not a number in 0..1"),
    ("1", "n", "expected something true or false, not 1"),
    ("true and 1", "n", "expected something true or false, not 1"),
    ("true and 'red'", "w", "expected something true or false, not the word 'red'"),
    ("not 0", "n", "expected something true or false, not 0"),
    ("any([0, 1])", "n", "expected something true or false, not 0"),
    ("w[1] + 1 == 1", "w", "expected a number, not a word"),
    ("1 - m[1] == 1", "m", "expected a number, not something that may be a word"),
    ("2 * m[1] == 2", "m", "expected a number, not something that may be a word"),
    ("m[1] % 2 == 0", "m", "expected a number, not something that may be a word"),
    ("-w[1] == 1", "w", "expected a number, not a word"),
    ("sum(w[p] for p in places) == 1", "w", "expected a number, not a word"),
    ("sum(w[p] for p in places if t[p]) == 1", "wt", "expected a number, not a word"),
    ("w[1] < w[2]", "w", "expected a number, not a word"),
    ("m[1] <= 2", "m", "expected a number, not something that may be a word"),
    ("'red' < 'green'", "w", "words have no order"),
    ("sorted(['red', 'green']) == ['green', 'red']", "w", "words have no order"),
    ("increasing([w[1], w[2]])", "w", "expected a number, not a word"),
    ("not_decreasing([m[1], m[2]])", "m", "expected a number, not something that may be a word"),
    ("visible([w[1], w[2]]) == 1", "w", "expected a number, not a word"),
    ("max([w[1], w[2]]) == 'red'", "w", "expected a number, not a word"),
    ("min(m[1], 2) == 1", "m", "expected a number, not something that may be a word"),
    ("abs(m[1]) == 1", "m", "expected a number, not something that may be a word"),
    ("sign(w[1]) == 1", "w", "expected a number, not a word"),
    ("product([m[1], 2]) == 2", "m", "expected a number, not something that may be a word"),
    ("lex_less([w[1]], [w[2]])", "w", "expected a number, not a word"),
    ("exactly(m[1], [t[1], t[2]])", "mt", "expected a number, not something that may be a word"),
    ("[5, 6, 7][m[1]] == 5", "m", "expected a number, not something that may be a word"),
    ("(w[1] if t[1] else 0) == 0", "wt", "numbers and words do not go together here"),
    ("all_different([w[1], n[1], n[2]])", "wn", "a word is never equal to a number"),
    ("matches([w[1], w[2]], blocks([1]))", "w", "the line has words and the blocks have numbers"),
    ("matches([n[1], n[2]], 'red .')", "nw", "unknown value 'red'"),
    ("matches([w[1], w[2]], '[red..green] .')", "w", "a range has numbers at both ends"),
]


@pytest.mark.parametrize(("rule", "layers", "message"), MIXTURES, ids=[rule for rule, _, _ in MIXTURES])
def test_kinds_do_not_mix(rule: str, layers: str, message: str) -> None:
    with pytest.raises(CluewrightError) as caught:
        cluewright.compile(cluewright.loads(puzzle(rule, layers)))
    assert message in str(caught.value)


def board(holds: str, unknowns: dict[str, Any], clues: dict[str, Any] | None = None, **given: Any) -> str:
    book: dict[str, Any] = {"rules": "kinds", "board": {"rows": 1, "columns": 3}, "unknowns": unknowns}
    book["clues"] = clues or {}
    book["constraints"] = [{"rule": "The rule.", "holds": holds}]
    return yaml.safe_dump({"puzzle": book, "clues": given})


def test_a_size_that_may_be_a_word_is_an_error() -> None:
    unknowns = {"d": {"over": "cells", "values": "1..2"}, "z": {"over": "cells", "values": "1..2 or '?'"}}
    for holds, message in (
        ("equal_groups(d, size=z)", "the size that 'z' asks for at r1c1 may be a word"),
        ("equal_groups(d, size='?')", "expected a number, not"),
        ("piece_size(r1c1, cells, z[r1c1])", "expected a number, not something that may be a word"),
    ):
        with pytest.raises(CluewrightError, match=message):
            cluewright.compile(cluewright.loads(board(holds, unknowns)))


def test_a_clue_without_a_number_asks_for_no_size() -> None:
    unknowns = {"d": {"over": "cells", "values": "1..2"}}
    clues = {"size": {"over": "cells", "values": "1..3 or '?'"}}
    text = board("equal_groups(d, size=size)", unknowns, clues, size={"r1c1": "?", "r1c2": 2})
    assert cluewright.count(cluewright.loads(text)).count == 4


SHADED: dict[str, Any] = {"shaded": {"over": "cells", "values": "bool"}}
MARK: dict[str, Any] = {"mark": {"over": "cells", "values": "bool"}}
MARKED = {"r1c1": True, "r1c2": False, "r1c3": True}


@pytest.mark.parametrize(
    ("holds", "expected"),
    [
        ("count(mark) == 2", 8),
        ("connected(mark)", 0),
        ("acyclic(mark) and count(mark) < 3", 8),
        ("reaches(shaded, mark)", 7),
        ("until(row1, mark) == []", 8),
        ("stretches(row1, mark) == [[r1c2]]", 8),
        ("piece(r1c1, mark) == [r1c1]", 8),
        ("at_most(2, mark)", 8),
        ("islands(shaded, mark)", 1),
        ("len([c for c in cells if c in mark]) == 3 and not mark[r1c2]", 8),
    ],
)
def test_a_clue_that_is_false_is_no_member_of_the_set(holds: str, expected: int) -> None:
    assert cluewright.count(cluewright.loads(board(holds, SHADED, MARK, mark=MARKED))).count == expected


def test_twins_of_a_clue_that_is_false() -> None:
    links = {"border": {"over": "links", "values": "bool"}}
    for mark in ({"r1c1": True, "r1c2": False}, {"r1c1": True}):
        text = board("twins(border, mark)", links, MARK, mark={**mark, "r1c3": True})
        assert cluewright.count(cluewright.loads(text)).count == 0
        text = text.replace("columns: 3", "columns: 2").replace("\n  r1c3: true", "").replace("    r1c3: true\n", "")
        assert cluewright.count(cluewright.loads(text)).count == 1


@pytest.mark.parametrize(
    ("values", "clue", "given"),
    [
        (["red", "green"], "0..1", 1),
        ("0..1", ["red", "green"], "red"),
    ],
)
def test_a_clue_fixes_an_unknown_of_its_own_kind_only(values: Any, clue: Any, given: Any) -> None:
    unknowns = {"x": {"over": "cells", "values": values}}
    text = board("true", unknowns, {"x": {"over": "cells", "values": clue}}, x={"r1c1": given})
    with pytest.raises(CluewrightError):
        cluewright.compile(cluewright.loads(text))


def test_words_and_numbers_that_look_alike_are_an_error() -> None:
    with pytest.raises(CluewrightError, match="would look alike"):
        cluewright.compile(cluewright.loads(board("true", {"x": {"over": "cells", "values": "1..2 or '2'"}})))


@pytest.mark.parametrize("values", ["bool or 'x'", "bool or 2", "[true, false]"])
def test_truth_values_stand_alone(values: str) -> None:
    with pytest.raises(CluewrightError):
        cluewright.compile(cluewright.loads(board("true", {"x": {"over": "cells", "values": values}})))


@pytest.mark.parametrize(
    "rule",
    ["all_equal(n)", "max(n) == 2", "increasing(n)", "product(n) == 2", "distinct([n, n])", "matches(n, '. .')",
     "visible(n) == 1", "sum(n) == 2", "all_different(n)", "lex_less(n, n)", "count(n) == 1"],
)  # fmt: skip
def test_a_layer_of_unknowns_is_no_list_of_values(rule: str) -> None:
    with pytest.raises(CluewrightError, match="no list of values and no set"):
        cluewright.compile(cluewright.loads(puzzle(rule, "n")))


@pytest.mark.parametrize("rule", ["t == 1", "t == [1]", "2 in (t, n)", "n != n", "[t] == [t]"])
def test_a_layer_of_unknowns_is_not_compared_as_a_whole(rule: str) -> None:
    with pytest.raises(CluewrightError, match="cannot be compared as a whole"):
        cluewright.compile(cluewright.loads(puzzle(rule, "tn")))


def test_the_size_of_a_set_of_unknowns_is_counted() -> None:
    with pytest.raises(CluewrightError, match="use count"):
        cluewright.compile(cluewright.loads(puzzle("len(t) == 2", "t")))


#: A word that only an expression has beside numbers: the number that stands for it must not be one of them.
WORDS_BESIDE_NUMBERS = [
    ("(0 if n[1] == 1 else 'far') == 'far'", lambda n: n[0] != 1),
    ("(0 if n[1] == 1 else 'far') == 0", lambda n: n[0] == 1),
    ("[0, 'far', 1][n[1]] == n[2]", lambda n: (0, "far", 1)[n[0]] == n[1]),
    ("[0, 'far', 2][n[1]] == ['near', 0, 'far'][n[2]]", lambda n: (0, "far", 2)[n[0]] == ("near", 0, "far")[n[1]]),
    ("(2147483647 if n[1] == 1 else 'far') == 'far'", lambda n: n[0] != 1),
]


@pytest.mark.parametrize(("rule", "judge"), WORDS_BESIDE_NUMBERS, ids=[rule for rule, _ in WORDS_BESIDE_NUMBERS])
def test_a_word_beside_numbers_is_none_of_them(rule: str, judge: Any) -> None:
    assert counted(rule, "n") == expected(judge, "n")


def test_a_later_word_is_not_a_number_that_stood_beside_an_earlier_one() -> None:
    rule = "(4 if n[1] == 0 else m[1]) == ['a', 'b', 'c'][n[2]]"
    assert counted(rule, "nm") == 0
    assert counted(f"not {rule}", "nm") == expected(lambda n, m: True, "nm")


#: What unknowns equal is not decided yet, also where they stand in pairs and sets.
UNDECIDED = [
    ("n[1] in t", "nt", lambda n, t: n[0] in (1, 2) and t[n[0] - 1]),
    ("n[1] not in t", "nt", lambda n, t: n[0] not in (1, 2) or not t[n[0] - 1]),
    ("all_different([(n[1], n[2]), (n[2], n[1]), (1, 2)])", "n", lambda n: len({n, n[::-1], (1, 2)}) == 3),
    ("all_different([(n[1], n[2]), (n[2], n[1])], ignoring=[(1, 1)])", "n", lambda n: n == (1, 1) or n[0] != n[1]),
    ("all_different((n[p], m[p]) for p in places)", "nm", lambda n, m: (n[0], m[0]) != (n[1], m[1])),
    ("distinct([[(n[1], 1)], [(n[2], 1)]])", "n", lambda n: n[0] != n[1]),
]


@pytest.mark.parametrize(("rule", "layers", "judge"), UNDECIDED, ids=[rule for rule, _, _ in UNDECIDED])
def test_unknowns_in_pairs_and_sets(rule: str, layers: str, judge: Any) -> None:
    assert counted(rule, layers) == expected(judge, layers)


def test_a_pair_of_unknowns_in_a_layer_over_pairs() -> None:
    spots = {"elements": {"places": [1, 2], "spots": "(x, y) for x in 1..2 for y in 0..1"}}
    layers = {"n": {"over": "places", "values": "0..2"}, "q": {"over": "spots", "values": "bool"}}
    for rule, solutions in (("(n[1], n[2]) in q", 4 * 8), ("(n[1], n[2]) not in q", 9 * 16 - 4 * 8)):
        assert cluewright.count(cluewright.loads(puzzle(rule, "", **spots, unknowns=layers))).count == solutions


@pytest.mark.parametrize(
    "rule",
    ["connected([n[1], n[2]], by=[(1, 2)])", "paired([n[1], n[2]], by=[(1, 2)])", "count({(n[1], 1), (n[2], 1)}) == 2",
     "len(unique([(n[1], 1), (1, 1)])) == 2", "len(until([(n[1], 1)], [(1, 1)])) == 1"],
)  # fmt: skip
def test_members_of_a_set_are_known(rule: str) -> None:
    with pytest.raises(CluewrightError, match="must be known"):
        cluewright.compile(cluewright.loads(puzzle(rule, "n")))


@pytest.mark.parametrize("rule", ["first_of(n) == 1", "last_of(n) == 1", "first_of(t)"])
def test_a_layer_of_unknowns_has_no_first_value(rule: str) -> None:
    with pytest.raises(CluewrightError, match="no list of values"):
        cluewright.compile(cluewright.loads(puzzle(rule, "nt")))


def test_a_word_has_no_length() -> None:
    with pytest.raises(CluewrightError, match="expected a list, not the word 'abc'"):
        cluewright.compile(cluewright.loads(puzzle("len('abc') == 3", "n")))


@pytest.mark.parametrize("rule", ["five == 5", "five in [5]", "twice != 2"])
def test_a_function_is_no_value(rule: str) -> None:
    with pytest.raises(CluewrightError, match="is a function"):
        cluewright.compile(cluewright.loads(puzzle(rule, "n", define={"five()": "5", "twice(x)": "2 * x"})))


def test_a_function_tells_true_from_one() -> None:
    same = {"same(x)": "x"}
    text = puzzle("same(1) == 1 and same(true) and same(n[1]) == 0 and not same(false)", "n", define=same)
    assert cluewright.count(cluewright.loads(text)).count == 3
    with pytest.raises(CluewrightError, match="expected something true or false, not 1"):
        cluewright.compile(cluewright.loads(puzzle("same(true) and same(1)", "n", define=same)))


@pytest.mark.parametrize("function", ["equal_groups(shaded, size=mark)", "divided([], size=mark)"])
def test_a_truth_value_is_no_size(function: str) -> None:
    assert cluewright.count(cluewright.loads(board(function, SHADED, MARK, mark=MARKED))).count == 8
    with pytest.raises(CluewrightError, match="a size is a number"):
        cluewright.compile(cluewright.loads(board(function.replace("mark", "shaded"), SHADED)))


def test_what_is_false_belongs_to_no_set_whatever_the_other_clues_are() -> None:
    clues = {"mark": {"over": "cells", "values": "any"}}
    for rest, size in (({}, 1), ({"r1c3": 3}, 2), ({"r1c3": 0}, 2)):
        text = board(f"count(mark) == {size}", SHADED, clues, mark={"r1c1": True, "r1c2": False, **rest})
        assert cluewright.count(cluewright.loads(text)).count == 8


def test_entries_of_a_list_are_numbers_ranges_and_words() -> None:
    cases = {("1", "2", 3): [1, 2, 3], ("'1'", 1 + 1): ["1", 2], ("1..2", "'a b'", "+"): [1, 2, "a b", "+"]}
    for values, meant in cases.items():
        loaded = cluewright.loads(board("true", {"d": {"over": "[r1c1]", "values": list(values)}}))
        found = {plain(answer) for answer in Reference(loaded).solutions()}
        assert found == {repr(value) for value in meant}
        compiled = cluewright.compile(loaded)
        answers = cluewright.solve(compiled, limit=None).answers
        assert {repr(cluewright.solution_values(compiled, a)["d"][0][0]) for a in answers} == found


def test_parameters_among_alternatives() -> None:
    parameters = {"size": 3, "names": ["red", "blue"], "name": "green"}
    cases = {"0 or size": [0, 3], "names or size": ["red", "blue", 3], "'size' or name": ["size", "green"]}
    for values, meant in cases.items():
        book = {"rules": "kinds", "parameters": parameters, "elements": {"one": [1]}}
        book["clues"] = {"runs": {"over": "one", "values": [values]}}
        book["unknowns"] = {"d": {"over": "one", "values": values}}
        given = {"runs": {1: " ".join(map(str, meant))}}
        compiled = cluewright.compile(cluewright.loads(yaml.safe_dump({"puzzle": book, "clues": given})))
        answers = cluewright.solve(compiled, limit=None).answers
        found = {repr(cluewright.solution_values(compiled, a)["d"]["1"]) for a in answers}
        assert found == {repr(value) for value in meant}
        assert list(compiled.clues["runs"][1]) == meant


def plain(answer: Any) -> str:
    return repr(answer["d"]["r1c1"])


@pytest.mark.parametrize("values", [True, [True, False], ["red", True]])
def test_truth_values_are_no_entries(values: Any) -> None:
    with pytest.raises(CluewrightError, match="write `values: bool`"):
        cluewright.compile(cluewright.loads(board("true", {"d": {"over": "cells", "values": values}})))


def test_a_name_stays_what_it_is_beside_a_word() -> None:
    words = {"w": {"over": "cells", "values": ["cells", "rows", "r1c1", "row1", "size"]}}
    clues = {"size": {"over": "cells", "values": ["columns", "r1c2"]}}
    rule = "len(cells) == 3 and row1 in rows and len(columns) == 3 and len(size) == 0 and w[r1c1] == 'row1'"
    assert cluewright.count(cluewright.loads(board(rule, words, clues))).count == 25


def test_regions_are_labels() -> None:
    clues = {"room": {"over": "cells", "values": "regions"}}
    for size, expected in ((1, 0), (2, 0), (3, 8)):
        text = board(f"equal_groups(room, size={size})", SHADED, clues, room="AAA")
        assert cluewright.count(cluewright.loads(text)).count == expected
