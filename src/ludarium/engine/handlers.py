"""Answers about one position, given at once."""

from collections.abc import Callable, Mapping

from ludarium.core.history import History
from ludarium.core.words import LOCALES
from ludarium.engine.request import Answer, Request, RequestError, as_seen


def situation(reached: History, view_seat: int | None) -> Answer:
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
    return situation(reached, request.view_seat(reached.state))


def _apply(request: Request) -> Answer:
    step = request.get("step")
    reached = request.reached(*([] if step is None else [step]))
    view_seat = request.view_seat(reached.state)
    events = [event.as_json() for event in reached.last_events(*as_seen(reached, view_seat))]
    return {"events": events, **situation(reached, view_seat)}


def _view(request: Request) -> Answer:
    reached = request.reached()
    view_seat = request.view_seat(reached.state)
    return {**situation(reached, view_seat), "scene": reached.scene(*as_seen(reached, view_seat)).as_json()}


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


HANDLERS: Mapping[str, Callable[[Request], Answer]] = {
    "legal": _legal,
    "apply": _apply,
    "view": _view,
    "explain": _explain,
}
