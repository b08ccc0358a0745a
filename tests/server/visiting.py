"""A server within the test's own process, and visitors who speak HTTP with it as a browser would."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import httpx

from ludarium.server.app import make_app
from ludarium.server.services import Services
from ludarium.server.settings import read_settings

T = TypeVar("T")
ORIGIN = "http://localhost:8765"


class Open:
    """A server that is open for as long as the ``with`` statement lasts."""

    def __init__(self, folder: Path, loopback_push: bool = False, **settings: object) -> None:
        self.database = f"sqlite:///{folder / 'ludarium.sqlite'}"
        chosen: dict[str, Any] = {"database": self.database, **settings}
        self.app = make_app(read_settings(**chosen), loopback_push=loopback_push)
        self._life = self.app.router.lifespan_context(self.app)

    def __enter__(self) -> "Open":
        self._runner = asyncio.Runner()
        try:
            self.do(self._life.__aenter__())
        except BaseException:
            self._runner.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.do(self._life.__aexit__(None, None, None))
        self._runner.close()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(work)

    @property
    def services(self) -> Services:
        found: Services = self.app.state.services
        return found

    def visitor(self, address: str = "203.0.113.5", origin: str = ORIGIN, **headers: str) -> "Visitor":
        return Visitor(self, address, origin, headers)


class Visitor:
    """A browser with its cookies, on a page of the server (which sends the header that only it can send)."""

    def __init__(self, server: Open, address: str, origin: str, headers: dict[str, str]) -> None:
        self._server = server
        transport = httpx.ASGITransport(app=server.app, raise_app_exceptions=False, client=(address, 1234))
        self.http = httpx.AsyncClient(transport=transport, base_url=origin, headers={"X-Ludarium": "1", **headers})

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return self._server.do(work)

    def ask(self, method: str, path: str, json: object = None, **more: Any) -> httpx.Response:
        if json is not None:
            more["json"] = json
        return self.do(self.http.request(method, path, **more))

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("GET", path, **more)

    def post(self, path: str, json: object = None, **more: Any) -> httpx.Response:
        return self.ask("POST", path, json, **more)

    def token(self) -> str:
        return self.http.cookies.get("ludarium") or ""

    def be_guest(self, name: str) -> str:
        answer = self.post("/api/me", {"name": name})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["id"])

    def register(self, name: str, password: str = "correct horse") -> str:
        answer = self.post("/api/account", {"name": name, "password": password})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["id"])


async def knock(server: Open, headers: dict[str, str], address: str = "203.0.113.5") -> list[dict[str, Any]]:
    """What a WebSocket that knocks and then says nothing is sent."""
    sent: list[dict[str, Any]] = []
    scope = {
        "type": "websocket",
        "path": "/ws/nothing",
        "query_string": b"",
        "root_path": "",
        "scheme": "ws",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": (address, 1),
        "subprotocols": [],
        "extensions": {"websocket.http.response": {}},
    }

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    await server.app(scope, receive, send)
    return sent
