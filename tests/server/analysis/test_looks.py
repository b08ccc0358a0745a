"""How analysed positions and diagrams look: seats with their colours, room for pictures, files to keep."""

import pytest

from ludarium.core.game import find_ruleset, main_rulesets
from ludarium.draw.art import art_of
from ludarium.draw.theme import THEMES
from ludarium.server.analysis.positions import drawn, position
from ludarium.server.analysis.rulebook import rule_page
from ludarium.server.requests import PositionRequest, Theme


@pytest.mark.parametrize("theme", ["light", "dark", "contrast", "safe"])
def test_seats_are_painted_like_their_pieces(theme: Theme) -> None:
    black, white = position(PositionRequest(ruleset="mur-en", theme=theme)).seats
    assert (black.label, white.label) == ("Black", "White")
    assert (black.look, white.look) == ("seat:0", "seat:1")
    art = art_of(find_ruleset("mur-en").game)
    assert (black.fill, white.fill) == tuple(art.coat(seat, THEMES[theme]).fill for seat in (0, 1))
    assert (black.fill, white.fill) != (THEMES[theme].seats[0].fill, THEMES[theme].seats[1].fill)
    blue, red = position(PositionRequest(ruleset="myrmidons", theme=theme, locale="ja")).seats
    assert (blue.label, red.label) == ("青", "赤")
    assert (blue.fill, red.fill) == (THEMES[theme].seats[0].fill, THEMES[theme].seats[1].fill)


def test_every_seat_has_a_mark() -> None:
    seats = position(PositionRequest(ruleset="mutterland", options={"players": 6})).seats
    assert len({seat.label for seat in seats}) == len({seat.look for seat in seats}) == 6


def test_steps_say_which_they_are_also_where_others_were_not_noticed() -> None:
    setup = [f"={kind}" for kind in ("111", "243", "324", "333", "432", "522")]
    wanted = PositionRequest(
        ruleset="myrmidons", steps=[*setup, *setup, "!n", "b1:1", ".", "f7s1"], view=1
    )  # Red notices nothing of the order before it is carried out
    steps = position(wanted).steps
    assert [step.place for step in steps[-3:]] == [12, 15, 16]
    assert [step.number for step in steps[-3:]] == [12, 13, 14]
    assert [step.place for step in position(wanted.model_copy(update={"view": None})).steps] == list(range(1, 17))


def test_a_position_can_be_kept_as_a_picture() -> None:
    picture = drawn(PositionRequest(ruleset="myrmidons", steps=["=324"], view=1))
    assert picture.startswith("<svg")
    assert "a1 – Blue: hidden block" in picture
    assert "a1 – Blue: 3-2-4" in drawn(PositionRequest(ruleset="myrmidons", steps=["=324"]))


def test_pages_know_how_much_room_a_diagram_takes() -> None:
    for ruleset in main_rulesets():
        for part in rule_page(ruleset.game, "en").parts:
            if part.diagram is not None:
                start = part.diagram.start
                given = {"options": start.options, "position": start.position, "steps": start.steps}
                ground = position(PositionRequest.model_validate({"ruleset": start.ruleset, **given})).picture.ground
                assert ground is not None
                assert part.diagram.ratio == pytest.approx(ground.width / ground.height, abs=0.001)
