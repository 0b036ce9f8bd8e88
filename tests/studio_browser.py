"""The studio as a person meets it: started by its command, used in a real browser."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "puzzles" / "library"
CHROMIUM = "/usr/bin/chromium"
_FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


@dataclass
class Studio:
    """A running studio; `state` is where it keeps its token."""

    state: Path
    source: str = ""
    port: int = 0
    options: tuple[str, ...] = ()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def start(self) -> None:
        """Start it, on the same port as before if it ran already."""
        command = [sys.executable, "-m", "cluewright", "studio", "--no-browser", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, *self.options, *([self.source] if self.source else [])],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "XDG_STATE_HOME": str(self.state)},
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://"), self.address
        self.port = int(self.address.split(":")[2].split("/")[0])

    @property
    def token(self) -> str:
        """The word that the address carries."""
        return self.address.partition("token=")[2]

    def end(self) -> None:
        """End it like Ctrl-C does, and wait."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)

    def kill(self) -> None:
        """End it without warning."""
        self.process.kill()
        self.process.wait(20)


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Page:
    """The page, and what a person does on it. Whatever the browser complains about is a failure."""

    def __init__(self, browser: Any, address: str, **options: Any) -> None:
        self.context = browser.new_context(**{"viewport": {"width": 1200, "height": 900}, **options})
        self.page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.goto(address)
        self.ready()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()

    def ready(self) -> None:
        """Wait until the page has what it began with."""
        self.page.wait_for_selector("body[data-ready]")

    def open(self, source: str) -> None:
        """Paste a genre, a link or YAML."""
        self.page.click("#choose")
        self.page.fill(".paste textarea", source)
        self.page.click(".paste button")
        self.page.wait_for_selector("#gallery:not([open])", state="attached")

    def mode(self, name: str) -> None:
        """Go to a tab."""
        self.page.click(f"#mode-{name}")
        self.page.wait_for_selector(f'body[data-mode="{name}"]')

    def verdict(self, wanted: str = "") -> str:
        """The verdict; if one is wanted, it has to come."""
        chosen = f'[data-verdict="{wanted}"]' if wanted else ':not([data-verdict="thinking"])'
        return str(self.page.wait_for_selector(f".verdict{chosen}").get_attribute("data-verdict"))

    def place(self, name: str) -> Any:
        """The cell of the accessible grid with this name."""
        return self.page.locator(f'[data-name="{name}"]').first

    def middle(self, name: str) -> tuple[float, float]:
        """Where a place is on the screen."""
        box = self.place(name).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, name: str, **options: Any) -> None:
        """Click on a place."""
        self.page.mouse.click(*self.middle(name), **options)

    def drag(self, *names: str) -> None:
        """Drag from place to place."""
        self.page.mouse.move(*self.middle(names[0]))
        self.page.mouse.down()
        for name in names[1:]:
            self.page.mouse.move(*self.middle(name), steps=4)
        self.page.mouse.up()

    def wait_label(self, name: str, text: str) -> None:
        """Wait until a place says something."""
        self.page.wait_for_selector(f'[data-name="{name}"][aria-label*="{text}"]')

    def status(self, text: str) -> None:
        """Wait until the line below the board says something."""
        self.page.wait_for_selector(f'#status:has-text("{text}")')

    def saved(self) -> str:
        """The text that the browser keeps."""
        return str(self.page.evaluate("JSON.parse(localStorage.getItem('cluewright.puzzle')).text"))
