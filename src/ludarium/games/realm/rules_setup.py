"""Set-up (RLM-P1, P2): where bases and powers may be put before the first turn."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.games.realm.rules_board import BASE, EMPTY, POWER, REALMS, centre_of, count, is_centre, realm_of
from ludarium.games.realm.terms import R_CENTRE, R_CENTRE_TAKEN, R_NOT_YOUR_REALM, R_ONE_POWER, R_SAME_LINE


def judge_base(board: vec[u8], seat: i64, realm: i64) -> i64:
    """RLM-P1."""
    if i64(board[centre_of(realm)]) != EMPTY:
        return R_CENTRE_TAKEN
    if not _shares_line(board, seat, realm):
        return 0
    for other in range(i64(0), REALMS):
        if i64(board[centre_of(other)]) == EMPTY and not _shares_line(board, seat, other):
            return R_SAME_LINE
    return 0  # no empty realm keeps the rule, so it is waived


def _shares_line(board: vec[u8], seat: i64, realm: i64) -> bool:
    """Whether the seat has a base in the same row or column of realms."""
    for other in range(i64(0), REALMS):
        if i64(board[centre_of(other)]) >> 2 == BASE + seat:
            if other % 4 == realm % 4 or other // 4 == realm // 4:
                return True
    return False


def judge_power(board: vec[u8], seat: i64, square: i64) -> i64:
    """RLM-P2."""
    realm: i64 = realm_of(square)
    if is_centre(square):
        return R_CENTRE
    if i64(board[centre_of(realm)]) >> 2 != BASE + seat:
        return R_NOT_YOUR_REALM
    return R_ONE_POWER if count(board, realm, POWER + seat) else 0
