"""What a study plays or reads: so many games of each of its rulesets, by the same players; and the file that keeps
them.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ludarium.arena.games import UNFINISHED, Games, Pairing, Result, open_table
from ludarium.arena.ledger import Ledger
from ludarium.arena.records import Records
from ludarium.arena.tournament import Contest
from ludarium.core.errors import LudariumError
from ludarium.core.options import OptionValue
from ludarium.core.words import Words, read_words
from ludarium.research.study.watch import Watched, measure
from ludarium.table.reading import read_record
from ludarium.table.table import Table
from ludarium.workers.jobs import Workers

USUAL_JUDGING = 100


@cache
def study_words(locale: str) -> Words:
    """What a study's report and its errors say."""
    return read_words(Path(__file__).parent / "text", locale)


class StudyError(LudariumError):
    """A study that cannot be made or gone on with."""

    def sentence(self, locale: str) -> str:
        return study_words(locale).say(self.section, self.key, self.data)


@dataclass(frozen=True)
class Plan(Contest[Watched]):
    """One ruleset's part of a study. A single player plays itself, every game from an opening of its own; several meet
    as in a tournament, so that everybody has every seat equally often, and ``games`` is rounded up to make that so.
    ``judging`` is the number of simulations that say what the seats could expect.
    """

    judging: int = USUAL_JUDGING

    kind = Watched
    format = "ludarium-study 1"
    error = StudyError
    fewest_players = 1

    @property
    def size(self) -> int:
        if len(self.players) == 1:
            return self.games
        whole = self.schedule.games_per_opening
        return -(-self.games // whole) * whole

    @property
    def chosen(self) -> dict[str, OptionValue]:
        """All options of the ruleset as they are played."""
        return self.ruleset.read(self.options)

    def game(self, number: int) -> Pairing:
        return Pairing(number, number, 0, (0,) * self.seats) if len(self.players) == 1 else super().game(number)

    def record(self, number: int) -> str:
        """The record of a game that was played already; of one that is to be played, nothing."""
        return ""

    def header(self) -> dict[str, object]:
        return {**super().header(), "judging": self.judging}


@dataclass(frozen=True)
class Job:
    """One game of one of the plans, and its record if it was played already."""

    number: int
    plan: int
    pairing: Pairing
    record: str = ""


@dataclass(frozen=True)
class Watching:
    """The task of a study's workers: the games of each plan, to be played (if they were not yet) and measured."""

    games: Sequence[Games]
    judging: int

    def open(self) -> "Watcher":
        return Watcher(self)


class Watcher:
    def __init__(self, watching: Watching) -> None:
        self._watching = watching
        self._players = [games.open() for games in watching.games]

    def do(self, job: Job) -> tuple[int, Watched, str]:
        """The number of the plan, its game, and the record of that if it is to be kept."""
        start = self._watching.games[job.plan].start
        if job.record:
            table = read_record(job.record).table
            return job.plan, measure(table, 0, _result(table, job.pairing), start.seed, self._watching.judging), ""
        table = open_table(start, job.pairing.opening)
        opened = len(table.history.steps)
        result, record = self._players[job.plan].play(table, job.pairing)
        return job.plan, measure(table, opened, result, start.seed, self._watching.judging), record

    def close(self) -> None:
        for players in self._players:
            players.close()


def _result(table: Table, pairing: Pairing) -> Result:
    """How a recorded game ended."""
    winners, ending = ((), UNFINISHED) if table.outcome is None else (table.outcome.winners, table.outcome.reason)
    return Result(
        **vars(pairing),
        winners=winners,
        ending=ending,
        fault="",
        note="",
        steps=len(table.history.steps),
        turns=int(table.state.turn),
        decisions=(),
        seconds=(),
        slowest=(),
    )


def play(
    plans: Sequence[Plan], ledgers: Sequence[Ledger[Watched]], workers: Workers, records: Records | None = None
) -> Generator[Watched, None, None]:
    """Play or read what is not in the ledgers yet, game by game of all rulesets in turn, so that a study that was
    stopped has about as many of each.
    """
    watching = Watching([Games(plan.start, plan.players) for plan in plans], plans[0].judging)
    with closing(workers.work(watching, _missing(plans, ledgers))) as answers:
        for plan, game, record in answers:
            if game.number not in ledgers[plan].results:
                if records is not None:
                    records.add(plans[plan].ruleset.name, game.number, record)
                ledgers[plan].add(game)
                yield game


def _missing(plans: Sequence[Plan], ledgers: Sequence[Ledger[Watched]]) -> Iterator[Job]:
    number = 0
    for game in range(max(plan.size for plan in plans)):
        for index, (plan, ledger) in enumerate(zip(plans, ledgers, strict=True)):
            if game < plan.size and game not in ledger.results:
                yield Job(number, index, plan.game(game), plan.record(game))
                number += 1
