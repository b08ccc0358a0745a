"""Copies of the database: made while a server runs, put back while none does, and tried out in a place of their own.

A file is copied by SQLite's own backup; PostgreSQL has programs for it, ``pg_dump`` and ``pg_restore``.
"""

import os
import secrets
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from ludarium.core.errors import LudariumError
from ludarium.server.database_lock import alone, file_of, make_private
from ludarium.server.errors import ModerationError
from ludarium.server.migrations import bring_up_to_date, version_of
from ludarium.server.store import Store

_LONGEST_REASON = 300
_OF_POSTGRES = b"PGDMP"  # how a copy begins that pg_dump wrote


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


@contextmanager
def unpacked(url: str, file: Path) -> Iterator[tuple[str, str]]:
    """A copy put into a place of its own and brought up to date, as if it were restored: the address of that, and the
    version that the copy has. Afterwards it is gone. The database at ``url`` says where there is a PostgreSQL; it is
    not changed, and servers may run on it.
    """
    if not file.is_file():
        raise ModerationError("copy_missing", 404, file=file)
    with _unpacked_dump(url, file) if _is_dump(file) else _unpacked_file(file) as place:
        with _opened(place) as store:
            version = version_of(store.engine)
            bring_up_to_date(store.engine)
        yield place, version


def _is_dump(file: Path) -> bool:
    try:
        with file.open("rb") as copy:
            return copy.read(len(_OF_POSTGRES)) == _OF_POSTGRES
    except OSError as error:
        raise ModerationError("copy_wrong", 422, file=file, why=_why(error)) from error


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


@contextmanager
def _unpacked_file(file: Path) -> Iterator[str]:
    """Beside the copy: where that found space, another one may."""
    with ExitStack() as stack:
        try:
            place = Path(stack.enter_context(TemporaryDirectory(prefix=f"{file.name}.", dir=file.parent)), "copy")
            make_private(place)
            shutil.copyfile(file, place)
        except OSError as error:
            raise ModerationError("copy_not_tried", 500, file=file, why=_why(error)) from error
        _check_file(place, file)
        yield f"sqlite:///{place}"


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
def _check_dump(file: Path) -> None:
    try:
        listed = _run("pg_restore", "", "--list", str(file))
    except _ProgramError as error:
        raise ModerationError("copy_wrong", 422, file=file, why=error) from error
    if " alembic_version " not in listed:
        raise ModerationError("copy_wrong", 422, file=file, why="alembic_version?")


def _put_in(url: str, file: Path) -> None:
    _run("pg_restore", url, "--exit-on-error", "--no-owner", "--no-privileges", "--schema=public", str(file))


@contextmanager
def _unpacked_dump(url: str, file: Path) -> Iterator[str]:
    """In a database beside ours, which only this copy is in."""
    if file_of(url) is not None:
        raise ModerationError("copy_of_postgres", 422, file=file)
    _check_dump(file)
    name = f"{make_url(url).database}_copy_{secrets.token_hex(4)}"
    place = make_url(url).set(database=name).render_as_string(hide_password=False)
    engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    quoted = engine.dialect.identifier_preparer.quote_identifier(name)
    try:
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {quoted} TEMPLATE template0"))
    except SQLAlchemyError as error:  # most often the right to make one is missing
        raise ModerationError("copy_no_room", 500, why=_why(error)) from error
    try:
        try:
            _put_in(place, file)
        except _ProgramError as error:
            raise ModerationError("copy_wrong", 422, file=file, why=error) from error
        yield place
    finally:
        with engine.connect() as connection:
            connection.execute(text(f"DROP DATABASE {quoted} WITH (FORCE)"))


def _restore_schema(url: str, file: Path, old: str) -> str:
    """The tables of before stay in a schema of their own."""
    _check_dump(file)
    engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    moved = False
    try:
        with engine.connect() as connection:
            connection.execute(text(f"ALTER SCHEMA public RENAME TO {old}"))
            moved = True
            connection.execute(text("CREATE SCHEMA public"))
        _put_in(url, file)
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
        where = parsed.username, None, parsed.host, parsed.port, parsed.database, parsed.query
        command[1:1] = ["--dbname", URL.create("postgresql", *where).render_as_string()]
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
