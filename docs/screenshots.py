"""Pictures of the studio with puzzles of different kinds, for its page: python docs/screenshots.py

Needs Debian's chromium and the packages of the tests.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from cluewright.models.loading import library_puzzles

FOLDER: Final = Path(__file__).parent / "studio"
#: What is shown of which genre.
SHOWN: Final = {
    "set": ["akari", "heyawake", "killer", "nonogram", "kakuro", "thermometer", "tapa", "skyscrapers"],
    "play": ["slitherlink", "masyu", "nurikabe", "hitori", "star-battle", "tents", "hashiwokakero", "shikaku"],
    "explain": ["sudoku", "yajilin", "fillomino", "lits"],
}
FLAGS: Final = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


def main() -> None:
    """Start a studio, and take a picture of each genre."""
    FOLDER.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "cluewright", "studio", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        try:
            page = browser.new_page(viewport={"width": 1000, "height": 700})
            page.goto(address)
            page.wait_for_selector("body[data-ready]")
            page.keyboard.press("Escape")
            for mode, genres in SHOWN.items():
                for genre in genres:
                    take(page, mode, genre)
        finally:
            browser.close()
            server.terminate()


def take(page: Page, mode: str, genre: str) -> None:
    """One picture: a puzzle that is neither tiny nor large, with what the mode says of it."""
    files = sorted(library_puzzles(genre), key=lambda path: path.stat().st_size)
    text = files[len(files) // 2].read_text("utf-8")
    page.evaluate("text => import('/page/doc.js').then(({ doc }) => doc.open(text))", text)
    page.click(f"#mode-{mode}")
    if mode == "set":
        page.wait_for_selector('.verdict:not([data-verdict="thinking"])', timeout=30_000)
    if mode == "explain":
        page.get_by_role("button", name="Explain step by step").click()
        page.wait_for_timeout(3000)
    page.wait_for_timeout(1500)
    page.screenshot(path=FOLDER / f"{genre}.png")
    print(genre, flush=True)


if __name__ == "__main__":
    main()
