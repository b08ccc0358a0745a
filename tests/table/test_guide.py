"""What people are told beside the board: the goal, what to do now, and what a button would cost."""

import pytest

from ludarium.core.game import Ruleset, find_ruleset, rulesets
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.core.words import LOCALES
from ludarium.table.guide import cautions, prompts

OURS = [one for one in rulesets() if one.game.words("en").section("goal")]  # a game from outside need not say it
MOST_WORDS, MOST_LETTERS = 20, 60  # of a prompt, in English and Japanese


def told(ruleset: str, position: str, *clicks: str) -> str:
    game = find_ruleset(ruleset).game
    state = game.read_position(find_ruleset(ruleset).read({}), position)
    return game.prompt_sentence(state.view(state.seat), clicks, "en")


def after(ruleset: str, *steps: str) -> State:
    game, state = find_ruleset(ruleset).game, find_ruleset(ruleset).new({}, 1)
    for step in steps:
        state.apply(game.read_step(step))
    return state


@pytest.mark.parametrize("ruleset", OURS, ids=lambda one: one.name)
@pytest.mark.parametrize("locale", LOCALES)
def test_at_every_moment_there_is_a_short_sentence(ruleset: Ruleset, locale: str) -> None:
    game, rng, state = ruleset.game, Rng(7), ruleset.new({}, 3)
    assert game.goal_sentence(state, locale)
    for _ in range(60):
        if state.seat < 0:
            break
        view = state.view(state.seat)
        scene = game.scene(view, int(state.seat))
        said = prompts(game, view, scene, locale)
        assert set(said) == {" ".join(path.clicks[:k]) for path in scene.paths for k in range(len(path.clicks))}
        for sentence in said.values():
            assert "{" not in sentence
            assert len(sentence.split()) <= MOST_WORDS if locale == "en" else len(sentence) <= MOST_LETTERS, sentence
        other = game.scene(state.view(1 - state.seat), int(1 - state.seat))
        assert prompts(game, state.view(1 - state.seat), other, locale) == {}  # who waits is told nothing
        state.apply(state.random_step(rng))


def test_mur() -> None:
    assert told("mur-en", "black a1; white c3; kraken x") == (
        "Place a ship on an empty intersection, or move one of your ships."
    )
    assert told("mur-en", "black a1 a2; white c1; kraken x", "a1").startswith("Class 2: ")  # a pair (MUR-B4)
    assert told("mur-en", "black c3 e1; white a1; kraken x", "c3") == "Move this ship, or withdraw it from the port."
    assert told("mur-en", "black b3 c2 d3; white c3; kraken x; leave c3; next 1") == (
        "Withdraw your ships that were closed on."
    )
    assert told("mur-jp", "black a1 b2; kraken x; penalty 0") == "You repeated a position. Withdraw one of your ships."
    full = "black a1 b1 c1 d1 e1 f1 g1; white a3; kraken x"
    assert told("mur-en", full) == "All 7 ships are on the board. Choose one to move."


def test_myrmidons() -> None:
    game, state = find_ruleset("myrmidons").game, after("myrmidons", "=243", "=324")
    assert game.prompt_sentence(state.view(0), (), "en") == "Choose the block for c1 (3 of 6)."
    corner = "Commanders in corners have fewer adjacent blocks."  # said while it can still go elsewhere
    first, late = after("myrmidons"), after("myrmidons", "=243", "=324", "=333", "=432")
    assert game.prompt_sentence(first.view(0), (), "en") == f"Choose the block for a1 (1 of 6). {corner}"
    assert game.prompt_sentence(late.view(0), (), "en") == f"Choose the block for e1 (5 of 6). {corner}"
    placed = after("myrmidons", "=243", "=111", "=333", "=432")
    assert game.prompt_sentence(placed.view(0), (), "en") == "Choose the block for e1 (5 of 6)."
    last = after("myrmidons", "=243", "=324", "=333", "=432", "=522")
    assert game.prompt_sentence(last.view(0), (), "en") == "Place your commander on the last square."
    ready = after("myrmidons", *("=243", "=324", "=333", "=432", "=522", "=111") * 2)
    assert game.prompt_sentence(ready.view(0), ("b1",), "en") == (
        "Move up to 4 in a straight line. Land on an enemy block to fight."
    )


def test_mutter_land() -> None:
    """MUT-P2: everybody places the marbles of the player before them: Blue begins with Red's."""
    game, state = find_ruleset("mutterland").game, find_ruleset("mutterland").new({}, 1)
    assert game.prompt_sentence(state, (), "en") == "Place one of Red's marbles on the outer edge (1 of 5)."
    assert game.goal_sentence(state, "en") == "Be first to have 3 of your marbles on floor 4 or higher."  # MUT-E1
    block = find_ruleset("mutterland").read({"land": "block"})
    second = game.read_position(block, "blue 9:3; red 4:0; stage marbles")
    third = game.read_position(block, "blue 9:3 0:3; red 4:0 4:6; stage marbles")
    assert game.prompt_sentence(second, (), "en") == (
        "Place one of Red's marbles (2 of 5). Avoid capes: nuts there are easy to take."
    )
    assert game.prompt_sentence(third, (), "en") == (
        "Place one of Red's marbles (3 of 5). Keep them apart, so they make no chain."
    )
    four = find_ruleset("mutterland").new({"players": 4}, 1)
    assert game.goal_sentence(four, "en") == "Be first to have 1 of your marbles on floor 4 or higher."


def test_realm_warns_of_a_pass_that_lets_the_other_end_the_game() -> None:
    """RLM-T4: two passes in a row end the game. After the set-up both hold three realms, all else is equal: a draw."""
    ruleset = find_ruleset("realm")
    game, state, rng = ruleset.game, ruleset.new({}, 1), Rng(2)
    while "pass" not in [game.step_text(step) for step in state.legal()]:
        state.apply(state.random_step(rng))
    scene = game.scene(state, int(state.seat))
    then = cautions(game, state, scene, "en")["pass"]
    assert then.startswith("Then Red can end the game. A draw")
    state.apply(game.read_step("pass"))
    assert game.prompt_sentence(state, (), "en") == "Your opponent passed. If you pass too, the game ends."
    now = cautions(game, state, game.scene(state, int(state.seat)), "en")["pass"]
    assert now.startswith("This ends the game. A draw")


def test_a_button_that_costs_nothing_is_not_asked_about() -> None:
    state = find_ruleset("mur-en").new({}, 1)
    game = find_ruleset("mur-en").game
    assert cautions(game, state, game.scene(state, 0), "en") == {}
