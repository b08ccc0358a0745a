"""Reading the records that a command is pointed at."""

from collections.abc import Sequence
from pathlib import Path

from ludarium.cli.terminal import CommandError
from ludarium.table import Record, series
from ludarium.table.reading import read_file, read_secret
from ludarium.table.replay import Frame


def read_games(file: Path) -> list[Record]:
    """The games recorded in a file: one, or those of a series."""
    return series.read_games(read_file(file), read_secret(file), repair=True)


def chosen_games(games: Sequence[Record], number: int | None) -> Sequence[Record]:
    """All games of a record, or the one with that number."""
    if number is not None and not 1 <= number <= len(games):
        raise CommandError("game_number", most=len(games))
    return games if number is None else [games[number - 1]]


def is_series(text: str) -> bool:
    return text.startswith(series.SERIES_FORMAT)


def frame_at(frames: list[Frame], number: int | None) -> Frame:
    """The game after so many steps; at its end if no number is given."""
    if number is None:
        return frames[-1]
    if not 0 <= number < len(frames):
        raise CommandError("frame", most=len(frames) - 1)
    return frames[number]
