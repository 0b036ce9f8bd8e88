"""How hard a new puzzle should be, said by an expression about its rating."""

from __future__ import annotations

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.syntax import Snippet, parse
from cluewright.compiler.work import charged_to
from cluewright.models.errors import did_you_mean
from cluewright.models.results import Verdict
from cluewright.models.source import Document
from cluewright.reasoning.rating import Rating


class Condition:
    """An expression of the rules' language over the numbers of a rating, such as `score < 40 and what_ifs == 0`."""

    def __init__(self, text: str, puzzle: CompiledPuzzle) -> None:
        """Raises CluewrightError if it cannot be read or is about anything else."""
        self._setup = puzzle.setup
        self._snippet = Snippet(text, Document("<rating>", [text]), ())
        parsed, numbers = parse(self._snippet), tuple(_numbers(Rating(Verdict.UNIQUE)))
        scope = puzzle.setup.scope
        known = {*numbers, *scope.known_names(), *scope.functions, "true", "false"}
        for node in (node for node, _ in parsed.names if node.id not in known):
            hint = did_you_mean(node.id, numbers) or f"they are {', '.join(numbers)}"
            raise parsed.error(f"'{node.id}' is no number of a rating", node, hint)
        self._holds = scope.function(parsed, numbers)

    def holds(self, rating: Rating) -> bool:
        """Whether it is true of a rating."""
        with charged_to(self._setup.budget.spend):
            found = self._holds(*_numbers(rating).values())
        if not isinstance(found, bool):
            raise self._snippet.error("this is neither true nor false", hint="write `score < 40 and what_ifs == 0`")
        return found


def _numbers(rating: Rating) -> dict[str, int]:
    """What an expression may name: whole numbers, as everywhere in the language."""
    return {
        "level": rating.level or 0,
        "score": int(rating.score or 0),
        "hardest": rating.hardest,
        "cost": rating.cost,
        "rounds": len(rating.rounds),
        "narrowest": min((each.places for each in rating.rounds), default=0),
        "what_ifs": rating.what_ifs,
        "links": rating.links or 0,
        "nested": rating.nested,
        "searched": rating.searched,
    }
