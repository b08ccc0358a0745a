"""One decision: legal, within its limits, the same for the same seed, and from nothing but what the seat knows."""

from dataclasses import replace
from itertools import count
from math import inf
from time import perf_counter

import pytest

from ludarium.core.game import Ruleset, find_ruleset, rulesets
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.players import Limits, Report, ThinkingStyle
from ludarium.players.thinker import Question, Thinker, _Search, never

RULESETS = pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.name)
HIDING = [ruleset for ruleset in rulesets() if ruleset.game.hidden_information and not ruleset.tiny]
QUICK = ThinkingStyle(Limits(simulations=30))


def _middle(ruleset: Ruleset, seed: int, steps: int = 25) -> list[State]:
    """The states of a game that is played at random for some steps, but not to its end."""
    rng, state = Rng(seed), ruleset.new({}, seed)
    states = [state.copy()]
    for _ in range(steps):
        after = state.copy()
        after.apply(after.random_step(rng), None)
        if after.seat < 0:
            break
        state = after
        states.append(state)
    return states


def _views(states: list[State]) -> list[State]:
    return [state.view(states[-1].seat) for state in states]


@RULESETS
def test_the_decision_is_legal_and_reported(ruleset: Ruleset) -> None:
    for steps in (0, 25):
        states = _middle(ruleset, 3, steps)
        report = Thinker().decide(Question(ruleset.name, _views(states), QUICK, 5))
        state = states[-1]
        assert state.judge(report.step) == 0
        assert report.step == report.best.step or ruleset.game.is_setup(state)
        assert {line.step for line in report.lines} == {int(step) for step in state.view(state.seat).legal()}
        assert sum(report.expectation) == pytest.approx(1.0)
        assert all(0.0 <= one <= 1.0 for one in report.expectation)
        if ruleset.game.insight.set_up_step(state.view(state.seat), Rng(1)) >= 0:
            assert report.simulations == 0
        elif not report.best.proven and len(report.lines) > 1:
            assert 20 <= report.simulations <= 30  # up to a quarter is the solver's work
            assert report.speed > 0


@RULESETS
def test_same_seed_same_decision(ruleset: Ruleset) -> None:
    views = _views(_middle(ruleset, 4))
    style = replace(QUICK, temperature=1.0)

    def once(seed: int) -> Report:
        return replace(Thinker().decide(Question(ruleset.name, views, style, seed)), seconds=0.0)

    assert once(5) == once(5)


@pytest.mark.parametrize("ruleset", HIDING, ids=lambda ruleset: ruleset.name)
def test_truths_that_a_seat_cannot_tell_apart_get_the_same_decision(ruleset: Ruleset) -> None:
    """The other truth is drawn from what the seat knows, so only what it may not know differs."""
    different = 0
    for seed in range(12):
        state = _middle(ruleset, seed)[-1]
        other = state.resample(state.seat, Rng(seed + 100))
        assert other.view(state.seat) == state.view(state.seat)
        different += other != state
        reports = [
            replace(
                Thinker().decide(
                    Question(ruleset.name, [truth.view(state.seat)], replace(QUICK, temperature=0.5), seed)
                ),
                seconds=0.0,
            )
            for truth in (state, other)
        ]
        assert reports[0] == reports[1]
    assert different >= 6


def test_no_time_still_gives_a_legal_step() -> None:
    ruleset = rulesets()[0]
    state = _middle(ruleset, 1)[-1]
    report = Thinker().decide(Question(ruleset.name, [state], ThinkingStyle(Limits(seconds=0.0)), 1))
    assert state.judge(report.step) == 0


def test_whoever_asks_can_stop_it_and_hears_of_it_meanwhile() -> None:
    ruleset = rulesets()[0]
    heard: list[Report] = []
    report = Thinker().decide(
        Question(ruleset.name, [ruleset.new()], ThinkingStyle(Limits(seconds=600.0)), 1),
        lambda: len(heard) >= 2,
        heard.append,
    )
    assert len(heard) == 2
    assert report.simulations >= heard[1].simulations > heard[0].simulations > 0


def test_the_tree_is_kept_for_the_next_step_of_the_game() -> None:
    ruleset = rulesets()[0]
    thinker, state = Thinker(), ruleset.new()
    style = ThinkingStyle(Limits(seconds=60.0, simulations=400), tactics=False)
    first = thinker.decide(Question(ruleset.name, [state], style, 1))
    state.apply(first.step)
    state.apply(first.best.steps[1])
    kept = thinker.decide(Question(ruleset.name, [state], style, 1))
    assert sum(line.visits for line in kept.lines) > kept.simulations
    new = Thinker().decide(Question(ruleset.name, [state], style, 1))
    assert sum(line.visits for line in new.lines) <= new.simulations


def _answered(report: Report, state: State) -> State:
    """The position after the decision and the answer that is expected."""
    after = state.copy()
    after.apply(report.step)
    after.apply(report.best.steps[1])
    return after


def _visits(report: Report) -> int:
    return sum(line.visits for line in report.lines)


def test_thinking_goes_on_while_others_decide() -> None:
    ruleset = rulesets()[0]
    style = ThinkingStyle(Limits(seconds=60.0, simulations=400), tactics=False)
    visits = []
    for looks in (0, 60):
        thinker, state, asked = Thinker(), ruleset.new(), count()
        first = thinker.decide(Question(ruleset.name, [state], style, 1))
        thinker.ponder(first.step, lambda asked=asked, looks=looks: next(asked) >= looks)  # type: ignore[misc]
        kept = thinker.decide(Question(ruleset.name, [_answered(first, state)], style, 1))
        visits.append(_visits(kept) - kept.simulations)
    assert visits[1] > visits[0] > 0  # what was known already


def test_nobody_ponders_where_something_is_hidden_or_the_game_is_over() -> None:
    def never_asked() -> bool:
        raise AssertionError

    style = ThinkingStyle(Limits(seconds=60.0, simulations=50))
    for ruleset in HIDING:
        states = _middle(ruleset, 3)
        thinker = Thinker()
        report = thinker.decide(Question(ruleset.name, _views(states), style, 1))
        thinker.ponder(report.step, never_asked)
    Thinker().ponder(0, never_asked)  # nothing was decided yet


def test_a_forced_step_says_what_the_decision_before_it_expected() -> None:
    """Realm: the king's move may leave nothing but the end of the turn."""
    thinker, asked = Thinker(), 0
    ruleset = find_ruleset("realm")
    style = ThinkingStyle(Limits(seconds=60.0, simulations=2000), tactics=False)
    for seed in range(40):
        state = _middle(ruleset, seed, 60)[-1]
        if _forced(state):
            continue
        report = thinker.decide(Question(ruleset.name, [state], style, 1))
        after = state.copy()
        after.apply(report.step)
        if report.best.proven or after.seat != state.seat or not _forced(after):
            continue
        asked += 1
        for seconds in (60.0, 0.0):  # with no time left, what was known says it
            limits = Limits(seconds=seconds, simulations=2000)
            forced = thinker.decide(Question(ruleset.name, [after], replace(style, limits=limits), 1))
            assert forced.expectation[state.seat] == pytest.approx(report.best.worth, abs=0.1)
    assert asked


def test_a_limit_on_simulations_includes_what_the_solver_does() -> None:
    for ruleset in rulesets():
        views = _views(_middle(ruleset, 5))
        for most in (40, 400):
            question = Question(ruleset.name, views, ThinkingStyle(Limits(simulations=most)), 1)
            search = _Search(Thinker()._plant(question, Rng(1)), question, perf_counter(), inf, never, None)
            search.run()
            # A position is looked at to its end, though its steps may be more than are left.
            assert int(search.work) <= most + 3 * len(views[-1].legal()) + 60


def test_a_warm_player_with_a_temperature_takes_other_steps_too() -> None:
    ruleset = rulesets()[0]
    question = Question(ruleset.name, [ruleset.new()], replace(QUICK, temperature=2.0), 0)
    steps = {Thinker().decide(replace(question, seed=seed)).step for seed in range(20)}
    assert len(steps) > 3


@pytest.mark.parametrize(("name", "steps"), [("mur-en", 10), ("myrmidons", 12)])
def test_a_position_that_was_there_is_not_gone_back_to(name: str, steps: int) -> None:
    """At the beginning of a game many steps are as good: one leads to a position that was there, others do not."""
    states = _middle(find_ruleset(name), 0, steps)
    style = ThinkingStyle(Limits(simulations=800))
    seat = int(states[-1].seat)

    def after(*earlier: State) -> State:
        """What the seat sees after its decision, when these, too, were there."""
        state = states[-1].copy()
        state.apply(Thinker().decide(Question(name, [*earlier, *_views(states)], style, 5)).step)
        assert state.seat == 1 - seat
        return state.view(seat)

    usual = after()
    assert after(usual).timeless() != usual.timeless()


def test_a_secret_set_up_is_not_always_the_same() -> None:
    tried = 0
    for ruleset in HIDING:
        state = ruleset.new()
        if ruleset.game.is_setup(state):
            question = Question(ruleset.name, [state.view(state.seat)], QUICK, 0)
            steps = {Thinker().decide(replace(question, seed=seed)).step for seed in range(20)}
            assert len(steps) > 3
            tried += 1
    assert tried


def test_set_ups_are_drawn_from_what_was_computed_or_searched_for() -> None:
    tried = 0
    for ruleset in rulesets():
        state = ruleset.new()
        question = Question(ruleset.name, [state.view(state.seat)], QUICK, 1)
        if ruleset.game.insight.set_up_step(question.view, Rng(1)) >= 0:
            drawn = [Thinker().decide(replace(question, seed=seed)) for seed in range(20)]
            assert {report.simulations for report in drawn} == {0}
            assert all(report.step == report.best.step for report in drawn)
            for left_out in (replace(QUICK, setups=False), replace(QUICK, insight=False)):
                assert Thinker().decide(replace(question, style=left_out)).simulations >= 20
            slips = replace(question, style=replace(QUICK, slips=1.0))
            taken = {Thinker().decide(replace(slips, seed=seed)).step for seed in range(60)}
            assert len(taken) > len(state.legal()) // 2
            tried += 1
    assert tried


def test_a_player_slips_as_often_as_its_game_says_for_its_level(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = rulesets()[0]
    monkeypatch.setattr(type(ruleset.game), "levels", ((20, 1.0), (20, 0.0)))
    taken = []
    for level in (1, 2):
        question = Question(ruleset.name, [ruleset.new()], replace(QUICK, level=level), 0)
        taken.append({Thinker().decide(replace(question, seed=seed)).step for seed in range(60)})
    always, never = map(len, taken)
    assert always > len(ruleset.new().legal()) // 2 > never


def test_a_single_legal_step_is_not_thought_about_for_long() -> None:
    for ruleset in rulesets():
        state = next((one for seed in range(20) for one in _middle(ruleset, seed, 80) if _forced(one)), None)
        if state is not None:
            began = perf_counter()
            report = Thinker().decide(
                Question(ruleset.name, [state.view(state.seat)], ThinkingStyle(Limits(seconds=600.0)), 1)
            )
            assert state.judge(report.step) == 0
            assert perf_counter() - began < 300.0  # not its time
            return
    raise AssertionError("no forced step was found to try it on")


def _forced(state: State) -> bool:
    return len(state.legal()) == 1
