"""Requests that computer players work on: what to do in a position, and how well a game was played."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import monotonic
from zlib import crc32

from ludarium.core.game import Game
from ludarium.core.history import History
from ludarium.core.state import State
from ludarium.engine.errors import Answer, RequestError
from ludarium.engine.reach import own_views
from ludarium.engine.request import MOST_SECONDS, Request
from ludarium.players.analysis import Judged, analyse, mean_losses, turning_points
from ludarium.players.levels import LEVELS, find_level
from ludarium.players.report import MOST_LINES, Report
from ludarium.players.style import Limits, ThinkingStyle
from ludarium.players.thinker import Question, Stop, Tell, Thinker, never
from ludarium.table.reading import read_record

LEAST_SECONDS = 0.05
USUAL_SECONDS = 1.0
USUAL_SIMULATIONS = 200  # for each position of an analysis
MOST_SIMULATIONS = 10_000_000
_BETWEEN_LINES = 0.2  # seconds

Think = Callable[[Question, Stop, Tell | None], Report]


def think_here(question: Question, stop: Stop, tell: Tell | None) -> Report:
    """In this process, keeping nothing."""
    return Thinker().decide(question, stop, tell)


@dataclass(frozen=True)
class Desk:
    """Where a request is worked on: who thinks, who hears of it meanwhile (nobody, perhaps), and when to stop."""

    think: Think = think_here
    say: Callable[[Answer], None] | None = None
    stop: Stop = never


def search(request: Request, desk: Desk) -> Answer:
    """The best step for a seat by what it knows."""
    reached = request.reached()
    state, game = reached.state, reached.game
    if state.seat < 0:
        raise RequestError("search_over")
    style = _style(request)
    asked = question_about(reached, request.number("view_seat", 0, int(state.seats) - 1), style)
    lines = request.number("lines", 1, 1000) or MOST_LINES
    timed = style.limits.seconds is not None
    views = [*_earlier(request, reached, asked.viewer), *asked.views]
    question = replace(asked, views=views, seed=asked.seed + _chosen_seed(request, game))

    def written(report: Report, final: bool) -> Answer:
        return {"final": final, "seat": int(state.seat), **report.as_json(game, lines, timed)}

    tell = None
    if request.truth("stream") and desk.say is not None:
        tell = _now_and_then(desk.say, lambda report: written(report, final=False))
    return written(desk.think(question, desk.stop, tell), final=True)


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
    values = reached.ruleset.read(request.options())
    views = [reached.game.read_position(values, text) for text in request.texts("views")]
    if any(view.seats != reached.state.seats for view in views):
        raise RequestError("views_seats")
    return [view.view(seat) for view in views]


def _style(request: Request) -> ThinkingStyle:
    """How to think: as a level does or as well as possible, within the limits that are given."""
    level = request.number("level", 1, len(LEVELS))
    seconds = request.amount("seconds", LEAST_SECONDS, MOST_SECONDS)
    simulations = request.number("simulations", 1, MOST_SIMULATIONS)
    style = ThinkingStyle(Limits(seconds=USUAL_SECONDS)) if level is None else find_level(level).style
    if seconds is None and simulations is None:
        return style
    return replace(style, limits=Limits(seconds, simulations))


def _chosen_seed(request: Request, game: Game) -> int:
    """The request's seed; where it also decided what is hidden, it is left out."""
    return request.seed() if not game.hidden_information or request.text("position") is not None else 0


def _now_and_then(say: Callable[[Answer], None], write: Callable[[Report], Answer]) -> Tell:
    """Says how things stand, but not more often than people can read."""
    said = monotonic()

    def tell(report: Report) -> None:
        nonlocal said
        if monotonic() - said >= _BETWEEN_LINES:
            said = monotonic()
            say(write(report))

    return tell


def analyse_game(request: Request, desk: Desk) -> Answer:
    """Every step of a game, and a summary. Where nobody hears of the steps, they are part of the summary."""
    history = _game(request)
    game, seats = history.game, int(history.state.seats)
    style = _style(request)
    if request.amount("seconds", LEAST_SECONDS, MOST_SECONDS) is None and request.fields.get("level") is None:
        simulations = request.number("simulations", 1, MOST_SIMULATIONS) or USUAL_SIMULATIONS
        style = replace(style, limits=Limits(simulations=simulations))
    judged: list[Judged] = []
    for one in analyse(history, style, lambda question: desk.think(question, desk.stop, None)):
        if desk.stop():
            break
        judged.append(one)
        if desk.say is not None:
            desk.say({"final": False, **one.as_json(game)})
    told = [] if desk.say is not None else [("steps", [one.as_json(game) for one in judged])]
    return {
        "final": True,
        **dict(told),
        "analysed": len(judged),
        "mean_loss": [round(loss, 4) for loss in mean_losses(judged, seats)],
        "turning_points": [one.number for one in turning_points(judged)],
    }


def _game(request: Request) -> History:
    """The game that is told by steps or by the text of a record."""
    text = request.text("record")
    if text is None:
        return request.reached()
    stray = [name for name in ("ruleset", "options", "position", "steps") if name in request.fields]
    if stray:
        raise RequestError("record_alone", field=stray[0])
    return read_record(text).table.history


DEEDS: Mapping[str, Callable[[Request, Desk], Answer]] = {"search": search, "analyse": analyse_game}
