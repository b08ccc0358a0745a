"""The drill: a copy is made while people play, tried out, and restored into an empty place; there the games go on."""

import asyncio
import json
import os
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.bots import Guest, Sitting
from tests.server.killing import PATIENCE, SETTINGS
from tests.server.postgres import running_postgres
from tests.server.running import Server

pytestmark = pytest.mark.slow  # and needs PostgreSQL

KINDS = ["mur-en", "myrmidons", "realm"]
STEPS = 8  # that a table takes at least before the copy is made, afterwards, and where it is restored
_PAUSE = 0.1


class Pair:
    """Two people at a table, who play slowly; ``own`` are each one's steps that were acknowledged."""

    def __init__(self, sittings: list[Sitting], seed: int) -> None:
        self.sittings = sittings
        self.own: list[list[str]] = [[], []]
        self._rng = random.Random(seed)

    @classmethod
    async def sit_down(cls, address: str, number: int, http: httpx.AsyncClient) -> "Pair":
        guests = [await Guest(address).arrive(http, name) for name in ("Ada", "Ben")]
        wanted = {"ruleset": KINDS[number], "seats": [{"who": "you"}, {"who": "open"}], "visibility": "private"}
        table = await guests[0].open_table(http, wanted)
        sittings = [await Sitting(guest, table).connect() for guest in guests]
        await sittings[1].ask("sit", seat=-1)
        return cls(sittings, number)

    @property
    def over(self) -> bool:
        return all(one.over for one in self.sittings)

    @property
    def count(self) -> int:
        return sum(map(len, self.own))

    async def play(self, true: Callable[[], bool]) -> None:
        """Until it is so, or the game is over."""
        while not true() and not self.over:
            for one, own in zip(self.sittings, self.own, strict=True):
                if one.may_step:
                    step = self._rng.choice(one.picture["paths"])["step"]
                    await one.step(step)
                    own.append(step)
                else:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(_PAUSE):
                            await one.hear()
            await asyncio.sleep(_PAUSE)

    async def return_to(self, address: str) -> None:
        """To a server on which there may be less of the game, but what there is was played so."""
        for seat, one in enumerate(self.sittings):
            await one.close()
            one.guest.address = address
            await one.connect()
            told = [step["text"] for step in one.steps if step["seat"] == one.table["viewer"]]
            assert told == self.own[seat][: len(told)]
            self.own[seat] = told


@pytest.fixture(params=["sqlite", "postgresql"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """Two databases: one to play on, and one that is empty."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/played.sqlite", f"sqlite:///{tmp_path}/empty.sqlite"
        return
    with running_postgres() as postgres:
        yield postgres.new("played"), postgres.new("empty")


def admin(url: str, *typed: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "ludarium", "admin", *typed, "--json"],
        env={**os.environ, "LUDARIUM_DATABASE": url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_copy_made_while_people_play_is_played_on_elsewhere(places: tuple[str, str], tmp_path: Path) -> None:
    asyncio.run(_drill(*places, tmp_path))


async def _drill(played: str, empty: str, folder: Path) -> None:
    copy = str(folder / "copy")
    async with serving(folder, played) as address, httpx.AsyncClient(timeout=30) as http:
        pairs = [await Pair.sit_down(address, number, http) for number in range(len(KINDS))]
        await together(pairs, lambda pair: pair.count >= STEPS)
        before = [pair.count for pair in pairs]
        copying = asyncio.create_task(asyncio.to_thread(admin, played, "backup", copy))
        await together(pairs, lambda _: copying.done())
        await copying
        then = {id(pair): pair.count for pair in pairs}
        assert list(then.values()) > before  # they have played meanwhile
        await together(pairs, lambda pair: pair.count >= then[id(pair)] + STEPS)
        tried = await asyncio.to_thread(admin, played, "check-backup", copy)
    assert (tried["people"], tried["tables"], tried["faults"]) == (2 * len(KINDS), len(KINDS), [])
    assert tried["events"] >= sum(before)
    await asyncio.to_thread(admin, empty, "restore", copy)
    async with serving(folder, empty) as address:
        for pair, at_least in zip(pairs, before, strict=True):
            await pair.return_to(address)
            assert at_least <= pair.count <= then[id(pair)]
        assert not all(pair.over for pair in pairs)
        restored = {id(pair): pair.count for pair in pairs}
        await together(pairs, lambda pair: pair.count >= restored[id(pair)] + STEPS)
        assert all(pair.over or pair.count >= restored[id(pair)] + STEPS for pair in pairs)
        for pair in pairs:
            for one in pair.sittings:
                await one.close()
    assert await asyncio.to_thread(admin, empty, "check") == {"tables": len(KINDS), "faults": []}


@asynccontextmanager
async def serving(folder: Path, url: str) -> AsyncIterator[str]:
    server = Server(folder, {**SETTINGS, "LUDARIUM_DATABASE": url})
    await asyncio.to_thread(server.start)
    try:
        yield server.address
    finally:
        await asyncio.to_thread(server.stop)


async def together(pairs: list[Pair], true: Callable[[Pair], bool]) -> None:
    async with asyncio.timeout(PATIENCE * 2):
        await asyncio.gather(*(pair.play(lambda pair=pair: true(pair)) for pair in pairs))  # type: ignore[misc]
