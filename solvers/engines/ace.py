"""ACE, a constraint solver by Christophe Lecoutre, from the package pycsp3."""

from __future__ import annotations

from cluewright.solvers.java import JavaEngine


class Ace(JavaEngine):
    """ACE."""

    name = "ace"
    kind = "CP"
    largest = 2**31 - 11  # the reader of XCSP3 files refuses larger ones
    jar = "ACE-*.jar"
    arguments = ("{file}", "-seed={seed}", "-npc", "-xc=false")
    one = ("-s=1",)
    first = ("-s=2", "-xe", "-pja={arrays}")  # answers that differ in the unknowns, not in what helps to find them
    all = ("-s=all", "-xe", "-pja={arrays}")
    ending = "^d COMPLETE EXPLORATION"
    time_options = ("-t={seconds}s",)


ENGINE = Ace
