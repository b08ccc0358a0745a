"""Who may not come in, or not talk: bans and mutes, until a time or for good. Functions run within a ``Session``."""

from datetime import UTC, datetime
from typing import Literal

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from ludarium.server.errors import PeopleError
from ludarium.server.people.models import SanctionRow
from ludarium.server.store import now

SanctionKind = Literal["ban", "mute"]
DAY = 24 * 3600 * 1000
FOR_GOOD = 0
_SENTENCES = {"ban": ("banned", "banned_until"), "mute": ("muted", "muted_until")}


class Sanctioned(PeopleError):
    """What somebody hears who is banned or muted: until when and, if anybody said so, why."""

    def __init__(self, row: SanctionRow) -> None:
        for_good, for_a_while = _SENTENCES[row.kind]
        super().__init__(for_good if row.until == FOR_GOOD else for_a_while, 403, until=moment(row.until))
        self.why = row.why

    def sentence(self, locale: str) -> str:
        return " ".join([super().sentence(locale), *([self.why] if self.why else [])])


def moment(at: int) -> str:
    """A time as both languages read it."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"


def until_after(days: int) -> int:
    """The time after so many days from now; 0 days: for good."""
    return now() + days * DAY if days else FOR_GOOD


def find(session: Session, person: str, kind: SanctionKind) -> SanctionRow | None:
    """What holds now."""
    row = session.get(SanctionRow, (person, kind))
    return row if row is not None and (row.until == FOR_GOOD or row.until > now()) else None


def check(session: Session, person: str, kind: SanctionKind) -> None:
    """``Sanctioned`` if this person is banned (or muted)."""
    row = find(session, person, kind)
    if row is not None:
        raise Sanctioned(row)


def impose(session: Session, person: str, kind: SanctionKind, until: int, why: str) -> None:
    """Instead of one that there may be already."""
    session.merge(SanctionRow(person=person, kind=kind, until=until, why=why, since=now()))


def lift(session: Session, person: str, kind: SanctionKind) -> None:
    session.execute(delete(SanctionRow).where(SanctionRow.person == person, SanctionRow.kind == kind))


def holding(session: Session, people: list[str]) -> dict[tuple[str, str], SanctionRow]:
    """All that hold now for some people, by person and kind."""
    holds = or_(SanctionRow.until == FOR_GOOD, SanctionRow.until > now())
    found = session.scalars(select(SanctionRow).where(SanctionRow.person.in_(people), holds))
    return {(row.person, row.kind): row for row in found}


def sweep(session: Session) -> None:
    """Remove what has run out."""
    session.execute(delete(SanctionRow).where(SanctionRow.until != FOR_GOOD, SanctionRow.until <= now()))
