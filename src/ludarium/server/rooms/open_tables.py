"""The lobby: which tables are open to everybody, found once for all who look, and sent to them when it changes.

Which tables these are is known without asking the database: rooms say when something happened that everybody may know.
Whoever asks gets the answer that is kept, in bytes for each language; a new one is made beside that, at most once in a
second. Only those wait for it who have just opened or closed a table, and look for it in the list.
"""

import asyncio
import gzip
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

import orjson
from starlette.websockets import WebSocket

from ludarium.core.words import LOCALES
from ludarium.server import wire
from ludarium.server.requests import LOBBY_REQUEST, Ping
from ludarium.server.rooms import lobby
from ludarium.server.rooms.lobby import FRESH, IN_LOBBY, MOST, FoundTable
from ludarium.server.rooms.messages import Presence
from ludarium.server.rooms.rooms import Rooms
from ludarium.server.settings import Settings
from ludarium.server.sockets import Bounds, Outbox, converse
from ludarium.server.visitor import Visitor

_LOG = logging.getLogger(__name__)
_SECONDS = 1.0  # between two looks, and two messages
_REREAD_SECONDS = 60.0  # after which the database is asked what there is, whoever wrote it
_BOUNDS: Bounds[Ping] = Bounds(LOBBY_REQUEST, longest=200, burst=20, rate=1)


class _Entry(NamedTuple):
    """Sorted as the lobby is: open seats first, then what happened last."""

    playing: bool
    before: int  # milliseconds, negative


class Answer(NamedTuple):
    """The lobby in one language, as it is sent. ``packed`` and ``mark`` (an ETag) are empty if it is for one person."""

    tables: bytes
    message: bytes
    packed: bytes = b""
    mark: str = ""


@dataclass
class _Kept:
    """What was found at a look, and written for everybody."""

    found: list[FoundTable] = field(default_factory=list)
    presences: list[Presence] = field(default_factory=list)
    cards: dict[str, list[bytes]] = field(default_factory=dict)  # by language, as the next two
    answers: dict[str, Answer] = field(default_factory=dict)
    seated: dict[str, list[int]] = field(default_factory=dict)  # where in the list somebody's tables are

    def write(self) -> None:
        """Takes a while: in a thread."""
        for locale in LOCALES:
            nobody = Visitor("", "", True, locale)
            self.cards[locale] = [self._card(place, nobody) for place in range(len(self.found))]
            answer = _joined(self.cards[locale])
            mark = f'"{blake2b(answer.tables, digest_size=12).hexdigest()}"'
            self.answers[locale] = answer._replace(packed=gzip.compress(answer.tables, 5, mtime=0), mark=mark)

    def _card(self, place: int, who: Visitor) -> bytes:
        found = self.found[place]
        return orjson.dumps(lobby.card(who, found, self.presences[place], lobby.still_clock(found)))

    def answer(self, who: Visitor) -> Answer:
        own = self.seated.get(who.id) if who.id else None
        if not own:
            return self.answers[who.locale]
        cards = list(self.cards[who.locale])
        for place in own:
            cards[place] = self._card(place, who)
        return _joined(cards)


def _joined(cards: list[bytes]) -> Answer:
    tables = b"[" + b",".join(cards) + b"]"
    return Answer(tables, b'{"type":"lobby","tables":' + tables + b"}")


class Listener(Outbox):
    """Somebody who looks at the lobby."""

    def __init__(self, who: Visitor) -> None:
        super().__init__(who.locale)
        self.who = who
        self.told = b""


class OpenTables:
    """One for a server. ``note`` is told by rooms, ``run`` looks, and sends what changed."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._entries: dict[str, _Entry] = {}
        self._listeners: set[Listener] = set()
        self._kept: _Kept | None = None
        self._looked = self._read = -_REREAD_SECONDS  # when, by the loop's clock
        self._changed = True
        # Tables that came, went or began since the kept answer was looked up, and those that are being looked up.
        self._news: set[str] = set()
        self._looked_up: set[str] = set()
        self._looking: asyncio.Task[None] | None = None

    def note(self, id_: str, phase: str, at: int) -> None:
        """Something happened at an open table that everybody may know of."""
        self._changed = True
        before = self._entries.pop(id_, None)
        entry = _Entry(phase != "waiting", -at) if phase in IN_LOBBY else None
        if entry is not None:
            self._entries[id_] = entry
        if before is None or entry is None or before.playing != entry.playing:
            self._news.add(id_)

    def hear(self, id_: str) -> None:
        """Another process has changed a table; which one it is, and how it stands, is seen at the next look."""
        self._changed = True
        self._entries.setdefault(id_, _Entry(True, -self._rooms.now()))

    def came_or_went(self, ids: Iterable[str]) -> None:
        """Who is at these tables is another now."""
        self._changed = self._changed or any(id_ in self._entries for id_ in ids)

    async def answer(self, who: Visitor) -> Answer:
        """The lobby, for those who sit somewhere in it with what is theirs."""
        while self._kept is None or self._waits(who):
            await self.look()
        return self._kept.answer(who)

    def _waits(self, who: Visitor) -> bool:
        """Whether the kept answer does not know what somebody has just done."""
        return bool(who.id) and any(self._is_at(who.id, id_) for id_ in self._news | self._looked_up)

    def _is_at(self, person: str, id_: str) -> bool:
        room = self._rooms.in_memory.get(id_)
        if room is not None:
            return room.play.setup.owner == person or bool(room.play.seats_of(person))
        known = self._kept.found if self._kept else []
        return any(one.row.id == id_ and one.row.owner == person for one in known)

    # --- looking ------------------------------------------------------------------------------------------------------
    async def look(self) -> None:
        """Make a new answer, or wait for the one that is being made."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        await asyncio.shield(self._looking)

    async def _look(self) -> None:
        now = asyncio.get_running_loop().time()
        self._looked_up, self._news, self._changed = self._news, set(), False
        try:
            if now - self._read >= _REREAD_SECONDS:
                await self._read_entries()
                self._read = now
            kept = _Kept(await self._find())
            for place, found in enumerate(kept.found):
                kept.presences.append(lobby.presence(self._rooms, found))
                for occupant in found.occupants:
                    if occupant.person:
                        kept.seated.setdefault(occupant.person, []).append(place)
            await asyncio.to_thread(kept.write)
            self._kept, self._looked = kept, now
        except BaseException:
            self._news |= self._looked_up
            self._changed = True
            raise
        finally:
            self._looked_up = set()

    async def _read_entries(self) -> None:
        """What there is; what is noted meanwhile is newer."""
        before, since = dict(self._entries), self._rooms.now() - FRESH
        rows = await self._rooms.store.read(lambda session: lobby.open_tables(session, since))
        read = {id_: _Entry(phase != "waiting", -changed) for id_, phase, changed in rows}
        gone = before.keys() - self._entries.keys()
        noted = {id_: entry for id_, entry in self._entries.items() if before.get(id_) != entry}
        self._entries = {id_: entry for id_, entry in (read | noted).items() if id_ not in gone}

    async def _find(self) -> list[FoundTable]:
        oldest = -(self._rooms.now() - FRESH)
        self._entries = {id_: entry for id_, entry in self._entries.items() if entry.before < oldest}
        chosen = sorted(self._entries, key=self._entries.__getitem__)[:MOST]
        read = await self._rooms.store.read(lambda session: lobby.found_tables(session, chosen))
        found = [one for one in read if one.row.visibility == "lobby" and one.row.phase in IN_LOBBY]
        for id_ in chosen:
            self._entries.pop(id_, None)
        self._entries |= {one.row.id: _Entry(one.row.phase != "waiting", -one.changed) for one in found}
        return sorted(found, key=lambda one: self._entries[one.row.id])

    # --- those who look -----------------------------------------------------------------------------------------------
    async def enter(self, listener: Listener) -> None:
        self._listeners.add(listener)
        self._tell(listener, await self.answer(listener.who))

    def leave(self, listener: Listener) -> None:
        self._listeners.discard(listener)

    def _tell(self, listener: Listener, answer: Answer) -> None:
        if answer.message != listener.told:
            listener.told = answer.message
            listener.send_bytes(answer.message)

    async def run(self) -> None:
        """Without end."""
        while True:
            await asyncio.sleep(_SECONDS)
            try:
                if self._changed or asyncio.get_running_loop().time() - self._looked >= _REREAD_SECONDS:
                    await self.look()
                    for listener in list(self._listeners):
                        self._tell(listener, await self.answer(listener.who))
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
