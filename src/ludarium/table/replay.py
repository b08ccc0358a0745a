"""A recorded game, step by step."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludarium.core.errors import NotAllowed
from ludarium.core.history import History, Step
from ludarium.core.scene import Scene
from ludarium.core.state import SPECTATOR, State
from ludarium.table.record import Record
from ludarium.table.table import Table

_START = Step(0, -1, "", ())


@dataclass(frozen=True)
class Frame:
    """The game after a step, as one seat (``viewer``) may know it, or with all secrets (``open_``). Frame 0 is the
    start, after no step.
    """

    number: int  # as the viewer counts
    step: Step
    history: History  # the game up to this step, also those that the viewer did not notice
    viewer: int
    open_: bool

    @property
    def state(self) -> State:
        return self.history.seen(self.viewer, self.open_)

    def scene(self) -> Scene:
        return self.history.scene(self.viewer, self.open_)

    def sentences(self, locale: str) -> list[str]:
        return [self.history.game.event_sentence(event, locale) for event in self.step.events]


def replay(record: Record | Table, seat: int = SPECTATOR, open_: bool | None = None) -> Iterator[Frame]:
    """The start and every step that was not taken back.

    Of a game that is over everything is shown, or with ``open_`` false what the seat knew while it was played: its
    views, and the steps and events that it noticed. ``NotAllowed`` if a game is to be open that still goes on.
    """
    table = record.table if isinstance(record, Record) else record
    if open_ and table.outcome is None:
        raise NotAllowed("replay_running")
    shows_all = table.outcome is not None and open_ is not False
    history = table.history
    yield Frame(0, _START, history.at(0), seat, shows_all)
    for number, (place, step) in enumerate(history.told(seat, shows_all), 1):
        # With the step that ended the game everybody saw everything.
        yield Frame(number, step, history.at(place), seat, shows_all or history.states[place].seat < 0)
