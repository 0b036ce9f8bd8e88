"""How long one waits for the studio, in a real browser: `python benchmarks/studio.py [--edits N] [GENRE[=SIZE] ...]`.

First paint, a clue on screen (the frame after the key), its rule check, the verdict and a hint, for empty boards that
are filled with clues of a made puzzle one after the other. Times are those of the page's own clock.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from studio_browser import Page, Studio, chromium

import cluewright

USUAL = ("sudoku=9x9", "slitherlink=10x10", "akari=10x10", "nurikabe=10x10", "fillomino=10x10", "masyu=10x10")
LARGE = ("akari=30x30", "nurikabe=30x30")

#: Milliseconds between two edits; a verdict that takes longer is missed.
PAUSE = 1500

#: Notes when things happen: a key, a stamp in the next frame, the answer to the edit, the verdict.
WATCH = """() => {
  const seen = window.seen = [];
  let open = null;
  const note = (name, only) => { if (open && !(name in open)) open[name] = performance.now() - open.at; };
  document.addEventListener('keydown', (event) => { open = {at: event.timeStamp}; seen.push(open); }, true);
  new MutationObserver(() => requestAnimationFrame(() => note('screen')))
    .observe(document.querySelector('.wet'), {childList: true});
  new MutationObserver(() => note('check')).observe(document.body, {attributeFilter: ['data-settled']});
  new MutationObserver((all) => {
    const verdict = document.querySelector('.verdict')?.dataset.verdict;
    if (open && 'check' in open && verdict !== 'thinking') note('verdict');
  }).observe(document.querySelector('#panel'), {subtree: true, attributes: true, attributeFilter: ['data-verdict']});
}"""


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", default=[*USUAL, *LARGE])
    parser.add_argument("--edits", type=int, default=20)
    options = parser.parse_args()
    print("| board | first paint | on screen | rule check | verdict | 95% of verdicts | hint |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as state, chromium() as browser, Studio(Path(state), "akari") as studio:
        for board in options.boards:
            genre, _, size = board.partition("=")
            with Page(browser, studio.address) as page:
                print(f"| {genre} {size} | {row(page, genre, size, options.edits)} |", flush=True)


def row(page: Page, genre: str, size: str, edits: int) -> str:
    """The cells of one board, in milliseconds."""
    paint = page.page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    board_at = page.page.evaluate("performance.now()")
    page.page.click("#choose")
    page.page.fill(".find .size", size)
    page.page.click(f'[data-genre="{genre}"] .row button')
    page.page.wait_for_selector("#gallery:not([open])", state="attached")
    page.page.wait_for_selector(".verdict")
    page.page.evaluate(WATCH)
    for name, value in clues(genre, size)[:edits]:
        page.click(name)
        page.page.keyboard.type(str(value))
        page.page.wait_for_timeout(PAUSE)
    seen = page.page.evaluate("window.seen")
    times = {name: sorted(each[name] for each in seen if name in each) for name in ("screen", "check", "verdict")}
    middle = [statistics.median(found) if found else None for found in times.values()]
    verdicts = [*times["verdict"], *[None] * (len(seen) - len(times["verdict"]))]  # those that came too late are last
    late = verdicts[max(0, round(0.95 * len(verdicts)) - 1)]
    return " | ".join(
        "-" if t is None else f"{t:.0f} ms" for t in (min(paint, board_at), *middle, late, hint(page, genre))
    )


def clues(genre: str, size: str) -> list[tuple[str, Any]]:
    """Clues of a new puzzle, for layers over cells; for large boards, of numbers anywhere."""
    rows = int(size.split("x")[0])
    if rows > 12:
        return [(f"r{3 * i % rows + 1}c{7 * i % rows + 1}", 1) for i in range(40)]
    made = next(cluewright.generate(genre, size, seed=1))
    layer = next(iter(made.puzzle.clues.values()))
    return [(str(element), value) for element, value in layer.items() if str(value).isdigit()]


def hint(page: Page, genre: str) -> float:
    """From the click to the words."""
    path = min(
        (Path(__file__).parent.parent / "puzzles/library" / genre).glob("*.yaml"), key=lambda p: p.stat().st_size
    )
    page.open(path.read_text("utf-8"))
    page.mode("play")
    page.page.evaluate("window.began = performance.now()")
    page.page.click('[data-hint="4"]')
    page.page.wait_for_selector(".told")
    return float(page.page.evaluate("performance.now() - window.began"))


if __name__ == "__main__":
    main()
