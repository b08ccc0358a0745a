"""The API of posters: pictures for the previews of shared links."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import ValidationError
from starlette.responses import Response

from ludarium.core.state import SPECTATOR
from ludarium.engine import as_seen
from ludarium.server.analysis import positions
from ludarium.server.analysis.posters import seen_by_all
from ludarium.server.limits import is_this_machine, network_of
from ludarium.server.puzzles.cards import find_puzzle, scene_of
from ludarium.server.requests import PositionRequest, Theme
from ludarium.server.services import TheServices
from ludarium.server.validation import read_json, wrong_field
from ludarium.server.visitor import address_of

LONGEST_POSITION, LONGEST_OPTIONS = 4_000, 1_000  # characters, in an address
_KEPT = {"Cache-Control": "public, max-age=300"}  # by whoever shows it; a position that changes has another address

router = APIRouter()


class Drawing:
    """Draws for one address, a few pictures at a time and not too many in a minute."""

    def __init__(self, request: Request, services: TheServices) -> None:
        address = address_of(request)
        services.posters.count(address)
        self._who = "" if is_this_machine(address) else network_of(address)
        self._analyses = services.analyses

    async def do(self, draw: Callable[[], bytes]) -> Response:
        return Response(await self._analyses.draw(self._who, draw), media_type="image/png", headers=_KEPT)


TheDrawing = Annotated[Drawing, Depends()]


@router.get("/api/posters/tables/{id_}.png", response_class=Response)
async def get_table_poster(
    id_: Annotated[str, Path(max_length=40)],
    services: TheServices,
    drawing: TheDrawing,
    game: Annotated[int, Query(ge=0, le=10_000, description="of a series, from 1; 0: the last one")] = 0,
    step: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
) -> Response:
    """A table as a spectator sees it: now, or after so many steps."""
    rules, find_scene = await seen_by_all(services.rooms, id_, game, step)
    return await drawing.do(lambda: services.posters.png(find_scene(), rules))


@router.get("/api/posters/tables/{id_}.svg", response_class=Response)
async def get_thumbnail(
    request: Request, id_: Annotated[str, Path(max_length=40)], services: TheServices, theme: Theme = "light"
) -> Response:
    """How a finished game ended, small, for lists."""
    drawn = await services.thumbnails.of(id_, theme, address_of(request))
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=86400"})


@router.get("/api/posters/positions/{ruleset}.png", response_class=Response)
async def get_position_poster(
    ruleset: Annotated[str, Path(max_length=60)],
    services: TheServices,
    drawing: TheDrawing,
    position: Annotated[str, Query(max_length=LONGEST_POSITION)] = "",
    options: Annotated[str, Query(max_length=LONGEST_OPTIONS, description="as JSON")] = "",
) -> Response:
    """A written position, or the start of a ruleset, as a spectator sees it."""
    wanted = shared_position(ruleset, position, options)

    def draw() -> bytes:
        reached = positions.reached_by(wanted)
        return services.posters.png(reached.scene(*as_seen(reached, SPECTATOR)), reached.game)

    return await drawing.do(draw)


@router.get("/api/posters/puzzles/{id_}.png", response_class=Response)
async def get_puzzle_poster(
    id_: Annotated[str, Path(max_length=60)], services: TheServices, drawing: TheDrawing
) -> Response:
    """A puzzle as its solver sees it."""
    puzzle = find_puzzle(id_)
    return await drawing.do(lambda: services.posters.png(scene_of(puzzle), puzzle.game))


def shared_position(ruleset: str, position: str, options: str) -> PositionRequest:
    """A position as an address has it; refuses what no browser of ours would write."""
    try:
        return PositionRequest.model_validate(
            {
                "ruleset": ruleset,
                "position": position or None,
                "options": read_json(options.encode()) if options else {},
                "view": SPECTATOR,
            }
        )
    except ValidationError as error:
        mistakes = error.errors(include_url=False, include_input=False)
        raise wrong_field([{**one, "loc": ("query", *one["loc"])} for one in mistakes]) from None
