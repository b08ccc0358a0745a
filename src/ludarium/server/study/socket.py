"""The WebSocket for judgements: whatever a browser does, nobody thinks in vain."""

from fastapi import WebSocket

from ludarium.core.history import History
from ludarium.server.asked import STUDY_MESSAGE, StudyMessage
from ludarium.server.asker import address_of, asker
from ludarium.server.house import house
from ludarium.server.limits import Limit
from ludarium.server.sockets import Line
from ludarium.server.study import tables
from ludarium.server.study.desk import Desk

LONGEST = 300_000  # characters of a message: a whole game of many steps
_MESSAGES, _SECONDS = 40, 10.0  # that one connection may send in a time


async def serve(socket: WebSocket) -> None:
    """One connection, from its beginning to its end. Where it may come from was checked before."""
    at = house(socket)
    who = await asker(socket)
    await socket.accept()
    line: Line[StudyMessage] = Line(socket, STUDY_MESSAGE, who.locale, LONGEST, Limit(_MESSAGES, _SECONDS))

    async def finished_game(table: str, number: int) -> History:
        return (await tables.game_of(at, table, who.id, number)).finished()

    desk = Desk(at.studies, at.thinkers, who.id or address_of(socket), line.send, finished_game)
    try:
        async for message in line.messages():
            await desk.hear(message)
    finally:
        await desk.close()
