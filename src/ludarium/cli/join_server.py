"""A server as a program sees it: its address, who one is there, and what is asked over HTTP."""

import ipaddress
import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import SplitResult, quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ludarium import __version__
from ludarium.cli.terminal import CommandError, printable
from ludarium.folders import data_folder

Told = dict[str, Any]  # a message or an answer of the server
PATIENCE = 15.0  # seconds
LONGEST = 4_000_000  # bytes of an answer
_LONGEST_ADDRESS = 500
_COOKIE = "ludarium"
_TABLE = re.compile(r"/t/([A-Za-z0-9_-]{1,40})(?:/.*)?")
_LISTS = ("", "/", "/lobby")
_COLOUR = re.compile(r"\x1b\[[0-9;]{0,20}m")


def read_address(text: str) -> tuple[str, str]:
    """The server and the table that an address names; no table for the server itself or its lobby."""
    given = text.strip()
    try:
        parts = urlsplit(given if "://" in given else f"{_scheme(given)}://{given}")
        _ = parts.port  # a wrong one is a ValueError, too
    except ValueError as error:
        raise CommandError("join_address", text=given) from error
    path = _TABLE.fullmatch(parts.path)
    known = parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc
    if not known or len(given) > _LONGEST_ADDRESS or not (path or parts.path in _LISTS):
        raise CommandError("join_address", text=given)
    return f"{parts.scheme}://{parts.netloc.lower()}", path[1] if path else ""


def _scheme(given: str) -> str:
    """That of an address without one: only servers at home do without encryption."""
    host = urlsplit(f"//{given}").hostname or ""
    with suppress(ValueError):
        return "http" if ipaddress.ip_address(host).is_private else "https"
    return "http" if host == "localhost" or "." not in host else "https"


class Server:
    """Questions to one server, as one person: whoever comes back is who they were."""

    def __init__(self, origin: str, locale: str) -> None:
        self.origin = origin
        self.locale = locale
        self.token = _kept_tokens().get(origin, "")
        self._opener = build_opener(_NoRedirects)

    @property
    def headers(self) -> dict[str, str]:
        own = {"Cookie": f"{_COOKIE}={self.token}"} if self.token else {}
        return {"Accept-Language": self.locale, "User-Agent": f"ludarium/{__version__}", **own}

    def socket_address(self, table: str, written: str) -> str:
        return f"{self.origin.replace('http', 'ws', 1)}/ws/tables/{quote(table)}?lang={self.locale}&format={written}"

    def ask(self, path: str, body: Mapping[str, object] | None = None) -> Any:
        """The answer; ``CommandError`` with what the server says against the question, or why it cannot be asked."""
        try:
            return clean(json.loads(self.read(path, body)))
        except (ValueError, RecursionError) as error:
            raise self.strange(HTTPStatus.OK) from error

    def read(self, path: str, body: Mapping[str, object] | None = None) -> str:
        data = None if body is None else json.dumps(body).encode()
        own = {"Content-Type": "application/json", "X-Ludarium": "1", "Origin": self.origin} if data else {}
        request = Request(f"{self.origin}{path}", data, {**self.headers, **own})
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                self._keep_token(answer)
                return _text(answer)
        except HTTPError as error:
            raise self._refusal(error) from error
        except (URLError, HTTPException, OSError, ValueError) as error:
            why = getattr(error, "reason", None) or error
            raise CommandError("join_unreachable", server=self.origin, why=why) from error

    def _refusal(self, error: HTTPError) -> CommandError:
        if 300 <= error.code < 400:
            return CommandError("join_moved", server=self.origin, address=clean(error.headers.get("Location", "")))
        try:
            said = clean(json.loads(error.read(LONGEST)))["sentence"]
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return self.strange(error.code)
        return CommandError("server_says", said=said)

    def strange(self, status: int) -> CommandError:
        """What speaks there is no Ludarium server, or one of another kind."""
        return CommandError("join_strange", server=self.origin, status=status)

    def _keep_token(self, answer: HTTPResponse) -> None:
        for header in answer.headers.get_all("Set-Cookie") or ():
            with suppress(CookieError):
                if (found := SimpleCookie(header).get(_COOKIE)) and found.value != self.token:
                    self.token = found.value
                    _keep_token(self.origin, found.value)


class _NoRedirects(HTTPRedirectHandler):
    """Nobody but the server that was named gets the cookie."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _text(answer: HTTPResponse) -> str:
    data = answer.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise ValueError("too long")
    return data.decode("utf-8")


# --- who one is at servers ------------------------------------------------------------------------------------------
def _kept_tokens() -> dict[str, str]:
    with suppress(OSError, ValueError):
        found = json.loads((data_folder(os.environ) / "servers.json").read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return {str(origin): str(token) for origin, token in found.items()}
    return {}


def _keep_token(origin: str, token: str) -> None:
    """For the next time; who cannot write it is somebody new then."""
    file = data_folder(os.environ) / "servers.json"
    tokens = {**_kept_tokens(), origin: token}
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
            json.dump(tokens, out)


# --- what others wrote ----------------------------------------------------------------------------------------------
def clean(value: Any) -> Any:
    """What a server sent, without anything that could steer a terminal; boards keep their colours."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, list):
        return [clean(one) for one in value]
    if isinstance(value, dict):
        return {printable(key): _board(one) if key == "board" else clean(one) for key, one in value.items()}
    return value


def _board(text: object) -> str:
    parts, colours = _COLOUR.split(str(text)), _COLOUR.findall(str(text))
    return "".join(printable(part) + colour for part, colour in zip(parts, [*colours, ""], strict=True))


def without_colour(board: str) -> str:
    return _COLOUR.sub("", board)


def host_of(origin: str) -> str:
    parts: SplitResult = urlsplit(origin)
    return parts.netloc
