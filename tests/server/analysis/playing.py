"""Tables at which games are played without anybody waiting, and a browser's side of a WebSocket."""

import asyncio
from collections.abc import AsyncIterator, MutableMapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import orjson

from ludarium.server import requests
from ludarium.server.pictures import ArtCache
from ludarium.server.rooms.actions import handle
from ludarium.server.rooms.messages import Connection
from ludarium.server.rooms.play import TableEventKind
from tests.server.visiting import ORIGIN, Open, Visitor

PATIENCE = 60  # seconds: more than anything here takes


def new_table(server: Open, ruleset: str, first: Visitor, second: str, name: str, **more: object) -> str:
    """A table between two people; ``second`` is the id of the other one."""
    seats = [{"who": "you"}, {"who": "open"}]
    answer = first.post("/api/tables", {"ruleset": ruleset, "seats": seats, "visibility": "private", **more})
    assert answer.status_code == 201, answer.text
    table = str(answer.json()["id"])

    async def sit() -> None:
        room = await server.services.rooms.open(table)
        await handle(
            room, Connection(second, name, ArtCache("light", "en"), False), requests.Sit(do="sit", id=1, seat=1)
        )
        assert room.play.begun

    server.do(sit())
    return table


def play(server: Open, table: str, steps: Sequence[str]) -> None:
    for step in steps:
        event(server, table, "step", {"step": step})


def event(server: Open, table: str, kind: TableEventKind, data: dict[str, object] | None = None) -> None:
    """Something that the seat to act does."""

    async def act() -> None:
        room = await server.services.rooms.open(table)
        async with room.lock:
            await room.act(kind, room.play.table.seat, data or {})

    server.do(act())


class Call:
    """A WebSocket as a browser has it, without a network between."""

    def __init__(self) -> None:
        self.incoming: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self.outgoing: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self.closed: int | None = None

    def say(self, message: object) -> None:
        text = message if isinstance(message, str) else orjson.dumps(message).decode()
        self.outgoing.put_nowait({"type": "websocket.receive", "text": text})

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        async with asyncio.timeout(PATIENCE):
            heard = await self.incoming.get()
        if heard["type"] == "websocket.close":
            self.closed = heard.get("code", 1000)
            raise ConnectionResetError(self.closed)
        found: dict[str, Any] = orjson.loads(heard["text"])
        return found

    async def hear_all(self, last: str, identity: int) -> list[dict[str, Any]]:
        """All messages up to the one of that type and id."""
        heard = [await self.hear()]
        while (heard[-1]["type"], heard[-1].get("id")) != (last, identity):
            heard.append(await self.hear())
        return heard


@asynccontextmanager
async def calling(
    server: Open, path: str, who: Visitor | None = None, origin: str | None = ORIGIN
) -> AsyncIterator[Call]:
    """A connection; if it is refused, its ``closed`` says so."""
    call = Call()
    headers = [(b"host", ORIGIN.removeprefix("http://").encode())]
    headers += [(b"origin", origin.encode())] if origin is not None else []
    headers += [(b"cookie", f"ludarium={who.token()}".encode())] if who is not None else []
    path, _, query = path.partition("?")
    scope = {
        "type": "websocket",
        "asgi": {"version": "3.0"},
        "scheme": "ws",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": headers,
        "client": ("203.0.113.5", 1234),
        "server": ("localhost", 8765),
        "subprotocols": [],
    }
    call.outgoing.put_nowait({"type": "websocket.connect"})
    served = asyncio.create_task(server.app(scope, call.outgoing.get, call.incoming.put))
    async with asyncio.timeout(PATIENCE):
        answer = await call.incoming.get()
    if answer["type"] != "websocket.accept":
        call.closed = answer.get("code", 1000)
    try:
        yield call
    finally:
        call.outgoing.put_nowait({"type": "websocket.disconnect", "code": 1001})
        async with asyncio.timeout(PATIENCE):
            await served
