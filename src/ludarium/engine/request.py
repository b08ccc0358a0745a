"""What a request says and what can be wrong with it; reaching the position that it speaks of, and counting from it.

What each field takes is said here, once; a test compares it with ``docs/engine.md``.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, Ruleset, find_ruleset
from ludarium.core.history import History, is_view
from ludarium.core.options import shortened
from ludarium.core.playout import perft
from ludarium.core.rng import Rng
from ludarium.core.state import SPECTATOR, State
from ludarium.core.words import common_words
from ludarium.players.levels import LEVELS
from ludarium.players.report import MOST_LINES

Answer = dict[str, object]
LARGEST_SEED = (1 << 63) - 1
DEEPEST = 40  # steps


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


# --- positions --------------------------------------------------------------------------------------------------------
def reach(
    ruleset: Ruleset, options: Mapping[str, object], seed: int, position: str | None, steps: Sequence[str]
) -> History:
    """Some steps from the start or from a written position; ``StepError`` names a wrong step."""
    values = ruleset.read(options)
    game = ruleset.game
    history = History(ruleset, game.new(values, seed) if position is None else game.read_position(values, position))
    go_on(history, steps)
    return history


def go_on(history: History, steps: Sequence[str]) -> None:
    """Take these steps, all of them or, where ``StepError`` names a wrong one, none."""
    game, before = history.game, len(history.steps)
    if steps:
        check_whole(game, history.state)
    try:
        for index, text in enumerate(steps):
            try:
                step = game.read_step(text)
                game.refuse_illegal(history.state, step)
            except LudariumError as error:
                raise StepError(index, text, error) from error
            history.take(step)
    except BaseException:
        history.undo(len(history.steps) - before)
        raise


def as_seen(history: History, view_seat: int | None) -> tuple[int, bool]:
    """The seat for which a position is shown, and whether all of it is: without ``view_seat`` it is, to the seat to
    act.
    """
    return (int(history.state.seat), True) if view_seat is None else (view_seat, False)


def own_views(history: History, seat: int) -> list[State]:
    """What a seat has seen of the game; refused where a written position is the view of another seat."""
    views = history.views(seat)
    try:
        is_own = not history.game.hidden_information or views[-1].resample(seat, Rng(0)).view(seat) == views[-1]
    except Exception:  # rules need not deal with a seat that does not know its own things
        is_own = False
    if not is_own:
        raise RequestError("position_other_view", seat=seat)
    return views


def check_whole(game: Game, state: State) -> None:
    """Refuse a written view: what its unknown pieces would do is unknown."""
    if is_view(game, state):
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


# --- fields -----------------------------------------------------------------------------------------------------------
class Field(NamedTuple):
    """What a field takes, in words and as types; its value where it is left out; and the bounds of a number, or of the
    length of a text.
    """

    takes: str
    types: tuple[type, ...]
    usual: object = None
    bounds: tuple[float, float] | None = None


def number(low: float, high: float, usual: int | None = None, types: tuple[type, ...] = (int,)) -> Field:
    return Field(f"{low}–{high}", types, usual, (low, high))


ANYTHING = Field("", (object,))
TEXT = Field("text", (str,))
TEXTS = Field('["…", …]', (list,), ())
TRUTH = Field("true | false", (bool,), False)
OBJECT = Field('{"…": …, …}', (dict,), {})
NAME = Field("1–64 characters", (str,), None, (1, 64))
THINKING_SECONDS = number(0.05, 3600, None, (int, float))  # for ``search`` and ``analyse``

FIELDS: Mapping[str, Field] = {
    **{"id": ANYTHING, "do": TEXT, "ruleset": TEXT, "options": OBJECT, "seed": number(0, LARGEST_SEED, 0)},
    **{"position": TEXT, "steps": TEXTS, "step": TEXT, "depth": number(0, DEEPEST), "divide": TRUTH},
    **{"count": number(1, 1_000_000, 100), "seconds": number(1, 3600, 60)},
    "view_seat": number(SPECTATOR, 99),  # the game has fewer
    **{"views": TEXTS, "record": TEXT, "level": number(1, len(LEVELS)), "simulations": number(1, 10_000_000)},
    **{"lines": number(1, 1000, MOST_LINES), "stream": TRUTH, "search": ANYTHING},
    **{"session": NAME, "progress": number(0.2, 3600, None, (int, float))},
}


IN_SESSION = ("ruleset", "options", "position", "record", "views")  # what a session knows itself

FindGame = Callable[[str], History]


def none_kept(name: str) -> History:
    """Where each request stands alone."""
    raise RequestError("session_nowhere")


class Request:
    """A request, each field of which is checked when it is asked for. ``null`` is the same as leaving a field out.
    ``find_game`` gives the game of a session.
    """

    def __init__(self, fields: Mapping[str, object], find_game: FindGame = none_kept) -> None:
        self._find_game = find_game
        for name in fields:
            if name not in FIELDS:
                raise RequestError("field_unknown", field=shortened(name), known=tuple(FIELDS))
        self.given = {name: value for name, value in fields.items() if value is not None}

    def get(self, name: str, field: Field | None = None) -> Any:
        """The value of a field; ``field`` says what it takes where that depends on what is asked."""
        field = field or FIELDS[name]
        if name not in self.given:
            return field.usual
        value: Any = self.given[name]
        fits = isinstance(value, field.types) and (not isinstance(value, bool) or int not in field.types)
        if fits and field.bounds is not None:
            size = len(value) if isinstance(value, str) else value
            fits = field.bounds[0] <= size <= field.bounds[1]
        wrong = [one for one in value if not isinstance(one, str)] if fits and field is TEXTS else []
        if wrong or not fits:
            said = shortened(json.dumps(wrong[0] if wrong else value, ensure_ascii=False))
            raise RequestError("field_value", field=name, value=said, takes=field.takes)
        return value

    def need(self, name: str) -> Any:
        """The value of a field that cannot be left out, or empty."""
        value = self.get(name)
        if value is None or value == "":
            raise RequestError("field_missing", field=name)
        return value

    def reached(self, *more: str) -> History:
        """The game so far that the request speaks of, for looking at; ``more`` are steps taken after its ``steps``."""
        if "session" not in self.given:
            return self.begun(*more)
        history = self._find_game(self.session())
        steps = [*self.get("steps"), *more]
        if steps:
            history = history.copy()
            go_on(history, steps)
        return history

    def session(self) -> str:
        """The name of the session that the request is about, of whose game it says nothing else."""
        for name in IN_SESSION:
            if name in self.given:
                raise RequestError("session_alone", field=name)
        found: str = self.need("session")
        return found

    def begun(self, *more: str) -> History:
        """The game that begins as the request says, whether a session is named or not."""
        ruleset = find_ruleset(self.need("ruleset"))
        options, seed, position, steps = map(self.get, ("options", "seed", "position", "steps"))
        return reach(ruleset, options, seed, position, [*steps, *more])

    def view_seat(self, state: State, lowest: int = SPECTATOR) -> int | None:
        found: int | None = self.get("view_seat", number(lowest, int(state.seats) - 1))
        return found
