"""The fewest assumptions that cannot hold together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from cluewright.compiler.ir import Var
from cluewright.setting.hitting import HittingSets
from cluewright.solvers.sat import SatEngine

#: Whether a solution has what a literal stands for.
Holds = Callable[[dict[Var, int], int], bool]


def minimal(
    engine: SatEngine, literals: Sequence[int], deadline: float | None, always: Sequence[int] = ()
) -> Iterator[list[int]]:
    """Literals that cannot hold together (besides those in `always`), then fewer until none can be left out; nothing if
    all can hold."""
    if engine.solve([*always, *literals], deadline) is not None:
        return
    chosen = _core(engine, literals)
    yield chosen
    for literal in list(chosen):
        rest = [lit for lit in chosen if lit != literal]
        if literal in chosen and engine.solve([*always, *rest], deadline) is None:
            chosen = _core(engine, rest)
            yield chosen


def fewest(
    engine: SatEngine,
    literals: Sequence[int],
    holds: Holds,
    deadline: float | None,
    below: int | None = None,
    apart: Iterable[tuple[int, int]] = (),
) -> list[int] | None:
    """The fewest literals that cannot hold together; None if no set of less than `below` does it. Pairs of literals in
    `apart` are not chosen both.

    Literals cannot hold together just if they meet every set of literals without which all others can.
    """
    sets: HittingSets[int] = HittingSets(literals)
    for one, other in apart:
        sets.exclude(one, other)
    try:
        while (chosen := sets.smallest(deadline, below)) is not None:
            solution = engine.solve(chosen, deadline)
            if solution is None:
                return chosen
            sets.add(_missed(engine, literals, holds, solution, deadline))
        return None
    finally:
        sets.close()


def _missed(
    engine: SatEngine,
    literals: Sequence[int],
    holds: Holds,
    solution: dict[Var, int] | None,
    deadline: float | None,
) -> list[int]:
    """The literals that a solution does not have, after moving on to solutions that have the same and more."""
    missed = list(literals)
    while solution is not None:
        missed = [lit for lit in missed if not holds(solution, lit)]
        absent = set(missed)
        goal = engine.encoder.new()
        engine.add_clause([-goal, *missed])
        solution = engine.solve([goal, *(lit for lit in literals if lit not in absent)], deadline)
        engine.add_clause([-goal])
    return missed


def _core(engine: SatEngine, assumed: Sequence[int]) -> list[int]:
    core = set(engine.core())
    return [literal for literal in assumed if literal in core]
