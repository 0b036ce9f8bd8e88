"""Facts and steps as sentences that a magazine would print."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from cluewright.compiler.elements import Group
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import UnknownLayer, spell, walk
from cluewright.notation.plain import plain_value
from cluewright.reasoning.facts import Fact
from cluewright.reasoning.phrases import DENIALS, base_of, common_end, common_start, conjugated, ranges, truth
from cluewright.reasoning.places import MOST_PLACES, Places
from cluewright.reasoning.sentences import bounds, joined
from cluewright.reasoning.steps import Reason, Step
from cluewright.setting.clue import show_value
from cluewright.setting.naming import listed

#: So many things are said in a row.
MOST_CLAUSES: Final = 8
#: And so many where much is done at once, as when the first candidates are crossed out.
FEW_CLAUSES: Final = 3
#: So many places of a rule are named.
MOST_QUOTED: Final = 6
#: So many rules are quoted with all they say; of more only the sentences and places.
MOST_REASONS: Final = 6
#: So many values with few places each are told by these places.
MOST_PLACED: Final = 6
#: So many cells of a line or area that are alike are not listed.
MANY_CELLS: Final = 4
#: So many known facts are told again in the next link of a what-if.
MOST_REPEATED: Final = 3

#: What a bound says, and the same in the middle of a sentence.
_BOUNDS: Final = {told: f"where {told[0].lower()}{told[1:].rstrip('.')}" for told in bounds()}
_BROKEN: Final = frozenset(bounds().values())
_CANNOT_BE: Final = "That cannot be."
#: What is denied of all sides of some cells.
_NONE_OF_FOUR: Final = re.compile(r"all four sides of ((?:(?!the ).)*) are not (.*)")
#: A place in a list instead of its number.
_LISTING: Final = re.compile(r"\{(\w+)\[\]\}")
#: What rules say in passing, and what they say about signs.
_ASIDE: Final = re.compile(r" \([^()]*\)|; (?:a question mark|a single 0|0) (?:means|stands|is|leaves) [^.]*")


class Words:
    """How one puzzle is spoken of. What a rulebook says about its unknowns (`says`, `called`) comes first."""

    def __init__(self, puzzle: CompiledPuzzle) -> None:
        self.puzzle = puzzle
        self.names = Places(puzzle)
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

    def facts(self, facts: Iterable[Fact], most: int = MOST_CLAUSES, *, known: bool = False) -> str:
        """Facts in one clause each for what is alike: `r1c1 and r1c2 are not 5, and r2c2 is shaded`. Of what is `known`
        that is told which is shorter, what is left or what is crossed out."""
        clauses = [self._clause(predicates, places, known) for predicates, places in self._merged(facts)]
        if len(clauses) < 3:
            return listed(clauses)
        more = len(clauses) - most
        return "; ".join([*clauses[:most], f"and so on for {more} more"] if more > 1 else clauses)

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
            about[:] = [fact for fact in about if fact.holds] or sorted(about, key=lambda fact: fact.value)
            together[self._homes[var][0].name, tuple((f.value, f.holds) for f in about)].append(var)
        return [(tuple(said[places[0]]), places) for places in together.values()]

    def _clause(self, facts: tuple[Fact, ...], variables: list[Var], known: bool) -> str:
        layer, _ = self._homes[variables[0]]
        is_there = layer.is_bool and bool(facts[0].value) == facts[0].holds
        subject = self.places([self._homes[var][1] for var in variables], layer, ways=is_there)
        left = self._left(layer, facts, variables) if known else ""
        said = f"{subject} {left or self._predicate(layer, facts, len(variables) > 1)}"
        none = _NONE_OF_FOUR.fullmatch(said)
        return f"no side of {none[1].replace(' and ', ' or ')} is {none[2]}" if none else said

    def _predicate(self, layer: UnknownLayer, facts: tuple[Fact, ...], several: bool) -> str:
        values = [plain_value(layer, fact.value) for fact in facts]
        holds = facts[0].holds
        if len(values) == 1 or holds:
            return conjugated(self._phrase(layer, values[0]), several, holds)
        phrases = [self._phrase(layer, value) for value in values]
        start = common_start(phrases)
        tail = common_end([phrase.removeprefix(start) for phrase in phrases]) if start else ""
        ends = ranges([phrase.removeprefix(start).removesuffix(tail) for phrase in phrases])
        if not start:  # goes left, turns right
            return "neither " + listed([conjugated(end, several, True) for end in ends], len(ends), "nor")
        if any(end.startswith(DENIALS) for end in ends):
            return conjugated(f"{start}neither {listed([end + tail for end in ends], len(ends), 'nor')}", several, True)
        return conjugated(start + listed(ends, MOST_PLACES, "or") + tail, several, False)

    def _left(self, layer: UnknownLayer, facts: tuple[Fact, ...], variables: list[Var]) -> str:
        """What unknowns can still be, if that is less than what they cannot be: `can only be 5 or 6`."""
        crossed = {fact.value for fact in facts if not fact.holds}
        domains = {tuple(var.domain) for var in variables}
        left = [value for value in facts[0].var.domain if value not in crossed]
        if len(domains) > 1 or not 1 < len(left) < len(crossed):
            return ""
        phrases = [self._phrase(layer, plain_value(layer, value)) for value in left]
        start = common_start(phrases)
        tail = common_end([phrase.removeprefix(start) for phrase in phrases]) if start else ""
        ends = ranges([phrase.removeprefix(start).removesuffix(tail) for phrase in phrases])
        if not start or any(end.startswith(DENIALS) for end in ends):
            return ""
        verb, _, rest = start.partition(" ")
        return f"can only {base_of(verb)} {rest}{listed(ends, MOST_PLACES, 'or')}{tail}"

    def _phrase(self, layer: UnknownLayer, value: Any) -> str:
        """What is said of one element that has a value."""
        declared = self.puzzle.program.unknowns.get(layer.name)
        says = None if declared is None else declared.spec.says
        shown = show_value(value)
        if isinstance(says, dict):
            says = says.get(str(value).lower() if isinstance(value, bool) else str(value), says.get("else"))
        if says is not None:
            listing = _LISTING.search(says)
            told = says.replace(listing[0], self._listed_place(layer, listing[1], value)) if listing else says
            return told.replace("{}", shown)
        if layer.is_bool:
            return truth(layer.name, bool(value))
        return f"is {shown}" if self._speaks_for_itself(layer) else f"has {layer.name} {shown}"

    def _listed_place(self, layer: UnknownLayer, name: str, number: int) -> str:
        """The place of this number in a list that the rulebook defines: `the area of {marks[]}`."""
        scope = self.puzzle.setup.scope
        scope.resolve([name])
        places: Any = scope.values[name]
        is_named_alike = places[number] in layer.variables
        return self.places([places[number]], layer if is_named_alike else None)

    def _speaks_for_itself(self, layer: UnknownLayer) -> bool:
        """Whether no other layer has values at the same kind of places."""
        others = self.puzzle.model.unknowns.values()
        return all(other is layer or other.is_bool or other.kind != layer.kind for other in others)

    # ------------------------------------------------------------ places

    def place_of(self, var: Var) -> str:
        """Where an unknown is."""
        layer, element = self._homes[var]
        return self.places([element], layer)

    def places(self, elements: Sequence[object], layer: UnknownLayer | None = None, *, ways: bool = False) -> str:
        """Places of one kind, as people would list them."""
        declared = None if layer is None else self.puzzle.program.unknowns.get(layer.name)
        return self.names.listed(elements, None if declared is None else declared.spec.called, ways=ways)

    # ------------------------------------------------------------ steps

    def rules(self, reasons: Sequence[Reason], said: Collection[str] = (), mentioned: Collection[object] = ()) -> str:
        """Each rule once, with what it says here; of what was `said` before, only where it is used now. Cells that were
        `mentioned` need not be named again."""
        by_sentence: dict[str, list[Reason]] = defaultdict(list)
        for reason in reasons:
            by_sentence[reason.constraint.rule.sentence].append(reason)
        told = []
        for sentence, mine in by_sentence.items():
            here = [self.names.spelled_out(text) for text in _said(mine)] if len(reasons) <= MOST_REASONS else []
            places = self.names.gathered(self.names.where(reason.constraint) for reason in mine)
            if all(self.names.is_clear(reason.constraint, mentioned) for reason in mine):
                places = []
            elif len(here) > 1 and all(text in _BOUNDS for text in here):  # each where it holds
                places, here = self._bounded(mine), []
            known = [place for place in places if place]
            if sentence not in said:
                told.append(quoted(without_asides(sentence), known))
            elif known or not here:
                told.append(quoted("The same rule.", known))
            told += here
        return " ".join(told)

    def _bounded(self, reasons: Sequence[Reason]) -> list[str]:
        """Places with the bound that is used there; where both are, it is just so much."""
        bounds: dict[str, set[str]] = defaultdict(set)
        for reason in reasons:
            bounds[self.names.where(reason.constraint)].add(_BOUNDS.get(reason.text, ""))
        return [", ".join(filter(None, (place, *(said if len(said) == 1 else ())))) for place, said in bounds.items()]

    def step(self, step: Step) -> str:
        """The whole step: what is known, which rules are used, what follows."""
        is_long = self._needs_what_if(step)
        tell = self._pattern if self.is_pattern(step) else self._what_if if is_long else self._plainly
        told = tell(step)
        return " ".join([*([f"{step.strategy}:"] if self._is_named(step, is_long) else []), *told])

    def _is_named(self, step: Step, is_long: bool) -> bool:
        """Whether a step is told with the name of its strategy: not if that is to try something, and nothing is."""
        strategy = self.puzzle.program.strategies.get(step.strategy or "")
        return bool(step.strategy) and (is_long or strategy is None or strategy.suppose is None)

    def _pattern(self, step: Step) -> list[str]:
        """A step by a strategy that says what it looks for, at the places where that is seen."""
        about = self.puzzle.program.strategies[step.strategy or ""].spec.about or ""
        about = quoted(about, [told for each in step.pattern if (told := self.names.seen(each))])
        return [about, _sentence(f"so {self.facts(step.conclusions)}")]

    def is_pattern(self, step: Step) -> bool:
        """Whether a step is told by what its strategy looks for, as far as that is candidates: what else it rests on
        has to be told."""
        strategy = self.puzzle.program.strategies.get(step.strategy or "")
        if strategy is None or not strategy.follows or strategy.suppose is not None or not strategy.spec.about:
            return False
        return self._needs_what_if(step) and not any(self._homes[fact.var][0].is_bool for fact in step.facts)

    @staticmethod
    def _needs_what_if(step: Step) -> bool:
        """Whether there is a way to follow; not where the other values of one unknown are crossed out, one by one."""
        told = (step.conclusions[:1], *(link.conclusions for link in step.what_if))
        about = {fact.var for news in told for fact in news}
        return len(step.what_if) > 1 and len(about) > 1

    def _plainly(
        self,
        step: Step,
        supposed: Collection[Fact] = (),
        said: Collection[str] = (),
        before: Collection[Fact] = (),
    ) -> list[str]:
        """A step; what was just `supposed` or found needs no telling, nor do many facts that were told `before`."""
        for way in (self._last_value, self._last_place, self._few_places, self._in_and_out, self._much):
            if told := way(step, said):
                return told
        facts = [fact for fact in step.facts if fact not in supposed]
        if sum(fact in before for fact in facts) > MOST_REPEATED:
            facts = [fact for fact in facts if fact not in before]
        most = MOST_CLAUSES if len(step.reasons) <= MOST_REASONS else FEW_CLAUSES
        known = [_sentence(self.facts(facts, most, known=True))] if facts else []
        mentioned = (
            {self._homes[fact.var][1] for fact in (*step.facts, *step.conclusions)} if step.conclusions else set()
        )
        if (area := self._area_but_for(step, facts)) is not None:
            known = [_sentence(self._all_but(area, step, facts))]
            mentioned.add(area)
        ending = _sentence(f"so {self.facts(step.conclusions, most)}") if step.conclusions else _CANNOT_BE
        rules = [self.rules(step.reasons, said, mentioned)] if step.reasons else self._about(step)
        is_said = {reason.text for reason in step.reasons} & _BROKEN  # too many: that cannot be
        return [*known, *rules, *([] if is_said else [ending])]

    def _about(self, step: Step) -> list[str]:
        """What the rulebook says about the strategy of a step."""
        strategy = self.puzzle.program.strategies.get(step.strategy or "")
        return [] if strategy is None or not strategy.spec.about else [strategy.spec.about]

    def _last_value(self, step: Step, _: Collection[str]) -> list[str]:
        """All other values of unknowns are crossed out."""
        about = {fact.var for fact in step.facts}
        if step.reasons or not about.issuperset(fact.var for fact in step.conclusions) or not step.facts:
            return []
        if not step.conclusions:
            return [f"Nothing is left for {self.place_of(step.facts[0].var)}.", _CANNOT_BE]
        each = " for each of these" if len(step.conclusions) > 1 else ""
        return [f"Only one possibility is left{each}: {self.facts(step.conclusions)}."]

    def _last_place(self, step: Step, said: Collection[str]) -> list[str]:
        """A value has one place left among some unknowns, or none."""
        kinds = {reason.kind for reason in step.reasons}
        if kinds != {"place"} or len(step.reasons) > 1 or len(step.conclusions) > 1:
            return []
        (reason,) = step.reasons
        told = (*step.conclusions, *step.facts)
        where = self.names.where(reason.constraint)
        if not told or not where or reason.amount is None:
            return []
        value = show_value(plain_value(self._homes[told[0].var][0], reason.amount))
        rule = [] if reason.constraint.rule.sentence in said else [without_asides(reason.constraint.rule.sentence)]
        if not step.conclusions:
            return [*rule, f"In {where} no place is left for {value}.", _CANNOT_BE]
        return [*rule, f"In {where} only one place is left for {value}: {self.facts(step.conclusions)}."]

    def _few_places(self, step: Step, said: Collection[str]) -> list[str]:
        """Several values have few places left, each in its line: where they can only be is told instead of all places
        where they are not."""
        reasons = step.reasons
        is_like_that = len(reasons) in range(2, MOST_PLACED + 1) and all(r.kind == "place" for r in reasons)
        if not is_like_that or not step.conclusions or not all(self.names.where(r.constraint) for r in reasons):
            return []
        used: set[Fact] = set()
        left: dict[tuple[str, str], list[str]] = defaultdict(list)
        for reason in reasons:
            scope = {var for var in walk([reason.constraint.expr]) if isinstance(var, Var)}
            gone = {f for f in step.facts if f.var in scope and (f.value == reason.amount) != f.holds}
            used |= gone
            homes = [self._homes[var] for var in self._homes if var in scope - {fact.var for fact in gone}]
            places = self.names.listed([element for _, element in homes], last="or")
            value = show_value(plain_value(homes[0][0], reason.amount or 0))
            left[self.names.where(reason.constraint), places].append(value)
        told = [
            f"in {where}, {listed(sorted(values))} can only be at {places}" for (where, places), values in left.items()
        ]
        others = [fact for fact in step.facts if fact not in used]
        known = [_sentence(self.facts(others, known=True))] if others else []
        sentences = dict.fromkeys(r.constraint.rule.sentence for r in reasons)
        rules = [without_asides(sentence) for sentence in sentences if sentence not in said]
        return [*known, *rules, _sentence("; ".join(told)), _sentence(f"so {self.facts(step.conclusions)}")]

    def _in_and_out(self, step: Step, said: Collection[str]) -> list[str]:
        """Points of a loop that say together that it leaves an area as often as it enters it."""
        rules = {reason.constraint.rule.sentence for reason in step.reasons}
        if len(step.reasons) < 2 or any(reason.kind != "degree" for reason in step.reasons) or len(rules) > 1:
            return []
        area = {place for reason in step.reasons for place in reason.elements}
        links = [self._homes[fact.var][1] for fact in (*step.facts, *step.conclusions)]
        if not step.conclusions or not all(self.names.crosses(link, area) for link in links):
            return []
        quoted_rules = [without_asides(rule) for rule in rules if rule not in said]
        within = self.names.name(tuple(sorted(area, key=lambda cell: cell.index)))
        known = [_sentence(self.facts(step.facts))] if step.facts else []
        so = _sentence(f"so {self.facts(step.conclusions)}")
        return [*known, *quoted_rules, f"A loop goes into {within} as often as out again.", so]

    def _area_but_for(self, step: Step, facts: Sequence[Fact]) -> Group | None:
        """The line or area of which all cells but those of the conclusions are known to be alike."""
        groups = [value for reason in step.reasons for value in reason.constraint.values if isinstance(value, Group)]
        if len(step.reasons) != 1 or len(groups) != 1 or not step.conclusions or len(self._merged(facts)) != 1:
            return None
        ours = self._homes[facts[0].var][0].variables
        told, new = ({self._homes[fact.var][1] for fact in each} for each in (facts, step.conclusions))
        cells = {cell for cell in groups[0].cells if cell in ours}
        return groups[0] if len(told) >= MANY_CELLS and told | new == cells and new < cells else None

    def _all_but(self, area: Group, step: Step, facts: Sequence[Fact]) -> str:
        """What is known of a line or area but for some cells: `all cells of row 1 but r1c3 have no star`."""
        ((about, _),) = self._merged(facts)
        layer = self._homes[facts[0].var][0]
        others = self.places(list(dict.fromkeys(self._homes[fact.var][1] for fact in step.conclusions)))
        return f"all cells of {self.names.area(area)} but {others} {self._predicate(layer, about, True)}"

    def _much(self, step: Step, said: Collection[str]) -> list[str]:
        """Many values at once are crossed out wherever they can no longer stand."""
        crossed = {fact.var for fact in step.conclusions if not fact.holds}
        if (
            len(step.reasons) <= MOST_REASONS
            or len(crossed) <= MOST_PLACES
            or any(r.kind != "pair" for r in step.reasons)
        ):
            return []
        rules = dict.fromkeys(without_asides(reason.constraint.rule.sentence) for reason in step.reasons)
        marks = f"{sum(not fact.holds for fact in step.conclusions)} pencil marks in {len(crossed)} places"
        return [*rules, f"So cross out what is known wherever it can no longer stand: {marks}."]

    def _what_if(self, step: Step) -> list[str]:
        """The way to the conclusion, or from its opposite to a contradiction."""
        first, others = step.conclusions[:1], step.conclusions[1:]
        is_straight = bool(step.what_if[-1].conclusions)
        supposed = () if is_straight else tuple(fact.denied() for fact in first)
        lines = [f"Suppose {self.facts(supposed)}."] if supposed else []
        latest: tuple[Fact, ...] = ()
        said: set[str] = set()
        before: set[Fact] = set()
        links = _with_alike_joined(step.what_if)
        for number, link in enumerate(links, 1):
            told = " ".join(self._plainly(link, supposed + latest, said, before))
            before.update(link.facts)
            lines.append(told if is_straight or len(links) == 1 else f"({number}) {told}")
            latest = link.conclusions
            said = {reason.constraint.rule.sentence for reason in link.reasons}
        endings = {"so": () if is_straight else first, "in the same way": others}
        return [*lines, *(_sentence(f"{so} {self.facts(news)}") for so, news in endings.items() if news)]


def _with_alike_joined(links: Sequence[Step]) -> list[Step]:
    """Links by the same rule one after the other as one, if none rests on the one before."""
    joined: list[Step] = []
    for link in links:
        before = joined[-1] if joined else None
        if before is not None and _is_alike(before, link) and set(link.facts).isdisjoint(before.conclusions):
            facts = tuple(dict.fromkeys((*before.facts, *link.facts)))
            conclusions = tuple(dict.fromkeys((*before.conclusions, *link.conclusions)))
            joined[-1] = replace(before, facts=facts, reasons=before.reasons + link.reasons, conclusions=conclusions)
        else:
            joined.append(link)
    return joined


def _is_alike(one: Step, other: Step) -> bool:
    """Whether two links conclude something by the same parts of the same rules, which need no words of their own."""
    parts = [{(r.constraint.rule.sentence, r.kind, r.text) for r in link.reasons} for link in (one, other)]
    is_silent = all(not text for _, _, text in parts[0])
    return bool(one.conclusions and other.conclusions and parts[0]) and parts[0] == parts[1] and is_silent


def without_asides(sentence: str) -> str:
    """A rule without what it says in passing: whoever follows a path knows the rules."""
    return _ASIDE.sub("", sentence)


def _said(reasons: Iterable[Reason]) -> list[str]:
    """What parts of rules say here, those of one kind that differ in one place as one."""
    by_kind: dict[str, dict[str, None]] = defaultdict(dict)
    for reason in reasons:
        if reason.text:
            by_kind[reason.kind][reason.text] = None
    return [text for kind, texts in by_kind.items() for text in joined(kind, list(texts))]


def quoted(sentence: str, told: list[str]) -> str:
    """A rule with its places or with what it says there."""
    if not told:
        return sentence
    more = f"; and {len(told) - MOST_QUOTED} more" if len(told) > MOST_QUOTED + 1 else ""
    return f"{sentence.rstrip('.')}: {'; '.join(told[:MOST_QUOTED] if more else told)}{more}."


def _sentence(text: str) -> str:
    """With a full stop; a name of a cell keeps its small letter."""
    start = text if text[:1] == "r" and text[1:2].isdigit() else text[:1].upper() + text[1:]
    return start if start.endswith(".") else start + "."
