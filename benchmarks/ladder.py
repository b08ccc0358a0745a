"""``make ladder``: how strong the computer players are, from random steps to the best, in every main ruleset.

Neighbours on the ladder play each other (see ``next_pair``), each match until its score is known well enough. The
ratings are anchored: ``ANCHOR`` is rated ``ANCHOR_ELO`` on every day and in every ruleset. It is a player that never
changes (``make best-2026``), and near the top, where differences matter most. (``random`` never changes either, but
is so far away that the distance to it is the least certain of all.)

All games are kept under ``build/ladder``, so that the command can be stopped and goes on where it was; ``ladder.json``
has the results of all until then, so that it also goes on in another checkout, with other openings. Games of a
level whose settings have changed do not count any more; after other changes of the players, remove what they played
from both.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations, pairwise
from math import ceil, inf
from os import cpu_count
from pathlib import Path
from time import perf_counter

from rich.progress import Progress

from benchmarks.beginner import BEGINNER, BeginnerSpec
from benchmarks.ladder_chart import chart
from ludarium.arena.contestants import Contestant, read_contestant
from ludarium.arena.statistics import Cross, Pair, Rating, cross_table, rate, wilson
from ludarium.arena.tournament import Tournament
from ludarium.cli.bench import machine, today, write_section
from ludarium.core.game import Game, find_ruleset
from ludarium.players.nets import own_nets
from ludarium.players.spec import PlayerSpec
from ludarium.workers.processes import Processes

FOLDER = Path("build/ladder")
RESULTS = Path(__file__).with_suffix(".json")
HIGHEST = "5:0.1s"  # less than the second that people give it, so that hundreds of games end this year
ANCHOR = "best-2026:0.1s"
ANCHOR_ELO = 2000
LEARNED: tuple[str, ...] = ()  # players with nets that are compared besides, such as best:0.1s@FILE.net
# About from weak to strong. Those with simulations stand between level 4 and level 5, who are far apart: from matches
# in which one wins everything nobody can tell how far. Each has about two and a half times as many as the one before.
_LOWER, _UPPER = (
    tuple(f"best:{count}sims-net" for count in counts) for counts in ((12, 30, 70), (160, 400, 1000, 2500))
)
BETWEEN = (*_LOWER, "uct:0.1s", *_UPPER)
LADDER = ("random", BEGINNER, "1", "2", "3", "4", *BETWEEN, HIGHEST, ANCHOR, *LEARNED)
WITHOUT_NET = "best:0.1s-net"  # where the highest level has one
WITHOUT_BELIEFS = "best:0.1s-beliefs"  # where something is hidden
# What has a goal of its own: who should score how much against whom.
STEPS = ((BEGINNER, "1"), ("2", "1"), ("3", "2"), ("4", "3"), (HIGHEST, "4"))
STEP_UP = (0.70, 0.85)  # each level against the one below
LEAST_BEGINNER = 0.75  # the careful beginner against level 1
OPENING_STEPS = 2
BATCH = 10  # games that two play before it is decided anew who plays; more where there are many cores
MOST_GAMES = 200  # of two players
PRECISION = 0.06  # half the 95 % interval of a score that is known well enough
PICTURES = {"light": Path("docs/ladder.svg"), "dark": Path("docs/ladder-dark.svg")}


@dataclass(frozen=True)
class Table:
    """Where a ladder is played."""

    ruleset: str
    options: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return " ".join([self.ruleset, *(f"{name}={value}" for name, value in self.options.items())])

    @property
    def game(self) -> Game:
        return find_ruleset(self.ruleset).game

    @property
    def players(self) -> list[str]:
        without_net = [WITHOUT_NET] if own_nets(self.ruleset) else []
        return [*LADDER, *without_net, *([WITHOUT_BELIEFS] if self.game.hidden_information else [])]


TABLES = (
    *(Table(name) for name in ("mur-jp", "mur-en", "myrmidons", "realm", "mutterland")),
    *(Table("mutterland", {"players": seats}) for seats in (3, 4)),
)


# --- who plays whom -------------------------------------------------------------------------------------------------
def next_pair(cross: Cross, steps: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """Who should play the next games, as places in the list of players; nobody, if all is known well enough.

    First everybody meets the next one in the list, which connects all. Then those of ``steps`` and the neighbours by
    their ratings play until they are known well enough; whoever have played least come first.
    """
    for one in range(len(cross) - 1):
        if not cross[one][one + 1].games:
            return one, one + 1
    ratings = rate(cross)
    order = sorted(range(len(cross)), key=lambda one: ratings[one].elo)
    later = [pair for pair in (*steps, *pairwise(order)) if not is_settled(cross[pair[0]][pair[1]])]
    return min(later, key=lambda pair: cross[pair[0]][pair[1]].games, default=None)


def connected(cross: Cross, player: int) -> list[int]:
    """Everybody whose strength can be compared with a player's: they have met, or have met somebody who can."""
    found = [player]
    for one in found:
        found += [other for other, pair in enumerate(cross[one]) if pair.games and other not in found]
    return sorted(found)


def is_settled(pair: Pair) -> bool:
    """Whether the score of two players is known well enough."""
    low, high = wilson(pair.score, pair.games)
    return pair.games >= MOST_GAMES or (high - low) / 2 <= PRECISION


# --- what was played elsewhere ----------------------------------------------------------------------------------------
@dataclass
class Earlier:
    """Results by tables and pairs of players, as ``Ladder.key`` writes them: wins, draws and losses of the first.
    ``seed`` decides the openings of games that are not among them.
    """

    seed: int = 1
    tables: dict[str, dict[str, str]] = field(default_factory=dict)

    @classmethod
    def read(cls, file: Path = RESULTS) -> "Earlier":
        return cls(**json.loads(file.read_text())) if file.exists() else cls()

    def write(self, file: Path = RESULTS) -> None:
        file.write_text(json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n")


# --- playing --------------------------------------------------------------------------------------------------------
def find_player(text: str) -> Contestant:
    return BeginnerSpec() if text == BEGINNER else read_contestant(text)


def settings(player: str, game: Game) -> str:
    """What else a player's name stands for: levels are tuned now and then. The anchor is frozen, and what it has played
    is counted where it is not built too.
    """
    if player == ANCHOR:
        return ""
    found = find_player(player)
    style = found.style if isinstance(found, PlayerSpec) else None
    return "-{}sims-{}".format(*game.levels[style.level - 1]) if style and style.level else ""


class Ladder:
    """The games of one table: all that are kept, and those that are played now."""

    def __init__(self, table: Table, earlier: Earlier) -> None:
        self.table, self.seed = table, earlier.seed
        self.earlier = earlier.tables.get(table.name, {})
        self.players = table.players
        self.cross: Cross = [[Pair() for _ in self.players] for _ in self.players]
        for pair in combinations(range(len(self.players)), 2):
            if self._file(pair).exists():
                self._play(pair, 0, 1, 0.0)
            elif self.key(pair) in self.earlier:
                self._count(pair, Pair())

    @property
    def games(self) -> int:
        return sum(pair.games for row in self.cross for pair in row) // 2

    def pair(self, one: str, other: str) -> Pair:
        return self.cross[self.players.index(one)][self.players.index(other)]

    def ratings(self) -> dict[str, Rating]:
        """Of those whom games connect with the anchor, from the strongest to the weakest."""
        anchor = self.players.index(ANCHOR)
        met = connected(self.cross, anchor)
        found = rate([[self.cross[one][other] for other in met] for one in met], anchor=met.index(anchor))
        rated = {
            self.players[one]: Rating(ANCHOR_ELO + rating.elo, rating.margin)
            for one, rating in zip(met, found, strict=True)
        }
        return dict(sorted(rated.items(), key=lambda item: -item[1].elo))

    def play(self, jobs: int, until: float, progress: Progress) -> None:
        """Play until everything is known well enough, or until that time."""
        steps = [(self.players.index(one), self.players.index(other)) for one, other in (*STEPS, (HIGHEST, ANCHOR))]
        task = progress.add_task(self.table.name, total=None)
        while perf_counter() < until and (pair := next_pair(self.cross, steps)) is not None:
            who = " – ".join(self.players[one] for one in pair)
            progress.update(task, description=f"{self.table.name}: {who}", completed=self.games)
            self._play((min(pair), max(pair)), max(BATCH, 2 * jobs), jobs, until)
        progress.update(task, description=self.table.name, completed=self.games)

    def _play(self, pair: tuple[int, int], games: int, jobs: int, until: float) -> None:
        """Let two play so many games more, and count all of theirs."""
        contestants = [find_player(self.players[one]) for one in pair]
        held = Tournament(
            find_ruleset(self.table.ruleset), self.table.options, contestants, 0, self.seed, OPENING_STEPS
        )
        ledger = held.open_ledger(self._file(pair))
        each = held.schedule.games_per_opening
        openings = len(ledger.results) // each + ceil(games / each)
        try:
            with closing(replace(held, games=openings * held.seats).play(ledger, Processes(jobs))) as played:
                while games and perf_counter() < until and next(played, None) is not None:
                    pass
        finally:
            ledger.close()
        self._count(pair, cross_table(ledger.in_order(), 2)[0][1])

    def _count(self, pair: tuple[int, int], now: Pair) -> None:
        """Count the games of two, those that were played earlier too."""
        wins, draws, losses = (int(count) for count in self.earlier.get(self.key(pair), "0 0 0").split())
        total = Pair(now.wins + wins, now.draws + draws, now.losses + losses)
        self.cross[pair[0]][pair[1]] = total
        self.cross[pair[1]][pair[0]] = Pair(total.losses, total.draws, total.wins)

    def key(self, pair: tuple[int, int]) -> str:
        """What the results of two are kept under: their names, and what these stand for."""
        return " – ".join(self.players[one] + settings(self.players[one], self.table.game) for one in pair)

    def _file(self, pair: tuple[int, int]) -> Path:
        name = f"{self.key(pair)}.jsonl".replace(" – ", "_").replace("/", "-").replace(":", "-")
        return FOLDER / self.table.name / name

    def results(self) -> dict[str, str]:
        """All that count, as they are kept."""
        pairs = ((pair, self.cross[pair[0]][pair[1]]) for pair in combinations(range(len(self.players)), 2))
        return {self.key(pair): f"{one.wins} {one.draws} {one.losses}" for pair, one in pairs if one.games}


# --- what is written ------------------------------------------------------------------------------------------------
def ratings_table(ladders: Sequence[Ladder]) -> str:
    found = [(ladder, ladder.ratings()) for ladder in ladders]
    found = [(ladder, ratings) for ladder, ratings in found if len(ratings) > 1]
    everybody = (WITHOUT_BELIEFS, WITHOUT_NET, *reversed(LADDER))
    names = [name for name in everybody if any(name in ratings for _, ratings in found)]
    head = ["", *(ladder.table.name for ladder, _ in found)]
    rows = [[f"`{name}`", *(_rating(ratings.get(name), name) for _, ratings in found)] for name in names]
    return _markdown(head, [*rows, ["games", *(f"{ladder.games:,}" for ladder, _ in found)]])


def _rating(rating: Rating | None, name: str) -> str:
    if rating is None:
        return "–"
    return f"**{ANCHOR_ELO}**" if name == ANCHOR else f"{rating.elo:.0f} ± {rating.margin:.0f}"


def steps_table(ladders: Sequence[Ladder]) -> str:
    rows = []
    for ladder in ladders:
        for one, other in STEPS:
            pair = ladder.pair(one, other)
            if pair.games:
                low, high = wilson(pair.score, pair.games)
                least, most = (LEAST_BEGINNER, 1.0) if one == BEGINNER else STEP_UP
                rows.append(
                    [
                        *(ladder.table.name, f"{one} – {other}", str(pair.games)),
                        *(
                            f"**{pair.score:.1%}** (+{pair.wins} ={pair.draws} −{pair.losses})",
                            f"{low:.0%} … {high:.0%}",
                        ),
                        "yes" if least <= pair.score <= most else "**no**",
                    ]
                )
    return _markdown(["table", "players", "games", "score", "95 %", "goal reached"], rows)


def _markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    ruled = ["---", *("---:" for _ in head[1:])]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ruled, *rows))


def results_page(ladders: Sequence[Ladder]) -> str:
    return f"""# Computer players

Played by {today()} with `make ladder`. Machine: {machine()}.

## Ratings
Elo with 95 % intervals; `{ANCHOR}` is {ANCHOR_ELO} everywhere, and an interval is about the distance to it. Players are
written as for `ludarium arena`; each thinks on one core. Games begin with {OPENING_STEPS} random steps, each opening
from all seats. At tables for more than two, games count pairs of players. Two players play until their score is known
to ± {100 * PRECISION:.0f} %, at most {MOST_GAMES} games.

{ratings_table(ladders)}

## Each level against the one below, and the careful beginner against level 1
The goal of a step up is {100 * STEP_UP[0]:.0f} to {100 * STEP_UP[1]:.0f} %, the beginner's at least
{100 * LEAST_BEGINNER:.0f} %.

{steps_table(ladders)}
"""


def docs_page(ladders: Sequence[Ladder]) -> str:
    """What the page on computer players shows."""
    return f"""<picture>
<source media="(prefers-color-scheme: dark)" srcset="{PICTURES["dark"].name}">
<img src="{PICTURES["light"].name}" alt="Ratings of the computer players in every main ruleset">
</picture>

{ratings_table(ladders)}

Played by {today()} on {machine()}.
"""


def write(ladders: Sequence[Ladder], results: Path, docs: Path) -> None:
    write_section(results, "players", results_page(ladders))
    write_section(docs, "ladder", docs_page(ladders))
    rungs = {ladder.table.name: ratings for ladder in ladders if len(ratings := ladder.ratings()) > 1}
    for theme, file in PICTURES.items():
        file.write_text(chart(rungs, theme))


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--results", type=Path, default=Path("benchmarks/results.md"))
    reader.add_argument("--docs", type=Path, default=Path("docs/players.md"))
    reader.add_argument("--only", default="", help="a table, such as mur-jp or mutterland players=3")
    reader.add_argument(
        "--seconds", type=float, default=inf, help="stop after that time, shared by the tables, to go on another time"
    )
    reader.add_argument("--keep", action="store_true", help="keep what was played in ladder.json, for other checkouts")
    reader.add_argument("--jobs", type=int, default=cpu_count() or 1)
    given = reader.parse_args()
    until = perf_counter() + given.seconds
    earlier = Earlier.read()
    ladders = [Ladder(table, earlier) for table in TABLES]
    chosen = [ladder for ladder in ladders if given.only in ("", ladder.table.name)]
    with Progress() as progress:
        for place, ladder in enumerate(chosen):
            now = perf_counter()
            ladder.play(given.jobs, now + (until - now) / (len(chosen) - place), progress)
    write(ladders, given.results, given.docs)
    if given.keep:
        Earlier(earlier.seed + 1, {ladder.table.name: ladder.results() for ladder in ladders}).write()
        shutil.rmtree(FOLDER, ignore_errors=True)  # now they are counted there
    return 0


if __name__ == "__main__":
    sys.exit(main())
