"""Who may think when: computer players and analyses share the processes of one pool.

Games come before analyses, and whoever has used less of them before others. A decision gets all processes that are free
if nobody else waits for one, else a single one; so many games get their steps at the same time, and one game gets the
best step.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import monotonic

from ludarium.players.pool import Pool
from ludarium.players.report import PlayerFailed, Report
from ludarium.players.thinker import Question
from ludarium.server.fairness import FairQueue, Usage


class Thinkers:
    """``cores`` processes, whose trees take ``memory`` MiB together, started when they are needed first."""

    def __init__(self, cores: int, memory: int | None = None) -> None:
        self.cores = max(1, cores)
        self._memory = memory
        self._free = self.cores
        self._usage = Usage()
        self._urgent: FairQueue[int] = FairQueue(self._usage)  # gives the number of processes
        self._patient: FairQueue[int] = FairQueue(self._usage)
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
        person: str = "",
    ) -> Report:
        """The decision. ``stop`` is asked, in another thread, whether to end with the best so far; ``tell`` hears how
        things stand, in the loop. Whoever no longer waits for the decision ends it, too. ``person`` is for whom it is.
        """
        pool = await self._open()
        cores = await self._wait(person, urgent, question.style.limits.seconds is not None)
        loop, left, began = asyncio.get_running_loop(), Event(), monotonic()

        def stops() -> bool:
            yields = not urgent and self._free == 0 and len(self._urgent) > 0  # a game waits for the only process
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
            self._usage.add(person, cores * (monotonic() - began))
            self._give_back(cores, urgent)

    @property
    def waiting(self) -> int:
        """How many questions wait for a process."""
        return len(self._urgent) + len(self._patient)

    async def prepare(self) -> None:
        """Start the processes, so that the first decision need not wait for them."""
        await self._open()

    async def let_go(self) -> None:
        """End the processes if nobody needs them now; the next question starts them again."""
        if self._pool is None or self._free < self.cores or self.waiting:
            return
        pool, self._pool, self._starting = self._pool, None, None
        await asyncio.to_thread(pool.close)

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
    async def _wait(self, person: str, urgent: bool, timed: bool) -> int:
        """Wait for at least one free process; how many were given."""
        waiting = self._urgent if urgent else self._patient
        place = waiting.join(person)
        self._hand_out()
        try:
            cores = await place
            await asyncio.sleep(0)  # others who come in the same moment count, too
        except asyncio.CancelledError:
            if not waiting.leave(person, place) and not place.cancelled():
                self._give_back(place.result(), urgent)
            raise
        if timed and not self.waiting and self._free:
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
        while self._free and len(self._urgent):
            self._give(self._urgent.call_up())
        while self._free and len(self._patient) and self._analysing < self._most_analysing:
            self._analysing += self._give(self._patient.call_up())

    def _give(self, place: asyncio.Future[int]) -> int:
        if place.done():  # whoever waited has gone
            return 0
        self._free -= 1
        place.set_result(1)
        return 1
