"""The API for looking closely: free boards and rulebook pages."""

from fastapi import APIRouter, Request

from ludarium.core.errors import LudariumError
from ludarium.server import wire
from ludarium.server.answers import Json
from ludarium.server.asked import StudyWanted
from ludarium.server.asker import locale_of
from ludarium.server.errors import refused, status_of
from ludarium.server.study import positions, rulebook

router = APIRouter()


# Plain functions: they run in a thread, so that long ones keep nobody waiting.
@router.post("/api/study", responses={200: {"model": wire.Study}, 400: {"model": wire.Refused}})
def post_study(wanted: StudyWanted) -> Json:
    """A position reached by steps: what it looks like, what can be done in it, and how it came about."""
    try:
        return Json(positions.study(wanted))
    except LudariumError as error:
        return Json(refused(error, wanted.locale), status_of(error))


@router.get("/api/rules", responses={200: {"model": list[wire.RuleCard]}})
def get_rule_cards(request: Request) -> Json:
    """The rulebook pages that there are."""
    return Json(rulebook.rule_cards(locale_of(request)))


@router.get("/api/rules/{game}", responses={200: {"model": wire.RulePage}, 404: {"model": wire.Refused}})
def get_rule_page(request: Request, game: str) -> Json:
    """A rulebook page, by the name of the game or of one of its rulesets."""
    return Json(rulebook.rule_page(rulebook.find_game(game), locale_of(request)))
