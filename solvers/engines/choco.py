"""Choco, a constraint solver of IMT Atlantique, from the package pycsp3."""

from __future__ import annotations

from cluewright.solvers.java import JavaEngine


class Choco(JavaEngine):
    """Choco."""

    name = "choco"
    kind = "CP"
    largest = 21_474_836  # what it promises to compute without overflow
    jar = "choco-parsers-*.jar"
    main = "org.chocosolver.parser.xcsp.ChocoXCSP"
    arguments = ("{file}", "-f", "-lc", "1", "-last", "-seed", "{seed}")
    first = all = ("-a",)
    ending = "^d FOUND SOLUTIONS"
    ends_alike = True
    time_options = ("-limit", "[{seconds}s]")


ENGINE = Choco
