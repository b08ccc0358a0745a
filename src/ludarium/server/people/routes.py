"""The API for people: names, accounts, passkeys, ratings."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import Field
from starlette.responses import Response

from ludarium.server.answers import Json
from ludarium.server.asked import Asked
from ludarium.server.asker import COOKIE, Asker, address_of, asker, known_asker, token_of
from ludarium.server.errors import ServerError
from ludarium.server.house import House, house
from ludarium.server.people.errors import PeopleError
from ludarium.server.people.names import read_name
from ludarium.server.people.passkeys import Site
from ludarium.server.people.ratings import ratings_of
from ludarium.server.people.sessions import Visit
from ludarium.server.wire import Ceremony, Passkey, Person, Profile, Rating

router = APIRouter()

TheHouse = Annotated[House, Depends(house)]
TheAsker = Annotated[Asker, Depends(asker)]
Known = Annotated[Asker, Depends(known_asker)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Password = Annotated[str, Field(max_length=200)]
Credential = Annotated[dict[str, Any], Field(max_length=20)]


class NameWanted(Asked):
    name: Name


class AccountWanted(Asked):
    name: Name
    password: Password


class PasswordWanted(Asked):
    """``old`` may be left out for ten minutes after logging in."""

    new: Password
    old: Password = ""


class Confirmation(Asked):
    """The password may be left out for ten minutes after logging in."""

    password: Password = ""


class PasskeyMade(Asked):
    id: Annotated[str, Field(max_length=60)]  # of the ceremony
    name: Name
    credential: Credential


class PasskeyUsed(Asked):
    id: Annotated[str, Field(max_length=60)]
    credential: Credential


async def visit(request: Request, _: Known, home: TheHouse) -> Visit:
    """The session of somebody who has a name."""
    found = await home.people.sessions.find(token_of(request))
    if found is None:
        raise ServerError("no_name", 401)
    return found


async def visit_if_any(request: Request, _: TheAsker, home: TheHouse) -> Visit | None:
    return await home.people.sessions.find(token_of(request))


TheVisit = Annotated[Visit, Depends(visit)]
AnyVisit = Annotated[Visit | None, Depends(visit_if_any)]


# --- names and accounts -----------------------------------------------------------------------------------------------
@router.get("/api/me", response_model=Person)
async def who_am_i(request: Request, who: TheAsker, home: TheHouse) -> Json:
    """Whoever asks; without an id before a name was chosen."""
    answer = Json(Person(who.id, who.name, who.guest))
    if who.id:
        _set_cookie(answer, request, home, token_of(request))  # it lasts from the last visit on
    return answer


@router.post("/api/me", response_model=Person)
async def choose_name(request: Request, wanted: NameWanted, visit: AnyVisit, home: TheHouse) -> Json:
    """Become a guest of this name, or change one's name."""
    return _known_as(request, home, *await home.people.call_myself(visit, wanted.name, address_of(request)))


@router.post("/api/account", response_model=Person)
async def make_account(request: Request, wanted: AccountWanted, visit: AnyVisit, home: TheHouse) -> Json:
    """Make an account; a guest keeps all games."""
    done = await home.people.make_account(visit, wanted.name, wanted.password, address_of(request))
    return _known_as(request, home, *done)


@router.post("/api/login", response_model=Person)
async def log_in(request: Request, wanted: AccountWanted, visit: AnyVisit, home: TheHouse) -> Json:
    done = await home.people.log_in(visit, wanted.name, wanted.password, address_of(request))
    return _known_as(request, home, *done)


@router.post("/api/logout", response_model=Person)
async def log_out(request: Request, visit: AnyVisit, home: TheHouse) -> Json:
    if visit is not None:
        await home.people.sessions.end(visit)
    return _unknown(request, home)


@router.post("/api/account/password", response_model=Person)
async def change_password(request: Request, wanted: PasswordWanted, visit: TheVisit, home: TheHouse) -> Json:
    """All other browsers are logged out."""
    await home.people.confirm(visit, wanted.old, address_of(request))
    return _known_as(request, home, visit.person, await home.people.change_password(visit, wanted.new))


@router.delete("/api/account", response_model=Person)
async def delete_account(
    request: Request, visit: TheVisit, home: TheHouse, confirmation: Confirmation | None = None
) -> Json:
    """Games stay, without the name."""
    await home.people.confirm(visit, confirmation.password if confirmation else "", address_of(request))
    await home.people.delete_account(visit)
    return _unknown(request, home)


@router.get("/api/me/export", response_model=dict[str, Any])
async def export(who: Known, visit: TheVisit, home: TheHouse) -> Json:
    """Everything that is stored about whoever asks."""
    answer = Json(await home.people.all_about(visit, who.locale))
    answer.headers["Content-Disposition"] = 'attachment; filename="ludarium.json"'
    return answer


# --- ratings ----------------------------------------------------------------------------------------------------------
@router.get("/api/me/ratings", response_model=list[Rating])
async def my_ratings(who: TheAsker, home: TheHouse) -> Json:
    return Json(await home.store.read(lambda session: ratings_of(session, who.id, who.locale)))


@router.get("/api/people/{person}", response_model=Profile)
async def see_person(person: str, who: TheAsker, home: TheHouse) -> Json:
    return Json(await home.people.profile(person, who.locale))


# --- passkeys ---------------------------------------------------------------------------------------------------------
@router.get("/api/passkeys", response_model=list[Passkey])
async def my_passkeys(who: Known, home: TheHouse) -> Json:
    return Json(await home.store.read(lambda session: home.people.passkeys.of(session, who.id)))


@router.post("/api/passkeys/register/begin", response_model=Ceremony)
async def begin_passkey(
    request: Request, visit: TheVisit, home: TheHouse, confirmation: Confirmation | None = None
) -> Json:
    """Begin to make a passkey for one's account."""
    await home.people.confirm(visit, confirmation.password if confirmation else "", address_of(request))
    return Json(await home.people.passkeys.begin_making(_site(request, home), visit.person))


@router.post("/api/passkeys/register", response_model=Passkey)
async def make_passkey(request: Request, made: PasskeyMade, visit: TheVisit, home: TheHouse) -> Json:
    if visit.person.guest:
        raise PeopleError("account_needed", 403)
    name = read_name(made.name)
    return Json(await home.people.passkeys.make(_site(request, home), visit.person, made.id, name, made.credential))


@router.post("/api/passkeys/login/begin", response_model=Ceremony)
async def begin_passkey_login(request: Request, _: TheAsker, home: TheHouse) -> Json:
    return Json(home.people.passkeys.begin_login(_site(request, home)))


@router.post("/api/passkeys/login", response_model=Person)
async def log_in_by_passkey(request: Request, used: PasskeyUsed, visit: AnyVisit, home: TheHouse) -> Json:
    people = home.people
    person, key, uses = await people.passkeys.check_login(_site(request, home), used.id, used.credential)

    def write(session: Any) -> tuple[Person, str]:
        people.passkeys.note_use(session, key, uses)
        return people.welcome(session, person, visit)

    done = await home.store.write(write)
    people.left(visit)
    return _known_as(request, home, *done)


@router.delete("/api/passkeys/{key}", response_model=list[Passkey])
async def remove_passkey(key: str, who: Known, home: TheHouse) -> Json:
    await home.people.passkeys.remove(who.id, key)
    return Json(await home.store.read(lambda session: home.people.passkeys.of(session, who.id)))


# --- cookies ----------------------------------------------------------------------------------------------------------
def _known_as(request: Request, home: House, person: Person, token: str) -> Json:
    answer = Json(person)
    if token:
        _set_cookie(answer, request, home, token)
    return answer


def _unknown(request: Request, home: House) -> Json:
    answer = Json(Person("", "", True))
    answer.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=_is_secure(request, home))
    return answer


def _set_cookie(answer: Response, request: Request, home: House, token: str) -> None:
    age = home.settings.session_days * 24 * 3600
    answer.set_cookie(
        COOKIE, token, max_age=age, path="/", httponly=True, samesite="lax", secure=_is_secure(request, home)
    )


def _is_secure(request: Request, home: House) -> bool:
    secure = home.settings.secure
    return request.url.scheme == "https" if secure is None else secure


def _site(request: Request, home: House) -> Site:
    """The doorkeeper has looked at the Host already."""
    scheme = "https" if _is_secure(request, home) else "http"
    origin = request.headers.get("origin") or f"{scheme}://{request.headers['host']}"
    return home.people.passkeys.site(origin, request.url.hostname or "")
