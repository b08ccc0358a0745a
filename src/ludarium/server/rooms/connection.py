"""A browser that is connected to a table: what it may see, what it has been sent, and what waits to be sent."""

import asyncio

from ludarium.server.pictures import ArtCache
from ludarium.server.rooms.play import Play

_MOST_WAITING = 128  # messages; whoever is so far behind had better begin anew
_MOST_BYTES = 1_000_000  # the same in bytes, unless it is a single message
_NORMAL = 1000  # close codes
SLOW = 1013  # "try again later"
LEAVING = 1012  # "service restart"
FAULT = 1011  # "internal error"


class Connection:
    """``viewer`` is the seat whose view is shown (-1: a spectator's); ``curtain`` one that must uncover first."""

    def __init__(self, person: str, name: str, art_cache: ArtCache, guest: bool = True) -> None:
        self.person = person
        self.guest = guest
        self.name = name
        self.art_cache = art_cache
        self.viewer = -1
        self.curtain = -1
        self.uncovered = -1  # of several seats on one screen, the one whose secrets may be seen
        self.outgoing: asyncio.Queue[bytes | None] = asyncio.Queue()  # None is the last
        self._bytes = 0  # in it
        self.code = _NORMAL  # to close with
        self.dropped = asyncio.Event()

    def send(self, message: bytes) -> None:
        waiting = self.outgoing.qsize()
        if waiting >= _MOST_WAITING or (waiting and self._bytes + len(message) > _MOST_BYTES):
            self.close(SLOW)
        else:
            self.outgoing.put_nowait(message)
            self._bytes += len(message)

    async def next(self) -> bytes | None:
        """What is to be sent now; nothing after the last."""
        item = await self.outgoing.get()
        self._bytes -= len(item or b"")
        return item

    def finish(self, code: int) -> None:
        """Close once everything is sent."""
        self.code = code
        self.outgoing.put_nowait(None)

    def close(self, code: int) -> None:
        """Send no more and close; a browser then connects anew."""
        self.code = code
        while not self.outgoing.empty():
            self.outgoing.get_nowait()
        self._bytes = 0
        self.dropped.set()

    def look(self, play: Play) -> None:
        """Find out whose view is to be shown now.

        Somebody with several seats sees the one to act. Where seats have secrets from each other, nothing of a seat is
        shown until somebody uncovers it, and it is covered again as soon as another one of them is to act.
        """
        seats = play.seats_of(self.person)
        acts = play.table.seat if play.begun else -1
        if len(seats) < 2 or not play.begun:  # who looks before the game begins may yet take another seat
            self.viewer, self.curtain = (seats[0] if seats and play.begun else -1), -1
        elif not play.table.game.hidden_information:
            self.viewer = acts if acts in seats else self.viewer if self.viewer in seats else seats[0]
        elif play.table.outcome is not None:
            self.viewer, self.curtain, self.uncovered = -1, -1, -1
        else:
            if acts in seats and acts != self.uncovered:
                self.uncovered = -1
            self.viewer = self.uncovered
            self.curtain = acts if acts in seats and self.viewer < 0 else -1
