"""What puzzles are about, as the games name it."""

import pytest

from ludarium.core.game import find_ruleset
from ludarium.games.parts import puzzling_of
from ludarium.learn.puzzles.data import puzzles_of_game
from ludarium.learn.puzzles.mining import played_turns


def _themes(ruleset: str, position: str, steps: str, **options: object) -> list[str]:
    rules = find_ruleset(ruleset)
    start = rules.game.read_position(rules.read(options), position)
    line, ending = played_turns(rules, start, [rules.game.read_step(step) for step in rules.game.split_steps(steps)])
    return puzzling_of(rules.game).themes(line, ending)


@pytest.mark.parametrize(
    ("ruleset", "position", "steps", "themes"),
    [
        ("mur-jp", "black d1 d3 c2; white d2 f3 g1; kraken x; closes 2 0", "+e2", ["trap", "placing"]),
        ("mur-en", "black d1 d3 c2; white d2 f3 g1; kraken x; closes 2 0", "+e2", ["close", "placing"]),
        ("mur-jp", "black a3 c3; white c1 e1 x; kraken d1; next 1", "+d2", ["kraken", "placing"]),
        ("mur-jp", "black a3 c3; white c1 e1 x; kraken d1", "+d2", ["placing", "quiet"]),
        # Blue's 5-2-2 removes a block of shield 3; then an order moves two blocks.
        ("myrmidons", "blue c5=522 a1=111 b1=333; red c6=333 f7=111 a7=243", "c5n1", ["fight"]),
        ("myrmidons", "blue c5=522 a1=111 b1=333; red c6=333 f7=111 a7=243", "!n b1:1 .", ["order", "quiet"]),
        ("myrmidons", "blue c5=522 a1=111; red c6=111 a7=243", "c5n1", ["commander", "fight"]),
        ("myrmidons", "blue c5=324 a1=111; red c6=243 f7=111", "c5n1", ["repelled"]),
        # Two powers leave A1 for A2 and B1: a dispersal without an event.
        (
            "realm",
            "bases0 A1 D1; powers0 a3 c1; bases1 D4; powers1 j10; enforcers1 l12n",
            "a3-a4,no,c1-d1,no,end",
            ["dispersal", "blockade"],
        ),
        (
            "realm",
            "bases0 A1 D1; powers0 a3 c1; bases1 D4; powers1 j10; enforcers1 l12n",
            "a3-a4,create,end",
            ["base"],
        ),
    ],
)
def test_themes_by_what_happens(ruleset: str, position: str, steps: str, themes: list[str]) -> None:
    assert _themes(ruleset, position, steps) == themes


def test_a_marble_that_pushes() -> None:
    # Blue's marble on 1:0 goes to 2:0 and pushes red's one from there to the empty nut on 3:0.
    land = "land 0:0..9:0 0:1..9:1 0:2..9:2 0:3..9:3 0:4..9:4 0:5..9:5 0:6..9:6"
    position = f"{land}; blue 1:0 5:0 7:0 9:0 9:6; red 2:0 4:0 6:0 8:0 8:6"
    assert _themes("mutterland", position, "1:0-2:0e", land="block") == ["push"]


def test_every_game_has_words_for_what_its_puzzles_are_about() -> None:
    for name in ("mur-jp", "myrmidons", "mutterland", "realm"):
        game = find_ruleset(name).game
        known = game.words("en").section("themes")
        assert known.keys() == game.words("ja").section("themes").keys()
        assert {theme for puzzle in puzzles_of_game(game) for theme in puzzle.themes} <= known.keys()
