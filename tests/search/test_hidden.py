"""Truths are drawn as likely as the belief says."""

from ludarium.core.insight import Belief
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.search.hidden import draw_truths
from tests.search.toys import Doors, Favourite, Pile


def _doors(belief: Belief, seed: int = 3) -> list[int]:
    drawn = draw_truths(Doors(0), 0, belief, Rng(seed), 300)
    assert all(isinstance(truth, Doors) for truth in drawn)
    return [truth.door for truth in drawn if isinstance(truth, Doors)]


def test_without_a_belief_all_are_alike() -> None:
    doors = _doors(Belief())
    assert len(doors) == 300
    assert all(80 <= doors.count(door) <= 120 for door in range(3))


def test_a_belief_shifts_them() -> None:
    doors = _doors(Favourite(1, 8.0))
    assert len(doors) == 300
    assert 225 <= doors.count(1) <= 255  # eight of ten


def test_a_belief_in_nothing_falls_back_to_what_is_possible() -> None:
    class Nothing(Belief):
        def weight(self, truth: State) -> float:
            return 0.0

    assert len(_doors(Nothing())) == 300


def test_same_seed_same_truths() -> None:
    assert _doors(Favourite(1, 3.0)) == _doors(Favourite(1, 3.0))
    assert _doors(Favourite(1, 3.0)) != _doors(Favourite(1, 3.0), seed=4)


def test_a_belief_in_one_truth_does_not_make_it_the_only_one() -> None:
    assert _doors(Favourite(1, 1.0e9)) == [1] * 300


def test_one_truth_is_enough_where_nothing_is_hidden() -> None:
    assert len(draw_truths(Pile(9), 0, Belief(), Rng(3), 300)) == 1
