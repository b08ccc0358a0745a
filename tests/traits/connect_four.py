"""What the conformance suite needs to know of Connect Four."""

from collections import Counter
from collections.abc import Callable

from connect_four import COLUMN, COLUMNS, WIDTH, ConnectFour

from ludarium.core.game import find_ruleset
from ludarium.core.state import State

OPTION_SETS: list[tuple[str, dict[str, object]]] = [("connect-four", {})]


def total(state: State) -> object:
    """As many stones as turns, Blue's one more after an odd number, and no two on one site."""
    pieces = find_ruleset("connect-four").game.scene(state, -1).pieces
    owned = Counter(piece.owner for piece in pieces)
    return (
        owned.total() == state.turn,
        owned[0] - owned[1] == state.turn % 2,
        len({p.site for p in pieces}) == len(pieces),
    )


def images(state: State) -> list[tuple[State, Callable[[str], str]]]:
    """The board seen from behind."""
    assert isinstance(state, ConnectFour)
    image = state.copy()
    image.mine, image.filled = _mirrored(state.mine), _mirrored(state.filled)
    return [(image, lambda text: text.translate(str.maketrans("abcdefg", "gfedcba")))]


def _mirrored(sites: int) -> int:
    columns = [sites >> column * WIDTH & COLUMN for column in range(COLUMNS)]
    return sum(column << place * WIDTH for place, column in enumerate(reversed(columns)))
