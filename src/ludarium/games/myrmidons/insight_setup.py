"""How computer players choose and place their blocks before the first turn (MYR-P1, X1).

A set-up has a chance in proportion to exp(score): whoever always did the same would have no secret. The score is a sum
of weights that were fitted to the results of many games (``setups.toml``; ``make armies`` computes them anew).
"""

from collections.abc import Sequence
from math import exp
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludarium.core.rng import Rng
from ludarium.games.myrmidons.rules_board import ROW, bit, set_up_square
from ludarium.games.myrmidons.rules_position import Position
from ludarium.games.myrmidons.terms import BASE_TYPES, COMMANDER, TYPES

NUMBER: Final[i64] = len(TYPES)
ZONES: Final[i64] = 6  # the edge row's corners, their neighbours and the middle; then those of the second row
_EXCHANGES: Final[i64] = 3000  # tried for one drawing: enough to forget where they began
_WARM: Final[i64] = 1500  # of them, in which weights grow to what they are, so that no good place is left too early


def kind_of(state: Position) -> str:
    """Which weights are for a game: by the armies' size, and by where they come from."""
    options = state.options
    source = "secret" if state.secret else "base" if options.types == BASE_TYPES else "given"
    return f"{source}-{options.size}"


def zone(place: i64) -> i64:
    """The zone of the square that a seat puts its first, second … block on; left and right are alike."""
    column: i64 = place % ROW
    return place // ROW * 3 + min(column, ROW - 1 - column)


@final
class SetUps:
    """``types`` weighs each type that is chosen, ``pairs`` (a row for each type) each two of them, ``zones`` (a row for
    each type) where they stand, ``beside`` those next to the commander.
    """

    def __init__(
        self, types: Sequence[float], pairs: Sequence[float], zones: Sequence[float], beside: Sequence[float]
    ) -> None:
        self.types: vec[float] = vec[float](types)
        self.pairs: vec[float] = vec[float](pairs)
        self.zones: vec[float] = vec[float](zones)
        self.beside: vec[float] = vec[float](beside)

    def score(self, blocks: vec[i64], size: i64, chooses: bool) -> float:
        """Of the first ``size`` blocks in the order of their squares; what was chosen counts only if somebody did."""
        total: float = 0.0
        chief: i64 = 0
        for place in range(size):
            type_: i64 = blocks[place]
            total += self.zones[type_ * ZONES + zone(place)]
            if type_ == COMMANDER:
                chief = place
            if chooses:
                total += self.types[type_]
                for other in range(place):
                    total += self.pairs[type_ * NUMBER + blocks[other]]
        for place in range(size):
            if are_neighbours(place, chief):
                total += self.beside[blocks[place]]
        return total

    def draw(self, state: Position, rng: Rng) -> vec[i64]:
        """All blocks of the seat to act in the order of their squares, those that stand already included: the others
        are exchanged with each other and with those that can be chosen, the better the likelier (Metropolis).
        """
        seat: i64 = state.seat
        size: i64 = state.size
        placed: i64 = size - state.left_of(seat)
        blocks: vec[i64] = _arranged(state, placed)
        chooses: bool = state.secret
        score: float = self.score(blocks, size, chooses)
        for number in range(_EXCHANGES):
            one: i64 = placed + rng.below(size - placed)
            other: i64 = placed + rng.below(len(blocks) - placed)
            if blocks[one] == blocks[other] or (blocks[one] == COMMANDER and other >= size):
                continue
            _exchange(blocks, one, other)
            new: float = self.score(blocks, size, chooses)
            warmth: float = min(1.0, float(number) / float(_WARM))
            if new >= score or rng.fraction() < exp(warmth * (new - score)):
                score = new
            else:
                _exchange(blocks, one, other)
        return blocks[:size]

    def step(self, state: Position, rng: Rng) -> i64:
        """The next block that the seat to act puts."""
        return self.draw(state, rng)[state.size - state.left_of(state.seat)]


def are_neighbours(one: i64, other: i64) -> bool:
    """Whether the squares of a seat's so-many-eth blocks touch."""
    rows: i64 = one // ROW - other // ROW
    columns: i64 = one % ROW - other % ROW
    return one != other and -1 <= rows <= 1 and -1 <= columns <= 1


def _arranged(state: Position, placed: i64) -> vec[i64]:
    """The seat's blocks that stand, then those in its hand, the commander first: what comes after the last square is
    left out.
    """
    seat: i64 = state.seat
    blocks: vec[i64] = vec[i64]()
    for place in range(placed):
        blocks = append(blocks, state.type_at(set_up_square(seat, place, state.rows)))
    hand: i64 = state.hand(seat)
    for type_ in range(NUMBER):
        if hand & bit(type_ * 2):
            blocks = append(blocks, type_)
        if hand & bit(type_ * 2 + 1):
            blocks = append(blocks, type_)
    return blocks


def _exchange(blocks: vec[i64], one: i64, other: i64) -> None:
    held: i64 = blocks[one]
    blocks[one] = blocks[other]
    blocks[other] = held
