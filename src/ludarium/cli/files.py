"""Files that a command reads (records) and writes."""

import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from ludarium.cli.saved import named
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.draw.png import png
from ludarium.table import Record, series
from ludarium.table.collection import PACKED, each_game
from ludarium.table.reading import LONGEST, read_file, read_record, read_secret
from ludarium.table.replay import Frame


# --- records --------------------------------------------------------------------------------------------------------
def read_games(file: Path) -> list[Record]:
    """The games recorded in a file (or saved under that name): one, those of a series, or many, which may be packed."""
    file = named(file)
    if file.suffix in PACKED or (os.path.isfile(file) and file.stat().st_size > LONGEST):
        return [read_record(text, first_line=line) for line, text in each_game(file)]
    return series.read_games(read_file(file), read_secret(file), repair=True)


def chosen_games(games: Sequence[Record], number: int | None) -> Sequence[Record]:
    """All games of a record, or the one with that number."""
    if number is not None and not 1 <= number <= len(games):
        raise CommandError("game_number", most=len(games))
    return games if number is None else [games[number - 1]]


def frame_at(frames: list[Frame], number: int | None) -> Frame:
    """The game after so many steps; at its end if no number is given."""
    if number is None:
        return frames[-1]
    if not 0 <= number < len(frames):
        raise CommandError("frame", most=len(frames) - 1)
    return frames[number]


# --- results --------------------------------------------------------------------------------------------------------
@contextmanager
def writing(file: Path) -> Iterator[None]:
    """Says in the user's language why a file cannot be written."""
    try:
        yield
    except OSError as error:
        raise CommandError("file_write", file=file, why=error.strerror or error) from error


def check_writable(*files: Path | None) -> None:
    """Refuse files that cannot be written before long work is done for them; missing folders are made."""
    for file in files:
        if file is None:
            continue
        with writing(file):
            file.parent.mkdir(parents=True, exist_ok=True)
            is_new = not file.exists()
            with file.open("ab"):
                pass
            if is_new:
                file.unlink()


def check_picture(file: Path | None, error: str) -> None:
    """Refuse a picture of a kind that is not known, with that error."""
    if file is not None and file.suffix.lower() not in (".svg", ".png"):
        raise CommandError(error, file=file)


def write_picture(file: Path, svg: str, terminal: Terminal) -> None:
    write(file, png(svg) if file.suffix.lower() == ".png" else svg.encode(), terminal)


def write_json(file: Path | None, content: Mapping[str, object], terminal: Terminal) -> None:
    """Where somebody asked for it."""
    if file is not None:
        write(file, json.dumps(content, ensure_ascii=False, indent=2) + "\n", terminal)


def write(file: Path, data: bytes | str, terminal: Terminal) -> None:
    """Write a whole file and tell so; if that fails, the file stays as it was."""
    with writing(file):
        replace(file, data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data)
    terminal.err.print(terminal.say("common.written", file=file))


def replace(file: Path, data: bytes) -> None:
    """Put these bytes in a file: all of them, or (``OSError``) none."""
    target = Path(os.path.realpath(file))
    beside = target.with_name(f".ludarium-{os.getpid()}.part")
    if (target.exists() and not target.is_file()) or not os.access(target.parent, os.W_OK):
        target.write_bytes(data)  # a device, or a folder that takes no second file
        return
    try:
        beside.write_bytes(data)
        if target.exists():
            shutil.copymode(target, beside)
        os.replace(beside, target)
    finally:
        beside.unlink(missing_ok=True)
