"""The records of games that are being played by the hundred: in one file, or each in a file of its own.

A record is written before its result is, so that whoever goes on knows: of the games that are recorded here, at most
the last one is not among the results. That one is dropped, and played again.
"""

import os
import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

from ludarium.core.errors import LudariumError
from ludarium.table.collection import GAME_REMARK
from ludarium.table.sheet import FORMAT

_GAME = re.compile(rf"# {GAME_REMARK} ([0-9]{{1,9}})")
_RULESET = re.compile(r"ruleset: (.+)")
_FILE = re.compile(r"(.+)-([0-9]{6,9})\.txt")
_MOST_HEADER = 1000  # lines

Number = tuple[str, int]  # a ruleset, and the number of a game


class RecordsError(LudariumError):
    """Records that cannot be kept at a place."""

    section = "records"


class Records:
    """Games at a place: a file if its name ends in ``.txt``, else a folder. ``played`` are those that have results;
    without any kept beside it, a folder alone says which games there are (``there``).
    """

    def __init__(self, place: Path, played: Collection[Number] | None) -> None:
        self.place = place
        self.is_file = place.suffix == ".txt"
        try:
            (place.parent if self.is_file else place).mkdir(parents=True, exist_ok=True)
            found = self._in_file() if self.is_file else self._in_folder()
        except OSError as error:
            raise self._failed(error) from error
        self.there = set(found)
        if played is None:
            return
        more = [number for number in found if number not in played]
        if len(more) > 1 or (more and not played) or (more and self.is_file and more[0] != list(found)[-1]):
            raise RecordsError("other", place=place)
        lacking = sum(number not in found for number in played)
        if lacking:
            raise RecordsError("lack", count=lacking)
        try:
            for number in more:
                self._drop(number, found)
        except OSError as error:
            raise self._failed(error) from error

    def add(self, ruleset: str, number: int, text: str) -> None:
        """Keep a game that is over: all of it, or (``RecordsError``) nothing."""
        file = self.place if self.is_file else self.path(ruleset, number)
        part = file if self.is_file else file.with_suffix(".part")
        try:
            size = file.stat().st_size if self.is_file and file.exists() else 0
            try:
                with part.open("ab" if self.is_file else "wb") as out:
                    out.write(text.encode())
                    out.flush()
                    os.fsync(out.fileno())
                if part != file:
                    part.replace(file)
            except OSError:
                with suppress(OSError):
                    os.truncate(file, size) if self.is_file else part.unlink()
                raise
        except OSError as error:
            raise self._failed(error) from error
        self.there.add((ruleset, number))

    def path(self, ruleset: str, number: int) -> Path:
        """The file of a game in a folder."""
        return self.place / f"{ruleset}-{number:06}.txt"

    def _in_folder(self) -> Mapping[Number, int]:
        names = (_FILE.fullmatch(file.name) for file in self.place.iterdir())
        return {(name[1], int(name[2])): 0 for name in names if name is not None}

    def _in_file(self) -> Mapping[Number, int]:
        """The games in the file in their order, each with where it begins; a last one that is cut off before it says
        which one it is, is dropped.
        """
        found: dict[Number, int] = {}
        if not self.place.exists():
            return found
        begins, at, head, line = 0, 0, list[str](), b""
        with self.place.open("rb") as file:
            for line in file:
                text = line.decode(errors="replace").rstrip("\n")
                if text == FORMAT:
                    begins, head = at, []
                at += len(line)
                if begins >= 0 and len(head) < _MOST_HEADER:
                    head.append(text)
                    if (game := _GAME.fullmatch(text)) and (number := _number(head, game)):
                        found[number], begins = begins, -1
        if begins < 0 and not line.endswith(b"\n") and FORMAT.encode().startswith(line):
            begins = at - len(line)
        if 0 <= begins < at:
            if not found and not f"{FORMAT}\n".encode().startswith(line):
                raise RecordsError("strange", place=self.place)
            os.truncate(self.place, begins)
        return found

    def _drop(self, number: Number, found: Mapping[Number, int]) -> None:
        if self.is_file:
            os.truncate(self.place, found[number])
        else:
            self.path(*number).unlink()
        self.there.remove(number)

    def _failed(self, error: OSError) -> RecordsError:
        return RecordsError("file", place=self.place, why=error.strerror or error)


def _number(head: list[str], game: re.Match[str]) -> Number | None:
    """The game of whose record these are the first lines."""
    known = (_RULESET.fullmatch(line) for line in takewhile(bool, head))
    ruleset = next((found[1] for found in known if found is not None), None)
    return None if head[:1] != [FORMAT] or ruleset is None else (ruleset, int(game[1]))
