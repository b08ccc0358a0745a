"""``Game.describe``: a seat's scene with the last step marked."""

from ludarium.core.game import Event, find_ruleset
from ludarium.core.state import EventLog
from ludarium.core.vocabulary import SHOW


def test_the_sites_of_the_last_step_are_marked() -> None:
    ruleset = find_ruleset("mur-en")
    game = ruleset.game
    state = ruleset.new()
    assert game.describe(state, 0).last == ()
    log = EventLog()
    state.apply(game.read_step("+c2"), log)
    events = game.event_list(log, 1, over=False)
    assert game.describe(state, 1, events).last == ("c2",)
    assert game.describe(state, 1, events).paths
    assert not game.describe(state, 0, events).paths


def test_hidden_sites_and_mere_showing_are_not() -> None:
    ruleset = find_ruleset("mur-en")
    moved = Event("moved", {"piece": "black", "from": "?", "to": "a1"})
    shown = Event("placed", {"seat": 0, "piece": "black", "at": "b1"}, SHOW)
    assert ruleset.game.describe(ruleset.new(), -1, [moved, shown]).last == ("a1",)


def test_open_shows_the_state_itself() -> None:
    """Where nothing is secret, both are the same."""
    ruleset = find_ruleset("mur-jp")
    assert ruleset.game.describe(ruleset.new(), -1, open_=True) == ruleset.game.describe(ruleset.new(), -1)
