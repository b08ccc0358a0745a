"""One server for one database: tables live in the memory of the process that runs them.

The lock is SQLite's own, on a file beside the database: the system gives it back however a process ends.
"""

import sqlite3
from contextlib import suppress
from pathlib import Path

from sqlalchemy.engine import make_url

from ludarium.server.errors import ServerError


class Alone:
    """Held as long as a server uses an SQLite file; ``ServerError`` if another one does."""

    def __init__(self, url: str) -> None:
        self._file = file_of(url)
        self._lock: sqlite3.Connection | None = None
        if self._file is None:
            return
        try:
            self._lock = sqlite3.connect(_beside(self._file, "lock"), timeout=0, check_same_thread=False)
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self.give_up()
            if "locked" in str(error):
                raise ServerError("database_busy", 409, file=self._file) from None
            raise ServerError("database_closed", why=error) from None

    def give_up(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def file_of(url: str) -> Path | None:
    """The file of an SQLite database; nothing for other databases and those in memory."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        return None
    return Path(parsed.database)


def write_address(url: str, address: str) -> None:
    """Note where the server can be found that uses this database, for whoever starts a second one."""
    file = file_of(url)
    if file is not None:
        with suppress(OSError):
            _beside(file, "address").write_text(address, encoding="utf-8")


def read_address(url: str) -> str:
    file = file_of(url)
    try:
        return _beside(file, "address").read_text(encoding="utf-8").strip() if file else ""
    except (OSError, UnicodeDecodeError):
        return ""


def _beside(file: Path, end: str) -> Path:
    return file.with_name(f"{file.name}.{end}")
