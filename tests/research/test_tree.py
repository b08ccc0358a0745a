"""A tiny game with secrets as a tree: what can be won against a policy, and what OpenSpiel says about the same."""

from collections.abc import Sequence

import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import exploitability

from ludarium.core.game import Ruleset, find_ruleset
from ludarium.core.state import State
from ludarium.research.errors import ResearchError
from ludarium.research.openspiel import load
from ludarium.research.tree import Policy, Tree

TINY = find_ruleset("myrmidons-tiny")


def tree_of(turns: int) -> Tree:
    return Tree(TINY, TINY.new({"turn_cap": turns}))


def test_one_turn_against_armies_in_any_order() -> None:
    """Red puts its commander on one of three squares, each as likely. Blue can strike two of them with one order, the
    commander in the middle between two blocks with feet of two and more; there is no way to strike three. So the best
    answer removes it in two cases of three, and never loses. Red has no turn, so against Blue's policy its best answer
    is to lose as seldom as it can: at most nobody is removed.
    """
    tree = tree_of(1)
    anything = tree.uniform()
    assert tree.best_answer(anything, 0) == pytest.approx(2 / 3)
    assert -1 <= -tree.value(anything) <= tree.best_answer(anything, 1) <= 0


def test_a_policy_that_tells_where_the_commander_is_loses_everything() -> None:
    """Red always begins with its commander, on a3: Blue strikes there. In the same way Blue's set-up is told."""
    tree = tree_of(1)
    told: Policy = []
    for moment in tree.moments:
        texts = [TINY.game.step_text(step) for step in moment.steps]
        first = texts.index("=111") if "=111" in texts else 0
        told.append([float(at == first) for at in range(len(texts))])
    assert tree.best_answer(told, 0) == 1.0


def test_moments_are_what_seats_can_tell_apart() -> None:
    """In the same moment there are the same steps; and there are as many as OpenSpiel's states tell by their texts."""
    tree = tree_of(1)
    found: dict[str, set[int]] = {}
    waiting = [(load("myrmidons-tiny", {"turn_cap": 1}).new_initial_state(), 0)]
    while waiting:
        state, node = waiting.pop()
        if state.is_terminal():
            assert tree.moment_at[node] < 0
            assert state.returns()[0] == tree.worth[node]
            continue
        number = tree.moment_at[node]
        moment = tree.moments[number]
        assert state.current_player() == moment.seat
        found.setdefault(f"{moment.seat} {state.information_state_string()}", set()).add(number)
        by_text = {state.action_to_string(action): action for action in state.legal_actions()}
        assert len(by_text) == len(moment.steps)
        for step, after in zip(moment.steps, tree.after[node], strict=True):
            waiting.append((state.child(by_text[TINY.game.step_text(step)]), after))
    assert len(found) == len(tree.moments)
    assert all(len(numbers) == 1 for numbers in found.values())


@pytest.mark.parametrize("turns", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_openspiel_finds_the_same_exploitability_in_our_adapter(turns: int) -> None:
    tree = tree_of(turns)
    game = load("myrmidons-tiny", {"turn_cap": turns})
    theirs = exploitability.exploitability(game, policies.UniformRandomPolicy(game))
    assert tree.exploitability(tree.uniform()) == pytest.approx(theirs)


def test_openspiel_reads_the_tree_and_its_cfr_comes_nearer_to_perfect_play() -> None:
    tree = tree_of(2)
    game = pyspiel.load_efg_game("\n".join(tree.efg()) + "\n")
    random = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
    assert random == pytest.approx(tree.exploitability(tree.uniform()))
    solver = pyspiel.CFRSolver(game)
    found = []
    for iterations in (1, 10, 50):
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        found.append(pyspiel.exploitability(game, solver.average_policy()))
    assert found[0] == pytest.approx(random)  # it begins there
    assert found[0] > 2 * found[1] > 4 * found[2] > 0


def test_the_policy_of_a_player_is_sampled_moment_by_moment() -> None:
    """One that always takes the last of its steps, by nothing but what it is told."""
    tree = tree_of(1)
    asked: list[int] = []

    def last(ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> int:
        assert ruleset is TINY
        assert views[-1] == views[-1].view(seat)
        asked.append(seed)
        return int(views[-1].legal()[-1])

    policy = tree.sample(last, 2, least=2)
    # Both set up 324, 243, 111, and from there Blue has one turn, perhaps an order. What it never does is not asked.
    told = [moment for moment, chances in zip(tree.moments, policy, strict=True) if chances[-1] == 1.0]
    assert len(set(asked)) == len(asked) == 2 * sum(len(moment.steps) > 1 for moment in told)
    assert len(told) < len(tree.moments)
    assert tree.value(policy) in (-1.0, 0.0, 1.0)


def test_what_it_refuses() -> None:
    with pytest.raises(ResearchError, match="more than 100 nodes"):
        Tree(TINY, TINY.new(), most=100)
    land = find_ruleset("mutterland-tiny")
    three = land.new({"players": 3, "marbles": 1})
    with pytest.raises(ResearchError, match="for two"):
        Tree(land, three)


def test_a_tree_begins_where_nothing_is_secret() -> None:
    """Of drawn armies a seat knows its own alone, and once blocks stand it knows too little as well: one truth is not
    the game. Where a start differs from a view of it only by saying who looks, it is taken.
    """
    drawn = TINY.new({"army": "random", "types": [], "turn_cap": 1}, seed=3)
    later = TINY.new({"turn_cap": 1})
    for _ in range(3):
        later.apply(later.legal()[0])
    for start in (drawn, later):
        with pytest.raises(ResearchError, match="secret in this position"):
            Tree(TINY, start, most=100)
    with pytest.raises(ResearchError, match="more than 100 nodes"):
        Tree(TINY, TINY.new({"army": "secret", "types": []}), most=100)
