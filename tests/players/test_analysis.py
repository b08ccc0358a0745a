"""Games judged step by step: losses that can be worked out, nothing asked in vain, nothing known that was hidden."""

from itertools import pairwise
from random import Random

import pytest

from ludarium.core.game import Ruleset, find_ruleset, rulesets
from ludarium.core.history import History, play_steps
from ludarium.core.rng import Rng
from ludarium.players import Limits, Line, Report, ThinkingStyle
from ludarium.players.analysis import (
    BLUNDER,
    GOOD,
    INACCURACY,
    MISTAKE,
    Judged,
    analyse,
    mean_losses,
    settled,
    turning_points,
)
from ludarium.players.thinker import Question, Thinker

RULESETS = pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.name)
HIDING = pytest.mark.parametrize(
    "ruleset",
    [ruleset for ruleset in rulesets() if ruleset.game.hidden_information and not ruleset.tiny],
    ids=lambda ruleset: ruleset.name,
)
QUICK = ThinkingStyle(Limits(simulations=15))
# MUR-C1, MUR-C3: with ships of any colour as walls, whoever comes to a2 first traps the kraken and wins.
START = "black b3; white h3; kraken a3"


class Asked:
    """Answers in this process, and remembers what it was asked."""

    def __init__(self) -> None:
        self.questions: list[Question] = []

    def __call__(self, question: Question) -> Report:
        self.questions.append(question)
        return Thinker().decide(question)


def played(ruleset: Ruleset, steps: int, seed: int) -> History:
    """A game of random steps."""
    history, rng = History(ruleset, ruleset.new()), Rng(seed)
    while len(history.steps) < steps and history.state.seat >= 0:
        history.take(history.state.random_step(rng))
    return history


def from_text(*texts: str) -> History:
    ruleset = find_ruleset("mur-jp")
    start = ruleset.game.read_position(ruleset.read({"kraken_walls": "any"}), START)
    return play_steps(ruleset.name, start, map(ruleset.game.read_step, texts))


# --- losses ----------------------------------------------------------------------------------------------------------
def test_a_winning_step_costs_nothing() -> None:
    (one,) = analyse(from_text("+a2"), ThinkingStyle(Limits(simulations=50)), Asked())
    assert (one.number, one.seat, one.loss, one.mark, one.better) == (1, 0, 0.0, GOOD, None)
    assert one.before == one.after == (1.0, 0.0)


def test_a_missed_win_that_the_other_takes_costs_everything() -> None:
    history = from_text("+d3", "+a2")
    game = history.game
    first, second = analyse(history, ThinkingStyle(Limits(simulations=50)), Asked())
    assert (first.before, first.after) == ((1.0, 0.0), (0.0, 1.0))
    assert (first.loss, first.mark, first.changes_lead) == (1.0, BLUNDER, True)
    assert first.better is not None
    assert game.step_text(first.better.step) == "+a2"
    assert (second.loss, second.after) == (0.0, (0.0, 1.0))
    said = first.as_json(game)
    assert (said["step"], said["better"], said["loss"]) == ("+d3", ["+a2"], 1.0)


@pytest.mark.slow
@RULESETS
def test_every_step_of_any_game_is_judged(ruleset: Ruleset) -> None:
    history = played(ruleset, 30, 2)
    judged = list(analyse(history, QUICK, Asked()))
    assert [one.number for one in judged] == list(range(1, len(history.steps) + 1))
    assert [one.step for one in judged] == history.steps
    assert [one.seat for one in judged] == [state.seat for state in history.states[:-1]]
    for one, following in pairwise(judged):
        assert one.after == following.before
    for one in judged:
        assert 0.0 <= one.loss <= 1.0
        assert sum(one.before) == pytest.approx(1.0)
        assert min(one.before) >= 0.0
        assert (one.better is None) == (one.loss == 0.0)
        assert one.better is None or one.better.step != one.step


@RULESETS
def test_threads_change_nothing(ruleset: Ruleset) -> None:
    history = played(ruleset, 12, 3)
    one, three = (list(analyse(history, QUICK, Asked(), jobs=jobs)) for jobs in (1, 3))
    assert one == three


@RULESETS
def test_nothing_is_asked_where_there_is_nothing_to_decide(ruleset: Ruleset) -> None:
    history = played(ruleset, 60, 4)
    asked = Asked()
    judged = list(analyse(history, ThinkingStyle(Limits(simulations=1)), asked))
    for question in asked.questions:
        assert not ruleset.game.is_setup(question.view)
    for one, state in zip(judged, history.states, strict=False):
        decides = len(state.view(state.seat).legal()) > 1 and not ruleset.game.is_setup(state)
        assert one.decided == decides
        if not decides:
            assert one.loss == 0.0
    searched = sum(one.decided for one in judged)
    assert len(asked.questions) <= 3 * searched + 1


# --- what was hidden -------------------------------------------------------------------------------------------------
def set_up(ruleset: Ruleset, seed: int, own: int) -> History:
    """All seats but ``own`` set up by ``seed``."""
    history, random, fixed = History(ruleset, ruleset.new()), Random(seed), Random(0)
    while ruleset.game.is_setup(history.state):
        history.take((fixed if history.state.seat == own else random).choice(list(history.state.legal())))
    return history


@HIDING
def test_a_step_is_judged_by_what_its_seat_could_know(ruleset: Ruleset) -> None:
    """The same step in two truths that its seat cannot tell apart costs the same, whatever comes of it."""
    truths = [set_up(ruleset, seed, 0) for seed in (1, 2)]
    first = truths[0].state
    assert first.seat == 0
    assert first != truths[1].state
    for step in list(first.view(0).legal())[:: max(1, len(first.legal()) // 4)]:
        judged = []
        for truth in truths:
            history = truth.copy()
            history.take(step)
            judged.append(list(analyse(history, QUICK, Asked()))[-1])
        assert (judged[0].loss, judged[0].better, judged[0].before) == (
            judged[1].loss,
            judged[1].better,
            judged[1].before,
        )


@HIDING
def test_only_views_are_asked_about(ruleset: Ruleset) -> None:
    history = played(ruleset, 60, 5)
    asked = Asked()
    list(analyse(history, ThinkingStyle(Limits(simulations=1)), asked))
    assert asked.questions
    for question in asked.questions:
        assert all(view == view.view(question.seat) for view in question.views)


# --- sums ------------------------------------------------------------------------------------------------------------
def judged(
    number: int, seat: int, loss: float, before: float = 0.5, after: float = 0.5, decided: bool = True
) -> Judged:
    return Judged(number, number, seat, 0, (before, 1 - before), (after, 1 - after), loss, None, decided)


@pytest.mark.parametrize(
    ("loss", "mark"),
    [
        (0.0, GOOD),
        (0.049, GOOD),
        (0.05, INACCURACY),
        (0.099, INACCURACY),
        (0.1, MISTAKE),
        (0.2, BLUNDER),
        (1.0, BLUNDER),
    ],
)
def test_marks(loss: float, mark: str) -> None:
    assert judged(1, 0, loss).mark == mark


def test_mean_losses_are_over_decisions() -> None:
    game = [judged(1, 0, 0.2), judged(2, 1, 0.3), judged(3, 0, 0.0), judged(4, 1, 0.0, decided=False)]
    assert mean_losses(game, 3) == pytest.approx([0.1, 0.3, 0.0])


def test_turning_points_are_the_costliest_steps_in_the_order_of_the_game() -> None:
    losses = [0.3, 0.01, 0.12, 0.5, 0.06, 0.11, 0.15, 0.4]
    game = [judged(number, number % 2, loss) for number, loss in enumerate(losses, 1)]
    assert [one.number for one in turning_points(game)] == [1, 3, 4, 7, 8]
    # A step that changed who is ahead comes before one that cost a little more.
    game[5] = judged(6, 0, 0.11, before=0.55, after=0.44)
    assert [one.number for one in turning_points(game)] == [1, 4, 6, 7, 8]
    assert turning_points([judged(1, 0, 0.04)]) == []


def test_the_settled_expectation_is_over_all_simulations() -> None:
    lines = (Line((1,), 3, 0.8), Line((2,), 1, 0.4))
    report = Report(1, 0, 4, 1.0, (0.8, 0.15, 0.05), lines)
    # (3 · 0.8 + 0.4) / 4 = 0.7; the others share the rest three to one.
    assert settled(report, 0) == pytest.approx((0.7, 0.225, 0.075))
    assert settled(Report(1, 0, 4, 1.0, (1.0, 0.0), (Line((1,), 1, 1.0), Line((2,), 1, 0.0))), 0) == (0.5, 0.5)
    assert settled(Report(1, 0, 0, 1.0, (1.0, 0.0), (Line((1,), 0, 1.0, 1, 1),)), 0) == (1.0, 0.0)
