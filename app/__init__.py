"""cluewright: logic puzzles described in YAML, solved, checked and drawn.

import cluewright

puzzle = cluewright.compile("my-puzzle.yaml")
result = cluewright.check(puzzle)
print(result.verdict, cluewright.render(puzzle, result.answers[0]))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"
__all__ = [
    "bench_analysis",
    "bench_compare",
    "bench_export",
    "bench_plan",
    "bench_report",
    "bench_run",
    "bench_train",
    "book",
    "candidates",
    "check",
    "check_rulebook",
    "clues",
    "compare",
    "compile",
    "confirm",
    "conflict",
    "convert",
    "count",
    "difficulty_map",
    "drawn_answer",
    "explain",
    "extreme_pair",
    "generate",
    "hint",
    "implied_rules",
    "judge",
    "load",
    "loads",
    "orders",
    "prove",
    "rate",
    "read_answer",
    "render",
    "repair",
    "solution_values",
    "solve",
    "solve_by_strategies",
    "verify",
    "why",
    "without",
]

if TYPE_CHECKING:
    from cluewright.api import (
        candidates,
        check,
        check_rulebook,
        clues,
        compare,
        compile,
        confirm,
        conflict,
        convert,
        count,
        difficulty_map,
        drawn_answer,
        explain,
        extreme_pair,
        generate,
        hint,
        implied_rules,
        judge,
        load,
        loads,
        orders,
        prove,
        rate,
        read_answer,
        render,
        repair,
        solution_values,
        solve,
        solve_by_strategies,
        verify,
        why,
        without,
    )
    from cluewright.binding import book
    from cluewright.laboratory.interface import (
        bench_analysis,
        bench_compare,
        bench_export,
        bench_plan,
        bench_report,
        bench_run,
        bench_train,
    )


def __dir__() -> list[str]:
    """What completion offers: the functions too, though none is imported yet."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


def __getattr__(name: str) -> object:
    """The functions are imported when first used, so that `--version` and `--help` answer at once."""
    if name in __all__:
        home = "laboratory.interface" if name.startswith("bench_") else "binding" if name == "book" else "api"
        return getattr(import_module(f"cluewright.{home}"), name)
    raise AttributeError(f"module 'cluewright' has no attribute '{name}'")
