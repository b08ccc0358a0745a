"""How long things about people are kept: guests who stay away, what was said at tables, challenges to passkeys."""

from collections.abc import Callable

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from ludarium.server.people.models import AccountRow, PersonRow
from ludarium.server.people.people import People
from ludarium.server.rooms.storage import ChatMessageRow
from ludarium.server.settings import Settings
from ludarium.server.store import Store, now

_DAY = 24 * 3600 * 1000
_GUESTS, _MESSAGES = 10, 500  # in one piece: others write in between


class Retention:
    """Forgets a little whenever it is asked to, the oldest first."""

    def __init__(self, store: Store, people: People, settings: Settings, time: Callable[[], int] = now) -> None:
        self._store = store
        self._people = people
        self._guest_days = settings.guest_days
        self._chat_days = settings.chat_days
        self._time = time

    async def sweep(self) -> None:
        if self._guest_days:
            await self._forget_guests(self._time() - self._guest_days * _DAY)
        if self._chat_days:
            await self._forget_chat(self._time() - self._chat_days * _DAY)
        await self._people.passkeys.sweep()

    async def _forget_guests(self, before: int) -> None:
        """Guests who were last here before a time are deleted, as if they had asked for it."""

        def look_up(session: Session) -> list[str]:
            absent = (
                select(PersonRow.id)
                .outerjoin(AccountRow, AccountRow.person == PersonRow.id)
                .where(PersonRow.seen < before, PersonRow.name != "", AccountRow.person.is_(None))
                .order_by(PersonRow.seen)
                .limit(_GUESTS)
            )
            return list(session.scalars(absent))

        for person in await self._store.read(look_up):
            await self._people.delete(person)

    async def _forget_chat(self, before: int) -> None:
        row = ChatMessageRow

        def look_up(session: Session) -> list[tuple[str, int]]:
            old = select(row.table_id, row.number).where(row.at < before).order_by(row.at).limit(_MESSAGES)
            return [(table, number) for table, number in session.execute(old)]

        old = await self._store.read(look_up)

        def write(session: Session) -> None:
            for table, number in old:
                session.execute(delete(row).where(row.table_id == table, row.number == number))

        if old:
            await self._store.write(write)
