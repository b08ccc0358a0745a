"""Work that no thread of this process may do, because it would let no other thread do anything meanwhile: the solver is
compiled, and asks for no pause. A process of its own does it, started when it is needed first.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import TypeVar

from ludarium.core.game import rulesets
from ludarium.server.errors import AnalysisError
from ludarium.workers.processes import WorkerProcess

_PATIENCE = 20.0  # seconds for one piece of work: then something is wrong with it
T = TypeVar("T")


def serve(line: Connection) -> None:
    """What the process does: functions, one after the other, as long as it is asked to."""
    rulesets()
    while True:
        function, given = line.recv()
        try:
            line.send((function(*given), ""))
        except Exception as error:  # told to the asker; the process is fit for the next question
            line.send((None, f"{type(error).__name__}: {error}"))


class Apart:
    """One process, which does one thing at a time; what waits for it waits in a thread of its own."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(1, "ludarium-apart")
        self._process: WorkerProcess | None = None

    def do(self, function: Callable[..., T], *given: object) -> T:
        """In that thread. Function, what is given and what comes of it must be fit for pickle."""
        if self._process is None:
            self._process = WorkerProcess(serve)
        self._process.send((function, given))
        try:
            if not self._process.line.poll(_PATIENCE):
                raise EOFError
            found, fault = self._process.receive()
        except EOFError as error:
            self.end()
            raise AnalysisError("fault", 500) from error
        if fault:
            raise RuntimeError(fault)
        result: T = found
        return result

    def end(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None

    def close(self) -> None:
        """Wait for nobody."""
        self.threads.shutdown(wait=False, cancel_futures=True)
        self.end()
