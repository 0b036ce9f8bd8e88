"""Certificates: made, and checked."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from cluewright.models.results import Verdict
from cluewright.presenters.base import Presenter, about
from cluewright.presenters.exits import Exit
from cluewright.presenters.words import visible
from cluewright.setting.certificate import ProveResult
from cluewright.setting.subject import Subject
from cluewright.setting.verification import Verification

_REASONS = {
    Verdict.NONE: "there is no solution",
    Verdict.SEVERAL: "there is more than one solution",
    Verdict.UNKNOWN: "the time was up",
}


@dataclass
class Proved(Presenter):
    """A certificate, or why there is none."""

    result: ProveResult

    @property
    def exit_code(self) -> Exit:
        return {Verdict.UNIQUE: Exit.OK, Verdict.UNKNOWN: Exit.UNKNOWN}.get(self.result.verdict, Exit.NO)

    def data(self) -> dict[str, object]:
        result = self.result
        data = {"verdict": result.verdict, "counts": result.counts, "folder": str(result.folder)}
        return {**data, "seconds": round(result.seconds, 6)}

    def text(self) -> str:
        result = self.result
        if result.verdict in _REASONS:
            return about(result.puzzle, f"no certificate, because {_REASONS[result.verdict]}", result.seconds)
        counts = ", ".join(f"{number} {what}" for what, number in result.counts.items())
        name = "" if result.puzzle is None else f"{result.puzzle.title}: "
        return f"{name}unique; the certificate is in {result.folder} ({counts}; {result.seconds:.2f} s)"


@dataclass
class Verified(Presenter):
    """Whether a certificate is accepted, and what it is about. Its text is a stranger's."""

    result: Verification
    #: Where the certificate is.
    folder: str = "a certificate"
    #: Whether it was compared with a puzzle of one's own.
    compared: bool = False

    @property
    def exit_code(self) -> Exit:
        if self.result.disagreement:
            return Exit.DISAGREE
        return Exit.OK if self.result.accepted else Exit.UNKNOWN if self.result.out_of_time else Exit.NO

    def alarms(self) -> list[str]:
        if not self.result.disagreement:
            return []
        return [visible(f"COMPILER AND REFERENCE INTERPRETER DISAGREE on {self.folder}: {self.result.reason}")]

    def data(self) -> dict[str, object]:
        result = self.result
        return {
            "accepted": result.accepted,
            "title": result.title,
            "subject": None if result.subject is None else asdict(result.subject),
            "reason": result.reason,
            "refused_part": result.refused_part,
            "out_of_time": result.out_of_time,
            "disagreement": result.disagreement,
            "parts": [{"name": p.name, "finding": p.finding, "seconds": round(p.seconds, 6)} for p in result.parts],
            "counts": result.counts,
            "derived": list(result.derived),
            "trusted": list(result.trusted),
            "seconds": round(result.seconds, 6),
        }

    def text(self) -> str:
        subject = [] if self.result.subject is None else _subject_lines(self.result.subject)
        return visible("\n".join([*subject, *self._report()]))

    def _report(self) -> list[str]:
        result = self.result
        lines = [f"  {part.name + ':':<19}{part.finding} ({part.seconds:.2f} s)" for part in result.parts]
        name = f"{result.title}: " if result.title else ""
        if not result.accepted:
            verdict = "not decided" if result.out_of_time else "refused"
            lines.append(f"  {(result.refused_part or '') + ':':<19}{verdict.upper()}")
            return [*lines, f"{name}{verdict}: {result.reason}"]
        lines.append(f"Derived again here: {', '.join(result.derived)}. Taken for granted:")
        lines += [f"  - {item}" for item in result.trusted]
        if not self.compared:
            lines.append("  - you: that the puzzle above is the one you mean (--puzzle FILE compares it with yours)")
        return [*lines, f"{name}accepted: exactly one solution ({result.seconds:.2f} s)"]


def _subject_lines(subject: Subject) -> list[str]:
    """What there is to agree with before the verdict means anything."""
    lines = [f"About: {subject.title}; genre: {subject.genre_text or 'rules of its own'}", subject.picture.rstrip("\n")]
    for number, rule in enumerate(subject.rules, 1):
        lines.append(_one_line(f"{number}. {rule.sentence}"))
        if not rule.known:  # a sentence can say anything
            each = f"for {rule.each}: " if rule.each else ""
            lines.append(_one_line(f"   {each}{'; '.join(rule.holds)}"))
    return [*lines, f"({subject.unknowns} unknowns under {subject.constraints} constraints)\n"]


def _one_line(text: str) -> str:
    return text.replace("\n", " ")
