"""A tournament from its settings to its last result, and what it shares with other games between players."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic

from ludarium.arena.contestants import Contestant
from ludarium.arena.games import Games, Keep, Pairing, Result, Schedule, Start, count_mixes
from ludarium.arena.ledger import K, Ledger
from ludarium.arena.records import Records
from ludarium.arena.statistics import Hypotheses, Verdict, judge
from ludarium.core.errors import LudariumError
from ludarium.core.game import Ruleset
from ludarium.workers.jobs import Workers

MOST_MIXES = 2000


class ArenaError(LudariumError):
    """A tournament that cannot be played or gone on with."""

    section = "arena"


@dataclass(frozen=True)
class Contest(Generic[K]):
    """Games of a ruleset between players; a ``K`` is what is kept of a game."""

    ruleset: Ruleset
    options: Mapping[str, object]
    players: Sequence[Contestant]
    games: int
    seed: int = 0
    opening_steps: int = 0
    keep: Keep = "results"
    seats: int = field(init=False)
    schedule: Schedule = field(init=False)

    kind: ClassVar[type[Any]]  # of K
    format: ClassVar[str]  # of its file
    error: ClassVar[type[LudariumError]]
    fewest_players: ClassVar[int]

    def __post_init__(self) -> None:
        seats = int(self.ruleset.new(self.options).seats)
        names = [player.text for player in self.players]
        if len(names) < self.fewest_players or count_mixes(len(names), seats) > MOST_MIXES:
            raise self.error("players", given=len(names), mixes=MOST_MIXES)
        for name in names:
            if names.count(name) > 1:
                raise self.error("player_twice", player=name)
        object.__setattr__(self, "seats", seats)
        object.__setattr__(self, "schedule", Schedule(len(names), seats))

    @property
    def size(self) -> int:
        """The number of all games."""
        raise NotImplementedError

    @property
    def start(self) -> Start:
        return Start(self.ruleset.name, self.options, self.seed, self.opening_steps, keep=self.keep)

    def game(self, number: int) -> Pairing:
        return self.schedule.game(number)

    def header(self) -> dict[str, object]:
        """What a file must agree in to be continued; the number of games may grow."""
        return {
            "ruleset": self.ruleset.name,
            "options": self.options,
            "players": [player.text for player in self.players],
            "seed": self.seed,
            "opening": self.opening_steps,
        }

    def open_ledger(self, file: Path | None) -> Ledger[K]:
        """The games so far, checked against the schedule."""
        ledger: Ledger[K] = Ledger(self.kind, self.format, self.error, self.header(), file)
        for number, game in ledger.results.items():
            planned = vars(self.game(number))
            if any(getattr(game, name, value) != value for name, value in planned.items()):
                ledger.close()
                raise self.error("file_schedule", file=file, game=number)
        return ledger


@dataclass(frozen=True)
class Tournament(Contest[Result]):
    """``games`` counts the games of every mix of players, rounded up to whole openings."""

    hypotheses: Hypotheses | None = None

    kind = Result
    format = "ludarium-arena 1"
    error = ArenaError
    fewest_players = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.hypotheses is not None and len(self.players) != 2:
            raise ArenaError("sprt_two")

    @property
    def size(self) -> int:
        return -(-self.games // self.seats) * self.schedule.games_per_opening

    def missing(self, ledger: Ledger[Result]) -> Iterator[Pairing]:
        """What is not in the ledger yet."""
        return (self.game(number) for number in range(self.size) if number not in ledger.results)

    def verdict(self, ledger: Ledger[Result]) -> Verdict | None:
        return None if self.hypotheses is None else judge(self.hypotheses, ledger.in_order())

    def play(
        self, ledger: Ledger[Result], workers: Workers, records: Records | None = None
    ) -> Generator[Result, None, None]:
        """Play what is not in the ledger yet, until all is played or the test has decided."""

        def decided() -> bool:
            verdict = self.verdict(ledger)
            return verdict is not None and verdict.accepted is not None

        if decided():
            return
        with closing(workers.work(Games(self.start, self.players), self.missing(ledger))) as games:
            for result, record in games:
                if result.number not in ledger.results:
                    if records is not None:
                        records.add(self.ruleset.name, result.number, record)
                    ledger.add(result)
                    yield result
                if decided():
                    return
