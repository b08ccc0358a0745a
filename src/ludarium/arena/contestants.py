"""Who can take part, named by a short text: our own players, and other programs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ludarium.arena.external import ENGINE, read_external
from ludarium.core.game import Ruleset
from ludarium.core.state import State
from ludarium.players.spec import PlayerSpec, read_player


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


@dataclass(frozen=True)
class Home:
    """One of our own players."""

    spec: PlayerSpec

    @property
    def text(self) -> str:
        return self.spec.text

    @property
    def seconds(self) -> float | None:
        return None if self.spec.style is None else self.spec.style.limits.seconds

    def open(self, options: Mapping[str, object]) -> Seated:
        return _SeatedAtHome(self.spec)


class _SeatedAtHome:
    def __init__(self, spec: PlayerSpec) -> None:
        self._spec = spec
        self._player = spec.open()

    def begin(self) -> None:
        self._player.close()
        self._player = self._spec.open()

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> int:
        return self._player.choose(ruleset, views, seat, seed).step

    def close(self) -> None:
        self._player.close()


_READERS: dict[str, Callable[[str], Contestant]] = {}


def register_contestants(kind: str, read: Callable[[str], Contestant]) -> None:
    """Let texts that begin with ``kind:`` name players that somebody else knows."""
    _READERS[kind] = read


def read_contestant(text: str) -> Contestant:
    """A player as ``players.spec`` has them, ``engine:COMMAND``, or of a registered kind; ``UnknownName`` if there is
    none.
    """
    if text.startswith(ENGINE):
        return read_external(text)
    kind, colon, _ = text.partition(":")
    return _READERS[kind](text) if colon and kind in _READERS else Home(read_player(text))
