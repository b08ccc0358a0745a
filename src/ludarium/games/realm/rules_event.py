"""Events (RLM-E1 to E4): what a piece that has stopped may do."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.games.realm.rules_board import (
    BASE,
    CAPTURE,
    CREATE,
    DECLINE,
    EMPTY,
    ENFORCER,
    POWER,
    PUT_ENFORCER,
    VICTIM,
    WAYS,
    centre_of,
    count,
    is_centre,
    realm_of,
)
from ludarium.games.realm.terms import (
    R_DECIDE_CAPTURE,
    R_DECIDE_CREATE,
    R_DECIDE_ENFORCER,
    R_DECIDE_NEUTRALISE,
    R_ENFORCER_WHERE,
    R_VICTIM,
)

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
    realm: i64 = realm_of(square)
    base: i64 = i64(board[centre_of(realm)]) >> 2
    if i64(board[square]) >> 2 == POWER + seat:
        if base == EMPTY:  # there is always a base in hand, or the game would be over (RLM-F1)
            return NO_EVENT if count(board, realm, POWER + other) else MAY_CREATE
        if base != BASE + seat or not enforcers or not count(board, realm, EMPTY):
            return NO_EVENT
        return NO_EVENT if count(board, realm, ENFORCER) or count(board, realm, ENFORCER + 1) else MAY_ENFORCE
    if count(board, realm, ENFORCER + other):
        return MAY_NEUTRALISE
    return MAY_CAPTURE if base == BASE + other and lead(board, seat, realm) > 0 else NO_EVENT


def lead(board: vec[u8], seat: i64, realm: i64) -> i64:
    """How many powers more than the opponent the seat has in a realm."""
    return count(board, realm, POWER + seat) - count(board, realm, POWER + 1 - seat)


def judge_choice(board: vec[u8], seat: i64, event: i64, stopped: i64, step: i64) -> i64:
    """Whether a step decides the event of the piece that has stopped on that square."""
    if step == DECLINE:
        return 0
    if event == MAY_CREATE:
        return 0 if step == CREATE else R_DECIDE_CREATE
    if event == MAY_CAPTURE:
        return 0 if step == CAPTURE else R_DECIDE_CAPTURE
    if event == MAY_NEUTRALISE:
        if not VICTIM <= step < CREATE:
            return R_DECIDE_NEUTRALISE
        victim: i64 = step - VICTIM
        is_active: bool = i64(board[victim]) >> 2 == ENFORCER + 1 - seat
        return 0 if is_active and realm_of(victim) == realm_of(stopped) else R_VICTIM
    if not PUT_ENFORCER <= step < VICTIM:
        return R_DECIDE_ENFORCER
    square: i64 = (step - PUT_ENFORCER) // WAYS
    is_free: bool = i64(board[square]) == EMPTY and not is_centre(square)
    return 0 if is_free and realm_of(square) == realm_of(stopped) else R_ENFORCER_WHERE


def choice_facts(stopped: i64, step: i64, reason: i64) -> list[int]:
    """The values of the fields of a reason that forbids a choice."""
    realm: i64 = realm_of(stopped)
    return [step - VICTIM, realm] if reason == R_VICTIM else [realm]
