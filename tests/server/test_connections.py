"""File descriptors never run out: connections are refused before, and those that ask for nothing are closed."""

import asyncio
import resource
import socket
import sys
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from ludarium.server import connections
from ludarium.server.settings import read_settings
from tests.server.bots import Guest
from tests.server.running import Server

PATIENCE = 60
FEW = 240  # descriptors
ROOM = FEW - 100 - 8  # what is left for connections, with one thinking process
LIMITED = ["prlimit", f"--nofile={FEW}:{FEW}"]


def serve(folder: Path, before: list[str], visit: Callable[[Server], Coroutine[Any, Any, None]]) -> list[str]:
    """What the server said while somebody visited it."""
    settings = {"LUDARIUM_CORES": "1", "LUDARIUM_LOG_LEVEL": "warning", "LUDARIUM_REQUESTS_PER_MINUTE": "100000"}
    server = Server(folder, settings, before)
    server.start()
    try:
        asyncio.run(asyncio.wait_for(visit(server), PATIENCE))
    finally:
        assert server.stop() == 0
    return server.output


@pytest.mark.slow
def test_the_limit_is_raised_at_the_start(tmp_path: Path) -> None:
    hard = min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], 4096)

    async def look(server: Server) -> None:
        assert resource.prlimit(server.pid, resource.RLIMIT_NOFILE)[0] == hard

    serve(tmp_path, ["prlimit", f"--nofile=256:{hard}"], look)


@pytest.mark.slow
def test_websockets_are_refused_before_descriptors_run_out(tmp_path: Path) -> None:
    async def visit(server: Server) -> None:
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            ada = await Guest(server.address).arrive(http, "Ada")
            wanted = {"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "open"}]}
            table = await ada.open_table(http, wanted)
            where = f"{server.address.replace('http', 'ws', 1)}/ws/tables/{table}"
            opened, refused = [], 0
            for _ in range(ROOM):
                try:  # with a bounded queue that nobody reads, a client does not hear the server's goodbye
                    opened.append(await connect(where, origin=server.address, max_queue=None))  # type: ignore[arg-type]
                except InvalidStatus as error:
                    assert error.response.status_code == 429
                    refused += 1
            assert len(opened) == ROOM * 9 // 10
            assert refused == ROOM - len(opened)
            async with httpx.AsyncClient(timeout=PATIENCE) as probe:
                assert (await probe.get(f"{server.address}/readyz")).status_code == 200
            for one in opened:
                await one.close()

    said = "".join(serve(tmp_path, LIMITED, visit))
    assert "a WebSocket was refused" in said
    assert f"allows only {ROOM * 9 // 10}" in said
    assert "Traceback" not in said


@pytest.mark.slow
def test_connections_that_say_nothing_leave_room_for_others(tmp_path: Path) -> None:
    async def visit(server: Server) -> None:
        port = int(server.address.rpartition(":")[2])
        with ExitStack() as silent:
            for _ in range(ROOM + 20):
                silent.enter_context(socket.create_connection(("127.0.0.1", port)))
            with socket.create_connection(("127.0.0.1", port)) as late:
                assert (await asyncio.to_thread(late.recv, 1000)).startswith(b"HTTP/1.1 503 ")
        async with httpx.AsyncClient(timeout=PATIENCE) as http:  # as soon as they have gone
            while True:
                try:
                    answer = await http.get(f"{server.address}/readyz")
                except httpx.HTTPError:
                    continue
                if answer.status_code == 200:
                    break

    said = "".join(serve(tmp_path, LIMITED, visit))
    assert "a connection was refused" in said
    assert "Traceback" not in said


@pytest.mark.slow
def test_heads_that_do_not_end_are_cut_off(tmp_path: Path) -> None:
    async def visit(server: Server) -> None:
        port = int(server.address.rpartition(":")[2])
        for endless in (b"GET /" + b"a" * 200_000, b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"y" * 200_000):
            with socket.create_connection(("127.0.0.1", port)) as greedy:
                greedy.settimeout(PATIENCE)
                try:
                    greedy.sendall(endless)
                    assert (await asyncio.to_thread(greedy.recv, 1000)).startswith(b"HTTP/1.1 400 ")
                except OSError:
                    pass  # closed before all of it was sent

    assert "Traceback" not in "".join(serve(tmp_path, [], visit))


def test_who_does_not_ask_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []

    class Transport:
        def close(self) -> None:
            closed.append("closed")

    class Silent(connections.Guarded):
        def __init__(self) -> None:
            self._waiting = None

    async def wait() -> None:
        monkeypatch.setattr(connections, "_HEAD_SECONDS", 0.01)
        silent = Silent()
        silent.loop, silent.transport = asyncio.get_running_loop(), Transport()  # type: ignore[assignment]
        silent._wait_for_head()
        await asyncio.sleep(0.1)
        silent._wait_for_head()
        silent._stop_waiting()
        await asyncio.sleep(0.1)

    asyncio.run(wait())
    assert closed == ["closed"]


def test_settings_that_fit_stay_as_they_are() -> None:
    settings = read_settings(connections=90)
    assert connections.within_descriptors(settings, 100) is settings
    assert connections.within_descriptors(read_settings(connections=91), 100).connections == 90
    assert sys.platform == "win32" or connections.raise_descriptor_limit() > 0
