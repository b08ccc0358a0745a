"""Processes that think, so that whoever asks stays responsive and one decision can use several cores.

Every process looks at the same question with another seed; their reports are merged. A process that dies is replaced,
and asked again if nobody else has an answer.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count
from math import inf
from multiprocessing.connection import Connection, wait
from os import cpu_count
from threading import Condition
from time import perf_counter
from types import TracebackType

from ludarium.core.game import rulesets
from ludarium.players.memory import tree_memory
from ludarium.players.report import PlayerFailed, Report, merged
from ludarium.players.thinker import Question, Thinker
from ludarium.workers.processes import WorkerProcess

_LOOK = 0.02  # seconds between two looks at who said something
_PATIENCE = 0.05  # seconds after its limit that a process is waited for when another one has answered
_GRACE = 10.0  # the same when none has
_LEAST_SECONDS = 0.05  # for a process that takes over late
_MOST_DEATHS = 3  # for one question: then it is the question's fault
_SPREAD = 0x9E3779B1  # makes another seed for every process


def serve(line: Connection) -> None:
    """What a process does: answer questions until nobody asks any more."""
    rulesets()  # loads the games now, not when the first question comes
    thinker = Thinker()
    line.send(None)  # ready
    while True:
        asked = line.recv()
        if asked is None:
            continue  # a wish to stop that came after the answer
        if isinstance(asked, int):
            thinker.ponder(asked, line.poll)
            continue
        number, question, due, talks = asked
        try:
            if due < inf:
                question = question.within(max(due - perf_counter(), _LEAST_SECONDS))
            report = thinker.decide(question, line.poll, partial(_tell, line, number) if talks else None)
            line.send((number, report, True))
        except Exception as error:  # told to the asker; the process is fit for the next question
            line.send((number, f"{type(error).__name__}: {error}", True))


def _tell(line: Connection, number: int, report: Report) -> None:
    line.send((number, report, False))


class _ThinkingProcess(WorkerProcess):
    """A process that is ready once it has loaded all games."""

    def __init__(self) -> None:
        super().__init__(serve)
        self.ready = False

    def wait_until_ready(self) -> None:
        """A decision's time begins when there is somebody to decide."""
        if not self.ready:
            with suppress(EOFError):  # dead: found out when it is asked
                self.receive()
            self.ready = True


class Pool:
    """``cores`` processes, whose trees take no more than ``memory`` MiB together (usually ``tree_memory``). Several
    threads may ask at the same time; each waits until processes are free.
    """

    def __init__(self, cores: int | None = None, memory: int | None = None) -> None:
        self.cores = max(1, cores or cpu_count() or 1)
        self._memory = max(1, (memory or tree_memory()) // self.cores)  # for each
        self._idle = [_ThinkingProcess() for _ in range(self.cores)]
        self._changed = Condition()
        self._closed = False

    def __enter__(self) -> "Pool":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            for worker in self._idle:
                worker.end()
            self._idle.clear()

    def decide(
        self,
        question: Question,
        cores: int | None = None,
        stop: Callable[[], bool] | None = None,
        tell: Callable[[Report], None] | None = None,
        ponder: bool = False,
    ) -> Report:
        """The decision of so many processes (usually all; one where simulations are limited, so that the result
        depends on nothing but the seed, and for a secret set-up: several would agree on what is likeliest). ``stop`` is
        asked often whether to end at once with the best so far; ``tell`` hears how things stand now and then. With
        ``ponder`` they think on about what follows, until they are asked something else.
        """
        limits = question.style.limits
        alone = limits.seconds is None or question.game.is_setup(question.view)
        wanted = 1 if alone else min(cores or self.cores, self.cores)
        workers = self._take(wanted)
        asked = replace(question, style=replace(question.style, limits=replace(limits, memory=self._memory)))
        asking = _Asking(workers, asked, stop, tell)
        try:
            report = asking.report()
            for worker in asking.workers if ponder else ():
                worker.send(report.step)
            return report
        except BaseException:
            asking.tell_all_to_stop()  # nobody waits for them any more
            raise
        finally:
            self._give_back(asking.workers)

    def _take(self, count: int) -> list[_ThinkingProcess]:
        with self._changed:
            while len(self._idle) < count:
                if self._closed:
                    raise PlayerFailed("pool_closed")
                self._changed.wait()
            taken = self._idle[-count:]
            del self._idle[-count:]
        try:
            for worker in taken:
                worker.wait_until_ready()
        except BaseException:  # an interruption, perhaps: the next one who asks finds them again
            self._give_back(taken)
            raise
        return taken

    def _give_back(self, workers: Sequence[_ThinkingProcess]) -> None:
        with self._changed:
            for worker in workers:
                if self._closed:
                    worker.end()
                else:
                    self._idle.append(worker)
            self._changed.notify_all()


class _Asking:
    """One question put to some processes."""

    numbers = count(1)  # tell late answers to an old question from those to this one

    def __init__(
        self,
        workers: list[_ThinkingProcess],
        question: Question,
        stop: Callable[[], bool] | None,
        tell: Callable[[Report], None] | None,
    ) -> None:
        self.workers = workers
        self.question = question
        self.stop = stop
        self.tell = tell
        self.number = next(self.numbers)
        self.latest: dict[int, Report] = {}  # by place
        self.final: set[int] = set()
        self.deaths = 0
        seconds = question.style.limits.seconds
        self.due = inf if seconds is None else perf_counter() + seconds

    def report(self) -> Report:
        for place in range(len(self.workers)):
            self._ask(place)
        stopping = False
        while len(self.final) < len(self.workers):
            if self.stop is not None and not stopping and self.stop():
                stopping = True
                self.tell_all_to_stop()
            lines = {worker.line: place for place, worker in enumerate(self.workers) if place not in self.final}
            for line in wait(list(lines), timeout=_LOOK):
                self._hear(lines[line])  # type: ignore[index]  # what we gave is what we get
            late = perf_counter() - self.due
            if (late > _PATIENCE and self.final) or late > _GRACE:
                break
        if not self.final:
            for place, late_worker in enumerate(self.workers):
                late_worker.end()
                self.workers[place] = _ThinkingProcess()
            raise PlayerFailed("no_answer")
        return merged([self.latest[place] for place in sorted(self.final)])

    def _ask(self, place: int) -> None:
        seeded = replace(self.question, seed=self.question.seed + place * _SPREAD)
        self.workers[place].send((self.number, seeded, self.due, self.tell is not None))

    def tell_all_to_stop(self) -> None:
        for place, worker in enumerate(self.workers):
            if place not in self.final:
                worker.send(None)

    def _hear(self, place: int) -> None:
        worker = self.workers[place]
        try:
            heard = worker.receive()
        except EOFError:
            self._replace(place)
            return
        if heard is None:
            worker.ready = True
            return
        number, said, final = heard
        if number != self.number:
            return
        if isinstance(said, str):
            raise PlayerFailed("fault", said)
        self.latest[place] = said
        if final:
            self.final.add(place)
        if self.tell is not None:
            self.tell(merged(list(self.latest.values())))

    def _replace(self, place: int) -> None:
        """Put a new process in the place of a dead one, and ask it the same."""
        self.workers[place].end()
        self.workers[place] = _ThinkingProcess()
        self.deaths += 1
        if self.deaths > _MOST_DEATHS:
            raise PlayerFailed("keeps_dying")
        self._ask(place)
