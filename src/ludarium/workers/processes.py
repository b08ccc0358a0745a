"""Processes on this machine: one by itself, and so many of them at work on a queue of jobs."""

import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic

from ludarium.workers.jobs import PATIENCE, A, J, JobQueue, OpenTask, Task, answer_of

_CONTEXT = get_context("spawn")  # the same everywhere; a fork would take our threads and locks along


class WorkerProcess:
    """A process that runs ``serve(line, *given)``, and our end of the line to it. Ctrl-C never reaches it: this program
    decides what an interruption means. It ends with this program, if not before.
    """

    def __init__(self, serve: Callable[..., None], *given: object) -> None:
        self.line, theirs = _CONTEXT.Pipe()
        self.process: BaseProcess = _CONTEXT.Process(target=_run, args=(serve, theirs, *given), daemon=True)
        with _deaf():
            self.process.start()
        theirs.close()  # so that its end is noticed here

    def send(self, said: object) -> None:
        with suppress(OSError):  # it has died: noticed when its answer is awaited
            self.line.send(said)

    def receive(self) -> Any:
        """What it says next; ``EOFError`` if it has died."""
        try:
            return self.line.recv()
        except OSError as error:
            raise EOFError from error

    def end(self) -> None:
        """Stop it; what it has opened it closes, if it listens for that."""
        self.process.terminate()
        self.process.join(PATIENCE)
        self.process.kill()
        self.process.join()
        self.line.close()


@contextmanager
def _deaf() -> Iterator[None]:
    """What is started meanwhile is deaf to Ctrl-C from its first moment on; here it is heard a moment later. (Python
    itself reads files as it starts, long before ``_run`` could say so.)
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


def _run(serve: Callable[..., None], line: Connection, *given: object) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):  # nobody is there to ask or to hear any more
        serve(line, *given)


class Processes:
    """So many processes that do jobs. One that dies is replaced, and its job is done again."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.losses = 0

    def work(self, task: Task[J, A], jobs: Iterable[J]) -> Generator[A, None, None]:
        queue = JobQueue(jobs)
        busy: dict[object, _JobProcess[J]] = {}  # by line

        def start() -> None:
            job = queue.take()
            if job is not None:
                process = _JobProcess(task, job)
                busy[process.line] = process

        try:
            for _ in range(self.count):
                start()
            while busy:
                for line in wait([process.line for process in busy.values()]):
                    process = busy[line]
                    try:
                        said = process.receive()
                    except EOFError:
                        process.end()
                        del busy[line]
                        self.losses += 1
                        queue.lose(process.job)
                        start()
                        continue
                    yield answer_of(process.job, said)
                    job = queue.take()
                    if job is not None:
                        process.give(job)
                    else:
                        process.end()
                        del busy[line]
        finally:
            for process in busy.values():
                process.end()


class _JobProcess(WorkerProcess, Generic[J]):
    """A process and the job it does."""

    def __init__(self, task: Task[J, A], job: J) -> None:
        super().__init__(_do_jobs, task)
        self.give(job)

    def give(self, job: J) -> None:
        self.job = job
        self.send(job)


def _do_jobs(line: Connection, task: Task[J, A]) -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that what was opened is closed
    opened = OpenTask(task)
    try:
        while True:
            line.send(opened.do(line.recv()))
    finally:
        opened.close()
