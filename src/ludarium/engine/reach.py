"""Reaching a position, and counting from it; what can be wrong with a request."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, Ruleset
from ludarium.core.history import History, is_view
from ludarium.core.options import shortened
from ludarium.core.playout import perft
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.core.words import common_words

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


def reach(
    ruleset: Ruleset, options: Mapping[str, object], seed: int, position: str | None, steps: Sequence[str]
) -> History:
    """Some steps from the start or from a written position; ``StepError`` names a wrong step."""
    values = ruleset.read(options)
    game = ruleset.game
    history = History(ruleset, game.new(values, seed) if position is None else game.read_position(values, position))
    if steps:
        check_whole(game, history.state)
    for index, text in enumerate(steps):
        try:
            step = game.read_step(text)
            game.refuse_illegal(history.state, step)
        except LudariumError as error:
            raise StepError(index, text, error) from error
        history.take(step)
    return history


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
