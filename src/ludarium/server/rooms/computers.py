"""The computer players of one table: they think elsewhere, and act only if nothing has changed meanwhile."""

import asyncio
import logging
import secrets
from dataclasses import replace
from threading import Event
from typing import TYPE_CHECKING, Literal, NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.players.levels import find_level
from ludarium.players.report import Report
from ludarium.players.style import ThinkingStyle
from ludarium.players.thinker import Question
from ludarium.table.agreement import is_worth_it

if TYPE_CHECKING:
    from ludarium.server.rooms.room import Room

_LOG = logging.getLogger(__name__)
_SEED_BITS = 30
_SHARE_OF_CLOCK = 40  # a timed decision takes at most this part of what is left
_LEAST_SECONDS = 0.05
_ANSWER_SECONDS = 0.3  # for thinking about an offer
_TRIES = 2


class _Duty(NamedTuple):
    what: Literal["step", "answer", "next"]
    seat: int
    moves: int  # of the table, when this was its duty


class Computers:
    """At most one thought at a time: about the step to take, or about an offer."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._task: asyncio.Task[None] | None = None
        self._about: _Duty | None = None
        self._stop = Event()

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """See whether a computer has something to do, and nothing else."""
        about = self._duty()
        if self.busy and about == self._about:
            return
        self.rest()
        if about is not None:
            self._about = about
            self._stop = Event()
            self._task = self._room.run(self._attend(about, self._stop))

    def rest(self) -> None:
        self._stop.set()
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = None

    def _duty(self) -> _Duty | None:
        play = self._room.play
        computers = [seat for seat, occupant in enumerate(play.occupants) if occupant.kind == "computer"]
        offer = play.offers.open.get("end")
        asked = [seat for seat in computers if offer is not None and seat in offer.waiting]
        if asked:
            return _Duty("answer", asked[0], play.moves)
        if play.seat in computers:
            return _Duty("step", play.seat, play.moves)
        if play.phase == "over" and not play.finished and len(computers) == len(play.occupants):
            return _Duty("next", -1, play.moves)
        return None

    async def _attend(self, about: _Duty, stop: Event) -> None:
        what, seat, moves = about
        began = asyncio.get_running_loop().time()
        try:
            if what == "step":
                step = await self._choose(seat, stop)
                await self._pause(began)
                await self._room.computer_steps(seat, step, moves)
            elif what == "answer":
                yes = await self._agrees(seat, stop)
                await self._pause(began)
                await self._room.computer_answers(seat, yes, moves)
            else:
                await self._pause(began)
                await self._room.computer_goes_on(moves)
            return
        except LudariumError as error:
            _LOG.warning("table %s: a computer could not act: %s", self._room.id, error)
        except Exception:
            _LOG.exception("table %s: a computer could not act", self._room.id)
        if not stop.is_set():
            self._room.retry_later()

    async def _pause(self, began: float) -> None:
        """People want to see who does what."""
        passed = asyncio.get_running_loop().time() - began
        await asyncio.sleep(max(0.0, self._room.services.settings.bot_delay_ms / 1000 - passed))

    async def _choose(self, seat: int, stop: Event) -> str:
        table = self._room.play.table
        for _ in range(_TRIES):
            try:
                report = await self._ask(seat, self._style(seat), stop)
                return table.game.step_text(report.step)
            except LudariumError as error:
                if stop.is_set():
                    raise
                _LOG.warning("table %s: a computer failed to decide: %s", self._room.id, error)
        return secrets.choice(table.legal(seat))  # whatever the matter is, the game goes on

    def _style(self, seat: int) -> ThinkingStyle:
        play = self._room.play
        level = find_level(play.occupants[seat].level)
        style = level.style
        if play.clock.running == seat and style.limits.seconds is not None:
            left = play.clock.remaining(seat, self._room.now()) / 1000 / _SHARE_OF_CLOCK
            return level.within(max(_LEAST_SECONDS, min(style.limits.seconds, left)))
        return style

    async def _agrees(self, seat: int, stop: Event) -> bool:
        """Whether to end the game here is no worse than going on, by what the seat knows."""
        play = self._room.play
        game, view = play.table.game, play.table.view(seat)
        style = find_level(play.occupants[seat].level).style
        if style.limits.seconds is not None:
            style = replace(style, limits=replace(style.limits, seconds=_ANSWER_SECONDS))
        report = await self._ask(seat, style, stop)
        return is_worth_it(game, view, seat, report.expectation[seat])

    async def _ask(self, seat: int, style: ThinkingStyle, stop: Event) -> Report:
        table = self._room.play.table
        viewer = -1 if seat == table.seat else seat
        question = Question(table.ruleset.name, table.views(seat), style, secrets.randbits(_SEED_BITS), viewer)
        return await self._room.services.thinkers.decide(question, stop=stop.is_set)
