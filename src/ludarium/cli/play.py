"""``ludarium play``: a game at the terminal, against players that step at random or with other people."""

import argparse
import secrets
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from ludarium.cli import menu
from ludarium.cli import parser as shared
from ludarium.cli.sitting import HUMAN, KINDS, RANDOM, Left, Sitting, remove_files
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import find_ruleset
from ludarium.core.rng import Rng
from ludarium.table import Record, Table, open_record

FOLDER = Path("games")  # where records go that nobody named


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("ruleset", nargs="?", metavar="RULESET", help=terminal.say("play.ruleset"))
    shared.add_start(parser, terminal)
    parser.add_argument("--seats", metavar="WHO,WHO,…", help=terminal.say("play.seats"))
    parser.add_argument("--record", metavar="FILE", type=Path, help=terminal.say("play.record"))
    parser.add_argument("--resume", metavar="FILE", type=Path, help=terminal.say("play.resume"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    if given.resume is not None:
        record = open_record(given.resume, repair=True)
        file: Path = given.resume
        people = None
        if record.table.outcome is not None:
            raise CommandError("resume_over", file=file)
    else:
        wish = _wish(given, terminal)
        if wish is None:
            return 0
        people = wish.people
        seed = shared.read_seed(given.seed, secrets.randbelow(1 << 32))
        file = given.record or _new_file(wish.ruleset.name)
        table = Table(wish.ruleset, wish.options, seed, _names(given.seats))
        kinds = _kinds(given.seats, people, int(table.state.seats))
        record = _begin(table, file)
    kinds = _kinds(given.seats, people, int(record.table.state.seats))
    rng = Rng(secrets.randbits(64) if given.seed is None else given.seed + 1)
    terminal.tell("play.begin", file=file)
    sitting = Sitting(record.table, kinds, rng, file, terminal)
    try:
        sitting.play()
    except (Left, KeyboardInterrupt) as left:
        _leave(sitting, isinstance(left, Left) and left.asked, given.record is not None or given.resume is not None)
    else:
        terminal.tell("play.kept", file=file)
    return 0


def _wish(given: argparse.Namespace, terminal: Terminal) -> menu.Wish | None:
    if given.ruleset is None:
        return menu.choose(terminal)
    ruleset = find_ruleset(given.ruleset)
    return menu.Wish(ruleset, shared.read_given(ruleset, given.option), 1)


def _kinds(text: str | None, people: int | None, seats: int) -> list[str]:
    """Who sits where: as named (the rest steps at random), else so many people first."""
    if text is None:
        return [HUMAN if seat < (people or 1) else RANDOM for seat in range(seats)]
    kinds = [one.partition(":")[0].strip() for one in text.split(",")]
    for kind in kinds:
        if kind not in KINDS:
            raise CommandError("kind_unknown", kind=kind, known=KINDS)
    if len(kinds) > seats:
        raise CommandError("seats_many", given=len(kinds), seats=seats)
    return kinds + [RANDOM] * (seats - len(kinds))


def _names(text: str | None) -> Sequence[str]:
    """The names in ``human:Ada,random``."""
    return [one.partition(":")[2].strip() for one in (text or "").split(",")] if text else []


def _new_file(ruleset: str) -> Path:
    return FOLDER / f"{ruleset}-{datetime.now():%Y%m%d-%H%M%S}.txt"


def _begin(table: Table, file: Path) -> Record:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError("file_write", file=file.parent, why=error.strerror or error) from error
    return Record.create(table, file, date=f"{datetime.now():%Y-%m-%d}")


def _leave(sitting: Sitting, asked: bool, named: bool) -> None:
    """Keep the record of an unfinished game unless nothing happened or nobody wants it."""
    terminal, file = sitting.terminal, sitting.file
    if not sitting.table.entries and not named:
        remove_files(file)
        terminal.tell("play.bye")
    elif asked and not named and not terminal.agrees(terminal.say("play.keep", file=file), usually=True):
        remove_files(file)
        terminal.tell("play.removed")
    else:
        terminal.tell("play.left", file=file)
