"""Carries out in a running server what moderators and administrators have ordered, and lets time delete things."""

import asyncio
import logging

from ludarium.server.moderation import orders
from ludarium.server.moderation.orders import Order
from ludarium.server.people import sanctions
from ludarium.server.people.models import SanctionRow
from ludarium.server.people.people import People
from ludarium.server.rooms.rooms import Rooms
from ludarium.server.store import Store

_LOG = logging.getLogger(__name__)
_LOOK_SECONDS = 2.0
_TIDY_EVERY = 1800  # looks
_PARTING_SECONDS = 0.3  # in which a last sentence reaches a browser before its connections are closed


class Keeper:
    def __init__(self, store: Store, people: People, rooms: Rooms, audit_days: int) -> None:
        self._store = store
        self._people = people
        self._rooms = rooms
        self._audit_days = audit_days
        self._last = 0  # the number of the last order that was noticed
        self._looking = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.tidy()
        await self.look()
        self._task = asyncio.create_task(self._watch())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self) -> None:
        looks = 0
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            looks += 1
            try:
                await self.look()
                if looks % _TIDY_EVERY == 0:
                    await self.tidy()
            except Exception:
                _LOG.exception("orders could not be looked after")

    async def look(self) -> None:
        """Carry out what has been ordered since the last look."""
        async with self._looking:
            for order in await self._store.read(lambda session: orders.orders_after(session, self._last)):
                await self._carry_out(order)
                self._last = order.id

    async def tidy(self) -> None:
        await self._store.write(lambda session: orders.tidy(session, self._audit_days))
        await self._people.sessions.sweep()

    async def _carry_out(self, order: Order) -> None:
        try:
            data = self._people.personal_data
            done = await self._store.write(lambda session: orders.carry_out(session, order.id, data))
            if done is not None:
                await self._notice(done)
                await self._store.write(lambda session: orders.note_noticed(session, order.id))
        except Exception:
            _LOG.exception("the order %s (%s) could not be carried out", order.id, order.kind)
            await self._store.write(lambda session: orders.give_up(session, order.id))

    async def _notice(self, order: Order) -> None:
        """What the memory of this server has to do with it."""
        sessions, target = self._people.sessions, order.target
        sessions.forget(target)
        if order.kind == "ban":
            row = SanctionRow(person=target, kind="ban", until=order.data["until"], why=order.data["why"], since=0)
            self._rooms.part_with(target, sanctions.Sanctioned(row))
            await asyncio.sleep(_PARTING_SECONDS)
        sessions.ended(order.ended)
        if order.kind == "rename":
            await self._rooms.read_again(target)
        elif order.kind == "close":
            await self._rooms.put_away_closed(target)
        elif order.kind == "prune":
            await self._rooms.put_away_all_closed()
        elif order.kind == "remove":
            for one in self._people.personal_data:
                one.forgotten(target)
