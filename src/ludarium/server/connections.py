"""Limits on connections: no more than there are file descriptors for, and none that stays open without a request."""

import asyncio
import logging
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ludarium.server.logs import Seldom
from ludarium.server.settings import Settings

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

_LOG = logging.getLogger(__name__)
_MOST_WANTED = 65_536  # descriptors
_OWN = 100  # descriptors for the database, the log, pages,
_OF_A_CORE = 8  # and for each thinking process
_LEAST = 8  # connections, however few descriptors there are
_LONGEST_HEAD = 65_536  # bytes of a request before its body
_HEAD_SECONDS = 20.0  # for these to come
_BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 30\r\nConnection: close\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nContent-Length: 58\r\n\r\n"
    b"There are too many connections. Try again in 30 seconds.\r\n"
)


def raise_descriptor_limit() -> int:
    """Have as many file descriptors as this process may have; how many that is."""
    if resource is None:
        return _MOST_WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_WANTED if hard == resource.RLIM_INFINITY else min(hard, _MOST_WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return _MOST_WANTED if soft == resource.RLIM_INFINITY else int(soft)


def most_connections(settings: Settings) -> int:
    """For how many connections there are descriptors."""
    return max(_LEAST, raise_descriptor_limit() - _OWN - _OF_A_CORE * settings.thinking_cores)


def within_descriptors(settings: Settings, most: int) -> Settings:
    """WebSockets stay: they leave a tenth of all connections to requests, so that probes are answered, too."""
    sockets = most * 9 // 10
    if settings.connections <= sockets:
        return settings
    _LOG.warning(
        "the setting connections is %d, but the system's limit of open files allows only %d: raise it (LimitNOFILE)",
        settings.connections,
        sockets,
    )
    return settings.model_copy(update={"connections": sockets})


class Guarded(HttpToolsProtocol):
    """uvicorn's HTTP, which refuses what would be one connection too many, and whoever takes too long to ask."""

    most: ClassVar[int] = _MOST_WANTED
    _refusals: ClassVar[Seldom] = Seldom(_LOG)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head: int | None = 0  # bytes of a request that have come; none are counted within its body
        self._waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.most:
            self._refusals.warn("a connection was refused: there are no descriptors for more")
            transport.write(_BUSY)
            transport.close()
        else:
            self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._head is not None:  # it has not ended yet
            self._head += len(data)
            if self._head > _LONGEST_HEAD and not self.transport.is_closing():
                self.send_400_response("The request is too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0
        self._wait_for_head()

    def on_headers_complete(self) -> None:
        self._head = None
        self._stop_waiting()
        super().on_headers_complete()

    def _wait_for_head(self) -> None:
        self._stop_waiting()
        self._waiting = self.loop.call_later(_HEAD_SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
