"""Logging: lines for people to read, or lines of JSON for machines.

Notes say who did what and how long it took, never what is secret: no cookies, no passwords, no steps of a game.
"""

import logging
import secrets
import sys
from collections.abc import MutableMapping
from contextvars import ContextVar
from datetime import UTC, datetime
from time import monotonic, perf_counter
from typing import Any

import orjson
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludarium.server.metrics import Metrics
from ludarium.server.settings import Settings

request_id: ContextVar[str] = ContextVar("request_id", default="")
_log = logging.getLogger(__name__)
_QUIET = {"/healthz", "/readyz", "/metrics"}  # asked every few seconds


def note(log: logging.Logger, what: str, **data: object) -> None:
    """Note that something happened, with what a machine can look for."""
    log.info(what, extra={"data": data})


class Seldom:
    """Warns of what may happen very often, once in a while."""

    def __init__(self, log: logging.Logger, seconds: float = 10.0) -> None:
        self._log = log
        self._seconds = seconds
        self._warned = -seconds
        self._times = 0

    def warn(self, what: str) -> None:
        self._times += 1
        if monotonic() - self._warned >= self._seconds:
            self._log.warning(what, extra={"data": {"times": self._times}})
            self._warned, self._times = monotonic(), 0


def set_up(settings: Settings) -> None:
    """Have everything that the server and its libraries note go to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if settings.log_format == "json" else _Text())
    for name in ("ludarium", "uvicorn", "alembic"):
        log = logging.getLogger(name)
        log.handlers[:] = [handler]
        log.propagate = False
        quieter = logging.WARNING if name != "ludarium" else 0
        log.setLevel(max(quieter, getattr(logging, settings.log_level.upper())))


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    data = getattr(record, "data", None)
    asked = {"request": request_id.get()} if request_id.get() else {}
    return asked | (dict(data) if isinstance(data, MutableMapping) else {})


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "by": record.name,
            "what": record.getMessage(),
            **_facts(record),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts = "".join(f" {name}={_plain(value)}" for name, value in _facts(record).items())
        at = datetime.fromtimestamp(record.created)
        line = f"{at:%Y-%m-%d %H:%M:%S} {record.levelname:<7} {_plain(record.getMessage())}{facts}"
        return line + ("\n" + self.formatException(record.exc_info) if record.exc_info else "")


def _plain(value: object) -> str:
    """On one line, whatever somebody sent."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in str(value))


class Watch:
    """Notes and counts every request, and gives it a number under which everything about it is noted."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        number = secrets.token_hex(6)
        request_id.set(number)
        began, status = perf_counter(), 0

        async def send_and_look(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                message["headers"] = [*message.get("headers", []), (b"x-request-id", number.encode())]
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close" and not status:
                status = 403
            await send(message)

        try:
            if scope["type"] == "websocket":
                with self._metrics.connections.track_inprogress():
                    await self._app(scope, receive, send_and_look)
            else:
                await self._app(scope, receive, send_and_look)
        finally:
            seconds = perf_counter() - began
            self._count(scope, status, seconds)
            self._note(scope, status, seconds)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        kind = scope["method"] if scope["type"] == "http" else "WEBSOCKET"
        self._metrics.requests.labels(kind if kind in _METHODS else "OTHER", _route(scope), str(status)).inc()
        if scope["type"] == "http":
            self._metrics.answered.observe(seconds)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        quiet = scope["path"] in _QUIET or not scope["path"].startswith(("/api", "/ws"))
        level = logging.DEBUG if quiet and status < 500 else logging.INFO
        if not _log.isEnabledFor(level):
            return
        client = HTTPConnection(scope).client
        data = {
            "method": scope.get("method", "WEBSOCKET"),
            "path": scope["path"],
            "status": status,
            "ms": round(seconds * 1000, 1),
            "person": scope.get("ludarium_person", ""),
            "address": client.host if client else "",
        }
        _log.log(level, "request", extra={"data": {name: value for name, value in data.items() if value != ""}})


_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "WEBSOCKET"}


def _route(scope: Scope) -> str:
    """The pattern of the path, so that there are few of them."""
    return str(getattr(scope.get("route"), "path", "other"))
