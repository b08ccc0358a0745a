"""The games of a tournament: who meets whom from which opening and on which seats, and how one game is played.

A *mix* is a choice of players for one table whose numbers of seats differ by at most one: a pair of players in a game
for two; two players at a table for three sit there as A A B and as A B B. An *opening* is a start that every mix
plays in all rotations, so that everybody meets the same starts from every seat. The schedule goes opening by opening:
whoever asks for more games continues it.

A player is given nothing but its own seat's views. ``Games`` is the task of a tournament's workers
(``workers/jobs.py``): its jobs are pairings, its answers results.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb
from time import perf_counter
from typing import Literal, NamedTuple

from ludarium.arena.contestants import Contestant
from ludarium.core.rng import Rng
from ludarium.players.agreement import accepts_end, offers_end
from ludarium.players.report import PlayerFailed, Report
from ludarium.players.spec import Player
from ludarium.players.thoughts import RANDOM_STEP, thought_text
from ludarium.table.collection import GAME_REMARK
from ludarium.table.record import Record, same_salts
from ludarium.table.table import Table

FORFEIT = "forfeit"
UNFINISHED = "unfinished"  # the longest game that is played out; counts as a draw
LONGEST_GAME = 20_000  # steps
_STARTS, _DECISIONS = 1, 2  # what a seed is for
Keep = Literal["results", "records", "policies"]  # each with what comes before it


# --- the schedule -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Pairing:
    """One game to be played: its number, its opening, and which player (an index) sits on each seat."""

    number: int
    opening: int
    mix: int
    seating: tuple[int, ...]


def mixes(players: int, seats: int) -> list[tuple[int, ...]]:
    """All balanced mixes, each as a sorted list of players."""
    each, more = divmod(seats, players)
    chosen = combinations(range(players), more)
    return [tuple(sorted([*range(players)] * each + [*extra])) for extra in chosen]


def count_mixes(players: int, seats: int) -> int:
    return comb(players, seats % players)


@cache
def orders(mix: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The ways to sit around a table that are no rotations of each other, in a fixed order."""
    found: dict[tuple[int, ...], None] = {}
    for rest in permutations(mix[1:]):
        order = (mix[0], *rest)
        found.setdefault(min(rotations(order)))
    return list(found)


def rotations(order: Sequence[int]) -> list[tuple[int, ...]]:
    return [(*order[shift:], *order[:shift]) for shift in range(len(order))]


class Schedule:
    """All games of so many players, numbered opening by opening; the order around a table changes with the opening."""

    def __init__(self, players: int, seats: int) -> None:
        self.seats = seats
        self._mixes = mixes(players, seats)
        self.games_per_opening = len(self._mixes) * seats

    def game(self, number: int) -> Pairing:
        opening, rest = divmod(number, self.games_per_opening)
        mix, shift = divmod(rest, self.seats)
        ways = orders(self._mixes[mix])
        return Pairing(number, opening, mix, rotations(ways[opening % len(ways)])[shift])


def mix_seeds(*numbers: int) -> Rng:
    """A generator for these numbers together, the same on every machine: none of two that differ is the other's."""
    state = 0
    for value in numbers:
        rng = Rng(state ^ value)
        state = sum(rng.below(1 << 31) << 31 * part for part in range(3))
    return Rng(state)


# --- one game ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Start:
    """What all games of a tournament have in common. ``keep``: what becomes a record of each."""

    ruleset: str
    options: Mapping[str, object]
    seed: int
    opening_steps: int
    longest: int = LONGEST_GAME
    keep: Keep = "results"


@dataclass(frozen=True)
class Result(Pairing):
    """How one game went. ``seconds`` and ``slowest`` are each seat's time to decide: in all, and at most."""

    winners: tuple[int, ...]
    ending: str
    fault: str  # why somebody forfeited, and more about it
    note: str
    steps: int
    turns: int
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]

    def check(self) -> None:
        if not set(self.winners) <= set(range(len(self.seating))):
            raise ValueError("winners that are not at this table")

    def ranks(self) -> tuple[float, ...]:
        """Each seat's rank: winners share the best ranks, the others the rest; in a draw all share all."""
        seats = len(self.seating)
        won = len(self.winners)
        return tuple((won + 1) / 2 if seat in self.winners else (won + 1 + seats) / 2 for seat in range(seats))


def open_table(start: Start, opening: int) -> Table:
    """The table after the opening's random steps, which end before a secret set-up and before the end of the game."""
    rng = mix_seeds(start.seed, _STARTS, opening)
    table = Table(start.ruleset, start.options, rng.below(1 << 31))
    for _ in range(start.opening_steps):
        steps = list(table.state.legal())
        step = steps[rng.below(len(steps))]
        after = table.state.copy()
        after.apply(step, None)
        if after.seat < 0 or table.game.is_setup(table.state):
            break
        table.take(table.seat, table.game.step_text(step))
    return table


def play_at(
    table: Table,
    start: Start,
    pairing: Pairing,
    players: Sequence[Player],
    thoughts: dict[int, str] | None = None,
) -> Result:
    """Play at this table to the end; ``players`` sit there in this order. Who gives no legal step forfeits the game.
    What they think goes into ``thoughts``, by how many steps had been taken.

    Players that say what they expect may agree to end the game; who is offered that answers by its last report.
    """
    for player in players:
        player.begin()
    spent: list[list[float]] = [[] for _ in players]  # seconds for each decision
    reports: dict[int, Report] = {}  # the last one of each seat
    winners: tuple[int, ...] = ()
    ending, fault, note = UNFINISHED, "", ""
    while table.seat >= 0 and len(table.history.steps) < start.longest:
        seat = table.seat
        seed = mix_seeds(start.seed, _DECISIONS, pairing.number, len(table.history.steps)).below(1 << 31)
        views = table.views(seat)
        began = perf_counter()
        try:
            reports[seat] = players[seat].choose(table.ruleset, views, seat, seed)
            step = reports[seat].step
            if step not in list(views[-1].legal()):
                raise PlayerFailed("illegal", str(step))
        except PlayerFailed as failure:
            ending, fault, note = FORFEIT, failure.key, failure.detail
            winners = tuple(other for other in range(len(players)) if other != seat)
            break
        finally:
            spent[seat].append(perf_counter() - began)
        if thoughts is not None and (thought := thought_text(table.game, reports[seat])):
            thoughts[len(table.history.steps)] = thought
        table.take(seat, table.game.step_text(step))
        if table.state.turn != views[-1].turn and _all_agree(table, seat, reports):
            table.agree()
    if table.outcome is not None:
        winners, ending = table.outcome.winners, table.outcome.reason
    return Result(
        **vars(pairing),
        winners=winners,
        ending=ending,
        fault=fault,
        note=note,
        steps=len(table.history.steps),
        turns=int(table.state.turn),
        decisions=tuple(map(len, spent)),
        seconds=tuple(round(sum(seconds, 0.0), 4) for seconds in spent),
        slowest=tuple(round(max(seconds, default=0.0), 4) for seconds in spent),
    )


def _all_agree(table: Table, seat: int, reports: Mapping[int, Report]) -> bool:
    """Whether a seat that has ended its turn offers to end the game, and all others accept."""
    if len(reports) < len(table.players) or not all(report.has_expectation for report in reports.values()):
        return False
    if table.seat < 0 or not offers_end(table.game, table.views(seat), seat, reports[seat]):
        return False
    others = [other for other in reports if other != seat]
    return all(accepts_end(table.game, table.views(other), other, reports[other]) for other in others)


def record_game(table: Table, opened: int, result: Result, names: Sequence[str], thoughts: Mapping[int, str]) -> str:
    """The record of a game that was played at this table, after ``opened`` random steps. Of a forfeit it says that who
    forfeited resigned, and of a game that was not played out that it was aborted; either is remarked.
    """
    table.players = tuple(" ".join(name.split()) for name in names)
    remark = f"{GAME_REMARK} {result.number}"
    if table.outcome is None:
        remark += f"\n{result.ending}" + (f": {result.fault}" if result.fault else "")
        if result.ending == FORFEIT:
            table.resign(next(seat for seat in range(len(names)) if seat not in result.winners))
        else:
            table.abort()
    drawn = dict.fromkeys(range(opened), RANDOM_STEP)
    salts = same_salts(table.seed, result.number)
    return Record.create(table, remark=remark, thoughts={**drawn, **thoughts}, new_salt=salts).text()


@dataclass(frozen=True)
class Games:
    """The games of a tournament between these players."""

    start: Start
    contestants: Sequence[Contestant]

    def open(self) -> "GameWorker":
        return GameWorker(self)


class Played(NamedTuple):
    """A game that was played: its result, and its record if it is to be kept."""

    result: Result
    record: str


class GameWorker:
    """Plays games of a tournament, one after another; its players stay open from game to game."""

    def __init__(self, games: Games) -> None:
        self._games = games
        # What is secret among the options the table keeps to itself.
        self._options = Table(games.start.ruleset, games.start.options).changed
        self._open: dict[tuple[int, int], Player] = {}

    def do(self, pairing: Pairing) -> Played:
        return self.play(open_table(self._games.start, pairing.opening), pairing)

    def play(self, table: Table, pairing: Pairing) -> Played:
        """The same at a table that is there already, for whoever looks at it afterwards."""
        seating, start = pairing.seating, self._games.start
        players = [self._seated(player, seating[:seat].count(player)) for seat, player in enumerate(seating)]
        opened = len(table.history.steps)
        thoughts: dict[int, str] | None = {} if start.keep == "policies" else None
        result = play_at(table, start, pairing, players, thoughts)
        if result.ending == FORFEIT:  # whoever failed begins the next game anew
            self.close()
        if start.keep == "results":
            return Played(result, "")
        names = [self._games.contestants[player].text for player in seating]
        return Played(result, record_game(table, opened, result, names, thoughts or {}))

    def close(self) -> None:
        while self._open:
            self._open.popitem()[1].close()

    def _seated(self, player: int, copy: int) -> Player:
        """A player that sits there twice is two players: nobody shares what a player keeps, not even with itself."""
        if (player, copy) not in self._open:
            self._open[player, copy] = self._games.contestants[player].open(self._options)
        return self._open[player, copy]
