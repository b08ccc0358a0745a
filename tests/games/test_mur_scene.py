"""Mur's picture: pieces, marks and the clicks of each step."""

import random
from collections import Counter

import pytest

from ludarium.core.game import find_ruleset
from ludarium.core.scene import Path, Scene
from tests.games.mur_board import ANY, EN, JP, after, board, legal, start


def picture(ruleset: str, position: str, seat: int = 0) -> Scene:
    return find_ruleset(ruleset).game.scene(board(ruleset, position), seat)


def clicks(paths: tuple[Path, ...]) -> dict[str, tuple[str, ...]]:
    return {path.step: path.clicks for path in paths}


@pytest.mark.parametrize("ruleset", [JP, EN, ANY])
@pytest.mark.parametrize("seed", range(3))
def test_each_legal_step_has_its_own_clicks(ruleset: str, seed: int) -> None:
    rng = random.Random(seed)
    game = find_ruleset(ruleset).game
    state = start(ruleset, turn_cap=100)
    while state.seat >= 0:
        scene = game.scene(state, int(state.seat))
        names = {site.name for site in scene.sites}
        paths = clicks(scene.paths)
        assert set(paths) <= legal(state)
        results = {after(state, step) for step in paths}
        assert all(after(state, step) in results for step in legal(state) - set(paths))
        assert all(click in names or click[0] == "#" for path in paths.values() for click in path)
        beginnings = Counter(path[:length] for path in paths.values() for length in range(1, len(path) + 1))
        assert all(beginnings[path] == 1 for path in paths.values())
        assert game.scene(state, 1 - int(state.seat)).paths == game.scene(state, -1).paths == ()
        state.apply(rng.choice(list(state.legal())))
    assert game.scene(state, 0).paths == ()


def test_what_is_clicked() -> None:
    paths = clicks(picture(EN, "black c3 e1; white a1; kraken x").paths)
    assert paths["+a3"] == ("a3",)
    assert paths["e1r"] == ("e1", "f1")
    assert paths["c3i"] == ("c3", "c2")
    assert paths["-c3"] == ("c3", "#withdraw")
    assert clicks(picture(EN, "black b3 c2 d3; white c3; kraken x; leave c3; next 1", 1).paths) == {
        "--": ("#withdraw_all",)
    }
    assert clicks(picture(JP, "black a1 b2; kraken x; penalty 0").paths) == {"-a1": ("a1",), "-b2": ("b2",)}


def test_a_target_that_several_ways_reach_asks_which_one() -> None:
    paths = clicks(picture(JP, "black a1 a2 b1 b2; white e1 e2 e3 d3 f3; kraken g3").paths)
    assert paths["a2r"] == ("a2", "e2", "#clockwise")
    assert paths["a2l"] == ("a2", "e2", "#counter_clockwise")
    assert paths["a2i"] == ("a2", "e2", "#inward")
    assert paths["a2o"] == ("a2", "x")


def test_where_all_ways_do_the_same_nobody_is_asked() -> None:
    """In a group of six, inward and outward from ring 2 meet on the opposite side, where nobody is."""
    paths = clicks(picture(JP, "black a1 a2 b1 b2 c1 c2; kraken g3").paths)
    assert paths["a2i"] == ("a2", "e2")
    assert "a2o" not in paths


@pytest.mark.parametrize("size", range(1, 8))
def test_from_the_centre_every_way_ends_elsewhere(size: int) -> None:
    ships = " ".join(["a1", "b1", "c1", "d1", "e1", "f1"][: size - 1])
    paths = clicks(picture(EN, f"black x {ships}; kraken g3").paths)
    from_centre = [path for step, path in paths.items() if step[0] == "x"]
    assert all(len(path) == 2 for path in from_centre)


def test_pieces_show_class_owner_and_walls() -> None:
    scene = picture(EN, "black b3 c2 d3; white c3 h1 h2; kraken x")
    pieces = {piece.site: piece for piece in scene.pieces}
    assert (pieces["c3"].token, pieces["c3"].badges, pieces["c3"].marks) == ("W1", ("1",), ("walled",))
    assert (pieces["h1"].token, pieces["h1"].marks, pieces["b3"].owner) == ("W2", (), 0)
    assert (pieces["x"].kind, pieces["x"].owner, pieces["x"].marks) == ("kraken", -1, ())
    assert [(pile.owner, pile.count) for pile in scene.stock] == [(0, 4), (1, 4)]


def test_scores_have_the_editions_word() -> None:
    for ruleset, word in ((JP, "traps"), (EN, "closes")):
        scores = picture(ruleset, "kraken x; closes 2 1").scores
        assert [(score.name, score.value, score.goal) for score in scores] == [(word, 2, 3), (word, 1, 3)]


@pytest.mark.parametrize(("ruleset", "mixed"), [(JP, False), (EN, False), (ANY, True)])
def test_threats_and_walls_of_the_kraken(ruleset: str, mixed: bool) -> None:
    # c3 lacks c2 only; so does the kraken on g3 lack g2 only, between ships of both colours.
    scene = picture(ruleset, "black b3 d3 f3; white c3 h3; kraken g3")
    assert scene.threatened == (("c3", "g3") if mixed else ("c3",))
    # A taken last point is no pocket.
    assert picture(ruleset, "black b3 d3; white c3 c2; kraken g3").threatened == ()
    walled = picture(ruleset, "black f3 g2; white h3; kraken g3; over turn_cap").pieces[-1]
    assert walled.marks == (("walled",) if mixed else ())


def test_forced_ships() -> None:
    state = board(JP, "black d2 e3; white b3 c2 d3; kraken h1")
    game = find_ruleset(JP).game
    chain = after(state, "+c3")
    assert game.scene(chain, 1).forced == ("d3",)
    assert game.scene(after(chain, "--"), 0).forced == ("c3",)
    assert game.scene(after(chain, "--", "--"), 1).forced == ()
    over = after(board(JP, "black b3 d3; white c3; kraken x; closes 2 0"), "+c2")
    assert game.scene(over, 1).forced == ()
