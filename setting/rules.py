"""Asking about rules: the same puzzle with a rule left out, and rules that follow from the others."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.evaluate import evaluate
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Constraint, Model, Rule, walk
from cluewright.models.errors import CluewrightError, Problem
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.showing import Brief, Told
from cluewright.notation.rulebooks import puzzle_sentences
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.sat import SatEngine

#: A rule about graphs cannot be denied, so solutions of the others are tried one by one; at most so many.
MOST_TRIED: Final = 1000


def find_rule(loaded: LoadedPuzzle, wanted: str) -> str:
    """The sentence that is meant by its number (as `show` prints it) or by a part of it."""
    sentences = puzzle_sentences(loaded)
    numbered = [f"{i}. {sentence}" for i, sentence in enumerate(sentences, 1)]
    if wanted.strip().isdecimal():
        number = int(wanted)
        if 1 <= number <= len(sentences):
            return sentences[number - 1]
        raise CluewrightError(Problem(f"there is no rule {number}", hint="rules are:\n  " + "\n  ".join(numbered)))
    part = wanted.strip().casefold()
    found = [sentence for sentence in sentences if part and part in sentence.casefold()]
    exact = [sentence for sentence in found if sentence.casefold() == part]
    if len(found) == 1 or exact:
        return (exact or found)[0]
    if found:
        several = "\n  ".join(n for n, s in zip(numbered, sentences, strict=True) if s in found)
        raise CluewrightError(Problem(f"'{wanted}' may mean several rules", hint=f"take a number:\n  {several}"))
    raise CluewrightError(Problem(f"no rule contains '{wanted}'", hint="rules are:\n  " + "\n  ".join(numbered)))


def without_rules(loaded: LoadedPuzzle, wanted: Iterable[str]) -> LoadedPuzzle:
    """The puzzle without the rules that are meant."""
    return loaded.edited({}, frozenset(find_rule(loaded, each) for each in wanted))


@dataclass(repr=False)
class RuleFinding(Brief, Told):
    """Whether one rule follows from the others and the clues."""

    number: int
    sentence: str
    #: None if that was not decided in time.
    implied: bool | None = None
    #: The rule says nothing in this puzzle.
    vacuous: bool = False
    #: A solution of all the others that breaks it.
    counterexample: dict[Var, int] | None = None


def implied_rules(
    puzzle: CompiledPuzzle, *, timeout: float | None = None, report: Callable[[int], None] = lambda done: None
) -> list[RuleFinding]:
    """For each rule: is there a solution of the rest that breaks it?

    Constraints of different rules are grounded independently, so leaving out those of a rule is leaving out the rule.
    """
    deadline = None if timeout is None else time.monotonic() + timeout
    sentences = [s for s in puzzle_sentences(puzzle.loaded) if s not in puzzle.loaded.edits.rules]
    numbers = {sentence: i for i, sentence in enumerate(puzzle_sentences(puzzle.loaded), 1)}
    findings = [RuleFinding(numbers[sentence], sentence) for sentence in sentences]
    try:
        for done, finding in enumerate(findings, 1):
            _question(puzzle.model, finding, deadline)
            report(done)
    except TimeUp:
        pass
    return findings


def _question(model: Model, finding: RuleFinding, deadline: float | None) -> None:
    said = [c for c in model.constraints if c.rule.sentence == finding.sentence]
    rest = [c for c in model.constraints if c.rule.sentence != finding.sentence]
    if not said:
        finding.implied = finding.vacuous = True
        return
    exprs = [c.expr for c in said]
    about_graphs = any(isinstance(node, ir.GraphConstraint) for node in walk(exprs))
    if not about_graphs:
        broken = ir.negate(ir.conj(exprs)) if all(isinstance(e, ir.Expr) for e in exprs) else True
        rest = [*rest, Constraint(broken, Rule("The rule is broken."))] if broken is not True else rest
    with SatEngine(Model(model.unknowns, rest), deadline=deadline) as engine:
        for _ in range(MOST_TRIED):
            answer = engine.solve(deadline=deadline)
            if answer is None:
                finding.implied = True
                return
            if not all(evaluate(expr, answer) for expr in exprs):
                finding.implied, finding.counterexample = False, answer
                return
            engine.block(answer)
