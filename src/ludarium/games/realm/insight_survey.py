"""What both seats of Realm hold and can reach: the features that judge a position.

Sets of realms are bits of a number; counts by seat and realm stand in one table, at a row plus 16 for seat 1.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.core.bits import count_bits32, first_bit
from ludarium.games.realm import rules_board as b
from ludarium.games.realm.rules import HAND_BASES, HAND_ENFORCERS, MOBILE, Realm

# Rows of the table of counts.
POWERS: Final[i64] = 0
ENFORCERS: Final[i64] = 32
POWERS_NEAR: Final[i64] = 64  # powers elsewhere that can move into the realm
ENFORCERS_NEAR: Final[i64] = 96
_ROWS: Final = vec[i64]([0] * 128)
_BOTH: Final = vec[i64]([0, 0])


def realms_along(board: vec[u8], closed: bool, start: i64, way: i64) -> i64:
    """The realms where a piece on this square can stop when it goes this way, its own one perhaps among them.

    ``closed``: it does not pass over centres (RLM-M3).
    """
    realms: i64 = 0
    one: i64 = 1
    for line in range(b.STARTS[start * b.WAYS + way], b.STARTS[start * b.WAYS + way + 1]):
        square: i64 = i64(b.TARGETS[line])
        if i64(board[square]) != b.EMPTY:
            break
        if not b.is_centre(square):
            realms |= one << b.realm_of(square)
        elif closed:
            break
    return realms


def reach(board: vec[u8], closed: bool, start: i64, piece: i64) -> i64:
    """RLM-M2 to M4: the realms that this piece could move into from this square."""
    about: i64 = piece & 3 ^ 2 if piece >> 3 == b.ENFORCER >> 1 else b.WAYS
    realms: i64 = 0
    one: i64 = 1
    for way in range(b.WAYS):
        if way != about:
            realms |= realms_along(board, closed, start, way)
    return realms & ~(one << b.realm_of(start))


def standing(realms: i64, enforcers: i64) -> i64:
    """RLM-F2: above 0 for a win, 0 for a draw, if a seat has so many more realms and enforcers at the end."""
    return realms if realms else enforcers


@final
class Survey:
    """A look at the whole board. What the seat to act can reach is what its turn still allows it."""

    def __init__(self, state: Realm) -> None:
        self.table: vec[i64] = _ROWS[:]
        self.bases: vec[i64] = _BOTH[:]  # the realms that are a seat's
        self.enforcers: vec[i64] = _BOTH[:]  # active or in hand (RLM-F2)
        self.active: vec[i64] = _BOTH[:]
        self.creations: vec[i64] = _BOTH[:]  # bases that a seat could put by one dispersal
        self.roaming: vec[i64] = _BOTH[:]  # realms in reach of each power, added up
        self.hand: vec[u8] = state.hand
        self._count(state)
        self._look_around(state, 0)
        self._look_around(state, 1)

    def _count(self, state: Realm) -> None:
        board: vec[u8] = state.board
        table: vec[i64] = self.table
        one: i64 = 1
        for realm in range(b.REALMS):
            base: i64 = i64(board[b.centre_of(realm)]) >> 2
            if base != b.EMPTY:
                self.bases[base - b.BASE] |= one << realm
        for seat in range(i64(2)):
            slot: i64 = seat * MOBILE
            square: i64 = i64(state.mobile[slot])
            active: i64 = 0
            while square < b.SQUARES:
                if i64(board[square]) >> 2 == b.POWER + seat:
                    table[POWERS + seat * b.REALMS + b.realm_of(square)] += 1
                else:
                    table[ENFORCERS + seat * b.REALMS + b.realm_of(square)] += 1
                    active += 1
                slot += 1
                square = i64(state.mobile[slot])
            self.active[seat] = active
            self.enforcers[seat] = active + i64(state.hand[HAND_ENFORCERS + seat])
        if state.left:
            self._count_lifted(state)

    def _count_lifted(self, state: Realm) -> None:
        """RLM-T3: pieces in the hand for a moment stay where they were."""
        seat: i64 = state.seat
        for place in range(b.REALM_SIZE):
            if state.left >> (3 * place) & 1:
                if state.old >> (3 * place + 2) & 1:
                    self.table[ENFORCERS + seat * b.REALMS + state.lifted] += 1
                    self.active[seat] += 1
                    self.enforcers[seat] += 1
                else:
                    self.table[POWERS + seat * b.REALMS + state.lifted] += 1

    def open_to(self, seat: i64) -> i64:
        """RLM-E1: the realms where a seat's power could put a base when it stops there."""
        realms: i64 = 0xFFFF & ~(self.bases[0] | self.bases[1])
        one: i64 = 1
        first: i64 = POWERS + (1 - seat) * b.REALMS
        for realm in range(b.REALMS):
            if self.table[first + realm]:
                realms &= ~(one << realm)
        return realms

    def _look_around(self, state: Realm, seat: i64) -> None:
        """Fill in what the seat's mobile pieces can reach."""
        board: vec[u8] = state.board
        table: vec[i64] = self.table
        open_realms: i64 = self.open_to(seat)
        bound: bool = seat == state.seat and (state.source >= 0 or state.target >= 0)
        one: i64 = 1
        before: i64 = -1  # pieces of one realm follow each other in the list
        founders: i64 = 0  # powers of that realm that could put a base
        places: i64 = 0  # and where
        best: i64 = 0
        slot: i64 = seat * MOBILE
        square: i64 = i64(state.mobile[slot])
        while square < b.SQUARES:
            piece: i64 = i64(board[square])
            home: i64 = b.realm_of(square)
            realms: i64 = reach(board, state.closed, square, piece)
            if bound and home != state.source:
                realms &= 0 if state.target < 0 else one << state.target  # RLM-T1, T2
            row: i64 = ENFORCERS_NEAR
            if piece >> 2 == b.POWER + seat:
                row = POWERS_NEAR
                self.roaming[seat] += count_bits32(realms)
                if home != before:
                    before = home
                    founders = 0
                    places = 0
                if realms & open_realms:
                    founders += 1
                    places |= realms & open_realms
                    best = max(best, min(founders, count_bits32(places)))
            row += seat * b.REALMS
            while realms:
                table[row + first_bit(realms)] += 1
                realms &= realms - 1
            slot += 1
            square = i64(state.mobile[slot])
        self.creations[seat] = min(best, i64(state.hand[HAND_BASES + seat]))

    def realms(self, seat: i64) -> i64:
        """RLM-P3: how many realms are a seat's."""
        return count_bits32(self.bases[seat])

    def prize(self, seat: i64, realm: i64) -> i64:
        """RLM-E4, E1: 0 if the seat's next turn cannot capture the base of an enemy realm, 2 if it can and a power is
        left to put its own base there, else 1. Pieces that stand in each other's way are not looked at.
        """
        table: vec[i64] = self.table
        mine: i64 = seat * b.REALMS + realm
        theirs: i64 = (1 - seat) * b.REALMS + realm
        if table[ENFORCERS_NEAR + mine] <= table[ENFORCERS + theirs]:
            return 0  # one enforcer for each that defends, and one more
        spare: i64 = table[POWERS_NEAR + mine] + min(table[POWERS + mine] - table[POWERS + theirs] - 1, 0)
        if spare < 0:
            return 0
        return 2 if spare > 0 and table[POWERS + theirs] == 0 else 1

    def best_prize(self, seat: i64) -> i64:
        """The most that the seat's next turn can win by a capture."""
        best: i64 = 0
        left: i64 = self.bases[1 - seat]
        while left and best < 2:
            best = max(best, self.prize(seat, first_bit(left)))
            left &= left - 1
        return best

    def guarded(self, seat: i64) -> i64:
        """How many of a seat's realms have an active enforcer of it."""
        n: i64 = 0
        left: i64 = self.bases[seat]
        while left:
            if self.table[ENFORCERS + seat * b.REALMS + first_bit(left)]:
                n += 1
            left &= left - 1
        return n

    def finishes(self, seat: i64, capture: i64) -> bool:
        """RLM-F1, F2: whether the seat's next turn could put its last base and win. ``capture`` is its best prize."""
        bases: i64 = i64(self.hand[HAND_BASES + seat])
        ahead: i64 = self.realms(seat) - self.realms(1 - seat)
        if self.creations[seat] >= bases:
            return standing(ahead + bases, self.enforcers[seat] - self.enforcers[1 - seat]) > 0
        return capture == 2 and bases == 1 and ahead + 2 > 0
