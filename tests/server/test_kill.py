"""The server is killed without warning amid many games: whatever it acknowledged is still there, and all games end."""

import asyncio
import random
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from ludarium.table import read_record
from tests.server.bots import HEADERS, Guest, Refused, Sitting
from tests.server.running import Server

pytestmark = pytest.mark.slow

GAMES = 80
KILLED_AFTER = (240, 600)  # acknowledged steps of all games together
SETTINGS = {"LUDARIUM_LIMITS": "off", "LUDARIUM_LOG_LEVEL": "warning"}
# Short games, with and without secrets, with several steps to a turn, with more than two seats.
KINDS: list[tuple[str, dict[str, object], int]] = [
    ("mur-en", {"turn_cap": 30}, 2),
    ("myrmidons", {"turn_cap": 20}, 2),
    ("mutterland", {"players": 3, "turn_cap": 4}, 3),
    ("realm", {"turn_cap": 10}, 2),
]


@dataclass
class Bookkeeper:
    """Counts what was acknowledged and has the server killed at the right moments."""

    server: Server
    kills: list[int]
    acknowledged: int = 0
    restarting: asyncio.Lock = field(default_factory=asyncio.Lock)

    def count(self) -> None:
        self.acknowledged += 1
        if self.kills and self.acknowledged >= self.kills[0]:
            self.kills.pop(0)
            self.server.kill()

    async def wait_until_it_is_back(self) -> None:
        async with self.restarting:
            if self.server.is_dead:
                await asyncio.to_thread(self.server.start)


@dataclass
class Bot:
    """A guest in the first seat against computers; ``promised`` are its own steps that were acknowledged."""

    sitting: Sitting
    keeper: Bookkeeper
    rng: random.Random
    promised: list[str] = field(default_factory=list)

    async def play(self) -> None:
        while True:
            try:
                await self.sitting.connect()
                self.check()
                await self.play_on()
                return
            except (ConnectionClosed, InvalidHandshake, OSError):
                await asyncio.sleep(0.1)
            finally:
                await self.sitting.close()
            await self.keeper.wait_until_it_is_back()

    async def play_on(self) -> None:
        while not self.sitting.over:
            if not self.sitting.may_step:
                await self.sitting.hear()
                continue
            step = self.rng.choice(self.sitting.picture["paths"])["step"]
            try:
                await self.sitting.step(step)
            except Refused as refused:
                assert refused.problem["code"] == "stale", refused.problem
                continue
            self.promised.append(step)
            self.keeper.count()

    def check(self) -> None:
        """Every step that was promised is in the list that the server has now."""
        viewer = self.sitting.table["viewer"]
        self.compare([step["text"] for step in self.sitting.steps if step["seat"] == viewer])

    def compare(self, own: list[str]) -> None:
        """A step may be on the disk although the server died before it could say so: more than promised is fine."""
        rest = iter(own)
        assert all(step in rest for step in self.promised), (self.promised, own)


async def _play_all(server: Server) -> list[Bot]:
    address = server.start()
    keeper = Bookkeeper(server, list(KILLED_AFTER))
    bots = []
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=10)) as http:
        for number in range(GAMES):
            ruleset, options, seats = KINDS[number % len(KINDS)]
            guest = await Guest(address).arrive(http, f"Guest {number}")
            others = [{"who": "computer", "level": 1}] * (seats - 1)
            wanted = {"ruleset": ruleset, "options": options, "seats": [{"who": "you"}, *others]}
            table = await guest.open_table(http, wanted)
            bots.append(Bot(Sitting(guest, table), keeper, random.Random(number)))
    await asyncio.gather(*(bot.play() for bot in bots))
    assert not keeper.kills, "the server should have been killed while games were being played"
    return bots


def test_no_acknowledged_step_is_lost_and_all_games_end(tmp_path: Path) -> None:
    server = Server(tmp_path, SETTINGS)
    try:
        bots = asyncio.run(_play_all(server))
        for bot in bots:
            bot.check()
            guest = bot.sitting.guest
            answer = httpx.get(
                f"{server.address}/api/tables/{bot.sitting.id}/record", headers={**HEADERS, "Cookie": guest.cookie}
            )
            table = read_record(answer.text).table  # replays every step; a corrupt game would be refused
            assert table.outcome is not None
            bot.compare([entry.text for entry in table.history.taken if entry.seat == bot.sitting.table["viewer"]])
    finally:
        server.stop()
