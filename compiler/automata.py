"""Regular expressions over values, as minimal deterministic automata.

The automata are deterministic and minimal because back ends unroll them (one layer of states for each argument), and
because some solvers lose solutions on non-deterministic ones. Own code, since the libraries that do this work on
characters instead of integers and take longer to import than the whole tool may take to start.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, NoReturn

from cluewright.models.errors import LanguageError, LimitError, did_you_mean

#: Bounds on size and work, so that a short pattern cannot ask for a huge automaton.
MAX_NFA_STATES: Final = 20_000
MAX_DFA_STATES: Final = 20_000
MAX_TRANSITIONS: Final = 1_000_000
MAX_WORK: Final = 2_000_000
MAX_NESTING: Final = 50
MAX_DIGITS: Final = 10

#: Among the lengths of runs: any number of runs, also none.
ANY_RUNS: Final = "*"


@dataclass(frozen=True)
class Automaton:
    """A deterministic automaton over integers; states are numbered from 0."""

    states: int
    start: int
    accepting: frozenset[int]
    #: (state, value) -> state; where an entry is missing, the word is rejected.
    transitions: dict[tuple[int, int], int]

    def __hash__(self) -> int:
        return hash((self.states, self.start, self.accepting, len(self.transitions)))

    def accepts(self, word: Sequence[int]) -> bool:
        """Whether running the automaton on the word ends in an accepting state."""
        state: int | None = self.start
        for value in word:
            state = self.transitions.get((state, value))  # type: ignore[arg-type]
            if state is None:
                return False
        return state in self.accepting


def compile_pattern(
    pattern: str, alphabet: Iterable[int], words: Mapping[str, int] = {}, numbers: Iterable[int] | None = None
) -> Automaton:
    """The minimal automaton of a regular expression over the values of the alphabet.

    `0* 1{2} (0 | red)+ [1..4] [^0] .? 3{1,2} 4{2,} 5{,3}`: white space separates, `words` names values. A value that
    is not in the alphabet never occurs, so it matches nothing. `numbers` are the values that a number in the pattern
    may mean, where others stand for words.
    """
    letters = tuple(sorted(set(alphabet)))
    plain = letters if numbers is None else tuple(sorted(set(numbers)))
    return _compile(pattern, letters, tuple(sorted(words.items())), plain)


def blocks_automaton(lengths: Sequence[int | None], colours: Sequence[int] | None = None, blank: int = 0) -> Automaton:
    """Runs of the given lengths in order, as in a nonogram (None for any length); runs of one colour (all, without
    `colours`) are separated by at least one blank."""
    return _blocks(_runs(lengths, colours, blank), blank)


def blocks_pattern(lengths: Sequence[int | None], colours: Sequence[int] | None = None, blank: int = 0) -> str:
    """What `blocks_automaton` accepts, as a pattern: `0* 1{4} 0+ 1{2} 0*`."""
    runs = _runs(lengths, colours, blank)
    parts = [f"{blank}*"]
    for index, (length, colour) in enumerate(runs):
        touching = index + 1 == len(runs) or runs[index + 1][1] != colour
        times = "+" if length is None else f"{{{length}}}"
        parts += [f"{colour}{times}", f"{blank}*" if touching else f"{blank}+"]
    return " ".join(parts)


def loose_pattern(lengths: Sequence[int | str | None], blank: int = 0, shaded: int = 1) -> str:
    """The pattern of runs of one colour, where `'*'` stands for any number of them, also none.

    Between two runs there is a blank, and behind it perhaps whatever ends with a blank.
    """
    listed = [n for i, n in enumerate(lengths) if n != ANY_RUNS or i == 0 or lengths[i - 1] != ANY_RUNS]
    anything = f"[{blank} {shaded}]*"
    if listed == [ANY_RUNS]:
        return anything
    _runs([n for n in listed if not isinstance(n, str)], None, blank)
    parts: list[str] = [] if listed[0] == ANY_RUNS else [f"{blank}*"]
    for i, length in enumerate(listed):
        if length == ANY_RUNS:
            before = f"({anything} {blank})?" if i == 0 else f"{blank} ({anything} {blank})?"
            parts.append(f"({blank} {anything})?" if i + 1 == len(listed) else before)
            continue
        parts.append(f"{shaded}+" if length is None else f"{shaded}{{{length}}}")
        if i + 1 == len(listed):
            parts.append(f"{blank}*")
        elif listed[i + 1] != ANY_RUNS:
            parts.append(f"{blank}+")
    return " ".join(parts)


def minimal(rows: _Rows, accepting: set[int], letters: Mapping[int, int]) -> Automaton:
    """The smallest automaton for the same words as the one with these moves by letter from each state, of which the
    first is the start; `letters` has the letter of each value."""
    rows, accepting = _trim(rows, accepting)
    return _number(rows, accepting, _equivalent_states(rows, accepting), letters)


# ---------------------------------------------------------------- nonogram runs


def _runs(
    lengths: Sequence[int | None], colours: Sequence[int] | None, blank: int
) -> tuple[tuple[int | None, int], ...]:
    """(length, colour) of each run, checked."""
    if list(lengths) in ([], [0]):
        return ()
    if colours is None:
        colours = [1] * len(lengths)
    if len(colours) != len(lengths):
        raise LanguageError(f"there are {len(lengths)} runs but {len(colours)} colours")
    for length, colour in zip(lengths, colours, strict=True):
        if length is not None and length < 1:
            raise LanguageError(f"a run cannot have length {length}", hint="a line without runs is [] or [0]")
        if colour == blank:
            raise LanguageError(f"a run cannot have the value {blank}, which means blank")
    if sum(length or 1 for length in lengths) > MAX_DFA_STATES // 2:
        raise LimitError(f"the runs are longer than {MAX_DFA_STATES // 2} cells together")
    return tuple(zip(lengths, colours, strict=True))


@lru_cache(maxsize=4096)
def _blocks(runs: tuple[tuple[int | None, int], ...], blank: int) -> Automaton:
    """A single path of states with loops on blanks; minimal, since hardly any two states leave the same cells to come.
    (Two do, around the blank between runs of one colour, and only one of them accepts that colour at once.)
    Behind a run of any length, a blank is the end of that run; before it, the next run may begin as well."""
    state = 0
    ends: tuple[int, ...] = (0,)
    transitions = {(0, blank): 0}
    for index, (length, colour) in enumerate(runs):
        for _ in range(length or 1):
            transitions.update({(end, colour): state + 1 for end in ends})
            state += 1
            ends = (state,)
        if length is None:
            transitions[state, colour] = state
        needs_blank = index + 1 < len(runs) and runs[index + 1][1] == colour
        if needs_blank or length is None:
            transitions[state, blank] = state + 1
            state += 1
            ends = (state,) if needs_blank else (state - 1, state)
        transitions[state, blank] = state
    return Automaton(state + 1, 0, frozenset(ends), transitions)


# ---------------------------------------------------------------- parsing


@dataclass(frozen=True, eq=False)
class _Atom:
    """One value out of a set."""

    values: frozenset[int]


@dataclass(frozen=True, eq=False)
class _Sequence:
    items: tuple[_Pattern, ...]


@dataclass(frozen=True, eq=False)
class _Choice:
    items: tuple[_Pattern, ...]


@dataclass(frozen=True, eq=False)
class _Repeat:
    """least..most copies; None: without end."""

    item: _Pattern
    least: int
    most: int | None


_Pattern = _Atom | _Sequence | _Choice | _Repeat


class _Token(NamedTuple):
    #: number, word, symbol or end.
    kind: str
    text: str
    #: Counted from 1, as it is shown.
    position: int


_TOKEN: Final = re.compile(
    r"(?P<number>-?[0-9]+)|(?P<word>[^\W\d]\w*(?:-[^\W\d]\w*)*)|(?P<symbol>[].[()|*+?{},^])|(?P<space>\s+)"
)


def _fail(position: int, message: str, hint: str | None = None) -> NoReturn:
    raise LanguageError(f"pattern, position {position}: {message}", hint=hint)


def _tokens(pattern: str) -> list[_Token]:
    tokens: list[_Token] = []
    place = 0
    while place < len(pattern):
        match = _TOKEN.match(pattern, place)
        if match is None:
            _fail(place + 1, f"unexpected character '{pattern[place]}'")
        if match.lastgroup and match.lastgroup != "space":
            tokens.append(_Token(match.lastgroup, match.group(), place + 1))
        place = match.end()
    return [*tokens, _Token("end", "", len(pattern) + 1)]


class _Parser:
    """Recursive descent: choice > sequence > repetition > atom."""

    def __init__(self, pattern: str, alphabet: Iterable[int], words: Mapping[str, int], numbers: Iterable[int]) -> None:
        self._tokens = _tokens(pattern)
        self._next = 0
        self._depth = 0
        self._alphabet = frozenset(alphabet)
        self._words = words
        self._numbers = frozenset(numbers)

    def parse(self) -> _Pattern:
        tree = self._choice()
        if self._peek.kind != "end":
            self._unexpected()
        return tree

    @property
    def _peek(self) -> _Token:
        return self._tokens[self._next]

    def _take(self) -> _Token:
        token = self._tokens[self._next]
        self._next += token.kind != "end"
        return token

    def _skip(self, symbol: str) -> bool:
        """Take the symbol if it comes next."""
        found = self._peek.kind == "symbol" and self._peek.text == symbol
        self._next += found
        return found

    def _unexpected(self) -> NoReturn:
        token = self._peek
        if token.kind == "end":
            _fail(token.position, "the pattern ends too early")
        _fail(token.position, f"unexpected '{token.text}'")

    def _choice(self) -> _Pattern:
        branches = [self._sequence()]
        while self._skip("|"):
            branches.append(self._sequence())
        return branches[0] if len(branches) == 1 else _Choice(tuple(branches))

    def _sequence(self) -> _Pattern:
        items: list[_Pattern] = []
        while self._peek.kind != "end" and self._peek.text not in ("|", ")"):
            items.append(self._repetition())
        return items[0] if len(items) == 1 else _Sequence(tuple(items))

    def _repetition(self) -> _Pattern:
        start = self._peek
        if start.text in ("*", "+", "?", "{"):
            _fail(start.position, f"'{start.text}' has nothing before it to repeat")
        item = self._atom()
        bounds = self._bounds()
        if bounds is None:
            return item
        again = self._peek
        if self._bounds() is not None:
            _fail(again.position, "a repetition cannot be repeated", hint="put the first one in parentheses")
        return _Repeat(item, *bounds)

    def _bounds(self) -> tuple[int, int | None] | None:
        """How often the item before may occur, where that is said."""
        for symbol, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self._skip(symbol):
                return bounds
        opening = self._peek
        if not self._skip("{"):
            return None
        least = self._count()
        most = least
        if self._skip(","):
            most = self._count()
            if least is None and most is None:
                _fail(opening.position, "the braces hold no number", hint="write {2}, {2,4}, {2,} or {,4}")
        elif least is None:
            _fail(opening.position, "the braces hold no number", hint="write {2}, {2,4}, {2,} or {,4}")
        if not self._skip("}"):
            self._unexpected()
        if most is not None and (least or 0) > most:
            _fail(opening.position, f"{least} to {most} times is impossible", hint="the smaller number comes first")
        return least or 0, most

    def _count(self) -> int | None:
        if self._peek.kind != "number":
            return None
        token = self._take()
        count = self._integer(token)
        if count < 0:
            _fail(token.position, f"nothing can occur {count} times")
        return count

    def _atom(self) -> _Pattern:
        token = self._peek
        if self._skip("("):
            self._depth += 1
            if self._depth > MAX_NESTING:
                raise LimitError(
                    f"pattern, position {token.position}: parentheses are nested more than {MAX_NESTING} deep"
                )
            tree = self._choice()
            self._depth -= 1
            if not self._skip(")"):
                _fail(token.position, "'(' is never closed")
            return tree
        if self._skip("["):
            return _Atom(self._class(token))
        if self._skip("."):
            return _Atom(self._alphabet)
        return _Atom(self._value())

    def _class(self, opening: _Token) -> frozenset[int]:
        """The values between brackets."""
        negated = self._skip("^")
        values: set[int] = set()
        empty = True
        while not self._skip("]"):
            if self._peek.kind == "end":
                _fail(opening.position, "'[' is never closed")
            empty = False
            start = self._peek
            found = self._value()
            if self._skip("."):
                found = self._range(start)
            values |= found
        if empty:
            _fail(opening.position, "the brackets hold no value")
        return self._alphabet - values if negated else frozenset(values)

    def _range(self, start: _Token) -> frozenset[int]:
        """The numbers of `first..last`, of which `first.` is read already."""
        if not self._skip("."):
            self._unexpected()
        end = self._peek
        self._value()
        if start.kind != "number" or end.kind != "number":
            _fail(start.position, "a range has numbers at both ends")
        first, last = self._integer(start), self._integer(end)
        if first > last:
            _fail(start.position, f"the range {first}..{last} is empty", hint="the smaller value comes first")
        return frozenset(v for v in self._numbers if first <= v <= last)

    def _value(self) -> frozenset[int]:
        """The value that a number or word means, if it can occur at all."""
        token = self._peek
        if token.kind == "number":
            return frozenset({self._integer(self._take())}) & self._numbers
        if token.kind != "word":
            self._unexpected()
        if token.text not in self._words:
            _fail(token.position, f"unknown value '{token.text}'", hint=did_you_mean(token.text, self._words))
        return frozenset({self._words[self._take().text]}) & self._alphabet

    def _integer(self, token: _Token) -> int:
        if len(token.text) > MAX_DIGITS:
            _fail(token.position, f"the number has more than {MAX_DIGITS} digits")
        return int(token.text)


# ---------------------------------------------------------------- compiling


@lru_cache(maxsize=1024)
def _compile(
    pattern: str, alphabet: tuple[int, ...], words: tuple[tuple[str, int], ...], numbers: tuple[int, ...]
) -> Automaton:
    tree = _Parser(pattern, alphabet, dict(words), numbers).parse()
    letters = _letters(tree)
    return minimal(*_determinise(_Nfa(tree, letters)), letters)


def _letters(tree: _Pattern) -> dict[int, int]:
    """Value -> letter: values that the pattern never tells apart share a letter, so a big alphabet costs little."""
    signatures: dict[int, list[int]] = {}
    for index, values in enumerate(dict.fromkeys(_atom_sets(tree))):
        for value in values:
            signatures.setdefault(value, []).append(index)
    numbers: dict[tuple[int, ...], int] = {}
    return {value: numbers.setdefault(tuple(signatures[value]), len(numbers)) for value in sorted(signatures)}


def _atom_sets(tree: _Pattern) -> Iterable[frozenset[int]]:
    match tree:
        case _Atom(values):
            yield values
        case _Repeat(item):
            yield from _atom_sets(item)
        case _Sequence(items) | _Choice(items):
            for item in items:
                yield from _atom_sets(item)


class _Nfa:
    """Thompson's construction: from state 0 to state `final`, with silent moves."""

    def __init__(self, tree: _Pattern, letters: Mapping[int, int]) -> None:
        self.silent: list[list[int]] = []
        #: (letters, target) pairs of each state.
        self.moves: list[list[tuple[tuple[int, ...], int]]] = []
        self._letters = letters
        self._letters_of: dict[frozenset[int], tuple[int, ...]] = {}
        self.final = self._build(tree, self._state())

    def _state(self) -> int:
        if len(self.silent) >= MAX_NFA_STATES:
            raise LimitError(
                f"the pattern needs more than {MAX_NFA_STATES} steps", hint="use smaller numbers of repetitions"
            )
        self.silent.append([])
        self.moves.append([])
        return len(self.silent) - 1

    def _after(self, state: int) -> int:
        """A new state reached silently."""
        fresh = self._state()
        self.silent[state].append(fresh)
        return fresh

    def _build(self, tree: _Pattern, start: int) -> int:
        """Add what the tree accepts between `start` and the state returned. No move leads back to
        `start`, so branches may share it. Every call adds at least one state, so the limit also bounds the time."""
        match tree:
            case _Atom(values):
                end = self._state()
                if values not in self._letters_of:
                    self._letters_of[values] = tuple(sorted({self._letters[v] for v in values}))
                self.moves[start].append((self._letters_of[values], end))
                return end
            case _Sequence(items):
                end = start if items else self._after(start)
                for item in items:
                    end = self._build(item, end)
                return end
            case _Choice(items):
                ends = [self._build(item, start) for item in items]
                end = self._state()
                for branch in ends:
                    self.silent[branch].append(end)
                return end
            case _Repeat(item, least, most):
                return self._repeat(item, least, most, start)

    def _repeat(self, item: _Pattern, least: int, most: int | None, start: int) -> int:
        end = start
        for _ in range(least if most is not None else least - 1):
            end = self._build(item, end)
        if most is None:
            first = self._after(end)
            last = self._build(item, first)
            self.silent[last].append(first)
            return last if least else first
        stops = [end]
        for _ in range(most - least):
            end = self._build(item, end)
            stops.append(end)
        out = self._state()
        for stop in stops:
            self.silent[stop].append(out)
        return out


#: Letter -> state, for each state.
_Rows = list[dict[int, int]]


def _determinise(nfa: _Nfa) -> tuple[_Rows, set[int]]:
    """Subset construction; gives up after a bounded amount of work."""
    work = 0

    def closure(states: Iterable[int]) -> frozenset[int]:
        nonlocal work
        seen = set(states)
        stack = list(seen)
        while stack:
            for state in nfa.silent[stack.pop()]:
                if state not in seen:
                    seen.add(state)
                    stack.append(state)
        work += len(seen)
        return frozenset(s for s in seen if nfa.moves[s] or s == nfa.final)

    start = closure([0])
    numbers = {start: 0}
    subsets = [start]
    rows: _Rows = []
    for subset in subsets:  # grows while it is walked
        targets: dict[int, set[int]] = {}
        for state in subset:
            for letters, target in nfa.moves[state]:
                work += len(letters)
                for letter in letters:
                    targets.setdefault(letter, set()).add(target)
        row: dict[int, int] = {}
        for letter, states in targets.items():
            reached = closure(states)
            if reached not in numbers:
                numbers[reached] = len(subsets)
                subsets.append(reached)
            row[letter] = numbers[reached]
            if len(subsets) > MAX_DFA_STATES or work > MAX_WORK:
                raise LimitError(
                    "the pattern needs too large a deterministic automaton",
                    hint="use smaller numbers of repetitions, or split the pattern",
                )
        rows.append(row)
    return rows, {number for subset, number in numbers.items() if nfa.final in subset}


def _sources(rows: _Rows) -> list[list[tuple[int, int]]]:
    """(letter, source) of every move into each state."""
    sources: list[list[tuple[int, int]]] = [[] for _ in rows]
    for state, row in enumerate(rows):
        for letter, target in row.items():
            sources[target].append((letter, state))
    return sources


def _trim(rows: _Rows, accepting: set[int]) -> tuple[_Rows, set[int]]:
    """Drop the moves into states from which nothing is accepted."""
    sources = _sources(rows)
    alive = set(accepting)
    stack = list(accepting)
    while stack:
        for _, state in sources[stack.pop()]:
            if state not in alive:
                alive.add(state)
                stack.append(state)
    return [{letter: t for letter, t in row.items() if t in alive} for row in rows], accepting


def _equivalent_states(rows: _Rows, accepting: set[int]) -> list[int]:
    """The number of each state's class of equivalent states, by Hopcroft's partition refinement.

    No rejecting sink is needed: when classes agree on all moves that exist, they agree on those that are missing.
    """
    sources = _sources(rows)
    blocks = [block for block in (set(accepting), set(range(len(rows))) - accepting) if block]
    block_of = [0] * len(rows)
    for index, block in enumerate(blocks):
        for state in block:
            block_of[state] = index
    pending = list(range(len(blocks)))
    while pending:
        before: dict[int, list[int]] = {}
        for state in blocks[pending.pop()]:
            for letter, source in sources[state]:
                before.setdefault(letter, []).append(source)
        for states in before.values():
            touched: dict[int, set[int]] = {}
            for state in states:
                touched.setdefault(block_of[state], set()).add(state)
            for index, inside in touched.items():
                block = blocks[index]
                if len(inside) == len(block):
                    continue
                smaller = inside if 2 * len(inside) <= len(block) else block - inside
                block -= smaller
                for state in smaller:
                    block_of[state] = len(blocks)
                # The larger part stays pending if it was; otherwise the smaller part alone tells the two apart.
                pending.append(len(blocks))
                blocks.append(smaller)
    return block_of


def _number(rows: _Rows, accepting: set[int], class_of: list[int], letters: Mapping[int, int]) -> Automaton:
    """Merge equivalent states and number them breadth first, values in order: one language, one automaton."""
    numbers = {class_of[0]: 0}
    members = [0]
    transitions: dict[tuple[int, int], int] = {}
    for number, member in enumerate(members):  # grows while it is walked
        row = rows[member]
        for value, letter in letters.items():
            target = row.get(letter)
            if target is None:
                continue
            if class_of[target] not in numbers:
                numbers[class_of[target]] = len(members)
                members.append(target)
            transitions[number, value] = numbers[class_of[target]]
        if len(transitions) > MAX_TRANSITIONS:
            raise LimitError(f"the pattern needs more than {MAX_TRANSITIONS} transitions")
    ends = frozenset(number for number, member in enumerate(members) if member in accepting)
    return Automaton(len(members), 0, ends, transitions)
