"""Replays of the games of tables, as far as the visitor may see them.

While a game with secrets is played, whoever has exactly one seat gets what that seat sees, everybody else what
spectators see. Once it is over, every seat's knowledge can be looked at as it was, or everything. A game that was
closed never ends: its secrets stay secret.
"""

from dataclasses import dataclass

from ludarium.core.scene import Scene
from ludarium.core.state import SPECTATOR
from ludarium.server import wire
from ludarium.server.errors import AnalysisError, RoomError
from ludarium.server.pictures import ArtCache, step_told
from ludarium.server.rooms.plans import check_table
from ludarium.server.rooms.rooms import Rooms
from ludarium.table import Frame, Table, replay

OPEN = "open"


@dataclass(frozen=True)
class GameOfTable:
    """A game as it stood for a moment: nothing that happens at the table later changes it. ``viewer`` is the seat (or
    -1) whose view the visitor may have while it is played; ``closed``: the table was, before the game was over.
    """

    table: Table
    viewer: int
    closed: bool = False

    @property
    def over(self) -> bool:
        return self.table.outcome is not None

    def finished(self) -> Table:
        """For judging and analysing: nobody gets help in a game that is going on."""
        if self.closed and self.table.game.hidden_information and not self.over:
            raise AnalysisError("never_over", 409)
        if not self.over and not self.closed:
            raise AnalysisError("still_running", 409)
        return self.table

    def view(self, wanted: str) -> int | None:
        """The seat (``None``: everything) whose knowledge is to be shown, if the visitor may have it."""
        if not wanted:
            return None if self.over or not self.table.game.hidden_information else self.viewer
        seats = [str(seat) for seat in range(SPECTATOR, int(self.table.state.seats))]
        if wanted not in (*seats, OPEN):
            raise AnalysisError("view_unknown", 404, view=wanted, known=[*seats, OPEN])
        seat = None if wanted == OPEN else int(wanted)
        if not self.over and self.table.game.hidden_information and seat not in (self.viewer, SPECTATOR):
            raise AnalysisError("never_over" if self.closed else "still_secret", 403)
        return seat

    def frames(self, view: int | None, first: int, count: int, art_cache: ArtCache) -> list[wire.Frame]:
        """Some positions of the game, each after one step more that the viewer noticed."""
        frames = self._replayed(view, first)
        return [self._frame(frames, number, art_cache) for number in range(first, min(first + count, len(frames)))]

    def scene(self, view: int | None, number: int | None) -> Scene:
        """One position to draw; the last one if no number is given."""
        frames = self._replayed(view, number or 0)
        return self._scene(frames, len(frames) - 1 if number is None else number)

    def _replayed(self, view: int | None, first: int) -> list[Frame]:
        frames = list(replay(self.table, SPECTATOR if view is None else view, None if view is None else False))
        if first >= len(frames):
            raise AnalysisError("frame_unknown", 404, number=first, last=len(frames) - 1)
        return frames

    def _frame(self, frames: list[Frame], number: int, art_cache: ArtCache) -> wire.Frame:
        game, frame = self.table.game, frames[number]
        # How many steps others really took is nobody's business while secrets are kept.
        place = len(frame.history.steps) if self.over else 0
        step = step_told(game, frame.step, number, art_cache.locale, place) if number else None
        picture = art_cache.picture(game, self._scene(frames, number))
        return wire.Frame(number, len(frames) - 1, step, picture)

    def _scene(self, frames: list[Frame], number: int) -> Scene:
        """To be looked at, not played on. The last one is the present, which may differ from the last step that was
        noticed: another seat may be to act now.
        """
        frame, last = frames[number], number == len(frames) - 1
        scene = self.table.scene(frame.viewer) if last and not self.over else frame.scene()
        over = last and self.over
        return scene._replace(paths=(), seat=-1 if over else scene.seat, forced=() if over else scene.forced)


async def game_of(rooms: Rooms, table: str, person: str, number: int = 0) -> GameOfTable:
    """A game of a table as somebody may have it; ``number`` counts the games of a series from 1, 0 is the last one."""
    room = await rooms.look(table, back=True)
    async with room.lock:  # what is being done may still be undone
        play = room.play
        if not play.begun:
            raise AnalysisError("not_begun", 409)
        tables = play.tables
        if not 0 <= number <= len(tables):
            raise AnalysisError("game_number", 404, game=number, most=len(tables))
        return GameOfTable(tables[number - 1].snapshot(), room.viewer_of(person), room.ended)


async def planned_at(rooms: Rooms, table: str, person: str) -> Table:
    """A game that is being played, for somebody with a seat who plans answers: they see all of it anyway."""
    room = await rooms.look(table)
    async with room.lock:
        if not room.play.seats_of(person):
            raise RoomError("not_your_seat", 403)
        check_table(room.play)
        return room.play.table.snapshot()


async def record_of(rooms: Rooms, table: str, person: str) -> str:
    """The record as somebody may have it."""
    room = await rooms.look(table, back=True)
    async with room.lock:
        if not room.play.begun:
            raise AnalysisError("not_begun", 409)
        return room.play.record_text(room.viewer_of(person))
