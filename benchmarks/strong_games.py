"""``make strong-games``: games of a strong player against itself, of every ruleset but the tiny ones, as records.

Every game is written down as soon as it is over, and the same command goes on where it was stopped, with more games. A
game depends on its number and the seed alone, not on the machine: the player is limited by simulations. The machine's
time is divided evenly among the rulesets. When it is over no game is begun any more, and those that are being played
are waited for, else long games would be missing. ``parts`` has a record of every game, with the visits of all steps;
beside it are the first games of each ruleset, as many as fit, packed and with what was visited most.
"""

import argparse
import lzma
import signal
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from os import cpu_count
from pathlib import Path
from statistics import median
from time import perf_counter

from ludarium.arena.games import Games, Pairing, Played, Start
from ludarium.arena.records import Number, Records
from ludarium.cli.bench import machine, today
from ludarium.core.game import find_ruleset, rulesets
from ludarium.players.spec import read_player
from ludarium.players.thoughts import read_thought
from ludarium.table.collection import each_game
from ludarium.table.reading import read_record
from ludarium.table.sheet import TURN_LINE
from ludarium.workers.processes import Processes

FOLDER = Path("build/strong-games")
PLAYER = "best:10000sims"
OPENING_STEPS = 2  # drawn at random, so that no two games are the same
SEED = 1
LEAST = 5  # of a hundred visits: what had less is left out of the packed games
MOST_WAITING = 150.0  # seconds for the games that are being played at the end


@dataclass(frozen=True)
class Job:
    """A game of one of the rulesets."""

    number: int  # of all jobs
    ruleset: str
    game: int


@dataclass(frozen=True)
class Answer:
    job: Job
    played: Played
    seconds: float


@dataclass(frozen=True)
class Playing:
    """The task of the workers."""

    player: str
    seed: int

    def open(self) -> "Player":
        return Player(self)


class Player:
    def __init__(self, playing: Playing) -> None:
        self._playing = playing

    def do(self, job: Job) -> Answer:
        began = perf_counter()
        start = Start(job.ruleset, {}, self._playing.seed, OPENING_STEPS, keep="policies")
        worker = Games(start, [read_player(self._playing.player)]).open()
        seats = int(find_ruleset(job.ruleset).new({}).seats)
        played = worker.do(Pairing(job.game, job.game, 0, (0,) * seats))
        worker.close()
        return Answer(job, played, perf_counter() - began)

    def close(self) -> None:
        """Nothing is kept from game to game."""


class Work:
    """Which game is played next: one of the ruleset that has had the least time by now."""

    def __init__(self, names: Sequence[str], there: set[Number], games: range, until: float) -> None:
        self._until = until
        self._number = 0
        self._left = {name: [number for number in games if (name, number) not in there] for name in names}
        self._begun: dict[int, tuple[str, float]] = {}
        self.games = dict.fromkeys(names, 0)
        self.seconds = dict.fromkeys(names, 0.0)

    def jobs(self) -> Iterator[Job]:
        while perf_counter() < self._until and any(self._left.values()):
            name = self._poorest()
            job = Job(self._number, name, self._left[name].pop(0))
            self._begun[job.number] = (name, perf_counter())
            self._number += 1
            yield job

    def _poorest(self) -> str:
        """The ruleset that has had the least time, of those with games to be played."""
        spent = dict(self.seconds)
        for name, began in self._begun.values():
            spent[name] += perf_counter() - began + 0.1  # so that all get one at the start
        return min((name for name in spent if self._left[name]), key=lambda name: spent[name])

    def done(self, answer: Answer) -> None:
        del self._begun[answer.job.number]
        self.games[answer.job.ruleset] += 1
        self.seconds[answer.job.ruleset] += answer.seconds

    @property
    def running(self) -> int:
        return len(self._begun)


def play(records: Records, names: Sequence[str], games: range, minutes: float, jobs: int, player: str) -> None:
    """Play until all is played, the time is over, or somebody stops it."""
    began = perf_counter()
    until = began + 60 * minutes
    work = Work(names, records.there, games, until)
    signal.signal(signal.SIGALRM, signal.default_int_handler)  # as if somebody stopped it
    signal.setitimer(signal.ITIMER_REAL, 60 * minutes + MOST_WAITING)
    try:
        with closing(Processes(jobs).work(Playing(player, SEED), work.jobs())) as answers:
            for answer in answers:
                records.add(answer.job.ruleset, answer.job.game, answer.played.record)
                work.done(answer)
                result = answer.played.result
                print(
                    f"{perf_counter() - began:4.0f} s  {answer.job.ruleset} {answer.job.game}: {result.steps} steps, "
                    f"{result.ending}, {answer.seconds:.1f} s; {work.running} being played",
                    flush=True,
                )
    except KeyboardInterrupt:
        print(f"Stopped; left unfinished: {work.running}. The same command goes on.")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    for name in names:
        print(f"{name}: {work.games[name]} games more in {work.seconds[name]:.0f} s")


def pack(file: Path, games: Sequence[Path], size: int) -> int:
    """As many of these games as fit, the first ones, in a file of at most so many bytes; how many they are. One that
    was played before, step by step, is left out. The same games make the same file.
    """
    different: dict[str, str] = {}
    for game in games:
        record = game.read_text(encoding="utf-8")
        different.setdefault(course(record), record)
    texts = [shortened(record).encode() for record in different.values()]
    packed = [b""]

    def compressed(count: int) -> bytes:
        while len(packed) <= count:
            packed.append(lzma.compress(b"".join(texts[: len(packed)]), preset=6 | lzma.PRESET_EXTREME))
        return packed[count]

    most = max((count for count in range(len(texts) + 1) if len(compressed(count)) <= size), default=0)
    if most:
        part = file.with_suffix(".part")
        part.write_bytes(compressed(most))
        part.replace(file)
    return most


def course(record: str) -> str:
    """What is the same in the records of games with the same steps: the lines of turns, public or revealed."""
    return "\n".join(line for line in record.splitlines() if TURN_LINE.fullmatch(line))


def described(file: Path) -> str:
    """A row of the table about all rulesets: games, their lengths, each seat's wins, draws, size."""
    tables = [read_record(text, first_line=line).table for line, text in each_game(file)]
    lengths = [len(table.history.steps) for table in tables]
    ends = [table.outcome.winners for table in tables if table.outcome is not None]
    wins = " – ".join(str(sum(winners == (seat,) for winners in ends)) for seat in range(len(tables[0].players)))
    cells = [
        file.name.partition(".")[0],
        len(tables),
        f"{median(lengths):.0f} ({min(lengths)}–{max(lengths)})",
        wins,
        sum(len(winners) != 1 for winners in ends),
        f"{file.stat().st_size / 1000:.0f} kB",
    ]
    return f"| {' | '.join(map(str, cells))} |"


def shortened(record: str) -> str:
    """A record in which visits are hundredths of all, and steps with less than ``LEAST`` of them are left out."""
    return "".join(_shortened(line) for line in record.splitlines(keepends=True))


def _shortened(line: str) -> str:
    thought = read_thought(line.removeprefix("# ").rstrip("\n")) if line.startswith("# ") else None
    if thought is None:
        return line
    total = sum(thought.visits.values())
    parts = {step: round(100 * visits / total) for step, visits in thought.visits.items()}
    best = max(parts.values())
    return (
        f"# {replace(thought, visits={step: part for step, part in parts.items() if part >= min(LEAST, best)}).text}\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="strong_games", description=__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder for the games (%(default)s)")
    parser.add_argument("--minutes", type=float, default=60.0, help="time for all rulesets together (%(default)s)")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1, help="processes (%(default)s)")
    parser.add_argument("--only", nargs="+", metavar="RULESET", help="of these rulesets alone")
    parser.add_argument("--player", default=PLAYER, help="who plays (%(default)s)")
    parser.add_argument("--first", type=int, default=0, help="number of the first game (%(default)s)")
    parser.add_argument("--games", type=int, default=60, help="games of each ruleset, at most (%(default)s)")
    parser.add_argument("--size", type=int, default=50, help="kB of each ruleset, packed, at most (%(default)s)")
    given = parser.parse_args()
    names = [find_ruleset(name).name for name in given.only or [one.name for one in rulesets() if not one.tiny]]
    print(f"{machine()}, {today()}: {given.player}, {given.jobs} processes, {given.minutes:g} minutes", flush=True)
    records = Records(given.out / "parts", None)
    games = range(given.first, given.first + given.games)
    play(records, names, games, given.minutes, given.jobs, given.player)
    for name in names:
        files = [records.path(*one) for one in sorted(records.there) if one[0] == name]
        if pack(given.out / f"{name}.txt.xz", files, 1000 * given.size):
            print(described(given.out / f"{name}.txt.xz"), flush=True)


if __name__ == "__main__":
    main()
