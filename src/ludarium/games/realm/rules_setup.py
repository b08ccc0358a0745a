"""Set-up (RLM-P1, P2): where bases and powers may be put before the first turn."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.core.state import LEGAL
from ludarium.games.realm import rules_board as b
from ludarium.games.realm import terms as t


def judge_base(board: vec[u8], seat: i64, realm: i64) -> i64:
    """RLM-P1."""
    if i64(board[b.centre_of(realm)]) != b.EMPTY:
        return t.R_CENTRE_TAKEN
    if not _shares_line(board, seat, realm):
        return 0
    for other in range(i64(0), b.REALMS):
        if i64(board[b.centre_of(other)]) == b.EMPTY and not _shares_line(board, seat, other):
            return t.R_SAME_LINE
    return 0  # no empty realm keeps the rule, so it is waived


def _shares_line(board: vec[u8], seat: i64, realm: i64) -> bool:
    """Whether the seat has a base in the same row or column of realms."""
    for other in range(i64(0), b.REALMS):
        if i64(board[b.centre_of(other)]) >> 2 == b.BASE + seat:
            if other % 4 == realm % 4 or other // 4 == realm // 4:
                return True
    return False


def judge_power(board: vec[u8], seat: i64, square: i64) -> i64:
    """RLM-P2."""
    realm: i64 = b.realm_of(square)
    if b.is_centre(square):
        return t.R_CENTRE
    if i64(board[b.centre_of(realm)]) >> 2 != b.BASE + seat:
        return t.R_NOT_YOUR_REALM
    return t.R_ONE_POWER if b.count(board, realm, b.POWER + seat) else LEGAL
