"""Check against outside cases, where they are at hand: `python tests/corpus.py [GENRE ...]`.

The folder is `../shared/corpus` beside the project or $CLUEWRIGHT_CORPUS. Boards of pzpr.js must be judged as it judges
them; addresses must be read, have one solution, and be written again; the npm package `pzpr` in Node must call our
answers complete, also those of the project's own puzzles.
Nothing of these cases is part of the project.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cluewright
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import spell
from cluewright.exchange import formats as exchange
from cluewright.exchange.pzpr.blocks import library_block, read_block
from cluewright.exchange.pzpr.reading import decode_address, decode_board
from cluewright.exchange.pzpr.sheet import Sheet
from cluewright.models.edits import REMOVED, Edits
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import library_puzzles, load_rulebook, with_extended
from cluewright.setting.drawn import drawn

FOLDER = Path(os.environ.get("CLUEWRIGHT_CORPUS") or Path(__file__).resolve().parents[2] / "shared" / "corpus")
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "cluewright-pzpr"
SECONDS = 60.0
#: pzpr calls no board complete on which nothing is drawn, even if no rule asks for anything.
_BLANK = "brNo"

_REFEREE = """
const [folder, question] = process.argv.slice(-2);
const pzpr = require(folder);
const open = text => { const puzzle = new pzpr.Puzzle(); puzzle.open(text); return puzzle; };
const judge = puzzle => {
  const result = puzzle.check(true);
  return result.complete ? 'complete' : String(result[0] || 'incomplete');
};
const questions = {
  boards: board => judge(open(board)),
  // the answer of a board, on the puzzle of an address
  answers: ([address, text]) => {
    const puzzle = open(address), board = open(text).board;
    for (const group of ['cell', 'border']) {
      puzzle.board[group].each(item => {
        for (const drawn of ['qans', 'anum', 'line']) item[drawn] = board[group][item.id][drawn];
      });
    }
    puzzle.board.rebuildInfo();
    return judge(puzzle);
  },
  addresses: texts => texts.map(text => open(text).getURL().split('?')[1]),
};
let text = '';
process.stdin.on('data', d => text += d).on('end', () => {
  const answers = JSON.parse(text).map(item => {
    try { return questions[question](item); } catch (error) { return 'error: ' + error; }
  });
  console.log(JSON.stringify(answers));
  process.exit(0);
});
"""


def wanted(genre: str, chosen: list[str]) -> bool:
    """Whether there is a rulebook for a genre, and it was asked for."""
    try:
        block = library_block(genre)
    except CluewrightError as error:
        print(f"MISS {genre}: {error}")
        return False
    return block is not None and (not chosen or genre in chosen or block.identifier in chosen)


def judge_board(text: str) -> tuple[bool, str]:
    """Whether a board is a finished, correct answer, and what is wrong with it otherwise."""
    puzzle = cluewright.compile(cluewright.loads(text))
    answer = drawn(puzzle, blank=True)
    assert answer is not None
    if answer.strays:
        return False, str(answer.strays[0])
    judgement = cluewright.judge(puzzle, answer, timeout=SECONDS)
    if judgement.broken or judgement.at_best:
        return False, str([*judgement.broken, *judgement.at_best][0])
    if answer.missing:
        return False, f"unfinished: {answer.missing[0][0]} at {answer.missing[0][1]}"
    if judgement.verdict in ("correct", "correct so far"):
        return True, judgement.verdict
    return False, judgement.verdict


def check_boards(chosen: list[str]) -> int:
    """Judge every board; the number of misses."""
    misses = count = genres = 0
    for genre, data in json.loads((FOLDER / "pzpr-boards.json").read_text("utf-8")).items():
        if not wanted(genre, chosen):
            continue
        genres += 1
        problem = check_example(f"https://puzz.link/p?{genre}/{data['url']}", [c["board"] for c in data["boards"]])
        if problem:
            misses += 1
            print(f"MISS {genre}/{data['url']}: {problem[:160]}")
        for case in data["boards"]:
            count += 1
            expected = case["violates"] is None
            is_blank = str(case["violates"]).startswith(_BLANK)
            try:
                accepted, reason = judge_board(case["board"])
            except CluewrightError as error:
                accepted, reason = not expected, f"ERROR {error}"
            except Exception as error:
                accepted, reason = not expected, f"CRASH {type(error).__name__}: {error}"
            is_missed = accepted != expected and not is_blank
            sign = "MISS" if is_missed else "ok  "
            misses += is_missed
            if chosen or is_missed:
                print(f"{sign} {genre} {case['violates']}: {reason[:160]}")
    print(f"boards: {count} in {genres} genres, {misses} misses")
    return misses


def check_example(address: str, boards: list[str]) -> str:
    """What is wrong with an address of the puzzle that stands on some of the boards; an empty text if nothing is."""
    try:
        puzzle = cluewright.compile(address)
        again = exchange.write(puzzle, "puzzlink").strip()
        if decode_address(again, "again")[1] != decode_address(address, "first")[1]:
            return f"written as {again}"
        same = [_on_the_board(decode_board(board, "board")[1]) for board in boards]
    except CluewrightError as error:
        return str(error)
    return "" if _on_the_board(decode_address(address, "first")[1]) in same else "no board has these clues"


def _on_the_board(sheet: Sheet) -> dict[str, dict[str, object]]:
    """The clues of a sheet that do not lie in holes."""
    layers = {n: {p: v for p, v in layer.items() if p not in sheet.holes} for n, layer in sheet.clues.items()}
    return {name: layer for name, layer in layers.items() if layer}


def check_addresses(chosen: list[str]) -> int:
    """Read, solve and write every address; the number of misses."""
    misses = 0
    times: list[tuple[float, str]] = []
    answered: list[tuple[str, str]] = []
    skipped: dict[str, int] = {}
    for case in json.loads((FOLDER / "puzzlink.json").read_text("utf-8")):
        genre, address = case["genre"], case["url"]
        if not wanted(genre, chosen):
            skipped[genre] = skipped.get(genre, 0) + 1
            continue
        start = time.perf_counter()
        try:
            problem = _check_address(address, answered)
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
        times.append((time.perf_counter() - start, address))
        if problem:
            misses += 1
            print(f"MISS {address[:80]}: {problem[:200]}")
    for question in ("boards", "answers"):
        cases = [board if question == "boards" else [address, board] for address, board in answered]
        for (address, board), verdict in zip(answered, referee(cases, question), strict=False):
            if verdict != "complete" and not is_excused(board, verdict):
                misses += 1
                print(f"MISS {address[:80]}: pzpr says {verdict}")
    total = sum(seconds for seconds, _ in times)
    print(f"addresses: {len(times)}, {misses} misses, {total:.1f} s; without a rulebook: {skipped or 'none'}")
    for seconds, address in sorted(times, reverse=True)[:10]:
        print(f"  {seconds:6.2f} s  {address[:70]}")
    return misses


def _check_address(address: str, answered: list[tuple[str, str]]) -> str:
    puzzle = cluewright.compile(cluewright.load(address))
    result = cluewright.check(puzzle, timeout=SECONDS)
    if result.verdict != "unique":
        return f"verdict {result.verdict}"
    again = exchange.write(puzzle, "puzzlink").strip()
    if again.partition("?")[2] != address.partition("?")[2] and (
        decode_address(again, "again")[1] != decode_address(address, "first")[1]
    ):
        return f"written as {again}"
    answered.append((address, answered_board(puzzle, result.answers[0])))
    accepted, reason = judge_board(answered[-1][1])
    return "" if accepted else f"our own answer is not accepted: {reason}"


def answered_board(puzzle: CompiledPuzzle, answer: Mapping[Var, int]) -> str:
    """The board with its answer; clues that boards have no place for are left out, which is said."""
    try:
        return exchange.write(puzzle, "pzprv3", answer)
    except CluewrightError as error:
        layer = re.search(r"no place for its clues '(\w+)'", str(error))
        if layer is None:
            raise
        print(f"note: {error}")
    edits = Edits({(layer[1], spell(place)): REMOVED for place in puzzle.clues[layer[1]]})
    rest = cluewright.compile(replace(puzzle.loaded, edits=edits))
    return exchange.write(
        rest, "pzprv3", dict(zip(rest.model.variables, (answer[v] for v in puzzle.model.variables), strict=True))
    )


def check_library(chosen: list[str]) -> int:
    """The project's own puzzles: pzpr must read the same puzzle from address and board, and accept the answer."""
    misses = 0
    cases: list[tuple[Path, str, str]] = []
    for path in library_puzzles():
        block = read_block(with_extended(load_rulebook(path.parent.name)))
        if block is None or (chosen and not {block.identifier, block.spec.id} & set(chosen)):
            continue
        try:
            puzzle = cluewright.compile(path)
            board = exchange.write(puzzle, "pzprv3", cluewright.solve(puzzle, timeout=SECONDS).answers[0])
            cases.append((path, exchange.write(puzzle, "puzzlink").strip(), board))
        except CluewrightError as error:
            print(f"note {path.parent.name}/{path.stem}: {str(error)[:120]}")
    verdicts = referee([board for _, _, board in cases], "boards")
    read = ask([[address, board] for _, address, board in cases], "addresses")
    for (path, address, board), verdict, seen in zip(cases, verdicts, read, strict=False):
        name = f"{path.parent.name}/{path.stem}"
        if verdict != "complete" and not is_excused(board, verdict):
            misses += 1
            print(f"MISS {name}: pzpr says {verdict}")
        elif verdict == "complete" and _differ(address, seen):
            misses += 1
            print(f"MISS {name}: {address} is read as {seen}")
    print(f"library: {len(cases)} puzzles, {misses} misses")
    return misses


def _differ(address: str, seen: list[str]) -> bool:
    """Whether the package reads another puzzle from an address or a board."""
    genre, _, ours = address.rpartition("?")[2].partition("/")
    theirs = {url.rpartition("?")[2].partition("/")[2] for url in seen}
    if (genre == "triplace" and "@" in ours) or (genre == "tateyoko" and "." in ours):
        return False  # it writes another sign there, or passes question marks over
    if genre == "fillomino" and all(ours.startswith(each) for each in theirs):
        return False  # had no given borders yet
    return theirs != {ours}


def is_excused(board: str, verdict: str) -> bool:
    """Whether the package, which is older than puzz.link, cannot know."""
    version, genre = board.split()[:2]
    return (
        "Invalid Puzzle Variety" in verdict  # it does not have the genre
        or (genre == "slither" and version != "pzprv3")  # its boards had no versions yet
        or genre == "cave"  # was drawn with lines
        or genre == "nawabari"  # its boards had no outer borders yet
        or genre == "satogaeri"  # is opened as Heya-Bon
        or (genre == "nanro" and "-" in board)  # takes a question mark for a number
        or (genre == "yajilin" and board.split()[4].startswith("o"))  # had no clues outside yet
        or (genre == "tapa" and "-" in board)  # takes a question mark for a number
    )


def referee(cases: list[Any], question: str) -> list[Any]:
    """Whether the package calls answered boards complete, or what is wrong with them."""
    verdicts = ask(cases, question)
    if verdicts:
        boards = [case if isinstance(case, str) else case[1] for case in cases]
        excused = sum(is_excused(board, verdict) for board, verdict in zip(boards, verdicts, strict=True))
        print(f"pzpr calls {verdicts.count('complete')} of {len(cases)} {question} complete ({excused} it cannot know)")
    return verdicts


def ask(items: list[Any], question: str) -> list[Any]:
    """What the npm package says; nothing if Node or the package cannot be had."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not items or node is None:
        print("pzpr was not asked: " + ("there is nothing to ask" if node else "no Node here"))
        return []
    package = CACHE / "node_modules" / "pzpr"
    if not package.is_dir() and npm is not None:
        CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.run([npm, "install", "--silent", "--prefix", str(CACHE), "pzpr"], check=False, timeout=120)
    if not package.is_dir():
        print("pzpr was not asked: the npm package is not here")
        return []
    done = subprocess.run(
        [node, "-e", _REFEREE, "--", str(package), question],
        input=json.dumps(items),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if done.returncode != 0:
        print(f"pzpr could not be asked: {done.stderr[:300]}")
        return []
    answers: list[Any] = json.loads(done.stdout)
    return answers


def main() -> int:
    """Run all checks; 1 if anything was missed."""
    chosen = sys.argv[1:]
    misses = check_library(chosen)
    if FOLDER.is_dir():
        misses += check_boards(chosen) + check_addresses(chosen)
    else:
        print(f"no corpus at {FOLDER}")
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
