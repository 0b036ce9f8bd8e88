"""Graph constraints of clingo by the lemmas of the SAT engine: clauses over the atoms of its own program, added when an
answer set that it is about to show violates them."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cluewright.compiler import ir
from cluewright.compiler.backends.asp.program import AspDocument
from cluewright.compiler.backends.asp.terms import Digits
from cluewright.compiler.cnf import FALSE, TRUE, Encoder, Num, Truths
from cluewright.compiler.cnf.base import ClauseWriter
from cluewright.compiler.lemmas import GraphLemmas, lemmas_for


class Lemmas(Encoder):
    """A propagator of clingo, and an encoder whose variables are the atoms of the program.

    Its literals are numbers, as lemmas expect; `_meant` has clingo's literal for each variable, made when first used.
    """

    def __init__(self, document: AspDocument) -> None:
        self._document = document
        #: Clauses that clingo has not got yet: it takes no more once one of them contradicts its assignment.
        self._waiting: deque[list[int]] = deque()
        self._fresh: Callable[[], int] = int
        self._meant: dict[int, int] = {}
        self._named: dict[int, int] = {}
        self._literal_of: dict[str, int] = {}
        self.generators: list[GraphLemmas] = []
        super().__init__(self._waiting.append)

    def init(self, init: Any) -> None:
        """Everything is grounded: what the constraints say from the start."""
        self._fresh = init.add_literal
        self._meant[TRUE] = init.add_literal()
        self._literal_of = {str(atom.symbol): init.solver_literal(atom.literal) for atom in init.symbolic_atoms}
        for constraint in self._document.left:
            generator = lemmas_for(self, constraint, None)
            generator.static()
            self.generators.append(generator)
        self._send(init.add_clause)

    def check(self, control: Any) -> None:
        """An answer set is complete: add the lemmas that it violates. Those of the last one come first: as long as one
        of them is violated too, nobody has to look for others."""
        self._fresh = control.add_literal

        def add(clause: list[int]) -> bool:
            return bool(control.add_clause(clause, lock=True) and control.propagate())

        if not self._send(add) or not control.assignment.is_total:  # it went back, and will ask again
            return
        truths = _Truths(self._meant, control.assignment.is_true)
        for generator in self.generators:
            for lemma in generator.violated(truths):
                self.clause(lemma.clause)
        self._send(add)

    def _send(self, add: Callable[[list[int]], bool]) -> bool:
        """Hand clauses over until clingo has to go back; whether it took all of them."""
        waiting = self._waiting
        while waiting:
            clause = [self._literal(number) for number in waiting.popleft()]
            if not add(clause):
                return False
        return True

    def _literal(self, number: int) -> int:
        """The literal of clingo that a number means."""
        literal = self._meant.get(abs(number))
        if literal is None:
            literal = self._meant[abs(number)] = self._fresh()
        return literal if number > 0 else -literal

    def _number_of(self, atom: str) -> int:
        """The number of an atom, which is false if grounding has left it out."""
        literal = self._literal_of.get(atom)
        if literal is None:
            return FALSE
        if abs(literal) not in self._named:
            self._named[abs(literal)] = self.new()
            self._meant[self.top] = abs(literal)
        found = self._named[abs(literal)]
        return found if literal > 0 else -found

    def _number(self, value: ir.Var | ir.Truth | ir.Linear) -> Num:
        """A variable has the atoms of the program; whatever is computed from them is encoded."""
        if not isinstance(value, ir.Var):
            return super()._number(value)
        written = self._document.numbers[value]
        values = self._domain(value)
        if len(values) == 1:
            return Num(self, values)
        if isinstance(written, Digits):
            return _Choice(self, values, [self._number_of(written.at(v)) for v in values])
        assert isinstance(written, str)
        return Num.of_literal(self, self._number_of(written))


class _Choice(Num):
    """A number with an atom for each value. To ask clingo about an atom takes time, so it is asked first about the last
    value that was found, and of a number that is split, whether it is large."""

    __slots__ = ("_beyond", "_count", "_last")

    def __init__(self, writer: ClauseWriter, values: Sequence[int], direct: list[int]) -> None:
        super().__init__(writer, values, None, direct)
        self._last = self.values[0]
        self._count = 0
        self._beyond: int | None = None

    @property
    def encoded(self) -> bool:
        """Its atoms are there from the start, but nobody has split it yet."""
        return self._beyond is not None

    def split(self, count: int) -> None:
        """One literal says that it has none of the first values."""
        self._count = count
        self._beyond = beyond = self.writer.new()
        for index, literal in enumerate(self.direct()):
            self.writer.add([-literal, -beyond if index < count else beyond])

    def at_most(self, value: int) -> int:
        """The literal of x <= value."""
        if self._beyond is not None and bisect_right(self.values, value) == self._count:
            return -self._beyond
        return super().at_most(value)

    def value_in(self, truths: Truths) -> int:
        """What the number is in an answer."""
        literal = self.equals(self._last)
        if truths[literal] != literal:
            self._last = self._found(truths)
        return self._last

    def _found(self, truths: Truths) -> int:
        beyond, count, direct = self._beyond, self._count, self.direct()
        start, end = (
            (0, len(direct)) if beyond is None else (count, len(direct)) if truths[beyond] == beyond else (0, count)
        )
        return next(
            v
            for v, literal in zip(self.values[start:end], direct[start:end], strict=True)
            if truths[literal] == literal
        )


class _Truths(Sequence[int]):
    """What is true in the assignment of a solver, looked up when asked for."""

    def __init__(self, meant: Mapping[int, int], is_true: Callable[[int], bool]) -> None:
        self._meant = meant
        self._is_true = is_true

    def __len__(self) -> int:
        return len(self._meant)

    def __getitem__(self, literal: Any) -> Any:
        """The literal itself if it is true, else its negation. What no clause speaks of is false."""
        meant = self._meant.get(abs(literal))
        holds = meant is not None and self._is_true(meant)
        return literal if holds == (literal > 0) else -literal
