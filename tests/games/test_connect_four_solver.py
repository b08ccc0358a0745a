"""The exact solver of Connect Four, and the list of positions that players are measured on."""

from itertools import count, islice

import pytest
from connect_four import LETTERS, ConnectFour, read_position
from connect_four_solver import Solver, after

from benchmarks.connect_four import STONES, Position, read_positions, share_kept
from ludarium.core.rng import Rng

SOLVER = Solver(99_991)


def _values(state: ConnectFour) -> dict[str, int]:
    return {LETTERS[step]: value for step, value in SOLVER.values(state).items()}


def test_a_four_at_hand_wins() -> None:
    assert SOLVER.value(read_position("blue a1 a2 a3; red b1 b2 c1")) == 1


def test_against_two_sites_at_once_nothing_helps() -> None:
    # Blue has c1 d1 e1 and would complete it on b1 as well as on f1.
    state = read_position("blue c1 d1 e1; red c2 d2")
    assert state.seat == 1
    assert SOLVER.value(state) == -1
    assert set(_values(state).values()) == {-1}


def test_an_open_row_of_two_wins_for_whoever_acts() -> None:
    # With b1 or e1 Blue has three in a row, and then both ends are open (a1 and e1, or b1 and f1).
    state = read_position("blue c1 d1; red c2 d2")
    assert SOLVER.value(state) == 1
    for step in "be":
        then = state.copy()
        then.apply(LETTERS.index(step))
        assert set(_values(then).values()) == {-1}


def _plain(state: ConnectFour) -> int:
    """What the rules alone say, by trying everything."""
    if state.seat < 0:
        return -1 if state.winners else 0  # whoever took the last step has won
    found = -1
    for step in state.legal():
        then = state.copy()
        then.apply(step)
        found = max(found, -_plain(then))
    return found


def _played(seed: int, stones: int) -> ConnectFour | None:
    rng, state = Rng(seed), ConnectFour()
    while state.seat >= 0 and state.turn < stones:
        state.apply(state.random_step(rng))
    return state if state.seat >= 0 else None


@pytest.mark.parametrize("stones", [36, 37, 38, 40, 41])
def test_the_values_are_those_of_trying_everything(stones: int) -> None:
    states = list(islice((state for seed in count() if (state := _played(seed, stones))), 12))
    for state in states:
        assert SOLVER.value(state) == _plain(state)
        for step, value in SOLVER.values(state).items():
            then = state.copy()
            then.apply(step)
            assert value == -_plain(then)
        assert SOLVER.keeping(state) == [step for step, one in SOLVER.values(state).items() if one == _plain(state)]


def test_what_is_remembered_does_not_change_the_answers() -> None:
    states = list(islice((state for seed in count() if (state := _played(seed, 32))), 10))
    tiny = Solver(7)  # forgets at once
    assert [tiny.values(state) for state in states] == [SOLVER.values(state) for state in states]


def test_steps_that_cannot_be_taken_are_refused() -> None:
    with pytest.raises(ValueError, match="'x'"):
        after("dx")
    with pytest.raises(ValueError, match="'d'"):
        after("ddddddd")


def test_the_list() -> None:
    positions = read_positions()
    assert len(positions) == 1000
    assert {len(one.steps) for one in positions} == set(STONES)
    states = [after(one.steps) for one in positions]
    assert len({(state.mine, state.filled) for state in states}) == 1000
    for one, state in zip(positions, states, strict=True):
        legal = {LETTERS[step] for step in state.legal()}
        assert set(one.keeping) < legal
        assert one.keeping
    assert {one.value for one in positions} == {0, 1}


def test_the_list_has_what_the_solver_says() -> None:
    for one in [position for position in read_positions() if len(position.steps) >= 22][::4]:
        state = after(one.steps)
        assert one.value == SOLVER.value(state)
        assert one.keeping == "".join(LETTERS[step] for step in SOLVER.keeping(state))


def test_how_often_a_player_keeps_the_value() -> None:
    positions = [Position("abacad", 1, "a"), Position("abcbdb", 0, "be"), Position("", 1, "d")]
    assert share_kept(positions, "aaa") == 1 / 3
    assert share_kept(positions, "bbd") == 2 / 3
