"""Games of tables, looked at: by those who may, and as they may.

While a game with secrets is played, whoever has exactly one seat gets what that seat sees, everybody else what
spectators see. Once it is over, every seat's knowledge can be looked at as it was, or everything.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ludarium.core.scene import Scene
from ludarium.core.state import SPECTATOR
from ludarium.engine import Reached
from ludarium.server import wire
from ludarium.server.dress import Wardrobe, happenings
from ludarium.server.study.curves import Played
from ludarium.server.study.errors import StudyError
from ludarium.server.study.records import start_of
from ludarium.table import Table

if TYPE_CHECKING:
    from ludarium.server.house import House

OPEN = "open"


@dataclass(frozen=True)
class GameOfTable:
    """A game as it stood for a moment: nothing that happens at the table later changes it. ``viewer`` is the seat (or
    -1) whose view whoever asks may have while it is played.
    """

    table: Table
    reached: Reached
    viewer: int
    over: bool

    def finished(self) -> Played:
        """For judging: nobody gets help in a game that is going on."""
        self._check_over()
        return Played(self.reached.ruleset, self.reached.states, self.reached.steps)

    def study(self) -> wire.StudyStart:
        self._check_over()
        return start_of(self.table)

    def _check_over(self) -> None:
        if not self.over:
            raise StudyError("still_running", 409)

    def view(self, wanted: str) -> int | None:
        """The seat (``None``: everything) whose knowledge is to be shown, if whoever asks may have it."""
        if not wanted:
            return None if self.over or not self.table.game.hides else self.viewer
        seats = [str(seat) for seat in range(SPECTATOR, int(self.reached.state.seats))]
        if wanted not in (*seats, OPEN):
            raise StudyError("view_unknown", 404, view=wanted[:20], known=[*seats, OPEN])
        seat = None if wanted == OPEN else int(wanted)
        if not self.over and self.table.game.hides and seat not in (self.viewer, SPECTATOR):
            raise StudyError("still_secret", 403)
        return seat

    def frames(self, view: int | None, first: int, count: int, wardrobe: Wardrobe) -> list[wire.Frame]:
        """Some positions of the game, each after one step more that the viewer noticed."""
        return list(self._frames(view, first, count, wardrobe))

    def _frames(self, view: int | None, first: int, count: int, wardrobe: Wardrobe) -> Iterator[wire.Frame]:
        told, game = self.reached.told(view), self.reached.game
        last = len(told)
        if first > last:
            raise StudyError("frame_unknown", 404, number=first, last=last)
        for number in range(first, min(first + count, last + 1)):
            step = None
            if number:
                which, taken = told[number - 1]
                done = happenings(game, taken.events, wardrobe.locale)
                # How many steps others really took is nobody's business while secrets are kept.
                step = wire.Step(number, taken.turn, taken.seat, taken.step, done, which if self.over else 0)
            # The last one is the present, which may differ: another seat may be to act.
            place = len(self.reached.steps) if number == last else told[number - 1][0] if number else 0
            yield wire.Frame(number, last, step, wardrobe.picture(game, self._scene(view, place)))

    def scene(self, view: int | None, number: int | None) -> Scene:
        """One position to draw; the last one if no number is given."""
        told = self.reached.told(view)
        last = len(told)
        if number is not None and number > last:
            raise StudyError("frame_unknown", 404, number=number, last=last)
        if number is None or number == last:
            return self._scene(view, len(self.reached.steps))
        return self._scene(view, told[number - 1][0] if number else 0)

    def _scene(self, view: int | None, place: int) -> Scene:
        """To be looked at, not played on."""
        scene = self.reached.cut(place).scene(view)
        over = self.over and place == len(self.reached.steps)
        return replace(scene, paths=(), seat=-1 if over else scene.seat, forced=() if over else scene.forced)


async def game_of(at: "House", table: str, person: str, number: int = 0) -> GameOfTable:
    """A game of a table as somebody may have it; ``number`` counts the games of a series from 1, 0 is the last one."""
    room = await at.rooms.open(table)
    async with room.lock:  # what is being done may still be undone
        play = room.play
        if not play.begun:
            raise StudyError("not_begun", 409)
        tables = [play.table] if play.match is None else [record.table for record in play.match.records]
        if not 0 <= number <= len(tables):
            raise StudyError("game_number", 404, game=number, most=len(tables))
        found = tables[number - 1]
        entries = list(found.entries)
        reached = Reached(
            found.ruleset, list(found.history), [one.step for one in entries], [one.log for one in entries]
        )
        return GameOfTable(found, reached, room.viewer_of(person), found.outcome is not None)


async def record_of(at: "House", table: str, person: str) -> str:
    """The record as somebody may have it."""
    room = await at.rooms.open(table)
    async with room.lock:
        if not room.play.begun:
            raise StudyError("not_begun", 409)
        return room.play.record_text(room.viewer_of(person))
