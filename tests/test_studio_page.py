"""The studio's page in a real browser: whole ways of persons through genres of different kinds."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from studio_browser import LIBRARY, ROOT, Page, Studio, chromium

import cluewright
from cluewright.compiler.model import spell
from cluewright.studio.answers import plain_answer
from cluewright.studio.tools import area_of

#: What `tests/run` installs by npm.
NODE = ROOT / ".venv" / "node" / "node_modules"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with Studio(tmp_path_factory.mktemp("state")) as running:
        yield running


@pytest.fixture
def page(browser: Any, studio: Studio) -> Iterator[Page]:
    with Page(browser, studio.address) as opened:
        opened.page.keyboard.press("Escape")
        yield opened
        assert opened.complaints == []


def example(genre: str) -> str:
    """The smallest puzzle of a genre."""
    return min((LIBRARY / genre).glob("*.yaml"), key=lambda path: path.stat().st_size).read_text("utf-8")


def solution(text: str) -> dict[str, dict[str, Any]]:
    puzzle = cluewright.compile(cluewright.loads(text))
    return plain_answer(puzzle, cluewright.check(puzzle).answers[0])


# ---------------------------------------------------------------- the whole way


@pytest.mark.parametrize(
    "genre", ["sudoku", "slitherlink", "akari", "masyu", "hashiwokakero", "fillomino", "skyscrapers", "nonogram"]
)
def test_the_whole_way(page: Page, genre: str) -> None:
    """Open, see that it is unique, take a hint, play to the end, share, and open what was shared."""
    text = example(genre)
    page.open(text)
    page.verdict("unique")
    page.mode("play")
    page.page.click('[data-hint="2"]')
    page.page.wait_for_selector(".told")
    fill(page, solution(text))
    page.status("every rule holds")
    page.mode("share")
    link = page.page.wait_for_selector('input[aria-label="This studio, rules included"]').input_value()
    page.page.goto("about:blank")
    page.page.goto(link)
    page.ready()
    page.mode("set")
    page.verdict("unique")


def fill(page: Page, answer: dict[str, dict[str, Any]]) -> None:
    """Fill in what the solution draws; by clicks where one goes through values, else by keys."""
    chips = page.page.locator("#tools button").all()
    for layer, values in answer.items():
        chip = next((each for each in chips if each.get_attribute("data-layer") == layer), None)
        if chip is not None:
            chip.click()
        buttons = [json.loads(b.get_attribute("data-value")) for b in page.page.locator("#palette [data-value]").all()]
        for name, value in values.items():
            if value is False or value == 0 or "given" in (page.place(name).get_attribute("aria-label") or ""):
                continue
            if len(buttons) <= 3:
                for _ in range(buttons.index(value) + 1):
                    page.click(name)
            else:
                page.click(name)
                page.page.keyboard.type(str(value))


def test_several_become_unique_by_a_clue(page: Page) -> None:
    page.open(
        "puzzle: sudoku\nparameters: {size: 4, box: [2, 2]}\n"
        "clues:\n  digit: |\n    1 . . .\n    . . . 3\n    . . 2 .\n    . . . .\n"
    )
    page.verdict("several")
    page.click("r4c2")
    page.page.keyboard.press("4")
    page.verdict("unique")
    page.click("r4c3")
    page.page.keyboard.press("4")
    page.verdict("none")
    assert "Every row" in page.page.inner_text(".panel")
    page.page.keyboard.press("Control+z")
    page.verdict("unique")
    page.page.keyboard.press("Control+z")
    page.verdict("several")
    page.page.keyboard.press("Control+Shift+z")
    page.verdict("unique")


# ---------------------------------------------------------------- gestures


def test_regions_are_drawn_by_their_borders(page: Page) -> None:
    page.open(
        "puzzle: heyawake\nboard: {rows: 3, columns: 4}\nclues:\n  room: |\n    a a a a\n    a a a a\n    a a a a\n"
    )
    page.drag("r1c2|r1c3", "r2c2|r2c3", "r3c2|r3c3")
    page.wait_label("r2c2|r2c3", "border")
    page.verdict()
    assert "a a b b" in page.saved()
    page.drag("r1c2|r1c3", "r2c2|r2c3", "r3c2|r3c3")
    page.wait_label("r2c2|r2c3", "empty")


def test_cages_are_dragged_and_get_a_value(page: Page) -> None:
    page.open("puzzle: killer\nclues: {}\n")
    page.page.click('[data-layer="cage"]')
    page.drag("r1c1", "r1c2", "r2c2")
    page.page.keyboard.type("12")
    page.wait_label("r2c2", "cage 12")
    page.verdict("several")
    assert "cells: 'r1c1 r1c2 r2c2', value: 12" in page.saved()
    page.page.keyboard.press("Delete")
    page.wait_label("r2c2", "empty")


def test_lines_are_dragged(page: Page) -> None:
    page.open(example("masyu"))
    page.mode("play")
    page.drag("r1c1-r1c2", "r1c2-r1c3", "r1c3-r1c4")
    page.wait_label("r1c2-r1c3", "yes")


def test_areas_are_dragged_from_corner_to_corner(page: Page) -> None:
    text = example("shikaku")
    page.open(text)
    page.mode("play")
    puzzle = cluewright.compile(cluewright.loads(text))
    (layer,) = puzzle.model.unknowns.values()
    found = solution(text)[layer.name]
    for element in layer.variables:
        if found[spell(element)]:
            cells = area_of(element)
            page.drag(cells[0], cells[-1])
    page.status("every rule holds")


def test_what_has_no_board_is_chosen_from_lists(page: Page) -> None:
    text = example("zebra")
    page.open(text)
    page.mode("play")
    for layer, values in solution(text).items():
        for name, value in values.items():
            page.page.select_option(f'[data-choice="{layer} {name}"]', json.dumps(value))
    page.status("every rule holds")


def test_everything_by_keyboard(page: Page) -> None:
    page.open("puzzle: akari\nboard: {rows: 3, columns: 3}\nclues: {}\n")
    page.verdict()
    page.place("r1c1").focus()
    for key in ("ArrowRight", "ArrowDown", "2"):
        page.page.keyboard.press(key)
    page.wait_label("r2c2", "2")
    page.page.keyboard.press("Delete")
    page.wait_label("r2c2", "empty")
    page.page.keyboard.press("?")
    page.page.wait_for_selector("#keys[open]")


def test_touch_on_a_phone(browser: Any, studio: Studio) -> None:
    with Page(browser, studio.address, viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True) as page:
        page.page.keyboard.press("Escape")
        page.open(example("slitherlink"))
        page.mode("play")
        x, y = page.middle("r1c1|up")
        page.page.touchscreen.tap(x, y)
        page.wait_label("r1c1|up", "yes")
        wide = page.page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
        assert wide, "the page scrolls sideways"


# ---------------------------------------------------------------- nothing is lost


def test_reload_restart_and_two_tabs(browser: Any, tmp_path: Path) -> None:
    with Studio(tmp_path, "akari") as studio, Page(browser, studio.address) as page:
        page.verdict()
        page.click("r1c1")
        page.page.keyboard.press("3")
        page.wait_label("r1c1", "3")
        page.verdict("none")
        page.page.reload()
        page.ready()
        page.wait_label("r1c1", "3")
        page.verdict("none")
        other = page.context.new_page()  # a tab of its own goes on by itself
        other.goto(studio.address)
        other.wait_for_selector('[data-name="r1c1"][aria-label*="3"]')
        other.locator('[data-name="r1c1"]').press("Delete")
        other.wait_for_selector('.verdict[data-verdict="several"]')
        other.close()
        page.page.reload()
        page.ready()
        page.wait_label("r1c1", "3")
        studio.kill()
        studio.start()
        page.click("r1c1")
        page.page.keyboard.press("2")
        page.wait_label("r1c1", "2")
        page.verdict("several")


def test_mistakes_while_typing(page: Page) -> None:
    page.open(example("slitherlink"))
    page.mode("invent")
    area = page.page.locator("textarea.code")
    text = area.input_value()
    area.fill(text.replace("clues:", "cluess:"))
    page.page.wait_for_selector('.problems:has-text("clues")')
    assert page.page.locator(".back mark").count() == 1
    area.fill(text)
    page.page.wait_for_selector('.panel [data-kind="good"]')


def test_the_page_without_a_server(page: Page, browser: Any, tmp_path: Path) -> None:
    text = example("akari")
    page.open(text)
    page.mode("share")
    with page.page.expect_download() as got:
        page.page.click('[data-export="html"]')
    path = tmp_path / "puzzle.html"
    got.value.save_as(path)
    with Page(browser, path.as_uri(), offline=True) as alone:
        for name, value in solution(text)["bulb"].items():
            if value:
                alone.click(name)
        alone.status("Solved!")
        assert alone.complaints == []


def test_a_script_in_a_title_is_only_text(page: Page) -> None:
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    page.open(f"puzzle: akari\ntitle: '{evil}'\nboard: {{rows: 2, columns: 2}}\nclues: {{}}\n")
    page.verdict()
    assert page.page.inner_text("#title") == evil
    assert page.page.locator("main img, main script").count() == 0


# ---------------------------------------------------------------- checks by other programs


def test_axe_finds_nothing(browser: Any, studio: Studio) -> None:
    source = (NODE / "axe-core" / "axe.min.js").read_text("utf-8")
    with Page(browser, studio.address, bypass_csp=True) as page:
        page.page.wait_for_selector(".genre .pic img")
        page.page.add_script_tag(content=source)
        found = {"gallery": violations(page)}
        page.page.keyboard.press("Escape")
        page.open(example("sudoku"))
        page.verdict()
        for mode in ("set", "play", "explain", "invent", "make", "compare", "share"):
            page.mode(mode)
            page.page.wait_for_timeout(300)
            found[mode] = violations(page)
    assert {where: what for where, what in found.items() if what} == {}


def violations(page: Page) -> list[str]:
    told = "v.id + ': ' + v.nodes.slice(0, 3).map(n => n.target.join(' ') + ' ' + n.failureSummary).join(' | ')"
    run = f"axe.run(document, {{resultTypes: ['violations']}}).then(r => r.violations.map(v => {told}))"
    return list(page.page.evaluate(run))


def test_the_types_of_the_scripts() -> None:
    node = shutil.which("node")
    assert node is not None
    command = [node, str(NODE / "typescript" / "bin" / "tsc"), "-p", str(ROOT / "tests" / "studio-types.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout


def test_the_scripts_are_small_and_ours() -> None:
    scripts = list((ROOT / "studio" / "page").glob("*.js"))
    assert sum(path.stat().st_size for path in scripts) < 300_000
    assert not any(
        "http" in path.read_text("utf-8").replace("http://www.w3.org", "").replace('"http"', "") for path in scripts
    )
