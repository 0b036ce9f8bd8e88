"""Finds one step after the other, the cheapest first, and writes its conclusions down."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from cluewright.compiler.elements import Element
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import spell
from cluewright.reasoning.atoms import Atom
from cluewright.reasoning.chains import chain
from cluewright.reasoning.cheapest import MOST
from cluewright.reasoning.checking import Checker
from cluewright.reasoning.costs import atom_cost, fact_cost, step_cost
from cluewright.reasoning.facts import Fact, Known
from cluewright.reasoning.pool import Pool
from cluewright.reasoning.search import Search
from cluewright.reasoning.sentences import Use, sentence
from cluewright.reasoning.single import Finding, Singles
from cluewright.reasoning.steps import Reason, Step

#: How much effort a proof may take where a step is asked for at once.
HASTE: Final = 2_400_000


class Reasoner:
    """One puzzle on its way from what is known to what is forced."""

    #: Whether all that one rule crosses out is one step; not where each step is needed by itself.
    together = True
    #: How much effort the proof of a step may take.
    patience = MOST
    #: Whether steps that only cross out are checked too; else whoever shows one has to do it.
    checks_all = True

    def __init__(self, puzzle: CompiledPuzzle, known: Known, goals: Sequence[Fact], deadline: float | None) -> None:
        self.puzzle = puzzle
        self.known = known
        #: Everything that can ever be concluded.
        self.goals = dict.fromkeys(goals)
        self.pool = Pool(puzzle.model, deadline, known)
        self.singles = Singles(self.pool)
        self.search = Search(self.singles)
        self.checker = Checker(deadline)
        self._touched: dict[int, None] = {}
        #: What single atoms say at the start, and how many there were.
        self._first: dict[int, list[Finding]] | None = None
        self._looked = 0
        layers = puzzle.model.unknowns.values()
        self._elements = {var: element for layer in layers for element, var in layer.variables.items()}

    def __enter__(self) -> Reasoner:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.close()
        self.singles.close()
        self.checker.close()

    def restart(self, start: Known) -> None:
        """Go back to the start."""
        self.known = start
        self.search = Search(self.singles)  # what it found rests on what is known no more
        if self._first is not None:
            self.singles.findings = dict(self._first)
            self._touched = dict.fromkeys(n for n in range(self._looked, len(self.pool.atoms)) if self.pool.is_usual(n))

    def steps(self, first: Step | None = None) -> Iterator[Step]:
        """One step after the other until nothing more is forced; each is written down before it is given."""
        step = first or self.step()
        while step is not None:
            self._write(step)
            yield step
            step = self.step()

    def step(self) -> Step | None:
        """The next step, not yet written down."""
        return self._last_value() or self._by_one_atom() or self._by_several()

    def directly(self, target: Fact, most: int) -> Step | None:
        """One step from what is known to something that is forced, if it costs no more than that."""
        found = self.search.direct(self.known, target, min(self.patience, HASTE))
        return None if found is None or self.search.cost(found[0]) > most else self._step_of([found[0]], found[1])

    def value_nearby(self, below: int) -> Step | None:
        """One step from what is known to a value, if one below some cost is found soon and the cheapest step only
        crosses something out."""
        found = self._look()
        cost = self.search.cost
        by_cost = sorted(found, key=lambda finding: (cost(finding), self._spread(finding)))
        if not by_cost or not self._crosses_out(by_cost[0]):
            return None
        best = next((each for each in by_cost if not self._crosses_out(each)), None)
        if best is not None:
            return self._step_of([best], 0)
        wanted = [goal for goal in self.goals if goal.holds and not self.known.has(goal)]
        near = (each for each in self.search.near(self.known, wanted) if cost(each) < below)
        steps = (self._step_of([each], 0) for each in near)
        return next((step for step in steps if step.is_straight), None)

    def _write(self, step: Step) -> None:
        news = [new for new in step.conclusions if self.known.note(new)]
        self._touched.update(dict.fromkeys(self.pool.touched(news, self.known)))

    # ------------------------------------------------------------ the ladder

    def _last_value(self) -> Step | None:
        """Where all other values are crossed out, the last one is the answer."""
        lasts = sorted(self.known.last_values(), key=lambda each: len(each.var.domain))
        if not lasts:
            return None
        conclusions = tuple(lasts if self.together else lasts[:1])
        cost = len(self.known.facts_of(conclusions[0].var)) * fact_cost()
        facts = tuple(told for last in conclusions for told in self.known.facts_of(last.var))
        return self._checked((), facts, conclusions, cost, cost <= self.pool.lightest, cost)

    def _by_one_atom(self) -> Step | None:
        found = self._look()
        if not found:
            return None
        cost = self.search.cost
        best = min(found, key=lambda finding: (cost(finding), self._spread(finding)))
        bound = cost(best)
        is_exact = all(finding.exact or self._least(finding) >= bound for finding in found)
        if bound > 2 * self.pool.lightest:
            better, bound = self.search.cheaper(self.known, self._wanted(), cost(best), self.patience)
            if better is not None:
                return self._step_of([self._with_all(better)], bound)
            is_exact = True
        alike = [best, *(finding for finding in found if finding is not best and self._goes_with(finding, best))]
        return self._step_of(alike, bound if is_exact else 0)

    def _by_several(self) -> Step | None:
        wanted = self._wanted()
        found = self.search.find(self.known, wanted, self.patience) if wanted else None
        return None if found is None else self._step_of([self._with_all(found[0])], found[1])

    def _wanted(self) -> list[Fact]:
        """What is forced and not yet known; values before what something is not."""
        wanted = [goal for goal in self.goals if not self.known.has(goal)]
        return sorted(wanted, key=lambda goal: not goal.holds)

    def _look(self) -> list[Finding]:
        """Everything that one atom forces, also those of graphs that have just become of use."""
        truth = self.pool.propagated(self.pool.literals(self.known.facts())) if self.pool.sources else None
        if truth is not None:
            self.pool.forced(truth)
        self._touched.update(dict.fromkeys(self.pool.fresh()))
        touched, self._touched = self._touched, {}
        self.singles.look(touched, self.known, self.goals)
        if self._first is None:
            self._first, self._looked = dict(self.singles.findings), len(self.pool.atoms)
        return self.singles.open(self.known)

    # ------------------------------------------------------------ one step of several findings

    def _with_all(self, finding: Finding) -> Finding:
        """With everything that the same premises force."""
        pool = self.pool
        if not self.together or len(finding.atoms) < 2:
            return finding
        premises = [*(pool.selectors[n] for n in finding.atoms), *pool.literals(finding.facts)]
        about = {var for n in finding.atoms for var in pool.scopes[n]}
        open_goals = [goal for goal in self._wanted() if goal.var in about and goal not in finding.conclusions]
        forced = pool.forced_by(premises, open_goals, HASTE)
        return replace(finding, conclusions=(*finding.conclusions, *forced))

    def _goes_with(self, finding: Finding, best: Finding) -> bool:
        """Whether two steps are told as one: the same rule for the same reason, or all that it crosses out, or all that
        it says about the same unknowns."""
        if finding.atoms == best.atoms and self.together:
            return {told.var for told in finding.facts} == {told.var for told in best.facts}
        one, other = (self.pool.atoms[f.atoms[0]] for f in (finding, best))
        if one.kind != other.kind or one.constraint.rule is not other.constraint.rule:
            return False
        if finding.facts == best.facts:
            return self.together or bool(best.facts)
        return (
            self.together
            and len(finding.facts) == len(best.facts) == 1
            and self._crosses_out(finding)
            and self._crosses_out(best)
        )

    def _least(self, finding: Finding) -> int:
        """What a step would cost that needs one fact only."""
        return sum(atom_cost(self.pool.atoms[n]) for n in finding.atoms) + fact_cost()

    @staticmethod
    def _crosses_out(finding: Finding) -> bool:
        return all(not new.holds for new in finding.conclusions)

    def _spread(self, finding: Finding) -> int:
        """How far apart on the board the things are that one has to look at."""
        cells = [e for told in (*finding.facts, *finding.conclusions) for e in self._cells(told)]
        if not cells:
            return 0
        rows, columns = [cell.row for cell in cells], [cell.column for cell in cells]
        return int(max(rows) - min(rows) + max(columns) - min(columns))

    def _cells(self, told: Fact) -> Sequence[Any]:
        element = self._elements.get(told.var)
        return [element] if hasattr(element, "row") else []

    def _step_of(self, findings: Sequence[Finding], bound: int) -> Step:
        atoms = tuple(dict.fromkeys(self.pool.atoms[n] for finding in findings for n in finding.atoms))
        facts = tuple(dict.fromkeys(told for finding in findings for told in finding.facts))
        news = dict.fromkeys(new for finding in findings for new in finding.conclusions)
        conclusions = tuple(new for new in news if not self.known.has(new))
        cost = self.search.cost(findings[0])
        is_joint = len(findings) == 1 and len(atoms) > 1
        return self._checked(atoms, facts, conclusions, cost, cost <= bound, bound, is_joint)

    def _checked(
        self,
        atoms: Sequence[Atom],
        facts: tuple[Fact, ...],
        conclusions: tuple[Fact, ...],
        cost: int,
        cheapest: bool,
        bound: int,
        is_joint: bool = False,
    ) -> Step:
        if self.checks_all or is_joint or any(new.holds for new in conclusions):
            self.checker.check(atoms, facts, conclusions)
        reasons = self._reasons(atoms, facts, conclusions, not is_joint)
        what_if = self._what_if(atoms, facts, conclusions[0]) if is_joint and conclusions else ()
        return Step(facts, reasons, conclusions, cost, cheapest, bound, what_if=what_if)

    def _what_if(self, atoms: Sequence[Atom], facts: Sequence[Fact], conclusion: Fact) -> tuple[Step, ...]:
        """The step link by link, if one can go that way."""
        steps = []
        for link in chain(self.singles.shapes, atoms, facts, conclusion):
            used = [] if link.atom is None else [link.atom]
            self.checker.check(used, link.facts, link.conclusions)
            reasons = self._reasons(used, link.facts, link.conclusions)
            steps.append(Step(link.facts, reasons, link.conclusions, step_cost(used, len(link.facts))))
        return tuple(steps)

    def _reasons(
        self, atoms: Iterable[Atom], facts: Collection[Fact], conclusions: Collection[Fact], alone: bool = True
    ) -> tuple[Reason, ...]:
        use = Use(facts, conclusions, {spell(self._elements[new.var]) for new in conclusions}, alone)
        return tuple(reason(self.puzzle, atom, use) for atom in atoms)


def reason(puzzle: CompiledPuzzle, atom: Atom, use: Use | None = None) -> Reason:
    """An atom as it is told where it is used so."""
    marked = [value for value in atom.constraint.values if isinstance(value, Element)]
    telling = {role: names for role, names in atom.nodes.items() if role != "component"} or atom.nodes
    nodes = {name for names in telling.values() for name in names}
    if nodes and puzzle.board is not None:
        places: Sequence[Any] = [*puzzle.board.cells, *puzzle.board.corners]
        marked += [element for element in places if element.name in nodes]
    return Reason(atom.kind, atom.constraint, sentence(atom, use), tuple(dict.fromkeys(marked)), atom.amount)
