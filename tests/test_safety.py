"""Hostile input ends in a clear error, quickly and in little memory, and nothing but a CluewrightError comes out."""
# ruff: noqa: E501 - one line for each input

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cluewright
from cluewright.compiler import operators
from cluewright.compiler.operators import Budget
from cluewright.compiler.work import until
from cluewright.models.errors import CluewrightError, LimitError, Problem, TimeUp
from cluewright.models.loading import library_puzzles, load_rulebook, load_text, rulebook_ids

SECONDS = 2.0
MEGABYTES = 500

#: Reads paths, compiles each in a process of its own and prints how that ended, its time (in units of a fixed piece of
#: work, so that a busy machine does not count) and memory.
_SERVER = """
import json, os, resource, sys, time
import cluewright.api as api
from cluewright.models.errors import CluewrightError
import cluewright.models.schema

def timed(work):
    started = time.process_time()
    outcome = work()
    return time.process_time() - started, outcome

def attempt(path):
    try:
        api.compile(path)
        return "compiled"
    except CluewrightError as error:
        return str(error)[:500]

def slowness():
    nominal = 0.06  # what the loop takes on an idle machine
    return max(1.0, min(timed(lambda: sum(i * i for i in range(1_000_000)))[0] for _ in range(2)) / nominal)

def measure(path):
    resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    seconds, outcome = timed(lambda: attempt(path))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps([seconds / slowness() if seconds > 1 else seconds, memory, outcome]), flush=True)

for line in sys.stdin:
    child = os.fork()
    if child == 0:
        measure(line.rstrip())
        os._exit(0)
    if os.waitpid(child, 0)[1] != 0:
        print(json.dumps([0, 0, "it crashed"]), flush=True)
"""

_BOARD = """
---
rules: demo
board: {rows: 60, columns: 60}
unknowns:
  x: {over: cells, values: bool}
  y: {over: cells, values: 0..9}
define:
  big: 1..900000
  total: sum(x[c] for c in cells)
"""


def rule(holds: str, each: str | None = None, more: str = "") -> str:
    """A puzzle on a big board with one rule."""
    loop = f"\n    each: {each}" if each else ""
    return f"puzzle: demo{_BOARD}{more}constraints:\n  - rule: One.{loop}\n    holds: {json.dumps(holds)}\n"


def doubling(first: str, step: str, levels: int) -> str:
    """Definitions that each use the one before twice."""
    lines = [f"  d0: {json.dumps(first)}"] + [
        f"  d{i}: " + json.dumps(step.format(f"d{i - 1}")) for i in range(1, levels + 1)
    ]
    return "\n".join(lines) + "\n"


_BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 12)
)

#: name: (file, a part of the message)
HOSTILE: dict[str, tuple[str | bytes, str]] = {
    # files
    "nested aliases": (
        "puzzle: sudoku\nparameters:\n" + "".join(f"  {line}\n" for line in _BOMB.splitlines()),
        "more than 200000 values",
    ),
    "alias to itself": ("puzzle: sudoku\nparameters: &a {b: *a}\n", "has no anchor before it"),
    "100,000 brackets": ("puzzle: " + "[" * 100_000, "nested deeper"),
    "100,000 brackets, closed": ("puzzle: " + "[" * 100_000 + "]" * 100_000, "nested deeper"),
    "100,000 levels of indentation": (
        "puzzle: sudoku\nparameters:\n" + "".join(" " * i + "a:\n" for i in range(1, 1200)),
        "nested deeper",
    ),
    "10 MB": ("puzzle: sudoku\ntitle: " + "x" * 10_000_000, "larger than 2 MB"),
    "a million values": ("puzzle: sudoku\nparameters: {a: [" + "1," * 600_000 + "]}", "more than 200000 values"),
    "binary": (bytes(range(256)) * 1000, "not UTF-8 text"),
    "zeros": (b"\0" * 100_000, "YAML"),
    "control characters": ("puzzle: \x01\x02", "YAML"),
    "half a surrogate": (b"puzzle: \xed\xa0\x80", "not UTF-8 text"),
    "a long number": ("puzzle: sudoku\nparameters: {size: " + "9" * 5000 + "}", "more than 18 digits"),
    "a long quoted number": (rule("true") + "  - {rule: Two., holds: '" + "9" * 3000 + " == 1'}\n", "too large"),
    "a long range of digits in values": (
        "puzzle: a\n---\nrules: a\nunknowns: {x: {over: 1..2, values: '" + "9" * 5000 + "'}}",
        "cannot be read",
    ),
    "a long name of a rulebook": ("puzzle: " + "a" * 100_000, "no rulebook"),
    "a rulebook with a zero byte": ('puzzle: "a\\0b"', "no rulebook"),
    "a rulebook elsewhere": ("puzzle: ../../../../etc/passwd", "no rulebook"),
    "a ruler of a million dashes": (
        "puzzle: sudoku\nclues:\n  digit: |\n    " + "-" * 1_000_000 + "x\n",
        "grid has 1 row",
    ),
    "a chain of rulebooks": (
        "puzzle: a0\n" + "".join(f"---\nrules: a{i}\nextends: a{i + 1}\n" for i in range(2000)),
        "extend each other",
    ),
    "a chain of definitions": (rule("d500 == 1", more=doubling("1", "{0} + 1", 500)), "calls itself"),
    "a long key of blanks": (
        'puzzle: sudoku\ndefine:\n  ? "a' + " " * 200_000 + '!"\n  : 1\n',
        "neither a name nor a function",
    ),
    "long blanks in values": (
        'puzzle: a\n---\nrules: a\nunknowns: {x: {over: 1..2, values: "1' + " " * 200_000 + 'x"}}',
        "too much",
    ),
    "similar long words": (
        "puzzle: a\nclues: {" + "ab" * 500 + "c: 1}\n---\nrules: a\nclues: {? " + "ab" * 500 + " : {over: cells}}",
        "cannot be a name",
    ),
    "a huge board": ("puzzle: a\n---\nrules: a\nboard: {rows: 100000, columns: 100000}", "larger than the limit"),
    "a huge hexagon": ("puzzle: a\n---\nrules: a\nboard: {grid: hex, side: 1000000}", "larger than the limit"),
    "a hole in a huge board": (
        "puzzle: a\n---\nrules: a\nboard: {rows: 2, columns: 2, holes: r1c1-r999999999c999999999}",
        "no cell",
    ),
    "sub-grids far away": (
        "puzzle: a\n---\nrules: a\nboard: {grids: {rows: 2, columns: 2, at: [r1c1, r999999c999999]}}",
        "larger than the limit",
    ),
    "sub-grids by the thousand": (
        "puzzle: a\n---\nrules: a\nboard: {grids: {rows: 100, columns: 100, at: [" + "r1c1," * 20_000 + "]}}",
        "limit",
    ),
    "many unknowns": ("puzzle: a\n---\nrules: a\nunknowns: {x: {over: 1..900000, values: bool}}", "unknowns"),
    "many values": ("puzzle: a\n---\nrules: a\nunknowns: {x: {over: 1..2, values: 1..99999999}}", "cannot have"),
    "many unknowns with many values": (
        "puzzle: a\n---\nrules: a\nunknowns: {x: {over: 1..9000, values: 1..90000}}",
        "possible values",
    ),
    "a huge graph": (
        "puzzle: a\n---\nrules: a\nboard: {grid: graph, nodes: [" + "a," * 60_000 + "]}",
        "larger than the limit",
    ),
    # expressions
    "nested parentheses": (rule("(" * 1500 + "1" + ")" * 1500), "cannot be read"),
    "a long sum": (rule("0 == " + "+".join(["1"] * 1900)), "too long or too deeply nested"),
    "many minus signs": (rule("1 == " + "-" * 3900 + "1"), "nested"),
    "a definition of a megabyte": (
        "puzzle: a\n---\nrules: a\ndefine: {d: '" + "1+" * 900_000 + "1'}\nconstraints: [{rule: x, holds: d}]",
        "longer than",
    ),
    "a range of 10**12": (rule("sum(i for i in 1..10**12) == 1"), "exceeds"),
    "a range of a billion": (rule("sum(i for i in 1..1000000000) == 1"), "too long"),
    "ranges of ranges": (rule("len([1..900000 for i in 1..900000]) == 1"), "steps"),
    "big powers": (rule("9 ** 9 ** 9 == 1"), "exponent"),
    "a power of powers": (rule("(9 ** 9) ** 9 == 1"), "exceeds"),
    "powers of powers of an unknown": (rule("((y[r1c1] ** 31) ** 31) ** 31 == 1"), "limit"),
    "a product of many numbers": (rule("product(9 for i in big) == 1"), "exceeds"),
    "repeated text": (rule("'ab' * 1000000000 == 'x'"), "only numbers can be multiplied"),
    "repeated text from text": (rule("'ab'[0:2] * 1000000000 == 'x'"), "no items"),
    "repeated list": (rule("len([1] * 1000000000) == 1"), "only numbers can be multiplied"),
    "repeated tuple": (rule("len((1, 2) * 1000000000) == 1"), "only numbers can be multiplied"),
    "format": (rule("'%999999999d' % 1 == 'x'"), "cannot be divided"),
    "loops in loops": (rule("true", each="a in cells, b in cells, c in cells, d in cells"), "steps"),
    "loops in a comprehension": (rule("count(true for a in cells for b in cells for c in cells) == 1"), "steps"),
    "pairs of pairs": (rule("len(pairs(pairs(cells))) == 1"), "steps"),
    "triples": (rule("len(triples(big)) == 1"), "steps"),
    "a constraint for every pair": (rule("x[a] or x[b]", each="(a, b) in pairs(cells)"), ""),
    "sum of sums": (rule("sum(sum(x[c] for c in cells) for d in cells) == 1"), "steps"),
    "sums shared": (rule("total != i", each="i in 1..100000"), "steps"),
    "sums shared in one rule": (rule("all(total != i for i in 1..100000)"), "steps"),
    "conjunctions shared": (
        rule("count(both and x[c] for c in cells for i in 1..100) == 1", more="  both: all(x[c] for c in cells)\n"),
        "steps",
    ),
    "doubled lists": (rule("len(d40) == 1", more=doubling("[1, 2, 3]", "{0} + {0}", 40)), "more than"),
    "doubled tuples": (rule("len(d40) == 1", more=doubling("(1, 2, 3)", "{0} + {0}", 40)), "more than"),
    "nested lists": (rule("flatten(flatten(d25)) == []", more=doubling("[1]", "[{0}, {0}]", 25)), ""),
    "compared nested lists": (
        rule(
            "d40 == e40", more=doubling("[1]", "[{0}, {0}]", 40) + doubling("[1]", "[{0}, {0}]", 40).replace("d", "e")
        ),
        "",
    ),
    "nested lists of unknowns compared": (
        rule(
            "d40 == e40",
            more=doubling("[x[r1c1]]", "[{0}, {0}]", 40) + doubling("[x[r1c2]]", "[{0}, {0}]", 40).replace("d", "e"),
        ),
        "",
    ),
    "a function of lists": (
        rule(
            "len(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f([1]))))))))))))))))))))))))))))) == 1",
            more="  f(a): a + a\n",
        ),
        "more than",
    ),
    "looking in a long list": (rule("count(i in big for i in big) == 1"), "steps"),
    "reversing a long list": (rule("count(len(reverse(big)) == 1 for i in big) == 1"), "steps"),
    "slicing a long list": (rule("count(len(big[1:]) == 1 for i in big) == 1"), "steps"),
    "comparing long lists": (rule("count(big == reverse(big) for i in 1..1000) == 1"), "steps"),
    "comparing equal long lists": (rule("count(big == other for i in big) == 1", more="  other: 1..900000\n"), "steps"),
    # known by itself, so that it costs nothing to look it up again
    "a long list as an argument": (rule("count(f(big) == 1 for i in big) == 1", more="  f(a): len(a)\n"), "compiled"),
    "long lists as arguments": (
        rule("count(f(reverse(big)) == 1 for i in big) == 1", more="  f(a): len(a)\n"),
        "steps",
    ),
    "sorting": (rule("count(len(sorted(big)) == 1 for i in big) == 1"), "steps"),
    "joining long lists": (rule("count(len(big + big) == 1 for i in big) == 1"), "steps"),
    "flattening": (rule("len(flatten([big for i in 1..1000000])) == 1"), "steps"),
    "stretches": (rule("len(stretches(big, big)) == 1"), ""),
    "layers by groups": (rule("count(len(x[cells]) == 1 for i in big) == 1"), "steps"),
    "boxes again and again": (rule("count(len(boxes([1, 1])) == 1 for i in big) == 1"), "steps"),
    "rows again and again": (rule("count(len(rows(windows(60, 60)[0])) == 1 for i in big) == 1"), "steps"),
    "all different, perhaps": (rule("all_different(y[c] for c in cells if x[c])"), "at most"),
    "connected again and again": (rule("connected([a])", each="a in cells, b in cells"), "steps"),
    "connected unknowns again and again": (rule("connected(x)", each="a in cells, b in cells"), "steps"),
    "all rectangles": (rule("len(rectangles()) == 1"), "steps"),
    "all placements": (rule("len(placements('" + "x" * 100 + "')) == 1"), ""),
    "a wide unknown in a pattern": (rule("matches([y[r1c1] * 1000000], '1')"), "possible values"),
    "a huge pattern": (rule("matches(x[row1], '((((0|1){99}){99}){99}){99}')"), ""),
    "a pattern that explodes": (rule("matches(x[row1], '(0|1)* 1 (0|1){40}')"), ""),
    "a huge nonogram clue": (rule("matches(x[row1], blocks([1000000000, 1]))"), ""),
    "a long element": (rule("big[y[r1c1]] == i", each="i in 1..100000"), ""),
    "a deep function": (rule("f(1) == 1", more="  f(a): g(a)\n  g(a): f(a)\n"), "itself"),
    # what is not in the language
    "attribute": (rule("cells.__class__ == 1"), "a dot is not part"),
    "attribute as argument": (rule("len(cells.append) == 1"), "a dot is not part"),
    "format method": (rule("'{0.__class__}'.format(cells) == 1"), "only a named function"),
    "dunder name": (rule("__import__('os') == 1"), "starts with _"),
    "builtins": (rule("__builtins__ == 1"), "starts with _"),
    "helper of the compiler": (rule("__seq == 1"), "starts with _"),
    "builtin function": (rule("open('/etc/passwd') == 1"), "unknown name 'open'"),
    "eval": (rule("eval('1') == 1"), "unknown name 'eval'"),
    "lambda": (rule("len(lambda: 1) == 1"), "lambda is not part"),
    "formatted string": (rule('f"{cells}" == 1'), "formatted string is not part"),
    "walrus": (rule("(a := 5) == 5"), ":= is not part"),
    "starred": (rule("len([*cells]) == 1"), "* is not part"),
    "keywords starred": (rule("len(**cells) == 1"), "** is not part"),
    "dictionary": (rule("len({1: 2}) == 1"), "dictionary is not part"),
    "await": (rule("(await cells) == 1"), "not part"),
    "yield": (rule("(yield) == 1"), "not part"),
    "import": (rule("import os"), "cannot be read"),
    "several statements": (rule("1) ; import os; (1"), "could close"),
    "closing the parenthesis": (rule("1) or (1"), "could close"),
    "a comment": (rule("1 # ) or"), "could close"),
    "bytes": (rule("b'x' == 1"), "not part"),
    "float": (rule("1.5 == 1"), "not part"),
    "complex": (rule("1j == 1"), "not part"),
    "ellipsis": (rule("cells[...] == 1"), "not part"),
    "is": (rule("cells is cells"), "is is not part"),
    "calling a result": (rule("pairs(cells)(1) == 1"), "only a named function"),
    "a parameter named like a helper": (rule("f(1) == 1", more="  f(__over): 1\n"), "cannot be the name"),
    "a definition named like a helper": (rule("true", more="  __emit: 1\n"), "starts with _"),
    "an unknown named like a helper": (rule("true").replace("  y: {", "  __over: {"), "cannot be a name"),
    "a loop over a helper": (rule("true", each="__emit in cells"), "starts with _"),
    "parameters named like helpers": (
        "puzzle: a\n---\nrules: a\nparameters: {__builtins__: 1, __seq: 2}\n",
        "cannot be a name",
    ),
    "an unknown with several names": (
        rule("true").replace("{over: cells, values: 0..9}", "{over: __x in cells, values: 0..9}"),
        "cannot be a name",
    ),
}


@pytest.fixture(scope="module")
def server() -> Iterator[subprocess.Popen[str]]:
    """A process that measures, started once."""
    command = [sys.executable, "-c", _SERVER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input(name: str, tmp_path: Path, server: subprocess.Popen[str]) -> None:
    data, message = HOSTILE[name]
    file = tmp_path / "hostile.yaml"
    file.write_bytes(data if isinstance(data, bytes) else data.encode())
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(f"{file}\n")
    server.stdin.flush()
    seconds, megabytes, outcome = json.loads(server.stdout.readline())
    assert message in outcome
    assert outcome != "it crashed"
    assert seconds < SECONDS
    assert megabytes < MEGABYTES


# ---------------------------------------------------------------- fuzzing


def outcome(text: str) -> None:
    """Compile; anything but a puzzle or a CluewrightError is a fault."""
    problems = [Problem("none")]
    try:
        puzzle = cluewright.compile(load_text(text, "fuzz.yaml"))
        cluewright.render(puzzle)
    except CluewrightError as error:
        problems = error.problems
    assert problems
    assert all(problem.message for problem in problems)


def small(text: str) -> str:
    """The same on a board that is drawn quickly."""
    return text.replace("rows: 60, columns: 60", "rows: 3, columns: 3").replace("1..900000", "1..9")


def corpus() -> list[str]:
    """Rulebooks of the library with a puzzle each, and puzzles of the library, to be mutated."""
    found = [small(rule("count(x[c] for c in row1) == 2", each="c in cells"))]
    for name in rulebook_ids()[::4]:
        body = Path(load_rulebook(name).document.file).read_text("utf-8")
        found.append(f"puzzle: {name}\nboard: {{rows: 4, columns: 4}}\n---\n{body}")
    return found + [file.read_text("utf-8") for file in list(library_puzzles())[::10]]


CORPUS = corpus()

TOKENS = ["x", "y", "z", "cells", "rows", "r1c1", "r9c9", "row1", "big", "total", "f", "g", "0", "1", "2", "-1", "(", ")", "[", "]", "{", "}", ",", ":", "==", "!=", "<", "<=", "in", "not", "and", "or", "implies", "iff", "if", "else", "for", "c", "i", "+", "-", "*", "//", "%", "**", "..", ".", "'", '"', "@", "!", "=", "sum", "count", "all", "any", "pairs", "connected", "single_loop", "path", "acyclic", "islands", "equal_groups", "divided", "matches", "blocks", "min", "max", "len", "ray", "right", "up", "neighbours", "links", "sides", "corners", "shift", "at", "all_different", "distinct", "lex_less", "true", "false", "number", "digit", "'red'", '"0*', '1"', "__seq", "lambda", "_", ";", "#", "&", "|", "~", "é", "\u2028", "\n", "\t"]  # fmt: skip


#: Work that leads to one constraint after the other: steps alone would let it go on.
_GROWING = "puzzle: {rules: t, elements: {e: 1..100}, unknowns: {n: {over: e, values: 1..2}}, constraints: [{rule: Small., each: '(a, b) in pairs(e)', holds: 'n[a] + n[b] < 4'}]}"


@pytest.mark.parametrize("stands_still", [True, False])
def test_processor_time_bounds_what_steps_do_not(monkeypatch: pytest.MonkeyPatch, stands_still: bool) -> None:
    clock = itertools.count(0, 0 if stands_still else 61)
    monkeypatch.setattr(operators, "time", SimpleNamespace(process_time=lambda: next(clock)))
    if stands_still:
        assert len(cluewright.compile(_GROWING).model.constraints) == 100 * 99 // 2
    else:
        with pytest.raises(CluewrightError, match="takes more than 60 seconds to write out"):
            cluewright.compile(_GROWING)


def test_memory_bounds_what_steps_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    used = itertools.count(0, operators.MAX_KILOBYTES + 1)
    monkeypatch.setattr(operators, "_peak_kilobytes", lambda: next(used))
    with pytest.raises(CluewrightError, match="takes too much memory to write out") as caught:
        cluewright.compile(_GROWING)
    assert caught.value.problems[0].place is not None


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(TOKENS), max_size=14))
def test_random_tokens(tokens: list[str]) -> None:
    outcome(small(rule(" ".join(tokens))))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(TOKENS), max_size=10), st.lists(st.sampled_from(TOKENS), max_size=8))
def test_random_loops_and_definitions(loop: list[str], definition: list[str]) -> None:
    more = f"  z: {json.dumps(' '.join(definition))}\n  f(c): {json.dumps(' '.join(definition[::-1]))}\n"
    text = rule("x[c] implies z == f(c)", each=json.dumps(" ".join(["c", "in", *loop])), more=more)
    outcome(small(text))


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.binary(max_size=200))
def test_random_bytes(data: bytes) -> None:
    outcome(data.decode("utf-8", "replace"))
    outcome("puzzle: sudoku\n" + data.decode("latin-1"))


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A good text with some pieces removed, doubled, swapped or replaced."""
    text = draw(st.sampled_from(CORPUS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, max(len(text) - 1, 0)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        piece = draw(
            st.one_of(
                st.just(""),
                st.just(text[start:end] * 2),
                st.sampled_from(TOKENS),
                st.sampled_from(
                    ["999999", "-1", "null", "[]", "{}", "~", "- ", ": ", "\n", "&a ", "*a", "!!str ", "? "]
                ),
                st.text(max_size=3),
            )
        )
        text = text[:start] + piece + text[end:]
    return text


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(mutated())
def test_mutated_files(text: str) -> None:
    outcome(text)


def test_a_time_limit_holds_instead_of_a_number_of_steps() -> None:
    with pytest.raises(LimitError, match="steps"):
        Budget(10).spend(11)
    with until(time.monotonic() + 3600):
        budget = Budget(10)
        for _ in range(1000):
            budget.spend(1000)
    with until(time.monotonic() - 1), pytest.raises(TimeUp):
        Budget(10).spend(10_000)
