"""Players named by a short text, as a command line or a tournament names them."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from ludarium.core.errors import UnknownName
from ludarium.core.game import Ruleset
from ludarium.core.options import shortened
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.players.levels import RANDOM, find_level
from ludarium.players.nets import keep_file, open_net, read_file
from ludarium.players.report import Report, plain_report
from ludarium.players.style import Limits, ThinkingStyle
from ludarium.players.thinker import Question, Thinker

FORMS = (
    "1–5",
    "5:0.5s",
    "best:800sims",
    "best:0.5s-beliefs",
    "best:0.5s-net",
    "best:0.5s@FILE.net",
    "uct:0.5s",
    RANDOM,
)


class Player(Protocol):
    """Decides for a seat. ``views`` are what the seat has seen of the game, the oldest first."""

    def begin(self) -> None:
        """Another game begins: nothing of the last one may count."""

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> Report:
        """The decision; ``PlayerFailed`` if there is none."""

    def close(self) -> None: ...


class Searcher:
    """A player that thinks in this process, on one core."""

    def __init__(self, style: ThinkingStyle) -> None:
        self.style = style
        self.begin()

    def begin(self) -> None:
        self._thinker = Thinker()

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> Report:
        return self._thinker.decide(Question(ruleset.name, views, self.style, seed))

    def close(self) -> None:
        self.begin()  # which lets go of the last tree


class RandomPlayer:
    """Steps at random."""

    def begin(self) -> None:
        pass

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> Report:
        legal = views[-1].legal()
        return plain_report(int(legal[Rng(seed).below(len(legal))]), views[-1], seat)

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class PlayerSpec:
    """A player that can be opened anywhere: what is in the file of its net travels with it."""

    text: str
    style: ThinkingStyle | None  # none: steps at random
    net: bytes = field(default=b"", repr=False)

    def within(self, seconds: float) -> "PlayerSpec":
        """The same player with so much time for a decision; who steps at random needs none."""
        style = self.style and replace(self.style, limits=Limits(seconds=seconds))
        return replace(self, text=f"{self.text} within {seconds} s", style=style)

    @property
    def seconds(self) -> float | None:
        """The time that it is given for a decision, if it is given one."""
        return None if self.style is None else self.style.limits.seconds

    def check(self, ruleset: Ruleset, options: Mapping[str, object]) -> None:
        """``NetError`` if its net is for other games."""
        if self.style is not None and self.style.net:
            open_net(self.net, ruleset, ruleset.new(options, 0))

    def open(self, options: Mapping[str, object] | None = None) -> Player:
        """The player; the views that it is given say all about the options."""
        if self.style is None:
            return RandomPlayer()
        if self.style.net:
            keep_file(self.style.net, self.net)
        return Searcher(self.style)


def read_player(text: str) -> PlayerSpec:
    """The player with that name (see ``FORMS``); ``UnknownName`` says which there are."""
    for pattern, read in _PATTERNS.items():
        found = re.fullmatch(pattern, text.strip())
        if found is not None:
            net = found.groupdict().get("net")
            return PlayerSpec(text.strip(), read(found), read_file(net) if net else b"")
    raise UnknownName("player_unknown", player=shortened(text), forms=FORMS)


def _limits(found: re.Match[str]) -> Limits:
    if found["unit"] == "sims":
        return Limits(simulations=int(found["amount"]))
    return Limits(seconds=float(found["amount"]))


def _level(found: re.Match[str]) -> ThinkingStyle:
    level = find_level(int(found["level"]))
    if found["amount"] is None:
        return level.style
    return replace(level.style, limits=_limits(found))


def _searcher(found: re.Match[str]) -> ThinkingStyle:
    without = found["without"].split("-")
    return ThinkingStyle(
        _limits(found),
        insight="insight" not in without,
        tactics="tactics" not in without,
        beliefs="beliefs" not in without,
        setups="setups" not in without,
        net="" if "net" in without else found["net"],
    )


def _uniform(found: re.Match[str]) -> ThinkingStyle:
    return ThinkingStyle(_limits(found), insight=False, tactics=False, beliefs=False)


# Something greater than 0: whole simulations, or at most 9999 seconds.
AMOUNT = r"(?=[\d.]*[1-9])(?P<amount>\d{1,9}(?=sims)|\d{1,4}(?:\.\d{1,6})?(?=s\b))(?P<unit>sims|s)"
_PATTERNS: dict[str, Callable[[re.Match[str]], ThinkingStyle | None]] = {
    RANDOM: lambda _: None,
    rf"(?P<level>\d)(:{AMOUNT})?": _level,
    rf"best:{AMOUNT}(?P<without>(-(insight|tactics|beliefs|setups|net))*)(?:@(?P<net>.+))?": _searcher,
    rf"uct:{AMOUNT}": _uniform,
}
