"""XCSP3 files: a puzzle as an instance that solvers of the XCSP3 competitions read."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, Final

from cluewright.compiler.backends.naming import Array
from cluewright.compiler.backends.xcsp3.flattening import Flattener
from cluewright.compiler.backends.xcsp3.lists import LISTS, MINI_LISTS
from cluewright.compiler.backends.xcsp3.mini import MiniFlattener
from cluewright.compiler.backends.xcsp3.names import Names, spell_values
from cluewright.compiler.backends.xcsp3.templates import ALL_DIFFERENT, MATRIX, Block, Scope, Template
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Assignment, Model, Rule
from cluewright.compiler.work import tick

if TYPE_CHECKING:
    from lxml import etree

_PLACE: Final = re.compile(r"%(\.\.\.|\d+)")
#: Long rows of numbers are broken, so that the file can be read.
_LINE: Final = 120


@dataclass(frozen=True)
class Xcsp3Document:
    """A puzzle ready to be written, and the meaning of its identifiers."""

    #: The model after lowering: what the file says.
    lowered: Model
    #: The variable that every identifier stands for; the puzzle's unknowns and auxiliary ones.
    names: Mapping[str, Var]
    arrays: Sequence[Array]
    blocks: Sequence[Block]
    _ids: Names

    @property
    def constraints(self) -> int:
        """How many constraints the file contains."""
        return sum(bool(block.fixed) + sum(map(len, block.groups.values())) for block in self.blocks)

    @property
    def layers(self) -> list[str]:
        """The arrays that hold the puzzle's unknowns."""
        unknowns = set(self.lowered.variables)
        return [array.name for array in self.arrays if not unknowns.isdisjoint(array.variables)]

    def identifier(self, var: Var) -> str:
        """What a variable is called in the file."""
        return self._ids.text[var]

    def write(self, out: BinaryIO, blocked: Sequence[Assignment] = ()) -> None:
        """Write the file; answers in `blocked` (over the puzzle's unknowns) are forbidden."""
        from lxml import etree

        blocks = [*self.blocks, *([_forbidden(self.lowered, blocked)] if blocked else [])]
        with etree.xmlfile(out, encoding="utf-8") as xml:
            xml.write_declaration()
            with xml.element("instance", {"format": "XCSP3", "type": "CSP"}):
                xml.write("\n")
                with xml.element("variables"):
                    xml.write("\n")
                    for array in self.arrays:
                        xml.write(_array(array, self._ids), "\n")
                xml.write("\n")
                with xml.element("constraints"):
                    xml.write("\n")
                    for block in blocks:
                        tick()
                        with xml.element("block", {"note": _clean(block.rule.sentence)}):
                            xml.write("\n")
                            if block.fixed:
                                xml.write(_instantiation(block.fixed, self._ids), "\n")
                            for template, scopes in block.groups.items():
                                for node in _constraints(template, scopes, self._ids):
                                    xml.write(node, "\n")
                        xml.write("\n")
                xml.write("\n")

    def to_bytes(self, blocked: Sequence[Assignment] = ()) -> bytes:
        """The file's content."""
        out = io.BytesIO()
        self.write(out, blocked)
        return out.getvalue()


def write_xcsp3(lowered: Model, *, mini: bool = False) -> Xcsp3Document:
    """The file of a model that was lowered for it, in all of XCSP3-core or in the forms of the mini track."""
    flattener = MiniFlattener(lowered, MINI_LISTS) if mini else Flattener(lowered, LISTS)
    blocks = flattener.run()
    names = Names(lowered, flattener.auxiliary)
    names.mini = mini
    return Xcsp3Document(lowered, {name: var for var, name in names.text.items()}, names.arrays, blocks, names)


# ---------------------------------------------------------------- elements


def _clean(text: str) -> str:
    """A sentence as an attribute: characters that XML cannot hold are left out."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable())


def _array(array: Array, names: Names) -> etree._Element:
    from lxml import etree

    size = "".join(f"[{n}]" for n in array.size)
    node = etree.Element("array", {"id": array.name, "size": size})
    for note in array.notes:
        node.set("note", _clean(note))
    domains = Counter(var.domain for var in array.variables)
    if len(domains) == 1 and not array.has_holes:
        node.text = f" {spell_values(next(iter(domains)))} "
        return node
    node.text = "\n"
    for domain in domains:
        members = [var for var in array.variables if var.domain == domain]
        part = etree.SubElement(node, "domain", {"for": names.listed(members)})
        part.text = f" {spell_values(domain)} "
        part.tail = "\n"
    return node


def _instantiation(fixed: dict[Var, int], names: Names) -> etree._Element:
    """Variables whose values are known."""
    from lxml import etree

    node = etree.Element("instantiation")
    node.text = "\n"
    for tag, text in (("list", names.listed(list(fixed))), ("values", " ".join(map(str, fixed.values())))):
        part = etree.SubElement(node, tag)
        part.text = f" {text} "
        part.tail = "\n"
    return node


def _constraints(template: Template, scopes: list[Scope], names: Names) -> Iterator[etree._Element]:
    """Constraints of one template; where all rows and columns of an array differ, one matrix says it."""
    if template == ALL_DIFFERENT and len(scopes) > 3 and not names.mini:
        for array in names.arrays:
            lines = set(array.lines)
            if lines and lines <= set(scopes):
                yield _filled(MATRIX, array.slots, names)  # type: ignore[arg-type]
                scopes = [scope for scope in scopes if scope not in lines]
    if template.tag == "allDifferent" and [tag for tag, _ in template.parts].count("list") > 1:
        # cosoco reads no groups of lists that differ
        for scope in scopes:
            yield _filled(template, scope, names)
    elif scopes:
        yield _constraint(template, scopes, names)


def _constraint(template: Template, scopes: list[Scope], names: Names) -> etree._Element:
    """One constraint as it is, several of one template as a group."""
    from lxml import etree

    if len(scopes) == 1:
        return _filled(template, scopes[0], names)
    group = etree.Element("group")
    group.text = "\n"
    shape = _filled(template, None, names)
    shape.tail = "\n"
    group.append(shape)
    # Where a list takes the arguments, neighbours can be written as a range.
    texts = (template.text or "", *(text for _, text in template.parts))
    alone = _places(texts) if any("%..." in text for text in texts) else len(scopes[0])
    for scope in scopes:
        args = etree.SubElement(group, "args")
        words = [str(item) if isinstance(item, int) else names.text[item] for item in scope[:alone]]
        listed = [item for item in scope[alone:] if isinstance(item, Var)]
        args.text = " ".join([*words, names.listed(listed)] if listed else words)
        args.tail = "\n"
    return group


def _places(texts: Iterable[str]) -> int:
    """How many places have a number of their own."""
    return 1 + max((int(m[1]) for text in texts for m in _PLACE.finditer(text) if m[1] != "..."), default=-1)


def _filled(template: Template, scope: Scope | None, names: Names) -> etree._Element:
    """The constraint, with its variables where they are given."""
    from lxml import etree

    used = _places((template.text or "", *(text for _, text in template.parts)))

    def fill(text: str) -> str:
        if scope is None or "%" not in text:
            return text
        return _PLACE.sub(lambda m: spell(scope[used:] if m[1] == "..." else (scope[int(m[1])],)), text)

    def spell(items: Scope) -> str:
        variables = [item for item in items if isinstance(item, Var)]
        return names.listed(variables) if variables else " ".join(map(str, items))

    node = etree.Element(template.tag)
    if template.text is not None:
        node.text = f" {fill(template.text)} "
        return node
    node.text = "\n"
    for tag, text in template.parts:
        part = etree.SubElement(node, tag)
        part.text = f" {fill(text)} " if len(text) < _LINE else "\n" + fill(_broken(text)) + "\n"
        part.tail = "\n"
    return node


def _broken(text: str) -> str:
    """Rows of a table, some on every line."""
    if ")(" not in text:
        return text
    lines: list[str] = []
    width = text.index(")") + 1
    each = max(1, _LINE // width)
    rows = text.replace(")(", ") (").split(" ")
    for start in range(0, len(rows), each):
        lines.append("".join(rows[start : start + each]))
    return "\n".join(lines)


def _forbidden(lowered: Model, answers: Sequence[Assignment]) -> Block:
    """A block that forbids answers that are known already."""
    block = Block(Rule("A solution that is not known yet."))
    variables = lowered.variables
    if not variables:
        return block
    for answer in answers:
        block.post(*_blocking(variables, answer))
    return block


def _blocking(variables: Sequence[Var], answer: Assignment) -> tuple[Template, Sequence[Var]]:
    if all(var.lo >= 0 and var.hi <= 1 for var in variables) and len(variables) > 1:
        coeffs = " ".join("-1" if answer[var] else "1" for var in variables)
        bound = 1 - sum(answer[var] for var in variables)
        return Template("sum", None, (("list", "%..."), ("coeffs", coeffs), ("condition", f"(ge,{bound})"))), variables
    text = ",".join(f"ne(%{i},{answer[var]})" for i, var in enumerate(variables))
    return Template("intension", f"or({text})" if len(variables) > 1 else text), variables


__all__ = ["Xcsp3Document", "write_xcsp3"]
