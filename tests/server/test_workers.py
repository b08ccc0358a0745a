"""Workers: programs that think for servers, and what happens when they come, go, die, lie or are of another version."""

import asyncio
import logging
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Any

import httpx
import orjson
import pytest
import uvicorn
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import create_engine, text
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from ludarium.core.game import find_ruleset
from ludarium.players.report import Line, PlayerFailed, Report
from ludarium.players.style import Limits, ThinkingStyle
from ludarium.players.thinker import Question
from ludarium.server import thinking
from ludarium.server.metrics import Metrics
from ludarium.server.processes import questions, worker, workers
from ludarium.server.processes.questions import Asked, Forged, Said, checked, knock_of, packed, unpacked
from ludarium.server.processes.relay import SECRET_HEADER
from ludarium.server.processes.worker import Helper
from ludarium.server.processes.workers import SharedThinkers
from ludarium.server.settings import read_settings
from ludarium.table import Table
from tests.server.analysis.playing import Call, calling
from tests.server.bots import Guest, Sitting
from tests.server.killing import serving
from tests.server.postgres import Postgres
from tests.server.rooms.hall import run, until
from tests.server.running import Server
from tests.server.visiting import Open

SECRET = "5" * 64
VIEW = find_ruleset("mur-en").new()
HERE, THERE = 1, 2  # cores of the server's own pool and of a worker's, by which tests tell them apart
REPORT = Report(7, 0, 12, 0.5, (0.25, 0.75), (Line((7, 3), 10, 0.25), Line((9,), 2, 0.125, 1, 4)), True)


def question(name: int = 1, seconds: float | None = None, ruleset: str = "mur-en") -> Question:
    """The seed is its name."""
    return Question(ruleset, [VIEW], ThinkingStyle(Limits(seconds, None if seconds else 6)), name)


class Pool:
    """Decides when a test says so; keeps what it was asked."""

    def __init__(self, cores: int, memory: int | None = None) -> None:
        self.cores = cores
        self.begun: list[Question] = []
        self.stopped: list[int] = []
        self.go = Event()
        self.closed = False

    def decide(
        self, asked: Question, cores: int, stop: Callable[[], bool], tell: Callable[[Report], None] | None
    ) -> Report:
        self.begun.append(asked)
        if asked.seed < 0:
            raise PlayerFailed("keeps_dying")
        if tell is not None:
            tell(replace(REPORT, simulations=1))
        while not self.go.wait(0.005):
            if stop():
                self.stopped.append(asked.seed)
                break
        return REPORT

    def close(self) -> None:
        self.closed = True
        self.go.set()


class Pools:
    """All that were made, by their cores."""

    def __init__(self) -> None:
        self.made: dict[int, Pool] = {}

    def make(self, cores: int, memory: int | None) -> Pool:
        return self.made.setdefault(cores, Pool(cores))

    @property
    def there(self) -> Pool:
        return self.made[THERE]


@pytest.fixture
def pools(monkeypatch: pytest.MonkeyPatch) -> Pools:
    found = Pools()
    monkeypatch.setattr(thinking, "Pool", found.make)
    monkeypatch.setattr(worker, "_AGAIN_SECONDS", 0.05)
    return found


class House:
    """The door of one server, without the rest of it."""

    def __init__(self, secret: str = SECRET) -> None:
        self.metrics = Metrics()
        self.thinkers = SharedThinkers(HERE, None, self.metrics)
        self.address = ""
        self._secret = secret

    async def _welcome(self, websocket: WebSocket) -> None:
        await self.thinkers.welcome(websocket, self._secret)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator["House"]:
        app = Starlette(routes=[WebSocketRoute(questions.WORKER_PATH, self._welcome)])
        config = uvicorn.Config(app, port=0, ws="websockets-sansio", log_config=None, lifespan="off")
        self._server = uvicorn.Server(config)
        self._serving = asyncio.create_task(self._server.serve())
        await until(lambda: self._server.started)
        self.address = f"127.0.0.1:{self._server.servers[0].sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            await self.hang_up()
            self.thinkers.close()

    async def hang_up(self) -> None:
        self._server.should_exit = True
        await self._serving

    def figure(self, name: str) -> float:
        families = text_string_to_metric_families(self.metrics.text().decode())
        return next(sample.value for family in families for sample in family.samples if sample.name == name)


class Team:
    """A worker that has found these houses without a database."""

    def __init__(self, *houses: House, cores: int = THERE) -> None:
        settings = read_settings(database="postgresql://nobody@/nothing")
        self.helper = Helper(settings, cores, lambda: None)
        self.helper._secret = SECRET
        self.helper._addresses = {house.address for house in houses}
        self._helping = [asyncio.create_task(self._help(house.address)) for house in houses]

    async def _help(self, address: str) -> None:
        self.helper._calls[address] = asyncio.current_task()  # type: ignore[assignment]
        await self.helper._help(address)

    async def leave(self) -> None:
        for one in self._helping:
            one.cancel()
        await asyncio.gather(*self._helping, return_exceptions=True)
        await asyncio.to_thread(self.helper._thinkers.close)


@asynccontextmanager
async def team(*houses: House, cores: int = THERE) -> AsyncIterator[Team]:
    found = Team(*houses, cores=cores)
    try:
        await until(lambda: all(house.thinkers.workers for house in houses))
        yield found
    finally:
        await found.leave()


# --- what is said ---------------------------------------------------------------------------------------------------
def test_only_what_is_signed_with_the_secret_is_unpickled(tmp_path: Path) -> None:
    asked = Asked(question(5), "ada", True, False)
    message = packed(3, asked, SECRET)
    number, body = checked(message, SECRET)
    assert (number, unpacked(body)) == (3, asked)
    assert SECRET.encode() not in message

    class Trap:
        def __reduce__(self) -> tuple[object, ...]:
            return Path.touch, (tmp_path / "caught",)

    trap = number.to_bytes(8) + pickle.dumps(Trap())
    changed = message[:-1] + bytes([message[-1] ^ 1])
    for forged in (b"", b"x" * 40, changed, message[:32] + trap, packed(3, asked, "another secret")):
        with pytest.raises(Forged):
            checked(forged, SECRET)
    assert not (tmp_path / "caught").exists()


def test_a_knock_does_not_tell_the_secret_or_how_to_sign() -> None:
    message = packed(1, Asked(question(), "", True, False), knock_of(SECRET))
    with pytest.raises(Forged):
        checked(message, SECRET)
    assert knock_of(SECRET) != knock_of("4" * 64)


def test_a_report_comes_back_from_json_as_it_was() -> None:
    said = Said(2, 9, REPORT, True)
    assert questions.SAID.validate_json(questions.written(said)) == said


def test_a_question_tells_nothing_that_its_seat_may_not_know() -> None:
    """Two games that differ only in how the other side has set up its blocks, which the asked seat cannot see."""

    def asked(other_way: bool) -> tuple[bytes, Table]:
        table = Table("myrmidons", seed=1)
        for _ in range(100):
            if not table.game.is_setup(table.state):
                break
            legal = table.legal(table.seat)
            table.take(table.seat, legal[-1 if other_way and table.seat == 1 else 0])
        assert table.seat == 0
        return packed(
            1, Asked(Question("myrmidons", table.views(0), ThinkingStyle(), 1), "", True, False), SECRET
        ), table

    (one, first), (other, second) = asked(False), asked(True)
    assert first.state != second.state
    assert first.views(1) != second.views(1)
    assert one == other


# --- servers and workers ----------------------------------------------------------------------------------------------
def test_a_worker_decides_and_the_server_starts_no_processes(pools: Pools) -> None:
    async def work() -> None:
        async with House().opened() as house, team(house):
            heard: list[Report] = []
            await house.thinkers.prepare()
            deciding = asyncio.create_task(house.thinkers.decide(question(5), tell=heard.append, person="ada"))
            await until(lambda: heard)
            assert house.figure("ludarium_workers") == 1
            assert house.figure("ludarium_questions_at_workers") == 1
            pools.there.go.set()
            assert await deciding == REPORT
            assert heard[0].simulations == 1
            assert [one.seed for one in pools.there.begun] == [5]
            assert HERE not in pools.made
            assert house.figure("ludarium_worker_questions_total") == 1
            assert house.figure("ludarium_questions_at_workers") == 0

    run(work())


def test_a_wish_to_stop_and_who_leaves_end_the_thinking_there(pools: Pools) -> None:
    async def work() -> None:
        async with House().opened() as house, team(house) as helping:
            stop = Event()
            stopped = asyncio.create_task(house.thinkers.decide(question(1), stop=stop.is_set, urgent=False))
            await until(lambda: THERE in pools.made and pools.there.begun)
            stop.set()
            assert (await stopped).stopped  # the best so far
            left = asyncio.create_task(house.thinkers.decide(question(2)))
            await until(lambda: len(pools.there.begun) == 2)
            left.cancel()
            await until(lambda: pools.there.stopped == [1, 2])
            await until(lambda: not helping.helper._asked[house.address])
            assert helping.helper._thinkers._free == THERE

    run(work())


def test_a_lost_workers_question_is_asked_again_in_the_time_that_is_left(pools: Pools) -> None:
    async def work() -> None:
        async with House().opened() as house:
            async with team(house):
                counted = asyncio.create_task(house.thinkers.decide(question(2)))
                await until(lambda: THERE in pools.made and pools.there.begun)
                timed = asyncio.create_task(house.thinkers.decide(question(1, seconds=4.0)))  # gets all that are free
                await until(lambda: len(pools.there.begun) == 2)
                await asyncio.sleep(0.3)
            await until(lambda: HERE in pools.made)
            pools.made[HERE].go.set()
            assert await timed == await counted == REPORT
            again = {one.seed: one.style.limits for one in pools.made[HERE].begun}
            assert 1.0 <= (again[1].seconds or 0) <= 3.7
            assert again[2] == Limits(None, 6)
            assert house.figure("ludarium_questions_again_total") == 2
            assert house.figure("ludarium_workers") == 0

    run(work())


def test_questions_go_to_the_worker_that_has_least_to_do_and_to_the_other_if_it_is_lost(pools: Pools) -> None:
    async def work() -> None:
        async with House().opened() as house, team(house, cores=4):
            async with team(house):
                await until(lambda: len(house.thinkers.workers) == 2)
                asked = [asyncio.create_task(house.thinkers.decide(question(n))) for n in range(6)]
                await until(lambda: len(pools.made) == 2 and len(pools.there.begun) == 2)
                await until(lambda: len(pools.made[4].begun) == 4)
            await asyncio.sleep(0.1)  # the others wait for a process there
            assert len(pools.made[4].begun) == 4
            pools.made[4].go.set()
            assert set(await asyncio.gather(*asked)) == {REPORT}
            assert sorted(one.seed for one in pools.made[4].begun) == [0, 1, 2, 3, 4, 5]
            assert house.figure("ludarium_questions_again_total") == 2
            assert HERE not in pools.made

    run(work())


def test_a_worker_that_cannot_answer_is_not_asked_twice(pools: Pools, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with House().opened() as house, team(house):
            with pytest.raises(PlayerFailed):
                await house.thinkers.decide(question(-1))
            assert [[one.seed for one in pools.made[cores].begun] for cores in (THERE, HERE)] == [[-1], [-1]]

    run(work())
    assert "a worker could not answer" in caplog.text


def test_people_at_different_servers_take_turns_at_one_worker(pools: Pools) -> None:
    async def work() -> None:
        async with House().opened() as first, House().opened() as second, team(first, second) as helping:
            asked = [asyncio.create_task(first.thinkers.decide(question(n), person="ada")) for n in range(1, 21)]
            await until(lambda: len(helping.helper._asked[first.address]) == 20)
            await until(lambda: helping.helper._thinkers.waiting == 20 - THERE)
            asked.append(asyncio.create_task(second.thinkers.decide(question(100), person="ben")))
            await until(lambda: helping.helper._thinkers.waiting == 21 - THERE)
            pools.there.go.set()
            await asyncio.gather(*asked)
            order = [one.seed for one in pools.there.begun]
            assert order.index(100) == THERE  # right after those that were being thought about

    run(work())


def test_a_worker_gets_no_more_than_it_can_take(pools: Pools) -> None:
    async def work() -> None:
        async with House().opened() as house, team(house) as helping:
            games = [asyncio.create_task(house.thinkers.decide(question(n), person="ada")) for n in range(100)]
            studies = [asyncio.create_task(house.thinkers.decide(question(n), urgent=False)) for n in range(50)]
            held = helping.helper._asked[house.address]
            await until(lambda: len(held) == (32 + 8) * THERE)
            await asyncio.sleep(0.1)
            assert len(held) == 80
            pools.there.go.set()
            assert set(await asyncio.gather(*games, *studies)) == {REPORT}
            assert HERE not in pools.made

    run(work())


def test_a_worker_of_another_version_is_told_and_not_used(
    pools: Pools, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(worker, "__version__", "0.0.1")
    monkeypatch.setattr(workers, "__version__", "0.0.2")

    async def work() -> None:
        async with House().opened() as house:
            helping = Team(house)
            await until(lambda: "this worker of 0.0.1" in caplog.text)
            assert not house.thinkers.workers
            asked = asyncio.create_task(house.thinkers.decide(question()))
            await until(lambda: HERE in pools.made)
            pools.made[HERE].go.set()
            assert await asked == REPORT
            await helping.leave()

    run(work())
    assert "a worker of version 0.0.1 is not used, this is 0.0.2: install the same version there" in caplog.text
    assert "is of version 0.0.2, this worker of 0.0.1: install the same version on both" in caplog.text


def test_what_a_worker_does_not_know_is_thought_about_here(pools: Pools, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that only this server has, and one whose rules differ."""

    async def work() -> None:
        async with House().opened() as house, team(house):
            monkeypatch.setattr(questions, "own_rules", lambda: {**known, "leap": "1", "realm": "other"})
            asked = [
                asyncio.create_task(house.thinkers.decide(question(n, ruleset=name)))
                for n, name in enumerate(("leap", "realm", "mur-en"))
            ]
            await until(lambda: THERE in pools.made and HERE in pools.made)
            for pool in pools.made.values():
                pool.go.set()
            await asyncio.gather(*asked)
            assert {one.ruleset for one in pools.made[HERE].begun} == {"leap", "realm"}
            assert [one.ruleset for one in pools.there.begun] == ["mur-en"]

    known = questions.own_rules()
    assert known["mur-en"] == known["mur-jp"] != known["realm"]
    run(work())


def test_a_stranger_under_a_servers_address_is_not_believed(
    pools: Pools, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not know the secret, so what it sends is not unpickled."""

    def never(body: bytes) -> Asked:
        raise AssertionError

    monkeypatch.setattr(questions, "unpacked", never)

    async def work() -> None:
        async with House("a guess").opened() as house, team(house):
            asked = asyncio.create_task(house.thinkers.decide(question()))
            await until(lambda: "not signed with the secret" in caplog.text)
            await until(lambda: HERE in pools.made)
            pools.made[HERE].go.set()
            assert await asked == REPORT
            assert THERE not in pools.made or not pools.there.begun

    run(work())


def test_own_processes_end_when_a_worker_has_come_and_start_again_when_it_has_gone(
    pools: Pools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_REST_SECONDS", 0.05)

    async def work() -> None:
        async with House().opened() as house:
            asked = asyncio.create_task(house.thinkers.decide(question(1)))
            await until(lambda: HERE in pools.made and pools.made[HERE].begun)
            first = pools.made[HERE]
            async with team(house):
                await asyncio.sleep(0.2)
                assert not first.closed  # somebody waits for its answer
                first.go.set()
                await asked
                await until(lambda: first.closed)
            del pools.made[HERE]
            again = asyncio.create_task(house.thinkers.decide(question(2)))
            await until(lambda: HERE in pools.made)
            pools.made[HERE].go.set()
            assert await again == REPORT

    run(work())


def test_a_silent_worker_is_given_up(pools: Pools, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its machine has gone, say: no connection is closed then."""
    monkeypatch.setattr(questions, "SILENCE", 0.3)
    monkeypatch.setattr(worker, "_BEAT_SECONDS", 60.0)

    async def work() -> None:
        async with House().opened() as house, team(house):
            asked = asyncio.create_task(house.thinkers.decide(question()))
            await until(lambda: house.figure("ludarium_questions_again_total") == 1)
            await until(lambda: HERE in pools.made)
            pools.made[HERE].go.set()
            assert await asked == REPORT

    run(work())


def test_a_server_that_stops_lets_games_wait_and_starts_no_processes(pools: Pools) -> None:
    async def work() -> None:
        async with House().opened() as house, team(house):
            game = asyncio.create_task(house.thinkers.decide(question(1)))
            study = asyncio.create_task(house.thinkers.decide(question(2), urgent=False))
            await until(lambda: THERE in pools.made and len(pools.there.begun) == 2)
            await house.hang_up()
            await asyncio.wait({study})
            assert isinstance(study.exception(), PlayerFailed)
            await asyncio.sleep(0.1)
            assert not game.done()  # a computer that hears of a failure takes any step
            assert HERE not in pools.made
            game.cancel()

    run(work())


def test_a_server_with_a_file_lets_no_worker_in(server: Open) -> None:
    async def knock() -> Call:
        async with calling(server, questions.WORKER_PATH) as call:
            return call

    assert server.do(knock()).closed == 1008  # 403 where the WebSocket is a real one


# --- as people start them ---------------------------------------------------------------------------------------------
class Program:
    """``ludarium worker`` in a process of its own."""

    def __init__(self, url: str) -> None:
        environment = {**os.environ, "LUDARIUM_DATABASE": url, "LUDARIUM_CORES": "1", "PYTHONUNBUFFERED": "1"}
        self.output: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ludarium", "worker"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            self.output.extend(lines)

    def end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        code = self.process.wait(60)
        self._reader.join(60)
        return code


def figure(server: Server, name: str) -> float:
    families = text_string_to_metric_families(httpx.get(f"{server.address}/metrics", timeout=30).text)
    return next(sample.value for family in families for sample in family.samples if sample.name == name)


async def until_figure(server: Server, name: str, value: float) -> None:
    async with asyncio.timeout(60):
        while await asyncio.to_thread(figure, server, name) != value:
            await asyncio.sleep(0.05)


def children(server: Server) -> list[str]:
    """The processes that any thread of a server has started."""
    lists = Path(f"/proc/{server.pid}/task").glob("*/children")
    return [number for one in lists for number in one.read_text(encoding="utf-8").split()]


async def against_computer(server: Server, level: int) -> Sitting:
    async with httpx.AsyncClient(timeout=30) as http:
        ada = await Guest(server.address).arrive(http, "Ada")
        seats = [{"who": "you"}, {"who": "computer", "level": level}]
        return await Sitting(ada, await ada.open_table(http, {"ruleset": "mur-en", "seats": seats})).connect()


async def answered(sitting: Sitting) -> None:
    async with asyncio.timeout(60):
        while not sitting.may_step:
            await sitting.hear()


async def judged(server: Server, seconds: float) -> list[dict[str, Any]]:
    """What is told of a position's analysis until it is done."""
    told: list[dict[str, Any]] = []
    address = server.address.replace("http", "ws", 1)
    origin: Any = server.address
    async with connect(f"{address}/ws/analysis", origin=origin) as socket, asyncio.timeout(60):
        wanted = {"do": "judge", "id": 1, "position": {"ruleset": "mur-en"}, "seconds": seconds}
        await socket.send(orjson.dumps(wanted), text=True)
        while not told or told[-1]["type"] != "done":
            told.append(orjson.loads(await socket.recv()))
    return told


async def status_of(server: Server, path: str, secret: str | None) -> int:
    """101, or the status with which a connection is refused."""
    headers = {} if secret is None else {SECRET_HEADER: secret}
    origin: Any = server.address  # as a page of the server itself would say
    try:
        async with connect(server.address.replace("http", "ws", 1) + path, origin=origin, additional_headers=headers):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@pytest.mark.slow
def test_a_worker_thinks_for_two_servers_and_may_die(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new("workers")
    helping = Program(url)  # before there is any server
    servers = serving(tmp_path, url, 2)

    async def play() -> None:
        nonlocal helping
        for server in servers:
            await until_figure(server, "ludarium_workers", 1)
        await check_door()
        ada, ben = [await against_computer(server, 5) for server in servers]
        for one in (ada, ben):
            await one.step(one.picture["paths"][0]["step"])
        for one in (ada, ben):
            await answered(one)
        told = await judged(servers[1], 1.5)
        assert [one["type"] for one in told[-2:]] == ["judgement", "done"]
        assert len(told) > 3  # how things stood meanwhile
        for server in servers:
            assert not children(server)  # nobody thinks here
        assert figure(servers[0], "ludarium_worker_questions_total") == 1
        assert figure(servers[1], "ludarium_worker_questions_total") >= 2

        await asyncio.to_thread(postgres.stop)
        await asyncio.to_thread(postgres.start)
        await ada.close()
        async with asyncio.timeout(60):
            while True:
                with suppress(Exception):
                    await ada.connect()
                    break
                await asyncio.sleep(0.2)
        await ada.step(ada.picture["paths"][0]["step"])
        await until_figure(servers[0], "ludarium_questions_at_workers", 1)
        assert await asyncio.to_thread(helping.end, signal.SIGKILL) == -signal.SIGKILL
        await answered(ada)  # all the same
        assert figure(servers[0], "ludarium_questions_again_total") == 1
        assert children(servers[0])

        helping = Program(url)
        await until_figure(servers[0], "ludarium_workers", 1)
        before = figure(servers[0], "ludarium_worker_questions_total")
        await ada.step(ada.picture["paths"][0]["step"])
        await answered(ada)
        assert figure(servers[0], "ludarium_worker_questions_total") == before + 1
        for one in (ada, ben):
            await one.close()

    async def check_door() -> None:
        secret = secret_of(url)
        door, table = questions.WORKER_PATH, f"/ws/tables/{'a' * 16}"
        assert [await status_of(servers[0], door, one) for one in (None, "", "no", secret)] == [403] * 4
        assert await status_of(servers[0], table, knock_of(secret)) == 403
        assert await status_of(servers[0], door, knock_of(secret)) == 101

    try:
        asyncio.run(play())
        began = monotonic()
        assert helping.end(signal.SIGTERM) == 0
        assert monotonic() - began < 15
        said = "".join(helping.output)
        assert "The worker is ready, with 1 core, and looks for the servers" in said
        assert said.count("thinks for a process") == 2
        assert "The worker has stopped." in said
        assert [one.stop() for one in servers] == [0, 0]
    finally:
        helping.process.kill()
        for one in servers:
            one.stop()


def secret_of(url: str) -> str:
    engine = create_engine(read_settings(database=url).database_url)
    with engine.connect() as connection:
        found: str = connection.scalar(text("SELECT secret FROM shared_secret"))
    engine.dispose()
    return found
