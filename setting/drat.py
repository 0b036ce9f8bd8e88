"""A checker of DRAT proofs: every step must follow from what stands before it, down to the empty clause.

A step follows if assuming its negation leads to a conflict by unit propagation alone (RUP), or else if that is so for
each of its resolvents on its first literal (RAT). Nothing here knows puzzles, encoders or solvers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

Clause = tuple[int, ...]


class BadProof(Exception):  # noqa: N818
    """The proof does not hold; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a proof: a clause that is added or deleted."""

    clause: Clause
    deletes: bool = False


@dataclass
class Checked:
    """What a proof consisted of."""

    added: int = 0
    deleted: int = 0
    #: Steps that needed more than unit propagation.
    by_resolution: int = 0


def parse_proof(text: str) -> list[Step]:
    """The steps of a proof in its textual form: `1 -2 0` adds a clause, `d 1 -2 0` deletes one, `c` comments."""
    steps: list[Step] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        deletes = words[0] == "d"
        try:
            literals = [int(word) for word in words[deletes:]]
        except ValueError:
            raise BadProof(f"line {number} of the proof is no clause: {line[:60]!r}") from None
        if not literals or literals[-1] != 0 or 0 in literals[:-1]:
            raise BadProof(f"line {number} of the proof does not end with its only 0: {line[:60]!r}")
        steps.append(Step(tuple(literals[:-1]), deletes))
    if text and not text.endswith("\n"):
        raise BadProof("the proof breaks off in the middle of a line")
    return steps


def check_proof(
    variables: int,
    clauses: Iterable[Sequence[int]],
    steps: Iterable[Step],
    tick: Callable[[], None] = lambda: None,
) -> Checked:
    """Check that the steps derive the empty clause from the clauses; the first that does not hold raises BadProof.
    `tick` is called before each step and may raise to stop."""
    checker = _Checker(variables, clauses)
    done = Checked()
    ended = False
    for number, step in enumerate(steps, 1):
        tick()
        if ended:
            raise BadProof(f"step {number} stands after the empty clause")
        if any(not 1 <= abs(lit) <= variables for lit in step.clause):
            raise BadProof(f"step {number} speaks of a variable that the formula does not have: {_spell(step.clause)}")
        if step.deletes:
            if not checker.delete(step.clause):
                raise BadProof(f"step {number} deletes a clause that is not there: {_spell(step.clause)}")
            done.deleted += 1
            continue
        if not checker.follows(step.clause):
            if not checker.follows_by_resolution(step.clause):
                raise BadProof(f"step {number} does not follow: {_spell(step.clause)}")
            done.by_resolution += 1
        checker.add(step.clause)
        done.added += 1
        ended = not step.clause
    if not ended:
        raise BadProof("the proof does not reach the empty clause")
    return done


def _spell(clause: Sequence[int]) -> str:
    shown = " ".join(map(str, clause[:12])) if clause else "the empty clause"
    return shown + (" ..." if len(clause) > 12 else "")


class _Checker:
    """Clauses under unit propagation with two watched literals each.

    What follows from units alone is assigned for good, so a clause that gave rise to such an assignment is never
    deleted, as is usual among checkers; keeping a clause makes no step wrong that was right. Lists that are indexed by
    literals hold the positive ones from the front and the negative ones from the back.
    """

    def __init__(self, variables: int, clauses: Iterable[Sequence[int]]) -> None:
        size = 2 * variables + 1
        #: 1 for literals that are true now.
        self.true = bytearray(size)
        self.watches: list[list[list[int]]] = [[] for _ in range(size)]
        self.trail: list[int] = []
        self.conflict = False
        #: The clauses that are there, by content.
        self.known: dict[Clause, list[list[int]]] = {}
        #: Clauses that gave a literal its value for good.
        self.reasons: set[int] = set()
        units: list[list[int]] = []
        for given in clauses:
            clause = list(dict.fromkeys(given))
            self.known.setdefault(tuple(sorted(clause)), []).append(clause)
            if len(clause) < 2:
                units.append(clause)
            elif not self._is_tautology(clause):
                self._watch(clause)
        for clause in units:
            self._settle(clause)

    @staticmethod
    def _is_tautology(clause: Sequence[int]) -> bool:
        literals = set(clause)
        return any(-lit in literals for lit in clause)

    def _watch(self, clause: list[int]) -> None:
        self.watches[clause[0]].append(clause)
        self.watches[clause[1]].append(clause)

    # ------------------------------------------------------------ the set of clauses

    def add(self, given: Clause) -> None:
        """Add a clause for good."""
        clause = list(dict.fromkeys(given))
        self.known.setdefault(tuple(sorted(clause)), []).append(clause)
        if not self._is_tautology(clause):
            self._settle(clause)

    def _settle(self, clause: list[int]) -> None:
        """Watch a clause; if it is a unit by now, draw the consequences. What is true for good needs no watching."""
        true = self.true
        if self.conflict or any(true[lit] for lit in clause):
            return
        clause.sort(key=lambda lit: true[-lit])
        free = sum(1 for lit in clause if not true[-lit])
        if free >= 2:
            self._watch(clause)
        elif free == 1:
            self.reasons.add(id(clause))
            if not self._propagate([clause[0]], for_good=True):
                self.conflict = True
        else:
            self.conflict = True

    def delete(self, given: Clause) -> bool:
        """Take a clause away, unless units rest on it; False if there is no such clause."""
        key = tuple(sorted(set(given)))
        copies = self.known.get(key)
        if not copies:
            return False
        clause = copies[-1]
        if id(clause) in self.reasons:
            return True
        copies.pop()
        if len(clause) >= 2:
            for watched in clause[:2]:
                self.watches[watched] = [other for other in self.watches[watched] if other is not clause]
        return True

    # ------------------------------------------------------------ what follows

    def follows(self, clause: Iterable[int]) -> bool:
        """Whether the negation of the clause leads to a conflict by unit propagation."""
        if self.conflict:
            return True
        true = self.true
        start: list[int] = []
        for lit in dict.fromkeys(clause):
            if true[lit]:
                return True
            if not true[-lit]:
                start.append(-lit)
        literals = set(start)
        if any(-lit in literals for lit in start):
            return True
        mark = len(self.trail)
        consistent = self._propagate(start, for_good=False)
        for lit in self.trail[mark:]:
            true[lit] = 0
        del self.trail[mark:]
        return not consistent

    def follows_by_resolution(self, clause: Clause) -> bool:
        """Whether every resolvent on the first literal follows, so that adding the clause loses no solvability."""
        if not clause:
            return False
        pivot = clause[0]
        return all(
            self.follows((*clause, *(lit for lit in other if lit != -pivot)))
            for copies in self.known.values()
            for other in copies[:1]
            if -pivot in other
        )

    def _propagate(self, start: Iterable[int], for_good: bool) -> bool:
        """Assign literals and all that follows from them; False at a conflict."""
        true, watches, trail = self.true, self.watches, self.trail
        head = len(trail)
        for lit in start:
            if not true[lit]:
                true[lit] = 1
                trail.append(lit)
        while head < len(trail):
            false = -trail[head]
            head += 1
            watching = watches[false]
            kept: list[list[int]] = []
            for index, clause in enumerate(watching):
                other = clause[0]
                if other == false:
                    other = clause[1]
                    clause[0], clause[1] = other, false
                if true[other]:
                    kept.append(clause)
                    continue
                for place in range(2, len(clause)):
                    lit = clause[place]
                    if not true[-lit]:
                        clause[1], clause[place] = lit, false
                        watches[lit].append(clause)
                        break
                else:
                    kept.append(clause)
                    if true[-other]:
                        kept.extend(watching[index + 1 :])
                        watches[false] = kept
                        return False
                    true[other] = 1
                    trail.append(other)
                    if for_good:
                        self.reasons.add(id(clause))
            watches[false] = kept
        return True
