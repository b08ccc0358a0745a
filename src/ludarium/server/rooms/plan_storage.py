"""Planned answers in the database: each line is a row, written together with the event that makes an end of it.

All functions here run within a ``Session``.
"""

from collections.abc import Iterable

import orjson
import sqlalchemy as sa
from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from ludarium.server.people.people import PersonalData
from ludarium.server.rooms.plans import PlannedLine
from ludarium.server.store import Base


class PlannedLineRow(Base):
    __tablename__ = "planned_line"

    table_id: Mapped[str] = mapped_column(sa.ForeignKey("game_table.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    person: Mapped[str] = mapped_column(sa.String(12), index=True)
    seat: Mapped[int]
    place: Mapped[int]
    steps: Mapped[str] = mapped_column(sa.Text)  # JSON


def lines_of(session: Session, table: str) -> list[PlannedLine]:
    row = PlannedLineRow
    found = select(row.number, row.seat, row.place, row.steps).where(row.table_id == table).order_by(row.number)
    return [
        PlannedLine(number, seat, place, tuple(orjson.loads(steps)))
        for number, seat, place, steps in session.execute(found)
    ]


def add_lines(session: Session, table: str, person: str, lines: Iterable[PlannedLine]) -> None:
    for line in lines:
        known = {"number": line.number, "seat": line.seat, "place": line.place}
        steps = orjson.dumps(line.steps).decode()
        session.execute(insert(PlannedLineRow), {"table_id": table, "person": person, **known, "steps": steps})


def remove_lines(session: Session, table: str, lines: Iterable[PlannedLine]) -> None:
    numbers = [line.number for line in lines]
    if numbers:
        where = (PlannedLineRow.table_id == table, PlannedLineRow.number.in_(numbers))
        session.execute(delete(PlannedLineRow).where(*where))


# --- a person's data --------------------------------------------------------------------------------------------------
def _tell(session: Session, person: str) -> object:
    row = PlannedLineRow
    found = session.scalars(select(row).where(row.person == person).order_by(row.table_id, row.number))
    return [{"table": one.table_id, "seat": one.seat, "steps": orjson.loads(one.steps)} for one in found]


def _forget(session: Session, person: str) -> None:
    session.execute(delete(PlannedLineRow).where(PlannedLineRow.person == person))


PLANS_DATA = PersonalData("plans", _tell, _forget)
