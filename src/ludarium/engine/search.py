"""Requests that computer players work on: what to do in a position, and how well a game was played."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from zlib import crc32

from ludarium.core.game import Game
from ludarium.core.history import History
from ludarium.core.state import State
from ludarium.engine.progress import PROGRESS, Context, News
from ludarium.engine.request import THINKING_SECONDS, Answer, Request, RequestError, own_views
from ludarium.players.analysis import Judged, analyse, mean_losses, turning_points
from ludarium.players.levels import find_level
from ludarium.players.report import Report
from ludarium.players.style import Limits, ThinkingStyle
from ludarium.players.thinker import Question
from ludarium.table.reading import read_record

_USUALLY = Limits(seconds=1.0)
_USUALLY_ANALYSED = Limits(simulations=200)  # for each position


def search(request: Request, context: Context) -> Answer:
    """The best step for a seat by what it knows."""
    reached = request.reached()
    state, game = reached.state, reached.game
    if state.seat < 0:
        raise RequestError("search_over")
    style = _style(request, _USUALLY)
    asked = question_about(reached, request.view_seat(state, lowest=0), style)
    lines: int = request.get("lines")
    timed = style.limits.seconds is not None
    views = [*_earlier(request, reached, asked.viewer), *asked.views]
    question = replace(asked, views=views, seed=asked.seed + _chosen_seed(request, game))

    def written(report: Report, final: bool) -> Answer:
        kind = {} if final else PROGRESS
        return {"final": final, **kind, "seat": int(state.seat), **report.as_json(game, lines, timed)}

    news = News(request, context)
    tell = None if news.between is None else lambda report: news.tell(lambda: written(report, final=False))
    return written(context.think(question, context.stop, tell), final=True)


def question_about(reached: History, view_seat: int | None, style: ThinkingStyle) -> Question:
    """What to do in a position, by what a seat (``None``: the one to act) knows of it. The seed of the search tells
    nothing but what that seat sees.
    """
    game = reached.game
    seat = int(reached.state.seat) if view_seat is None or not game.hidden_information else view_seat
    views = own_views(reached, seat)
    return Question(reached.ruleset.name, views, style, crc32(game.position_text(views[-1]).encode()), seat)


def _earlier(request: Request, reached: History, seat: int) -> list[State]:
    """The earlier views that the request tells, cut down to what the seat may know."""
    values = reached.ruleset.read(request.get("options"))
    views = [reached.game.read_position(values, text) for text in request.get("views")]
    if any(view.seats != reached.state.seats for view in views):
        raise RequestError("views_seats")
    return [view.view(seat) for view in views]


def _style(request: Request, usual: Limits) -> ThinkingStyle:
    """How to think: as a level does or as well as possible, within the limits that are given."""
    level: int | None = request.get("level")
    limits = Limits(request.get("seconds", THINKING_SECONDS), request.get("simulations"))
    style = ThinkingStyle(usual) if level is None else find_level(level).style
    return style if limits == Limits() else replace(style, limits=limits)


def _chosen_seed(request: Request, game: Game) -> int:
    """The request's seed; where it also decided what is hidden, it is left out."""
    seed: int = request.get("seed")
    apart = "position" in request.given or "session" in request.given
    return seed if not game.hidden_information or apart else 0


def analyse_game(request: Request, context: Context) -> Answer:
    """Every step of a game, and a summary. Where nobody hears of the steps, they are part of the summary."""
    history = _game(request)
    game, seats = history.game, int(history.state.seats)
    style = _style(request, _USUALLY_ANALYSED)
    judged: list[Judged] = []
    for one in analyse(history, style, lambda question: context.think(question, context.stop, None)):
        if context.stop():
            break
        judged.append(one)
        if context.send is not None:
            context.send({"final": False, **one.as_json(game)})
    told = [] if context.send is not None else [("steps", [one.as_json(game) for one in judged])]
    return {
        "final": True,
        **dict(told),
        "analysed": len(judged),
        "mean_loss": [round(loss, 4) for loss in mean_losses(judged, seats)],
        "turning_points": [one.number for one in turning_points(judged)],
    }


def _game(request: Request) -> History:
    """The game that is told by steps or by the text of a record."""
    text: str | None = request.get("record")
    if text is None:
        return request.reached()
    for name in ("session", "ruleset", "options", "position", "steps"):
        if name in request.given:
            raise RequestError("record_alone", field=name)
    return read_record(text).table.history


SEARCHES: Mapping[str, Callable[[Request, Context], Answer]] = {"search": search, "analyse": analyse_game}
