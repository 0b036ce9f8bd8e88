"""The way to the solution, and how hard it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cluewright import api
from cluewright.compiler.model import spell
from cluewright.models.progress import Progress
from cluewright.pictures.picture import picture
from cluewright.presenters.explaining import Explained
from cluewright.presenters.rating import told_of
from cluewright.reasoning.telling import ToldStep
from cluewright.studio.answers import read_values
from cluewright.studio.opened import Opened
from cluewright.studio.shown import told

if TYPE_CHECKING:
    from cluewright.studio.questions import Tell


def explain(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Every step as soon as it is found."""
    puzzle = opened.meant()
    answer = read_values(puzzle, given.get("answer"))

    def step(progress: Progress) -> None:
        if isinstance(progress.so_far, ToldStep):
            tell(_step(progress.so_far))

    seconds = float(given.get("seconds") or 120.0)
    result = api.explain(puzzle, answer or None, timeout=seconds, progress=step)
    return {"ending": result.ending, "steps": len(result.steps), **told(Explained(result, streamed=True))}


def _step(told_step: ToldStep) -> dict[str, Any]:
    made = told_step.step
    return {
        "number": told_step.number,
        "text": told_step.text(),
        "cost": made.cost,
        "cheapest": made.cheapest,
        "strategy": made.strategy,
        "svg": told_step.picture(titled=False),
    }


def rate(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """A level, a score and the reason."""
    rating = api.rate(opened.meant(), timeout=float(given.get("seconds") or 60.0))
    return told_of(rating)


def heat(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """How hard each open place is now: its cost, written there."""
    puzzle = opened.meant()
    begun = read_values(puzzle, given.get("answer"))
    costs = api.difficulty_map(puzzle, begun or None, timeout=float(given.get("seconds") or 60.0))
    svg = picture(puzzle, begun, format="svg", pencil={var: str(cost) for var, cost in costs.items()}, titled=False)
    layers = puzzle.model.unknowns.items()
    places = {n: {spell(e): costs[v] for e, v in layer.variables.items() if v in costs} for n, layer in layers}
    return {"svg": svg, "costs": places}
