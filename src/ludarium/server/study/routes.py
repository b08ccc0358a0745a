"""The API for looking closely: free boards, games of tables, records and rulebook pages."""

import asyncio
from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Request, WebSocket
from starlette.responses import Response

from ludarium.core.errors import LudariumError
from ludarium.draw.png import png
from ludarium.draw.svg import svg
from ludarium.server import wire
from ludarium.server.answers import Json
from ludarium.server.asked import ExplainWanted, RecordGiven, StudyWanted, Theme
from ludarium.server.asker import Asker, asker, locale_of
from ludarium.server.dress import Wardrobe
from ludarium.server.errors import refused, status_of
from ludarium.server.house import House, house
from ludarium.server.study import positions, records, rulebook, socket, tables

MOST_FRAMES = 100  # in one answer
_WIDTH = 900  # pixels of a picture

router = APIRouter()
W = TypeVar("W", bound=StudyWanted)
F = TypeVar("F")
TheHouse = Annotated[House, Depends(house)]
TheAsker = Annotated[Asker, Depends(asker)]
View = Annotated[str, Query(max_length=10, description="a seat, -1 for a spectator, or open; else what you may see")]
GameNumber = Annotated[int, Query(ge=0, le=10_000, description="of a series, from 1; 0: the last one")]
FrameNumber = Annotated[int, Path(ge=0, le=1_000_000)]


# --- free boards: plain functions, which run in a thread and keep nobody waiting ------------------------------------
@router.post("/api/study", responses={200: {"model": wire.Study}})
def post_study(wanted: StudyWanted) -> Response:
    """A position reached by steps: what it looks like, what can be done in it, and how it came about."""
    return _answer(wanted, positions.study)


@router.post("/api/study/explain", responses={200: {"model": wire.Explained}})
def post_explain(wanted: ExplainWanted) -> Response:
    """Why clicks make no step in a position."""
    return _answer(wanted, positions.explain)


@router.post("/api/study/picture.svg", response_class=Response)
def post_svg(wanted: StudyWanted) -> Response:
    """The picture of a position, to be kept."""
    return _answer(wanted, positions.drawn, lambda drawn: Response(drawn, media_type="image/svg+xml"))


@router.post("/api/study/picture.png", response_class=Response)
def post_png(wanted: StudyWanted) -> Response:
    """The same in pixels."""
    return _answer(wanted, positions.drawn, lambda drawn: Response(png(drawn), media_type="image/png"))


def _answer(wanted: W, find: Callable[[W], F], made: Callable[[F], Response] = Json) -> Response:
    """In the language of the study, which may not be that of the browser."""
    try:
        return made(find(wanted))
    except LudariumError as error:
        return Json(refused(error, wanted.locale), status_of(error))


@router.post("/api/records", responses={200: {"model": wire.RecordRead}})
def post_record(request: Request, given: RecordGiven) -> Json:
    """The games that a record's text holds, as studies."""
    return Json(records.read_text(given.text, locale_of(request)))


@router.websocket("/ws/study")
async def study_socket(connection: WebSocket) -> None:
    """``asked.StudyMessage`` and ``wire.StudyNews``."""
    await socket.serve(connection)


# --- games of tables --------------------------------------------------------------------------------------------------
@router.get("/api/tables/{id_}/frames", responses={200: {"model": list[wire.Frame]}})
async def get_frames(
    id_: str,
    who: TheAsker,
    home: TheHouse,
    view: View = "",
    game: GameNumber = 0,
    first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST_FRAMES)] = MOST_FRAMES,
    theme: Theme = "light",
    ground: Annotated[str, Query(max_length=80, description="the key of a ground that is there already")] = "",
) -> Json:
    """Positions of a game one after the other; drawings come with the first one that needs them."""
    found = await tables.game_of(home, id_, who.id, game)
    wardrobe = Wardrobe(theme, who.locale, ground)
    return Json(await asyncio.to_thread(found.frames, found.view(view), first, count, wardrobe))


@router.get("/api/tables/{id_}/frames/{number}", responses={200: {"model": wire.Frame}})
async def get_frame(
    id_: str,
    number: FrameNumber,
    who: TheAsker,
    home: TheHouse,
    view: View = "",
    game: GameNumber = 0,
    theme: Theme = "light",
    ground: Annotated[str, Query(max_length=80)] = "",
) -> Json:
    """The position after so many steps, as the viewer counts them."""
    found = await tables.game_of(home, id_, who.id, game)
    (frame,) = await asyncio.to_thread(found.frames, found.view(view), number, 1, Wardrobe(theme, who.locale, ground))
    return Json(frame)


@router.get("/api/tables/{id_}/study", responses={200: {"model": wire.StudyStart}})
async def get_study(id_: str, who: TheAsker, home: TheHouse, game: GameNumber = 0) -> Json:
    """A finished game, to be studied."""
    return Json((await tables.game_of(home, id_, who.id, game)).study())


@router.get("/api/tables/{id_}/record", response_class=Response)
async def get_record(id_: str, who: TheAsker, home: TheHouse) -> Response:
    """The record as whoever asks may have it."""
    text = await tables.record_of(home, id_, who.id)
    return _file(text.encode(), "text/plain; charset=utf-8", f"ludarium-{id_}.txt")


@router.get("/api/tables/{id_}/picture.{kind}", response_class=Response)
async def get_picture(
    id_: str,
    kind: Annotated[str, Path(pattern="^(svg|png)$")],
    who: TheAsker,
    home: TheHouse,
    number: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    view: View = "",
    game: GameNumber = 0,
    theme: Theme = "light",
) -> Response:
    """A position as a picture."""
    found = await tables.game_of(home, id_, who.id, game)
    seen = found.view(view)

    def draw() -> bytes:
        words = found.table.game.words(who.locale)
        drawn = svg(found.scene(seen, number), theme=theme, locale=who.locale, words=words, width=_WIDTH)
        return png(drawn) if kind == "png" else drawn.encode()

    picture = await asyncio.get_running_loop().run_in_executor(home.studies.painters, draw)
    name = f"ludarium-{id_}{'' if number is None else f'-{number}'}.{kind}"
    return _file(picture, "image/png" if kind == "png" else "image/svg+xml", name)


def _file(content: bytes, media_type: str, name: str) -> Response:
    """To be saved under a name, which has nothing but letters, digits, - and _: such are the ids of tables."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, media_type=media_type, headers=headers)


# --- rulebook pages ---------------------------------------------------------------------------------------------------
@router.get("/api/rules", responses={200: {"model": list[wire.RuleCard]}})
def get_rule_cards(request: Request) -> Json:
    """The rulebook pages that there are."""
    return Json(rulebook.rule_cards(locale_of(request)))


@router.get("/api/rules/{game}", responses={200: {"model": wire.RulePage}})
def get_rule_page(request: Request, game: str) -> Json:
    """A rulebook page, by the name of the game or of one of its rulesets."""
    return Json(rulebook.rule_page(rulebook.find_game(game), locale_of(request)))
