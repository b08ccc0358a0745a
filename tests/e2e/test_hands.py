"""What fingers and mice can do at the board besides plain clicks: look first, choose where places lie close together,
draw, and choose a move before it is one's turn.
"""

from itertools import combinations
from math import dist

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Welcome

pytestmark = [pytest.mark.slow, pytest.mark.compiled_only]

PHONE = {"width": 360, "height": 740}
FINGER = 44  # pixels that a finger needs
COMPUTER = {"who": "computer", "level": 1}
AGAINST_COMPUTER = {"ruleset": "mur-en", "seats": [{"who": "you"}, COMPUTER]}


def test_a_tap_shows_what_a_move_does_and_the_next_one_plays_it(visit: Welcome) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.open_table(AGAINST_COMPUTER)
    visitor.until(lambda: visitor.may_step)
    visitor.tap("c2")
    expect(visitor.page.get_by_text("Black places a ship on c2. Tap again to play.")).to_be_visible()
    visitor.tap("d2")  # rather there
    expect(visitor.page.get_by_text("Black places a ship on d2. Tap again to play.")).to_be_visible()
    assert visitor.steps == []
    visitor.tap("d2")
    visitor.until(lambda: len(visitor.steps) > 0)
    assert visitor.steps[0]["text"] == "+d2"


@pytest.mark.parametrize("ruleset", ["mutterland", "realm"])  # where places lie that close together
def test_between_two_places_a_finger_gets_to_see_both_larger(visit: Welcome, ruleset: str) -> None:
    """Whoever misses a place by less than half a finger never hits another one."""
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.open_table({"ruleset": ruleset, "seats": [{"who": "you"}, COMPUTER]})
    visitor.until(lambda: visitor.may_step and len(visitor.paths) > 0)
    for _ in range(8):  # past the set-up
        if any(len(path["clicks"]) > 1 for path in visitor.paths):
            break
        visitor.take(visitor.paths[0], "tap")
        visitor.until(lambda: visitor.may_step)
    targets: dict[str, set[str]] = {}
    for path in visitor.paths:
        if len(path["clicks"]) > 1 and not path["clicks"][1].startswith("#"):
            targets.setdefault(path["clicks"][0], set()).add(path["clicks"][1])
    piece = max(targets, key=lambda site: len(targets[site]))
    visitor.tap(piece)
    places = {site: visitor.middle(site) for site in targets[piece]}
    close = [pair for pair in combinations(sorted(places), 2) if dist(places[pair[0]], places[pair[1]]) < FINGER]
    assert close
    loupe = visitor.page.locator(".loupe svg")
    for one, other in close[:6]:
        (x, y), (to_x, to_y) = visitor.middle(one), visitor.middle(other)
        visitor.page.touchscreen.tap((x + to_x) / 2, (y + to_y) / 2)
        expect(loupe).to_be_visible()
        assert dist(visitor.in_loupe(one), visitor.in_loupe(other)) >= FINGER - 1
        visitor.page.locator(".loupe button").tap()
        expect(loupe).to_have_count(0)


def test_arrows_and_circles_are_drawn_with_mouse_fingers_and_keys(visit: Welcome) -> None:
    visitor = visit(has_touch=True)
    visitor.open_table(AGAINST_COMPUTER)
    visitor.until(lambda: visitor.may_step)
    page = visitor.page
    arrows, circles = page.locator(".arrows .line.own"), page.locator(".arrows circle.own")
    page.mouse.move(*visitor.middle("a1"))
    page.mouse.down(button="right")
    page.mouse.move(*visitor.middle("c3"))
    page.mouse.up(button="right")
    expect(arrows).to_have_count(1)
    page.mouse.click(*visitor.middle("e2"), button="right")
    expect(circles).to_have_count(1)
    page.mouse.click(*visitor.middle("e2"), button="right")  # once more rubs it out
    expect(circles).to_have_count(0)
    page.get_by_role("button", name="Sketch").click()
    for site in ("b2", "h2"):
        page.touchscreen.tap(*visitor.middle(site))
    expect(arrows).to_have_count(2)
    page.locator('[data-site="d1"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(circles).to_have_count(1)
    assert visitor.steps == []
    page.get_by_role("button", name="Sketch").click()
    visitor.take(visitor.paths[0])
    expect(arrows).to_have_count(0)  # the position is another one


def test_a_move_is_chosen_before_ones_turn(visit: Welcome) -> None:
    """Ada plans while Bob is to move; when he has moved, her move is played at once."""
    ada, bob = visit({"plan": True}), visit()
    table = ada.open_table({"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "open"}]})
    bob.go(f"/t/{table}")
    bob.page.get_by_role("button", name="Join").first.click()
    ada.until(lambda: ada.may_step)
    ada.take(next(path for path in ada.paths if path["step"] == "+e2"))
    ada.page.mouse.click(*ada.middle("e2"))
    ada.page.mouse.click(*ada.middle("e3"))
    expect(ada.page.get_by_text("Planned for your turn: e2 to e3.")).to_be_visible()
    bob.until(lambda: bob.may_step)
    bob.take(next(path for path in bob.paths if path["step"] == "+a2"))
    ada.until(lambda: len(ada.steps) == 3)
    assert ada.steps[2]["text"].startswith("e2")
    expect(ada.page.get_by_text("Planned for your turn")).to_have_count(0)
