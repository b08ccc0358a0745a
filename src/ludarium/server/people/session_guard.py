"""When a session ends, its WebSockets end, too: a browser that was logged out does nothing more at any table."""

import asyncio

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludarium.server.services import services_of
from ludarium.server.visitor import token_of

_COME_AGAIN = 1012  # a close code after which browsers connect anew, with the session they have by then


class SessionGuard:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket" or not (token := token_of(HTTPConnection(scope))):
            return await self._app(scope, receive, send)
        state = ""  # accept, close …: the last of these that was sent
        closing: set[asyncio.Task[None]] = set()

        async def send_unless_closed(message: Message) -> None:
            nonlocal state
            kind = message["type"].removeprefix("websocket.")
            if state != "close":
                state = state if kind == "send" else kind
                await send(message)

        def leave() -> None:
            if state == "accept":
                closing.add(asyncio.create_task(send_unless_closed({"type": "websocket.close", "code": _COME_AGAIN})))

        with services_of(HTTPConnection(scope)).people.sessions.attended(token, leave):
            await self._app(scope, receive, send_unless_closed)
