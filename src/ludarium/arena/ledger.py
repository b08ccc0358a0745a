"""A file of games that only grows: a line that says what is played, then a line for every game, in JSON.

What was cut off while it was written is dropped, and that game is played again. One command at a time writes to it.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache
from math import isfinite
from pathlib import Path
from types import UnionType
from typing import IO, ClassVar, Generic, Protocol, TypeVar, get_args, get_origin, get_type_hints

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

    ``error`` has words for ``file``, ``file_busy``, ``file_strange`` and ``file_other``.
    """

    format: ClassVar[str]
    error: ClassVar[type[LudariumError]]

    def __init__(self, header: Header, file: Path | None = None) -> None:
        self.results: dict[int, K] = {}
        self._file: IO[bytes] | None = None
        self._name = file
        if file is None:
            return
        header = {"format": self.format, **header}
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._file = file.open("a+b", buffering=0)  # so that nothing waits to be written that could not be
            if not _locked(self._file):
                raise self.error("file_busy", file=file)
            self._file.seek(0)
            lines, rest = _whole_lines(self._file.read())
            if len(lines) == 1 and not rest and self._is_ours(lines[0]):  # nothing was played: nothing is lost
                self._file.truncate(0)
                lines = []
            if lines:
                self._read(lines, header, file)
            elif rest and not _line(header).startswith(rest):
                raise self.error("file_strange", file=file, line=1)
            if rest:
                self._file.truncate(sum(map(len, lines)))
            if not lines:
                _write(self._file, _line(header))
        except OSError as error:
            self.close()
            raise self.error("file", file=file, why=error.strerror) from error
        except LudariumError:
            self.close()
            raise

    @abstractmethod
    def read_game(self, fields: dict[str, object]) -> K:
        """A game from its line; ``AttributeError``, ``TypeError``, ``KeyError`` or ``ValueError`` if it is none."""

    def add(self, result: K) -> bool:
        """Keep a game; false if it was counted already."""
        if result.number in self.results:
            return False
        if self._file is not None:
            try:
                _write(self._file, _line(result.as_json()))
            except OSError as error:
                raise self.error("file", file=self._name, why=error.strerror) from error
        self.results[result.number] = result
        return True

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _is_ours(self, line: bytes) -> bool:
        return (_object(line) or {}).get("format") == self.format

    def _read(self, lines: list[bytes], header: Header, file: Path) -> None:
        found = _object(lines[0])
        if found is None or not self._is_ours(lines[0]):
            raise self.error("file_strange", file=file, line=1)
        for name in {**header, **found}:
            if found.get(name) != json.loads(json.dumps(header.get(name))):
                said = [json.dumps(where.get(name), ensure_ascii=False) for where in (found, header)]
                raise self.error("file_other", file=file, part=name, found=said[0], asked=said[1])
        for number, line in enumerate(lines[1:], start=2):
            try:
                result = self.read_game(_object(line) or {})
                if not _fits(result, type(result)):
                    raise ValueError("a field of another kind")
            except (AttributeError, TypeError, KeyError, ValueError):  # not these fields
                raise self.error("file_strange", file=file, line=number) from None
            self.results.setdefault(result.number, result)


def _write(file: IO[bytes], line: bytes) -> None:
    while line:
        line = line[file.write(line) :]


def _locked(file: IO[bytes]) -> bool:
    """Whether nobody else writes to it; until it is closed, nobody else can. Where there are no locks, nobody knows."""
    try:
        import fcntl  # noqa: PLC0415 (not everywhere)

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return True
    return True


_fields = cache(get_type_hints)  # of a dataclass


def _fits(value: object, kind: object) -> bool:
    """Whether a value that was read is of the kind that it is declared to be."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return any(_fits(value, part) for part in parts)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        kinds = parts[:1] * len(value) if parts[-1] is Ellipsis else parts
        return len(value) == len(kinds) and all(map(_fits, value, kinds))
    if origin is Mapping:
        return isinstance(value, dict) and all(_fits(one, parts[1]) for one in value.values())
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
    if isinstance(kind, type) and is_dataclass(kind):
        return isinstance(value, kind) and all(_fits(getattr(value, name), one) for name, one in _fields(kind).items())
    return type(value) is kind


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
