"""Myrmidons' steps, positions and options as text."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ludarium.core.errors import NotationError, OptionError
from ludarium.core.game import find_ruleset
from ludarium.core.rng import Rng
from ludarium.core.state import expect
from ludarium.games.myrmidons import GAME, RULESETS
from ludarium.games.myrmidons.rules import Myrmidons
from tests.games.myrmidons_helpers import position, start

OPTIONS = find_ruleset("myrmidons").read({})


def test_steps_are_written_and_read_both_ways() -> None:
    steps = list(start().universe())
    texts = [GAME.step_text(step) for step in steps]
    assert len(set(texts)) == len(texts) == 20 + 42 * 8 * 6 + 8 + 42 * 6 + 1
    assert [GAME.read_step(text) for text in texts] == steps
    assert {"=111", "=324", "b1n3", "f7sw6", "!ne", "b2:3", "."} <= set(texts)


@pytest.mark.parametrize(
    "text", ["", "=325", "=11", "b1", "b1n", "b1n7", "b1n0", "g1n1", "b8n1", "!", "!nn", "b2:", ".."]
)
def test_what_is_no_step_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as error:
        GAME.read_step(text)
    assert "b1n3" in str(error.value)


def test_a_position_by_hand() -> None:
    state = position("blue a1=111 c3=324!; red f7=111 e5=243/3; red_lost 333; turn 8; next 1")
    assert state.seat == 1
    assert GAME.position_text(state) == "blue a1=111 c3=324!; red e5=243/3 f7=111; red_lost 333; turn 8; next 1"


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [ruleset.name for ruleset in RULESETS])
@pytest.mark.parametrize("distance", ["foot", "unlimited"])
def test_positions_round_trip_at_every_step(ruleset: str, distance: str) -> None:
    options = find_ruleset(ruleset).read({"order_distance": distance})
    for seed in range(3):
        rng = Rng(seed)
        state = start(ruleset, seed, order_distance=distance)
        while True:
            for seen in (state, state.view(0), state.view(1), state.view(-1)):
                assert GAME.read_position(options, GAME.position_text(seen)) == seen
            if state.seat < 0:
                break
            state.apply(state.random_step(rng))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "position_key"),
        ("blue a1=111", "position_commander"),
        ("blue a1=111; red f7=324", "position_commander"),
        ("blue a1=111; red a1=111", "position_overlap"),
        ("blue a1=111 b1=111; red f7=111", "position_army"),
        ("blue a1=111 b1=324 c1=324; red f7=111", "position_army"),
        ("blue a1=111 b1=135; red f7=111", "position_army"),
        ("blue a1=111 b1=324; red f7=111; blue_lost 324", "position_army"),
        ("blue a1=111 b1=325; red f7=111", "position_value"),
        ("blue a1=111 b1=324/5; red f7=111", "position_value"),
        ("blue a1=111 b1=?; red f7=111", "position_value"),
        ("blue a1=111; red f7=111; veiled 1", "position_value"),
        ("blue a1=111; red f7=?; veiled 2", "position_value"),
        ("blue a1=111; red e7=?/5 f7=?; veiled 1", "position_army"),
        ("blue a1=111; red e7=?/2; veiled 1", "position_commander"),
        ("blue a1=111; red f7=111; veiled 1; over turn_cap", "position_value"),
        ("blue a1=111 b1=324; red f7=111; blue_suspects b1", "position_value"),
        ("blue a1=111 b1=324!; red f7=111; blue_suspects a1 b1", "position_value"),
        ("blue a1=111; red f7=111; blue_suspects z9", "position_value"),
        ("blue a1=111; red f7=111; blue_hand 324", "position_value"),
        ("blue a1=111; red f7=111; blue_lost 999", "position_value"),
        ("blue a1=111; red; setup 7", "position_value"),
        ("blue; red; setup 13", "position_value"),
        ("blue b1=111; red; setup 11", "position_value"),
        ("blue a1=111; red; setup 11; next 1", "position_value"),
        ("blue a1=111; red; setup 11; turn 3", "position_value"),
        ("blue a1=111!; red; setup 11", "position_value"),
        ("blue a1=111; red f7=111; order n", "position_value"),
        ("blue a1=111 b1=324; red f7=111; order n b1:9", "position_value"),
        ("blue a1=111 b1=324; red f7=111; order x", "position_value"),
        ("blue a1=111 b1=324; red f7=111; order", "position_value"),
    ],
)
def test_a_wrong_position_is_refused_with_a_reason(text: str, key: str) -> None:
    with pytest.raises(NotationError) as error:
        GAME.read_position(OPTIONS, text)
    assert error.value.key == key
    assert all(error.value.sentence(locale) for locale in ("en", "ja"))


def test_random_positions_need_hands_and_at_most_two_of_a_type() -> None:
    options = find_ruleset("myrmidons-random").read({})
    for text in (
        "blue; red; setup 12",
        "blue; red; setup 12; blue_hand 111 333; red_hand 111 135 135 144 144 153",
        "blue a1=111 b1=333 c1=333; red f7=111 e7=333",
    ):
        with pytest.raises(NotationError):
            GAME.read_position(options, text)


PARTS = st.one_of(
    st.builds("blue {}".format, st.text("abcdef1234567=?!/ 324", max_size=30)),
    st.builds("red {}".format, st.sampled_from(["f7=111", "f7=? e7=?/4", "f7=111! e6=243", "a7=111 b7=324 c7=333"])),
    st.builds("blue {}".format, st.sampled_from(["a1=111", "a1=111 b1=243", "a1=?", "", "a1=111 b2=324! c2=333/3"])),
    st.builds(
        "{} {}".format, st.sampled_from(["setup", "turn", "next", "veiled", "over", "order"]), st.text(max_size=8)
    ),
    st.builds("setup {}".format, st.integers(-1, 30)),
    st.builds("veiled {}".format, st.sampled_from(["0", "1", "0 1"])),
    st.builds("order {}".format, st.sampled_from(["n", "ne b1:1", "e b2:2 c2:1"])),
    st.builds(
        "{}_{} {}".format, st.sampled_from(["blue", "red"]), st.sampled_from(["lost", "suspects", "hand"]), st.text()
    ),
    st.builds("red_lost {}".format, st.sampled_from(["324", "324 333 432 522", "111", "333 333"])),
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([ruleset.name for ruleset in RULESETS]), st.lists(PARTS, max_size=6).map("; ".join))
@example("myrmidons", "blue a1=111; red f7=111; over commander_removed 0")
@example("myrmidons", "red f7=111; blue a1=?; veiled 0")
def test_any_text_is_a_position_or_a_notation_error(ruleset: str, text: str) -> None:
    options = find_ruleset(ruleset).read({})
    try:
        state = GAME.read_position(options, text)
    except NotationError:
        return
    # What is read can be used like any other state.
    assert GAME.read_position(options, GAME.position_text(state)) == state
    for seat in (0, 1, -1):
        if seat >= 0 and expect(state, Myrmidons).veiled >> seat & 1:
            continue  # the view of another seat: this one knows its own blocks, and would not look at that
        full = state.resample(seat, Rng(1))
        assert full.view(seat) == state.view(seat)
        assert full.seat < 0 or len(full.legal())


# --- options ------------------------------------------------------------------------------------------------------
@pytest.mark.clause("MYR-X2", "MYR-X1", "MYR-B3")
@pytest.mark.parametrize(
    ("given_options", "word"),
    [
        ({"size": 12}, "base"),
        ({"size": 8}, "6 | 12"),
        ({"size": 13}, "6 | 12"),
        ({"size": 0}, "6 | 12"),
        ({"army": "agreed", "size": 12}, "11"),
        ({"army": "agreed", "types": ["324"]}, "5"),
        ({"types": ["324", "324", "333", "432", "522"]}, "324"),
        ({"types": ["325", "324", "333", "432", "522"]}, "325"),
        ({"types": ["111", "324", "333", "432", "522"]}, "111"),
        ({"types": [["324"], "243", "333", "432", "522"]}, "324"),
        ({"types": "324"}, "types"),
        ({"army": "secret", "types": ["324", "243", "333", "432", "522"]}, "agreed"),
        ({"army": "random", "types": ["324", "243", "333", "432", "522"]}, "agreed"),
        ({"drawn": [["324"] * 5, ["333"] * 5]}, "random"),
        ({"army": "random", "drawn": ["324"]}, "two lists"),
        ({"army": "random", "drawn": [["135", "144", "153", "225"], ["135", "144", "153", "225", "234"]]}, "5"),
        (
            {"army": "random", "drawn": [["135", "135", "153", "225", "234"], ["135", "144", "153", "225", "234"]]},
            "135",
        ),
        ({"army": "all"}, "army"),
        ({"display": "closed"}, "display"),
        ({"turn_cap": -1}, "turn_cap"),
        ({"colour": 1}, "colour"),
    ],
)
def test_options_that_do_not_fit_are_refused(given_options: dict[str, object], word: str) -> None:
    with pytest.raises(OptionError) as error:
        find_ruleset("myrmidons").read(given_options)
    assert word in str(error.value)
    assert error.value.sentence("ja")


def test_the_order_in_which_types_are_given_does_not_matter() -> None:
    assert start(types=["522", "432", "333", "324", "243"]) == start()
    assert start(army="agreed") != start()
