"""Judging positions and games over a WebSocket: one at a time for each connection, a few for each person."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import monotonic
from typing import TypeVar

from starlette.websockets import WebSocket

from ludarium.core.errors import LudariumError
from ludarium.core.history import History
from ludarium.players.analysis import Judged
from ludarium.players.report import Report
from ludarium.players.thinker import Question
from ludarium.server import requests, wire
from ludarium.server.analysis import tables
from ludarium.server.analysis.judging import Curves, CurveUpdates, judge_game, judgement, question_for
from ludarium.server.analysis.positions import reached_by
from ludarium.server.apart import Apart
from ludarium.server.errors import AnalysisError, problem
from ludarium.server.fairness import FairTurns
from ludarium.server.rooms.rooms import Rooms
from ludarium.server.settings import Settings
from ludarium.server.sockets import Bounds, Outbox, converse
from ludarium.server.thinking import Thinkers
from ludarium.server.visitor import Visitor, address_of

MOST_OF_ONE = 3  # for one person at the same time
BETWEEN_UPDATES = 0.25  # seconds
_CURVES_TOGETHER = 16  # others wait until one of them is done; whose positions are judged first, ``Thinkers`` decides
_PAINTERS = 2
_MOST_WAITING = 60  # pictures and positions that are wanted at the same time,
_MOST_WAITING_OF_ONE = 12  # and by one person
BOUNDS: Bounds[requests.AnalysisRequest] = Bounds(  # a message may be a whole game of many steps
    requests.ANALYSIS_REQUEST, longest=300_000, burst=40, rate=4
)
_JOBS = 2  # positions of one game that are looked at together
_LEAST_SECONDS = 0.2  # that are worth another look

Send = Callable[[wire.AnalysisMessage], None]
FindGame = Callable[[str, int], Awaitable[History]]  # a finished game of a table
T = TypeVar("T")
_log = logging.getLogger(__name__)


class Analyses:
    """What all connections share: who has something judged, and the curves of games that were judged already."""

    def __init__(self) -> None:
        self.curves = Curves()
        self.running: Counter[str] = Counter()
        self.threads = ThreadPoolExecutor(_CURVES_TOGETHER, "ludarium-curve")
        self.painters = ThreadPoolExecutor(_PAINTERS, "ludarium-painter")
        self.apart = Apart()
        self._painting, self._apart = FairTurns(_PAINTERS), FairTurns(1)
        self.wanted: Counter[str] = Counter()

    async def draw(self, person: str, work: Callable[[], T]) -> T:
        """Find a position or draw a picture, in a few threads of their own: neither the loop nor the database waits
        for that. ``person`` is who wants it, for counting; empty: not counted.
        """
        return await self._counted(person, self._painting, self.painters, work)

    async def do_apart(self, person: str, function: Callable[..., T], *given: object) -> T:
        """The same in a process of its own, for what would let nobody else do anything (see ``Apart``)."""
        return await self._counted(person, self._apart, self.apart.threads, lambda: self.apart.do(function, *given))

    async def _counted(self, person: str, turns: FairTurns, threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        if self.wanted.total() >= _MOST_WAITING or (person and self.wanted[person] >= _MOST_WAITING_OF_ONE):
            raise AnalysisError("painters_busy", 429, seconds=3)
        self.wanted[person] += 1
        try:
            done = await turns.take(person)
            try:
                return await asyncio.get_running_loop().run_in_executor(threads, work)
            finally:
                done()
        finally:
            self.wanted -= Counter({person: 1})


class Stopped(Exception):
    """Nobody waits for this any more."""


class AnalysisConnection:
    """One WebSocket. ``person`` is whose it is, for counting; ``send`` sends a message to the browser."""

    def __init__(self, analyses: Analyses, thinkers: Thinkers, person: str, send: Send, find_game: FindGame) -> None:
        self._analyses = analyses
        self._thinkers = thinkers
        self._person = person
        self._send = send
        self._find_game = find_game
        self._task: asyncio.Task[None] | None = None
        self._identity = 0
        self._stop = Event()

    async def handle(self, message: requests.AnalysisRequest) -> None:
        """Handle a request. One for another judgement ends the one that is going on."""
        if isinstance(message, requests.Ping):
            self._send(wire.Pong(message.id))
        elif isinstance(message, requests.StopThinking):
            if message.id == self._identity:
                self._stop.set()
        else:
            await self.close()
            self._identity, self._stop = message.id, Event()
            self._task = asyncio.create_task(self._work(message, self._stop))

    async def close(self) -> None:
        """End what is going on, and wait until nobody thinks about it any more."""
        self._stop.set()
        if self._task is not None:
            await asyncio.wait({self._task})
            self._task = None

    async def _work(self, message: requests.Judge | requests.Curve, stop: Event) -> None:
        locale = message.position.locale if isinstance(message, requests.Judge) else message.locale
        try:
            if self._analyses.running[self._person] >= MOST_OF_ONE:
                raise AnalysisError("busy", 429)
            self._analyses.running[self._person] += 1
            try:
                await (
                    self._judge(message, stop) if isinstance(message, requests.Judge) else self._curve(message, stop)
                )
            finally:
                self._analyses.running -= Counter({self._person: 1})
            self._send(wire.Done(message.id))
        except LudariumError as error:
            self._send(problem(message.id, error, locale))
        except Exception:
            _log.exception("judging failed")
            self._send(problem(message.id, AnalysisError("fault", 500), locale))
        finally:
            stop.set()  # whatever went wrong, nobody goes on thinking

    # --- one position -----------------------------------------------------------------------------------------------
    async def _judge(self, message: requests.Judge, stop: Event) -> None:
        wanted, locale = message.position, message.position.locale
        question = await self._analyses.draw(
            self._person, lambda: question_for(reached_by(wanted), wanted.view, message.seconds)
        )
        began, left = monotonic(), message.seconds
        while True:
            report = await self._think(question.within(left), stop, message.id, locale)
            left = message.seconds - (monotonic() - began)
            # A game may have needed the process: then there is time left, and something to think about.
            if stop.is_set() or left < _LEAST_SECONDS or report.best.proven or len(report.lines) == 1:
                break
        self._send(await asyncio.to_thread(judgement, question, report, True, locale, message.id))

    async def _think(self, question: Question, stop: Event, identity: int, locale: str) -> Report:
        """A decision, told of now and then."""
        found: list[Report] = []
        told: Report | None = None
        deciding = asyncio.ensure_future(
            self._thinkers.decide(question, stop=stop.is_set, tell=found.append, urgent=False, person=self._person)
        )
        while not (await asyncio.wait({deciding}, timeout=BETWEEN_UPDATES))[0]:
            if found and found[-1] is not told and not stop.is_set():
                told = found[-1]
                self._send(await asyncio.to_thread(judgement, question, told, False, locale, identity))
        return await deciding

    # --- a game -----------------------------------------------------------------------------------------------------
    async def _curve(self, message: requests.Curve, stop: Event) -> None:
        played = await self._played(message)
        updates = CurveUpdates(played, message.locale, message.id)
        found = self._analyses.curves.find(played, message.quality)
        if found is not None:
            self._send(await asyncio.to_thread(updates.update, found))
            return
        self._send(updates.update([]))
        loop, judged, told = asyncio.get_running_loop(), list[Judged](), 0

        def ask(question: Question) -> Report:
            """Called in other threads."""
            while not stop.is_set():
                thinking = self._thinkers.decide(question, stop=stop.is_set, urgent=False, person=self._person)
                report = asyncio.run_coroutine_threadsafe(thinking, loop).result()
                if not report.stopped:  # else a game needed the process
                    return report
            raise Stopped

        def work() -> None:
            for one in judge_game(played, message.quality, ask, _JOBS):
                judged.append(one)
                if stop.is_set():
                    raise Stopped

        working = asyncio.wrap_future(self._analyses.threads.submit(work))
        while True:
            over = bool((await asyncio.wait({working}, timeout=BETWEEN_UPDATES))[0])
            if len(judged) > told and not stop.is_set():
                new = judged[told:]
                told += len(new)
                self._send(await asyncio.to_thread(updates.update, new))
            if over:
                break
        try:
            await working
        except Stopped:
            return
        self._analyses.curves.keep(played, message.quality, judged)

    async def _played(self, message: requests.Curve) -> History:
        if message.table:
            return await self._find_game(message.table, message.game)
        wanted = message.position
        if wanted is None or not wanted.steps:
            raise AnalysisError("nothing_to_judge")
        return await self._analyses.draw(self._person, lambda: reached_by(wanted))


async def serve(
    websocket: WebSocket, who: Visitor, rooms: Rooms, analyses: Analyses, thinkers: Thinkers, settings: Settings
) -> None:
    """One WebSocket, from its beginning to its end. Where it may come from was checked before."""
    await websocket.accept()

    async def finished_game(table: str, number: int) -> History:
        return (await tables.game_of(rooms, table, who.id, number)).finished().history

    outbox = Outbox(who.locale)
    judging = AnalysisConnection(analyses, thinkers, who.id or address_of(websocket), outbox.send, finished_game)
    try:
        await converse(websocket, outbox, BOUNDS, settings, judging.handle)
    finally:
        await judging.close()
