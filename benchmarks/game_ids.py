"""How many puzzles of Simon Tatham's collection are read, are unique, and are written as they were, by game and grade.

The programs of Debian's `sgt-puzzles` make the puzzles; what is not installed is named and left out.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import time
from pathlib import Path
from typing import Final

import cluewright
from cluewright.exchange.formats import write
from cluewright.models.errors import CluewrightError

#: Parameters by game, from easy to hard where it has grades.
GAMES: Final = {
    "bridges": ("7x7m2d0", "7x7m2d1", "10x10m2d2"),
    "dominosa": ("4dt", "5db", "6dh"),
    "filling": ("7x7", "10x8"),
    "galaxies": ("7x7dn", "7x7du"),
    "keen": ("5de", "6dn", "6dh", "6dx"),
    "lightup": ("7x7b20s4d0", "7x7b20s4d1", "10x10b20s2d2"),
    "loopy": ("7x7t0de", "7x7t0dn", "7x7t0dt", "7x7t0dh"),
    "magnets": ("6x5dt", "5x5dt", "8x7dtS"),
    "mosaic": ("5x5", "10x10"),
    "palisade": ("4x4n4", "5x5n5", "10x10n5"),
    "pattern": ("10x10", "15x15"),
    "pearl": ("6x6de", "8x8dt"),
    "range": ("7x7", "9x6"),
    "rect": ("7x7", "11x11"),
    "singles": ("6x6de", "8x8dk"),
    "slant": ("8x8de", "8x8dh"),
    "solo": ("3x3dt", "3x3db", "3x3di", "3x3da", "3x3de", "2x3xdb", "3x3kdb", "9jdb"),
    "tents": ("8x8de", "8x8dt"),
    "towers": ("5de", "5dh", "5dx", "5du"),
    "unequal": ("5dt", "5de", "5dk", "6dx"),
    "unruly": ("8x8de", "8x8dn", "8x8udn"),
}
#: Debian puts games where not every path leads.
_FOLDERS: Final = ("/usr/games", "/usr/local/games")
_SECONDS: Final = 60


def main() -> None:
    """A line for each game and grade."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="games, otherwise all")
    parser.add_argument("--count", type=int, default=5, help="puzzles of each grade")
    options = parser.parse_args()
    missing = [game for game in options.games if program(game) is None]
    if missing:
        print(f"not installed and left out (Debian: apt install sgt-puzzles): {', '.join(missing)}")
    print(f"{'game':<10}{'parameters':<14}{'made':>6}{'read':>6}{'unique':>8}{'written':>9}{'CPU s':>8}")
    for game in options.games:
        found = program(game)
        for parameters in GAMES.get(game, ()) if found else ():
            _report(game, parameters, made(found, parameters, options.count))


def program(game: str) -> str | None:
    """Where the program of a game is, if it is installed."""
    found = shutil.which(f"sgt-{game}")
    return found or next((str(p) for folder in _FOLDERS if (p := Path(folder, f"sgt-{game}")).exists()), None)


def made(generator: str, parameters: str, count: int) -> list[str]:
    """The parameters and descriptions of new puzzles."""
    command = [generator, "--generate", str(count), parameters]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return []
    return run.stdout.split()


def _report(game: str, parameters: str, made: list[str]) -> None:
    read = unique = written = 0
    start = time.process_time()
    for plain in made:
        game_id = f"sgt:{game}:{plain}"
        try:
            puzzle = cluewright.compile(game_id)
        except CluewrightError as error:
            print(f"{game_id}: {error}")
            continue
        read += 1
        verdict = cluewright.check(puzzle, timeout=_SECONDS).verdict
        again = write(puzzle, "sgt").strip()
        unique += verdict == "unique"
        written += again == game_id
        if verdict != "unique" or again != game_id:
            print(f"{game_id}: {verdict}, written as {again}")
    seconds = time.process_time() - start
    print(f"{game:<10}{parameters:<14}{len(made):>6}{read:>6}{unique:>8}{written:>9}{seconds:>8.2f}", flush=True)


if __name__ == "__main__":
    main()
