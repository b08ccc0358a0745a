"""Reaching a state, and counting from it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ludarium.core.errors import LudariumError
from ludarium.core.game import Event, Game, Ruleset
from ludarium.core.playout import perft
from ludarium.core.rng import Rng
from ludarium.core.scene import Scene
from ludarium.core.state import SPECTATOR, EventLog, State
from ludarium.engine.errors import RequestError, StepError
from ludarium.players.views import is_view, notices, seen
from ludarium.table.table import Taken, entry_of, tell


@dataclass(frozen=True)
class Reached:
    """A game so far: the state at the start and after each step, the steps, and what each of them did."""

    ruleset: Ruleset
    states: Sequence[State]
    steps: Sequence[int]
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
            if events or not self.game.hidden_information:
                return events
        return []

    def told(self, view_seat: int | None) -> list[tuple[int, Taken]]:
        """The steps so far with their numbers (from 1), each as a seat could know it when it was taken; ``None``: all
        of them, and all they did.
        """
        seat = SPECTATOR if view_seat is None else view_seat
        told: list[tuple[int, Taken]] = []
        taken = zip(self.states[:-1], self.steps, self.states[1:], self.logs, strict=True)
        for place, (before, step, after, log) in enumerate(taken, 1):
            entry = entry_of(self.game, before, step, after, log)
            over = view_seat is None or after.seat < 0
            told += [(place, one) for one in tell(self.game, [entry], seat, over)]
        return told

    def scene(self, view_seat: int | None) -> Scene:
        """The picture for a seat with the last step that it saw; ``None``: of everything, for whoever is to act."""
        viewer = self.state.seat if view_seat is None else view_seat
        return self.game.describe(self.state, viewer, self.events(view_seat), open_=view_seat is None)

    def seen(self, view_seat: int | None) -> State:
        return self.state if view_seat is None else self.state.view(view_seat)

    def views(self, seat: int) -> list[State]:
        """What a seat has seen of the game: the views that it noticed, the last one of the present."""
        if not self.game.hidden_information:
            return [self.state.copy()]
        movers = [int(state.seat) for state in self.states[:-1]]
        noticed = [notices(self.game, log, mover, seat) for log, mover in zip(self.logs, movers, strict=True)]
        views = seen(self.states, noticed, seat)
        _check_own_view(views[-1], seat)
        return views


def _check_own_view(view: State, seat: int) -> None:
    """Refuse a view that lacks what the seat itself knows: a written view of another seat."""
    try:
        is_own = view.resample(seat, Rng(0)).view(seat) == view
    except Exception:  # rules need not deal with a seat that does not know its own things
        is_own = False
    if not is_own:
        raise RequestError("position_other_view", seat=seat)


def reach(
    ruleset: Ruleset, options: Mapping[str, object], seed: int, position: str | None, steps: Sequence[str]
) -> Reached:
    """The state after some steps from the start or from a written position; ``StepError`` names a wrong step."""
    values = ruleset.read(options)
    game = ruleset.game
    state = game.new(values, seed) if position is None else game.read_position(values, position)
    if steps:
        check_whole(game, state)
    states, taken, logs = [state], list[int](), list[EventLog]()
    for index, text in enumerate(steps):
        try:
            step = game.read_step(text)
            game.refuse_illegal(states[-1], step)
        except LudariumError as error:
            raise StepError(index, text, error) from error
        states.append(states[-1].copy())
        taken.append(step)
        logs.append(EventLog())
        states[-1].apply(step, logs[-1])
    return Reached(ruleset, states, taken, logs)


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
