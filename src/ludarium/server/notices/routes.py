"""The API for notices: browsers and mail addresses that are told, links in mails, forgotten passwords."""

from fastapi import APIRouter, Request
from sqlalchemy import delete
from sqlalchemy.orm import Session

from ludarium.server.answers import Json
from ludarium.server.errors import NoticeError
from ludarium.server.notices import addresses, push
from ludarium.server.notices.models import MailAddressRow, MailNoticeRow
from ludarium.server.people.routes import AnyVisit, TheVisit
from ludarium.server.requests import (
    ForgotRequest,
    LinkRequest,
    MailRequest,
    MailTurnsRequest,
    NewPasswordRequest,
    PushRequest,
)
from ludarium.server.services import AnyVisitor, KnownVisitor, Services, TheServices
from ludarium.server.visitor import address_of, locale_of
from ludarium.server.wire import MailDone, NoticeChoices

router = APIRouter()


@router.get("/api/notices", response_model=NoticeChoices)
async def my_notices(visit: AnyVisit, services: TheServices) -> Json:
    """How the visitor is told of their turn, and how they can be."""
    person, digest = (visit.person.id, visit.digest) if visit else ("", "")
    return Json(await services.store.read(lambda session: services.notices.choices(session, person, digest)))


# --- browsers ---------------------------------------------------------------------------------------------------------
@router.post("/api/notices/push", response_model=NoticeChoices)
async def tell_browser(wanted: PushRequest, who: KnownVisitor, visit: TheVisit, services: TheServices) -> Json:
    """Tell this browser from now on, in the language of the request."""
    given = wanted.model_dump()
    row = services.notices.push.subscription(**given, person=who.id, visit=visit.digest, locale=who.locale)

    def write(session: Session) -> NoticeChoices:
        push.keep(session, row)
        if mail := session.get(MailAddressRow, who.id):
            mail.locale = who.locale
        session.flush()
        return services.notices.choices(session, who.id, visit.digest)

    return Json(await services.store.write(write))


@router.delete("/api/notices/push", response_model=NoticeChoices)
async def leave_browser(visit: TheVisit, services: TheServices) -> Json:
    """Tell this browser no more."""
    await services.notices.leave(visit.digest)
    return await my_notices(visit, services)


# --- mail -------------------------------------------------------------------------------------------------------------
@router.post("/api/notices/mail", response_model=NoticeChoices)
async def give_address(
    request: Request, wanted: MailRequest, who: KnownVisitor, visit: TheVisit, services: TheServices
) -> Json:
    """A link is sent there; the address is used once it was followed."""
    _check_mail(services)
    address = addresses.read_address(wanted.address)
    await services.people.confirm(visit, wanted.password, address_of(request))
    services.notices.mail_limits.ask(address, address_of(request), who.id)
    token = await services.store.write(lambda session: addresses.new_token(session, who.id, "confirm", address))
    services.notices.mail(services.notices.mailer.confirmation(address, who.name, token, who.locale))
    return await my_notices(visit, services)


@router.delete("/api/notices/mail", response_model=NoticeChoices)
async def remove_address(visit: TheVisit, services: TheServices) -> Json:
    """Forget the mail address."""
    await services.store.write(lambda session: addresses.remove(session, visit.person.id))
    return await my_notices(visit, services)


@router.post("/api/notices/mail/turns", response_model=NoticeChoices)
async def mail_turns(wanted: MailTurnsRequest, who: KnownVisitor, visit: TheVisit, services: TheServices) -> Json:
    """Whether mails tell of turns, in the language of the request."""

    def write(session: Session) -> None:
        row = session.get(MailAddressRow, who.id)
        if row is None:
            raise NoticeError("address_first", 409)
        row.turns, row.locale = wanted.on, who.locale
        if not wanted.on:
            session.execute(delete(MailNoticeRow).where(MailNoticeRow.person == who.id))

    await services.store.write(write)
    return await my_notices(visit, services)


@router.post("/api/notices/mail/confirm", response_model=MailDone)
async def confirm_address(request: Request, link: LinkRequest, _: AnyVisitor, services: TheServices) -> Json:
    """Whoever follows the link has the address; nobody need be logged in."""
    services.notices.mail_limits.follow(address_of(request))
    locale = locale_of(request)
    done = await services.store.write(lambda session: addresses.confirm(session, link.token, locale))
    return Json(MailDone(done))


@router.post("/api/notices/stop/{token}", response_model=MailDone)
async def stop_mails(request: Request, token: str, services: TheServices) -> Json:
    """No more mails of turns. For mail programs, too, which send neither cookies nor headers of ours."""
    services.notices.mail_limits.follow(address_of(request))
    await services.store.write(lambda session: addresses.stop(session, token))
    return Json(MailDone())


# --- passwords --------------------------------------------------------------------------------------------------------
@router.post("/api/password/forgot", response_model=MailDone)
async def forgot_password(request: Request, asked: ForgotRequest, _: AnyVisitor, services: TheServices) -> Json:
    """A link goes to the address of the account, if there are both; the answer is the same, and as quick."""
    _check_mail(services)
    services.notices.mail_limits.ask(asked.who, address_of(request))
    services.notices.recover(asked.who)
    return Json(MailDone())


@router.post("/api/password/reset", response_model=MailDone)
async def reset_password(request: Request, wanted: NewPasswordRequest, _: AnyVisitor, services: TheServices) -> Json:
    """Another password, with the link of a mail. All browsers are logged out."""
    services.notices.mail_limits.follow(address_of(request))

    def person_of(session: Session) -> str:
        return addresses.take_token(session, wanted.token, "password").person

    await services.people.recover(wanted.password, person_of)
    return Json(MailDone())


def _check_mail(services: Services) -> None:
    if not services.notices.mailer.on:
        raise NoticeError("mail_off", 409)
