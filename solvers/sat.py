"""The embedded SAT engine: clauses into CaDiCaL, answers out, lemmas back in, until nothing is violated."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol, Self

from cluewright.compiler.cnf import FALSE, TRUE, Encoder, Prefix, Truths, truths_of
from cluewright.compiler.ir import AllDifferent, Var
from cluewright.compiler.model import Constraint, Model, blame, blamed
from cluewright.models.errors import LanguageError
from cluewright.models.records import field, record
from cluewright.solvers.cadical import Cadical
from cluewright.solvers.contract import judge
from cluewright.solvers.outcomes import GaveUp, TimeUp, WrongAnswer, check_clock

if TYPE_CHECKING:
    from random import Random

    from cluewright.compiler.lemmas import GraphLemmas, Lemma

#: How much one uninterruptible slice of search may do, in propagated literals: about a third of a second. Counted, not
#: measured, so that what is found does not depend on the machine. Shorter slices would cripple hard searches: each call
#: begins with the solver's restless mode, and the calm one, which finds answers of large boards, comes later.
SLICE_PROPAGATIONS: Final = 2_000_000
#: Conflicts of the first slice, of which nothing is known yet but the number of clauses: at most so many, and so many
#: times the clauses.
_FIRST_SLICE: Final = (500, 50_000_000)
#: A search with more conflicts than this is hard: it gets what graph constraints have to say beyond the necessary.
HARD_SEARCH: Final = 1_500
#: Lucky guesses and random walks would move the solver away from its last answer, which the next lemmas only mend.
SOLVER_OPTIONS: Final = {"lucky": 0, "walk": 0}

#: An assumption: an unknown with a value, or a literal of the engine.
Assumption = tuple[Var, int] | int


@record(frozen=False)
class SatStatistics:
    """What the engine did so far."""

    variables: int = 0
    clauses: int = 0
    #: How many lemmas of each kind. A plain dict, since `asdict` breaks a Counter.
    lemmas: dict[str, int] = field(default_factory=dict)
    rounds: int = 0
    conflicts: int = 0
    seconds_encode: float = 0.0
    seconds_solve: float = 0.0
    seconds_lemmas: float = 0.0
    seconds_check: float = 0.0


class Encoded(Protocol):
    """A model that was encoded beforehand, with whatever makes its lemmas."""

    encoder: Encoder
    clauses: list[list[int]]
    generators: list[GraphLemmas]


class SatEngine:
    """One model in one incremental solver.

    With `selectors=True` every constraint is guarded: `selectors[i]` is the literal that switches constraint i on, to
    be passed among the assumptions; lemmas inherit the guard. `selectors` may also be the positions of the constraints
    to guard; the others are always on. Answers are judged here, unless whoever asks does that.
    A model can be `encoded` already.
    """

    def __init__(
        self,
        model: Model,
        *,
        deadline: float | None = None,
        selectors: bool | Collection[int] = False,
        judged: bool = True,
        encoded: Encoded | None = None,
        patience: int | None = None,
    ) -> None:
        self.model = model
        #: After so many conflicts without an answer it gives up, counted so that it does so on any machine.
        self._patience = patience
        self._met = 0
        self._judged = judged
        self.statistics = SatStatistics()
        self.selectors: list[int] = []
        #: Every lemma that was added, in order.
        self.lemmas: list[Lemma] = []
        self._variables = model.variables
        self._generators: list[GraphLemmas] = []
        self._slice = _FIRST_SLICE[0]
        self._propagations = 0
        self._strengthened = encoded is not None
        self._owns_encoder = encoded is None
        #: Whether something was assumed last that no answer has.
        self._is_impossible = False
        solver = Cadical(SOLVER_OPTIONS)
        self._solver: Cadical | None = solver
        #: Clauses go straight into the solver, because there may be millions.
        self._add = solver.add_clause
        self.encoder = Encoder(self._add) if encoded is None else encoded.encoder
        started = time.monotonic()
        try:
            if encoded is None:
                self._encode(deadline, selectors)
            else:
                self._take(encoded, deadline)
            self.statistics.clauses = solver.clauses()
            self._slice = max(20, min(_FIRST_SLICE[0], _FIRST_SLICE[1] // max(1, self.statistics.clauses)))
        except BaseException:
            self.close()
            raise
        finally:
            self.statistics.seconds_encode = time.monotonic() - started

    # ------------------------------------------------------------ life cycle

    def close(self) -> None:
        """Free the solver."""
        solver, self._solver = self._solver, None
        if solver is not None:
            solver.delete()
            self._add = self.encoder.add = _closed
            if self._owns_encoder:  # who encoded the model may still ask what its literals mean
                self.encoder.forget()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------ encoding

    def _take(self, encoded: Encoded, deadline: float | None) -> None:
        """The clauses as they are; the encoder's next ones go into the solver."""
        for clause in encoded.clauses:
            self._add(clause)
        check_clock(deadline)
        self.encoder.add = self._add
        self._generators = encoded.generators

    def _encode(self, deadline: float | None, selectors: bool | Collection[int]) -> None:
        encoder = self.encoder
        guarded = range(len(self.model.constraints)) if selectors is True else selectors or ()
        constraints = self.model.constraints
        always = [c.expr for index, c in enumerate(constraints) if index not in guarded]
        encoder.narrow(always)
        encoder.narrow_lists([expr for expr in always if isinstance(expr, AllDifferent)])
        for index, constraint in enumerate(constraints):
            if deadline is not None:
                check_clock(deadline)  # one constraint can take a tenth of a second
            prefix: Prefix = (-encoder.new(),) if index in guarded else ()
            if selectors is not False:
                self.selectors.append(-prefix[0] if prefix else TRUE)
            try:
                encoder.require(constraint.expr, True, prefix)
            except LanguageError as error:
                raise blame(constraint, error) from None
        self._start_lemmas(deadline)
        encoder.give_literals(self._variables)

    def _start_lemmas(self, deadline: float | None) -> None:
        """Static clauses may assert nothing new on graphs, so one pass is enough."""
        if len(self.encoder.graphs) == len(self._generators):
            return
        from cluewright.compiler.lemmas import lemmas_for  # late: many puzzles have no graphs
        from cluewright.compiler.lemmas.implied import add_implied_rules  # late: many puzzles have no graphs

        is_first = not self._generators
        for constraint, guard in self.encoder.graphs[len(self._generators) :]:
            check_clock(deadline)
            generator = lemmas_for(self.encoder, constraint, guard)
            generator.static()
            self._generators.append(generator)
        if is_first:
            add_implied_rules(self.encoder, self._generators)

    def recall(self, lemmas: Iterable[Lemma]) -> None:
        """Add what other engines learnt about the same graphs, as far as it surely holds here too."""
        for lemma in lemmas:
            for generator in self._generators:
                if generator.graph is lemma.constraint.graph:
                    clause = generator.again(lemma)
                    if clause is not None:
                        self.encoder.clause(clause)

    # ------------------------------------------------------------ asking

    def literal(self, var: Var, value: int) -> int:
        """The literal of var == value, to be used in assumptions and clauses."""
        return self.encoder.equals(var, value)

    def add_clause(self, literals: Sequence[int]) -> None:
        """Add a clause over the engine's literals."""
        self.encoder.clause(literals)

    def add_constraint(self, constraint: Constraint, deadline: float | None = None) -> int:
        """One more constraint in the model, and the literal that switches it on."""
        guard = self.encoder.new()
        self.selectors += [TRUE] * (len(self.model.constraints) - len(self.selectors)) + [guard]
        self.model.constraints.append(constraint)
        with blamed(constraint):
            self.encoder.assert_true(constraint.expr, guard)
        self._start_lemmas(deadline)
        return guard

    def prefer(self, wishes: Mapping[Var, int], chance: Random | None = None) -> None:
        """Where the engine has a choice, it tries these values first, from now on. Often it chooses among what clauses
        say by variables of their own: by `chance`, if there is one, else always in the same way."""
        assert self._solver is not None
        if chance is not None:
            self._solver.prefer([chance.choice((name, -name)) for name in range(TRUE + 1, self.encoder.top + 1)])
        equal = (
            (self.encoder.equals(var, value), value == wish) for var, wish in wishes.items() for value in var.domain
        )
        literals = [literal if liked else -literal for literal, liked in equal if abs(literal) != TRUE]
        # A solver decides nothing about variables that stand in no clause; this one says nothing else.
        self.encoder.clause([*literals, self.encoder.new()])
        self._solver.prefer(literals)

    def prefer_literals(self, literals: Iterable[int]) -> None:
        """Where the engine has a choice, it tries first to make these true, from now on."""
        assert self._solver is not None
        self._solver.prefer([literal for literal in literals if abs(literal) != TRUE])

    def block(self, answer: dict[Var, int]) -> None:
        """Forbid this assignment of the model's unknowns from now on."""
        equals = self.encoder.equals
        self.encoder.clause([-equals(var, answer[var]) for var in self._variables])

    def core(self) -> list[int]:
        """After `solve` returned None: the assumed literals that cannot hold together."""
        assert self._solver is not None
        return [FALSE] if self._is_impossible else self._solver.core()

    def solve(self, assumptions: Sequence[Assumption] = (), deadline: float | None = None) -> dict[Var, int] | None:
        """An answer that satisfies the model and the assumptions, or None if there is none.

        `deadline` is a point of `time.monotonic()`; when it passes, TimeUp is raised and the engine can be asked again;
        likewise GaveUp when its patience ends.
        """
        literals = [a if isinstance(a, int) else self.literal(*a) for a in assumptions]
        self._met = self.statistics.conflicts
        self._is_impossible = FALSE in literals
        if self._is_impossible:
            return None
        while True:
            truths = self._search([lit for lit in literals if lit != TRUE], deadline)
            if truths is None:
                return None
            if not self._learn(truths, deadline):
                answer = self._read(truths)
                if self._judged:
                    self._verify(answer, truths)
                return answer

    def _search(self, assumptions: list[int], deadline: float | None) -> Truths | None:
        """One run of the solver, in slices between which the clock is read."""
        solver = self._solver
        if solver is None:
            raise ValueError("the engine is closed")
        while True:
            check_clock(deadline)
            if not self._strengthened and self.statistics.conflicts > HARD_SEARCH:
                self._strengthen(deadline)
            started = time.monotonic()
            status = solver.search(assumptions, self._slice)
            self.statistics.seconds_solve += time.monotonic() - started
            self.statistics.conflicts = solver.conflicts()
            if status is not None:
                break
            if self._patience is not None and self.statistics.conflicts - self._met > self._patience:
                raise GaveUp
            self._adapt(solver.propagations())
        self.statistics.rounds += 1
        self.statistics.variables = self.encoder.top
        if not status:
            return None
        return truths_of(solver.model(), self.encoder.top)

    def _strengthen(self, deadline: float | None) -> None:
        """Add what would only cost time in an easy search."""
        self._strengthened = True
        started = time.monotonic()
        for generator in self._generators:
            check_clock(deadline)
            generator.strengthen()
        assert self._solver is not None
        self.statistics.clauses = self._solver.clauses()
        self.statistics.seconds_encode += time.monotonic() - started

    def _adapt(self, propagations: int) -> None:
        """Choose the conflicts of the next slice by how much there was to do in the last one."""
        done, self._propagations = propagations - self._propagations, propagations
        if done < SLICE_PROPAGATIONS / 2:
            self._slice = min(self._slice * 2, 1 << 20)
        elif done > SLICE_PROPAGATIONS * 1.5:
            self._slice = max(self._slice // 2, 20)

    def _learn(self, truths: Truths, deadline: float | None) -> bool:
        """Add the lemmas that the answer violates; whether there were any."""
        started = time.monotonic()
        count = 0
        for generator in self._generators:
            check_clock(deadline)
            for lemma in generator.violated(truths):
                self._add(list(lemma.clause) or [FALSE])
                self.statistics.clauses += 1
                self.lemmas.append(lemma)
                counts = self.statistics.lemmas
                counts[lemma.kind] = counts.get(lemma.kind, 0) + 1
                count += 1
        self.statistics.seconds_lemmas += time.monotonic() - started
        return count > 0

    def _read(self, truths: Truths) -> dict[Var, int]:
        return self.encoder.values_in(self._variables, truths)

    def _verify(self, answer: dict[Var, int], truths: Truths) -> None:
        """Judge the answer by meaning; constraints whose selector is off do not count."""
        started = time.monotonic()
        guarded = zip(self.model.constraints, self.selectors, strict=False)
        off = [constraint for constraint, selector in guarded if truths[selector] != selector]
        judge(self.model, answer, "sat", off)
        self.statistics.seconds_check += time.monotonic() - started


def _closed(clause: list[int]) -> None:
    raise RuntimeError("the engine is closed")


__all__ = ["SatEngine", "SatStatistics", "TimeUp", "WrongAnswer"]
