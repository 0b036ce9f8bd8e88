"""What is used of PySAT. Its own handler of Ctrl-C would jump out of a solver's code, leave it in pieces and raise an
error of its own; it is installed where PySAT thinks that it runs in the main thread, so it is told that it does not.
Then KeyboardInterrupt is raised as soon as a search ends."""

from __future__ import annotations

from pysat import solvers


class _NoMainThread:
    @staticmethod
    def check() -> bool:
        """Whether a handler is to be installed."""
        return False


solvers.MainThread = _NoMainThread


def quick_solver() -> solvers.Solver:
    """A solver for small questions by the thousand: this one is fastest at them."""
    return solvers.Solver(name="minisat22")
