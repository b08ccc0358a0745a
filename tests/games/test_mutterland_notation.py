"""Mutter Land's steps, positions and pictures."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.core.errors import NotationError
from ludarium.core.game import find_ruleset
from ludarium.core.rng import Rng
from ludarium.core.words import LOCALES
from ludarium.games.mutterland.rules import MutterLand
from tests.games.mutterland_table import ALL, GAME, ONE, after, at, legal, options_of, play, start

COORDINATE = st.integers(-99, 99)
HEXAGON = st.builds("{}:{}".format, COORDINATE, COORDINATE)
WAY = st.sampled_from(["", "e", "w", "ne", "nw", "se", "sw"])
STEP = st.one_of(
    st.builds("@{}".format, HEXAGON),
    st.builds("+{}".format, HEXAGON),
    st.builds("{}-{}{}".format, HEXAGON, HEXAGON, WAY),
    st.builds("{}^{}".format, HEXAGON, HEXAGON),
    st.builds("return {}".format, st.integers(0, 5)),
    st.just("end"),
)
MIDDLE = at("land 0:0..5:0 0:1x2 1:1 2:1x3; blue 1:0 0:1; red 2:0; fallen 1 2")


# --- steps ------------------------------------------------------------------------------------------------------
@given(STEP)
def test_every_step_reads_as_it_is_written(text: str) -> None:
    assert GAME.step_text(GAME.read_step(text)) == text


@given(STEP)
def test_any_step_is_legal_or_explained(text: str) -> None:
    """Steps on hexagons that do not exist, too, in every stage of a game."""
    step = GAME.read_step(text)
    for state in (start(land="built"), start(land="block"), MIDDLE, after(MIDDLE, "return 1")):
        found = GAME.explain(state, step)
        assert (found is None) == (step in list(state.legal()))
        if found:
            for locale in LOCALES:
                assert "{" not in GAME.refusal_sentence(found, locale)


NO_STEPS = """
3:4 3:4- -3:4 3:4-3:5s 3:4-3:5n 3:4-3:5SE @ + @3 +3:100 @-100:0 +03:4 +-0:1 3:4^ 3:4^4:4e return return6 end!
3:4--3:5-1 3：4-3:5 +٣:4 +3:
"""


@pytest.mark.parametrize(
    "text",
    [*NO_STEPS.split(), "return 6", "return -1", "return  1", " end", "end ", "", "3:4 - 3:5", "x" * 10**6],
)
def test_what_is_no_step(text: str) -> None:
    with pytest.raises(NotationError, match="3:4-3:5se"):
        GAME.read_step(text)


def test_negative_coordinates() -> None:
    state = at("land -2:-3 -1:-3; blue -2:-3")
    assert legal(state) == {"-2:-3--1:-3", "end"}


# --- positions --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        "land 0:0; blue 0:0",
        "land 0:0..5:0 0:1x2 1:1 2:1x3; blue 1:0 0:1; red 2:0; fallen 1 2; moved 1:0; idle 1; turn 7",
        "land 0:0 1:0; red 0:0; next 1",
        "land 0:0 1:0; fallen 1 0; stage return 0; next 1",
        "land 0:0 1:0; blue 1:0; stage returned; turn 12",
        "land 0:0 1:0; stage land",
        "stage land",
        "land 0:0x4; blue 0:0; turn 3; over towers 0",
        "land 0:0; idle 2; turn 8; over idle",
        "land 0:0; turn 300; over turn_cap 0 1",
    ],
)
def test_positions_round_trip(text: str) -> None:
    assert GAME.position_text(at(text)) == text


def test_a_named_land_need_not_be_written() -> None:
    state = at("blue 0:0", land="block")
    assert len(GAME.scene(state, 0).sites) == 70
    assert at("stage marbles", land="block") == start(land="block")
    with pytest.raises(NotationError, match='needs the part "land"'):
        at("blue 0:0")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no part"),
        ("land 0:0; green 0:0", "is no part"),  # not with two players
        ("land 0:0; land 1:0", "stands twice"),
        ("land 0:0 0:0", "0:0"),
        ("land 0:0..3:0 2:0", "2:0"),
        ("land", "needs the part"),
        ("land 0", "land cannot be"),
        ("land 0:0..0:3", "land cannot be"),
        ("land 3:0..0:0", "land cannot be"),
        ("land 0:0x0", "land cannot be"),
        ("land 0:0x71", "more than 70"),
        ("land 0:0..99:0", "more than 70"),
        ("land 100:0", "land cannot be"),
        ("land 0:0; blue 1:0", "no column"),
        ("land 0:0; blue zero", "blue cannot be"),
        ("land 0:0; blue 0:0; red 0:0", "two pieces"),
        ("land 0:0..9:0; blue 0:0 1:0 2:0 3:0 4:0 5:0", "more than 5"),
        ("land 0:0..9:0; blue 0:0 1:0 2:0 3:0; fallen 2 0", "more than 3"),
        ("land 0:0; fallen 1", "fallen cannot be"),
        ("land 0:0; fallen 1 6", "fallen cannot be"),
        ("land 0:0; fallen 1 one", "fallen cannot be"),
        ("land 0:0 1:0; red 0:0; moved 0:0", "moved cannot be"),
        ("land 0:0 1:0; blue 0:0; moved 0:0 0:0", "moved cannot be"),
        ("land 0:0 1:0; blue 0:0; moved 0:0; stage returned", "moved cannot be"),
        ("land 0:0 1:0; blue 0:0; moved 0:0; over idle", "moved cannot be"),
        ("land 0:0; idle 2", "idle cannot be"),
        ("land 0:0; idle", "idle cannot be"),
        ("land 0:0; stage", "stage cannot be"),
        ("land 0:0; stage later", "stage cannot be"),
        ("land 0:0; stage return", "stage cannot be"),
        ("land 0:0; stage return 2", "stage cannot be"),
        ("land 0:0 1:0; fallen 1 0; stage return 0", "next cannot be"),
        ("land 0:0 1:0; fallen 0 1; stage return 0; next 1", "stage cannot be"),
        ("land 0:0; fallen 1 0; stage return 0; next 1", "stage cannot be"),  # nowhere to put it
        ("land 0:0 1:0; stage returned; over idle", "stage cannot be"),
        ("land 0:0 1:0 2:0; stage land; next 0", "next cannot be"),
        ("land 0:0 2:0; stage land", "not connected"),
        ("land 1:0; stage land", "land cannot be"),
        ("land 0:0x2; stage land", "land cannot be"),
        ("land 0:0; blue 0:0; stage land", "blue cannot be"),
        ("land 0:0; fallen 1 0; stage land", "fallen cannot be"),
        ("land 0:0; stage marbles", "needs 70"),
        ("land 0:0..69:0; stage land", "stage cannot be"),
        ("land 0:0..69:0; blue 0:0; stage marbles; next 1", "blue cannot be"),  # the first marble is red
        ("land 0:0..69:0; red 0:0; stage marbles; next 0", "next cannot be"),
        ("land 0:0; next 2", "next cannot be"),
        ("land 0:0; over won", "over cannot be"),
        ("x" * 200_000, "at most"),
    ],
)
def test_bad_positions_say_why(text: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        at(text)
    assert says in str(caught.value)
    assert caught.value.sentence("ja")


def test_one_moved_marble_is_the_most_where_one_may_move() -> None:
    text = "land 0:0..3:0; blue 0:0 3:0; moved 0:0 3:0"
    assert GAME.position_text(at(text)) == "land 0:0..3:0; blue 0:0 3:0; moved 0:0 3:0"
    with pytest.raises(NotationError, match="moved cannot be"):
        at(text, ONE)


WORDS = """
land blue red amber fallen moved idle stage turn next over ; ; ; 0:0 1:0 0:1 -1:1 2:0x3 0:0..3:0 5:5 0 1 2 5 -1
marbles play return returned towers idle 99:99 x : .. 0:0x70
"""


@settings(max_examples=300)
@given(st.one_of(st.lists(st.sampled_from(WORDS.split()), max_size=20).map(" ".join), st.text(max_size=60)))
def test_any_text_is_a_sound_position_or_refused(text: str) -> None:
    options = options_of()
    try:
        state = GAME.read_position(options, text)
    except NotationError:
        return
    assert GAME.read_position(options, GAME.position_text(state)) == state
    assert (len(state.legal()) > 0) == (state.seat >= 0)
    assert isinstance(state, MutterLand)
    GAME.scene(state, state.seat)


# --- pictures ---------------------------------------------------------------------------------------------------
def test_scene() -> None:
    state = at("land 0:0 1:0x3 0:1; blue 0:0 1:0; red 0:1; fallen 1 0; moved 1:0")
    scene = GAME.scene(state, 0)
    assert [(site.name, site.x, site.y, site.height, site.shape) for site in scene.sites] == [
        ("0:0", 0.0, 0.0, 1, "hexagon"),
        ("1:0", 1.7321, 0.0, 3, "hexagon"),
        ("0:1", 0.866, 1.5, 1, "hexagon"),
    ]
    assert [(piece.site, piece.kind, piece.owner, piece.token, piece.marks) for piece in scene.pieces] == [
        ("0:0", "blue", 0, "B", ()),
        ("1:0", "blue", 0, "B", ("moved",)),
        ("0:1", "red", 1, "R", ()),
    ]
    assert [(stock.owner, stock.count) for stock in scene.stock] == [(0, 1), (1, 0)]
    assert GAME.scene(state, 1).paths == ()


def test_hexagons_where_a_nut_may_be_laid_are_shown() -> None:
    scene = GAME.scene(start(land="built"), 0)
    assert [(site.name, site.tags, site.height) for site in scene.sites] == [("0:0", ("missing",), 0)]
    scene = GAME.scene(after(start(land="built"), "@0:0"), 1)
    assert Counter(site.tags for site in scene.sites) == {(): 1, ("missing",): 6}


def test_clicks() -> None:
    state = at("land 0:0..4:0; blue 1:0; red 2:0; fallen 1 0")
    paths = {path.step: path.clicks for path in GAME.scene(state, 0).paths}
    assert paths == {
        "1:0-0:0": ("1:0", "0:0"),
        "1:0-2:0e": ("1:0", "2:0"),
        "return 1": ("#return", "#seat1"),
        "end": ("#end",),
    }
    state = at("land 0:0..2:0; blue 1:0")
    paths = {path.step: path.clicks for path in GAME.scene(state, 0).paths}
    assert paths["0:0^2:0"] == ("0:0", "2:0")


def test_every_choice_has_words() -> None:
    for locale in LOCALES:
        words = GAME.words(locale)
        choices = ["end", "return", *(f"seat{seat}" for seat in range(6)), "e", "w", "ne", "nw", "se", "sw"]
        assert all(words.entry("choice", choice) for choice in choices)
        assert all(words.entry("seat", str(seat)) for seat in range(6))
        assert all(words.entry("reasons", reason.name) for reason in GAME.reasons[1:])


# --- drawing steps ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "position",
    [
        "land 0:0..5:0 0:1x2 1:1 2:1x2; blue 1:0 0:1 1:1; red 2:0; fallen 1 2",
        "land 0:0 1:0 2:0 1:-1 2:-1; blue 2:0 2:-1 1:-1 0:0; red 1:0",
        "land 0:0..3:0; fallen 1 0; stage return 0; next 1",
    ],
)
def test_steps_are_drawn_with_equal_chances(position: str) -> None:
    state = at(position)
    rng = Rng(3)
    steps = list(state.legal())
    each = 150
    drawn = Counter(state.random_step(rng) for _ in range(each * len(steps)))
    assert set(drawn) <= set(steps)
    # Binomial with mean 150: five deviations (of about 12) to either side.
    assert all(abs(drawn[step] - each) < 62 for step in steps), drawn


@pytest.mark.parametrize("ruleset", [ALL, ONE])
def test_a_copy_is_its_own(ruleset: str) -> None:
    state = find_ruleset(ruleset).new({"land": "block"}, 0)
    assert isinstance(state, MutterLand)
    text = GAME.position_text(state)
    new = state.copy()
    play(new, "+0:0", "+9:0")
    assert GAME.position_text(state) == text
