"""Realm's steps, positions, scene and drawing of candidates; whole games against the slow reference."""

from collections import Counter
from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.core.errors import NotationError
from ludarium.core.rng import Rng
from ludarium.core.scene import Board
from ludarium.core.state import EventLog
from ludarium.games.realm import GAME
from ludarium.games.realm.rules import Realm
from ludarium.games.realm.traits import OPTION_SETS
from tests.games.realm_play import at, legal, play, start
from tests.games.realm_reference import Reference

KEYS = "setup bases0 powers0 enforcers0 neutral1 captured1 quiet passed again0 source target taken event lifted"


# --- steps ----------------------------------------------------------------------------------------------------
def test_every_step_has_one_text() -> None:
    steps = list(start().universe())
    # 16 bases, 144 powers, 144 x 143 moves, 144 x 4 enforcers, 144 victims, five words, 16 realms, 144 and 144 x 4.
    assert len(steps) == 16 + 144 + 144 * 143 + 576 + 144 + 5 + 16 + 144 + 576
    assert steps == sorted(set(steps))
    texts = [GAME.step_text(step) for step in steps]
    assert [GAME.read_step(text) for text in texts] == steps


@pytest.mark.parametrize(
    "text",
    [
        "*B3",
        "+h4",
        "e4-e9",
        "a12-l1",
        "create",
        "capture",
        "no",
        "+d5n",
        "xg7",
        "end",
        "pass",
        "rearrange B2",
        "d4",
        "d4n",
    ],
)
def test_steps_are_written_as_in_the_rulebook(text: str) -> None:
    assert GAME.step_text(GAME.read_step(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "*E1",
        "*b3",
        "+m4",
        "e4-e4",
        "e4-e13",
        "e0",
        "a01",
        "d4N",
        "x",
        "xg7 ",
        "rearrange  B2",
        "rearrange",
        "e4e9",
        "é4",
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        GAME.read_step(text)
    assert "rearrange B2" in refused.value.sentence("en")


# --- positions ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        "setup",
        "setup; bases0 B2; bases1 C3",
        "setup; bases0 B2; next 1",
        "bases0 B2; powers0 d4; enforcers0 e4n; neutral0 f4; bases1 C3; powers1 g7; captured0 1; quiet 3; turn 9",
        "powers0 a4; powers1 l12; passed; again0 B2 2; again1 C3; next 1",
        "powers0 a4; source A1; target A2; taken; event a4",
        "powers0 a4; target A2",
        "powers0 d5; lifted d4 e4n",
        "bases0 B2; powers0 d4; quiet 60; over quiet_cap 0",
        "next 0",
    ],
)
def test_positions_can_be_written_by_hand(text: str) -> None:
    state = at(text)
    assert GAME.read_position(asdict(state.options), GAME.position_text(state)) == state
    assert GAME.position_text(state) == text or text in ("next 0",)


def test_the_stock_follows_from_the_board() -> None:
    state = at("bases0 A1 B2; enforcers0 d4n; neutral0 e4; captured1 3; bases1 C3; powers0 a4; lifted a1 b1w c1n")
    # Twelve bases less two on the board and three lost; eight enforcers less two on the board and two lifted.
    assert list(state.hand) == [7, 11, 4, 8, 0, 3]
    # Nothing has been put down in A1 yet.
    assert set(legal(state)) == {"b1", "c1", "a2", "c2", "a3", "b3", "c3"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "powers2 a1",
        "powers0 a1; powers0 a2",
        "powers0 b2",  # a centre
        "powers0 a1n",
        "enforcers0 a1",
        "bases0 E1",
        "powers0 a1 a1",
        "powers0 a1; neutral1 a1",
        "powers0 a1; taken",  # an event needs a move
        "powers0 a1 a2 a3 a4",  # three in the box
        "bases0 A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3",  # twelve: the game would be over
        "captured0 13",
        "captured1 6; bases0 A1 B1 C1 D1 A2 B2",
        "enforcers0 a1n a3n c1n c3n d1n f1n; neutral0 d3 f3 g1",  # nine of eight
        "setup; turn 1",
        "setup; quiet 1",
        "setup now",
        "setup; bases0 A1",  # red is next then
        "setup; bases0 A1 B2 C3; bases1 D4; next 1",
        "setup; bases0 A1; bases1 B2; powers0 a1; next 1",  # bases first
        "setup; bases0 A1 B2 C3; bases1 A2 B1 C4; powers0 a1 d4 g7; powers1 a4 d1 g10",  # nothing left to put
        "setup; bases0 A1 B2 C3 D4; bases1 A2 B1 C4",
        "source B2; target B2",
        "event a4; powers0 a4",  # nothing has moved
        "event a4; powers0 a4; source A2",
        "event a4; powers0 a4; target B2",
        "event a4; powers1 a4; target A2",
        "event a4; enforcers0 a4n; target A2",  # nothing to decide
        "event; powers0 a4; target A2",
        "lifted",
        "lifted a1 d4",
        "lifted a3 a1",
        "lifted a1 a1",
        "lifted a1; source A1",
        "lifted a1; taken",
        "powers0 a2; lifted a1",  # all down
        "enforcers0 a2n; lifted a1 b1n",  # the power comes first
        "powers0 l12 l11 k12; lifted a1",  # a fourth power
        "lifted a1 c1; neutral0 a2 a3; neutral1 b1 b3 c2 c3",  # cannot be completed
        "passed 1",
        "taken yes",
        "again0",
        "again0 B2 3",
        "quiet -1",
        "quiet 9999999999999999999999",
        "over",
        "over last_base 2",
        "over agreed; event a4; powers0 a4; target A2",
        "x" * 100_001,
    ],
)
def test_other_positions_are_refused(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        at(text)
    for locale in ("en", "ja"):
        assert refused.value.sentence(locale)


VALUES = st.sampled_from(
    ["a1", "a4", "b1n", "d4e", "e5", "b2", "l12", "A1", "B2", "D4", "2", "0", "7", "-1", "last_base", "é"]
)
PARTS = st.tuples(st.sampled_from(f"{KEYS} turn next over ?".split(" ")), st.lists(VALUES, max_size=4))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(PARTS, max_size=6))
def test_whatever_the_text_there_is_a_position_or_a_refusal(parts: list[tuple[str, list[str]]]) -> None:
    text = "; ".join(" ".join([key, *values]) for key, values in parts)
    try:
        state = at(text)
    except NotationError:
        return
    assert bool(state.legal()) == (state.seat >= 0)
    assert GAME.read_position(asdict(state.options), GAME.position_text(state)) == state


# --- scene ----------------------------------------------------------------------------------------------------
def clicks(state: Realm) -> dict[str, tuple[str, ...]]:
    return {path.step: path.clicks for path in GAME.scene(state, int(state.seat)).paths}


def test_clicks_of_each_kind_of_step() -> None:
    assert clicks(start())["*B3"] == ("e8",)
    assert clicks(at("setup; bases0 A1 B2 C3; bases1 A2 B1 C4"))["+a1"] == ("a1",)
    turn = at("bases0 A2; bases1 B1; powers0 a1 d3; enforcers0 c1n; enforcers1 f6n")
    assert clicks(turn)["a1-a4"] == ("a1", "a4")
    assert clicks(turn)["pass"] == ("#pass",)
    assert clicks(turn)["rearrange A1"] == ("#rearrange", "b2")
    assert clicks(play(turn, "a1-a4"))["+c6s"] == ("c6", "#s")
    assert clicks(play(turn, "a1-a4"))["no"] == ("#no",)
    assert clicks(play(turn, "a1-a4", "no"))["end"] == ("#end",)
    assert clicks(play(turn, "d3-d4"))["create"] == ("#create",)
    capture = play(turn, "c1-d1")
    assert clicks(capture)["capture"] == ("#capture",)
    assert GAME.scene(capture, 0).threatened == ("e2",)
    victim = play(at("enforcers0 c4n; enforcers1 f6n d5s; neutral1 d6"), "c4-d4")
    assert clicks(victim)["xf6"] == ("f6",)
    assert set(GAME.scene(victim, 0).threatened) == {"f6", "d5"}
    assert GAME.scene(victim, 0).forced == ("d4",)
    lifted = play(at("powers0 d4; enforcers0 e4n"), "rearrange B2")
    assert clicks(lifted)["f6"] == ("f6",)
    assert GAME.scene(lifted, 0).forced == ("d4",)
    assert clicks(play(lifted, "f6"))["d4w"] == ("d4", "#w")
    assert GAME.scene(turn, 1).paths == GAME.scene(turn, -1).paths == ()


def test_pieces_and_figures_in_the_scene() -> None:
    scene = GAME.scene(at("bases0 B2; powers0 d4; enforcers1 f6s; neutral1 d6; captured1 1"), 0)
    pieces = {piece.site: (piece.kind, piece.owner, piece.shape, piece.facing, piece.token) for piece in scene.pieces}
    assert pieces == {
        "e5": ("base", 0, "base", "", "B"),
        "d4": ("power", 0, "power", "", "P"),
        "f6": ("enforcer", 1, "enforcer", "s", "ev"),
        "d6": ("neutralised", 1, "enforcer", "", "n"),
    }
    assert {(score.owner, score.name): score.value for score in scene.scores} == {
        (0, "realms"): 1,
        (1, "realms"): 0,
        (0, "enforcers"): 8,
        (1, "enforcers"): 7,
    }
    assert {(stock.owner, stock.kind): stock.count for stock in scene.stock}[1, "captured"] == 1


# --- whole games ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("ruleset", "options"), OPTION_SETS)
def test_random_games_follow_the_reference(ruleset: str, options: dict[str, object]) -> None:
    """Legal steps and result as in the slow reference, and pictures changed by events alone, for some 150 steps."""
    state = start(ruleset, **options)
    chosen = state.options
    game = Reference(**asdict(chosen))
    rng = Rng(len(ruleset) + chosen.bases)
    for number in range(150):
        if state.seat < 0:
            break
        steps = legal(state)
        if number % 3 == 0 or len(steps) < 40:
            assert set(steps) == game.legal()
        step = state.random_step(rng)
        text = GAME.step_text(step)
        assert text in steps
        board = Board(GAME.scene(state, -1))
        log = EventLog()
        state.apply(step, log)
        for event in GAME.event_list(log, -1, False):
            board.change(event.effect, event.data)
        assert board.contents() == Board(GAME.scene(state, -1)).contents()
        game.take(text)
    assert (state.seat < 0) is game.over
    outcome = GAME.outcome(state)
    if outcome is not None:
        assert list(outcome.winners) == game.winners()


def test_every_legal_step_is_drawn_equally_often() -> None:
    state = at("powers0 a1; powers1 a8; enforcers0 l1n; neutral1 k1 l4")
    steps = legal(state)
    assert steps == [
        *(f"a1-{s}" for s in ["a4", "a5", "a6", "a7", "d1", "e1", "f1", "g1", "h1", "i1", "j1"]),
        "pass",
        "rearrange A1",
        "rearrange D1",
    ]
    rng = Rng(5)
    drawn = Counter(GAME.step_text(state.random_step(rng)) for _ in range(200 * len(steps)))
    assert set(drawn) == set(steps)
    assert all(140 < number < 265 for number in drawn.values())
