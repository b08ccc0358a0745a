"""Events (RLM-E1 to E4): what a piece that has stopped may do."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.core.state import LEGAL
from ludarium.games.realm import rules_board as b
from ludarium.games.realm import terms as t

NO_EVENT: Final[i64] = 0
MAY_CREATE: Final[i64] = 1
MAY_ENFORCE: Final[i64] = 2
MAY_NEUTRALISE: Final[i64] = 3
MAY_CAPTURE: Final[i64] = 4


def event_at(board: vec[u8], seat: i64, square: i64, enforcers: i64) -> i64:
    """The event that the seat's piece on a square gives when it stops there, with so many enforcers in hand.

    At most one can: a realm has one base or none, and active enemy enforcers or none.
    """
    other: i64 = 1 - seat
    realm: i64 = b.realm_of(square)
    base: i64 = i64(board[b.centre_of(realm)]) >> 2
    if i64(board[square]) >> 2 == b.POWER + seat:
        if base == b.EMPTY:  # there is always a base in hand, or the game would be over (RLM-F1)
            return NO_EVENT if b.count(board, realm, b.POWER + other) else MAY_CREATE
        if base != b.BASE + seat or not enforcers or not b.count(board, realm, b.EMPTY):
            return NO_EVENT
        return NO_EVENT if b.count(board, realm, b.ENFORCER) or b.count(board, realm, b.ENFORCER + 1) else MAY_ENFORCE
    if b.count(board, realm, b.ENFORCER + other):
        return MAY_NEUTRALISE
    return MAY_CAPTURE if base == b.BASE + other and lead(board, seat, realm) > 0 else NO_EVENT


def lead(board: vec[u8], seat: i64, realm: i64) -> i64:
    """How many powers more than the opponent the seat has in a realm."""
    return b.count(board, realm, b.POWER + seat) - b.count(board, realm, b.POWER + 1 - seat)


def judge_choice(board: vec[u8], compulsory: bool, seat: i64, event: i64, stopped: i64, step: i64) -> i64:
    """Whether a step decides the event of the piece that has stopped on that square."""
    if step == b.DECLINE and not compulsory:
        return 0
    if event == MAY_CREATE:
        if step == b.CREATE:
            return 0
        return t.R_MUST_CREATE if compulsory else t.R_DECIDE_CREATE
    if event == MAY_CAPTURE:
        if step == b.CAPTURE:
            return 0
        return t.R_MUST_CAPTURE if compulsory else t.R_DECIDE_CAPTURE
    if event == MAY_NEUTRALISE:
        if not b.VICTIM <= step < b.CREATE:
            return t.R_MUST_NEUTRALISE if compulsory else t.R_DECIDE_NEUTRALISE
        victim: i64 = step - b.VICTIM
        is_active: bool = i64(board[victim]) >> 2 == b.ENFORCER + 1 - seat
        if is_active and b.realm_of(victim) == b.realm_of(stopped):
            return 0
        return t.R_MUST_VICTIM if compulsory else t.R_VICTIM
    if not b.PUT_ENFORCER <= step < b.VICTIM:
        return t.R_MUST_ENFORCE if compulsory else t.R_DECIDE_ENFORCER
    square: i64 = (step - b.PUT_ENFORCER) // b.WAYS
    is_free: bool = i64(board[square]) == b.EMPTY and not b.is_centre(square)
    return LEGAL if is_free and b.realm_of(square) == b.realm_of(stopped) else t.R_ENFORCER_WHERE


def choice_facts(stopped: i64, step: i64, reason: i64) -> list[int]:
    """The values of the fields of a reason that forbids a choice."""
    realm: i64 = b.realm_of(stopped)
    return [step - b.VICTIM, realm] if reason in (t.R_VICTIM, t.R_MUST_VICTIM) else [realm]
