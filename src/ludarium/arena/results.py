"""The file of a tournament: a line that says what is played, then a line for every game, in JSON.

The file only grows. What was cut off while it was written is dropped, and that game is played again.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from ludarium.arena.play import Result
from ludarium.core.errors import LudariumError

FORMAT = "ludarium-arena 1"
Header = Mapping[str, object]


class ArenaError(LudariumError):
    """A tournament that cannot be played or gone on with."""

    section = "arena"


class Ledger:
    """All results so far, by number; with a file, also kept there."""

    def __init__(self, header: Header, file: Path | None = None) -> None:
        self.results: dict[int, Result] = {}
        self._file: IO[bytes] | None = None
        if file is None:
            return
        header = {"format": FORMAT, **header}
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._file = file.open("a+b")
            self._file.seek(0)
            lines, rest = _whole_lines(self._file.read())
            if lines:
                self._read(lines, header, file)
            elif rest and not _line(header).startswith(rest):
                raise ArenaError("file_strange", file=file, line=1)
            if rest:
                self._file.truncate(sum(map(len, lines)))
            if not lines:
                self._file.write(_line(header))
                self._file.flush()
        except OSError as error:
            self.close()
            raise ArenaError("file", file=file, why=error.strerror) from error
        except ArenaError:
            self.close()
            raise

    def add(self, result: Result) -> bool:
        """Keep a result; false if this game was counted already."""
        if result.number in self.results:
            return False
        if self._file is not None:
            self._file.write(_line(result.as_json()))
            self._file.flush()
        self.results[result.number] = result
        return True

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _read(self, lines: list[bytes], header: Header, file: Path) -> None:
        found = _object(lines[0])
        if found is None or found.get("format") != FORMAT:
            raise ArenaError("file_strange", file=file, line=1)
        for name in {**header, **found}:
            if found.get(name) != json.loads(json.dumps(header.get(name))):
                said = [json.dumps(where.get(name), ensure_ascii=False) for where in (found, header)]
                raise ArenaError("file_other", file=file, part=name, found=said[0], asked=said[1])
        for number, line in enumerate(lines[1:], start=2):
            result = _result(line)
            if result is None:
                raise ArenaError("file_strange", file=file, line=number)
            self.results.setdefault(result.number, result)


def _whole_lines(content: bytes) -> tuple[list[bytes], bytes]:
    """The lines that have an end, and what was cut off after them."""
    whole, _, rest = content.rpartition(b"\n")
    return [line + b"\n" for line in whole.split(b"\n")] if len(whole) < len(content) - len(rest) else [], rest


def _line(value: Mapping[str, object]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def _object(line: bytes) -> dict[str, object] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _result(line: bytes) -> Result | None:
    fields = {key: tuple(value) if isinstance(value, list) else value for key, value in (_object(line) or {}).items()}
    try:
        return Result(**fields)  # type: ignore[arg-type]
    except TypeError:  # not these fields
        return None
