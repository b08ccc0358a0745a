"""A file of games that only grows: a line that says what is played, then a line for every game, in JSON.

What was cut off while it was written is dropped, and that game is played again. One command at a time writes to it.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from functools import cache
from math import isfinite
from pathlib import Path
from types import UnionType
from typing import IO, Any, ClassVar, Generic, Protocol, TypeVar, get_args, get_origin, get_type_hints

from ludarium.core.errors import LudariumError

Header = Mapping[str, object]


class Kept(Protocol):
    """What is known of one game: a dataclass, whose fields are kept; ``check`` raises ``ValueError`` if they contradict
    each other.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def number(self) -> int: ...

    def check(self) -> None: ...


K = TypeVar("K", bound=Kept)


class Ledger(Generic[K]):
    """All games so far, by number; with a file, also kept there.

    ``kind`` is what is kept of a game, ``format`` the name of such files; ``error`` has words for ``file``,
    ``file_busy``, ``file_strange`` and ``file_other``.
    """

    def __init__(
        self, kind: type[K], format_: str, error: type[LudariumError], header: Header, file: Path | None = None
    ) -> None:
        self.kind, self.format, self.error = kind, format_, error
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
        except OSError as failure:
            self.close()
            raise self.error("file", file=file, why=failure.strerror) from failure
        except LudariumError:
            self.close()
            raise

    def add(self, result: K) -> bool:
        """Keep a game; false if it was counted already."""
        if result.number in self.results:
            return False
        if self._file is not None:
            try:
                _write(self._file, _line(asdict(result)))
            except OSError as error:
                raise self.error("file", file=self._name, why=error.strerror) from error
        self.results[result.number] = result
        return True

    def in_order(self) -> list[K]:
        """All games by their numbers, also those beyond what is asked for now."""
        return [self.results[number] for number in sorted(self.results)]

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
                result: K = _read(_object(line), self.kind)
                result.check()
            except (TypeError, ValueError):  # not these fields
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


def _read(value: object, kind: Any) -> Any:
    """A value from JSON as the kind that it is declared to be; ``TypeError`` or ``ValueError`` if it is none."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is UnionType:  # of a kind and nothing
        return None if value is None else _read(value, parts[0])
    if origin is tuple and isinstance(value, list):
        kinds = parts[:1] * len(value) if parts[-1] is Ellipsis else parts
        return tuple(_read(one, part) for one, part in zip(value, kinds, strict=True))
    if origin is Mapping and isinstance(value, dict):
        return {name: _read(one, parts[1]) for name, one in value.items()}
    if isinstance(kind, type) and is_dataclass(kind) and isinstance(value, dict):
        fields = _fields(kind)
        return kind(**{name: _read(one, fields.get(name)) for name, one in value.items()})
    if (type(value) is kind or (kind is float and type(value) is int)) and (
        not isinstance(value, float) or isfinite(value)
    ):
        return value
    raise ValueError("a field of another kind")


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
