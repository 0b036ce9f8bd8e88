"""Where no values keep all rules: those that break the fewest, so that it can be said what is wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from cluewright.compiler.evaluate import violations
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Constraint, Model, walk
from cluewright.setting.hitting import HittingSets
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.sat import SatEngine


def least_broken(
    model: Model, values: Mapping[Var, int], deadline: float | None, always: Sequence[Constraint] = ()
) -> dict[Var, int] | None:
    """An answer with these values in which `always` holds and the fewest rules are broken, each of them nowhere without
    need as far as time allows; None if no answer is like that. Raises TimeUp before it has one.

    Of equally few, rules that say what the other unknowns mean are not the broken ones: without them anything goes.
    """
    rules = model.constraints
    whole = Model(model.unknowns, [*rules, *always])
    with SatEngine(whole, deadline=deadline, selectors=range(len(rules))) as engine:
        switches = dict(zip(rules, engine.selectors, strict=False))
        fixed = [engine.literal(var, value) for var, value in values.items()]
        found = _fewest_rules(engine, switches, fixed, (), deadline)
        if found is None:
            return None
        few, answer = found
        meanings = set(_meanings(rules, values))
        if meanings.intersection(few):
            other = _fewest_rules(engine, switches, fixed, meanings, deadline, below=len(few) + 1)
            answer = answer if other is None else other[1]
        broken = violations(model, answer)
        try:
            for constraint in list(broken):
                if constraint not in broken:
                    continue
                kept = [switch for other, switch in switches.items() if other is constraint or other not in broken]
                better = engine.solve([*fixed, *kept], deadline)
                if better is not None:
                    answer, broken = better, violations(model, better)
        except TimeUp:
            pass
        return answer


def _meanings(rules: Sequence[Constraint], values: Collection[Var]) -> Iterator[str]:
    """The rules that speak of unknowns with a value and of others at once."""
    for constraint in rules:
        known = {node in values for node in walk([constraint.expr]) if isinstance(node, Var)}
        if len(known) > 1:
            yield constraint.rule.sentence


def _fewest_rules(
    engine: SatEngine,
    switches: Mapping[Constraint, int],
    fixed: list[int],
    kept_always: Collection[str],
    deadline: float | None,
    below: int | None = None,
) -> tuple[list[str], dict[Var, int]] | None:
    """As few rules as possible to be broken (less than `below`), and an answer that keeps the others."""
    sets: HittingSets[str] = HittingSets(list(dict.fromkeys(c.rule.sentence for c in switches)))
    try:
        while (dropped := sets.smallest(deadline, below)) is not None:
            kept = {switch: c.rule.sentence for c, switch in switches.items() if c.rule.sentence not in dropped}
            answer = engine.solve([*fixed, *kept], deadline)
            if answer is not None:
                return dropped, answer
            guilty = {kept[literal] for literal in engine.core() if literal in kept}.difference(kept_always)
            if not guilty:
                return None
            sets.add(sorted(guilty))
        return None
    finally:
        sets.close()
