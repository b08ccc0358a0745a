"""Answers that many positions are counted for: step sequences and random games."""

from collections.abc import Callable, Mapping
from time import monotonic

from ludarium.core.playout import play_drawing
from ludarium.core.rng import Rng
from ludarium.engine.progress import Clock, Context, Stopped
from ludarium.engine.request import Answer, Request, RequestError, check_whole, divide

_SLICE = 1000  # steps of a playout between two looks at the clock


def _perft(request: Request, context: Context) -> Answer:
    depth: int = request.need("depth")
    reached = request.reached()
    if request.view_seat(reached.state) is not None:
        raise RequestError("perft_view")
    check_whole(reached.game, reached.state)
    if depth == 0:
        return {"nodes": 1}
    by_step: dict[str, int] = {}
    first = len(reached.state.legal())
    clock = Clock(request, context, lambda: {"nodes": sum(by_step.values()), "counted": len(by_step), "of": first})
    for step, nodes in divide(reached.state, depth, clock.look):
        by_step[reached.game.step_text(step)] = nodes
    counted: Answer = {"nodes": sum(by_step.values())}
    return {**counted, "divide": by_step} if request.get("divide") else counted


def _playouts(request: Request, context: Context) -> Answer:
    """Random games; stopped, those that were played to their end."""
    games: int = request.get("count")
    reached = request.reached()
    start = reached.state
    view_seat = request.view_seat(start)
    if view_seat is None:
        check_whole(reached.game, start)
    rng = Rng(request.get("seed"))
    wins = [0] * int(start.seats)
    done = draws = steps = 0
    began = monotonic()

    def counted() -> Answer:
        speed = round(steps / max(monotonic() - began, 1e-6))
        mean = steps / done if done else None
        return {"count": done, "wins": list(wins), "draws": draws, "mean_length": mean, "steps_per_second": speed}

    clock = Clock(request, context, counted)
    try:
        while done < games:
            state = start.copy() if view_seat is None else start.resample(view_seat, rng)
            length = 0
            while state.seat >= 0:
                clock.look()
                length += play_drawing(state, rng, _SLICE)
            steps, done = steps + length, done + 1
            draws += not state.winners
            for seat in range(len(wins)):
                wins[seat] += state.winners >> seat & 1
    except Stopped:
        if not done:
            raise
    return counted()


COUNTS: Mapping[str, Callable[[Request, Context], Answer]] = {"perft": _perft, "playouts": _playouts}
