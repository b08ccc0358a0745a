"""Whoever is not losing gets on: positions that come back, and judgements that fade towards the end of a game."""

from math import inf

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.game import find_ruleset
from ludarium.core.state import State
from ludarium.search.choice import candidates, expectation, line
from ludarium.search.tree import ROOT, Settings, Tree
from tests.search.toys import Dance, DanceInsight

ASIDE, COIN, END = 0, 1, 2


def _tree(state: State) -> Tree:
    return Tree([state], DanceInsight(), Settings(explore=0.2, guided=True, horizon=0), 7)


def _after(state: State, *steps: int) -> State:
    state = state.copy()
    for step in steps:
        state.apply(step)
    return state


def _at(ruleset: str, position: str) -> State:
    found = find_ruleset(ruleset)
    return found.game.read_position(found.read({}), position)


# --- positions that come back -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("share", "was_there", "step"),
    [
        (0.7, False, ASIDE),  # a step aside costs nothing, a coin a hundredth
        (0.7, True, COIN),  # ahead: what leads back is worth no more than a draw
        (0.5, True, COIN),  # level
        (0.3, True, ASIDE),  # behind: to go round in circles is as good as anything
    ],
)
def test_who_is_not_losing_does_not_go_back(share: float, was_there: bool, step: int) -> None:
    state = Dance(share)
    tree = _tree(state)
    tree.avoid([_after(state, ASIDE)] if was_there else [state])
    tree.run(500, inf)
    assert candidates(tree)[0].step == step


def test_a_step_back_is_worth_a_little_less_than_a_draw() -> None:
    state = Dance(0.7)
    tree = _tree(state)
    tree.avoid([_after(state, ASIDE)] * 2)
    tree.run(4000, inf)
    back = next(one for one in candidates(tree) if one.step == ASIDE)
    # A draw is worth 0.5; twice there: 0.1 less. (The coins that both spend meanwhile are a matter of hundredths.)
    assert back.worth == pytest.approx(0.4, abs=0.03)
    assert expectation(tree)[0] == pytest.approx(0.7, abs=0.03)


def test_a_proven_win_is_taken_although_it_leads_back() -> None:
    state = Dance(0.7, trap=True)
    tree = _tree(state)
    tree.avoid([_after(state, ASIDE)])
    tree.run(200, inf)
    assert (candidates(tree)[0].step, candidates(tree)[0].worth) == (ASIDE, 1.0)


def test_turns_are_compared_at_their_ends() -> None:
    state = Dance(0.7, steps_per_turn=2)
    tree = _tree(state)
    tree.avoid([_after(state, END), _after(state, ASIDE, END), _after(state, ASIDE, ASIDE, END)])
    tree.run(3000, inf)
    turn = line(tree, candidates(tree)[0].step, 2)
    assert COIN in turn, "all else ends in a position that was there"


def test_what_a_tree_learnt_before_does_not_count_for_a_step_back() -> None:
    state = Dance(0.7)
    tree = _tree(state)
    tree.run(1000, inf)
    before = {one.step: one.visits for one in candidates(tree)}
    assert before[ASIDE] > 3 * before[COIN]
    tree.avoid([_after(state, ASIDE)])
    tree.run(300, inf)
    assert candidates(tree)[0].step == COIN
    menu = i64(tree.menu[ROOT])
    visits = {int(tree.step[node]): int(tree.visits[node]) for node in tree.nodes(menu)}
    assert sum(visits.values()) == tree.tried[menu] == tree.visits[ROOT]
    assert visits[COIN] > before[COIN]
    # Below the turn nothing is worth less: what follows a step aside is judged as ever.
    back = next(node for node in tree.nodes(menu) if tree.step[node] == ASIDE)
    below = i64(tree.menu[back])
    assert tree.gained[below] / int(tree.tried[below]) == pytest.approx(0.3, abs=0.03)


def test_a_position_is_the_same_whatever_was_counted_meanwhile() -> None:
    start = _at("realm", "bases0 A1; bases1 C3; powers0 a1; powers1 l9; turn 10")
    later = _at("realm", "bases0 A1; bases1 C3; powers0 a1; powers1 l9; turn 14; quiet 4; again0 A1")
    assert start != later
    assert start.timeless() == later.timeless()
    other = _at("realm", "bases0 A1; bases1 C3; powers0 a2; powers1 l9; turn 10")
    assert start.timeless() != other.timeless()
    waits = _at("realm", "bases0 A1; bases1 C3; powers0 a1; powers1 l9; turn 10; next 1")
    assert start.timeless() != waits.timeless(), "another seat is to act"


# --- fading -----------------------------------------------------------------------------------------------------------
def test_a_judgement_fades_towards_a_draw_or_a_count() -> None:
    state = Dance(0.8)
    state.cap, state.turn = 40, 20
    tree = _tree(state)
    for turn, coins, share in (
        (20, 0, 0.8),  # the first half of the game
        (30, 0, 0.65),  # half of 0.8 and half of a draw
        (30, 1, 0.9),  # half of 0.8 and half of a win: seat 1 has spent a coin
        (39, 1, 0.99),  # a twentieth of 0.8
    ):
        state.turn, state.coins = turn, [0, coins]
        tree.worth = vec[float]([0.8, 0.2])
        tree.fade(state)
        assert list(tree.worth) == pytest.approx([share, 1.0 - share])


@pytest.mark.parametrize(
    ("ruleset", "position", "spent"),
    [
        ("mur-jp", "black a1; white e1; kraken x; turn 300", 0.75),  # of 400 turns
        ("myrmidons", "", 0.0),
        ("realm", "bases0 A1; bases1 C3; turn 150", 0.5),  # of 300 turns
        ("realm", "bases0 A1; bases1 C3; turn 150; quiet 45", 0.75),  # of 60 without an event
    ],
)
def test_how_much_of_a_game_is_spent(ruleset: str, position: str, spent: float) -> None:
    state = _at(ruleset, position) if position else find_ruleset(ruleset).new()
    assert state.spent() == spent


def test_each_player_of_mutter_land_has_150_turns() -> None:
    state = find_ruleset("mutterland").new({"players": 3})
    state.turn = 225
    assert state.spent() == 0.5


def test_an_advantage_in_mur_fades_before_the_cap() -> None:
    """One simulation: of what the insight says about the position after the step, two of 200 turns before the cap."""
    shares = []
    for turn in (50, 397):
        state = _at("mur-jp", f"black a1 c3 d3; white e1 g3 h3; kraken x; closes 2 0; turn {turn}")
        tree = Tree([state], find_ruleset("mur-jp").game.insight, Settings(guided=True, horizon=0, proofs=False), 1)
        tree.run(1, inf)
        shares.append(tree.sums[0] - 0.5)
    assert shares[1] == pytest.approx(shares[0] * 2 / 200)
