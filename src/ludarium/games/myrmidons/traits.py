"""What the conformance suite needs to know about Myrmidons."""

from collections.abc import Callable
from functools import partial

from ludarium.core.conformance import Image, Traits
from ludarium.core.state import State
from ludarium.games.myrmidons import rules_board
from ludarium.games.myrmidons.notation import DIRECTIONS
from ludarium.games.myrmidons.rules import Myrmidons
from ludarium.games.myrmidons.terms import BOARDS

_ELEVEN = ["135", "153", "225", "243", "315", "324", "333", "351", "414", "441", "531"]
OPTION_SETS: list[tuple[str, dict[str, object]]] = [
    ("myrmidons", {}),
    ("myrmidons", {"order_distance": "unlimited"}),
    ("myrmidons", {"types": ["135", "153", "315", "351", "513"]}),
    ("myrmidons", {"army": "agreed", "types": ["225", "252", "414", "441", "333"]}),
    ("myrmidons", {"army": "agreed", "size": 12, "types": _ELEVEN}),
    ("myrmidons", {"turn_cap": 10}),
    ("myrmidons", {"turn_cap": 0}),
    ("myrmidons-memory", {}),
    ("myrmidons-secret", {}),
    ("myrmidons-random", {}),
    ("myrmidons-random", {"drawn": [["333", "333", "135", "531", "252"], ["135", "324", "324", "522", "144"]]}),
    ("myrmidons-random", {"size": 12, "display": "memory"}),
    ("myrmidons-twelve", {}),
    ("myrmidons-twelve", {"order_distance": "unlimited"}),
    ("myrmidons-tiny", {"board": "3x4", "turn_cap": 20}),
    ("myrmidons-tiny", {"board": "4x4", "types": ["243", "324", "432"], "turn_cap": 40}),
    ("myrmidons-tiny", {"army": "secret", "types": [], "turn_cap": 20}),
]


def _full(state: State) -> Myrmidons:
    assert isinstance(state, Myrmidons)
    return state


def conserved(state: State) -> object:
    """All blocks of each seat, on the board, removed or still to be put; their types where no choice is left open."""
    own = _full(state)
    numbers = []
    for seat in range(2):
        blocks = int(own.men(seat)).bit_count() + int(own.lost(seat)).bit_count() + int(own.left_of(seat))
        numbers.append((blocks, None if own.secret else int(own.known(seat))))
    return numbers


def _image(state: Myrmidons, square_map: Callable[[int], int], exchange: bool) -> Myrmidons:
    new = state.copy()
    for square in range(42):
        new.cells[square_map(square)] = state.cells[square]

    def moved(squares: int) -> int:
        return sum(1 << square_map(square) for square in range(42) if squares >> square & 1)

    own, other = (1, 0) if exchange else (0, 1)
    new.blue, new.blue_hand, new.blue_lost = moved(state.men(own)), state.hand(own), state.lost(own)
    new.red, new.red_hand, new.red_lost = moved(state.men(other)), state.hand(other), state.lost(other)
    new.shown, new.suspects = moved(state.shown), moved(state.suspects)
    if exchange:
        new.seat = 1 - state.seat if state.seat >= 0 else state.seat
        new.winners = (0, 2, 1, 3)[state.winners]
    new.find_chiefs()
    return new


def step_map(square_map: Callable[[int], int], ways: dict[str, str]) -> Callable[[str], str]:
    names = [f"{column}{row}" for row in range(1, 8) for column in "abcdef"]

    def mapped(text: str) -> str:
        if text[0] in "=.":  # a block is put on the next square; an order is carried out
            return text
        if text[0] == "!":
            return "!" + ways[text[1:]]
        square, way = names[square_map(names.index(text[:2]))], text[2:-1]
        return square + ways.get(way, way) + text[-1]

    return mapped


def images(state: State) -> list[Image]:
    """The mirror image (a and f exchanged), the exchange of seats (1 and 7 exchanged), and both together.

    During the set-up squares are filled from a to f by seat 0 and then by seat 1, and in an unfinished order companions
    are named from a1 to f7: both fix a side of the board, so that there is no image then.
    """
    own = _full(state)
    if own.left or own.order >= 0:
        return []
    found: list[Image] = []
    for columns, rows in ((True, False), (False, True), (True, True)):
        squares = partial(square_image, BOARDS[own.options.board], columns, rows)
        found.append((_image(own, squares, rows), step_map(squares, way_images(columns, rows))))
    return found


def square_image(board: tuple[int, int], columns: bool, rows: bool, square: int) -> int:
    """With columns exchanged (a and the last one, …), and rows, on a board of so many columns and rows."""
    row, column = divmod(square, int(rules_board.ROW))
    if columns:
        column = (board[0] - 1 - column) % int(rules_board.ROW)
    if rows:
        row = (board[1] - 1 - row) % int(rules_board.SQUARES // rules_board.ROW)
    return row * int(rules_board.ROW) + column


def way_images(columns: bool, rows: bool) -> dict[str, str]:
    """What each direction becomes."""
    exchanged = str.maketrans("ewns", ("we" if columns else "ew") + ("sn" if rows else "ns"))
    return {way: way.translate(exchanged) for way in DIRECTIONS}


TRAITS = Traits(OPTION_SETS, conserved, images)
