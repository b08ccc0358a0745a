"""What all workers share, and processes at any other work than games."""

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from ludarium.workers.jobs import TRIES, Fault, JobQueue, OpenTask, WorkError, answer_of
from ludarium.workers.processes import Processes
from tests.arena.fakes import Numbered, Where
from tests.workers.waiting import is_gone, until


def test_a_lost_job_comes_first_and_the_rest_in_order() -> None:
    queue = JobQueue(map(Numbered, range(4)))
    assert queue.take() == Numbered(0)
    assert queue.take() == Numbered(1)
    assert queue.waiting(2) == 2
    queue.lose(Numbered(0))
    assert [queue.take() for _ in range(4)] == [Numbered(0), Numbered(2), Numbered(3), None]


def test_jobs_are_looked_at_no_further_than_needed() -> None:
    looked: list[int] = []

    def jobs() -> Iterator[Numbered]:
        for number in range(100):
            looked.append(number)
            yield Numbered(number)

    queue = JobQueue(jobs())
    assert queue.waiting(3) == 3
    assert queue.waiting(2) == 2
    assert looked == [0, 1, 2]
    assert queue.take() == Numbered(0)
    assert queue.waiting(200) == 99


def test_a_job_that_is_lost_too_often_stops_the_work() -> None:
    queue = JobQueue([Numbered(7), Numbered(8)])
    for _ in range(TRIES - 1):
        queue.lose(Numbered(7))
        queue.lose(Numbered(8))
    with pytest.raises(WorkError, match="Game 7 was lost 3 times"):
        queue.lose(Numbered(7))


class Odd:
    """Its own task and worker: cannot do odd jobs."""

    closed = False

    def open(self) -> "Odd":
        return self

    def do(self, job: Numbered) -> int:
        if job.number % 2:
            raise ValueError("an odd number")
        return job.number

    def close(self) -> None:
        self.closed = True


def test_a_fault_is_told_and_the_worker_closed() -> None:
    task = Odd()
    opened = OpenTask(task)
    assert opened.do(Numbered(4)) == 4
    said = opened.do(Numbered(3))
    assert isinstance(said, Fault)
    with pytest.raises(WorkError, match="ValueError: an odd number") as told:
        answer_of(Numbered(3), said)
    assert told.value.data["game"] == 3
    opened.close()
    assert task.closed


def test_processes_answer_every_job_once_though_one_is_killed() -> None:
    workers = Processes(2)
    killed: list[int] = []
    done: list[int] = []
    for place in workers.work(Where(seconds=0.05), map(Numbered, range(30))):
        done.append(place.number)
        if not killed and len(done) > 4:
            killed.append(place.process)
            os.kill(place.process, signal.SIGKILL)
    assert sorted(done) == list(range(30))
    assert workers.losses == 1


def test_stopping_early_ends_the_processes() -> None:
    with closing(Processes(2).work(Where(), map(Numbered, range(1000)))) as work:
        process = next(work).process
    until(lambda: is_gone(process))


@dataclass(frozen=True)
class Closing:
    """Its own task and worker: notes in a file that it was closed."""

    file: Path

    def open(self) -> "Closing":
        return self

    def do(self, job: Numbered) -> int:
        return job.number

    def close(self) -> None:
        self.file.write_text("closed")


@pytest.mark.parametrize("jobs", [1, 1000])
def test_workers_close_what_they_opened_at_the_end_and_when_stopped(jobs: int, tmp_path: Path) -> None:
    with closing(Processes(1).work(Closing(tmp_path / "told"), map(Numbered, range(jobs)))) as work:
        assert next(work) == 0
        assert next(work, 1) == 1
    assert (tmp_path / "told").read_text() == "closed"


class Listening:
    """Its own task and worker: tells whether Ctrl-C would have reached it while it was still unpacked."""

    deaf = False

    def __getstate__(self) -> dict[str, bool]:
        return {"sent": True}

    def __setstate__(self, state: dict[str, bool]) -> None:
        self.deaf = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())

    def open(self) -> "Listening":
        return self

    def do(self, job: Numbered) -> bool:
        return self.deaf

    def close(self) -> None:
        pass


def test_ctrl_c_does_not_reach_processes_that_are_only_starting() -> None:
    """They would say so at length, in the middle of what the command tells."""
    assert list(Processes(2).work(Listening(), map(Numbered, range(4)))) == [True] * 4
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())  # here it is heard as ever
