"""All tables: opened from the database when somebody needs them, put away when nobody does.

What is in memory is a copy: everything that was acknowledged is in the database, also after a crash.
"""

import asyncio
import logging
import zlib
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from ludarium.core.errors import LudariumError
from ludarium.server import wire
from ludarium.server.errors import RoomError, ServerError
from ludarium.server.people import vacations
from ludarium.server.people.company import ids_blocked_by, who_blocks
from ludarium.server.processes import changes, leases
from ludarium.server.processes.leases import HeldElsewhere
from ludarium.server.processes.presence import Elsewhere
from ludarium.server.requests import NewTableRequest
from ludarium.server.rooms import storage
from ludarium.server.rooms.challenge_storage import add_challenge
from ludarium.server.rooms.copies import Copies
from ludarium.server.rooms.new_table import begin_if_full, kept_seat_of, new_play
from ludarium.server.rooms.room import AllRooms, Room
from ludarium.server.rooms.storage import StoredTable, TableRow
from ludarium.server.sockets import SENT_AWAY
from ludarium.server.visitor import Visitor

_LOG = logging.getLogger(__name__)
_BEAT_SECONDS = 5.0
_SWEEP_SECONDS = 20.0
_TAKE_OVER_SECONDS = 3.0  # between two looks for tables whose process is dead
_IDLE = 60_000  # milliseconds that a room is kept although nobody needs it
_TIDY_SECONDS = 3600.0
_DAY = 24 * 3600 * 1000
_TOGETHER = 4  # tables that are opened at the same time after a start


@dataclass(eq=False)
class Rooms(AllRooms):
    """The tables that are in memory."""

    def __post_init__(self) -> None:
        self.in_memory: dict[str, Room] = {}
        self.elsewhere = Elsewhere()
        self.copies = Copies(self, self._load)
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._lost: set[str] = set()  # tables that could not be read again, and may have to go on by themselves
        self._left: set[str] = set()  # tables of dead processes that were left to others a moment ago
        self._leaving: dict[str, asyncio.Task[None]] = {}  # tables whose leases are being given back
        self._taking_over = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self.chores: list[Callable[[], Coroutine[Any, Any, None]]] = []  # of others, done by the sweep

    # --- start and end ----------------------------------------------------------------------------------------------
    async def start(self) -> None:
        """Leave out the time that the server was down, then go on with every game that does not wait for people."""
        if self.process is None:
            await self.store.write(lambda session: storage.leave_out_downtime(session, self.now()))
        else:  # each table by itself, when it is opened
            await self.store.write(lambda session: storage.begin_to_beat(session, self.now()))
            self.run(self._every(_TAKE_OVER_SECONDS, self.take_over))
        self.run(self._go_on())
        self.run(self._every(_BEAT_SECONDS, self.beat))
        self.run(self._every(_SWEEP_SECONDS, self.sweep))
        self.run(self._every(_TIDY_SECONDS, self.close_abandoned))

    async def close(self) -> None:
        """Finish what is being done and send everybody away; their browsers will come back."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._opening.values(), return_exceptions=True)
        for room in self.in_memory.values():
            room.close()
        await asyncio.gather(*(room.finish() for room in self.in_memory.values()))
        await self.beat()
        self.in_memory.clear()

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _every(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except Exception:
                _LOG.exception("tables could not be looked after")

    async def beat(self) -> None:
        """Note that the server is at work."""
        now = self.now()
        await self.store.write(lambda session: storage.beat(session, now))

    async def _go_on(self) -> None:
        await self._open_all(await self.store.read(self._unattended))

    def _unattended(self, session: Session) -> list[str]:
        """But for those that other processes have."""
        return storage.unattended(session, *([leases.is_free(session, TableRow.id)] if self.process else []))

    async def _open_all(self, waiting: Iterable[str]) -> None:
        gate = asyncio.Semaphore(_TOGETHER)

        async def open_one(id_: str) -> None:
            async with gate:
                await self._try_to_open(id_)

        await asyncio.gather(*(open_one(id_) for id_ in waiting))

    async def sweep(self) -> None:
        """Put away what nobody needs, and look after turns that have days."""
        now = self.now()
        for id_, room in list(self.in_memory.items()):
            if not room.busy and now - room.idle_since > _IDLE:
                room.close()
                del self.in_memory[id_]
                self._give_back(id_)
                if room.attended and not room.play.begun:
                    await self._note_attended(room)
        overdue = await self.store.read(lambda session: storage.overdue(session, now))
        for id_ in [*overdue, *self._lost]:
            await self._try_to_open(id_)
        self.metrics.tables.set(len(self.in_memory))
        for work in self.chores:
            await work()

    async def _note_attended(self, room: Room) -> None:
        """Who looks after a table that waits has not abandoned it."""
        await self.store.write(lambda session: storage.write_table(session, room.id, changed=room.attended))

    async def close_abandoned(self) -> None:
        """Close tables that have waited for days, and at which nobody is. Those that another process has in memory are
        left to it: it knows who is there, and who has been.
        """
        waited = self.now() - self.waiting_days * _DAY
        for id_ in await self.store.read(lambda session: storage.abandoned(session, waited)):
            room = self.in_memory.get(id_)
            if room is not None and (room.busy or room.attended > waited):
                continue
            try:
                await self._take(id_)
            except RoomError:
                continue
            await self.close_table(id_)
            self._give_back(id_)

    async def _try_to_open(self, id_: str) -> None:
        """One table that cannot be read must not keep the others waiting."""
        try:
            await self.open(id_)
        except HeldElsewhere:
            self._lost.discard(id_)
        except LudariumError as error:  # the table is gone, or its game
            self._lost.discard(id_)
            _LOG.warning("table %s could not be opened: %s", id_, error)
        except Exception:
            _LOG.exception("table %s could not be opened", id_)

    # --- among other processes --------------------------------------------------------------------------------------
    def abandon(self) -> None:
        """Put everything away: the process may have been taken for dead, and what it has in memory may be another's."""
        for room in self.in_memory.values():
            room.close()
        self.in_memory.clear()

    def look_after_others(self) -> None:
        """A process has come or gone."""
        self.run(self.take_over())

    async def take_over(self) -> None:
        """Go on with a fair part of the tables whose process is dead; the next time with what others left."""
        process = self.process
        if process is None or not process.number:
            return
        async with self._taking_over:
            orphans = await self.store.read(leases.orphans)
            if not orphans:
                return self._left.clear()
            waiting = await self.store.read(lambda session: storage.unattended(session, TableRow.id.in_(orphans)))
            count, rank = max(1, len(process.living)), process.rank
            mine = {id_ for id_ in waiting if zlib.crc32(id_.encode()) % count == rank or id_ in self._left}
            self._left = set(waiting) - mine
            if rest := set(orphans) - set(waiting):
                await self.store.apart(lambda session: leases.set_free(session, rest))
            await self._open_all(id_ for id_ in waiting if id_ in mine)

    async def _take(self, id_: str) -> int:
        """Take the lease of a table and leave out the time that nobody served it; the number it was taken under."""
        number = self.number
        if self.process is None:
            return number
        if not number:
            raise RoomError("not_kept", 503)
        if id_ in self._leaving:
            await asyncio.wait([self._leaving[id_]])
        taken = await self.store.apart(lambda session: leases.take(session, id_, number))
        if taken is not None and taken.since is not None:
            since, now = taken.since, self.now()

            def leave_out(session: Session) -> None:
                leases.fence(session, id_, number)
                storage.leave_out_of(session, id_, since, now)

            await self.store.write(leave_out)
        return number

    def _give_back(self, id_: str) -> None:
        if number := self.number:
            self._leaving[id_] = self.run(self._let_go(id_, number))
            self._leaving[id_].add_done_callback(lambda _: self._leaving.pop(id_, None))

    async def _let_go(self, id_: str, number: int) -> None:
        try:
            await self.store.write(lambda session: leases.give_back(session, [id_], number))
        except Exception:  # then this process has it for longer
            _LOG.exception("table %s could not be given back", id_)

    # --- one table --------------------------------------------------------------------------------------------------
    async def open(self, id_: str) -> Room:
        """The table with that id; ``RoomError`` if there is none."""
        room = self.in_memory.get(id_)
        if room is not None:
            room.idle_since = self.now()
            return room
        if id_ not in self._opening:
            self._opening[id_] = asyncio.create_task(self._open(id_))
            self._opening[id_].add_done_callback(lambda _: self._opening.pop(id_, None))
        return await asyncio.shield(self._opening[id_])

    async def look(self, id_: str, back: bool = False) -> Room:
        """The same to look at only: of a table that another process has, a copy of what is stored; to look ``back``,
        also of one that was closed while a game was played there.
        """
        try:
            return await self.open(id_)
        except RoomError as error:
            if not isinstance(error, HeldElsewhere) and not (back and error.key == "table_closed"):
                raise
            return await self.copies.of(id_, back)

    async def _load(self, id_: str, back: bool = False) -> StoredTable:
        stored = await self.store.read(lambda session: storage.load(session, id_, self.now()))
        if stored is None:
            raise RoomError("table_unknown", 404)
        if stored.closed and not (back and stored.play.begun):
            raise RoomError("table_closed", 410)
        return stored

    async def _open(self, id_: str) -> Room:
        number = await self._take(id_)
        stored = await self._load(id_)
        if number != self.number:  # the process lost its place meanwhile
            raise RoomError("not_kept", 503)
        room = self.in_memory[id_] = Room(stored, self)
        self._lost.discard(id_)
        room.wake()
        self.metrics.tables.set(len(self.in_memory))
        return room

    # --- by order ---------------------------------------------------------------------------------------------------
    async def close_table(self, id_: str) -> None:
        """End a table without a result; whoever is there hears so."""
        await self.store.write(lambda session: storage.close_table(session, id_))
        await self.put_away_closed(id_)

    async def put_away_closed(self, id_: str) -> None:
        """A table has been closed in the database."""
        self.noticed(id_, storage.CLOSED, self.now())
        room = self.in_memory.get(id_)
        if room is not None:
            async with room.lock:
                self.shut(room)

    async def put_away_all_closed(self) -> None:
        """Many tables have been closed or deleted in the database."""
        for id_ in await self.store.read(lambda session: storage.not_open(session, list(self.in_memory))):
            await self.put_away_closed(id_)

    def shut(self, room: Room) -> None:
        self.in_memory.pop(room.id, None)
        room.shut()

    def part_with(self, person: str, error: ServerError) -> None:
        """Say something to somebody at all tables, and send them away."""
        for room in self.in_memory.values():
            for connection in room.connections:
                if connection.person == person:
                    connection.refuse(error)
                    connection.finish(SENT_AWAY)

    async def read_again(self, person: str) -> None:
        """What is stored about somebody has changed: tables where they are begin anew with that."""
        self.copies.forget()
        for id_, room in list(self.in_memory.items()):
            here = any(connection.person == person for connection in room.connections)
            if here or room.play.seats_of(person):
                async with room.lock:
                    room.close()
                    self.in_memory.pop(id_, None)
                await self._try_to_open(id_)

    def lose(self, room: Room) -> None:
        """The room may differ from what was kept; it is opened again as soon as that can be read."""
        self.in_memory.pop(room.id, None)
        self._lost.add(room.id)

    def without_name(self, person: str) -> None:
        """Somebody has left for good: no table in memory names them any more."""
        self.copies.forget()
        for room in list(self.in_memory.values()):
            if room.knows(person):
                room.leave_out_name(person)

    async def company_changed(self, person: str) -> None:
        """Somebody has blocked or unblocked people, here or at another process: what they are told at open tables
        follows that at once.
        """
        if person not in self.are_here():
            return
        blocked = await self.store.read(lambda session: ids_blocked_by(session, person))
        for room in list(self.in_memory.values()):
            if any(one.person == person and one.blocked != blocked for one in room.connections):
                room.run(room.hear_again(person, blocked))

    def are_here(self) -> set[str]:
        """Everybody who looks at a table of this process now."""
        here = {connection.person for room in list(self.in_memory.values()) for connection in room.connections}
        return here - {""}

    async def go_on_vacation(self, person: str, days: int) -> wire.Vacation:
        """From now on the person's clocks in correspondence games stand still, for so many days."""
        now = self.now()

        def write(session: Session) -> wire.Vacation:
            start, until = vacations.begin(session, person, days, now)
            storage.put_off(session, person, start, until - start)
            session.flush()
            return vacations.how_it_stands(session, person, now)

        return await self._change_vacation(person, write)

    async def end_vacation(self, person: str) -> wire.Vacation:
        now = self.now()

        def write(session: Session) -> wire.Vacation:
            storage.put_off(session, person, now, now - vacations.end(session, person, now))
            session.flush()
            return vacations.how_it_stands(session, person, now)

        return await self._change_vacation(person, write)

    async def _change_vacation(self, person: str, write: Callable[[Session], wire.Vacation]) -> wire.Vacation:
        def written(session: Session) -> wire.Vacation:
            done = write(session)
            changes.tell(session, changes.PERSON, person)
            return done

        done = await self.store.write(written)
        await self.person_changed(person)
        return done

    async def person_changed(self, person: str) -> None:
        """Somebody went on vacation or came back, here or at another process."""
        for room in list(self.in_memory.values()):
            if room.play.setup.pace.kind == "days" and room.play.seats_of(person):
                await room.people_changed()

    async def challenge_ended(self, table: str) -> None:
        """At another process."""
        self.copies.forget()
        if (room := self.in_memory.get(table)) is not None:
            await room.look_up_challenge()

    async def make(self, visitor: Visitor, wanted: NewTableRequest) -> str:
        """A new table; its id. The game begins at once if there is nobody to wait for."""
        now = self.now()
        play = new_play(wanted, visitor, now)
        kept = kept_seat_of(play, wanted, visitor)
        self.limits.tables.take(visitor.id)
        if play.setup.pace.kind == "days":
            play.rest(await self.store.read(lambda session: vacations.vacations_of(session, [visitor.id])))
        if wanted.challenge:
            self.limits.challenges.take(visitor.id)
        event = begin_if_full(play, now)

        def write(session: Session) -> bool:
            storage.add_table(session, play, event)
            leases.begin(session, play.setup.id, self.number)
            if kept >= 0:
                add_challenge(session, play.setup.id, kept, visitor.id, wanted.challenge, now)
            return kept >= 0 and not who_blocks(session, visitor.id, [wanted.challenge])

        if await self.store.write(write):
            self.notify(wanted.challenge, "challenge", play.setup.id)
        self.tell_lobby(play, now)
        if any(occupant.kind == "computer" for occupant in play.occupants):
            self.run(self.thinkers.prepare())
        await self.open(play.setup.id)
        return play.setup.id
