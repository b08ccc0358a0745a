"""Clients with bad intentions at a real server: whatever they send, the table stays as it was and others play on."""

import asyncio
import socket
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx
import orjson
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

from tests.server.bots import HEADERS, Guest, Refused, Sitting, Told
from tests.server.running import Server

pytestmark = pytest.mark.slow

PATIENCE = 60
STEP = {"do": "step", "id": 7, "seat": 0, "step": "+c2", "number": 0}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, new_database: Callable[[], str]) -> Iterator[str]:
    settings = {"LUDARIUM_LOG_LEVEL": "warning", "LUDARIUM_DATABASE": new_database()}
    server = Server(tmp_path_factory.mktemp("hostile"), settings)
    yield server.start()
    alive = not server.is_dead
    server.stop()
    assert alive
    assert not [line for line in server.output if "Traceback" in line], "".join(server.output)


@dataclass
class Game:
    """Ada and Ben play, and somebody looks on."""

    address: str
    http: httpx.AsyncClient
    ada: Sitting
    ben: Sitting

    @classmethod
    async def begin(cls, address: str, http: httpx.AsyncClient) -> "Game":
        ada, ben = [await Guest(address).arrive(http, name) for name in ("Ada", "Ben")]
        table = await ada.open_table(http, {"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "open"}]})
        sittings = [await Sitting(guest, table).connect() for guest in (ada, ben)]
        await sittings[1].ask("sit", seat=1)
        await sittings[0].until(lambda told: told.get("table", {}).get("phase") == "playing")
        return cls(address, http, *sittings)

    async def raw(self, cookie: str = "", **more: Any) -> ClientConnection:
        """A connection on which anything can be said; its welcome is heard already."""
        where = f"{self.address.replace('http', 'ws', 1)}/ws/tables/{self.ada.id}?lang=en"
        wanted = {"origin": self.address, "max_size": None, **more}
        found = await connect(where, additional_headers={"Cookie": cookie} if cookie else {}, **wanted)
        assert (await hear(found))["type"] == "welcome"
        return found

    async def is_as_before(self, steps: list[str]) -> None:
        """So many steps were taken, as somebody sees who comes now; and the next one can be."""
        watching = await Sitting(Guest(self.address), self.ada.id).connect()
        assert [step["text"] for step in watching.steps] == steps
        assert watching.table["phase"] == "playing"
        assert [info["name"] for info in watching.table["seats"]] == ["Ada", "Ben"]
        assert watching.table["offers"] == []
        await watching.close()
        await self.play_on()

    async def play_on(self) -> None:
        """The one whose turn it is steps, on a connection of their own, and both are told."""
        both = [await Sitting(one.guest, one.id).connect() for one in (self.ada, self.ben)]
        actor = next(one for one in both if one.may_step)
        step, number = actor.picture["paths"][0]["step"], len(actor.steps)
        await actor.step(step)
        for one in both:
            while len(one.steps) == number:
                await one.hear()
            assert one.steps[-1]["text"] == step
            await one.close()


async def hear(connection: ClientConnection) -> Told:
    async with asyncio.timeout(PATIENCE):
        told: Told = orjson.loads(await connection.recv())
    return told


async def answer(connection: ClientConnection) -> Told:
    """The next answer; who comes and goes meanwhile is told, too."""
    while True:
        told = await hear(connection)
        if told["type"] not in ("changed", "stepped", "sentence"):
            return told


class ConnectionReset(Exception):
    """The connection ended without a close code."""


async def until_closed(connection: ClientConnection) -> tuple[int, list[Told]]:
    """The close code, and what was said before."""
    told: list[Told] = []
    try:
        while True:
            told.append(await hear(connection))
    except ConnectionClosed as closed:
        if closed.rcvd is None:
            raise ConnectionReset from closed
        return closed.rcvd.code, told


def play(address: str, attack: Callable[[Game], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(timeout=PATIENCE) as http:
            game = await Game.begin(address, http)
            await attack(game)
            for one in (game.ada, game.ben):
                await one.close()

    asyncio.run(run())


# --- messages that make no sense --------------------------------------------------------------------------------------
NONSENSE: list[str | bytes] = [
    "",
    "{",
    "null",
    "[]",
    "NaN",
    '"step"',
    "\x00",
    "[" * 8000,
    '{"a":' * 1300,
    b"\xff\xfe\x00",
    b"\x89PNG",
    '{"do":"step","do":"fly","id":7}',
    '{"do":"step","id":NaN,"seat":0,"step":"+c2","number":0}',
    '{"do":"say","id":7,"text":"\\ud800"}',
    orjson.dumps({"do": "ping"}).decode(),
    orjson.dumps({"id": 7}).decode(),
    *[
        orjson.dumps({**STEP, **wrong}).decode()
        for wrong in (
            {"id": 0},
            {"id": -1},
            {"id": 2**63},
            {"id": 7.0},
            {"id": "7"},
            {"id": True},
            {"id": None},
            {"seat": 6},
            {"seat": -1},
            {"seat": "0"},
            {"seat": [0]},
            {"seat": False},
            {"number": -1},
            {"number": 0.0},
            {"number": 10**7},
            {"step": ""},
            {"step": "+c2" * 30},
            {"step": ["+c2"]},
            {"step": {"$ne": ""}},
            {"do": "Step"},
            {"do": ["step"]},
            {"person": "somebody else"},
            {"__proto__": {"seat": 1}},
        )
    ],
    '{"do":"step","id":7,"step":"+c2","number":0,"seat":' + "9" * 4000 + "}",
]


def test_nonsense_is_refused_and_changes_nothing(address: str) -> None:
    async def attack(game: Game) -> None:
        eve = await game.raw(game.ada.guest.cookie)  # Ada herself, with a page that has gone mad
        for number, message in enumerate(NONSENSE):
            if number % 20 == 19:
                await asyncio.sleep(1.1)  # this is not about floods
            await eve.send(message)
            told = await answer(eve)
            assert told["type"] == "problem", message
            assert told["code"].startswith(("body_", "field_")), message
            assert told["id"] in (0, 7)
            assert len(told["sentence"]) < 400
        await eve.send(orjson.dumps({"do": "ping", "id": 3}))  # in bytes instead of text, but that is all
        assert await answer(eve) == {"type": "pong", "id": 3}
        await eve.close()
        await game.is_as_before([])

    play(address, attack)


# --- messages that come at the wrong time -----------------------------------------------------------------------------
def test_stale_repeated_and_reordered_steps_count_once(address: str) -> None:
    async def attack(game: Game) -> None:
        ada, ben = game.ada, game.ben
        same = [await ada.send("step", seat=0, step="+c2", number=0) for _ in range(3)]
        answers = {asked: await ada.until(lambda told, asked=asked: told.get("id") == asked) for asked in same}  # type: ignore[misc]
        assert [answers[asked]["type"] for asked in same] == ["done", "problem", "problem"]
        assert {answers[asked].get("code") for asked in same[1:]} == {"not_your_turn"}
        # Ben's second message arrives before his first.
        late = await ben.send("step", seat=1, step="+a2", number=3)
        first = await ben.send("step", seat=1, step="+a1", number=1)
        assert (await ben.until(lambda told: told.get("id") == late))["code"] == "stale"
        assert (await ben.until(lambda told: told.get("id") == first))["type"] == "done"
        for number in (0, 1, 3):
            with pytest.raises(Refused) as refused:
                await ada.ask("step", seat=0, step="+c3", number=number)
            assert refused.value.problem["code"] == "stale"
        with pytest.raises(Refused):
            await ada.ask("undo", seat=0, number=2)
        await game.is_as_before(["+c2", "+a1"])

    play(address, attack)


# --- acting for others ------------------------------------------------------------------------------------------------
ACTIONS: dict[str, dict[str, object]] = {
    "step": {"step": "+c2", "number": 0},
    "undo": {"number": 0, "whole": True},
    "plan": {"number": 0, "steps": ["+c2", "+a1"]},
    "unplan": {"line": 1},
    "resign": {},
    "offer": {"kind": "end"},
    "answer": {"kind": "end", "yes": True},
    "explain": {"clicks": ["c2"]},
    "uncover": {},
    "stand": {},
}


def test_nobody_acts_for_another_over_the_network(address: str) -> None:
    async def attack(game: Game) -> None:
        eve = await Guest(address).arrive(game.http, "Eve")
        forged = [
            game.ben.guest.cookie,
            eve.cookie,
            "",
            "ludarium=",
            f"ludarium={game.ada.guest.id}",  # her public id is not her token
            f"ludarium={'a' * 43}",
            f"ludarium={'a' * 4000}",
            "ludarium=\"'; DROP TABLE session; --",
            f"x=1; ludarium_lang={game.ada.guest.cookie.partition('=')[2]}",
        ]
        for cookie in forged:
            stranger = await game.raw(cookie)
            for do, data in ACTIONS.items():
                await stranger.send(orjson.dumps({"do": do, "id": 1, "seat": 0, **data}).decode())
                told = await answer(stranger)
                assert (told["type"], told["code"]) == ("problem", "not_your_seat"), (cookie, do)
            wishes: list[dict[str, object]] = [{"do": "next"}, {"do": "sit", "seat": 0}]
            for asked in [*wishes, {"do": "fill", "seat": 0, "level": 1}]:
                await stranger.send(orjson.dumps({"id": 1, **asked}).decode())
                assert (await answer(stranger))["type"] == "problem", (cookie, asked)
            await stranger.close()
        await game.is_as_before([])

    play(address, attack)


def test_only_our_own_pages_may_connect(address: str) -> None:
    """A page of another site would connect with the cookie of whoever looks at it."""

    async def attack(game: Game) -> None:
        port = address.rpartition(":")[2]
        for origin in (None, "https://evil.example", "null", f"http://localhost:{port}", f"{address}.evil.example"):
            with pytest.raises(InvalidStatus) as refused:
                await game.raw(game.ada.guest.cookie, origin=origin)
            assert refused.value.response.status_code == 403
            assert b"origin_foreign" in refused.value.response.body
        await game.is_as_before([])

    play(address, attack)


def test_one_person_does_not_open_a_table_without_end(address: str) -> None:
    async def attack(game: Game) -> None:
        many = [await game.raw(game.ada.guest.cookie) for _ in range(7)]  # and the one that she has
        where = f"{address.replace('http', 'ws', 1)}/ws/tables/{game.ada.id}"
        headers = {"Cookie": game.ada.guest.cookie}
        one_more = await connect(where, origin=address, additional_headers=headers)  # type: ignore[arg-type]
        code, told = await until_closed(one_more)
        assert (code, [one["code"] for one in told]) == (4429, ["connections"])
        for one in many:
            await one.close()
        await game.is_as_before([])

    play(address, attack)


# --- too long, too many -----------------------------------------------------------------------------------------------
def test_long_messages_end_the_connection(address: str) -> None:
    async def attack(game: Game) -> None:
        cookie = game.ada.guest.cookie
        rather_long = orjson.dumps({"do": "say", "id": 1, "text": "x" * 8200}).decode()
        chatty = await game.raw(cookie)
        await chatty.send(rather_long)
        code, told = await until_closed(chatty)
        assert code == 1009
        assert "message_long" in [one.get("code") for one in told]
        for message in ("x" * 500_000, b"x" * 500_000, ["x" * 100_000] * 6):  # the last one in pieces
            flooding = await game.raw(cookie, compression=None)
            with suppress(ConnectionClosed):  # before all of it was sent
                await flooding.send(message)
            with suppress(ConnectionReset):  # whoever still sends may not hear the last words
                assert (await until_closed(flooding))[0] == 1009
        await game.is_as_before([])

    play(address, attack)


def test_a_message_that_unpacks_to_very_much_is_not_unpacked(address: str) -> None:
    async def attack(game: Game) -> None:
        packing = [ClientPerMessageDeflateFactory(compress_settings={"level": 9})]
        bomb = await game.raw(game.ada.guest.cookie, extensions=packing, compression=None)
        await bomb.send(b"[" * 50_000_000)  # 50 kB on the wire
        assert (await until_closed(bomb))[0] == 1009
        await game.is_as_before([])

    play(address, attack)


def test_floods_are_answered_seldom_and_then_cut_off(address: str) -> None:
    async def attack(game: Game) -> None:
        flooding = await game.raw(game.ben.guest.cookie)
        with suppress(ConnectionClosed):
            for number in range(3000):
                await flooding.send(orjson.dumps({**STEP, "id": number + 1}).decode())
        code, told = await until_closed(flooding)
        assert code == 4429
        assert len(told) < 300
        await game.is_as_before([])

    play(address, attack)


def test_what_costs_much_is_had_seldom(address: str) -> None:
    async def attack(game: Game) -> None:
        eve = await game.raw()
        for number, theme in enumerate(["dark", "light"] * 6, 1):
            await eve.send(orjson.dumps({"do": "prefer", "id": number, "locale": "ja", "theme": theme}).decode())
        found: dict[int, Told] = {}
        while len(found) < 12:
            told = await answer(eve)
            if told["type"] != "welcome":
                found[told["id"]] = told
        assert found[1]["type"] == "done"
        assert found[12]["code"] == "slow_down"
        assert sum(one["type"] == "done" for one in found.values()) < 8
        await eve.close()
        await game.is_as_before([])

    play(address, attack)


# --- broken connections -----------------------------------------------------------------------------------------------
def test_who_leaves_in_the_middle_has_stepped_once_or_not_at_all(address: str) -> None:
    async def attack(game: Game) -> None:
        taken: list[str] = []
        for one in (game.ada, game.ben, game.ada):
            leaving = await game.raw(one.guest.cookie)
            sitting = await Sitting(one.guest, one.id).connect()
            step, seat = sitting.picture["paths"][0]["step"], sitting.table["viewer"]
            asked = {"do": "step", "id": 1, "seat": seat, "step": step, "number": len(taken)}
            for _ in range(3):
                await leaving.send(orjson.dumps(asked).decode())
            leaving.transport.abort()  # without a word, and without reading the answer
            while len(sitting.steps) == len(taken):
                await sitting.hear()
            taken.append(step)
            await sitting.close()
        await game.is_as_before(taken)

    play(address, attack)


def test_what_is_no_websocket_does_no_harm(address: str) -> None:
    async def attack(game: Game) -> None:
        port = int(address.rpartition(":")[2])
        upgrade = (
            f"GET /ws/tables/{game.ada.id} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {address}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        ).encode()
        for data in (
            b"\x00" * 1000,
            b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20_000,
            upgrade[:-2],
            upgrade.replace(b"13", b"99"),
            upgrade.replace(b"==", b""),
            upgrade + b"\xff" * 1000,  # frames of an unknown kind
            upgrade + b"\x81\x05hello",  # not masked
            upgrade + b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff",  # a message of 2^63 bytes begins
            upgrade + b"\x88\x80\x00\x00\x00\x00",  # goodbye at once
        ):
            with socket.create_connection(("127.0.0.1", port)) as broken:
                broken.sendall(data)
                broken.settimeout(0.3)
                with suppress(OSError):
                    broken.recv(100_000)
        await game.is_as_before([])

    play(address, attack)


# --- HTTP -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", [None, "application/json", "text/plain", "application/problem+json", "image/png"])
@pytest.mark.parametrize("body", [b'{"name": NaN}', b"[" * 10_000, b'{"name": "\\ud800"}', b'{"name": 1e999}', b"\xff"])
def test_bodies_are_refused_whatever_they_are_called(address: str, kind: str | None, body: bytes) -> None:
    headers = {**HEADERS, **({"Content-Type": kind} if kind else {})}
    refused = httpx.post(f"{address}/api/me", content=body, headers=headers, timeout=PATIENCE)
    assert refused.status_code == 422, refused.text


def test_what_only_some_may_see_is_kept_by_nobody(address: str) -> None:
    async def attack(game: Game) -> None:
        await game.ada.step("+c2")
        table, who = f"/api/tables/{game.ada.id}", {"Cookie": game.ada.guest.cookie}
        own = ["/api/me", "/api/me/tables", "/api/me/ratings", "/api/me/export", "/api/tables", "/api/passkeys", table]
        parts = ["/record", "/frames", "/frames/0", "/picture.svg", "/picture.png", "/start"]
        for path in [*own, *(table + part for part in parts)]:
            found = await game.http.get(address + path, headers=who)
            assert found.headers["cache-control"] == "no-store", path
        await game.is_as_before(["+c2"])

    play(address, attack)


def test_names_of_tables_lead_nowhere_else(address: str) -> None:
    for name in (
        "..%2f..%2fetc%2fpasswd",
        "%00",
        "%0d%0aSet-Cookie:%20a=b",
        "a" * 5000,
        "'%20OR%201=1--",
        "%F0%9F%91%BB",
    ):
        for part in ("", "/record", "/frames/0", "/picture.svg", "/start"):
            found = httpx.get(f"{address}/api/tables/{name}{part}", timeout=PATIENCE)
            assert found.status_code == 404, (name, part)
            assert "set-cookie" not in found.headers
            assert "passwd" not in found.text


def test_a_land_of_nonsense_is_no_table(address: str) -> None:
    async def attack(game: Game) -> None:
        seats = [{"who": "you"}, {"who": "computer"}]
        lands: list[object] = [
            [[0, 0]] * 70,
            [[number, 10**15] for number in range(70)],
            [[number, 0] for number in range(100_000)],
            [["<script>", "x"]] * 70,
            ["x" * 100_000],
            [[]],
        ]
        for land in lands:
            wanted = {"ruleset": "mutterland", "options": {"land": land}, "seats": seats}
            headers = {**HEADERS, "Cookie": game.ada.guest.cookie}
            refused = await game.http.post(f"{address}/api/tables", json=wanted, headers=headers)
            assert 400 <= refused.status_code < 500, refused.text[:200]
            assert len(refused.text) < 2000
            position = {"ruleset": "mutterland", "options": {"land": land}}
            refused = await game.http.post(f"{address}/api/analysis", json=position, headers=headers)
            assert 400 <= refused.status_code < 500, refused.text[:200]
        await game.is_as_before([])

    play(address, attack)
