"""Realm: powers, enforcers and bases on sixteen realms.

Clause numbers are those of ``docs/rules/realm.en.md``, which also marks the rulings taken. Each topic of the rulebook
has a file: the board (``rules_board``), set-up, movement, events and rearrangement. Here they become turns and a game.
"""

from dataclasses import dataclass
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from ludarium.core.options import GameOptions
from ludarium.core.rng import Rng
from ludarium.core.state import LEGAL, EventLog, State
from ludarium.games.realm import rules_board as b
from ludarium.games.realm import rules_event as events
from ludarium.games.realm import rules_rearrange as rearrange
from ludarium.games.realm import terms as t
from ludarium.games.realm.rules_move import judge_move, list_moves, move_facts
from ludarium.games.realm.rules_setup import judge_base, judge_power

# What the seat to act does: set-up, a turn of moves (with their events), or putting down lifted pieces.
PUTS_BASE: Final[i64] = 0
PUTS_POWER: Final[i64] = 1
MOVES: Final[i64] = 2
REARRANGES: Final[i64] = 3

# Places in ``hand``: plus the seat.
HAND_BASES: Final[i64] = 0
HAND_ENFORCERS: Final[i64] = 2
CAPTURED: Final[i64] = 4

MOBILE: Final[i64] = 16  # places for a seat's mobile pieces: at most 4 powers and 9 enforcers


# --- options ------------------------------------------------------------------------------------------------
@final
@dataclass(frozen=True)
class Options(GameOptions):
    powers: int = 3
    enforcers: int = 8
    bases: int = 12
    centres: str = "open"
    events: str = "optional"
    counter: str = "outnumbered"
    quiet_cap: int = 60
    turn_cap: int = 300


# --- state ----------------------------------------------------------------------------------------------------
@final
class Realm(State):
    """``board`` has a code per square; ``mobile`` lists each seat's powers and active enforcers in ascending order,
    then SQUARES; ``hand`` counts bases and enforcers in hand and captured bases.
    """

    def __init__(
        self, options: Options, board: vec[u8], mobile: vec[u8], hand: vec[u8], like: "Realm | None" = None
    ) -> None:
        """``like`` has the same options: what they say need not be read again, as copies are many."""
        super().__init__()
        self.options = options
        self.powers: i64 = options.powers
        if like is None:
            self.closed: bool = options.centres == "blocked"  # RLM-M3
            self.compulsory: bool = options.events == "compulsory"  # RLM-E1 to E4
            self.not_superior: bool = options.counter == "not_superior"
        else:
            self.closed = like.closed
            self.compulsory = like.compulsory
            self.not_superior = like.not_superior
        self.quiet_cap: i64 = options.quiet_cap
        self.turn_cap: i64 = options.turn_cap
        self.board = board
        self.mobile = mobile
        self.hand = hand
        self.stage: i64 = PUTS_BASE
        self.event: i64 = events.NO_EVENT  # to be decided by the seat to act, for the piece on the square ``stopped``
        self.stopped: i64 = b.NOWHERE
        # RLM-T1, T2: the realm of a turn that may still be a dispersal from it, or a concentration into it.
        self.source: i64 = b.NOWHERE
        self.target: i64 = b.NOWHERE
        self.taken: i64 = 0  # whether an event was taken in this turn
        self.quiet: i64 = 0  # turns running without one (RLM-F1)
        self.passed: i64 = 0  # whether the last turn was a pass (RLM-T4)
        # RLM-T3: the realm that a seat rearranged in its last turn, plus REALMS if in the two last ones.
        self.again0: i64 = b.NOWHERE
        self.again1: i64 = b.NOWHERE
        self.lifted: i64 = b.NOWHERE  # the realm being rearranged, its old look, and the old squares still to come
        self.old: i64 = 0
        self.left: i64 = 0

    def copy(self) -> "Realm":
        new = Realm(self.options, self.board[:], self.mobile[:], self.hand[:], self)
        new.seat = self.seat
        new.turn = self.turn
        new.winners = self.winners
        new.ending = self.ending
        new.stage = self.stage
        new.event = self.event
        new.stopped = self.stopped
        new.source = self.source
        new.target = self.target
        new.taken = self.taken
        new.quiet = self.quiet
        new.passed = self.passed
        new.again0 = self.again0
        new.again1 = self.again1
        new.lifted = self.lifted
        new.old = self.old
        new.left = self.left
        return new

    def fields(self) -> tuple[object, ...]:
        options = self.options
        return (
            (options.powers, options.enforcers, options.bases, options.quiet_cap, options.turn_cap),
            (options.centres, options.events, options.counter),
            (bytes(self.board), bytes(self.hand), self.seat, self.turn, self.winners, self.ending, self.stage),
            (self.event, self.stopped, self.source, self.target, self.taken, self.quiet, self.passed),
            (self.again0, self.again1, self.lifted, self.old, self.left),
        )

    def arguments(self) -> tuple[object, ...]:
        return self.options, self.board, self.mobile, self.hand

    def timeless(self) -> "Realm":
        new = self.copy()
        new.turn = 0
        new.quiet = 0
        new.passed = 0
        new.again0 = b.NOWHERE
        new.again1 = b.NOWHERE
        return new

    def spent(self) -> float:
        """RLM-F1: of all turns, or of those without an event."""
        turns: float = float(self.turn) / float(self.turn_cap) if self.turn_cap else 0.0
        quiet: float = float(self.quiet) / float(self.quiet_cap) if self.quiet_cap and not self.taken else 0.0
        return max(turns, quiet)

    # --- judging ------------------------------------------------------------------------------------------------
    def judge(self, step: i64) -> i64:
        if self.seat < 0:
            return t.R_OVER
        if self.stage == PUTS_BASE:
            return judge_base(self.board, self.seat, step) if step < b.PUT_POWER else t.R_PUT_BASE
        if self.stage == PUTS_POWER:
            if not b.PUT_POWER <= step < b.MOVE:
                return t.R_PUT_POWER
            return self._centre(judge_power(self.board, self.seat, step - b.PUT_POWER))
        if step < b.MOVE:
            return t.R_SETUP_OVER
        if self.stage == REARRANGES:
            return self._judge_return(rearrange.look_of(self.board, self.seat, self.lifted), step)
        if self.event != events.NO_EVENT:
            return events.judge_choice(self.board, self.compulsory, self.seat, self.event, self.stopped, step)
        if step < b.PUT_ENFORCER:
            return judge_move(self.board, self.closed, self.seat, self.source, self.target, step)
        if step == b.END:
            return LEGAL if self._has_moved() else t.R_NOTHING_MOVED
        if step == b.PASS:
            return t.R_PASS_LATE if self._has_moved() else LEGAL
        if b.REARRANGE <= step < b.RETURN_POWER:
            return self._judge_rearrangement(step - b.REARRANGE)
        if step < b.VICTIM:
            return t.R_NO_ENFORCER
        if step < b.CREATE:
            return t.R_NO_NEUTRALISE
        if step == b.CREATE:
            return t.R_NO_CREATE
        if step == b.CAPTURE:
            return t.R_NO_CAPTURE
        return t.R_NOTHING_TO_DECLINE if step == b.DECLINE else t.R_NOTHING_LIFTED

    def _centre(self, reason: i64) -> i64:
        """The reason; where a centre is none to pass over, one that does not say so (RLM-M3)."""
        return t.R_CENTRE_CLOSED if self.closed and reason == t.R_CENTRE else reason

    def _has_moved(self) -> bool:
        """Whether a piece has moved in this turn."""
        return self.source >= 0 or self.target >= 0

    def _judge_rearrangement(self, realm: i64) -> i64:
        """RLM-T3."""
        if self._has_moved():
            return t.R_REARRANGE_LATE
        if (self.again1 if self.seat else self.again0) == realm + b.REALMS:
            return t.R_THIRD_TIME
        return rearrange.judge_lift(self.board, self.seat, realm)

    def _judge_return(self, look: i64, step: i64) -> i64:
        """RLM-T3, while the realm being rearranged has this look."""
        return self._centre(rearrange.judge_return(self.board, look, self.lifted, self.old, self.left, step))

    def facts(self, step: i64, reason: i64) -> list[int]:
        if not t.REASONS[reason].fields:
            return []
        if self.stage == PUTS_BASE:
            return [step - b.PUT_BASE]
        if self.stage == PUTS_POWER:
            is_centre: bool = reason == t.R_CENTRE or reason == t.R_CENTRE_CLOSED
            return [step - b.PUT_POWER if is_centre else b.realm_of(step - b.PUT_POWER)]
        if self.stage == REARRANGES:
            return rearrange.return_facts(self.lifted, self.left, step, reason)
        if self.event != events.NO_EVENT:
            return events.choice_facts(self.stopped, step, reason)
        if step < b.PUT_ENFORCER:
            return move_facts(self.board, self.source, self.target, step, reason)
        return [step - b.REARRANGE]

    # --- steps ----------------------------------------------------------------------------------------------------
    def legal(self) -> vec[i64]:
        if self.seat < 0:
            return vec[i64]()
        if self.stage == PUTS_BASE:
            return self._judged(vec[i64](capacity=16), b.PUT_BASE, b.PUT_POWER)
        if self.stage == PUTS_POWER:
            return self._judged(vec[i64](capacity=40), b.PUT_POWER, b.MOVE)
        if self.stage == REARRANGES:
            return self._legal_returns()
        if self.event == events.NO_EVENT:
            return self._legal_turn()
        steps = vec[i64](capacity=36)
        first: i64 = b.realm_of(self.stopped) * b.REALM_SIZE
        if self.event == events.MAY_ENFORCE:
            first = b.PUT_ENFORCER + first * b.WAYS
            steps = self._judged(steps, first, first + b.REALM_SIZE * b.WAYS)
        elif self.event == events.MAY_NEUTRALISE:
            steps = self._judged(steps, b.VICTIM + first, b.VICTIM + first + b.REALM_SIZE)
        return self._judged(steps, b.CREATE, b.DECLINE + 1)

    def _judged(self, steps: vec[i64], first: i64, end: i64) -> vec[i64]:
        """The steps, and those of a range that are legal."""
        for step in range(first, end):
            if not self.judge(step):
                steps = append(steps, step)
        return steps

    def _legal_returns(self) -> vec[i64]:
        steps = vec[i64](capacity=32)
        first: i64 = b.RETURN_POWER + self.lifted * b.REALM_SIZE
        end: i64 = first + b.REALM_SIZE
        if not rearrange.next_is_power(self.old, self.left):
            first = b.RETURN_ENFORCER + self.lifted * b.REALM_SIZE * b.WAYS
            end = first + b.REALM_SIZE * b.WAYS
        look: i64 = rearrange.look_of(self.board, self.seat, self.lifted)
        for step in range(first, end):
            if not self._judge_return(look, step):
                steps = append(steps, step)
        return steps

    def _legal_turn(self) -> vec[i64]:
        slot: i64 = self.seat * MOBILE
        steps: vec[i64] = list_moves(self.board, self.closed, self.mobile, slot, self.source, self.target)
        if self._has_moved():
            return append(steps, b.END)
        steps = append(steps, b.PASS)
        # The list of mobile pieces runs through the realms in their order.
        done: i64 = b.NOWHERE
        while i64(self.mobile[slot]) < b.SQUARES:
            realm: i64 = b.realm_of(i64(self.mobile[slot]))
            if realm != done and not self._judge_rearrangement(realm):
                steps = append(steps, b.REARRANGE + realm)
            done = realm
            slot += 1
        return steps

    def random_step(self, rng: Rng) -> i64:
        # Only the first step of a turn has so many legal candidates that trying them beats listing.
        if self.stage == MOVES and not self._has_moved():
            first: i64 = self.seat * MOBILE
            moves: i64 = 0
            while i64(self.mobile[first + moves]) < b.SQUARES:
                moves += 1
            moves *= b.LINE
            for _try in range(i64(100)):
                pick: i64 = rng.below(moves + 1 + b.REALMS)
                step: i64 = b.PASS + pick - moves  # and the realms to rearrange after it
                if pick < moves:
                    step = b.MOVE + i64(self.mobile[first + pick // b.LINE]) * b.LINE + pick % b.LINE
                if not self.judge(step):
                    return step
        return super().random_step(rng)

    def universe(self) -> vec[i64]:
        steps = vec[i64](capacity=b.STEPS)
        for step in range(i64(0), b.STEPS):
            if b.is_written(step):
                steps = append(steps, step)
        return steps

    # --- taking a step ------------------------------------------------------------------------------------------
    def apply(self, step: i64, log: EventLog | None = None) -> None:
        if step < b.PUT_POWER:
            self._put_base(step, log)
            self.seat = 1 - self.seat
            if self.seat == 0 and i64(self.hand[HAND_BASES + 1]) == i64(self.options.bases) - self.powers:
                self.stage = PUTS_POWER
        elif step < b.MOVE:
            self._put(step - b.PUT_POWER, b.NOWHERE, log)
            self.seat = 1 - self.seat
            if self.seat == 0 and i64(self.mobile[MOBILE + self.powers - 1]) < b.SQUARES:
                self.stage = MOVES
        elif step < b.PUT_ENFORCER:
            self._move(step, log)
        elif step == b.END:
            self._end_turn(0, b.NOWHERE)
        elif step == b.PASS:
            if log is not None:
                log.add(t.E_PASSED, self.seat)
            self._end_turn(1, b.NOWHERE)
        elif step >= b.RETURN_POWER:
            square, facing = rearrange.return_place(step)
            self._put(square, facing, log)
            self.left &= self.left - 1
            if not self.left:
                again: i64 = self.again1 if self.seat else self.again0
                self._end_turn(0, self.lifted + b.REALMS if again == self.lifted else self.lifted)
        elif step >= b.REARRANGE:
            self._lift(step - b.REARRANGE, log)
        else:
            self._choose(step, log)

    def _put_base(self, realm: i64, log: EventLog | None) -> None:
        seat: i64 = self.seat
        self.board[b.centre_of(realm)] = u8(b.code_of(b.BASE, seat, 0))
        self.hand[HAND_BASES + seat] = u8(i64(self.hand[HAND_BASES + seat]) - 1)
        if log is not None:
            log.add(t.E_BASE_PUT, seat, t.P_BASE, b.centre_of(realm), realm)

    def _put(self, square: i64, facing: i64, log: EventLog | None) -> None:
        """A power (``facing`` is NOWHERE) or an enforcer comes on the board."""
        seat: i64 = self.seat
        self.board[square] = u8(b.code_of(b.POWER, seat, 0) if facing < 0 else b.code_of(b.ENFORCER, seat, facing))
        self._list_anew(seat, b.SQUARES, square)
        if log is not None:
            if facing < 0:
                log.add(t.E_POWER_PUT, seat, t.P_POWER, square)
            else:
                log.add(t.E_ENFORCER_PUT, seat, t.P_ENFORCER, square, facing)

    def _list_anew(self, seat: i64, old: i64, new: i64) -> None:
        """Keep the list of mobile pieces when one goes from ``old`` to ``new`` (SQUARES: off the list)."""
        mobile: vec[u8] = self.mobile
        first: i64 = seat * MOBILE
        slot: i64 = first
        while i64(mobile[slot]) != old:
            slot += 1
        while slot > first and i64(mobile[slot - 1]) > new:
            mobile[slot] = mobile[slot - 1]
            slot -= 1
        while slot < first + MOBILE - 1 and i64(mobile[slot + 1]) < new:
            mobile[slot] = mobile[slot + 1]
            slot += 1
        mobile[slot] = u8(new)

    def _move(self, step: i64, log: EventLog | None) -> None:
        seat: i64 = self.seat
        start, stop = b.move_squares(step)
        piece: i64 = i64(self.board[start])
        is_power: bool = piece >> 2 == b.POWER + seat
        way: i64 = b.way_of(step - b.MOVE)
        self.board[start] = u8(b.EMPTY)
        self.board[stop] = u8(piece if is_power else b.code_of(b.ENFORCER, seat, way))  # RLM-M4
        self._list_anew(seat, start, stop)
        if log is not None:
            if is_power:
                log.add(t.E_POWER_MOVED, seat, t.P_POWER, start, stop)
            else:
                log.add(t.E_ENFORCER_MOVED, seat, t.P_ENFORCER, start, stop, way)
        source: i64 = b.realm_of(start)
        target: i64 = b.realm_of(stop)
        if not self._has_moved():
            self.source = source
            self.target = target
        else:
            if source != self.source:
                self.source = b.NOWHERE
            if target != self.target:
                self.target = b.NOWHERE
        self.event = events.event_at(self.board, seat, stop, i64(self.hand[HAND_ENFORCERS + seat]))
        if self.event != events.NO_EVENT:
            self.stopped = stop

    def _choose(self, step: i64, log: EventLog | None) -> None:
        """RLM-E1 to E4: take the event or decline it."""
        seat: i64 = self.seat
        stopped: i64 = self.stopped
        realm: i64 = b.realm_of(stopped)
        self.event = events.NO_EVENT
        self.stopped = b.NOWHERE
        if step == b.DECLINE:
            if log is not None:
                log.add(t.E_DECLINED, seat)
            return
        self.taken = 1
        if step == b.CREATE:
            self._put_base(realm, log)
            if not i64(self.hand[HAND_BASES + seat]):
                self._finish(t.END_LAST_BASE)
        elif step == b.CAPTURE:
            self.board[b.centre_of(realm)] = u8(b.EMPTY)
            self.hand[CAPTURED + seat] = u8(i64(self.hand[CAPTURED + seat]) + 1)
            if log is not None:
                log.add(t.E_CAPTURED, seat, t.P_BASE, b.centre_of(realm), realm)
            if events.lead(self.board, seat, realm) == 1:
                self._neutralise(seat, stopped, log)
        elif step >= b.VICTIM:
            self._neutralise(1 - seat, step - b.VICTIM, log)
            more: i64 = events.lead(self.board, seat, realm)
            if more < 0 or (more == 0 and self.not_superior):
                self._neutralise(seat, stopped, log)
        else:
            self.hand[HAND_ENFORCERS + seat] = u8(i64(self.hand[HAND_ENFORCERS + seat]) - 1)
            self._put((step - b.PUT_ENFORCER) // b.WAYS, (step - b.PUT_ENFORCER) % b.WAYS, log)

    def _neutralise(self, owner: i64, square: i64, log: EventLog | None) -> None:
        """RLM-M5: from now on it stands upright, pointing nowhere."""
        self.board[square] = u8(b.code_of(b.NEUTRALISED, owner, 0))
        self._list_anew(owner, square, b.SQUARES)
        if log is not None:
            log.add(t.E_NEUTRALISED, owner, t.P_NEUTRALISED, square, b.NOWHERE)

    def _lift(self, realm: i64, log: EventLog | None) -> None:
        """RLM-T3: all mobile pieces of the realm come into the hand."""
        seat: i64 = self.seat
        self.stage = REARRANGES
        self.lifted = realm
        self.old = rearrange.look_of(self.board, seat, realm)
        self.left = rearrange.squares_of(self.old)
        if log is not None:
            log.add(t.E_REARRANGES, seat, realm)
        for place in range(i64(0), b.REALM_SIZE):
            if self.left >> (3 * place) & 1:
                square: i64 = realm * b.REALM_SIZE + place
                if log is not None:
                    powers: bool = i64(self.board[square]) >> 2 == b.POWER + seat
                    log.add(t.E_LIFTED, seat, t.P_POWER if powers else t.P_ENFORCER, square)
                self.board[square] = u8(b.EMPTY)
                self._list_anew(seat, square, b.SQUARES)

    def _end_turn(self, passed: i64, again: i64) -> None:
        """Give the turn to the other seat, or end the game (RLM-T4, F1)."""
        agreed: bool = passed != 0 and self.passed != 0
        self.quiet = i64(0) if self.taken else self.quiet + 1
        self.passed = passed
        if self.seat:
            self.again1 = again
        else:
            self.again0 = again
        self._clear()
        self.seat = 1 - self.seat
        self.turn += 1
        if agreed:
            self._finish(t.END_AGREED)
        elif self.quiet_cap and self.quiet >= self.quiet_cap:
            self._finish(t.END_QUIET)
        elif self.turn_cap and self.turn >= self.turn_cap:
            self._finish(t.END_TURN_CAP)

    def _clear(self) -> None:
        """Forget what matters within a turn only."""
        self.stage = MOVES
        self.source = b.NOWHERE
        self.target = b.NOWHERE
        self.taken = 0
        self.lifted = b.NOWHERE
        self.old = 0
        self.left = 0

    def _finish(self, ending: i64) -> None:
        """RLM-F1."""
        self._clear()
        self.end(ending, self.count_winners())

    def count_winners(self) -> i64:
        """RLM-F2: who wins when the realms are counted, as bits; 0 is a draw."""
        more: i64 = self.realms(0) - self.realms(1)
        if more == 0:
            more = self.enforcers(0) - self.enforcers(1)
        return 1 if more > 0 else 2 if more < 0 else 0

    def realms(self, seat: i64) -> i64:
        """RLM-P3, F2: how many realms are a seat's."""
        n: i64 = 0
        for realm in range(i64(0), b.REALMS):
            n += b.count(self.board, realm, b.BASE + seat)
        return n

    def enforcers(self, seat: i64) -> i64:
        """RLM-F2: how many enforcers of a seat are active or in hand."""
        n: i64 = i64(self.hand[HAND_ENFORCERS + seat])
        for realm in range(i64(0), b.REALMS):
            n += b.count(self.board, realm, b.ENFORCER + seat)
        return n


def set_up(options: Options) -> Realm:
    """The start of a game: an empty board, and all pieces in hand (RLM-B2)."""
    hand = vec[u8]([options.bases, options.bases, options.enforcers, options.enforcers, 0, 0])
    return Realm(options, vec[u8](bytes(b.SQUARES)), list_mobile(vec[u8](bytes(b.SQUARES))), hand)


def list_mobile(board: vec[u8]) -> vec[u8]:
    """The list of mobile pieces of a board."""
    listed: list[int] = []
    for seat in range(2):
        own = [square for square in range(b.SQUARES) if board[square] >> 2 in (b.POWER + seat, b.ENFORCER + seat)]
        listed += own + [int(b.SQUARES)] * (MOBILE - len(own))
    return vec[u8](listed)


def laid_out(options: Options, board: bytes, hand: bytes) -> Realm:
    """A state with these pieces on the board and in the hands."""
    squares = vec[u8](board)
    return Realm(options, squares, list_mobile(squares), vec[u8](hand))
