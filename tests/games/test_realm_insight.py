"""Realm's judgement: its features on positions worked out by hand, and what must hold everywhere."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import u8

from ludarium.core.bits import count_bits
from ludarium.core.rng import Rng
from ludarium.games.realm import GAME
from ludarium.games.realm.insight import creates_win, event_of, is_countered, nearness
from ludarium.games.realm.insight_survey import Survey, reach
from ludarium.games.realm.notation import REALMS, SQUARES, realm_name
from ludarium.games.realm.rules import Realm, list_mobile
from ludarium.games.realm.rules_event import MAY_CREATE, NO_EVENT
from ludarium.games.realm.traits import OPTION_SETS, images
from tests.games.realm_play import at, play, start

each_rules = pytest.mark.parametrize(("ruleset", "options"), OPTION_SETS, ids=[str(case) for case in OPTION_SETS])
# An undefended red base in B1; Blue's powers and enforcer in A1 look along the rows 1, 2 and 3 into it.
BESIDE_B1 = "bases0 D4; bases1 B1; powers0 a1 a2; enforcers0 a3e"


def worth(state: Realm, seat: int = 0) -> float:
    shares = vec[float]([0.0, 0.0])
    GAME.insight.judge_worth(state, shares)
    assert 0.0 <= shares[0] <= 1.0
    assert shares[0] + shares[1] == pytest.approx(1.0)
    return shares[seat]


def preferences(state: Realm) -> dict[str, float]:
    steps = state.legal()
    weights = vec[float]([0.0] * (len(steps) + 3))
    GAME.insight.priors(state, steps, weights)
    assert weights[len(steps)] == 0.0
    return {GAME.step_text(step): weights[index] for index, step in enumerate(steps)}


def names(realms: int) -> set[str]:
    return {realm_name(realm) for realm in range(16) if realms >> realm & 1}


def prize(position: str, seat: int, realm: str) -> int:
    return int(Survey(at(position)).prize(seat, REALMS[realm]))


def swapped(state: Realm) -> Realm:
    """The same position with the seats exchanged."""
    board = vec[u8](bytes(piece ^ 4 if piece else 0 for piece in state.board))  # a tag's lowest bit is the seat
    hand = vec[u8](bytes(state.hand[place ^ 1] for place in range(len(state.hand))))
    other = Realm(state.options, board, list_mobile(board), hand)
    for name in ("stage", "event", "stopped", "source", "target", "quiet", "turn", "lifted", "old", "left"):
        setattr(other, name, getattr(state, name))
    other.seat = 1 - state.seat
    return other


def drawn(state: Realm, seed: int, steps: int) -> Realm:
    """The position after so many steps of the insight's own play, or the last one before the end."""
    rng = Rng(seed)
    for _ in range(steps):
        after = state.copy()
        after.apply(GAME.insight.rollout_step(state, rng))
        if after.seat < 0:
            break
        state = after
    return state


# --- what is in reach -------------------------------------------------------------------------------------------------
def test_a_power_reaches_the_realms_where_it_can_stop() -> None:
    state = at("powers0 b1; bases1 A2")
    # North it comes to b4 in A2, just before the base; east along row 1; south and west stay in A1.
    assert names(reach(state.board, False, SQUARES["b1"], int(state.board[SQUARES["b1"]]))) == {"A2", "B1", "C1", "D1"}


def test_an_enforcer_does_not_turn_about() -> None:
    state = at("enforcers0 a1w")
    assert names(reach(state.board, False, SQUARES["a1"], int(state.board[SQUARES["a1"]]))) == {"A2", "A3", "A4"}


def test_size_counts_realms() -> None:
    assert [count_bits(0), count_bits(0b1), count_bits(0b1000000000000011)] == [0, 1, 3]


def test_open_realms_have_neither_base_nor_enemy_power() -> None:
    survey = Survey(at("bases0 A1; bases1 D4; powers0 a1; powers1 d1"))
    assert {f"{column}{row}" for column in "ABCD" for row in "1234"} - names(survey.open_to(0)) == {"A1", "D4", "B1"}
    assert count_bits(survey.open_to(1)) == 14  # Blue's power is where Red could put no base anyway


def test_two_powers_of_one_realm_can_put_two_bases_in_a_turn() -> None:
    assert list(Survey(at("bases0 A1; powers0 a1 c3")).creations) == [2, 0]
    assert list(Survey(at("bases0 A1 B1; powers0 a1 d3")).creations) == [1, 0]
    assert list(Survey(at("bases0 A1 B2 C3; powers0 a1 c3", "realm", bases=4)).creations) == [1, 0]  # one is left


def test_two_powers_cannot_put_two_bases_in_the_only_open_realm() -> None:
    full = "bases0 A1 A3 A4 B1 B2 B3 B4 C1; bases1 C2 C3 C4 D1 D2 D3 D4"
    assert list(Survey(at(f"{full}; powers0 a1 c1")).creations) == [1, 0]


def test_within_a_turn_only_what_it_still_allows_is_in_reach() -> None:
    # Blue's first power went from A1 to A2 (no base put): c3 may follow from A1 or anywhere, e9 in B3 only go to A2,
    # which it does not see.
    state = at("bases0 A1; powers0 a4 c3 e9; source A1; target A2")
    assert Survey(state).roaming[0] == 6  # c3: A2 A3 A4 by column c, B1 C1 D1 by row 3
    assert Survey(state).creations[0] == 1


def test_lifted_pieces_still_count() -> None:
    state = play(at("bases0 A1; powers0 a1; enforcers0 a3n"), "rearrange A1")
    before, after = Survey(at("bases0 A1; powers0 a1; enforcers0 a3n")), Survey(state)
    assert (list(before.active), list(after.active)) == ([1, 0], [1, 0])
    assert list(after.enforcers) == [8, 8]
    assert after.guarded(0) == before.guarded(0) == 1


# --- captures ---------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RLM-E4", "RLM-E1")
def test_a_power_an_enforcer_and_a_second_power_take_a_realm_over() -> None:
    assert prize(BESIDE_B1, 0, "B1") == 2
    after = play(at(BESIDE_B1), "a1-d1", "a3-d3", "capture", "a2-d2", "create", "end")
    assert (after.realms(0), after.realms(1)) == (2, 0)
    assert prize(BESIDE_B1.replace(" a2", ""), 0, "B1") == 1
    assert prize(BESIDE_B1.replace("powers0 a1 a2; ", ""), 0, "B1") == 0


@pytest.mark.clause("RLM-E4")
def test_an_enemy_power_must_be_outnumbered() -> None:
    assert prize(f"{BESIDE_B1}; powers1 f1", 0, "B1") == 1  # but his power keeps Blue from putting a base
    assert prize(f"{BESIDE_B1}; powers1 f1".replace(" a2", ""), 0, "B1") == 0


@pytest.mark.clause("RLM-E3", "RLM-E4")
def test_each_enforcer_that_defends_takes_one_more_to_capture() -> None:
    guarded = f"{BESIDE_B1}; enforcers1 f3n"
    assert prize(guarded, 0, "B1") == 0
    assert prize(guarded.replace("a3e", "a3e d4s"), 0, "B1") == 2  # d4 looks south into B1
    after = play(at(guarded.replace("a3e", "a3e d4s")), "a1-d1", "d4-d2", "xf3", "a3-d3", "capture")
    assert after.realms(1) == 0


def test_the_best_prize_is_found() -> None:
    survey = Survey(at(BESIDE_B1.replace("bases1 B1", "bases1 A3 B1")))
    # Blue's enforcer looks north into A3, too, but his powers on a1 and a2 cannot pass it.
    assert [survey.prize(0, REALMS[realm]) for realm in ("A3", "B1")] == [0, 2]
    assert (survey.best_prize(0), survey.best_prize(1)) == (2, 0)


def test_guarded_realms_are_own_realms_with_an_own_active_enforcer() -> None:
    survey = Survey(at("bases0 A1 C3; bases1 B1; enforcers0 a3e d3n; enforcers1 c1n; neutral0 g7"))
    assert (survey.guarded(0), survey.guarded(1)) == (1, 0)
    assert (list(survey.active), list(survey.enforcers)) == ([2, 1], [7, 8])


def test_is_countered_without_enough_powers() -> None:
    position = "powers0 a1; powers1 a2 e1"
    assert is_countered(at(position), REALMS["B1"])
    assert not is_countered(at(position), REALMS["A1"])
    assert is_countered(at(position, "realm-english"), REALMS["A1"])


# --- the end ----------------------------------------------------------------------------------------------------------
LAST_BASE = "bases0 A1 B2 C3; bases1 D1 D4; powers0 a1"


@pytest.mark.clause("RLM-F1", "RLM-F2")
def test_the_last_base_within_reach_wins_for_who_is_ahead() -> None:
    state = at(LAST_BASE, "realm", bases=4)
    assert Survey(state).finishes(0, 0)
    assert worth(state) > 0.99
    moved = play(state, "a1-a4")
    assert creates_win(moved)
    assert worth(moved) > 0.99
    assert all(GAME.step_text(GAME.insight.rollout_step(moved, Rng(seed))) == "create" for seed in range(40))
    assert preferences(moved)["create"] > 10 * preferences(moved)["no"]


@pytest.mark.clause("RLM-F1", "RLM-F2")
def test_the_last_base_is_kept_by_who_would_lose() -> None:
    # Blue has lost eight bases and has one in hand: 4 realms against 5.
    state = at("bases0 A1 B2 C3; bases1 D1 D2 D3 D4 C1; powers0 a1; captured1 8")
    assert not Survey(state).finishes(0, 0)
    moved = play(state, "a1-a4")
    assert not creates_win(moved)
    assert worth(moved) < 0.5
    assert all(GAME.step_text(GAME.insight.rollout_step(moved, Rng(seed))) == "no" for seed in range(40))
    assert preferences(moved)["create"] < preferences(moved)["no"]


def test_the_end_comes_near_by_bases_and_by_quiet_turns() -> None:
    assert nearness(at("bases0 A1 B2 C3", "realm", bases=4)) == 1.0
    assert nearness(at("bases0 A1 B2 C3")) == pytest.approx(1 / 9)  # nine of twelve are in hand
    assert nearness(at("quiet 30; turn 30")) == pytest.approx(1 / 4)
    assert nearness(at("quiet 30; turn 30", "realm", quiet_cap=0)) == pytest.approx(1 / 12)


def test_a_win_is_looked_for_only_where_one_can_be() -> None:
    assert not GAME.insight.may_win(at("bases0 A1 B2 C3"))
    assert GAME.insight.may_win(at("bases0 A1 B2 C3", "realm", bases=6))  # three powers, three bases in hand
    assert not GAME.insight.may_win(at("bases0 A1 B2 C3", "realm", bases=7))
    assert GAME.insight.may_win(at("bases0 A1 B2 C3; passed"))
    assert GAME.insight.may_win(at("bases0 A1 B2 C3; quiet 58"))
    assert GAME.insight.may_win(at("bases0 A1 B2 C3; turn 299"))


# --- worth ------------------------------------------------------------------------------------------------------------
SETTLED = "bases0 A1 B2; bases1 C3 D4; powers0 a1 d4; powers1 g9 j10; enforcers0 c3n; enforcers1 g7s"


@pytest.mark.parametrize(
    "more",
    [
        SETTLED.replace("A1 B2", "A1 B2 B3"),  # a realm
        SETTLED.replace("; enforcers1 g7s", "; neutral1 g7"),  # an enemy enforcer less
        SETTLED.replace("c3n", "c3n f6n"),  # an active enforcer instead of one in hand
    ],
)
def test_more_is_worth_more(more: str) -> None:
    assert worth(at(more)) > worth(at(SETTLED))
    assert worth(at(f"{more}; next 1")) > worth(at(f"{SETTLED}; next 1"))


def test_the_start_is_even() -> None:
    assert worth(start()) == pytest.approx(0.5)


def test_a_choice_is_worth_what_it_offers() -> None:
    offered = play(at(BESIDE_B1), "a1-d1", "a3-d3")
    assert worth(offered) == pytest.approx(worth(play(offered, "capture")))
    assert worth(offered) > worth(play(offered, "no"))


@each_rules
@settings(max_examples=3, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 80))
def test_worth_does_not_know_colours_or_directions(
    ruleset: str, options: dict[str, object], seed: int, steps: int
) -> None:
    state = drawn(start(ruleset, **options), seed, steps)
    assert worth(swapped(state), 1) == pytest.approx(worth(state, 0))
    for image, _ in images(state):
        assert isinstance(image, Realm)
        assert worth(image) == pytest.approx(worth(state))


# --- preferring and drawing -------------------------------------------------------------------------------------------
def test_a_move_is_known_by_its_event() -> None:
    state = at("bases0 A1; powers0 a1")
    before = state.copy()
    assert event_of(state, GAME.read_step("a1-a4")) == MAY_CREATE
    assert event_of(at("bases0 A1; bases1 A2; powers0 a1"), GAME.read_step("a1-a4")) == NO_EVENT
    assert state == before


def test_events_are_preferred_to_idle_steps() -> None:
    weights = preferences(at("bases0 A1; bases1 A2; powers0 a1"))
    assert weights["a1-d1"] > weights["a1-a4"] > weights["rearrange A1"] > weights["pass"]
    weights = preferences(play(at(BESIDE_B1), "a1-d1"))
    assert weights["a3-d3"] == max(weights.values())
    weights = preferences(play(at(BESIDE_B1), "a1-d1", "a3-d3"))
    assert weights["capture"] > weights["no"]


def test_a_turn_with_nothing_left_to_do_is_ended() -> None:
    state = play(at("bases0 A1 C3; bases1 A2; powers0 a1 g9"), "a1-d1", "create")
    weights = preferences(state)
    assert weights["end"] == max(weights.values())


@each_rules
@settings(max_examples=2, deadline=None)
@given(st.integers(0, 10_000))
def test_every_position_of_a_game_is_judged(ruleset: str, options: dict[str, object], seed: int) -> None:
    state = start(ruleset, **options)
    rng = Rng(seed)
    for _ in range(100):
        worth(state)
        assert min(preferences(state).values()) > 0.0
        step = GAME.insight.rollout_step(state, rng)
        assert state.judge(step) == 0
        state.apply(step)
        if state.seat < 0:
            break
