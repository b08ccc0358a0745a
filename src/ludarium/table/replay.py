"""A recorded game, step by step."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludarium.core.errors import NotAllowed
from ludarium.core.game import Event, Game
from ludarium.core.scene import Scene
from ludarium.core.state import SPECTATOR, State
from ludarium.table.record import Record
from ludarium.table.table import Table, tell


@dataclass(frozen=True)
class Frame:
    """The game after a step, as one seat may know it. Frame 0 is the start; ``step`` is empty there."""

    number: int
    turn: int
    seat: int  # that took the step
    step: str
    events: tuple[Event, ...]
    state: State
    game: Game
    viewer: int
    place: int = 0  # how many steps had been taken, also those that the viewer did not notice

    def scene(self) -> Scene:
        return self.game.describe(self.state, self.viewer, self.events, open_=True)  # the state is a view already

    def sentences(self, locale: str) -> list[str]:
        return [self.game.event_sentence(event, locale) for event in self.events]


def replay(record: Record | Table, seat: int = SPECTATOR, open_: bool | None = None) -> Iterator[Frame]:
    """The start and every step that was not taken back.

    Of a game that is over everything is shown, or with ``open_`` false what the seat knew while it was played: its
    views, and the steps and events that it noticed. ``NotAllowed`` if a game is to be open that still goes on.
    """
    table = record.table if isinstance(record, Record) else record
    if open_ and table.outcome is None:
        raise NotAllowed("replay_running")
    shows_all = table.outcome is not None and open_ is not False
    yield Frame(0, 0, -1, "", (), _seen(table.history[0], seat, shows_all), table.game, seat)
    number = 0
    for place, (entry, state) in enumerate(zip(table.entries, table.history[1:], strict=True), 1):
        over = shows_all or state.seat < 0  # with the step that ended the game everybody saw everything
        for taken in tell(table.game, [entry], seat, over):
            number += 1
            seen = _seen(state, seat, over)
            yield Frame(number, taken.turn, taken.seat, taken.step, taken.events, seen, table.game, seat, place)


def _seen(state: State, seat: int, over: bool) -> State:
    return state.copy() if over else state.view(seat)
