"""Questions about a game, asked and answered as JSON: one request, one answer, nothing kept in between.

``answer(line)`` is the whole of it; ``ludarium engine`` puts it between standard input and standard output.
The form of requests and answers is described in ``docs/engine.md``.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic

import ludarium.games  # noqa: F401 (registers all games)
from ludarium.core.errors import IllegalStep, LudariumError
from ludarium.core.game import Event, Game, Ruleset, find_ruleset
from ludarium.core.options import shortened
from ludarium.core.playout import perft, play_drawing
from ludarium.core.rng import Rng
from ludarium.core.state import SPECTATOR, EventLog, State
from ludarium.core.words import LOCALES, common_words
from ludarium.players.views import notices, seen

LONGEST_LINE = 1 << 20  # bytes
DEEPEST = 40  # steps
MOST_GAMES = 1_000_000
LARGEST_SEED = (1 << 63) - 1
USUAL_SECONDS = 60
MOST_SECONDS = 3600
_SLICE = 1000  # steps of a playout between two looks at the clock

Answer = dict[str, object]


class RequestError(LudariumError):
    """A request that cannot be answered."""

    section = "requests"


class StepError(LudariumError):
    """One of several steps is garbled or illegal; ``index`` counts from 0."""

    def __init__(self, index: int, text: str, cause: LudariumError) -> None:
        super().__init__(cause.key, **cause.data)
        self.index = index
        self.text = text
        self.cause = cause

    def sentence(self, locale: str) -> str:
        data = {"number": self.index + 1, "step": shortened(self.text), "said": self.cause.sentence(locale)}
        return common_words(locale).say("requests", "step_at", data)


class Clock:
    """Raises ``RequestError`` when the time that a request may take is over."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.end = monotonic() + seconds

    def look(self) -> None:
        if monotonic() > self.end:
            raise RequestError("too_long", seconds=self.seconds)


# --- reaching a state, and counting from it -------------------------------------------------------------------
@dataclass(frozen=True)
class Reached:
    """A game so far: the state at the start and after each step, and what each of the steps did."""

    ruleset: Ruleset
    states: Sequence[State]
    logs: Sequence[EventLog]

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def game(self) -> Game:
        return self.ruleset.game

    def events(self, view_seat: int | None) -> list[Event]:
        """The events of the last step as a seat may know them; ``None``: all of them.

        A step that the seat noticed nothing of is not its last one: else it could tell that one was taken.
        """
        over = view_seat is None or self.state.seat < 0
        for log in reversed(self.logs):
            events = self.game.event_list(log, SPECTATOR if view_seat is None else view_seat, over)
            if events or not self.game.hides:
                return events
        return []

    def seen(self, view_seat: int | None) -> State:
        return self.state if view_seat is None else self.state.view(view_seat)

    def views(self, seat: int) -> list[State]:
        """What a seat has seen of the game: the views that it noticed, the last one of the present."""
        if not self.game.hides:
            return [self.state.copy()]
        movers = [int(state.seat) for state in self.states[:-1]]
        noticed = [notices(self.game, log, mover, seat) for log, mover in zip(self.logs, movers, strict=True)]
        return seen(self.states, noticed, seat)


def reach(
    ruleset: Ruleset, options: Mapping[str, object], seed: int, position: str | None, steps: Sequence[str]
) -> Reached:
    """The state after some steps from the start or from a written position; ``StepError`` names a wrong step."""
    values = ruleset.read(options)
    game = ruleset.game
    state = game.new(values, seed) if position is None else game.read_position(values, position)
    if steps:
        _check_whole(game, state)
    states, logs = [state], list[EventLog]()
    for index, text in enumerate(steps):
        try:
            step = game.read_step(text)
            game.refuse_illegal(states[-1], step)
        except LudariumError as error:
            raise StepError(index, text, error) from error
        states.append(states[-1].copy())
        logs.append(EventLog())
        states[-1].apply(step, logs[-1])
    return Reached(ruleset, states, logs)


def _check_whole(game: Game, state: State) -> None:
    """Refuse a written view: what its unknown pieces would do is unknown."""
    if game.hides and state.seat >= 0 and any(state.view(seat) == state for seat in range(SPECTATOR, state.seats)):
        raise RequestError("position_view")


def divide(state: State, depth: int, look: Callable[[], None]) -> Iterator[tuple[int, int]]:
    """Each legal step with the number of step sequences of this length that begin with it.

    ``look`` is called often enough to stop the counting from outside by an exception.
    """
    for step in state.legal():
        child = state.copy()
        child.apply(step, None)
        yield step, count_nodes(child, depth - 1, look)


def count_nodes(state: State, depth: int, look: Callable[[], None]) -> int:
    """``perft`` in slices."""
    look()
    if depth <= 2:
        return perft(state, depth)
    return sum(nodes for _, nodes in divide(state, depth, look))


# --- requests ---------------------------------------------------------------------------------------------------
class Request:
    """The fields of a request, each checked when it is asked for. ``null`` is the same as leaving a field out."""

    FIELDS = (
        *("id", "do", "ruleset", "options", "seed", "position", "steps", "step"),
        *("depth", "divide", "count", "seconds", "view_seat"),
    )

    def __init__(self, fields: Mapping[str, object]) -> None:
        for name in fields:
            if name not in self.FIELDS:
                raise RequestError("field_unknown", field=shortened(name), known=self.FIELDS)
        self.fields = {name: value for name, value in fields.items() if value is not None}

    def text(self, name: str) -> str | None:
        value = self.fields.get(name)
        if value is not None and not isinstance(value, str):
            raise self._refused(name, value, "text")
        return value

    def needed_text(self, name: str) -> str:
        return self.text(name) or self._missing(name)

    def number(self, name: str, low: int, high: int) -> int | None:
        value = self.fields.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self._refused(name, value, f"{low}–{high}")
        return value

    def truth(self, name: str) -> bool:
        value = self.fields.get(name, False)
        if not isinstance(value, bool):
            raise self._refused(name, value, "true | false")
        return value

    def steps(self) -> list[str]:
        value = self.fields.get("steps", [])
        if not isinstance(value, list):
            raise self._refused("steps", value, '["…", …]')
        for step in value:
            if not isinstance(step, str):
                raise self._refused("steps", step, '["…", …]')
        return value

    def options(self) -> Mapping[str, object]:
        value = self.fields.get("options", {})
        if not isinstance(value, dict):
            raise self._refused("options", value, '{"…": …, …}')
        return value

    def reached(self, *more: str) -> Reached:
        """The state that the request speaks of; ``more`` are steps taken after its ``steps``."""
        seed = self.number("seed", 0, LARGEST_SEED) or 0
        ruleset = find_ruleset(self.needed_text("ruleset"))
        return reach(ruleset, self.options(), seed, self.text("position"), [*self.steps(), *more])

    def view_seat(self, state: State) -> int | None:
        return self.number("view_seat", SPECTATOR, int(state.seats) - 1)

    def clock(self) -> Clock:
        return Clock(self.number("seconds", 1, MOST_SECONDS) or USUAL_SECONDS)

    def _missing(self, name: str) -> str:
        raise RequestError("field_missing", field=name)

    @staticmethod
    def _refused(name: str, value: object, takes: str) -> RequestError:
        said = shortened(json.dumps(value, ensure_ascii=False))
        return RequestError("field_value", field=name, value=said, takes=takes)


def _situation(reached: Reached, view_seat: int | None) -> Answer:
    """What every answer about a state says."""
    game, state = reached.game, reached.state
    open_to_viewer = view_seat is None or view_seat == state.seat
    outcome = game.outcome(state)
    return {
        "seat": state.seat,
        "turn": state.turn,
        "legal": [game.step_text(step) for step in state.legal()] if open_to_viewer else [],
        "outcome": outcome and outcome.as_json(),
        "position": game.position_text(reached.seen(view_seat)),
    }


def _legal(request: Request) -> Answer:
    reached = request.reached()
    return _situation(reached, request.view_seat(reached.state))


def _apply(request: Request) -> Answer:
    step = request.text("step")
    reached = request.reached(*([] if step is None else [step]))
    view_seat = request.view_seat(reached.state)
    events = [event.as_json() for event in reached.events(view_seat)]
    return {"events": events, **_situation(reached, view_seat)}


def _view(request: Request) -> Answer:
    reached = request.reached()
    view_seat = request.view_seat(reached.state)
    viewer = reached.state.seat if view_seat is None else view_seat
    scene = reached.game.describe(reached.state, viewer, reached.events(view_seat), open_=view_seat is None)
    return {**_situation(reached, view_seat), "scene": scene.as_json()}


def _perft(request: Request) -> Answer:
    depth = request.number("depth", 0, DEEPEST)
    if depth is None:
        raise RequestError("field_missing", field="depth")
    reached = request.reached()
    if request.view_seat(reached.state) is not None:
        raise RequestError("perft_view")
    _check_whole(reached.game, reached.state)
    clock = request.clock()
    if not request.truth("divide") or depth == 0:
        return {"nodes": count_nodes(reached.state, depth, clock.look)}
    by_step = {reached.game.step_text(step): nodes for step, nodes in divide(reached.state, depth, clock.look)}
    return {"nodes": sum(by_step.values()), "divide": by_step}


def _explain(request: Request) -> Answer:
    text = request.needed_text("step")
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
    games = request.number("count", 1, MOST_GAMES) or 100
    reached = request.reached()
    start = reached.state
    view_seat = request.view_seat(start)
    if view_seat is None:
        _check_whole(reached.game, start)
    clock = request.clock()
    rng = Rng(request.number("seed", 0, LARGEST_SEED) or 0)
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


DEEDS: Mapping[str, Callable[[Request], Answer]] = {
    "legal": _legal,
    "apply": _apply,
    "view": _view,
    "perft": _perft,
    "explain": _explain,
    "playouts": _playouts,
}


def _do(request: Request) -> Answer:
    name = request.needed_text("do")
    if name not in DEEDS:
        raise RequestError("do_unknown", do=shortened(name), known=list(DEEDS))
    return DEEDS[name](request)


# --- answers ----------------------------------------------------------------------------------------------------
def answer(line: bytes) -> bytes:
    """The answer to a request; both are one line of JSON in UTF-8, the answer without a line end."""
    identity: object = None
    try:
        fields = _read(line)
        identity = fields.get("id")
        said = _do(Request(fields))
    except LudariumError as error:
        said = {"error": error_json(error)}
    except RecursionError:
        said = {"error": error_json(RequestError("nested"))}
    except Exception as error:  # the last line of defence: a written position may be one that no game reaches
        fault = RequestError("fault", fault=shortened(f"{type(error).__name__}: {error}"))
        said = {"error": error_json(fault)}
    try:
        return _write({"id": identity, **said})
    except RecursionError:
        return _write({"id": None, "error": error_json(RequestError("nested"))})


def too_long_line() -> bytes:
    """The answer to a line that nobody read to its end."""
    return _write({"id": None, "error": error_json(RequestError("line_long", longest=LONGEST_LINE))})


def error_json(error: LudariumError) -> Answer:
    said: Answer = {"code": error.key, "message": error.sentence("en"), "message_ja": error.sentence("ja")}
    if isinstance(error, StepError):
        said["index"] = error.index
        error = error.cause
    if isinstance(error, IllegalStep):
        said |= {"clause": error.clause, "reason": error.name}
    return said


def _read(line: bytes) -> dict[str, object]:
    if len(line) > LONGEST_LINE:
        raise RequestError("line_long", longest=LONGEST_LINE)
    try:
        value = json.loads(line.decode(), parse_constant=_no_number, parse_float=_finite)
    except ValueError as error:
        raise RequestError("not_json", why=shortened(str(error))) from error
    if not isinstance(value, dict):
        raise RequestError("not_object")
    return value


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{shortened(text)} is too large")
    return number


def _write(value: Answer) -> bytes:
    # A lone surrogate cannot be UTF-8; "backslashreplace" spells it \udxxx, which is what JSON calls it.
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")
