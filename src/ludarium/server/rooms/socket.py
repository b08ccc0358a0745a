"""The WebSocket of a table: who may listen, and how much each may ask."""

from starlette.websockets import WebSocket

from ludarium.core.errors import LudariumError
from ludarium.draw.theme import THEMES
from ludarium.server.errors import RoomError
from ludarium.server.people.company import ids_blocked_by
from ludarium.server.pictures import WRITTEN, ArtCache
from ludarium.server.processes.leases import HeldElsewhere
from ludarium.server.processes.relay import is_relayed, relay
from ludarium.server.requests import (
    TABLE_REQUEST,
    AskCoach,
    AskHint,
    AskPreview,
    Explain,
    NumberedRequest,
    PlanAnswers,
    Prefer,
    TableRequest,
    Uncover,
)
from ludarium.server.rooms.actions import handle
from ludarium.server.rooms.messages import Connection
from ludarium.server.rooms.room import Room
from ludarium.server.rooms.rooms import Rooms
from ludarium.server.settings import Settings
from ludarium.server.sockets import RESTART, TOO_MANY, UNKNOWN_TABLE, Bounds, converse, say_and_part
from ludarium.server.visitor import Visitor

# Much is drawn, sent or thought about for those that cost more.
_COSTS: dict[type[NumberedRequest], int] = {
    **{Prefer: 20, AskHint: 15, AskCoach: 10, Uncover: 5, Explain: 5},
    **{AskPreview: 3, PlanAnswers: 5},
}
BOUNDS: Bounds[TableRequest] = Bounds(TABLE_REQUEST, longest=8_192, burst=60, rate=20, costs=_COSTS)
_MOST_CONNECTIONS = 8  # of one person at one table
_CODES = {"connections": TOO_MANY, "not_kept": RESTART}  # why somebody cannot come in, if there is such a table


async def serve(websocket: WebSocket, who: Visitor, rooms: Rooms, id_: str, settings: Settings) -> None:
    """Let somebody look at a table and act there, until they leave."""
    await websocket.accept()
    wishes = websocket.query_params
    theme = wishes.get("theme", "")
    theme = theme if theme in THEMES else next(iter(THEMES))
    form = wishes.get("format", "")
    written = form if form in WRITTEN else ""
    art_cache = ArtCache(theme, who.locale, wishes.get("ground", "")[:80], wishes.get("flipped") == "1", written)
    connection = Connection(who.id, who.name, art_cache, who.guest)
    if who.id:
        connection.blocked = await rooms.store.read(lambda session: ids_blocked_by(session, who.id))
    try:
        room = await _enter(rooms, id_, connection)
    except HeldElsewhere as held:
        process = rooms.process
        if process is None or is_relayed(websocket):  # it has just moved
            return await websocket.close(RESTART)
        return await relay(websocket, held.address, process.secret)
    except LudariumError as error:
        connection.refuse(error)
        connection.finish(_CODES.get(error.key, UNKNOWN_TABLE))
        return await say_and_part(websocket, connection)
    await play(websocket, room, connection, settings)


async def play(websocket: WebSocket, room: Room, connection: Connection, settings: Settings) -> None:
    """Everything that somebody asks who is in a room."""

    async def act(request: TableRequest) -> None:
        await handle(room, connection, request)

    await converse(websocket, connection, BOUNDS, settings, act, lambda: room.leave(connection))


async def _enter(rooms: Rooms, id_: str, connection: Connection) -> Room:
    while True:
        room = await rooms.open(id_)
        own = sum(other.person == connection.person for other in room.connections)
        if connection.person and own >= _MOST_CONNECTIONS:
            raise RoomError("connections", 429, most=_MOST_CONNECTIONS)
        if await room.enter(connection):
            return room
