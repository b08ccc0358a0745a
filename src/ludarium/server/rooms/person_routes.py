"""The API of people who play: profiles, what they have played, whom one follows, blocks or challenges."""

from typing import Annotated

from fastapi import APIRouter, Query
from sqlalchemy import select
from sqlalchemy.orm import Session

from ludarium.server import wire
from ludarium.server.answers import Json
from ludarium.server.errors import PeopleError
from ludarium.server.people import company, ratings
from ludarium.server.people.models import AccountRow, PersonRow
from ludarium.server.people.names import fold
from ludarium.server.processes import changes
from ludarium.server.requests import ChallengeAnswer, CompanyRequest
from ludarium.server.rooms import challenges, history
from ludarium.server.services import AnyVisitor, KnownVisitor, Services, TheServices
from ludarium.server.visitor import Visitor

router = APIRouter()
PersonName = Annotated[str, Query(min_length=1, max_length=200, description="of an account, whatever its capitals")]
MOST_PAGES = 1_000


# --- profiles ---------------------------------------------------------------------------------------------------------
@router.get("/api/profile", response_model=wire.PublicProfile)
async def see_profile(name: PersonName, who: AnyVisitor, services: TheServices) -> Json:
    """An account as everybody may see it. Guests have no such page."""

    def look_up(session: Session) -> wire.PublicProfile:
        person = _find(session, name)
        here, table = _presence(services, session, who, [person.id])[person.id]
        followed = any(one.id == person.id for one in company.followed_by(session, who.id))
        return wire.PublicProfile(
            id=person.id,
            name=person.name,
            since=session.get_one(AccountRow, person.id).created,
            ratings=ratings.ratings_of(session, person.id, who.locale),
            statistics=history.statistics(session, person.id, who.locale),
            yours=person.id == who.id,
            followed=followed,
            blocked=person.id in company.ids_blocked_by(session, who.id),
            here=here,
            table=table,
        )

    return Json(await services.store.read(look_up))


@router.get("/api/profile/games", response_model=wire.PlayedGames)
async def see_played_games(
    name: PersonName,
    who: AnyVisitor,
    services: TheServices,
    game: Annotated[str, Query(max_length=60)] = "",
    result: wire.GameResult | None = None,
    against: wire.Against | None = None,
    page: Annotated[int, Query(ge=1, le=MOST_PAGES)] = 1,
) -> Json:
    """Finished games of an account, the latest first: public ones, and those that the visitor played in."""
    person = await services.store.read(lambda session: _find(session, name))
    wanted = history.Wanted(game, result, against)
    return Json(await history.played_games(services.rooms, who, person.id, wanted, page))


def _find(session: Session, name: str) -> PersonRow:
    known = select(PersonRow).join(AccountRow, AccountRow.person == PersonRow.id).where(AccountRow.folded == fold(name))
    found = None if "\0" in name else session.scalar(known)  # PostgreSQL could not even look for it
    if found is None:
        raise PeopleError("person_unknown", 404)
    return found


def _presence(services: Services, session: Session, who: Visitor, people: list[str]) -> dict[str, tuple[bool, str]]:
    """Who of some people is here now, and the public game they play. Whoever blocks the visitor does not tell them."""
    silent = {one for one in people if who.id and company.who_blocks(session, who.id, [one])}
    here, playing = services.presences.among(people), history.public_games(session, people)
    return {one: (False, "") if one in silent else (one in here, playing.get(one, "")) for one in people}


# --- following and blocking -------------------------------------------------------------------------------------------
@router.get("/api/me/follows", response_model=list[wire.Followed])
async def whom_i_follow(who: KnownVisitor, services: TheServices) -> Json:
    """Whom the visitor follows."""

    def look_up(session: Session) -> list[wire.Followed]:
        followed = company.followed_by(session, who.id)
        known = _presence(services, session, who, [one.id for one in followed])
        return [wire.Followed(one.id, one.name, *known[one.id]) for one in followed]

    return Json(await services.store.read(look_up))


@router.post("/api/me/follows", response_model=list[wire.Followed])
async def follow(wanted: CompanyRequest, who: KnownVisitor, services: TheServices) -> Json:
    """Follow somebody, or no longer."""
    await services.store.write(lambda session: company.follow(session, who.id, wanted.person, wanted.yes))
    return await whom_i_follow(who, services)


@router.get("/api/me/blocks", response_model=list[wire.NamedPerson])
async def whom_i_block(who: KnownVisitor, services: TheServices) -> Json:
    """Whom the visitor has blocked."""
    return Json(await services.store.read(lambda session: company.blocked_by(session, who.id)))


@router.post("/api/me/blocks", response_model=list[wire.NamedPerson])
async def block(wanted: CompanyRequest, who: KnownVisitor, services: TheServices) -> Json:
    """They are not told."""

    def write(session: Session) -> None:
        company.block(session, who.id, wanted.person, wanted.yes)
        changes.tell(session, changes.COMPANY, who.id)

    await services.store.write(write)
    await services.rooms.company_changed(who.id)
    return await whom_i_block(who, services)


# --- challenges -------------------------------------------------------------------------------------------------------
@router.get("/api/challenges", response_model=list[wire.Challenge])
async def see_challenges(who: KnownVisitor, services: TheServices) -> Json:
    """Challenges that wait for the visitor, then those that they have made. ``POST /api/tables`` makes one, taking the
    seat accepts it.
    """
    return Json(await challenges.challenges_of(services.rooms, who))


@router.post("/api/challenges", response_model=list[wire.Challenge])
async def end_challenge(wanted: ChallengeAnswer, who: KnownVisitor, services: TheServices) -> Json:
    """Decline a challenge, or no longer wait for an answer to one's own."""
    await challenges.end(services.rooms, who, wanted.table)
    return Json(await challenges.challenges_of(services.rooms, who))
