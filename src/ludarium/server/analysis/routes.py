"""The API of analysis: free boards, games of tables, records and rulebook pages."""

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Request, WebSocket
from starlette.responses import Response

from ludarium.core.errors import LudariumError
from ludarium.draw.png import png_apart
from ludarium.draw.svg import svg
from ludarium.server import wire
from ludarium.server.analysis import connection, positions, records, rulebook, tables
from ludarium.server.answers import Json
from ludarium.server.errors import refused, status_of
from ludarium.server.limits import is_this_machine, network_of
from ludarium.server.pictures import ArtCache
from ludarium.server.requests import ExplainRequest, PositionRequest, RecordRequest, Theme
from ludarium.server.services import AnyVisitor, TheServices
from ludarium.server.visitor import address_of, locale_of

MOST_FRAMES = 100  # in one answer
_WIDTH = 900  # pixels of a picture

router = APIRouter()
W = TypeVar("W", bound=PositionRequest)
F = TypeVar("F")
View = Annotated[str, Query(max_length=10, description="a seat, -1 for a spectator, or open; else what you may see")]
GameNumber = Annotated[int, Query(ge=0, le=10_000, description="of a series, from 1; 0: the last one")]
ShortName = Annotated[str, Path(max_length=60)]
BlockName = Annotated[str, Path(max_length=100)]
FrameNumber = Annotated[int, Path(ge=0, le=1_000_000)]


class Painting:
    """Has done what somebody wants to look at, but not too much of it at the same time."""

    def __init__(self, request: Request, who: AnyVisitor, services: TheServices) -> None:
        address = address_of(request)
        self._who = who.id or ("" if is_this_machine(address) else network_of(address))
        self._analyses = services.analyses

    async def do(self, work: Callable[[], F]) -> F:
        return await self._analyses.draw(self._who, work)

    async def do_apart(self, function: Callable[..., F], *given: object) -> F:
        return await self._analyses.do_apart(self._who, function, *given)


Painter = Annotated[Painting, Depends()]


# --- free boards ------------------------------------------------------------------------------------------------------
@router.post("/api/analysis", responses={200: {"model": wire.AnalysisPosition}})
async def post_position(wanted: PositionRequest, painter: Painter) -> Response:
    """A position reached by steps: what it looks like, what can be done in it, and how it came about."""
    return await painter.do(lambda: _answer(wanted, positions.position))


@router.post("/api/analysis/explain", responses={200: {"model": wire.Explained}})
async def post_explain(wanted: ExplainRequest, painter: Painter) -> Response:
    """Why clicks make no step in a position."""
    return await painter.do(lambda: _answer(wanted, positions.explain))


@router.post("/api/analysis/picture.svg", response_class=Response)
async def post_svg(wanted: PositionRequest, painter: Painter) -> Response:
    """The picture of a position, to be kept."""
    return await painter.do(lambda: _answer(wanted, positions.drawn, lambda drawn: _picture(drawn, "svg")))


@router.post("/api/analysis/picture.png", response_class=Response)
async def post_png(wanted: PositionRequest, painter: Painter) -> Response:
    """The same in pixels."""
    return await painter.do(lambda: _answer(wanted, positions.drawn, lambda drawn: _picture(drawn, "png")))


def _answer(wanted: W, find: Callable[[W], F], made: Callable[[F], Response] = Json) -> Response:
    """In the language of the request, which may not be that of the browser."""
    try:
        return made(find(wanted))
    except LudariumError as error:
        return Json(refused(error, wanted.locale), status_of(error))


@router.post("/api/records", responses={200: {"model": wire.RecordRead}})
async def post_record(request: Request, given: RecordRequest, painter: Painter) -> Json:
    """The games of a record, each to be analysed."""
    return Json(await painter.do(lambda: records.read_text(given.text, locale_of(request))))


@router.websocket("/ws/analysis")
async def analysis_socket(websocket: WebSocket, who: AnyVisitor, services: TheServices) -> None:
    """``requests.AnalysisRequest`` and ``wire.AnalysisMessage``."""
    await connection.serve(websocket, who, services.rooms, services.analyses, services.thinkers, services.settings)


# --- games of tables --------------------------------------------------------------------------------------------------
async def game_of_table(id_: str, who: AnyVisitor, services: TheServices, game: GameNumber = 0) -> tables.GameOfTable:
    """A game of a table as the visitor may see it."""
    return await tables.game_of(services.rooms, id_, who.id, game)


TheGame = Annotated[tables.GameOfTable, Depends(game_of_table)]


async def art_cache(
    who: AnyVisitor,
    theme: Theme = "light",
    ground: Annotated[str, Query(max_length=80, description="the key of a ground that is there already")] = "",
    flipped: Annotated[bool, Query(description="from the other side of the board")] = False,
) -> ArtCache:
    return ArtCache(theme, who.locale, ground, flipped)


TheArtCache = Annotated[ArtCache, Depends(art_cache)]


@router.get("/api/tables/{id_}/frames", responses={200: {"model": list[wire.Frame]}})
async def get_frames(
    found: TheGame,
    art: TheArtCache,
    painter: Painter,
    view: View = "",
    first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST_FRAMES)] = MOST_FRAMES,
) -> Json:
    """Positions of a game one after the other; drawings come with the first one that needs them."""
    return Json(await painter.do(lambda: found.frames(found.view(view), first, count, art)))


@router.get("/api/tables/{id_}/frames/{number}", responses={200: {"model": wire.Frame}})
async def get_frame(number: FrameNumber, found: TheGame, art: TheArtCache, painter: Painter, view: View = "") -> Json:
    """The position after so many steps, as the viewer counts them."""
    (frame,) = await painter.do(lambda: found.frames(found.view(view), number, 1, art))
    return Json(frame)


@router.get("/api/tables/{id_}/start", responses={200: {"model": wire.PositionStart}})
async def get_start(found: TheGame) -> Json:
    """A finished game, to be analysed."""
    return Json(records.start_of(found.finished()))


@router.get("/api/tables/{id_}/plan", responses={200: {"model": wire.PositionStart}})
async def get_plan_start(id_: str, who: AnyVisitor, services: TheServices) -> Json:
    """A game over days, for a player who plans answers."""
    return Json(records.start_of(await tables.planned_at(services.rooms, id_, who.id)))


@router.get("/api/tables/{id_}/record", response_class=Response)
async def get_record(id_: str, who: AnyVisitor, services: TheServices) -> Response:
    """The record as the visitor may have it."""
    text = await tables.record_of(services.rooms, id_, who.id)
    return _file(Response(text, media_type="text/plain"), f"ludarium-{id_}.txt")


@router.get("/api/tables/{id_}/picture.{kind}", response_class=Response)
async def get_picture(
    id_: str,
    kind: Annotated[str, Path(pattern="^(svg|png)$")],
    who: AnyVisitor,
    found: TheGame,
    painter: Painter,
    number: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    view: View = "",
    theme: Theme = "light",
) -> Response:
    """A position as a picture."""
    seen = found.view(view)

    def draw() -> Response:
        scene = found.scene(seen, number)
        return _picture(svg(scene, found.table.game, theme=theme, locale=who.locale, width=_WIDTH), kind)

    return _file(await painter.do(draw), f"ludarium-{id_}{'' if number is None else f'-{number}'}.{kind}")


def _picture(drawn: str, kind: str) -> Response:
    content, media_type = (png_apart(drawn), "image/png") if kind == "png" else (drawn, "image/svg+xml")
    return Response(content, media_type=media_type)


def _file(answer: Response, name: str) -> Response:
    """To be saved under a name, which has nothing but letters, digits, - and _: such are the ids of tables."""
    answer.headers.update({"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"})
    return answer


# --- rulebook pages ---------------------------------------------------------------------------------------------------
@router.get("/api/rules", responses={200: {"model": list[wire.RuleCard]}})
def get_rule_cards(request: Request) -> Json:
    """The rulebook pages that there are."""
    return Json(rulebook.rule_cards(locale_of(request)))


@router.get("/api/rules/pictures/{name}", response_class=Response)
async def get_rule_picture(
    painter: Painter,
    request: Request,
    name: BlockName,
    item: Annotated[int, Query(ge=0, le=100, description="of a legend, from 1")] = 0,
    theme: Theme = "light",
) -> Response:
    """The picture of a diagram on one of these pages, or of an item of a legend, as SVG: for printing, and until the
    board that can be played on is there.
    """
    locale = locale_of(request)
    drawn = await painter.do(lambda: rulebook.drawn(name, item, theme, locale))
    headers = {"Cache-Control": "public, max-age=3600", "Vary": "Accept-Language"}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@router.get("/api/rules/{game}", responses={200: {"model": wire.RulePage}})
def get_rule_page(request: Request, game: ShortName, ruleset: Annotated[str, Query(max_length=60)] = "") -> Json:
    """The reference, by the name of the game or of one of its rulesets. What is said of the ruleset comes first."""
    found = rulebook.find_game(game)
    return Json(rulebook.rule_page(found, locale_of(request), rulebook.chosen_ruleset(found, ruleset or game).name))


@router.get("/api/guides/{ruleset}", responses={200: {"model": wire.RulePage}})
def get_guide_page(request: Request, ruleset: ShortName) -> Json:
    """The guide for those who learn a ruleset (or the first one of a game)."""
    return Json(rulebook.guide_page(rulebook.named_ruleset(ruleset).name, locale_of(request)))
