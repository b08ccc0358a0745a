"""Workers that have called this process: programs, perhaps on other machines, that think for it (``worker.py``).

While there is one, questions go to the worker that has least to do, and those of all processes meet there: whose turn
it is, ``Thinkers`` decides there as it does here. Without one this process thinks itself. A question whose worker is
lost is asked again elsewhere.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from itertools import count
from time import monotonic
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludarium import __version__
from ludarium.players.report import PlayerFailed, Report
from ludarium.players.thinker import Question
from ludarium.server.fairness import FairTurns
from ludarium.server.logs import note
from ludarium.server.metrics import Metrics
from ludarium.server.processes import questions
from ludarium.server.processes.questions import Asked, Hello, Order
from ludarium.server.sockets import NORMAL, RESTART
from ludarium.server.thinking import Thinkers

_LOG = logging.getLogger(__name__)
_LOOK = 0.05  # seconds between two looks whether somebody wants the decision now
_HANDED = {True: 32, False: 8}  # questions that a worker gets for each of its cores: of games, of analyses
_LEAST_SHARE = 0.25  # of a question's time, however long its lost worker had it
_MOST_CORES = 1024
_REST_SECONDS = 60.0  # after which processes of this machine end that have nothing to do beside workers


class WorkerLost(Exception):
    """The worker will not answer."""


@dataclass
class _Waiting:
    """For an answer."""

    answer: "asyncio.Future[Report]"
    tell: Callable[[Report], None] | None


class Worker:
    """One that has called, from its hello to its end."""

    def __init__(self, hello: Hello, secret: str) -> None:
        self.cores = max(1, min(hello.cores, _MOST_CORES))
        self._rules = hello.rules
        self._secret = secret
        self._others = 0  # questions of other processes that it has
        self._ours = 0  # those of this process, also those that wait to be handed over
        self._waiting: dict[int, _Waiting] = {}
        self._numbers = count(1)
        self._turns = {urgent: FairTurns(most * self.cores) for urgent, most in _HANDED.items()}
        self._outgoing: asyncio.Queue[str | bytes] = asyncio.Queue()
        self._lost = False

    def knows(self, ruleset: str) -> bool:
        """Whether it has this ruleset, with the same rules."""
        return ruleset in self._rules and self._rules[ruleset] == questions.own_rules().get(ruleset)

    @property
    def load(self) -> float:
        return (self._others + self._ours) / self.cores

    async def decide(
        self, asked: Asked, stop: Callable[[], bool] | None, tell: Callable[[Report], None] | None
    ) -> Report:
        """As ``Thinkers.decide``; ``WorkerLost`` if no answer will come."""
        self._ours += 1
        try:
            done = await self._turns[asked.urgent].take(asked.person)
            try:
                return await self._ask(asked, stop, tell)
            finally:
                done()
        finally:
            self._ours -= 1

    async def _ask(
        self, asked: Asked, stop: Callable[[], bool] | None, tell: Callable[[Report], None] | None
    ) -> Report:
        number = next(self._numbers)
        message = await asyncio.to_thread(questions.packed, number, asked, self._secret)
        if self._lost:
            raise WorkerLost
        waiting = self._waiting[number] = _Waiting(asyncio.get_running_loop().create_future(), tell)
        self._outgoing.put_nowait(message)
        try:
            return await self._answer(number, waiting, stop)
        except asyncio.CancelledError:
            self._order("leave", number)
            raise
        finally:
            del self._waiting[number]

    async def _answer(self, number: int, waiting: _Waiting, stop: Callable[[], bool] | None) -> Report:
        while not waiting.answer.done():
            await asyncio.wait({waiting.answer}, timeout=None if stop is None else _LOOK)
            if stop is not None and stop() and not waiting.answer.done():
                self._order("stop", number)
                stop = None
        return waiting.answer.result()

    def _order(self, do: Any, number: int = 0) -> None:
        self._outgoing.put_nowait(questions.written(Order(do, number)))

    # --- the line -----------------------------------------------------------------------------------------------------
    async def talk(self, websocket: WebSocket) -> bool:
        """Until either side hangs up; whether this process did, because it stops."""
        self._order("welcome")
        tasks = [asyncio.create_task(work) for work in (self._listen(websocket), self._deliver(websocket))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception):
                _LOG.warning("the line to a worker broke: %s", end or type(end).__name__)
        return ends[0] == RESTART

    def lose(self) -> None:
        self._lost = True
        for one in self._waiting.values():
            if not one.answer.done():
                one.answer.set_exception(WorkerLost())

    async def _listen(self, websocket: WebSocket) -> int:
        """The code with which the line was closed; 0 if the worker fell silent."""
        while True:
            try:
                async with asyncio.timeout(questions.SILENCE):
                    heard = await websocket.receive()
            except TimeoutError:
                return 0
            if heard["type"] == "websocket.disconnect":
                return int(heard.get("code") or 0)
            self._hear(heard.get("text") or "")

    def _hear(self, text: str) -> None:
        said = questions.SAID.validate_json(text)
        self._others = max(0, said.others)
        waiting = self._waiting.get(said.number)
        if waiting is None or waiting.answer.done():
            return
        if said.fault:
            waiting.answer.set_exception(PlayerFailed("fault", said.fault))
        elif said.report is not None and said.final:
            waiting.answer.set_result(said.report)
        elif said.report is not None and waiting.tell is not None:
            waiting.tell(said.report)

    async def _deliver(self, websocket: WebSocket) -> None:
        while True:
            message = await self._outgoing.get()
            await (websocket.send_text(message) if isinstance(message, str) else websocket.send_bytes(message))


class SharedThinkers(Thinkers):
    """The workers that are there, or else the processes of this machine."""

    def __init__(self, cores: int, memory: int | None, metrics: Metrics) -> None:
        super().__init__(cores, memory)
        self.workers: list[Worker] = []
        self._metrics = metrics
        self._stopping = False

    async def decide(
        self,
        question: Question,
        *,
        stop: Callable[[], bool] | None = None,
        tell: Callable[[Report], None] | None = None,
        urgent: bool = True,
        person: str = "",
    ) -> Report:
        began, tried, left = monotonic(), set[Worker](), question
        while (worker := self._least_busy(question.ruleset, tried)) is not None:
            tried.add(worker)
            self._metrics.handed_on.inc()
            try:
                with self._metrics.at_workers.track_inprogress():
                    return await worker.decide(Asked(left, person, urgent, tell is not None), stop, tell)
            except WorkerLost:
                await self._unless_stopping(urgent)
            except PlayerFailed as failed:
                _LOG.warning("a worker could not answer: %s", failed.detail)
            self._metrics.asked_again.inc()
            left = _with_what_is_left(question, monotonic() - began)
        return await super().decide(left, stop=stop, tell=tell, urgent=urgent, person=person)

    def _least_busy(self, ruleset: str, tried: set[Worker]) -> Worker | None:
        able = [one for one in self.workers if one not in tried and one.knows(ruleset)]
        return min(able, key=lambda one: one.load, default=None)

    async def _unless_stopping(self, urgent: bool) -> None:
        """Before this process ends it hangs up: then no processes are started. Games wait until they are put away, as
        a computer that is told of a failure takes any step.
        """
        if self._stopping and urgent:
            await asyncio.get_running_loop().create_future()
        if self._stopping:
            raise PlayerFailed("pool_closed")

    async def prepare(self) -> None:
        if not self.workers:
            await super().prepare()

    async def welcome(self, websocket: WebSocket, secret: str) -> None:
        """A worker has called; until it is gone."""
        await websocket.accept()
        try:
            async with asyncio.timeout(questions.SILENCE):
                hello = questions.HELLO.validate_json(await websocket.receive_text())
        except (TimeoutError, WebSocketDisconnect, KeyError):
            return await _hang_up(websocket.close(NORMAL))
        except ValidationError:
            return await _hang_up(websocket.close(questions.WRONG_VERSION, __version__))
        if hello.version != __version__:
            _LOG.warning(
                "a worker of version %s is not used, this is %s: install the same version there",
                hello.version,
                __version__,
            )
            return await _hang_up(websocket.close(questions.WRONG_VERSION, __version__))
        worker = Worker(hello, secret)
        self.workers.append(worker)
        self._metrics.workers.set(len(self.workers))
        note(_LOG, "a worker has come", cores=worker.cores, workers=len(self.workers))
        resting = asyncio.create_task(self._rest())
        try:
            self._stopping = await worker.talk(websocket) or self._stopping
        finally:
            resting.cancel()
            self.workers.remove(worker)
            worker.lose()
            self._metrics.workers.set(len(self.workers))
            note(_LOG, "a worker has gone", workers=len(self.workers))
            await _hang_up(websocket.close(NORMAL))

    async def _rest(self) -> None:
        while True:
            await asyncio.sleep(_REST_SECONDS)
            await self.let_go()


def _with_what_is_left(question: Question, seconds: float) -> Question:
    """The same question after so many seconds in vain."""
    usual = question.style.limits.seconds
    return question if usual is None else question.within(max(usual - seconds, _LEAST_SHARE * usual))


async def _hang_up(closing: Coroutine[Any, Any, None]) -> None:
    try:
        async with asyncio.timeout(1):
            await closing
    except (TimeoutError, RuntimeError, OSError, WebSocketDisconnect):
        pass  # gone already
