"""Who can take part, named by a short text: our own players, and other programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ludarium.arena.external import ENGINE, read_external
from ludarium.core.game import Ruleset
from ludarium.core.rng import Rng
from ludarium.core.state import State


class Seated(Protocol):
    """Decides for a seat, by the seat's views (the oldest first) and the seed alone."""

    def begin(self) -> None:
        """Another game begins: nothing of the last one may count."""

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> int: ...

    def close(self) -> None: ...


class Contestant(Protocol):
    """A player that can be made in any process from its description."""

    @property
    def text(self) -> str: ...

    @property
    def seconds(self) -> float | None:
        """The time that it is given for a decision, if it is given one."""

    def open(self, options: Mapping[str, object]) -> Seated: ...


class _Chancer:
    def begin(self) -> None:
        pass

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> int:
        return views[-1].draw(Rng(seed))

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Home:
    text: str
    seconds: float | None = None

    def open(self, options: Mapping[str, object]) -> Seated:
        return _Chancer()


def read_contestant(text: str) -> Contestant:
    return read_external(text) if text.startswith(ENGINE) else Home(text)
