"""Answers about other people: profiles, leaderboards, whom one follows, challenges."""

from dataclasses import dataclass
from typing import Literal

from ludarium.server.wire.cards import Rating, TableCard

GameResult = Literal["won", "drawn", "lost"]
Against = Literal["people", "computers"]


@dataclass(frozen=True)
class NamedPerson:
    id: str
    name: str
    guest: bool


@dataclass(frozen=True)
class Followed:
    """Somebody whom the visitor follows; ``table`` is the public game that they play now, if any."""

    id: str
    name: str
    here: bool
    table: str


@dataclass(frozen=True)
class Statistic:
    """How somebody has done in a game against people (``level`` 0), or against computers up to a level."""

    game: str
    title: str
    level: int
    opponent: str  # the name of the level; empty for people
    played: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class PublicProfile:
    """The page of an account. ``followed`` and ``blocked``: by the visitor."""

    id: str
    name: str
    since: int  # milliseconds since 1970
    ratings: list[Rating]
    statistics: list[Statistic]
    yours: bool
    followed: bool
    blocked: bool
    here: bool
    table: str  # a public game that they play now


@dataclass(frozen=True)
class PlayedGame:
    """A finished game; ``result`` is that of the person whose history it is, none where they had several seats."""

    table: TableCard
    result: GameResult | None


@dataclass(frozen=True)
class PlayedGames:
    """Finished games, the latest first; ``total`` are all of them, ``pages`` counts pages of this length."""

    games: list[PlayedGame]
    total: int
    page: int
    pages: int


@dataclass(frozen=True)
class Leader:
    """``sure`` orders the list: the rating less twice its deviation."""

    rank: int
    id: str
    name: str
    value: int
    deviation: int
    sure: int
    games: int


@dataclass(frozen=True)
class Leaderboard:
    ruleset: str
    title: str
    least: int  # rated games that are needed
    count: int  # everybody who has played so many
    leaders: list[Leader]
    you: Leader | None


@dataclass(frozen=True)
class Challenge:
    """A table at which a seat is kept for somebody; ``yours``: you have challenged them."""

    table: TableCard
    name: str  # of the other one
    yours: bool
    declined: bool


@dataclass(frozen=True)
class CodesLeft:
    """How many recovery codes are left, and when they were made (milliseconds since 1970; 0: never)."""

    count: int
    made: int


@dataclass(frozen=True)
class RecoveryCodes:
    """To be written down now: they are not shown again."""

    codes: list[str]
