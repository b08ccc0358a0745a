"""Answers as JSON: the classes of ``wire`` as they are, without looking at them twice."""

from typing import Any

import orjson
from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludarium.core.errors import LudariumError
from ludarium.server.asker import locale_of
from ludarium.server.errors import refused, status_of


class Json(Response):
    """For dataclasses, and lists and dictionaries of them. Nobody keeps a copy of it."""

    media_type = "application/json"

    def __init__(self, content: Any, status: int = 200) -> None:
        super().__init__(content, status, {"Cache-Control": "no-store"})

    def render(self, content: Any) -> bytes:
        return orjson.dumps(content)


def refusal(connection: HTTPConnection, error: LudariumError) -> Json:
    """Why not, in the language of whoever asked."""
    answer = Json(refused(error, locale_of(connection)), status_of(error))
    wait = error.data.get("seconds")
    if answer.status_code == 429 and wait:
        answer.headers["Retry-After"] = str(wait)
    return answer
