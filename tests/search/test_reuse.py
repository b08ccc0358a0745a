"""A tree goes on where the game went on."""

from math import inf

from ludarium.core.insight import Insight
from ludarium.search.choice import candidates, line
from ludarium.search.reuse import continued
from ludarium.search.solver import Solver
from ludarium.search.tactics import find_win
from ludarium.search.tree import ROOT, Settings, Tree
from ludarium.search.values import UNKNOWN
from tests.search.toys import Doors, Kingmaker, Pile, PileInsight


def _after(state: Pile, *steps: int) -> Pile:
    after = state.copy()
    for step in steps:
        after.apply(step)
    return after


def _searched(state: Pile, **settings: object) -> Tree:
    tree = Tree([state], Insight(), Settings(**settings), 7)  # type: ignore[arg-type]
    tree.run(2000, inf)
    return tree


def test_what_was_learnt_is_kept() -> None:
    tree = _searched(Pile(30), proofs=False)
    child = tree.node_of(tree.menu_for(ROOT, tree.root), 2)
    part = continued(tree, _after(Pile(30), 2), 8)
    assert part is not None
    assert part.visits[ROOT] == tree.visits[child]
    by_step = {int(tree.step[node]): int(tree.visits[node]) for node in tree.nodes(int(tree.menu[child]))}
    assert set(by_step) == {1, 2, 3}
    assert {one.step: one.visits for one in candidates(part)} == by_step
    part.run(500, inf)
    assert sum(one.visits for one in candidates(part)) == sum(by_step.values()) + 500
    assert len(part.step) == len(part.visits) == len(part.menu) <= len(tree.step) + 3 * 500


def test_a_position_deep_in_the_likeliest_line_is_found_in_a_wide_tree() -> None:
    start = Pile(200, steps_per_turn=20)  # three to the power of 20 ways to play a turn
    tree = Tree([start], PileInsight(), Settings(horizon=0, explore=0.2), 7)
    tree.run(20_000, inf)
    likeliest = line(tree, candidates(tree)[0].step, 9)
    above, nodes = 0, [int(ROOT)]
    for _ in likeliest[:-1]:
        menus = [int(tree.menu[node]) for node in nodes if tree.menu[node] >= 0]
        nodes = [int(node) for menu in menus for node in tree.nodes(menu) if tree.visits[node] > 0]
        above += len(nodes)
    assert above > 3000  # too many to look at all of them
    assert continued(tree, _after(start, *likeliest), 8) is not None


def test_proofs_are_kept_after_both_have_stepped() -> None:
    tree = _searched(Pile(9))
    part = continued(tree, _after(Pile(9), 1, 3), 8)
    assert part is not None
    assert part.root.seat == 0
    part.run(100, inf)
    assert part.result[ROOT] == 0b01
    assert candidates(part)[0].step == 1


def test_a_result_that_no_known_step_leads_to_is_found_again() -> None:
    start = Pile(6, steps_per_turn=2)
    tree = _searched(start, proofs=False)
    tree.prove_line([3], 0b01, 1)  # as a solver does: three and three take all, but it notes the first three only
    part = continued(tree, _after(start, 3), 8)
    assert part is not None
    assert part.result[ROOT] == UNKNOWN
    assert find_win(part, Solver(Insight(), 1000), 1) == [3]
    assert (candidates(part)[0].step, candidates(part)[0].winners) == (3, 0b01)


def test_a_proven_root_stays_proven() -> None:
    tree = _searched(Pile(7))
    part = continued(tree, Pile(7), 8)
    assert part is not None
    assert (part.result[ROOT], part.length[ROOT]) == (0b01, tree.length[ROOT])


def test_without_time_only_the_upper_part_is_kept() -> None:
    tree = _searched(Pile(60), proofs=False)
    part = continued(tree, Pile(60), 8, lambda: True)
    assert part is not None
    assert 0 < len(part.first) < len(tree.first)
    kept = {one.step: one.visits for one in candidates(part)}
    assert kept == {one.step: one.visits for one in candidates(tree)}
    part.run(500, inf)
    assert sum(one.visits for one in candidates(part)) == sum(kept.values()) + 500


def test_another_position_another_game_or_hidden_things_are_not_found() -> None:
    tree = _searched(Pile(9))
    assert continued(tree, Pile(50), 8) is None
    assert continued(tree, Kingmaker(), 8) is None
    hidden = Tree([Doors(0), Doors(1)], Insight(), Settings(), 7)
    hidden.run(10, inf)
    assert continued(hidden, Doors(0), 8) is None
