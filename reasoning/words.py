"""Facts and steps as sentences that a magazine would print."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final

from cluewright.compiler.boards import SQUARE
from cluewright.compiler.elements import Cell, Edge, Element
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import UnknownLayer, spell
from cluewright.notation.plain import plain_value
from cluewright.reasoning.facts import Fact
from cluewright.reasoning.steps import Reason, Step
from cluewright.setting.clue import show_value
from cluewright.setting.naming import called, listed, where

#: So many places are named in a sentence; data has them all.
MOST_PLACES: Final = 12
#: So many rules are quoted with all they say; of more only the sentences and places.
MOST_REASONS: Final = 6

#: First words of a predicate: for one thing, for several, and both denied.
_VERBS: Final = {
    "is": ("is", "are", "is not", "are not"),
    "has": ("has", "have", "does not have", "do not have"),
}
#: What is denied twice is said plainly.
_DENIALS: Final = ("no ", "not ")
#: From the middle of a cell of a square grid.
_SIDES: Final = {(0, -1): "top", (1, 0): "right", (0, 1): "bottom", (-1, 0): "left"}


class Words:
    """How one puzzle is spoken of. What a rulebook says about its unknowns (`says`, `called`) comes first."""

    def __init__(self, puzzle: CompiledPuzzle) -> None:
        self.puzzle = puzzle
        self._homes = {
            var: (layer, element)
            for layer in puzzle.model.unknowns.values()
            for element, var in layer.variables.items()
        }

    def home(self, var: Var) -> tuple[UnknownLayer, Any]:
        """The layer and the element of an unknown."""
        return self._homes[var]

    # ------------------------------------------------------------ facts

    def data(self, fact: Fact) -> dict[str, Any]:
        """A fact for scripts."""
        layer, element = self._homes[fact.var]
        return {
            "layer": layer.name,
            "at": spell(element),
            "value": plain_value(layer, fact.value),
            "is": fact.holds,
        }

    def facts(self, facts: Iterable[Fact]) -> str:
        """Facts in one clause each for what is alike: `r1c1 and r1c2 are not 5, and r2c2 is shaded`."""
        clauses = [self._clause(predicates, places) for predicates, places in self._merged(facts)]
        return listed(clauses, MOST_PLACES) if len(clauses) < 3 else "; ".join(clauses)

    def fact(self, fact: Fact) -> str:
        """One fact."""
        return self.facts([fact])

    def _merged(self, facts: Iterable[Fact]) -> list[tuple[tuple[Fact, ...], list[Var]]]:
        """Unknowns of which the same is said, with one of these facts for each value."""
        said: dict[Var, list[Fact]] = defaultdict(list)
        for fact in facts:
            said[fact.var].append(fact)
        together: dict[Any, list[Var]] = defaultdict(list)
        for var, about in said.items():
            about.sort(key=lambda fact: fact.value)
            together[self._homes[var][0].name, tuple((f.value, f.holds) for f in about)].append(var)
        return [(tuple(said[places[0]]), places) for places in together.values()]

    def _clause(self, facts: tuple[Fact, ...], variables: list[Var]) -> str:
        layer, _ = self._homes[variables[0]]
        subject = self.places([self._homes[var][1] for var in variables], layer)
        return f"{subject} {self._predicate(layer, facts, len(variables) > 1)}"

    def _predicate(self, layer: UnknownLayer, facts: tuple[Fact, ...], several: bool) -> str:
        values = [plain_value(layer, fact.value) for fact in facts]
        holds = facts[0].holds
        if len(values) == 1 or holds:
            return _conjugated(self._phrase(layer, values[0]), several, holds)
        phrases = [self._phrase(layer, value) for value in values]
        start = _common_start(phrases)
        ends = [phrase.removeprefix(start) for phrase in phrases]
        return _conjugated(start + listed(ends, len(ends), "or"), several, False)

    def _phrase(self, layer: UnknownLayer, value: Any) -> str:
        """What is said of one element that has a value."""
        declared = self.puzzle.program.unknowns.get(layer.name)
        says = None if declared is None else declared.spec.says
        shown = show_value(value)
        if isinstance(says, dict):
            found = says.get(str(value).lower() if isinstance(value, bool) else str(value))
            if found is not None:
                return found
        elif says is not None:
            return says.replace("{}", shown)
        if layer.is_bool:
            return _truth(layer.name, bool(value))
        return f"is {shown}" if self._speaks_for_itself(layer) else f"has {layer.name} {shown}"

    def _speaks_for_itself(self, layer: UnknownLayer) -> bool:
        """Whether no other layer has values at the same kind of places."""
        others = self.puzzle.model.unknowns.values()
        return all(other is layer or other.is_bool or other.kind != layer.kind for other in others)

    # ------------------------------------------------------------ places

    def place_of(self, var: Var) -> str:
        """Where an unknown is."""
        layer, element = self._homes[var]
        return self.places([element], layer)

    def places(self, elements: Sequence[Any], layer: UnknownLayer | None = None) -> str:
        """Places of one kind, as people would list them."""
        declared = None if layer is None else self.puzzle.program.unknowns.get(layer.name)
        template = None if declared is None else declared.spec.called
        if template is not None:
            return listed([_filled(template, element) for element in elements], MOST_PLACES)
        if all(isinstance(element, Cell) for element in elements):
            return listed(self._runs(elements), MOST_PLACES)
        if all(isinstance(element, Edge) and element.kind == "side" for element in elements):
            return listed(self._sides(elements), MOST_PLACES)
        if all(isinstance(element, Edge) for element in elements):
            noun = "the links " if len(elements) > 1 else "the link "
            return noun + listed(elements, MOST_PLACES)
        return listed([self.place(element) for element in elements], MOST_PLACES)

    def place(self, element: Any) -> str:
        """One place of any kind."""
        if isinstance(element, tuple) and not isinstance(element, Element):
            return " with ".join(self.place(part) for part in element)
        return called(element, self.puzzle) or spell(element)

    def _runs(self, cells: Sequence[Cell]) -> list[str]:
        """Cells, three or more in a line as its first and its last one."""
        if self.puzzle.board is None or self.puzzle.board.kind is not SQUARE:
            return [spell(cell) for cell in cells]
        at = {(cell.row, cell.column): cell for cell in cells}
        names: dict[Cell, str] = {}
        done: set[Cell] = set()
        for down, right in ((0, 1), (1, 0)):
            for (row, column), cell in sorted(at.items()):
                run = [cell]
                while (after := at.get((row + down * len(run), column + right * len(run)))) is not None:
                    run.append(after)
                if len(run) > 2 and not done.intersection(run):
                    done.update(run)
                    names[cell] = f"{run[0]}-{run[-1]}"
        names |= {cell: spell(cell) for cell in cells if cell not in done}
        return [names[cell] for cell in cells if cell in names]

    def _sides(self, sides: Sequence[Edge]) -> list[str]:
        """Sides by the cells that have most of them: `the top and left sides of r2c3`."""
        board, left, names = self.puzzle.board, dict.fromkeys(sides), []
        while left:
            if board is None or board.kind is not SQUARE:
                return [f"the side {spell(side)}" for side in sides]
            shared: dict[Cell, list[Edge]] = defaultdict(list)
            for side in left:
                for cell in board.cells(side):
                    shared[cell].append(side)
            cell, own = max(shared.items(), key=lambda item: len(item[1]))
            beside = board.cells(own[0])
            if len(own) == 1 and len(beside) == 2:
                names.append(f"the side between {beside[0]} and {beside[1]}")
            elif len(own) == 4:
                names.append(f"all four sides of {cell}")
            else:
                which = listed([_side_name(cell, side) for side in own])
                names.append(f"the {which} side{'s' if len(own) > 1 else ''} of {cell}")
            for side in own:
                del left[side]
        return names

    # ------------------------------------------------------------ steps

    def rules(self, reasons: Sequence[Reason]) -> str:
        """Each rule once, with what it says here."""
        places: dict[str, dict[str, None]] = {}
        texts: dict[str, dict[str, None]] = {}
        for reason in reasons:
            sentence = reason.constraint.rule.sentence
            places.setdefault(sentence, {})[where(reason.constraint, self.puzzle)] = None
            texts.setdefault(sentence, {})[reason.text] = None
        told = []
        for sentence, named in places.items():
            told.append(_quoted(sentence, [place for place in named if place]))
            if len(reasons) <= MOST_REASONS:
                told += [text for text in texts[sentence] if text and text != sentence]
        return " ".join(told)

    def step(self, step: Step) -> str:
        """The whole step: what is known, which rules are used, what follows."""
        known = [_sentence(self.facts(step.facts))] if step.facts else []
        rules = [self.rules(step.reasons)] if step.reasons else []
        if step.what_if:
            told = [*known, *rules, *self._what_if(step)]
        elif step.conclusions:
            told = [*known, *rules, _sentence(f"so {self.facts(step.conclusions)}")]
        else:
            told = [*known, *rules, "That cannot be."]
        return " ".join([*([f"{step.strategy}:"] if step.strategy else []), *told])

    def _what_if(self, step: Step) -> list[str]:
        """The way from the opposite of the conclusion to a contradiction."""
        supposed = [fact.denied() for fact in step.conclusions[:1]]
        lines = [f"Suppose {self.facts(supposed)}."] if supposed else []
        lines += [f"({number}) {self.step(link)}" for number, link in enumerate(step.what_if, 1)]
        return [*lines, _sentence(f"so {self.facts(step.conclusions)}")] if step.conclusions else lines


def _truth(name: str, value: bool) -> str:
    """What is said of an element that has, or has not, what a layer is named after."""
    word = name.replace("_", " ")
    if word.endswith("ed"):  # shaded, painted, filled
        return f"is {'' if value else 'not '}{word}"
    return f"has {('an ' if word[0] in 'aeiou' else 'a ') if value else 'no '}{word}"


def _conjugated(phrase: str, several: bool, holds: bool) -> str:
    """A predicate for one thing, made to fit several or to deny."""
    verb, _, rest = phrase.partition(" ")
    if not holds and rest.startswith(_DENIALS):
        denial, _, rest = rest.partition(" ")
        holds, rest = True, f"{'at least one ' if verb == 'has' else 'a '}{rest}" if denial == "no" else rest
    base = verb.removesuffix("s")
    forms = _VERBS.get(verb, (verb, base, f"does not {base}", f"do not {base}"))
    return f"{forms[several + 2 * (not holds)]} {rest}".strip()


def _common_start(phrases: Sequence[str]) -> str:
    """The words with which all phrases begin; the first one at least."""
    split = [phrase.split(" ") for phrase in phrases]
    number = 0
    while number < min(map(len, split)) - 1 and len({tuple(words[: number + 1]) for words in split}) == 1:
        number += 1
    return "".join(word + " " for word in split[0][:number])


def _filled(template: str, element: Any) -> str:
    """The name of an element that is a list, made of its parts."""
    parts = element if isinstance(element, tuple) else (element,)
    for number, part in enumerate(parts):
        template = template.replace("{" + str(number) + "}", spell(part))
    return template.replace("{}", spell(element))


def _side_name(cell: Cell, side: Edge) -> str:
    """Where a side of a cell of a square grid is."""
    x, y = (sum(point[axis] for point in cell.points) / len(cell.points) for axis in (0, 1))
    dx, dy = (sum(point[axis] for point in side.points) / 2 - middle for axis, middle in ((0, x), (1, y)))
    return _SIDES[(dx > 0) - (dx < 0), (dy > 0) - (dy < 0)]


def _quoted(sentence: str, told: list[str]) -> str:
    """A rule with its places or with what it says there."""
    if not told:
        return sentence
    more = f"; and {len(told) - MOST_PLACES} more" if len(told) > MOST_PLACES else ""
    return f"{sentence.rstrip('.')} ({'; '.join(told[:MOST_PLACES])}{more})."


def _sentence(text: str) -> str:
    """With a full stop; a name of a cell keeps its small letter."""
    start = text if text[:1] == "r" and text[1:2].isdigit() else text[:1].upper() + text[1:]
    return start if start.endswith(".") else start + "."
