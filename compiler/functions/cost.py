"""What a function of the language costs, where that is less than walking the lists it is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


def small(function: _Function) -> _Function:
    """It takes single things and always does the same little work, which the loops around it pay for."""
    function.is_small = True  # type: ignore[attr-defined]
    return function


def walks(arguments: int) -> Callable[[_Function], _Function]:
    """It walks so many of its arguments; in the others it only looks something up, or pays itself."""

    def mark(function: _Function) -> _Function:
        function.walks = arguments  # type: ignore[attr-defined]
        return function

    return mark


def is_small(function: Callable[..., object]) -> bool:
    """Whether the function is marked as small."""
    return getattr(function, "is_small", False)


def walked_arguments(function: Callable[..., object]) -> int | None:
    """How many arguments the function walks, from the first; None for all."""
    return getattr(function, "walks", None)
