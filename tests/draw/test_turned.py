"""Boards seen from the other side."""

import pytest

from ludarium.core.game import Ruleset, find_ruleset, main_rulesets
from ludarium.core.rng import Rng
from ludarium.core.scene import Scene
from ludarium.draw.art import art_of
from ludarium.draw.turned import turned as turned_by


def turned(scene: Scene, name: str) -> Scene:
    return turned_by(scene, art_of(find_ruleset(name).game))


def test_what_was_far_is_near() -> None:
    """Half a turn brings the last row of Myrmidons' board to the bottom (y grows downwards), file a to the right."""
    ruleset = find_ruleset("myrmidons")
    scene = ruleset.game.scene(ruleset.new({}, 1).view(1), 1)
    before = {site.name: site for site in scene.sites}
    now = {site.name: site for site in turned(scene, "myrmidons").sites}
    assert before["a1"].y > before["a7"].y
    assert now["a7"].y > now["a1"].y
    assert now["a1"].x > now["f1"].x
    notes = {note.text: note for note in turned(scene, "myrmidons").notes}
    assert notes["7"].y == now["a7"].y  # still to the left of its row
    assert notes["7"].x == next(note.x for note in scene.notes if note.text == "7")


def test_enforcers_point_the_other_way() -> None:
    ruleset = find_ruleset("realm")
    state, rng = ruleset.new({}, 1), Rng(4)
    while True:
        facings = [piece.facing for piece in ruleset.game.scene(state, 0).pieces if piece.facing]
        if facings:
            break
        state.apply(state.random_step(rng))
    opposite = {"n": "s", "s": "n", "e": "w", "w": "e"}
    now = [piece.facing for piece in turned(ruleset.game.scene(state, 0), "realm").pieces if piece.facing]
    assert now == [opposite[facing] for facing in facings]


@pytest.mark.parametrize("ruleset", main_rulesets(), ids=lambda one: one.name)
def test_twice_turned_is_as_before(ruleset: Ruleset) -> None:
    scene = ruleset.game.scene(ruleset.new({}, 1).view(0), 0)
    again = turned(turned(scene, ruleset.name), ruleset.name)
    for before, after in zip(scene.sites, again.sites, strict=True):
        assert (after.x, after.y) == pytest.approx((before.x, before.y), abs=1e-3)
    for stroke, other in zip(scene.lines, again.lines, strict=True):
        assert other.numbers == pytest.approx(stroke.numbers, abs=1e-3)
    assert turned(scene, ruleset.name).sites is turned(scene, ruleset.name).sites  # it is worked out once


def test_ships_head_outwards_from_either_side() -> None:
    ruleset = find_ruleset("mur-en")
    scene = ruleset.game.scene(ruleset.game.read_position(ruleset.read({}), "black c2; white x; kraken a3"), 0)
    looks = {piece.site: piece.shape for piece in scene.pieces}
    now = {piece.site: piece.shape for piece in turned(scene, "mur-en").pieces}
    assert looks["c2"] != now["c2"]
    other = ruleset.game.scene(ruleset.game.read_position(ruleset.read({}), "black g2; white x; kraken a3"), 0)
    assert now["c2"] == next(piece.shape for piece in other.pieces if piece.site == "g2")
