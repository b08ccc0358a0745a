"""What a computer player knows about Mur beyond the rules: walls that are nearly complete, and who completes them.

Questions are asked for one side, whose ships are the walls (``own``), against the other one. The weights come from
many games of a two-turn search against itself: the winner's chance was fitted to what is counted here.
"""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.insight import Insight
from ludarium.core.rng import Rng
from ludarium.core.state import NOBODY, State, expect
from ludarium.games.mur.rules import CLOSES_TO_WIN, SHIPS, Mur
from ludarium.games.mur.rules_board import (
    BOARD,
    CENTRE_BIT,
    MOVES,
    POINTS,
    RING_1,
    RING_3,
    RINGS,
    WITHDRAW,
    WITHDRAW_ALL,
    arrival,
    class_of,
    count,
    neighbours,
    newly_walled,
    start_of,
    walled_by,
    ways,
)

# --- what is counted for each side, by its row in the table of weights --------------------------------------------
WIN: Final[i64] = 0  # a step would win at once
WINS: Final[i64] = 1  # several would
CLOSE: Final[i64] = 2  # a step would close on a ship
CLOSES: Final[i64] = 3  # several would
KRAKEN: Final[i64] = 4  # the kraken lacks two walls, and the opponent does not stand there
TWO_SHORT: Final[i64] = 5  # ships of the opponent that lack two walls
LONE: Final[i64] = 6  # own ships of class 1: they knock, but only they can be closed on
ABOARD: Final[i64] = 7  # own ships on the board: the others can be placed anywhere
FULL: Final[i64] = 8  # all own ships are on the board
INNER: Final[i64] = 9  # own ships on the inner ring
OUTER: Final[i64] = 10  # own ships on the outer ring, where three walls are enough
MIDDLE: Final[i64] = 11  # an own ship on the centre
EYES: Final[i64] = 12  # empty points that own ships wall in
POCKETS: Final[i64] = 13  # empty points that lack one wall
SCORE: Final[i64] = 14  # ships closed on so far
LAST_CLOSE: Final[i64] = 15  # one more wins
FREEDOM: Final[i64] = 16  # moves
KNOCKS: Final[i64] = 17  # moves that knock
NEAR: Final[i64] = 18  # own ships beside the kraken
TURN: Final[i64] = 19  # to be on turn

# Two columns for each of jp, en and jp with any walls: for the side to move, and for the one that waits.
_COLUMNS: Final[i64] = 6
_WEIGHTS: Final = vec[float](
    [
        6.00,
        1.00,
        6.00,
        0.59,
        6.00,
        0.98,  # WIN
        0.00,
        0.48,
        0.00,
        0.49,
        0.00,
        0.38,  # WINS
        0.68,
        0.36,
        0.66,
        0.32,
        0.70,
        0.45,  # CLOSE
        0.17,
        0.15,
        0.38,
        0.21,
        0.44,
        0.23,  # CLOSES
        0.17,
        0.13,
        0.13,
        0.09,
        -0.10,
        0.10,  # KRAKEN
        0.03,
        0.00,
        0.05,
        -0.01,
        0.07,
        0.02,  # TWO_SHORT
        0.00,
        0.06,
        -0.01,
        0.02,
        0.01,
        0.06,  # LONE
        -0.31,
        -0.30,
        -0.17,
        -0.17,
        -0.34,
        -0.34,  # ABOARD
        -0.50,
        -0.43,
        -0.20,
        -0.15,
        -0.54,
        -0.40,  # FULL
        -0.01,
        -0.02,
        -0.08,
        -0.11,
        -0.11,
        -0.09,  # INNER
        0.08,
        0.09,
        0.10,
        0.10,
        0.02,
        0.06,  # OUTER
        -0.18,
        -0.13,
        -0.14,
        -0.09,
        -0.12,
        -0.16,  # MIDDLE
        0.31,
        0.34,
        0.13,
        0.10,
        0.12,
        0.06,  # EYES
        0.04,
        0.06,
        0.01,
        0.02,
        -0.00,
        0.02,  # POCKETS
        0.66,
        0.61,
        0.49,
        0.49,
        0.51,
        0.36,  # SCORE
        0.52,
        0.54,
        0.30,
        0.28,
        0.29,
        0.41,  # LAST_CLOSE
        0.05,
        0.03,
        0.03,
        0.02,
        0.07,
        0.05,  # FREEDOM
        0.02,
        0.03,
        0.04,
        0.04,
        0.07,
        0.07,  # KNOCKS
        0.08,
        0.11,
        0.01,
        0.01,
        0.29,
        0.25,  # NEAR
        0.07,
        0.00,
        0.03,
        0.00,
        0.14,
        0.00,  # TURN
    ]
)
_CLOSED: Final[float] = 1.0  # a close just made: the opponent's next turn is gone
_STEEPNESS: Final[float] = 1.0  # how much the preferred steps are preferred
_FREE_TURN: Final[float] = 0.8  # the opponent has to spend the next turn on a penalty
_FADING: Final[i64] = 30  # the last turns before the cap, in which an advantage fades to a draw


# --- walls that are nearly complete -------------------------------------------------------------------------------
def shortfalls(walls: i64) -> tuple[i64, i64]:
    """The points of the rings that lack one wall, and those that lack two (the centre has eight neighbours)."""
    gaps: i64 = BOARD & ~walls
    rings: i64 = gaps & RINGS
    clockwise: i64 = ((gaps << 1) & 0xFEFEFE) | ((gaps >> 7) & 0x010101)
    counter: i64 = ((gaps >> 1) & 0x7F7F7F) | ((gaps << 7) & 0x808080)
    inner: i64 = ((rings << 8) & RINGS) | (RING_1 if gaps & CENTRE_BIT else 0)
    outer: i64 = rings >> 8
    # Four one-bit numbers are added up at every point at once.
    along: i64 = clockwise ^ counter
    across: i64 = inner ^ outer
    twos: i64 = (clockwise & counter) ^ (inner & outer)
    one: i64 = (along ^ across) & ~(clockwise & counter) & ~(inner & outer)
    two: i64 = (along & across) | (twos & ~(along | across))
    return one, two


def lone(ships: i64) -> i64:
    """Ships of class 1."""
    return ships & ~neighbours(ships)


def ship_gaps(own: i64, other: i64) -> i64:
    """The points each of which is the last wall that is missing around a ship of the opponent."""
    one, _two = shortfalls(own)
    return neighbours(one & lone(other)) & ~own


def kraken_gaps(own: i64, other: i64, kraken: i64, any_walls: bool) -> i64:
    """The points where walls around the kraken are missing."""
    return neighbours(1 << kraken) & ~(own | other if any_walls else own)


# --- what a side could do if it were to act -----------------------------------------------------------------------
def score_then(mur: Mur, before: tuple[i64, i64, i64], own: i64, other: i64, kraken: i64) -> i64:
    """The closes of a side after a turn that leads here, enough to win if it takes the kraken; ``before`` are its
    ships, the opponent's and its closes before the turn.
    """
    if mur.kraken_closed(before[0], own, other, kraken):
        return CLOSES_TO_WIN
    return before[2] + count(newly_walled(other, own, before[1], before[0]))


def chances(mur: Mur, before: tuple[i64, i64, i64]) -> tuple[i64, i64, i64, i64, i64]:
    """How many places and moves would win, how many would close on ships; how many moves there are and how many of
    them knock; and the points that can be reached. Repetition and eyes (MUR-C5, C6, R1) are not looked at.
    """
    own, other, closes = before
    kraken: i64 = mur.kraken
    wins: i64 = 0
    closing: i64 = 0
    moves: i64 = 0
    knocks: i64 = 0
    reach: i64 = 0
    score: i64
    point: i64
    if count(own) < SHIPS:
        reach = BOARD & ~(own | other | (1 << kraken))
        gaps: i64 = kraken_gaps(own, other, kraken, mur.any_walls)
        gaps = (ship_gaps(own, other) | (gaps if count(gaps) == 1 else 0)) & reach
        if gaps:
            for point in range(POINTS):
                if gaps & (1 << point):
                    if score_then(mur, before, own | (1 << point), other, kraken) >= CLOSES_TO_WIN:
                        wins += 1
                    else:
                        closing += 1
    for point in range(POINTS):
        if own & (1 << point):
            size: i64 = class_of(1 << point, own)
            first: i64 = MOVES + point * 4
            for step in range(first, first + ways(point)):
                reason, own_then, other_then, kraken_then, run = mur.move(step, point, size, own, other)
                if reason:
                    continue
                moves += 1
                reach |= 1 << arrival(step, size)
                if run >= 0:
                    knocks += 1
                score = score_then(mur, before, own_then, other_then, kraken_then)
                if score >= CLOSES_TO_WIN:
                    wins += 1
                elif score > closes:
                    closing += 1
    return wins, closing, moves, knocks, reach


# --- judgement ----------------------------------------------------------------------------------------------------
def weight(feature: i64, column: i64) -> float:
    return _WEIGHTS[feature * _COLUMNS + column]


def flag(feature: i64, column: i64, holds: bool) -> float:
    return _WEIGHTS[feature * _COLUMNS + column] if holds else 0.0


def shape(own: i64, other: i64, kraken: i64, closes: i64, any_walls: bool, column: i64) -> float:
    """What the places of a side's ships and its closes are worth to it."""
    empty: i64 = BOARD & ~(own | other | (1 << kraken))
    one, two = shortfalls(own)
    aboard: i64 = count(own)
    total: float = (
        weight(TWO_SHORT, column) * float(count(two & lone(other)))
        + weight(LONE, column) * float(count(lone(own)))
        + weight(ABOARD, column) * float(aboard)
        + weight(INNER, column) * float(count(own & RING_1))
        + weight(OUTER, column) * float(count(own & RING_3))
        + weight(POCKETS, column) * float(count(one & empty))
        + weight(EYES, column) * float(count(walled_by(own) & empty))
        + weight(SCORE, column) * float(closes)
        + weight(NEAR, column) * float(count(neighbours(1 << kraken) & own))
        + flag(FULL, column, aboard == SHIPS)
        + flag(MIDDLE, column, own & CENTRE_BIT != 0)
        + flag(LAST_CLOSE, column, closes == CLOSES_TO_WIN - 1)
    )
    missing: i64 = kraken_gaps(own, other, kraken, any_walls)
    return total + flag(KRAKEN, column, count(missing) == 2 and not missing & other)


def prospects(wins: i64, closing: i64, column: i64) -> float:
    """What a side's ways to win or to close at once are worth to it."""
    return (
        flag(WIN, column, wins > 0)
        + flag(WINS, column, wins > 1)
        + flag(CLOSE, column, closing > 0)
        + flag(CLOSES, column, closing > 1)
    )


def looming(own: i64, other: i64, kraken: i64, closes: i64, any_walls: bool, reach: i64, column: i64) -> float:
    """As ``prospects``, judged by the gaps alone; ``reach`` are points that the side could reach a turn ago."""
    missing: i64 = kraken_gaps(own, other, kraken, any_walls)
    winning: i64 = missing & reach if count(missing) == 1 else 0
    gaps: i64 = ship_gaps(own, other) & reach & ~winning
    if closes == CLOSES_TO_WIN - 1:
        return prospects(count(winning | gaps), 0, column)
    return prospects(count(winning), count(gaps), column)


def columns(mur: Mur) -> i64:
    """The first of the two columns of weights for this ruleset."""
    return (4 if mur.any_walls else 0) if mur.jp else 2


def next_mover(mur: Mur) -> i64:
    """The seat that places or moves next: withdrawals that must come before are no choice."""
    seat: i64 = mur.seat
    if mur.leave:
        return seat if mur.owed_by == 1 - seat or mur.penalty == 1 - seat else 1 - seat
    if mur.owed_by == seat or mur.penalty == seat:
        return seat if mur.penalty == 1 - seat else 1 - seat
    return seat


def advantage(mur: Mur, mover: i64) -> float:
    """How much better the seat that moves next stands: the logarithm of its odds; infinite if it wins at once."""
    gone: i64 = mur.leave | mur.owed
    own: i64 = (mur.white if mover else mur.black) & ~gone
    other: i64 = (mur.black if mover else mur.white) & ~gone
    closes: i64 = mur.closes_white if mover else mur.closes_black
    closes_other: i64 = mur.closes_black if mover else mur.closes_white
    at: i64 = columns(mur)
    wins, closing, moves, knocks, _reach = chances(mur, (own, other, closes))
    if wins:
        return weight(WIN, at)
    total: float = (
        weight(TURN, at)
        + prospects(0, closing, at)
        + weight(FREEDOM, at) * float(moves)
        + weight(KNOCKS, at) * float(knocks)
        + shape(own, other, mur.kraken, closes, mur.any_walls, at)
    )
    wins, closing, moves, knocks, _reach = chances(mur, (other, own, closes_other))
    total -= (
        prospects(wins, closing, at + 1)
        + weight(FREEDOM, at + 1) * float(moves)
        + weight(KNOCKS, at + 1) * float(knocks)
        + shape(other, own, mur.kraken, closes_other, mur.any_walls, at + 1)
    )
    if mover == mur.seat and mur.penalty == 1 - mover and not mur.leave | mur.owed:
        total += _FREE_TURN
    if 0 < mur.cap < mur.turn + _FADING:
        total *= float(mur.cap - mur.turn) / float(_FADING)
    return total


@final
class MurInsight(Insight):
    def __init__(self) -> None:
        super().__init__(horizon=0, guides=True)

    def judge_worth(self, state: State, worth: vec[float]) -> None:
        mur: Mur = expect(state, Mur)
        if mur.seat < 0:
            worth[0] = 0.5 if mur.winners == 0 else float(mur.winners & 1)
        else:
            mover: i64 = next_mover(mur)
            share: float = 1.0 / (1.0 + exp(-advantage(mur, mover)))
            worth[0] = 1.0 - share if mover else share
        worth[1] = 1.0 - worth[0]

    def may_win(self, state: State) -> bool:
        mur: Mur = expect(state, Mur)
        seat: i64 = mur.seat
        if seat < 0 or mur.leave or mur.owed_by == seat or mur.penalty == seat:
            return False
        own: i64 = mur.white if seat else mur.black
        other: i64 = mur.black if seat else mur.white
        wins, _closing, _moves, _knocks, _reach = chances(
            mur, (own, other, mur.closes_white if seat else mur.closes_black)
        )
        return wins > 0

    def prefer(self, state: State, steps: vec[i64], weights: vec[float]) -> None:
        mur: Mur = expect(state, Mur)
        seat: i64 = mur.seat
        own: i64 = mur.white if seat else mur.black
        other: i64 = mur.black if seat else mur.white
        closes: i64 = mur.closes_white if seat else mur.closes_black
        closes_other: i64 = mur.closes_black if seat else mur.closes_white
        at: i64 = columns(mur)
        _wins, _closing, _moves, _knocks, reach = chances(mur, (own, other, closes))
        _wins, _closing, _moves, _knocks, reach_other = chances(mur, (other, own, closes_other))
        start: i64 = -1
        size: i64 = 0
        for index in range(i64(len(steps))):
            step: i64 = steps[index]
            own_then: i64 = own
            other_then: i64 = other
            kraken: i64 = mur.kraken
            if step < MOVES:
                own_then = own | (1 << step)
            elif step < WITHDRAW:
                if start_of(step) != start:
                    start = start_of(step)
                    size = class_of(1 << start, own)
                _reason, own_then, other_then, kraken, _run = mur.move(step, start, size, own, other)
            elif step < WITHDRAW_ALL:
                own_then = own & ~(1 << (step - WITHDRAW))
            score: i64 = closes
            if step < WITHDRAW:
                score = score_then(mur, (own, other, closes), own_then, other_then, kraken)
            if score >= CLOSES_TO_WIN:
                weights[index] = exp(_STEEPNESS * 10.0)
                continue
            total: float = (
                shape(own_then, other_then, kraken, score, mur.any_walls, at + 1)
                - shape(other_then, own_then, kraken, closes_other, mur.any_walls, at)
                + looming(own_then, other_then, kraken, score, mur.any_walls, reach, at + 1)
            )
            if score > closes:
                total += _CLOSED
            else:
                total -= looming(
                    other_then, own_then, kraken, closes_other, mur.any_walls, reach_other & ~(own_then & ~own), at
                )
            weights[index] = exp(_STEEPNESS * max(-10.0, min(10.0, total)))

    def draw(self, state: State, rng: Rng) -> i64:
        mur: Mur = expect(state, Mur)
        seat: i64 = mur.seat
        own: i64 = mur.white if seat else mur.black
        other: i64 = mur.black if seat else mur.white
        gaps: i64 = urgent(mur, own, other)
        if gaps:
            step: i64 = step_to(mur, own, other, gaps, rng)
            if step >= 0 and not mur.judge(step):
                return step
        return mur.draw(rng)


def urgent(mur: Mur, own: i64, other: i64) -> i64:
    """The empty points that the seat to act should take: to win, to save the kraken, to close, or to save a ship."""
    empty: i64 = BOARD & ~(own | other | (1 << mur.kraken))
    gaps: i64 = kraken_gaps(own, other, mur.kraken, mur.any_walls)
    if count(gaps) == 1 and gaps & empty:
        return gaps
    gaps = kraken_gaps(other, own, mur.kraken, mur.any_walls)
    if count(gaps) == 1 and gaps & empty:
        return gaps
    gaps = ship_gaps(own, other) & empty
    return gaps if gaps else ship_gaps(other, own) & empty


def step_to(mur: Mur, own: i64, other: i64, goals: i64, rng: Rng) -> i64:
    """A place or a move to one of these empty points, -1 if there seems to be none; the rules may still forbid it."""
    point: i64
    start: i64 = rng.below(POINTS)  # a side without a favourite
    for turned in range(POINTS):
        point = (start + turned) % POINTS
        if count(own) < SHIPS:
            if goals & (1 << point):
                return point
        elif own & (1 << point):
            size: i64 = class_of(1 << point, own)
            first: i64 = MOVES + point * 4
            for step in range(first, first + ways(point)):
                if goals & (1 << arrival(step, size)):
                    return step
    return NOBODY
