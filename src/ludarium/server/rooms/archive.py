"""Puts the events of old tables into the archive, a few at a time: whoever plays does not wait for it."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from ludarium.server.rooms.archive_storage import ArchiveRow, Stored, pack, players_of
from ludarium.server.rooms.storage import CLOSED, TableEventRow, TableRow, stored_events
from ludarium.server.store import Store, now

_DAY = 24 * 3600 * 1000
_MOST = 50  # in one sweep, each in a write of its own
_DONE = ("over", CLOSED)


@dataclass(frozen=True)
class _Packed:
    id: str
    newest: int  # the last event that is among them
    events: bytes


class Archive:
    """``sweep`` is for the chores of a server. Tables that were over before so many ``days`` are put away; 0: none."""

    def __init__(self, store: Store, days: int, time: Callable[[], int] = now) -> None:
        self._store = store
        self._days = days
        self._time = time
        self._since = 0  # what changed last before that is in the archive

    async def sweep(self) -> None:
        before = self._time() - self._days * _DAY
        if not self._days or before <= self._since:
            return
        ripe = await self._store.read(lambda session: _ripe(session, self._since, before))
        for _, id_ in ripe:
            packed = await self._store.read(lambda session, id_=id_: _packed(session, id_))  # type: ignore[misc]
            if packed is not None:
                await self._store.write(lambda session, packed=packed: _put(session, packed))  # type: ignore[misc]
        self._since = before if len(ripe) < _MOST else ripe[-1][0]


def _ripe(session: Session, since: int, before: int) -> list[tuple[int, str]]:
    """The tables that have been over for longest and still have events of their own: when they ended, and their ids."""
    event = select(TableEventRow.number).where(TableEventRow.table_id == TableRow.id).limit(1)
    old = (TableRow.phase.in_(_DONE), TableRow.changed >= since, TableRow.changed < before)
    found = select(TableRow.changed, TableRow.id).where(*old, event.correlate(TableRow).exists())
    return [(at, id_) for at, id_ in session.execute(found.order_by(TableRow.changed, TableRow.id).limit(_MOST))]


def _packed(session: Session, id_: str) -> _Packed | None:
    numbered = stored_events(session, id_)
    events: list[Stored] = [event for _, event in numbered]
    return _Packed(id_, numbered[-1][0], pack(events)) if events else None


def _put(session: Session, packed: _Packed) -> bool:
    """In a write, unless something happened meanwhile, or another process was quicker. Whoever changes names waits for
    the table's row, too: they find them where they are.
    """
    table = select(TableRow.phase).where(TableRow.id == packed.id)
    event = TableEventRow
    phase = session.scalar(table.with_for_update())
    newest = session.scalar(select(func.max(event.number)).where(event.table_id == packed.id))
    if phase not in _DONE or newest != packed.newest:
        return False
    began = session.scalar(select(event.data).where(event.table_id == packed.id, event.kind == "begin"))
    row = session.get(ArchiveRow, packed.id)
    if row is None:
        row = ArchiveRow(table_id=packed.id, players="")
        session.add(row)
    if began is not None:
        row.players = players_of(began)
    row.last, row.events = packed.newest, packed.events
    session.execute(delete(event).where(event.table_id == packed.id))
    return True
