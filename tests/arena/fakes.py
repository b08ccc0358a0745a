"""Players that are quick and do what a test needs, and results without games."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import sleep

from ludarium.arena.games import Pairing, Result, Start, open_table, play_at
from ludarium.core.game import Ruleset
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.players.report import Report, plain_report
from ludarium.players.spec import Player


def play_game(start: Start, pairing: Pairing, players: Sequence[Player]) -> Result:
    """One game from its opening; ``players`` sit at the table in this order."""
    return play_at(open_table(start, pairing.opening), start, pairing, players)


class RandomSeated:
    """Steps at random."""

    def begin(self) -> None:
        pass

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> Report:
        return plain_report(views[-1].random_step(Rng(seed)), views[-1], seat)

    def close(self) -> None:
        pass


class FirstSeated(RandomSeated):
    """Takes the first legal step."""

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> Report:
        return plain_report(views[-1].legal()[0], views[-1], seat)


class IllegalSeated(RandomSeated):
    """Gives a step that there is not."""

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> Report:
        return plain_report(-5, views[-1], seat)


class CrashingSeated(RandomSeated):
    def __init__(self, file: Path, times: int) -> None:
        self._file = file
        self._times = times

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> Report:
        crashes = len(self._file.read_bytes()) if self._file.exists() else 0
        if crashes < self._times:
            with self._file.open("ab") as file:
                file.write(b"x")
            os._exit(3)
        return super().choose(ruleset, views, seat, seed)


@dataclass(frozen=True)
class RandomPlayer:
    text: str
    seconds: float | None = None

    def open(self, options: Mapping[str, object]) -> Player:
        return RandomSeated()


@dataclass(frozen=True)
class Illegal:
    text: str = "illegal"
    seconds: float | None = None

    def open(self, options: Mapping[str, object]) -> Player:
        return IllegalSeated()


@dataclass(frozen=True)
class Crasher:
    """Ends its whole process, so often, and plays at random from then on; the file counts."""

    file: Path
    times: int
    text: str = "crasher"
    seconds: float | None = None

    def open(self, options: Mapping[str, object]) -> Player:
        return CrashingSeated(self.file, self.times)


def result(number: int, seating: tuple[int, ...], winners: tuple[int, ...], opening: int = 0, mix: int = 0) -> Result:
    seats = len(seating)
    return Result(
        number=number,
        opening=opening,
        mix=mix,
        seating=seating,
        winners=winners,
        ending="sets",
        fault="",
        note="",
        steps=10,
        turns=5,
        decisions=(5,) * seats,
        seconds=(1.0,) * seats,
        slowest=(0.5,) * seats,
    )


class StoppingSeated(RandomSeated):
    def __init__(self, file: Path, decisions: int) -> None:
        self._file = file
        self._left = decisions

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> Report:
        self._left -= 1
        if self._left < 0 and not self._file.exists():
            self._file.write_text(str(os.getpid()))
            sleep(600)
        return super().choose(ruleset, views, seat, seed)


@dataclass(frozen=True)
class Stopper:
    """Plays at random like ``RandomPlayer``, but stops once in mid-game, for good, and says in which process."""

    file: Path
    decisions: int = 3
    text: str = "stopper"
    seconds: float | None = None

    def open(self, options: Mapping[str, object]) -> Player:
        return StoppingSeated(self.file, self.decisions)


class FaultySeated(RandomSeated):
    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> Report:
        raise ValueError("a fault on purpose")


@dataclass(frozen=True)
class Faulty:
    """Raises an error that no player should."""

    text: str = "faulty"
    seconds: float | None = None

    def open(self, options: Mapping[str, object]) -> Player:
        return FaultySeated()


@dataclass(frozen=True)
class Numbered:
    """A job that is nothing but its number."""

    number: int


@dataclass(frozen=True)
class Where:
    """A task that says where it is done: the process and its folder, and a variable of its environment."""

    variable: str = "PATH"
    seconds: float = 0.0  # for each job

    def open(self) -> "WhereWorker":
        return WhereWorker(self)


@dataclass(frozen=True)
class Place:
    number: int
    process: int
    folder: str
    value: str | None


class WhereWorker:
    def __init__(self, task: Where) -> None:
        self._task = task

    def do(self, job: Numbered) -> Place:
        sleep(self._task.seconds)
        return Place(job.number, os.getpid(), os.getcwd(), os.environ.get(self._task.variable))

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Starter:
    """A task whose second job starts another program, which outlives any patience, and says which process that is."""

    file: Path

    def open(self) -> "StartingWorker":
        return StartingWorker(self.file)


class StartingWorker:
    def __init__(self, file: Path) -> None:
        self._file = file

    def do(self, job: Numbered) -> int:
        if job.number == 1:
            with subprocess.Popen(["sleep", "600"], start_new_session=True) as started:
                self._file.write_text(str(started.pid))
        return job.number

    def close(self) -> None:
        pass


def _break(how: str) -> None:
    if how == "end":
        os._exit(3)
    raise ValueError("a fault on purpose")


class Unready(Where):
    """A task that cannot even be received: an error is raised, or the process ended."""

    def __reduce__(self) -> tuple[object, ...]:
        return _break, (self.variable,)
