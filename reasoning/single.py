"""What follows from one atom and what is known: every such step, with as few facts as it needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from cluewright.compiler.ir import Var
from cluewright.reasoning.atoms import clause_of, is_clause, plain_clause
from cluewright.reasoning.costs import atom_cost, fact_cost
from cluewright.reasoning.facts import Fact, Known, fact
from cluewright.reasoning.pool import Pool
from cluewright.reasoning.small import Shapes, Small


@dataclass(frozen=True)
class Finding:
    """Atoms (by their numbers) and facts that force conclusions."""

    atoms: tuple[int, ...]
    facts: tuple[Fact, ...]
    conclusions: tuple[Fact, ...]
    #: Whether no fewer facts do, with these atoms.
    exact: bool = False


class Singles:
    """The steps of one atom each. What an atom was found to force stays true while facts only grow."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.findings: dict[int, list[Finding]] = {}
        self.shapes = Shapes()
        self._small: dict[int, Small] = {}
        self._clauses: dict[int, list[Fact] | None] = {}

    def close(self) -> None:
        """Free the solvers."""
        self.shapes.close()

    def look(self, atoms: Iterable[int], known: Known, wanted: Collection[Fact]) -> None:
        """Ask some atoms what follows now; `wanted` is what can follow at all."""
        for atom in atoms:
            found = self._of(atom, known, wanted)
            if found:
                self.findings[atom] = found
            else:
                self.findings.pop(atom, None)

    def open(self, known: Known) -> list[Finding]:
        """The steps that say something new."""
        result = []
        for atom, findings in list(self.findings.items()):
            kept = [f for f in findings if not all(map(known.has, f.conclusions))]
            if kept:
                result += kept
            else:
                del self.findings[atom]
        return result

    def small(self, atom: int) -> Small:
        """The solver of an atom."""
        small = self._small.get(atom)
        if small is None:
            small = self._small[atom] = self.shapes.small(self.pool.atoms[atom].expr)
        return small

    def forced(self, atom: int, known: Known, wanted: Collection[Fact]) -> list[Fact]:
        """What follows from an atom now, of all that can follow."""
        scope = self.pool.scopes[atom]
        if self.pool.atoms[atom].waits_for_value:
            if known.told.isdisjoint(scope):
                return []
            if (found := crossed_out(scope, known)) is not None:
                return [new for new in found if new in wanted]
        if (clause := self._clause(atom)) is not None:
            left = open_of(clause, known)
            return [last for last in left if last in wanted and not known.has(last)] if len(left) == 1 else []
        undecided = [new for var, values in scope.items() for new in known.open_facts(var, values) if new in wanted]
        return self.small(atom).forced(self._facts(atom, known), undecided) if undecided else []

    def _clause(self, atom: int) -> list[Fact] | None:
        """The facts of which an atom says that one holds, each of another unknown; None if it says something else."""
        if atom not in self._clauses:
            self._clauses[atom] = plain_clause(self.pool.atoms[atom].expr)
        return self._clauses[atom]

    def settled(self, atom: int, known: Known) -> bool:
        """Whether an atom says no more than some known facts that cost no more: then no cheapest step needs it."""
        part = self.pool.atoms[atom]
        room = atom_cost(part) // fact_cost()
        literals = clause_of(part.expr) if (plain := self._clause(atom)) is None else plain
        if literals is not None:
            return any(known.has(told) and len(known.facts_of(told.var)) <= room for told in literals)
        return self._is_settled(atom, known) and len(self._facts(atom, known)) <= room

    def _is_settled(self, atom: int, known: Known) -> bool:
        """Whether an atom is true whatever is left of the candidates."""
        scope = self.pool.scopes[atom]
        if self.pool.atoms[atom].waits_for_value and len(scope) == 2:
            one, other = (known.candidates[var] for var in scope)
            return set(one).isdisjoint(other)
        return self.small(atom).is_settled(known)

    def _facts(self, atom: int, known: Known) -> list[Fact]:
        """What is known of all that an atom speaks of."""
        return [told for var, values in self.pool.scopes[atom].items() for told in known.facts_of(var, values)]

    def _of(self, atom: int, known: Known, wanted: Collection[Fact]) -> list[Finding]:
        forced = self.forced(atom, known, wanted)
        if not forced:
            return []
        scope = self.pool.scopes[atom]
        if self.pool.atoms[atom].waits_for_value and crossed_out(scope, known) is not None:
            value = next(told for var in scope for told in known.facts_of(var) if told.holds)
            return [Finding((atom,), (value,), tuple(forced), exact=True)]
        facts = self._facts(atom, known)
        if self._clause(atom) is not None:  # then every fact is needed
            return [Finding((atom,), tuple(facts), tuple(forced), exact=True)]
        small = self.small(atom)
        findings: dict[tuple[Fact, ...], list[Fact]] = {}
        exact: dict[tuple[Fact, ...], bool] = {}
        of_one_kind = is_clause(self.pool.atoms[atom].expr)
        for new in forced:
            used, is_fewest = small.needed(facts, new)
            findings.setdefault(tuple(used), []).append(new)
            exact[tuple(used)] = is_fewest or of_one_kind
        return [Finding((atom,), used, tuple(found), exact[used]) for used, found in findings.items()]


def open_of(clause: Iterable[Fact], known: Known) -> list[Fact]:
    """Those of some facts that are not known to be false, two at most; a value that is not written down yet is not
    known."""
    found: list[Fact] = []
    for told in clause:
        left = known.candidates[told.var]
        if told.value in left if told.holds else left != (told.value,) or told.var not in known.told:
            found.append(told)
            if len(found) > 1:
                break
    return found


def crossed_out(scope: Collection[Var], known: Known) -> list[Fact] | None:
    """What follows for one of two unknowns that differ, if the other has its value: no solver has to be asked. None if
    it might be more, as where only two values are left."""
    told = [var for var in scope if var in known.told and len(var.domain) > 1]
    others = [var for var in scope if var not in known.told and len(known.candidates[var]) > 2]
    if len(scope) != 2 or len(told) != 1 or len(others) != 1:
        return None
    (value,), left = known.candidates[told[0]], known.candidates[others[0]]
    return [fact(others[0], value, False)] if value in left else []
