"""All atoms of a puzzle in one solver, each with a literal that switches it on; facts are assumed, never added."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cluewright.compiler.cnf import FALSE, TRUE
from cluewright.compiler.cnf.base import Truths
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Constraint, Model
from cluewright.reasoning.atoms import Atom, Reads, clause_of, reads, split
from cluewright.reasoning.clauses import Clauses
from cluewright.reasoning.costs import atom_cost, fact_cost, whole_cost
from cluewright.reasoning.facts import Fact, Known, fact
from cluewright.reasoning.graphs import Source, source_of
from cluewright.reasoning.supposing import Supposing
from cluewright.solvers.outcomes import check_clock


class Pool(Clauses):
    """The atoms of a puzzle: those of its rules from the start, those of its graphs as they are found."""

    def __init__(self, model: Model, deadline: float | None = None, start: Known | None = None) -> None:
        """With a board to start from, atoms are left out that say no more than what is written there."""
        #: All usual atoms together.
        self.supposing = Supposing()
        super().__init__(deadline)
        self.model = model
        self._start = start or Known(())
        self.atoms: list[Atom] = []
        #: The literal that switches each atom on, and back.
        self.selectors: list[int] = []
        self.atom_of: dict[int, int] = {}
        #: Those of all atoms but whole graph rules.
        self.usual: list[int] = []
        self._wholes: list[int] = []
        #: What each atom speaks of, and the atoms that speak of each unknown.
        self.scopes: list[Reads] = []
        self.about: dict[Var, list[int]] = {var: [] for var in model.variables}
        self.fact_of: dict[int, Fact] = {}
        self._literals: dict[Var, dict[int, int]] = {}
        #: The clauses of atoms that are one.
        self.clauses: dict[int, list[int]] = {}
        self.sources: list[Source] = []
        #: What an atom costs at least.
        self.lightest = whole_cost()
        self._found: set[tuple[int, frozenset[int]]] = set()
        self._unread: list[int] = []
        for var in model.variables:
            self._name_facts(var)
        self._values = [literal for literal in self.fact_of if literal > TRUE]
        for constraint in model.constraints:
            check_clock(deadline)
            self._take(constraint)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the solvers."""
        super().close()
        self.supposing.close()

    def _add(self, clause: Sequence[int]) -> None:
        super()._add(clause)
        self.supposing.add(clause)

    # ------------------------------------------------------------ facts

    def _name_facts(self, var: Var) -> None:
        self._literals[var] = dict(zip(var.domain, self.encoder.num(var).direct(), strict=True))
        for value, literal in self._literals[var].items():
            self.fact_of[literal] = fact(var, value)
            self.fact_of[-literal] = fact(var, value, False)

    def literal(self, told: Fact) -> int:
        """The literal of a fact."""
        literal = self.encoder.num(told.var).equals(told.value)
        return literal if told.holds else -literal

    def literals(self, told: Iterable[Fact]) -> list[int]:
        """The literals of facts, without what goes without saying."""
        return [lit for lit in map(self.literal, told) if lit != TRUE]

    # ------------------------------------------------------------ atoms

    def _take(self, constraint: Constraint) -> None:
        source = source_of(self.encoder, constraint)
        if source is None:
            for atom in split(constraint):
                scope = reads(atom.expr)
                if not self._is_written(atom, scope):
                    self._encode(atom, scope=scope)
            return
        self.sources.append(source)
        for atom in source.static():
            self._encode(atom)

    def _is_written(self, atom: Atom, scope: Reads) -> bool:
        """Whether an atom speaks of nothing but values that are written on the board, or one of them is enough for it,
        and these are told as cheaply: then no step needs it."""
        told = self._start.told
        if told.isdisjoint(scope):
            return False
        if told.issuperset(scope):
            return len(scope) * fact_cost() <= atom_cost(atom)
        return any(each.var in told and self._start.has(each) for each in clause_of(atom.expr) or ())

    def _encode(self, atom: Atom, usual: bool = True, scope: Reads | None = None) -> int:
        selector = self.encoder.new()
        if atom.waits_for_value:
            self._differ(selector, *(reads(atom.expr) if scope is None else scope))
        else:
            self.encoder.assert_true(atom.expr, selector)
            self.read_graphs()  # nothing finer is known of these
        return self._register(atom, selector, usual, scope)

    def _differ(self, selector: int, one: Var, other: Var) -> None:
        """Two unknowns differ; there are so many of these that they are written down without further ado."""
        others = self._literals[other]
        for value, literal in self._literals[one].items():
            if value in others:
                self._add([-selector, -literal, -others[value]])

    def _register(self, atom: Atom, selector: int, usual: bool = True, scope: Reads | None = None) -> int:
        number = len(self.atoms)
        self.atoms.append(atom)
        self.selectors.append(selector)
        self.atom_of[selector] = number
        scope = reads(atom.expr) if scope is None else scope
        self.scopes.append(scope)
        self.lightest = min(self.lightest, atom_cost(atom))
        if usual:
            self.supposing.add([selector])
            self.usual.append(selector)
            self._unread.append(number)
            for var in scope:
                self.about[var].append(number)
        return number

    def touched(self, news: Iterable[Fact], known: Known) -> Iterator[int]:
        """The atoms from which more may follow now that these facts are known."""
        for new in news:
            is_value = new.var in known.told
            for atom in self.about[new.var]:
                values = self.scopes[atom][new.var]
                if is_value or not (self.atoms[atom].waits_for_value or (values and new.value not in values)):
                    yield atom

    def add_lemma(self, atom: Atom, clause: Sequence[int]) -> int | None:
        """An atom that is one clause; None if it is there already."""
        kept = [lit for lit in dict.fromkeys(clause) if lit != FALSE]
        key = (id(atom.constraint), frozenset(kept))
        if TRUE in kept or key in self._found:
            return None
        self._found.add(key)
        selector = self.encoder.new()
        self._add([-selector, *kept])
        number = self._register(atom, selector)
        self.clauses[number] = kept
        return number

    def whole_rules(self) -> list[int]:
        """The literals of all atoms with graph rules taken as a whole: what is left when no part of them is enough."""
        if not self._wholes:
            for source in self.sources:
                number = self._encode(Atom("rule", source.constraint, source.constraint.expr), usual=False)
                self._wholes.append(self.selectors[number])
        split_up = {id(source.constraint) for source in self.sources}
        plain = [lit for lit in self.usual if id(self.atoms[self.atom_of[lit]].constraint) not in split_up]
        return [*plain, *self._wholes]

    def is_usual(self, number: int) -> bool:
        """Whether an atom is not a whole graph rule."""
        return self.selectors[number] not in self._wholes

    def fresh(self) -> list[int]:
        """The atoms that came since this was asked last."""
        fresh, self._unread = self._unread, []
        return fresh

    def forced(self, truth: Sequence[bool | None]) -> list[int]:
        """Finds the parts of graph rules that decide something on a board on which some literals are known; gives
        those that are new."""
        found = []
        for source in self.sources:
            for atom, clause in source.forced(truth):
                number = self.add_lemma(atom, clause)
                if number is not None:
                    found.append(number)
        return found

    # ------------------------------------------------------------ asking

    def prefer(self, literals: Iterable[int]) -> None:
        """These are to be true in answers, where that is free."""
        self.solver.set_phases(list(literals))

    def _filled(self, always: Sequence[int], others: Sequence[int]) -> Truths:
        """Atoms are switched on that the values in the last answer do not break."""
        truths = self.truths()
        _, implied = self.solver.propagate(assumptions=[truths[lit] for lit in self._values])
        off = set(implied)
        return self.truths() if self._soon_possible([*always, *(lit for lit in others if -lit not in off)]) else truths

    def forced_by(self, premises: Sequence[int], goals: Sequence[Fact], effort: int) -> list[Fact]:
        """Which of these facts follow from premises, as far as that is seen with so much effort."""
        end = self.effort + effort
        left = {self.literal(goal): goal for goal in goals}
        found = []
        while left and self.effort < end:
            literal, goal = left.popitem()
            answer = self.decided([*premises, -literal], end - self.effort)
            if answer is False:
                found.append(goal)
            elif answer:  # whatever is false in this answer does not follow either
                truths = self.truths()
                left = {lit: each for lit, each in left.items() if truths[lit] == lit}
        return sorted(found, key=goals.index)

    def failing(self, known: Known, facts: Sequence[int], goals: Sequence[Fact]) -> Sequence[Fact]:
        """Those facts whose opposite leads to a contradiction at once, if that is known."""
        if not self.supposing.on(known, facts):
            return goals
        return [goal for goal in goals if self.supposing.fails(-self.literal(goal))]

    def fails(self, assumptions: Sequence[int]) -> bool:
        """Whether a contradiction follows at once."""
        consistent, _ = self.solver.propagate(assumptions=assumptions)
        return not consistent

    def propagated(self, assumptions: Sequence[int]) -> list[bool | None] | None:
        """What follows at once: the truth of every literal as far as it is known; None if a contradiction does."""
        consistent, implied = self.solver.propagate(assumptions=assumptions)
        if not consistent:
            return None
        truth: list[bool | None] = [None] * (2 * self.encoder.top + 1)
        truth[TRUE], truth[FALSE] = True, False
        for literal in implied:
            truth[literal], truth[-literal] = True, False
        return truth
