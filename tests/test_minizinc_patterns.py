"""Automata that a few numbers tell are written by these, and mean the same."""

from __future__ import annotations

import pytest
from backend_models import by_brute_force, by_solver, model_of

from cluewright.compiler import ir
from cluewright.compiler.automata import Automaton, compile_pattern
from cluewright.compiler.backends.minizinc import write_minizinc
from cluewright.compiler.backends.minizinc.patterns import run_lengths
from cluewright.compiler.lowering import TARGETS, lower
from cluewright.compiler.lowering.views import standing_out
from cluewright.solvers.engines.gecode import Gecode

RUNS = [[], [1], [3], [1, 1], [2, 1], [1, 3], [1, 1, 1], [6], [2, 3]]


def of_runs(runs: list[int]) -> Automaton:
    return compile_pattern(" 0+ ".join(f"1{{{n}}}" for n in runs).join(("0* ", " 0*")), (0, 1))


@pytest.mark.parametrize("runs", RUNS, ids=str)
def test_lengths_of_runs_are_found(runs: list[int]) -> None:
    assert run_lengths(of_runs(runs)) == runs


@pytest.mark.parametrize(
    "text", ["1* 0*", "0* 1+ 0*", "0* 1{2} 0{2} 1 0*", "1 0*", "0* 1", "(0|1)* 1", "0+ 1 0*", "0* 1 0? 1 0*"]
)
def test_other_automata_have_none(text: str) -> None:
    automaton = compile_pattern(text, (0, 1))
    assert run_lengths(automaton) is None
    variables = [ir.Var(f"x{i}", (0, 1)) for i in range(5)]
    document = write_minizinc(lower(model_of(variables, ir.Regular(tuple(variables), automaton)), TARGETS["minizinc"]))
    assert "predicate follows(" in document.text


def test_lines_with_runs() -> None:
    """Lines of one file, each with other runs; lists of runs have one length."""
    for one, other in zip(RUNS, RUNS[3:] + RUNS[:3], strict=True):
        line = [ir.Var(f"x{i}", (0, 1)) for i in range(7)]
        patterns = [ir.Regular(tuple(line[:6]), of_runs(one)), ir.Regular(tuple(line[1:]), of_runs(other))]
        model = model_of(line, patterns[0])
        both = model_of(line, *patterns)
        assert "predicate runs(" in write_minizinc(lower(both, TARGETS["minizinc"])).text
        for asked in (model, both):
            assert by_solver(asked, Gecode()) == by_brute_force(asked)


@pytest.mark.parametrize(("low", "number"), [(1, 1), (1, 2), (0, 3), (2, 4), (-1, 2)])
def test_values_that_stand_out(low: int, number: int) -> None:
    values = tuple(range(low, low + 4))
    line = [ir.Var(f"x{i}", values) for i in range(4)]
    model = model_of(line, ir.Regular(tuple(line), standing_out(values, frozenset({number}))))
    assert "predicate stand_out(" in write_minizinc(lower(model, TARGETS["minizinc"])).text
    assert by_solver(model, Gecode()) == by_brute_force(model)
    turned = model_of(line, ir.Regular(tuple(line[::-1]), standing_out(values, frozenset({number}))))
    assert "reverse(" in write_minizinc(lower(turned, TARGETS["minizinc"])).text
    assert by_solver(turned, Gecode()) == by_brute_force(turned)
