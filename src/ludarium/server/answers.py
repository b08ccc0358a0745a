"""Answers as JSON: the classes of ``wire`` as they are, without checking them again."""

from typing import Any

import orjson
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ludarium.core.errors import LudariumError
from ludarium.server.errors import refused, status_of
from ludarium.server.visitor import locale_of

_SHORT = 1000  # bytes of an answer that is sent as it is


UNKEPT = {"Cache-Control": "no-store"}  # nobody keeps a copy


class Json(Response):
    """For dataclasses, and lists and dictionaries of them. Nobody keeps a copy of it."""

    media_type = "application/json"

    def __init__(self, content: Any, status: int = 200) -> None:
        super().__init__(content, status, UNKEPT)

    def render(self, content: Any) -> bytes:
        return orjson.dumps(content)


def refusal(connection: HTTPConnection, error: LudariumError) -> Json:
    """The answer that says why a request was refused, in the visitor's language."""
    answer = Json(refused(error, locale_of(connection)), status_of(error))
    wait = error.data.get("seconds")
    if answer.status_code == 429 and wait:
        answer.headers["Retry-After"] = str(wait)
    return answer


def accepted_encodings(header: str) -> set[str]:
    """What a browser can unpack, by its header Accept-Encoding."""
    kinds = set()
    for part in header.lower().split(","):
        name, _, quality = part.partition(";")
        if quality.strip().replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            kinds.add(name.strip())
    return kinds


class Packed:
    """Long answers of the API are compressed for browsers that can unpack them; pages are compressed already."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._packing = GZipMiddleware(app, minimum_size=_SHORT, compresslevel=5)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wanted = scope["type"] == "http" and scope["path"].startswith("/api")
        if wanted and "gzip" in accepted_encodings(HTTPConnection(scope).headers.get("accept-encoding", "")):
            await self._packing(scope, receive, send)
        else:
            await self._plain(scope, receive, send)
