"""Solutions, verdicts and counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import Constraint, spell
from cluewright.models.records import record
from cluewright.models.results import CheckResult, CountResult, SolveResult, Status, Verdict
from cluewright.notation.plain import plain_value
from cluewright.presenters.base import Presenter, View, about
from cluewright.presenters.exits import Exit
from cluewright.presenters.words import no_solution, number_of, rule_data, truth

if TYPE_CHECKING:
    from cluewright.presenters.comparing import Confirmation
    from cluewright.presenters.unfinished import Unfinished
    from cluewright.setting.differences import Pair


@record(frozen=False, eq=False)
class Solved(Presenter):
    """Solutions, and whether there may be more."""

    result: SolveResult
    #: For none: what cannot hold together, if anybody looked.
    conflict: Sequence[Constraint] | None = None

    @property
    def exit_code(self) -> Exit:
        return {Status.SATISFIED: Exit.OK, Status.UNSATISFIABLE: Exit.NO}.get(self.result.status, Exit.UNKNOWN)

    def views(self) -> list[View]:
        puzzle, answers = self.result.puzzle, self.result.answers
        if puzzle is None:
            return []
        if len(answers) < 2:
            return [View(puzzle, answers[0] if answers else None, aside=not answers)]
        return [View(puzzle, answer, number=n) for n, answer in enumerate(answers, 1)]

    def data(self) -> dict[str, object]:
        result = self.result
        return {
            "status": result.status,
            "solver": result.solver,
            "seconds": round(result.seconds, 6),
            "complete": result.complete,
            "solutions": result.solutions,
            **_chosen(result.statistics),
            **({} if self.conflict is None else {"conflict": rule_data(self.conflict)}),
            **({} if self._unfinished is None else self._unfinished.data()),
        }

    @property
    def _unfinished(self) -> Unfinished | None:
        result = self.result
        if result.status is not Status.UNKNOWN:
            return None
        from cluewright.presenters.unfinished import Unfinished  # late: a quick start

        return Unfinished(result.statistics, len(result.answers), result.solver)

    def text(self) -> str:
        result = self.result
        told = _choice(result.statistics) + about(result.puzzle, self._found(), result.seconds)
        return "\n".join([told, *([] if self._unfinished is None else self._unfinished.lines())])

    def _found(self) -> str:
        result, number = self.result, len(self.result.answers)
        if result.status is Status.UNSATISFIABLE:
            return no_solution("there is no solution", self.conflict, result.puzzle)
        if result.status is not Status.SATISFIED:
            return "no solution found before the time was up"
        found = "solved" if number == 1 else f"{number} solutions"
        if result.complete:
            return f"{found}, and there {'is no other' if number == 1 else 'are no others'}"
        reached = result.limit is not None and number >= result.limit
        return f"{found}; others were not looked for" if reached else f"{found}; more may exist: the time is up"


@record(frozen=False, eq=False)
class Counted(Presenter):
    """How many solutions there are."""

    result: CountResult

    @property
    def exit_code(self) -> Exit:
        return Exit.UNKNOWN if self._is_out_of_time else Exit.OK

    @property
    def _is_out_of_time(self) -> bool:
        limit = self.result.limit
        return not self.result.complete and (limit is None or self.result.count < limit)

    def data(self) -> dict[str, object]:
        return {"count": self.result.count, "complete": self.result.complete}

    def text(self) -> str:
        number = self.result.count
        if self.result.complete:
            return number_of(number, "solution")
        return f"at least {number_of(number, 'solution')}" + ("; the time was up" if self._is_out_of_time else "")


@record(frozen=False, eq=False)
class Checked(Presenter):
    """A verdict with its evidence."""

    result: CheckResult
    #: For several solutions: two that differ least or most.
    pair: Pair | None = None
    #: For none: what cannot hold together, if anybody looked.
    conflict: Sequence[Constraint] | None = None
    #: What other solvers say.
    confirmation: Confirmation | None = None

    @property
    def exit_code(self) -> Exit:
        if self.confirmation is not None and self.confirmation.row.disagrees:
            return Exit.DISAGREE
        return {Verdict.UNIQUE: Exit.OK, Verdict.UNKNOWN: Exit.UNKNOWN}.get(self.result.verdict, Exit.NO)

    def alarms(self) -> list[str]:
        return [] if self.confirmation is None else self.confirmation.alarms()

    def views(self) -> list[View]:
        puzzle: CompiledPuzzle | None = self.result.puzzle
        if puzzle is None:
            return []
        if self.pair is not None:
            return Paired(self.pair).views()
        answers = self.result.answers
        if len(answers) < 2:
            return [View(puzzle, answers[0] if answers else None, aside=not answers)]
        marked = [element for _, element, *_ in _differences(puzzle, *answers)]
        return [View(puzzle, answer, marked, number=n) for n, answer in enumerate(answers, 1)]

    def data(self) -> dict[str, object]:
        result, pair = self.result, self.pair
        data: dict[str, object] = {"verdict": result.verdict, "solutions": result.solutions}
        data |= {"solver": result.solver, "seconds": round(result.seconds, 6), **_chosen(result.statistics)}
        if result.verdict is Verdict.NONE:
            data["conflict"] = rule_data(self.conflict or ())
        if pair is not None:
            data |= {"solutions": pair.solutions, "difference": Paired(pair).data()}
        if self._unfinished is not None:
            data |= self._unfinished.data()
        return data if self.confirmation is None else {**data, **self.confirmation.data()}

    def text(self) -> str:
        result = self.result
        lines = [_choice(result.statistics) + about(result.puzzle, self._verdict(), result.seconds)]
        if self._unfinished is not None:
            lines += self._unfinished.lines()
        if self.pair is not None:
            lines.append(Paired(self.pair).text())
        if self.confirmation is not None:
            lines += self.confirmation.lines()
        return "\n".join(lines)

    @property
    def _unfinished(self) -> Unfinished | None:
        result = self.result
        if result.verdict is not Verdict.UNKNOWN:
            return None
        from cluewright.presenters.unfinished import Unfinished  # late: a quick start

        return Unfinished(result.statistics, len(result.answers), result.solver)

    def _verdict(self) -> str:
        result = self.result
        if result.verdict is Verdict.UNIQUE:
            return "unique: exactly one solution"
        if result.verdict is Verdict.NONE:
            return no_solution("none: there is no solution", self.conflict, result.puzzle)
        if result.verdict is Verdict.SEVERAL:
            if result.puzzle is None:
                return "several: more than one solution"
            first, second = (self.pair.first, self.pair.second) if self.pair else result.answers
            name, element, one, other = next(iter(_differences(result.puzzle, first, second)))
            difference = f"{name} at {spell(element)} is {truth(one)} in one and {truth(other)} in the other"
            return f"several: more than one solution; first difference: {difference}"
        undecided = "whether there is a solution"
        if result.answers:
            undecided = "a solution was found, but whether it is the only one"
        return f"unknown: {undecided} is not decided; the time was up"


def _differences(puzzle: CompiledPuzzle, first: Any, second: Any) -> list[tuple[str, object, object, object]]:
    """Where two solutions differ: the layer, the element, and what it is in each."""
    return [
        (layer.name, element, plain_value(layer, first[var]), plain_value(layer, second[var]))
        for layer in puzzle.model.unknowns.values()
        for element, var in layer.variables.items()
        if first[var] != second[var]
    ]


@record(frozen=False, eq=False)
class Paired(Presenter):
    """Two solutions that differ least or most."""

    pair: Pair

    def views(self) -> list[View]:
        """Both on one board; in files each by itself as well."""
        puzzle, first, second = self.pair.puzzle, self.pair.first, self.pair.second
        apart = [View(puzzle, answer, number=n, aside=True) for n, answer in ((1, first), (2, second))]
        return [] if puzzle is None else [View(puzzle, first, second=second), *apart]

    def data(self) -> dict[str, object]:
        kind = "far" if self.pair.far else "near"
        return {"kind": kind, "unknowns": self.pair.distance, "exact": self.pair.exact}

    def text(self) -> str:
        pair = self.pair
        word = "most" if pair.far else "least"
        proved = f"no two solutions differ {'more' if pair.far else 'less'}" if pair.exact else "the time was up"
        return (
            f"Two solutions that differ {word}: in {number_of(pair.distance, 'unknown')} ({proved}). "
            "Marked: first/second, or A and B where only the first or only the second has something."
        )


def _chosen(statistics: dict[str, object]) -> dict[str, object]:
    """What auto chose, for scripts."""
    return {key: statistics[key] for key in ("chosen", "reason") if "reason" in statistics}


def _choice(statistics: dict[str, object]) -> str:
    return f"auto chose {statistics['chosen']}: {statistics['reason']}\n" if "reason" in statistics else ""
