"""Two truths that somebody cannot tell apart, played at two processes on one PostgreSQL: whatever reaches them is the
same, byte for byte, from either process, by WebSocket, HTTP, web push and mail.

The table is at the first process. Whoever may not know is at the second, and with another browser at the first; at each
there is somebody who watches. Ids are replaced by names, times by a word, salted hashes by another: they differ between
any two games. Nothing else is left out but what ``NOT_COMPARED`` names.
"""

import asyncio
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import httpx
import orjson
import pytest
from sqlalchemy import create_engine, text
from websockets.asyncio.client import connect

from ludarium.core.game import find_ruleset
from ludarium.server.app import make_app
from ludarium.server.settings import read_settings
from ludarium.table import Table
from tests.server.bots import HEADERS, Guest, Refused, Sitting
from tests.server.killing import serving
from tests.server.loopback import SEED
from tests.server.notices.outside import Browser, MailServer, PushService
from tests.server.postgres import Postgres
from tests.server.running import Server
from tests.table.test_secrets import ways_to_go_on

pytestmark = [pytest.mark.slow, pytest.mark.compiled_only]  # and needs PostgreSQL

PATIENCE = 300
MOST_TURNS = 18
ORIGIN = "https://games.example"
NAMES = ("Ada", "Ben", "Eve", "Mo")  # who has the secrets, who plays them, who watches, who keeps order
# Headers that say when, which process, or what a text with ids hashes to.
NOT_COMPARED = {"date", "x-request-id", "content-security-policy", "etag", "set-cookie"}
# What the parameters of paths and wishes can be; ``None``: a wish that is left out. A route with a parameter that has
# no line here is not known to be harmless.
EXAMPLES: dict[str, list[str | None]] = {
    "id_": ["TABLE"],
    "person": ["ADA", "BEN"],
    "name": ["Ada", "Ben"],
    "number": ["3", "99"],
    "kind": ["svg", "png"],
    "view": [None, "0", "1", "-1", "open"],
    "step": [None, "2"],
    "game": [None],
    "first": [None],
    "count": [None],
    "theme": [None],
    "ground": [None],
    "flipped": [None],
    "ruleset": ["myrmidons"],
    "lesson": ["none"],
    "item": [None],
    "position": [None],
    "options": [None],
    "result": [None],
    "against": [None],
    "page": [None],
}
GAME_NAMES = {"/api/rules/{game}": "myrmidons"}
PAGES = ["/t/TABLE", "/t/TABLE/review", "/t/TABLE/review?step=2", "/embed/t/TABLE", "/people/Ada", "/people/Ben"]


def described() -> dict[str, Any]:
    found: dict[str, Any] = make_app(read_settings(database="sqlite:///unused.sqlite")).openapi()["paths"]
    return found


def paths() -> Iterator[str]:
    """Every address that can be asked for, with the table and the people as ``TABLE``, ``ADA`` and ``BEN``."""
    yield from PAGES
    for path, operations in described().items():
        if "get" not in operations:
            continue
        given = operations["get"].get("parameters", [])
        names = [one["name"] for one in given if one["in"] == "path"]
        wishes = [one["name"] for one in given if one["in"] == "query"]
        for chosen in product(*(EXAMPLES[name] for name in (*names, *wishes))):
            values = dict(zip((*names, *wishes), chosen, strict=True))
            if values.get("kind") == "png" and values["view"] is not None:
                continue  # the same drawing as the other kind, which takes half a second
            written = path
            for name in names:
                written = written.replace(f"{{{name}}}", GAME_NAMES.get(path, str(values[name])))
            asked = [f"{name}={values[name]}" for name in wishes if values[name] is not None]
            yield written + ("?" + "&".join(asked) if asked else "")


@dataclass
class Truth:
    """One of the two: its processes, its people, and all that reached them."""

    servers: list[Server]
    service: PushService
    post: MailServer
    http: httpx.AsyncClient
    ruleset: str
    seat: int  # of the one who may not know
    guests: dict[str, Guest] = field(default_factory=dict)
    everybody: dict[str, Sitting] = field(default_factory=dict)
    table: str = ""
    browser: Browser | None = None
    got: dict[str, list[bytes]] = field(default_factory=dict)
    lobby: dict[str, list[bytes]] = field(default_factory=dict)

    def guest(self, name: str, process: int) -> Guest:
        """The same person at another process."""
        known = self.guests.get(name, Guest(""))
        return Guest(self.servers[process].address, known.cookie, known.id)

    async def ask(self, name: str, process: int, method: str, path: str, json: object = None) -> httpx.Response:
        headers = {**HEADERS, "Cookie": self.guests[name].cookie} if name in self.guests else HEADERS
        address = f"{self.servers[process].address}{path}"
        answer = await self.http.request(method, address, json=json, headers=headers)
        self.http.cookies.clear()
        return answer

    # --- people -------------------------------------------------------------------------------------------------------
    async def arrive(self) -> None:
        for name in NAMES:
            account = {"name": name, "password": "correct horse"}
            answer = await self.ask(name, 1 if name == "Ben" else 0, "POST", "/api/account", account)
            assert answer.status_code == 200, answer.text
            self.guests[name] = Guest("", answer.headers["set-cookie"].split(";")[0], answer.json()["id"])
        engine = create_engine(read_settings(database=self.servers[0].settings["LUDARIUM_DATABASE"]).database_url)
        with engine.begin() as rows:
            rows.execute(text("INSERT INTO moderator (person, since) VALUES (:mo, 1)"), {"mo": self.guests["Mo"].id})
        engine.dispose()
        self.browser = Browser(self.service.address)
        assert (await self.ask("Ben", 1, "POST", "/api/notices/push", self.browser.subscription)).status_code == 200
        await self.ask("Ben", 1, "POST", "/api/notices/mail", {"address": "ben@mail.example"})
        await self.until(lambda: self.post.mails)
        [link] = re.findall(r"/mail/confirm#([\w-]{43})", self.post.mails[0].get_content())
        await self.ask("Ben", 0, "POST", "/api/notices/mail/confirm", {"token": link})
        assert (await self.ask("Ben", 1, "POST", "/api/notices/mail/turns", {"on": True})).json()["mail_turns"] is True
        self.post.mails.clear()

    async def until(self, true: Any) -> None:
        async with asyncio.timeout(60):
            while not true():
                await asyncio.sleep(0.02)

    async def open_table(self) -> None:
        seats = [{"who": "open"}, {"who": "open"}]
        seats[1 - self.seat] = {"who": "you"}
        clock = {"kind": "days", "base": 3}
        wanted = {"ruleset": self.ruleset, "seats": seats, "visibility": "lobby", "clock": clock}
        self.table = await self.guest("Ada", 0).open_table(self.http, wanted)
        await self.enter("Ada", "Ada", 0)
        for name, who, process in (("Eve", "Eve", 0), ("nobody", "", 1), ("Ben", "Ben", 1)):
            await self.enter(name, who, process)
        await self.everybody["Ben"].ask("sit", seat=self.seat)
        await self.quiet()
        await self.leave("Ben")

    # --- who is there -------------------------------------------------------------------------------------------------
    async def enter(self, name: str, who: str, process: int) -> None:
        """All are told who is there, once."""
        heard = self.everybody[name].heard if name in self.everybody else []
        one = Sitting(self.guest(who, process), self.table, heard=heard, listen=True)
        await one.connect()
        self.everybody[name] = one
        await self.hear_who_is_there()

    async def leave(self, name: str) -> None:
        one = self.everybody.pop(name)
        self.got.setdefault(name, []).extend(one.heard)
        await one.close()
        await self.hear_who_is_there()

    async def hear_who_is_there(self) -> None:
        for one in self.everybody.values():
            await one.until(lambda told: told["type"] == "changed")

    async def quiet(self) -> None:
        for one in self.everybody.values():
            await one.ask("ping")

    async def come_back(self) -> None:
        """Ben, with two browsers: by way of the process that does not have the table, and at the one that has."""
        if "Ben" not in self.everybody:
            await self.enter("Ben", "Ben", 1)
            await self.enter("Ben, directly", "Ben", 0)

    async def go_away(self) -> None:
        if "Ben" in self.everybody:
            await self.leave("Ben, directly")
            await self.leave("Ben")

    # --- what is played -----------------------------------------------------------------------------------------------
    async def take(self, actor: int, steps: list[str], told: bool) -> None:
        """A turn. ``told``: Ben is away, and gets a notice that it is his."""
        if actor == self.seat:
            await self.come_back()
            acts = self.everybody["Ben"]
        else:
            acts = self.everybody["Ada"]
        before = len(self.service.told)
        for step in steps:
            await acts.step(step)
            await self.quiet()
        if told:
            await self.until(lambda: len(self.service.told) > before)

    async def be_refused(self) -> None:
        """What Ben and others try in order to find out more."""
        other, seen = 1 - self.seat, len(self.everybody["Ben"].steps)
        for name in ("Ben", "Ben, directly"):
            one = self.everybody[name]
            for do, data in (
                ("step", {"seat": self.seat, "step": "c1n2", "number": 1}),
                ("step", {"seat": self.seat, "step": "zzz", "number": seen}),
                ("step", {"seat": other, "step": "c1n2", "number": seen}),
                ("step", {"seat": self.seat, "step": "c1n2", "number": seen + 1}),
                ("undo", {"seat": self.seat, "number": seen}),
                ("undo", {"seat": other, "number": seen}),
                ("explain", {"seat": other, "clicks": ["a1"]}),
                ("explain", {"seat": self.seat, "clicks": ["a1", "c3"]}),
                ("preview", {"seat": other, "clicks": []}),
                ("hint", {"seat": self.seat}),
                ("uncover", {"seat": other}),
                ("plan", {"seat": other, "number": seen, "steps": ["c1n2", "c1n2"]}),
                ("claim", {"seat": self.seat, "win": True}),
                ("offer", {"seat": self.seat, "kind": "undo"}),
                ("prefer", {"locale": "ja", "theme": "contrast"}),
            ):
                with suppress(Refused):
                    await one.ask(do, **data)
                await self.quiet()
        for name in ("Eve", "nobody"):
            for do in ("explain", "preview"):
                with pytest.raises(Refused):
                    await self.everybody[name].ask(do, seat=other, clicks=["a1"])
        await self.everybody["Ben"].ask("say", text="hello")
        await self.quiet()

    # --- whatever else can be had -------------------------------------------------------------------------------------
    async def look_at_lobbies(self) -> None:
        """What is told of it when all is quiet, at each process: who is there, the other one hears a second later."""
        async with asyncio.timeout(60):
            while not await self.all_know_who_is_there():
                await asyncio.sleep(0.2)
        for process, server in enumerate(self.servers):
            for name in ("Ben", "Eve", ""):
                guest = self.guest(name, process)
                headers = {"Cookie": guest.cookie} if guest.cookie else {}
                where = f"{server.address.replace('http', 'ws', 1)}/ws/lobby?lang=en"
                async with connect(where, origin=server.address, additional_headers=headers) as lobby:  # type: ignore[arg-type]
                    heard = await lobby.recv(decode=False)
                self.got.setdefault(f"the lobby of {name} at {process + 1}", []).append(heard)

    async def all_know_who_is_there(self) -> bool:
        """Whether the lobbies of all processes tell the same of the table, with both players present."""
        told = []
        for process in range(len(self.servers)):
            cards = (await self.ask("", process, "GET", "/api/tables")).json()
            told += [card for card in cards if card["id"] == self.table] or [None]
        return all(one == told[0] and one is not None and all(seat["here"] for seat in one["seats"]) for one in told)

    async def look_at_all(self) -> None:
        ids = {"TABLE": self.table, "ADA": self.guests["Ada"].id, "BEN": self.guests["Ben"].id}
        for path in paths():
            address = path
            for name, id_ in ids.items():
                address = address.replace(name, id_)
            about_somebody = path != address or "/me" in path or "name=" in path or "/tables" in path
            everybody = ("Ben", "") if ".png" in path else ("Ben", "Eve", "Mo", "")
            for name in everybody if about_somebody else ("Ben",):
                for process in (0, 1) if about_somebody else (1,):
                    answer = await self.ask(name, process, "GET", address)
                    assert answer.status_code < 500, (path, answer.text)
                    headers = {key: value for key, value in answer.headers.items() if key not in NOT_COMPARED}
                    headers["content-length"] = str(len(headers.get("content-length", "")))  # times have some length
                    got = b"%d %s\n%s" % (answer.status_code, orjson.dumps(headers), answer.content)
                    self.got.setdefault(f"{path} for {name or 'nobody'} at {process + 1}", []).append(got)

    async def report(self) -> None:
        """To those who keep order, with what was said at the table."""
        for process, reported in ((1, {"person": self.guests["Ada"].id}), (0, {"message": 1}), (1, {})):
            wanted = {"reason": "other", "text": "look", "table": self.table, **reported}
            answer = await self.ask("Ben" if process else "Eve", process, "POST", "/api/reports", wanted)
            assert answer.status_code == 201, answer.text
            self.got.setdefault("reports", []).append(answer.content)

    async def ask_for_an_analysis(self) -> None:
        for process, server in enumerate(self.servers):
            where = f"{server.address.replace('http', 'ws', 1)}/ws/analysis?lang=en"
            headers = {"Cookie": self.guests["Ben"].cookie}
            async with connect(where, origin=server.address, additional_headers=headers) as socket:  # type: ignore[arg-type]
                await socket.send(orjson.dumps({"do": "curve", "id": 1, "table": self.table}).decode())
                self.got.setdefault(f"an analysis at {process + 1}", []).append(await socket.recv(decode=False))

    def take_notices(self) -> None:
        """Decrypted, with the length of what was sent."""
        assert self.browser is not None
        pushed = self.got["pushed"] = []
        for one in self.service.told:
            headers = {key: value for key, value in one.headers.items() if key.lower() not in ("authorization", "host")}
            pushed.append(b"%d " % len(one.body) + orjson.dumps([one.path, headers, self.browser.read(one)]))
        mailed = self.got["mailed"] = []
        for mail in self.post.mails:
            headers = {key: value for key, value in mail.items() if key not in ("Date", "Message-ID")}
            mailed.append(re.sub(r"(#|/stop/)[\w-]{43}", r"\1LINK", str([headers, mail.get_content()])).encode())

    def take_logs(self) -> None:
        """What the processes noted, in any order: who is answered first is chance, and so is how often the list of
        tables was asked for until it showed everybody.
        """
        for number, server in enumerate(self.servers):
            noted = [orjson.loads(line) for line in server.output if line.startswith("{")]
            lines = [line for line in noted if line.get("path") != "/api/tables"]
            plain = [orjson.dumps({key: line[key] for key in sorted(line.keys() - _OF_ONE_LINE)}) for line in lines]
            counted = Counter(self.without_ids(line) for line in plain)
            self.got[f"the log of {number + 1}"] = sorted(b"%d %s" % (count, line) for line, count in counted.items())

    # --- comparing ----------------------------------------------------------------------------------------------------
    def without_ids(self, found: bytes) -> bytes:
        found = found.replace(self.table.encode() or b"-", b"TABLE")
        for name, guest in self.guests.items():
            found = found.replace(guest.id.encode(), name.upper().encode())
        for number, server in enumerate(self.servers):
            found = found.replace(server.address.rpartition("/")[2].encode(), b"PROCESS%d" % number)
        found = found.replace(self.service.address.rpartition(":")[2].encode(), b"PORT")
        found = re.sub(rb"sha256:[0-9a-f]{64}", b"sha256:HASH", found)
        found = re.sub(rb"\b1[78]\d{11}\b", b"TIME", found)  # milliseconds since 1970
        found = re.sub(rb'"left":\[\d+,\d+\]', b'"left":LEFT', found)  # on the clocks
        return re.sub(rb'"push_key":"[\w-]+"', b'"push_key":KEY', found)

    def all_got(self) -> dict[str, list[bytes]]:
        for name in list(self.everybody):
            self.got.setdefault(name, []).extend(self.everybody[name].heard)
        return {name: [self.without_ids(one) for one in got] for name, got in self.got.items()}


_OF_ONE_LINE = {"at", "ms", "request"}


async def play(truth: Truth, turns: list[tuple[int, list[str], bool]]) -> dict[str, list[bytes]]:
    await truth.arrive()
    await truth.open_table()
    setting_up = True
    for number, (actor, steps, away) in enumerate(turns):
        if away:
            await truth.go_away()
        passes = number + 1 < len(turns) and actor != truth.seat and turns[number + 1][0] == truth.seat
        await truth.take(actor, steps, told=passes and "Ben" not in truth.everybody)
        if passes and setting_up:
            await truth.until(lambda: truth.post.mails)
            setting_up = False
    await truth.come_back()
    await truth.be_refused()
    await truth.report()
    await truth.look_at_lobbies()
    await truth.ask_for_an_analysis()
    await truth.look_at_all()
    truth.take_notices()
    truth.take_logs()
    got = truth.all_got()
    for one in truth.everybody.values():
        await one.close()
    return got


def two_games(ruleset: str, seat: int, seed: int) -> tuple[list[tuple[int, list[list[str]]]], bool]:
    """Turns of two games that a seat cannot tell apart, and whether they differ."""
    found = find_ruleset(ruleset)
    tables = Table(found, seed=SEED), Table(found, seed=SEED)
    turns: list[tuple[int, list[list[str]]]] = []
    for actor, ways in ways_to_go_on(Random(seed), found, seat, lambda: (tables[0].state, tables[1].state)):
        written = [[found.game.step_text(step) for step in way] for way in ways]
        for table, steps in zip(tables, written, strict=True):
            for step in steps:
                table.take(actor, step)
        turns.append((actor, written))
        if len(turns) == MOST_TURNS:
            break
    return turns, tables[0].state != tables[1].state


@pytest.mark.parametrize(("ruleset", "seat", "seed"), [("myrmidons", 1, 2), ("myrmidons-secret", 0, 5)])
def test_two_truths_look_the_same_from_every_process(
    postgres: Postgres, tmp_path: Path, ruleset: str, seat: int, seed: int
) -> None:
    turns, different = two_games(ruleset, seat, seed)
    assert different
    assert len(turns) > 14  # both armies, and some turns
    secrets = {step for actor, ways in turns for step in ways[0] if actor != seat}
    apart: dict[str, object] = {}
    for attempt in range(3):
        folder = tmp_path / str(attempt)
        one, two = (_found(postgres, folder / str(number), ruleset, seat, turns, number) for number in range(2))
        assert one.keys() == two.keys()
        assert len(one["pushed"]) >= 2
        assert len(one["mailed"]) == 1
        assert one["Ada"] != two["Ada"]  # whose secrets differ is sent other bytes
        noted = b"\n".join(one["the log of 1"] + one["the log of 2"])
        assert not [step for step in secrets if step.startswith("=") and step.encode() in noted]
        differs = {name: (one[name], two[name]) for name in one.keys() - {"Ada"} if one[name] != two[name]}
        # What two busy processes tell a moment sooner or later differs once; what follows from a secret, every time.
        apart = {name: both for name, both in differs.items() if not attempt or name in apart}
        if not apart:
            break
    assert apart == {}


def _found(
    postgres: Postgres,
    folder: Path,
    ruleset: str,
    seat: int,
    turns: list[tuple[int, list[list[str]]]],
    number: int,
) -> dict[str, list[bytes]]:
    """All that reached people in one of the two truths."""
    own = [(actor, ways[number]) for actor, ways in turns]
    chosen = [(actor, steps, actor != seat and at // 2 % 2 == 0) for at, (actor, steps) in enumerate(own)]
    with PushService() as service, MailServer() as post:
        settings = {
            **{"LUDARIUM_LOG_LEVEL": "info", "LUDARIUM_LOG_FORMAT": "json", "LUDARIUM_ORIGINS": ORIGIN},
            "LUDARIUM_MAIL_SERVER": f"smtp://127.0.0.1:{post.port}",
            "LUDARIUM_MAIL_FROM": "games@games.example",
        }
        before = [sys.executable, "-m", "tests.server.loopback"]
        url = postgres.new(f"truth_{seat}_{folder.parent.name}_{number}")
        servers = serving(folder, url, 2, before, **settings)
        try:
            return asyncio.run(_play_there(servers, service, post, ruleset, seat, chosen))
        finally:
            for server in servers:
                server.stop()


async def _play_there(
    servers: list[Server],
    service: PushService,
    post: MailServer,
    ruleset: str,
    seat: int,
    turns: list[tuple[int, list[str], bool]],
) -> dict[str, list[bytes]]:
    async with asyncio.timeout(PATIENCE), httpx.AsyncClient(timeout=60) as http:
        return await play(Truth(servers, service, post, http, ruleset, seat), turns)


def test_no_address_is_forgotten() -> None:
    """Every path that can be asked for is, and every one about a table or a person from both processes."""
    asked = {path.partition("?")[0] for path in paths()}
    for path, operations in described().items():
        if "get" in operations:
            pattern = re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)))
            assert any(pattern.fullmatch(one) for one in asked), path
