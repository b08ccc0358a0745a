"""The API for reports, and for the moderators who read them. For everybody else their page is not there."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Path
from sqlalchemy.orm import Session

from ludarium.server import wire
from ludarium.server.answers import Json
from ludarium.server.errors import ModerationError, ServerError
from ludarium.server.moderation import orders, reports
from ludarium.server.moderation.models import ReportRow
from ludarium.server.moderation.orders import Actor
from ludarium.server.people.models import ModeratorRow, PersonRow
from ludarium.server.requests import ModerateRequest, ReportRequest
from ludarium.server.services import AnyVisitor, KnownVisitor, TheServices
from ludarium.server.visitor import Visitor

router = APIRouter()
_MOST_ENTRIES = 50  # of the log
ReportNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]


async def moderator(who: AnyVisitor, services: TheServices) -> Visitor:
    """The visitor, if they keep order here; for others there is nothing."""
    if not await services.store.read(lambda session: _is_moderator(session, who.id)):
        raise ServerError("path_unknown", 404)
    return who


TheModerator = Annotated[Visitor, Depends(moderator)]


@router.post("/api/reports", response_model=wire.Reported, status_code=201)
async def report(wanted: ReportRequest, who: KnownVisitor, services: TheServices) -> Json:
    """Tell the moderators about somebody, or about a table. Whoever is reported is not told."""
    position = 0
    if wanted.table:
        room = await services.rooms.look(wanted.table)
        async with room.lock:
            position = room.play.table.history.number(room.viewer_of(who.id)) if room.play.begun else 0
    done = await services.store.write(lambda session: reports.add(session, who.id, wanted, position))
    return Json(done, 201)


@router.get("/api/me/duties", response_model=wire.Duties)
async def see_duties(who: AnyVisitor, services: TheServices) -> Json:
    """Whether the visitor is a moderator, and how many reports are open then."""

    def look_up(session: Session) -> wire.Duties:
        moderates = _is_moderator(session, who.id)
        return wire.Duties(moderates, reports.count_open(session) if moderates else 0)

    return Json(await services.store.read(look_up))


@router.get("/api/moderation", response_model=wire.ModerationDesk)
async def see_desk(who: TheModerator, services: TheServices) -> Json:
    """Open reports, the oldest first, and the latest entries of the audit log."""
    return Json(await services.store.read(_desk(who.locale)))


@router.post("/api/moderation/{number}", response_model=wire.ModerationDesk)
async def moderate(number: ReportNumber, wanted: ModerateRequest, who: TheModerator, services: TheServices) -> Json:
    """Do something about a report. It stays open until it is dismissed, so that several things can be done."""
    await services.store.write(lambda session: _moderate(session, Actor(who.id, who.name), number, wanted))
    await services.keeper.look()
    return Json(await services.store.read(_desk(who.locale)))


def _is_moderator(session: Session, person: str) -> bool:
    return bool(person) and session.get(ModeratorRow, person) is not None


def _desk(locale: str) -> Callable[[Session], wire.ModerationDesk]:
    def look_up(session: Session) -> wire.ModerationDesk:
        log = reports.log_told(orders.audit_log(session, _MOST_ENTRIES), locale)
        return wire.ModerationDesk(reports.open_reports(session, locale), log)

    return look_up


def _moderate(session: Session, by: Actor, number: int, wanted: ModerateRequest) -> None:
    found = session.get(ReportRow, number)
    if found is None or found.closed:
        raise ModerationError("report_unknown", 404, number=number)
    if wanted.do == "dismiss":
        orders.close_report(session, by, number, wanted.why)
    elif wanted.do == "close":
        orders.close_table(session, by, orders.find_table(session, found.table_id), wanted.why)
    else:
        person = _reported(session, found)
        if wanted.do == "rename":
            orders.rename(session, by, person, wanted.name, wanted.why)
        elif wanted.do == "mute" and not wanted.days:
            raise ModerationError("mute_days", 422)
        else:
            orders.sanction(session, by, person, wanted.do, wanted.days, wanted.why)


def _reported(session: Session, found: ReportRow) -> PersonRow:
    """Whom a report is about. Moderators are not each other's masters: whoever runs the server is."""
    person = session.get(PersonRow, found.reported) if found.reported else None
    if person is None or not person.name:
        raise ModerationError("person_gone", 404)
    if session.get(ModeratorRow, person.id) is not None:
        raise ModerationError("moderator_safe", 403)
    return person
