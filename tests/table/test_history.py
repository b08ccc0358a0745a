"""One game so far: what was done, what each seat could know of it, and any moment of it again."""

import pickle

import pytest

from ludarium.core.game import Ruleset, find_ruleset, rulesets
from ludarium.core.history import History, play_steps
from ludarium.core.rng import Rng

SET_UP = ("=1", "=3", "=2", "=2", "=1", "=3")


def cups(*steps: str) -> History:
    ruleset = find_ruleset("cups")
    return play_steps("cups", ruleset.new({"cap": 3}), map(ruleset.game.read_step, (*SET_UP, *steps)))


def test_what_a_seat_did_not_notice_is_not_counted_and_not_told() -> None:
    history = cups("peek b1", "pass")
    assert [taken.text for taken in history.taken[6:]] == ["peek b1", "pass"]
    # Seat 1 sees that cups were filled, but not with what, and nothing of the peek.
    assert [step.text for _, step in history.told(1)] == ["", "", "", "=2", "=1", "=3", ""]
    assert [place for place, _ in history.told(1)] == [1, 2, 3, 4, 5, 6, 8]
    assert (history.number(0), history.number(1), history.number(-1)) == (8, 7, 7)
    assert (history.place_of(1, 6), history.place_of(1, 7), history.place_of(0, 7)) == (6, 8, 7)
    assert [step.text for _, step in history.told(1, open_=True)] == [*SET_UP, "peek b1", "pass"]
    assert [step.text for _, step in history.told(0, since=6)] == ["peek b1", "pass"]


def test_views_are_of_the_moments_that_a_seat_noticed() -> None:
    history = cups("peek b1")
    assert len(history.views(0)) == 8
    assert len(history.views(1)) == 7
    assert history.views(1)[-1] == history.state.view(1)
    assert history.views(1, 3) == [state.view(1) for state in history.states[:4]]
    assert all(view == view.view(1) for view in history.views(1))


def test_without_secrets_a_seat_knows_how_the_last_turns_began() -> None:
    ruleset = find_ruleset("mur-en")
    history = play_steps("mur-en", ruleset.new(), map(ruleset.game.read_step, ["+c2", "+d2", "+e2"]))
    assert history.views(1) == history.states
    assert history.views(1, 2) == history.states[:3]
    assert (history.number(1), history.counts(0)) == (3, [0, 1, 2, 3])
    assert [event.kind for event in history.last_events(1)] == ["placed"]
    assert history.scene(0).last == ("e2",)
    assert history.at(1).scene(0).last == ("c2",)


def test_the_last_step_that_a_seat_noticed_is_marked() -> None:
    """Else seat 1 could tell by its own last step no longer being marked that the other one has peeked."""
    history = cups("peek b1")
    assert history.last_events(1) == history.at(6).last_events(1) != []
    assert history.last_events(0)[0].kind == "peeked"


def test_steps_are_taken_back() -> None:
    history, before = cups("peek b1", "pass"), cups("peek b1")
    assert history.counts(1)[-1] == 7
    history.undo(1)
    assert (history.number(1), len(history.taken), history.state) == (6, 7, before.state)
    assert history == before
    history.take(history.game.read_step("a1xb1"))
    assert history.number(1) == 7
    assert history.taken[-1].text == "a1xb1"


def test_a_moment_of_the_past_is_not_changed_by_what_comes_later() -> None:
    history = cups("pass")
    past = history.at(6)
    past.take(past.game.read_step("peek b2"))
    assert [taken.text for taken in history.taken[6:]] == ["pass"]
    assert [taken.text for taken in past.taken[6:]] == ["peek b2"]
    assert history.at(0).steps == []
    assert history.at(0).state == history.states[0]


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda one: one.name)
def test_looking_first_or_later_gives_the_same(ruleset: Ruleset) -> None:
    """Whether a step was looked at before it was taken, or is looked at when somebody asks."""
    quick, careful, rng = History(ruleset, ruleset.new()), History(ruleset, ruleset.new()), Rng(3)
    for number in range(40):
        if quick.state.seat < 0:
            break
        step = quick.state.random_step(rng)
        quick.take(step)
        if number % 3:
            careful.add(*careful.look_ahead(step))
        else:
            careful.take(step)
    assert quick == careful
    assert hash(quick) == hash(careful)
    assert [(one.text, one.log.rows, one.ends_turn) for one in quick.taken] == [
        (one.text, one.log.rows, one.ends_turn) for one in careful.taken
    ]
    assert pickle.loads(pickle.dumps(quick)) == careful
    assert quick.copy() == quick
    assert quick.outcome == ruleset.game.outcome(quick.state)
    careful.undo(1)
    assert quick != careful
    assert quick != careful.steps


def test_positions_within_a_turn_are_not_among_the_views() -> None:
    """Realm: the set-up belongs to the first turn, and a turn is a move and its end."""
    ruleset = find_ruleset("realm")
    setup = ["*A1", "*B2", "*B3", "*C3", "*C2", "*D4", "+a1", "+d4", "+d7", "+g7", "+g4", "+j10"]
    steps = [*setup, "a1-a4", "create", "end", "pass"]
    history = play_steps("realm", ruleset.new(), map(ruleset.game.read_step, steps))
    assert history.views(0) == [history.states[0], history.states[15], history.states[16]]
