"""Posters: every game on a wide sheet."""

import re
from xml.etree import ElementTree

import pytest

from ludarium.core.game import Ruleset, rulesets
from ludarium.draw.poster import poster


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.name)
def test_the_board_fits_on_the_sheet(ruleset: Ruleset) -> None:
    state = ruleset.new()
    drawn = poster(ruleset.game.scene(state, -1), ruleset.game)
    sheet = ElementTree.fromstring(drawn)
    assert (sheet.get("width"), sheet.get("height")) == ("1200", "630")
    (board,) = sheet.findall("{http://www.w3.org/2000/svg}svg")
    x, y, width, height = (float(board.get(name, "")) for name in ("x", "y", "width", "height"))
    assert 0 <= x < x + width <= 1200
    assert 0 <= y < y + height <= 630
    assert height > 500 or width > 1000
    assert not re.search(r"href|<script|<image", drawn)
