"""Mur's steps and positions as text, both ways."""

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ludarium.core.errors import NotationError
from ludarium.core.game import find_ruleset
from tests.games.mur_board import ANY, EN, JP, board, number, start
from tests.games.mur_reference import STEPS

GAME = find_ruleset(JP).game
RULESETS = pytest.mark.parametrize("ruleset", [JP, EN, ANY])


@RULESETS
def test_every_step_is_written_and_read(ruleset: str) -> None:
    universe = list(start(ruleset).universe())
    texts = [GAME.step_text(step) for step in universe]
    assert sorted(texts) == sorted(STEPS)
    assert [GAME.read_step(text) for text in texts] == universe == sorted(universe)


@pytest.mark.parametrize(
    "text",
    ["", " ", "+", "-", "---", "+i1", "+a0", "+a4", "+A1", "a1", "a1x", "a3o", "x", "xx", "xi", "+x1", "-x1", "a1r ",
     " +c2", "+c2\n", "--\n", "c2R", "+c²", "+c２", "c2rr", "a1-a2", "--a1", "x1", "+a1+a2", "a" * 10**6],
)  # fmt: skip
def test_malformed_steps(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        number(text)
    for locale in ("en", "ja"):
        assert len(refused.value.sentence(locale)) < 300


@given(st.text())
def test_any_text_is_a_step_or_a_notation_error(text: str) -> None:
    try:
        step = GAME.read_step(text)
    except NotationError:
        return
    assert GAME.step_text(step) == text


@RULESETS
@pytest.mark.parametrize("seed", range(4))
def test_positions_round_trip_throughout_a_game(ruleset: str, seed: int) -> None:
    rng = random.Random(seed)
    found = find_ruleset(ruleset)
    options = found.read({"turn_cap": 120})
    state = start(ruleset, turn_cap=120)
    while True:
        text = GAME.position_text(state)
        again = GAME.read_position(options, text)
        assert again == state
        assert GAME.position_text(again) == text
        if state.seat < 0:
            return
        assert list(again.legal()) == list(state.legal())
        state.apply(rng.choice(list(state.legal())))


def test_a_position_written_by_hand() -> None:
    state = board(JP, "white b2;black a1 c2")
    assert GAME.position_text(state) == "black a1 c2; white b2; kraken x"
    long = "black d2 c3 e3; white c2 b3 d3; kraken h1; closes 1 0; leave d3; owed 0 c3; turn 9; next 1"
    assert GAME.position_text(board(JP, long)) == long


BAD_POSITIONS = [
    ("", "position_key"),
    ("kraken x;", "position_key"),
    ("first 1", "position_key"),
    ("black a1; black a2", "position_twice"),
    ("black a4", "position_value"),
    ("black A1", "position_value"),
    ("black a1 a1", "position_overlap"),
    ("black a1; white a1", "position_overlap"),
    ("black x", "position_overlap"),
    ("black a1 a2 a3 b1 b2 b3 c1 c2", "position_many"),
    ("kraken a1 a2", "position_many"),
    ("closes 1", "position_value"),
    ("closes 1 2 3", "position_value"),
    ("closes 3 0", "position_value"),  # the game would be over
    ("closes x 0", "position_value"),
    ("black a1; leave a2", "position_value"),
    ("black a1; leave", "position_value"),
    ("black a1; leave a1; next 1", "position_value"),  # White cannot take off Black's ship
    ("black a1; white a2; leave a1 a2; over turn_cap", "position_value"),
    ("black a1; owed", "position_value"),
    ("black a1; owed 0", "position_value"),
    ("black a1; owed 2 a1", "position_value"),
    ("black a1; owed 0 a2", "position_value"),
    ("black a1; owed 0 a1; next 1", "position_value"),  # White would have to withdraw first
    ("black a1 b1; leave b1; owed 0 a1", "position_value"),
    ("penalty 0", "position_value"),  # no ship to pay with
    ("black a1; penalty 2", "position_value"),
    ("black a1; penalty", "position_value"),
    ("past g", "position_value"),
    ("past 640000000000000", "position_value"),
    ("past 1 2 3 4", "position_many"),
    ("turn -1", "position_value"),
    ("turn 1 2", "position_value"),
    ("turn １", "position_value"),
    ("next 2", "position_value"),
    ("over", "position_value"),
    ("over surrender", "position_value"),
    ("over three_traps 2", "position_value"),
]


@pytest.mark.parametrize(("text", "error"), BAD_POSITIONS)
def test_malformed_positions(text: str, error: str) -> None:
    with pytest.raises(NotationError) as refused:
        board(JP, text)
    assert refused.value.key == error
    for locale in ("en", "ja"):
        assert refused.value.sentence(locale)


@pytest.mark.parametrize("text", ["black a1; penalty 0", "black a1; owed 0 a1"])
def test_what_only_jp_knows_is_no_part_of_an_en_position(text: str) -> None:
    board(JP, text)
    with pytest.raises(NotationError):
        board(EN, text)


KEYS = ("black", "white", "kraken", "closes", "leave", "owed", "penalty", "past", "turn", "next", "over", "first")
VALUES = (
    "x",
    "a1",
    "a2",
    "b3",
    "c3",
    "h1",
    "0",
    "1",
    "2",
    "9",
    "-1",
    "3ff",
    "1e9",
    "9" * 30,
    "three_traps",
    "turn_cap",
)
WORDS = st.sampled_from((*KEYS, *VALUES, ";", ";", ";", ""))


@given(st.one_of(st.text(), st.lists(WORDS).map(" ".join)), st.sampled_from([JP, EN, ANY]))
@example("black a1; owed 0 a1; next 0; turn 400", JP)
def test_any_text_is_a_position_or_a_notation_error(text: str, ruleset: str) -> None:
    try:
        state = board(ruleset, text)
    except NotationError:
        return
    found = find_ruleset(ruleset)
    assert found.game.read_position(found.read({}), found.game.position_text(state)) == state
    # Whatever can be written can be played on.
    assert (len(state.legal()) == 0) == (state.seat < 0)
    for step in state.universe():
        assert (found.game.explain(state, step) is None) == (step in list(state.legal()))
    for step in state.legal():
        state.copy().apply(step)
