"""``deploy/update.sh`` restarts one process after the other: people play on, and nothing is lost or done twice."""

import asyncio
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

from tests.server.bots import Guest, Refused, Sitting
from tests.server.killing import PATIENCE, Player, serving
from tests.server.postgres import Postgres
from tests.server.running import Server

SCRIPT = Path(__file__).parents[2] / "deploy" / "update.sh"
# In the place of systemd: notes what is asked for, and waits until it is done.
SYSTEMCTL = """#!/bin/sh
echo "$@" > "$ASKED.part" && mv "$ASKED.part" "$ASKED"
while [ -e "$ASKED" ]; do sleep 0.05; done
"""
KINDS: list[tuple[str, dict[str, object]]] = [("mur-en", {"turn_cap": 60}), ("myrmidons", {"turn_cap": 60})]
TABLES = 6


def surroundings(folder: Path, systemctl: str, **more: str) -> dict[str, str]:
    """An environment in which ``systemctl`` is that program."""
    (folder / "systemctl").write_text(systemctl)
    (folder / "systemctl").chmod(0o755)
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "ASKED": str(folder / "asked"), **more}


# --- without servers --------------------------------------------------------------------------------------------------
class Probe:
    """Answers ``/readyz`` as it is told to."""

    def __init__(self) -> None:
        probe = self
        self.ready = True

        class Answers(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200 if probe.ready and self.path == "/readyz" else 503)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        self.port = str(self._server.server_port)
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def probes() -> Iterator[list[Probe]]:
    found = [Probe(), Probe()]
    yield found
    for one in found:
        one.close()


def update(folder: Path, *typed: str, systemctl: str = 'echo "$@" >> "$ASKED"') -> "subprocess.CompletedProcess[str]":
    around = surroundings(folder, f"#!/bin/sh\n{systemctl}\n", PATIENCE="2")
    return subprocess.run([SCRIPT, *typed], env=around, capture_output=True, text=True, check=False)


def test_each_is_restarted_once_in_order(probes: list[Probe], tmp_path: Path) -> None:
    done = update(tmp_path, "systemd", *(one.port for one in probes))
    assert done.returncode == 0, done.stderr
    asked = (tmp_path / "asked").read_text().splitlines()
    assert asked == [f"restart ludarium@{one.port}" for one in probes]


def test_none_is_stopped_while_another_is_not_ready(probes: list[Probe], tmp_path: Path) -> None:
    probes[1].ready = False
    done = update(tmp_path, "systemd", *(one.port for one in probes))
    assert done.returncode == 1
    assert f"{probes[1].port} isn't ready, so none was stopped." in done.stderr
    assert not (tmp_path / "asked").exists()


def test_the_rest_is_left_alone_if_one_cannot_be_started(probes: list[Probe], tmp_path: Path) -> None:
    done = update(tmp_path, "systemd", *(one.port for one in probes), systemctl="exit 1")
    assert done.returncode == 1
    assert f"{probes[0].port} didn't get ready" in done.stderr
    assert f"Restarting {probes[1].port}" not in done.stderr


def test_the_rest_is_left_alone_if_one_does_not_get_ready(probes: list[Probe], tmp_path: Path) -> None:
    around, asked = surroundings(tmp_path, SYSTEMCTL, PATIENCE="2"), tmp_path / "asked"
    typed = [str(SCRIPT), "systemd", *(one.port for one in probes)]
    with subprocess.Popen(typed, env=around, stderr=subprocess.PIPE, text=True) as running:
        while not asked.exists():
            assert running.poll() is None
            time.sleep(0.02)
        probes[0].ready = False
        asked.unlink()
        _, said = running.communicate(timeout=60)
    assert running.returncode == 1
    assert f"{probes[0].port} didn't get ready within 2 s." in said
    assert f"Restarting {probes[1].port}" not in said


@pytest.mark.parametrize("typed", [[], ["systemd"], ["systemd", "8765"], ["by-hand", "8765", "8766"]])
def test_it_says_what_to_type(typed: list[str], tmp_path: Path) -> None:
    done = update(tmp_path, *typed)
    assert done.returncode == 2
    assert done.stderr.startswith("Say how it runs and which processes there are: ")


# --- with people at two real processes --------------------------------------------------------------------------------
@dataclass
class House:
    """The processes that people come to: each person to any that lives."""

    servers: list[Server]
    rng: random.Random
    down: set[int] = field(default_factory=set)  # ports of those that are being restarted
    together: int = 0  # how many were down at the same time, at most
    acknowledged: int = 0
    stopping: bool = False

    def address(self) -> str:
        return self.rng.choice([one for one in self.servers if port_of(one) not in self.down]).address

    def go_down(self, port: int) -> None:
        self.down.add(port)
        self.together = max(self.together, len(self.down))


class Wanderer(Guest):
    """Somebody whose way leads to another process when theirs is gone, as by a proxy."""

    house: House

    def __getattribute__(self, name: str) -> Any:
        if name == "address":
            known, house = super().__getattribute__(name), super().__getattribute__("house")
            down = {one.address for one in house.servers if port_of(one) in house.down}
            if known in down:
                self.address = house.address()
        return super().__getattribute__(name)


def port_of(server: Server) -> int:
    return int(server.address.rpartition(":")[2])


async def seat_two(house: House, number: int, http: httpx.AsyncClient) -> list[Player]:
    ruleset, options = KINDS[number % len(KINDS)]
    guests = []
    for name in ("Ada", "Ben"):
        guest = Wanderer(house.address())
        guest.house = house
        guests.append(await guest.arrive(http, name))
    seats = [{"who": "you"}, {"who": "open"}]
    wanted = {"ruleset": ruleset, "options": options, "seats": seats, "visibility": "private"}
    table = await guests[0].open_table(http, wanted)
    sittings = [Sitting(guest, table) for guest in guests]
    await sittings[1].connect()
    await sittings[1].ask("sit", seat=-1)
    await sittings[1].close()
    cluster: Any = house
    return [Player(cluster, one, random.Random(number * 10 + seat)) for seat, one in enumerate(sittings)]


async def restart(house: House, what: str) -> None:
    """As systemd does: SIGTERM, wait for its end, start; not until it is ready."""
    port = int(what.removeprefix("restart ludarium@"))
    server = next(one for one in house.servers if port_of(one) == port)
    house.go_down(port)
    os.kill(server.pid, signal.SIGTERM)
    assert await asyncio.to_thread(server.stop) == 0


async def come_back(house: House, what: str) -> None:
    port = int(what.removeprefix("restart ludarium@"))
    await asyncio.to_thread(next(one for one in house.servers if port_of(one) == port).start)
    house.down.discard(port)


async def update_all(house: House, folder: Path) -> None:
    around = surroundings(folder, SYSTEMCTL)
    ports = [str(port_of(one)) for one in house.servers]
    running = await asyncio.create_subprocess_exec(SCRIPT, "systemd", *ports, env=around)
    asked, starting = folder / "asked", []
    while running.returncode is None:
        if asked.exists():
            what = asked.read_text().strip()
            await restart(house, what)
            starting.append(asyncio.create_task(come_back(house, what)))
            asked.unlink()
        with suppress(TimeoutError):
            await asyncio.wait_for(running.wait(), 0.05)
    await asyncio.gather(*starting)
    assert running.returncode == 0


class PlayedTable:
    """One game after the other, each at a new table."""

    def __init__(self, house: House, number: int) -> None:
        self._house, self._number = house, number
        self.players: list[Player] = []
        self.over = 0

    async def sit_down(self) -> None:
        end = time.monotonic() + PATIENCE
        async with httpx.AsyncClient(timeout=30) as http:
            while True:
                try:
                    self.players = await seat_two(self._house, self._number, http)
                    return
                except (httpx.HTTPError, AssertionError, WebSocketException, OSError, Refused):
                    assert time.monotonic() < end
                    await asyncio.sleep(0.2)

    async def play(self) -> None:
        while not self._house.stopping:
            await asyncio.gather(*(player.play() for player in self.players))
            if not self._house.stopping:
                self.over += 1
                await self.sit_down()


async def until_all_go_on(house: House, tables: list[PlayedTable], games: list["asyncio.Task[None]"]) -> None:
    """Every table takes a step, or begins another game."""
    then = [(table.over, sum(len(one.own) for one in table.players)) for table in tables]
    async with asyncio.timeout(PATIENCE):
        while any(
            (table.over, sum(len(one.own) for one in table.players)) <= before
            for table, before in zip(tables, then, strict=True)
        ):
            for game in games:
                if game.done():
                    game.result()  # a check has failed
            await asyncio.sleep(0.05)


@pytest.mark.slow
def test_people_play_on_while_all_processes_are_updated(postgres: Postgres, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    servers: list[Server] = []
    try:
        servers += serving(tmp_path, postgres.new("updated"), 2)
        before = [one.pid for one in servers]
        house = House(servers, random.Random(16))
        asyncio.run(_play_and_update(house, tmp_path / "bin"))
        assert all(one.pid not in before for one in servers)
        assert house.together == 1  # somebody was always there
    finally:
        for one in servers:
            if not one.is_dead:
                one.stop()


async def _play_and_update(house: House, folder: Path) -> None:
    tables = [PlayedTable(house, number) for number in range(TABLES)]
    for table in tables:
        await table.sit_down()
    games = [asyncio.create_task(table.play()) for table in tables]
    try:
        await until_all_go_on(house, tables, games)
        await update_all(house, folder)
        await until_all_go_on(house, tables, games)
        house.stopping = True
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*games)  # which have compared, after every new connection, what they know
    finally:
        for game in games:
            game.cancel()
        await asyncio.gather(*games, return_exceptions=True)
    for player in (player for table in tables for player in table.players):  # once more, from the processes of now
        await player.sitting.connect()
        player.check()
        await player.sitting.close()
    assert house.acknowledged > TABLES
