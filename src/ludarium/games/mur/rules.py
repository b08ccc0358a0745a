"""Mur: ships and a kraken on a round board, in the Japanese (jp) and the English (en) edition.

Clause numbers are those of ``docs/rules/mur.en.md``, which also marks the rulings taken.
"""

from dataclasses import dataclass
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludarium.core.bits import count_bits32, first_bit32, nth_bit
from ludarium.core.options import GameOptions
from ludarium.core.rng import Rng
from ludarium.core.state import LEGAL, NOBODY, EventLog, State
from ludarium.games.mur import rules_board as b
from ludarium.games.mur import terms as t

BLACK: Final[i64] = 0
WHITE: Final[i64] = 1
SHIPS: Final[i64] = 7  # MUR-B3; MUR-X1: fewer of them
CLOSES_TO_WIN: Final[i64] = 3  # MUR-C3; MUR-X1: or fewer
KRAKEN_CLASS: Final[i64] = 4  # MUR-G2 jp


# --- options ------------------------------------------------------------------------------------------------
@final
@dataclass(frozen=True)
class Options(GameOptions):
    edition: str = "jp"
    kraken_walls: str = "own"
    turn_cap: int = 400
    ships: int = 7
    closes: int = 3


# --- state ----------------------------------------------------------------------------------------------------
@final
class Mur(State):
    """Ships as sets of points; ``here`` is the present position as a number, ``past1`` … the ones before it."""

    def __init__(self, options: Options) -> None:
        super().__init__()
        self.options = options
        self.jp: bool = options.edition == "jp"
        self.any_walls: bool = options.kraken_walls == "any"
        self.cap: i64 = options.turn_cap
        self.black: i64 = 0
        self.white: i64 = 0
        self.kraken: i64 = b.CENTRE
        self.closes_black: i64 = 0
        self.closes_white: i64 = 0
        self.leave: i64 = 0  # ships that the seat to act must withdraw (MUR-C4)
        self.owed: i64 = 0  # ships to be withdrawn after a chain trap by the seat ``owed_by`` (MUR-C7)
        self.owed_by: i64 = NOBODY
        self.penalty: i64 = NOBODY  # the seat that repeated a position (MUR-R1 jp)
        self.here: i64 = b.CENTRE << 50
        self.past1: i64 = NOBODY
        self.past2: i64 = NOBODY
        self.past3: i64 = NOBODY

    def copy(self) -> "Mur":
        new = Mur(self.options)
        new.seat = self.seat
        new.turn = self.turn
        new.winners = self.winners
        new.ending = self.ending
        new.black = self.black
        new.white = self.white
        new.kraken = self.kraken
        new.closes_black = self.closes_black
        new.closes_white = self.closes_white
        new.leave = self.leave
        new.owed = self.owed
        new.owed_by = self.owed_by
        new.penalty = self.penalty
        new.here = self.here
        new.past1 = self.past1
        new.past2 = self.past2
        new.past3 = self.past3
        return new

    def fields(self) -> tuple[object, ...]:
        return (
            (self.options.edition, self.options.kraken_walls, self.options.turn_cap),
            (self.options.ships, self.options.closes),
            (self.seat, self.turn, self.winners, self.ending, self.black, self.white, self.kraken),
            (self.closes_black, self.closes_white, self.leave, self.owed, self.owed_by, self.penalty),
            (self.past1, self.past2, self.past3),
        )

    def arguments(self) -> tuple[object, ...]:
        return (self.options,)

    def timeless(self) -> "Mur":
        new = self.copy()
        new.turn = 0
        new.past1 = NOBODY
        new.past2 = NOBODY
        new.past3 = NOBODY
        return new

    def spent(self) -> float:
        return float(self.turn) / float(self.cap) if self.cap else 0.0  # MUR-R2

    def _own(self) -> i64:
        return self.white if self.seat else self.black

    def _other(self) -> i64:
        return self.black if self.seat else self.white

    # --- judging ------------------------------------------------------------------------------------------------
    def judge(self, step: i64) -> i64:
        seat: i64 = self.seat
        if seat < 0:
            return t.R_LAST_TURN if self.ending == t.END_TURN_CAP else t.R_OVER
        if self.leave:
            return LEGAL if step == b.WITHDRAW_ALL else t.R_TRAPPED if self.jp else t.R_MUST_WITHDRAW
        if self.owed_by == seat:
            return LEGAL if step == b.WITHDRAW_ALL else t.R_MUST_WITHDRAW_OWN
        if self.penalty == seat:
            if step < b.WITHDRAW or step == b.WITHDRAW_ALL:
                return t.R_PENALTY
            return LEGAL if self._own() & (1 << (step - b.WITHDRAW)) else t.R_NONE_TO_WITHDRAW
        if step < b.WITHDRAW:
            return self._judge_action(step)
        if step == b.WITHDRAW_ALL:
            return t.R_NOTHING_CLOSED
        return self._judge_withdrawal(step - b.WITHDRAW)

    def _judge_action(self, step: i64) -> i64:
        """A place or a move, where no withdrawal is due."""
        own: i64 = self._own()
        other: i64 = self._other()
        if step < b.MOVES:
            if (own | other | (1 << self.kraken)) & (1 << step):
                return t.R_OCCUPIED
            if count_bits32(own) >= self.options.ships:
                return t.R_NO_SHIP_LEFT
            return self._judge_quiet(own | (1 << step), other, self._doubt(other))
        start: i64 = b.start_of(step)
        if not own & (1 << start):
            return t.R_NOT_YOURS
        return self._judge_move(step, start, b.class_of(1 << start, own), own, other, self._doubt(other))

    def _judge_move(
        self, step: i64, start: i64, size: i64, own: i64, other: i64, doubt: i64, low: i64 = 0, fours: i64 = 0
    ) -> i64:
        reason, own, other, kraken, run = self.move(step, start, size, own, other, low, fours)
        if reason:
            return reason
        return self._judge_knock(own, other, kraken) if run >= 0 else self._judge_quiet(own, other, doubt)

    def move(
        self, step: i64, start: i64, size: i64, own: i64, other: i64, low: i64 = 0, fours: i64 = 0
    ) -> tuple[i64, i64, i64, i64, i64]:
        """The reason that forbids a move (or 0), the position after it and where a knocked piece came to rest.

        ``size`` is the ship's class; ``low`` and ``fours`` are those of all ships (``rules_board.classes``), if known.
        """
        kraken: i64 = self.kraken
        end: i64 = b.arrival(step, size)
        if end == start:
            return t.R_BOUNCE, own, other, kraken, NOBODY
        bit: i64 = 1 << end
        left: i64 = own & ~(1 << start)
        occupied: i64 = left | other | (1 << kraken)
        if not occupied & bit:
            return 0, left | bit, other, kraken, NOBODY
        # MUR-K1: classes as they stood before the move.
        if end == kraken:
            if self.jp and size >= KRAKEN_CLASS:
                return t.R_TOO_WEAK, own, other, kraken, NOBODY
        else:
            faced: i64 = b.class_among(end, low, fours)
            if size >= (faced if faced else b.class_of(bit, own if own & bit else other)):
                return t.R_TOO_WEAK, own, other, kraken, NOBODY
        run: i64 = b.knocked_to(step, size, occupied)
        if end == kraken:
            return 0, left | bit, other, run, run
        if own & bit:
            return 0, left | (1 << run), other, kraken, run
        return 0, left | bit, (other & ~bit) | (1 << run), kraken, run

    def _doubt(self, other: i64) -> i64:
        """Where own ships need a second look (MUR-C6, R1) after a place, or a move that knocks nothing.

        The kraken needs none: where it is and who walls it has not changed.
        """
        if self.jp:
            return b.walled_by(other)
        rest: i64 = ~self._key(b.BOARD, 0, 0)  # the opponent's ships and the kraken, which stay
        here: i64 = self.here
        if (here ^ self.past1) & rest and (here ^ self.past2) & rest and (here ^ self.past3) & rest:
            return 0
        return b.BOARD

    def _judge_quiet(self, own: i64, other: i64, doubt: i64) -> i64:
        """Whether the position may arise (MUR-C6, R1) after a place, or a move that knocks nothing."""
        if not own & doubt:
            return LEGAL
        if self.jp:
            return self._judge_eyes(own, other, self.kraken)
        return t.R_REPEATS if self._repeats(self._key(own, other, self.kraken)) else LEGAL

    def _judge_knock(self, own: i64, other: i64, kraken: i64) -> i64:
        """The same after a move that knocked a piece (MUR-V4, C5, C6, R1)."""
        here: i64 = self._key(own, other, kraken)
        if here == self.here:
            return t.R_UNCHANGED
        if self.jp:
            return self._judge_eyes(own, other, kraken)
        if self._repeats(here):
            return t.R_REPEATS
        return t.R_WALLS_OWN if self._own_walled(own, other) else LEGAL

    def _key(self, own: i64, other: i64, kraken: i64) -> i64:
        return b.position_key(other, own, kraken) if self.seat else b.position_key(own, other, kraken)

    def _repeats(self, here: i64) -> bool:
        """MUR-R1: whether a turn that leads here repeats a position; the one before it is MUR-V4's concern."""
        return here == self.past1 or here == self.past2 or here == self.past3

    def _judge_eyes(self, own: i64, other: i64, kraken: i64) -> i64:
        """MUR-C6 jp: no ship of yours and no kraken into the opponent's eye, but for a chain trap."""
        if not b.walled_by(other) & (own | (1 << kraken)):
            return 0
        reason: i64 = t.R_INTO_EYE
        if not self._own_walled(own, other):
            if not b.newly_walled(1 << kraken, other, 1 << self.kraken, self._other()):
                return 0
            reason = t.R_KRAKEN_INTO_EYE
        return LEGAL if self._closed(own, other) or self.kraken_closed(self._own(), own, other, kraken) else reason

    def _own_walled(self, own: i64, other: i64) -> i64:
        """The actor's ships that the opponent's wall after the turn and did not before."""
        return b.newly_walled(own, other, self._own(), self._other())

    def _closed(self, own: i64, other: i64) -> i64:
        """MUR-C1: the opponent's ships that the actor closes (traps) by the turn."""
        return b.newly_walled(other, own, self._other(), self._own())

    def kraken_closed(self, before: i64, own: i64, other: i64, kraken: i64) -> bool:
        """MUR-C1: whether a side closes (traps) the kraken by a turn; ``before`` were its ships before it."""
        walls: i64 = own | other if self.any_walls else own
        if not b.newly_walled(1 << kraken, walls, 1 << self.kraken, before):
            return False
        return b.neighbours(1 << kraken) & own != 0

    def _judge_withdrawal(self, point: i64) -> i64:
        """Taking one ship off the board of one's own accord (MUR-W1) or because nothing else is left (MUR-W2)."""
        if not self._own() & (1 << point):
            return t.R_NONE_TO_WITHDRAW
        reason: i64 = self._judge_port(point)
        return LEGAL if reason and len(self._actions(True)) == 0 else reason

    def _judge_port(self, point: i64) -> i64:
        if self.jp:
            return t.R_NO_WITHDRAWAL
        bit: i64 = 1 << point
        if not b.PORTS & bit:
            return t.R_NO_PORT
        return (
            t.R_REPEATS if self._repeats(b.position_key(self.black & ~bit, self.white & ~bit, self.kraken)) else LEGAL
        )

    def facts(self, step: i64, reason: i64) -> list[int]:
        if reason in (t.R_MUST_WITHDRAW, t.R_TRAPPED):
            return [self.leave]
        if reason == t.R_MUST_WITHDRAW_OWN:
            return [self.owed]
        if reason in (t.R_OVER, t.R_LAST_TURN, t.R_PENALTY, t.R_NOTHING_CLOSED, t.R_NO_SHIP_LEFT):
            return []
        point: i64 = step if step < b.MOVES else b.start_of(step) if step < b.WITHDRAW else step - b.WITHDRAW
        if reason in (t.R_OCCUPIED, t.R_NOT_YOURS, t.R_NONE_TO_WITHDRAW, t.R_NO_PORT, t.R_NO_WITHDRAWAL):
            return [point]
        own: i64 = self._own()
        other: i64 = self._other()
        if reason in (t.R_BOUNCE, t.R_UNCHANGED, t.R_TOO_WEAK):
            size: i64 = b.class_of(1 << point, own)
            end: i64 = b.arrival(step, size)
            if reason == t.R_BOUNCE:
                return [point, size]
            if reason == t.R_UNCHANGED:
                return [end]
            piece: i64 = self._piece_at(end)
            ships: i64 = self.white if piece == WHITE else self.black
            return [size, piece, KRAKEN_CLASS if piece == t.KRAKEN else b.class_of(1 << end, ships), end]
        own, other, kraken = self._after(step, point, own, other)
        if reason == t.R_KRAKEN_INTO_EYE:
            return [kraken]
        if reason == t.R_REPEATS:
            here: i64 = self._key(own, other, kraken)
            return [2 if here == self.past1 else 3 if here == self.past2 else 4]
        return [self._own_walled(own, other)]

    def _after(self, step: i64, point: i64, own: i64, other: i64) -> tuple[i64, i64, i64]:
        """The position that a step which only its result forbids would give."""
        if step < b.MOVES:
            return own | (1 << point), other, self.kraken
        if step >= b.WITHDRAW:
            return own & ~(1 << point), other, self.kraken
        _, own, other, kraken, _run = self.move(step, point, b.class_of(1 << point, own), own, other)
        return own, other, kraken

    def _piece_at(self, point: i64) -> i64:
        return t.KRAKEN if point == self.kraken else WHITE if self.white & (1 << point) else BLACK

    # --- steps ----------------------------------------------------------------------------------------------------
    def _actions(self, first_only: bool) -> vec[i64]:
        """Legal places, moves and port withdrawals, where no withdrawal is due."""
        steps = vec[i64](capacity=60)
        own: i64 = self._own()
        other: i64 = self._other()
        occupied: i64 = own | other | (1 << self.kraken)
        doubt: i64 = self._doubt(other)
        point: i64
        rest: i64
        if count_bits32(own) < self.options.ships:
            rest = b.BOARD & ~occupied
            while rest:
                bit: i64 = rest & -rest
                rest &= rest - 1
                if not self._judge_quiet(own | bit, other, doubt):
                    steps = append(steps, b.PLACE + first_bit32(bit))
                    if first_only:
                        return steps
        low, fours = b.classes(own)
        other_low, other_fours = b.classes(other)
        low |= other_low
        fours |= other_fours
        rest = own
        while rest:
            point = first_bit32(rest)
            rest &= rest - 1
            size: i64 = b.class_among(point, low, fours)
            first: i64 = b.MOVES + point * 4
            for step in range(first, first + b.ways(point)):
                if not self._judge_move(step, point, size, own, other, doubt, low, fours):
                    steps = append(steps, step)
                    if first_only:
                        return steps
        if own & b.PORTS and not self.jp:
            for point in range(b.PORT_EAST, b.PORT_WEST + 1, b.PORT_WEST - b.PORT_EAST):
                if own & (1 << point) and not self._judge_port(point):
                    steps = append(steps, b.WITHDRAW + point)
        return steps

    def legal(self) -> vec[i64]:
        if self.seat < 0:
            return vec[i64]()
        if self.leave or self.owed_by == self.seat:
            return vec[i64]([b.WITHDRAW_ALL])
        if self.penalty != self.seat:
            steps: vec[i64] = self._actions(False)
            if len(steps):
                return steps
        own: i64 = self._own()
        steps = vec[i64](capacity=8)
        for point in range(i64(0), b.POINTS):
            if own & (1 << point):
                steps = append(steps, b.WITHDRAW + point)
        return steps

    def random_step(self, rng: Rng) -> i64:
        if self.leave or self.owed_by == self.seat:
            return b.WITHDRAW_ALL
        if self.penalty != self.seat:
            own: i64 = self._own()
            other: i64 = self._other()
            occupied: i64 = own | other | (1 << self.kraken)
            doubt: i64 = self._doubt(other)
            ships: i64 = count_bits32(own)
            places: i64 = b.POINTS if ships < self.options.ships else i64(0)
            moves: i64 = ships * 4
            if own & b.CENTRE_BIT:
                moves += 4  # the last ship has eight ways
            span: i64 = places + moves if self.jp else places + moves + 2  # the two ports
            for _try in range(i64(100)):
                step: i64 = rng.below(span)
                if step >= places + moves:
                    port: i64 = b.PORT_EAST if step == places + moves else b.PORT_WEST
                    if own & (1 << port) and not self._judge_port(port):
                        return b.WITHDRAW + port
                    continue
                if step < places:
                    bit: i64 = 1 << step
                    if not occupied & bit and not self._judge_quiet(own | bit, other, doubt):
                        return step
                    continue
                way: i64 = step - places
                ship: i64 = min(way >> 2, ships - 1)
                start: i64 = nth_bit(own, ship)
                step = b.MOVES + start * 4 + way - ship * 4
                if b.is_written(step):
                    size: i64 = b.class_of(1 << start, own)
                    if not self._judge_move(step, start, size, own, other, doubt):
                        return step
        return super().random_step(rng)

    def universe(self) -> vec[i64]:
        steps = vec[i64](capacity=160)
        for step in range(i64(0), b.WITHDRAW_ALL + 1):
            if b.is_written(step):
                steps = append(steps, step)
        return steps

    # --- taking a step ------------------------------------------------------------------------------------------
    def apply(self, step: i64, log: EventLog | None = None) -> None:
        if step >= b.WITHDRAW:
            self._withdraw(step, log)
            return
        seat: i64 = self.seat
        own: i64 = self._own()
        other: i64 = self._other()
        kraken: i64 = self.kraken
        if step < b.MOVES:
            own |= 1 << step
            if log is not None:
                log.add(t.E_PLACED, seat, seat, step)
        else:
            start: i64 = b.start_of(step)
            size: i64 = b.class_of(1 << start, own)
            _, own, other, kraken, run = self.move(step, start, size, own, other)
            if log is not None:
                end: i64 = b.arrival(step, size)
                log.add(t.E_MOVED, seat, start, end)
                if run >= 0:
                    log.add(t.E_KNOCKED, self._piece_at(end), end, run)
        closed: i64 = self._closed(own, other)
        kraken_closed: bool = self.kraken_closed(self._own(), own, other, kraken)
        self.leave = closed
        if closed:
            self._score(closed, log)
            if self.jp:  # MUR-C7
                self.owed = self._own_walled(own, other)
                self.owed_by = seat if self.owed else NOBODY
        self._advance(own, other, kraken, True)
        # MUR-C3: the game ends before any withdrawal.
        if kraken_closed:
            if log is not None:
                log.add(t.E_KRAKEN_TRAPPED if self.jp else t.E_KRAKEN_CLOSED, seat, kraken)
            self.end(t.END_KRAKEN_TRAPPED if self.jp else t.END_KRAKEN_CLOSED, 1 << seat)
        elif (self.closes_white if seat else self.closes_black) >= self.options.closes:
            self.end(self._end_of_closes(), 1 << seat)
        elif log is not None and self.penalty == seat and self.seat >= 0:
            log.add(t.E_PENALTY, seat)

    def _end_of_closes(self) -> i64:
        """MUR-C3, X1: how a game ends that is won by closes or traps."""
        if self.options.closes == CLOSES_TO_WIN:
            return t.END_THREE_TRAPS if self.jp else t.END_THREE_CLOSES
        return t.END_TRAPS if self.jp else t.END_CLOSES

    def _withdraw(self, step: i64, log: EventLog | None) -> None:
        seat: i64 = self.seat
        gone: i64 = 1 << (step - b.WITHDRAW)
        if step == b.WITHDRAW_ALL:
            if self.leave:
                gone = self.leave
                self.leave = 0
            else:
                gone = self.owed
                self.owed = 0
                self.owed_by = NOBODY
        if log is not None:
            for point in range(i64(0), b.POINTS):
                if gone & (1 << point):
                    log.add(t.E_WITHDRAWN, seat, seat, point)
        if self.penalty == seat:  # MUR-R1 jp: any withdrawal settles it
            self.penalty = NOBODY
        self._advance(self._own() & ~gone, self._other(), self.kraken, False)

    def _score(self, closed: i64, log: EventLog | None) -> None:
        """MUR-C2: every ship closed counts."""
        seat: i64 = self.seat
        for point in range(i64(0), b.POINTS):
            if closed & (1 << point):
                if seat:
                    self.closes_white += 1
                else:
                    self.closes_black += 1
                if log is not None:
                    kind = t.E_TRAPPED if self.jp else t.E_CLOSED
                    log.add(kind, seat, 1 - seat, point, self.closes_white if seat else self.closes_black)

    def _advance(self, own: i64, other: i64, kraken: i64, may_repeat: bool) -> None:
        """Set the new position and give the turn to the other seat."""
        seat: i64 = self.seat
        if seat:
            self.white = own
            self.black = other
        else:
            self.black = own
            self.white = other
        self.kraken = kraken
        here: i64 = b.position_key(self.black, self.white, kraken)
        # MUR-R1 jp: only the first repeater is penalised.
        if self.jp and may_repeat and self.penalty < 0 and self._repeats(here):
            self.penalty = seat
        self.past3 = self.past2
        self.past2 = self.past1
        self.past1 = self.here
        self.here = here
        self.seat = 1 - seat
        self.turn += 1
        if 0 < self.cap <= self.turn:
            self.end(t.END_TURN_CAP, 0)


def next_game(final: Mur, number: int) -> Mur:
    """MUR-S1: what stays on the board for the next game of a set, and who begins."""
    state = Mur(final.options)
    gone: i64 = b.walled_by(final.black) & final.white | b.walled_by(final.white) & final.black
    gone |= final.leave | final.owed | b.CENTRE_BIT
    state.black = final.black & ~gone
    state.white = final.white & ~gone
    state.here = b.position_key(state.black, state.white, b.CENTRE)
    state.seat = BLACK if number % 2 else WHITE
    return state
