"""Middleware that checks every request first (host, origin, rate, size), and sets the security headers of answers."""

import asyncio
import logging
import re
import secrets
import socket
from collections import Counter
from time import perf_counter
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludarium.server.answers import refusal
from ludarium.server.documentation import allowed
from ludarium.server.errors import ServerError
from ludarium.server.limits import Limit, ProcessCount, ip_of, is_this_machine, network_of
from ludarium.server.logs import Seldom, request_id
from ludarium.server.metrics import Metrics
from ludarium.server.services import services_of
from ludarium.server.settings import Settings
from ludarium.server.validation import check_json
from ludarium.server.visitor import address_of, token_of

_LOG = logging.getLogger(__name__)
OWN_HEADER = "x-ludarium"  # a form of another site cannot send it
_HARMLESS = {"GET", "HEAD", "OPTIONS"}
_LONGEST_PATH, _LONGEST_QUERY = 1_000, 8_000
_BODY_BYTES = 32_000  # of a request; the longest of these is a passkey with its maker's certificates
# A whole game, the looks that a browser has, a file of games.
_LONGER_BODIES = {"/api/analysis": 400_000, "/api/learn": 200_000, "/api/puzzles": 200_000, "/api/records": 2_000_000}
_PROBES = {"/healthz", "/readyz", "/metrics"}  # asked by machines, which call this one as they like
_HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?")
_CONTENT = (
    "default-src 'none'; script-src 'self'{scripts}; style-src 'self'{styles}; img-src 'self' data:; "
    "connect-src 'self'{sockets}; font-src 'self'; media-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors {framed}"
)
_EMBEDDED = "/embed/"  # pages that other sites may frame: nothing can be done on them
_SHOWN_ELSEWHERE = "/api/posters/"  # pictures that other sites show beside a link
_ONE_CLICK = "/api/notices/stop/"  # what mail programs post by themselves when somebody wants no more mails
_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "WEBSOCKET"}
_COME_AGAIN = 1012  # a close code after which browsers connect anew, with the session they have by then
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Watch:
    """The outermost middleware: logs and counts every request under an id, sets headers that tell the browser to load
    nothing from elsewhere, and answers errors in our own code with that id; the log has everything else.
    """

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._secure = settings.secure
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        number = secrets.token_hex(6)
        request_id.set(number)
        began, status = perf_counter(), 0

        async def send_and_look(message: Message) -> None:
            nonlocal status
            kind = message["type"]
            if kind in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                self._add_headers(MutableHeaders(scope=message), scope, number)
            elif kind == "websocket.accept":
                status = 101
            elif kind == "websocket.close":
                status = status or 403
            await send(message)

        try:
            if scope["type"] == "websocket":
                with self._metrics.connections.track_inprogress():
                    await self._app(scope, receive, send_and_look)
            else:
                await self._app(scope, receive, send_and_look)
        except Exception:
            _LOG.exception("fault", extra={"data": {"path": scope["path"]}})
            if not status:
                await refuse(ServerError("fault", 500, number=number), scope, receive, send_and_look)
        finally:
            seconds = perf_counter() - began
            self._count(scope, status, seconds)
            self._note(scope, status, seconds)

    def _add_headers(self, headers: MutableHeaders, scope: Scope, number: str) -> None:
        host = HTTPConnection(scope).headers.get("host", "")
        sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
        headers["X-Request-ID"] = number
        framed = "*" if scope["path"].startswith(_EMBEDDED) else "'none'"
        scripts, styles = (f" {hashes}" if hashes else "" for hashes in allowed(scope))
        headers["Content-Security-Policy"] = _CONTENT.format(
            sockets=sockets, framed=framed, scripts=scripts, styles=styles
        )
        headers.update(_HEADERS)
        if scope["path"].startswith((_EMBEDDED, _SHOWN_ELSEWHERE)):
            headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        if scope["path"].startswith(_EMBEDDED):
            del headers["X-Frame-Options"]
        if self._secure:
            headers["Strict-Transport-Security"] = "max-age=31536000"

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        kind = scope["method"] if scope["type"] == "http" else "WEBSOCKET"
        route = str(getattr(scope.get("route"), "path", "other"))  # the pattern of the path, so that there are few
        self._metrics.requests.labels(kind if kind in _METHODS else "OTHER", route, str(status)).inc()
        if scope["type"] == "http":
            self._metrics.answered.observe(seconds)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        quiet = scope["path"] in _PROBES or not scope["path"].startswith(("/api", "/ws"))
        level = logging.DEBUG if quiet and status < 500 else logging.INFO
        if not _LOG.isEnabledFor(level):
            return
        data = {
            "method": scope.get("method", "WEBSOCKET"),
            "path": scope["path"],
            "status": status,
            "ms": round(seconds * 1000, 1),
            "person": scope.get("ludarium_person", ""),
            "address": address_of(HTTPConnection(scope)),
        }
        _LOG.log(level, "request", extra={"data": {name: value for name, value in data.items() if value != ""}})


class Doorkeeper:
    """Refuses requests for another host and, if they change anything, from another site's pages."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._origins = set(settings.origins)
        self._named = {_name(urlsplit(origin).netloc) for origin in settings.origins}
        self._open = not settings.origins and not _is_loopback(settings.host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and not scope.get("ludarium_relayed"):
            try:
                self._check(HTTPConnection(scope))
            except ServerError as error:
                return await refuse(error, scope, receive, send)
        await self._app(scope, receive, send)

    def _check(self, connection: HTTPConnection) -> None:
        scope = connection.scope
        hosts = connection.headers.getlist("host")
        if len(scope["path"]) > _LONGEST_PATH or any(letter < " " for letter in scope["path"]):
            raise ServerError("path_unknown", 404)
        if len(scope["query_string"]) > _LONGEST_QUERY:
            raise ServerError("query_long", 414, most=_LONGEST_QUERY)
        known = len(hosts) == 1 and _HOST.fullmatch(hosts[0]) and self._is_known(_name(hosts[0]))
        if not known and scope["path"] not in _PROBES:
            raise ServerError("host_unknown", 400)
        harmless = scope["type"] == "http" and scope["method"] in _HARMLESS
        if harmless or scope["path"].startswith(_ONE_CLICK):
            return
        if scope["type"] == "http" and connection.headers.get(OWN_HEADER) != "1":
            raise ServerError("header_missing", 403)
        origins = connection.headers.getlist("origin")
        if (origins or scope["type"] == "websocket") and not (len(origins) == 1 and self._is_own(origins[0], scope)):
            raise ServerError("origin_foreign", 403)

    def _is_known(self, name: str) -> bool:
        """Names that lead here. Where nobody said which, numbers do: no other site can make its name lead to us."""
        if name in self._named or _is_loopback(name):
            return True
        return self._open and (ip_of(name) is not None or name in _names_of_this_machine())

    def _is_own(self, origin: str, scope: Scope) -> bool:
        host = HTTPConnection(scope).headers.get("host", "")
        if origin.lower() in self._origins:
            return True
        scheme = "https" if scope.get("scheme") in ("https", "wss") else "http"
        return _name(host) not in self._named and origin.lower() == f"{scheme}://{host}".lower()


class Floods:
    """Counts requests by address, and open WebSockets."""

    def __init__(self, app: ASGIApp, settings: Settings, process_count: ProcessCount) -> None:
        self._app = app
        self._process_count = process_count
        self._requests = Limit(settings.at_most(settings.requests_per_minute), 60, process_count=process_count)
        self._most = settings.at_most(settings.connections)
        self._most_of_one = settings.at_most(settings.connections_per_address)
        self._open: Counter[str] = Counter()
        self._refusals = Seldom(_LOG)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or not scope["path"].startswith(("/api", "/ws")):
            return await self._app(scope, receive, send)
        address = address_of(HTTPConnection(scope))
        key = network_of(address)
        limited = not is_this_machine(address) and not scope.get("ludarium_relayed")  # it was counted where it came in
        try:
            if limited:
                self._requests.take(key)
            if scope["type"] == "websocket":
                full = self._open.total() >= self._most
                if full:
                    self._refusals.warn("a WebSocket was refused: no more are allowed at the same time")
                if full or (limited and self._open[key] >= max(1, self._most_of_one // self._process_count.processes)):
                    raise ServerError("connections", 429, seconds=30)
        except ServerError as error:
            return await refuse(error, scope, receive, send)
        if scope["type"] != "websocket":
            return await self._app(scope, receive, send)
        self._open[key] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]


class Bodies:
    """Reads what a request brings, if it is short enough for its path, comes soon enough, and is JSON."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._most = settings.body_bytes
        self._seconds = settings.body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in _HARMLESS:
            return await self._app(scope, receive, send)
        try:
            async with asyncio.timeout(self._seconds):
                body = await self._read(scope, receive)
            if body is None:
                return  # the browser has left
            if body and not scope["path"].startswith(_ONE_CLICK):  # nobody reads that
                check_json(body)
        except TimeoutError:
            return await refuse(ServerError("body_slow", 408), scope, receive, send)
        except ServerError as error:
            return await refuse(error, scope, receive, send)
        whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_again() -> Message:
            return whole.pop() if whole else await receive()

        await self._app(scope, receive_again, send)

    async def _read(self, scope: Scope, receive: Receive) -> bytes | None:
        most = min(self._most, most_bytes(scope["path"]))
        announced = HTTPConnection(scope).headers.get("content-length", "")
        if announced.isdecimal() and len(announced) < 20 and int(announced) > most:
            raise ServerError("body_long", 413, most=most)
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body += message.get("body", b"")
            if len(body) > most:
                raise ServerError("body_long", 413, most=most)
            if not message.get("more_body"):
                return bytes(body)


class SessionGuard:
    """When a session ends, its WebSockets end, too: a browser that was logged out does nothing more at any table."""

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


def most_bytes(path: str) -> int:
    """How much a request to this path may bring."""
    return next((most for start, most in _LONGER_BODIES.items() if path.startswith(start)), _BODY_BYTES)


async def refuse(error: ServerError, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": error.key})
    else:
        await refusal(HTTPConnection(scope), error)(scope, receive, send)


def _name(host: str) -> str:
    """A Host header or an origin's address without its port."""
    return (urlsplit(f"//{host}").hostname or "") if _HOST.fullmatch(host) else ""


def _is_loopback(name: str) -> bool:
    return name == "localhost" or is_this_machine(name)


def _names_of_this_machine() -> set[str]:
    name = socket.gethostname().lower()
    return {name, f"{name}.local"}
