"""The WebSocket of a table: who may listen, and what keeps the rest of the world from being flooded."""

import asyncio
import logging
from time import monotonic

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludarium.core.errors import LudariumError
from ludarium.draw.theme import THEMES
from ludarium.server.errors import ServerError, problem
from ludarium.server.pictures import ArtCache
from ludarium.server.requests import TABLE_REQUEST, Explain, Prefer, Uncover
from ludarium.server.rooms.actions import handle
from ludarium.server.rooms.broadcast import send
from ludarium.server.rooms.connection import Connection
from ludarium.server.rooms.errors import RoomError
from ludarium.server.rooms.room import Room
from ludarium.server.rooms.rooms import Rooms
from ludarium.server.services import services_of
from ludarium.server.sockets import identity_of
from ludarium.server.validation import check_json
from ludarium.server.visitor import visitor

_LOG = logging.getLogger(__name__)
LONGEST = 8_192  # bytes of a message
_RATE, _BURST = 20, 60  # messages of one connection, in a second and at once
_COSTS = {Prefer: 20, Uncover: 5, Explain: 5}  # of these fewer: much is drawn, sent or thought about
_PATIENCE = 200  # messages above that, then the connection is closed
_MOST_CONNECTIONS = 8  # of one person at one table
_PARTING_SECONDS = 5
UNKNOWN_TABLE, TOO_MANY, TOO_LONG = 4404, 4429, 1009  # close codes


async def serve(websocket: WebSocket, id_: str) -> None:
    """Let somebody look at a table and act there, until they leave."""
    who = await visitor(websocket)
    await websocket.accept()
    wishes = websocket.query_params
    theme = wishes.get("theme", "")
    art_cache = ArtCache(theme if theme in THEMES else next(iter(THEMES)), who.locale, wishes.get("ground", "")[:80])
    connection = Connection(who.id, who.name, art_cache, who.guest)
    try:
        room = await _enter(services_of(websocket).rooms, id_, connection)
    except LudariumError as error:
        send(connection, problem(0, error, who.locale))
        connection.finish(TOO_MANY if error.key == "connections" else UNKNOWN_TABLE)
        await _post(websocket, connection)
        await _part(websocket, connection)
        return
    await converse(websocket, room, connection)


async def converse(websocket: WebSocket, room: Room, connection: Connection) -> None:
    """Listen and answer until somebody hangs up."""
    works = (_listen(websocket, room, connection), _post(websocket, connection), connection.dropped.wait())
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.leave(connection)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await _part(websocket, connection)


async def _enter(rooms: Rooms, id_: str, connection: Connection) -> Room:
    while True:
        room = await rooms.open(id_)
        own = sum(other.person == connection.person for other in room.connections)
        if connection.person and own >= _MOST_CONNECTIONS:
            raise RoomError("connections", 429, most=_MOST_CONNECTIONS)
        if await room.enter(connection):
            return room


async def _post(websocket: WebSocket, connection: Connection) -> None:
    """Send what is to be sent, in order, until the last."""
    while (item := await connection.next()) is not None:
        await websocket.send_text(item.decode())


async def _part(websocket: WebSocket, connection: Connection) -> None:
    if websocket.application_state is WebSocketState.CONNECTED and websocket.client_state is WebSocketState.CONNECTED:
        try:
            async with asyncio.timeout(_PARTING_SECONDS):
                await websocket.close(connection.code)
        except (TimeoutError, RuntimeError, OSError, WebSocketDisconnect):
            pass  # gone already, or too slow to be told


async def _listen(websocket: WebSocket, room: Room, connection: Connection) -> None:
    bucket, costly = [Bucket(room.services.settings.at_most(_BURST)) for _ in range(2)]
    while True:
        try:
            heard = await websocket.receive()
        except RuntimeError:  # closed from our side
            return
        if heard["type"] == "websocket.disconnect":
            return
        data = heard.get("text") or heard.get("bytes") or ""
        size = len(data) if isinstance(data, bytes) or data.isascii() else len(data.encode("utf-8", "replace"))
        locale = connection.art_cache.locale
        if size > LONGEST:
            send(connection, problem(0, RoomError("message_long", 413, most=LONGEST), locale))
            connection.finish(TOO_LONG)
            return await asyncio.sleep(_PARTING_SECONDS)  # until it is sent
        if not bucket.take():
            if bucket.exceeded == 1 or bucket.exceeded % _RATE == 0:
                send(connection, problem(0, RoomError("slow_down", 429), locale))
            if bucket.exceeded > _PATIENCE:
                return connection.close(TOO_MANY)
            continue
        await _answer(room, connection, data, costly)


async def _answer(room: Room, connection: Connection, data: str | bytes, costly: "Bucket") -> None:
    where = why = ""
    try:
        check_json(data if isinstance(data, bytes) else data.encode("utf-8", "replace"))
        message = TABLE_REQUEST.validate_json(data)
    except ServerError as error:
        why = error.key
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_input=False)[0]
        where, why = ".".join(str(part) for part in wrong["loc"][1:]), wrong["type"]
    if why:
        sentence = RoomError("malformed", 422, where=where[:60] or "-", why=why)
        send(connection, problem(identity_of(data), sentence, connection.art_cache.locale))
        return
    if not costly.take(_COSTS.get(type(message), 0)):
        send(connection, problem(message.id, RoomError("slow_down", 429), connection.art_cache.locale))
        return
    await asyncio.shield(room.run(handle(room, connection, message)))


class Bucket:
    """So many messages at once, and so many in a second in the long run."""

    def __init__(self, burst: int) -> None:
        self._burst = burst
        self._left = float(burst)
        self._since = monotonic()
        self.exceeded = 0  # how many were too many

    def take(self, count: int = 1) -> bool:
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._since) * _RATE)
        self._since = now
        if self._left < count:
            self.exceeded += 1
            return False
        self._left -= count
        return True
