"""Loops of MiniZinc files say each constraint that they were made of, and nothing else."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluewright.compiler.backends.minizinc.loops import Loops, running_names

_HEAD = re.compile(r"forall\((.*?)\) \((.*)\)$", re.DOTALL)


def written_out(texts: list[str], data: dict[str, list[list[int]]]) -> list[str]:
    """Every constraint of every loop, with its numbers worked out."""
    found: list[str] = []
    for text in texts:
        match = _HEAD.fullmatch(text)
        if match is None:
            found.append(text)
            continue
        head, _, condition = match[1].partition(" where ")
        names, spans = zip(*(part.split(" in ") for part in re.split(r", (?=\w+ in )", head)), strict=True)
        for values in itertools.product(*map(_span, spans)):
            known: dict[str, object] = {**data, **dict(zip(names, values, strict=True))}
            if condition and not eval(_python(condition), {}, known):
                continue
            found.append(_worked_out(match[2], known))
    return found


def _span(text: str) -> list[int]:
    if text.startswith("{"):
        return [int(word) for word in text.strip("{}").split(", ")]
    first, last = text.split("..")
    return list(range(int(first), int(last) + 1))


def _python(text: str) -> str:
    text = re.sub(r"(\w+)\[(\w+),(\w+)\]", r"\1[\2-1][\3-1]", text)
    return text.replace(" = ", " == ").replace("/\\", "and")


def _part(match: re.Match[str], known: dict[str, object]) -> str:
    row = known[match[1]][known[match[2]] - 1]  # type: ignore[index, operator]
    return str(row[int(match[3] or 1) - 1 : int(match[4]) if match[4] else None])


def _worked_out(text: str, known: dict[str, object]) -> str:
    """Data first, then names with what is added to them."""
    text = re.sub(r"(data\w*)\[(\w+),(\d*)\.\.(\d*)\]", lambda m: _part(m, known), text)
    text = re.sub(r"data\w*\[\w+,\w+\]", lambda m: str(eval(_python(m[0]), {}, known)), text)
    names = "|".join(sorted((n for n, v in known.items() if isinstance(v, int)), key=len, reverse=True))
    text = re.sub(rf"(?<!\w)({names})(?!\w)", lambda m: str(known[m[1]]), text) if names else text
    return re.sub(r"(?<=[\[,.])(\d+)([+-]\d+)(?=[\],.])", lambda m: str(int(m[1]) + int(m[2])), text)


def loops() -> tuple[Loops, dict[str, list[list[int]]]]:
    data: dict[str, list[list[int]]] = {}

    def parameter(kind: str, value: str) -> str:
        rows = [[int(n) for n in row.split(", ")] for row in value.strip("[]|").split(" |")]
        assert kind == f"array[1..{len(rows)}, 1..{len(rows[0])}] of int"
        name = f"data_{len(data) + 1}"
        data[name] = rows
        return name

    return Loops(running_names(str), parameter), data


BOARD = [(r, c) for r in range(1, 6) for c in range(1, 5)]
CASES = {
    "rows": ([f"all_different(x[{r},..])" for r in range(1, 8)], 1),
    "boxes": ([f"f(x[{r}..{r + 2},{c}..{c + 2}])" for r in (1, 4, 7) for c in (1, 4, 7)], 1),
    "neighbours": (
        [f"x[{r},{c}] != x[{r},{c + 1}]" for r, c in BOARD] + [f"x[{r},{c}] != x[{r + 1},{c}]" for r, c in BOARD],
        2,
    ),
    "all but one": ([f"x[{r},{c}] <= y[{r},{c}]" for r, c in BOARD if (r, c) != (3, 2)], 1),
    "given": ([f"x[{r},{c}] = {3 * r + c}" for r, c in BOARD if (r * c) % 3], 1),
    "few": ([f"x[{r},{r}] = {3 * r}" for r in (1, 2)], 2),
    "sums": ([f"sum(x[{r},{c}..{c + r}]) = {10 * r + c}" for r, c in BOARD], 1),
    "lists": ([f"g(x[{i}], [1, 2, 3, {i}])" for i in range(9)], 1),
    "lists for lines": ([f"runs(x[{i},..], [1, {i}, 0])" for i in range(1, 9)], 1),
    "lists and numbers": ([f"g(x[{i}], [1, {i % 4}], {i * i})" for i in range(1, 12)], 1),
    "two lists": ([f"g(x[{i}], [1, {i}], [0, {i}])" for i in range(1, 9)], 8),
    "counted": ([f"count(x[{r},..], {n}) <= 1" for r in range(1, 5) for n in range(1, 9)], 1),
    "twice": (["x[1] < 3", "x[1] < 3"], 1),
    "no numbers": (["all_different(x)"], 1),
}


@pytest.mark.parametrize("name", CASES)
def test_loops_say_the_same(name: str) -> None:
    lines, fewest = CASES[name]
    ours, data = loops()
    texts = ours.folded(lines)
    assert sorted(written_out(texts, data)) == sorted(set(lines))
    assert len(texts) == fewest


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(1, 5), st.integers(1, 5), st.integers(0, 3)), min_size=1, max_size=40
    )
)
def test_random_constraints(chosen: list[tuple[int, int, int, int]]) -> None:
    forms = [
        lambda r, c, n: f"x[{r},{c}] + x[{r + n},{c}] = {n}",
        lambda r, c, n: f"x[{r},{c}] = {n}",
        lambda r, c, n: f"sum(x[{r},{c}..{c + n}]) <= y[{r}] + {c}",
        lambda r, c, n: f"(not z[{r}]) \\/ z[{c}] \\/ z[{c + n}]",
    ]
    lines = [forms[kind](r, c, n) for kind, r, c, n in chosen]
    ours, data = loops()
    texts = ours.folded(lines)
    assert sorted(written_out(texts, data)) == sorted(set(lines))
    assert sum(map(len, texts)) <= sum(map(len, lines)) + 20
