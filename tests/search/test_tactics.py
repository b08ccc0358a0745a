"""Wins and losses within one turn of each side are found, with open and with hidden information."""

from math import inf

from ludarium.core.insight import Insight
from ludarium.search.choice import candidates, expectation
from ludarium.search.solver import Solver
from ludarium.search.tactics import find_loss, find_win
from ludarium.search.tree import ROOT, Settings, Tree
from ludarium.search.values import UNKNOWN
from tests.search.toys import Doors, Pile


def _tree(*truths: Pile | Doors) -> Tree:
    return Tree(truths, Insight(), Settings(scout=False), 7)


def _solver() -> Solver:
    return Solver(Insight(), 10_000)


def test_a_win_is_noted_in_the_tree() -> None:
    tree = _tree(Pile(7))
    line = find_win(tree, _solver(), 2)
    assert line[0] == candidates(tree)[0].step == 3
    assert tree.result[ROOT] == 0b01
    assert find_win(_tree(Pile(7)), _solver(), 1) == []


def test_a_step_that_lets_the_other_one_win_is_noted_until_a_safe_one_is_left() -> None:
    tree = _tree(Pile(5))  # only taking one leaves more than can be taken at once
    tree.run(4, inf)
    while find_loss(tree, _solver()):
        pass
    assert candidates(tree)[0].step == 1
    lost = {one.step for one in candidates(tree) if one.winners == 0b10}
    assert lost <= {2, 3}


def test_a_best_step_that_was_never_tried_is_not_taken_for_a_loss() -> None:
    """The only simulation ran into a step that loses, and judged it even: that is all there is to go by."""
    for seed in range(20):
        tree = Tree([Pile(5)], Insight(), Settings(scout=False, horizon=0), seed)
        tree.run(1, inf)
        if find_loss(tree, _solver()):
            break
    best = candidates(tree)[0]
    assert (best.visits, best.winners) == (0, UNKNOWN)
    assert expectation(tree) == [0.5, 0.5]


def test_where_every_step_loses_the_root_is_lost() -> None:
    tree = _tree(Pile(4))
    tree.run(1, inf)
    assert [find_loss(tree, _solver()) for _ in range(4)] == [True, True, True, False]
    assert tree.result[ROOT] == 0b10


def test_with_hidden_information_only_a_certain_win_counts() -> None:
    doors = [Doors(0), Doors(1), Doors(2)]
    assert find_win(_tree(*doors), _solver(), 1) == []
    with_key = _tree(*[Doors(door, key=True) for door in (0, 1, 2)])
    assert find_win(with_key, _solver(), 1) == [3, 4]
    assert candidates(with_key)[0].step == 3
    assert candidates(with_key)[0].winners == 0b01


def test_a_likely_truth_that_comes_many_times_is_not_all_there_is() -> None:
    assert find_win(_tree(*[Doors(0)] * 100, *[Doors(1)] * 2), _solver(), 1) == []
    tree = _tree(*[Pile(4)] * 100, *[Pile(5)] * 30)
    tree.run(50, inf)
    assert not find_loss(tree, _solver())


def test_without_time_no_win_is_looked_for_in_all_ways_to_play_a_turn() -> None:
    with_key = _tree(*[Doors(door, key=True) for door in (0, 1, 2)])
    assert find_win(with_key, Solver(Insight(), 10_000, deadline=0.0), 1) == []


def test_with_hidden_information_only_a_certain_loss_counts() -> None:
    # In one truth taking one leaves three, in the other four.
    tree = _tree(Pile(4), Pile(5))
    tree.run(50, inf)
    assert not find_loss(tree, _solver())
    assert all(one.winners == UNKNOWN for one in candidates(tree))
