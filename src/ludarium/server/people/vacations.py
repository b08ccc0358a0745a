"""Vacations: for some days a year, somebody's clocks in correspondence games stand still.

They are whole days: who returns early has used up the day that has begun. All functions here run within a ``Session``.
"""

from collections.abc import Iterable

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from ludarium.server.errors import PeopleError
from ludarium.server.people.models import AccountRow, VacationRow
from ludarium.server.people.people import PersonalData
from ludarium.server.wire import Vacation

DAY = 86_400_000  # milliseconds
MOST_DAYS = 30
_YEAR = 365 * DAY


def vacations_of(session: Session, people: Iterable[str]) -> dict[str, list[tuple[int, int]]]:
    """All of them, the first one first: from when to when."""
    row = VacationRow
    found = session.execute(
        select(row.person, row.start, row.until).where(row.person.in_(set(people))).order_by(row.start)
    )
    vacations: dict[str, list[tuple[int, int]]] = {}
    for person, start, until in found:
        vacations.setdefault(person, []).append((start, until))
    return vacations


def how_it_stands(session: Session, person: str, now: int) -> Vacation:
    """Whether somebody is away, and how many days they have left."""
    own = vacations_of(session, [person]).get(person, [])
    used = sum(max(1, -(-(until - start) // DAY)) for start, until in own if start > now - _YEAR)
    until = max((until for start, until in own if start <= now < until), default=0)
    return Vacation(until, max(0, MOST_DAYS - used))


def begin(session: Session, person: str, days: int, now: int) -> tuple[int, int]:
    """In a write: from when to when it is."""
    if session.get(AccountRow, person) is None:
        raise PeopleError("account_needed", 403)
    standing = how_it_stands(session, person, now)
    if standing.until:
        raise PeopleError("vacation_already", 409)
    if days > standing.left:
        raise PeopleError("vacation_days", 409, left=standing.left)
    session.add(VacationRow(person=person, start=now, until=now + days * DAY))
    return now, now + days * DAY


def end(session: Session, person: str, now: int) -> int:
    """In a write: somebody is back. Until when they would have been away."""
    row = session.scalar(
        select(VacationRow).where(VacationRow.person == person, VacationRow.start <= now, VacationRow.until > now)
    )
    if row is None:
        raise PeopleError("vacation_none", 409)
    until, row.until = row.until, max(now, row.start + 1)
    return until


# --- a person's data --------------------------------------------------------------------------------------------------
def _tell(session: Session, person: str) -> object:
    return [{"start": start, "until": until} for start, until in vacations_of(session, [person]).get(person, [])]


def _forget(session: Session, person: str) -> None:
    session.execute(delete(VacationRow).where(VacationRow.person == person))


VACATIONS_DATA = PersonalData("vacations", _tell, _forget)
