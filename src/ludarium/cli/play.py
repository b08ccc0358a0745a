"""``ludarium play``: a game at the terminal, against players that step at random or with other people."""

import argparse
import secrets
import shlex
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path

from ludarium.cli import menu
from ludarium.cli import parser as shared
from ludarium.cli.records import is_series
from ludarium.cli.sitting import HUMAN, KINDS, RANDOM, Left, Sitting, remove_files
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import find_ruleset
from ludarium.core.rng import Rng
from ludarium.table import Record, Table, open_record
from ludarium.table.reading import read_file
from ludarium.table.series import Match

FOLDER = Path("games")  # where records go that nobody named


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("ruleset", nargs="?", metavar="RULESET", help=terminal.say("play.ruleset"))
    shared.add_start(parser, terminal)
    parser.add_argument("--seats", metavar="WHO,WHO,…", help=terminal.say("play.seats"))
    parser.add_argument("--series", action="store_true", help=terminal.say("play.series"))
    parser.add_argument("--record", metavar="FILE", type=Path, help=terminal.say("play.record"))
    parser.add_argument("--resume", metavar="FILE", type=Path, help=terminal.say("play.resume"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    begun = _begin(given, terminal) if given.resume is None else _resume(given)
    if begun is None:
        return 0
    table, match, file = begun
    kinds = _kinds(given.seats, table)
    rng = Rng(secrets.randbits(64) if given.seed is None else given.seed + 1)
    terminal.tell("play.begin", file=file)
    started = len(table.entries)
    try:
        while True:
            if match is not None:
                terminal.tell("play.game", set=match.place[0], game=match.place[1])
            Sitting(table, kinds, rng, file, terminal).play()
            if match is None or not _go_on(match, terminal):
                break
            table, started = match.next(), -1
    except (Left, KeyboardInterrupt) as left:
        if isinstance(left, KeyboardInterrupt):
            terminal.out.print()
        asked = isinstance(left, Left) and left.asked
        named = given.record is not None or given.resume is not None or match is not None
        _leave(file, asked, named, len(table.entries) == started == 0, terminal)
    else:
        terminal.tell("play.kept", file=file, quoted=shlex.quote(str(file)))
    return 0


Begun = tuple[Table, Match | None, Path]


def _begin(given: argparse.Namespace, terminal: Terminal) -> Begun | None:
    """A new game or series, as the command line or the user wants it; nothing if the user left."""
    if given.ruleset is None:
        wish = menu.choose(terminal)
    else:
        ruleset = find_ruleset(given.ruleset)
        wish = menu.Wish(ruleset, shared.read_given(ruleset, given.option), 1)
    if wish is None:
        return None
    seed = shared.read_seed(given.seed, secrets.randbelow(1 << 32))
    seats = int(wish.ruleset.new(wish.options, seed).seats)
    players = _players(given.seats or ",".join([HUMAN] * wish.people), seats)
    file: Path = given.record or new_file(f"{wish.ruleset.name}-{datetime.now():%Y%m%d-%H%M%S}")
    date = f"{datetime.now():%Y-%m-%d}"
    match = Match(wish.ruleset, wish.options, seed, players) if given.series else None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError("file_write", file=file.parent, why=error.strerror or error) from error
    if match is not None:
        return match.begin(file, date), match, file
    table = Table(wish.ruleset, wish.options, seed, players)
    Record.create(table, file, date)
    return table, None, file


def new_file(stem: str) -> Path:
    """A file of that name, or with a number behind it, that does not exist yet."""
    names = (f"{stem}-{number}" if number else stem for number in count())
    return next(file for name in names if not (file := FOLDER / f"{name}.txt").exists())


def _resume(given: argparse.Namespace) -> Begun:
    """The game or series in a file, where it was left."""
    file: Path = given.resume
    if given.ruleset is not None or given.option or given.series or given.record is not None:
        raise CommandError("resume_alone")
    if is_series(read_file(file)):
        match = Match.open(file, repair=True)
        if match.outcome is None:
            return (match.table if match.table.outcome is None else match.next()), match, file
    else:
        table = open_record(file, repair=True).table
        if table.outcome is None:
            return table, None, file
    raise CommandError("resume_over", file=file, quoted=shlex.quote(str(file)))


def _players(text: str, seats: int) -> list[str]:
    """The names for the record from ``human:Ada,random``. Who steps at random and has no name is called so, and
    seats that are not spoken of step at random.
    """
    players = []
    for one in text.split(","):
        kind, _, name = (part.strip() for part in one.partition(":"))
        if kind not in KINDS:
            raise CommandError("kind_unknown", kind=kind, known=KINDS)
        if kind == HUMAN and name == RANDOM:  # in the record, this name says that nobody sits there
            raise CommandError("name_random", name=name)
        players.append(RANDOM if kind == RANDOM else name)
    if len(players) > seats:
        raise CommandError("seats_many", given=len(players), seats=seats)
    return players + [RANDOM] * (seats - len(players))


def _kinds(text: str | None, table: Table) -> Sequence[str]:
    """Who sits where: as the command line says, else as the record does."""
    players = table.players if text is None else _players(text, len(table.players))
    return [RANDOM if player == RANDOM else HUMAN for player in players]


def _go_on(match: Match, terminal: Terminal) -> bool:
    """After a game of a series: the score, and whether there is another game."""
    words = match.ruleset.game.words(terminal.locale)
    for seat, (games, sets) in enumerate(zip(match.games_won(), match.sets_won(), strict=True)):
        terminal.tell("play.score", name=words.name("seat", seat), games=games, sets=sets)
    if match.outcome is not None:
        terminal.out.print(match.ruleset.game.outcome_sentence(match.outcome, terminal.locale), style="bold")
        return False
    if terminal.ask(terminal.say("play.next_game")) is None:
        raise Left(asked=False)
    return True


def _leave(file: Path, asked: bool, named: bool, untouched: bool, terminal: Terminal) -> None:
    """Keep the record of an unfinished game unless nothing happened or nobody wants it."""
    if untouched and not named:
        remove_files(file)
        with suppress(OSError):
            FOLDER.rmdir()  # only if there is nothing in it
        terminal.tell("play.bye")
    elif asked and not named and not terminal.agrees(terminal.say("play.keep", file=file), usually=True):
        remove_files(file)
        terminal.tell("play.removed")
    else:
        terminal.tell("play.left", file=file, quoted=shlex.quote(str(file)))
