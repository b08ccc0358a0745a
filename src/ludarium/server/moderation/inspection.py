"""What an administrator can look up: people and tables, without what only players may know. Within a ``Session``."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from ludarium.server.moderation import orders, reports
from ludarium.server.moderation.models import AuditRow, ReportRow
from ludarium.server.people import sanctions
from ludarium.server.people.models import PasskeyRow, PersonRow, RatingRow, SanctionRow, SessionRow
from ludarium.server.people.sanctions import DAY
from ludarium.server.rooms.storage import ChatMessageRow, RemovedRow, SeatRow, TableRow

MOST_PEOPLE = 100
_MOST_ENTRIES = 10  # of the log
Told = dict[str, Any]


def people(session: Session, words: str, session_days: int) -> tuple[list[Told], int]:
    """The latest people whose name has these words in it, and how many there are."""
    there = PersonRow.name != ""
    wanted = or_(PersonRow.name.icontains(words, autoescape=True), PersonRow.id == words) if words else there
    count = session.scalar(select(func.count()).select_from(PersonRow).where(there, wanted)) or 0
    rows = session.scalars(
        select(PersonRow).where(there, wanted).order_by(PersonRow.created.desc(), PersonRow.id).limit(MOST_PEOPLE)
    )
    return _people_told(session, list(rows), session_days), count


def _people_told(session: Session, rows: list[PersonRow], session_days: int) -> list[Told]:
    ids = [row.id for row in rows]
    known = reports.people_told(session, ids)
    seen = _last_seen(session, ids, session_days)
    return [
        {
            "id": row.id,
            "name": row.name,
            "guest": known[row.id].guest,
            "moderator": known[row.id].moderator,
            "since": row.created,
            "seen": seen.get(row.id),
            "banned": _held(known[row.id].banned),
            "muted": _held(known[row.id].muted),
        }
        for row in rows
    ]


def _held(until: int) -> int | None:
    return None if until < 0 else until


def _last_seen(session: Session, ids: Iterable[str], session_days: int) -> dict[str, int]:
    """To the day: a session is prolonged once a day. Nothing of those who have none any more."""
    found = session.execute(
        select(SessionRow.person, func.max(SessionRow.expires), func.max(SessionRow.created))
        .where(SessionRow.person.in_(list(ids)))
        .group_by(SessionRow.person)
    )
    return {person: max(created, expires - session_days * DAY) for person, expires, created in found}


def person_told(session: Session, row: PersonRow, session_days: int) -> Told:
    [told] = _people_told(session, [row], session_days)
    held = session.scalars(select(SanctionRow).where(SanctionRow.person == row.id))
    ratings = session.scalars(select(RatingRow).where(RatingRow.person == row.id).order_by(RatingRow.ruleset))
    about, by = ReportRow.reported == row.id, ReportRow.reporter == row.id
    return told | {
        "why": {one.kind: one.why for one in held if sanctions.find(session, row.id, one.kind)},  # type: ignore[arg-type]
        "sessions": _count(session, SessionRow, SessionRow.person == row.id),
        "passkeys": _count(session, PasskeyRow, PasskeyRow.person == row.id),
        "ratings": {one.ruleset: round(one.mean) for one in ratings},
        "tables": _count(session, SeatRow, SeatRow.person == row.id),
        "messages": _count(session, ChatMessageRow, ChatMessageRow.person == row.id),
        "reports_about": _count(session, ReportRow, about),
        "reports_open": _count(session, ReportRow, about, ReportRow.closed == 0),
        "reports_by": _count(session, ReportRow, by),
        "log": log_told(orders.audit_log(session, _MOST_ENTRIES, row.id)),
    }


def table_told(session: Session, row: TableRow) -> Told:
    seats = session.scalars(select(SeatRow).where(SeatRow.table_id == row.id).order_by(SeatRow.seat))
    owner = session.get(PersonRow, row.owner)
    return {
        "id": row.id,
        "ruleset": row.ruleset,
        "rules_version": row.rules_version,
        "phase": row.phase,
        "made": row.made,
        "changed": row.changed,
        "visibility": row.visibility,
        "clock": row.clock,
        "rated": row.rated,
        "owner": {"id": row.owner, "name": owner.name if owner else ""},
        "seats": [{"who": one.occupant, "id": one.person, "name": one.name, "level": one.level} for one in seats],
        "removed": list(session.scalars(select(RemovedRow.person).where(RemovedRow.table_id == row.id))),
        "messages": _count(session, ChatMessageRow, ChatMessageRow.table_id == row.id),
        "reports": _count(session, ReportRow, ReportRow.table_id == row.id),
        "log": log_told(orders.audit_log(session, _MOST_ENTRIES, row.id)),
    }


def _count(session: Session, kind: type, *wanted: object) -> int:
    return session.scalar(select(func.count()).select_from(kind).where(*wanted)) or 0  # type: ignore[arg-type]


def log_told(rows: Iterable[AuditRow]) -> list[Told]:
    names = ("at", "by", "moderator", "what", "whom", "name", "detail", "why")
    return [{name: getattr(row, name) for name in names} for row in rows]
