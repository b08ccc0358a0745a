"""The API for people: names, accounts, passkeys, ratings."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from ludarium.server.answers import Json
from ludarium.server.errors import PeopleError, ServerError
from ludarium.server.people.names import read_name
from ludarium.server.people.passkeys import RelyingParty
from ludarium.server.people.ratings import ratings_of
from ludarium.server.people.sessions import Visit
from ludarium.server.requests import (
    AccountRequest,
    Confirmation,
    NameRequest,
    NewPasskeyRequest,
    PasskeyLoginRequest,
    PasswordRequest,
    RecoveryRequest,
)
from ludarium.server.services import AnyVisitor, KnownVisitor, Services, TheServices
from ludarium.server.visitor import COOKIE, address_of, token_of
from ludarium.server.wire import Ceremony, CodesLeft, Leaderboard, Passkey, Person, Profile, Rating, RecoveryCodes

router = APIRouter()


async def visit(request: Request, _: KnownVisitor, services: TheServices) -> Visit:
    """The session of somebody who has a name."""
    found = await services.people.sessions.find(token_of(request))
    if found is None:
        raise ServerError("no_name", 401)
    return found


async def visit_if_any(request: Request, _: AnyVisitor, services: TheServices) -> Visit | None:
    return await services.people.sessions.find(token_of(request))


TheVisit = Annotated[Visit, Depends(visit)]
AnyVisit = Annotated[Visit | None, Depends(visit_if_any)]


# --- names and accounts -----------------------------------------------------------------------------------------------
@router.get("/api/me", response_model=Person)
async def who_am_i(request: Request, who: AnyVisitor, services: TheServices) -> Json:
    """The visitor; without an id before a name was chosen."""
    answer = Json(Person(who.id, who.name, who.guest))
    if who.id:
        _set_cookie(answer, request, services, token_of(request))  # it lasts from the last visit on
    return answer


@router.post("/api/me", response_model=Person)
async def choose_name(request: Request, wanted: NameRequest, visit: AnyVisit, services: TheServices) -> Json:
    """Become a guest of this name, or change one's name."""
    return _known_as(request, services, *await services.people.call_myself(visit, wanted.name, address_of(request)))


@router.post("/api/account", response_model=Person)
async def make_account(request: Request, wanted: AccountRequest, visit: AnyVisit, services: TheServices) -> Json:
    """Make an account; a guest keeps all games."""
    done = await services.people.make_account(visit, wanted.name, wanted.password, address_of(request))
    return _known_as(request, services, *done)


@router.post("/api/login", response_model=Person)
async def log_in(request: Request, wanted: AccountRequest, visit: AnyVisit, services: TheServices) -> Json:
    """Log in with name and password."""
    done = await services.people.log_in(visit, wanted.name, wanted.password, address_of(request))
    return _known_as(request, services, *done)


@router.post("/api/logout", response_model=Person)
async def log_out(request: Request, visit: AnyVisit, services: TheServices) -> Json:
    """Log out in this browser."""
    if visit is not None:
        await services.notices.leave(visit.digest)
        await services.people.sessions.end(visit)
    return _unknown(request, services)


@router.post("/api/account/password", response_model=Person)
async def change_password(request: Request, wanted: PasswordRequest, visit: TheVisit, services: TheServices) -> Json:
    """All other browsers are logged out."""
    await services.people.confirm(visit, wanted.old, address_of(request))
    return _known_as(request, services, visit.person, await services.people.change_password(visit, wanted.new))


@router.delete("/api/account", response_model=Person)
async def delete_account(
    request: Request, visit: TheVisit, services: TheServices, confirmation: Confirmation | None = None
) -> Json:
    """Games stay, without the name. Guests can leave for good, too: their cookie is all that they have."""
    if not visit.person.guest:
        await services.people.confirm(visit, confirmation.password if confirmation else "", address_of(request))
    await services.people.delete_account(visit)
    return _unknown(request, services)


@router.get("/api/me/export", response_model=dict[str, Any])
async def export(who: KnownVisitor, visit: TheVisit, services: TheServices) -> Json:
    """Everything that is stored about the visitor."""
    answer = Json(await services.people.all_about(visit, who.locale))
    answer.headers["Content-Disposition"] = 'attachment; filename="ludarium.json"'
    return answer


# --- ratings ----------------------------------------------------------------------------------------------------------
@router.get("/api/me/ratings", response_model=list[Rating])
async def my_ratings(who: AnyVisitor, services: TheServices) -> Json:
    """The visitor's ratings, one for each ruleset."""
    return Json(await services.store.read(lambda session: ratings_of(session, who.id, who.locale)))


@router.get("/api/people/{person}", response_model=Profile)
async def see_person(person: str, who: AnyVisitor, services: TheServices) -> Json:
    """The public page of an account."""
    return Json(await services.people.profile(person, who.locale))


@router.get("/api/leaderboard", response_model=Leaderboard)
async def see_leaderboard(
    ruleset: Annotated[str, Query(min_length=1, max_length=60)], who: AnyVisitor, services: TheServices
) -> Json:
    """The accounts that are surely best at a ruleset, and where the visitor stands; up to a minute old."""
    return Json(await services.leaderboards.seen_by(who.id, ruleset, who.locale))


# --- recovery codes ---------------------------------------------------------------------------------------------------
@router.get("/api/account/codes", response_model=CodesLeft)
async def codes_left(who: KnownVisitor, services: TheServices) -> Json:
    """How many recovery codes are left."""
    return Json(await services.recovery.left(who.id))


@router.post("/api/account/codes", response_model=RecoveryCodes)
async def make_codes(
    request: Request, visit: TheVisit, services: TheServices, confirmation: Confirmation | None = None
) -> Json:
    """New recovery codes; those before are worth nothing any more."""
    await services.people.confirm(visit, confirmation.password if confirmation else "", address_of(request))
    answer = Json(RecoveryCodes(await services.recovery.make(visit)))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@router.post("/api/recover", response_model=Person)
async def recover(request: Request, used: RecoveryRequest, visit: AnyVisit, services: TheServices) -> Json:
    """Log in with a recovery code, which is gone then, and set a new password. All other browsers are logged out."""
    done = await services.recovery.use(visit, used.name, used.code, used.password, address_of(request))
    return _known_as(request, services, *done)


# --- passkeys ---------------------------------------------------------------------------------------------------------
@router.get("/api/passkeys", response_model=list[Passkey])
async def my_passkeys(who: KnownVisitor, services: TheServices) -> Json:
    """The passkeys of the visitor's account."""
    return Json(await services.store.read(lambda session: services.people.passkeys.of(session, who.id)))


@router.post("/api/passkeys/register/begin", response_model=Ceremony)
async def begin_passkey(
    request: Request, visit: TheVisit, services: TheServices, confirmation: Confirmation | None = None
) -> Json:
    """Begin to make a passkey for one's account."""
    await services.people.confirm(visit, confirmation.password if confirmation else "", address_of(request))
    return Json(await services.people.passkeys.begin_making(_relying_party(request, services), visit.person))


@router.post("/api/passkeys/register", response_model=Passkey)
async def make_passkey(request: Request, made: NewPasskeyRequest, visit: TheVisit, services: TheServices) -> Json:
    """Keep the passkey that the browser has made."""
    if visit.person.guest:
        raise PeopleError("account_needed", 403)
    name, party = read_name(made.name), _relying_party(request, services)
    return Json(await services.people.passkeys.make(party, visit.person, made.id, name, made.credential))


@router.post("/api/passkeys/login/begin", response_model=Ceremony)
async def begin_passkey_login(request: Request, _: AnyVisitor, services: TheServices) -> Json:
    """Begin to log in with a passkey."""
    return Json(await services.people.passkeys.begin_login(_relying_party(request, services)))


@router.post("/api/passkeys/login", response_model=Person)
async def log_in_by_passkey(
    request: Request, used: PasskeyLoginRequest, visit: AnyVisit, services: TheServices
) -> Json:
    """Log in with a passkey."""
    people = services.people
    person, key, uses = await people.passkeys.check_login(_relying_party(request, services), used.id, used.credential)

    def write(session: Any) -> tuple[Person, str]:
        people.passkeys.note_use(session, key, uses)
        return people.welcome(session, person, visit)

    return _known_as(request, services, *await people.enter(visit, write))


@router.delete("/api/passkeys/{key}", response_model=list[Passkey])
async def remove_passkey(key: str, who: KnownVisitor, services: TheServices) -> Json:
    """Forget a passkey."""
    await services.people.passkeys.remove(who.id, key)
    return Json(await services.store.read(lambda session: services.people.passkeys.of(session, who.id)))


# --- cookies ----------------------------------------------------------------------------------------------------------
def _known_as(request: Request, services: Services, person: Person, token: str) -> Json:
    answer = Json(person)
    if token:
        _set_cookie(answer, request, services, token)
    return answer


def _unknown(request: Request, services: Services) -> Json:
    answer = Json(Person("", "", True))
    answer.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=_is_secure(request, services))
    return answer


def _set_cookie(answer: Response, request: Request, services: Services, token: str) -> None:
    age = services.settings.session_days * 24 * 3600
    answer.set_cookie(
        COOKIE, token, max_age=age, path="/", httponly=True, samesite="lax", secure=_is_secure(request, services)
    )


def _is_secure(request: Request, services: Services) -> bool:
    secure = services.settings.secure
    return request.url.scheme == "https" if secure is None else secure


def _relying_party(request: Request, services: Services) -> RelyingParty:
    """The doorkeeper has looked at the Host already."""
    scheme = "https" if _is_secure(request, services) else "http"
    origin = request.headers.get("origin") or f"{scheme}://{request.headers['host']}"
    return services.people.passkeys.relying_party(origin, request.url.hostname or "")
