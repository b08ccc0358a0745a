"""Reports: what somebody tells about somebody else, kept with what they could see. All functions run within a
``Session``.
"""

from collections.abc import Iterable
from typing import Any

import orjson
from sqlalchemy import func, or_, select, update
from sqlalchemy.orm import Session

from ludarium.core.game import rulesets
from ludarium.server import wire
from ludarium.server.errors import ModerationError, server_words
from ludarium.server.moderation.models import LONGEST_REPORT, AuditRow, ReportRow
from ludarium.server.people import sanctions
from ludarium.server.people.models import AccountRow, ModeratorRow, PersonRow, SanctionRow
from ludarium.server.people.people import PersonalData
from ludarium.server.people.sanctions import DAY
from ludarium.server.requests import ReportRequest
from ludarium.server.rooms import games, storage
from ludarium.server.rooms.storage import CLOSED, ChatMessageRow, TableRow
from ludarium.server.store import now

MOST_A_DAY = 5
_MOST_MESSAGES = 20  # of the chat
_MOST_SHOWN = 100  # open reports, the oldest first: they have waited longest


def add(session: Session, reporter: str, wanted: ReportRequest, position: int) -> wire.Reported:
    """In a write: keep a report. ``position``: how many steps of the table's game the reporter has seen."""
    today = select(func.count()).select_from(ReportRow).where(ReportRow.reporter == reporter)
    made = session.scalar(today.where(ReportRow.made > now() - DAY)) or 0
    if made >= MOST_A_DAY:
        raise ModerationError("reports_many", 429, most=MOST_A_DAY)
    table = session.get(TableRow, wanted.table) if wanted.table else None
    if wanted.table and table is None:
        raise ModerationError("table_unknown", 404, id=wanted.table)
    reported = _author(session, wanted) if wanted.message else wanted.person
    if not reported and table is None:
        raise ModerationError("report_nobody", 422)
    if reported == reporter:
        raise ModerationError("report_self", 422)
    person = session.get(PersonRow, reported) if reported else None
    if reported and (person is None or not person.name):
        raise ModerationError("person_gone", 404)
    said = storage.newest_chat(session, table.id, _MOST_MESSAGES) if table is not None and table.chat else []
    chat = [{"person": one.person, "name": one.name, "text": one.text, "at": one.at} for one in said]
    session.add(
        ReportRow(
            reporter=reporter,
            reported=reported,
            table_id=wanted.table,
            reason=wanted.reason,
            text="".join(one if one.isprintable() else " " for one in wanted.text).strip()[:LONGEST_REPORT],
            position=position,
            chat=orjson.dumps(chat).decode(),
            made=now(),
            closed=0,
        )
    )
    return wire.Reported(MOST_A_DAY - made - 1)


def _author(session: Session, wanted: ReportRequest) -> str:
    row = session.get(ChatMessageRow, (wanted.table, wanted.message))
    if row is None:
        raise ModerationError("message_unknown", 404)
    return row.person


# --- for moderators ---------------------------------------------------------------------------------------------------
def open_reports(session: Session, locale: str, most: int = _MOST_SHOWN) -> list[wire.Report]:
    rows = list(session.scalars(select(ReportRow).where(ReportRow.closed == 0).order_by(ReportRow.id).limit(most)))
    everybody = people_told(session, {one for row in rows for one in (row.reporter, row.reported) if one})
    wanted = {row.table_id for row in rows if row.table_id}
    tables = {one.id: one for one in session.scalars(select(TableRow).where(TableRow.id.in_(wanted)))}
    return [_told(row, everybody, tables.get(row.table_id), locale) for row in rows]


def count_open(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(ReportRow).where(ReportRow.closed == 0)) or 0


def _told(
    row: ReportRow, everybody: dict[str, wire.ReportedPerson], table: TableRow | None, locale: str
) -> wire.Report:
    chat: list[dict[str, Any]] = orjson.loads(row.chat)
    return wire.Report(
        id=row.id,
        made=row.made,
        reason=row.reason,
        label=server_words(locale).say("report_reason", row.reason, {}),
        text=row.text,
        reporter=everybody.get(row.reporter, wire.ReportedPerson("", storage.NOBODY, True, False, -1, -1)),
        reported=everybody.get(row.reported),
        table=row.table_id if table is not None else "",
        title=title_of(table.ruleset, locale) if table is not None else "",
        open=table is not None and table.phase not in ("over", CLOSED),
        position=row.position,
        chat=[wire.ReportedMessage(one["name"], one["text"], one["at"], one["person"] == row.reported) for one in chat],
    )


def title_of(ruleset: str, locale: str) -> str:
    """What a ruleset's game is called; the ruleset itself where the game is not there any more."""
    game = next((one.game for one in rulesets() if one.name == ruleset), None)
    return games.title(game, locale) if game else ruleset


def people_told(session: Session, ids: Iterable[str]) -> dict[str, wire.ReportedPerson]:
    """Some people, by their ids, with what holds against them."""
    wanted = list(ids)
    holding = sanctions.holding(session, wanted)
    found = session.execute(
        select(PersonRow, AccountRow.person, ModeratorRow.person)
        .outerjoin(AccountRow, AccountRow.person == PersonRow.id)
        .outerjoin(ModeratorRow, ModeratorRow.person == PersonRow.id)
        .where(PersonRow.id.in_(wanted))
    )
    return {
        person.id: wire.ReportedPerson(
            id=person.id if person.name else "",
            name=person.name or storage.NOBODY,
            guest=account is None,
            moderator=moderator is not None,
            banned=_until(holding.get((person.id, "ban"))),
            muted=_until(holding.get((person.id, "mute"))),
        )
        for person, account, moderator in found
    }


def _until(row: SanctionRow | None) -> int:
    return -1 if row is None else row.until


def log_told(rows: Iterable[AuditRow], locale: str) -> list[wire.AuditEntry]:
    words = server_words(locale)
    return [
        wire.AuditEntry(
            id=row.id,
            at=row.at,
            by=row.by,
            label=words.name("audit", row.what),
            whom=row.whom,
            name=row.name,
            detail=row.detail,
            why=row.why,
        )
        for row in rows
    ]


# --- a person's data --------------------------------------------------------------------------------------------------
def _tell(session: Session, person: str) -> object:
    found = session.scalars(select(ReportRow).where(ReportRow.reporter == person).order_by(ReportRow.id))
    return [{"made": one.made, "reason": one.reason, "text": one.text, "table": one.table_id} for one in found]


def _forget(session: Session, person: str) -> None:
    """Reports stay, without the names; what the person wrote in them goes."""
    own = ReportRow.reporter == person
    session.execute(update(ReportRow).where(own).values(reporter="", text=""))
    named = ReportRow.chat.contains(f'"{person}"', autoescape=True)
    for row in session.scalars(select(ReportRow).where(or_(ReportRow.reported == person, named))):
        chat = orjson.loads(row.chat)
        for message in chat:
            if message["person"] == person:
                message["name"] = storage.NOBODY
        row.chat = orjson.dumps(chat).decode()


REPORTS_DATA = PersonalData("reports", _tell, _forget)
