"""A house without HTTP, in the test's own loop: people are names, connections keep all that they are sent."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, TypeVar, cast

import orjson
from pydantic import ValidationError
from sqlalchemy import event
from sqlalchemy.orm import Session

from ludarium.core.game import find_ruleset
from ludarium.players.report import Report
from ludarium.players.spec import RandomPlayer
from ludarium.players.thinker import Question
from ludarium.server.limits import Limits
from ludarium.server.metrics import Metrics
from ludarium.server.people.models import AccountRow, PersonRow
from ludarium.server.pictures import ArtCache
from ludarium.server.requests import TABLE_REQUEST, NewTableRequest
from ludarium.server.rooms.actions import handle
from ludarium.server.rooms.messages import Connection
from ludarium.server.rooms.room import Room
from ludarium.server.rooms.rooms import Rooms
from ludarium.server.settings import Settings
from ludarium.server.store import Base, Store, now
from ludarium.server.thinking import Thinkers
from ludarium.server.visitor import Visitor

Json = dict[str, Any]
T = TypeVar("T")
RATED: dict[str, Any] = {"rated": True, "clock": {"kind": "fischer", "base": 600, "increment": 5}}
YOU, OPEN, COMPUTER = {"who": "you"}, {"who": "open"}, {"who": "computer", "level": 1}


def run(work: Coroutine[Any, Any, T]) -> T:
    async def soon() -> T:
        async with asyncio.timeout(60):
            return await work

    return asyncio.run(soon())


class Guessers:
    """Stands for the processes: decides at random and at once, or as a test wants it. Keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.expects = 0.5  # what the asked seat expects of the game
        self.gate = asyncio.Event()
        self.gate.set()

    async def prepare(self) -> None:
        pass

    async def decide(self, question: Question, **_: object) -> Report:
        self.asked.append(question)
        await self.gate.wait()
        seat = question.seat
        found = RandomPlayer().choose(find_ruleset(question.ruleset), question.views, seat, question.seed)
        shares = [(1 - self.expects) / (len(found.expectation) - 1)] * len(found.expectation)
        shares[seat] = self.expects
        return Report(found.step, seat, 0, 0.0, tuple(shares), found.lines)


class Client(Connection):
    """A connection that keeps every byte."""

    def __init__(self, room: Room, person: str, locale: str = "en", written: str = "") -> None:
        art_cache = ArtCache("light", locale, written=written)
        super().__init__(identity(person) if person else "", person, art_cache, guest=False)
        self.room = room
        self.heard: list[bytes] = []
        self._told: list[Json] = []
        self._asked = 0

    def send_bytes(self, message: bytes) -> None:
        self.heard.append(message)

    def close(self, code: int) -> None:
        self.heard.append(orjson.dumps({"type": "closed", "code": code}))

    @property
    def told(self) -> list[Json]:
        self._told += [orjson.loads(one) for one in self.heard[len(self._told) :]]
        return self._told

    def types(self, since: int = 0) -> list[str]:
        return [one["type"] for one in self.told[since:]]

    @property
    def table(self) -> Json:
        """The latest news."""
        return cast(Json, next(one["table"] for one in reversed(self.told) if "table" in one))

    @property
    def picture(self) -> Json:
        return cast(Json, next(one["picture"] for one in reversed(self.told) if "picture" in one))

    @property
    def steps(self) -> list[Json]:
        """All steps that it knows of."""
        found: list[Json] = []
        for one in self.told:
            if one["type"] == "welcome":
                found = list(one["steps"])
            elif one["type"] == "stepped":
                found += one["steps"]
            elif one["type"] == "undone":
                del found[one["kept"] :]
        return found

    async def ask(self, do: str, **data: object) -> Json:
        """The answer (done, problem, explained, pong)."""
        self._asked += 1
        try:
            message = TABLE_REQUEST.validate_json(orjson.dumps({"do": do, "id": self._asked, **data}))
        except ValidationError as error:
            raise AssertionError(f"no such message: {do} {data}") from error
        await handle(self.room, self, message)
        return next(one for one in reversed(self.told) if one.get("id") == self._asked and "type" in one)

    async def done(self, do: str, **data: object) -> None:
        answer = await self.ask(do, **data)
        assert answer["type"] == "done", answer

    async def refused(self, do: str, **data: object) -> str:
        """The code of the problem; nobody was told anything else."""
        await until(lambda: self.room._presence_timer is None)  # who came and went has been told
        before = {id(one): len(one.heard) for one in self.room.connections if isinstance(one, Client)}
        answer = await self.ask(do, **data)
        assert answer["type"] == "problem", answer
        assert len(answer["sentence"]) > 10
        for one in self.room.connections:
            if isinstance(one, Client):
                assert len(one.heard) - before[id(one)] == (one is self)
        return str(answer["code"])

    async def step(self, text: str, seat: int | None = None) -> None:
        await self.done("step", seat=self.viewer if seat is None else seat, step=text, number=len(self.steps))


def identity(person: str) -> str:
    return person.lower().ljust(12, "x")


def visitor(person: str) -> Visitor:
    return Visitor(identity(person), person, False, "en")


class Hall:
    """Use it in ``async with``; ``crash`` leaves everything as it is, as a killed process would."""

    def __init__(
        self,
        folder: Path,
        now: Callable[[], int] = now,
        thinkers: object = None,
        passing: Callable[[], float] = monotonic,
    ) -> None:
        self.url = f"sqlite:///{folder}/hall.sqlite"
        self.now = now
        self.thinkers = thinkers or Guessers()
        self.passing = passing

    async def __aenter__(self) -> "Hall":
        settings = Settings(database=self.url, bot_delay_ms=0, limits="off")
        store = Store(self.url)
        # Nobody pulls the plug of a test: it need not wait for the disk.
        event.listen(store.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
        Base.metadata.create_all(store.engine)
        self.store, self.limits = store, Limits(settings)
        self.rooms = Rooms(store, cast(Thinkers, self.thinkers), self.limits, Metrics(), 0, self.now, self.passing)
        await self.rooms.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        await self.rooms.close()
        self.store.close()

    async def crash(self) -> None:
        """As if killed: whatever is being done stops where it is, and connections are lost."""
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        for room in list(self.rooms.in_memory.values()):
            room.close()
        await asyncio.sleep(0.01)
        self.store.close()

    async def make(
        self,
        ruleset: str,
        seats: Sequence[object],
        by: str = "Ada",
        options: dict[str, object] | None = None,
        **more: Any,
    ) -> Room:
        wanted = {"ruleset": ruleset, "seats": list(seats), "options": options or {}, **more}
        id_ = await self.rooms.make(visitor(by), NewTableRequest.model_validate_json(orjson.dumps(wanted)))
        return await self.rooms.open(id_)

    async def person(self, name: str) -> None:
        """Somebody with an account, as ratings need them."""
        person = identity(name)

        def write(session: Session) -> None:
            session.add(PersonRow(id=person, name=name, created=1))
            session.flush()
            session.add(AccountRow(person=person, folded=name.lower(), password="", created=1))

        await self.store.write(write)

    async def come(self, room: Room, person: str = "", locale: str = "en", written: str = "") -> Client:
        client = Client(room, person, locale, written)
        assert await room.enter(client)
        return client

    async def pair(self, ruleset: str, options: dict[str, object] | None = None, **more: Any) -> tuple[Client, Client]:
        """Ada in seat 0 and Ben in seat 1, connected, their game begun."""
        room = await self.make(ruleset, [YOU, OPEN], options=options, **more)
        ada, ben = await self.come(room, "Ada"), await self.come(room, "Ben")
        await ben.done("sit", seat=-1)
        await quiet(room)
        return ada, ben


async def quiet(room: Room) -> None:
    """Until nothing is being done and everybody has been told who is there."""
    while room.at_work:
        await asyncio.sleep(0.005)


async def until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.005)
