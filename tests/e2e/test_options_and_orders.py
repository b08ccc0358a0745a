"""What a form lets people write, series, and an order that is taken back: with a real browser."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Welcome
from tests.e2e.visitor import Visitor

pytestmark = pytest.mark.slow

PHONE = {"width": 360, "height": 740}
ARMY = ("=243", "=111", "=324", "=522", "=333", "=432")


def take(visitor: Visitor, step: str) -> None:
    visitor.until(lambda: visitor.may_step)
    visitor.take(next(path for path in visitor.paths if path["step"] == step))


@pytest.mark.clause("MYR-X1", "MYR-X2")
def test_agreed_types_are_chosen_from_drawn_blocks_and_played(visit: Welcome) -> None:
    visitor = visit()
    visitor.go("/play/myrmidons")
    page = visitor.page
    page.get_by_text("Clock and options").click()
    page.get_by_label("agreed types").check()
    expect(page.get_by_text("5 chosen: the default")).to_be_visible()
    page.get_by_role("spinbutton", name="Blocks in each army").fill("12")
    expect(page.get_by_text("Name 11 types.").first).to_be_visible()
    expect(page.get_by_text("0 of 11 chosen")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("checkbox", name="1-3-5")).to_be_focused()
    page.get_by_role("spinbutton", name="Blocks in each army").fill("6")
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_text("Nothing is chosen yet.").first).to_be_visible()
    for name in ("1-3-5", "1-5-3", "2-2-5", "2-4-3", "3-1-5"):
        page.get_by_text(name, exact=True).click()
    expect(page.get_by_text("5 of 5 chosen")).to_be_visible()
    expect(page.get_by_role("checkbox", name="5-3-1")).to_be_disabled()
    expect(page.get_by_text("Nothing is chosen yet.")).to_have_count(0)
    page.get_by_role("button", name="Start").click()
    visitor.until(lambda: bool(visitor.table) and visitor.may_step)
    assert {path["step"] for path in visitor.paths} == {"=111", "=135", "=153", "=225", "=243", "=315"}
    take(visitor, "=315")
    visitor.until(lambda: visitor.may_step and "=315" not in {path["step"] for path in visitor.paths})
    page.get_by_role("button", name="More").click()
    expect(page.get_by_text("1-3-5, 1-5-3, 2-2-5, 2-4-3, 3-1-5")).to_be_visible()


def middle(visitor: Visitor, place: str) -> tuple[float, float]:
    """Of the upper side of a place in an editor, on the screen."""
    visitor.page.locator(f'[data-place="{place}"]').evaluate(
        "place => { const { top, bottom } = place.getBoundingClientRect();"
        " if (top < 60 || bottom > innerHeight - 90) place.scrollIntoView({ block: 'center' }); }"
    )
    box = visitor.page.locator(f'[data-place="{place}"] > polygon').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.clause("MUT-P1")
def test_a_land_is_drawn_with_the_mouse_saved_handed_on_and_played(visit: Welcome) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.go("/play/mutterland")
    page = visitor.page
    page.get_by_text("Clock and options").click()
    page.get_by_text("your own", exact=True).click()
    expect(page.get_by_text("0 of 70")).to_be_visible()
    expect(page.get_by_text("The land needs 70")).to_be_visible()  # from now on nothing moves but what is drawn
    page.locator(".window").evaluate("window => window.scrollIntoView({ block: 'center' })")
    for row in range(-3, 4):
        first = -5 - row // 2
        page.mouse.move(*middle(visitor, f"{first}:{row}"))
        page.mouse.down()
        page.mouse.move(*middle(visitor, f"{first + 9}:{row}"), steps=3)
        page.mouse.up()
    expect(page.get_by_text("70 of 70")).to_be_visible()
    page.mouse.click(*middle(visitor, "5:-3"))  # erased, and laid apart from the rest
    page.mouse.click(*middle(visitor, "6:-5"))
    expect(page.get_by_text("It is in 2 parts: 6:-5 is apart")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("is not connected with")).to_be_visible()
    for _ in range(2):
        page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("It is in 2 parts")).to_have_count(0)
    page.get_by_label("Name", exact=True).fill("Slab")
    page.get_by_role("button", name="Save in this browser").click()
    page.get_by_role("button", name="Copy link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("button", name="nothing").click()
    expect(page.get_by_text("0 of 70", exact=True)).to_be_visible()
    page.get_by_role("button", name="Load “Slab”").click()
    expect(page.get_by_text("70 of 70")).to_be_visible()

    other = visit()
    other.page.goto(link)
    expect(other.page.get_by_text("70 of 70")).to_be_visible()
    other.page.get_by_role("button", name="Start").click()
    other.until(lambda: bool(other.table) and other.may_step)
    step = other.paths[0]["step"]
    take(other, step)
    other.until(lambda: step not in {path["step"] for path in other.paths})


@pytest.mark.clause("MUT-P1")
def test_a_land_is_drawn_on_a_phone_in_japanese(visit: Welcome) -> None:
    visitor = visit({"language": "ja"}, viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.go("/play/mutterland")
    page = visitor.page
    page.locator("summary").first.tap()
    page.get_by_text("自分で作る", exact=True).tap()
    expect(page.get_by_text("0/70")).to_be_visible()
    expect(page.get_by_text("70個").first).to_be_visible()
    page.get_by_role("button", name="長方形").tap()
    expect(page.get_by_text("70/70")).to_be_visible()
    page.touchscreen.tap(*middle(visitor, "0:0"))
    expect(page.get_by_text("69/70")).to_be_visible()
    page.touchscreen.tap(*middle(visitor, "1:-1"))
    expect(page.get_by_text("2つに分かれています")).to_have_count(0)
    expect(page.get_by_text("70/70")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator("form button.primary").tap()
    visitor.until(lambda: bool(visitor.table) and bool(visitor.picture))
    assert any(one["value"] == "70個のリスト" for one in visitor.table["settings"])


@pytest.mark.clause("MYR-O4")
def test_an_order_is_taken_back_between_two_people(visit: Welcome) -> None:
    ada, ben = visit(), visit()
    table = ada.open_table({"ruleset": "myrmidons", "seats": [{"who": "you"}, {"who": "open"}]})
    ben.go(f"/t/{table}")
    ben.page.get_by_role("button", name="Join").first.click()
    ada.until(lambda: ada.table["phase"] == "playing")
    for visitor in (ada, ben):
        for step in ARMY:
            take(visitor, step)
    ada.until(lambda: ada.may_step)
    back = ada.page.get_by_role("button", name="Undo", exact=False)
    expect(back).to_have_count(0)
    ben.page.wait_for_timeout(300)
    heard, seen = len(ben.bytes), len(ada.steps)
    take(ada, "!n")
    take(ada, "a1:2")
    back.first.click()
    ada.until(lambda: len(ada.steps) == seen + 1)
    back.first.click()
    ada.until(lambda: len(ada.steps) == seen)
    expect(back).to_have_count(0)
    ben.page.wait_for_timeout(300)
    assert len(ben.bytes) == heard, "the opponent is told nothing"
    take(ada, "c1n2")
    ben.until(lambda: ben.may_step)


def resign(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name="Resign").first.click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    visitor.until(lambda: visitor.table["phase"] == "over")


@pytest.mark.clause("MUR-S2")
def test_a_series_has_as_many_games_as_was_written(visit: Welcome) -> None:
    visitor = visit()
    visitor.go("/play/mur")
    page = visitor.page
    page.get_by_text("Clock and options").click()
    page.get_by_label("Play a series").check()
    page.get_by_label("Sets", exact=True).fill("1")
    page.get_by_label("Games in a set").fill("0")
    expect(page.get_by_text("1 to", exact=False).first).to_be_visible()
    page.get_by_label("Games in a set").fill("2")
    page.get_by_role("button", name="Start").click()
    visitor.until(lambda: bool(visitor.table) and visitor.may_step)
    take(visitor, "+c2")
    resign(visitor)
    page.get_by_role("button", name="Next game").click()
    visitor.until(lambda: visitor.table["phase"] == "playing")
    assert "c2" in {piece["site"] for piece in visitor.picture["pieces"]}, "ships stay on the board in a set"
    resign(visitor)
    expect(page.get_by_role("button", name="Next game")).to_have_count(0)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


@pytest.mark.clause("MUR-S1")
def test_both_play_on_from_the_board_of_a_single_game(visit: Welcome) -> None:
    visitor = visit()
    first = visitor.open_table({"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "computer", "level": 1}]})
    take(visitor, "+c2")
    visitor.until(lambda: visitor.may_step)
    resign(visitor)
    visitor.page.get_by_role("button", name="Play on from this board").click()
    visitor.until(lambda: visitor.table["id"] != first and visitor.table["phase"] == "playing")
    assert "c2" in {piece["site"] for piece in visitor.picture["pieces"] if piece["owner"] == 0}
