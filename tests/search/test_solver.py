"""The solver's answers on games that a person can solve."""

import pytest

from ludarium.core.insight import Insight
from ludarium.core.state import State
from ludarium.search.solver import NO, OPEN, YES, Solver
from tests.search.toys import Kingmaker, Pile, steps_of


def _solver(most_positions: int = 100_000) -> Solver:
    return Solver(Insight(), most_positions)


@pytest.mark.parametrize(("pile", "turns"), [(1, 1), (3, 1), (5, 2), (7, 2), (9, 3), (11, 3)])
def test_a_win_in_so_many_turns(pile: int, turns: int) -> None:
    solver = _solver()
    assert solver.forces(Pile(pile), 0, turns) == YES
    assert solver.forces(Pile(pile), 0, turns - 1) == NO
    assert solver.quickest(Pile(pile), 5)[0] == turns


@pytest.mark.parametrize("pile", [4, 8])
def test_no_win_where_the_other_one_wins(pile: int) -> None:
    assert _solver().forces(Pile(pile), 0, 5) == NO
    assert _solver().forces(Pile(pile), 1, 5) == YES
    assert _solver().quickest(Pile(pile), 5) == (0, [])


def test_the_line_shows_the_win_and_the_longest_defence() -> None:
    turns, line = _solver().quickest(Pile(7), 3)
    assert turns == 2
    first, reply, last = steps_of(line)
    assert (first, reply + last) == (3, 4)


def test_a_turn_of_several_steps_is_one_turn() -> None:
    # Six can be taken in one turn of two steps; seven cannot, and leaves the other one at least one of his turn.
    assert _solver().forces(Pile(6, steps_per_turn=2), 0, 1) == YES
    assert _solver().forces(Pile(7, steps_per_turn=2), 0, 1) == NO


def test_a_turn_that_is_going_on_counts() -> None:
    state = Pile(6, steps_per_turn=2)
    state.apply(3)
    assert _solver().forces(state, 0, 1) == YES
    assert _solver().forces(state, 0, 0) == NO


def test_all_others_are_against_the_attacker() -> None:
    assert _solver().forces(Kingmaker(), 0, 3) == NO
    after = Kingmaker()
    after.apply(1)
    assert _solver().forces(after, 2, 1) == YES


def test_a_limit_leaves_the_question_open() -> None:
    assert _solver(5).forces(Pile(20), 0, 9) == OPEN
    assert Solver(Insight(), 10_000_000, deadline=0.0).forces(Pile(60), 0, 30) == OPEN


def test_an_insight_may_rule_a_win_out() -> None:
    class Hopeless(Insight):
        def may_win(self, state: State) -> bool:
            return False

    solver = Solver(Hopeless(), 1000)
    assert solver.forces(Pile(3), 0, 1) == NO
    assert solver.positions == 1


def test_a_line_for_any_attacker_shows_the_longest_defence() -> None:
    # With 4 left whoever is to take loses: the other one wins with the rest, whatever is taken.
    line = _solver().line(Pile(4), 1, 1)
    assert sum(steps_of(line)) == 4
    assert len(line) == 2
    assert _solver().line(Pile(4), 0, 3) == []
