"""Copies of tables that other processes have, to look at: a game is replayed once for everybody who looks at it as it
stands, not once for each of them.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from ludarium.server.rooms import storage
from ludarium.server.rooms.room import AllRooms, Room
from ludarium.server.rooms.storage import Mark, StoredTable

_MOST = 32  # the one that nobody looked at for longest is forgotten first


class Copies:
    """``load`` reads a table; ``RoomError`` if there is none."""

    def __init__(self, rooms: AllRooms, load: Callable[[str], Awaitable[StoredTable]]) -> None:
        self._rooms = rooms
        self._load = load
        self._kept: OrderedDict[str, tuple[Mark | None, Room]] = OrderedDict()
        self._making: dict[tuple[str, Mark | None], asyncio.Task[Room]] = {}

    async def of(self, id_: str) -> Room:
        mark = await self._rooms.store.read(lambda session: storage.mark(session, id_))
        kept = self._kept.get(id_)
        if kept is not None and kept[0] == mark:
            self._kept.move_to_end(id_)
            return kept[1]
        key = (id_, mark)
        if key not in self._making:
            self._making[key] = asyncio.create_task(self._make(id_, mark))
            self._making[key].add_done_callback(lambda _: self._making.pop(key, None))
        return await asyncio.shield(self._making[key])

    async def _make(self, id_: str, mark: Mark | None) -> Room:
        kept = self._kept
        copy = Room(await self._load(id_), self._rooms)
        copy.closed = True
        kept[id_] = (mark, copy)
        kept.move_to_end(id_)
        while len(kept) > _MOST:
            kept.popitem(last=False)
        return copy

    def forget(self) -> None:
        """Names have changed. What is being made is used by those who wait for it, and not kept."""
        self._kept = OrderedDict()
