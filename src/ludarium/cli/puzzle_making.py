"""Finding puzzles in many games at once; what was found is kept beside the file, so that one can stop and go on."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from ludarium.arena.ledger import Ledger
from ludarium.learn.puzzles.alike import Found, without_twins
from ludarium.learn.puzzles.choosing import choose
from ludarium.learn.puzzles.mining import mine
from ludarium.learn.puzzles.puzzle import Puzzle, PuzzleError, read_puzzle
from ludarium.workers.jobs import Workers

_FORMAT = "ludarium-mining-1"


@dataclass(frozen=True)
class Mined:
    """The puzzles of one game, as JSON, each with what it is like."""

    number: int
    puzzles: tuple[tuple[str, str], ...]

    def check(self) -> None:
        for _, text in self.puzzles:
            json.loads(text)


Games = Ledger[Mined]


def open_ledger(ruleset: str, seed: int, file: Path) -> Games:
    """The games so far, in a file beside the one that gets the puzzles."""
    header = {"ruleset": ruleset, "seed": seed}
    return Ledger(Mined, _FORMAT, PuzzleError, header, file.with_name(file.name + ".games"))


@dataclass(frozen=True)
class _Job:
    number: int


@dataclass(frozen=True)
class _Mining:
    ruleset: str
    seed: int

    def open(self) -> "_Mining":
        return self

    def do(self, job: _Job) -> Mined:
        found = mine(self.ruleset, self.seed, job.number)
        said = [(one.likeness, json.dumps(one.puzzle.as_json(), ensure_ascii=False)) for one in found]
        return Mined(job.number, tuple(said))

    def close(self) -> None:
        """Nothing was opened."""


def mine_all(
    ledger: Games, ruleset: str, seed: int, games: int, workers: Workers, until: float | None
) -> Iterator[Mined]:
    """Games 0, 1, … up to so many, but those that are there already; none that would end after ``until``."""
    jobs = [_Job(number) for number in range(games) if number not in ledger.results]
    working = workers.work(_Mining(ruleset, seed), jobs)
    try:
        for mined in working:
            ledger.add(mined)
            yield mined
            if until is not None and monotonic() >= until:
                return
    finally:
        working.close()


def collected(ledger: Games, ruleset: str, most: int) -> list[Puzzle]:
    """What all games gave, without twins, and some of every sort if it is too much."""
    found = [
        Found(read_puzzle(ruleset, json.loads(text)), like)
        for mined in ledger.in_order()
        for like, text in mined.puzzles
    ]
    return choose(without_twins(found), most)
