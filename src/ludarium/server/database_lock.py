"""A lock so that only one server uses a database: tables live in the memory of the process that runs them.

For a file the lock is SQLite's own, on a file beside it; in PostgreSQL it is an advisory lock. Either is given back by
the system however a process ends.
"""

import errno
import logging
import os
import sqlite3
import stat
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection, create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from ludarium.server.errors import ServerError

_LOG = logging.getLogger(__name__)
_KEY = int.from_bytes(b"ludarium")  # of the advisory lock
_OWNER_ONLY = 0o600


class DatabaseLock:
    """Held as long as a server uses a database; ``ServerError`` if another one does."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._file = file_of(url)
        self._lock: sqlite3.Connection | Connection | None = None
        self._take()

    def is_held(self) -> bool:
        """Whether nobody else can have the lock. A database that was restarted has forgotten it: then it is taken
        again, unless another server was quicker.
        """
        if self._file is not None:
            return True
        try:
            if isinstance(self._lock, Connection):
                self._lock.execute(text("SELECT 1"))
            else:
                self._take()
        except SQLAlchemyError:
            self.release()
            return self.is_held()
        except ServerError as error:
            _LOG.warning("the lock of the database is lost: %s", error)
            return error.key != "database_busy"
        return True

    def _take(self) -> None:
        self._lock = _lock_in_database(self._url) if self._file is None else _lock_beside(self._file)

    def release(self) -> None:
        if self._lock is not None:
            with suppress(SQLAlchemyError):  # the connection may be broken
                self._lock.close()
            self._lock = None


def _lock_beside(file: Path) -> sqlite3.Connection:
    lock: sqlite3.Connection | None = None
    try:
        for one in (file, _beside(file, "lock")):
            make_private(one)
        lock = sqlite3.connect(_beside(file, "lock"), timeout=0, check_same_thread=False)
        lock.execute("BEGIN EXCLUSIVE")
    except (OSError, sqlite3.OperationalError) as error:
        if lock is not None:
            lock.close()
        if "locked" in str(error):
            raise ServerError("database_busy", 409, database=file) from None
        why = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else error
        raise ServerError("database_closed", why=why) from None
    return lock


def _lock_in_database(url: str) -> Connection:
    connection: Connection | None = None
    try:
        engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        connection = engine.connect()
        taken = connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": _KEY})
    except ImportError:
        raise ServerError("database_driver") from None
    except SQLAlchemyError as error:
        if connection is not None:
            connection.close()
        raise ServerError("database_closed", why=getattr(error, "orig", error)) from None
    if not taken:
        connection.close()
        raise ServerError("database_busy", 409, database=make_url(url).database)
    return connection


def make_private(file: Path) -> None:
    """Make it if it is not there, for its owner alone; one that everybody could read becomes private, too.

    ``OSError`` for a device or a folder: who serves as root would take ``/dev/null`` away from everybody.
    """
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, "not a file", str(file))
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, _OWNER_ONLY))
    for one in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        with suppress(FileNotFoundError):
            if stat.S_IMODE(one.stat().st_mode) & stat.S_IRWXO:
                one.chmod(_OWNER_ONLY)


def file_of(url: str) -> Path | None:
    """The file of an SQLite database, wherever links to it are; nothing for other databases."""
    parsed = make_url(url)
    return Path(parsed.database or "").resolve() if parsed.get_backend_name() == "sqlite" else None


def write_address(url: str, address: str) -> None:
    """Note where the server can be found that uses this database, for a second one that is started."""
    file = file_of(url)
    if file is not None:
        with suppress(OSError):
            make_private(_beside(file, "address"))
            _beside(file, "address").write_text(address, encoding="utf-8")


def read_address(url: str) -> str:
    file = file_of(url)
    try:
        return _beside(file, "address").read_text(encoding="utf-8").strip() if file else ""
    except (OSError, UnicodeDecodeError):
        return ""


def _beside(file: Path, end: str) -> Path:
    return file.with_name(f"{file.name}.{end}")
