"""One guard for every WebSocket: what comes in is bounded and checked, what goes out waits in a bounded queue."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import orjson
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludarium.core.errors import LudariumError
from ludarium.server.errors import ServerError, problem
from ludarium.server.limits import Bucket
from ludarium.server.requests import NumberedRequest
from ludarium.server.settings import Settings
from ludarium.server.validation import check_json, read_json, wrong_field

_LOG = logging.getLogger(__name__)
# Close codes: 1000 to 1013 are those of the protocol, 4000 and more our own.
NORMAL, TOO_LONG, FAULT, RESTART, SLOW = 1000, 1009, 1011, 1012, 1013
UNKNOWN_TABLE, SENT_AWAY, TOO_MANY = 4404, 4410, 4429
_MOST_WAITING = 128  # messages; a browser that is so far behind had better begin anew
_MOST_BYTES = 1_000_000  # the same in bytes, unless it is a single message
_PATIENCE = 200  # messages that are too many or make no sense, until the connection is closed
_REMINDER = 20  # of those that are too many, every so many-th is answered
_PARTING_SECONDS = 5
R = TypeVar("R", bound=NumberedRequest)


class Outbox:
    """What waits to be sent to one browser. Whatever is sent is JSON, in the browser's ``locale``."""

    def __init__(self, locale: str) -> None:
        self.locale = locale
        self.waiting: deque[bytes] = deque()
        self.code = NORMAL  # to close with
        self.closed = self.finished = False
        self._bytes = 0  # that wait
        self._more: asyncio.Future[None] | None = None  # for which the task waits that sends
        self._delivering: asyncio.Task[None] | None = None

    def send(self, message: Any) -> None:
        self.send_bytes(orjson.dumps(message))

    def send_bytes(self, message: bytes) -> None:
        """Send what is JSON already."""
        if self.waiting and (len(self.waiting) >= _MOST_WAITING or self._bytes + len(message) > _MOST_BYTES):
            self.close(SLOW)
        elif not self.closed:
            self.waiting.append(message)
            self._bytes += len(message)
            self._wake()

    def _wake(self) -> None:
        if self._more is not None and not self._more.done():
            self._more.set_result(None)

    def refuse(self, error: LudariumError, identity: int = 0) -> None:
        """Say why what was asked under this id was not done."""
        self.send(problem(identity, error, self.locale))

    def finish(self, code: int) -> None:
        """Close once everything is sent."""
        self.code, self.finished = code, True
        self._wake()

    def close(self, code: int) -> None:
        """Send no more and close; a browser then connects anew."""
        self.code, self.closed = code, True
        self.waiting.clear()
        if self._delivering is not None:
            self._delivering.cancel()

    def start(self, websocket: WebSocket) -> "asyncio.Task[None]":
        """Begin to send; the task ends with ``finish`` or ``close``."""
        self._delivering = asyncio.create_task(self._deliver(websocket))
        if self.closed:
            self._delivering.cancel()
        return self._delivering

    async def _deliver(self, websocket: WebSocket) -> None:
        while True:
            while self.waiting:
                message = self.waiting.popleft()
                self._bytes -= len(message)
                await websocket.send_text(message.decode())
            if self.finished:
                return
            self._more = asyncio.get_running_loop().create_future()
            await self._more


@dataclass(frozen=True)
class Bounds(Generic[R]):
    """What a kind of WebSocket takes: requests of so many bytes, ``burst`` at once and ``rate`` in a second in the long
    run. Some have ``costs``: of these, and as if each were so many, it takes no more either.
    """

    requests: "TypeAdapter[R]"
    longest: int
    burst: int
    rate: float
    costs: Mapping[type[NumberedRequest], int] = field(default_factory=dict)


async def converse(
    websocket: WebSocket,
    outbox: Outbox,
    bounds: Bounds[R],
    settings: Settings,
    handle: Callable[[R], Awaitable[None]],
    leave: Callable[[], None] = lambda: None,
) -> None:
    """Hand the requests of a browser to ``handle``, one after the other, and send what is in its outbox, until either
    side hangs up. Then ``leave`` is called; what is being handled at that moment is handled to its end.
    """
    listener = _Listener(outbox, bounds, settings.at_most(bounds.burst), handle)
    listening, delivering = asyncio.create_task(listener.listen(websocket)), outbox.start(websocket)
    try:
        await asyncio.wait({listening, delivering}, return_when=asyncio.FIRST_COMPLETED)
        if outbox.finished:
            await asyncio.wait({delivering}, timeout=_PARTING_SECONDS)
    finally:
        leave()
        listener.stopped = True
        delivering.cancel()
        if not listener.handling:
            listening.cancel()
        await asyncio.gather(listening, delivering, return_exceptions=True)
        if not listening.cancelled() and (error := listening.exception()) is not None:
            _LOG.error("a WebSocket's request failed", exc_info=error)
            outbox.code = FAULT
        await _part(websocket, outbox)


async def say_and_part(websocket: WebSocket, outbox: Outbox) -> None:
    """Send what an outbox has, which is finished, and hang up."""
    await asyncio.wait({outbox.start(websocket)}, timeout=_PARTING_SECONDS)
    await _part(websocket, outbox)


async def _part(websocket: WebSocket, outbox: Outbox) -> None:
    """Close a WebSocket with the outbox's code."""
    if websocket.application_state is WebSocketState.CONNECTED and websocket.client_state is WebSocketState.CONNECTED:
        try:
            async with asyncio.timeout(_PARTING_SECONDS):
                await websocket.close(outbox.code)
        except (TimeoutError, RuntimeError, OSError, WebSocketDisconnect):
            pass  # gone already, or too slow to be told


class _Listener(Generic[R]):
    """Hears one WebSocket."""

    def __init__(self, outbox: Outbox, bounds: Bounds[R], burst: int, handle: Callable[[R], Awaitable[None]]) -> None:
        self._outbox = outbox
        self._bounds = bounds
        self._handle = handle
        self._all, self._costly = Bucket(burst, bounds.rate), Bucket(burst, bounds.rate)
        self._many = self._strange = 0  # messages
        self.handling = False
        self.stopped = False

    async def listen(self, websocket: WebSocket) -> None:
        while not self.stopped:
            try:
                heard = await websocket.receive()
            except RuntimeError:  # closed from our side
                return
            if heard["type"] == "websocket.disconnect":
                return
            text = heard.get("text")
            data = text.encode("utf-8", "replace") if text is not None else heard.get("bytes") or b""
            if len(data) > self._bounds.longest:
                self._outbox.refuse(ServerError("message_long", 413, most=self._bounds.longest))
                return self._outbox.finish(TOO_LONG)
            request = self._read(data)
            if request is not None:
                self.handling = True
                await self._handle(request)
                self.handling = False
            elif self._many + self._strange > _PATIENCE:
                return self._outbox.close(TOO_MANY)

    def _read(self, data: bytes) -> R | None:
        """The request; nothing if it was refused."""
        if not self._all.take():
            self._many += 1
            if self._many % _REMINDER == 1:
                self._outbox.refuse(ServerError("slow_down", 429), identity_of(data))
            return None
        try:
            check_json(data)
            request = self._bounds.requests.validate_json(data)
            if not self._costly.take(self._bounds.costs.get(type(request), 0)):
                raise ServerError("slow_down", 429)
        except ValidationError as error:
            refused = wrong_field(error.errors(include_url=False, include_input=False))
        except ServerError as error:
            refused = error
        else:
            return request
        self._strange += refused.status != 429
        self._outbox.refuse(refused, identity_of(data))
        return None


def identity_of(data: bytes) -> int:
    """The id under which something was asked, as far as that can be found out."""
    try:
        found = read_json(data)
    except ServerError:
        return 0
    identity = found.get("id") if isinstance(found, dict) else None
    return identity if type(identity) is int and 1 <= identity <= 2**31 else 0
