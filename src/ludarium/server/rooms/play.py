"""A table as its events make it: the same whether they happen now or are applied again after a restart.

Nothing here waits, asks for the time or for chance, or knows who is connected. A refused event changes nothing.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

from ludarium.core.errors import NotAllowed
from ludarium.core.game import COUNT, Outcome
from ludarium.core.history import TakenStep, notices
from ludarium.core.state import SPECTATOR
from ludarium.server.rooms.errors import RoomError
from ludarium.server.rooms.offers import Offers
from ludarium.server.rooms.table_setup import Occupant, TableEvent, TableEventKind, TableSetup
from ludarium.server.wire import OfferKind, Phase
from ludarium.table import Match, Record, Table
from ludarium.table.clock import Clock

RATED_TURNS = 3  # that each seat must have taken for a game to be rated
_ALWAYS_AGREED: tuple[OfferKind, ...] = ("undo", "pause", "resume", "rematch")  # by computers


@dataclass
class Change:
    """What an event did that somebody may have to be told, beside what ``wire.TableInfo`` says."""

    seat: int  # that was to act before
    entry: TakenStep | None = None  # a step that was taken
    undone: Sequence[TakenStep] = ()
    anew: bool = False  # a game began or was ended by the table: everybody gets another picture


@dataclass
class Play:
    setup: TableSetup
    occupants: list[Occupant]
    table: Table = field(init=False)
    record: Record | None = field(init=False, default=None)  # once the game has begun
    match: Match | None = field(init=False, default=None)
    clock: Clock = field(init=False)
    offers: Offers = field(init=False, default_factory=Offers)
    paused: bool = field(init=False, default=False)
    event_count: int = field(init=False, default=0)
    moves: int = field(init=False, default=0)  # counts whatever makes a thought about the position outdated
    rematch_agreed: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self.table = Table(self.setup.ruleset, self.setup.options, self.setup.seed)  # to look at until it begins
        self.clock = self._new_clock()

    # --- how things stand -------------------------------------------------------------------------------------------
    @property
    def begun(self) -> bool:
        return self.record is not None

    @property
    def phase(self) -> Phase:
        if not self.begun:
            return "waiting"
        if self.table.outcome is not None:
            return "over"
        return "paused" if self.paused else "playing"

    @property
    def finished(self) -> bool:
        """Whether nothing more can be played: in a series, all games are over."""
        return self.begun and (self.table if self.match is None else self.match).outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How all of it ended."""
        return (self.table if self.match is None else self.match).outcome if self.begun else None

    @property
    def seat(self) -> int:
        """The seat that may act now, -1 if none may."""
        return self.table.seat if self.phase == "playing" else -1

    @property
    def secretive(self) -> bool:
        """Whether people could find out from each other's positions what they may not know."""
        return self.table.game.hidden_information and sum(occupant.kind == "person" for occupant in self.occupants) > 1

    def seats_of(self, person: str) -> list[int]:
        return [seat for seat, occupant in enumerate(self.occupants) if person and occupant.person == person]

    @property
    def is_played(self) -> bool:
        """Whether everybody has taken so many turns that the result says something about them."""
        tables = [self.table] if self.match is None else [record.table for record in self.match.records]
        turns: Counter[int] = Counter()
        for table in tables:  # set-up belongs to the first turn
            turns.update({entry.turn: entry.seat for entry in table.history.taken if entry.ends_turn}.values())
        return all(turns[seat] >= RATED_TURNS for seat in range(len(self.occupants)))

    def record_text(self, viewer: int) -> str:
        """The record as somebody may have it; empty before the game has begun."""
        if self.match is not None:
            return self.match.text()
        return self.record.text(viewer) if self.record is not None else ""

    def own_steps(self, seat: int) -> int:
        """How many steps of its unfinished turn a seat may take back by itself; between people, none that showed
        anybody what had been hidden.
        """
        return self.table.own_steps(seat, unseen=self.secretive) if self.seat == seat else 0

    def steps_of_last_turn(self, seat: int) -> int:
        """How many steps back a seat's last finished turn began; 0 if it had none, or may not go back there."""
        if self.phase != "playing" or self.secretive:
            return 0
        count, turn = 0, None
        for entry in reversed(self.table.history.taken):
            if turn is None and entry.seat == seat and entry.ends_turn:
                turn = entry.turn
            elif turn is not None and (entry.turn, entry.seat) != (turn, seat):
                break
            count += 1
        return 0 if turn is None else count

    def is_noticed(self, change: Change) -> bool:
        """Whether everybody may know that something happened."""
        entries = [change.entry] if change.entry is not None else change.undone
        unnoticed = not any(notices(self.table.game, entry, SPECTATOR) for entry in entries)
        return not (entries and unnoticed and change.seat == self.seat)

    def may(self, seat: int) -> set[str]:
        """What a seat may do now, as ``wire.TableInfo`` names it."""
        phase = self.phase
        if phase == "waiting":
            return set()
        if phase == "over":
            if not self.finished:
                return {"next"}
            return {"rematch"} if not self.rematch_agreed and self.offers.may_make("rematch", seat) else set()
        found = {"resign"}
        if phase == "playing" and self.table.seat == seat:
            found.add("step")
            if self.own_steps(seat):
                found.add("undo")
        found.add("resume" if self.paused else "pause")
        if self.table.game.agreement and self.offers.may_make("end", seat):
            found.add("end")
        if self.offers.may_make("undo", seat) and self._undo_is_possible(seat):
            found.add("ask_undo")
        return found

    def _undo_is_possible(self, seat: int) -> bool:
        found = self.offers.open.get("undo")
        return self.steps_of_last_turn(found.by if found else seat) > 0

    # --- what happens -----------------------------------------------------------------------------------------------
    def apply(self, event: TableEvent) -> Change:
        """Apply it, or raise why not."""
        if self.begun == (event.kind == "begin"):
            raise RoomError("begun" if self.begun else "not_begun")
        before = Change(self.seat)
        change = _EVENTS[event.kind](self, event) or before
        change.seat = before.seat
        self.event_count += 1
        return change

    def _begin(self, event: TableEvent) -> Change:
        players = cast(list[str], event.data["players"])
        date = str(event.data["date"])
        setup = self.setup
        if setup.series:
            self.match = Match(setup.ruleset, setup.options, setup.seed, players)
            self.table = self.match.begin(date=date)
            self.record = self.match.record
        else:
            self.table = Table(setup.ruleset, setup.options, setup.seed, players)
            self.record = Record.create(self.table, date=date, new_salt=setup.new_salts())
        return self._start(event.at)

    def _start(self, now: int) -> Change:
        self.clock = self._new_clock()
        self.clock.start(self.table.seat, now)
        self.offers.clear()
        self.moves += 1
        return Change(-1, anew=True)

    def _new_clock(self) -> Clock:
        return Clock(self.setup.pace, len(self.occupants))

    def _step(self, event: TableEvent) -> Change:
        self._check_not_paused()
        self.table.take(event.seat, str(event.data["step"]), cast("int | None", event.data.get("number")))
        entry = self.table.history.taken[-1]
        self.moves += 1
        self._count_anew([entry])
        if entry.ends_turn:  # within a turn, others may not even know that there was a step
            self.offers.turn_ended(event.seat)
        if self.table.outcome is not None:
            self._stop(event.at)
        elif entry.ends_turn:
            self.clock.switch(self.table.seat, event.at)
        return Change(-1, entry=entry)

    def _undo(self, event: TableEvent) -> Change:
        self._check_not_paused()
        count = self.own_steps(event.seat)
        if not count:
            raise RoomError("undo_shown" if self.table.own_steps(event.seat) else "undo_nothing")
        if event.data["number"] != self.table.number(event.seat):
            raise RoomError("stale")
        return self._take_back(count if event.data["whole"] else 1, event.at)

    def _take_back(self, count: int, now: int) -> Change:
        undone = self.table.history.taken[-count:]
        self.table.undo(count)
        self.moves += 1
        self._count_anew(undone)
        if any(entry.ends_turn for entry in undone):  # like steps within a turn, taking them back answers no offer
            self.offers.clear()
        self.clock.give_back(self.table.seat, now)
        return Change(-1, undone=undone)

    def _count_anew(self, entries: Sequence[TakenStep]) -> None:
        """An offer to end the game and count is about the position in which it was made: else one could change the
        count first and agree then.
        """
        game = self.table.game
        if game.agreement == COUNT and any(notices(game, entry, SPECTATOR) for entry in entries):
            self.offers.close("end")

    def _resign(self, event: TableEvent) -> Change:
        self.table.resign(event.seat)
        return self._stop(event.at)

    def _time_out(self, event: TableEvent) -> Change:
        if self.clock.flag(event.at) != event.seat:
            raise RoomError("time_left")
        self.table.time_out(event.seat)
        return self._stop(event.at)

    def _stop(self, now: int) -> Change:
        self.clock.stop(now)
        self.offers.clear()
        self.paused = False
        self.moves += 1
        return Change(-1, anew=True)

    def _next(self, event: TableEvent) -> Change:
        if self.match is None:
            raise RoomError("no_series")
        self.table = self.match.next()
        self.record = self.match.record
        return self._start(event.at)

    def _down(self, event: TableEvent) -> None:
        self.clock.skip(cast(int, event.data["from"]), cast(int, event.data["to"]))

    def _check_not_paused(self) -> None:
        if self.paused:
            raise RoomError("paused")

    # --- by consent -------------------------------------------------------------------------------------------------
    def _offer(self, event: TableEvent) -> Change | None:
        kind = _kind_of(event)
        found = self.offers.open.get(kind)
        if found is not None and event.seat in found.waiting:
            return self._agree(kind, event.seat, event.at)
        self._check_offer(kind, event.seat)
        others = set(range(len(self.occupants))) - self._together(event.seat)
        if kind in _ALWAYS_AGREED:
            others = {seat for seat in others if self.occupants[seat].kind == "person"}
        self.offers.make(kind, event.seat, others)
        return self._settle(kind, event.at)

    def _check_offer(self, kind: OfferKind, seat: int) -> None:
        if kind == "rematch":
            if not self.finished:
                raise RoomError("rematch_early")
            if self.rematch_agreed:
                raise RoomError("rematch_agreed")
            return
        if self.phase == "over":
            raise RoomError("over")
        if kind == "end" and not self.table.game.agreement:
            raise NotAllowed("no_agreement")
        if (kind == "resume") != self.paused and kind != "end":
            raise RoomError("paused" if self.paused else "not_paused")
        if kind == "undo" and not self.steps_of_last_turn(seat):
            raise RoomError("undo_secret" if self.secretive else "undo_nothing")

    def _answer(self, event: TableEvent) -> Change | None:
        kind = _kind_of(event)
        offer = self.offers.find(kind)
        if event.seat not in offer.waiting and not (event.seat in self._together(offer.by) and not event.data["yes"]):
            raise RoomError("offer_not_yours")
        if event.data["yes"]:
            return self._agree(kind, event.seat, event.at)
        self.offers.close(kind, declined=True)
        return None

    def _agree(self, kind: OfferKind, seat: int, now: int) -> Change | None:
        self.offers.find(kind).waiting -= self._together(seat)
        return self._settle(kind, now)

    def _settle(self, kind: OfferKind, now: int) -> Change | None:
        """Do what was offered, if nobody is left who has to agree."""
        offer = self.offers.find(kind)
        if offer.waiting:
            return None
        self.offers.close(kind)
        if kind == "end":
            self.table.agree()
            return self._stop(now)
        if kind == "undo":
            return self._take_back(self.steps_of_last_turn(offer.by), now)
        if kind == "rematch":
            self.rematch_agreed = True
        else:
            self.offers.clear()
            self.paused = kind == "pause"
            (self.clock.pause if self.paused else self.clock.resume)(now)
            self.moves += 1
        return None

    def _together(self, seat: int) -> set[int]:
        """The seats of the same person: what is said for one of them is said for all."""
        return {seat, *self.seats_of(self.occupants[seat].person)}


def _kind_of(event: TableEvent) -> OfferKind:
    """What is offered. Tables of earlier versions called the offer to end a game a draw, whatever came of it."""
    return "end" if event.data["kind"] == "draw" else cast(OfferKind, event.data["kind"])


_EVENTS: dict[TableEventKind, Callable[[Play, TableEvent], Change | None]] = {
    "begin": Play._begin,
    "step": Play._step,
    "undo": Play._undo,
    "resign": Play._resign,
    "timeout": Play._time_out,
    "offer": Play._offer,
    "answer": Play._answer,
    "next": Play._next,
    "down": Play._down,
}
