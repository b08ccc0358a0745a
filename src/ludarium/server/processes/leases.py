"""Which process has which table: a lease is a row, and holds as long as its process lives or until it is given back.

Every write of a table asks for its lease first (``fence``) and keeps it until it is committed: whoever takes over
waits for that, and reads what was written. A process that was taken for dead writes nothing more. All functions here
run within a ``Session``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import sqlalchemy as sa
from sqlalchemy import delete, insert, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from ludarium.server.errors import RoomError
from ludarium.server.processes.rows import LeaseRow, ProcessRow
from ludarium.server.store import connection_of

LIVING_KEY = int.from_bytes(b"ludp")  # of the locks by which processes live; the second part is their number
_MINE = "SELECT oid FROM pg_database WHERE datname = current_database()"
LIVING = (
    f"SELECT CAST(CAST(objid AS bigint) AS integer) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 "
    f"AND CAST(classid AS bigint) = {LIVING_KEY} AND granted AND database = ({_MINE})"
)
_TAKE = sa.text(
    "INSERT INTO lease (table_id, process, before) SELECT id, :process, 0 FROM game_table WHERE id = :table "
    "ON CONFLICT (table_id) DO UPDATE SET process = :process, before = lease.process "
    f"WHERE lease.process = :process OR lease.process NOT IN ({LIVING}) RETURNING before"
)
_FREE = sa.text(f"DELETE FROM lease WHERE table_id = ANY(:tables) AND process NOT IN ({LIVING})")


class HeldElsewhere(RoomError):
    """Another process has the table in memory. What cannot be asked there has to be tried again."""

    def __init__(self, process: int, address: str) -> None:
        super().__init__("not_kept", 503)
        self.process = process
        self.address = address


class LeaseLost(RoomError):
    """Another process has taken the table over: what was to be written is not."""

    def __init__(self) -> None:
        super().__init__("not_kept", 503)


@dataclass(frozen=True)
class Taken:
    """A lease that this process has now. ``since`` is when the one that had it before was last at work; nothing if it
    was this one, 0 if there was none.
    """

    since: int | None


def living(session: Session) -> list[int]:
    """The numbers of all processes that live, in their order."""
    return sorted(session.scalars(sa.text(LIVING)))


def take(session: Session, table: str, process: int) -> Taken | None:
    """Take the lease of a table; nothing if there is no such table. ``HeldElsewhere`` if another process has it."""
    for _ in range(2):  # somebody may give it back, or take it, between looking and taking
        holder = _holder(session, table)
        if holder is not None and holder.number == process:
            return Taken(None)
        if holder is not None and holder.number in living(session):
            raise HeldElsewhere(holder.number, holder.address)
        before = session.execute(_TAKE, {"table": table, "process": process}).scalar()
        if before is not None:
            return Taken(None if before == process else _last_beat(session, before))
    if session.scalar(sa.text("SELECT 1 FROM game_table WHERE id = :table"), {"table": table}) is None:
        return None
    raise HeldElsewhere(0, "")


def _holder(session: Session, table: str) -> ProcessRow | None:
    held = select(ProcessRow).join(LeaseRow, LeaseRow.process == ProcessRow.number).where(LeaseRow.table_id == table)
    return session.scalar(held.execution_options(populate_existing=True))


def _last_beat(session: Session, process: int) -> int:
    found = session.get(ProcessRow, process)
    return 0 if found is None else found.beat


def begin(session: Session, table: str, process: int) -> None:
    """For a table that is made in the same write."""
    if process:
        session.execute(insert(LeaseRow), {"table_id": table, "process": process, "before": 0})


@lru_cache
def _fence(dialect: sa.Dialect) -> tuple[str, tuple[str, ...]]:
    """The statement as a driver takes it: it is run at every step."""
    lease = cast(sa.Table, LeaseRow.__table__).c
    wanted = (lease.table_id == sa.bindparam("table_id"), lease.process == sa.bindparam("process"))
    compiled = select(sa.literal_column("1")).where(*wanted).with_for_update(read=True).compile(dialect=dialect)
    return str(compiled), tuple(getattr(compiled, "positiontup", None) or ())


def fence(session: Session, table: str, process: int) -> None:
    """In a write: nobody takes the table over until this is committed; ``LeaseLost`` if somebody has."""
    connection = connection_of(session)
    statement, order = _fence(connection.dialect)
    values = {"table_id": table, "process": process}
    cursor = connection.connection.cursor()
    cursor.execute(statement, [values[name] for name in order] if order else values)
    found = cursor.fetchone()
    cursor.close()
    if found is None:
        raise LeaseLost


def give_back(session: Session, tables: Iterable[str], process: int) -> None:
    session.execute(delete(LeaseRow).where(LeaseRow.table_id.in_(list(tables)), LeaseRow.process == process))


def is_free(session: Session, table: sa.ColumnElement[str] | InstrumentedAttribute[str]) -> sa.ColumnElement[bool]:
    """That no living process has a table."""
    return ~select(LeaseRow).where(LeaseRow.table_id == table, LeaseRow.process.in_(living(session))).exists()


def orphans(session: Session) -> list[str]:
    """The tables whose process is dead."""
    return list(session.scalars(select(LeaseRow.table_id).where(LeaseRow.process.not_in(living(session)))))


def set_free(session: Session, tables: Iterable[str]) -> None:
    """Of tables whose process is dead nothing has to go on: they wait for somebody to ask."""
    session.execute(_FREE, {"tables": list(tables)})


def tidy(session: Session, until: int) -> None:
    """Forget processes that were last at work before then, and have no tables any more."""
    held = select(LeaseRow.process).where(LeaseRow.process == ProcessRow.number).exists()
    session.execute(delete(ProcessRow).where(ProcessRow.beat < until, ~held))
