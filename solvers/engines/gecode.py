"""Gecode, behind MiniZinc."""

from __future__ import annotations

import shutil

from cluewright.solvers.minizinc import MiniZincEngine


class Gecode(MiniZincEngine):
    """The constraint solver Gecode."""

    name = "gecode"
    kind = "CP"
    install = "apt install minizinc flatzinc"
    largest = 2**31 - 2

    def missing(self) -> str | None:
        """It is a program of its own beside MiniZinc."""
        return super().missing() or (self.install if shutil.which("fzn-gecode") is None else None)


ENGINE = Gecode
