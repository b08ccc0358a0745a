"""The clock of a table. It has no time of its own: whoever asks says when it is, in milliseconds.

``sudden`` is a time for the whole game, ``fischer`` adds some after each turn, and with ``days`` every turn has the
same time anew, and stands still while its player rests. Without a clock (``none``) nothing ever runs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["none", "sudden", "fischer", "days"]
Rest = tuple[int, int]  # from when to when
NOBODY = -1


@dataclass(frozen=True)
class Pace:
    """How much time there is; ``base`` is that of a game, or with ``days`` that of a turn."""

    kind: Kind = "none"
    base: int = 0
    increment: int = 0


class Clock:
    """``running`` is the seat whose time runs; -1 before the start, in a pause and after the end."""

    def __init__(self, pace: Pace, seats: int) -> None:
        self.pace = pace
        self.running = NOBODY
        self._left = [pace.base] * seats
        self._since = 0  # until here, the running seat's time is taken off already
        self._next = NOBODY  # in a pause: whose time will run on
        # Of each seat, one after the other: times that it is not charged for. They may be told later, and one that goes
        # on may end earlier, but none is changed that has passed.
        self.rests: list[Sequence[Rest]] = [()] * seats

    def start(self, seat: int, now: int) -> None:
        """The game, or a turn, begins for a seat."""
        self._charge(now)
        if self.pace.kind == "none":
            return
        if self.pace.kind == "days":
            self._left[seat] = self.pace.base
        self.running, self._since = seat, now

    def switch(self, seat: int, now: int) -> None:
        """The running seat has finished its turn, and another one (or the same) begins the next."""
        self._charge(now)
        if self.running >= 0 and self.pace.kind == "fischer":
            self._left[self.running] += self.pace.increment
        self.start(seat, now)

    def give_back(self, seat: int, now: int) -> None:
        """A turn was taken back: a seat is to act again, and what was used stays used."""
        self._charge(now)
        if self.running not in (seat, NOBODY):
            self.start(seat, now)

    def stop(self, now: int) -> None:
        self._charge(now)
        self.running = self._next = NOBODY

    def pause(self, now: int) -> None:
        self._charge(now)
        self.running, self._next = NOBODY, self.running

    def resume(self, now: int) -> None:
        self.running, self._next, self._since = self._next, NOBODY, now

    def skip(self, start: int, end: int) -> None:
        """Nobody could act from ``start`` to ``end``: the running seat is not charged for it (but days are days)."""
        if self.running >= 0 and self.pace.kind != "days":
            self._charge(max(start, self._since))
            self._since = max(end, self._since)

    def remaining(self, seat: int, now: int) -> int:
        used = self._used(seat, now) if seat == self.running else 0
        return max(0, self._left[seat] - used)

    def all_remaining(self, now: int) -> Sequence[int]:
        return [self.remaining(seat, now) for seat in range(len(self._left))]

    @property
    def due(self) -> int | None:
        """When the time of the running seat will be used up."""
        if self.running < 0:
            return None
        found = self._since + self._left[self.running]
        for start, end in self._rests_of(self.running):  # each that begins before puts it off
            if end > self._since and start < found:
                found += end - max(start, self._since)
        return found

    def flag(self, now: int) -> int:
        """The seat whose time is used up; -1 if there is none."""
        return self.running if self.due is not None and now >= self.due else NOBODY

    def _charge(self, now: int) -> None:
        if self.running >= 0 and now > self._since:
            self._left[self.running] = max(0, self._left[self.running] - self._used(self.running, now))
            self._since = now

    def _used(self, seat: int, now: int) -> int:
        rested = sum(max(0, min(now, end) - max(self._since, start)) for start, end in self._rests_of(seat))
        return max(0, now - self._since - rested)

    def _rests_of(self, seat: int) -> Sequence[Rest]:
        return self.rests[seat] if self.pace.kind == "days" else ()
