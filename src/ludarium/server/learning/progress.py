"""What a person has done, by kind, ruleset and item: lessons now, and whatever else can be done once.

All functions here run within a ``Session``.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import cast

import sqlalchemy as sa
from sqlalchemy import delete, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from ludarium.learn.lessons import paths
from ludarium.server.people.people import PersonalData
from ludarium.server.store import Base, now
from ludarium.server.wire import ProgressItem, ProgressKind

LESSON: ProgressKind = "lesson"


class ProgressRow(Base):
    __tablename__ = "progress"

    person: Mapped[str] = mapped_column(sa.ForeignKey("person.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(sa.String(20), primary_key=True)
    ruleset: Mapped[str] = mapped_column(sa.String(60), primary_key=True)
    item: Mapped[str] = mapped_column(sa.String(60), primary_key=True)
    done: Mapped[int] = mapped_column(sa.BigInteger)  # when, in milliseconds since 1970


def _is_lesson(ruleset: str, item: str) -> bool:
    return any(path.name == ruleset and lesson.id == item for path in paths() for lesson in path.lessons)


# What a browser may say that somebody has done, by kind: nothing else is taken, so nobody can fill the database with
# what they make up.
KNOWN: Mapping[str, Callable[[str, str], bool]] = {LESSON: _is_lesson}


def done_by(session: Session, person: str) -> list[ProgressItem]:
    """What somebody has done, the first thing first."""
    row = ProgressRow
    found = (
        select(row.kind, row.ruleset, row.item)
        .where(row.person == person, row.kind.in_(KNOWN))
        .order_by(row.done, row.ruleset, row.item)
    )
    return [ProgressItem(cast(ProgressKind, kind), ruleset, item) for kind, ruleset, item in session.execute(found)]


def add_done(session: Session, person: str, items: Iterable[ProgressItem]) -> list[ProgressItem]:
    """Note what somebody has done; all that they have done by now."""
    before = set(done_by(session, person))
    time = now()
    for one in dict.fromkeys(items):
        if one not in before and KNOWN[one.kind](one.ruleset, one.item):
            session.add(ProgressRow(person=person, kind=one.kind, ruleset=one.ruleset, item=one.item, done=time))
    session.flush()
    return done_by(session, person)


# --- a person's data --------------------------------------------------------------------------------------------------
def _tell(session: Session, person: str) -> object:
    found = session.scalars(select(ProgressRow).where(ProgressRow.person == person).order_by(ProgressRow.done))
    return [{"kind": one.kind, "ruleset": one.ruleset, "item": one.item, "done": one.done} for one in found]


def _forget(session: Session, person: str) -> None:
    session.execute(delete(ProgressRow).where(ProgressRow.person == person))


PROGRESS_DATA = PersonalData("progress", _tell, _forget)
