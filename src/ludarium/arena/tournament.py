"""A tournament from its settings to its last result."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from ludarium.arena.contestants import Contestant
from ludarium.arena.crew import Crew
from ludarium.arena.play import Games, Result, Start
from ludarium.arena.results import ArenaError, Ledger
from ludarium.arena.schedule import Pairing, Schedule, count_mixes
from ludarium.arena.sprt import Hypotheses, Verdict, judge
from ludarium.core.game import Ruleset

MOST_MIXES = 2000


@dataclass(frozen=True)
class Tournament:
    """What is played. ``games`` counts the games of every mix of players, rounded up to whole openings."""

    ruleset: Ruleset
    options: Mapping[str, object]
    players: Sequence[Contestant]
    games: int
    seed: int = 0
    opening_steps: int = 0
    hypotheses: Hypotheses | None = None
    seats: int = field(init=False)
    schedule: Schedule = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "seats", int(self.ruleset.new(self.options).seats))
        names = [player.text for player in self.players]
        if len(names) < 2 or count_mixes(len(names), self.seats) > MOST_MIXES:
            raise ArenaError("players", given=len(names), mixes=MOST_MIXES)
        for name in names:
            if names.count(name) > 1:
                raise ArenaError("player_twice", player=name)
        if self.hypotheses is not None and not len(names) == self.seats == 2:
            raise ArenaError("sprt_two")
        object.__setattr__(self, "schedule", Schedule(len(names), self.seats))

    @property
    def openings(self) -> int:
        return -(-self.games // self.seats)

    @property
    def size(self) -> int:
        """The number of all games."""
        return self.openings * self.schedule.games_per_opening

    @property
    def start(self) -> Start:
        return Start(self.ruleset.name, self.options, self.seed, self.opening_steps)

    def open_ledger(self, file: Path | None) -> Ledger:
        """The results so far, checked against the schedule."""
        ledger = Ledger(self.start.header(self.players), file)
        for number, result in ledger.results.items():
            if Pairing(result.number, result.opening, result.mix, result.seating) != self.schedule.game(number):
                ledger.close()
                raise ArenaError("file_schedule", file=file, game=number)
        return ledger

    def pairings(self) -> Iterator[Pairing]:
        return self.schedule.games(self.openings)

    def counted(self, ledger: Ledger) -> list[Result]:
        """The results so far in the order of the schedule, also of games beyond those asked for now."""
        return [ledger.results[number] for number in sorted(ledger.results)]

    def verdict(self, ledger: Ledger) -> Verdict | None:
        return None if self.hypotheses is None else judge(self.hypotheses, self.counted(ledger))

    def play(self, ledger: Ledger, crew: Crew) -> Generator[Result, None, None]:
        """Play what is not in the ledger yet, until all is played or the test has decided."""

        def decided() -> bool:
            verdict = self.verdict(ledger)
            return verdict is not None and verdict.accepted is not None

        if decided():
            return
        missing = (pairing for pairing in self.pairings() if pairing.number not in ledger.results)
        with closing(crew.work(Games(self.start, self.players), missing)) as games:
            for result in games:
                if ledger.add(result):
                    yield result
                if decided():
                    return
