"""Answers to requests that need no computer player."""

from collections.abc import Callable, Mapping
from time import monotonic

from ludarium.core.history import History
from ludarium.core.playout import play_drawing
from ludarium.core.rng import Rng
from ludarium.core.words import LOCALES
from ludarium.engine.request import Answer, Request, RequestError, as_seen, check_whole, count_nodes, divide

_SLICE = 1000  # steps of a playout between two looks at the clock


class Clock:
    """Raises ``RequestError`` when the time that a request may take is over."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.end = monotonic() + seconds

    def look(self) -> None:
        if monotonic() > self.end:
            raise RequestError("too_long", seconds=self.seconds)


def _situation(reached: History, view_seat: int | None) -> Answer:
    """What every answer about a state says."""
    game, state = reached.game, reached.state
    open_to_viewer = view_seat is None or view_seat == state.seat
    outcome = reached.outcome
    return {
        "seat": state.seat,
        "turn": state.turn,
        "legal": [game.step_text(step) for step in state.legal()] if open_to_viewer else [],
        "outcome": outcome and outcome.as_json(),
        "position": game.position_text(reached.seen(*as_seen(reached, view_seat))),
    }


def _legal(request: Request) -> Answer:
    reached = request.reached()
    return _situation(reached, request.view_seat(reached.state))


def _apply(request: Request) -> Answer:
    step = request.get("step")
    reached = request.reached(*([] if step is None else [step]))
    view_seat = request.view_seat(reached.state)
    events = [event.as_json() for event in reached.last_events(*as_seen(reached, view_seat))]
    return {"events": events, **_situation(reached, view_seat)}


def _view(request: Request) -> Answer:
    reached = request.reached()
    view_seat = request.view_seat(reached.state)
    return {**_situation(reached, view_seat), "scene": reached.scene(*as_seen(reached, view_seat)).as_json()}


def _perft(request: Request) -> Answer:
    depth: int = request.need("depth")
    reached = request.reached()
    if request.view_seat(reached.state) is not None:
        raise RequestError("perft_view")
    check_whole(reached.game, reached.state)
    clock = Clock(request.get("seconds"))
    if not request.get("divide") or depth == 0:
        return {"nodes": count_nodes(reached.state, depth, clock.look)}
    by_step = {reached.game.step_text(step): nodes for step, nodes in divide(reached.state, depth, clock.look)}
    return {"nodes": sum(by_step.values()), "divide": by_step}


def _explain(request: Request) -> Answer:
    text = request.need("step")
    reached = request.reached()
    game, state = reached.game, reached.state
    view_seat = request.view_seat(state)
    if view_seat is not None and view_seat != state.seat:
        raise RequestError("explain_view", seat=state.seat)
    refusal = game.explain(state, game.read_step(text))
    if refusal is None:
        return {"allowed": True, "clause": None, "reason": None, "sentences": None}
    sentences = {locale: game.refusal_sentence(refusal, locale) for locale in LOCALES}
    return {"allowed": False, "clause": refusal.clause, "reason": refusal.name, "sentences": sentences}


def _playouts(request: Request) -> Answer:
    games: int = request.get("count")
    reached = request.reached()
    start = reached.state
    view_seat = request.view_seat(start)
    if view_seat is None:
        check_whole(reached.game, start)
    clock = Clock(request.get("seconds"))
    rng = Rng(request.get("seed"))
    wins = [0] * int(start.seats)
    draws = steps = 0
    began = monotonic()
    for _ in range(games):
        state = start.copy() if view_seat is None else start.resample(view_seat, rng)
        while state.seat >= 0:
            clock.look()
            steps += play_drawing(state, rng, _SLICE)
        draws += not state.winners
        for seat in range(len(wins)):
            wins[seat] += state.winners >> seat & 1
    speed = round(steps / max(monotonic() - began, 1e-6))
    return {"count": games, "wins": wins, "draws": draws, "mean_length": steps / games, "steps_per_second": speed}


HANDLERS: Mapping[str, Callable[[Request], Answer]] = {
    "legal": _legal,
    "apply": _apply,
    "view": _view,
    "perft": _perft,
    "explain": _explain,
    "playouts": _playouts,
}
