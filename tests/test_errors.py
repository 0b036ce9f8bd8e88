"""Mistakes and the messages they get: where, what, and what to do about it."""
# ruff: noqa: E501 - messages stand here as they are shown

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers import compiled

import cluewright
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import load_text
from cluewright.setting.conflict import find_conflict

#: A small rulebook that most of the puzzles below follow.
DEMO = """
---
rules: demo
name: Demo
parameters: {size: 3}
board: {rows: size, columns: size}
clues:
  number: {over: cells, values: 1..size}
  cage: {over: groups, values: 1..}
  total: {over: rows + columns, values: 0..}
unknowns:
  digit: {over: cells, values: 1..size}
  shaded: {over: cells, values: bool}
"""


def rule(holds: str, each: str | None = None, more: str = "") -> str:
    """A puzzle with one rule; `holds` starts at line 16 (17 after a line of `more` or `each`), column 12."""
    loop = f"\n    each: {each}" if each else ""
    return f"puzzle: demo{DEMO}{more}constraints:\n  - rule: Some rule.{loop}\n    holds: {holds}\n"


def clues(text: str) -> str:
    """A puzzle whose clues start at line 3."""
    return f"puzzle: demo\nclues:\n{text}{DEMO}"


#: name: (puzzle, messages)
MISTAKES: dict[str, tuple[str, list[str]]] = {
    "yaml flow": (
        "puzzle: [sudoku\ntitle: x\n",
        ["my.yaml:2:6: not valid YAML while parsing a flow sequence: did not find expected ',' or ']'"],
    ),
    "tab": (
        "puzzle: sudoku\nclues:\n\tdigit: 1\n",
        [
            "my.yaml:3:1: not valid YAML while scanning for the next token: found character that cannot start any token (indent with blanks, not with tabs)"
        ],
    ),
    "dupkey": ("puzzle: sudoku\ntitle: a\ntitle: b\n", ["my.yaml:3:1: the key 'title' stands here twice"]),
    "unknown key": ("puzzle: sudoku\ntitel: a\n", ["my.yaml:2:1: unknown key 'titel' (did you mean 'title'?)"]),
    "a layer that hides a direction": (
        "puzzle: mine\nboard: {rows: 1, columns: 2}\nclues: {down: {r1c1: 1}}\n---\nrules: mine\nclues: {down: {over: cells, values: 1..}}\n"
        "unknowns: {s: {over: cells, values: bool}}\nconstraints:\n  - rule: Some rule.\n    each: c in cells\n    holds: not s[next(c, down)]\n",
        ["my.yaml:11:18: 'down' is a layer here, not a direction (give the layer another name)"],
    ),
    "a layer in place of an element": (
        rule("count(x in number for x in [number]) == 1"),
        ["my.yaml:16:18: a whole layer or table cannot stand here; an element or a value is expected"],
    ),
    "drawing style": (
        f"puzzle: demo\ndraw: {{digit: starr}}{DEMO}",
        ["my.yaml:2:15: there is no drawing style 'starr' (did you mean 'star'?)"],
    ),
    "drawing style and option in a list": (
        f"puzzle: demo\ndraw: {{digit: [text, {{style: stroek, tnoe: red}}]}}{DEMO}",
        [
            "my.yaml:2:38: there is no drawing option 'tnoe' (did you mean 'tone'?)",
            "my.yaml:2:30: there is no drawing style 'stroek' (did you mean 'stroke'?)",
        ],
    ),
    "unknown key nested": (
        "puzzle: sudoku\nboard: {row: 3}\n",
        ["my.yaml:2:9: unknown key 'row' (did you mean 'rows'?)"],
    ),
    "unknown key in clue": (
        "puzzle:\n  rules: a\n  clues:\n    n: {ovr: cells}\n",
        ["my.yaml:4:5: 'over' is missing here", "my.yaml:4:9: unknown key 'ovr' (did you mean 'over'?)"],
    ),
    "missing holds": ("puzzle: sudoku\nconstraints:\n  - rule: Nothing.\n", ["my.yaml:3:5: 'holds' is missing here"]),
    "missing rule": ("puzzle: sudoku\nconstraints:\n  - holds: true\n", ["my.yaml:3:5: 'rule' is missing here"]),
    "missing over/values": (
        "puzzle:\n  rules: a\n  unknowns:\n    x: {over: cells}\n",
        ["my.yaml:4:5: 'values' is missing here"],
    ),
    "wrong type": ("puzzle: sudoku\nclues: 5\n", ["my.yaml:2:8: expected a valid dictionary, not '5'"]),
    "wrong grid": (
        "puzzle: sudoku\nboard: {grid: round}\n",
        ["my.yaml:2:15: expected 'square', 'hex', 'triangle' or 'graph', not 'round'"],
    ),
    "holds number": (
        "puzzle: sudoku\nconstraints:\n  - {rule: x, holds: {a: 1}}\n",
        ["my.yaml:3:22: expected a valid string, not 'dict' (put quotes around a text that starts with [ or {)"],
    ),
    "not with a sign": (
        rule("!shaded[r1c1]"),
        [
            "my.yaml:16:19: not valid YAML while scanning a tag: did not find expected whitespace or line break"
            ' (write `not x`, or put quotes around a text that starts with !: "!...")'
        ],
    ),
    "a tag": (
        rule("!shaded"),
        [
            "my.yaml:16:12: YAML takes !shaded for a tag"
            ' (write `not x`, or put quotes around a text that starts with !: "!...")'
        ],
    ),
    "a colon": (
        rule("shaded[r1c1] : 2"),
        [
            "my.yaml:16:25: not valid YAML: mapping values are not allowed in this context"
            " (put quotes around a text with a colon in it)"
        ],
    ),
    "a comma between braces": (
        "puzzle: sudoku\nunknowns: {x: {over: cells, values: 1..max(1, 2)}}\n",
        [
            "my.yaml:2:47: unknown key '2)'"
            ' (inside of { } put quotes around an expression with a comma, colon or bracket: holds: "x[r1c1] == 1")'
        ],
    ),
    "a bracket between braces, and a value in quotes after it": (
        'puzzle: sudoku\nconstraints: [{rule: r, each: c in x if x[c] != 1, holds: "x[c]"}]\n',
        [
            "my.yaml:2:42: not valid YAML while parsing a flow mapping: did not find expected ',' or '}'"
            ' (inside of { } put quotes around an expression with a comma, colon or bracket: holds: "x[r1c1] == 1")'
        ],
    ),
    "rules of its own under a name like one of the library": (
        "puzzle: sudokus\nboard: {rows: 1, columns: 2}\nunknowns: {x: {over: cells, values: bool}}\n",
        [
            "my.yaml:1:9: there is no rulebook 'sudokus' (did you mean 'sudoku'? Or for rules of your own put"
            " `rules: sudokus` below `puzzle:`, and board, unknowns with it, all indented)"
        ],
    ),
    "rules of its own": (
        "puzzle: xyzzy\nboard: {rows: 1, columns: 2}\nunknowns: {x: {over: cells, values: bool}}\n",
        [
            "my.yaml:1:9: there is no rulebook 'xyzzy'"
            " (for rules of your own put `rules: xyzzy` below `puzzle:`, and board, unknowns with it, all indented)"
        ],
    ),
    "no kind": (
        "puzle: sudoku\n",
        ["my.yaml:1:1: neither `puzzle:` nor `rules:` stands in this document (did you mean 'puzzle'?)"],
    ),
    "scalar": ("hello\n", ["my.yaml:1:1: expected `puzzle: ...` or `rules: ...` with its parts below"]),
    "empty": ("", ["my.yaml:1:1: this file has no puzzle (a puzzle starts with `puzzle: GENRE`)"]),
    "only rules": (
        "rules: a\n",
        ["my.yaml:1:1: this file has no puzzle, only rules (a puzzle starts with `puzzle: GENRE`)"],
    ),
    "two puzzles": ("puzzle: sudoku\n---\npuzzle: sudoku\n", ["my.yaml:1:1: this file has more than one puzzle"]),
    "unknown rulebook": ("puzzle: sudokku\n", ["my.yaml:1:9: there is no rulebook 'sudokku' (did you mean 'sudoku'?)"]),
    "unknown rulebook list": (
        "puzzle: [sudoku, zzzzz]\n",
        ["my.yaml:1:18: there is no rulebook 'zzzzz' (see `cluewright rules`)"],
    ),
    "extends unknown": (
        "puzzle: a\n---\nrules: a\nextends: sudokku\n",
        ["my.yaml:4:10: there is no rulebook 'sudokku' (did you mean 'sudoku'?)"],
    ),
    "extends itself": (
        "puzzle: a\n---\nrules: a\nextends: b\n---\nrules: b\nextends: a\n",
        ["my.yaml:4:10: the rulebook 'a' extends itself"],
    ),
    "bad rules id": (
        "puzzle: A b\n---\nrules: A b\n",
        ["my.yaml:3:8: 'A b' is not an identifier (write small letters, digits, - and _)"],
    ),
    "dup rulebook docs": (
        "puzzle: a\n---\nrules: a\n---\nrules: a\n",
        ["my.yaml:5:8: the rulebook 'a' stands here twice"],
    ),
    "unknown name": (rule("shadde[r1c1]"), ["my.yaml:16:12: unknown name 'shadde' (did you mean 'shaded'?)"]),
    "several": (
        rule("shadde[r1c1] and digt[r1c1] == 1"),
        [
            "my.yaml:16:12: unknown name 'shadde' (did you mean 'shaded'?)",
            "my.yaml:16:29: unknown name 'digt' (did you mean 'digit'?)",
        ],
    ),
    "several rules": (
        rule("shadde[r1c1]")
        + "  - {rule: Two., holds: 'digit[r1c1] == foo'}\n  - {rule: Three., each: c in cels, holds: 'digit[c] == 1'}\n",
        [
            "my.yaml:16:12: unknown name 'shadde' (did you mean 'shaded'?)",
            "my.yaml:17:41: unknown name 'foo'",
            "my.yaml:18:31: unknown name 'cels' (did you mean 'cells'?)",
        ],
    ),
    "syntax+name": (
        rule("shadde[r1c1]")
        + "  - {rule: Two., holds: 'digit[r1c1] =='}\n  - {rule: Three., each: c in cels, holds: 'digit[c] == 1'}\n",
        [
            "my.yaml:16:12: unknown name 'shadde' (did you mean 'shaded'?)",
            "my.yaml:17:39: this expression cannot be read",
            "my.yaml:18:31: unknown name 'cels' (did you mean 'cells'?)",
        ],
    ),
    "syntax =": (
        rule("digit[r1c1] = 1"),
        ["my.yaml:16:12: this expression cannot be read: cannot assign to subscript here (to compare, write ==)"],
    ),
    "syntax &&": (
        rule("shaded[r1c1] && shaded[r1c2]"),
        ["my.yaml:16:26: this expression cannot be read (write `and`, `or`)"],
    ),
    "syntax paren": (
        rule("count(shaded[c] for c in cells == 1"),
        ["my.yaml:16:12: this expression cannot be read: '(' was never closed"],
    ),
    "syntax =>": (
        rule("shaded[r1c1] => shaded[r1c2]"),
        ["my.yaml:16:25: this expression cannot be read (write `implies`)"],
    ),
    "empty expr": (rule('""'), ["my.yaml:16:13: an expression is missing here"]),
    "unknown clue": (
        clues("  nubmer: {r1c1: 1}\n"),
        ["my.yaml:3:3: no rulebook here has clues named 'nubmer' (did you mean 'number'?)"],
    ),
    "misspelt clues that would tell the size": (
        "puzzle: hitori\nclues:\n  nubmer: |\n    1 2\n    2 1\n",
        ["my.yaml:3:3: no rulebook here has clues named 'nubmer' (did you mean 'number'?)"],
    ),
    "grid rows": (
        clues("  number: |\n    1 . .\n    . . .\n"),
        ["my.yaml:3:11: number: the grid has 2 rows, but the board has 3"],
    ),
    "grid columns": (
        clues("  number: |\n    1 . .\n    . .\n    . . . .\n"),
        [
            "my.yaml:5:5: number: row 2 of the grid has 2 entries, expected 3",
            "my.yaml:6:5: number: row 3 of the grid has 4 entries, expected 3",
        ],
    ),
    "range": (
        clues("  number: |\n    1 . .\n    . 7 .\n    . 0 .\n"),
        [
            "my.yaml:5:7: number: the value 7 is out of range: expected 1..3 (at r2c2)",
            "my.yaml:6:7: number: the value 0 is out of range: expected 1..3 (at r3c2)",
        ],
    ),
    "token": (
        clues("  number: |\n    1 . .\n    . x .\n    . . .\n"),
        ["my.yaml:5:7: number: 'x' is not a possible value: expected 1..3 (at r2c2)"],
    ),
    "off board": (
        clues("  number: {r1c1: 1, r4c1: 2}\n"),
        ["my.yaml:3:21: number: there is no cell r4c1 on this board (it has 3 rows and 3 columns)"],
    ),
    "not a cell": (
        clues("  number: {A1: 1}\n"),
        ["my.yaml:3:12: number: 'A1' is not a cell (cells are written like r3c4)"],
    ),
    "given twice": (
        clues("  number: {r1c1: 1, r1c1-r1c2: 2}\n"),
        ["my.yaml:3:32: number: r1c1 is given twice, as 1 and as 2 (at r1c1)"],
    ),
    "group bad cells": (
        clues("  cage:\n    - {cells: r1c1 r9c1, value: 10}\n"),
        ["my.yaml:4:7: cage: there is no cell r9c1 on this board (it has 3 rows and 3 columns)"],
    ),
    "group no cells": (
        clues("  cage:\n    - {value: 10}\n"),
        ["my.yaml:4:7: cage: a group needs its cells (cells: r1c1 r1c2)"],
    ),
    "group extra": (
        clues("  cage:\n    - {cells: r1c1, vlaue: 10}\n"),
        ["my.yaml:4:7: cage: unknown key 'vlaue' (a group has `cells` and `value`)"],
    ),
    "group twice": (
        clues("  cage:\n    - {cells: r1c1 r1c1, value: 10}\n"),
        ["my.yaml:4:7: cage: a group names a cell twice"],
    ),
    "group value": (
        clues("  cage:\n    - {cells: r1c1 r1c2, value: big}\n"),
        ["my.yaml:4:7: cage: 'big' is not a possible value: expected 1.. (at cage1)"],
    ),
    "rows count": (clues("  total: {rows: 1 2 3 4}\n"), ["my.yaml:3:17: total: expected 3 entries, not 4"]),
    "unknown line": (
        clues("  total: {row7: 1}\n"),
        ["my.yaml:3:11: total: there is no line 'row7' (did you mean 'row3'?)"],
    ),
    "unknown param": (
        "puzzle: demo\nparameters: {siz: 4}\n" + DEMO,
        ["my.yaml:2:14: unknown parameter 'siz' (did you mean 'size'?)"],
    ),
    "too few args": (rule("pairs()"), ["my.yaml:16:12: pairs() also needs 'things'"]),
    "too many args": (rule("pairs(cells, 3)"), ["my.yaml:16:12: pairs() takes 1 value, not 2"]),
    "unknown kw": (rule("all_different(digit, ignore=0)"), ["my.yaml:16:12: all_different() has no option 'ignore'"]),
    "arg type": (rule("sum(3) == 1"), ["my.yaml:16:12: expected a list, not 3"]),
    "arg type2": (rule("ray(3, right) == []"), ["my.yaml:16:12: 3 is not a cell of a grid"]),
    "ray dir": (
        rule("ray(r1c1, 3) == []"),
        [
            "my.yaml:16:12: 3 is not a direction (directions are right, down, left, up, downright, downleft, upleft, upright)"
        ],
    ),
    "number truth": (
        rule("digit[r1c1]"),
        [
            "my.yaml:16:12: expected something true or false, not a number in 1..3 (compare it with a number, for example `x != 0`)"
        ],
    ),
    "list truth": (rule("cells"), ["my.yaml:16:12: expected something true or false, not a list of 9"]),
    "unknown in known: range": (
        rule("sum(x for x in 1..digit[r1c1]) == 1"),
        ["my.yaml:16:27: expected a number, not an unknown"],
    ),
    "unknown in known: len": (
        rule("len({c for c in cells if shaded[c]}) == 1"),
        ["my.yaml:16:12: the size of this set depends on the unknowns (use count(...))"],
    ),
    "not behind a sign": (
        rule("shaded[r1c1] == not shaded[r1c2]"),
        ["my.yaml:16:28: this expression cannot be read (put brackets around it: == (not ...))"],
    ),
    "unknown in known: joined": (
        rule("count([c for c in cells if shaded[c]] + [r1c1]) == 1"),
        [
            "my.yaml:16:18: which items are in this set depends on the unknowns, so that nothing can be added to it"
            " (write one loop over all: [x for x in first + second if x in second or chosen[x]])"
        ],
    ),
    "pieces of other things": (
        rule("len(pieces(corners)) == 1"),
        [
            "my.yaml:16:16: expected a cell, not p1q1"
            " (pieces are of cells; connected(...) and apart(...) also take other things, joined by pairs)"
        ],
    ),
    "unknown in known: slice": (
        rule("sum(digit[row1][:digit[r1c1]]) == 1"),
        ["my.yaml:16:16: the ends of a slice must be known whole numbers, and its step must not be 0"],
    ),
    "unknown in known: sorted": (
        rule("sorted(digit[row1]) == [1,2,3]"),
        ["my.yaml:16:12: this depends on an unknown, but it must be known before the puzzle is solved"],
    ),
    "missing clue": (
        rule("digit[c] == number[c]", each="c in cells"),
        ["my.yaml:17:24: 'number' has no clue at r1c1 (ask `x in number` first)"],
    ),
    "recursion": (
        rule("a == 1", more="define: {a: b + 1, b: a + 1}\n"),
        ["my.yaml:14:23: 'a' is defined in terms of itself (a -> b -> a)"],
    ),
    "recursive function": (
        rule("f(1) == 1", more="define: {f(x): f(x) + 1}\n"),
        ["my.yaml:14:16: 'f' is defined in terms of itself (f -> f)"],
    ),
    "function args": (
        rule("f(1, 2) == 1", more="define: {f(x): x + 1}\n"),
        ["my.yaml:17:12: this function takes 1 values, not 2"],
    ),
    "bad define key": (
        rule("true", more="define: {f(x: 1}\n"),
        ["my.yaml:14:10: 'f(x' is neither a name nor a function like f(x, y)"],
    ),
    "define param": (
        rule("true", more="define: {f(1): 1}\n"),
        ["my.yaml:14:10: '1' cannot be the name of a parameter"],
    ),
    "layer call": (rule("digit(r1c1) == 1"), ["my.yaml:16:12: 'digit' is not a function (write digit[...])"]),
    "function no call": (rule("pairs == 1"), ["my.yaml:16:12: 'pairs' is a function (write pairs(...))"]),
    "cell off board": (
        rule("digit[r9c1] == 1"),
        ["my.yaml:16:12: there is no cell r9c1 on this board (it has 3 rows and 3 columns)"],
    ),
    "attr": (rule("cells.x == 1"), ["my.yaml:16:12: a dot is not part of the language"]),
    "each form": (
        rule("digit[c] == 1", each="c cells"),
        [
            "my.yaml:16:11: 'c cells' is not of the form `x in things` (put several names in parentheses: (a, b) in pairs(cells))"
        ],
    ),
    "each two": (
        rule("digit[a] == 1", each="a, b in pairs(cells)"),
        [
            "my.yaml:16:11: 'a' is not of the form `x in things` (put several names in parentheses: (a, b) in pairs(cells))"
        ],
    ),
    "unpack": (
        rule("digit[a] == 1", each="(a, b) in cells"),
        ["my.yaml:16:11: r1c1 is a single cell and cannot be iterated over"],
    ),
    "unpack2": (
        rule("digit[a] == 1", each="(a, b, c) in pairs(cells)"),
        ["my.yaml:16:11: every item here should have 3 parts, but one has 2"],
    ),
    "div0": (rule("1 // 0 == 1"), ["my.yaml:16:12: division by zero"]),
    "div unknown": (
        rule("6 // digit[r1c1] == 1"),
        ["my.yaml:16:12: only division by a known positive number is possible"],
    ),
    "index": (
        rule("[1,2][5] == 1"),
        [
            "my.yaml:16:17: not valid YAML while parsing a block mapping: did not find expected key (put quotes around an expression that starts with [, { or a quote)"
        ],
    ),
    "compare word": (
        rule("digit[r1c1] == 'red'"),
        ["my.yaml:16:12: the word 'red' is not a value that this unknown can have"],
    ),
    "order": (rule("cells < 3"), ["my.yaml:16:12: these two cannot be compared by size"]),
    "add": (rule("digit[r1c1] + 'a' == 3"), ["my.yaml:16:12: expected a number, not the word 'a'"]),
    "add2": (
        rule("cells + 1 == 3"),
        ["my.yaml:16:12: a list can only be joined with another list (write [x] for a list of one)"],
    ),
    "not acyclic": (
        rule("not acyclic(shaded)"),
        ["my.yaml:15:11: that there is no cycle can be required, but not denied: Some rule."],
    ),
    "iff acyclic": (
        rule("shaded[r1c1] iff acyclic(shaded)"),
        ["my.yaml:15:11: that there is no cycle can be required, but not denied: Some rule."],
    ),
    "connected num": (
        rule("connected(digit)"),
        [
            "my.yaml:16:12: the unknowns 'digit' as a whole are no list of values and no set "
            "(write for example digit[row1], or c for c in cells if digit[c] == 1)"
        ],
    ),
    "connected int": (
        rule("connected([1,2])"),
        ["my.yaml:16:12: expected cells, not 1 (name the connections with by=...)"],
    ),
    "pattern": (rule("matches(digit[row1], '1 (')"), ["my.yaml:16:12: pattern, position 3: '(' is never closed"]),
    "pattern2": (rule("matches(digit[row1], 'red')"), ["my.yaml:16:12: pattern, position 1: unknown value 'red'"]),
    "no size": (
        "puzzle: a\n---\nrules: a\nboard: {grid: square}\n",
        ["my.yaml:4:15: the size of the board is not given (board: {rows: 10, columns: 10})"],
    ),
    "no board": (
        "puzzle: a\n---\nrules: a\nconstraints: [{rule: x, holds: 'len(cells) == 1'}]\n",
        ["my.yaml:4:37: unknown name 'cells'"],
    ),
    "board 0": (
        "puzzle: a\n---\nrules: a\nboard: {rows: 0, columns: 3}\n",
        ["my.yaml:4:27: a board needs at least one row and one column"],
    ),
    "board big": (
        "puzzle: a\n---\nrules: a\nboard: {rows: 1000, columns: 1000}\n",
        ["my.yaml:4:30: a board of 1000 x 1000 cells is larger than the limit of 40000"],
    ),
    "board name": (
        "puzzle: a\n---\nrules: a\nboard: {rows: sizze, columns: 3}\n",
        ["my.yaml:4:15: unknown name 'sizze'"],
    ),
    "hole off": (
        "puzzle: a\n---\nrules: a\nboard: {rows: 2, columns: 3, holes: r5c5}\n",
        ["my.yaml:4:37: there is no cell r5c5 on this board (it has 2 rows and 3 columns)"],
    ),
    "graph edge": (
        "puzzle: a\n---\nrules: a\nboard: {grid: graph, nodes: [a, b], edges: [a-c]}\n",
        ["my.yaml:4:44: an edge names the unknown node 'c'"],
    ),
    "open range unk": (
        "puzzle: a\n---\nrules: a\nboard: {rows: 1, columns: 3}\nunknowns: {x: {over: cells, values: 1..}}\n",
        ["my.yaml:5:12: an unknown needs a range with an end, such as 1..9"],
    ),
    "values bad": (
        "puzzle: a\n---\nrules: a\nboard: {rows: 1, columns: 3}\nunknowns: {x: {over: cells, values: 1..foo}}\n",
        ["my.yaml:5:37: unknown name 'foo'"],
    ),
    "empty domain": (
        "puzzle: a\n---\nrules: a\nboard: {rows: 1, columns: 3}\nunknowns: {x: {over: cells, values: 3..1}}\n",
        ["my.yaml:5:12: x[r1c1] has no possible value"],
    ),
    "over bad": (
        "puzzle: a\n---\nrules: a\nboard: {rows: 1, columns: 3}\nunknowns: {x: {over: cels, values: 1..3}}\n",
        ["my.yaml:5:22: unknown name 'cels' (did you mean 'cells'?)"],
    ),
    "over num": (
        "puzzle: a\n---\nrules: a\nboard: {rows: 1, columns: 3}\nunknowns: {x: {over: 3, values: 1..3}}\n",
        ["my.yaml:5:12: expected a list, not 3"],
    ),
    "clue over bad": (
        "puzzle: a\nclues: {n: {r1c1: 1}}\n---\nrules: a\nboard: {rows: 1, columns: 3}\nclues: {n: {over: cels, values: 1..3}}\n",
        ["my.yaml:6:19: unknown name 'cels' (did you mean 'cells'?)"],
    ),
    "required": (
        "puzzle: a\n---\nrules: a\nboard: {rows: 1, columns: 3}\nclues: {n: {over: cells, values: 1..3, required: true}}\n",
        ["my.yaml:1:1: the clues 'n' are missing"],
    ),
    "draw unknown": (
        "puzzle: a\n---\nrules: a\nboard: {rows: 1, columns: 3}\ndraw: {foo: walls}\n",
        ["my.yaml:5:8: unknown name 'foo'"],
    ),
    "fixed nowhere": (
        "puzzle: a\nclues: {x: {r1c3: 7}}\n---\nrules: a\nboard: {rows: 1, columns: 3}\nclues: {x: {over: cells, values: 1..}}\nunknowns: {x: {over: '[r1c1]', values: 1..3}}\n",
        ["my.yaml:2:9: there is no unknown 'x' at r1c3"],
    ),
    "big number": (
        "puzzle: sudoku\nparameters: {size: 99999999999999999999}\n",
        ["my.yaml:2:20: a number has more than 18 digits"],
    ),
    "overflow": (
        rule("digit[r1c1] * 2147483647 * 2147483647 == 1"),
        ["my.yaml:16:12: a value could reach 2147483647..6442450941, beyond the limit of 2147483647"],
    ),
    "alias": (
        "puzzle: *x\n",
        ["my.yaml:1:9: the alias '*x' has no anchor before it (put quotes around a text that starts with *: \"*x\")"],
    ),
    "set of unknowns": (
        rule("count({digit[r1c1], digit[r1c2]}) == 1"),
        ["my.yaml:16:18: the members of a set must be known (write a list with [ ] instead of { })"],
    ),
    "word clue": (
        "puzzle: a\nclues: {x: {r1c3: whte}}\n---\nrules: a\nboard: {rows: 1, columns: 3}\nclues: {x: {over: cells, values: [white, black]}}\n",
        [
            "my.yaml:2:19: x: 'whte' is not a possible value: expected 'white' or 'black' (at r1c3) (did you mean 'white'?)"
        ],
    ),
    "position": (rule("position(r1c1, row2) == 1"), ["my.yaml:16:12: r1c1 is not in this list"]),
    "equal_groups": (rule("equal_groups(3)"), ["my.yaml:16:12: equal_groups takes a layer of labels"]),
    "islands": (rule("islands(shaded, cells)"), ["my.yaml:16:12: the seeds of islands are a layer of clues"]),
    "path ends": (rule("path(links, ends=[r1c1])"), ["my.yaml:16:12: a path has two ends, not 1"]),
    "shape": (
        rule("placements('...') == []"),
        ['my.yaml:16:12: a shape is written like "xxx/x.." and has 1 to 100 cells'],
    ),
    "boxes 0": (rule("boxes([0, 2]) == []"), ["my.yaml:16:12: the size of a box is [rows, columns], both at least 1"]),
    "boxes 1": (rule("boxes([2]) == []"), ["my.yaml:16:12: the size of a box is [rows, columns], both at least 1"]),
    "rect unknown": (rule("rectangles(area=digit[r1c1]) == []"), ["my.yaml:16:12: expected a number, not an unknown"]),
    "at unk": (rule("at(digit[r1c1], 1) == []"), ["my.yaml:16:12: expected a number, not an unknown"]),
    "true call": (rule("true(1)"), ["my.yaml:16:12: this name has no value here"]),
    "min empty": (rule("min([]) == 1"), ["my.yaml:16:12: the least or greatest of nothing does not exist"]),
    "sum of lists": (rule("sum(rows) == 1"), ["my.yaml:16:12: expected a number, not row1"]),
    "unicode": (rule("größe == 1"), ["my.yaml:16:12: unknown name 'größe'"]),
    "if branches": (
        rule("(row1 if shaded[r1c1] else row2) == 1"),
        ["my.yaml:16:13: with an unknown condition, both branches must be numbers, words or truth values"],
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_message(name: str) -> None:
    text, expected = MISTAKES[name]
    with pytest.raises(CluewrightError) as caught:
        cluewright.check(cluewright.compile(load_text(text, "my.yaml")))
    assert [str(problem) for problem in caught.value.problems] == expected


@pytest.mark.parametrize("name", MISTAKES)
def test_the_message_shows_the_line(name: str) -> None:
    text, _ = MISTAKES[name]
    lines = text.splitlines()
    with pytest.raises(CluewrightError) as caught:
        cluewright.check(cluewright.compile(load_text(text, "my.yaml")))
    for problem in caught.value.problems:
        assert problem.place is not None
        assert 1 <= problem.place.line <= max(len(lines), 1)
        if problem.excerpt is not None:
            assert problem.excerpt == lines[problem.place.line - 1].rstrip()
            assert problem.place.column <= len(problem.excerpt) + 1


def test_a_place_in_a_folded_block_and_in_quotes() -> None:
    text = (
        rule('"digit[r1c1] == foo"')
        + "  - rule: Two.\n    holds: >\n      digit[r1c1] == 1 and\n      digit[r1c1] == bar\n"
    )
    with pytest.raises(CluewrightError) as caught:
        cluewright.compile(load_text(text, "my.yaml"))
    assert [str(p) for p in caught.value.problems] == [
        "my.yaml:16:28: unknown name 'foo'",
        "my.yaml:20:22: unknown name 'bar'",
    ]


def test_mistakes_in_a_rulebook_are_reported_at_the_rulebook(tmp_path: Path) -> None:
    folder = str(tmp_path)
    (tmp_path / "mine.yaml").write_text(
        "rules: mine\nboard: {rows: 2, columns: 2}\nconstraints:\n  - {rule: One., holds: zzz}\n"
    )
    (tmp_path / "puzzle.yaml").write_text("puzzle: mine\n")
    with pytest.raises(CluewrightError, match=re.escape(f"{folder}/mine.yaml:4:25: unknown name 'zzz'")):
        cluewright.compile(f"{folder}/puzzle.yaml")


# ---------------------------------------------------------------- contradicting clues

_SUDOKU = "puzzle: sudoku\nparameters: {size: 4, box: [2, 2]}\nclues:\n  digit: |\n"


def test_conflict() -> None:
    puzzle = compiled(_SUDOKU + "    3 . . 3\n    . . . .\n    1 . . .\n    . 2 . .\n")
    assert cluewright.check(puzzle).verdict == "none"
    assert {str(c) for c in find_conflict(puzzle.model, timeout=10)} == {
        "Every row, column and box holds each digit once. [u = row1]",
        "The given digit stays as it is. [at = r1c1, value = 3]",
        "The given digit stays as it is. [at = r1c4, value = 3]",
    }


def test_every_part_of_a_conflict_is_needed() -> None:
    puzzle = compiled(_SUDOKU + "    1 2 . .\n    . . 3 .\n    . . . 3\n    . . . .\n")
    conflict = find_conflict(puzzle.model, timeout=10)
    everything = puzzle.model.constraints
    for left_out in conflict:
        puzzle.model.constraints = [c for c in conflict if c is not left_out]
        assert cluewright.check(puzzle).verdict != "none"
    puzzle.model.constraints = list(conflict)
    assert cluewright.check(puzzle).verdict == "none"
    puzzle.model.constraints = everything


def test_a_rule_that_the_clues_alone_break_is_named() -> None:
    text = rule("number[a] != number[b]", each="(a, b) in pairs(number)").replace(
        "puzzle: demo\n", "puzzle: demo\nclues: {number: {r1c1: 2, r3c3: 2}}\n"
    )
    puzzle = compiled(text)
    assert cluewright.check(puzzle).verdict == "none"
    assert [str(c) for c in find_conflict(puzzle.model, timeout=5)] == ["Some rule. [a = r1c1, b = r3c3]"]


def test_a_puzzle_with_solutions_has_no_conflict() -> None:
    assert (
        find_conflict(compiled(_SUDOKU + "    1 2 . .\n    . . . .\n    . . . .\n    . . . .\n").model, timeout=5) == []
    )
