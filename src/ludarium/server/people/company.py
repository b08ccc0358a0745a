"""Whom people follow, and whom they block. All functions here run within a ``Session``."""

from collections.abc import Iterable

from sqlalchemy import delete, func, or_, select
from sqlalchemy.orm import Session

from ludarium.server.errors import PeopleError
from ludarium.server.people.models import AccountRow, BlockRow, FollowRow, PersonRow
from ludarium.server.people.people import PersonalData
from ludarium.server.store import now
from ludarium.server.wire import NamedPerson

MOST = 500  # that one person may follow, or block
_Kind = type[FollowRow] | type[BlockRow]


def follow(session: Session, person: str, other: str, yes: bool) -> None:
    """Guests come and go: only accounts are followed."""
    if yes and session.get(AccountRow, other) is None:
        raise PeopleError("person_unknown", 404)
    _change(session, FollowRow, person, other, yes)


def block(session: Session, person: str, other: str, yes: bool) -> None:
    """Whom one blocks, one no longer follows. The other one's list stays as it is: it would tell them."""
    _change(session, BlockRow, person, other, yes)
    if yes:
        _change(session, FollowRow, person, other, False)


def _change(session: Session, kind: _Kind, person: str, other: str, yes: bool) -> None:
    row = session.get(kind, (person, other))
    if not yes:
        session.execute(delete(kind).where(kind.person == person, kind.other == other))
        return
    found = session.get(PersonRow, other)
    if found is None or not found.name or person == other:
        raise PeopleError("person_unknown", 404)
    if row is None:
        if (session.scalar(select(func.count()).where(kind.person == person)) or 0) >= MOST:
            raise PeopleError("company_many", 409, most=MOST)
        session.add(kind(person=person, other=other, made=now()))


def followed_by(session: Session, person: str) -> list[NamedPerson]:
    return _named(session, FollowRow, person)


def blocked_by(session: Session, person: str) -> list[NamedPerson]:
    return _named(session, BlockRow, person)


def _named(session: Session, kind: _Kind, person: str) -> list[NamedPerson]:
    found = (
        select(PersonRow.id, PersonRow.name, AccountRow.person)
        .join(kind, kind.other == PersonRow.id)
        .outerjoin(AccountRow, AccountRow.person == PersonRow.id)
        .where(kind.person == person, PersonRow.name != "")
        .order_by(func.lower(PersonRow.name), PersonRow.id)
    )
    return [NamedPerson(id_, name, account is None) for id_, name, account in session.execute(found)]


def who_blocks(session: Session, person: str, among: Iterable[str]) -> set[str]:
    """Those of some people who block a person."""
    row = BlockRow
    return set(session.scalars(select(row.person).where(row.other == person, row.person.in_(set(among)))))


def ids_blocked_by(session: Session, person: str) -> frozenset[str]:
    return frozenset(session.scalars(select(BlockRow.other).where(BlockRow.person == person)))


# --- a person's data --------------------------------------------------------------------------------------------------
def _tell(session: Session, person: str) -> object:
    return {
        "follows": [{"id": one.id, "name": one.name} for one in followed_by(session, person)],
        "blocks": [{"id": one.id, "name": one.name} for one in blocked_by(session, person)],
    }


def _forget(session: Session, person: str) -> None:
    for kind in (FollowRow, BlockRow):
        session.execute(delete(kind).where(or_(kind.person == person, kind.other == person)))


COMPANY_DATA = PersonalData("company", _tell, _forget)
