"""Several processes on one PostgreSQL database: people at different ones play together, and any of them may die."""

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine, text
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludarium.server.errors import RoomError
from ludarium.server.processes import changes
from ludarium.server.processes.relay import ADDRESS_HEADER, SECRET_HEADER
from ludarium.server.settings import read_settings
from ludarium.server.store import now
from tests.server.analysis.playing import new_table, play
from tests.server.bots import HEADERS, Guest, Sitting
from tests.server.killing import DATABASE, PROXY, THINKING, Cluster, play_and_kill, serving
from tests.server.postgres import Postgres
from tests.server.running import Server
from tests.server.visiting import Open

pytestmark = pytest.mark.slow  # and needs PostgreSQL

TWO = [{"who": "you"}, {"who": "open"}]


@pytest.fixture(scope="module")
def servers(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    found = serving(tmp_path_factory.mktemp("servers"), postgres.new("shared"), 2)
    yield found
    for one in found:
        one.stop()


def url_of(server: Server) -> str:
    return read_settings(database=server.settings["LUDARIUM_DATABASE"]).database_url


def ask(url: str, statement: str, **values: object) -> list[tuple[object, ...]]:
    engine = create_engine(url)
    with engine.connect() as connection:
        found = [tuple(row) for row in connection.execute(text(statement), values)]
    engine.dispose()
    return found


def do(url: str, statement: str, table: str = "", **values: object) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(statement), {"table": table, **values} if table else values)
    engine.dispose()


def holder(servers: list[Server], table: str) -> Server:
    found = "SELECT address FROM process JOIN lease ON process = number WHERE table_id = :table"
    [(address,)] = ask(url_of(servers[0]), found, table=table)
    return next(one for one in servers if one.address == f"http://{address}")


async def pair(servers: list[Server], ruleset: str) -> tuple[Sitting, Sitting]:
    """Ada at the first server, which has the table, and Ben at the second."""
    async with httpx.AsyncClient(timeout=30) as http:
        ada = await Guest(servers[0].address).arrive(http, "Ada")
        ben = await Guest(servers[1].address).arrive(http, "Ben")
        table = await ada.open_table(http, {"ruleset": ruleset, "seats": TWO, "visibility": "private"})
    first, second = await Sitting(ada, table).connect(), await Sitting(ben, table).connect()
    await second.ask("sit", seat=-1)
    await first.until(lambda told: told.get("table", {}).get("phase") == "playing")
    return first, second


def test_two_people_at_different_processes_play_together(servers: list[Server]) -> None:
    async def play() -> None:
        ada, ben = await pair(servers, "mur-en")
        assert holder(servers, ada.id) is servers[0]
        await ada.step("+c2")
        await ben.until(lambda told: told["type"] == "stepped")
        await ben.step("+a1")
        await ada.until(lambda told: told["type"] == "stepped")
        assert [step["text"] for step in ada.steps] == ["+c2", "+a1"] == [step["text"] for step in ben.steps]
        await ben.ask("say", text="hello")
        assert (await ada.until(lambda told: told["type"] == "chatted"))["message"]["text"] == "hello"
        async with httpx.AsyncClient(timeout=30) as http:  # what is only read, every process tells
            records = [
                (await http.get(f"{one.address}/api/tables/{ada.id}/record", headers={"Cookie": ada.guest.cookie})).text
                for one in servers
            ]
        assert "+a1" in records[0]
        assert records[0] == records[1]
        await ada.close()
        await ben.close()

    asyncio.run(play())


def test_a_table_of_another_process_can_be_reported(servers: list[Server]) -> None:
    async def report() -> None:
        ada, ben = await pair(servers, "mur-en")
        wanted = {"reason": "other", "text": "look", "table": ada.id}
        async with httpx.AsyncClient(timeout=30) as http:
            for one in servers:
                headers = {**HEADERS, "Cookie": ben.guest.cookie}
                answer = await http.post(f"{one.address}/api/reports", json=wanted, headers=headers)
                assert answer.status_code == 201, answer.text
        await ada.close()
        await ben.close()

    asyncio.run(report())


def test_a_challenge_is_declined_at_another_process(servers: list[Server]) -> None:
    async def decline() -> None:
        async with httpx.AsyncClient(timeout=30) as http:

            async def join(name: str, server: Server) -> Guest:
                account = {"name": name, "password": "correct horse"}
                answer = await http.post(f"{server.address}/api/account", json=account, headers=HEADERS)
                answer.raise_for_status()
                http.cookies.clear()
                return Guest(server.address, answer.headers["set-cookie"].split(";")[0], answer.json()["id"])

            ada, ben = await join("Ada the First", servers[0]), await join("Ben the First", servers[1])
            wanted = {"ruleset": "mur-en", "seats": TWO, "visibility": "private", "challenge": ben.id}
            table = await Sitting(ada, await ada.open_table(http, wanted)).connect()
            assert table.table["kept"] == {"seat": 1, "person": ben.id, "name": "Ben the First", "declined": False}
            ask = partial(
                http.post,
                f"{servers[1].address}/api/challenges",
                json={"table": table.id},
                headers={**HEADERS, "Cookie": ben.cookie},
            )
            answer = await ask()
            assert answer.status_code == 200, answer.text
            assert answer.json() == []  # none waits for Ben any more
            async with asyncio.timeout(10):
                await table.until(lambda told: told.get("table", {}).get("kept", {}).get("declined") is True)
            again = await ask()
            assert (again.status_code, again.json()["code"]) == (404, "challenge_gone")
            await table.close()

    asyncio.run(decline())


def test_a_relay_sends_a_seat_what_a_direct_connection_gets(servers: list[Server]) -> None:
    """Byte for byte, in a game with secrets."""

    async def play() -> None:
        ada, ben = await pair(servers, "myrmidons")
        await ben.close()
        relayed = Sitting(ben.guest, ada.id, listen=True)
        direct = Sitting(Guest(servers[0].address, ben.guest.cookie, ben.guest.id), ada.id, listen=True)
        stranger = Sitting(Guest(servers[1].address), ada.id, listen=True)
        for one in (stranger, relayed, direct):
            await one.connect()
            await asyncio.sleep(0.3)  # until everybody has heard who came
        everybody = (ada, relayed, direct, stranger)
        listening = [asyncio.create_task(_listen(one)) for one in everybody]
        await asyncio.sleep(0.3)
        assert relayed.heard[0] == direct.heard[0]  # the welcome
        for one in everybody:
            one.heard.clear()
        rng = random.Random(1)
        for _ in range(16):
            acts = await _who_may_step(ada, direct)
            taken = len(acts.steps)
            step = rng.choice(acts.picture["paths"])["step"]
            await acts.send("step", seat=acts.table["viewer"], step=step, number=taken)
            await _until(lambda acts=acts, taken=taken: len(acts.steps) > taken)  # type: ignore[misc]
        await asyncio.sleep(0.5)
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        told = [one for one in direct.heard if not one.startswith(b'{"id":')]  # but for what was done for it alone
        assert len(told) > 5
        assert relayed.heard == told
        assert stranger.heard != told  # who has no seat is told less
        for one in everybody:
            await one.close()

    asyncio.run(play())


async def _who_may_step(*sittings: Sitting) -> Sitting:
    await _until(lambda: any(one.may_step for one in sittings))
    return next(one for one in sittings if one.may_step)


async def _until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.01)


async def _listen(sitting: Sitting) -> None:
    while True:
        await sitting.hear()


async def _code(sitting: Sitting, seconds: float) -> int:
    """With what a connection is closed."""
    try:
        async with asyncio.timeout(seconds):
            await _listen(sitting)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0
    raise AssertionError("unreachable")


def test_logged_out_here_is_logged_out_there(servers: list[Server]) -> None:
    async def log_out() -> None:
        ada, ben = await pair(servers, "mur-en")
        async with httpx.AsyncClient(timeout=30) as http:
            cookie = {**HEADERS, "Cookie": ben.guest.cookie}
            for one in servers:  # both have the session in memory
                assert (await http.get(f"{one.address}/api/me", headers=cookie)).json()["id"] == ben.guest.id
            (await http.post(f"{servers[0].address}/api/logout", headers=cookie)).raise_for_status()
            assert await _code(ben, 1) == 1012
            assert (await http.get(f"{servers[1].address}/api/me", headers=cookie)).json()["id"] == ""
        await ada.close()

    asyncio.run(log_out())


def test_somebody_deleted_is_nameless_everywhere(servers: list[Server]) -> None:
    async def delete() -> None:
        ada, ben = await pair(servers, "mur-en")
        async with httpx.AsyncClient(timeout=30) as http:
            cookie = {**HEADERS, "Cookie": ben.guest.cookie}
            account = {"name": "Ben the Second", "password": "correct horse"}
            made = await http.post(f"{servers[1].address}/api/account", json=account, headers=cookie)
            cookie["Cookie"] = made.headers["set-cookie"].split(";")[0]
            http.cookies.clear()
            gone = await http.delete(f"{servers[1].address}/api/account", headers=cookie)
            gone.raise_for_status()
        await ada.ask("step", seat=0, step="+c2", number=0)
        await ada.ask("prefer", theme="light", locale="en", flipped=False)  # a new welcome
        assert [seat["name"] for seat in ada.table["seats"]] == ["Ada", "?"]
        await ada.close()

    asyncio.run(delete())


def test_the_inner_door_is_closed_to_others(servers: list[Server], tmp_path: Path) -> None:
    [(secret,)] = ask(url_of(servers[0]), "SELECT secret FROM shared_secret")
    assert isinstance(secret, str)
    assert len(secret) == 64
    for headers in ({SECRET_HEADER: "no"}, {SECRET_HEADER: ""}, {ADDRESS_HEADER: "10.0.0.1"}, {SECRET_HEADER: secret}):
        for path in ("/api/me", "/healthz", "/"):  # with the secret, too: only tables are handed on
            assert httpx.get(f"{servers[0].address}{path}", headers=headers).status_code == 403, (headers, path)

    async def knock(given: dict[str, str]) -> int:
        address = servers[0].address.replace("http", "ws", 1)
        try:
            async with connect(f"{address}/ws/tables/{'a' * 16}", additional_headers=given) as socket:
                async for _ in socket:
                    pass
                return socket.close_code or 0
        except InvalidStatus as refused:
            return refused.response.status_code
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0

    assert asyncio.run(knock({SECRET_HEADER: "no"})) == 403
    assert asyncio.run(knock({})) == 403  # no origin
    assert asyncio.run(knock({SECRET_HEADER: secret})) == 4404  # let in: there is no such table
    with Open(tmp_path) as server:  # one process, with a file, has no inner door
        assert server.visitor().get("/api/me", headers={SECRET_HEADER: ""}).status_code == 403


def test_every_process_hears_of_new_tables(servers: list[Server], tmp_path: Path) -> None:
    with Open(tmp_path, database=url_of(servers[0])) as server:
        process, heard = server.services.process, list[str]()
        assert process is not None
        process.ears.on(changes.TABLE, heard.append)

        async def make() -> str:
            async with httpx.AsyncClient(timeout=30) as http:
                ada = await Guest(servers[0].address).arrive(http, "Ada")
                table = await ada.open_table(http, {"ruleset": "mur-en", "seats": TWO})
            await _until(lambda: table in heard)
            return table

        assert server.do(make()) in heard


def test_limits_are_shared_out(servers: list[Server], tmp_path: Path) -> None:
    with Open(tmp_path, database=url_of(servers[0]), guests_per_hour=6) as server:  # the third process
        answers = [server.visitor().post("/api/me", {"name": "Ada"}).status_code for _ in range(3)]
        assert answers == [200, 200, 429]
        assert server.services.people.limits.process_count.processes == 3


def test_a_process_without_its_place_is_not_ready_and_comes_back(servers: list[Server], tmp_path: Path) -> None:
    with Open(tmp_path, database=url_of(servers[0])) as server:
        process, visitor = server.services.process, server.visitor()
        assert process is not None
        first = process.number
        assert visitor.get("/readyz").status_code == 200
        visitor.be_guest("Ada")
        table = visitor.post("/api/tables", {"ruleset": "mur-en", "seats": TWO}).json()["id"]
        assert table in server.services.rooms.in_memory
        lost: list[tuple[int, int]] = []
        process.when_lost.append(lambda: lost.append((process.number, len(server.services.rooms.in_memory))))

        async def cut() -> None:
            ended = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE objid = :n AND objsubid = 2"
            await asyncio.to_thread(ask, url_of(servers[0]), ended, n=first)
            async with asyncio.timeout(10):
                while process.number in (first, 0):
                    await asyncio.sleep(0.01)

        server.do(cut())
        assert lost == [(0, 0)]
        assert process.number > first
        assert visitor.get("/readyz").status_code == 200
        assert server.do(server.services.rooms.open(table)).play.setup.id == table  # under its new number
        number, process.number = process.number, 0
        time.sleep(1.1)  # an answer holds for a second
        assert visitor.get("/readyz").status_code == 503
        process.number = number


def test_nothing_is_written_without_the_lease(servers: list[Server], tmp_path: Path) -> None:
    """Whoever was taken for dead and comes back has lost, whatever it believes."""
    with Open(tmp_path, database=url_of(servers[0])) as server:
        ada, ben = server.visitor(), server.visitor()
        ada.be_guest("Ada")
        table = new_table(server, "mur-en", ada, ben.be_guest("Ben"), "Ben")
        play(server, table, ["+c2"])
        rooms = server.services.rooms
        room = rooms.in_memory[table]
        do(
            url_of(servers[0]),
            "UPDATE lease SET process = (SELECT min(number) FROM process) WHERE table_id = :table",
            table,
        )

        async def step() -> None:
            async with room.lock:
                await room.act("step", 1, {"step": "+a1"})

        with pytest.raises(RoomError) as refused:
            server.do(step())
        assert refused.value.key == "not_kept"
        assert room.closed
        assert table not in rooms.in_memory
    taken = ask(
        url_of(servers[0]), "SELECT data FROM table_event WHERE table_id = :table AND kind = 'step'", table=table
    )
    assert len(taken) == 1


def test_clocks_leave_out_the_time_since_the_last_beat(postgres: Postgres, tmp_path: Path) -> None:
    """The last step was 120 s ago, its process died 50 s ago: Ben's clock has run for 70 s."""
    url = read_settings(database=postgres.new("clocks")).database_url
    with Open(tmp_path, database=url) as server:
        ada, ben = server.visitor(), server.visitor()
        ada.be_guest("Ada")
        clock = {"kind": "sudden", "base": 300, "increment": 0}
        table = new_table(server, "mur-en", ada, ben.be_guest("Ben"), "Ben", clock=clock)
        play(server, table, ["+c2"])
        rooms = server.services.rooms
        rooms.abandon()
        died = now() - 50_000
        do(url, "INSERT INTO process VALUES (99999, '', 0, :died) ", died=died)
        do(url, "UPDATE table_event SET at = at - 120000, due = due - 120000 WHERE table_id = :table", table)
        do(url, "UPDATE lease SET process = 99999 WHERE table_id = :table", table)
        room = server.do(rooms.open(table))
        assert room.play.clock.remaining(1, room.now()) == pytest.approx(230_000, abs=4_000)
        last = "SELECT kind, at FROM table_event WHERE table_id = :table ORDER BY number DESC LIMIT 1"
        [(kind, at)] = ask(url, last, table=table)
        assert kind == "down"
        assert at == pytest.approx(now(), abs=4_000)


def test_a_second_process_comes_and_goes(postgres: Postgres, tmp_path: Path) -> None:
    """Whoever plays notices nothing but that the connection is made anew; computers with a clock go on."""
    servers = serving(tmp_path, postgres.new("rolling"), 2, LUDARIUM_BOT_DELAY_MS="1000")

    def events(table: str) -> int:
        [(count,)] = ask(url_of(servers[0]), "SELECT count(*) FROM table_event WHERE table_id = :table", table=table)
        assert isinstance(count, int)
        return count

    async def play() -> None:
        ada, ben = await pair(servers, "mur-en")
        await ada.step("+c2")
        async with httpx.AsyncClient(timeout=30) as http:
            alone = [{"who": "computer", "level": 1}] * 2
            clock = {"kind": "sudden", "base": 3600}  # else they rest while nobody watches
            lonely = await ada.guest.open_table(http, {"ruleset": "realm", "seats": alone, "clock": clock})
        assert await asyncio.to_thread(servers[1].stop) == 0  # where Ben is, by way of which he plays
        assert await _code(ben, 5) == 1012
        await asyncio.to_thread(servers[1].start)
        await ben.connect()
        await ben.step("+a1")
        await ada.until(lambda told: told["type"] == "stepped")
        began = time.monotonic()
        assert await asyncio.to_thread(servers[0].stop) == 0  # which has both tables
        ada.guest.address = servers[1].address
        for one in (ada, ben):
            await one.close()
            async with asyncio.timeout(10):
                await one.connect()
        assert time.monotonic() - began < 10
        assert [step["text"] for step in ada.steps] == ["+c2", "+a1"]
        path = ada.picture["paths"][0]["step"]
        await ada.step(path)
        assert (await ben.until(lambda told: told["type"] == "stepped"))["steps"][0]["text"] == path
        before = events(lonely)
        async with asyncio.timeout(10):
            while events(lonely) <= before:
                await asyncio.sleep(0.1)
        for one in (ada, ben):
            await one.close()

    try:
        asyncio.run(play())
    finally:
        for one in servers:
            one.stop()


def test_whoever_is_killed_no_step_is_lost_or_taken_twice(postgres: Postgres, tmp_path: Path) -> None:
    """A process, the database, the proxy, or what thinks for computer players."""
    cluster = Cluster.open(tmp_path, postgres, "killed", 7)
    try:
        rounds = asyncio.run(play_and_kill(cluster, 8, 10, print))
    finally:
        cluster.close()
    assert len(rounds) == cluster.logged_out == 10
    assert {one.what for one in rounds} == {"process 1", "process 2", DATABASE, PROXY, THINKING}
    assert cluster.acknowledged > 200
    assert max(one.seconds for one in rounds) < 20  # other tests run at the same time
