"""A crew of processes on this machine. One that dies is replaced, and its job is done again."""

import signal
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic

from ludarium.arena.crew import PATIENCE, A, Done, Fault, Hand, J, Roster, Task, answer_of

_CONTEXT = get_context("spawn")  # the same everywhere, and safe beside threads


class _Process(Generic[J, A]):
    """One process and the job it does."""

    def __init__(self, task: Task[J, A], job: J) -> None:
        self.connection, other = _CONTEXT.Pipe()
        self.process: BaseProcess = _CONTEXT.Process(target=_work, args=(other, task), daemon=True)
        with _deaf():
            self.process.start()
        other.close()  # so that its end is noticed here
        self.give(job)

    def give(self, job: J) -> None:
        self.job = job
        with suppress(OSError):  # it has died: noticed when its answer is awaited
            self.connection.send(job)

    def said(self) -> Done[A] | Fault | None:
        """What came of the job; nothing if the process has died."""
        try:
            said: Done[A] | Fault = self.connection.recv()
        except (EOFError, OSError):
            return None
        return said

    def end(self) -> None:
        """Stop it; what it has started ends with it."""
        self.process.terminate()
        self.process.join(PATIENCE)
        self.process.kill()
        self.process.join()
        self.connection.close()


class Processes:
    """So many processes."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.losses = 0

    def work(self, task: Task[J, A], jobs: Iterable[J]) -> Generator[A, None, None]:
        roster = Roster(jobs)
        processes: dict[object, _Process[J, A]] = {}  # by connection

        def start() -> None:
            job = roster.take()
            if job is not None:
                process = _Process(task, job)
                processes[process.connection] = process

        try:
            for _ in range(self.count):
                start()
            while processes:
                for connection in wait([process.connection for process in processes.values()]):
                    process = processes[connection]
                    said = process.said()
                    if said is not None:
                        yield answer_of(process.job, said)
                        job = roster.take()
                        if job is not None:
                            process.give(job)
                            continue
                    process.end()
                    del processes[connection]
                    if said is None:
                        self.losses += 1
                        roster.lose(process.job)
                        start()
        finally:
            for process in processes.values():
                process.end()


@contextmanager
def _deaf() -> Iterator[None]:
    """What is started meanwhile is deaf to Ctrl-C from its first moment on; here it is heard a moment later. (Python
    itself reads files as it starts, long before ``_work`` could say so.)
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # else it would be started first, and Ctrl-C be heard again after that
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(connection: Connection, task: Task[J, A]) -> None:
    """What such a process does: jobs, until nobody asks for any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program alone, which ends its processes itself
    signal.signal(signal.SIGTERM, _leave)
    hand = Hand(task)
    try:
        while True:
            connection.send(hand.do(connection.recv()))
    except (EOFError, OSError):
        pass
    finally:
        hand.close()


def _leave(*_: object) -> None:
    sys.exit()
