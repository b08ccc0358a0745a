"""Challenges in the database: a seat of a table that waits is kept for somebody, until they take it or decline.

All functions here run within a ``Session``.
"""

import sqlalchemy as sa
from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from ludarium.server.errors import PeopleError
from ludarium.server.people.models import AccountRow, PersonRow
from ludarium.server.people.people import PersonalData
from ludarium.server.store import Base
from ludarium.server.wire import KeptSeat


class ChallengeRow(Base):
    __tablename__ = "challenge"

    table_id: Mapped[str] = mapped_column(sa.ForeignKey("game_table.id"), primary_key=True)
    seat: Mapped[int]
    challenger: Mapped[str] = mapped_column(sa.ForeignKey("person.id"), index=True)
    person: Mapped[str] = mapped_column(sa.ForeignKey("person.id"), index=True)  # for whom the seat is
    made: Mapped[int] = mapped_column(sa.BigInteger)
    declined: Mapped[bool]


def add_challenge(session: Session, table: str, seat: int, challenger: str, person: str, made: int) -> None:
    """Refused where there is nobody of that kind: guests have no page from which they could be challenged."""
    if person == challenger or session.get(AccountRow, person) is None:
        raise PeopleError("person_unknown", 404)
    session.add(
        ChallengeRow(table_id=table, seat=seat, challenger=challenger, person=person, made=made, declined=False)
    )


def kept_seat(session: Session, table: str) -> KeptSeat | None:
    """The seat of a table that is kept for somebody, if there is one."""
    found = session.execute(
        select(ChallengeRow, PersonRow.name)
        .join(PersonRow, PersonRow.id == ChallengeRow.person)
        .where(ChallengeRow.table_id == table)
    ).one_or_none()
    if found is None:
        return None
    row, name = found
    return KeptSeat(row.seat, row.person, name, row.declined)


def note_declined(session: Session, table: str) -> None:
    session.execute(update(ChallengeRow).where(ChallengeRow.table_id == table).values(declined=True))


def remove_challenge(session: Session, table: str) -> None:
    session.execute(delete(ChallengeRow).where(ChallengeRow.table_id == table))


def end_challenge(session: Session, table: str, declined: bool) -> None:
    """Whoever was challenged declines, or whoever challenged them does no longer wait."""
    (note_declined if declined else remove_challenge)(session, table)


# --- a person's data --------------------------------------------------------------------------------------------------
def _tell(session: Session, person: str) -> object:
    row = ChallengeRow
    mine = select(row).where(or_(row.challenger == person, row.person == person)).order_by(row.made)
    return [
        {"table": one.table_id, "yours": one.challenger == person, "made": one.made, "declined": one.declined}
        for one in session.scalars(mine)
    ]


def _forget(session: Session, person: str) -> None:
    row = ChallengeRow
    session.execute(delete(row).where(or_(row.challenger == person, row.person == person)))


CHALLENGES_DATA = PersonalData("challenges", _tell, _forget)
