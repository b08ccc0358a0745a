"""Whose turn it is where many want the same: of those who wait, whoever has used least of it lately.

Somebody who asks for a hundred things at once waits for their own things; nobody else waits for more than one of them.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar

_HALF = 30.0  # seconds after which half of what somebody used is forgotten
_MOST = 10_000  # people whose use is remembered
_LITTLE = 0.001  # seconds that are not worth remembering

T = TypeVar("T")


class Usage:
    """How many seconds each person has used lately."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._used: dict[str, tuple[float, float]] = {}  # seconds, and when that was

    def of(self, person: str) -> float:
        seconds, since = self._used.get(person, (0.0, 0.0))
        return seconds * 0.5 ** ((self._now() - since) / _HALF) if seconds else 0.0

    def add(self, person: str, seconds: float) -> None:
        self._used[person] = self.of(person) + seconds, self._now()
        if len(self._used) > _MOST:
            self._used = {one: used for one, used in self._used.items() if self.of(one) > _LITTLE}


class FairQueue(Generic[T]):
    """Places of those who wait. Each gets its future's result when it is called up; one that is done is passed over."""

    def __init__(self, usage: Usage) -> None:
        self._usage = usage
        self._waiting: dict[str, deque[asyncio.Future[T]]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def join(self, person: str) -> asyncio.Future[T]:
        place: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(place)
        return place

    def leave(self, person: str, place: asyncio.Future[T]) -> bool:
        """Whether the place was still waiting."""
        places = self._waiting.get(person, ())
        if place not in places:
            return False
        self._remove(person, place)
        return True

    def call_up(self) -> asyncio.Future[T]:
        """Whoever is next; there must be somebody."""
        person = min(self._waiting, key=self._usage.of)  # of equals, whoever has waited longest
        place = self._waiting[person][0]
        self._remove(person, place)
        if person in self._waiting:  # to the end of the equals
            self._waiting[person] = self._waiting.pop(person)
        return place

    def _remove(self, person: str, place: asyncio.Future[T]) -> None:
        self._waiting[person].remove(place)
        if not self._waiting[person]:
            del self._waiting[person]


class FairTurns:
    """At most ``most`` at the same time; who waits is called up fairly."""

    def __init__(self, most: int, now: Callable[[], float] = monotonic) -> None:
        self._free = most
        self._now = now
        self._usage = Usage(now)
        self._queue: FairQueue[None] = FairQueue(self._usage)

    async def take(self, person: str) -> Callable[[], None]:
        """Wait; what was given back is to be called when it is done."""
        place = self._queue.join(person)
        self._hand_out()
        try:
            await place
        except asyncio.CancelledError:
            if not self._queue.leave(person, place) and not place.cancelled():
                self._give_back()
            raise
        began = self._now()

        def done() -> None:
            self._usage.add(person, self._now() - began)
            self._give_back()

        return done

    def _give_back(self) -> None:
        self._free += 1
        self._hand_out()

    def _hand_out(self) -> None:
        while self._free and len(self._queue):
            place = self._queue.call_up()
            if not place.done():
                self._free -= 1
                place.set_result(None)
