"""Encodings x engines on a fixed set of connectivity puzzles; writes the table to docs/encodings.md.

python benchmarks/encodings.py [--timeout 60] [--only PUZZLE]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cluewright
from cluewright.compiler.lowering import CHOICES
from cluewright.solvers.base import get_solver
from cluewright.solvers.isolated import start

HERE = Path(__file__).parent
LIBRARY = HERE.parent / "puzzles" / "library"
PAGE = HERE.parent / "docs" / "encodings.md"

#: What is encoded in each puzzle: the set is fixed, so that tables can be compared.
PUZZLES: dict[str, str] = {
    "hitori/magazine": "connected",
    "heyawake/guest-house": "connected",
    "slitherlink/garden-walk": "loop",
    "masyu/pearl-diver": "loop",
}
ENGINES = ("ace", "choco", "gecode", "cp-sat")
#: Engines that have their own way with graphs, for comparison.
NATIVE = ("sat", "clingo")


def seconds(path: Path, engine: str, encodings: dict[str, str], timeout: float) -> str:
    """The time of `check`, or what happened instead."""
    puzzle = cluewright.compile(str(path))
    outcome = start(puzzle.model, get_solver(engine, encodings), "check", timeout=timeout, memory_mb=4000).result()
    if outcome.status in ("missing", "error"):
        return outcome.status
    return (
        f"{outcome.seconds:.1f}"
        if outcome.verdict == "unique"
        else "-"
        if outcome.verdict == "unknown"
        else outcome.verdict
    )


def main() -> None:
    """Measure and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--timeout", type=float, default=60.0)
    parser.add_argument("--only", help="one puzzle, for example hitori/magazine")
    options = parser.parse_args()
    lines = [
        "# Encodings and engines, measured",
        "",
        "Seconds for `check` (solve and prove unique) through each engine's own file or model, limit",
        f"{options.timeout:.0f} s; `-` is a time-out. Made by `python benchmarks/encodings.py`; the numbers are of the",
        "machine that ran it last.",
        "",
        "| puzzle | encoding | " + " | ".join(ENGINES) + " |",
        "|---|---|" + "---:|" * len(ENGINES),
    ]
    native = [
        "",
        "The engines with lemmas or reachability of their own:",
        "",
        "| puzzle | " + " | ".join(NATIVE) + " |",
        "|---|" + "---:|" * len(NATIVE),
    ]
    for name, kind in PUZZLES.items():
        if options.only not in (None, name):
            continue
        path = LIBRARY / f"{name}.yaml"
        for encoding in CHOICES[kind]:
            cells = [seconds(path, engine, {kind: encoding}, options.timeout) for engine in ENGINES]
            lines.append(f"| {name} | {kind}={encoding} | " + " | ".join(cells) + " |")
            print(lines[-1], flush=True)
        cells = [seconds(path, engine, {}, options.timeout) for engine in NATIVE]
        native.append(f"| {name} | " + " | ".join(cells) + " |")
        print(native[-1], flush=True)
    if options.only is None:
        PAGE.write_text("\n".join([*lines, *native]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
