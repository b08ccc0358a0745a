"""One process among those that share a database: it lives as long as one connection of its own does.

With that connection it holds an advisory lock on its number, which the database gives back however the process ends,
and hears what the others tell. A process that loses it may have been taken for dead: it puts all its tables away, and
goes on under another number as soon as there is one.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine, text
from sqlalchemy.orm import Session

from ludarium.server.database_lock import ONLY_KEY
from ludarium.server.errors import ServerError
from ludarium.server.logs import note
from ludarium.server.processes import leases
from ludarium.server.processes.changes import CHANNEL, PROCESS, Ears
from ludarium.server.processes.rows import SharedSecretRow
from ludarium.server.store import Store, now

if TYPE_CHECKING:
    from psycopg import AsyncConnection

_LOG = logging.getLogger(__name__)
_BEAT_SECONDS = 3.0
_PATIENCE = 10.0  # seconds for an answer of the database
_AGAIN_SECONDS = 0.5  # until the next try to find the database
_KEPT = 24 * 3600 * 1000  # milliseconds for which a process that is gone is remembered
# How soon both ends notice that the other's machine is gone; of no use, and no harm, on a socket of this machine.
_KEEPALIVES = {"keepalives_idle": 4, "keepalives_interval": 2, "keepalives_count": 3}


class Process:
    """``number`` is 0 while this process must not serve tables."""

    def __init__(self, store: Store, address: str) -> None:
        self.address = address
        self.number = 0
        self.secret = ""
        self.living: list[int] = []
        self.ears = Ears()
        self.when_lost: list[Callable[[], None]] = []
        self.when_back: list[Callable[[], None]] = []
        self.when_counted: list[Callable[[int], None]] = []
        self._store = store
        self._connection: AsyncConnection[Any] | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def rank(self) -> int:
        """Its place among those that live."""
        return self.living.index(self.number) if self.number in self.living else 0

    async def start(self) -> None:
        """``ServerError`` if the database cannot be used."""
        self.secret = await self._store.write(_shared_secret)
        await self._join()
        await self._store.apart(lambda session: leases.tidy(session, now() - _KEPT))
        self._task = asyncio.create_task(self._live())

    async def leave(self) -> None:
        """In good order: others take over at once."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        connection, self._connection = self._connection, None
        if connection is None:
            return
        with suppress(Exception):  # without it they take over a little later
            async with asyncio.timeout(_PATIENCE):
                await connection.execute("UPDATE process SET beat = %s WHERE number = %s", [now(), self.number])
                await connection.execute("SELECT pg_advisory_unlock_all()")
                await connection.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{PROCESS} {self.number}"])
        await connection.close()
        self.number = 0

    # --- the connection -----------------------------------------------------------------------------------------------
    async def _join(self) -> None:
        connection = await connect(self._store.engine)
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._enlist(connection)
        except BaseException:
            await connection.close()
            raise
        self._connection = connection

    async def _enlist(self, connection: "AsyncConnection[Any]") -> None:
        for name, value in _KEEPALIVES.items():
            await connection.execute(f"SET tcp_{name} = {value}".encode())
        alone = await connection.execute("SELECT pg_try_advisory_lock_shared(%s)", [ONLY_KEY])
        if await alone.fetchone() != (True,):
            raise ServerError("database_busy", 409, database=self._store.engine.url.database)
        new = "INSERT INTO process (address, started, beat) VALUES (%s, %s, %s) RETURNING number"
        row = await (await connection.execute(new, [self.address, now(), now()])).fetchone()
        assert row is not None
        await connection.execute("SELECT pg_advisory_lock(%s::integer, %s::integer)", [leases.LIVING_KEY, row[0]])
        await connection.execute(f"LISTEN {CHANNEL}".encode())
        await connection.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{PROCESS} {row[0]}"])
        await self._look_around(connection)
        self.number = row[0]

    async def _live(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:
                _LOG.warning("the connection by which this process lives is lost: %s", error or type(error).__name__)
            await self._lose()
            await self._come_back()

    async def _listen(self) -> None:
        """Hear notices, and note every few seconds that this process is at work."""
        connection = self._connection
        assert connection is not None
        while True:
            async with aclosing(connection.notifies(timeout=_BEAT_SECONDS)) as notices:
                async for notice in notices:
                    self._hear(notice.payload)
                    if notice.payload.startswith(PROCESS):
                        break
            async with asyncio.timeout(_PATIENCE):
                await connection.execute("UPDATE process SET beat = %s WHERE number = %s", [now(), self.number])
                await self._look_around(connection)

    def _hear(self, said: str) -> None:
        try:
            self.ears.hear(said)
        except Exception:
            _LOG.exception("a notice could not be followed")

    async def _look_around(self, connection: "AsyncConnection[Any]") -> None:
        rows = await (await connection.execute(leases.LIVING.encode())).fetchall()
        self.living = sorted(row[0] for row in rows)
        for hear in self.when_counted:
            hear(max(1, len(self.living)))

    async def _lose(self) -> None:
        self.number = 0
        for lost in self.when_lost:
            lost()
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                await connection.close()

    async def _come_back(self) -> None:
        while True:
            with suppress(Exception):  # the writer's connection may be broken, too: this one finds out
                await self._store.write(lambda session: session.execute(text("SELECT 1")))
            try:
                await self._join()
            except Exception as error:
                _LOG.info("the database is not there yet: %s", error or type(error).__name__)
                await asyncio.sleep(_AGAIN_SECONDS)
            else:
                break
        note(_LOG, "goes on", process=self.number)
        for back in self.when_back:
            back()


async def connect(engine: Engine) -> "AsyncConnection[Any]":
    """A connection that is not shared."""
    import psycopg  # noqa: PLC0415 (only those who use PostgreSQL have it)

    _, arguments = engine.dialect.create_connect_args(engine.url)
    try:
        given: dict[str, Any] = {"autocommit": True, "connect_timeout": int(_PATIENCE), **_KEEPALIVES, **arguments}
        return await psycopg.AsyncConnection.connect(**given)
    except psycopg.Error as error:
        raise ServerError("database_closed", why=error) from None


def _shared_secret(session: Session) -> str:
    """In a write: the secret of all processes, made by the first one."""
    from sqlalchemy.dialects.postgresql import insert  # noqa: PLC0415 (as above)

    made = {"id": 1, "secret": secrets.token_hex(32)}
    session.execute(insert(SharedSecretRow).values(made).on_conflict_do_nothing())
    return session.get_one(SharedSecretRow, 1).secret
