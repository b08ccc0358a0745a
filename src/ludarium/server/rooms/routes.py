"""The API of tables: which games there are, making a table, finding one, and playing at it."""

from typing import Annotated

from fastapi import APIRouter, Depends, WebSocket

from ludarium.server import wire
from ludarium.server.answers import Json
from ludarium.server.asked import OptionsGiven, TableWanted, Theme
from ludarium.server.asker import Asker, asker, known_asker
from ludarium.server.house import House, house
from ludarium.server.rooms import cards, forms, socket

router = APIRouter()

TheHouse = Annotated[House, Depends(house)]
TheAsker = Annotated[Asker, Depends(asker)]
Known = Annotated[Asker, Depends(known_asker)]


@router.get("/api/games", response_model=list[wire.GameCard])
async def games(who: TheAsker, theme: Theme = "light") -> Json:
    """All games, with what can be chosen for a table."""
    return Json(await cards.game_cards(who.locale, theme))


@router.post("/api/options", response_model=wire.OptionsChecked)
async def check_options(given: OptionsGiven, who: TheAsker) -> Json:
    """Whether a table could be made with these options; lists can be given as they are written."""
    return Json(forms.checked(given, who.locale))


@router.post("/api/tables", response_model=wire.TableMade, status_code=201)
async def make_table(wanted: TableWanted, who: Known, home: TheHouse) -> Json:
    """A new table. The game begins when all its seats are taken."""
    return Json(wire.TableMade(await home.rooms.make(who, wanted)), 201)


@router.get("/api/tables", response_model=list[wire.TableCard])
async def lobby(who: TheAsker, home: TheHouse) -> Json:
    """Tables that are open to everybody: first those with an open seat, then games to watch."""
    return Json(await cards.lobby(home, who))


@router.get("/api/me/tables", response_model=list[wire.TableCard])
async def own_tables(who: Known, home: TheHouse) -> Json:
    """The tables at which whoever asks has a seat, the latest first."""
    return Json(await cards.own_tables(home, who))


@router.get("/api/tables/{id_}", response_model=wire.TableCard)
async def table(id_: str, who: TheAsker, home: TheHouse) -> Json:
    return Json(await cards.table_card(home, who, id_))


@router.websocket("/ws/tables/{id_}")
async def play(websocket: WebSocket, id_: str) -> None:
    """``?lang=&theme=&ground=``; the first message is ``Welcome``, then ``asked.TableMessage`` and ``wire.Message``."""
    await socket.serve(websocket, id_)
