"""The database: reading in threads, writing in one thread that commits many writes together.

``write`` returns once its work is on the disk: whoever is told of it can rely on it after a crash.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeVar

from sqlalchemy import Engine, MetaData, create_engine, event
from sqlalchemy.orm import DeclarativeBase, Session

T = TypeVar("T")
_MOST_TOGETHER = 200  # writes in one commit


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
        self.watch: Callable[[int, float], None] = lambda writes, seconds: None  # told of every commit
        self._work: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._serve, name="ludarium-store", daemon=True)
        self._writer.start()

    @property
    def alive(self) -> bool:
        return self._writer.is_alive()

    async def read(self, work: Callable[[Session], T]) -> T:
        return await asyncio.to_thread(self.read_now, work)

    def read_now(self, work: Callable[[Session], T]) -> T:
        with Session(self.engine, expire_on_commit=False) as session:
            return work(session)

    async def write(self, work: Callable[[Session], T]) -> T:
        """Do all of the work or (whatever it raises) nothing of it. Works are done in the order of the calls."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._work.put(_Write(work, done))
        return await asyncio.shield(done)

    def close(self) -> None:
        self._work.put(None)
        self._writer.join()
        self.engine.dispose()

    # --- in the writer's thread -------------------------------------------------------------------------------------
    def _serve(self) -> None:
        while True:
            first = self._work.get()
            if first is None:
                return
            together, last = [first], False
            while len(together) < _MOST_TOGETHER and not self._work.empty():
                more = self._work.get()
                if more is None:
                    last = True
                    break
                together.append(more)
            self._commit(together)
            if last:
                return

    def _commit(self, together: "list[_Write]") -> None:
        began = perf_counter()
        with Session(self.engine, expire_on_commit=False) as session:
            try:
                if not self._all_succeed(session, together):
                    session.rollback()
                    for one in together:
                        one.attempt(session)
                session.commit()
            except Exception as error:  # the disk is full, say: nothing of all this was written
                session.invalidate()  # SQLite leaves the transaction open: go on with another connection
                for one in together:
                    one.fail(error)
        self.watch(len(together), perf_counter() - began)
        for one in together:
            one.tell()

    def _all_succeed(self, session: Session, together: "list[_Write]") -> bool:
        """Do all the works without guarding them from each other, which is quicker and nearly always right."""
        try:
            for one in together:
                one.do(session)
        except Exception:  # found out once more when each is attempted by itself
            return False
        return True


class _Write:
    """One piece of work, which may be done twice if something fails beside it, and the future that waits for it."""

    def __init__(self, work: Callable[[Session], Any], done: "asyncio.Future[Any]") -> None:
        self._work = work
        self._done = done
        self._result: Any = None
        self._error: Exception | None = None

    def do(self, session: Session) -> None:
        self._result = self._work(session)
        session.flush()

    def attempt(self, session: Session) -> None:
        try:
            with session.begin_nested():
                self.do(session)
        except Exception as error:  # told to whoever asked; the others' work goes on
            self._error = error

    def fail(self, error: Exception) -> None:
        self._error = self._error or error

    def tell(self) -> None:
        try:
            self._done.get_loop().call_soon_threadsafe(self._settle)
        except RuntimeError:  # the loop is closed: nobody waits any more
            return

    def _settle(self) -> None:
        if self._done.done():
            return
        if self._error is not None:
            self._done.set_exception(self._error)
        else:
            self._done.set_result(self._result)


def _open(url: str) -> Engine:
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves: the driver would begin too late for savepoints
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")
