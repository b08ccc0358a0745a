"""The tree finds what a person can work out, keeps to its limits and gives the same answer for the same seed."""

from math import inf
from time import perf_counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.insight import Insight
from ludarium.core.state import EventLog, State
from ludarium.search.choice import Candidate, candidates, expectation, line
from ludarium.search.tree import ROOT, Settings, Tree
from ludarium.search.values import UNKNOWN, share
from tests.search.toys import Doors, Kingmaker, Pile, PileInsight


def _searched(state: State, simulations: int = 2000, insight: Insight | None = None, **settings: object) -> Tree:
    tree = Tree([state], insight or Insight(), Settings(**settings), 7)  # type: ignore[arg-type]
    tree.run(simulations, inf)
    return tree


def _best(tree: Tree) -> Candidate:
    return candidates(tree)[0]


def test_shares_of_a_result() -> None:
    assert [share(0b01, seat, 2) for seat in (0, 1)] == [1.0, 0.0]
    assert [share(0, seat, 4) for seat in range(4)] == [0.25] * 4  # a draw between all
    assert [share(0b101, seat, 3) for seat in range(3)] == [0.5, 0.0, 0.5]


@pytest.mark.parametrize("pile", [5, 6, 7, 9, 10, 11])
def test_a_forced_win_is_proven_and_chosen(pile: int) -> None:
    tree = _searched(Pile(pile))
    assert tree.result[ROOT] == 0b01
    assert _best(tree).step == pile % 4
    assert (_best(tree).worth, _best(tree).winners) == (1.0, 0b01)
    assert expectation(tree) == [1.0, 0.0]


@pytest.mark.parametrize("pile", [4, 8, 12])
def test_a_forced_loss_is_proven_and_put_off(pile: int) -> None:
    tree = _searched(Pile(pile), 5000)
    assert tree.result[ROOT] == 0b10
    assert _best(tree).winners == 0b10
    # Whatever is taken, the other one completes it to four: two steps for every four.
    assert _best(tree).length == tree.length[ROOT] == pile // 2


def test_the_quickest_proven_win_comes_first() -> None:
    tree = _searched(Pile(3), 50)
    assert next(one.step for one in candidates(tree) if one.worth == 1.0) == 3  # takes all at once
    assert _best(tree).length == 1


def test_without_proofs_the_visits_say_the_same() -> None:
    tree = _searched(Pile(7), 4000, proofs=False)
    assert tree.result[ROOT] == UNKNOWN
    assert _best(tree).step == 3
    assert _best(tree).worth > 0.9
    assert sum(one.visits for one in candidates(tree)) == 4000


def test_scouting_sees_the_end_before_any_playout() -> None:
    assert _searched(Pile(3), 1).result[ROOT] == 0b01
    assert _searched(Pile(3), 1, scout=False).result[ROOT] == UNKNOWN


def test_turns_of_several_steps_belong_to_one_seat() -> None:
    # Two steps to a turn, one to three each: with five left, 3 + 2 takes all; nobody else comes in between.
    tree = _searched(Pile(5, steps_per_turn=2), 300)
    assert tree.result[ROOT] == 0b01
    assert tree.length[ROOT] == 2
    first, second = line(tree, _best(tree).step, 2)
    assert first + second == 5


def test_three_seats_each_want_their_own_win() -> None:
    tree = _searched(Kingmaker(), 300, proofs=False)
    # On the right seat 2 takes the win for itself; on the left seat 1 has nothing to win and lets seat 0 win sometimes.
    assert _best(tree).step == 0
    assert 0.3 < _best(tree).worth < 0.7
    assert sum(expectation(tree)) == pytest.approx(1.0)


def test_what_a_seat_chooses_to_which_all_is_alike_is_not_proven() -> None:
    tree = _searched(Kingmaker(), 300)
    # On the left seat 1 loses either way: nobody knows whom it lets win. On the right seat 2 wins.
    assert tree.result[ROOT] == UNKNOWN
    assert {one.step: one.winners for one in candidates(tree)} == {0: UNKNOWN, 1: 0b100}
    assert _best(tree).step == 0
    assert 0.4 < _best(tree).worth < 0.6
    assert sum(expectation(tree)) == pytest.approx(1.0)


def test_insight_takes_the_place_of_playouts() -> None:
    tree = _searched(Pile(43), 200, PileInsight(), guided=True, horizon=0, explore=1.0)
    assert _best(tree).step == 3
    assert _best(tree).worth > 0.8


def test_preferences_come_first_and_widening_leaves_the_rest_for_later() -> None:
    tree = _searched(Pile(42), 1, PileInsight(), guided=True, horizon=0, widen_base=1, widen_rate=0.0)
    assert tree.step[tree.nodes(0)[0]] == 2
    tree.run(50, inf)
    assert [one.visits for one in candidates(tree)] == [51, 0, 0]


def test_same_seed_same_tree() -> None:
    first, second = _searched(Pile(30), 500), _searched(Pile(30), 500)
    assert candidates(first) == candidates(second)
    other = Tree([Pile(30)], Insight(), Settings(), 8)
    other.run(500, inf)
    assert candidates(other) != candidates(first)


def test_a_search_can_go_on() -> None:
    parts = Tree([Pile(30)], Insight(), Settings(), 7)
    for _ in range(5):
        assert parts.run(100, inf) == 100
    assert candidates(parts) == candidates(_searched(Pile(30), 500))


def test_memory_is_limited_and_the_search_goes_on_without_growing() -> None:
    tree = _searched(Pile(200), 3000, most_nodes=500, proofs=False)
    assert tree.simulations == 3000
    assert len(tree.step) < 500 + 3
    assert tree.full


def test_the_clock_ends_a_search() -> None:
    tree = Tree([Pile(200)], Insight(), Settings(), 7)
    assert tree.run(1_000_000_000, perf_counter() - 1) == 0
    assert tree.run(1_000_000_000, perf_counter() + 0.01) > 0  # and it comes back at all


def test_hidden_information_is_averaged_over_truths() -> None:
    truths = [Doors(2)] * 6 + [Doors(0)] * 2 + [Doors(1)] * 2
    tree = Tree(truths, Insight(), Settings(), 7)
    tree.run(3000, inf)
    assert _best(tree).step == 2
    assert _best(tree).worth == pytest.approx(0.6, abs=0.06)
    assert tree.result[ROOT] == UNKNOWN  # right in some truths is not proven


def test_different_possibilities_get_menus_of_their_own() -> None:
    # The same step leads to a different pile in each truth, with different steps left.
    tree = Tree([Pile(2), Pile(5)], Insight(), Settings(), 7)
    tree.run(500, inf)
    menus, menu = 0, int(tree.menu[ROOT])
    while menu >= 0:
        menus += 1
        menu = int(tree.next[menu])
    assert menus == 2


class _Row(State):
    """Forty steps, each the end: seat 0 wins with step ``won``, draws with step ``drawn`` and loses with all others."""

    def __init__(self, won: int, drawn: int = -1) -> None:
        super().__init__()
        self.won, self.drawn = won, drawn
        self.opened = False

    def legal(self) -> vec[i64]:
        return vec[i64](range(40) if self.opened else [0])

    def apply(self, step: i64, log: EventLog | None = None) -> None:
        if not self.opened:
            self.opened = True
            return
        self.winners = 1 if step == self.won else 0 if step == self.drawn else 2
        self.seat = -1

    def copy(self) -> "_Row":
        other = _Row(self.won, self.drawn)
        other.opened, other.seat, other.winners = self.opened, self.seat, self.winners
        return other

    def fields(self) -> tuple[object, ...]:
        return (self.won, self.drawn, self.opened, self.seat, self.winners)


class _Falling(Insight):
    """Likes steps the less the higher their number is; all positions look even."""

    def __init__(self) -> None:
        super().__init__(0, True)

    def priors(self, state: State, steps: vec[i64], weights: vec[float]) -> None:
        for index, step in enumerate(steps):
            weights[index] = 1.0 / (1.0 + int(step))


def _below(tree: Tree) -> int:
    """The menu after the root's first step."""
    return int(tree.menu[tree.nodes(int(tree.menu[ROOT]))[0]])


def test_few_of_many_steps_get_nodes_until_more_are_tried() -> None:
    tree = _searched(_Row(39), 2, _Falling(), guided=True, horizon=0, proofs=False)
    menu = _below(tree)
    assert (tree.count[menu], tree.made[menu]) == (40, 4)
    assert [tree.step[node] for node in tree.nodes(menu)] == [0, 1, 2, 3]
    tree.run(300, inf)
    # All lost: one after the other is tried, at most 4 + 1.5 · √301 of them; the nodes double each time.
    tried = [tree.step[node] for node in tree.nodes(menu) if tree.visits[node] > 0]
    assert tried == list(range(len(tried)))
    assert 4 < len(tried) <= 30
    assert tree.made[menu] == (8 if len(tried) <= 8 else 16 if len(tried) <= 16 else 32)


def test_a_win_that_is_liked_least_is_found_at_once() -> None:
    tree = _searched(_Row(39), 2, _Falling(), guided=True, horizon=0)
    assert (tree.result[ROOT], tree.length[ROOT]) == (0b01, 2)
    assert line(tree, 0, 5) == [0, 39]


def test_nothing_is_proven_before_all_legal_steps_are() -> None:
    tree = _searched(_Row(-1, drawn=39), 2, _Falling(), guided=True, horizon=0, scout=False)
    tree.run(20, inf)
    assert tree.made[_below(tree)] < 40  # those tried by now have lost, and each is proven
    assert tree.result[ROOT] == UNKNOWN
    tree.run(1000, inf)
    assert tree.result[ROOT] == 0  # a draw, once the last one was tried
    assert tree.made[_below(tree)] == 40


def test_a_line_from_outside_may_use_steps_without_nodes() -> None:
    tree = _searched(_Row(-1), 2, _Falling(), guided=True, horizon=0, proofs=False)
    assert tree.node_of(_below(tree), 30) == -1
    tree.prove_line([0, 30], 0b01, 0)
    assert tree.result[tree.node_of(_below(tree), 30)] == 0b01
    assert tree.result[ROOT] == 0b01


def test_a_node_is_found_for_every_step_at_the_root() -> None:
    row = _Row(5)
    row.apply(0)
    tree = _searched(row, 1, _Falling(), guided=True, horizon=0, proofs=False)
    assert sorted(one.step for one in candidates(tree)) == list(range(40))


def test_a_full_tree_still_finds_the_step_that_is_not_lost() -> None:
    tree = _searched(_Row(-1, drawn=30), 2000, _Falling(), guided=True, horizon=0, scout=False, most_nodes=4)
    assert tree.full
    assert tree.result[ROOT] == 0  # every step of a menu that is there can still be tried
