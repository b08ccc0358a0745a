"""Several processes on one PostgreSQL, killed at random while people play: what was acknowledged stays, nothing happens
twice, and everybody goes on by themselves. For the test and for ``benchmarks/kills.py``.
"""

import asyncio
import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from websockets.exceptions import InvalidHandshake, WebSocketException

from ludarium.table import read_record
from tests.server.bots import HEADERS, Guest, Refused, Sitting
from tests.server.postgres import Postgres
from tests.server.running import Server

SETTINGS = {"LUDARIUM_LIMITS": "off", "LUDARIUM_LOG_LEVEL": "warning", "LUDARIUM_CORES": "1"}
PATIENCE = 60.0  # seconds until everybody must be served again, on however slow a machine
# Short games of two people, with and without secrets, and of one against a computer.
KINDS: list[tuple[str, dict[str, object], str]] = [
    ("mur-en", {"turn_cap": 30}, "open"),
    ("myrmidons", {"turn_cap": 20}, "open"),
    ("realm", {"turn_cap": 10}, "computer"),
]


def serving(folder: Path, url: str, count: int, **settings: str) -> list[Server]:
    """Processes on one database, each ready; their folders are of no use to them."""
    servers = [Server(folder, {**SETTINGS, "LUDARIUM_DATABASE": url, **settings}) for _ in range(count)]
    for server in servers:
        server.start()
    return servers


@dataclass
class Cluster:
    postgres: Postgres
    servers: list[Server]
    rng: random.Random
    acknowledged: int = 0
    over: int = 0  # games that were played to their end
    stopping: bool = False

    def address(self) -> str:
        return self.rng.choice([one for one in self.servers if not one.is_dead]).address


@dataclass
class Player:
    """Somebody at a table who comes back, to whichever process, whenever the connection is lost.

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
                self.sitting.guest.address = self.cluster.address()
                async with asyncio.timeout(PATIENCE):
                    await self.sitting.connect()
                self.check()
                await self._play_on()
            except (WebSocketException, InvalidHandshake, OSError, IndexError):
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
        self.http = httpx.AsyncClient(timeout=30)
        self.players: list[Player] = []

    async def sit_down(self) -> None:
        self.http.cookies.clear()  # of an answer that broke off
        ruleset, options, other = self._kind
        seat = {"who": "open"} if other == "open" else {"who": "computer", "level": 1}
        wanted = {"ruleset": ruleset, "options": options, "seats": [{"who": "you"}, seat], "visibility": "private"}
        names = ["Ada", "Ben"] if other == "open" else ["Ada"]
        guests = [await Guest(self._cluster.address()).arrive(self.http, name) for name in names]
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
        address = f"{self._cluster.address()}/api/tables/{player.sitting.id}/record"
        answer = await self.http.get(address, headers={**HEADERS, "Cookie": player.sitting.guest.cookie})
        answer.raise_for_status()
        return answer.text


@dataclass
class Round:
    what: str
    seconds: float  # until everybody was served again


async def play_and_kill(cluster: Cluster, tables: int, rounds: int, said: Callable[[Round], None]) -> list[Round]:
    """``rounds`` times something is killed: the first process, the second, the database, and from the beginning."""
    found = []
    playing = [TableOfPlayers(cluster, number) for number in range(tables)]
    for one in playing:
        await one.sit_down()
    games = [asyncio.create_task(one.play()) for one in playing]
    try:
        for number in range(rounds):
            await asyncio.sleep(cluster.rng.uniform(0.2, 1.5))
            found.append(await _kill(cluster, number % (len(cluster.servers) + 1), playing, games))
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


async def _kill(
    cluster: Cluster, which: int, playing: list[TableOfPlayers], games: list["asyncio.Task[None]"]
) -> Round:
    began = time.monotonic()
    if which == len(cluster.servers):
        await asyncio.to_thread(cluster.postgres.stop)
        await asyncio.sleep(cluster.rng.uniform(0, 1))
        await asyncio.to_thread(cluster.postgres.start)
        back = time.monotonic()
    else:
        cluster.servers[which].kill()
        back = began
    while time.monotonic() < began + PATIENCE:
        for game in games:
            if game.done():
                game.result()  # a check has failed
        seen = [player.served for one in playing for player in one.players if not player.sitting.over]
        if min(seen, default=back + 1) > back:
            break
        await asyncio.sleep(0.02)
    else:
        raise AssertionError("somebody was not served any more")
    seconds = time.monotonic() - back
    if which < len(cluster.servers):
        await asyncio.sleep(cluster.rng.uniform(0, 1))
        await asyncio.to_thread(cluster.servers[which].start)
    return Round("the database" if which == len(cluster.servers) else f"process {which + 1}", seconds)
