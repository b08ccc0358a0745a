"""A lock so that only one server uses a file: tables live in the memory of the process that runs them.

It is SQLite's own, on a file beside the database, and given back by the system however a process ends. How several
processes share a PostgreSQL database is in ``processes/``.
"""

import errno
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from ludarium.server.errors import ServerError

_OWNER_ONLY = 0o600
ONLY_KEY = int.from_bytes(b"ludarium")  # of PostgreSQL's advisory lock that all servers share while they run


@contextmanager
def alone(url: str) -> Iterator[None]:
    """While this lasts no server runs on the database; ``ServerError`` if one does."""
    lock = lock_file(url)
    if lock is not None:
        with closing(lock):
            yield
        return
    engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    try:
        connection = engine.connect()
    except (ImportError, SQLAlchemyError) as error:
        raise ServerError("database_closed", why=error) from error
    with connection:
        if not connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": ONLY_KEY}):
            raise ServerError("database_busy", 409, database=make_url(url).database)
        yield


def lock_file(url: str) -> sqlite3.Connection | None:
    """A lock that is held until it is closed; ``ServerError`` if another server has it. Nothing for other databases."""
    file = file_of(url)
    if file is None:
        return None
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
