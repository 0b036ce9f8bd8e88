"""What follows from an assumption, until it fails. Every part of a rule takes the time that it costs, and what is said
at the same time is noted together: so neither the order of the cells nor the names of the values matter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from cluewright.compiler import ir
from cluewright.compiler.ir import Var
from cluewright.reasoning.atoms import clause_of
from cluewright.reasoning.facts import Fact, Known, fact
from cluewright.reasoning.pool import Pool
from cluewright.reasoning.single import Singles
from cluewright.reasoning.small import Shape
from cluewright.reasoning.weights import Weights

#: The candidates of each unknown: bit k is the k-th value of its domain.
Board = list[int]
#: What graph rules say about a board: what it costs to see, an unknown, and what is left of it.
Look = Callable[[Board], Iterable[tuple[int, int, int]]]


class Chain(NamedTuple):
    """What comes of an assumption: whether it fails (None: it may later), when, and by how many links."""

    fails: bool | None
    #: When it fails, otherwise when the last thing was found that follows.
    time: int
    links: int = 0


class Part:
    """One atom, as it sees candidates."""

    def __init__(self, cost: int, shape: Shape, views: Sequence[tuple[int, int, int]]) -> None:
        self.cost = cost
        self.shape = shape
        #: Places with the values that the atom tells apart from others, and the others, which are alike for it.
        self.views = views
        self.places = [place for place, _, _ in views]

    def narrowed(self, board: Board) -> Iterable[tuple[int, int]]:
        """Places with what is left there, where that is less; of some place nothing, if nothing can be."""
        views = self.views
        narrowed = self.shape.narrowed(
            tuple([board[at] & own | (rest if board[at] & rest else 0) for at, own, rest in views])
        )
        if narrowed is None:
            return ((views[0][0], 0),)
        return narrowed and [(views[position][0], left) for position, left in narrowed]


class ClausePart:
    """An atom that says that one of some facts holds."""

    def __init__(self, cost: int, literals: Sequence[tuple[int, int]]) -> None:
        self.cost = cost
        #: Places, each with the candidates of which one would do.
        self.literals = literals
        self.places = [place for place, _ in literals]

    def narrowed(self, board: Board) -> Iterable[tuple[int, int]]:
        """The only one that still can hold does."""
        found = None
        for place, wanted in self.literals:
            left = board[place]
            if left & wanted:
                if found is not None or not left & ~wanted:
                    return ()
                found = (place, wanted)
        return (found or (self.literals[0][0], 0),)


class DifferPart:
    """Two unknowns with the same domain differ."""

    def __init__(self, cost: int, places: tuple[int, int]) -> None:
        self.cost = cost
        self.places = places

    def narrowed(self, board: Board) -> Iterable[tuple[int, int]]:
        """The value of one is none of the other's."""
        one, other = self.places
        both = board[one] & board[other]
        if both and not board[one] & (board[one] - 1):
            return ((other, board[other] & ~both),)
        return ((one, board[one] & ~both),) if both and not board[other] & (board[other] - 1) else ()


AnyPart = Part | ClausePart | DifferPart


class Hypotheses:
    """All atoms of a puzzle but graph rules, which are looked at as a whole."""

    def __init__(self, pool: Pool, singles: Singles, weights: Weights) -> None:
        self.variables: list[Var] = list(pool.about)
        self._index = {var: place for place, var in enumerate(self.variables)}
        self._bits = [{value: 1 << k for k, value in enumerate(var.domain)} for var in self.variables]
        self._all = [(1 << len(var.domain)) - 1 for var in self.variables]
        #: For each unknown the parts that speak of it, and which of its values they tell apart.
        self._about: list[list[tuple[Part | ClausePart, int]]] = [[] for _ in self.variables]
        #: Those that say nothing before it has a value.
        self._waiting: list[list[tuple[Part | ClausePart, int]]] = [[] for _ in self.variables]
        #: Of these, the unknowns from which it differs.
        self._differing: list[list[tuple[DifferPart, int]]] = [[] for _ in self.variables]
        self._least_look = weights.graph
        #: What each atom costs.
        self.costs: list[int] = []
        for number, atom in enumerate(pool.atoms):
            if isinstance(atom.expr, ir.GraphConstraint):
                self.costs.append(weights.whole_graph)
            else:
                self._add(number, pool, singles, weights)
        #: All parts that speak of each unknown; the cheapest first, here and where they do not wait for a value.
        self._all_about = [about + waiting for about, waiting in zip(self._about, self._waiting, strict=True)]
        for parts in (*self._about, *self._all_about):
            parts.sort(key=lambda item: item[0].cost)

    def _add(self, number: int, pool: Pool, singles: Singles, weights: Weights) -> None:
        atom = pool.atoms[number]
        if atom.waits_for_value and len({var.domain for var in pool.scopes[number]}) == 1:
            self._add_differing(weights.pair, [self._index[var] for var in pool.scopes[number]])
            return
        literals = clause_of(atom.expr)
        part: Part | ClausePart
        if literals is not None:
            wanted = [self.left(told) for told in literals]
            part = ClausePart(weights.of_rule(atom, [2] * len(wanted)), wanted)
        else:
            small = singles.small(number)
            views = [self._view(var, pool.scopes[number].get(var)) for var in small.variables]
            wanted = [(place, own) for place, own, _ in views]
            cost = weights.of_rule(atom, [own.bit_count() + bool(rest) for _, own, rest in views])
            part = Part(cost, small.shape, views)
        self.costs.append(part.cost)
        speaking = self._waiting if atom.waits_for_value else self._about
        for place, own in wanted:
            speaking[place].append((part, own))

    def _add_differing(self, cost: int, places: list[int]) -> None:
        one, other = places
        part = DifferPart(cost, (one, other))
        self.costs.append(cost)
        self._differing[one].append((part, other))
        self._differing[other].append((part, one))

    def _view(self, var: Var, apart: Collection[int] | None) -> tuple[int, int, int]:
        place = self._index[var]
        every = self._all[place]
        own = every if apart is None else sum(self._bits[place].get(value, 0) for value in apart)
        return place, own, every & ~own

    def board(self, known: Known) -> Board:
        """What is known."""
        return [
            sum(bits[value] for value in known.candidates[var])
            for var, bits in zip(self.variables, self._bits, strict=True)
        ]

    def facts(self, place: int, mask: int) -> Iterator[Fact]:
        """What it means that so much is left of an unknown."""
        var = self.variables[place]
        left = [value for value, bit in self._bits[place].items() if bit & mask]
        if len(left) == 1:
            yield fact(var, left[0])
        else:
            yield from (fact(var, value, False) for value in var.domain if value not in left)

    def left(self, told: Fact) -> tuple[int, int]:
        """An unknown, and what a fact leaves of it."""
        place = self._index[told.var]
        bit = self._bits[place][told.value]
        return place, bit if told.holds else self._all[place] & ~bit

    def refuted(self, board: Board, goal: Fact, most: int, look: Look | None = None) -> Chain:
        """What comes of the opposite of a fact by a time of `most`."""
        return self.followed(list(board), dict([self.left(goal.denied())]), most, look)

    def followed(self, board: Board, assumed: Mapping[int, int], most: int, look: Look | None = None) -> Chain:
        """What comes of it if only this is left of some unknowns; what follows until then is noted on the board."""
        links = [0] * len(board)
        start = next(iter(assumed))
        last = 0
        agenda = Agenda(most)
        for place, left in assumed.items():
            agenda.said(0, place, left, 0)
        for now, parts, found in agenda:
            for part in parts:
                narrowed = part.narrowed(board)
                if narrowed:
                    link = 1 + max([links[at] for at in part.places])
                    found += [(at, left, link) for at, left in narrowed]
            news: dict[int, int] = {}
            for place, left, link in found:
                before = news.get(place, board[place])
                if before & ~left:
                    news[place] = before & left
                    links[place] = max(links[place], link)
            if not all(news.values()):
                return Chain(True, now, max(links[at] for at, left in news.items() if not left))
            last = now if news else last
            self._noted(news, board, now, agenda)
            if look is not None and news and now + self._least_look <= most:
                link = 1 + max(links[at] for at in news)
                for cost, at, left in look(board):
                    agenda.said(now + cost, at if left else start, left, link)
            elif look is not None and news:
                agenda.goes_on = True
        return Chain(None if agenda.goes_on else False, last)

    def _noted(self, news: Mapping[int, int], board: Board, now: int, agenda: Agenda) -> None:
        """Write down what is new; the parts of rules that see a difference will say something about it."""
        most = agenda.most - now
        for place, left in news.items():
            gone = board[place] & ~left
            board[place] = left
            has_value = not left & (left - 1)
            for part, own in self._all_about[place] if has_value else self._about[place]:
                if part.cost > most and agenda.goes_on:
                    break  # nor will those that cost more be asked
                if gone & own or not left & ~own:
                    agenda.ask(now + part.cost, part)
            if has_value:
                for differing, other in self._differing[place]:
                    if board[other] & left:
                        agenda.ask(now + differing.cost, differing)


class Agenda:
    """What happens when: parts of rules that will have been thought about, and what will be seen."""

    def __init__(self, most: int) -> None:
        self.most = most
        #: Whether there would be more after the last time that counts.
        self.goes_on = False
        self._times: list[int] = []
        self._asked: dict[int, dict[AnyPart, None]] = {}
        self._said: dict[int, list[tuple[int, int, int]]] = {}

    def ask(self, time: int, part: AnyPart) -> None:
        """A part of a rule has its say at this time."""
        asked = self._asked.get(time)
        if asked is not None:
            asked[part] = None
        elif time > self.most:
            self.goes_on = True
        else:
            self._enter(time)
            self._asked[time][part] = None

    def said(self, time: int, place: int, left: int, link: int) -> None:
        """At this time it is known what is left of an unknown."""
        if time > self.most:
            self.goes_on = True
        else:
            if time not in self._asked:
                self._enter(time)
            self._said[time].append((place, left, link))

    def _enter(self, time: int) -> None:
        self._asked[time] = {}
        self._said[time] = []
        heappush(self._times, time)

    def __iter__(self) -> Iterator[tuple[int, Iterable[AnyPart], list[tuple[int, int, int]]]]:
        """All that happens at one time, in order of time."""
        while self._times:
            time = heappop(self._times)
            yield time, self._asked.pop(time), self._said.pop(time)
