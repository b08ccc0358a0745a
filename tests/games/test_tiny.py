"""The tiny rulesets: what differs from the full games, clause by clause, in positions worked out by hand."""

import pytest

from ludarium.core.errors import NotationError, OptionError
from ludarium.core.game import find_ruleset, rulesets
from ludarium.core.state import State
from ludarium.server.rooms.games import game_cards

TINY = {"mur-tiny-jp", "mur-tiny-en", "myrmidons-tiny", "mutterland-tiny", "mutternland-tiny"}


def at(name: str, position: str, **options: object) -> State:
    ruleset = find_ruleset(name)
    return ruleset.game.read_position(ruleset.read(options), position)


def start(name: str, **options: object) -> State:
    return find_ruleset(name).new(options)


def play(name: str, state: State, *steps: str) -> State:
    game, new = find_ruleset(name).game, state.copy()
    for text in steps:
        game.refuse_illegal(new, game.read_step(text))
        new.apply(game.read_step(text))
    return new


def legal(name: str, state: State) -> set[str]:
    return {find_ruleset(name).game.step_text(step) for step in state.legal()}


def refused(name: str, state: State, step: str) -> tuple[str, str]:
    game = find_ruleset(name).game
    found = game.explain(state, game.read_step(step))
    assert found is not None, f"{step} is legal"
    return found.clause, found.name


def ended(name: str, state: State) -> tuple[str, str, tuple[int, ...]]:
    outcome = find_ruleset(name).game.outcome(state)
    assert outcome is not None
    return outcome.clause, outcome.reason, outcome.winners


def test_they_are_in_no_list_of_those_who_play() -> None:
    assert {ruleset.name for ruleset in rulesets() if ruleset.tiny} == TINY
    shown = {ruleset.name for card in game_cards("en") for ruleset in card.rulesets}
    assert not shown & TINY
    assert shown >= {"mur-en", "myrmidons", "mutterland"}


@pytest.mark.parametrize(
    ("name", "option"), [("mur-en", "ships"), ("mutterland", "nuts"), ("myrmidons", "board"), ("mur-jp", "closes")]
)
def test_full_games_do_not_have_their_options(name: str, option: str) -> None:
    with pytest.raises(OptionError, match="no option"):
        find_ruleset(name).read({option: 3})


# --- Mur ----------------------------------------------------------------------------------------------------------
@pytest.mark.clause("MUR-X1")
@pytest.mark.parametrize("name", ["mur-tiny-jp", "mur-tiny-en"])
def test_a_fourth_ship_is_none_to_place(name: str) -> None:
    state = play(name, start(name), "+a1", "+a3", "+c1", "+c3", "+e1", "+e3")
    assert refused(name, state, "+h2") == ("MUR-T1", "no_ship_left")
    assert not any(step.startswith("+") for step in legal(name, state))
    stock = find_ruleset(name).game.scene(state, 0).stock
    assert [pile.count for pile in stock] == [0, 0]
    with pytest.raises(NotationError, match="3"):
        at(name, "black a1 b1 c1 d1")


@pytest.mark.clause("MUR-X1")
@pytest.mark.parametrize(("name", "word"), [("mur-tiny-jp", "traps"), ("mur-tiny-en", "closes")])
def test_the_first_close_wins_where_one_is_enough(name: str, word: str) -> None:
    """a3 has three neighbours: b3, h3 and a2."""
    position = "black b3 h3; white a3"
    assert ended(name, play(name, at(name, position), "+a2")) == ("MUR-X1", word, (0,))
    assert play(name, at(name, position, closes=2), "+a2").seat == 1
    full = name.replace("tiny-", "")
    assert play(full, at(full, position), "+a2").seat == 1


# --- Myrmidons ----------------------------------------------------------------------------------------------------
SET_UP = ("=243", "=111", "=324", "=111", "=243", "=324")


@pytest.mark.clause("MYR-X3")
def test_three_blocks_stand_on_three_columns() -> None:
    state = play("myrmidons-tiny", start("myrmidons-tiny"), *SET_UP)
    position = find_ruleset("myrmidons-tiny").game.position_text(state)
    assert position == "blue a1=243 b1=111 c1=324; red a3=111 b3=243 c3=324"
    scene = find_ruleset("myrmidons-tiny").game.scene(state, 0)
    assert [site.name for site in scene.sites] == [f"{column}{row}" for row in (1, 2, 3) for column in "abc"]
    assert scene.scores == ()  # four cannot be removed without the commander


@pytest.mark.clause("MYR-X3", "MYR-M1", "MYR-O1")
def test_blocks_stay_on_the_smaller_board() -> None:
    """243 could go three squares and 324 four, the board has two for them; an order to the east has no room."""
    state = play("myrmidons-tiny", start("myrmidons-tiny"), *SET_UP)
    blocks = {"a1n1", "a1n2", "a1ne1", "a1ne2", "b1n1", "b1ne1", "b1nw1", "c1n1", "c1n2", "c1nw1", "c1nw2"}
    assert legal("myrmidons-tiny", state) == blocks | {"!n", "!ne", "!nw"}
    assert refused("myrmidons-tiny", state, "a1n3") == ("MYR-B1", "off_board")
    assert refused("myrmidons-tiny", state, "c1e1") == ("MYR-B1", "off_board")
    ordered = play("myrmidons-tiny", state, "!ne")
    assert legal("myrmidons-tiny", ordered) == {"a1:1", "a1:2"}  # and c1 has nowhere to go
    assert refused("myrmidons-tiny", ordered, "a1:3") == ("MYR-B1", "off_board")
    with pytest.raises(NotationError, match="d1"):
        at("myrmidons-tiny", "blue d1=111; red a3=111")


@pytest.mark.clause("MYR-X3", "MYR-E1")
def test_the_commander_is_still_what_counts() -> None:
    state = play("myrmidons-tiny", start("myrmidons-tiny"), *SET_UP, "a1n2")
    assert ended("myrmidons-tiny", state) == ("MYR-E1", "commander_removed", (0,))


@pytest.mark.clause("MYR-X3", "MYR-E2")
@pytest.mark.parametrize(("board", "far"), [("3x3", "c3"), ("3x4", "c4"), ("4x4", "c4")])
def test_the_far_row_is_that_of_the_board(board: str, far: str) -> None:
    types = ["243", "324", "333"][: int(board[0]) - 1]
    text = f"blue a1=111 c2=324; red a{board[-1]}=111"
    state = at("myrmidons-tiny", text, board=board, types=types, turn_cap=20)
    step = "c2n1" if far == "c3" else "c2n2"
    state = play("myrmidons-tiny", state, step)
    assert state.seat == 1
    state = play("myrmidons-tiny", state, f"a{board[-1]}s1")
    assert ended("myrmidons-tiny", state) == ("MYR-E2", "far_row", (0,))


@pytest.mark.clause("MYR-X3", "MYR-P1")
def test_on_four_columns_four_blocks_stand() -> None:
    given = {"board": "4x4", "types": ["243", "324", "333"]}
    state = start("myrmidons-tiny", **given)
    steps = ("=111", "=243", "=324", "=333") * 2
    state = play("myrmidons-tiny", state, *steps)
    text = "blue a1=111 b1=243 c1=324 d1=333; red a4=111 b4=243 c4=324 d4=333"
    assert find_ruleset("myrmidons-tiny").game.position_text(state) == text
    with pytest.raises(OptionError, match="needs 3 types"):
        start("myrmidons-tiny", board="4x4")


@pytest.mark.clause("MYR-X3", "MYR-E3")
def test_after_four_turns_it_is_a_draw() -> None:
    state = play("myrmidons-tiny", start("myrmidons-tiny"), *SET_UP, "b1n1", "c3s1", "b2s1")
    assert state.seat == 1
    assert ended("myrmidons-tiny", play("myrmidons-tiny", state, "c2n1")) == ("MYR-E3", "turn_cap", ())


# --- Mutter Land --------------------------------------------------------------------------------------------------
@pytest.mark.clause("MUT-X1")
def test_six_nuts_and_two_marbles_each() -> None:
    state = start("mutterland-tiny")
    assert legal("mutterland-tiny", state) == {"+0:0", "+1:0", "+2:0", "+-1:1", "+0:1", "+1:1"}
    state = play("mutterland-tiny", state, "+0:0", "+1:0", "+2:0", "+-1:1")
    assert not any(step.startswith("+") for step in legal("mutterland-tiny", state))


@pytest.mark.clause("MUT-X1")
@pytest.mark.parametrize("name", ["mutterland-tiny", "mutternland-tiny"])
def test_one_marble_on_floor_3_wins(name: str) -> None:
    position = "land 0:0x3 1:0x2 2:0; blue 1:0; red 2:0"
    state = play(name, at(name, position), "1:0-0:0")
    assert ended(name, state) == ("MUT-E1", "towers", (0,))
    assert [score.goal for score in find_ruleset(name).game.scene(state, -1).scores] == [1, 1]
    golden = [site.name for site in find_ruleset(name).game.scene(state, -1).sites if "golden" in site.tags]
    assert golden == ["0:0"]
    assert play(name, at(name, position, floor=4), "1:0-0:0").seat == 0
    assert play(name, at(name, position, towers=2), "1:0-0:0").seat == 0


@pytest.mark.clause("MUT-X1", "MUT-E2")
def test_the_count_after_the_last_turn_is_of_the_floor_that_wins() -> None:
    """Both must stand there to win at once; one alone is more than none."""
    options = {"towers": 2, "turn_cap": 1}
    state = at("mutterland-tiny", "land 0:0x3 1:0x2 2:0; blue 1:0; red 2:0; turn 1; next 0", **options)
    state = play("mutterland-tiny", state, "1:0-0:0", "end")
    assert ended("mutterland-tiny", state) == ("MUT-E2", "turn_cap", (0,))


@pytest.mark.clause("MUT-X1")
def test_a_land_has_room_for_all_marbles_at_its_edge() -> None:
    """The roundest land of seven nuts has six of them at its edge, one of nineteen twelve."""
    with pytest.raises(OptionError, match="edge"):
        start("mutterland-tiny", nuts=6, marbles=4)
    with pytest.raises(OptionError, match="edge"):
        start("mutterland-tiny", nuts=19, players=4, marbles=4, land="generated")
    assert start("mutterland-tiny", nuts=19, players=4, marbles=3, land="generated").seat == 0
    with pytest.raises(OptionError, match="70"):
        start("mutterland-tiny", nuts=7, land="block")
