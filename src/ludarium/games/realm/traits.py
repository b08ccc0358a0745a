"""What the common tests need to know about Realm."""

import re
from dataclasses import asdict

from ludarium.core.conformance import Image, Traits
from ludarium.core.state import State
from ludarium.games.realm import GAME, rules, rules_board
from ludarium.games.realm.notation import lifted_pieces
from ludarium.games.realm.rules import Realm

OPTION_SETS: list[tuple[str, dict[str, object]]] = [
    ("realm", {}),
    ("realm", {"bases": 4}),
    ("realm", {"enforcers": 0, "bases": 5, "quiet_cap": 10}),
    ("realm", {"quiet_cap": 0, "turn_cap": 60}),
    ("realm", {"quiet_cap": 5, "turn_cap": 0}),
    ("realm", {"counter": "not_superior", "enforcers": 9, "bases": 14, "turn_cap": 40}),
    ("realm-english", {}),
    ("realm-grand", {}),
    ("realm-grand", {"bases": 5, "enforcers": 3}),
    ("realm", {"centres": "blocked", "events": "compulsory"}),
    ("realm-english", {"events": "compulsory", "bases": 6, "enforcers": 2}),
]


def _realm(state: State) -> Realm:
    assert isinstance(state, Realm)
    return state


def conserved(state: State) -> object:
    """By seat: bases, powers and enforcers, wherever they are."""
    realm = _realm(state)
    lifted = [piece >> 2 for square, piece in lifted_pieces(realm) if realm.left >> 3 * (square % 9) & 1]
    tags = [int(piece) >> 2 for piece in realm.board] + lifted
    sums = []
    for seat in (0, 1):
        bases = tags.count(rules_board.BASE + seat)
        bases += realm.hand[rules.HAND_BASES + seat] + realm.hand[rules.CAPTURED + 1 - seat]
        in_setup = realm.stage in (rules.PUTS_BASE, rules.PUTS_POWER)
        powers = realm.powers if in_setup else tags.count(rules_board.POWER + seat)
        enforcers = tags.count(rules_board.ENFORCER + seat) + tags.count(rules_board.NEUTRALISED + seat)
        sums.append((bases, powers, enforcers + realm.hand[rules.HAND_ENFORCERS + seat]))
    return sums


# A symmetry of the square: mirrored or not, then so many quarter turns clockwise.
SYMMETRIES = [(mirrored, turns) for mirrored in (False, True) for turns in range(4)]
_PLACE = re.compile(r"(?<![A-Za-z])(x?)([a-l])(1[0-2]|[1-9])([nesw]?)\b|\b([A-D])([1-4])\b")


def place(x: int, y: int, size: int, mirrored: bool, turns: int) -> tuple[int, int]:
    """Where a square comes on a board of so many rows and columns."""
    if mirrored:
        x = size - 1 - x
    for _ in range(turns):
        x, y = y, size - 1 - x
    return x, y


def facing_image(way: int, mirrored: bool, turns: int) -> int:
    """What a facing, counted clockwise from north, becomes."""
    return ((-way if mirrored else way) + turns) % 4


def image_text(text: str, mirrored: bool, turns: int) -> str:
    """A step or position with all its squares, realms and facings mapped."""

    def mapped(match: re.Match[str]) -> str:
        prefix, column, row, facing, realm_column, realm_row = match.groups()
        if realm_column:
            x, y = place("ABCD".index(realm_column), int(realm_row) - 1, 4, mirrored, turns)
            return f"{'ABCD'[x]}{y + 1}"
        x, y = place("abcdefghijkl".index(column), int(row) - 1, 12, mirrored, turns)
        if facing:
            facing = "nesw"[facing_image("nesw".index(facing), mirrored, turns)]
        return f"{prefix}{'abcdefghijkl'[x]}{y + 1}{facing}"

    return _PLACE.sub(mapped, text)


def images(state: State) -> list[Image]:
    """The eight symmetries of the board.

    While lifted pieces are put down there are none: they come in the order of the board (row 1 first), which the
    symmetries do not keep. The step that lifts them is as symmetric as all others.
    """
    realm = _realm(state)
    if realm.stage == rules.REARRANGES:
        return []
    position = GAME.position_text(realm)
    found: list[Image] = []
    for mirrored, turns in SYMMETRIES:

        def step_image(text: str, mirrored: bool = mirrored, turns: int = turns) -> str:
            return image_text(text, mirrored, turns)

        found.append((GAME.read_position(asdict(realm.options), image_text(position, mirrored, turns)), step_image))
    return found


TRAITS = Traits(OPTION_SETS, conserved, images)
