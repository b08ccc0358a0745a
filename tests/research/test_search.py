"""Searching with an evaluator of one's own: what it is shown, what is taken from it, and what games come of it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium.core.errors import NotAllowed
from ludarium.core.game import rulesets
from ludarium.core.history import History
from ludarium.core.rng import Rng
from ludarium.research.errors import ResearchError
from ludarium.research.pettingzoo import env
from ludarium.research.search import Batch, Decision, Search

NAMES = [ruleset.name for ruleset in rulesets()]


def knows_nothing(batch: Batch) -> tuple[Any, Any]:
    return np.full((len(batch.seats), 2), 0.5), np.ones(len(batch.actions))


@pytest.mark.parametrize("name", NAMES)
def test_every_ruleset_is_played(name: str) -> None:
    seats = ludarium.new(name, seed=1).seats
    shapes = set()

    def evaluator(batch: Batch) -> tuple[Any, Any]:
        rows = len(batch.seats)
        shapes.add(batch.observations.shape[1:])
        assert 1 <= rows <= 3
        assert (batch.observations[:, 0] == 1).all()  # whoever looks acts next
        assert batch.starts[0] == 0
        assert batch.starts[-1] == len(batch.actions)
        assert (np.diff(batch.starts) > 0).all()
        return np.full((rows, seats), 1 / seats), np.ones(len(batch.actions))

    search = Search(name, evaluator, simulations=4, trees=3, truths=2, noise=True)
    games = list(search.play(4, longest=12))
    assert len(games) == 4
    assert shapes == {search.encoding.observation_shape}
    for game in games:
        assert game.history.state.seat < 0 or len(game.history.steps) == 12
        for place, decision in game.decisions:
            state = game.history.states[place]
            assert decision.step == game.history.steps[place]
            assert decision.actions.tolist() == list(search.encoding.arrays.legal_actions(state))
            assert sum(decision.policy) == pytest.approx(1)
            assert sum(decision.values) == pytest.approx(1)


def test_an_evaluator_sees_what_the_environment_shows() -> None:
    game = ludarium.new("mur-en", seed=1).play("+c2", "+d2", "+e2")
    seen = []

    def evaluator(batch: Batch) -> tuple[Any, Any]:
        seen.append((batch.observations.copy(), batch.actions.copy(), batch.seats.copy()))
        return knows_nothing(batch)

    search = Search("mur-en", evaluator, simulations=2)
    search.decide([game])
    observations, actions, seats = seen[0]
    theirs = env("mur-en")
    theirs.reset(options={"position": game.position})
    assert seats.tolist() == [1]
    np.testing.assert_allclose(observations[0] / search.tops, theirs.observe("seat_1")["observation"])
    assert actions.tolist() == theirs.legal_actions("seat_1").tolist()


def _four(position: str, **settings: Any) -> Decision:
    game = ludarium.GameSession.from_position("connect-four", position)
    return Search("connect-four", knows_nothing, **settings).decide([game])[0]


@pytest.mark.parametrize(
    "settings", [{}, {"considered": 0}, {"leaves": 8}, {"considered": 0, "leaves": 8, "blur": 0.25}]
)
def test_a_win_at_hand_is_found_without_knowledge(settings: dict[str, Any]) -> None:
    found = _four("blue a1 a2 a3; red b1 b2 c1", **settings)
    assert (found.text, found.values) == ("a", (1, 0))
    assert found.policy.tolist() == [1, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("settings", [{}, {"considered": 0}])
def test_a_loss_at_hand_is_prevented_without_knowledge(settings: dict[str, Any]) -> None:
    # Blue to act must stop Red's a4.
    found = _four("blue c1 e1 g1; red a1 a2 a3", simulations=400, **settings)
    assert found.text == "a"


def test_priors_and_values_lead_the_search() -> None:
    """An evaluator that takes whoever holds f1 for the winner."""

    def evaluator(batch: Batch) -> tuple[Any, Any]:
        bottom = batch.observations[:, 1:, 5, 5]  # own stones, the other's
        values = np.where(bottom.any(axis=1, keepdims=True), 0.05 + 0.9 * bottom, 0.5)
        return values, np.where(batch.actions == 5, 3.0, 1.0)

    for settings in ({}, {"considered": 0}):
        search = Search("connect-four", evaluator, simulations=100, **settings)  # type: ignore[arg-type]
        found = search.decide([ludarium.new("connect-four")])[0]
        assert found.text == "f"
        assert found.policy[5] == max(found.policy) > 0.6
        assert found.values[0] == pytest.approx(0.95)  # of every simulation that begins with f


def test_more_games_than_trees_are_answered_in_their_order() -> None:
    games = [
        ludarium.GameSession.from_position("connect-four", f"blue {own}1 {own}2 {own}3 d3; red d1 d2 d4 {other}1")
        for own, other in zip("abcefg", "bcbfge", strict=True)
    ]
    found = Search("connect-four", knows_nothing, trees=2).decide(games)
    assert [one.text for one in found] == list("abcefg")


def test_the_same_seed_makes_the_same_games() -> None:
    def steps(seed: int) -> list[list[int]]:
        search = Search("myrmidons", knows_nothing, simulations=6, truths=3, trees=2, noise=True, seed=seed)
        return [game.history.steps for game in search.play(3, longest=20)]

    assert steps(1) == steps(1)
    assert steps(1) != steps(2)


def test_openings_are_random_and_never_the_end() -> None:
    search = Search("connect-four", knows_nothing, simulations=2)
    games = list(search.play(20, opening=30, longest=100))
    assert len({tuple(game.history.steps) for game in games}) == 20
    assert all(game.decisions for game in games)
    assert all(game.history.outcome for game in games)


def test_what_a_seat_may_not_know_changes_nothing() -> None:
    """Two games that differ only in what the seat to act has not seen: the evaluator is asked the same about both."""
    ruleset = next(one for one in rulesets() if one.name == "myrmidons")
    first = History(ruleset, ruleset.new(seed=1))
    rng = Rng(3)
    while ruleset.game.is_setup(first.state):
        first.take(int(first.state.random_step(rng)))
    second = History(ruleset, first.state.resample(first.state.seat, rng))
    first = History(ruleset, first.state)
    assert first.state != second.state
    asked: list[list[bytes]] = []
    for game in (first, second):
        asked.append([])

        def evaluator(batch: Batch) -> tuple[Any, Any]:
            asked[-1].append(batch.observations.tobytes())
            return knows_nothing(batch)

        Search("myrmidons", evaluator, simulations=12, truths=4).decide([game])
    assert asked[0] == asked[1]


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        (lambda rows, steps: (np.full(rows, 0.5), np.ones(steps)), "search_shape"),
        (lambda rows, steps: (np.full((rows, 2), 0.5), np.ones(steps + 1)), "search_shape"),
        (lambda rows, steps: (np.full((rows, 2), 0.5), np.full(steps, -1.0)), "search_negative"),
        (lambda rows, steps: (np.full((rows, 2), 0.5), np.full(steps, np.nan)), "search_negative"),
        (lambda rows, steps: (np.full((rows, 2), [-1.0, 1.0]), np.ones(steps)), "search_negative"),
        (lambda rows, steps: (np.full((rows, 2), 1.0), np.ones(steps)), "search_values"),
    ],
)
def test_what_no_evaluator_can_mean_is_refused(answer: Callable[[int, int], tuple[Any, Any]], key: str) -> None:
    wrong = True

    def evaluator(batch: Batch) -> tuple[Any, Any]:
        return answer(len(batch.seats), len(batch.actions)) if wrong else knows_nothing(batch)

    search = Search("connect-four", evaluator)
    game = ludarium.GameSession.from_position("connect-four", "blue a1 a2 a3; red b1 b2 c1")
    with pytest.raises(ResearchError) as refused:
        search.decide([game])
    assert refused.value.key == key
    wrong = False
    assert search.decide([game])[0].text == "a"  # and goes on as if nothing had been


def test_other_games_are_refused() -> None:
    search = Search("mur-en", knows_nothing)
    with pytest.raises(ResearchError):
        search.decide([ludarium.new("realm", seed=1)])
    with pytest.raises(ResearchError):
        Search("mutterland", knows_nothing, players=3).decide([ludarium.new("mutterland", seed=1, players=2)])
    over = ludarium.GameSession.from_position("connect-four", "blue a1 a2 a3; red b1 b2 c1").play("a")
    with pytest.raises(NotAllowed):
        Search("connect-four", knows_nothing).decide([over])


@pytest.mark.parametrize(
    "wrong", [{"trees": 0}, {"considered": -1}, {"blur": 1.5}, {"evenness": 0.0}, {"truths": 1 << 20}]
)
def test_numbers_out_of_bounds_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ResearchError) as refused:
        Search("mur-en", knows_nothing, **wrong)
    assert next(iter(wrong)) in str(refused.value)
