"""How a game of Realm ends (RLM-T4, F1, F2)."""

import pytest

from ludarium.games.realm import GAME
from ludarium.games.realm.rules import Realm
from tests.games.realm_play import at, legal, play, why


def result(state: Realm) -> tuple[str, tuple[int, ...]]:
    outcome = GAME.outcome(state)
    assert outcome is not None
    for locale in ("en", "ja"):
        assert GAME.outcome_sentence(outcome, locale)
    return outcome.reason, outcome.winners


@pytest.mark.clause("RLM-T4")
def test_two_passes_running_end_the_game() -> None:
    state = play(at("bases0 A1 B2; bases1 C3; powers0 a1; powers1 g7"), "pass")
    assert (state.seat, state.turn) == (1, 1)
    assert result(play(state, "pass")) == ("agreed", (0,))
    assert why(play(state, "pass"), "a1-a4") == ("RLM-T4", "over")
    # A turn in between breaks the run, whatever it is.
    state = play(state, "g7-d7", "no", "end", "pass")
    assert state.seat == 1
    assert result(play(state, "pass"))[0] == "agreed"


@pytest.mark.clause("RLM-T4")
def test_a_pass_is_a_whole_turn() -> None:
    state = play(at("enforcers0 a1n; powers1 g7"), "a1-a4")
    assert why(state, "pass") == ("RLM-T4", "pass_late")


@pytest.mark.clause("RLM-T4")
def test_a_seat_that_cannot_move_can_still_pass() -> None:
    assert legal(at("bases0 A1; powers1 g7")) == ["pass"]


@pytest.mark.clause("RLM-F1")
def test_the_last_base_ends_the_game_at_once() -> None:
    # Four bases, three of them put in the set-up; c1 could still move.
    state = play(at("bases0 A1 B2 C3; powers0 a1 c1; bases1 D1 D2", bases=4), "a1-a4", "create")
    assert result(state) == ("last_base", (0,))
    assert legal(state) == []
    assert why(state, "c1-c4") == ("RLM-F1", "over")
    assert GAME.position_text(state).endswith("over last_base 0")


@pytest.mark.clause("RLM-F1")
def test_the_last_base_of_four_powers() -> None:
    position = "bases0 A1 B2 C3 D4; powers0 a1; bases1 D1 D2 D3 C4"
    assert result(play(at(position, "realm-grand", bases=5), "a1-a4", "create")) == ("last_base", (0,))


@pytest.mark.clause("RLM-F1", "RLM-F2")
def test_captured_bases_count_as_put_and_score_nothing() -> None:
    # Blue has lost two of four bases; his fourth one ends the game with two on the board against three.
    position = "bases0 A1; powers0 a1; bases1 D1 D2 D3; captured1 2"
    assert result(play(at(position, bases=4), "a1-a4", "create")) == ("last_base", (1,))


@pytest.mark.clause("RLM-F1")
def test_turns_without_an_event_taken_end_the_game() -> None:
    quiet = at("bases0 A1; powers0 a1; powers1 l12; quiet 58; turn 100")
    # A declined event, a rearrangement and a pass are all quiet.
    for first in (("a1-a4", "no", "end"), ("rearrange A1", "a2"), ("pass",)):
        state = play(quiet, *first)
        assert state.quiet == 59
        assert result(play(state, "l12-l4", "no", "end")) == ("quiet_cap", (0,))
    # An event taken begins the count anew.
    state = play(quiet, "a1-a4", "create", "end")
    assert (state.seat, state.quiet) == (1, 0)


@pytest.mark.clause("RLM-F1")
@pytest.mark.parametrize(("cap", "over"), [(0, False), (3, True), (4, False)])
def test_the_quiet_cap_can_be_chosen(cap: int, over: bool) -> None:
    state = at("powers0 a1; powers1 l12; quiet 2; turn 9", quiet_cap=cap)
    assert (play(state, "pass").seat < 0) is over


@pytest.mark.clause("RLM-F1")
@pytest.mark.parametrize(("cap", "over"), [(0, False), (300, True), (301, False)])
def test_the_turn_cap_can_be_chosen(cap: int, over: bool) -> None:
    state = at("powers0 a1; bases1 D1; powers1 l12; turn 299", turn_cap=cap)
    state = play(state, "a1-a4", "create", "end")
    assert (state.seat < 0) is over
    if over:
        assert result(state) == ("turn_cap", ())


@pytest.mark.clause("RLM-F1")
def test_set_up_does_not_count_as_turns() -> None:
    state = at("setup; bases0 A1 B2 C3; bases1 A2 B1 C4; powers0 a1 d4 g7; powers1 a4 d1; next 1", turn_cap=1)
    state = play(state, "+g10")
    assert (state.seat, state.turn) == (0, 0)
    assert result(play(state, "pass"))[0] == "turn_cap"


@pytest.mark.clause("RLM-F2")
@pytest.mark.parametrize(
    ("position", "winners"),
    [
        ("bases0 A1 B2; bases1 C3", (0,)),
        ("bases0 A1; bases1 C3 C4", (1,)),
        # As many realms: enforcers active or in hand; a neutralised one is neither.
        ("bases0 A1; bases1 C3; neutral0 a1", (1,)),
        ("bases0 A1; bases1 C3; enforcers0 a1n; neutral1 a2", (0,)),
        ("bases0 A1; bases1 C3; enforcers0 a1n c1n", ()),
        ("bases0 A1; bases1 C3; neutral0 a1; neutral1 a2", ()),
        # Realms come first, however many enforcers are lost.
        ("bases0 A1 B2; bases1 C3; neutral0 a1 a2 a3", (0,)),
        # Captured bases score nothing.
        ("bases0 A1; bases1 C3; captured0 5", ()),
    ],
)
def test_who_wins(position: str, winners: tuple[int, ...]) -> None:
    assert result(play(at(position + "; passed"), "pass")) == ("agreed", winners)
    agreement = GAME.agreed(at(position))
    assert (agreement.winners, agreement.clause) == (winners, "RLM-T4")
