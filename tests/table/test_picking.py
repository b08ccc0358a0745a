"""Clicks become steps as they do in the browser (web/src/board/clicks.test.ts asks the same)."""

import pytest

from ludarium.core.game import rulesets
from ludarium.core.rng import Rng
from ludarium.core.scene import Path
from ludarium.table import Table
from ludarium.table.picking import Picking, Pressed

# Placing by one click, moving by two, a move that can go round two paths, turns of a piece by choices, buttons alone.
WRITTEN = {
    "+d1": "d1",
    "a1-b1": "a1 b1",
    "a1-c1": "a1 c1",
    "a2-b1": "a2 b1",
    "a1-e1 left": "a1 e1 #left",
    "a1-e1 right": "a1 e1 #right",
    "a2 north": "a2 #turn #n",
    "a2 south": "a2 #turn #s",
    "end": "#end",
    "return 1": "#return #seat1",
    "return 2": "#return #seat2",
    "tidy b2": "#tidy b2",
}
PATHS = [Path(step, tuple(clicks.split())) for step, clicks in WRITTEN.items()]


def picking(*clicks: str) -> Picking:
    return Picking(PATHS, clicks)


def test_at_first_everything_that_begins_a_way_can_be_clicked() -> None:
    assert picking().sites == ["d1", "a1", "a2"]
    assert picking().choices == ["#end", "#return", "#tidy"]


@pytest.mark.parametrize(
    ("clicks", "click", "found"),
    [
        ([], "d1", Pressed((), "+d1")),  # a site that is a whole step
        ([], "a1", Pressed(("a1",))),
        (["a1"], "c1", Pressed((), "a1-c1")),
        (["a1"], "e1", Pressed(("a1", "e1"))),  # two ways there
        (["a1", "e1"], "#right", Pressed((), "a1-e1 right")),
        (["a2"], "#turn", Pressed(("a2", "#turn"))),
        (["a2", "#turn"], "#s", Pressed((), "a2 south")),
        ([], "#end", Pressed((), "end")),
        (["#return"], "#seat2", Pressed((), "return 2")),
        (["#tidy"], "b2", Pressed((), "tidy b2")),
        (["a1"], "a1", Pressed(())),  # clicked again: let go
        (["a1", "e1"], "e1", Pressed(("a1",))),
        (["a1"], "a2", Pressed(("a2",))),  # another piece
        (["#tidy"], "a1", Pressed(("a1",))),
        (["a1"], "#end", Pressed((), "end")),  # a button of the start
        (["a1"], "z9", Pressed(("a1",), attempt=("a1", "z9"))),
        ([], "z9", Pressed((), attempt=("z9",))),
        (["a1"], "d1", Pressed((), attempt=("a1", "d1"))),  # rather meant as a target than as a step of its own
    ],
)
def test_a_click(clicks: list[str], click: str, found: Pressed) -> None:
    here = picking(*clicks)
    assert here.press(click) == found
    assert here.clicks == found.clicks


def test_letting_go() -> None:
    here = picking("a1", "e1")
    assert here.release()
    assert here.clicks == ("a1",)
    assert here.release()
    assert not here.clicks
    assert not here.release()


def test_buttons_of_the_start_stay_while_a_piece_is_picked() -> None:
    assert picking("a1").choices == ["#end", "#return", "#tidy"]
    assert picking("a1", "e1").choices == ["#left", "#right"]


def test_the_steps_that_a_site_would_make() -> None:
    assert picking("a1").steps_to("b1") == ["a1-b1"]
    assert picking("a1").steps_to("e1") == ["a1-e1 left", "a1-e1 right"]
    assert picking().steps_to("a1") == []


def test_clicks_that_lead_nowhere_any_more_are_forgotten() -> None:
    assert picking("z9").clicks == ()


@pytest.mark.parametrize("name", [ruleset.name for ruleset in rulesets()])
def test_every_step_is_made_by_its_clicks(name: str) -> None:
    table, rng = Table(name, seed=2), Rng(2)
    while table.outcome is None and len(table.history.steps) < 25:
        seat = table.seat
        for path in table.scene(seat).paths:
            here = Picking(table.scene(seat).paths)
            pressed = [here.press(click) for click in path.clicks]
            assert pressed[-1].step == path.step
        legal = table.legal(seat)
        table.take(seat, legal[rng.below(len(legal))])
