"""Boards seen from the other side."""

import pytest

from ludarium.core.game import Ruleset, find_ruleset, main_rulesets
from ludarium.core.rng import Rng
from ludarium.draw.turned import turned


def test_what_was_far_is_near() -> None:
    """Half a turn brings the last row of Myrmidons' board to the bottom (y grows downwards), file a to the right."""
    ruleset = find_ruleset("myrmidons")
    scene = ruleset.game.scene(ruleset.new({}, 1).view(1), 1)
    before = {site.name: site for site in scene.sites}
    now = {site.name: site for site in turned(scene).sites}
    assert before["a1"].y > before["a7"].y
    assert now["a7"].y > now["a1"].y
    assert now["a1"].x > now["f1"].x
    assert [note.text for note in turned(scene).notes] == [note.text for note in scene.notes]


def test_enforcers_point_the_other_way() -> None:
    ruleset = find_ruleset("realm")
    state, rng = ruleset.new({}, 1), Rng(4)
    while True:
        facings = [piece.facing for piece in ruleset.game.scene(state, 0).pieces if piece.facing]
        if facings:
            break
        state.apply(state.random_step(rng))
    opposite = {"n": "s", "s": "n", "e": "w", "w": "e"}
    now = [piece.facing for piece in turned(ruleset.game.scene(state, 0)).pieces if piece.facing]
    assert now == [opposite[facing] for facing in facings]


@pytest.mark.parametrize("ruleset", main_rulesets(), ids=lambda one: one.name)
def test_twice_turned_is_as_before(ruleset: Ruleset) -> None:
    scene = ruleset.game.scene(ruleset.new({}, 1).view(0), 0)
    again = turned(turned(scene))
    for before, after in zip(scene.sites, again.sites, strict=True):
        assert (after.x, after.y) == pytest.approx((before.x, before.y), abs=1e-3)
    for stroke, other in zip(scene.lines, again.lines, strict=True):
        assert other.numbers == pytest.approx(stroke.numbers, abs=1e-3)
    assert turned(scene).sites is turned(scene).sites  # it is worked out once
