"""The lobby: which tables are open to everybody, found once for all who look, and sent to them when it changes.

Which tables these are is known without asking the database: rooms say when something happened that everybody may know.
"""

import asyncio
import logging
from typing import NamedTuple

import orjson
from starlette.websockets import WebSocket

from ludarium.server import wire
from ludarium.server.requests import LOBBY_REQUEST, Ping
from ludarium.server.rooms import lobby
from ludarium.server.rooms.lobby import FRESH, IN_LOBBY, MOST, FoundTable
from ludarium.server.rooms.rooms import Rooms
from ludarium.server.settings import Settings
from ludarium.server.sockets import Bounds, Outbox, converse
from ludarium.server.visitor import Visitor

_LOG = logging.getLogger(__name__)
_SECONDS = 1.0  # between two messages
_STALE_SECONDS = 5.0  # after which who is there may have changed, although nothing happened
_REREAD_SECONDS = 60.0  # after which the database is asked what there is, whoever wrote it
_BOUNDS: Bounds[Ping] = Bounds(LOBBY_REQUEST, longest=200, burst=20, rate=1)


class _Entry(NamedTuple):
    """Sorted as the lobby is: open seats first, then what happened last."""

    playing: bool
    before: int  # milliseconds, negative


class Listener(Outbox):
    """Somebody who looks at the lobby."""

    def __init__(self, who: Visitor) -> None:
        super().__init__(who.locale)
        self.who = who
        self.told = b""


class OpenTables:
    """One for a server. ``note`` is told by rooms, ``run`` sends what changed."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._entries: dict[str, _Entry] = {}
        self._listeners: set[Listener] = set()
        self._found: list[FoundTable] = []
        self._by_locale: dict[str, bytes] = {}
        self._looked = self._read = -_REREAD_SECONDS  # when, by the loop's clock
        self._changed = True
        self._looking: asyncio.Task[None] | None = None

    def note(self, id_: str, phase: str, at: int) -> None:
        """Something happened at an open table that everybody may know of."""
        self._changed = True
        self._entries.pop(id_, None)
        if phase in IN_LOBBY:
            self._entries[id_] = _Entry(phase != "waiting", -at)

    def hear(self, id_: str) -> None:
        """Another process has changed a table; which one it is, and how it stands, is seen at the next look."""
        self._changed = True
        self._entries.setdefault(id_, _Entry(True, -self._rooms.now()))

    async def tables(self, who: Visitor) -> bytes:
        """The lobby as JSON, for those who sit somewhere in it with what is theirs."""
        await self._refresh()
        if who.id and any(occupant.person == who.id for found in self._found for occupant in found.occupants):
            return self._written(who)
        if who.locale not in self._by_locale:
            self._by_locale[who.locale] = self._written(Visitor("", "", True, who.locale))
        return self._by_locale[who.locale]

    def _written(self, who: Visitor) -> bytes:
        return orjson.dumps([lobby.card(self._rooms, who, found) for found in self._found])

    # --- looking ------------------------------------------------------------------------------------------------------
    async def _refresh(self) -> None:
        for _ in range(2):  # what is being looked at may have begun before the last change
            now = asyncio.get_running_loop().time()
            if not self._changed and now - self._looked < _STALE_SECONDS:
                return
            if self._looking is None or self._looking.done():
                self._looking = asyncio.create_task(self._look(now))
            await asyncio.shield(self._looking)

    async def _look(self, now: float) -> None:
        self._changed = False
        if now - self._read >= _REREAD_SECONDS:
            self._entries = {
                id_: _Entry(phase != "waiting", -changed)
                for id_, phase, changed in await self._rooms.store.read(
                    lambda session: lobby.open_tables(session, self._rooms.now() - FRESH)
                )
            }
            self._read = now
        oldest = -(self._rooms.now() - FRESH)
        self._entries = {id_: entry for id_, entry in self._entries.items() if entry.before < oldest}
        chosen = sorted(self._entries, key=self._entries.__getitem__)[:MOST]
        found = await self._rooms.store.read(lambda session: lobby.found_tables(session, chosen))
        self._found = [one for one in found if one.row.visibility == "lobby" and one.row.phase in IN_LOBBY]
        for id_ in chosen:
            self._entries.pop(id_, None)
        self._entries |= {one.row.id: _Entry(one.row.phase != "waiting", -one.changed) for one in self._found}
        self._found.sort(key=lambda one: self._entries[one.row.id])
        self._by_locale.clear()
        self._looked = now

    # --- those who look -----------------------------------------------------------------------------------------------
    async def enter(self, listener: Listener) -> None:
        self._listeners.add(listener)
        await self._tell(listener)

    def leave(self, listener: Listener) -> None:
        self._listeners.discard(listener)

    async def _tell(self, listener: Listener) -> None:
        tables = await self.tables(listener.who)
        if tables != listener.told:
            listener.told = tables
            listener.send_bytes(b'{"type":"lobby","tables":' + tables + b"}")

    async def run(self) -> None:
        """Without end."""
        while True:
            await asyncio.sleep(_SECONDS)
            try:
                for listener in list(self._listeners):
                    await self._tell(listener)
            except Exception:
                _LOG.exception("the lobby could not be told")


async def serve(websocket: WebSocket, who: Visitor, tables: OpenTables, settings: Settings) -> None:
    """Let somebody look at the lobby until they leave."""
    await websocket.accept()
    listener = Listener(who)

    async def answer(request: Ping) -> None:
        listener.send(wire.Pong(request.id))

    await tables.enter(listener)
    await converse(websocket, listener, _BOUNDS, settings, answer, lambda: tables.leave(listener))
