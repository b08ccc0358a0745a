"""A table as its events make it: the same whether they happen now or are done again after a restart.

Nothing here waits, asks for the time or for chance, or knows who is connected. An event that is refused changes
nothing.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Literal, cast

from ludarium.core.errors import NotAllowed
from ludarium.core.game import COUNT, Ruleset
from ludarium.core.history import TakenStep, notices
from ludarium.core.state import SPECTATOR
from ludarium.server.errors import RoomError
from ludarium.server.wire import OccupantKind, OfferKind, Phase, Visibility
from ludarium.table import Match, Record, Table
from ludarium.table.clock import Clock, Pace, Rest
from ludarium.table.table import ABORTED

RATED_TURNS = 3  # that each seat must have taken for a game to be rated
NEXT_TABLES: tuple[OfferKind, ...] = ("rematch", "play_on")  # offers of another game, at another table
_ALWAYS_AGREED: tuple[OfferKind, ...] = ("undo", "pause", "resume", *NEXT_TABLES)  # by computers
# What can happen at a table once all seats are taken. The first event is always ``begin``.
TableEventKind = Literal[
    "begin", "step", "undo", "abort", "resign", "claim", "timeout", "offer", "answer", "next", "down"
]


@dataclass(frozen=True, slots=True)
class Course:
    """How the games of a table follow each other, where that is not as usual: the length of a series (0: as the game
    has it), or the position from which its one game starts, as the ``number``-th game on the same board.
    """

    games: int = 0
    sets: int = 0
    start: str = ""
    number: int = 1


@dataclass(frozen=True, slots=True)
class TableSetup:
    """``secret`` is what the salts of the record are made from."""

    id: str
    ruleset: Ruleset
    options: Mapping[str, object]
    seed: int
    secret: str
    owner: str
    visibility: Visibility
    pace: Pace
    lots: bool
    rated: bool
    series: bool
    chat: bool
    made: int
    course: Course = Course()

    def new_salts(self) -> Callable[[], str]:
        """Salts nobody can guess, the same ones in the same order every time: so a record can be made again."""
        numbers = count()

        def salt() -> str:
            return hmac.new(self.secret.encode(), str(next(numbers)).encode(), hashlib.sha256).hexdigest()[:32]

        return salt


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who has a seat: ``person`` is a public id (empty for others), ``level`` that of a computer (0 for people).
    ``page`` is the name under which an account has a page; the seat may have another one, from before.
    """

    kind: OccupantKind
    person: str = ""
    name: str = ""
    level: int = 0
    page: str = ""


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something that happened at a table, at a time in milliseconds; all that is needed to apply it again."""

    kind: TableEventKind
    seat: int
    data: Mapping[str, object]
    at: int


# --- what seats offer each other --------------------------------------------------------------------------------------
# Not twice in one position: else somebody could be pestered.
_ONCE: tuple[OfferKind, ...] = ("end", "undo")


@dataclass
class Offer:
    kind: OfferKind
    by: int
    waiting: set[int]


class Offers:
    """At most one of a kind is open at a time."""

    def __init__(self) -> None:
        self.open: dict[OfferKind, Offer] = {}
        self._declined: set[tuple[OfferKind, int]] = set()

    def may_make(self, kind: OfferKind, seat: int) -> bool:
        """Whether a seat may offer this now, or agree to somebody's offer by offering the same."""
        found = self.open.get(kind)
        return seat in found.waiting if found else (kind, seat) not in self._declined

    def make(self, kind: OfferKind, seat: int, waiting: set[int]) -> None:
        if (kind, seat) in self._declined:
            raise RoomError("offer_declined")
        if kind in self.open:
            raise RoomError("offer_made")
        self.open[kind] = Offer(kind, seat, waiting)

    def find(self, kind: OfferKind) -> Offer:
        found = self.open.get(kind)
        if found is None:
            raise RoomError("offer_none")
        return found

    def close(self, kind: OfferKind, declined: bool = False) -> Offer | None:
        found = self.open.pop(kind, None)
        if found is not None and declined and kind in _ONCE:
            self._declined.add((kind, found.by))
        return found

    def turn_ended(self, seat: int) -> list[Offer]:
        """A turn is an answer, too: a seat that was to agree and plays on has declined. What it declined."""
        self._declined.clear()
        closed = [offer for kind, offer in self.open.items() if kind == "undo" or seat in offer.waiting]
        for offer in closed:
            del self.open[offer.kind]
        return [offer for offer in closed if seat in offer.waiting]

    def clear(self) -> None:
        self.open.clear()
        self._declined.clear()


# --- the table --------------------------------------------------------------------------------------------------------
@dataclass
class Change:
    """What an event did that somebody may have to be told, beside what ``wire.TableInfo`` says."""

    seat: int  # that was to act before
    entry: TakenStep | None = None  # a step that was taken
    undone: Sequence[TakenStep] = ()
    anew: bool = False  # a game began or was ended by the table: everybody gets another picture
    declined: Sequence[Offer] = ()  # by ``by``, in words or by playing on
    by: int = -1


class Play:
    """A table with its game or series. How things stand is noted after every event, because it is asked for often."""

    def __init__(self, setup: TableSetup, occupants: list[Occupant], removed: Iterable[str] = ()) -> None:
        self.setup = setup
        self.occupants = occupants
        self.removed = set(removed)  # people who cannot take a seat here any more
        self.game = setup.ruleset.game
        self.table = self._new_table()  # to look at until it begins
        self.record: Record | None = None  # once the game has begun
        self.match: Match | None = None
        self._rests: Mapping[str, Sequence[Rest]] = {}
        self.clock = self._new_clock()
        self.offers = Offers()
        self.paused = False
        self.event_count = 0
        self.moves = 0  # counts whatever makes a thought about the position outdated
        self.rematch_agreed = False
        self._note_standing()

    def _new_table(self, players: Sequence[str] = ()) -> Table:
        setup, start = self.setup, self.setup.course.start
        begins = self.game.read_position(setup.ruleset.read(setup.options), start) if start else None
        return Table(setup.ruleset, setup.options, setup.seed, players, start=begins)

    # --- how things stand -------------------------------------------------------------------------------------------
    def _note_standing(self) -> None:
        self.begun = self.record is not None
        self.game_outcome = self.table.outcome if self.begun else None  # of the game that is or was played last
        self.phase: Phase = "waiting"
        if self.begun:
            self.phase = "over" if self.game_outcome else "paused" if self.paused else "playing"
        self.acts = self.table.seat if self.begun else -1  # the seat whose turn it is, also in a pause
        self.seat = self.acts if self.phase == "playing" else -1  # that may act now; -1: none may
        self.aborted = self.game_outcome is not None and self.game_outcome.reason == ABORTED
        # With a game, its series is aborted, too.
        self.outcome = self.game_outcome if self.match is None or self.aborted else self.match.outcome
        self.finished = self.outcome is not None  # whether nothing more can be played: in a series, all games are over

    @property
    def secretive(self) -> bool:
        """Whether people could find out from each other's positions what they may not know."""
        return self.game.hidden_information and sum(occupant.kind == "person" for occupant in self.occupants) > 1

    def seats_of(self, person: str) -> list[int]:
        found = []
        for seat, occupant in enumerate(self.occupants):
            if person and occupant.person == person:
                found.append(seat)
        return found

    @property
    def has_people(self) -> bool:
        return any(occupant.kind == "person" for occupant in self.occupants)

    @property
    def tables(self) -> list[Table]:
        """Those of all games of the series so far, or the one table."""
        return [self.table] if self.match is None else [record.table for record in self.match.records]

    @property
    def is_played(self) -> bool:
        """Whether everybody has taken so many turns that the result says something about them."""
        turns: Counter[int] = Counter()
        for table in self.tables:  # set-up belongs to the first turn
            turns.update({entry.turn: entry.seat for entry in table.history.taken if entry.ends_turn}.values())
        return not self.aborted and all(turns[seat] >= RATED_TURNS for seat in range(len(self.occupants)))

    @property
    def _everybody_has_played(self) -> bool:
        """Whether every seat has taken a turn. This is asked often: only the beginning is looked at."""
        missing = set(range(len(self.occupants)))
        for entry in (entry for table in self.tables for entry in table.history.taken):
            if entry.ends_turn and not entry.is_setup:
                missing.discard(entry.seat)
                if not missing:
                    return True
        return False

    @property
    def is_between_people(self) -> bool:
        """Whether different people play with each other."""
        return len({one.person for one in self.occupants if one.kind == "person"}) > 1

    @property
    def may_abort(self) -> bool:
        """Whether whoever sits here may still leave as if nothing had been played."""
        return self.phase in ("playing", "paused") and self.is_between_people and not self._everybody_has_played

    @property
    def may_claim(self) -> bool:
        """Whether whoever plays against somebody who is gone may end the game. Not where several would win by it, nor
        where a turn has days.
        """
        two = len(self.occupants) == 2 and all(one.kind == "person" for one in self.occupants)
        return two and self.is_between_people and self.phase == "playing" and self.setup.pace.kind != "days"

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
        if not self.game.hidden_information:
            return True
        entries = [change.entry] if change.entry is not None else change.undone
        unnoticed = not any(notices(self.game, entry, SPECTATOR) for entry in entries)
        return not (entries and unnoticed and change.seat == self.seat)

    def may(self, seat: int) -> set[str]:
        """What a seat may do now, as ``wire.TableInfo`` names it."""
        phase = self.phase
        if phase == "waiting":
            return set()
        if phase == "over":
            if not self.finished:
                return {"next"}
            return {kind for kind in self._next_tables() if self.offers.may_make(kind, seat)}
        found = {"resign", "abort"} if self.may_abort else {"resign"}
        if self.seat == seat:
            found.add("step")
            if self.is_alone:
                found.add("hint")
            if self.own_steps(seat):
                found.add("undo")
        found.add("resume" if self.paused else "pause")
        if self.game.agreement and self.offers.may_make("end", seat):
            found.add("end")
        if self.offers.may_make("undo", seat) and self._undo_is_possible(seat):
            found.add("ask_undo")
        return found

    def _next_tables(self) -> list[OfferKind]:
        """What can be played after the end: the same from the start, or on from this board where the rules say how."""
        if not self.finished or self.rematch_agreed:
            return []
        goes_on = self.game.series is not None and self.match is None and not self.aborted
        return ["rematch", "play_on"] if goes_on else ["rematch"]

    @property
    def is_alone(self) -> bool:
        """Whether nobody plays here who could mind that a computer helps: one person at most, and no rating."""
        people = {one.person for one in self.occupants if one.kind != "computer"}
        return len(people) <= 1 and not self.setup.rated

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
        self._note_standing()
        return change

    def _begin(self, event: TableEvent) -> Change:
        players = cast(list[str], event.data["players"])
        date = str(event.data["date"])
        setup = self.setup
        if setup.series:
            games, sets = setup.course.games or None, setup.course.sets or None
            self.match = Match(setup.ruleset, setup.options, setup.seed, players, games=games, sets=sets)
            self.table = self.match.begin(date=date)
            self.record = self.match.record
        else:
            self.table = self._new_table(players)
            remark = f"game {setup.course.number}, on the board of the game before" if setup.course.start else ""
            self.record = Record.create(self.table, date=date, new_salt=setup.new_salts(), remark=remark)
        return self._start(event.at)

    def _start(self, now: int) -> Change:
        self.clock = self._new_clock()
        self.clock.start(self.table.seat, now)
        self.offers.clear()
        self.moves += 1
        return Change(-1, anew=True)

    def _new_clock(self) -> Clock:
        clock = Clock(self.setup.pace, len(self.occupants))
        clock.rests = [self._rests.get(occupant.person, ()) for occupant in self.occupants]
        return clock

    def rest(self, vacations: Mapping[str, Sequence[Rest]]) -> None:
        """When these people, by their ids, are or were away: no events, as they are the same at all their tables."""
        self._rests = vacations
        self.clock.rests = [vacations.get(occupant.person, ()) for occupant in self.occupants]

    def _step(self, event: TableEvent) -> Change:
        self._check_not_paused()
        self.table.take(event.seat, str(event.data["step"]), cast("int | None", event.data.get("number")))
        entry = self.table.history.taken[-1]
        self.moves += 1
        outdated = self._count_anew([entry])
        declined = [offer for offer in outdated if event.seat in offer.waiting]
        if entry.ends_turn:  # within a turn, others may not even know that there was a step
            declined += self.offers.turn_ended(event.seat)
        acts = self.table.seat
        if acts < 0:
            self._stop(event.at)
        elif entry.ends_turn:
            self.clock.switch(acts, event.at)
        return Change(-1, entry=entry, declined=declined if acts >= 0 else (), by=event.seat)

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

    def _count_anew(self, entries: Sequence[TakenStep]) -> list[Offer]:
        """An offer to end the game and count is about the position in which it was made: else one could change the
        count first and agree then. The offers that are closed.
        """
        if self.game.agreement == COUNT and any(notices(self.game, entry, SPECTATOR) for entry in entries):
            return [offer for offer in (self.offers.close("end"),) if offer is not None]
        return []

    def _resign(self, event: TableEvent) -> Change:
        self.table.resign(event.seat)
        return self._stop(event.at)

    def _abort(self, event: TableEvent) -> Change:
        if not self.may_abort:
            late = "over" if self.phase == "over" else "abort_late"
            raise RoomError(late if self.is_between_people else "abort_none")
        self.table.abort()
        return self._stop(event.at)

    def _claim(self, event: TableEvent) -> Change:
        """The opponent is gone, which the room has seen to. Whoever claims wins or aborts the game."""
        if not self.may_claim:
            raise RoomError("claim_none")
        if event.data["win"]:
            self.table.leave(1 - event.seat)
        else:
            self.table.abort()
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
        if self.aborted:
            raise RoomError("over")
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
        if kind in NEXT_TABLES:
            if not self.finished:
                raise RoomError("rematch_early")
            if self.rematch_agreed:
                raise RoomError("rematch_agreed")
            if kind not in self._next_tables():
                raise RoomError("play_on_none")
            return
        if self.phase == "over":
            raise RoomError("over")
        if kind == "end" and not self.game.agreement:
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
        return Change(-1, declined=[offer], by=event.seat) if event.seat in offer.waiting else None

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
        if kind in NEXT_TABLES:
            self.rematch_agreed = True
            self.offers.clear()
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
    "abort": Play._abort,
    "resign": Play._resign,
    "claim": Play._claim,
    "timeout": Play._time_out,
    "offer": Play._offer,
    "answer": Play._answer,
    "next": Play._next,
    "down": Play._down,
}
