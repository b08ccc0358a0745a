"""What the arena expects of whoever sits at its tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ludarium.arena.external import read_external
from ludarium.core.game import Ruleset
from ludarium.core.rng import Rng
from ludarium.core.state import State


@dataclass(frozen=True)
class Report:
    step: int


class Player(Protocol):
    @property
    def name(self) -> str: ...

    def choose(
        self, ruleset: Ruleset, options: Mapping[str, object], views: Sequence[State], seat: int, seed: int
    ) -> "Answer": ...

    def close(self) -> None: ...


class Answer(Protocol):
    @property
    def step(self) -> int: ...


class RandomPlayer:
    name = "random"

    def choose(
        self, ruleset: Ruleset, options: Mapping[str, object], views: Sequence[State], seat: int, seed: int
    ) -> Report:
        return Report(views[-1].draw(Rng(seed)))

    def close(self) -> None:
        pass


class PlayerSpec(Protocol):
    @property
    def text(self) -> str: ...

    def open(self) -> Player: ...


@dataclass(frozen=True)
class RandomSpec:
    text: str = "random"

    def open(self) -> Player:
        return RandomPlayer()


def read_player(text: str) -> PlayerSpec:
    return RandomSpec() if text == "random" else read_external(text)
