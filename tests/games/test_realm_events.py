"""Realm's events (RLM-E1 to E4)."""

import pytest
from tests.games.realm_play import at, events, legal, line, play, why

from ludarium.games.realm import GAME

FACINGS = "nesw"


def after_move(position: str, step: str, **options: object) -> list[str]:
    return legal(play(at(position, **options), step))


# --- RLM-E1 ---------------------------------------------------------------------------------------------------
@pytest.mark.clause("RLM-E1")
def test_a_power_in_a_realm_without_enemy_base_and_power_may_put_a_base() -> None:
    state = play(at("bases0 A1; powers0 a1; powers1 l12"), "a1-a4")
    assert legal(state) == ["create", "no"]
    assert why(state, "end") == ("RLM-E1", "decide_create")
    assert why(state, "capture") == ("RLM-E1", "decide_create")
    assert events(state, "create") == [
        {"kind": "base_put", "seat": 0, "piece": "base", "at": "b5", "realm": "A2"},
    ]
    created = play(state, "create")
    assert (state.realms(0), created.realms(0)) == (1, 2)
    assert created.seat == 0  # the turn goes on
    assert "end" in legal(created)
    declined = play(state, "no")
    assert declined.realms(0) == 1
    assert "end" in legal(declined)


@pytest.mark.clause("RLM-E1")
@pytest.mark.parametrize(
    ("there", "offered"),
    [
        ("powers1 c6", False),  # an enemy power
        ("bases1 A2", False),  # an enemy base
        ("enforcers1 c6s", True),  # enforcers do not matter
        ("neutral1 c6; enforcers0 b6n", True),
    ],
)
def test_what_hinders_a_new_base(there: str, offered: bool) -> None:
    assert ("create" in after_move(f"powers0 a1; {there}", "a1-a4")) is offered


@pytest.mark.clause("RLM-E1")
def test_the_first_power_founds_and_the_second_one_may_put_an_enforcer_in_the_same_turn() -> None:
    # At most one event per piece: after create the same power gets nothing more. The second power stops in a realm
    # that was his already before it moved.
    state = play(at("powers0 a1 c1; powers1 l12"), "a1-a4", "create")
    assert "end" in legal(state)
    state = play(state, "c1-c4")
    assert "+b4n" in legal(state)


@pytest.mark.clause("RLM-E1")
def test_a_power_that_stops_beside_its_own_base_puts_no_second_one() -> None:
    assert "create" not in after_move("bases0 A2; powers0 a1", "a1-a4")


# --- RLM-E2 ---------------------------------------------------------------------------------------------------
@pytest.mark.clause("RLM-E2")
def test_a_power_in_its_own_realm_without_active_enforcers_may_put_one_anywhere_on_the_border() -> None:
    state = play(at("bases0 A2; powers0 a1"), "a1-a4")
    free = [square for square in line("abc", (4, 5, 6)) if square not in ("a4", "b5")]
    assert set(legal(state)) == {f"+{square}{facing}" for square in free for facing in FACINGS} | {"no"}
    for wrong in ("+a4n", "+b5n", "+d4n", "+a3n"):  # occupied, the centre, other realms
        assert why(state, wrong) == ("RLM-E2", "enforcer_where")
    assert why(state, "create") == ("RLM-E2", "decide_enforcer")
    after = play(state, "+c6w")
    assert "enforcers0 c6w" in GAME.position_text(after)
    assert (after.hand[2], state.hand[2]) == (7, 8)
    # The new enforcer does not move in this turn.
    assert legal(after) == ["end"]


@pytest.mark.clause("RLM-E2")
@pytest.mark.parametrize("active", ["enforcers0 c6n", "enforcers1 c6n"])
def test_an_active_enforcer_of_either_side_hinders(active: str) -> None:
    assert after_move(f"bases0 A2; powers0 a1; {active}", "a1-a4") == ["end"]


@pytest.mark.clause("RLM-E2", "RLM-M5")
@pytest.mark.parametrize("neutral", ["neutral0 c6", "neutral1 c6"])
def test_a_neutralised_enforcer_does_not_hinder_but_takes_its_square(neutral: str) -> None:
    steps = after_move(f"bases0 A2; powers0 a1; {neutral}", "a1-a4")
    assert len(steps) == 6 * 4 + 1
    assert "+c6n" not in steps


@pytest.mark.clause("RLM-E2")
def test_enemy_powers_in_the_realm_do_not_hinder() -> None:
    assert "+c6n" in after_move("bases0 A2; powers0 a1; powers1 b4", "a1-a4")


@pytest.mark.clause("RLM-E2")
def test_no_choice_without_an_enforcer_in_hand_or_an_empty_border_square() -> None:
    assert after_move("bases0 A2; powers0 a1", "a1-a4", enforcers=0) == ["end"]
    assert after_move("bases0 A2; powers0 a1; neutral0 l10", "a1-a4", enforcers=1) == ["end"]
    full = "bases0 A2; powers0 a1; neutral0 b4 c4 a5 c5; neutral1 a6 b6 c6"
    assert after_move(full, "a1-a4") == ["end"]


@pytest.mark.clause("RLM-E2")
@pytest.mark.parametrize("base", ["bases1 A2", "bases0 A1"])
def test_only_ones_own_realm_gets_an_enforcer(base: str) -> None:
    assert "+c6n" not in after_move(f"{base}; powers0 a1; powers1 b4", "a1-a4")


# --- RLM-E3 ---------------------------------------------------------------------------------------------------
def active(position: str, seat: int) -> str:
    """The part of a position text with a seat's active enforcers."""
    found = [part for part in position.split("; ") if part.startswith(f"enforcers{seat}")]
    return found[0] if found else ""


@pytest.mark.clause("RLM-E3")
def test_an_enforcer_may_neutralise_one_active_enemy_enforcer_where_it_stops() -> None:
    # In any realm: nobody's base is in A2. g7 is active elsewhere, a6 neutralised already.
    state = play(at("enforcers0 a1n c4n; enforcers1 b4s c6w g7n; neutral1 a6"), "a1-a4")
    assert set(legal(state)) == {"xb4", "xc6", "no"}
    for wrong in ("xa4", "xc4", "xg7", "xa6", "xa5"):  # himself, a friend, elsewhere, neutralised, empty
        assert why(state, wrong) == ("RLM-E3", "victim")
    assert why(state, "end") == ("RLM-E3", "decide_neutralise")
    after = GAME.position_text(play(state, "xc6"))
    assert "enforcers0 a4n c4n" in after
    assert "enforcers1 b4s g7n; neutral1 c6 a6" in after.replace("a6 c6", "c6 a6")


@pytest.mark.clause("RLM-E3")
@pytest.mark.parametrize(
    ("own", "enemy", "outnumbered", "not_superior"),
    [(0, 0, False, True), (0, 1, True, True), (1, 1, False, True), (1, 0, False, False), (2, 1, False, False)],
)
def test_the_mover_falls_too_if_the_powers_are_against_him(
    own: int, enemy: int, outnumbered: bool, not_superior: bool
) -> None:
    squares = ["b4", "c4", "a5"]
    position = "enforcers0 a1n b6n; enforcers1 c6w"
    if own:
        position += "; powers0 " + " ".join(squares[:own])
    if enemy:
        position += "; powers1 " + " ".join(squares[own : own + enemy])
    for counter, falls in (("outnumbered", outnumbered), ("not_superior", not_superior)):
        state = play(at(position, counter=counter), "a1-a4")
        after = GAME.position_text(play(state, "xc6"))
        assert "neutral1 c6" in after
        # Only the one that moved: the friend on b6 stays active.
        assert active(after, 0) == ("enforcers0 b6n" if falls else "enforcers0 a4n b6n")
        # Whoever declines loses nothing.
        assert active(GAME.position_text(play(state, "no")), 0) == "enforcers0 a4n b6n"


@pytest.mark.clause("RLM-E3")
def test_the_english_ruleset_has_the_harder_counter() -> None:
    state = at("enforcers0 a1n; enforcers1 c6w", "realm-english")
    assert "neutral0 a4" in GAME.position_text(play(state, "a1-a4", "xc6"))


@pytest.mark.clause("RLM-E3")
def test_the_events_of_neutralising_name_both_enforcers() -> None:
    state = play(at("enforcers0 a1n; enforcers1 c6w; powers1 b6"), "a1-a4")
    happened = events(state, "xc6")
    assert [(event["kind"], event["owner"], event["at"]) for event in happened] == [
        ("neutralised", 1, "c6"),
        ("neutralised", 0, "a4"),
    ]


# --- RLM-E4 ---------------------------------------------------------------------------------------------------
@pytest.mark.clause("RLM-E4")
def test_an_enforcer_may_capture_a_base_with_more_powers_and_falls_if_it_is_one_more() -> None:
    state = play(at("bases1 A2; powers0 b4; enforcers0 a1n"), "a1-a4")
    assert legal(state) == ["capture", "no"]
    assert why(state, "xb5") == ("RLM-E4", "decide_capture")
    after = play(state, "capture")
    assert GAME.position_text(after).startswith("powers0 b4; neutral0 a4; captured0 1")
    # It is out of the game: neither hand grows.
    assert (after.hand[0], after.hand[1]) == (12, 11)
    assert play(state, "no").realms(1) == 1


@pytest.mark.clause("RLM-E4")
@pytest.mark.parametrize(("enemies", "lead"), [("", 3), ("powers1 b6", 2), ("powers1 b6 c6", 1)])
def test_with_two_powers_more_the_enforcer_stays_active(enemies: str, lead: int) -> None:
    position = f"bases1 A2; powers0 b4 c4 a5; enforcers0 a1n; {enemies}".removesuffix("; ")
    after = GAME.position_text(play(at(position), "a1-a4", "capture"))
    assert ("enforcers0 a4n" in after) is (lead >= 2)
    assert ("neutral0 a4" in after) is (lead == 1)


@pytest.mark.clause("RLM-E4")
@pytest.mark.parametrize(
    "position",
    [
        "bases1 A2; enforcers0 a1n",  # no more powers: none against none
        "bases1 A2; powers0 b4; powers1 c4; enforcers0 a1n",  # one against one
        "bases0 A2; powers0 b4; enforcers0 a1n",  # his own base
        "powers0 b4; enforcers0 a1n",  # no base
    ],
)
def test_where_nothing_can_be_captured(position: str) -> None:
    assert "capture" not in after_move(position, "a1-a4")


@pytest.mark.clause("RLM-E4", "RLM-E3")
def test_an_active_defender_must_be_neutralised_first() -> None:
    state = play(at("bases1 A2; powers0 b4; enforcers0 a1n c1n; enforcers1 c6w; neutral1 b6"), "a1-a4")
    assert legal(state) == ["xc6", "no"]
    # The second enforcer of the same turn finds no active defender any more.
    assert legal(play(state, "xc6", "c1-c4")) == ["capture", "no"]


@pytest.mark.clause("RLM-E4", "RLM-E1")
def test_a_captured_realm_is_nobodys_and_open_to_a_new_base() -> None:
    state = play(at("bases1 A2; powers0 b4 c1; enforcers0 a1n"), "a1-a4", "capture")
    assert (state.realms(0), state.realms(1)) == (0, 0)
    assert legal(play(state, "c1-c4")) == ["create", "no"]


@pytest.mark.clause("RLM-E1", "RLM-E2", "RLM-E3", "RLM-E4")
def test_a_choice_leaves_only_its_own_answers() -> None:
    state = play(at("bases1 A2; powers0 b4; enforcers0 a1n"), "a1-a4")
    for step in ("c4-c7", "rearrange A2", "pass", "end", "create", "a4", "a4n"):
        assert why(state, step) == ("RLM-E4", "decide_capture")
