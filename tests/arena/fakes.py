"""Players that are quick and do what a test needs, and results without games."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludarium.arena.contestants import Seated
from ludarium.arena.play import Result
from ludarium.core.game import Ruleset
from ludarium.core.rng import Rng
from ludarium.core.state import State


class RandomSeated:
    """Steps at random."""

    def begin(self) -> None:
        pass

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> int:
        return views[-1].draw(Rng(seed))

    def close(self) -> None:
        pass


class FirstSeated(RandomSeated):
    """Takes the first legal step."""

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> int:
        return views[-1].legal()[0]


class IllegalSeated(RandomSeated):
    """Gives a step that there is not."""

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> int:
        return -5


class CrashingSeated(RandomSeated):
    def __init__(self, file: Path, times: int) -> None:
        self._file = file
        self._times = times

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> int:
        crashes = len(self._file.read_bytes()) if self._file.exists() else 0
        if crashes < self._times:
            with self._file.open("ab") as file:
                file.write(b"x")
            os._exit(3)
        return super().choose(ruleset, views, seat, seed)


@dataclass(frozen=True)
class Chancer:
    text: str
    seconds: float | None = None

    def open(self, options: Mapping[str, object]) -> Seated:
        return RandomSeated()


@dataclass(frozen=True)
class Illegal:
    text: str = "illegal"
    seconds: float | None = None

    def open(self, options: Mapping[str, object]) -> Seated:
        return IllegalSeated()


@dataclass(frozen=True)
class Crasher:
    """Ends its whole process, so often, and plays at random from then on; the file counts."""

    file: Path
    times: int
    text: str = "crasher"
    seconds: float | None = None

    def open(self, options: Mapping[str, object]) -> Seated:
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
