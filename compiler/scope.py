"""Names and their values: expressions are compiled once and evaluated in one scope, each name when first needed."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from inspect import isroutine
from itertools import count
from types import CodeType, TracebackType
from typing import Any, Final

from cluewright.compiler.elements import Element
from cluewright.compiler.joins import Joins
from cluewright.compiler.kinds import Vocabulary
from cluewright.compiler.operators import Budget, make_helpers
from cluewright.compiler.recall import Recall
from cluewright.compiler.syntax import Parsed, Rewriter, Snippet, compiled, parse
from cluewright.models.errors import CluewrightError, LanguageError, Problem, TimeUp, did_you_mean

#: Python's own complaints in the words of the language.
_TRANSLATED: tuple[tuple[type[Exception], str], ...] = (
    (RecursionError, "this calls itself without end"),
    (ZeroDivisionError, "division by zero"),
    (OverflowError, "a number is too large"),
    (MemoryError, "this needs too much memory"),
    (IndexError, "this position does not exist in the list"),
    (NameError, "this name has no value here"),
)


#: What compiled code is kept under: the identity of its expression, and of a function which of its two codes it is.
_CodeKey = int | tuple[int, bool]
#: Every piece of code has a number of its own.
_NUMBERS: Final = count()

#: Of so many things that are equal a function knows that it has seen each of them.
ALIKE: Final = 4

#: Makes the value of a name in a scope.
Maker = Callable[["Scope"], Any]


class Scope:
    """The names of one puzzle. Values that are not there yet are made on demand, so their order in the file is free."""

    def __init__(self, budget: Budget, vocabulary: Vocabulary) -> None:
        self.budget = budget
        #: How many puzzles are grounded in it, and whether another scope has functions of it.
        self.owners = 0
        self.lent = False
        self.values: dict[str, object] = {
            "__builtins__": {},
            **make_helpers(budget, vocabulary),
            **Joins(budget).helpers(),
        }
        #: How to make the names that have no value yet.
        self.pending: dict[str, Maker] = {}
        #: Names whose values may contain unknowns, and those that are layers of unknowns.
        self.unknown: set[str] = set()
        self.layers: set[str] = set()
        #: Functions of the language and of the puzzle's own.
        self.functions: set[str] = set()
        self.making: list[str] = []
        self.parsed: dict[str, Parsed] = {}
        #: In code made of several texts: the text that a line number stands for.
        self.loop_parsed: dict[tuple[str, int], Parsed] = {}
        #: What has been compiled, by the identity of the expression: it is the same with all values of names. Functions
        #: have two codes, one for arguments in which nothing is unknown.
        self.codes: dict[_CodeKey, CodeType] = {}
        #: Where functions look at a board: remembers their results as long as they hold.
        self.recall: Recall | None = None
        #: Turns a cell name such as r3c4 into its cell.
        self.find_cell: Callable[[str], Element] | None = None
        #: Elements of the board that an expression may name: corners, lines, outside places, nodes of a graph.
        self.find_named: Callable[[str], Element | None] = lambda name: None

    def known_names(self) -> list[str]:
        """All names that an expression may use."""
        return [n for n in (*self.values, *self.pending) if not n.startswith("__")]

    def check_names(self, parsed: Parsed, bound: Collection[str] = ()) -> list[Problem]:
        """Problems for the names that nobody knows."""
        problems = []
        for node, is_called in parsed.names:
            name = node.id
            if name in bound:
                continue
            value = self.values.get(name)
            if not is_called and (name in self.functions or (callable(value) and isroutine(value))):
                problems.append(
                    parsed.snippet.problem(
                        f"'{name}' is a function", parsed.original(node.col_offset), f"write {name}(...)"
                    )
                )
            if name in self.values or name in self.pending or name in ("true", "false") or self.is_element(name):
                continue
            problems.append(
                parsed.snippet.problem(
                    f"unknown name '{name}'", parsed.original(node.col_offset), did_you_mean(name, self.known_names())
                )
            )
        return problems

    def is_element(self, name: str) -> bool:
        """Whether a part of the board has this name, which is then ready to be used."""
        if self.find_named(name) is not None:
            self.pending.setdefault(name, lambda scope: scope.find_named(name))
            return True
        digits = name.removeprefix("r").split("c")
        if self.find_cell is None or len(digits) != 2 or not all(d.isdigit() for d in digits):
            return False
        self.pending.setdefault(name, lambda scope: scope.find_cell(name))  # type: ignore[misc]
        return True

    def resolve(self, names: Iterable[str]) -> None:
        """Give a value to every name that has none yet."""
        for name in names:
            if name in self.values or name not in self.pending:
                continue
            if name in self.making:
                chain = " -> ".join([*self.making[self.making.index(name) :], name])
                raise LanguageError(f"'{name}' is defined in terms of itself ({chain})")
            self.making.append(name)
            try:
                self.values[name] = self.pending[name](self)
            finally:
                self.making.pop()

    def changed(self, values: Mapping[str, object], forgotten: Iterable[str]) -> Scope:
        """A scope with the same names, of which some have other values and some are made again when needed."""
        self.lent = True
        scope = copy(self)
        scope.owners = 0
        scope.values = {**self.values, **values, **Joins(self.budget).helpers()}
        scope.pending = dict(self.pending)
        scope.making = []
        scope.forget(name for name in forgotten if name not in values)
        return scope

    def release(self) -> None:
        """One owner less. Functions refer to the names that they read, themselves among them: where nobody is left, all
        names are taken away, so that no collector of garbage has to look for what the scope held."""
        self.owners -= 1
        if not self.owners and not self.lent:
            self.values.clear()
            self.pending.clear()
            self.find_cell = None
            self.find_named = lambda name: None

    def forget(self, names: Iterable[str]) -> None:
        """Make names again when they are next needed."""
        for name in names:
            if name in self.pending:
                self.values.pop(name, None)

    def evaluate(self, snippet: Snippet) -> object:
        """The value of an expression."""
        return self.value(parse(snippet))

    def value(self, parsed: Parsed) -> object:
        """The value of a parsed expression."""
        self.require(parsed)
        if not self.has_code(parsed):
            self._keep(id(parsed), parsed, _expression(self.rewriter(parsed).rewrite(parsed.tree)))
        return self.run(self.codes[id(parsed)], parsed)

    def function(self, parsed: Parsed, parameters: Sequence[str]) -> Callable[..., object]:
        """A function of the given parameters; it remembers its results, so equal calls share one expression. It is
        written for elements and numbers, in which nothing is unknown, and once more for everything else."""
        self.require(parsed, parameters)
        written: dict[bool, Callable[..., object]] = {}

        def compute(*args: object) -> object:
            is_known = all(arg.__class__ is int or isinstance(arg, Element) for arg in args)
            if is_known not in written:
                written[is_known] = self._written(parsed, parameters, is_known)
            return written[is_known](*args)

        return self._remembering(compute, len(parameters))

    def _written(self, parsed: Parsed, parameters: Sequence[str], is_known: bool) -> Callable[..., object]:
        key = id(parsed), is_known
        if not self._find(key, parsed):
            unknown = self.unknown.difference(parameters) if is_known else self.unknown.union(parameters)
            rewriter = Rewriter(parsed, unknown, self.layers)
            rewriter.bound = frozenset(parameters)
            arguments = ast.arguments(
                posonlyargs=[], args=[ast.arg(p) for p in parameters], kwonlyargs=[], kw_defaults=[], defaults=[]
            )
            body = ast.copy_location(ast.Lambda(arguments, rewriter.rewrite(parsed.tree)), parsed.tree)
            self._keep(key, parsed, _expression(body))
        function: Callable[..., object] = self.run(self.codes[key], parsed)
        return function

    def _remembering(self, raw: Callable[..., object], count: int) -> Callable[..., object]:
        results: dict[tuple[object, ...], object] = {}
        #: Of one argument, which is most often the very same thing again: a list is long to compare.
        by_identity: dict[int, tuple[object, object]] = {}
        spend = self.budget.spend
        recalled = None if self.recall is None else self.recall.remembering(raw, spend)

        def call(*args: object) -> object:
            if len(args) != count:
                raise LanguageError(f"this function takes {count} values, not {len(args)}")
            if count == 1 and recalled is None:
                known = by_identity.get(id(args[0]))
                if known is not None:
                    return known[1]
            # for Python true and 1 are the same key
            key = (args, tuple(map(type, args))) if bool in map(type, args) else args
            try:
                if recalled is not None:
                    return recalled(key, args)
                result = results[key]
            except KeyError:
                spend(1)
                result = results[key] = raw(*args)
            except TypeError:  # an argument that cannot be a key
                return raw(*args)
            if count == 1 and len(by_identity) < ALIKE * len(results):
                by_identity[id(args[0])] = args[0], result  # it lives as long as this does, so the number stays its own
            return result

        return call

    def rewriter(self, parsed: Parsed) -> Rewriter:
        """What turns an expression into code about the names of this scope."""
        return Rewriter(parsed, self.unknown, self.layers)

    def require(self, parsed: Parsed, bound: Collection[str] = ()) -> None:
        """Make all names of an expression available."""
        problems = self.check_names(parsed, bound)
        if problems:
            raise CluewrightError(*problems)
        with self.blame(parsed):
            self.resolve(dict.fromkeys(node.id for node, _ in parsed.names if node.id not in bound))

    def keep(self, parsed: Parsed, tree: ast.Module, loops: Sequence[Parsed]) -> None:
        """Compile what was made of an expression, and keep it. The lines of the code from the second on stem from
        other expressions."""
        self._keep(id(parsed), parsed, tree, loops)

    def has_code(self, parsed: Parsed) -> bool:
        """Whether an expression has been compiled, here or for another puzzle with the same rulebook."""
        return self._find(id(parsed), parsed)

    def _find(self, key: _CodeKey, parsed: Parsed) -> bool:
        if key in self.codes:
            return True
        found = parsed.codes.get(self._shared(key))
        if found is None:
            return False
        self._take(key, parsed, *found)
        return True

    def _shared(self, key: _CodeKey) -> tuple[object, ...]:
        """Code is the same wherever the same names may be unknown."""
        return (key, frozenset(self.unknown), frozenset(self.layers))

    def _keep(
        self, key: _CodeKey, parsed: Parsed, tree: ast.Expression | ast.Module, loops: Sequence[Parsed] = ()
    ) -> None:
        code = compiled(tree, f"<expression {next(_NUMBERS)}>")
        parsed.codes[self._shared(key)] = code, loops
        self._take(key, parsed, code, loops)

    def _take(self, key: _CodeKey, parsed: Parsed, code: CodeType, loops: Sequence[Parsed]) -> None:
        """An error finds its way back to the text by the name of the file."""
        name = code.co_filename
        self.codes[key] = code
        self.parsed[name] = parsed
        self.loop_parsed.update({(name, number): loop for number, loop in enumerate(loops, 2)})

    def run(self, code: CodeType, parsed: Parsed) -> Any:
        """Evaluate compiled code; a mistake becomes an error with its place."""
        with self.blame(parsed):
            return eval(code, self.values)  # the white list of `syntax` and the empty builtins make this safe

    def blame(self, parsed: Parsed) -> _Blame:
        """A context that turns mistakes into errors with a place."""
        return _Blame(self, parsed)


def _expression(tree: ast.expr) -> ast.Expression:
    return ast.fix_missing_locations(ast.Expression(tree))


class _Blame:
    def __init__(self, scope: Scope, parsed: Parsed) -> None:
        self.scope = scope
        self.parsed = parsed

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        has_place = isinstance(error, CluewrightError) and not isinstance(error, LanguageError)
        if has_place or isinstance(error, TimeUp) or not isinstance(error, Exception):
            return
        message, hint = _explain(error)
        parsed, offset = self._locate(trace)
        raise parsed.snippet.error(message, offset, hint) from None

    def _locate(self, trace: TracebackType | None) -> tuple[Parsed, int]:
        """The innermost expression that was being evaluated, and where in it."""
        found, offset = self.parsed, 0
        while trace is not None:
            code = trace.tb_frame.f_code
            parsed = self.scope.parsed.get(code.co_filename)
            if parsed is not None:
                line, _, column, _ = list(code.co_positions())[trace.tb_lasti // 2]
                found = self.scope.loop_parsed.get((code.co_filename, line or 0), parsed)
                offset = found.original(column) if column is not None else 0
            trace = trace.tb_next
        return found, offset


def _explain(error: Exception) -> tuple[str, str | None]:
    if isinstance(error, LanguageError):
        return error.message, error.hint
    for kind, message in _TRANSLATED:
        if isinstance(error, kind):
            return message, None
    if isinstance(error, ValueError) and "to unpack" in str(error):
        return _unpack_error(str(error)), None
    if isinstance(error, TypeError):
        return _type_error(str(error)), None
    if isinstance(error, (ValueError, KeyError, AttributeError)):
        return f"this cannot be computed: {error}", None
    from traceback import format_exception_only

    return "this cannot be computed: " + format_exception_only(error)[-1].strip(), None


def _unpack_error(text: str) -> str:
    """A loop with several names over items that do not have as many parts."""
    numbers = re.findall(r"\d+", text)
    wanted, found = numbers[0], numbers[1] if len(numbers) > 1 else "more"
    return f"every item here should have {wanted} parts, but one has {found}"


def _argument_error(text: str) -> str:
    """A call with too many, too few or strange arguments."""
    name, _, fault = text.split(".")[-1].replace("_()", "()").partition(" ")
    own = 1 if "." in text else 0  # Python counts the object that a method belongs to
    if match := re.match(r"takes (?:from (\d+) to )?(\d+) positional arguments? but (\d+)", fault):
        least, most, given = (int(n) - own for n in (match[1] or match[2], match[2], match[3]))
        wanted = str(most) if least == most else f"{least} to {most}"
        return f"{name} takes {wanted} value{'' if most == 1 else 's'}, not {given}"
    if match := re.match(r"missing \d+ required positional arguments?: (.+)", fault):
        return f"{name} also needs {match[1]}"
    if match := re.match(r"got an unexpected keyword argument (.+)", fault):
        return f"{name} has no option {match[1]}"
    return f"wrong arguments: {name} {fault}"


def _type_error(text: str) -> str:
    """Python's message without its inner names."""
    if "not supported between" in text:
        return "these two cannot be compared by size"
    if "unsupported operand" in text or "can only concatenate" in text or "can't multiply" in text:
        return "this operation does not work on these values"
    if "is not iterable" in text:
        return "expected a list, not a single value"
    if "argument" in text:
        return _argument_error(text)
    if "not callable" in text:
        return "this is not a function"
    if "unhashable type" in text:
        return "a whole layer or table cannot stand here; an element or a value is expected"
    if "not subscriptable" in text:
        return "this has no items to look up"
    return f"this cannot be computed: {text}"
