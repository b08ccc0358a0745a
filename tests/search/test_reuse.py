"""A tree goes on where the game went on."""

from math import inf

from ludarium.core.insight import Insight
from ludarium.search.choice import candidates
from ludarium.search.reuse import continued
from ludarium.search.settings import Settings
from ludarium.search.tree import ROOT, Tree
from tests.search.toys import Doors, Kingmaker, Pile


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
    menu = tree.menu[ROOT]
    child = next(node for node in range(tree.first[menu], tree.first[menu] + 3) if tree.step[node] == 2)
    part = continued(tree, _after(Pile(30), 2), 8)
    assert part is not None
    assert part.visits[ROOT] == tree.visits[child]
    theirs = tree.menu[child]
    by_step = {
        int(tree.step[node]): int(tree.visits[node]) for node in range(tree.first[theirs], tree.first[theirs] + 3)
    }
    assert {one.step: one.visits for one in candidates(part)} == by_step
    part.run(500, inf)
    assert sum(one.visits for one in candidates(part)) == sum(by_step.values()) + 500
    assert len(part.step) == len(part.visits) == len(part.menu) <= len(tree.step) + 3 * 500


def test_proofs_are_kept_after_both_have_stepped() -> None:
    tree = _searched(Pile(9))
    part = continued(tree, _after(Pile(9), 1, 3), 8)
    assert part is not None
    assert part.root.seat == 0
    part.run(100, inf)
    assert part.result[ROOT] == 0b01
    assert candidates(part)[0].step == 1


def test_another_position_another_game_or_hidden_things_are_not_found() -> None:
    tree = _searched(Pile(9))
    assert continued(tree, Pile(50), 8) is None
    assert continued(tree, Kingmaker(), 8) is None
    hidden = Tree([Doors(0), Doors(1)], Insight(), Settings(), 7)
    hidden.run(10, inf)
    assert continued(hidden, Doors(0), 8) is None
