"""Mur's walls that are nearly complete, and what a side could do about them if it were to act.

Questions are asked for a side: its ships (the walls), the opponent's ships, and its closes so far.
"""

from mypy_extensions import i64

from ludarium.core.bits import count_bits32
from ludarium.core.rng import Rng
from ludarium.core.state import NOBODY
from ludarium.games.mur import rules_board as b
from ludarium.games.mur.rules import Mur

Side = tuple[i64, i64, i64]


def side_of(mur: Mur, seat: i64) -> Side:
    if seat:
        return mur.white, mur.black, mur.closes_white
    return mur.black, mur.white, mur.closes_black


# --- walls --------------------------------------------------------------------------------------------------------
def shortfalls(walls: i64) -> tuple[i64, i64]:
    """The points of the rings that lack one wall, and those that lack two (the centre has eight neighbours)."""
    gaps: i64 = b.BOARD & ~walls
    rings: i64 = gaps & b.RINGS
    clockwise: i64 = ((gaps << 1) & 0xFEFEFE) | ((gaps >> 7) & 0x010101)
    counter: i64 = ((gaps >> 1) & 0x7F7F7F) | ((gaps << 7) & 0x808080)
    inner: i64 = ((rings << 8) & b.RINGS) | (b.RING_1 if gaps & b.CENTRE_BIT else 0)
    outer: i64 = rings >> 8
    # Four one-bit numbers are added up at every point at once.
    along: i64 = clockwise ^ counter
    across: i64 = inner ^ outer
    both_along: i64 = clockwise & counter
    both_across: i64 = inner & outer
    one: i64 = (along ^ across) & ~(both_along | both_across)
    two: i64 = (along & across) | ((both_along ^ both_across) & ~(along | across))
    return one, two


def lone(ships: i64) -> i64:
    """Ships of class 1."""
    return ships & ~b.neighbours(ships)


def ship_gaps(own: i64, other: i64) -> i64:
    """The points each of which is the last wall that is missing around a ship of the opponent."""
    one, _two = shortfalls(own)
    return b.neighbours(one & lone(other)) & ~own


def kraken_gaps(own: i64, other: i64, kraken: i64, any_walls: bool) -> i64:
    """The points where walls around the kraken are missing."""
    return b.neighbours(1 << kraken) & ~(own | other if any_walls else own)


# --- chances ------------------------------------------------------------------------------------------------------
def score_then(mur: Mur, side: Side, own: i64, other: i64, kraken: i64) -> i64:
    """The closes that a side has after a place or a move that leads here; enough to win if it takes the kraken."""
    if mur.kraken_closed(side[0], own, other, kraken):
        return mur.options.closes
    return side[2] + count_bits32(b.newly_walled(other, own, side[1], side[0]))


def chances(mur: Mur, side: Side) -> tuple[i64, i64, i64, i64, i64]:
    """How many places and moves would win, how many would close on ships; how many moves there are and how many of
    them knock; and the points that can be reached. Repetition and eyes (MUR-C5, C6, R1) are not looked at.
    """
    own, other, closes = side
    kraken: i64 = mur.kraken
    wins: i64 = 0
    closing: i64 = 0
    moves: i64 = 0
    knocks: i64 = 0
    reach: i64 = 0
    score: i64
    point: i64
    if count_bits32(own) < mur.options.ships:
        reach = b.BOARD & ~(own | other | (1 << kraken))
        gaps: i64 = kraken_gaps(own, other, kraken, mur.any_walls)
        gaps = (ship_gaps(own, other) | (gaps if count_bits32(gaps) == 1 else 0)) & reach
        if gaps:
            for point in range(b.POINTS):
                if gaps & (1 << point):
                    if score_then(mur, side, own | (1 << point), other, kraken) >= mur.options.closes:
                        wins += 1
                    else:
                        closing += 1
    for point in range(b.POINTS):
        if own & (1 << point):
            size: i64 = b.class_of(1 << point, own)
            first: i64 = b.MOVES + point * 4
            for step in range(first, first + b.ways(point)):
                reason, own_then, other_then, kraken_then, run = mur.move(step, point, size, own, other)
                if reason:
                    continue
                moves += 1
                reach |= 1 << b.arrival(step, size)
                if run >= 0:
                    knocks += 1
                score = score_then(mur, side, own_then, other_then, kraken_then)
                if score >= mur.options.closes:
                    wins += 1
                elif score > closes:
                    closing += 1
    return wins, closing, moves, knocks, reach


def urgent(mur: Mur, side: Side) -> i64:
    """The empty points that the side to act should take: to win, to save the kraken, to close, or to save a ship."""
    own, other, _closes = side
    empty: i64 = b.BOARD & ~(own | other | (1 << mur.kraken))
    gaps: i64 = kraken_gaps(own, other, mur.kraken, mur.any_walls)
    if count_bits32(gaps) == 1 and gaps & empty:
        return gaps
    gaps = kraken_gaps(other, own, mur.kraken, mur.any_walls)
    if count_bits32(gaps) == 1 and gaps & empty:
        return gaps
    gaps = ship_gaps(own, other) & empty
    return gaps if gaps else ship_gaps(other, own) & empty


def step_to(own: i64, goals: i64, ships: i64, rng: Rng) -> i64:
    """A place (with fewer than ``ships`` on the board) or a move to one of these empty points, -1 if there is none; the
    rules may still forbid it.
    """
    point: i64
    placing: bool = count_bits32(own) < ships
    start: i64 = rng.below(b.POINTS)  # no point is preferred
    for turned in range(b.POINTS):
        point = (start + turned) % b.POINTS
        if placing:
            if goals & (1 << point):
                return point
        elif own & (1 << point):
            size: i64 = b.class_of(1 << point, own)
            first: i64 = b.MOVES + point * 4
            for step in range(first, first + b.ways(point)):
                if goals & (1 << b.arrival(step, size)):
                    return step
    return NOBODY
