"""People at a server, played by programs: they choose a name, open tables and take steps."""

import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect

Told = dict[str, Any]
HEADERS = {"X-Ludarium": "1"}


class Refused(Exception):
    """The server's answer was a problem."""

    def __init__(self, problem: Told) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass
class Guest:
    """Somebody with a name and a cookie."""

    address: str
    cookie: str = ""
    id: str = ""
    trust: ssl.SSLContext | None = None  # for an address with TLS

    async def arrive(self, http: httpx.AsyncClient, name: str) -> "Guest":
        answer = await http.post(f"{self.address}/api/me", json={"name": name}, headers=HEADERS)
        answer.raise_for_status()
        self.cookie = answer.headers["set-cookie"].split(";")[0]
        self.id = answer.json()["id"]
        http.cookies.clear()  # several guests share one client
        return self

    async def open_table(self, http: httpx.AsyncClient, wanted: Mapping[str, object]) -> str:
        answer = await http.post(f"{self.address}/api/tables", json=wanted, headers={**HEADERS, "Cookie": self.cookie})
        assert answer.status_code < 300, answer.text
        found: str = answer.json()["id"]
        return found


class Known:
    """What somebody has been told about a table: the latest information and picture, and all steps."""

    def __init__(self) -> None:
        self.table: Told = {}
        self.picture: Told = {}
        self.steps: list[Told] = []

    def note(self, told: Told) -> None:
        self.table = told.get("table", self.table)
        self.picture = told.get("picture", self.picture)
        if told["type"] == "welcome":
            self.steps = list(told["steps"])
        elif told["type"] == "stepped":
            self.steps += told["steps"]
        elif told["type"] == "undone":
            del self.steps[told["kept"] :]

    @property
    def may_step(self) -> bool:
        return bool(self.picture.get("paths")) and "step" in self.table["may"]

    @property
    def over(self) -> bool:
        return bool(self.table) and bool(self.table["phase"] == "over")


@dataclass
class Sitting(Known):
    """One guest's connection to one table."""

    guest: Guest
    id: str
    heard: list[bytes] = field(default_factory=list)
    listen: bool = False  # whether to keep every byte in ``heard``
    _socket: ClientConnection | None = None
    _asked: int = 0

    def __post_init__(self) -> None:
        super().__init__()

    async def connect(self) -> "Sitting":
        """Connect (again) and wait for the welcome."""
        address = self.guest.address.replace("http", "ws", 1)
        self._socket = await connect(
            f"{address}/ws/tables/{self.id}?lang=en&theme=light",
            origin=self.guest.address,  # type: ignore[arg-type]  # a plain text is what it takes
            additional_headers={"Cookie": self.guest.cookie} if self.guest.cookie else {},
            max_size=None,
            compression=None,
            ssl=self.guest.trust,
        )
        await self.until(lambda told: told["type"] == "welcome")
        return self

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()

    async def hear(self) -> Told:
        """The next message, which is noted."""
        assert self._socket is not None
        data = await self._socket.recv(decode=False)
        if self.listen:
            self.heard.append(data)
        told: Told = orjson.loads(data)
        self.note(told)
        return told

    async def until(self, wanted: Callable[[Told], bool]) -> Told:
        while True:
            told = await self.hear()
            if wanted(told):
                return told

    async def send(self, do: str, **data: object) -> int:
        """Say something; the id under which it will be answered."""
        assert self._socket is not None
        self._asked += 1
        await self._socket.send(orjson.dumps({"do": do, "id": self._asked, **data}), text=True)
        return self._asked

    async def ask(self, do: str, **data: object) -> Told:
        """Say something and wait for its answer; ``Refused`` if that is a problem."""
        asked = await self.send(do, **data)
        answer = await self.until(lambda told: told.get("id") == asked)
        if answer["type"] == "problem":
            raise Refused(answer)
        return answer

    async def step(self, text: str) -> None:
        await self.ask("step", seat=self.table["viewer"], step=text, number=len(self.steps))
