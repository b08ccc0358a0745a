"""The API of lessons."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from ludarium.server import wire
from ludarium.server.analysis.routes import Painter
from ludarium.server.answers import Json
from ludarium.server.learning import progress, tries
from ludarium.server.requests import ProgressRequest, TryClicks, TryRequest
from ludarium.server.services import AnyVisitor, KnownVisitor, TheServices
from ludarium.server.visitor import locale_of
from ludarium.server.wire import ProgressItem

router = APIRouter()


@router.get("/api/learn", responses={200: {"model": list[wire.LessonPath]}})
def get_paths(request: Request) -> Json:
    """The lessons that there are."""
    return Json(tries.path_cards(locale_of(request)))


@router.get("/api/learn/{ruleset}", responses={200: {"model": wire.LessonPath}})
def get_path(request: Request, ruleset: str) -> Json:
    """The lessons for a ruleset."""
    return Json(tries.path_card(tries.find_path(ruleset), locale_of(request)))


@router.get("/api/learn/{ruleset}/{lesson}", responses={200: {"model": wire.Lesson}})
def get_lesson(request: Request, ruleset: str, lesson: str) -> Json:
    """What a lesson says."""
    return Json(tries.lesson_told(ruleset, lesson, locale_of(request)))


@router.post("/api/learn/try", responses={200: {"model": wire.LessonTry}})
async def post_try(wanted: TryRequest, painter: Painter) -> Response:
    """What comes of a try at a task; without steps, how it begins."""
    return await _answered(wanted, painter)


@router.post("/api/learn/clicks", responses={200: {"model": wire.LessonClicks}})
async def post_clicks(wanted: TryClicks, painter: Painter) -> Response:
    """Why clicks make no step in a task, and what the steps would do that they have begun."""
    return await _answered(wanted, painter)


async def _answered(wanted: TryRequest, painter: Painter) -> Response:
    apart = tries.needs_solver(wanted)
    status, text = await (painter.do_apart(tries.answer, wanted) if apart else painter.do(lambda: tries.answer(wanted)))
    return Response(text, status, {"Cache-Control": "no-store"}, "application/json")


# --- progress ---------------------------------------------------------------------------------------------------------
@router.get("/api/progress", responses={200: {"model": list[wire.ProgressItem]}})
async def get_progress(who: AnyVisitor, services: TheServices) -> Json:
    """What the visitor has done; nothing for somebody without a name."""
    return Json(await services.store.read(lambda session: progress.done_by(session, who.id)))


@router.post("/api/progress", responses={200: {"model": list[wire.ProgressItem]}})
async def post_progress(wanted: ProgressRequest, who: KnownVisitor, services: TheServices) -> Json:
    """Note what the visitor has done; all that they have done by now."""
    items = [ProgressItem(one.kind, one.ruleset, one.item) for one in wanted.done]
    return Json(await services.store.write(lambda session: progress.add_done(session, who.id, items)))
