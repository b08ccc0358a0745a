"""A table's WebSocket, in a real server over a real network: strangers, floods, nonsense, and coming back."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import orjson
import pytest
from starlette.websockets import WebSocket, WebSocketState
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludarium.server.pictures import ArtCache
from ludarium.server.rooms import socket
from ludarium.server.rooms.messages import Connection
from ludarium.server.settings import Settings
from tests.server.bots import Guest, Refused, Sitting
from tests.server.rooms.hall import Hall
from tests.server.running import Server

SITTINGS: list[Sitting] = []  # of the test that is running
PAIR = {"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "open"}]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"), {"LUDARIUM_LOG_LEVEL": "warning"})
    running.start()
    yield running
    assert running.stop() == 0
    assert not [line for line in running.output if "Traceback" in line], "".join(running.output)


def run(work: Callable[[httpx.AsyncClient], Awaitable[Any]]) -> Any:
    async def soon() -> Any:
        async with asyncio.timeout(60), httpx.AsyncClient(timeout=30) as http:
            try:
                return await work(http)
            finally:
                await asyncio.gather(*(sitting.close() for sitting in SITTINGS))
                SITTINGS.clear()

    return asyncio.run(soon())


async def sit(guest: Guest, table: str) -> Sitting:
    """Connect; at the end of the test the connection is closed."""
    SITTINGS.append(Sitting(guest, table))
    return await SITTINGS[-1].connect()


async def pair(server: Server, http: httpx.AsyncClient) -> tuple[Sitting, Sitting]:
    """Two guests at a table, their game begun."""
    guests = [await Guest(server.address).arrive(http, name) for name in ("Ada", "Ben")]
    table = await guests[0].open_table(http, PAIR)
    ada, ben = [await sit(guest, table) for guest in guests]
    await ben.ask("sit", seat=-1)
    while ada.table["phase"] != "playing":
        await ada.hear()
    return ada, ben


def test_two_people_play(server: Server) -> None:
    async def play(http: httpx.AsyncClient) -> None:
        ada, ben = await pair(server, http)
        await ada.step("+c2")
        await ben.until(lambda told: told["type"] == "stepped")
        await ben.step("+a1")
        assert [step["text"] for step in ben.steps] == ["+c2", "+a1"]
        with pytest.raises(Refused) as caught:
            await ben.ask("step", seat=0, step="+c3", number=2)
        assert caught.value.problem["code"] == "not_your_seat"
        await ben.close()
        await ada.until(lambda told: told.get("table", {}).get("seats", [{}, {"here": True}])[1]["here"] is False)
        back = await sit(ben.guest, ben.id)
        assert back.steps == ben.steps
        await back.close()
        await ada.close()

    run(play)


def test_a_stranger_may_look_but_not_touch(server: Server) -> None:
    async def play(http: httpx.AsyncClient) -> None:
        ada, _ = await pair(server, http)
        nobody = await sit(Guest(server.address), ada.id)
        assert (nobody.table["viewer"], nobody.table["may"]) == (-1, [])
        with pytest.raises(Refused) as caught:
            await nobody.ask("step", seat=0, step="+c2", number=0)
        assert caught.value.problem["code"] == "not_your_seat"
        forged = Guest(server.address, cookie="ludarium=" + "x" * 43)
        assert (await sit(forged, ada.id)).table["viewer"] == -1

    run(play)


def test_other_sites_cannot_connect(server: Server) -> None:
    async def play(http: httpx.AsyncClient) -> None:
        ada, _ = await pair(server, http)
        address = f"{server.address.replace('http', 'ws')}/ws/tables/{ada.id}"
        for origin in ("https://elsewhere.example", None):
            with pytest.raises(InvalidStatus) as caught:
                await connect(address, origin=origin)  # type: ignore[arg-type]
            assert caught.value.response.status_code == 403

    run(play)


def test_a_table_that_there_is_not(server: Server) -> None:
    async def play(_: httpx.AsyncClient) -> None:
        address = f"{server.address.replace('http', 'ws')}/ws/tables/nothing?lang=ja"
        async with connect(address, origin=server.address) as line:  # type: ignore[arg-type]
            told = orjson.loads(await line.recv())
            assert (told["type"], told["id"], told["code"]) == ("problem", 0, "table_unknown")
            assert "テーブル" in told["sentence"]
            with pytest.raises(ConnectionClosed):
                await line.recv()
            assert line.close_code == 4404

    run(play)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "hello",
        "[]",
        "null",
        "{}",
        '{"id": 1}',
        '{"do": "step"}',
        '{"do": "dance", "id": 1}',
        '{"do": "step", "id": 1, "seat": "0", "step": "+c2", "number": 0}',
        '{"do": "step", "id": 1, "seat": 0.0, "step": "+c2", "number": 0}',
        '{"do": "step", "id": 1, "seat": -1, "step": "+c2", "number": 0}',
        '{"do": "step", "id": 1, "seat": 0, "step": "", "number": 0}',
        '{"do": "step", "id": 1, "seat": 0, "step": "+c2", "number": 0, "extra": 1}',
        '{"do": "step", "id": 0, "seat": 0, "step": "+c2", "number": 0}',
        '{"do": "step", "id": 99999999999999999999, "seat": 0, "step": "+c2", "number": 0}',
        '{"do": "say", "id": 1, "text": "\\ud800"}',
        '{"do": "say", "id": 1, "text": ' + "[" * 3000 + "]" * 3000 + "}",
        '{"do": "explain", "id": 1, "seat": 0, "clicks": []}',
        b"\xff\xfe\x00",
        b'{"do": "ping"}',
    ],
    ids=lambda value: str(value)[:40],
)
def test_nonsense_gets_a_problem_and_the_connection_stays(server: Server, message: str | bytes) -> None:
    async def play(http: httpx.AsyncClient) -> None:
        ada, ben = await pair(server, http)
        assert ada._socket is not None
        await ada._socket.send(message)
        told = await ada.until(lambda told: told["type"] == "problem")
        assert told["code"].startswith(("body_", "field_"))
        assert told["sentence"]
        await ada.step("+c2")
        await ben.until(lambda told: told["type"] == "stepped")

    run(play)


def test_a_message_that_is_too_long_ends_the_connection(server: Server) -> None:
    async def play(http: httpx.AsyncClient) -> None:
        for size in (9_000, 1_000_000):
            ada, ben = await pair(server, http)
            await ada.send("say", text="x" * size)
            with pytest.raises(ConnectionClosed) as caught:
                await ada.until(lambda told: False)
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == 1009
            back = await sit(ada.guest, ada.id)
            await back.step("+c2")
            await ben.until(lambda told: told["type"] == "stepped")

    run(play)


def test_a_flood_is_held_back_and_the_others_play_on(server: Server) -> None:
    async def play(http: httpx.AsyncClient) -> None:
        ada, ben = await pair(server, http)
        flood = await sit(Guest(server.address), ada.id)
        problems, closed = [], 0
        try:
            for _ in range(1_000):
                await flood.send("ping")
            while True:
                told = await flood.hear()
                problems += [told["code"]] if told["type"] == "problem" else []
        except ConnectionClosed as end:
            closed = end.rcvd.code if end.rcvd else 0
        assert set(problems) <= {"slow_down"}
        assert closed == 4429
        await ada.step("+c2")
        await ben.until(lambda told: told["type"] == "stepped")

    run(play)


def test_so_many_connections_of_one_person_and_no_more(server: Server) -> None:
    async def play(http: httpx.AsyncClient) -> None:
        ada, _ = await pair(server, http)
        others = [await sit(ada.guest, ada.id) for _ in range(7)]
        with pytest.raises(ConnectionClosed) as caught:
            await sit(ada.guest, ada.id)
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 4429
        await others[0].close()
        await asyncio.sleep(0.2)
        await sit(ada.guest, ada.id)

    run(play)


class Deaf:
    """Stands for a WebSocket whose other end reads nothing: what is sent never gets through."""

    def __init__(self) -> None:
        self.application_state = self.client_state = WebSocketState.CONNECTED
        self.closed = 0

    async def send_text(self, _: str) -> None:
        await asyncio.Event().wait()

    async def receive(self) -> dict[str, object]:
        await asyncio.Event().wait()
        raise AssertionError

    async def close(self, code: int) -> None:
        self.closed = code


def test_whoever_never_listens_is_dropped_and_the_others_play_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en")
            connection, deaf = Connection("", "", ArtCache("light", "en")), Deaf()
            assert await ada.room.enter(connection)
            talking = asyncio.create_task(socket.play(cast(WebSocket, deaf), ada.room, connection, Settings()))
            for _ in range(200):
                await ada.done("offer", seat=0, kind="pause")
                await ada.done("answer", seat=0, kind="pause", yes=False)
                if talking.done():
                    break
            await talking
            assert deaf.closed == 1013
            assert connection not in ada.room.connections
            await ada.step("+c2")
            assert len(ben.steps) == 1

    asyncio.run(play())


@pytest.mark.slow
def test_after_a_restart_people_come_back_and_play_on(tmp_path: Path) -> None:
    server = Server(tmp_path, {"LUDARIUM_LOG_LEVEL": "warning"})
    server.start()
    try:

        async def play(http: httpx.AsyncClient) -> None:
            ada, ben = await pair(server, http)
            await ada.step("+c2")
            await asyncio.to_thread(server.stop)
            with pytest.raises(ConnectionClosed) as caught:
                await ada.until(lambda told: False)
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == 1012
            await asyncio.to_thread(server.start)
            back = await sit(ben.guest, ben.id)
            assert [step["text"] for step in back.steps] == ["+c2"]
            await back.step("+a1")

        run(play)
    finally:
        server.stop()
