"""What is said over a WebSocket, checked on arrival: oversized, garbled and flooding messages do no harm."""

from collections.abc import AsyncIterator
from typing import Any, Generic, TypeVar

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from ludarium.core.errors import LudariumError
from ludarium.server import wire
from ludarium.server.errors import ServerError, refused
from ludarium.server.limits import Limit
from ludarium.server.validation import wrong_field

VIOLATION = 1008  # close codes
TOO_LARGE = 1009
_MOST_REFUSED = 20  # messages that make no sense, one after the other
M = TypeVar("M")


class Line(Generic[M]):
    """An accepted WebSocket. Whoever sends more than ``limit`` allows, or only nonsense, is cut off."""

    def __init__(self, socket: WebSocket, kind: "TypeAdapter[M]", locale: str, longest: int, limit: Limit) -> None:
        self._socket = socket
        self._kind = kind
        self._longest = longest
        self._limit = limit
        self._open = True
        self.locale = locale

    async def messages(self) -> AsyncIterator[M]:
        """What the browser says, until it leaves."""
        refusals = 0
        while self._open:
            try:
                text = await self._receive()
                self._limit.take("")
                yield self._read(text)
                refusals = 0
            except WebSocketDisconnect:
                self._open = False
            except ServerError as error:
                refusals += 1
                await self.refuse(0, error)
                if refusals >= _MOST_REFUSED or error.status == 429:
                    await self.close(VIOLATION)

    async def _receive(self) -> str:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if text is None or len(text) > self._longest:
            await self.close(TOO_LARGE)
            raise WebSocketDisconnect(TOO_LARGE)
        return str(text)

    def _read(self, text: str) -> M:
        try:
            return self._kind.validate_python(orjson.loads(text))
        except orjson.JSONDecodeError as error:
            raise ServerError("body_json", 422, why=error.msg) from None
        except ValidationError as error:
            raise wrong_field(error.errors()) from None

    async def send(self, message: Any) -> None:
        """Say something; nothing happens if nobody listens any more."""
        if self._open:
            try:
                await self._socket.send_text(orjson.dumps(message).decode())
            except (WebSocketDisconnect, RuntimeError):
                self._open = False

    async def refuse(self, identity: int, error: LudariumError) -> None:
        said = refused(error, self.locale)
        await self.send(wire.Problem(identity, said.code, said.said, said.clause, said.page))

    async def close(self, code: int) -> None:
        if self._open:
            self._open = False
            try:
                await self._socket.close(code)
            except (WebSocketDisconnect, RuntimeError):
                return
