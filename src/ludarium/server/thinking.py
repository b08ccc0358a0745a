"""Who may think when: computer players and analyses share the processes of one pool.

Games come before analyses. A decision gets all processes that are free if nobody else waits for one, else a single one;
so many games get their steps at the same time, and one game gets the best step.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from ludarium.players.pool import Pool
from ludarium.players.report import PlayerFailed, Report
from ludarium.players.thinker import Question

_Waiter = asyncio.Future[int]  # gets the number of processes


class Thinkers:
    """``cores`` processes, whose trees take ``memory`` MiB together, started when they are needed first."""

    def __init__(self, cores: int, memory: int | None = None) -> None:
        self.cores = max(1, cores)
        self._memory = memory
        self._free = self.cores
        self._urgent: deque[_Waiter] = deque()
        self._patient: deque[_Waiter] = deque()
        self._analysing = 0  # processes that patient questions have
        self._pool: Pool | None = None
        self._starting: asyncio.Future[Pool] | None = None
        self._threads = ThreadPoolExecutor(self.cores, thread_name_prefix="ludarium-thinking")
        self._closed = Event()

    async def decide(
        self,
        question: Question,
        *,
        stop: Callable[[], bool] | None = None,
        tell: Callable[[Report], None] | None = None,
        urgent: bool = True,
    ) -> Report:
        """The decision. ``stop`` is asked, in another thread, whether to end with the best so far; ``tell`` hears how
        things stand, in the loop. Whoever no longer waits for the decision ends it, too.
        """
        pool = await self._open()
        cores = await self._wait(urgent, question.style.limits.seconds is not None)
        loop, left = asyncio.get_running_loop(), Event()

        def stops() -> bool:
            yields = not urgent and self._free == 0 and bool(self._urgent)  # a game waits for the only process
            return left.is_set() or self._closed.is_set() or yields or (stop is not None and stop())

        def tells(report: Report) -> None:
            if tell is not None and not left.is_set():
                loop.call_soon_threadsafe(tell, report)

        def ask() -> Report:
            return pool.decide(question, cores, stops, tells if tell is not None else None)

        try:
            asking = loop.run_in_executor(self._threads, ask)
            try:
                return await asyncio.shield(asking)
            except asyncio.CancelledError:
                left.set()
                await asyncio.wait([asking])  # its processes are free only then
                asking.exception()
                raise
        finally:
            self._give_back(cores, urgent)

    async def prepare(self) -> None:
        """Start the processes, so that the first decision need not wait for them."""
        await self._open()

    def close(self) -> None:
        """End all thinking; may take a moment."""
        self._closed.set()
        if self._pool is not None:
            self._pool.close()
        self._threads.shutdown(wait=True, cancel_futures=True)

    async def _open(self) -> Pool:
        if self._closed.is_set():
            raise PlayerFailed("pool_closed")
        if self._pool is None:
            if self._starting is None:
                self._starting = asyncio.get_running_loop().run_in_executor(None, Pool, self.cores, self._memory)
            self._pool = await asyncio.shield(self._starting)
            if self._closed.is_set():
                self._pool.close()
        return self._pool

    # --- whose turn it is -------------------------------------------------------------------------------------------
    async def _wait(self, urgent: bool, timed: bool) -> int:
        """Wait for at least one free process; how many were given."""
        waiting = self._urgent if urgent else self._patient
        place: _Waiter = asyncio.get_running_loop().create_future()
        waiting.append(place)
        self._hand_out()
        try:
            cores = await place
            await asyncio.sleep(0)  # others who come in the same moment count, too
        except asyncio.CancelledError:
            if place in waiting:
                waiting.remove(place)
            elif place.done() and not place.cancelled():
                self._give_back(place.result(), urgent)
            raise
        if timed and not self._urgent and not self._patient and self._free:
            more = self._free if urgent else min(self._free, self._most_analysing - self._analysing)
            cores += more
            self._free -= more
            self._analysing += 0 if urgent else more
        return cores

    def _give_back(self, cores: int, urgent: bool) -> None:
        self._free += cores
        self._analysing -= 0 if urgent else cores
        self._hand_out()

    @property
    def _most_analysing(self) -> int:
        """Analyses leave a process to the games where there are several."""
        return max(1, self.cores - 1)

    def _hand_out(self) -> None:
        while self._free and self._urgent:
            self._give(self._urgent.popleft())
        while self._free and self._patient and self._analysing < self._most_analysing:
            self._analysing += self._give(self._patient.popleft())

    def _give(self, place: _Waiter) -> int:
        if place.done():  # whoever waited has gone
            return 0
        self._free -= 1
        place.set_result(1)
        return 1
