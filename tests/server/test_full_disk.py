"""A real server whose disk is full for a while: nothing is acknowledged meanwhile, then everybody plays on."""

import asyncio
import resource
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.full_disk import NO_BYTECODE
from tests.server.bots import Guest, Sitting
from tests.server.running import Server

PATIENCE = 60
SMALL = 4096  # bytes: no file of the database can grow, and hardly anything be written


async def look_on(server: Server) -> None:
    async with asyncio.timeout(PATIENCE), httpx.AsyncClient(timeout=PATIENCE) as http:

        async def until_ready(status: int) -> None:
            while (await http.get(f"{server.address}/readyz")).status_code != status:
                await asyncio.sleep(0.2)

        ada = await Guest(server.address).arrive(http, "Ada")
        seats = [{"who": "computer", "level": 1}] * 2
        table = await ada.open_table(http, {"ruleset": "mur-en", "seats": seats})
        watching = await Sitting(ada, table).connect()
        while len(watching.steps) < 3:
            await watching.hear()
        most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (SMALL, most[1]))
        await until_ready(503)
        assert (await http.get(f"{server.address}/healthz")).status_code == 200
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, most)
        await until_ready(200)
        before = len(watching.steps)
        while len(watching.steps) < before + 3:
            try:
                await watching.hear()
            except ConnectionClosed:  # the table could not even be read: a browser comes back by itself
                await asyncio.sleep(0.5)
                watching = await Sitting(ada, table).connect()
        await watching.close()


@pytest.mark.slow
def test_computers_move_again_when_there_is_space(tmp_path: Path) -> None:
    server = Server(tmp_path, {"LUDARIUM_BOT_DELAY_MS": "100", "LUDARIUM_LOG_LEVEL": "error", NO_BYTECODE: "1"})
    server.start()
    try:
        asyncio.run(look_on(server))
    finally:
        assert server.stop() == 0
