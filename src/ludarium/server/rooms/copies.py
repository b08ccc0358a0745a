"""Copies of tables that other processes have, or that were closed, to look at: a game is replayed once for everybody
who looks at it as it stands, not once for each of them.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from ludarium.server.rooms import storage
from ludarium.server.rooms.room import AllRooms, Room
from ludarium.server.rooms.storage import Mark, StoredTable

_Known = tuple[Mark | None, bool]  # how the table stood, and whether somebody looked back at it
_MOST = 32  # the one that nobody looked at for longest is forgotten first


class Copies:
    """``load`` reads a table, to look back at it a closed one as well; ``RoomError`` if there is none."""

    def __init__(self, rooms: AllRooms, load: Callable[[str, bool], Awaitable[StoredTable]]) -> None:
        self._rooms = rooms
        self._load = load
        self._kept: OrderedDict[str, tuple[_Known, Room]] = OrderedDict()
        self._making: dict[tuple[str, _Known], asyncio.Task[Room]] = {}

    async def of(self, id_: str, back: bool) -> Room:
        known = await self._rooms.store.read(lambda session: storage.mark(session, id_)), back
        kept = self._kept.get(id_)
        if kept is not None and kept[0] == known:
            self._kept.move_to_end(id_)
            return kept[1]
        key = (id_, known)
        if key not in self._making:
            self._making[key] = asyncio.create_task(self._make(id_, known))
            self._making[key].add_done_callback(lambda _: self._making.pop(key, None))
        return await asyncio.shield(self._making[key])

    async def _make(self, id_: str, known: _Known) -> Room:
        kept = self._kept
        copy = Room(await self._load(id_, known[1]), self._rooms)
        copy.closed = True
        kept[id_] = (known, copy)
        kept.move_to_end(id_)
        while len(kept) > _MOST:
            kept.popitem(last=False)
        return copy

    def forget(self) -> None:
        """Names have changed. What is being made is used by those who wait for it, and not kept."""
        self._kept = OrderedDict()
