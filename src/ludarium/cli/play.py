"""``ludarium play``: a game at the terminal, against computer players or with other people."""

import argparse
import re
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path

from ludarium.cli import arguments as shared
from ludarium.cli import menu, saved, screen
from ludarium.cli.files import check_writable, writing
from ludarium.cli.keeping import Keeping
from ludarium.cli.seating import Company
from ludarium.cli.sitting import Sitting
from ludarium.cli.terminal import CommandError, Left, Terminal
from ludarium.cli.thinking import TerminalPool
from ludarium.core.errors import UnknownName
from ludarium.core.game import Game, find_ruleset
from ludarium.core.rng import Rng
from ludarium.players.levels import LEVELS, RANDOM, is_person, level_of, player_name, read_level
from ludarium.table import Record, Table, open_record
from ludarium.table.reading import read_file
from ludarium.table.record import secret_path
from ludarium.table.replay import Frame
from ludarium.table.series import SERIES_FORMAT, Match

HUMAN = "human"
USUAL = "usual"  # a series as long as the game has it
_LENGTH = re.compile(r"([0-9]{1,4})[x×]([0-9]{1,4})")
UNSAVED = 2  # the exit code if people left although not all of the game was saved


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("ruleset", nargs="?", metavar="RULESET", help=terminal.say("play.ruleset"))
    shared.add_start(parser, terminal)
    parser.add_argument("--against", metavar="LEVEL", help=terminal.say("play.against"))
    add_company(parser, terminal)
    parser.add_argument("--series", nargs="?", const=USUAL, metavar="SETSxGAMES", help=terminal.say("play.series"))
    parser.add_argument("--record", metavar="FILE", type=Path, help=terminal.say("play.record"))
    parser.add_argument("--resume", metavar="FILE", type=Path, help=terminal.say("play.resume"))


def add_company(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    """Who plays, and how: what can be chosen for a game that is resumed, too."""
    parser.add_argument("--seconds", type=float, metavar="S", help=terminal.say("play.seconds"))
    parser.add_argument(
        "--coach", action=argparse.BooleanOptionalAction, default=True, help=terminal.say("play.coach_what")
    )
    parser.add_argument(
        "--ponder", action=argparse.BooleanOptionalAction, default=True, help=terminal.say("play.ponder")
    )
    parser.add_argument("--seats", metavar="WHO,WHO,…", help=terminal.say("play.seats"))
    parser.add_argument("--full-screen", action="store_true", help=terminal.say("play.full_screen"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    seconds = shared.read_seconds(given.seconds)
    show: Show = screen.load("table", terminal).play if given.full_screen else _play_by_lines
    if given.series and given.series != USUAL and given.ruleset is None and not given.resume:
        given.series, given.ruleset = USUAL, given.series  # --series RULESET: the length was left out
    try:
        played, file = _begin(given, terminal) if given.resume is None else _resume(given)
    except Left:
        return 0
    match = played if isinstance(played, Match) else None
    keeping = Keeping(played, file, match is not None or bool(given.record or given.resume), terminal)
    table = played.table
    players = _who_plays(given, table)
    rng = Rng(secrets.randbits(64) if given.seed is None else given.seed + 1)
    terminal.tell("play.begin", file=file)
    if not given.full_screen and screen.is_possible(terminal):
        terminal.tell("play.full_screen_too")
    started = len(table.history.steps)
    number = 1 if table.start is None else 2  # of games one after the other on the same board
    try:
        with TerminalPool(terminal, given.ponder) as thinker:
            _prepare(thinker, players, seconds)
            company = Company(players, rng, thinker, seconds, given.coach and terminal.is_person)
            while True:
                if match is not None:
                    terminal.tell("play.game", set=match.place[0], game=match.place[1])
                show(table, company, keeping, terminal)
                if not keeping.is_whole():
                    return UNSAVED
                if match is not None:
                    if not _go_on(match, terminal):
                        break
                    table, started = match.next(), -1
                    keeping.begin_game()
                    continue
                number += 1
                if not _wants_to_play_on(table, company, keeping, terminal):
                    return 0
                record, path = _play_on(table, number, file)
                table, started = record.table, -1
                keeping = Keeping(record, path, True, terminal)
                terminal.tell("play.begin", file=path)
    except (Left, KeyboardInterrupt) as left:
        if isinstance(left, KeyboardInterrupt):
            terminal.out.print()
        asked = isinstance(left, Left) and left.asked
        return _leave(keeping, asked, len(table.history.steps) == started == 0, terminal)
    terminal.tell("play.kept", file=keeping.file, quoted=saved.spoken(keeping.file))
    return 0


Show = Callable[[Table, Company, Keeping, Terminal], None]


def _play_by_lines(table: Table, company: Company, keeping: Keeping, terminal: Terminal) -> None:
    Sitting(table, company, keeping, terminal).play()


def _prepare(thinker: TerminalPool, players: Sequence[str], seconds: float) -> None:
    """Start the computer players while people look at the board: one process, or all where the clock decides."""
    levels = [level for player in players if (level := level_of(player)) is not None]
    if levels:
        timed = any(level.within(seconds).limits.seconds is not None for level in levels)
        thinker.prepare(None if timed else 1)


def _begin(given: argparse.Namespace, terminal: Terminal) -> tuple[Record | Match, Path]:
    """A new game or series, as the command line or the user wants it, and its file."""
    if given.ruleset is None:
        wish = menu.choose(terminal)
    else:
        ruleset = find_ruleset(given.ruleset)
        wish = menu.Wish(ruleset, shared.read_options(ruleset, given.option), 1, RANDOM)
    seed = shared.read_seed(given.seed, secrets.randbelow(1 << 32))
    seats = int(wish.ruleset.new(wish.options, seed).seats)
    others = wish.others if given.against is None else player_name(read_level(given.against, wish.ruleset.game))
    players = read_seats(given.seats or ",".join([HUMAN] * wish.people), seats, wish.ruleset.game, others)
    file: Path = given.record or new_file(f"{wish.ruleset.name}-{datetime.now():%Y%m%d-%H%M%S}")
    date = f"{datetime.now():%Y-%m-%d}"
    match = _new_match(wish, seed, players, given.series) if given.series else None
    if given.record is None:
        saved.make_folder()
    else:
        with writing(file.parent):
            file.parent.mkdir(parents=True, exist_ok=True)
    if match is not None:
        match.begin(file, date)
        return match, file
    return Record.create(Table(wish.ruleset, wish.options, seed, players), file, date), file


def play_on(old: Table, frame: Frame, against: str, terminal: Terminal) -> int:
    """Another game, on a full screen, that begins like a recorded one up to there. Whoever is at the terminal has the
    seat to act; the others are as said.
    """
    here = frame.history
    players = [against if seat != here.state.seat else "" for seat in range(int(here.state.seats))]
    table = Table(old.ruleset, old.changed, old.seed, players, drawn=old.drawn, start=old.start)
    for step in here.steps:
        table.take(table.seat, table.game.step_text(step))
    file = new_file(f"{old.ruleset.name}-{datetime.now():%Y%m%d-%H%M%S}")
    with writing(file.parent):
        file.parent.mkdir(parents=True, exist_ok=True)
    Record.create(
        table, file, f"{datetime.now():%Y-%m-%d}", remark=f"played on from move {len(here.steps)} of another game"
    )
    parser = shared.Parser("ludarium play", terminal.say("play.summary"), terminal)
    arguments(parser, terminal)
    return run(parser.parse_args(["--resume", str(file), "--full-screen"]), terminal)


def _new_match(wish: menu.Wish, seed: int, players: Sequence[str], length: str) -> Match:
    """A series of the length that is written 2x6."""
    found = _LENGTH.fullmatch(length)
    if found is None and length != USUAL:
        raise CommandError("series_form", text=length)
    sets, games = (int(found[1]), int(found[2])) if found else (None, None)
    return Match(wish.ruleset, wish.options, seed, players, games=games, sets=sets)


def new_file(stem: str) -> Path:
    """A file of that name, or with a number behind it, that does not exist yet."""
    names = (f"{stem}-{number}" if number else stem for number in count())
    return next(file for name in names if not (file := saved.folder() / f"{name}{saved.ENDING}").exists())


def _resume(given: argparse.Namespace) -> tuple[Record | Match, Path]:
    """The game or series in a file, where it was left."""
    file = saved.named(given.resume)
    stated = (given.ruleset, given.record, given.against)
    if given.option or given.series or any(one is not None for one in stated):
        raise CommandError("resume_alone")
    played = (
        Match.open(file, repair=True) if read_file(file).startswith(SERIES_FORMAT) else open_record(file, repair=True)
    )
    is_over = (played.outcome if isinstance(played, Match) else played.table.outcome) is not None
    if is_over:
        raise CommandError("resume_over", file=file, quoted=saved.spoken(file))
    check_writable(file, secret_path(file) if played.table.game.hidden_information else None)
    if isinstance(played, Match) and played.table.outcome is not None:
        played.next()
    return played, file


def _who_plays(given: argparse.Namespace, table: Table) -> Sequence[str]:
    """As the command line says, else as the record does."""
    if given.resume is not None and given.seats is not None:
        return read_seats(given.seats, len(table.players), table.game, RANDOM)
    for player in table.players:
        level_of(player)  # refuses a level that there is not
    return table.players


def read_seats(text: str, seats: int, game: Game, others: str) -> list[str]:
    """The players' names for the record from ``human:Ada,3,random``; seats that are not spoken of go to ``others``."""
    players = [_read_seat(one, game) for one in text.split(",")]
    if len(players) > seats:
        raise CommandError("seats_many", given=len(players), seats=seats)
    return players + [others] * (seats - len(players))


def _read_seat(text: str, game: Game) -> str:
    kind, _, name = (part.strip() for part in text.partition(":"))
    if kind == HUMAN:
        if not is_person(name):  # in the record, these names say who decides there
            raise CommandError("name_computer", name=name)
        return name
    if kind == RANDOM:
        return RANDOM
    try:
        return player_name(level_of(kind) or read_level(kind, game))
    except UnknownName as error:
        raise CommandError("kind_unknown", kind=kind, most=len(LEVELS)) from error


def _go_on(match: Match, terminal: Terminal) -> bool:
    """After a game of a series: the score, and whether there is another game."""
    words = match.ruleset.game.words(terminal.locale)
    for seat, (games, sets) in enumerate(zip(match.games_won(), match.sets_won(), strict=True)):
        terminal.tell("play.score", name=words.name("seat", seat), games=games, sets=sets)
    if match.outcome is not None:
        terminal.out.print(match.ruleset.game.outcome_sentence(match.outcome, terminal.locale), style="bold")
        return False
    terminal.need(terminal.say("play.next_game"))
    return True


def _wants_to_play_on(table: Table, company: Company, keeping: Keeping, terminal: Terminal) -> bool:
    """After a game: whether those at the terminal play another one from its board, where the rules say how."""
    terminal.tell("play.kept", file=keeping.file, quoted=saved.spoken(keeping.file))
    if table.game.series is None or not any(is_person(player) for player in company.players):
        return False
    try:
        return terminal.agrees(terminal.say("play.play_on"), usually=False)
    except Left:
        return False


def _play_on(table: Table, number: int, file: Path) -> tuple[Record, Path]:
    """Another game from this board, in a file of its own beside the first one."""
    start = table.game.next_game(table.state, number)
    after = Table(table.ruleset, table.changed, table.seed + 1, table.players, start=start)
    names = (file.with_stem(f"{file.stem}-{extra}") for extra in count(number))
    path = next(one for one in names if not one.exists())
    remark = f"game {number}, on the board of the game before"
    return Record.create(after, path, f"{datetime.now():%Y-%m-%d}", remark=remark), path


def _leave(keeping: Keeping, asked: bool, untouched: bool, terminal: Terminal) -> int:
    """Keep the record of an unfinished game unless nothing happened or nobody wants it; the exit code."""
    if untouched and not keeping.named:
        keeping.remove()
        with suppress(OSError):
            saved.folder().rmdir()  # only if there is nothing in it
        terminal.tell("play.bye")
    elif asked and keeping.may_be_removed and not terminal.agrees(terminal.say("play.keep", file=keeping.file), True):
        keeping.remove()
        terminal.tell("play.removed")
    elif keeping.is_whole():
        terminal.tell("play.left", file=keeping.file, quoted=saved.spoken(keeping.file))
    else:
        return UNSAVED
    return 0
