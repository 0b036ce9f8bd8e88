"""`parts: [cut, early loop]`: what single parts of rules say, each by itself; of graph rules those that the present
board brings up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cluewright.compiler.model import Model
from cluewright.compiler.program import Strategy
from cluewright.reasoning.atoms import Atom, reads
from cluewright.reasoning.facts import Fact, Known, fact
from cluewright.reasoning.pool import Pool
from cluewright.reasoning.small import Shapes
from cluewright.solvers.outcomes import check_clock


class Parts:
    """The parts of all rules of a model, made when first asked for."""

    def __init__(self, model: Model) -> None:
        self._model = model
        #: When to give up, a point of `time.monotonic()`.
        self.deadline: float | None = None
        self._made: Pool | None = None
        self._shapes = Shapes()
        #: What each part said last, and on which candidates.
        self._last: dict[Atom, tuple[tuple[tuple[int, ...], ...], list[Fact]]] = {}

    def forced(self, strategy: Strategy, known: Known) -> Iterator[tuple[Atom, list[Fact]]]:
        """The parts that a strategy looks for and that say something new, each with that."""
        for atom in self._pool.atoms:
            if _is_meant(atom, strategy):
                check_clock(self.deadline)
                yield from self._with_news(atom, self._remembered(atom, known))
        pool = self._pool
        truth = pool.propagated(pool.literals(known.facts())) if pool.sources else None
        for atom, _ in () if truth is None else self._brought_up(truth):
            if _is_meant(atom, strategy):
                check_clock(self.deadline)
                yield from self._with_news(atom, self._said(atom, known))

    @staticmethod
    def _with_news(atom: Atom, news: list[Fact]) -> Iterator[tuple[Atom, list[Fact]]]:
        if news:
            yield atom, news

    def _brought_up(self, truth: list[bool | None]) -> Iterator[tuple[Atom, list[int]]]:
        """The parts of graph rules of which at most one thing can still be true on a board, and is not known to be;
        with that."""
        for source in self._pool.sources:
            for atom, clause in source.forced(truth):
                left = [literal for literal in clause if truth[literal] is not False]
                if not left or (len(left) == 1 and truth[left[0]] is None):
                    yield atom, left

    def contradict(self, strategy: Strategy, supposed: Iterable[Fact], known: Known) -> bool:
        """Whether facts lead to a contradiction by such parts alone, one after the other."""
        pool = self._pool
        chosen = [
            selector for atom, selector in zip(pool.atoms, pool.selectors, strict=True) if _is_meant(atom, strategy)
        ]
        assumed = dict.fromkeys([*chosen, *pool.literals(known.facts()), *pool.literals(supposed)])
        while True:
            check_clock(self.deadline)
            truth = pool.propagated(list(assumed))
            if truth is None:
                return True
            number = len(assumed)
            for atom, left in self._brought_up(truth):
                if _is_meant(atom, strategy):
                    if not left:
                        return True
                    assumed.update(dict.fromkeys(left))
            if len(assumed) == number:
                return False

    def premises(self, atom: Atom, conclusions: Sequence[Fact], known: Known) -> list[Fact]:
        """What a part saw on the board: as few facts as it needs."""
        small, told = self._shapes.small(atom.expr), _facts(atom, known)
        if not small.is_possible(told):
            return small.contradicted(told)
        return list(dict.fromkeys(each for new in conclusions for each in small.needed(told, new)[0]))

    @property
    def _pool(self) -> Pool:
        if self._made is None:
            self._made = Pool(self._model, self.deadline)
        return self._made

    def _remembered(self, atom: Atom, known: Known) -> list[Fact]:
        candidates = tuple(known.candidates[var] for var in reads(atom.expr))
        before = self._last.get(atom)
        if before is None or before[0] != candidates:
            before = self._last[atom] = candidates, self._said(atom, known)
        return before[1]

    def _said(self, atom: Atom, known: Known) -> list[Fact]:
        """What follows from a part; if it contradicts the board, that an unknown can be nothing."""
        small, told = self._shapes.small(atom.expr), _facts(atom, known)
        if not small.is_possible(told):
            var = next(iter(small.variables or known.candidates))
            return [fact(var, value, False) for value in known.candidates[var]]
        found = small.forced(told, [new for var in small.variables for new in known.open_facts(var)])
        placed = {new.var for new in found if new.holds}
        return [new for new in found if new.holds or new.var not in placed]


def _is_meant(atom: Atom, strategy: Strategy) -> bool:
    spec = strategy.spec
    return atom.kind in spec.parts and spec.of in (None, atom.constraint.rule.sentence)


def _facts(atom: Atom, known: Known) -> list[Fact]:
    return [told for var in reads(atom.expr) for told in known.facts_of(var)]
