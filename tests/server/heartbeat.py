"""Whether the event loop stands still: then nobody at any table is answered."""

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable
from types import TracebackType

from ludarium.server import serving

LONGEST = 0.05  # seconds that the loop may stand still
_BEAT = 0.004
_TRIES = 3


class Heartbeat:
    """Beats while the ``with`` statement lasts.

    Time that this machine gave to other processes does not count: of the time that passed between two beats and the
    time that this process computed, whichever is less.
    """

    async def __aenter__(self) -> "Heartbeat":
        gc.collect()
        gc.freeze()  # as the server does; what the tests have in memory is not its own
        self._thresholds = gc.get_threshold()
        gc.set_threshold(*serving.RUBBISH)
        self._stood = 0.0
        self._task = asyncio.create_task(self._beat())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._task.cancel()
        gc.set_threshold(*self._thresholds)
        gc.unfreeze()

    async def stands_still(self, doing: Callable[[], Awaitable[None]]) -> bool:
        """Whether doing this keeps the loop from beating, not just once by some accident."""
        for _ in range(_TRIES):
            self._stood = 0.0
            self._begin()
            await doing()
            self._end()
            if self._stood < LONGEST:
                return False
        return True

    async def _beat(self) -> None:
        while True:
            self._begin()
            await asyncio.sleep(_BEAT)
            self._end()

    def _begin(self) -> None:
        self._passed, self._computed = time.monotonic(), time.process_time()

    def _end(self) -> None:
        stood = min(time.monotonic() - self._passed, time.process_time() - self._computed)
        self._stood = max(self._stood, stood)
