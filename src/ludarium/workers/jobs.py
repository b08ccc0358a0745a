"""Many jobs done at once: what is asked of workers, and what all of them share.

A *task* says what is to be done; it is sent to wherever the work happens, and opened there as a *worker*, which does
one *job* after another. Every job is answered exactly once: a job whose worker was lost is given to another one.
"""

from collections import Counter, deque
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from itertools import islice
from traceback import format_exc
from typing import Generic, Protocol, TypeVar

from ludarium.core.errors import LudariumError

TRIES = 3  # a job that is lost with its worker so often stops the work
PATIENCE = 1.0  # seconds for a worker to end what it has started


class WorkError(LudariumError):
    """Work that cannot be done or gone on with."""

    section = "workers"


class Job(Protocol):
    """Something to be done, which can be sent to another process; no two of one task have the same number."""

    @property
    def number(self) -> int: ...


J = TypeVar("J", bound=Job)
A = TypeVar("A")
J_contra = TypeVar("J_contra", bound=Job, contravariant=True)
A_co = TypeVar("A_co", covariant=True)


class Worker(Protocol[J_contra, A_co]):
    """Does one job at a time, and keeps open what the next one can use."""

    def do(self, job: J_contra) -> A_co: ...

    def close(self) -> None: ...


class Task(Protocol[J_contra, A_co]):
    """What is to be done; it can be sent to another process, and be opened there."""

    def open(self) -> Worker[J_contra, A_co]: ...


class Workers(Protocol):
    """Workers, wherever they are; ``losses`` counts those that were lost and replaced."""

    losses: int

    def work(self, task: Task[J, A], jobs: Iterable[J]) -> Generator[A, None, None]:
        """The answers to all jobs, in the order in which they end; close the generator to stop early."""


class JobQueue(Generic[J]):
    """The jobs that nobody does yet; those that were lost come first."""

    def __init__(self, jobs: Iterable[J]) -> None:
        self._rest = iter(jobs)
        self._next: deque[J] = deque()
        self._losses: Counter[int] = Counter()

    def waiting(self, most: int) -> int:
        """How many jobs wait, counted no further than this."""
        self._next.extend(islice(self._rest, max(0, most - len(self._next))))
        return min(most, len(self._next))

    def take(self) -> J | None:
        return self._next.popleft() if self.waiting(1) else None

    def lose(self, job: J) -> None:
        """Its worker is gone: it is to be done again, unless that happened too often."""
        self._losses[job.number] += 1
        if self._losses[job.number] == TRIES:
            raise WorkError("crashed", game=job.number, tries=TRIES)
        self._next.appendleft(job)


@dataclass(frozen=True)
class Fault:
    """A fault in our own program, which no other worker would do without."""

    trace: str


def answer_of(job: Job, said: A | Fault) -> A:
    """What was said about a job; ``WorkError`` if that was a fault."""
    if isinstance(said, Fault):
        raise WorkError("fault", game=job.number, trace=said.trace)
    return said


class OpenTask(Generic[J, A]):
    """A task where its jobs are done: its worker is opened for the first one; a fault is told and not raised."""

    def __init__(self, task: Task[J, A]) -> None:
        self._task = task
        self._worker: Worker[J, A] | None = None

    def do(self, job: J) -> A | Fault:
        try:
            if self._worker is None:
                self._worker = self._task.open()
            return self._worker.do(job)
        except Exception:
            return Fault(format_exc())

    def close(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()
