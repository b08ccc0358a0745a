"""Planned answers in games over days: "if they play this, I answer that, and if then they play this, that".

A plan is a thing of the room, not of the table's events: what comes of it are ordinary steps. A line goes on from the
beginning of the turn in which it was saved, and says exactly which steps everybody takes from there. Whatever somebody
may still undo by themselves ends no line; once a turn is over, lines that say otherwise are gone.

Nothing here waits or is stored. Lines are known to their seat alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludarium.server import wire
from ludarium.server.errors import RoomError
from ludarium.server.requests import MOST_PLANNED
from ludarium.server.rooms.play import Change, Play, TableEvent
from ludarium.table import Table

MOST_LINES = 16  # of one seat


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """``number`` is its name among all lines of the table; ``place`` how many steps had been taken where it begins."""

    number: int
    seat: int
    place: int
    steps: tuple[str, ...]

    def after(self, table: Table, place: int) -> tuple[str, ...] | None:
        """What of it is to come when so many steps have been taken; ``None`` if one of these was another."""
        taken = tuple(one.text for one in table.history.taken[self.place : place])
        passed = place - self.place
        return self.steps[passed:] if passed >= 0 and self.steps[:passed] == taken else None


# --- who may plan -----------------------------------------------------------------------------------------------------
def check_table(play: Play) -> None:
    """Whether answers can be planned at a table, at least by somebody who waits."""
    if reason := _why_not(play):
        raise RoomError(reason)


def check_seat(play: Play, seat: int) -> None:
    check_table(play)
    if play.seat == seat:
        raise RoomError("plan_own_turn")


def may_plan(play: Play, seat: int) -> bool:
    return not _why_not(play) and play.seat != seat


def _why_not(play: Play) -> str:
    if play.setup.pace.kind != "days":
        return "plan_live"
    if play.game.hidden_information:  # what is possible would tell what is hidden
        return "plan_hidden"
    if play.setup.visibility == "screen":
        return "plan_screen"
    return {"playing": "", "waiting": "not_begun", "paused": "paused"}.get(play.phase, "over")


# --- lines ------------------------------------------------------------------------------------------------------------
class Plans:
    """The lines of all seats of one table."""

    def __init__(self, lines: Iterable[PlannedLine] = ()) -> None:
        self.lines = tuple(lines)
        self._last = max((line.number for line in self.lines), default=0)

    def add(self, play: Play, seat: int, steps: Sequence[str]) -> tuple[list[PlannedLine], list[PlannedLine]]:
        """Take a line that begins now, or raise why not; what was added, and what it replaces.

        A seat never has two answers to the same: the new line takes the place of one that answers otherwise, or says
        less.
        """
        check_seat(play, seat)
        line, acts = _read(play, seat, steps, self._last + 1)
        older = {one: one.after(play.table, line.place) or () for one in self.lines if one.seat == seat}
        if any(one[: len(line.steps)] == line.steps for one in older.values()):
            return [], []
        replaced = [one for one, rest in older.items() if _gives_way(rest, line, acts)]
        if len(older) - len(replaced) >= MOST_LINES:
            raise RoomError("plan_many", most=MOST_LINES)
        self._last = line.number
        self.remove(replaced)
        self.lines = (*self.lines, line)
        return [line], replaced

    def find(self, seat: int, number: int) -> PlannedLine:
        for line in self.lines:
            if (line.seat, line.number) == (seat, number):
                return line
        raise RoomError("plan_gone")

    def remove(self, lines: Sequence[PlannedLine]) -> None:
        if lines:
            self.lines = tuple(line for line in self.lines if line not in lines)

    def of(self, seats: Sequence[int]) -> list[PlannedLine]:
        return [line for line in self.lines if line.seat in seats]

    def outdated(self, play: Play, event: TableEvent, change: Change) -> list[PlannedLine]:
        """The lines that an event, which has been applied, makes an end of."""
        if not self.lines:
            return []
        if play.phase == "over" or any(entry.ends_turn for entry in change.undone):
            return list(self.lines)
        now, settled = len(play.table.history.steps), _settled(play.table)
        return [
            line
            for line in self.lines
            # Who undoes a step wants to decide anew.
            if (change.undone and line.seat == event.seat)
            or line.after(play.table, settled) is None
            or line.after(play.table, now) == ()
        ]

    def due(self, play: Play, now: int) -> str:
        """The step that the seat to act has planned for this position; empty: none.

        An offer waits for the person's own word, but no longer than their time: else one could be made to lose by it.
        """
        seat, lines = play.seat, self.lines
        if seat < 0 or not lines:
            return ""
        if any(seat in offer.waiting for offer in play.offers.open.values()) and play.clock.flag(now) != seat:
            return ""
        place = len(play.table.history.steps)
        return next((rest[0] for line in self.of([seat]) if (rest := line.after(play.table, place))), "")

    def told(self, play: Play, person: str) -> list[wire.PlannedLine]:
        """The lines of a person's seats, each from the turn on that is being played."""
        if not self.lines or not person:
            return []
        settled = _settled(play.table)
        lines = self.of(play.seats_of(person))
        return [wire.PlannedLine(line.number, settled, list(line.after(play.table, settled) or ())) for line in lines]


def _settled(table: Table) -> int:
    """How many steps nobody can undo by themselves: those before the turn that is being played."""
    return len(table.history.steps) - table.own_steps(table.seat)


def _read(play: Play, seat: int, steps: Sequence[str], number: int) -> tuple[PlannedLine, list[int]]:
    """A line as it was written, and who takes each of its steps. Tried on a copy, by the rules of the table itself."""
    table, place = play.table.snapshot(), _settled(play.table)
    begun = table.history.taken[place:]
    for text in steps:
        if table.outcome is not None:
            raise RoomError("plan_over")
        table.take(table.seat, text)
    taken = table.history.taken[place:]
    last = max((index for index, one in enumerate(taken) if one.seat == seat), default=-1)
    if last < len(begun):
        raise RoomError("plan_no_answer")
    if last >= MOST_PLANNED:
        raise RoomError("plan_long", most=MOST_PLANNED)
    taken = taken[: last + 1]  # what others do after the last answer changes nothing
    return PlannedLine(number, seat, place, tuple(one.text for one in taken)), [one.seat for one in taken]


def _gives_way(rest: tuple[str, ...], line: PlannedLine, acts: Sequence[int]) -> bool:
    """Whether an older line ends where the new one goes on, or both part where their seat is to act."""
    for index, (old, new) in enumerate(zip(rest, line.steps, strict=False)):
        if old != new:
            return acts[index] == line.seat
    return True
