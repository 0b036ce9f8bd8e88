"""Definitions in terms of definitions make deep expressions of few unknowns; no engine and no file minds."""

from __future__ import annotations

import pytest

import cluewright
from cluewright.compiler.backends import WRITERS

LEVELS = 200
CHAINS = {
    "abs": ("n[1]", "abs({before} - 1)", "{last} == n[2]", 3),
    "iff": ("t[1]", "({before} iff n[{place}] == {rest})", "{last}", 9),
    "choice": ("n[1]", "(n[2] if {before} == {rest} else {before})", "{last} == 1", 3),
}


def chain(name: str) -> str:
    """A puzzle whose only rule is a chain of definitions."""
    first, step, rule, _ = CHAINS[name]
    steps = [f"    d{i}: {step.format(before=f'd{i - 1}', place=i % 2 + 1, rest=i % 3)}" for i in range(1, LEVELS + 1)]
    layers = "n: {over: places, values: 0..2}" + (", t: {over: [1], values: bool}" if name == "iff" else "")
    return "\n".join(
        [
            "puzzle:",
            "  rules: deep",
            "  elements: {places: 1..2}",
            f"  unknowns: {{{layers}}}".replace("over: [1]", "over: '[1]'"),
            f"  define:\n    d0: {first}",
            *steps,
            f"  constraints:\n    - rule: The chain.\n      holds: {rule.format(last=f'd{LEVELS}')}",
        ]
    )


@pytest.mark.parametrize("solver", ["sat", "cp-sat", "clingo", "gecode", "pychoco"])
def test_deep_expressions_on_engines(solver: str) -> None:
    for name, (*_, expected) in CHAINS.items():
        assert cluewright.count(cluewright.loads(chain(name)), solver=solver).count == expected, name


@pytest.mark.parametrize("solver", ["ace", "choco"])
def test_deep_expressions_on_java(solver: str) -> None:
    for name in CHAINS:
        assert cluewright.check(cluewright.loads(chain(name)), solver=solver).verdict == "several", name


@pytest.mark.parametrize("target", WRITERS)
@pytest.mark.parametrize("name", CHAINS)
def test_deep_expressions_in_every_file(name: str, target: str) -> None:
    assert WRITERS[target](cluewright.compile(cluewright.loads(chain(name))), {})
