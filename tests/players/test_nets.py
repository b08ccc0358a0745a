"""Nets in files: those that come with games, and what they look at."""

from pathlib import Path

import pytest

from ludarium.core.game import find_ruleset, rulesets
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.players import Limits, ThinkingStyle, nets
from ludarium.players.nets import open_net, own_nets, read_file, read_header, read_inputs, usual_insight
from ludarium.players.thinker import Question, Thinker
from ludarium.search.net import LearnedInsight
from tests.players.small_net import small_net

OWN = [(ruleset.name, file) for ruleset in rulesets() for file in own_nets(ruleset.name)]


def two_truths() -> list[State]:
    """A game of Myrmidons after its set-up, and one that the seat to act cannot tell from it."""
    state, rng = find_ruleset("myrmidons").new({}, 1), Rng(1)
    while find_ruleset("myrmidons").game.is_setup(state):
        state.apply(state.random_step(rng))
    other = state
    while other == state:
        other = state.view(state.seat).resample(state.seat, rng)
    return [state, other]


@pytest.mark.parametrize(("name", "file"), OWN)
def test_a_net_that_comes_with_a_game_is_small_and_for_some_of_its_options(name: str, file: str) -> None:
    data = read_file(file)
    assert len(data) < 1_000_000
    ruleset = find_ruleset(name)
    start = ruleset.new({"players": seats} if (seats := read_header(data).seats) > 2 else {})
    open_net(data, ruleset, start)
    assert isinstance(usual_insight(name, start), LearnedInsight)


def test_without_a_net_players_go_by_the_insight() -> None:
    name = next(ruleset.name for ruleset in rulesets() if not own_nets(ruleset.name))
    assert usual_insight(name, find_ruleset(name).new()) is find_ruleset(name).game.insight


def test_options_that_no_net_is_for_are_played_without(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A net for two seats, and a table for three."""
    file = tmp_path / "mutterland.net"
    file.write_bytes(small_net("mutterland"))
    monkeypatch.setattr(nets, "own_nets", lambda _: (str(file),))
    monkeypatch.setattr(nets, "_USUAL", {})
    ruleset = find_ruleset("mutterland")
    assert isinstance(usual_insight("mutterland", ruleset.new()), LearnedInsight)
    assert usual_insight("mutterland", ruleset.new({"players": 3})) is ruleset.game.insight


def test_players_decide_by_the_net_unless_they_are_told_not_to(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A net of chance weights decides otherwise than the insight in at least one of some positions."""
    file = tmp_path / "mur-en.net"
    file.write_bytes(small_net("mur-en"))
    ruleset, rng = find_ruleset("mur-en"), Rng(1)
    state = ruleset.new({}, 1)
    decided: dict[str | None, list[int]] = {None: [], "": [], str(file): []}
    monkeypatch.setattr(nets, "own_nets", lambda _: (str(file),))
    monkeypatch.setattr(nets, "_USUAL", {})
    for _ in range(8):
        state.apply(state.random_step(rng))
        for net, steps in decided.items():
            style = ThinkingStyle(Limits(simulations=60), net=net, tactics=False)
            steps.append(Thinker().decide(Question("mur-en", [state.copy()], style, 1)).step)
    assert decided[None] == decided[str(file)]
    assert decided[None] != decided[""]


def test_an_open_net_tells_truths_apart_that_look_alike() -> None:
    one, other = two_truths()
    ruleset = find_ruleset("myrmidons")
    closed, opened = (read_inputs(ruleset, one, (), open_) for open_ in (False, True))
    assert closed.seen(one) == closed.seen(other)
    assert opened.seen(one) != opened.seen(other)
