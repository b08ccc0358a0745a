"""Many trees searched at the same time: what they ask, what they are told, and what comes of it."""

from collections.abc import Callable, Sequence
from math import inf

import pytest

from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.search.choice import candidates
from ludarium.search.forest import Forest, Plan, dirichlet
from ludarium.search.gumbel import Gumbel
from ludarium.search.tree import ROOT, Settings, Tree
from ludarium.search.values import UNKNOWN
from tests.search.toys import Doors, Kingmaker, OneCell, Pile, PileInsight

Judge = Callable[[int, list[int]], tuple[Sequence[float], Sequence[float]]]


def _knows(pile: int, actions: list[int]) -> tuple[Sequence[float], Sequence[float]]:
    """What ``PileInsight`` thinks, for two seats."""
    mine = 0.1 if pile % 4 == 0 else 0.9
    return (mine, 1 - mine), [5.0 if (pile - action) % 4 == 0 else 1.0 for action in actions]


def _knows_nothing(pile: int, actions: list[int]) -> tuple[Sequence[float], Sequence[float]]:
    return (0.5, 0.5), [1.0] * len(actions)


def _forest(
    *games: State | Sequence[State], plan: Plan | None = None, leaves: int = 1, scout: bool = False, proofs: bool = True
) -> Forest:
    """A forest with a tree for each of these games, or lists of truths."""
    truths = [[game] if isinstance(game, State) else game for game in games]
    settings = Settings(explore=1.0, guided=True, horizon=0, proofs=proofs, scout=scout, widen_base=1000, asks=True)
    forest = Forest(OneCell(), truths[0][0], settings, plan or Plan(100, considered=0), len(games), leaves, 7)
    for place, one in enumerate(truths):
        forest.plant(place, one)
    return forest


def _rows(forest: Forest) -> list[tuple[int, list[int]]]:
    """What was collected: the number on the only plane beside the one that says who acts, and the legal actions."""
    rows = range(forest.rows)
    return [
        (int(forest.observations[2 * row + 1]), list(forest.actions[forest.starts[row] : forest.starts[row + 1]]))
        for row in rows
    ]


def _round(forest: Forest, judge: Judge) -> int:
    """Collect, judge and settle; how many leaves there were."""
    for cell in range(len(forest.observations)):
        forest.observations[cell] = 0
    count = int(forest.collect())
    for row, (pile, actions) in enumerate(_rows(forest)):
        values, priors = judge(pile, actions)
        for seat, value in enumerate(values):
            forest.values[row * forest.seats + seat] = value
        for index, prior in enumerate(priors):
            forest.priors[forest.starts[row] + index] = prior
    forest.settle()
    return count


def _search(forest: Forest, judge: Judge) -> None:
    while len(forest.done()) < len(forest.trees):
        _round(forest, judge)


def test_the_buffer_has_what_the_seat_to_act_sees_and_may_do() -> None:
    forest = _forest(Pile(43), Pile(2))
    assert forest.collect() == 2  # the roots
    assert _rows(forest) == [(43, [1, 2, 3]), (2, [1, 2])]
    assert list(forest.observations) == [1, 43, 1, 2]  # 1: the seat that looks acts next
    assert list(forest.turns) == [0, 0]
    forest.settle()


@pytest.mark.parametrize("considered", [0, 3])
@pytest.mark.parametrize("leaves", [1, 4])
def test_every_tree_finds_its_own_best_step(considered: int, leaves: int) -> None:
    # Whoever leaves a multiple of four wins.
    forest = _forest(Pile(41), Pile(42), Pile(43), plan=Plan(100, considered, noise=False), leaves=leaves)
    _search(forest, _knows)
    assert [forest.best(place) for place in range(3)] == [1, 2, 3]
    for place in range(3):
        policy = forest.policy(place)
        assert sum(policy) == pytest.approx(1)
        assert max(policy) == policy[place] > 0.6
        assert forest.value(place)[0] > 0.7
        assert sum(forest.value(place)) == pytest.approx(1)


@pytest.mark.parametrize("leaves", [1, 4])
def test_simulations_are_counted_and_nothing_stays_lost_that_was_given_out(leaves: int) -> None:
    for plan in (Plan(50, considered=0), Plan(50, considered=3)):
        forest = _forest(Pile(200), plan=plan, leaves=leaves)
        _search(forest, _knows)
        tree = forest.tree(0)
        assert tree.simulations == tree.visits[ROOT] == 51  # and the root's own
        assert sum(one.visits for one in candidates(tree)) == 50


def test_one_leaf_is_not_given_out_twice() -> None:
    forest = _forest(Pile(200), plan=Plan(400, considered=0), leaves=8)
    assert _round(forest, _knows) == 1  # before the root has its steps there is nothing else to ask
    counts = []
    for _ in range(20):
        counts.append(int(forest.collect()))
        nodes = [forest.nodes[row] for row in range(counts[-1])]
        assert len(set(nodes)) == len(nodes)
        for row, (_, actions) in enumerate(_rows(forest)):
            forest.values[2 * row] = forest.values[2 * row + 1] = 0.5
            for index in range(len(actions)):
                forest.priors[forest.starts[row] + index] = 1.0
        forest.settle()
    assert counts[0] == 3  # its three steps; the fourth would be one of them again
    assert max(counts) > 3


def test_ends_of_games_are_counted_without_asking() -> None:
    forest = _forest(Pile(3))
    asked = []
    while not forest.done():
        _round(forest, lambda pile, actions: asked.append(pile) or _knows_nothing(pile, actions))  # type: ignore[func-returns-value]
    assert asked[0] == 3
    assert set(asked[1:]) <= {1, 2}  # never of a pile of none
    assert forest.tree(0).result[ROOT] == 0b01
    assert (forest.best(0), forest.policy(0), forest.value(0)) == (3, [0, 0, 1], [1, 0])


def test_scouting_sees_the_end_as_soon_as_the_root_is_judged() -> None:
    forest = _forest(Pile(3), scout=True)
    assert _round(forest, _knows_nothing) == 1
    assert forest.done() == [0]
    assert forest.best(0) == 3


def test_values_are_counted_from_the_seat_to_act() -> None:
    shares = (0.2, 0.1, 0.7)  # of the seats 0, 1 and 2, whatever happens
    start = Pile(200, seats=3)
    start.seat = 1
    forest = _forest(start, plan=Plan(60, considered=0))
    while not forest.done():
        for cell in range(2):
            forest.observations[cell] = 0
        for row in range(forest.collect()):
            for relative in range(3):
                forest.values[3 * row + relative] = shares[(int(forest.turns[row]) + relative) % 3]
            for place in range(forest.starts[row], forest.starts[row + 1]):
                forest.priors[place] = 1.0
        forest.settle()
    tree = forest.tree(0)
    assert [total / 61 for total in tree.sums] == pytest.approx(shares)
    assert forest.value(0) == pytest.approx(shares)
    assert [one.worth for one in candidates(tree)] == pytest.approx([0.1] * 3)  # for seat 1, which decides


def test_three_seats_each_want_their_own_win() -> None:
    forest = _forest(Kingmaker(), plan=Plan(100, considered=0))
    _search(forest, lambda pile, actions: ((1 / 3, 1 / 3, 1 / 3), [1.0, 1.0]))
    # On the right seat 2 takes the win for itself; on the left seat 1 loses either way and lets seat 0 win sometimes.
    assert forest.best(0) == 0
    assert {one.step: one.winners for one in candidates(forest.tree(0))} == {0: UNKNOWN, 1: 0b100}


def test_truths_that_a_seat_cannot_tell_apart_are_averaged() -> None:
    truths = [Doors(2)] * 6 + [Doors(0)] * 2 + [Doors(1)] * 2
    forest = _forest(truths, plan=Plan(600, considered=0))
    _search(forest, _knows_nothing)
    assert forest.best(0) == 2
    assert forest.value(0)[0] == pytest.approx(0.6, abs=0.08)
    assert forest.tree(0).result[ROOT] == UNKNOWN


@pytest.mark.parametrize("considered", [0, 2])
def test_truths_in_which_other_steps_are_legal_are_asked_about_once(considered: int) -> None:
    forest = _forest([Pile(2), Pile(5)], plan=Plan(50, considered))
    asked = []
    while not forest.done():
        _round(forest, lambda pile, actions: asked.append(pile) or _knows(pile, actions))  # type: ignore[func-returns-value]
    assert asked.count(5) <= 1
    assert forest.tree(0).simulations >= 50


def test_a_judge_of_leaves_and_an_insight_that_thinks_the_same_make_the_same_tree() -> None:
    forest = _forest(Pile(43), plan=Plan(300, considered=0))
    _search(forest, _knows)
    settings = Settings(explore=1.0, guided=True, horizon=0, scout=False, widen_base=1000)
    alone = Tree([Pile(43)], PileInsight(), settings, 7)
    alone.run(300, inf)
    assert candidates(forest.tree(0)) == candidates(alone)


def test_gumbels_way_is_the_same_in_a_forest_and_alone() -> None:
    forest = _forest(Pile(43), plan=Plan(64, considered=3, noise=False))
    _search(forest, _knows)
    settings = Settings(explore=1.0, guided=True, horizon=0, scout=False, widen_base=1000)
    tree = Tree([Pile(43)], PileInsight(), settings, 7)
    alone = Gumbel(tree, 64, 3, 0.1, False, Rng(1))
    alone.run()
    assert candidates(forest.tree(0)) == candidates(tree)
    shares = dict(zip(alone.steps(), alone.policy(), strict=True))
    assert forest.policy(0) == pytest.approx([shares[step] for step in (1, 2, 3)])


def test_gumbels_way_leaves_out_the_worse_half() -> None:
    # Three steps and 24 simulations: two rounds, 4 for each of the three, then 6 for each of the two that are left.
    tree = Tree([Pile(43)], PileInsight(), Settings(guided=True, horizon=0, scout=False, widen_base=1000), 7)
    search = Gumbel(tree, 24, 3, 0.1, False, Rng(1))
    search.run()
    assert sorted(one.visits for one in candidates(tree)) == [4, 10, 10]
    assert candidates(tree)[-1].step != 3
    assert search.steps()[search.best()] == 3


def test_a_proven_step_takes_no_simulations_from_the_others() -> None:
    # From a pile of 3, to take all is proven at once by scouting, and so is the root.
    tree = Tree([Pile(3)], PileInsight(), Settings(guided=True, horizon=0), 7)
    search = Gumbel(tree, 24, 3, 0.1, True, Rng(1))
    search.run()
    assert tree.simulations == 0
    assert search.steps()[search.best()] == 3


def test_blurred_priors_are_still_shares_and_partly_chance() -> None:
    forest = _forest(Pile(200), plan=Plan(10, considered=0, blur=0.25))
    _round(forest, lambda pile, actions: ((0.5, 0.5), [8.0, 1.0, 1.0]))
    priors = [forest.tree(0).prior_of(node) for node in (1, 2, 3)]
    assert sum(priors) == pytest.approx(1)
    assert priors != pytest.approx([0.8, 0.1, 0.1])
    assert all(
        0.75 * plain <= prior <= 0.75 * plain + 0.25 for plain, prior in zip((0.8, 0.1, 0.1), priors, strict=True)
    )


def test_dirichlets_distribution() -> None:
    rng = Rng(3)
    drawn = [dirichlet(3, 0.3, rng)[0] for _ in range(4000)]
    mean = sum(drawn) / len(drawn)
    variance = sum((one - mean) ** 2 for one in drawn) / len(drawn)
    assert mean == pytest.approx(1 / 3, abs=0.02)
    assert variance == pytest.approx(2 / 9 / 1.9, abs=0.01)  # m (1 - m) / (1 + 3 · 0.3)
    assert sum(dirichlet(5, 1.0, rng)) == pytest.approx(1)


def test_a_tree_goes_on_after_a_step() -> None:
    forest = _forest(Pile(43), plan=Plan(100, considered=0))
    _search(forest, _knows)
    known = next(one.visits for one in candidates(forest.tree(0)) if one.step == 3)
    forest.advance(0, _after(Pile(43), 3))
    assert forest.tree(0).visits[ROOT] == known > 50
    assert forest.done() == []
    _search(forest, _knows)
    assert forest.tree(0).visits[ROOT] == known + 100
    forest.advance(0, Pile(9))  # which it has not seen: a new tree
    assert forest.tree(0).visits[ROOT] == 0


def _after(state: State, step: int) -> State:
    state.apply(step)
    return state


def test_a_full_tree_is_searched_without_growing() -> None:
    settings = Settings(explore=1.0, guided=True, horizon=0, widen_base=1000, most_nodes=50, asks=True)
    forest = Forest(OneCell(), Pile(200), settings, Plan(200, considered=0), 1, 4, 7)
    forest.plant(0, [Pile(200)])
    _search(forest, _knows)
    assert len(forest.tree(0).step) < 54
    assert forest.tree(0).visits[ROOT] == 201
