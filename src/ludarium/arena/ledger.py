"""A file of games that only grows: a line that says what is played, then a line for every game, in JSON.

What was cut off while it was written is dropped, and that game is played again.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import IO, ClassVar, Generic, Protocol, TypeVar

from ludarium.core.errors import LudariumError

Header = Mapping[str, object]


class Kept(Protocol):
    """What is known of one game."""

    @property
    def number(self) -> int: ...

    def as_json(self) -> Mapping[str, object]: ...


K = TypeVar("K", bound=Kept)


class GrowingFile(ABC, Generic[K]):
    """All games so far, by number; with a file, also kept there.

    ``error`` has words for ``file``, ``file_strange`` and ``file_other``.
    """

    format: ClassVar[str]
    error: ClassVar[type[LudariumError]]

    def __init__(self, header: Header, file: Path | None = None) -> None:
        self.results: dict[int, K] = {}
        self._file: IO[bytes] | None = None
        if file is None:
            return
        header = {"format": self.format, **header}
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._file = file.open("a+b")
            self._file.seek(0)
            lines, rest = _whole_lines(self._file.read())
            if lines:
                self._read(lines, header, file)
            elif rest and not _line(header).startswith(rest):
                raise self.error("file_strange", file=file, line=1)
            if rest:
                self._file.truncate(sum(map(len, lines)))
            if not lines:
                self._file.write(_line(header))
                self._file.flush()
        except OSError as error:
            self.close()
            raise self.error("file", file=file, why=error.strerror) from error
        except LudariumError:
            self.close()
            raise

    @abstractmethod
    def read_game(self, fields: dict[str, object]) -> K:
        """A game from its line; ``TypeError``, ``KeyError`` or ``ValueError`` if it is none."""

    def add(self, result: K) -> bool:
        """Keep a game; false if it was counted already."""
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
        if found is None or found.get("format") != self.format:
            raise self.error("file_strange", file=file, line=1)
        for name in {**header, **found}:
            if found.get(name) != json.loads(json.dumps(header.get(name))):
                said = [json.dumps(where.get(name), ensure_ascii=False) for where in (found, header)]
                raise self.error("file_other", file=file, part=name, found=said[0], asked=said[1])
        for number, line in enumerate(lines[1:], start=2):
            try:
                result = self.read_game(_object(line) or {})
            except (TypeError, KeyError, ValueError):  # not these fields
                raise self.error("file_strange", file=file, line=number) from None
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
