"""The WebSocket for judgements: whatever a browser does, nobody thinks in vain."""

from fastapi import WebSocket

from ludarium.core.history import History
from ludarium.server.analysis import tables
from ludarium.server.analysis.connection import AnalysisConnection
from ludarium.server.limits import Limit
from ludarium.server.requests import ANALYSIS_REQUEST, AnalysisRequest
from ludarium.server.services import services_of
from ludarium.server.sockets import Channel
from ludarium.server.visitor import address_of, visitor

LONGEST = 300_000  # characters of a message: a whole game of many steps
_MESSAGES, _SECONDS = 40, 10.0  # that one connection may send in a time


async def serve(socket: WebSocket) -> None:
    """One connection, from its beginning to its end. Where it may come from was checked before."""
    services = services_of(socket)
    who = await visitor(socket)
    await socket.accept()
    channel: Channel[AnalysisRequest] = Channel(
        socket, ANALYSIS_REQUEST, who.locale, LONGEST, Limit(_MESSAGES, _SECONDS)
    )

    async def finished_game(table: str, number: int) -> History:
        return (await tables.game_of(services, table, who.id, number)).finished()

    judging = AnalysisConnection(
        services.analyses, services.thinkers, who.id or address_of(socket), channel.send, finished_game
    )
    try:
        async for message in channel.messages():
            await judging.handle(message)
    finally:
        await judging.close()
