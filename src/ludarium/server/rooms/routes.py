"""The API of tables: which games there are, making a table, finding one, and playing at it."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Request, WebSocket
from starlette.responses import Response

from ludarium.server import wire
from ludarium.server.answers import UNKEPT, Json, accepted_encodings
from ludarium.server.people import vacations
from ludarium.server.requests import ListRequest, NewTableRequest, OptionsRequest, Theme, VacationRequest
from ludarium.server.rooms import games, lists, lobby, open_tables, socket
from ludarium.server.services import AnyVisitor, KnownVisitor, TheServices

router = APIRouter()


@router.get("/api/games", response_model=list[wire.GameCard])
async def see_games(who: AnyVisitor) -> Json:
    """All games, with what can be chosen for a table."""
    return Json(games.game_cards(who.locale))


@router.get("/api/games/{name}/picture.svg", response_class=Response)
async def see_game_picture(name: Annotated[str, Path(max_length=60)], theme: Theme = "light") -> Response:
    """The board of a game in a lively position."""
    drawn = await asyncio.to_thread(games.lively_picture, name, theme)
    return Response(drawn, headers={"Cache-Control": "public, max-age=86400"}, media_type="image/svg+xml")


@router.post("/api/options", response_model=wire.OptionsChecked)
async def check_options(given: OptionsRequest, who: AnyVisitor) -> Json:
    """Whether a table could be made with these options; lists can be given as they are written."""
    return Json(games.checked(given, who.locale))


@router.post("/api/lists", response_model=wire.ListForm)
async def see_list(wanted: ListRequest, who: AnyVisitor) -> Json:
    """What the list of an option is chosen from, or the grid that it is drawn on."""
    return Json(lists.list_form(wanted, who.locale))


@router.post("/api/tables", response_model=wire.TableMade, status_code=201)
async def make_table(wanted: NewTableRequest, who: KnownVisitor, services: TheServices) -> Json:
    """A new table. The game begins when all its seats are taken."""
    return Json(wire.TableMade(await services.rooms.make(who, wanted)), 201)


@router.get("/api/tables", response_model=list[wire.TableCard])
async def see_lobby(request: Request, who: AnyVisitor, services: TheServices) -> Response:
    """Tables that are open to everybody: first those with an open seat, then games to watch. Clocks are as they were
    set. Programs that ask often send ``If-None-Match`` with the ``ETag`` of the last answer.
    """
    found = await services.open_tables.answer(who)
    headers = UNKEPT | ({"ETag": found.mark, "Vary": "Accept-Encoding"} if found.mark else {})
    if found.mark and request.headers.get("if-none-match") == found.mark:
        return Response(status_code=304, headers=headers)
    if found.packed and "gzip" in accepted_encodings(request.headers.get("accept-encoding", "")):
        return Response(found.packed, headers=headers | {"Content-Encoding": "gzip"}, media_type="application/json")
    return Response(found.tables, headers=headers, media_type="application/json")


@router.get("/api/me/tables", response_model=list[wire.TableCard])
async def see_own_tables(who: KnownVisitor, services: TheServices) -> Json:
    """The tables at which the visitor has a seat: first games that are not over, each time the latest first."""
    return Json(await lobby.own_tables(services.rooms, who))


# --- vacations, during which clocks of correspondence games stand still -----------------------------------------------
@router.get("/api/me/vacation", response_model=wire.Vacation)
async def see_vacation(who: KnownVisitor, services: TheServices) -> Json:
    """The visitor's vacation, and how many days are left."""
    now = services.rooms.now()
    return Json(await services.store.read(lambda session: vacations.how_it_stands(session, who.id, now)))


@router.post("/api/me/vacation", response_model=wire.Vacation)
async def go_on_vacation(wanted: VacationRequest, who: KnownVisitor, services: TheServices) -> Json:
    """Begin a vacation."""
    return Json(await services.rooms.go_on_vacation(who.id, wanted.days))


@router.delete("/api/me/vacation", response_model=wire.Vacation)
async def end_vacation(who: KnownVisitor, services: TheServices) -> Json:
    """Back before its end. The day that has begun is used up."""
    return Json(await services.rooms.end_vacation(who.id))


# --- one table --------------------------------------------------------------------------------------------------------
@router.get("/api/tables/{id_}", response_model=wire.TableCard)
async def see_table(id_: str, who: AnyVisitor, services: TheServices) -> Json:
    """What a table is, who sits at it, and how it stands."""
    return Json(await lobby.table_card(services.rooms, who, id_))


@router.websocket("/ws/lobby")
async def watch_lobby(websocket: WebSocket, who: AnyVisitor, services: TheServices) -> None:
    """``?lang=``; sends ``wire.Lobby`` at once and whenever something changes, takes ``requests.Ping``."""
    await open_tables.serve(websocket, who, services.open_tables, services.settings)


@router.websocket("/ws/tables/{id_}")
async def play(websocket: WebSocket, id_: str, who: AnyVisitor, services: TheServices) -> None:
    """``?lang=&theme=&ground=&format=``; takes ``requests.TableRequest``, sends ``wire.TableMessage``, first a
    ``Welcome``. With ``format=text`` (or ``ascii``) boards come as characters, without drawings.
    """
    await socket.serve(websocket, who, services.rooms, id_, services.settings)
