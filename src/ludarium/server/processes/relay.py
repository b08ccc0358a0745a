"""A browser at the wrong door: what it says is handed on to the process that has its table, and back.

Whether the browser may come in at all was found out here. The other process believes that, and whose address it is,
because of the secret that all processes share; who the visitor is, it finds out itself by the cookie. Messages are not
kept: the next one is heard when the last one is handed on.
"""

import asyncio
import logging
import secrets
from contextlib import suppress

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from ludarium.server.errors import ServerError
from ludarium.server.guard import refuse
from ludarium.server.processes.questions import WORKER_PATH, knock_of
from ludarium.server.services import services_of
from ludarium.server.visitor import address_of

_LOG = logging.getLogger(__name__)
SECRET_HEADER, ADDRESS_HEADER = "x-ludarium-process", "x-ludarium-address"
_PATHS = "/ws/tables/"  # nothing else is handed on; workers have a path of their own
_HANDED_ON = ("cookie", "accept-language")
_OPENING_SECONDS = 5.0
_PING_SECONDS = 10.0  # after which the other process is asked whether it is there, and for its answer
_LONGEST = 4_000_000  # bytes of what a table tells
_COME_AGAIN = 1012
_NOT_SENT = {1005, 1006, 1015}  # codes that say that there was none


def is_relayed(connection: HTTPConnection) -> bool:
    """Whether another process hands this on."""
    return bool(connection.scope.get("ludarium_relayed"))


class InnerDoor:
    """Lets in what another process hands on, and workers, and refuses whoever only pretends to be one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            if SECRET_HEADER in headers or ADDRESS_HEADER in headers or scope["path"] == WORKER_PATH:
                if not _is_known(scope, headers):
                    return await refuse(ServerError("origin_foreign", 403), scope, receive, send)
                scope["ludarium_relayed"] = True
                scope["client"] = (headers.get(ADDRESS_HEADER, ""), 0)
        await self._app(scope, receive, send)


def _is_known(scope: Scope, headers: Headers) -> bool:
    process = services_of(HTTPConnection(scope)).rooms.process
    if process is None or not process.secret or scope["type"] != "websocket":
        return False
    if scope["path"] != WORKER_PATH and not scope["path"].startswith(_PATHS):
        return False
    expected = knock_of(process.secret) if scope["path"] == WORKER_PATH else process.secret
    return secrets.compare_digest(headers.get(SECRET_HEADER, "").encode(), expected.encode())


async def relay(websocket: WebSocket, address: str, secret: str) -> None:
    """Hand on a WebSocket that was accepted, until either side hangs up. The browser is told the code with which the
    other process did; if there was none, to come again.
    """
    code = _COME_AGAIN
    try:
        async with await _call(websocket, address, secret) as other:
            hearing = {
                asyncio.create_task(_hand_on(websocket, other)),
                asyncio.create_task(_hand_back(other, websocket)),
            }
            try:
                await asyncio.wait(hearing, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in hearing:
                    one.cancel()
                await asyncio.gather(*hearing, return_exceptions=True)
        code = other.close_code or code
    except (OSError, TimeoutError, WebSocketException) as error:
        _LOG.info("a table's process cannot be reached: %s", error or type(error).__name__)
    with suppress(RuntimeError, OSError, WebSocketDisconnect):  # gone already
        await websocket.close(_COME_AGAIN if code in _NOT_SENT else code)


async def _call(websocket: WebSocket, address: str, secret: str) -> ClientConnection:
    if not address:
        raise OSError("it has no address")
    handed_on = {name: websocket.headers[name] for name in _HANDED_ON if name in websocket.headers}
    query = f"?{websocket.url.query}" if websocket.url.query else ""
    return await connect(
        f"ws://{address}{websocket.url.path}{query}",
        additional_headers={**handed_on, SECRET_HEADER: secret, ADDRESS_HEADER: address_of(websocket)},
        user_agent_header=None,
        compression=None,
        proxy=None,
        open_timeout=_OPENING_SECONDS,
        ping_interval=_PING_SECONDS,
        ping_timeout=_PING_SECONDS,
        close_timeout=1,
        max_size=_LONGEST,
    )


async def _hand_on(websocket: WebSocket, other: ClientConnection) -> None:
    while True:
        try:
            heard = await websocket.receive()
        except RuntimeError:  # closed from our side
            return
        if heard["type"] == "websocket.disconnect":
            return
        said = heard.get("text")
        try:
            await other.send(heard.get("bytes") or b"" if said is None else said)
        except ConnectionClosed:
            return


async def _hand_back(other: ClientConnection, websocket: WebSocket) -> None:
    try:
        async for said in other:
            await websocket.send_text(said if isinstance(said, str) else said.decode())
    except (ConnectionClosed, RuntimeError, OSError, WebSocketDisconnect):
        return
