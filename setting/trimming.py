"""From the trace of a solver to a short proof: only the steps that the empty clause rests on."""

from __future__ import annotations

from dataclasses import dataclass

from cluewright.setting.drat import Clause, Step


@dataclass(frozen=True, slots=True)
class _Derived:
    """A step of an LRAT trace; `rests_on` are the numbers of earlier clauses (negative ones: of a RAT step)."""

    number: int
    clause: Clause
    rests_on: tuple[int, ...]


def trimmed(trace: str) -> list[Step]:
    """The steps of an LRAT trace that lead to the empty clause; each is deleted after its last use."""
    derived: list[_Derived] = []
    for line in trace.splitlines():
        words = line.split()
        if len(words) < 2 or words[1] == "d":
            continue
        numbers = [int(word) for word in words]
        end = numbers.index(0, 1)
        derived.append(_Derived(numbers[0], tuple(numbers[1:end]), tuple(numbers[end + 1 : -1])))
        if not derived[-1].clause:
            break
    if any(number < 0 for step in derived for number in step.rests_on):
        return [Step(step.clause) for step in derived]
    return _needed(derived)


def _needed(derived: list[_Derived]) -> list[Step]:
    ours = {step.number for step in derived}
    needed = {derived[-1].number} if derived else set()
    last_uses: dict[int, list[_Derived]] = {}
    by_number = {step.number: step for step in derived}
    kept: list[_Derived] = []
    for step in reversed(derived):
        if step.number not in needed:
            continue
        kept.append(step)
        for number in step.rests_on:
            if number in ours and number not in needed:
                needed.add(number)
                last_uses.setdefault(step.number, []).append(by_number[number])
    steps: list[Step] = []
    for step in reversed(kept):
        steps.append(Step(step.clause))
        if step.clause:
            # Deleting a unit is ignored by every checker, so it is not even said.
            steps.extend(Step(old.clause, True) for old in last_uses.get(step.number, ()) if len(old.clause) > 1)
    return steps
