"""Every byte that a real server sends: two truths that somebody cannot tell apart look the same to them on the wire.

``rooms/test_secrets.py`` compares many games in this way without a network; here nothing is left out between the table
and the browser, over WebSockets and HTTP.
"""

import asyncio
import re
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from tests.server.bots import Guest, Refused, Sitting
from tests.server.running import Server

PATIENCE = 90
OURS = ["=243", "=111", "=324", "=522", "=333", "=432"]
OTHERWISE = ["=432", "=522", "=111", "=333", "=243", "=324"]
THEIRS = ["=432", "=522", "=111", "=324", "=333", "=243"]
PATHS = [
    "",
    "/record",
    "/frames",
    "/frames?view=0",
    "/frames?view=1",
    "/frames?view=-1",
    "/frames?view=open",
    "/frames/3",
    "/frames/99",
    "/start",
    "/picture.svg",
    "/picture.svg?view=0",
    "/picture.svg?view=-1&number=7",
]


@dataclass
class Watched:
    """A table of which every byte is kept, for each who listens."""

    http: httpx.AsyncClient
    everybody: dict[str, Sitting] = field(default_factory=dict)
    read: dict[str, list[bytes]] = field(default_factory=dict)

    async def enter(self, name: str, guest: Guest, table: str) -> Sitting:
        """All are told who is there, once."""
        one = self.everybody[name] = Sitting(guest, table, listen=True)
        await one.connect()
        for other in self.everybody.values():
            await other.until(lambda told: told["type"] == "changed")
        return one

    async def quiet(self) -> None:
        """Until everybody has heard what there was to hear."""
        for one in self.everybody.values():
            await one.ask("ping")

    async def step(self, who: Sitting, step: str) -> None:
        await who.step(step)
        await self.quiet()

    async def refused(self, who: Sitting, do: str, **data: object) -> None:
        with pytest.raises(Refused):
            await who.ask(do, **data)
        await self.quiet()

    async def ask_for(self, name: str, guest: Guest, table: str) -> None:
        """Whatever can be had over HTTP."""
        for path in PATHS:
            headers = {"Cookie": guest.cookie} if guest.cookie else {}
            answer = await self.http.get(f"{guest.address}/api/tables/{table}{path}", headers=headers)
            length = len(answer.headers.get("content-length", ""))
            self.read.setdefault(name, []).append(b"%d %d %s" % (answer.status_code, length, answer.content))

    def bytes_of(self, name: str) -> list[bytes]:
        """But for random names, salted hashes and the time."""
        one = self.everybody[name]
        found = b"\n".join(one.heard + self.read.get(name, []))
        found = found.replace(one.id.encode(), b"TABLE")
        for other in self.everybody.values():
            if other.guest.id:
                found = found.replace(other.guest.id.encode(), b"PERSON")
        found = re.sub(rb"sha256:[0-9a-f]{64}", b"sha256:HASH", found)
        return re.sub(rb'"changed":\d+', b'"changed":TIME', found).split(b"\n")


async def two_people(address: str, http: httpx.AsyncClient, army: list[str]) -> Watched:
    """Ada sets up so; all the rest is the same."""
    table = Watched(http)
    ada, ben = [await Guest(address).arrive(http, name) for name in ("Ada", "Ben")]
    seats = [{"who": "you"}, {"who": "open"}]
    id_ = await ada.open_table(http, {"ruleset": "myrmidons", "seats": seats, "visibility": "lobby"})
    own = await table.enter("Ada", ada, id_)
    other = await table.enter("Ben", ben, id_)
    nobody = await table.enter("nobody", Guest(address), id_)
    await other.ask("sit", seat=1)
    await table.quiet()
    for number, step in enumerate(army):
        if number == 2:  # Ada thinks again, and Ben is curious
            await own.ask("undo", seat=0, number=2)
            await table.quiet()
            await table.step(own, army[1])
            await other.ask("offer", seat=1, kind="end")
            await other.ask("prefer", locale="ja", theme="contrast")
        await table.step(own, step)
    for step in THEIRS:
        await table.step(other, step)
    for actor in (own, other) * 2:
        steps = {path["step"] for path in actor.picture["paths"]}
        await table.step(actor, sorted(steps & COMMON)[0])
    await table.refused(other, "step", seat=1, step="c1n2", number=1)
    await table.refused(other, "step", seat=0, step="c1n2", number=16)
    await table.refused(other, "explain", seat=0, clicks=["a1"])
    await table.refused(other, "undo", seat=1, number=16)
    await table.refused(other, "offer", seat=1, kind="undo")
    await table.refused(other, "uncover", seat=0)
    await table.refused(nobody, "explain", seat=0, clicks=["a1"])
    await table.ask_for("Ben", ben, id_)
    await table.ask_for("nobody", nobody.guest, id_)
    for one in table.everybody.values():
        await one.close()
    return table


async def one_screen(address: str, http: httpx.AsyncClient, army: list[str]) -> Watched:
    """Both seats are Ada's. On one screen they are played, another one is never uncovered."""
    table = Watched(http)
    ada = await Guest(address).arrive(http, "Ada")
    seats = [{"who": "you"}, {"who": "you", "name": "Ben"}]
    id_ = await ada.open_table(http, {"ruleset": "myrmidons", "seats": seats, "visibility": "screen"})
    played = await table.enter("played", ada, id_)
    covered = await table.enter("covered", ada, id_)
    nobody = await table.enter("nobody", Guest(address), id_)
    for seat, steps in ((0, army), (1, THEIRS)):
        await played.ask("uncover", seat=seat)
        for step in steps:
            await table.step(played, step)
        await table.refused(covered, "uncover", seat=seat)
        await table.refused(covered, "explain", seat=seat, clicks=["a1"])
        await table.refused(covered, "step", seat=1 - seat, step="c1n2", number=12)
    await table.ask_for("covered", ada, id_)
    await table.ask_for("nobody", nobody.guest, id_)
    for one in table.everybody.values():
        await one.close()
    return table


COMMON = {f"{file}{rank}{way}1" for file in "abcdefgh" for rank in "123456789" for way in "ns"}  # one step ahead


@pytest.mark.slow
@pytest.mark.parametrize(
    ("begin", "alike", "apart"),
    [(two_people, ("Ben", "nobody"), "Ada"), (one_screen, ("covered", "nobody"), "played")],
)
def test_what_cannot_be_known_is_in_no_byte(tmp_path: Path, begin: object, alike: tuple[str, str], apart: str) -> None:
    server = Server(tmp_path, {"LUDARIUM_LOG_LEVEL": "warning"})
    address = server.start()

    async def play() -> list[Watched]:
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(timeout=PATIENCE) as http:
            return [await begin(address, http, army) for army in (OURS, OTHERWISE)]  # type: ignore[operator]

    try:
        one, two = asyncio.run(play())
    finally:
        server.stop()
    for name in alike:
        heard = one.bytes_of(name)
        assert len(heard) > 40
        for ours, theirs in zip(heard, two.bytes_of(name), strict=True):
            assert ours == theirs, name
    assert one.bytes_of(apart) != two.bytes_of(apart)  # whose secrets differ is sent other bytes
