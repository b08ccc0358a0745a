"""The database: reading in threads, writing in one thread that commits many writes together.

``write`` returns once its work is on the disk, where it is still after a crash.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import perf_counter
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, MetaData, create_engine, event
from sqlalchemy.orm import DeclarativeBase, Session

T = TypeVar("T")
_MOST_TOGETHER = 200  # writes in one commit
WRITES = "ludarium_writes"  # an option of connections that write


_BEGAN = time.time_ns() - time.monotonic_ns()


def now() -> int:
    """The time as it is stored: milliseconds since 1970, by a clock that nobody sets while the server runs: whoever
    puts the machine's back by an hour gives no player an hour.
    """
    return (_BEGAN + time.monotonic_ns()) // 1_000_000


class Base(DeclarativeBase):
    """The parent of all that is stored. Constraints have names, so that migrations can change them anywhere."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class Store:
    """One database, opened by its SQLAlchemy URL; ``close`` waits for everything that was asked to be written."""

    def __init__(self, url: str) -> None:
        self.engine = _open(url)
        # Told of every commit: how many writes, how long it took, whether it failed.
        self.watch: Callable[[int, float, bool], None] = lambda writes, seconds, failed: None
        self._work: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._serve, name="ludarium-store", daemon=True)
        self._writer.start()
        self._readers = ThreadPoolExecutor(thread_name_prefix="ludarium-read")

    @property
    def alive(self) -> bool:
        return self._writer.is_alive()

    async def read(self, work: Callable[[Session], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read_now, work)

    def read_now(self, work: Callable[[Session], T]) -> T:
        with Session(self.engine, expire_on_commit=False) as session:
            return work(session)

    async def apart(self, work: Callable[[Session], T]) -> T:
        """Do a write by itself, now: it waits for nothing of this process, and nothing of this process for it. Only for
        databases that let several write.
        """
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._apart_now, work)

    def _apart_now(self, work: Callable[[Session], T]) -> T:
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            return work(session)

    async def write(self, work: Callable[[Session], T]) -> T:
        """Do all of the work or (whatever it raises) nothing of it. Works are done in the order of the calls, and to
        the end, even if nobody waits for them any more.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._work.put(_Write(work, done))
        return await done

    def close(self) -> None:
        self._work.put(None)
        self._writer.join()
        self._readers.shutdown()  # a connection that somebody reads with could not be closed
        self.engine.dispose()

    # --- in the writer's thread -------------------------------------------------------------------------------------
    def _serve(self) -> None:
        session: Session | None = None  # with a connection of its own, as long as all goes well
        while together := self._take_together():
            session = self._commit(session, together)
            del together  # while it waits for the next one: what a write knows, such as a table, can be freed
        if session is not None:
            connection_of(session).close()

    def _take_together(self) -> "list[_Write]":
        """Wait for something to write, and take what waits with it; nothing at the end."""
        together: list[_Write] = []
        while not together or (len(together) < _MOST_TOGETHER and not self._work.empty()):
            one = self._work.get()
            if one is None:
                if together:
                    self._work.put(None)  # after these
                break
            together.append(one)
        return together

    def _commit(self, session: Session | None, together: "list[_Write]") -> Session | None:
        """Do works and commit them together; the session, if it can be used again."""
        began, failed = perf_counter(), False
        try:
            if session is None:
                mode: Any = "create_savepoint"  # within the transaction that is begun and committed here
                connection = self.engine.connect().execution_options(**{WRITES: True})
                session = Session(connection, expire_on_commit=False, join_transaction_mode=mode)
            connection = connection_of(session)
            transaction = connection.begin()
            if not _all_succeed(session, together):
                session.rollback()
                transaction.rollback()
                transaction = connection.begin()
                for one in together:
                    one.attempt(session)
            if session.in_transaction():
                session.commit()
            transaction.commit()
            if len(session.identity_map):
                session.expunge_all()  # what it has read may be changed by others
        except Exception as error:  # the disk is full, say: nothing of all this was written
            _drop(session)
            session, failed = None, True
            for one in together:
                one.error = one.error or error
        self.watch(len(together), perf_counter() - began, failed)
        _settle(together)
        return session


class _Write:
    """One piece of work, which may be done twice if something fails beside it, and the future that waits for it."""

    def __init__(self, work: Callable[[Session], Any], done: "asyncio.Future[Any]") -> None:
        self._work = work
        self.done = done
        self.result: Any = None
        self.error: Exception | None = None

    def do(self, session: Session) -> None:
        self.result = self._work(session)
        if session.in_transaction():
            session.flush()

    def attempt(self, session: Session) -> None:
        try:
            with connection_of(session).begin_nested():
                try:
                    self.do(session)
                    session.commit()
                except Exception:
                    session.rollback()
                    raise
        except Exception as error:  # for the caller of ``write``; the others' work goes on
            self.error = error

    def settle(self) -> None:
        """In the loop of the caller, if it still waits."""
        if self.done.done():
            return
        if self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.result)


def _drop(session: Session | None) -> None:
    """Go on with another connection: SQLite leaves the transaction open, and the connection may be broken."""
    if session is not None:
        connection = connection_of(session)
        for end in (session.invalidate, connection.invalidate, connection.close):
            with suppress(Exception):
                end()


def _all_succeed(session: Session, together: Iterable[_Write]) -> bool:
    """Do all the works without guarding them from each other, which is quicker and nearly always right."""
    try:
        for one in together:
            one.do(session)
    except Exception:  # found out once more when each is attempted by itself
        return False
    return True


def _settle(together: Iterable[_Write]) -> None:
    """Hand the results to the callers; all that wait in one loop wake it once."""
    waiting: dict[asyncio.AbstractEventLoop, list[_Write]] = {}
    for one in together:
        waiting.setdefault(one.done.get_loop(), []).append(one)
    for loop, writes in waiting.items():
        try:
            loop.call_soon_threadsafe(_settle_now, writes)
        except RuntimeError:  # the loop is closed: nobody waits any more
            continue


def _settle_now(writes: Iterable[_Write]) -> None:
    for one in writes:
        one.settle()


def connection_of(session: Session) -> Connection:
    """The connection of a session. In a write it can be used directly, which is quicker."""
    return session.bind if isinstance(session.bind, Connection) else session.connection()


def _open(url: str) -> Engine:
    # What people write and plan is not for the logs; a database elsewhere may have been restarted.
    engine = create_engine(url, hide_parameters=True, pool_pre_ping=not url.startswith("sqlite"))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _begin_sqlite(connection: Connection) -> None:
    """Who writes waits for others who write before anything is read, or what was read could be outdated."""
    how = "BEGIN IMMEDIATE" if connection.get_execution_options().get(WRITES) else "BEGIN"
    connection.connection.dbapi_connection.execute(how)  # type: ignore[union-attr]


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves: the driver would begin too late for savepoints
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")
