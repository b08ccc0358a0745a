"""Several processes on one PostgreSQL behind a proxy, all of it killed at random while people play: what was
acknowledged stays, nothing happens twice, everybody goes on by themselves, and who has logged out is logged out. For
the test and for ``benchmarks/kills.py``.
"""

import asyncio
import os
import random
import signal
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException

from ludarium.table import read_record
from tests.server.bots import HEADERS, Guest, Refused, Sitting
from tests.server.postgres import Postgres
from tests.server.proxy import Proxy
from tests.server.running import Server, thinking_of

SETTINGS = {"LUDARIUM_LIMITS": "off", "LUDARIUM_LOG_LEVEL": "warning", "LUDARIUM_CORES": "1"}
PATIENCE = 60.0  # seconds until everybody must be served again, on however slow a machine
SOON = 5.0  # seconds until everybody must know that somebody has logged out
DATABASE, PROXY, THINKING = "the database", "the proxy", "the thinking"
# Short games of two people, with and without secrets, and of one against a computer.
KINDS: list[tuple[str, dict[str, object], str]] = [
    ("mur-en", {"turn_cap": 30}, "open"),
    ("myrmidons", {"turn_cap": 20}, "open"),
    ("realm", {"turn_cap": 10}, "computer"),
]


def serving(folder: Path, url: str, count: int, before: Sequence[str] = (), **settings: str) -> list[Server]:
    """Processes on one database, each ready; their folders are of no use to them."""
    servers = [Server(folder, {**SETTINGS, "LUDARIUM_DATABASE": url, **settings}, before) for _ in range(count)]
    for server in servers:
        server.start()
    return servers


@dataclass
class Cluster:
    """All that can be killed, and what has happened. Players know the proxy and nothing behind it."""

    postgres: Postgres
    servers: list[Server]
    proxy: Proxy
    rng: random.Random
    acknowledged: int = 0
    over: int = 0  # games that were played to their end
    logged_out: int = 0  # people, everywhere
    stopping: bool = False

    @classmethod
    def open(cls, folder: Path, postgres: Postgres, name: str, seed: int, **settings: str) -> "Cluster":
        proxy = Proxy(folder / "proxy")
        servers = serving(folder, postgres.new(name), 2, **proxy.settings, **settings)
        proxy.configure([one.address for one in servers])
        proxy.start()
        return cls(postgres, servers, proxy, random.Random(seed))

    def close(self) -> None:
        self.proxy.stop()
        for one in self.servers:
            one.stop()

    def guest(self) -> Guest:
        return Guest(self.proxy.address, trust=self.proxy.trust)

    def http(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(timeout=30, verify=self.proxy.trust)


@dataclass
class Player:
    """Somebody at a table who comes back whenever the connection is lost.

    ``own`` are the steps that they know to be taken, ``asked`` the one of which they do not know.
    """

    cluster: Cluster
    sitting: Sitting
    rng: random.Random
    own: list[str] = field(default_factory=list)
    asked: str = ""
    served: float = 0.0  # when the server last said something

    async def play(self) -> None:
        while not self.sitting.over and not self.cluster.stopping:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self.sitting.connect()
                self.check()
                await self._play_on()
            except (WebSocketException, InvalidHandshake, OSError):
                await asyncio.sleep(0.1)
            finally:
                with suppress(WebSocketException, OSError):
                    await self.sitting.close()

    async def _play_on(self) -> None:
        while not self.sitting.over and not self.cluster.stopping:
            self.served = time.monotonic()
            if not self.sitting.may_step:
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.5):
                        await self.sitting.hear()
                        continue
                async with asyncio.timeout(PATIENCE):
                    await self.sitting.ask("ping")  # nothing was said: is anybody there?
                continue
            self.asked = self.rng.choice(self.sitting.picture["paths"])["step"]
            try:
                await self.sitting.step(self.asked)
            except Refused as refused:
                if refused.problem["code"] == "stale":
                    self.asked = ""
                    continue
                assert refused.problem["code"] == "not_kept", refused.problem
                return
            self.own.append(self.asked)
            self.asked = ""
            self.cluster.acknowledged += 1

    def check(self) -> None:
        """The server knows exactly the steps that were acknowledged, and perhaps the one that was asked for last."""
        viewer = self.sitting.table["viewer"]
        self.compare([step["text"] for step in self.sitting.steps if step["seat"] == viewer])

    def compare(self, told: list[str]) -> None:
        if self.asked and told == [*self.own, self.asked]:
            self.own.append(self.asked)
        self.asked = ""
        assert told == self.own, (self.sitting.id, told, self.own)


async def _try_again(work: Callable[[], object]) -> object:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return await work()  # type: ignore[misc]
        except (httpx.HTTPError, AssertionError, WebSocketException, OSError, Refused):
            if time.monotonic() > end:
                raise
            await asyncio.sleep(0.2)


class TableOfPlayers:
    """One game after the other, each at a new table."""

    def __init__(self, cluster: Cluster, number: int) -> None:
        self._cluster = cluster
        self._kind = KINDS[number % len(KINDS)]
        self._number = number
        self.http = cluster.http()
        self.players: list[Player] = []
        self._games = 0
        self.has_computer = self._kind[2] == "computer"

    @property
    def progress(self) -> int:
        """Grows with every turn that is over, at this table's games one after the other."""
        seats: list[int] = [step["seat"] for step in self.players[0].sitting.steps]
        return self._games * 10_000 + sum(one != other for one, other in pairwise(seats))

    async def sit_down(self) -> None:
        self.http.cookies.clear()  # of an answer that broke off
        ruleset, options, other = self._kind
        seat = {"who": "open"} if other == "open" else {"who": "computer", "level": 1}
        wanted = {"ruleset": ruleset, "options": options, "seats": [{"who": "you"}, seat], "visibility": "private"}
        names = ["Ada", "Ben"] if other == "open" else ["Ada"]
        guests = [await self._cluster.guest().arrive(self.http, name) for name in names]
        table = await guests[0].open_table(self.http, wanted)
        sittings = [Sitting(guest, table) for guest in guests]
        if len(sittings) > 1:
            await sittings[1].connect()
            await sittings[1].ask("sit", seat=-1)
            await sittings[1].close()
        self.players = [
            Player(self._cluster, sitting, random.Random(self._number * 10 + seat))
            for seat, sitting in enumerate(sittings)
        ]

    async def play(self) -> None:
        while not self._cluster.stopping:
            await asyncio.gather(*(player.play() for player in self.players))
            if not self._cluster.stopping:
                await self._check_record()
                self._cluster.over += 1
                self._games += 1
                await _try_again(self.sit_down)

    async def _check_record(self) -> None:
        """What is written of the game is what the players know, and can be played again."""
        for player in self.players:
            text = str(await _try_again(lambda player=player: self._record(player)))  # type: ignore[misc]
            table = read_record(text).table
            assert table.outcome is not None
            viewer = player.sitting.table["viewer"]
            assert [one.text for one in table.history.taken if one.seat == viewer] == player.own

    async def _record(self, player: Player) -> str:
        address = f"{self._cluster.proxy.address}/api/tables/{player.sitting.id}/record"
        answer = await self.http.get(address, headers={**HEADERS, "Cookie": player.sitting.guest.cookie})
        answer.raise_for_status()
        return answer.text


class Leaver:
    """Somebody whom all processes know, and who logs out while something is being killed."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._http = cluster.http()
        self._guest = cluster.guest()
        self._watching: list[ClientConnection] = []

    async def arrive(self, table: str) -> None:
        """All processes have the session in memory, and a WebSocket of it."""
        await _try_again(lambda: self._guest.arrive(self._http, "Eve"))
        for server in self._cluster.servers:
            assert await self._is_known_at(server)
            self._watching.append(
                await connect(
                    f"{server.address.replace('http', 'ws', 1)}/ws/tables/{table}",
                    origin=self._cluster.proxy.address,  # type: ignore[arg-type]  # a plain text is what it takes
                    additional_headers={"Cookie": self._guest.cookie},
                    max_size=None,
                )
            )

    async def leave(self) -> None:
        """By way of the proxy, until the answer says that it is done."""
        await asyncio.sleep(self._cluster.rng.uniform(0, 0.5))
        await _try_again(self._log_out)

    async def check(self) -> None:
        """No process knows the session any more, and none goes on telling it anything."""
        async with asyncio.timeout(SOON):
            for server in self._cluster.servers:
                while await self._is_known_at(server):
                    await asyncio.sleep(0.05)
            for one in self._watching:
                with suppress(ConnectionClosed):
                    while True:
                        await one.recv()
        self._cluster.logged_out += 1

    async def close(self) -> None:
        for one in self._watching:
            await one.close()
        await self._http.aclose()

    async def _log_out(self) -> None:
        headers = {**HEADERS, "Cookie": self._guest.cookie}
        (await self._http.post(f"{self._cluster.proxy.address}/api/logout", headers=headers)).raise_for_status()

    async def _is_known_at(self, server: Server) -> bool:
        answer = await self._http.get(f"{server.address}/api/me", headers={"Cookie": self._guest.cookie})
        answer.raise_for_status()
        return bool(answer.json()["id"] == self._guest.id)


@dataclass
class Round:
    what: str
    seconds: float  # until everybody was served again
    went_on: float  # until the turn had changed at every table of people, or of anybody where the thinking was killed
    acknowledged: int  # steps, meanwhile


async def play_and_kill(cluster: Cluster, tables: int, rounds: int, said: Callable[[Round], None]) -> list[Round]:
    """``rounds`` times something is killed: each process, the database, the proxy and what thinks equally often."""
    found: list[Round] = []
    kinds = [*(f"process {number + 1}" for number in range(len(cluster.servers))), DATABASE, PROXY, THINKING]
    playing = [TableOfPlayers(cluster, number) for number in range(tables)]
    for one in playing:
        await one.sit_down()
    games = [asyncio.create_task(one.play()) for one in playing]
    try:
        while len(found) < rounds:
            for what in cluster.rng.sample(kinds, len(kinds))[: rounds - len(found)]:
                await asyncio.sleep(cluster.rng.uniform(0.2, 1.5))
                found.append(await _round(cluster, what, playing, games))
                said(found[-1])
        cluster.stopping = True
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*games)
    finally:
        for game in games:
            game.cancel()
        await asyncio.gather(*games, return_exceptions=True)
        for one in playing:
            await one.http.aclose()
    return found


async def _round(
    cluster: Cluster, what: str, playing: list[TableOfPlayers], games: list["asyncio.Task[None]"]
) -> Round:
    """Something is killed and started again, and somebody logs out meanwhile."""
    leaver = Leaver(cluster)
    await leaver.arrive(playing[0].players[0].sitting.id)
    meanwhile: list[asyncio.Task[None]] = [asyncio.create_task(leaver.leave())]
    try:
        before = cluster.acknowledged
        back, start = await _kill(cluster, what)
        progress = [one.progress for one in playing]
        meanwhile.append(asyncio.create_task(start))
        seconds = await _until(lambda: all(_is_served(one, back) for one in playing), back, games)
        # Computers think for a while: they are waited for when their thinking was killed.
        turns = 2 if what == THINKING else 1  # of two, one is a computer's
        both = [one for one in zip(playing, progress, strict=True) if what == THINKING or not one[0].has_computer]
        went_on = await _until(lambda: all(table.progress >= then + turns for table, then in both), back, games)
        await asyncio.gather(*meanwhile)
        await leaver.check()
        return Round(what, seconds, went_on, cluster.acknowledged - before)
    finally:
        for one in meanwhile:
            one.cancel()
        await asyncio.gather(*meanwhile, return_exceptions=True)
        await leaver.close()


async def _kill(cluster: Cluster, what: str) -> tuple[float, Coroutine[object, object, None]]:
    """With SIGKILL; since when everybody can be served, and how to start meanwhile what they can do without."""
    if what in (DATABASE, PROXY):
        one: Postgres | Proxy = cluster.postgres if what == DATABASE else cluster.proxy
        await asyncio.to_thread(one.kill)
        await asyncio.sleep(cluster.rng.uniform(0, 1))
        await asyncio.to_thread(one.start)
        return time.monotonic(), asyncio.sleep(0)
    if what == THINKING:  # new processes are started for it by themselves
        async with asyncio.timeout(PATIENCE):  # they are started when a computer's turn comes first
            while not (found := [process for server in cluster.servers for process in thinking_of(server.pid)]):
                await asyncio.sleep(0.1)
        for process in found:
            os.kill(process, signal.SIGKILL)
        return time.monotonic(), asyncio.sleep(0)
    server = cluster.servers[int(what.split()[1]) - 1]
    server.kill()
    return time.monotonic(), _start(server, cluster.rng.uniform(0, 1))


async def _start(server: Server, later: float) -> None:
    await asyncio.sleep(later)
    await asyncio.to_thread(server.start)


def _is_served(table: TableOfPlayers, since: float) -> bool:
    return all(player.served > since for player in table.players if not player.sitting.over)


async def _until(true: Callable[[], bool], since: float, games: list["asyncio.Task[None]"]) -> float:
    """Seconds since then until it is so."""
    while not true():
        for game in games:
            if game.done():
                game.result()  # a check has failed
        assert time.monotonic() < since + PATIENCE, "somebody was not served any more"
        await asyncio.sleep(0.02)
    return time.monotonic() - since
