"""What ``arena`` and ``study`` share: who plays how many games, who does the work, and how far it is."""

import argparse
import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

import ludarium.research.openspiel_players  # noqa: F401 (lets the arena know their names)
from ludarium.arena.contestants import Contestant, read_contestant
from ludarium.arena.games import Keep
from ludarium.arena.records import Records
from ludarium.cli.arguments import add_start, read_jobs
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import Ruleset
from ludarium.extras import needs
from ludarium.players.spec import PlayerSpec
from ludarium.train.large_players import LargeSpec
from ludarium.workers.jobs import Workers
from ludarium.workers.processes import Processes

INTERRUPTED = 130
MOST_GAMES = 1_000_000
MOST_OPENING = 100


def add_contest(
    parser: argparse.ArgumentParser, terminal: Terminal, command: str, games: int, opening: int | None
) -> None:
    """The arguments, with the command's own words; players that are named by ``--players`` are ``named``."""
    say = terminal.say
    players = say(f"{command}.players")
    parser.add_argument("--players", dest="named", nargs="+", default=[], metavar="PLAYER", help=players)
    parser.add_argument("--games", type=int, default=games, metavar="N", help=say(f"{command}.games"))
    parser.add_argument("--opening", type=int, default=opening, metavar="N", help=say(f"{command}.opening"))
    add_start(parser, terminal)
    parser.add_argument("--jobs", type=int, metavar="N", help=say("workers.jobs"))
    parser.add_argument("--ray", metavar="ADDRESS", help=say("workers.ray"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=say(f"{command}.out"))
    parser.add_argument("--records", type=Path, metavar="PLACE", help=say("contest.records"))
    parser.add_argument("--policies", action="store_true", help=say("contest.policies"))
    parser.add_argument("--json", type=Path, metavar="FILE", help=say(f"{command}.json"))


def read_keep(given: argparse.Namespace) -> Keep:
    """What becomes a record of each game."""
    if given.policies and given.records is None:
        raise CommandError("policies_alone")
    return "policies" if given.policies else "results" if given.records is None else "records"


def open_records(place: Path | None, ledgers: Mapping[str, Collection[int]]) -> Records | None:
    """The records of the games that are played, where they are asked for; ``ledgers`` are the games so far."""
    if place is None:
        return None
    return Records(place, {(ruleset, number) for ruleset, numbers in ledgers.items() for number in numbers})


def read_players(texts: Sequence[str], ruleset: Ruleset, options: Mapping[str, object]) -> list[Contestant]:
    """The players with these names, for games with these options; ``NetError`` if one has a net for others."""
    players = [read_contestant(text) for text in texts]
    for player in players:
        if isinstance(player, PlayerSpec | LargeSpec):
            player.check(ruleset, options)
    return players


def read_workers(given: argparse.Namespace) -> Workers:
    """The processes or the cluster that ``--jobs`` and ``--ray`` ask for."""
    jobs = read_jobs(given.jobs)
    if given.ray is None:
        return Processes(jobs or _cores())
    # Ray would tell of every lost worker at length in the middle of our output; ``tell_losses`` does it at the end.
    os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")
    with needs("ray"):
        from ludarium.workers.cluster import LOCAL, Cluster  # noqa: PLC0415 (it needs Ray, and a second)
    return Cluster(given.ray, jobs or _cores() if given.ray == LOCAL else jobs)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def follow(
    played: Iterable[object], total: int, done: int, news: Callable[[], str], terminal: Terminal, every: int = 1
) -> bool:
    """Play, with a bar that has the news after every so many games; whether somebody stopped it."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with terminal.progress(*columns) as progress:
        task = progress.add_task(news(), total=total, completed=done)
        try:
            for number, _ in enumerate(played, done + 1):
                progress.advance(task)
                if not progress.disable and number % every == 0:
                    progress.update(task, description=news())
        except KeyboardInterrupt:
            return True
    return False


def tell_losses(workers: Workers, terminal: Terminal) -> None:
    """That workers were lost, if so, and nothing else."""
    if workers.losses:
        terminal.warn("workers.lost", count=workers.losses)
