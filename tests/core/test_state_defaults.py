"""What ``State`` does for games that say no more than ``__init__``: copies, equality, hashes and pickles."""

import pickle

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.core.state import State


class Pile(State):
    """A game with a little of everything, whose ``__init__`` takes no arguments."""

    def __init__(self) -> None:
        super().__init__()
        self.stones = 5
        self.heights = [1, 2]
        self.board: vec[u8] = vec[u8]([0, 255])
        self.weights: vec[float] = vec[float]([0.5])
        self.numbers: vec[i64] = vec[i64]([-1, 1 << 62])


class Named(Pile):
    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def arguments(self) -> tuple[object, ...]:
        return (self.name,)


def test_a_copy_is_equal_and_independent() -> None:
    pile = Pile()
    pile.seat, pile.stones = 1, 4
    twin = pile.copy()
    assert isinstance(twin, Pile)
    assert twin == pile
    assert hash(twin) == hash(pile)
    twin.heights.append(3)
    twin.board[0] = u8(7)
    assert pile.heights == [1, 2]
    assert list(pile.board) == [0, 255]
    assert twin != pile


def test_every_attribute_distinguishes() -> None:
    for name, value in (("seat", 1), ("turn", 1), ("winners", 1), ("ending", 1), ("stones", 4), ("heights", [1])):
        other = Pile()
        setattr(other, name, value)
        assert other != Pile(), name


def test_fields_are_the_attributes_by_name() -> None:
    board, heights, numbers, weights = (0, 255), (1, 2), (-1, 1 << 62), (0.5,)
    assert Pile().fields() == (board, 0, heights, numbers, 0, 2, 5, 0, weights, 0)


def test_a_pickle_is_read_back() -> None:
    for state in (Pile(), Named("first")):
        state.turn, state.stones = 9, 3
        twin = pickle.loads(pickle.dumps(state))
        assert type(twin) is type(state)
        assert twin == state
        assert hash(twin) == hash(state)
        assert twin.stones == 3


def test_arguments_are_given_again() -> None:
    assert Named("first").copy().fields() == Named("first").fields() != Named("second").fields()
