"""Many recorded games: files in which records follow each other, packed or not, read one game at a time."""

import gzip
import lzma
import re
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, cast

from ludarium.core.errors import RecordError, UnknownName
from ludarium.table.reading import LONGEST, LONGEST_LINE, decoded
from ludarium.table.series import SERIES_FORMAT
from ludarium.table.sheet import FORMAT, unwritable

PACKED = (".gz", ".xz")
ENDINGS = (".txt", *(f".txt{ending}" for ending in PACKED))
GAME_REMARK = "game"  # begins the first comment of a game of many, before its number
_OVER = re.compile(r"^result: ", re.MULTILINE)
_BEGINS = (FORMAT.encode(), SERIES_FORMAT.encode())


def find_files(places: Sequence[Path]) -> list[Path]:
    """The files that may hold records: those that are named, and all that are in named folders."""
    found = [
        sorted(file for file in place.rglob("*.txt*") if file.name.endswith(ENDINGS)) if place.is_dir() else [place]
        for place in places
    ]
    return list(dict.fromkeys(file for files in found for file in files))


def each_game(file: Path) -> Iterator[tuple[int, str]]:
    """The records in a file, each with the number of its first line. Where there is none, all of it is given as one:
    reading that says what is wrong with it. No more than one game is in memory.
    """
    game: list[bytes] = []
    size, first, begun = 0, 1, False
    for number, line in enumerate(_lines(file), 1):
        if line.rstrip(b"\r\n") == _BEGINS[0]:
            if begun:
                yield first, _text(game, first, file)
            game, size, first, begun = [], 0, number, True
        size += len(line)
        if size > LONGEST * 4:
            raise _told(RecordError(number, "record_long", longest=LONGEST), file)
        game.append(line)
    yield first, _text(game, first, file)


def is_over(text: str) -> bool:
    """Whether a record has a result."""
    return _OVER.search(text) is not None


def holds_records(file: Path) -> bool:
    """Whether a file begins as one with records does."""
    return next(_lines(file), b"").startswith(_BEGINS)


def _lines(file: Path) -> Iterator[bytes]:
    number = 0
    try:
        with _open(file) as source:
            while line := source.readline(LONGEST_LINE * 4 + 1):  # a device may have no end
                number += 1
                yield line
    except (lzma.LZMAError, gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise _told(RecordError(number + 1, "record_packed"), file) from error
    except FileNotFoundError as error:
        raise UnknownName("record_missing", path=str(file)) from error
    except OSError as error:
        raise unwritable(file, error) from error


def _open(file: Path) -> IO[bytes]:
    if file.suffix == ".xz":
        return cast(IO[bytes], lzma.open(file))
    return cast(IO[bytes], gzip.open(file)) if file.suffix == ".gz" else file.open("rb")


def _text(lines: Sequence[bytes], first: int, file: Path) -> str:
    try:
        return decoded(b"".join(lines), first)
    except RecordError as error:
        raise _told(error, file) from error


def _told(error: RecordError, file: Path) -> RecordError:
    error.file = str(file)
    return error
