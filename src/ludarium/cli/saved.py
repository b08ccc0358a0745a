"""Saved games: the records in the user's folder, what is said about each of them, and how one is named."""

import os
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ludarium.cli.terminal import CommandError
from ludarium.core.errors import LudariumError
from ludarium.core.game import Ruleset, find_ruleset
from ludarium.folders import games_folder
from ludarium.players.levels import level_of
from ludarium.table.reading import read_file, read_secret
from ludarium.table.series import read_length
from ludarium.table.sheet import FORMAT, HEADER_LINE, RESULT_LINE, REVEAL, TURN_LINE, UNDO_LINE, split_turn

ENDING = ".txt"
_HERE = Path("games")  # of the folder one is in: earlier versions saved games there


@dataclass(frozen=True)
class SavedGame:
    """What a list says about a record, without replaying it."""

    file: Path
    changed: datetime
    ruleset: Ruleset
    players: tuple[str, ...]  # as the record names them; empty for people without a name
    moves: int
    over: bool

    @property
    def name(self) -> str:
        return self.file.stem


def folder() -> Path:
    return games_folder(os.environ)


def make_folder() -> None:
    """For the first game: others have no business in it."""
    try:
        folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError("games_folder", folder=folder(), why=error.strerror or error) from error


def saved_games() -> tuple[list[SavedGame], list[Path]]:
    """The saved games, the latest first and those that are not over before the others; and files that are none."""
    found, strange = [], []
    try:
        files = [file for file in folder().iterdir() if file.suffix == ENDING]
    except FileNotFoundError:
        return [], []
    except OSError as error:
        raise CommandError("file_read", file=folder(), why=error.strerror or error) from error
    for file in sorted(files):
        try:
            found.append(_read(file))
        except (LudariumError, OSError):
            strange.append(file)
    found.sort(key=lambda game: game.changed, reverse=True)
    return sorted(found, key=lambda game: game.over), strange


def _read(file: Path) -> SavedGame:
    text, secret = read_file(file), read_secret(file)
    lines = text.splitlines()
    if FORMAT not in lines:
        raise CommandError("record_none", file=file)
    heads = {found[1]: found[2] for line in lines if (found := HEADER_LINE.fullmatch(line))}
    told = lines[: _end(lines)] if lines.count(FORMAT) == 1 else lines
    turns = [found for line in told if (found := TURN_LINE.fullmatch(line))]
    named = {int(key.split()[1]): value for key, value in heads.items() if key.startswith("player ")}
    seats = max([*named, *(int(found[1].split()[1]) for found in turns)], default=-1) + 1
    return SavedGame(
        file,
        datetime.fromtimestamp(file.stat().st_mtime),
        find_ruleset(heads.get("ruleset", "")),
        tuple(_checked(named.get(seat, "")) for seat in range(seats)),
        _count_moves(lines[_end(lines) :] or lines if secret is None else secret.splitlines()),
        sum(RESULT_LINE.fullmatch(line) is not None for line in told) >= read_length(text),
    )


def _checked(player: str) -> str:
    """A player's name; ``UnknownName`` if it means a computer that there is not."""
    level_of(player)
    return player


def _end(lines: list[str]) -> int:
    """Where the public part of a record ends."""
    return lines.index(REVEAL) if REVEAL in lines else len(lines)


def _count_moves(lines: Iterable[str]) -> int:
    count = 0
    for line in lines:
        if turn := TURN_LINE.fullmatch(line):
            count += len(split_turn(turn[2]).texts)
        elif undo := UNDO_LINE.fullmatch(line):
            count -= int(undo[1])
    return count


# --- names ----------------------------------------------------------------------------------------------------------
def named(given: str | Path) -> Path:
    """The record that somebody means by a file's name, or by the name of a saved game."""
    path = Path(given)
    if os.path.exists(path) or len(path.parts) != 1:
        return path
    tried = (place / f"{path}{ending}" for place in (folder(), _HERE) for ending in ("", ENDING))
    return next((file for file in tried if os.path.isfile(file)), path)


def spoken(file: Path) -> str:
    """What to type for a record: its name, where it is a saved game, else the file."""
    is_saved = file.parent == folder() and file.suffix == ENDING and not os.path.exists(file.stem)
    return shlex.quote(file.stem if is_saved else str(file))
