"""What can be deleted, and whether all tables can still be read. All functions run within a ``Session``."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from ludarium.core.errors import LudariumError
from ludarium.server.people.models import AccountRow, PersonRow, SessionRow
from ludarium.server.people.sanctions import DAY
from ludarium.server.rooms import storage
from ludarium.server.rooms.storage import CLOSED, SeatRow, TableEventRow, TableRow
from ludarium.server.store import Base, now

TOGETHER = 200  # tables that are deleted in one write: a running server waits meanwhile


@dataclass(frozen=True)
class Rubbish:
    """What nobody needs any more."""

    waiting: list[str]  # tables to close
    closed: list[str]  # tables to delete
    games: list[str]  # finished games of guests, to delete
    sessions: int


def find(session: Session, waiting_days: int, games_days: int) -> Rubbish:
    old, older = now() - waiting_days * DAY, now() - games_days * DAY
    begun = TableRow.rules_version.is_not(None)
    unneeded = sa.or_(TableRow.changed < older, sa.and_(TableRow.changed < old, ~begun))
    accounts = select(SeatRow).join(AccountRow, AccountRow.person == SeatRow.person)
    of_guests = ~accounts.where(SeatRow.table_id == TableRow.id).exists()
    return Rubbish(
        storage.abandoned(session, old),
        _ids(session, TableRow.phase == CLOSED, unneeded),
        _ids(session, TableRow.phase == "over", TableRow.changed < older, of_guests),
        session.scalar(select(func.count()).select_from(SessionRow).where(SessionRow.expires <= now())) or 0,
    )


def _ids(session: Session, *wanted: sa.ColumnElement[bool]) -> list[str]:
    return list(session.scalars(select(TableRow.id).where(*wanted)))


def close_waiting(session: Session, ids: Iterable[str]) -> None:
    """In a write: unless somebody came meanwhile and the game has begun."""
    waits = (TableRow.id.in_(list(ids)), TableRow.phase == "waiting")
    session.execute(update(TableRow).where(*waits).values(phase=CLOSED))


def delete_tables(session: Session, ids: Iterable[str]) -> None:
    """In a write: tables with everything that refers to them."""
    gone = list(ids)
    for table in reversed(Base.metadata.sorted_tables):
        for column in table.columns:
            if any(key.column is TableRow.__table__.c.id for key in column.foreign_keys):
                session.execute(delete(table).where(column.in_(gone)))
    session.execute(delete(TableRow).where(TableRow.id.in_(gone)))


def delete_sessions(session: Session) -> None:
    session.execute(delete(SessionRow).where(SessionRow.expires <= now()))


def parts(ids: list[str]) -> Iterator[list[str]]:
    for first in range(0, len(ids), TOGETHER):
        yield ids[first : first + TOGETHER]


def all_tables(session: Session) -> list[tuple[str, str]]:
    """The ids and rulesets of all tables, the oldest first."""
    return [
        (id_, ruleset)
        for id_, ruleset in session.execute(select(TableRow.id, TableRow.ruleset).order_by(TableRow.made))
    ]


def count_all(session: Session) -> dict[str, int]:
    """How many people, tables and events there are."""
    kinds = {"people": PersonRow, "tables": TableRow, "events": TableEventRow}
    return {name: session.scalar(select(func.count()).select_from(kind)) or 0 for name, kind in kinds.items()}


def fault_of(session: Session, id_: str, locale: str) -> str:
    """Why a table cannot be read through its events; empty if it can. What was played is not told."""
    try:
        storage.load(session, id_, now())
    except LudariumError as error:
        return error.sentence(locale)
    except Exception as error:  # whatever is stored there: the others are read all the same
        told: Any = type(error).__name__
        return str(told)
    return ""
