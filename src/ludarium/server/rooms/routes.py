"""The API of tables: which games there are, making a table, finding one, and playing at it."""

from typing import Annotated

from fastapi import APIRouter, Depends, WebSocket

from ludarium.server import wire
from ludarium.server.answers import Json
from ludarium.server.requests import NewTableRequest, OptionsRequest, Theme
from ludarium.server.rooms import cards, forms, socket
from ludarium.server.services import Services, services_of
from ludarium.server.visitor import Visitor, known_visitor, visitor

router = APIRouter()

TheServices = Annotated[Services, Depends(services_of)]
AnyVisitor = Annotated[Visitor, Depends(visitor)]
KnownVisitor = Annotated[Visitor, Depends(known_visitor)]


@router.get("/api/games", response_model=list[wire.GameCard])
async def games(who: AnyVisitor, theme: Theme = "light") -> Json:
    """All games, with what can be chosen for a table."""
    return Json(await cards.game_cards(who.locale, theme))


@router.post("/api/options", response_model=wire.OptionsChecked)
async def check_options(given: OptionsRequest, who: AnyVisitor) -> Json:
    """Whether a table could be made with these options; lists can be given as they are written."""
    return Json(forms.checked(given, who.locale))


@router.post("/api/tables", response_model=wire.TableMade, status_code=201)
async def make_table(wanted: NewTableRequest, who: KnownVisitor, services: TheServices) -> Json:
    """A new table. The game begins when all its seats are taken."""
    return Json(wire.TableMade(await services.rooms.make(who, wanted)), 201)


@router.get("/api/tables", response_model=list[wire.TableCard])
async def lobby(who: AnyVisitor, services: TheServices) -> Json:
    """Tables that are open to everybody: first those with an open seat, then games to watch."""
    return Json(await cards.lobby(services, who))


@router.get("/api/me/tables", response_model=list[wire.TableCard])
async def own_tables(who: KnownVisitor, services: TheServices) -> Json:
    """The tables at which the visitor has a seat, the latest first."""
    return Json(await cards.own_tables(services, who))


@router.get("/api/tables/{id_}", response_model=wire.TableCard)
async def table(id_: str, who: AnyVisitor, services: TheServices) -> Json:
    return Json(await cards.table_card(services, who, id_))


@router.websocket("/ws/tables/{id_}")
async def play(websocket: WebSocket, id_: str) -> None:
    """``?lang=&theme=&ground=``; takes ``requests.TableRequest``, sends ``wire.TableMessage``, first a ``Welcome``."""
    await socket.serve(websocket, id_)
