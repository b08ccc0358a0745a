"""Games that are kept between two requests, each under the name of its session."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ludarium.core.history import History
from ludarium.engine.handlers import situation
from ludarium.engine.request import Answer, Request, RequestError, as_seen, go_on, number

MOST_SESSIONS = 64
LONGEST_GAME = 10_000  # steps
UNDONE = number(1, LONGEST_GAME, 1)  # the ``count`` of ``undo``


@dataclass(frozen=True)
class KeptGame:
    """All of a game, whatever its seats may know, with the options that were chosen for it."""

    history: History
    options: Mapping[str, object]


class KeptGames:
    """The games of one engine."""

    def __init__(self) -> None:
        self.by_name: dict[str, KeptGame] = {}

    def find(self, name: str) -> KeptGame:
        if name not in self.by_name:
            raise RequestError("session_unknown", session=name, known=tuple(self.by_name) or "–")
        return self.by_name[name]

    def history(self, name: str) -> History:
        return self.find(name).history


def _new(request: Request, games: KeptGames) -> Answer:
    name: str = request.need("session")
    if name in games.by_name:
        raise RequestError("session_exists", session=name)
    if len(games.by_name) >= MOST_SESSIONS:
        raise RequestError("session_many", most=MOST_SESSIONS)
    _check_length(len(request.get("steps")))
    history = request.begun()
    said = _said(request, name, history)
    games.by_name[name] = KeptGame(history, request.get("options"))
    return said


def _play(request: Request, games: KeptGames) -> Answer:
    """All of the steps or, if one cannot be taken, none."""
    name, history = _named(request, games)
    step: str | None = request.get("step")
    steps = [*request.get("steps"), *([] if step is None else [step])]
    if not steps:
        raise RequestError("field_missing", field="steps")
    before = len(history.steps)
    _check_length(before + len(steps))
    view_seat = request.view_seat(history.state)
    go_on(history, steps)
    played = [
        {
            "turn": one.turn,
            "seat": one.seat,
            "step": one.text or None,
            "events": [event.as_json() for event in one.events],
        }
        for _, one in history.told(*as_seen(history, view_seat), since=before)
    ]
    return {**_said(request, name, history), "played": played}


def _undo(request: Request, games: KeptGames) -> Answer:
    name, history = _named(request, games)
    count: int = request.get("count", UNDONE)
    request.view_seat(history.state)
    if count > len(history.steps):
        raise RequestError("undo_many", count=count, taken=len(history.steps))
    history.undo(count)
    return _said(request, name, history)


def _show(request: Request, games: KeptGames) -> Answer:
    name, history = _named(request, games)
    told = history.told(*as_seen(history, request.view_seat(history.state)))
    return {
        **_said(request, name, history),
        "ruleset": history.ruleset.name,
        "options": games.find(name).options,
        "steps": [one.text or None for _, one in told],
    }


def _close(request: Request, games: KeptGames) -> Answer:
    name, _ = _named(request, games)
    del games.by_name[name]
    return {"session": name, "closed": True}


def _sessions(request: Request, games: KeptGames) -> Answer:
    told = [
        {
            "session": name,
            "ruleset": kept.history.ruleset.name,
            "taken": len(kept.history.steps),
            "seat": int(kept.history.state.seat),
        }
        for name, kept in games.by_name.items()
    ]
    return {"sessions": told}


def _named(request: Request, games: KeptGames) -> tuple[str, History]:
    name = request.session()
    return name, games.history(name)


def _said(request: Request, name: str, history: History) -> Answer:
    """Where the game is now. A seat is told of no more steps than it noticed."""
    view_seat = request.view_seat(history.state)
    taken = len(history.steps) if view_seat is None else history.number(view_seat)
    return {"session": name, "taken": taken, **situation(history, view_seat)}


def _check_length(steps: int) -> None:
    if steps > LONGEST_GAME:
        raise RequestError("session_long", most=LONGEST_GAME)


SESSIONS: Mapping[str, Callable[[Request, KeptGames], Answer]] = {
    "new": _new,
    "play": _play,
    "undo": _undo,
    "show": _show,
    "close": _close,
    "sessions": _sessions,
}
