"""Pictures for the previews of shared links: what a spectator may see of a table, or a written position, as PNG.

Whoever has the address of a table can have its poster, and sees no more on it than somebody without a name who opens
the table. Drawing takes half a second of a processor: it happens in the painters' threads, each picture in a process of
its own, is done once for each position, and not too often for one address.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from ludarium.core.game import Game
from ludarium.core.scene import Scene
from ludarium.core.state import SPECTATOR
from ludarium.draw.png import png_apart
from ludarium.draw.poster import poster
from ludarium.server.analysis import tables
from ludarium.server.limits import Limit, ProcessCount, is_this_machine, network_of
from ludarium.server.rooms.rooms import Rooms
from ludarium.server.settings import Settings

_MOST_KEPT = 100  # pictures of up to 350 kB
_OF_ONE = 40  # in a minute, for one address


class Posters:
    """The pictures that were drawn last, by what is on them."""

    def __init__(self, settings: Settings, process_count: ProcessCount | None = None) -> None:
        self._limit = Limit(settings.at_most(_OF_ONE), 60, process_count=process_count)
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._lock = Lock()

    def count(self, address: str) -> None:
        """Count one for an address, or refuse it."""
        if not is_this_machine(address):
            self._limit.take(network_of(address))

    def png(self, scene: Scene, game: Game) -> bytes:
        """In a thread: this takes a while, unless it was drawn before."""
        drawn = poster(scene, game)
        key = hashlib.sha256(drawn.encode()).digest()
        with self._lock:
            found = self._kept.get(key)
        if found is None:
            found = png_apart(drawn)
        with self._lock:
            self._kept[key] = found
            self._kept.move_to_end(key)
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return found


async def seen_by_all(rooms: Rooms, table: str, number: int, step: int | None) -> tuple[Game, Callable[[], Scene]]:
    """A game of a table, and how to find the scene after so many steps (``None``: now) that a spectator sees."""
    room = await rooms.look(table)
    async with room.lock:
        waiting = None if room.play.begun else room.play.table.scene(SPECTATOR)
    if waiting is not None:
        scene = waiting._replace(seat=-1, paths=(), forced=())
        return room.play.game, lambda: scene
    found = await tables.game_of(rooms, table, "", number)
    return found.table.game, lambda: found.scene(found.view(""), step)
