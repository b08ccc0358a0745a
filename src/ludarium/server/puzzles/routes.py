"""The API of puzzles."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Request

from ludarium.core.game import find_ruleset
from ludarium.learn.puzzles.progress import Progress, next_puzzle
from ludarium.learn.puzzles.puzzle import Puzzle
from ludarium.server import wire
from ludarium.server.analysis.routes import Painter, Painting
from ludarium.server.answers import Json
from ludarium.server.puzzles import cards, progress, tries
from ludarium.server.requests import (
    GuessRequest,
    NextRequest,
    PuzzleClicks,
    PuzzleRequest,
    PuzzleSteps,
    PuzzlesTried,
    Theme,
)
from ludarium.server.services import AnyVisitor, KnownVisitor, Services, TheServices
from ludarium.server.visitor import Visitor, locale_of

router = APIRouter()


# --- what there is ----------------------------------------------------------------------------------------------------
@router.get("/api/puzzles", responses={200: {"model": list[wire.PuzzleGame]}})
def get_games(request: Request) -> Json:
    """The games that have puzzles: how many, of which themes, how hard, and which one is today's."""
    return Json(cards.games(locale_of(request)))


@router.get("/api/puzzles/daily", responses={200: {"model": list[wire.DailyPuzzle]}})
async def get_daily(request: Request, painter: Painter, theme: Theme = "light") -> Json:
    """The puzzles of the day, one of each game."""
    locale = locale_of(request)
    return Json(await painter.do(lambda: cards.dailies(cards.today(), theme, locale)))


@router.post("/api/puzzles/next", responses={200: {"model": wire.NextPuzzle}})
async def post_next(wanted: NextRequest, who: AnyVisitor, services: TheServices) -> Json:
    """A puzzle about as hard as somebody is good that they have not solved yet."""
    done = Progress(wanted.rating, list(wanted.solved), list(wanted.missed))
    if who.id:
        game = find_ruleset(wanted.ruleset).game
        done = await services.store.read(lambda session: progress.progress_in(session, who.id, game))
    puzzles = cards.puzzles_for(wanted.ruleset, wanted.theme)
    others = [one for one in puzzles if one.id != wanted.after]
    found = next_puzzle(others, done) or next_puzzle(puzzles, done)
    return Json(wire.NextPuzzle(None if found is None else cards.card(found, who.locale)))


# --- how good somebody is ---------------------------------------------------------------------------------------------
@router.get("/api/puzzles/progress", responses={200: {"model": wire.PuzzleProgress}})
async def get_progress(who: AnyVisitor, services: TheServices) -> Json:
    """What the visitor has solved; nothing for somebody without a name."""
    return Json(await services.store.read(lambda session: progress.told(session, who.id)))


@router.post("/api/puzzles/progress", responses={200: {"model": wire.PuzzleProgress}})
async def post_progress(wanted: PuzzlesTried, who: KnownVisitor, services: TheServices) -> Json:
    """Take over what the visitor tried before they had a name."""
    return Json(await services.store.write(lambda session: progress.note_tried(session, who.id, wanted.tried)))


# --- one puzzle -------------------------------------------------------------------------------------------------------
@router.get("/api/puzzles/{id_}", responses={200: {"model": wire.Puzzle}})
def get_puzzle(request: Request, id_: Annotated[str, Path(max_length=60)]) -> Json:
    """A puzzle without its solution."""
    return Json(cards.card(cards.find_puzzle(id_), locale_of(request)))


@router.post("/api/puzzles/try", responses={200: {"model": wire.PuzzleTry}})
async def post_try(wanted: PuzzleSteps, painter: Painter, who: AnyVisitor, services: TheServices) -> Json:
    """What comes of somebody's steps; a whole try counts."""
    return await _answered(wanted, painter, who, services)


@router.post("/api/puzzles/explain", responses={200: {"model": wire.Explained}})
async def post_explain(wanted: PuzzleClicks, painter: Painter, who: AnyVisitor, services: TheServices) -> Json:
    """Why clicks make no step in a puzzle. (What a step would do is for the solver to find out.)"""
    return await _answered(wanted, painter, who, services)


@router.post("/api/puzzles/guess", responses={200: {"model": wire.PuzzleGuess}})
async def post_guess(wanted: GuessRequest, painter: Painter, who: AnyVisitor, services: TheServices) -> Json:
    """What led to a guess; and if somebody guesses, what is right and why."""
    return await _answered(wanted, painter, who, services)


@router.post("/api/puzzles/solution", responses={200: {"model": wire.PuzzleSolution}})
async def post_solution(wanted: PuzzleRequest, painter: Painter, who: AnyVisitor, services: TheServices) -> Json:
    """How it is solved: whoever asks before they have solved it has given up."""
    return await _answered(wanted, painter, who, services)


async def _answered(wanted: PuzzleRequest, painter: Painting, who: Visitor, services: Services) -> Json:
    puzzle = cards.find_puzzle(wanted.puzzle)
    answer = await painter.do_apart(tries.found, wanted)
    if isinstance(answer, tuple):
        status, refusal = answer
        return Json(refusal, status)
    right = tries.is_right(answer)
    if right is None or isinstance(answer, wire.Explained):
        return Json(answer)
    change = await _noted(wanted, puzzle, right, who, services)
    return Json(replace(answer, change=change))


async def _noted(
    wanted: PuzzleRequest, puzzle: Puzzle, right: bool, who: Visitor, services: Services
) -> wire.RatingChange | None:
    """Keep what came of a try for somebody with a name; others get to know what it did to the rating they told."""
    if who.id:
        return await services.store.write(lambda session: progress.note_try(session, who.id, puzzle, right))
    return None if wanted.tried else progress.change_of(Progress(wanted.rating), puzzle, right)
