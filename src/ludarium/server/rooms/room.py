"""A table in memory: events happen one after the other, are stored, and are sent to everybody who may know of them.

A request is checked, applied to the table, written to the database, and only then acknowledged. If it cannot be
written, the table is read again from the database, as if nothing had been asked.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from time import monotonic
from typing import Any

from sqlalchemy.orm import Session

from ludarium.core.errors import LudariumError
from ludarium.server import wire
from ludarium.server.errors import RoomError
from ludarium.server.limits import Limits
from ludarium.server.metrics import Metrics
from ludarium.server.notices.kinds import Notify, nobody
from ludarium.server.processes import leases
from ludarium.server.processes.process import Process
from ludarium.server.rooms import challenge_storage, plan_storage, storage
from ludarium.server.rooms.absences import Absences
from ludarium.server.rooms.computers import Computers, Duty
from ludarium.server.rooms.messages import Broadcast, Connection, Narrator, Presence
from ludarium.server.rooms.new_table import begin_if_full
from ludarium.server.rooms.plans import PlannedLine, Plans
from ludarium.server.rooms.play import Change, Play, TableEvent, TableEventKind
from ludarium.server.rooms.storage import StoredTable
from ludarium.server.sockets import FAULT, RESTART, SENT_AWAY
from ludarium.server.store import Store, now
from ludarium.server.thinking import Thinkers

_LOG = logging.getLogger(__name__)
_PRESENCE_DELAY = 0.05  # seconds: who comes and goes is told in one
_LONGEST_TIMER = 3600.0
_LONGEST_RETRY = 30.0  # seconds between two tries to go on after something failed; the first comes after one
Extra = Callable[[Session], None]
_Moment = tuple[int, int, bool]  # the number of games, the seat to act, whether all is over


@dataclass(eq=False)
class AllRooms(ABC):
    """What a room shares with the others, and needs of them: ``rooms.Rooms`` has it."""

    store: Store
    thinkers: Thinkers
    limits: Limits
    metrics: Metrics
    bot_delay: float
    now: Callable[[], int] = now
    passing: Callable[[], float] = monotonic  # seconds that nobody can set back
    # Told of tables of the lobby when something happened that everybody may know of: id, phase, and when.
    noticed: Callable[[str, str, int], None] = lambda id_, phase, at: None
    waiting_days: int = 7  # after which a table is closed that waits for players and that nobody looks after
    notify: Notify = nobody
    process: Process | None = None  # among others; none where one has the database alone

    def tell_lobby(self, play: Play, at: int) -> None:
        if play.setup.visibility == "lobby":
            self.noticed(play.setup.id, storage.standing(play)["phase"], at)

    @property
    def number(self) -> int:
        """Of the process, under which it has its tables; 0 where it is alone, or must not have any."""
        return self.process.number if self.process else 0

    @abstractmethod
    async def open(self, id_: str) -> "Room":
        """The table with that id; ``RoomError`` if there is none."""

    @abstractmethod
    def shut(self, room: "Room") -> None:
        """The table was closed for good. Within the room's lock."""

    @abstractmethod
    def lose(self, room: "Room") -> None:
        """The room may differ from what is stored, and cannot be used any more."""


class Room:
    """One table with the people who are connected to it, its clock and its computer players."""

    def __init__(self, stored: StoredTable, rooms: AllRooms) -> None:
        self.rooms = rooms
        self.now = rooms.now
        self._process = rooms.number
        self.connections: list[Connection] = []
        self.lock = asyncio.Lock()
        self.idle_since = self.now()
        self.closed = False
        self.ended = stored.closed  # for good, before its game was over: a copy to look back at
        self.attended = 0  # when somebody who waits for the game to begin was here last
        self._computers = Computers(rooms.thinkers, self.now, rooms.bot_delay, self._let_computer_act, self.retry_later)
        self._timer: asyncio.TimerHandle | None = None
        self._presence_timer: asyncio.TimerHandle | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._failures = 0  # one after the other
        self._tasks: set[asyncio.Task[Any]] = set()
        self._take_over(stored)
        self._absences = Absences(stored.play, rooms.passing)

    def _take_over(self, stored: StoredTable) -> None:
        self.play: Play = stored.play
        self._narrator = Narrator(stored.play)
        self._standing = storage.standing(stored.play)  # as it is written
        self.chat = stored.chat
        self.rematch = stored.rematch
        self.counted = stored.counted
        self.about = stored.about
        self.plans = Plans(stored.lines)
        self.kept = stored.kept  # a seat, for somebody who was challenged
        self._presence: Presence | None = None
        self._told: _Moment | None = None if self.plans.due(self.play, self.now()) else self._moment()

    @property
    def id(self) -> str:
        return self.play.setup.id

    @property
    def busy(self) -> bool:
        """Whether this room is needed in memory."""
        runs = self.play.clock.running >= 0 and self.play.setup.pace.kind != "days"
        return bool(self.connections or self.at_work or runs or self._retry)

    @property
    def at_work(self) -> bool:
        """Whether something is being done, or has still to be told."""
        return bool(self._tasks or self._presence_timer or self.lock.locked() or self._computers.busy)

    def viewer_of(self, person: str) -> int:
        """Whose view somebody may have who is not connected: that of the one seat they have, else a spectator's."""
        seats = self.play.seats_of(person) if self.play.begun else []
        return seats[0] if len(seats) == 1 else -1

    # --- who is here ------------------------------------------------------------------------------------------------
    async def enter(self, connection: Connection) -> bool:
        """Let somebody in and tell them everything; not if the room has been put away meanwhile."""
        async with self.lock:
            if self.closed:
                return False
            connection.look(self.play)
            self.connections.append(connection)
            self._presence_changed()
            self.welcome(connection)
            self._wake_computers()
            return True

    def leave(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.remove(connection)
            self.idle_since = self.now()
            if connection.person == self.play.setup.owner or self.play.seats_of(connection.person):
                self.attended = self.idle_since
            self._presence_changed()
            self._wake_computers()

    def welcome(self, connection: Connection) -> None:
        """Tell somebody everything. Within the lock."""
        self._broadcast().welcome(connection, self.chat)
        self._tell_plans(connection)

    def _broadcast(self) -> Broadcast:
        return Broadcast(self._narrator, self.presence(), self.now(), partial(self._absences.wait, self.play))

    def presence(self) -> Presence:
        """The same object as long as nobody comes or goes."""
        if self._presence is None:
            self._presence = self._look_around()
        return self._presence

    def goes_on_at(self, rematch: str) -> None:
        self.rematch = rematch
        self._presence = None

    async def _look_up_people(self) -> None:
        now = self.now()
        self.about = await self.rooms.store.read(lambda session: storage.about_people(session, self.play, now))
        self.play.rest(self.about.vacations)
        self._presence = None

    async def people_changed(self) -> None:
        """Somebody who sits here went on vacation, or came back."""
        async with self.lock:
            if not self.closed:
                await self._look_up_people()
                self._set_timer()
                self.tell(None)

    def _look_around(self) -> Presence:
        persons = frozenset(connection.person for connection in self.connections if connection.person)
        seated = {occupant.person for occupant in self.play.occupants}
        spectators = sum(connection.person not in seated for connection in self.connections)
        return Presence(persons, spectators, self.about, self.rematch, self.counted, self.kept)

    def _presence_changed(self) -> None:
        self._presence = None
        self._absences.note_persons(connection.person for connection in self.connections)
        if self._presence_timer is None:
            self._presence_timer = asyncio.get_running_loop().call_later(_PRESENCE_DELAY, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_timer = None
        self.run(self._send_info())

    async def _send_info(self) -> None:
        async with self.lock:
            self.tell(None)

    # --- what happens -----------------------------------------------------------------------------------------------
    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something to its end, even if the browser that asked for it goes away."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def act(self, kind: TableEventKind, seat: int, data: dict[str, object], extra: Extra | None = None) -> Change:
        """The way of everything that happens here: applied in memory, stored, and only then told (``tell``). ``extra``
        is written together with it. Within the lock.
        """
        self.check_open()
        if kind != "timeout":
            await self.end_if_out_of_time()
        event = TableEvent(kind, seat, data, self.now())
        change = self.play.apply(event)
        gone = self.plans.outdated(self.play, event, change)
        self.plans.remove(gone)

        def write(session: Session) -> None:
            plan_storage.remove_lines(session, self.id, gone)
            if extra is not None:
                extra(session)

        await self._store_event(event, write if gone else extra, self.play.is_noticed(change))
        return change

    def check_absent(self, seat: int) -> None:
        """Nobody claims a game against somebody who is here, or may still be back in time."""
        found = self._absences.wait(self.play, seat)
        if found is None:
            raise RoomError("claim_here" if self.play.may_claim else "claim_none")
        if found.left:
            raise RoomError("claim_early", seconds=ceil(found.left / 1000))

    def check_open(self) -> None:
        """A room that is put away may differ from what is stored: nothing more happens in it."""
        if self.closed:
            raise RoomError("not_kept", 503)

    async def _store_event(self, event: TableEvent, extra: Extra | None = None, noticed: bool = True) -> None:
        """Write what was done; if that fails, nothing was. Lists tell when something was ``noticed`` last."""
        play = self.play
        row = storage.event_row(play.setup.id, play.event_count, event, play.seat, play.clock.due, noticed)
        standing = storage.standing(play)
        changed = standing != self._standing
        places = self._places()

        def write(session: Session) -> None:
            storage.add_event(session, row)
            if changed:
                storage.write_table(session, self.id, changed=event.at, **standing)
                if play.outcome is not None and not play.aborted:
                    storage.write_results(session, self.id, play.outcome.winners)
            if places:
                storage.rate(session, play, places, event.at)
            if extra is not None:
                extra(session)

        await self.write(write)
        self._standing = standing
        self._absences.note_turn(play)
        if places:
            await self._look_up_people()
            self.counted = not self.about.often
        self.idle_since = event.at
        self._failures = 0
        if noticed:
            self.rooms.tell_lobby(play, event.at)
        self.tell_absent()
        self.wake()

    async def write(self, work: Extra) -> None:
        """All that is written about a table goes through here: not a word if another process has it meanwhile."""

        def fenced(session: Session) -> None:
            leases.fence(session, self.id, self._process)
            work(session)

        try:
            await self.rooms.store.write(fenced if self._process else work)
        except leases.LeaseLost:
            _LOG.warning("table %s is in another process now", self.id)
            self.rooms.lose(self)
            self.close()
            raise
        except Exception as error:
            _LOG.exception("table %s could not be written", self.id)
            await self._read_again()
            raise RoomError("not_kept", 503) from error

    async def _read_again(self) -> None:
        if await self._take_over_again():
            self.retry_later()

    async def _take_over_again(self) -> bool:
        """Read everything from the database; without it, the room cannot be used any more."""
        try:
            stored = await self.rooms.store.read(lambda session: storage.load(session, self.id, self.now()))
        except Exception:
            _LOG.exception("table %s could not be read again", self.id)
            stored = None
        if stored is None or stored.closed or self._process != self.rooms.number:
            self.rooms.lose(self)
            self.close()
            return False
        self._take_over(stored)
        return True

    def knows(self, person: str) -> bool:
        """Whether somebody is named here."""
        named = self.play.setup.owner == person or bool(self.play.seats_of(person))
        kept = self.kept is not None and self.kept.person == person
        return named or kept or any(one.person == person for one in self.chat)

    async def hear_again(self, person: str, blocked: frozenset[str]) -> None:
        async with self.lock:
            for connection in self.connections:
                if connection.person == person:
                    connection.blocked = blocked
                    self.welcome(connection)

    def leave_out_name(self, person: str) -> None:
        """Somebody has left for good: nothing that is written or told from now on names them, and nothing more happens
        in their name. What else knows the name, as the record does, is read again.
        """
        play = self.play
        for seat in play.seats_of(person):
            play.occupants[seat] = replace(play.occupants[seat], person="", name=storage.NOBODY, page="")
            self.plans.remove(self.plans.of([seat]))
        if play.setup.owner == person:
            play.setup = replace(play.setup, owner=storage.NOBODY)
        self.chat = [
            replace(one, person="", name=storage.NOBODY, page="") if one.person == person else one for one in self.chat
        ]
        if self.kept is not None and self.kept.person == person:
            self.kept = None
        self.run(self._read_without_name())

    async def _read_without_name(self) -> None:
        async with self.lock:
            if not self.closed and await self._take_over_again():
                self.wake()
                self.tell(Change(-1, anew=True))

    def retry_later(self) -> None:
        """What had to be done here without anybody asking could not be: try again after a while."""
        if self.closed or self._retry is not None:
            return
        seconds = min(2.0**self._failures, _LONGEST_RETRY)
        self._failures += 1
        self._stop_timers()
        self._retry = asyncio.get_running_loop().call_later(seconds, self.wake)

    def _places(self) -> list[list[str]]:
        """Who came out first and who last, if that has just been decided and counts for ratings."""
        play = self.play
        ends = not self._standing["outcome"]
        outcome = play.outcome if play.setup.rated and ends and play.is_played else None
        persons = [occupant.person for occupant in self.play.occupants]
        if outcome is None or len(set(persons) - {""}) < len(persons):
            return []
        first = [persons[seat] for seat in outcome.winners]
        rest = [person for person in persons if person not in first]
        return [place for place in (first, rest) if place]

    async def begin_if_full(self, seats: list[int], extra: Extra | None = None) -> None:
        """After somebody took or left seats: store that and what is ``extra``, and begin if all seats are taken. Within
        the lock.
        """
        self.check_open()
        now = self.now()
        if self.play.setup.rated or self.play.setup.pace.kind == "days":
            await self._look_up_people()
        taken = self.kept is not None and self.play.occupants[self.kept.seat].kind != "open"
        event = begin_if_full(self.play, now)
        changed = seats if event is None else range(len(self.play.occupants))
        occupants = list(self.play.occupants)

        def write(session: Session) -> None:
            storage.write_seats(session, self.id, occupants, changed, now)
            if event is not None:
                storage.note_rules(session, self.id)
            if extra is not None:
                extra(session)
            if taken:
                challenge_storage.remove_challenge(session, self.id)

        if event is None:
            await self.write(write)
            self.rooms.tell_lobby(self.play, now)
        else:
            await self._store_event(event, write)
        self.kept = None if taken else self.kept
        self._presence = None
        self.tell(None if event is None else Change(-1, anew=True))

    async def end_challenge(self, declined: bool) -> None:
        """Whoever was challenged declines, or whoever challenged them does no longer wait: anybody can take the seat.
        Within the lock.
        """
        self.check_open()
        if self.kept is None:
            return
        kept = replace(self.kept, declined=True) if declined else None
        await self.write(lambda session: challenge_storage.end_challenge(session, self.id, declined))
        self.kept, self._presence = kept, None
        self.tell(None)

    async def look_up_challenge(self) -> None:
        """It was ended at another process."""
        async with self.lock:
            if not self.closed:
                self.kept = await self.rooms.store.read(lambda session: challenge_storage.kept_seat(session, self.id))
                self._presence = None
                self.tell(None)

    def tell(self, change: Change | None) -> None:
        """Tell everybody what they may know of a change, or how things stand. Within the lock."""
        if change is not None and change.undone:
            self._narrator.took_back()
        broadcast = self._broadcast()
        for connection in self.connections:
            try:
                broadcast.tell(connection, change, self.chat)
                self._tell_plans(connection)
            except Exception:  # the event is stored and counts: this browser connects anew
                _LOG.exception("table %s: somebody could not be told", self.id)
                connection.close(FAULT)
        if change is not None:
            self.tell_declined(change)

    def tell_declined(self, change: Change) -> None:
        """Tell whoever offered something that it was declined: that an offer is gone does not say why."""
        for offer in change.declined:
            person = self.play.occupants[offer.by].person
            for connection in self.connections:
                if person and connection.person == person:
                    connection.send(wire.Declined(offer.kind, change.by))

    # --- who is away --------------------------------------------------------------------------------------------------
    def _moment(self) -> "_Moment":
        """What people who are away are told of, once, in a game over days."""
        return len(self.play.tables), self.play.acts, self.play.finished

    def tell_absent(self, anew: bool = False) -> None:
        """After something happened, or at a new table: tell whoever's turn it is now, and at the end everybody.
        A turn that was planned is nobody's to be told of.
        """
        play, moment = self.play, self._moment()
        if play.setup.pace.kind != "days":
            return
        if not play.finished and self.plans.due(play, self.now()):
            self._told = None
            return
        if moment == self._told and not anew:
            return
        self._told = moment
        acting = [play.occupants[play.seat]] if play.seat >= 0 else play.occupants if play.finished else []
        here = {connection.person for connection in self.connections}
        for person in {occupant.person for occupant in acting} - here - {""}:
            self.rooms.notify(person, "over" if play.finished else "turn", self.id)

    # --- plans --------------------------------------------------------------------------------------------------------
    async def change_plans(self, person: str, added: list[PlannedLine], gone: list[PlannedLine]) -> None:
        """Store what was changed in the plans of a person, and tell nobody else. Within the lock."""
        self.check_open()

        def write(session: Session) -> None:
            plan_storage.remove_lines(session, self.id, gone)
            plan_storage.add_lines(session, self.id, person, added)

        await self.write(write)
        for connection in self.connections:
            self._tell_plans(connection)

    def _tell_plans(self, connection: Connection) -> None:
        """Nothing to anybody whose plans are as they know them."""
        lines = self.plans.told(self.play, connection.person)
        if lines != connection.planned:
            connection.planned = lines
            connection.send(wire.Planned(lines))

    async def _answer_as_planned(self) -> None:
        """One step; whether there is another to take is seen after it."""
        async with self.lock:
            seat, step = self.play.seat, self.plans.due(self.play, self.now())
            if not step or self.closed:
                return
            try:
                self.tell(await self.act("step", seat, {"step": step}))
            except Exception as error:
                if not (isinstance(error, LudariumError) and error.key == "not_kept"):  # that is tried again
                    await self._give_up_plans(seat, error)
                return
            self.rooms.metrics.person_steps.inc()
            if self.play.seat == seat and self.plans.due(self.play, self.now()):
                return  # it is told when the turn is as it was planned
            for connection in self.connections:
                if connection.person == self.play.occupants[seat].person:
                    connection.send(wire.Answered(seat))

    async def _give_up_plans(self, seat: int, error: Exception) -> None:
        """What cannot be played after all must not keep the table waiting. The log does not say what it was."""
        _LOG.error("table %s: a planned answer could not be played: %s", self.id, type(error).__name__)
        gone = self.plans.of([seat])
        self.plans.remove(gone)
        with suppress(RoomError):  # not written: it is tried again
            await self.change_plans("", [], gone)
            self.tell_absent()

    # --- time ---------------------------------------------------------------------------------------------------------
    async def end_if_out_of_time(self) -> None:
        """Within the lock. A planned answer was given in time, however long the server was away."""
        seat = self.play.clock.flag(self.now())
        if seat < 0 or self.play.phase != "playing":
            return
        if self.plans.due(self.play, self.now()):
            self.run(self._answer_as_planned())
        else:
            self.tell(await self.act("timeout", seat, {}))

    def _stop_timers(self) -> None:
        for timer in (self._timer, self._retry):
            if timer is not None:
                timer.cancel()
        self._timer = self._retry = None

    def _set_timer(self) -> None:
        self._stop_timers()
        due = None if self.closed else self.play.clock.due
        if due is not None:
            seconds = min(max(0.0, (due - self.now()) / 1000), _LONGEST_TIMER)
            self._timer = asyncio.get_running_loop().call_later(seconds, self._look_at_clock)

    def _look_at_clock(self) -> None:
        self._timer = None
        self.run(self._time_passed())

    async def _time_passed(self) -> None:
        try:
            async with self.lock:
                await self.end_if_out_of_time()
        except LudariumError as error:
            _LOG.warning("table %s: %s", self.id, error)
        if self._timer is None and self._retry is None:
            self._set_timer()

    # --- computers ----------------------------------------------------------------------------------------------------
    def _wake_computers(self) -> None:
        """Computers among themselves play for somebody who watches, and rest when nobody does and no clock runs."""
        if self.connections or self.play.has_people or self.play.clock.due is not None:
            self._computers.wake(self.play)
        else:
            self._computers.rest()

    async def _let_computer_act(self, duty: Duty, data: dict[str, object]) -> None:
        """To the end, even if the computer is not to think any more."""

        async def act() -> None:
            async with self.lock:
                if self.play.moves == duty.moves:
                    self.tell(await self.act(duty.kind, duty.seat, data))
                    if duty.kind == "step":
                        self.rooms.metrics.computer_steps.inc()

        await asyncio.shield(self.run(act()))

    # --- the end ------------------------------------------------------------------------------------------------------
    def wake(self) -> None:
        """Go on with whatever has to be done here without anybody asking."""
        self._set_timer()
        self._wake_computers()
        if self.plans.due(self.play, self.now()):
            self.run(self._answer_as_planned())

    def close(self) -> None:
        """Send everybody away and rest; the room must not be used any more."""
        self._rest()
        for connection in self.connections:
            connection.close(RESTART)

    def shut(self) -> None:
        """The same for a table that is closed for good: everybody hears so."""
        self._rest()
        for connection in self.connections:
            connection.refuse(RoomError("table_closed", 410))
            connection.finish(SENT_AWAY)

    def _rest(self) -> None:
        self.closed = True
        self._computers.end()
        self._stop_timers()
        if self._presence_timer is not None:
            self._presence_timer.cancel()

    async def finish(self) -> None:
        """Wait for what is being done."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))
        async with self.lock:
            pass
