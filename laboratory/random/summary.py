"""What a campaign of random puzzles found, in words and as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from cluewright.laboratory.random.campaign import Plan, Tally
from cluewright.laboratory.random.coverage import FUNCTIONS, NAMES

_FEW: Final = 8
_COLUMNS: Final = ("puzzles", "solutions", "none", "one", "several", "partly", "together")


def as_data(plan: Plan, tally: Tally) -> dict[str, object]:
    """For JSON; the puzzles themselves are in files."""
    found = tally.data()
    found["differences"] = [{k: d[k] for k in ("name", "who", "expected", "got", "shrunk")} for d in tally.differences]
    found["parts"] = {part: tally.parts[part] for part in (*FUNCTIONS, *NAMES)}
    return {"seed": plan.seed, "wanted": plan.puzzles, **found}


def as_text(plan: Plan, tally: Tally) -> str:
    """For people."""
    return "\n".join(_lines(plan, tally))


def _lines(plan: Plan, tally: Tally) -> Iterator[str]:
    last = plan.seed + plan.puzzles - 1
    how = ", ".join(f"{count} {outcome}" for outcome, count in tally.outcomes.most_common())
    yield f"{tally.puzzles} of {plan.puzzles} random puzzles (seeds {plan.seed} to {last}): {how or 'none yet'}"
    if tally.engines:
        yield ""
        yield "  " + "reader".ljust(12) + "".join(name.rjust(12) for name in _COLUMNS) + "seconds".rjust(12)
        for name, engine in tally.engines.items():
            numbers = "".join(f"{getattr(engine, column):12}" for column in _COLUMNS)
            yield f"  {name:12}{numbers}{engine.seconds:12.1f}"
    yield from _most("refused by the compiler", tally.refusals)
    yield from _most("taken by the compiler, refused by the reference", tally.disputes)
    if tally.puzzles:
        yield ""
        shares = sorted((100 * tally.parts[part] / tally.puzzles, part) for part in (*FUNCTIONS, *NAMES))
        yield "seldom met: " + ", ".join(f"{part} {share:.1f} %" for share, part in shares[:_FEW])
    yield ""
    yield f"{len(tally.differences)} differences" if tally.differences else "no difference"


def _most(title: str, messages: Counter[str]) -> Iterator[str]:
    if messages:
        yield ""
        yield f"{title} ({messages.total()}):"
        for message, count in messages.most_common(_FEW):
            yield f"  {count:6}  {message}"


def coverage_table(tally: Tally) -> str:
    """Every function and name of the language with the share of the puzzles in which it occurs."""
    parts = (*FUNCTIONS, *NAMES)
    shown = [f"{part:20}{100 * tally.parts[part] / max(1, tally.puzzles):6.1f} %" for part in parts]
    rows = -(-len(shown) // 3)
    return "\n".join("  ".join(f"{text:28}" for text in shown[row::rows]).rstrip() for row in range(rows))
