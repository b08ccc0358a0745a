"""Small nets: which rows a position calls up, and what follows from them, worked out by hand."""

from math import exp, log
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.core.arrays import Arrays, Plane
from ludarium.core.insight import Insight
from ludarium.core.state import State
from ludarium.search.net import STEP, Inputs, LearnedInsight, Net


class Three(State):
    """A game with three cells and two steps; ``cells`` and ``number`` are what there is to see."""

    def __init__(self) -> None:
        super().__init__()
        self.cells = [0, 2, 1]
        self.number = 6

    def legal(self) -> Any:
        return vec[i64]([7, 9])


class ThreeArrays(Arrays):
    def __init__(self) -> None:
        super().__init__(version=1, layout="a row")

    def actions(self, state: State) -> i64:
        return i64(10)

    def shape(self, state: State) -> tuple[int, ...]:
        return (3,)

    def planes(self, state: State) -> list[Plane]:
        return [Plane("cells", 2, "what is there"), Plane("number", 20, "everywhere: how many")]

    def write(self, view: State, seat: i64, out: Any, at: i64) -> None:
        assert isinstance(view, Three)
        for cell, value in enumerate([*view.cells, *[view.number] * 3]):
            out[int(at) + cell] = u8(value)


class Sure(Insight):
    """Gives seat 0 nine chances in ten, and the first step three times the weight of the second."""

    def judge_worth(self, state: State, worth: Any) -> None:
        worth[0], worth[1] = 0.9, 0.1

    def priors(self, state: State, steps: Any, weights: Any) -> None:
        weights[0], weights[1] = 3.0, 1.0


def inputs(*ignored: str) -> Inputs:
    return Inputs(ThreeArrays(), Three(), False, ignored)


def net(trust: float = 0.0, judges: bool = True, prefers: bool = True) -> Net:
    """Hidden units for the position of ``Three``: 0.75 squared, 1 (cut off above) and 0 (cut off below)."""
    known = inputs()
    rows = [0] * int(known.rows) * 3
    for row, weights in {0: (128, 0, -512), 5: (64, 0, 0), 6: (0, 600, 0)}.items():
        rows[3 * row : 3 * row + 3] = weights
    policy = [0.0] * 30
    policy[3 * 7] = 2.0  # of action 7, with the first unit
    bias = [0.0] * 10
    bias[9] = 0.5
    return Net(
        known, rows, [0, 0, 256], [2.0, 0, 0, 0, 1.0, 0], [0.0, 0.0], policy, bias, trust, trust, judges, prefers
    )


def chances(of: Net) -> list[float]:
    worth = vec[float]([0.0, 0.0])
    LearnedInsight(of, Sure(), 1.4).judge_worth(Three(), worth)
    return list(worth)


def weights(of: Net) -> float:
    """How many times the weight of the second step the first one has."""
    found = vec[float]([0.0, 0.0])
    LearnedInsight(of, Sure(), 1.4).priors(Three(), Three().legal(), found)
    return found[0] / found[1]


def test_every_number_on_a_cell_calls_up_a_row() -> None:
    """Rows 0 and 1 are whose turn it is, 2 to 7 two for each cell, from 8 on the ranges of a number up to 20."""
    known = inputs()
    assert known.rows == 2 + 2 * 3 + 9  # 1, 2, 3, 4, 5–6, 7–8, 9–12, 13–16, 17–24
    assert known.seen(Three()) == [0, 5, 6, 12]


def test_ignored_planes_call_up_none() -> None:
    assert inputs("cells").seen(Three()) == [0, 6]
    assert inputs("number").seen(Three()) == [0, 5, 6]


def test_chances_follow_from_the_hidden_units() -> None:
    first = 1 / (1 + exp(1.0 - 2.0 * 0.75**2))
    assert STEP == 256
    assert chances(net()) == pytest.approx([first, 1 - first])


def test_the_seat_to_act_comes_first() -> None:
    state, worth = Three(), vec[float]([0.0, 0.0])
    state.seat = i64(1)
    LearnedInsight(net(), Sure(), 1.4).judge_worth(state, worth)
    assert list(worth) == pytest.approx(chances(net())[::-1])


def test_what_the_insight_thinks_counts_as_much_as_it_is_trusted() -> None:
    odds = exp(2.0 * 0.75**2 - 1.0)
    for trust in (0.5, 1.0):
        first = odds * 9**trust
        assert chances(net(trust))[0] == pytest.approx(first / (1 + first))
        assert weights(net(trust)) == pytest.approx(exp(2.0 * 0.75**2 - 0.5) * 3**trust)


def test_preferences_follow_from_the_hidden_units() -> None:
    assert log(weights(net())) == pytest.approx(2.0 * 0.75**2 - 0.5)


def test_a_part_that_is_not_used_leaves_it_to_the_insight() -> None:
    assert chances(net(judges=False)) == [0.9, 0.1]
    assert weights(net(prefers=False)) == 3.0
