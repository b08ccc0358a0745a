"""Copies of the database: made while a server runs, and put back while none does.

A file is copied by SQLite's own backup; PostgreSQL has programs for it, ``pg_dump`` and ``pg_restore``.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from ludarium.core.errors import LudariumError
from ludarium.server.database_lock import alone, file_of, make_private
from ludarium.server.errors import ModerationError
from ludarium.server.migrations import bring_up_to_date
from ludarium.server.store import Store

_LONGEST_REASON = 300


def back_up(url: str, file: Path) -> None:
    """Copy the database into a new file, which only its owner can read."""
    if file.exists():
        raise ModerationError("copy_exists", 409, file=file)
    part = file.with_name(f"{file.name}.part")
    source = file_of(url)
    try:
        make_private(part)
        if source is None:
            _run("pg_dump", url, "--format=custom", "--no-owner", "--file", str(part))
        else:
            _copy(source, part)
            _check_file(part, file)
        os.replace(part, file)
    except (OSError, sqlite3.Error, _ProgramError) as error:
        raise ModerationError("copy_failed", 500, why=_why(error)) from error
    finally:
        part.unlink(missing_ok=True)


def restore(url: str, file: Path) -> str:
    """Put a copy in the place of the database, which is kept beside it; where that is. ``ServerError`` while a server
    runs, or if the copy is none; then the database is as it was.
    """
    if not file.is_file():
        raise ModerationError("copy_missing", 404, file=file)
    target, stamp = file_of(url), f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
    with alone(url):
        if target is None:
            return _restore_schema(url, file, f"before_{stamp.replace('-', '_')}")
        return str(_restore_file(file, target, target.with_name(f"{target.name}.before-{stamp}")))


# --- a file -----------------------------------------------------------------------------------------------------------
def _copy(source: Path, target: Path) -> None:
    """All of it as it is at one moment; whoever writes meanwhile does not wait."""
    with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(target)) as there:
        here.backup(there)
        there.execute("PRAGMA journal_mode=DELETE")  # one file, without others beside it


def _check_file(copy: Path, file: Path) -> None:
    """``ModerationError`` if ``copy`` is not a whole database of ours; ``file`` is how the user calls it."""
    try:
        with closing(sqlite3.connect(copy)) as database:
            [found] = database.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise ModerationError("copy_wrong", 422, file=file, why=found)
            database.execute("SELECT version_num FROM alembic_version").fetchone()
            database.execute("SELECT count(*) FROM person").fetchone()
    except sqlite3.Error as error:
        raise ModerationError("copy_wrong", 422, file=file, why=error) from error


def _restore_file(file: Path, target: Path, old: Path) -> Path:
    fresh = target.with_name(f"{target.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        make_private(fresh)
        shutil.copyfile(file, fresh)
        _check_file(fresh, file)
        with _opened(f"sqlite:///{fresh}") as store:
            bring_up_to_date(store.engine)
        with closing(sqlite3.connect(fresh)) as new:
            new.execute("PRAGMA journal_mode=DELETE")  # all of it in the one file that is moved
        _check_file(fresh, file)
        if target.exists():
            with closing(sqlite3.connect(target)) as before:  # what lies in the file beside it belongs to it
                before.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            os.replace(target, old)
        for end in ("-wal", "-shm"):
            target.with_name(target.name + end).unlink(missing_ok=True)
        os.replace(fresh, target)
    except (OSError, sqlite3.Error) as error:
        if old.exists() and not target.exists():
            os.replace(old, target)
        raise ModerationError("restore_failed", 500, why=_why(error)) from error
    finally:
        for end in ("", "-wal", "-shm"):
            fresh.with_name(fresh.name + end).unlink(missing_ok=True)
    return old


# --- PostgreSQL -------------------------------------------------------------------------------------------------------
def _restore_schema(url: str, file: Path, old: str) -> str:
    """The tables of before stay in a schema of their own."""
    try:
        listed = _run("pg_restore", "", "--list", str(file))
    except _ProgramError as error:
        raise ModerationError("copy_wrong", 422, file=file, why=error) from error
    if " alembic_version " not in listed:
        raise ModerationError("copy_wrong", 422, file=file, why="alembic_version?")
    engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    moved = False
    try:
        with engine.connect() as connection:
            connection.execute(text(f"ALTER SCHEMA public RENAME TO {old}"))
            moved = True
            connection.execute(text("CREATE SCHEMA public"))
        _run("pg_restore", url, "--exit-on-error", "--no-owner", "--no-privileges", "--schema=public", str(file))
        with _opened(url) as store:
            bring_up_to_date(store.engine)
    except (SQLAlchemyError, LudariumError, _ProgramError) as error:
        if moved:
            with suppress(SQLAlchemyError), engine.connect() as connection:
                connection.execute(text("DROP SCHEMA IF EXISTS public CASCADE"))
                connection.execute(text(f"ALTER SCHEMA {old} RENAME TO public"))
        raise ModerationError("restore_failed", 500, why=_why(error)) from error
    return old


class _ProgramError(Exception):
    """What a program said as it failed."""


def _run(program: str, url: str, *arguments: str) -> str:
    """A program of PostgreSQL, and what it prints. The password is not among its arguments: others could see it."""
    found = shutil.which(program)
    if found is None:
        raise ModerationError("program_missing", 500, program=program)
    environment, command = dict(os.environ), [found, *arguments]
    if url:
        parsed = make_url(url)
        plain = parsed.set(drivername="postgresql", password=None).render_as_string()
        command[1:1] = ["--dbname", plain]
        if parsed.password:
            environment["PGPASSWORD"] = str(parsed.password)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise _ProgramError(done.stderr.strip()[:_LONGEST_REASON] or program)
    return done.stdout


@contextmanager
def _opened(url: str) -> Iterator[Store]:
    store = Store(url)
    try:
        yield store
    finally:
        store.close()


def _why(error: Exception) -> object:
    """In a few words; an error of ours says it in English, as the programs do."""
    if isinstance(error, LudariumError):
        return error.sentence("en")
    reason = getattr(error, "strerror", None) or getattr(error, "orig", None) or error
    return str(reason)[:_LONGEST_REASON]
