"""Books and pages to print: what stands on them, and that nothing from a puzzle is taken for markup."""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers import NONE, UNIQUE

import cluewright
from cluewright.cli import cli
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import library_puzzles
from cluewright.pictures.notes import notes

STARS = """
puzzle: star-battle
title: Night
author: Ann
parameters: {stars: 1}
clues:
  region: |
    A A B B
    A A B B
    C C C B
    D D D D
"""
HOSTILE = '#"*_$x$ \\ <script>alert(1)</script> @a `c` ${title} #panic("no") // \u202e'


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.yaml").write_text(UNIQUE)
    (tmp_path / "stars.yaml").write_text(STARS)
    (tmp_path / "again.yaml").write_text(STARS.replace("Night", "Another night"))
    return tmp_path


def run(*arguments: str, code: int = 0) -> Result:
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


def book(*arguments: str, code: int = 0) -> Result:
    return run("book", *arguments, "--jobs", "1", code=code)


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


class Parsed(HTMLParser):
    """The tags and the words of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.words += data


def section(page: str, name: str) -> str:
    found = re.search(rf'<section id="{name}">.*?</section>', page, re.DOTALL)
    return found[0] if found else ""


def test_a_page_for_browsers_has_rules_once_and_solutions_last(here: Path) -> None:
    book("tiny.yaml", "stars.yaml", "again.yaml", "-o", "book.html", "--hints", "--solutions", "--title", "Mine")
    page = (here / "book.html").read_text()
    assert "<title>Mine</title>" in page
    assert section(page, "rules").count("Stars do not touch each other, not even at a corner.") == 1
    assert "Stars do not touch" not in section(page, "puzzles")
    assert re.findall(r'<section id="(\w+)">', page) == ["rules", "puzzles", "hints", "solutions"]
    assert re.findall(r"<h3>(.*?)</h3>", section(page, "puzzles")) == ["1. Tiny", "2. Night", "3. Another night"]
    assert section(page, "puzzles").count('<div class="page">') == 2
    assert section(page, "hints").count("<li>") >= 3
    assert "r1c3 is the third cell of the first row" in section(page, "hints")
    assert section(page, "solutions").count("<svg") == 3
    assert "Star Battle · by Ann · level " in page
    assert "Stars: 1" in page
    assert "url(" not in page
    assert "@page" in page
    book("tiny.yaml", "-o", "book.html", "--paper", "letter")
    page = (here / "book.html").read_text()
    assert "size: letter" in page
    assert section(page, "hints") == section(page, "solutions") == ""


def test_a_pdf_has_pages_and_its_fonts(here: Path) -> None:
    book("tiny.yaml", "stars.yaml", "again.yaml", "-o", "book.pdf", "--hints", "--solutions")
    pdf = (here / "book.pdf").read_bytes()
    assert pdf.startswith(b"%PDF")
    assert pages(pdf) == 6  # title, rules, two of puzzles, hints, solutions
    assert b"/FontFile" in pdf
    assert b"LibertinusSerif" in pdf
    assert re.search(rb"/MediaBox\s*\[0 0 595", pdf)
    book("tiny.yaml", "stars.yaml", "again.yaml", "-o", "book.PDF", "--per-page", "6", "--paper", "letter")
    pdf = (here / "book.PDF").read_bytes()
    assert pages(pdf) == 3
    assert re.search(rb"/MediaBox\s*\[0 0 612 792", pdf)


def test_a_puzzle_with_much_to_read_has_a_page_of_its_own(here: Path) -> None:
    zebra = next(path for path in library_puzzles("zebra") if path.stem == "kiosk")
    text = zebra.read_text("utf-8") + "".join(
        f"  - rule: {'Somebody says that nothing follows from this. ' * 8}{number}\n    holds: 1 == 1\n"
        for number in range(9)
    )
    (here / "wordy.yaml").write_text(text)
    book("stars.yaml", "wordy.yaml", "again.yaml", "-o", "book.pdf", "--per-page", "6")
    assert pages((here / "book.pdf").read_bytes()) == 5


def test_a_board_whose_cells_would_be_too_small_has_a_page_of_its_own(here: Path) -> None:
    (here / "large.yaml").write_text("puzzle: akari\nboard: {rows: 60, columns: 40}\n")
    files = ("stars.yaml", "large.yaml", "again.yaml")
    book(*files, "-o", "book.pdf", "--per-page", "6", "--solutions", code=1)
    assert pages((here / "book.pdf").read_bytes()) == 8  # title, rules, three of puzzles, three of solutions
    book("stars.yaml", "tiny.yaml", "-o", "book.pdf", "--per-page", "6", "--solutions")
    assert pages((here / "book.pdf").read_bytes()) == 4


def test_small_cells_have_a_page_of_their_own_in_a_browser_too(here: Path) -> None:
    (here / "large.yaml").write_text("puzzle: akari\nboard: {rows: 60, columns: 40}\n")
    book("stars.yaml", "large.yaml", "again.yaml", "-o", "book.html", "--per-page", "6", "--solutions", code=1)
    page = (here / "book.html").read_text()
    for name, look in (("puzzles", "page"), ("solutions", "page small")):
        assert re.findall('<div class="(page[^"]*)">', section(page, name)) == [look, "page whole", look]
    book("stars.yaml", "tiny.yaml", "-o", "book.html", "--per-page", "6", "--solutions")
    assert "page whole" not in (here / "book.html").read_text()


def test_a_solution_made_of_many_words_has_a_page_of_its_own(here: Path) -> None:
    words = next(str(path) for path in library_puzzles("raatsel") if path.stem == "magazine")
    book("stars.yaml", words, "again.yaml", "-o", "book.pdf", "--per-page", "6", "--solutions")
    assert pages((here / "book.pdf").read_bytes()) == 8  # title, rules, three of puzzles, three of solutions


def test_rules_come_in_the_order_of_the_puzzles(here: Path) -> None:
    book("stars.yaml", "tiny.yaml", "again.yaml", "-o", "book.html")
    names = re.findall(r"<h3>(.*?)</h3>", section((here / "book.html").read_text(), "rules"))
    assert names[0] == "Star Battle"
    assert len(names) == 2


def test_the_easiest_come_first_if_one_wishes(here: Path) -> None:
    files = ("stars.yaml", "tiny.yaml", "again.yaml")
    told = json.loads(book(*files, "-o", "book.html", "--level-order", "--json").stdout)
    scores = [entry["score"] for entry in told["puzzles"]]
    assert scores == sorted(scores)
    assert [entry["file"] for entry in told["puzzles"]] != list(files)


def test_puzzles_are_made_ready_side_by_side_in_their_order(here: Path) -> None:
    told = json.loads(run("book", "stars.yaml", "tiny.yaml", "-o", "book.html", "--json", "--jobs", "2").stdout)
    assert [entry["file"] for entry in told["puzzles"]] == ["stars.yaml", "tiny.yaml"]


def test_doubtful_puzzles_are_told_and_wrong_ones_refused(here: Path) -> None:
    (here / "none.yaml").write_text(NONE)
    said = book("tiny.yaml", "none.yaml", "-o", "book.html", "--solutions", code=1).stdout
    assert "there is no solution" in said
    assert "there is no solution" in section((here / "book.html").read_text(), "solutions")
    (here / "wrong.yaml").write_text("puzzle: sudoku\nclue: {}\n")
    said = book("tiny.yaml", "wrong.yaml", "-o", "other.html", code=2).stderr
    assert "wrong.yaml:2" in said
    assert not (here / "other.html").exists()
    assert "a .pdf or .html file" in book("tiny.yaml", "-o", "book.txt", code=2).stderr


def test_nothing_from_a_puzzle_is_markup(here: Path) -> None:
    quoted = json.dumps(HOSTILE)
    text = UNIQUE.replace("title: Tiny", f"title: {quoted}\nauthor: {quoted}\nabout: {quoted}")
    text += f"constraints:\n  - rule: {quoted}\n    holds: 1 == 1\n"
    (here / "hostile.yaml").write_text(text)
    book("hostile.yaml", "-o", "book.html", "--title", HOSTILE, "--solutions", "--hints")
    page = (here / "book.html").read_text()
    shown = HOSTILE.replace("\u202e", "\\u202e")
    parsed = Parsed(page)
    assert "script" not in parsed.tags
    assert parsed.words.count(shown) >= 6
    book("hostile.yaml", "-o", "book.pdf", "--title", HOSTILE, "--solutions", "--hints")
    assert pages((here / "book.pdf").read_bytes()) == 5
    run("show", "hostile.yaml", "--pdf", "one.pdf")
    assert pages((here / "one.pdf").read_bytes()) == 1


def test_a_single_puzzle_as_pdf_and_png(here: Path) -> None:
    run("solve", "stars.yaml", "--pdf", "stars.pdf", "--png", "stars.png")
    pdf = (here / "stars.pdf").read_bytes()
    assert pdf.startswith(b"%PDF")
    assert pages(pdf) == 1
    assert b"/FontFile" in pdf
    assert (here / "stars.png").read_bytes().startswith(b"\x89PNG")
    run("check", "tiny.yaml", "--without", "column", "--png", "two.png", code=1)
    assert (here / "two-1.png").exists()
    assert (here / "two-2.png").exists()


@pytest.mark.parametrize("command", [("book", "tiny.yaml", "-o", "x.pdf"), ("show", "tiny.yaml", "--png", "x.png")])
def test_without_typst_one_learns_how_to_get_it(
    here: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(CluewrightError, match=r"pip install 'cluewright\[book\]'"):
        run(*command)


def noted(name: str) -> list[str]:
    return [note.text + ("#" * note.picture.count("<rect")) for note in notes(cluewright.compile(name))]


def test_what_the_picture_does_not_show_stands_beside_it(here: Path) -> None:
    files = {f"{path.parent.name}/{path.stem}": str(path) for path in library_puzzles()}
    assert noted(files["battleships/small"]) == ["Fleet:######"]
    assert noted(files["battleships/magazine"]) == ["Fleet:" + "#" * 20]
    assert noted(files["statue-park/small"]) == ["Pieces:" + "#" * 8]
    assert noted(files["zebra/kiosk"]) == []
    assert noted(files["letter-weights/first-steps"])[1] == "Words: 1. R, E, A, L; 2. P, E, E, L; 3. R, A, R, E"
    assert noted("stars.yaml") == ["Stars: 1"]
    assert noted("tiny.yaml") == []
    rules = "{rules: own, parameters: {far: false, words: {}, fleet: [1]}, notes: {fleet: pieces}, elements: {e: 1..2}"
    own = f"puzzle: {rules}, unknowns: {{n: {{over: e, values: 1..2}}}}}}\n"
    assert noted(own) == ["Fleet:#"]
    own += "parameters: {far: true, words: {a: [b, c], d: 1}, fleet: [9000]}"
    assert noted(own) == ["Far: yes", "Words: a: b, c; d: 1", "Fleet: 9000"]
