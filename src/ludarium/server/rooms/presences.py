"""Who is at which table and who is here at all, at this process and the others; looked at once in a second."""

import asyncio
import logging
from collections.abc import Callable, Iterable

from sqlalchemy.orm import Session

from ludarium.server.people.people import People
from ludarium.server.processes import changes
from ludarium.server.processes.presence import EMPTY, AtTable, Teller
from ludarium.server.rooms.messages import Presence
from ludarium.server.rooms.rooms import Rooms

_LOG = logging.getLogger(__name__)
_SECONDS = 1.0  # between two looks
_Seen = tuple[Presence | None, AtTable]
_NOBODY: _Seen = (None, EMPTY)


class Presences:
    """One for a server. ``changed`` is called with the tables at which somebody came or went, here or elsewhere."""

    def __init__(self, rooms: Rooms, people: People, changed: Callable[[Iterable[str]], None]) -> None:
        self._rooms = rooms
        self._people = people
        self._changed = changed
        self._seen: dict[str, _Seen] = {}
        self._teller = Teller()

    def among(self, persons: Iterable[str]) -> set[str]:
        """Those who look at a table, or asked for something a moment ago, at any process."""
        tables, people, elsewhere = self._rooms.are_here(), self._people, self._rooms.elsewhere
        return {one for one in persons if one in tables or people.is_here(one) or elsewhere.is_here(one)}

    # --- what other processes tell ------------------------------------------------------------------------------------
    def hear(self, said: str) -> None:
        self._changed(self._rooms.elsewhere.hear(said, self._rooms.number))

    def tell_anew(self) -> None:
        """A process has come, or this one is back: they know nothing."""
        self._teller.anew = True

    def forget_dead(self) -> None:
        if self._rooms.process is not None:
            self._changed(self._rooms.elsewhere.keep(self._rooms.process.living))

    # --- what this one tells ------------------------------------------------------------------------------------------
    async def run(self) -> None:
        """Without end."""
        while True:
            await asyncio.sleep(_SECONDS)
            try:
                await self.look()
            except Exception:
                _LOG.exception("who is here could not be told")
                self._teller.anew = True

    async def look(self) -> None:
        before, self._seen = self._seen, self._look_around()
        came_or_went = [
            id_
            for id_ in before.keys() | self._seen.keys()
            if before.get(id_, _NOBODY)[1] != self._seen.get(id_, _NOBODY)[1]
        ]
        if came_or_went:
            self._changed(came_or_went)
        number = self._rooms.number
        if not number:
            return
        tables = {id_: found for id_, (_, found) in self._seen.items() if found != EMPTY}
        notices = self._teller.news(number, tables, self._rooms.are_here() | self._people.are_here())

        def tell(session: Session) -> None:
            for notice in notices:
                changes.tell(session, changes.PRESENCE, notice)

        if notices:
            await self._rooms.store.apart(tell)

    def _look_around(self) -> dict[str, _Seen]:
        """A room's presence is the same object as long as nobody comes or goes."""
        found = {}
        for id_, room in self._rooms.in_memory.items():
            presence, known = room.presence(), self._seen.get(id_, _NOBODY)
            if presence is not known[0]:
                seated = {occupant.person for occupant in room.play.occupants}
                known = (presence, AtTable(presence.persons & seated, presence.spectators))
            found[id_] = known
        return found
