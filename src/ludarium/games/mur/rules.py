"""Mur: ships and a kraken on a round board, in the Japanese (jp) and the English (en) edition.

Clause numbers are those of ``docs/rules/mur.en.md``, which also marks the rulings taken.

A point is a bit: ring 1 has bits 0-7 (spokes a-h), ring 2 bits 8-15, ring 3 bits 16-23, the centre bit 24.
Whole-board questions ("which points are walled by black?") are then a few shifts instead of a loop.
"""

from dataclasses import dataclass
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludarium.core.rng import Rng
from ludarium.core.state import NOBODY, EventLog, State
from ludarium.games.mur.terms import (
    E_CLOSED,
    E_KNOCKED,
    E_KRAKEN_CLOSED,
    E_KRAKEN_TRAPPED,
    E_MOVED,
    E_PENALTY,
    E_PLACED,
    E_TRAPPED,
    E_WITHDRAWN,
    END_KRAKEN_CLOSED,
    END_KRAKEN_TRAPPED,
    END_THREE_CLOSES,
    END_THREE_TRAPS,
    END_TURN_CAP,
    KRAKEN,
    R_BOUNCE,
    R_INTO_EYE,
    R_KRAKEN_INTO_EYE,
    R_MUST_WITHDRAW,
    R_MUST_WITHDRAW_OWN,
    R_NO_PORT,
    R_NO_SHIP_LEFT,
    R_NO_WITHDRAWAL,
    R_NOT_YOURS,
    R_NOTHING_CLOSED,
    R_OCCUPIED,
    R_OVER,
    R_PENALTY,
    R_REPEATS,
    R_TOO_WEAK,
    R_TRAPPED,
    R_UNCHANGED,
    R_WALLS_OWN,
)

BLACK: Final[i64] = 0
WHITE: Final[i64] = 1
SHIPS: Final[i64] = 7
CLOSES_TO_WIN: Final[i64] = 3
KRAKEN_CLASS: Final[i64] = 4  # MUR-G2 jp

# --- geometry (MUR-B1, B2) ---------------------------------------------------------------------------------
POINTS: Final[i64] = 25
CENTRE: Final[i64] = 24
_CENTRE_BIT: Final[i64] = 1 << 24
_BOARD: Final[i64] = (1 << 25) - 1
_RINGS: Final[i64] = (1 << 24) - 1
_RING_1: Final[i64] = 0xFF
PORTS: Final[i64] = (1 << 18) | (1 << 22)  # c3 and g3

# Directions of a move; from the centre the direction is the spoke.
CLOCKWISE: Final[i64] = 0
COUNTER: Final[i64] = 1
INWARD: Final[i64] = 2
OUTWARD: Final[i64] = 3

# A step is a number: places, then moves by (point, direction), then moves from the centre, then withdrawals.
PLACE: Final[i64] = 0
MOVES: Final[i64] = 25
FROM_CENTRE: Final[i64] = MOVES + 24 * 4
WITHDRAW: Final[i64] = FROM_CENTRE + 8
WITHDRAW_ALL: Final[i64] = WITHDRAW + 25

_PATH_LENGTH: Final[i64] = 20  # 7 steps of the mover and at most 12 of the piece it knocks


def _diameter_walk(point: int, outward: bool) -> list[int]:
    """The points reached one by one along a diameter, turning back at ring 3 (MUR-V2)."""
    spoke, ring = point % 8, point // 8
    line = [16 + spoke, 8 + spoke, spoke, 24, (spoke + 4) % 8, 8 + (spoke + 4) % 8, 16 + (spoke + 4) % 8]
    at, way = 2 - ring, -1 if outward else 1
    walk = []
    for _ in range(_PATH_LENGTH):
        if not 0 <= at + way <= 6:
            way = -way
        at += way
        walk.append(line[at])
    return walk


def _walks() -> list[int]:
    """One row per (point, direction), then one per spoke from the centre."""
    rows: list[int] = []
    for point in range(24):
        ring, spoke = point // 8 * 8, point % 8
        rows += [ring + (spoke + k) % 8 for k in range(1, _PATH_LENGTH + 1)]
        rows += [ring + (spoke - k) % 8 for k in range(1, _PATH_LENGTH + 1)]
        rows += _diameter_walk(point, False)
        rows += _diameter_walk(point, True)
    for spoke in range(8):
        rows += [spoke, *_diameter_walk(spoke, True)[: _PATH_LENGTH - 1]]
    return rows


_WALKS: Final = vec[i64](_walks())


def start_of(step: i64) -> i64:
    """The point from which a move starts."""
    return (step - MOVES) >> 2 if step < FROM_CENTRE else CENTRE


def arrival(step: i64, size: i64) -> i64:
    """MUR-V1, V2: the point that a ship of this class reaches by a move."""
    return _WALKS[(step - MOVES) * _PATH_LENGTH + size - 1]


def is_written(step: i64) -> bool:
    """MUR-V2: from ring 3 "outward" is "inward"; the number exists, the step does not."""
    return step < MOVES + 64 or step >= FROM_CENTRE or (step - MOVES) & 3 != OUTWARD


def neighbours(points: i64) -> i64:
    """All points next to one of the given points."""
    clockwise: i64 = ((points << 1) & 0xFEFEFE) | ((points >> 7) & 0x010101)
    counter: i64 = ((points >> 1) & 0x7F7F7F) | ((points << 7) & 0x808080)
    rings: i64 = points & _RINGS
    result: i64 = clockwise | counter | ((rings << 8) & _RINGS) | (rings >> 8)
    if points & _RING_1:
        result |= _CENTRE_BIT
    if points & _CENTRE_BIT:
        result |= _RING_1
    return result


def walled_by(ships: i64) -> i64:
    """All points whose every neighbour holds one of these ships."""
    return _BOARD & ~neighbours(_BOARD & ~ships)


def count(points: i64) -> i64:
    """How many points are set."""
    n: i64 = points - ((points >> 1) & 0x55555555)
    n = (n & 0x33333333) + ((n >> 2) & 0x33333333)
    n = (n + (n >> 4)) & 0x0F0F0F0F
    return ((n * 0x01010101) >> 24) & 0xFF


def class_of(ship: i64, ships: i64) -> i64:
    """MUR-G1, G2: the number of ships connected with this one."""
    group: i64 = ship
    grown: i64 = (group | neighbours(group)) & ships
    while grown != group:
        group = grown
        grown = (group | neighbours(group)) & ships
    return count(group)


def position_key(black: i64, white: i64, kraken: i64) -> i64:
    """A position as MUR-R1 means it, as one number."""
    return black | (white << 25) | (kraken << 50)


# --- options ------------------------------------------------------------------------------------------------
@final
@dataclass(frozen=True)
class Options:
    edition: str = "jp"
    kraken_walls: str = "own"
    turn_cap: int = 400


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
        self.first: i64 = BLACK
        self.black: i64 = 0
        self.white: i64 = 0
        self.kraken: i64 = CENTRE
        self.closes_black: i64 = 0
        self.closes_white: i64 = 0
        self.leave: i64 = 0  # ships that the seat to act must withdraw (MUR-C4)
        self.owed: i64 = 0  # ships to be withdrawn after a chain trap by the seat ``owed_by`` (MUR-C7)
        self.owed_by: i64 = NOBODY
        self.penalty: i64 = NOBODY  # the seat that repeated a position (MUR-R1 jp)
        self.here: i64 = CENTRE << 50
        self.past1: i64 = NOBODY
        self.past2: i64 = NOBODY
        self.past3: i64 = NOBODY

    def copy(self) -> "Mur":
        new = Mur(self.options)
        new.seat = self.seat
        new.turn = self.turn
        new.winners = self.winners
        new.ending = self.ending
        new.first = self.first
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
            self.options.edition,
            self.options.kraken_walls,
            self.options.turn_cap,
            self.seat,
            self.turn,
            self.winners,
            self.ending,
            self.first,
            self.black,
            self.white,
            self.kraken,
            self.closes_black,
            self.closes_white,
            self.leave,
            self.owed,
            self.owed_by,
            self.penalty,
            self.past1,
            self.past2,
            self.past3,
        )

    def __reduce__(self) -> tuple[object, ...]:
        return thaw, self.fields()

    # --- judging ------------------------------------------------------------------------------------------------
    def judge(self, step: i64) -> i64:
        seat: i64 = self.seat
        if seat < 0:
            return R_OVER
        if self.leave != 0:
            return 0 if step == WITHDRAW_ALL else R_TRAPPED if self.jp else R_MUST_WITHDRAW
        if self.owed_by == seat:
            return 0 if step == WITHDRAW_ALL else R_MUST_WITHDRAW_OWN
        own: i64 = self.white if seat else self.black
        if self.penalty == seat:
            if step < WITHDRAW or step == WITHDRAW_ALL:
                return R_PENALTY
            return 0 if own & (1 << (step - WITHDRAW)) else R_NOT_YOURS
        if step < WITHDRAW:
            return self._judge_action(step)
        if step == WITHDRAW_ALL:
            return R_NOTHING_CLOSED
        return self._judge_withdrawal(step - WITHDRAW, own)

    def _judge_action(self, step: i64) -> i64:
        """A place or a move, where no withdrawal is due."""
        seat: i64 = self.seat
        own: i64 = self.white if seat else self.black
        other: i64 = self.black if seat else self.white
        if step < MOVES:
            if (own | other | (1 << self.kraken)) & (1 << step):
                return R_OCCUPIED
            if count(own) == SHIPS:
                return R_NO_SHIP_LEFT
            return self._judge_result(own | (1 << step), other, self.kraken, NOBODY)
        start: i64 = start_of(step)
        if not own & (1 << start):
            return R_NOT_YOURS
        return self._judge_move(step, start, class_of(1 << start, own), own, other)

    def _judge_move(self, step: i64, start: i64, size: i64, own: i64, other: i64) -> i64:
        reason, own, other, kraken, run = self._move(step, start, size, own, other)
        return reason if reason else self._judge_result(own, other, kraken, run)

    def _move(self, step: i64, start: i64, size: i64, own: i64, other: i64) -> tuple[i64, i64, i64, i64, i64]:
        """The reason that forbids a move (or 0), the position after it and where a knocked piece came to rest."""
        kraken: i64 = self.kraken
        at: i64 = (step - MOVES) * _PATH_LENGTH + size - 1
        end: i64 = _WALKS[at]
        if end == start:
            return R_BOUNCE, own, other, kraken, NOBODY
        bit: i64 = 1 << end
        left: i64 = own & ~(1 << start)
        occupied: i64 = left | other | (1 << kraken)
        if not occupied & bit:
            return 0, left | bit, other, kraken, NOBODY
        # MUR-K1: classes as they stood before the move.
        if end == kraken:
            if self.jp and size >= KRAKEN_CLASS:
                return R_TOO_WEAK, own, other, kraken, NOBODY
        elif size >= class_of(bit, own if own & bit else other):
            return R_TOO_WEAK, own, other, kraken, NOBODY
        # MUR-K2: the walk goes on in the direction of arrival to the first empty point.
        at += 1
        run: i64 = _WALKS[at]
        while occupied & (1 << run):
            at += 1
            run = _WALKS[at]
        if end == kraken:
            return 0, left | bit, other, run, run
        if own & bit:
            return 0, left | (1 << run), other, kraken, run
        return 0, left | bit, (other & ~bit) | (1 << run), kraken, run

    def _judge_result(self, own: i64, other: i64, kraken: i64, run: i64) -> i64:
        """Whether the position after a place or a move may arise (MUR-V4, C5, C6, R1)."""
        here: i64 = position_key(own, other, kraken) if self.seat == 0 else position_key(other, own, kraken)
        if here == self.here:
            return R_UNCHANGED
        if self.jp:
            return self._judge_eyes(own, other, kraken)
        if here == self.past1 or here == self.past2 or here == self.past3:
            return R_REPEATS
        if run >= 0 and self._newly_walled(own, other):
            return R_WALLS_OWN
        return 0

    def _judge_eyes(self, own: i64, other: i64, kraken: i64) -> i64:
        """MUR-C6 jp: no ship of yours and no kraken into the opponent's eye, but for a chain trap."""
        if not walled_by(other) & (own | (1 << kraken)):
            return 0
        into_eye: bool = self._newly_walled(own, other) != 0
        if not into_eye and not self._kraken_newly_walled(kraken, other, False):
            return 0
        if self._newly_closed(own, other) or self._kraken_closed(own, other, kraken):
            return 0
        return R_INTO_EYE if into_eye else R_KRAKEN_INTO_EYE

    def _newly_walled(self, own: i64, other: i64) -> i64:
        """The actor's ships that are walled by the opponent after the turn and were not before."""
        walled: i64 = walled_by(other) & own
        if not walled:
            return 0
        if self.seat:
            return walled & ~(walled_by(self.black) & self.white)
        return walled & ~(walled_by(self.white) & self.black)

    def _newly_closed(self, own: i64, other: i64) -> i64:
        """MUR-C1: the opponent's ships that the actor's ships wall after the turn and did not before.

        A knocked ship stands on a point that was empty or the mover's, so it counts as not walled before.
        """
        walled: i64 = walled_by(own) & other
        if not walled:
            return 0
        if self.seat:
            return walled & ~(walled_by(self.white) & self.black)
        return walled & ~(walled_by(self.black) & self.white)

    def _kraken_newly_walled(self, kraken: i64, ships: i64, by_actor: bool) -> bool:
        """Whether these ships, after the turn, wall the kraken alone and did not before or have just knocked it."""
        if not walled_by(ships) & (1 << kraken):
            return False
        before: i64 = self.white if (self.seat == 1) == by_actor else self.black
        return kraken != self.kraken or not walled_by(before) & (1 << kraken)

    def _kraken_closed(self, own: i64, other: i64, kraken: i64) -> bool:
        """MUR-C1, C3: the actor closes (traps) the kraken."""
        if not self.any_walls:
            return self._kraken_newly_walled(kraken, own, True)
        around: i64 = neighbours(1 << kraken)
        if around & ~(own | other) or not around & own:
            return False
        before: i64 = self.white if self.seat else self.black
        return kraken != self.kraken or not walled_by(before) & (1 << kraken)

    def _judge_withdrawal(self, point: i64, own: i64) -> i64:
        """Taking one ship off the board of one's own accord (MUR-W1) or because nothing else is left (MUR-W2)."""
        if not own & (1 << point):
            return R_NOT_YOURS
        reason: i64 = self._judge_port(point)
        return 0 if reason and self._stuck() else reason

    def _judge_port(self, point: i64) -> i64:
        if self.jp:
            return R_NO_WITHDRAWAL
        bit: i64 = 1 << point
        if not PORTS & bit:
            return R_NO_PORT
        here: i64 = position_key(self.black & ~bit, self.white & ~bit, self.kraken)
        return R_REPEATS if here == self.past1 or here == self.past2 or here == self.past3 else 0

    def _stuck(self) -> bool:
        return len(self._actions(True)) == 0

    def facts(self, step: i64, reason: i64) -> list[int]:
        seat: i64 = self.seat
        own: i64 = self.white if seat else self.black
        other: i64 = self.black if seat else self.white
        if reason in (R_MUST_WITHDRAW, R_TRAPPED):
            return [self.leave]
        if reason == R_MUST_WITHDRAW_OWN:
            return [self.owed]
        if step < MOVES:
            if reason == R_OCCUPIED:
                return [step]
            return self._result_facts(reason, own | (1 << step), other, self.kraken)
        if step >= WITHDRAW:
            if reason == R_REPEATS:
                return self._result_facts(reason, own & ~(1 << (step - WITHDRAW)), other, self.kraken)
            return [step - WITHDRAW] if reason in (R_NOT_YOURS, R_NO_PORT, R_NO_WITHDRAWAL) else []
        start: i64 = start_of(step)
        if reason == R_NOT_YOURS:
            return [start]
        size: i64 = class_of(1 << start, own)
        end: i64 = arrival(step, size)
        if reason == R_BOUNCE:
            return [start, size]
        if reason == R_UNCHANGED:
            return [end]
        if reason == R_TOO_WEAK:
            if end == self.kraken:
                return [size, KRAKEN, KRAKEN_CLASS, end]
            if own & (1 << end):
                return [size, seat, class_of(1 << end, own), end]
            return [size, 1 - seat, class_of(1 << end, other), end]
        _, own, other, kraken, _run = self._move(step, start, size, own, other)
        return self._result_facts(reason, own, other, kraken)

    def _result_facts(self, reason: i64, own: i64, other: i64, kraken: i64) -> list[int]:
        if reason in (R_WALLS_OWN, R_INTO_EYE):
            return [self._newly_walled(own, other)]
        if reason == R_KRAKEN_INTO_EYE:
            return [kraken]
        if reason == R_REPEATS:
            here: i64 = position_key(other, own, kraken) if self.seat else position_key(own, other, kraken)
            return [2 if here == self.past1 else 3 if here == self.past2 else 4]
        return []

    # --- steps ----------------------------------------------------------------------------------------------------
    def _actions(self, first_only: bool) -> vec[i64]:
        """Legal places, moves and port withdrawals, where no withdrawal is due."""
        steps = vec[i64](capacity=64)
        seat: i64 = self.seat
        own: i64 = self.white if seat else self.black
        other: i64 = self.black if seat else self.white
        occupied: i64 = own | other | (1 << self.kraken)
        point: i64
        if count(own) < SHIPS:
            for point in range(POINTS):
                if not occupied & (1 << point) and not self._judge_result(
                    own | (1 << point), other, self.kraken, NOBODY
                ):
                    steps = append(steps, point)
                    if first_only:
                        return steps
        for point in range(POINTS):
            if own & (1 << point):
                size: i64 = class_of(1 << point, own)
                first: i64 = MOVES + point * 4
                # MUR-V2: from ring 3 outward is inward; from the centre there are eight ways.
                ways: i64 = 4 if point < 16 else (8 if point == CENTRE else 3)
                for step in range(first, first + ways):
                    if not self._judge_move(step, point, size, own, other):
                        steps = append(steps, step)
                        if first_only:
                            return steps
        if own & PORTS and not self.jp:
            for point in range(18, 23, 4):
                if own & (1 << point) and not self._judge_port(point):
                    steps = append(steps, WITHDRAW + point)
        return steps

    def legal(self) -> vec[i64]:
        if self.seat < 0:
            return vec[i64]()
        if self.leave or self.owed_by == self.seat:
            return vec[i64]([WITHDRAW_ALL])
        if self.penalty != self.seat:
            steps: vec[i64] = self._actions(False)
            if len(steps):
                return steps
        own: i64 = self.white if self.seat else self.black
        steps = vec[i64](capacity=8)
        for point in range(i64(0), POINTS):
            if own & (1 << point):
                steps = append(steps, WITHDRAW + point)
        return steps

    def draw(self, rng: Rng) -> i64:
        if self.leave or self.owed_by == self.seat:
            return WITHDRAW_ALL
        if self.penalty != self.seat:
            own: i64 = self.white if self.seat else self.black
            low: i64 = MOVES if count(own) == SHIPS else PLACE
            span: i64 = WITHDRAW - low
            if not self.jp:
                span += 2  # the two ports
            for _ in range(i64(100)):
                step: i64 = low + rng.below(span)
                if step >= WITHDRAW:
                    step += 18 if step == WITHDRAW else 21
                    if own & (1 << (step - WITHDRAW)) and not self._judge_port(step - WITHDRAW):
                        return step
                elif is_written(step) and not self._judge_action(step):
                    return step
        steps: vec[i64] = self.legal()
        return steps[rng.below(len(steps))]

    def universe(self) -> vec[i64]:
        steps = vec[i64](capacity=160)
        for step in range(i64(0), WITHDRAW_ALL + 1):
            if is_written(step):
                steps = append(steps, step)
        return steps

    # --- taking a step ------------------------------------------------------------------------------------------
    def apply(self, step: i64, log: EventLog | None = None) -> None:
        seat: i64 = self.seat
        own: i64 = self.white if seat else self.black
        other: i64 = self.black if seat else self.white
        if step >= WITHDRAW:
            self._withdraw(step, own, other, log)
            return
        kraken: i64 = self.kraken
        run: i64 = NOBODY
        if step < MOVES:
            own |= 1 << step
            if log is not None:
                log.add(E_PLACED, seat, seat, step)
        else:
            start: i64 = start_of(step)
            _, own, other, kraken, run = self._move(step, start, class_of(1 << start, own), own, other)
            if log is not None:
                self._log_move(step, start, run, log)
        closed: i64 = self._newly_closed(own, other)
        if closed:
            self._score(closed, log)
        kraken_closed: bool = self._kraken_closed(own, other, kraken)
        owed: i64 = self._newly_walled(own, other) if closed and self.jp else 0
        self._advance(own, other, kraken, True)
        self.leave = closed
        if owed:
            self.owed = owed
            self.owed_by = seat
        if self.jp and self.penalty == seat and log is not None:
            log.add(E_PENALTY, seat)
        if kraken_closed:
            if log is not None:
                log.add(E_KRAKEN_TRAPPED if self.jp else E_KRAKEN_CLOSED, seat, kraken)
            self._end(END_KRAKEN_TRAPPED if self.jp else END_KRAKEN_CLOSED, 1 << seat)
        elif (self.closes_white if seat else self.closes_black) >= CLOSES_TO_WIN:
            self._end(END_THREE_TRAPS if self.jp else END_THREE_CLOSES, 1 << seat)

    def _withdraw(self, step: i64, own: i64, other: i64, log: EventLog | None) -> None:
        seat: i64 = self.seat
        gone: i64 = 1 << (step - WITHDRAW)
        if step == WITHDRAW_ALL:
            gone = self.leave if self.leave else self.owed
            if not self.leave:
                self.owed = 0
                self.owed_by = NOBODY
            self.leave = 0
        if log is not None:
            for point in range(i64(0), POINTS):
                if gone & (1 << point):
                    log.add(E_WITHDRAWN, seat, seat, point)
        if self.penalty == seat:
            self.penalty = NOBODY
        self._advance(own & ~gone, other, self.kraken, False)

    def _score(self, closed: i64, log: EventLog | None) -> None:
        """MUR-C2: every ship closed counts."""
        seat: i64 = self.seat
        for point in range(i64(0), POINTS):
            if closed & (1 << point):
                if seat:
                    self.closes_white += 1
                else:
                    self.closes_black += 1
                if log is not None:
                    kind = E_TRAPPED if self.jp else E_CLOSED
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
        here: i64 = position_key(self.black, self.white, kraken)
        if (
            self.jp
            and may_repeat
            and self.penalty < 0
            and (here == self.past1 or here == self.past2 or here == self.past3)
        ):
            self.penalty = seat
        self.past3 = self.past2
        self.past2 = self.past1
        self.past1 = self.here
        self.here = here
        self.seat = 1 - seat
        self.turn += 1
        if self.turn == self.cap:
            self._end(END_TURN_CAP, 0)

    def _end(self, ending: i64, winners: i64) -> None:
        self.seat = NOBODY
        self.ending = ending
        self.winners = winners

    def _log_move(self, step: i64, start: i64, run: i64, log: EventLog) -> None:
        """Called before the position changes, so that the pieces can still be told."""
        seat: i64 = self.seat
        own: i64 = self.white if seat else self.black
        end: i64 = arrival(step, class_of(1 << start, own))
        log.add(E_MOVED, seat, start, end)
        if run >= 0:
            piece: i64 = KRAKEN if end == self.kraken else (BLACK if self.black & (1 << end) else WHITE)
            log.add(E_KNOCKED, piece, end, run)


def thaw(edition: str, kraken_walls: str, turn_cap: int, *numbers: int) -> Mur:
    """The state whose ``fields`` these are."""
    state = Mur(Options(edition, kraken_walls, turn_cap))
    state.seat, state.turn, state.winners, state.ending, state.first = numbers[:5]
    state.black, state.white, state.kraken, state.closes_black, state.closes_white = numbers[5:10]
    state.leave, state.owed, state.owed_by, state.penalty = numbers[10:14]
    state.past1, state.past2, state.past3 = numbers[14:]
    state.here = position_key(state.black, state.white, state.kraken)
    return state


def next_game(final: Mur, number: int) -> Mur:
    """MUR-S1: what stays on the board for the next game of a set, and who begins."""
    state = Mur(final.options)
    gone: i64 = walled_by(final.black) & final.white | walled_by(final.white) & final.black
    gone |= final.leave | final.owed | _CENTRE_BIT
    state.black = final.black & ~gone
    state.white = final.white & ~gone
    state.here = position_key(state.black, state.white, CENTRE)
    state.first = BLACK if number % 2 else WHITE
    state.seat = state.first
    return state
