"""Published measures beside the score: which strategies are used, difficulty, fun and appeal, and all orders."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.reasoning.appeal import find_appeal
from cluewright.reasoning.orders import find_orders
from cluewright.reasoning.usage import find_usage


def find_measures(
    puzzle: CompiledPuzzle,
    solution: Mapping[Var, int],
    *,
    player: int,
    orders: bool = False,
    deadline: float | None = None,
) -> dict[str, Any]:
    """The measures by name; nothing for rules without strategies. What takes longer than the time is left out."""
    left = None if deadline is None else max(0.0, deadline - time.monotonic())
    usage = find_usage(puzzle, timeout=left)
    if usage is None or usage.ending == "time":
        return {}
    found: dict[str, Any] = {"strategies": usage.data()}
    if usage.ending == "solved":
        found |= find_appeal(puzzle, usage, player).data()
    if orders:
        found["orders"] = find_orders(puzzle, solution, deadline=deadline).data()
    return found
