"""Who has left a table, and for how long: whoever plays against them need not wait for ever.

Measured by a clock that nobody can set. What is known of absences is in memory alone: after a restart, or when a table
was put away, everybody has the whole time again.
"""

from collections.abc import Callable, Iterable

from ludarium.server import wire
from ludarium.server.rooms.play import Play

AWAY = 60.0  # seconds until an opponent may claim a game with a clock
AWAY_IN_TURN = 300.0  # and one without, while the absent player is to act


class Absences:
    """``time`` gives seconds that only ever pass."""

    def __init__(self, play: Play, time: Callable[[], float]) -> None:
        self._time = time
        self._here: set[str] = set()
        self._left: dict[str, float] = {}  # when somebody left who was here
        self._seat = play.seat
        self._began = self._turned = time()  # when the game began or went on, and the turn

    def note_persons(self, persons: Iterable[str]) -> None:
        """These are connected now."""
        here = set(persons)
        for person in self._here - here:
            self._left[person] = self._time()
        self._here = here

    def note_turn(self, play: Play) -> None:
        """After every event."""
        if play.seat == self._seat:
            return
        now = self._time()
        if self._seat < 0:  # at the beginning, or after a pause
            self._began = now
        self._seat, self._turned = play.seat, now

    def wait(self, play: Play, seat: int) -> wire.Claim | None:
        """How long a seat has to wait until it may claim the game; nothing if there is nothing to claim."""
        if not play.may_claim or play.occupants[1 - seat].person in self._here:
            return None
        away = 1 - seat
        since = max(self._left.get(play.occupants[away].person, 0.0), self._began)
        most = AWAY
        if play.setup.pace.kind == "none":
            if play.seat != away:
                return None
            since, most = max(since, self._turned), AWAY_IN_TURN
        return wire.Claim(away, max(0, round((since + most - self._time()) * 1000)))
