"""Players that are quick and do what a test needs, and results without games."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludarium.arena.play import Result
from ludarium.arena.player import Player, RandomPlayer, Report
from ludarium.core.game import Ruleset
from ludarium.core.state import State


@dataclass(frozen=True)
class Chancer:
    """Steps at random."""

    text: str

    def open(self) -> Player:
        return RandomPlayer()


class _First:
    name = "first"

    def choose(
        self, ruleset: Ruleset, options: Mapping[str, object], views: Sequence[State], seat: int, seed: int
    ) -> Report:
        return Report(views[-1].legal()[0])

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class First:
    """Takes the first legal step."""

    text: str = "first"

    def open(self) -> Player:
        return _First()


class _Illegal(_First):
    def choose(
        self, ruleset: Ruleset, options: Mapping[str, object], views: Sequence[State], seat: int, seed: int
    ) -> Report:
        return Report(-5)


@dataclass(frozen=True)
class Illegal:
    """Gives a step that there is not."""

    text: str = "illegal"

    def open(self) -> Player:
        return _Illegal()


class _Crash(RandomPlayer):
    def __init__(self, file: Path, times: int) -> None:
        self._file = file
        self._times = times

    def choose(
        self, ruleset: Ruleset, options: Mapping[str, object], views: Sequence[State], seat: int, seed: int
    ) -> Report:
        crashes = len(self._file.read_bytes()) if self._file.exists() else 0
        if crashes < self._times:
            with self._file.open("ab") as file:
                file.write(b"x")
            os._exit(3)
        return super().choose(ruleset, options, views, seat, seed)


@dataclass(frozen=True)
class Crasher:
    """Ends its whole process, so often, and plays at random from then on; the file counts."""

    file: Path
    times: int
    text: str = "crasher"

    def open(self) -> Player:
        return _Crash(self.file, self.times)


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
