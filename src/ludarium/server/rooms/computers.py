"""The computer players of one table: they think elsewhere, and act only if nothing has changed meanwhile."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from threading import Event
from typing import Literal, NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.players.agreement import accepts_end, offers_end
from ludarium.players.levels import find_level
from ludarium.players.report import Report
from ludarium.players.style import ThinkingStyle
from ludarium.players.thinker import Question
from ludarium.server.rooms.play import Play
from ludarium.server.thinking import Thinkers

_LOG = logging.getLogger(__name__)
_SEED_BITS = 30
_SHARE_OF_CLOCK = 40  # a timed decision takes at most this part of what is left
_LEAST_SECONDS = 0.05
_ANSWER_SECONDS = 0.3  # for thinking about an offer
_TRIES = 2


class Duty(NamedTuple):
    """What a computer has to do: take a step, offer to end the game, answer such an offer, go on to the next game."""

    kind: Literal["step", "offer", "answer", "next"]
    seat: int
    moves: int  # of the table, when this was its duty


class _Thought(NamedTuple):
    """What a computer thought about its step; after that step the table has made so many moves."""

    seat: int
    moves: int
    report: Report

    def offers_end(self, play: Play) -> bool:
        """Whether the computer offers to end the game, now that its turn is over."""
        if (
            self.moves != play.moves
            or play.phase != "playing"
            or play.seat == self.seat
            or "end" not in play.may(self.seat)
        ):
            return False
        return offers_end(play.game, play.table.views(self.seat), self.seat, self.report)


async def _ended(duty: Duty, data: dict[str, object]) -> None:
    """Nothing is done at a table that was put away."""


def _nothing() -> None:
    """Nor tried again."""


@dataclass(eq=False)
class Computers:
    """At most one thought at a time. ``act`` does what was decided, unless the table has changed; ``failed`` is called
    if that could not be done. A step takes at least ``delay`` seconds: people want to see who does what.
    """

    thinkers: Thinkers
    now: Callable[[], int]
    delay: float
    act: Callable[[Duty, dict[str, object]], Awaitable[None]]
    failed: Callable[[], None]
    _task: asyncio.Task[None] | None = field(default=None, init=False)
    _duty: Duty | None = field(default=None, init=False)
    _stop: Event = field(default_factory=Event, init=False)
    _thought: "_Thought | None" = field(default=None, init=False)

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def wake(self, play: Play) -> None:
        """See whether a computer has something to do, and nothing else."""
        duty = self._next_duty(play)
        if self.busy and duty == self._duty:
            return
        self.rest()
        if duty is not None:
            self._duty = duty
            self._stop = Event()
            self._task = asyncio.create_task(self._attend(play, duty, self._stop))

    def rest(self) -> None:
        self._stop.set()
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = None

    def end(self) -> None:
        """Rest for good, and let go of the table: what nobody needs any more is freed at once."""
        self.rest()
        self.act, self.failed = _ended, _nothing

    async def _attend(self, play: Play, duty: Duty, stop: Event) -> None:
        began = asyncio.get_running_loop().time()
        try:
            data: dict[str, object] = {}
            if duty.kind == "step":
                data = {"step": await self._choose(play, duty, stop)}
            elif duty.kind == "offer":
                data = {"kind": "end"}
            elif duty.kind == "answer":
                data = {"kind": "end", "yes": await self._agrees(play, duty.seat, stop)}
            passed = asyncio.get_running_loop().time() - began
            await asyncio.sleep(max(0.0, self.delay - passed))
            await self.act(duty, data)
            return
        except LudariumError as error:
            _LOG.warning("table %s: a computer could not act: %s", play.setup.id, error)
        except Exception:
            _LOG.exception("table %s: a computer could not act", play.setup.id)
        if not stop.is_set():
            self.failed()

    async def _choose(self, play: Play, duty: Duty, stop: Event) -> str:
        seat = duty.seat
        for _ in range(_TRIES):
            try:
                report = await self._ask(play, seat, self._style(play, seat), stop)
                self._thought = _Thought(seat, duty.moves + 1, report)
                return play.game.step_text(report.step)
            except LudariumError as error:
                if stop.is_set():
                    raise
                _LOG.warning("table %s: a computer failed to decide: %s", play.setup.id, error)
        return secrets.choice(play.table.legal(seat))  # whatever the matter is, the game goes on

    def _style(self, play: Play, seat: int) -> ThinkingStyle:
        level = find_level(play.occupants[seat].level)
        usual = level.style.limits.seconds
        if play.clock.running != seat or usual is None:
            return level.style
        left = play.clock.remaining(seat, self.now()) / 1000 / _SHARE_OF_CLOCK
        return level.within(max(_LEAST_SECONDS, min(usual, left)))

    async def _agrees(self, play: Play, seat: int, stop: Event) -> bool:
        style = find_level(play.occupants[seat].level).within(_ANSWER_SECONDS)
        report = await self._ask(play, seat, style, stop)
        return accepts_end(play.game, play.table.views(seat), seat, report)

    async def _ask(self, play: Play, seat: int, style: ThinkingStyle, stop: Event) -> Report:
        table = play.table
        viewer = -1 if seat == table.seat else seat
        question = Question(table.ruleset.name, table.views(seat), style, secrets.randbits(_SEED_BITS), viewer)
        return await self.thinkers.decide(question, stop=stop.is_set, person=play.setup.owner)

    def _next_duty(self, play: Play) -> Duty | None:
        computers = [seat for seat, occupant in enumerate(play.occupants) if occupant.kind == "computer"]
        if not computers:
            return None
        offer = play.offers.open.get("end")
        asked = [seat for seat in computers if offer is not None and seat in offer.waiting]
        if asked:
            return Duty("answer", asked[0], play.moves)
        if self._thought is not None and self._thought.offers_end(play):
            return Duty("offer", self._thought.seat, play.moves)
        if play.seat in computers:
            return Duty("step", play.seat, play.moves)
        if play.phase == "over" and not play.finished and len(computers) == len(play.occupants):
            return Duty("next", -1, play.moves)
        return None
