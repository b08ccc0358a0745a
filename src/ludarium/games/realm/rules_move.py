"""Movement (RLM-M1 to M5) within a dispersal or a concentration (RLM-T1, T2).

``source`` and ``target`` are the realm from which this turn may still be a dispersal and the realm into which it may
still be a concentration: both after the first move, NOWHERE before it. That a piece moves at most once in a turn, and
one created in this turn not at all, follows: such a piece stands in a realm that this turn moved into, which is
neither the source of a dispersal nor outside the target of a concentration.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from ludarium.games.realm import rules_board as b
from ludarium.games.realm import terms as t

_ALL_REALMS: Final[i64] = 0xFFFF


def judge_move(board: vec[u8], closed: bool, seat: i64, source: i64, target: i64, step: i64) -> i64:
    """``closed``: empty centres block, too (RLM-M3)."""
    start, stop = b.move_squares(step)
    piece: i64 = i64(board[start])
    if piece >> 2 != b.POWER + seat and piece >> 2 != b.ENFORCER + seat:
        if piece >> 2 == b.BASE + seat:
            return t.R_BASE
        return t.R_NEUTRALISED if piece >> 2 == b.NEUTRALISED + seat else t.R_NOT_YOURS
    if step >= b.CROOKED:
        return t.R_CROOKED
    line: i64 = step - b.MOVE
    way: i64 = b.way_of(line)
    if _is_about(piece, way):
        return t.R_ABOUT
    first: i64 = b.STARTS[start * b.WAYS + way]
    if closed and _closed_centre(board, first, line) != b.NOWHERE:
        return t.R_CENTRE_CLOSED
    if _blocker(board, first, line) != b.NOWHERE:
        return t.R_BLOCKED
    return _judge_stop(start, stop, source, target)


def _is_about(piece: i64, way: i64) -> bool:
    """RLM-M4: it is an enforcer that would have to turn about to go this way."""
    return piece >> 3 == b.ENFORCER >> 1 and piece & 3 == way ^ 2


def _blocker(board: vec[u8], first: i64, last: i64) -> i64:
    """RLM-M2: the first piece on a stretch of TARGETS, or NOWHERE."""
    for line in range(first, last + 1):
        square: i64 = i64(b.TARGETS[line])
        if i64(board[square]) != b.EMPTY:
            return square
    return b.NOWHERE


def _closed_centre(board: vec[u8], first: i64, last: i64) -> i64:
    """RLM-M3, where centres block: the first one on a stretch of TARGETS that no piece comes before, or NOWHERE."""
    for line in range(first, last + 1):
        square: i64 = i64(b.TARGETS[line])
        if i64(board[square]) != b.EMPTY:
            return b.NOWHERE
        if b.is_centre(square):
            return square
    return b.NOWHERE


def _judge_stop(start: i64, stop: i64, source: i64, target: i64) -> i64:
    """Whether a piece that can get there may stop there (RLM-M2, M3, T1, T2)."""
    here: i64 = b.realm_of(start)
    if b.STOPS[stop] & _open_realms(here, source, target):
        return 0
    if b.is_centre(stop):
        return t.R_CENTRE
    if here == b.realm_of(stop):
        return t.R_SAME_REALM
    return t.R_DISPERSAL if target < 0 else t.R_CONCENTRATION if source < 0 else t.R_EITHER


def _open_realms(here: i64, source: i64, target: i64) -> i64:
    """The set of realms that a piece from this one may stop in (RLM-M2, T1, T2)."""
    one: i64 = 1
    if here == source or (source < 0 and target < 0):
        return _ALL_REALMS & ~(one << here)
    return one << target if target >= 0 and target != here else i64(0)


def list_moves(board: vec[u8], closed: bool, mobile: vec[u8], slot: i64, source: i64, target: i64) -> vec[i64]:
    """All legal moves of the mobile pieces that are listed from ``slot`` on."""
    steps = vec[i64](capacity=60)
    start: i64 = i64(mobile[slot])
    while start < b.SQUARES:
        piece: i64 = i64(board[start])
        realms: i64 = _open_realms(b.realm_of(start), source, target)
        for way in range(b.WAYS):
            if not b.AHEAD[start * b.WAYS + way] & realms or _is_about(piece, way):
                continue
            for line in range(b.STARTS[start * b.WAYS + way], b.STARTS[start * b.WAYS + way + 1]):
                stop: i64 = i64(b.TARGETS[line])
                if i64(board[stop]) != b.EMPTY or (closed and b.is_centre(stop)):
                    break
                if b.STOPS[stop] & realms:
                    steps = append(steps, b.MOVE + line)
        slot += 1
        start = i64(mobile[slot])
    return steps


def move_facts(board: vec[u8], source: i64, target: i64, step: i64, reason: i64) -> list[int]:
    """The values of the fields of a reason that forbids a move."""
    start, stop = b.move_squares(step)
    if reason in (t.R_DISPERSAL, t.R_CONCENTRATION, t.R_EITHER):
        return [realm for realm in (source, target) if realm != b.NOWHERE]
    if reason == t.R_ABOUT:
        return [start, i64(board[start]) & 3]
    if reason in (t.R_BLOCKED, t.R_CENTRE_CLOSED):
        line: i64 = step - b.MOVE
        first: i64 = b.STARTS[start * b.WAYS + b.way_of(line)]
        return [_blocker(board, first, line) if reason == t.R_BLOCKED else _closed_centre(board, first, line)]
    if reason == t.R_CENTRE:
        return [stop]
    if reason == t.R_SAME_REALM:
        return [b.realm_of(start)]
    return [start, stop] if reason == t.R_CROOKED else [start]
