"""``ludarium puzzles``: solve puzzles, list them, find new ones in games, prove them again."""

import argparse
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import monotonic

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

from ludarium.cli import arguments as shared
from ludarium.cli import contest, puzzle_making, puzzle_solving
from ludarium.cli.files import check_writable, write
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import find_ruleset, rulesets
from ludarium.core.words import common_words
from ludarium.learn.puzzles.check import check
from ludarium.learn.puzzles.data import find_puzzle, puzzle_lines, puzzles_of, read_puzzles, rulesets_with_puzzles
from ludarium.learn.puzzles.puzzle import Puzzle

MAKE, CHECK, LIST = "make", "check", "list"
USUAL_GAMES, MOST_GAMES = 100, 1_000_000
USUAL_MOST, MOST_PUZZLES = 400, 100_000
MOST_SECONDS = 1_000_000
_BAND = 400  # points of a rating that are counted together
_COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    say = terminal.say
    parser.usage = f"{parser.prog} [RULESET | ID | list | check [RULESET | FILE] | make RULESET […]]"
    parser.add_argument("what", nargs="?", metavar="WHAT", help=say("puzzles.what"))
    parser.add_argument("which", nargs="?", metavar="WHICH", help=say("puzzles.which"))
    parser.add_argument("--games", type=int, default=USUAL_GAMES, metavar="N", help=say("puzzles.games"))
    parser.add_argument("--seconds", type=int, metavar="S", help=say("puzzles.seconds"))
    parser.add_argument("--most", type=int, default=USUAL_MOST, metavar="N", help=say("puzzles.most"))
    parser.add_argument("--seed", type=int, metavar="N", help=say("common.seed"))
    parser.add_argument("--jobs", type=int, metavar="N", help=say("workers.jobs"))
    parser.add_argument("-o", "--out", type=Path, metavar="FILE", help=say("puzzles.out"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    if given.what == MAKE:
        return _make(given, terminal)
    if given.what == CHECK:
        return _check(given, terminal)
    if given.what == LIST:
        _list(terminal)
        return 0
    return puzzle_solving.solve(_wanted(given.what), terminal)


# --- finding ----------------------------------------------------------------------------------------------------------
def _make(given: argparse.Namespace, terminal: Terminal) -> int:
    if given.which is None:
        raise CommandError("puzzles_make")
    ruleset = find_ruleset(given.which)
    file = given.out or Path(f"{ruleset.name}.jsonl")
    games = shared.read_number("games", given.games, 1, MOST_GAMES)
    most = shared.read_number("most", given.most, 1, MOST_PUZZLES)
    seconds = None if given.seconds is None else shared.read_number("seconds", given.seconds, 1, MOST_SECONDS)
    workers = contest.read_workers(argparse.Namespace(jobs=given.jobs, ray=None))
    check_writable(file)
    ledger = puzzle_making.open_ledger(ruleset.name, shared.read_seed(given.seed), file)
    try:
        until = None if seconds is None else monotonic() + seconds
        mined = puzzle_making.mine_all(ledger, ruleset.name, shared.read_seed(given.seed), games, workers, until)
        news = partial(_news, ledger, terminal)
        stopped = contest.follow(mined, max(games, len(ledger.results)), len(ledger.results), news, terminal)
    finally:
        ledger.close()
    contest.tell_losses(workers, terminal)
    chosen = puzzle_making.collected(ledger, ruleset.name, most)
    write(file, puzzle_lines(chosen), terminal)
    terminal.tell("puzzles.made", puzzles=len(chosen), games=len(ledger.results), file=file)
    return contest.INTERRUPTED if stopped else 0


def _news(ledger: puzzle_making.Games, terminal: Terminal) -> str:
    return terminal.say("puzzles.news", puzzles=sum(len(one.puzzles) for one in ledger.results.values()))


# --- proving again ----------------------------------------------------------------------------------------------------
def _check(given: argparse.Namespace, terminal: Terminal) -> int:
    puzzles = _named(given.which)
    wrong = 0
    with terminal.progress(*_COLUMNS) as progress:
        task = progress.add_task(terminal.say("puzzles.checking"), total=len(puzzles))
        for found in check(puzzles):
            for one in found:
                said = common_words(terminal.locale).say("puzzles", one.what, {"detail": one.detail})
                terminal.tell("puzzles.wrong_one", id=one.puzzle.id, what=said)
            wrong += bool(found)
            progress.advance(task)
    terminal.tell("puzzles.checked_wrong" if wrong else "puzzles.checked", puzzles=len(puzzles), wrong=wrong)
    return 1 if wrong else 0


def _named(which: str | None) -> list[Puzzle]:
    """The puzzles of a ruleset or a file, which is named after its ruleset; all there are if none is named."""
    names = {one.name for one in rulesets()}
    if which is None:
        return [puzzle for name in rulesets_with_puzzles() for puzzle in puzzles_of(name)]
    if which in names:
        return list(puzzles_of(which))
    file = Path(which)
    ruleset = next((name for name in sorted(names, key=len, reverse=True) if file.stem.startswith(name)), None)
    if ruleset is None:
        find_ruleset(which)  # says which there are
        return []
    return read_puzzles(file, ruleset)


# --- what there is ----------------------------------------------------------------------------------------------------
def _list(terminal: Terminal) -> None:
    for name in rulesets_with_puzzles():
        puzzles = puzzles_of(name)
        words = find_ruleset(name).game.words(terminal.locale)
        terminal.tell("puzzles.count", ruleset=name, puzzles=len(puzzles))
        tasks = [terminal.say(f"puzzles.short_{one.kind}", turns=one.turns) for one in puzzles]
        _tell_counts("puzzles.by_task", tasks, terminal)
        themes = [words.name("themes", theme) for puzzle in puzzles for theme in puzzle.themes]
        _tell_counts("puzzles.by_theme", themes, terminal)
        bands = sorted(puzzle.rating // _BAND * _BAND for puzzle in puzzles)
        _tell_counts("puzzles.by_rating", [f"{band}–{band + _BAND - 1}" for band in bands], terminal, by_count=False)


def _tell_counts(key: str, values: Sequence[str], terminal: Terminal, by_count: bool = True) -> None:
    counts = Counter(values)
    pairs = counts.most_common() if by_count else counts.items()
    terminal.tell(key, counts=[f"{value} {count}" for value, count in pairs])


def _wanted(what: str | None) -> list[Puzzle]:
    """The puzzles that can come next: those of a ruleset, one by its id, or any."""
    if what is None:
        return [puzzle for name in rulesets_with_puzzles() for puzzle in puzzles_of(name)]
    if what in {one.name for one in rulesets()}:
        return list(puzzles_of(what))
    if what.rpartition("-")[0] in {one.name for one in rulesets()}:
        return [find_puzzle(what)]
    find_ruleset(what)  # says which there are
    return []
