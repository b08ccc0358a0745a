"""Messages over a WebSocket, checked on arrival: oversized, garbled and flooding ones do no harm."""

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Generic, TypeVar

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from ludarium.core.errors import LudariumError
from ludarium.server.errors import ServerError, problem
from ludarium.server.limits import Limit
from ludarium.server.validation import check_json, read_json, wrong_field

VIOLATION = 1008  # close codes
TOO_LARGE = 1009
_PATIENCE = 200  # messages that are too many or make no sense, until the connection is closed
_REMINDER = 20  # of those that are too many, every so many-th is answered
M = TypeVar("M")


class Channel(Generic[M]):
    """An accepted WebSocket. ``limit`` says how many messages it takes; it does not hear the others."""

    def __init__(self, socket: WebSocket, kind: "TypeAdapter[M]", locale: str, longest: int, limit: Limit) -> None:
        self._socket = socket
        self._kind = kind
        self._longest = longest
        self._limit = limit
        self._open = True
        self.locale = locale

    async def messages(self) -> AsyncIterator[M]:
        """What the browser says, until it leaves."""
        many = strange = 0
        while self._open:
            text = await self._receive()
            if text is None:
                break
            try:
                self._limit.take("")
                yield self._read(text)
            except ServerError as error:
                flooding = error.status == 429
                many, strange = many + flooding, strange + (not flooding)
                if not flooding or many % _REMINDER == 1:
                    await self.refuse(identity_of(text), error)
                if many + strange > _PATIENCE:
                    await self.close(VIOLATION)

    async def _receive(self) -> str | None:
        """The next message; nothing when there are no more."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            self._open = False
            return None
        text = message.get("text")
        if text is None or len(text) > self._longest:
            await self.close(TOO_LARGE)
            return None
        return str(text)

    def _read(self, text: str) -> M:
        check_json(text.encode("utf-8", "replace"))
        try:
            return self._kind.validate_json(text)
        except ValidationError as error:
            raise wrong_field(error.errors(include_url=False, include_input=False)) from None

    async def send(self, message: Any) -> None:
        """Say something; nothing happens if nobody listens any more."""
        if self._open:
            try:
                await self._socket.send_text(orjson.dumps(message).decode())
            except (WebSocketDisconnect, RuntimeError):
                self._open = False

    async def refuse(self, identity: int, error: LudariumError) -> None:
        await self.send(problem(identity, error, self.locale))

    async def close(self, code: int) -> None:
        if self._open:
            self._open = False
            with suppress(WebSocketDisconnect, RuntimeError):  # gone already
                await self._socket.close(code)


def identity_of(text: str | bytes) -> int:
    """The id under which something was asked, as far as that can be found out."""
    try:
        found = read_json(text if isinstance(text, bytes) else text.encode("utf-8", "replace"))
    except ServerError:
        return 0
    identity = found.get("id") if isinstance(found, dict) else None
    return identity if type(identity) is int and 1 <= identity <= 2**31 else 0
