"""Lines in words: as far as a seat can be sure of what happens."""

from ludarium.core.game import find_ruleset
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.players.explain import explain_line, is_certain

RULESET = find_ruleset("myrmidons")


def _positions() -> list[State]:
    found, state, rng = [], RULESET.new(), Rng(5)
    while state.seat >= 0:
        found.append(state.copy())
        legal = state.legal()
        state.apply(legal[rng.below(len(legal))])
    return found


def test_a_step_whose_end_is_open_says_how_it_begins() -> None:
    game, open_ = RULESET.game, 0
    for state in _positions():
        if game.is_setup(state):
            continue
        seat = int(state.seat)
        view = state.view(seat)
        for step in view.legal():
            (told, *_) = explain_line(game, view, seat, [step])
            assert told.sentences(game, "en"), told.step
            if not is_certain(game, view, seat, step):
                open_ += 1
                assert told.events[0].kind == "moved" or told.step == ".", told
    assert open_ > 5
