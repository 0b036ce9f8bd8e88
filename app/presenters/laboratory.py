"""Campaigns: what would be run, what was run, what it says, what was learnt from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from cluewright.laboratory import proving
from cluewright.laboratory.bench.analysis import Analysis
from cluewright.laboratory.bench.disagreements import Disagreement
from cluewright.laboratory.bench.expand import Plan
from cluewright.laboratory.bench.paired import Paired
from cluewright.laboratory.bench.run import BenchResult
from cluewright.laboratory.bench.train import Training
from cluewright.laboratory.random import campaign as random_puzzles
from cluewright.laboratory.random import summary
from cluewright.laboratory.report.capsule import Capsule
from cluewright.laboratory.report.measured import chance_text, interval_text
from cluewright.presenters.base import Presenter
from cluewright.presenters.exits import Exit
from cluewright.presenters.words import duration


def disagreement_lines(found: Iterable[Disagreement]) -> list[str]:
    """Who contradicts whom."""
    return [f"SOLVERS DISAGREE on {contradiction}" for contradiction in found]


@dataclass
class Planned(Presenter):
    """What a campaign would run."""

    plan: Plan

    @property
    def _arms(self) -> list[str]:
        return list(dict.fromkeys(job.arm for job in self.plan.jobs))

    def data(self) -> dict[str, object]:
        plan = self.plan
        puzzles = [{"name": i.name, "family": i.family, "size": i.size, "seed": i.seed} for i in plan.instances]
        return {"campaign": plan.name, "puzzles": puzzles, "solvers": self._arms, "runs": len(plan.jobs)}

    def text(self) -> str:
        plan, arms = self.plan, self._arms
        return (
            f"{plan.name}: {len(plan.instances)} puzzles, {len(arms)} solvers and encodings, {len(plan.jobs)} runs\n"
            f"solvers: {', '.join(arms)}\n"
            f"at most {duration(sum(job.cpu_limit or job.timeout for job in plan.jobs))} of solving on one core"
        )


@dataclass
class Ran(Presenter):
    """What of a campaign is done."""

    found: BenchResult
    #: The results file.
    results: str

    @property
    def exit_code(self) -> Exit:
        return Exit.DISAGREE if self.found.disagreements else Exit.OK if self.found.complete else Exit.UNKNOWN

    def alarms(self) -> list[str]:
        return disagreement_lines(self.found.disagreements)

    def data(self) -> dict[str, object]:
        found = self.found
        return {
            "campaign": found.campaign,
            "total": found.total,
            "done": found.done,
            "made": found.made,
            "elsewhere": found.elsewhere,
            "missing": found.missing,
            "disagreements": [{"puzzle": d.puzzle, "task": d.task, "said": d.said} for d in found.disagreements],
        }

    def text(self) -> str:
        found = self.found
        left = found.total - found.done
        rest = f"; {left} are left" if left else ""
        if found.elsewhere:
            rest += f", {found.elsewhere} of them being made by other processes"
        made = f"{found.campaign}: {found.made} runs made, {found.done} of {found.total} in {self.results}{rest}"
        return "\n".join([made, *(f"left out {solver}: {how}" for solver, how in found.missing.items())])


@dataclass
class Reported(Presenter):
    """The files of a report."""

    analysis: Analysis
    files: Sequence[Path]

    @property
    def exit_code(self) -> Exit:
        return Exit.DISAGREE if self.analysis.contradictions else Exit.OK

    def alarms(self) -> list[str]:
        return disagreement_lines(self.analysis.contradictions)

    def data(self) -> dict[str, object]:
        ranked = [self.analysis.virtual_best(), *self.analysis.scores()]
        return {
            "files": [str(file) for file in self.files],
            "scores": [{"solver": s.arm, "solved": s.solved, "par2": round(s.par, 6)} for s in ranked],
            "disagreements": [str(found) for found in self.analysis.contradictions],
        }

    def text(self) -> str:
        found = self.analysis
        return f"{self.files[0]}: {len(found.rows)} runs, {len(found.puzzles)} puzzles, {len(found.arms)} solvers"


@dataclass
class Compared(Presenter):
    """Two at a time, puzzle by puzzle."""

    found: Sequence[Paired]
    #: The results file of the first and of the second.
    files: tuple[str, str]

    def data(self) -> dict[str, object]:
        return {"by": self.found[0].by, "files": list(self.files), "pairs": [asdict(pair) for pair in self.found]}

    def text(self) -> str:
        return "\n".join(line for pair in self.found for line in self._lines(pair))

    def _lines(self, pair: Paired) -> list[str]:
        sides = (pair.first, pair.second)
        names = (
            sides if self.files[0] == self.files[1] else [f"{n} in {f}" for n, f in zip(sides, self.files, strict=True)]
        )
        faster = f"faster on {pair.first_faster}, slower on {pair.second_faster} of {pair.puzzles} puzzles"
        lines = [f"{names[0]} beside {names[1]}: {faster}"]
        if pair.ratio is not None:
            sure = interval_text(pair.ratio, "{:.2f}".format)
            between = f" ({sure})" if sure else ""
            what = "CPU time" if pair.by == "cpu" else "time"
            lines.append(f"  {what} ratio {pair.ratio.median:.2f}{between}, the median where both decided")
        ranks = "" if pair.rank_p is None else f", {chance_text(pair.rank_p)} by signed ranks"
        lines.append(f"  by chance alone: {chance_text(pair.sign_p)} by signs{ranks}")
        for name, only in zip(names, (pair.only_first, pair.only_second), strict=True):
            if only:
                lines.append(f"  only {name} decided: {', '.join(only)}")
        return lines


@dataclass
class Exported(Presenter):
    """A capsule."""

    capsule: Capsule

    def alarms(self) -> list[str]:
        return [f"left out {file}: {why}" for file, why in self.capsule.left_out.items()]

    def data(self) -> dict[str, object]:
        files = [str(file) for file in self.capsule.files]
        return {"folder": str(self.capsule.folder), "files": files, "left_out": self.capsule.left_out}

    def text(self) -> str:
        return f"{self.capsule.folder}: {self.capsule.instances} instances, {len(self.capsule.files)} files"


@dataclass
class Trained(Presenter):
    """Rules for `auto`, and how good they are."""

    found: Training

    @property
    def exit_code(self) -> Exit:
        return Exit.OK if self.found.beats_single else Exit.NO

    def data(self) -> dict[str, object]:
        found = self.found
        costs = {"held_out": found.held_out, "trained": found.trained, "single": found.single_cost}
        rounded = {name: round(value, 6) for name, value in {**costs, "virtual_best": found.virtual_best}.items()}
        return {"par2": rounded, "best_single": found.single, "puzzles": found.puzzles, "rules": found.rules}

    def text(self) -> str:
        found = self.found
        verdict = "better" if found.beats_single else "not better"
        held_out = f"# held out, PAR-2 is {found.held_out:.3f} s"
        return f"{found.text()}{held_out}: {verdict} than {found.single} ({found.single_cost:.3f} s)"


@dataclass
class RandomCompared(Presenter):
    """Random puzzles, read by everybody."""

    plan: random_puzzles.Plan
    tally: random_puzzles.Tally
    #: Where the puzzles are kept on which two differ.
    saved: Sequence[Path] = ()
    coverage: bool = False

    @property
    def exit_code(self) -> Exit:
        if self.tally.differences:
            return Exit.DISAGREE
        return Exit.OK if self.tally.puzzles == self.plan.puzzles else Exit.UNKNOWN

    def alarms(self) -> list[str]:
        found = zip(self.tally.differences, self.saved, strict=True)
        return [f"DIFFERENCE ({difference['who']}): {path}" for difference, path in found]

    def data(self) -> dict[str, object]:
        return summary.as_data(self.plan, self.tally)

    def text(self) -> str:
        text = summary.as_text(self.plan, self.tally)
        return f"{text}\n{summary.coverage_table(self.tally)}" if self.coverage else text


@dataclass
class RulebookProved(Presenter):
    """Tiny puzzles of a rulebook, read by everybody."""

    proof: proving.Proof
    saved: Sequence[Path] = ()

    @property
    def exit_code(self) -> Exit:
        return Exit.DISAGREE if self.saved else Exit.OK if self.proof.compared else Exit.UNKNOWN

    def alarms(self) -> list[str]:
        return [f"DIFFERENCE: {path}" for path in self.saved]

    def data(self) -> dict[str, object]:
        return proving.as_data(self.proof)

    def text(self) -> str:
        return proving.as_text(self.proof)
