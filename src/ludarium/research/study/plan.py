"""What a study plays: so many games of each of its rulesets, by the same players; and the file that keeps them."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from ludarium.arena.contestants import Contestant
from ludarium.arena.crew import Crew
from ludarium.arena.ledger import GrowingFile
from ludarium.arena.play import Games, Start, open_table
from ludarium.arena.schedule import Pairing, Schedule, count_mixes
from ludarium.arena.tournament import MOST_MIXES
from ludarium.core.game import Ruleset
from ludarium.core.options import OptionValue
from ludarium.research.study.watch import Watched, measure, read_watched
from ludarium.research.study.words import StudyError

USUAL_JUDGING = 100


class StudyLedger(GrowingFile[Watched]):
    """All games of one ruleset so far, by number."""

    format = "ludarium-study 1"
    error = StudyError

    def read_game(self, fields: dict[str, object]) -> Watched:
        return read_watched(fields)


@dataclass(frozen=True)
class Plan:
    """One ruleset's part of a study. A single player plays itself, every game from an opening of its own; several meet
    as in a tournament, so that everybody has every seat equally often, and ``games`` is rounded up to make that so.
    ``judging`` is the number of simulations that say what the seats could expect.
    """

    ruleset: Ruleset
    options: Mapping[str, object]
    players: Sequence[Contestant]
    games: int
    seed: int = 0
    opening_steps: int = 0
    judging: int = USUAL_JUDGING
    seats: int = field(init=False)
    schedule: Schedule = field(init=False)

    def __post_init__(self) -> None:
        names = [player.text for player in self.players]
        for name in names:
            if names.count(name) > 1:
                raise StudyError("player_twice", player=name)
        seats = int(self.ruleset.new(self.options).seats)
        if count_mixes(len(names), seats) > MOST_MIXES:
            raise StudyError("players", given=len(names), mixes=MOST_MIXES)
        object.__setattr__(self, "seats", seats)
        object.__setattr__(self, "schedule", Schedule(len(names), seats))

    @property
    def start(self) -> Start:
        return Start(self.ruleset.name, self.options, self.seed, self.opening_steps)

    @property
    def size(self) -> int:
        """The number of all games."""
        if len(self.players) == 1:
            return self.games
        whole = self.schedule.games_per_opening
        return -(-self.games // whole) * whole

    @property
    def chosen(self) -> dict[str, OptionValue]:
        """All options of the ruleset as they are played."""
        return self.ruleset.read(self.options)

    def game(self, number: int) -> Pairing:
        return Pairing(number, number, 0, (0,) * self.seats) if len(self.players) == 1 else self.schedule.game(number)

    def header(self) -> dict[str, object]:
        """What a file must agree in to be continued."""
        return {**self.start.header(self.players), "judging": self.judging}

    def open_ledger(self, file: Path | None) -> StudyLedger:
        """The games so far, checked against the schedule."""
        ledger = StudyLedger(self.header(), file)
        for number, game in ledger.results.items():
            pairing = self.game(number)
            if (game.opening, game.seating) != (pairing.opening, pairing.seating):
                ledger.close()
                raise StudyError("file_schedule", file=file, game=number)
        return ledger


@dataclass(frozen=True)
class Job:
    """One game of one of the plans."""

    number: int
    plan: int
    pairing: Pairing


@dataclass(frozen=True)
class Answer:
    plan: int
    game: Watched


@dataclass(frozen=True)
class Watching:
    """The task of a study's workers: the games of each plan, to be played and measured."""

    games: Sequence[Games]
    judging: int

    def open(self) -> "Watcher":
        return Watcher(self)


class Watcher:
    def __init__(self, watching: Watching) -> None:
        self._watching = watching
        self._workers = [games.open() for games in watching.games]

    def do(self, job: Job) -> Answer:
        start = self._watching.games[job.plan].start
        table = open_table(start, job.pairing.opening)
        opened = len(table.history.steps)
        result = self._workers[job.plan].play(table, job.pairing)
        return Answer(job.plan, measure(table, opened, result, start.seed, self._watching.judging))

    def close(self) -> None:
        for worker in self._workers:
            worker.close()


def play(plans: Sequence[Plan], ledgers: Sequence[StudyLedger], crew: Crew) -> Generator[Answer, None, None]:
    """Play what is not in the ledgers yet, game by game of all rulesets in turn, so that a study that was stopped has
    about as many of each.
    """
    watching = Watching([Games(plan.start, plan.players) for plan in plans], plans[0].judging)
    with closing(crew.work(watching, _missing(plans, ledgers))) as answers:
        for answer in answers:
            if ledgers[answer.plan].add(answer.game):
                yield answer


def _missing(plans: Sequence[Plan], ledgers: Sequence[StudyLedger]) -> Iterator[Job]:
    number = 0
    for game in range(max(plan.size for plan in plans)):
        for index, (plan, ledger) in enumerate(zip(plans, ledgers, strict=True)):
            if game < plan.size and game not in ledger.results:
                yield Job(number, index, plan.game(game))
                number += 1
