"""The expression language: Python-like text, checked against a white list and rewritten for unknowns.

An expression is parsed with `ast`, so it looks like Python, but only the node types below exist; there is no attribute
access, and names that start with `_` cannot be written. Operators whose operands may be unknown are rewritten into
calls of the helpers in `compiler.operators`; whatever is surely known stays native code and folds away at full speed.
"""

from __future__ import annotations

import ast
import re
import unicodedata
import warnings
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import field
from functools import cached_property
from types import CodeType
from typing import Final

from cluewright.models.errors import CluewrightError, Place, Problem
from cluewright.models.records import record
from cluewright.models.source import Document, Path

MAX_DEPTH: Final = 60
MAX_NODES: Final = 2000
MAX_TEXT: Final = 20_000

_TOKENS: Final = re.compile(r"'[^']*'|\"[^\"]*\"|(?<!\.)\.\.(?!\.)|(?<![\w.])(?:implies|iff)(?!\w)|\n")
#: Words in quotes, names, numbers, and what else is no blank.
_SPELLED: Final = re.compile(r"(?P<quoted>'[^']*'|\"[^\"]*\")|(?P<name>[^\W\d]\w*)|(?P<number>\d\w*)|\S")
_IMPLIES: Final = "__implies__"
_IFF: Final = "__iff__"
_REPLACED: Final = {"..": "^ ", "implies": f"or {_IMPLIES} or", "iff": f"or {_IFF} or", "\n": " "}

#: What the checker lets through, by node type.
_ALLOWED: Final[tuple[type[ast.AST], ...]] = (
    ast.Expression, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Call, ast.Name, ast.Constant,
    ast.Tuple, ast.List, ast.Set, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.Subscript, ast.Slice,
    ast.comprehension, ast.keyword, ast.Load, ast.Store, ast.operator, ast.unaryop, ast.boolop, ast.cmpop,
)  # fmt: skip
_OPERATORS: Final[tuple[type[ast.AST], ...]] = (
    ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.BitXor, ast.Pow, ast.Not, ast.USub, ast.UAdd, ast.And,
    ast.Or,
    ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn,
)  # fmt: skip
#: Words for what is not allowed, so that the error says what was found.
_FORBIDDEN: Final[dict[type[ast.AST], str]] = {
    ast.Attribute: "a dot",
    ast.Lambda: "lambda",
    ast.Dict: "a dictionary",
    ast.DictComp: "a dictionary",
    ast.JoinedStr: "a formatted string",
    ast.NamedExpr: ":=",
    ast.Starred: "*",
    ast.Await: "await",
    ast.Yield: "yield",
    ast.Div: "/",
    ast.BitOr: "|",
    ast.BitAnd: "&",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.MatMult: "@",
    ast.Invert: "~",
    ast.Is: "is",
    ast.IsNot: "is not",
}
_HINTS: Final[dict[type[ast.AST], str]] = {
    ast.Div: "whole numbers are divided with //",
    ast.BitOr: "write `or`",
    ast.BitAnd: "write `and`",
    ast.Invert: "write `not`",
    ast.Is: "write ==",
    ast.IsNot: "write !=",
}
_COMPARISONS: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "__eq",
    ast.NotEq: "__ne",
    ast.Lt: "__lt",
    ast.LtE: "__le",
    ast.Gt: "__gt",
    ast.GtE: "__ge",
    ast.In: "__in",
    ast.NotIn: "__not_in",
}
_WORDS: Final = {"true": True, "false": False}


@record
class Snippet:
    """An expression's text and where it stands, so that errors can point into it."""

    text: str
    document: Document
    path: Path
    #: Where the text starts inside the value at `path` (an `each` is cut into several snippets).
    start: int = 0
    #: Whether it is a key (`seen(c, d)`) rather than a value.
    is_key: bool = False

    def place(self, offset: int) -> Place:
        """The place of a character of the text."""
        if self.is_key:
            base = self.document.place(self.path, key=True)
            return Place(base.file, base.line, base.column + offset)
        return self.document.text_place(self.path, self.start + offset)

    def problem(self, message: str, offset: int = 0, hint: str | None = None) -> Problem:
        """A problem at a character of the text."""
        return self.document.problem_at(message, self.place(offset), hint)

    def error(self, message: str, offset: int = 0, hint: str | None = None) -> CluewrightError:
        """The same as an exception."""
        return CluewrightError(self.problem(message, offset, hint))

    def part(self, start: int, end: int) -> Snippet:
        """A piece of this snippet."""
        return Snippet(self.text[start:end], self.document, self.path, self.start + start, self.is_key)


@record
class Parsed:
    """A checked syntax tree, with columns that still refer to the prepared text."""

    snippet: Snippet
    tree: ast.expr
    #: (offset in the prepared text, offset in the snippet), ascending.
    offsets: tuple[tuple[int, int], ...]
    prepared: str
    #: What was compiled of it, with the other expressions in it, by what that depends on.
    codes: dict[object, tuple[CodeType, Sequence[Parsed]]] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def names(self) -> list[tuple[ast.Name, bool]]:
        """The name nodes that refer to something outside the expression, and whether each is that of a function which
        is called."""
        called = {id(node.func) for node in walk(self.tree) if isinstance(node, ast.Call)}
        return [(node, id(node) in called) for node in free_names(self.tree)]

    def original(self, column: int) -> int:
        """The snippet's offset for a column (in bytes) of the prepared text."""
        column = len(self.prepared.encode()[:column].decode(errors="ignore"))
        new, old = 0, 0
        for new_offset, old_offset in self.offsets:
            if new_offset > column:
                break
            new, old = new_offset, old_offset
        return min(max(old + column - new, 0), max(len(self.snippet.text) - 1, 0))

    def error(self, message: str, node: ast.AST, hint: str | None = None) -> CluewrightError:
        """An error that points at a node."""
        return self.snippet.error(message, self.original(getattr(node, "col_offset", 1)), hint)


def parse(snippet: Snippet, opening: str = "(", closing: str = ")") -> Parsed:
    """Parse and check an expression, once for each place in a document; a bare comprehension is one too."""
    kept = snippet.document.kept
    key = (opening, snippet.text, snippet.path, snippet.start, snippet.is_key)
    found: Parsed | None = kept.get(key)
    if found is None:
        found = kept[key] = _parse(snippet, opening, closing)
    return found


def _parse(snippet: Snippet, opening: str, closing: str) -> Parsed:
    if not snippet.text.strip():
        raise snippet.error("an expression is missing here")
    if len(snippet.text) > MAX_TEXT:
        raise snippet.error(f"this expression is longer than {MAX_TEXT} characters", 0, "split it with `define`")
    if (stray := _stray_bracket(snippet.text)) is not None:
        raise snippet.error("this expression cannot be read: nothing is open that this bracket could close", stray)
    prepared, offsets = _prepare(snippet.text, opening, closing)
    try:
        tree = ast.parse(prepared, mode="eval").body
    except SyntaxError as error:
        raise _syntax_error(snippet, prepared, offsets, error) from None
    except (ValueError, MemoryError, RecursionError, OverflowError):
        raise snippet.error("this expression cannot be read: it is too long or too deeply nested") from None
    parsed = Parsed(snippet, tree, offsets, prepared)
    _check(parsed)
    _check_spelling(snippet)
    return parsed


def _stray_bracket(text: str) -> int | None:
    """Where a bracket closes that was not opened in the text itself."""
    return next((i for i, _, depth in _depths(text) if depth < 0), None)


def _depths(text: str) -> Iterator[tuple[int, str, int]]:
    """Every character outside quotes, with its place and how many brackets are open after it."""
    depth, quote = 0, ""
    for i, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        else:
            depth += (char in "([{") - (char in ")]}")
            yield i, char, depth


def _check_spelling(snippet: Snippet) -> None:
    """Refuse what Python would read in a way of its own: names in other letters, joined texts, numbers like 0x10."""
    before: re.Match[str] | None = None
    for token in _SPELLED.finditer(snippet.text):
        text, start = token[0], token.start()
        if token.lastgroup == "name" and unicodedata.normalize("NFKC", text) != text:
            raise snippet.error(f"the name '{text}' has unusual letters", start, "write a word in quotes")
        if token.lastgroup == "number" and not text.isdecimal():
            raise snippet.error(f"'{text}' is neither a number nor a name", start, "a number has digits only")
        if token.lastgroup == "quoted" and before is not None:
            joined = before.end() == start and before.lastgroup == "name"
            if joined or before.lastgroup == "quoted":
                raise snippet.error(f"the word {text} stands right after {before[0]}", start, "is a comma missing?")
        before = token


def _prepare(text: str, opening: str, closing: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Turn `..`, `implies`, `iff` and backslashes in words into what Python parses, keeping track of offsets."""
    pieces = [opening]
    length = len(opening)
    offsets = [(length, 0)]
    position = 0
    for match in _TOKENS.finditer(text):
        replacement = _REPLACED.get(match[0]) or match[0].replace("\\", "\\\\")
        if replacement == match[0]:
            continue
        pieces += [text[position : match.start()], replacement]
        length += match.start() - position
        offsets.append((length, match.start()))
        length += len(replacement)
        position = match.end()
        offsets.append((length, position))
    pieces += [text[position:], closing]
    return "".join(pieces), tuple(offsets)


def _syntax_error(
    snippet: Snippet, prepared: str, offsets: tuple[tuple[int, int], ...], error: SyntaxError
) -> CluewrightError:
    parsed = Parsed(snippet, ast.Constant(0), offsets, prepared)
    column = parsed.original(max((error.offset or 1) - 1, 0))
    message = (error.msg or "").split(".")[0].replace("invalid syntax", "").strip()
    hint = None
    if re.search(r"(?<![=<>!])=(?![=>])", snippet.text):
        hint = "to compare, write =="
    elif "&&" in snippet.text or "||" in snippet.text:
        hint = "write `and`, `or`"
    elif "=>" in snippet.text or "->" in snippet.text:
        hint = "write `implies`"
    elif re.search(r"[=<>+*-]\s*not\b", snippet.text):
        hint = "put brackets around it: == (not ...)"
    shown = f": {message}" if message and "__" not in message and "Perhaps" not in message else ""
    return snippet.error(f"this expression cannot be read{shown}", column, hint)


def _check(parsed: Parsed) -> None:
    count = 0
    stack: list[tuple[ast.AST, int]] = [(parsed.tree, 0)]
    while stack:
        node, depth = stack.pop()
        count += 1
        if count > MAX_NODES or depth > MAX_DEPTH:
            raise parsed.error("this expression is too long or too deeply nested", node, "split it with `define`")
        below = below_of(node)
        _check_node(parsed, node, below)
        stack.extend([(child, depth + 1) for child in below])


#: The fields of each type of node in which other nodes can be.
_FIELDS: Final[dict[type[ast.AST], tuple[str, ...]]] = {ast.Name: (), ast.Constant: ()}


def below_of(node: ast.AST) -> list[ast.AST]:
    """The nodes right below a node, but for `Load` and `Store`."""
    kind = node.__class__
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = tuple(name for name in kind._fields if name != "ctx")
    found: list[ast.AST] = []
    for name in names:
        value = getattr(node, name, None)
        if value.__class__ is list:
            found += [item for item in value if isinstance(item, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def walk(tree: ast.AST) -> list[ast.AST]:
    """A tree and all nodes below it; those on the same level stand together, from left to right."""
    found = [tree]
    for node in found:
        found += below_of(node)
    return found


def _check_node(parsed: Parsed, node: ast.AST, below: list[ast.AST]) -> None:
    is_operator = isinstance(node, (ast.operator, ast.unaryop, ast.boolop, ast.cmpop))
    if not isinstance(node, _OPERATORS if is_operator else _ALLOWED):
        found = _FORBIDDEN.get(type(node), type(node).__name__)
        raise parsed.error(f"{found} is not part of the language", node, _HINTS.get(type(node)))
    for child in below:  # operators have no place of their own: blame the expression
        if isinstance(child, (ast.operator, ast.unaryop, ast.boolop, ast.cmpop)) and not isinstance(child, _OPERATORS):
            found = _FORBIDDEN.get(type(child), type(child).__name__)
            raise parsed.error(f"{found} is not part of the language", node, _HINTS.get(type(child)))
    if isinstance(node, ast.Name) and node.id.startswith("_") and node.id not in (_IMPLIES, _IFF):
        raise parsed.error(f"the name '{node.id}' starts with _", node)
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            raise parsed.error(f"{node.value} is not part of the language", node, f"write {str(node.value).lower()}")
        if not isinstance(node.value, (int, str)):
            raise parsed.error(
                f"{node.value!r} is not part of the language", node, "only whole numbers and words exist"
            )
        if isinstance(node.value, int) and abs(node.value) > 2**31:
            raise parsed.error("this number is too large", node)
    if isinstance(node, ast.Call) and not isinstance(node.func, ast.Name):
        raise parsed.error("only a named function can be called", node)
    if isinstance(node, ast.keyword) and node.arg is None:
        raise parsed.error("** is not part of the language", node)
    if isinstance(node, ast.comprehension) and node.is_async:
        raise parsed.error("async is not part of the language", node.target)


def names_in(tree: ast.AST) -> set[str]:
    """All names that an expression mentions."""
    return {node.id for node in walk(tree) if isinstance(node, ast.Name)} - {_IMPLIES, _IFF}


def bound_names(target: ast.expr) -> list[str]:
    """The names that a loop target binds, in order."""
    return [node.id for node in walk(target) if isinstance(node, ast.Name)]


def free_names(tree: ast.AST, bound: Iterable[str] = ()) -> list[ast.Name]:
    """The name nodes that refer to something outside the expression."""
    found: list[ast.Name] = []
    _collect_free(tree, frozenset(bound), found)
    return found


def _collect_free(node: ast.AST, bound: frozenset[str], found: list[ast.Name]) -> None:
    if isinstance(node, ast.Name):
        if node.id not in bound and node.id not in (_IMPLIES, _IFF):
            found.append(node)
    elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
        for generator in node.generators:
            _collect_free(generator.iter, bound, found)
            bound = bound | set(bound_names(generator.target))
            for condition in generator.ifs:
                _collect_free(condition, bound, found)
        _collect_free(node.elt, bound, found)
    elif isinstance(node, ast.keyword):
        _collect_free(node.value, bound, found)
    else:
        for child in below_of(node):
            _collect_free(child, bound, found)


class Rewriter:
    """Rewrites a checked tree; `unknown` are the names whose values may contain unknowns."""

    def __init__(self, parsed: Parsed, unknown: Collection[str], safe: Collection[str]) -> None:
        self.parsed = parsed
        self.unknown: frozenset[str] = frozenset(unknown)
        #: Layers of unknowns: looking one up cannot fail, so no care is needed about the order of evaluation.
        self.safe = safe
        #: Names that loops and parameters around this place bind.
        self.bound: frozenset[str] = frozenset()
        self.fresh = 0
        #: Whether the loops that are being written do little each time.
        self.is_quick = False

    def depends(self, *nodes: ast.AST) -> bool:
        """Whether any of the nodes may contain an unknown."""
        return any(isinstance(n, ast.Name) and n.id in self.unknown for node in nodes for n in walk(node))

    def rewrite(self, node: ast.expr) -> ast.expr:
        """The rewritten expression."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        result: ast.expr = method(node) if method else node
        if not hasattr(result, "lineno"):  # else it is placed where a mistake in it would be
            ast.copy_location(result, node)
        return result

    def call(self, name: str, node: ast.AST, *args: ast.expr) -> ast.Call:
        """A call of a helper, placed at a node."""
        function = ast.copy_location(ast.Name(name, ast.Load()), node)
        return ast.copy_location(ast.Call(function, list(args), []), node)

    def later(self, node: ast.expr) -> ast.expr:
        """The expression as a function without arguments, so that it is only evaluated when needed."""
        empty = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
        return ast.copy_location(ast.Lambda(empty, node), node)

    def _name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(_WORDS[node.id]) if node.id in _WORDS else node

    def _constant(self, node: ast.Constant) -> ast.expr:
        return self.call("__text", node, node) if isinstance(node.value, str) else node

    def _tuple(self, node: ast.Tuple) -> ast.expr:
        return ast.Tuple([self.rewrite(e) for e in node.elts], ast.Load())

    def _list(self, node: ast.List) -> ast.expr:
        return self.call(
            "__seq", node, ast.copy_location(ast.Tuple([self.rewrite(e) for e in node.elts], ast.Load()), node)
        )

    def _set(self, node: ast.Set) -> ast.expr:
        return self.call(
            "__set", node, ast.copy_location(ast.Tuple([self.rewrite(e) for e in node.elts], ast.Load()), node)
        )

    def _binop(self, node: ast.BinOp) -> ast.expr:
        left, right = self.rewrite(node.left), self.rewrite(node.right)
        helper = {ast.BitXor: "__range", ast.Pow: "__power", ast.Mult: "__times"}.get(type(node.op))
        if isinstance(node.op, ast.Add) and not self._is_number_or_list(node.left):
            helper = "__plus"
        if helper:
            return self.call(helper, node, left, right)
        return ast.BinOp(left, node.op, right)

    def _is_number_or_list(self, node: ast.expr) -> bool:
        """Whether a value is surely no plain tuple, so that Python's own `+` is as good as ours."""
        if isinstance(node, ast.BinOp):
            return True
        if isinstance(node, ast.Subscript):
            return isinstance(node.value, ast.Name) and node.value.id in self.safe
        return isinstance(node, ast.Constant) and isinstance(node.value, int)

    def _unaryop(self, node: ast.UnaryOp) -> ast.expr:
        operand = self.rewrite(node.operand)
        if isinstance(node.op, ast.Not):
            return self.call("__not", node, operand)
        return ast.UnaryOp(node.op, operand)

    def _boolop(self, node: ast.BoolOp) -> ast.expr:
        for marker, helper in ((_IMPLIES, "__implies"), (_IFF, "__iff")):
            for i, value in enumerate(node.values):
                if isinstance(value, ast.Name) and value.id == marker:
                    return self._split(node, i, helper)
        values = list(node.values)
        result = self._statement(values.pop())
        while values:
            left = values.pop()
            result = self._connect(node, left, result)
        return result

    def _statement(self, node: ast.expr) -> ast.expr:
        """The last operand, checked to be true or false: Python's own `and` would return whatever it is."""
        rewritten = self.rewrite(node)
        is_one = isinstance(node, (ast.Compare, ast.BoolOp)) or (
            isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        )
        return rewritten if is_one else self.call("__truth", node, rewritten)

    def _split(self, node: ast.BoolOp, position: int, helper: str) -> ast.expr:
        sides = [node.values[:position], node.values[position + 1 :]]
        parts = [s[0] if len(s) == 1 else ast.copy_location(ast.BoolOp(ast.Or(), s), s[0]) for s in sides]
        if helper == "__implies":
            return self.call(helper, node, self.rewrite(parts[0]), self.later(self.rewrite(parts[1])))
        return self.call(helper, node, self.rewrite(parts[0]), self.rewrite(parts[1]))

    def _connect(self, node: ast.BoolOp, left: ast.expr, right: ast.expr) -> ast.expr:
        """`left and right`: native where left is surely known, else a helper that still stops early."""
        is_and = isinstance(node.op, ast.And)
        if not self.depends(left):
            return ast.copy_location(ast.BoolOp(node.op, [self.known(left), right]), node)
        first = self.rewrite(left)
        if self._cannot_fail(right):
            return self.call("__and2" if is_and else "__or2", node, first, right)
        return self.call("__and" if is_and else "__or", node, first, self.later(right))

    def _cannot_fail(self, node: ast.expr) -> bool:
        """Whether evaluating early is harmless: only unknown layers, names, constants and comparisons."""
        for part in walk(node):
            if isinstance(part, ast.Subscript) and not (
                isinstance(part.value, ast.Name) and part.value.id in self.safe
            ):
                return False
            if isinstance(part, ast.Call) and not (isinstance(part.func, ast.Name) and part.func.id.startswith("__")):
                return False
            if isinstance(part, (ast.GeneratorExp, ast.ListComp)):
                return False
        return True

    def _compare(self, node: ast.Compare) -> ast.expr:
        operands = [self.rewrite(e) for e in (node.left, *node.comparators)]
        if not self.depends(node):
            if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
                return self.call(_COMPARISONS[type(node.ops[0])] + "_known", node, *operands)
            return ast.Compare(operands[0], node.ops, operands[1:])
        steps: list[ast.expr] = [
            self.call(_COMPARISONS[type(op)], node, a, b)
            for op, a, b in zip(node.ops, operands, operands[1:], strict=False)
        ]
        result = steps.pop()
        while steps:
            result = self.call("__and2", node, steps.pop(), result)
        return result

    def _ifexp(self, node: ast.IfExp) -> ast.expr:
        body, other = self.rewrite(node.body), self.rewrite(node.orelse)
        if not self.depends(node.test):
            return ast.IfExp(self.known(node.test), body, other)
        return self.call("__choose", node, self.rewrite(node.test), self.later(body), self.later(other))

    def _call(self, node: ast.Call) -> ast.expr:
        keywords = [ast.copy_location(ast.keyword(k.arg, self.rewrite(k.value)), k) for k in node.keywords]
        found = self._membership(node) or self._length(node)
        return found or ast.Call(node.func, [self.rewrite(a) for a in node.args], keywords)

    def _length(self, node: ast.Call) -> ast.expr | None:
        """`len(piece(c, things))`: a list that nobody needs but for its length."""
        made = node.args[0] if len(node.args) == 1 and not node.keywords else None
        if ast.unparse(node.func) != "len" or not isinstance(made, ast.Call) or made.keywords:
            return None
        return self.call("__length", made, node.func, made.func, *(self.rewrite(a) for a in made.args))

    def _membership(self, node: ast.Call) -> ast.expr | None:
        """`count(x in these for x in those)` (or `any`, `all`, `not in`), which often needs no loop."""
        loop = node.args[0] if len(node.args) == 1 and not node.keywords else None
        if not isinstance(loop, (ast.GeneratorExp, ast.ListComp)) or len(loop.generators) != 1:
            return None
        generator, asked = loop.generators[0], loop.elt
        if generator.ifs or not isinstance(generator.target, ast.Name) or not isinstance(asked, ast.Compare):
            return None
        collection = asked.comparators[0]
        is_test = len(asked.ops) == 1 and isinstance(asked.ops[0], (ast.In, ast.NotIn))
        if not is_test or not isinstance(asked.left, ast.Name) or asked.left.id != generator.target.id:
            return None
        names = {name.id for name in free_names(collection)}
        if not isinstance(collection, (ast.Name, ast.Subscript)) or names & {generator.target.id, *_WORDS}:
            return None
        helper = "__members"
        said: ast.expr = collection
        if isinstance(collection, ast.Subscript):  # looked up once for all, if there is anything to look for
            if self.depends(collection):
                return None
            helper, said = "__members_at", self.later(self.rewrite(collection))
        inside = ast.copy_location(ast.Constant(isinstance(asked.ops[0], ast.In)), node)
        return self.call(
            helper, node, node.func, self.rewrite(generator.iter), said, inside, self._of_things(node, loop)
        )

    def _of_things(self, node: ast.Call, loop: ast.GeneratorExp | ast.ListComp) -> ast.expr:
        """The call as a function of what its loop goes through."""
        name, generator = "__those", loop.generators[0]
        before = self.unknown
        self.unknown = self.unknown | {name} if self.depends(generator.iter) else self.unknown
        things = ast.copy_location(ast.Name(name, ast.Load()), generator.iter)
        inner = type(loop)(loop.elt, [ast.comprehension(generator.target, things, [], 0)])
        call = ast.Call(node.func, [self.rewrite(ast.copy_location(inner, loop))], [])
        self.unknown = before
        argument = ast.arguments(posonlyargs=[], args=[ast.arg(name)], kwonlyargs=[], kw_defaults=[], defaults=[])
        return ast.copy_location(ast.Lambda(argument, ast.copy_location(call, node)), node)

    def _subscript(self, node: ast.Subscript) -> ast.expr:
        base = self.rewrite(node.value)
        if isinstance(node.slice, ast.Slice):
            parts = (node.slice.lower, node.slice.upper, node.slice.step)
            key: ast.expr = ast.Slice(*(None if p is None else self.rewrite(p) for p in parts))
            ast.copy_location(key, node.slice)
        else:
            key = self.rewrite(node.slice)
        if self.depends(node.slice):
            return self.call(
                "__item", node, base, key if not isinstance(key, ast.Slice) else self._slice_call(key, node)
            )
        return ast.Subscript(base, key, ast.Load())

    def _slice_call(self, key: ast.Slice, node: ast.AST) -> ast.expr:
        none = ast.copy_location(ast.Constant(None), node)
        return self.call("__slice", node, key.lower or none, key.upper or none, key.step or none)

    def _generatorexp(self, node: ast.GeneratorExp | ast.ListComp | ast.SetComp) -> ast.expr:
        before = self.unknown, self.bound
        try:
            return self._comprehension(node)
        finally:
            self.unknown, self.bound = before

    _listcomp = _setcomp = _generatorexp

    def _comprehension(self, node: ast.GeneratorExp | ast.ListComp | ast.SetComp) -> ast.expr:
        generators: list[ast.comprehension] = []
        guards: list[ast.expr] = []
        before, self.is_quick = self.is_quick, self._is_quick(node)
        for generator in node.generators:
            self.loop(generator, generators, guards)
        self.is_quick = before
        element = self.rewrite(node.elt)
        filtered = any(generator.ifs for generator in node.generators)
        helper = "__set" if isinstance(node, ast.SetComp) else "__collect_chosen" if filtered else "__collect"
        if guards:
            guard = guards[0] if len(guards) == 1 else self.guard(self.call("__all_of", node, *guards), generators)
            element = ast.Tuple([element, guard], ast.Load())
            helper = "__set_guarded" if isinstance(node, ast.SetComp) else "__collect_guarded"
        return self.call(helper, node, ast.ListComp(element, generators))

    def _is_quick(self, node: ast.GeneratorExp | ast.ListComp | ast.SetComp) -> bool:
        """Whether nothing happens in the loops but looking at what is known."""
        done = [node.elt, *(condition for generator in node.generators for condition in generator.ifs)]
        names = {name for generator in node.generators for name in bound_names(generator.target)}
        parts = [part for each in done for part in walk(each)]
        slow = (ast.Call, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.BinOp)
        unknown = self.unknown - names
        return not any(isinstance(p, slow) or (isinstance(p, ast.Name) and p.id in unknown) for p in parts)

    def new_name(self) -> str:
        """A name that no user can write."""
        self.fresh += 1
        return f"__g{self.fresh}"

    def guard(self, condition: ast.expr, generators: list[ast.comprehension]) -> ast.expr:
        """A name for a condition that may be unknown. Where it turns out to be known and false, the loops after it
        are not entered: they may read what is not there."""
        name = self.new_name()
        single = ast.copy_location(ast.Tuple([condition], ast.Load()), condition)
        possible = ast.Compare(ast.Name(name, ast.Load()), [ast.IsNot()], [ast.Constant(False)])
        generators.append(ast.comprehension(ast.Name(name, ast.Store()), single, [possible], 0))
        return ast.copy_location(ast.Name(name, ast.Load()), condition)

    def loop(self, generator: ast.comprehension, generators: list[ast.comprehension], guards: list[ast.expr]) -> None:
        """Add one `for ... in ... if ...`; conditions that may be unknown get names, which go to `guards`."""
        names = frozenset(bound_names(generator.target))
        is_known = not self.depends(generator.iter)
        iterated = self.rewrite(generator.iter)
        around = self.bound
        self.unknown = self.unknown - names if is_known else self.unknown | names
        self.bound = self.bound | names
        known = [condition for condition in generator.ifs if not self.depends(condition)]
        unknown = [condition for condition in generator.ifs if self.depends(condition)]
        first = next(iter((*known, *unknown)), None)
        search = None if first is None else self._search(generator, first, iterated, around)
        if search is not None and first is not None:
            iterated = search
            (known or unknown).remove(first)
            is_known = is_known and not self.depends(first)
        elif is_known:
            iterated = self.call("__over_quickly" if self.is_quick else "__over", generator.iter, iterated)
        else:
            iterated = self.call("__guarded", generator.iter, iterated)
        target = generator.target
        if not is_known:
            guard = self.new_name()
            target = ast.Tuple([target, ast.Name(guard, ast.Store())], ast.Store())
            ast.copy_location(target, generator.target)
            guards.append(ast.copy_location(ast.Name(guard, ast.Load()), generator.iter))
        generators.append(ast.comprehension(target, iterated, [self.known(condition) for condition in known], 0))
        for condition in unknown:  # after every known condition of this loop
            guards.append(self.guard(self.rewrite(condition), generators))

    def _search(
        self, loop: ast.comprehension, condition: ast.expr, iterated: ast.expr, around: frozenset[str]
    ) -> ast.expr | None:
        """A loop over the items that fulfil its first condition, where they can be found without trying all: see
        `compiler.joins`. None if it has not this form."""
        names = frozenset(bound_names(loop.target))
        if meeting := self._meeting(loop, condition):
            return meeting
        if not isinstance(condition, ast.Compare) or len(condition.ops) != 1 or not self._is_lasting(loop.iter, around):
            return None
        operands = [(condition.comparators[0], condition.left)]
        if isinstance(condition.ops[0], ast.Eq):
            operands.append((condition.left, condition.comparators[0]))
        elif not isinstance(condition.ops[0], ast.In):
            return None
        is_known = not self.depends(loop.iter) and not self.depends(condition)
        for value, key in operands:
            if self._is_sought(value, key, names, around):
                values = self._values(loop.target, self.rewrite(value))
                flag = ast.copy_location(ast.Constant(isinstance(condition.ops[0], ast.In)), condition)
                helper = "__matching" if is_known else "__matching_guarded"
                return self.call(helper, condition, iterated, values, self.later(self.rewrite(key)), flag)
        value, key = condition.left, condition.comparators[0]
        if isinstance(condition.ops[0], ast.In) and is_known and self._is_sought(value, key, names, around):
            values = self._values(loop.target, self.rewrite(value))
            return self.call("__among", condition, iterated, values, self.later(self.rewrite(key)))
        return None

    def _is_sought(self, value: ast.expr, key: ast.expr, names: frozenset[str], around: frozenset[str]) -> bool:
        """Whether a value is that of an item alone, and the key is one of the loops around it."""
        read = {node.id for node in free_names(value)}
        asked = {node.id for node in free_names(key)}
        is_own = read & names and not (read - names) & (around | self.unknown)
        return bool(is_own and asked & around and not asked & names)

    def _is_lasting(self, node: ast.expr, around: frozenset[str]) -> bool:
        """Whether a list is probably the same object again and again: it has a name, or is looked up in a list."""
        base = node.value if isinstance(node, ast.Subscript) else node
        return not {name.id for name in free_names(base)} & around

    def _values(self, target: ast.expr, value: ast.expr) -> ast.expr:
        """A function from a list to the values of an expression for each of its items."""
        name = "__items"
        argument = ast.arguments(posonlyargs=[], args=[ast.arg(name)], kwonlyargs=[], kw_defaults=[], defaults=[])
        each = ast.comprehension(target, ast.copy_location(ast.Name(name, ast.Load()), value), [], 0)
        return ast.copy_location(ast.Lambda(argument, ast.copy_location(ast.ListComp(value, [each]), value)), value)

    def _meeting(self, loop: ast.comprehension, condition: ast.expr) -> ast.expr | None:
        """`(a, b) in pairs(things) if test(a, b)`."""
        call, test = loop.iter, condition
        if not isinstance(call, ast.Call) or not isinstance(test, ast.Call) or not isinstance(loop.target, ast.Tuple):
            return None
        names = [part.id for part in loop.target.elts if isinstance(part, ast.Name)]
        given = [part.id for part in test.args if isinstance(part, ast.Name)]
        is_plain = len(call.args) == 1 and not call.keywords and not test.keywords
        if not is_plain or ast.unparse(call.func) != "pairs" or self.depends(call, test):
            return None
        if len(set(names)) != 2 or names != given or len(loop.target.elts) != 2 or len(test.args) != 2:
            return None
        return self.call("__meeting", condition, call.func, test.func, self.rewrite(call.args[0]))

    def known(self, node: ast.expr) -> ast.expr:
        """A condition that does not depend on unknowns, checked to be a truth value."""
        rewritten = self.rewrite(node)
        return rewritten if isinstance(node, ast.Compare) else self.call("__known", node, rewritten)


def split_clauses(snippet: Snippet) -> list[Snippet]:
    """Cut `a in x, (b, c) in y if z` at its top-level commas."""
    parts: list[Snippet] = []
    start = 0
    for i, char, depth in _depths(snippet.text):
        if char == "," and depth == 0:
            parts.append(snippet.part(start, i))
            start = i + 1
    parts.append(snippet.part(start, len(snippet.text)))
    return parts


def parse_loops(snippet: Snippet) -> list[tuple[Parsed, ast.comprehension]]:
    """Parse `each:` text into its loops."""
    loops: list[tuple[Parsed, ast.comprehension]] = []
    for part in split_clauses(snippet):
        if not re.search(r"\bin\b", part.text):
            raise part.error(
                f"'{part.text.strip()}' is not of the form `x in things`",
                0,
                "put several names in parentheses: (a, b) in pairs(cells)",
            )
        parsed = parse(part, "(0 for ", ")")
        if not isinstance(parsed.tree, ast.GeneratorExp) or len(parsed.tree.generators) != 1:
            raise part.error("expected one `x in things if condition` between commas")
        loops.append((parsed, parsed.tree.generators[0]))
    return loops


def compiled(tree: ast.Expression | ast.Module, name: str) -> CodeType:
    """Code of a rewritten tree. What Python thinks of it (`true[0]`) is nothing for users: they get our own errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        return compile(tree, name, "eval" if isinstance(tree, ast.Expression) else "exec")
