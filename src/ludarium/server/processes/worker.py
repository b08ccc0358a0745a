"""A worker: a program that thinks for the server processes of one PostgreSQL database.

It looks in the database for those that live, and calls each of them; it has no open port, and nobody hands it anything
but the processes that it has called. Whatever is lost, it looks for again: these come and go, the database may restart.
"""

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import ValidationError
from sqlalchemy import create_engine
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from ludarium import __version__
from ludarium.players.report import Report
from ludarium.server.database_lock import file_of
from ludarium.server.errors import ServerError
from ludarium.server.logs import note
from ludarium.server.processes import process, questions
from ludarium.server.processes.leases import LIVING
from ludarium.server.processes.questions import Hello, Said
from ludarium.server.processes.relay import SECRET_HEADER
from ludarium.server.settings import Settings
from ludarium.server.thinking import Thinkers

if TYPE_CHECKING:
    from psycopg import AsyncConnection

_LOG = logging.getLogger(__name__)
_LOOK_SECONDS = 2.0  # between two looks at who lives
_AGAIN_SECONDS = 1.0  # until a process is called again
_BEAT_SECONDS = 1.0
_OPENING_SECONDS = 5.0
_PING_SECONDS = 10.0
_PATIENCE = 10.0  # seconds for an answer of the database
_LONGEST = 4_000_000  # bytes of a question; the longest games make some 60,000
_MOST_WAITING = 100  # messages to a process that is slow to hear: then it is told decisions only
_ADDRESSES = f"SELECT address FROM process WHERE number IN ({LIVING})"
_ELSEWHERE = "If it is on another machine, its setting internal_address must name an address that leads there"
_NO_SUCH_TABLE = "42P01"  # PostgreSQL's code


class _Thought(NamedTuple):
    """One question that is being thought about."""

    task: "asyncio.Task[None]"
    stop: Event


def work(settings: Settings, ready: Callable[[int], None]) -> None:
    """Help until a signal comes; ``ready`` hears with how many cores, which are all of them unless ``cores`` is set."""
    cores = settings.cores or os.cpu_count() or 1
    helper = Helper(settings, cores, lambda: ready(cores))

    async def run() -> None:
        helping = asyncio.create_task(helper.run())
        for one in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # on Windows: Ctrl-C ends it all the same
                asyncio.get_running_loop().add_signal_handler(one, helping.cancel)
        await asyncio.wait({helping})
        if not helping.cancelled():
            helping.result()

    asyncio.run(run())


class Helper:
    """Thinks for all processes of a database, with ``cores`` processes of its own. ``ready`` is called once there are
    such.
    """

    def __init__(self, settings: Settings, cores: int, ready: Callable[[], None]) -> None:
        if not settings.database or file_of(settings.database) is not None:
            raise ServerError("worker_database")
        try:
            self._engine = create_engine(settings.database)
        except ImportError:
            raise ServerError("database_driver") from None
        self._cores = cores
        self._ready = ready
        self._thinkers = Thinkers(cores, settings.thinking_memory)
        self._addresses: set[str] = set()  # of those that live
        self._secret = ""
        self._calls: dict[str, asyncio.Task[None]] = {}
        self._asked: dict[str, dict[int, _Thought]] = {}  # by the address of the process
        self._troubles: dict[str, str] = {}  # what was last said about each

    async def run(self) -> None:
        """Without end."""
        try:
            await self._thinkers.prepare()
            self._ready()
            while True:
                try:
                    await self._follow()
                except Exception as error:
                    self._complain("", _why_not(error))
                await asyncio.sleep(_LOOK_SECONDS)
        finally:
            for call in self._calls.values():
                call.cancel()
            await asyncio.gather(*self._calls.values(), return_exceptions=True)
            await asyncio.to_thread(self._thinkers.close)

    # --- who lives ----------------------------------------------------------------------------------------------------
    async def _follow(self) -> None:
        """Call those that the database says live, as long as it answers."""
        connection = await process.connect(self._engine)
        try:
            while True:
                async with asyncio.timeout(_PATIENCE):
                    await self._look(connection)
                self._all_is_well("", "the database answers")
                for address in self._addresses:
                    if address not in self._calls:
                        self._calls[address] = asyncio.create_task(self._help(address))
                await asyncio.sleep(_LOOK_SECONDS)
        finally:
            with suppress(Exception):
                await connection.close()

    async def _look(self, connection: "AsyncConnection[Any]") -> None:
        [secret] = await (await connection.execute(b"SELECT secret FROM shared_secret")).fetchall() or [("",)]
        rows = await (await connection.execute(_ADDRESSES.encode())).fetchall()
        self._secret, self._addresses = secret[0], {row[0] for row in rows if row[0] and secret[0]}

    async def _help(self, address: str) -> None:
        """Call a process whenever it is not on the line, until it lives no more."""
        try:
            while address in self._addresses:
                try:
                    await self._call(address)
                except InvalidStatus as refused:
                    status = refused.response.status_code
                    self._complain(
                        address, f"refuses workers (status {status}): is it of the same version and database?"
                    )
                except (OSError, TimeoutError, WebSocketException) as error:
                    self._complain(address, f"cannot be reached: {str(error) or type(error).__name__}. {_ELSEWHERE}")
                await asyncio.sleep(_AGAIN_SECONDS)
        except Exception:
            _LOG.exception("the process at %s could not be helped", address)
        finally:
            self._troubles.pop(address, None)
            del self._calls[address]

    async def _call(self, address: str) -> None:
        line = await connect(
            f"ws://{address}{questions.WORKER_PATH}",
            additional_headers={SECRET_HEADER: questions.knock_of(self._secret)},
            user_agent_header=None,
            compression=None,
            proxy=None,
            open_timeout=_OPENING_SECONDS,
            ping_interval=_PING_SECONDS,
            ping_timeout=_PING_SECONDS,
            close_timeout=1,
            max_size=_LONGEST,
        )
        thoughts: dict[int, _Thought] = {}
        outgoing: asyncio.Queue[str] = asyncio.Queue()
        outgoing.put_nowait(questions.written(Hello(__version__, questions.own_rules(), self._cores)))
        self._asked[address] = thoughts
        tasks = [
            asyncio.create_task(work)
            for work in (self._listen(address, line, outgoing), _deliver(line, outgoing), self._beat(address, outgoing))
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            thinking = [one.task for one in thoughts.values()]
            for task in (*tasks, *thinking):
                task.cancel()
            await line.close()  # first: what is not answered is asked elsewhere
            await asyncio.gather(*tasks, *thinking, return_exceptions=True)
            del self._asked[address]
        self._hung_up(address, line)

    def _hung_up(self, address: str, line: ClientConnection) -> None:
        if line.close_code == questions.WRONG_VERSION:
            theirs = line.close_reason or "another"
            self._complain(
                address, f"is of version {theirs}, this worker of {__version__}: install the same version on both"
            )
        else:
            self._complain(address, "has hung up")

    # --- one process --------------------------------------------------------------------------------------------------
    async def _listen(self, address: str, line: ClientConnection, outgoing: "asyncio.Queue[str]") -> None:
        thoughts = self._asked[address]
        try:
            async for message in line:
                if isinstance(message, bytes):
                    number, body = questions.checked(message, self._secret)
                    self._think(address, number, body, outgoing)
                    continue
                order = questions.ORDER.validate_json(message)
                if order.do == "welcome":
                    self._all_is_well(address, "thinks for a process")
                elif order.number in thoughts and order.do == "stop":
                    thoughts[order.number].stop.set()
                elif order.number in thoughts:
                    thoughts[order.number].task.cancel()
        except ConnectionClosed:
            pass
        except questions.Forged:
            self._complain(address, "sent a question that is not signed with the secret of the database")
        except ValidationError as error:
            self._complain(address, f"said something that is not understood: {error}")

    def _think(self, address: str, number: int, body: bytes, outgoing: "asyncio.Queue[str]") -> None:
        stop, thoughts = Event(), self._asked[address]

        def say(report: Report | None = None, final: bool = False, fault: str = "") -> None:
            if final or fault or outgoing.qsize() < _MOST_WAITING:
                said = Said(self._others(address), number, report, final, fault)
                outgoing.put_nowait(questions.written(said))

        async def think() -> None:
            try:
                asked = await asyncio.to_thread(questions.unpacked, body)
                report = await self._thinkers.decide(
                    asked.question,
                    stop=stop.is_set,
                    tell=say if asked.talks else None,
                    urgent=asked.urgent,
                    person=asked.person,
                )
                say(report, final=True)
            except Exception as error:  # told to the process, which asks elsewhere
                say(fault=f"{type(error).__name__}: {error}")

        thoughts[number] = _Thought(asyncio.create_task(think()), stop)
        thoughts[number].task.add_done_callback(lambda _: thoughts.pop(number))

    async def _beat(self, address: str, outgoing: "asyncio.Queue[str]") -> None:
        while True:
            outgoing.put_nowait(questions.written(Said(self._others(address))))
            await asyncio.sleep(_BEAT_SECONDS)

    def _others(self, address: str) -> int:
        return sum(len(thoughts) for other, thoughts in self._asked.items() if other != address)

    # --- what is said -------------------------------------------------------------------------------------------------
    def _complain(self, about: str, what: str) -> None:
        """Once, however often it happens in a row."""
        if self._troubles.get(about) != what:
            self._troubles[about] = what
            _LOG.warning("%s%s", f"the process at {about} " if about else "", what)

    def _all_is_well(self, about: str, what: str) -> None:
        if about or about in self._troubles:
            note(_LOG, what, **({"process": about} if about else {}))
        self._troubles.pop(about, None)


async def _deliver(line: ClientConnection, outgoing: "asyncio.Queue[str]") -> None:
    with suppress(ConnectionClosed):
        while True:
            await line.send(await outgoing.get())


def _why_not(error: Exception) -> str:
    """What keeps the database from telling who lives."""
    if getattr(error, "sqlstate", "") == _NO_SUCH_TABLE:
        return "no server has used this database yet: start one with it (ludarium serve)"
    said = error.sentence("en") if isinstance(error, ServerError) else str(error) or type(error).__name__
    return f"the database does not answer, the next try is soon: {' '.join(said.split())}"
